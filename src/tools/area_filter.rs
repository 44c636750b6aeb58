//! The argument `area`: a part of the map named outright, without a drawing.

use super::ToolError;
use super::args::PlaceRef;
use super::reader::Reader;
use super::schema::{check_value, schema};
use crate::city::Inside;
use crate::spatial::{Polygon, Position, Shape};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Metres round a place that has no outline, as with `near`.
const DEFAULT_RADIUS_M: f64 = 800.0;

/// A part of the map: one of place, bbox, or a centre with a radius.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Area {
    /// A name or id: an area's outline, 800 m round a point.
    place: Option<String>,
    /// [west, south, east, north]; west over east crosses the antimeridian.
    bbox: Option<[f64; 4]>,
    /// Centre.
    lat: Option<f64>,
    /// Centre.
    lon: Option<f64>,
    /// Same as lon.
    lng: Option<f64>,
    /// Round the centre.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 20000))]
    radius_km: Option<f64>,
}

/// An [`Area`] whose form is told in a few words; it is checked when it is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct BriefArea(Map<String, Value>);

impl JsonSchema for BriefArea {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Area".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": { "place": { "type": "string", "description": "Name" } },
            "additionalProperties": true,
        })
    }
}

impl BriefArea {
    /// The area, once its form has been checked as [`Area`]'s own would be.
    pub fn read(self) -> Result<Area, ToolError> {
        static FORM: LazyLock<Value> = LazyLock::new(|| schema::<Area>("area"));
        let mut value = Value::Object(self.0);
        check_value("area", &FORM, &mut value)?;
        serde_json::from_value(value).map_err(|_| ToolError::Internal)
    }
}

impl Area {
    /// The ground that it names.
    pub async fn ground(&self, map: Reader<'_>) -> Result<Inside, ToolError> {
        match self.form()? {
            Form::Place(place) => place_ground(map, place).await,
            Form::Box([west, south, east, north]) => {
                map.check_swapped("area.bbox (its south-west corner)", Position::new(west, south)).await?;
                map.check_swapped("area.bbox (its north-east corner)", Position::new(east, north)).await?;
                if south > north {
                    return refuse(format!(
                        "area.bbox is [west, south, east, north]; you gave south {south} above north {north}."
                    ));
                }
                Ok(Inside::Area(rectangle(west, south, east, north)))
            }
            Form::Circle { center, radius_km } => {
                map.check_swapped("area", center).await?;
                Ok(Inside::Circle { center, radius_m: radius_km * 1000.0 })
            }
        }
    }

    /// Which of the three it is; refused when it is none, half of one, or several.
    fn form(&self) -> Result<Form<'_>, ToolError> {
        let round = [("lat", self.lat), ("lon", self.lon.or(self.lng)), ("radius_km", self.radius_km)];
        let has_round = round.iter().any(|(_, value)| value.is_some());
        match (&self.place, self.bbox, has_round) {
            (Some(place), None, false) => return Ok(Form::Place(place)),
            (None, Some(bbox), false) => return Ok(Form::Box(bbox)),
            (None, None, true) => {}
            (place, bbox, _) => {
                let given = [("place", place.is_some()), ("bbox", bbox.is_some()), ("a centre or radius", has_round)];
                let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
                let given = if given.is_empty() { "none of them".into() } else { given.join(" and ") };
                return refuse(format!(
                    "area takes one of three forms: place, bbox, or lat, lon and radius_km; you gave {given}."
                ));
            }
        }
        if self.lon.is_some() && self.lng.is_some() {
            return refuse("area takes lon or lng, which mean the same; you gave both.".into());
        }
        let [(_, Some(lat)), (_, Some(lng)), (_, Some(radius_km))] = round else {
            let lacks: Vec<_> = round.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name).collect();
            let lacks = lacks.join(" and ");
            return refuse(format!("area needs lat, lon and radius_km together; {lacks} was left out."));
        };
        Ok(Form::Circle { center: Position::new(lng, lat), radius_km })
    }
}

enum Form<'a> {
    Place(&'a str),
    Box([f64; 4]),
    Circle { center: Position, radius_km: f64 },
}

fn refuse<T>(sentence: String) -> Result<T, ToolError> {
    Err(ToolError::InvalidArgument(sentence))
}

/// The outline of the place, or what is a walk away from one that has none.
async fn place_ground(map: Reader<'_>, place: &str) -> Result<Inside, ToolError> {
    let place = map.place("area.place", &PlaceRef::Text(place.to_owned())).await?;
    let city = map.loaded_city()?;
    let outline = place.key.and_then(|key| city.features.get(key).shape().cloned());
    Ok(outline.map_or(Inside::Circle { center: place.position, radius_m: DEFAULT_RADIUS_M }, Inside::Area))
}

/// The rectangle, in two parts when it crosses the antimeridian.
fn rectangle(west: f64, south: f64, east: f64, north: f64) -> Shape {
    let part = |west, east| {
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        Polygon { outer: corners.map(|(lng, lat)| Position::new(lng, lat)).to_vec(), holes: vec![] }
    };
    let polygons = if west > east { vec![part(west, 180.0), part(-180.0, east)] } else { vec![part(west, east)] };
    Shape { polygons }
}
