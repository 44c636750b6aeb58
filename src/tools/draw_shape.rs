use super::args::PlaceRef;
use super::marks::{checked, insert_measure, points};
use super::reader::Reader;
use super::{Action, Plan, ToolError};
use crate::domain::{Drawing, DrawingKind, Edit, checked_label};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, json};

/// Radius of a circle when none is given, in metres: a comfortable walk.
const DEFAULT_RADIUS_M: f64 = 800.0;

/// `draw_shape`: a circle, polygon, line or reachable area on the map.
pub struct DrawShape;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Circle,
    Polygon,
    Line,
    Reachable,
}

/// What to draw.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What to draw.
    r#type: Kind,
    /// Centre of a circle or reachable area: {lng, lat}, a feature id or a place's name.
    center: Option<PlaceRef>,
    /// Radius of a circle in metres. Default 800.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// Walking time to a reachable area's edge.
    #[schemars(range(min = 1, max = 60))]
    minutes: Option<u32>,
    /// Points [lng, lat] of a polygon or line, in order. A polygon needs 3 different ones, is closed for you and must
    /// not cross itself.
    #[schemars(length(min = 2, max = 500))]
    coordinates: Option<Vec<[f64; 2]>>,
    /// Short name shown beside it.
    #[schemars(length(max = 80))]
    label: Option<String>,
}

impl Kind {
    /// What it is called, what it takes, and that in words.
    const fn takes(self) -> (&'static str, &'static [&'static str], &'static str) {
        match self {
            Self::Circle => ("a circle", &["center", "radius_m"], "center and radius_m"),
            Self::Polygon => ("a polygon", &["coordinates"], "coordinates alone"),
            Self::Line => ("a line", &["coordinates"], "coordinates alone"),
            Self::Reachable => ("a reachable area", &["center", "minutes"], "center and minutes"),
        }
    }
}

impl Input {
    /// Refuses what belongs to another kind, and a kind without what it needs.
    fn check(&self) -> Result<(), ToolError> {
        let (what, takes, in_words) = self.r#type.takes();
        let given = [
            ("center", "belongs to a circle or reachable area", self.center.is_some()),
            ("radius_m", "belongs to a circle", self.radius_m.is_some()),
            ("minutes", "belong to a reachable area", self.minutes.is_some()),
            ("coordinates", "belong to a polygon or line", self.coordinates.is_some()),
        ];
        let foreign = given.iter().find(|(name, _, given)| *given && !takes.contains(name));
        let sentence = if let Some((name, belongs, _)) = foreign {
            format!("{name} {belongs}; {what} takes {in_words}.")
        } else if takes.contains(&"center") && self.center.is_none() {
            let what = what.replacen('a', "A", 1);
            format!("{what} needs center: {{lng, lat}}, a feature id or the name of a place.")
        } else if takes.contains(&"coordinates") && self.coordinates.is_none() {
            "A polygon or line needs coordinates: a list of [lng, lat] points.".into()
        } else if takes.contains(&"minutes") && self.minutes.is_none() {
            "A reachable area needs minutes: a whole number of 1 to 60.".into()
        } else {
            return Ok(());
        };
        Err(ToolError::InvalidArgument(sentence))
    }

    async fn geometry(&self, map: Reader<'_>) -> Result<DrawingKind, ToolError> {
        if let Some(center) = &self.center {
            let center = map.place("center", center).await?.position;
            let Some(minutes) = self.minutes else {
                return checked(DrawingKind::circle(center, self.radius_m.unwrap_or(DEFAULT_RADIUS_M)));
            };
            let area = checked(DrawingKind::reachable(center, minutes))?;
            return Ok(area.with_shape(map.reachable(center, minutes).await?));
        }
        let points = points(map, self.coordinates.as_deref().unwrap_or_default()).await?;
        checked(if self.r#type == Kind::Line { DrawingKind::line(points, None) } else { DrawingKind::polygon(points) })
    }
}

impl Action for DrawShape {
    const NAME: &'static str = "draw_shape";
    const TITLE: &'static str = "Draw a shape";
    const DESCRIPTION: &'static str = "Draw a circle, polygon, line or reachable area that the human sees. A reachable \
        area is where one can really walk to from center in so many minutes, by the city's paths. Answers with \
        drawing_id and area_m2, or length_m of a line. What has an inside, the human's too, can then be searched: pass \
        its id as within to find_features or select_features.";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        input.check()?;
        let label = input.label.as_deref().map(checked_label).transpose()?.flatten();
        drop(map.city().await?);
        let kind = input.geometry(map).await?;
        let drawing = Drawing::new(map.session().ids().drawing(), map.by(), label, kind);
        let mut answer = Map::new();
        answer.insert("drawing_id".into(), json!(drawing.id().to_string()));
        insert_measure(&mut answer, drawing.measure(), false);
        Ok(Plan::edit(Edit::AddDrawing(drawing)).answering(answer))
    }
}
