//! The catalog: one file per tool, each a typed input, a description and its code. What only reads is a [`Query`]; what
//! acts is an [`Action`], which plans an edit and leaves the making of it to the catalog.

mod annotate;
mod area_filter;
mod areas;
mod args;
mod catalog;
mod compare_areas;
mod context;
mod describe_surroundings;
mod districts;
mod draw_shape;
mod error;
mod find_features;
#[cfg(test)]
mod fixture;
mod get_map_state;
mod get_place_details;
mod get_share_link;
mod history;
mod interceptor;
mod layers;
mod list_features_in_view;
mod list_marks;
mod listing;
mod marks;
mod measure;
mod no_route;
mod opening;
mod plan_route;
mod reachable;
mod reader;
mod remove_from_map;
mod resolve_names;
mod schema;
mod search;
mod select_features;
mod set_city;
mod set_map_view;
#[cfg(feature = "mcp")]
mod show_map;
mod state;
mod statistics;
mod steps;
mod summarize_features;
mod surface;
#[cfg(test)]
mod tests;
mod update_mark;

pub use catalog::{Catalog, ComposeError, Definition, call, call_by, catalog};
pub use context::{Context, OpenedLink};
pub use districts::district_of;
pub use error::ToolError;
pub use interceptor::{Call, Called, Interceptor, Next};
pub use listing::bound;
pub use no_route::NoRoute;
pub use reachable::compute_shapes;
pub use reader::{Place, Reader};
#[cfg(not(target_arch = "wasm32"))]
pub use schema::all_schemas;
pub use surface::Surface;

use crate::domain::Edit;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Something that not every map has. A tool that needs it is left out where it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Service {
    /// More than one city.
    Cities,
    /// The page's address, which links begin with.
    Page,
}

/// A tool that answers from the map and cannot change it.
pub trait Query {
    /// The name it is called by.
    const NAME: &'static str;
    /// A few words for a human.
    const TITLE: &'static str;
    /// What it does and answers, for an agent.
    const DESCRIPTION: &'static str;
    /// What a map must have for it to be offered.
    const NEEDS: &'static [Service] = &[];
    /// Other spellings of arguments that it takes, each with the argument's name.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
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
    /// What a map must have for it to be offered.
    const NEEDS: &'static [Service] = &[];
    /// Whether the new state is the answer itself rather than under `state`.
    const STATE_IS_FLAT: bool = false;
    /// Its arguments.
    type Input: DeserializeOwned + JsonSchema;

    /// What is to be done; nothing is done yet.
    #[allow(async_fn_in_trait, reason = "the core is single-threaded")]
    async fn plan(input: Self::Input, map: Reader<'_>) -> Result<Plan, ToolError>;
}

/// What an action does to the map.
pub(crate) enum Step {
    /// A change of the session.
    Edit(Edit),
    /// Another city, by its id; its base data must be there.
    SetCity(String),
    /// The same, then a change of the session.
    #[cfg(feature = "mcp")]
    EditIn(String, Edit),
    /// The agent's own last change taken back.
    Undo,
    /// And made again.
    Redo,
}

/// What an action is about to do, and what it answers beside the new state.
pub struct Plan {
    step: Step,
    answer: Map<String, Value>,
}

impl Plan {
    /// One edit, and nothing to answer but the new state.
    pub fn edit(edit: Edit) -> Self {
        Self { step: Step::Edit(edit), answer: Map::new() }
    }

    /// The same, answering with these fields too.
    #[must_use]
    pub fn answering(self, answer: Map<String, Value>) -> Self {
        Self { answer, ..self }
    }

    /// The edit, when it is one.
    #[cfg(test)]
    fn drawn(&self) -> Option<&Edit> {
        if let Step::Edit(edit) = &self.step { Some(edit) } else { None }
    }

    fn step(step: Step) -> Self {
        Self { step, answer: Map::new() }
    }
}

/// The parts of arguments that are checked by themselves, by the names that [`schema::schema`] is asked with.
#[cfg(not(target_arch = "wasm32"))]
fn parts() -> [(String, Value); 2] {
    [
        ("area".into(), schema::schema_of::<area_filter::Area>()),
        ("location_bias".into(), schema::schema_of::<resolve_names::Bias>()),
    ]
}

/// The tools of this program, in the order that agents see them.
fn core() -> Vec<Definition> {
    vec![
        Definition::query::<get_map_state::GetMapState>(),
        Definition::action::<set_map_view::SetMapView>(),
        Definition::query::<list_features_in_view::ListFeaturesInView>(),
        Definition::query::<find_features::FindFeatures>(),
        Definition::action::<select_features::SelectFeatures>(),
        Definition::action::<draw_shape::DrawShape>(),
        Definition::action::<plan_route::PlanRoute>(),
        Definition::action::<annotate::Annotate>(),
        Definition::action::<remove_from_map::RemoveFromMap>(),
        Definition::query::<describe_surroundings::DescribeSurroundings>(),
        Definition::query::<compare_areas::CompareAreas>(),
        Definition::query::<measure::Measure>(),
        Definition::query::<get_place_details::GetPlaceDetails>(),
        Definition::query::<get_share_link::GetShareLink>(),
        Definition::action::<history::Undo>(),
        Definition::action::<history::Redo>(),
        Definition::action::<update_mark::UpdateMark>(),
        Definition::query::<list_marks::ListMarks>(),
        Definition::query::<summarize_features::SummarizeFeatures>(),
        Definition::query::<resolve_names::ResolveNames>(),
        Definition::action::<set_city::SetCity>(),
    ]
}

/// The tools of the MCP server: those of this program, and what a client without the map on its screen needs.
///
/// # Errors
/// A name that is used twice.
#[cfg(feature = "mcp")]
pub fn mcp_catalog() -> Result<Catalog, ComposeError> {
    Catalog::compose(core(), vec![Definition::action::<show_map::ShowMap>()], &[])
}
