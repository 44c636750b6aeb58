use super::reader::Reader;
use super::{Action, Plan, Service, Step, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;

/// `set_city`: open another city.
pub struct SetCity;

/// Which city.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// A city's id, from cities in the state.
    #[schemars(length(min = 1, max = 40))]
    city: String,
}

impl Action for SetCity {
    const NAME: &'static str = "set_city";
    const TITLE: &'static str = "Open another city";
    const DESCRIPTION: &'static str = "Open another city at its default view. Drawings and notes stay where they are; \
        the selection is cleared. Feature ids and names are those of the open city.";
    const NEEDS: &'static [Service] = &[Service::Cities];

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        // The old city's camera is where undo comes back to.
        drop(map.city().await?);
        let context = map.context();
        let Some(loader) = context.loader_of(&input.city) else {
            let ids: Vec<_> = context.cities().map(|entry| entry.id.as_str()).collect();
            let sentence = format!("There is no city {:?}; city must be one of {}.", input.city, ids.join(", "));
            return Err(ToolError::InvalidArgument(sentence));
        };
        loader.base().await.map_err(|error| ToolError::of_base(&error))?;
        Ok(Plan::step(Step::SetCity(input.city)))
    }
}
