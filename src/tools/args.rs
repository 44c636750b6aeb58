//! Arguments that several tools share.

use crate::city::Category;
use crate::spatial::Position;
use schemars::JsonSchema;
use serde::Deserialize;

/// A coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LngLat {
    /// Degrees east.
    #[schemars(range(min = -180, max = 180))]
    pub lng: f64,
    /// Degrees north.
    #[schemars(range(min = -90, max = 90))]
    pub lat: f64,
}

impl From<LngLat> for Position {
    fn from(LngLat { lng, lat }: LngLat) -> Self {
        Self::new(lng, lat)
    }
}

/// A coordinate, a feature's id or a place's name.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PlaceRef {
    /// A place's name or a feature id.
    Text(#[schemars(length(min = 1, max = 200))] String),
    /// A coordinate.
    Coordinate(LngLat),
}

/// The schema of a [`PlaceRef`] in as few words as can be, for tools beside the first fifteen; ranges
/// are checked when the place is looked up.
pub fn brief_place_ref(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "anyOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": {
                    "lng": { "type": "number", "description": "East" },
                    "lat": { "type": "number", "description": "North" },
                },
                "required": ["lng", "lat"],
            },
        ],
    })
}

/// The name of a kind of places: a category, or a layer that is on the map. Its schema is that of a category; a layer's name
/// is added to it while the layer is there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Kind(pub String);

impl JsonSchema for Kind {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Category::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Category::json_schema(generator)
    }
}
