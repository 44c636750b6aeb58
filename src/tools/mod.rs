//! The catalog: one file per tool, each a typed input, a description and its code. What only reads is a [`Query`]; what
//! acts is an [`Action`], which plans an edit and leaves the making of it to the catalog.

mod args;
mod catalog;
mod context;
mod error;
mod find_features;
#[cfg(test)]
mod fixture;
mod get_map_state;
mod get_place_details;
mod list_features_in_view;
mod listing;
mod schema;
mod set_map_view;
mod state;
#[cfg(test)]
mod tests;

pub use catalog::{Definition, call, catalog};
pub use context::{Context, Place, Reader};
pub use error::ToolError;

use crate::domain::Edit;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A tool that answers from the map and cannot change it.
pub trait Query {
    /// The name it is called by.
    const NAME: &'static str;
    /// A few words for a human.
    const TITLE: &'static str;
    /// What it does and answers, for an agent.
    const DESCRIPTION: &'static str;
    /// Its arguments.
    type Input: DeserializeOwned + JsonSchema;

    /// The answer.
    #[allow(async_fn_in_trait, reason = "the core is single-threaded")]
    async fn answer(input: Self::Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError>;
}

/// A tool that changes the map.
pub trait Action {
    /// The name it is called by.
    const NAME: &'static str;
    /// A few words for a human.
    const TITLE: &'static str;
    /// What it does and answers, for an agent.
    const DESCRIPTION: &'static str;
    /// Whether the new state is the answer itself rather than under `state`.
    const STATE_IS_FLAT: bool = false;
    /// Its arguments.
    type Input: DeserializeOwned + JsonSchema;

    /// What is to be done; nothing is done yet.
    #[allow(async_fn_in_trait, reason = "the core is single-threaded")]
    async fn plan(input: Self::Input, map: Reader<'_>) -> Result<Plan, ToolError>;
}

/// What an action is about to do.
pub struct Plan {
    edit: Edit,
    answer: Map<String, Value>,
}

impl Plan {
    /// One edit, and nothing to answer but the new state.
    pub fn edit(edit: Edit) -> Self {
        Self { edit, answer: Map::new() }
    }
}
