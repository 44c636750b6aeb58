use super::args::{PlaceRef, brief_place_ref};
use super::marks::{HUMANS_OWN, checked, insert_measure, mark_id, points, refused_row};
use super::reader::Reader;
use super::{Action, Plan, ToolError};
use crate::domain::{Drawing, DrawingKind, Edit, MarkId, Note, Origin, checked_icon, checked_label, checked_note};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, json};

/// `update_mark`: change a drawing or note.
pub struct UpdateMark;

/// Which mark, and what of it changes.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The mark's id.
    id: String,
    /// Drawing.
    #[schemars(length(max = 80))]
    label: Option<String>,
    /// Note.
    #[schemars(length(min = 1, max = 500))]
    note: Option<String>,
    /// Note.
    #[schemars(length(max = 24))]
    icon: Option<String>,
    /// Circle, area or note.
    #[schemars(schema_with = "brief_place_ref")]
    #[serde(default)]
    center: Option<PlaceRef>,
    /// Circle.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// Polygon or line.
    #[schemars(length(min = 2, max = 500))]
    coordinates: Option<Vec<[f64; 2]>>,
}

impl Input {
    /// Refuses what is not among `takes`, and a call that changes nothing.
    fn check(&self, kind: &str, takes: &[&str]) -> Result<(), ToolError> {
        let given = [
            ("label", self.label.is_some()),
            ("note", self.note.is_some()),
            ("icon", self.icon.is_some()),
            ("center", self.center.is_some()),
            ("radius_m", self.radius_m.is_some()),
            ("coordinates", self.coordinates.is_some()),
        ];
        let mut given = given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).peekable();
        let takes_what = takes.join(", ");
        let sentence = if given.peek().is_none() {
            format!("Nothing to change: pass at least one of {takes_what}.")
        } else if let Some(name) = given.find(|name| !takes.contains(name)) {
            format!("{name} cannot be changed: {} is a {kind}, which takes {takes_what}.", self.id)
        } else {
            return Ok(());
        };
        Err(ToolError::InvalidArgument(sentence))
    }

    async fn drawing(&self, map: Reader<'_>, drawing: Drawing) -> Result<Drawing, ToolError> {
        let label = match &self.label {
            Some(label) => checked_label(label)?,
            None => drawing.label().map(str::to_owned),
        };
        let kind = drawing.kind().clone();
        let takes: &[&str] = match kind {
            DrawingKind::Circle { .. } => &["label", "center", "radius_m"],
            DrawingKind::Polygon { .. } | DrawingKind::Line { .. } => &["label", "coordinates"],
            DrawingKind::Reachable { .. } => &["label", "center"],
        };
        self.check(kind.name(), takes)?;
        let center = match &self.center {
            Some(center) => Some(map.place("center", center).await?.position),
            None => None,
        };
        let points = match &self.coordinates {
            Some(coordinates) => Some(points(map, coordinates).await?),
            None => None,
        };
        let kind = match (kind, points) {
            (DrawingKind::Circle { center: old, radius_m }, _) => {
                checked(DrawingKind::circle(center.unwrap_or(old), self.radius_m.unwrap_or(radius_m)))?
            }
            (DrawingKind::Polygon { .. }, Some(points)) => checked(DrawingKind::polygon(points))?,
            (DrawingKind::Line { .. }, Some(points)) => checked(DrawingKind::line(points, None))?,
            (kind @ DrawingKind::Reachable { minutes, .. }, _) => match center {
                Some(center) => {
                    let moved = checked(DrawingKind::reachable(center, minutes))?;
                    moved.with_shape(map.reachable(center, minutes).await?)
                }
                None => kind,
            },
            (kind @ (DrawingKind::Polygon { .. } | DrawingKind::Line { .. }), None) => kind,
        };
        Ok(drawing.with_label(label).with_kind(kind))
    }

    async fn note(&self, map: Reader<'_>, mut note: Note) -> Result<Note, ToolError> {
        self.check("note", &["note", "icon", "center"])?;
        if let Some(text) = &self.note {
            note.note = checked_note(text)?;
        }
        if let Some(icon) = &self.icon {
            note.icon = checked_icon(icon)?;
        }
        if let Some(center) = &self.center {
            note.position = map.place("center", center).await?.position;
        }
        Ok(note)
    }
}

impl Action for UpdateMark {
    const NAME: &'static str = "update_mark";
    const TITLE: &'static str = "Change a drawing or note";
    const DESCRIPTION: &'static str =
        "Change your own mark; what you leave out stays. The human's come back under refused.";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        drop(map.city().await?);
        let id = mark_id("id", &input.id)?;
        let (drawing, note) = (map.session().drawing(id).cloned(), map.session().note(id).cloned());
        let mut answer = Map::new();
        let origin = drawing.as_ref().map(Drawing::origin).or(note.as_ref().map(Note::origin));
        if origin == Some(Origin::User) && map.by() == Origin::Agent {
            let kind = if matches!(id, MarkId::Drawing(_)) { "drawing" } else { "annotation" };
            answer.insert("refused".into(), json!([refused_row(id, kind, Origin::User)]));
            answer.insert("refused_reason".into(), json!(HUMANS_OWN));
            return Ok(Plan::edit(Edit::Batch(vec![])).answering(answer));
        }
        let edit = match (drawing, note) {
            (Some(drawing), _) => {
                let changed = input.drawing(map, drawing).await?;
                answer.insert("drawing_id".into(), json!(id.to_string()));
                insert_measure(&mut answer, changed.measure(), false);
                Edit::UpdateDrawing(changed)
            }
            (None, Some(note)) => {
                answer.insert("annotation_id".into(), json!(id.to_string()));
                Edit::UpdateNote(input.note(map, note).await?)
            }
            (None, None) => return Err(ToolError::UnknownId { field: "id", id: input.id }),
        };
        Ok(Plan::edit(edit).answering(answer))
    }
}
