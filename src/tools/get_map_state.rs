use super::reader::Reader;
use super::state::state;
use super::{Query, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// `get_map_state`: what the map shows, in words and numbers.
pub struct GetMapState;

/// It takes no arguments.
#[derive(Deserialize, JsonSchema)]
pub struct Input {}

impl Query for GetMapState {
    const NAME: &'static str = "get_map_state";
    const TITLE: &'static str = "Read the map's state";
    const DESCRIPTION: &'static str = "What the map shows now, instead of a screenshot: the camera (center, zoom, \
        bearing, pitch), bounds (the ground no panel covers, which is also what list_features_in_view searches), how \
        many features are loaded, the selection, the newest drawings and notes with whose they are, the city and the \
        date of its data. Counts are exact, lists are cut to the newest. tier2 says which on-demand categories are \
        loaded. changed_by_user is true when the human has changed something since you last read the state.";

    type Input = Input;

    async fn answer(_: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        drop(map.city().await?);
        state(map)
    }
}
