use super::context::{Reader, coordinate};
use super::{Query, ToolError};
use crate::city::Category;
use crate::city::features::Feature;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// `get_place_details`: everything recorded of one place.
pub struct GetPlaceDetails;

/// Which place.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// A feature id, exactly as an earlier answer gave it.
    #[schemars(length(min = 1, max = 200))]
    id: String,
}

impl Query for GetPlaceDetails {
    const NAME: &'static str = "get_place_details";
    const TITLE: &'static str = "Read everything about a place";
    const DESCRIPTION: &'static str = "All that is recorded of one place: coordinate, every category, address, and each \
        OpenStreetMap tag kept, such as opening_hours, phone, website, cuisine, wheelchair, stars, fee. A field that is \
        absent was never recorded, which says nothing about the place itself. wheelchair is what a mapper entered: pass \
        it on as that. The category of the id is loaded when need be.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let place = map.by_id("id", &input.id).await?;
        let city = map.loaded_city()?;
        let key = place.key.ok_or(ToolError::Internal)?;
        Ok(details(city.features.get(key)))
    }
}

fn details(feature: Feature<'_>) -> Map<String, Value> {
    let mut details = super::context::identity(feature);
    let categories = feature.categories().iter().map(Category::name).collect::<Vec<_>>();
    details.insert("categories".into(), json!(categories));
    details.insert("coordinate".into(), coordinate(feature.position()));
    if let Some(address) = feature.address() {
        details.insert("address".into(), json!(address));
    }
    for (name, value) in feature.tags() {
        details.entry(name).or_insert_with(|| json!(value));
    }
    details
}
