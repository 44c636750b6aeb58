use super::args::PlaceRef;
use super::marks::{checked, insert_measure, points};
use super::reader::Reader;
use super::{Action, Plan, ToolError};
use crate::domain::{Drawing, DrawingKind, Edit, Origin, checked_label};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, json};

/// Radius of a circle when none is given, in metres: a comfortable walk.
const DEFAULT_RADIUS_M: f64 = 800.0;

/// `draw_shape`: a circle, polygon or line on the map.
pub struct DrawShape;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Circle,
    Polygon,
    Line,
}

/// What to draw.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What to draw.
    r#type: Kind,
    /// Centre of a circle: {lng, lat}, a feature id or a place's name.
    center: Option<PlaceRef>,
    /// Radius of a circle in metres. Default 800.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// Points [lng, lat] of a polygon or line, in order. A polygon needs 3 different ones, is closed for you and must
    /// not cross itself.
    #[schemars(length(min = 2, max = 500))]
    coordinates: Option<Vec<[f64; 2]>>,
    /// Short name shown beside it.
    #[schemars(length(max = 80))]
    label: Option<String>,
}

impl Input {
    fn check(&self) -> Result<(), ToolError> {
        let sentence = match (self.r#type, &self.coordinates, &self.center, self.radius_m) {
            (Kind::Circle, Some(_), _, _) => {
                "coordinates belong to a polygon or line; a circle takes center and radius_m."
            }
            (Kind::Circle, None, None, _) => "A circle needs center: {lng, lat}, a feature id or the name of a place.",
            (Kind::Polygon | Kind::Line, _, Some(_), _) => {
                "center belongs to a circle; a polygon or line takes coordinates alone."
            }
            (Kind::Polygon | Kind::Line, _, _, Some(_)) => {
                "radius_m belongs to a circle; a polygon or line takes coordinates alone."
            }
            (Kind::Polygon | Kind::Line, None, None, None) => {
                "A polygon or line needs coordinates: a list of [lng, lat] points."
            }
            (Kind::Circle, None, Some(_), _) | (Kind::Polygon | Kind::Line, Some(_), None, None) => return Ok(()),
        };
        Err(ToolError::InvalidArgument(sentence.into()))
    }

    async fn geometry(&self, map: Reader<'_>) -> Result<DrawingKind, ToolError> {
        if let Some(center) = &self.center {
            let place = map.place("center", center).await?;
            return checked(DrawingKind::circle(place.position, self.radius_m.unwrap_or(DEFAULT_RADIUS_M)));
        }
        let points = points(map, self.coordinates.as_deref().unwrap_or_default()).await?;
        checked(if self.r#type == Kind::Line { DrawingKind::line(points, None) } else { DrawingKind::polygon(points) })
    }
}

impl Action for DrawShape {
    const NAME: &'static str = "draw_shape";
    const TITLE: &'static str = "Draw a shape";
    const DESCRIPTION: &'static str = "Draw a circle, polygon or line that the human sees. Answers with drawing_id and \
        area_m2, or length_m of a line. A circle or polygon, the human's too, can then be searched: pass its id as \
        within to find_features or select_features.";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        input.check()?;
        let label = input.label.as_deref().map(checked_label).transpose()?.flatten();
        drop(map.city().await?);
        let kind = input.geometry(map).await?;
        let drawing = Drawing::new(map.session().ids().drawing(), Origin::Agent, label, kind);
        let mut answer = Map::new();
        answer.insert("drawing_id".into(), json!(drawing.id().to_string()));
        insert_measure(&mut answer, drawing.measure(), false);
        Ok(Plan::edit(Edit::AddDrawing(drawing)).answering(answer))
    }
}
