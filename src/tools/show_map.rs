use super::area_filter::Area;
use super::args::LngLat;
use super::reader::Reader;
use super::set_map_view::{FIT_MARGIN_PX, MAX_FIT_ZOOM};
use super::{Action, Context, Plan, Step, ToolError};
use crate::city::{Category, CategorySet, Inside};
use crate::domain::{Drawing, Edit, Note, Origin, Session, checked_label};
use crate::ports::Loader;
use crate::share::{Opened, SharedMap, link, open_view};
use crate::spatial::{BBox, Camera, Position};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// `show_map`: what the human is to see, for a client that has no map on its screen.
pub struct ShowMap;

/// What to show: a view, or an area, or a camera.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The view of an earlier answer, whole, as it came.
    view: Option<View>,
    /// A part of the map to frame.
    area: Option<Area>,
    /// Where to look at.
    center: Option<LngLat>,
    /// City about 10, neighbourhood 15, building 18. Not with area.
    #[schemars(range(min = 0, max = 22))]
    zoom: Option<f64>,
    /// Degrees clockwise from north.
    bearing: Option<f64>,
    /// Tilt in degrees.
    #[schemars(range(min = 0, max = 85))]
    pitch: Option<f64>,
    /// A caption, pinned as a note in the middle.
    #[schemars(length(max = 80))]
    label: Option<String>,
}

/// A link's object; whether it is one shows when it is read.
#[derive(Deserialize)]
pub struct View(Map<String, Value>);

impl JsonSchema for View {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "View".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "properties": {}, "additionalProperties": true })
    }
}

impl Input {
    fn check(&self) -> Result<(), ToolError> {
        let camera = [
            ("center", self.center.is_some()),
            ("zoom", self.zoom.is_some()),
            ("bearing", self.bearing.is_some()),
            ("pitch", self.pitch.is_some()),
            ("area", self.area.is_some()),
        ];
        let given = |name: &&(&'static str, bool)| name.1;
        let with_view = camera.iter().find(given);
        let with_area = camera[..2].iter().find(given);
        let sentence = match (&self.view, &self.area) {
            (Some(_), _) if with_view.is_some() => {
                let name = with_view.map_or("", |(name, _)| name);
                format!("view holds its own camera: leave {name} out, or pass it without view.")
            }
            (None, Some(_)) if with_area.is_some() => {
                let name = with_area.map_or("", |(name, _)| name);
                format!("area chooses its own centre and zoom: leave {name} out, or pass it without area.")
            }
            (None, None) if !camera.iter().any(|(_, given)| *given) => {
                "Nothing to show: pass the view of an earlier answer, or an area, or center with zoom.".into()
            }
            _ => return Ok(()),
        };
        Err(ToolError::InvalidArgument(sentence))
    }

    fn turned(&self, camera: Camera) -> Camera {
        let (bearing, pitch) = (self.bearing.unwrap_or(camera.bearing), self.pitch.unwrap_or(camera.pitch));
        Camera { bearing, pitch, ..camera }
    }
}

impl Action for ShowMap {
    const NAME: &'static str = "show_map";
    const TITLE: &'static str = "Show the human";
    const DESCRIPTION: &'static str = "What to give the human to look at: the view of an earlier answer, an area, or a \
        camera, with a label if wanted. Answers with url, which opens exactly that map in a browser; hand it on in \
        full. A view restores its drawings, notes and selection in place of those here. url is null when the server \
        was not told where the map's page is.";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        input.check()?;
        let label = input.label.as_deref().map(checked_label).transpose()?.flatten();
        drop(map.city().await?);
        if let Some(View(view)) = &input.view {
            return restored(map.context(), view, label).await;
        }
        let from = map.session().camera();
        let camera = if let Some(area) = &input.area {
            let bbox = bbox_of(&area.ground(map).await?);
            let session = map.session();
            let fitted = session.viewport().fit(&bbox, &input.turned(from), FIT_MARGIN_PX, MAX_FIT_ZOOM);
            Camera { pitch: input.pitch.unwrap_or(0.0), ..fitted }
        } else {
            let center = input.center.map(Position::from);
            if let Some(center) = center {
                map.check_swapped("center", center).await?;
            }
            let center = center.unwrap_or(from.center);
            input.turned(Camera { center, zoom: input.zoom.unwrap_or(from.zoom), ..from })
        };
        let mut edits = vec![Edit::MoveCamera(camera.bounded())];
        edits.extend(caption(map.session().ids().note(), label, camera.center));
        Ok(Plan::edit(Edit::Batch(edits)))
    }
}

/// The caption as a note of that number.
fn caption(number: u32, label: Option<String>, at: Position) -> Option<Edit> {
    label.map(|text| Edit::AddNote(Note::new(number, Origin::Agent, at, text, None)))
}

fn bbox_of(ground: &Inside) -> BBox {
    match ground {
        Inside::Area(shape) => shape.bbox(),
        Inside::Circle { center, radius_m } => {
            BBox::within_radius(*center, *radius_m).next().unwrap_or_else(|| BBox::point(*center))
        }
    }
}

/// The map as the view has it. Marks that are here already stay, with their ids.
async fn restored(context: &Rc<Context>, view: &Map<String, Value>, label: Option<String>) -> Result<Plan, ToolError> {
    let Opened::Map { map: shared, skipped } = open_view(view) else {
        let sentence = "view is no view: pass the object that an earlier answer has under view, unchanged.".into();
        return Err(ToolError::InvalidArgument(sentence));
    };
    let loader = city_of(context, &shared);
    loader.base().await.map_err(|error| ToolError::of_base(&error))?;
    let named = shared.categories.iter().filter_map(|name| Category::from_name(name));
    let named = named.fold(CategorySet::default(), CategorySet::with);
    // What does not come shows in the state.
    drop(loader.categories(named).await);
    let center = shared.camera.center;
    let mut edits = Vec::new();
    let mut ids = context.session().ids();
    if has_marks_of(context, &shared) {
        edits.push(Edit::MoveCamera(shared.camera));
        edits.push(Edit::Select(shared.selection));
    } else {
        edits.push(remove_all(&context.session()));
        for _ in &shared.notes {
            ids.note();
        }
        edits.push(shared.into_edit(context.session().ids()));
    }
    edits.extend(caption(ids.note(), label, center));
    let edit = Edit::Batch(edits);
    let is_open = Rc::ptr_eq(loader, context.loader());
    let step = if is_open { Step::Edit(edit) } else { Step::EditIn(loader.id().to_owned(), edit) };
    let mut answer = Map::new();
    if skipped > 0 {
        answer.insert("skipped".into(), json!(skipped));
    }
    Ok(Plan::step(step).answering(answer))
}

fn city_of<'a>(context: &'a Rc<Context>, shared: &SharedMap) -> &'a Rc<Loader> {
    let named = shared.city.as_deref().and_then(|id| context.loader_of(id));
    named.unwrap_or_else(|| context.loader_at(shared.camera.center))
}

/// Whether the session has just the marks that the view has.
fn has_marks_of(context: &Context, shared: &SharedMap) -> bool {
    let Ok(link) = link(&context.shared_map(), "") else { return false };
    let Opened::Map { map: now, .. } = open_view(&link.view()) else { return false };
    now.drawings == shared.drawings && now.notes == shared.notes
}

fn remove_all(session: &Session) -> Edit {
    let marks = session.drawings().iter().map(Drawing::id).chain(session.notes().iter().map(Note::id));
    Edit::Remove(marks.collect())
}
