//! Arguments that several tools share.

use crate::city::{Category, CategorySet};
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

/// The categories named; a set, in category order.
pub fn category_set(categories: Option<&Vec<Category>>) -> Option<CategorySet> {
    categories.map(|list| list.iter().copied().collect())
}
