use super::reader::Reader;
use super::schema::{check_value, schema};
use super::{Query, ToolError};
use crate::city::CategorySet;
use crate::city::gazetteer::{Confidence, Gazetteer, PlaceText, Resolved};
use crate::domain::clipped;
use crate::spatial::{BBox, Position};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// `google.rpc.Code`: the text itself is at fault.
const INVALID_ARGUMENT: u32 = 3;
/// `google.rpc.Code`: no such place.
const NOT_FOUND: u32 = 5;
/// No text is longer, in characters.
const MAX_TEXT: usize = 300;
/// Characters of a text that a failure repeats.
const MAX_TOLD: usize = 60;

/// `resolve_names`: names and addresses to feature ids, many at once.
pub struct ResolveNames;

/// What to resolve, and where it is rather than elsewhere.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// One place each.
    #[schemars(length(min = 1, max = 20))]
    queries: Vec<Text>,
    /// Where to prefer.
    location_bias: Option<BriefBias>,
    /// Country, two letters.
    region_code: Option<String>,
}

/// A name or address.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Text {
    /// Name or address; after a comma, its street or town.
    text: String,
}

/// A bias whose whole form is checked when it is read, so that its schema stays short.
#[derive(Deserialize)]
struct BriefBias(Map<String, Value>);

impl JsonSchema for BriefBias {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bias".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let corners = "low and high, each {latitude, longitude}";
        json_schema!({
            "type": "object",
            "properties": { "viewport": { "type": "object", "description": corners, "additionalProperties": true } },
            "required": ["viewport"],
        })
    }
}

impl BriefBias {
    fn read(self) -> Result<BBox, ToolError> {
        static FORM: LazyLock<Value> = LazyLock::new(|| schema::<Bias>("location_bias"));
        let mut value = Value::Object(self.0);
        check_value("location_bias", &FORM, &mut value)?;
        let bias: Bias = serde_json::from_value(value).map_err(|_| ToolError::Internal)?;
        bias.viewport.bbox()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Bias {
    viewport: Viewport,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Viewport {
    low: LatLng,
    high: LatLng,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LatLng {
    latitude: f64,
    longitude: f64,
}

impl Query for ResolveNames {
    const NAME: &'static str = "resolve_names";
    const TITLE: &'static str = "Find places by name";
    const DESCRIPTION: &'static str = "Turns up to 20 names or addresses into feature ids, the whole city's. results \
        follow queries; an empty one has its reason in failed_requests. No kinds or chains. Not needed before a tool \
        that takes names itself.";
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("locationBias", "location_bias"), ("regionCode", "region_code")];

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let bias = input.location_bias.map(BriefBias::read).transpose()?;
        let is_elsewhere = {
            let city = map.city().await?;
            let asked = input.region_code.as_deref().map(country).transpose()?;
            // A viewport over this city says more than a country's code.
            let is_here = bias.is_some_and(|bias| bias.overlaps(&city.manifest.bbox));
            let country = city.manifest.country.as_deref();
            !is_here && asked.zip(country).is_some_and(|(asked, country)| !asked.eq_ignore_ascii_case(country))
        };
        let texts: Vec<_> = input.queries.iter().map(|query| PlaceText::new(clipped(&query.text, MAX_TEXT))).collect();
        if !is_elsewhere {
            load_where_it_may_be(map, &texts).await?;
        }
        let city = map.loaded_city()?;
        let center = map.session().camera().center;
        let gazetteer = Gazetteer::of(&city);
        let (mut results, mut failed) = (Vec::new(), Map::new());
        for (index, (query, text)) in input.queries.iter().zip(&texts).enumerate() {
            let resolved = match text.refused() {
                Some(refused) => refused,
                None if is_elsewhere => Resolved::Unknown,
                None => gazetteer.resolve(text, bias, center),
            };
            let failure = |code: u32, message: String| json!({ "code": code, "message": message, "details": [] });
            let name = clipped(&query.text, MAX_TOLD);
            let failure = match resolved {
                Resolved::Place(key, confidence) => {
                    let feature = city.features.get(key);
                    let Position { lng, lat } = feature.position().rounded();
                    results.push(json!({
                        "entity": { "place": feature.id() },
                        "name": feature.name().or(feature.address()),
                        "lng": lng,
                        "lat": lat,
                        "confidence": if confidence == Confidence::High { "HIGH" } else { "MEDIUM" },
                    }));
                    continue;
                }
                Resolved::Empty => {
                    failure(INVALID_ARGUMENT, "The text has no letter or number: give a name or an address.".into())
                }
                Resolved::Generic => failure(
                    INVALID_ARGUMENT,
                    format!("{name:?} is a kind of place; find_features with categories lists them."),
                ),
                Resolved::Chain(count) => failure(
                    INVALID_ARGUMENT,
                    format!("{name:?} is a chain with {count} places here; add a street or district after a comma."),
                ),
                Resolved::Unknown if is_elsewhere => {
                    let here = city.manifest.country.as_deref().unwrap_or_default();
                    failure(NOT_FOUND, format!("This map is of {} ({here}), not of that region.", city.manifest.name))
                }
                Resolved::Unknown => failure(
                    NOT_FOUND,
                    format!(
                        "Nothing here has the name or address {name:?}; find_features with query finds parts of names."
                    ),
                ),
            };
            results.push(json!({}));
            failed.insert(index.to_string(), failure);
        }
        let mut answer = Map::new();
        answer.insert("results".into(), Value::Array(results));
        answer.insert("failed_requests".into(), Value::Object(failed));
        Ok(answer)
    }
}

/// Loads every category that may hold one of the places.
async fn load_where_it_may_be(map: Reader<'_>, texts: &[PlaceText]) -> Result<(), ToolError> {
    map.text().await?;
    let wanted = {
        let city = map.loaded_city()?;
        let unloaded: CategorySet = city.unloaded().map(|(category, _)| category).collect();
        let asked: Vec<_> = texts.iter().filter(|text| text.refused().is_none()).collect();
        let may_be = |fields: &str| asked.iter().any(|text| text.may_be(fields));
        city.text.as_ref().map(|index| index.categories_where(unloaded, may_be)).unwrap_or_default()
    };
    map.load(Some(wanted)).await
}

impl Viewport {
    fn bbox(&self) -> Result<BBox, ToolError> {
        let corner = |name: &str, LatLng { latitude, longitude }: LatLng| {
            let position = Position::new(longitude, latitude);
            position.is_valid().then_some(position).ok_or_else(|| {
                ToolError::InvalidArgument(format!(
                    "location_bias.viewport.{name} has latitude {latitude} and longitude {longitude}; latitude must be \
                     -90 to 90, longitude -180 to 180."
                ))
            })
        };
        let (low, high) = (corner("low", self.low)?, corner("high", self.high)?);
        if low.lat > high.lat || low.lng > high.lng {
            return Err(ToolError::InvalidArgument(
                "location_bias.viewport.low must be the south-western corner and high the north-eastern.".into(),
            ));
        }
        Ok(BBox { west: low.lng, south: low.lat, east: high.lng, north: high.lat })
    }
}

/// A country's code; refused unless it is two letters.
fn country(code: &str) -> Result<&str, ToolError> {
    let is_code = code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_code.then_some(code).ok_or_else(|| {
        ToolError::InvalidArgument(format!("region_code takes a country's two letters, such as MT; you gave {code:?}."))
    })
}
