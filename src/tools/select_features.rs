use super::area_filter::BriefArea;
use super::args::{Kind, PlaceRef};
use super::reader::{Reader, identity};
use super::search::Search;
use super::{Action, Plan, ToolError};
use crate::city::CategorySet;
use crate::domain::{Edit, Selection};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// A filter may select at most this many places of on-demand categories.
const MAX_ON_DEMAND: usize = 500;
/// The answer lists at most this many of the selected.
const MAX_LISTED: usize = 20;

/// `select_features`: highlight places.
pub struct SelectFeatures;

/// Which: ids, or a filter.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Feature ids to select; [] clears the selection. Not with a filter.
    #[schemars(length(max = 100), inner(length(min = 1, max = 200)))]
    ids: Option<Vec<String>>,
    /// Text to match, as in find_features.
    #[schemars(length(min = 1, max = 200))]
    query: Option<String>,
    /// Kinds to match, as in find_features.
    #[schemars(length(min = 1))]
    categories: Option<Vec<Kind>>,
    /// Where to measure from, as in find_features.
    near: Option<PlaceRef>,
    /// Metres round near, as in find_features.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// A drawing to look inside, as in find_features.
    #[schemars(length(min = 1, max = 200))]
    within: Option<String>,
    /// A part of the map to look inside, in the forms that find_features lists.
    area: Option<BriefArea>,
    /// Only what is open then, as in find_features.
    #[schemars(length(max = 40))]
    open_at: Option<String>,
    /// false adds to what is selected. Default true.
    replace: Option<bool>,
}

/// What the ids or the filter stand for.
#[derive(Default)]
struct Chosen {
    ids: Vec<String>,
    unknown: Vec<String>,
    pending: Vec<String>,
    open: Map<String, Value>,
}

impl Action for SelectFeatures {
    const NAME: &'static str = "select_features";
    const TITLE: &'static str = "Highlight places";
    const DESCRIPTION: &'static str = "Highlight places so that the human sees which ones you mean. Pass ids, or the \
        filter of find_features, of which every match is selected, however many; more than 500 matches in on-demand \
        categories are refused with their number in matched, so narrow the filter. selected lists the first 20, \
        state.selection.count is the true number. unknown_ids are not in this city; pending_ids are selected but still \
        loading from an opened link.";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        let area = input.area.map(BriefArea::read).transpose()?;
        let filter = Search {
            query: input.query.as_deref(),
            categories: input.categories.as_ref(),
            near: input.near.as_ref(),
            radius_m: input.radius_m,
            within: input.within.as_deref(),
            area: area.as_ref(),
            open_at: input.open_at.as_deref(),
        };
        let refuse = |sentence: &str| Err(ToolError::InvalidArgument(sentence.into()));
        let chosen = match (&input.ids, filter.is_empty()) {
            (Some(_), false) => {
                return refuse("ids and a filter exclude each other: pass ids alone, or the filter without ids.");
            }
            (None, true) => {
                return refuse(
                    "Nothing to select: pass ids, or at least one of query, categories, near, radius_m, within, area, \
                     open_at.",
                );
            }
            (Some(ids), true) => by_ids(map, ids).await?,
            (None, false) => by_filter(map, filter).await?,
        };
        drop(map.city().await?);
        let replace = input.replace.unwrap_or(true);
        let selection = if replace {
            Selection::replaced(chosen.ids, map.by())
        } else {
            map.session().selection().added(chosen.ids, map.by())
        };
        let mut answer = Map::new();
        answer.insert("selected".into(), selected(map, &selection)?);
        for (name, ids) in [("unknown_ids", chosen.unknown), ("pending_ids", chosen.pending)] {
            if !ids.is_empty() {
                answer.insert(name.into(), json!(ids));
            }
        }
        answer.extend(chosen.open);
        Ok(Plan::edit(Edit::Select(selection)).answering(answer))
    }
}

async fn by_filter(map: Reader<'_>, filter: Search<'_>) -> Result<Chosen, ToolError> {
    let found = filter.run(map, usize::MAX).await?;
    let city = map.loaded_city()?;
    let features = found.hits.iter().map(|hit| city.features.get(hit.key));
    if features.clone().filter(|feature| feature.is_of_layer() || !feature.category().is_base()).count() > MAX_ON_DEMAND
    {
        return Err(ToolError::TooMany { matched: found.hits.len(), most: MAX_ON_DEMAND });
    }
    let mut open = Map::new();
    if let Some(asked) = &found.open {
        asked.tell(&city.features, &mut open);
    }
    Ok(Chosen { ids: features.map(|feature| feature.id().to_owned()).collect(), open, ..Chosen::default() })
}

async fn by_ids(map: Reader<'_>, ids: &[String]) -> Result<Chosen, ToolError> {
    let mut chosen = Chosen::default();
    let mut seen = HashSet::new();
    for id in ids.iter().filter(|id| seen.insert(id.as_str())) {
        if is_pending(map, id).await? {
            chosen.pending.push(id.clone());
            chosen.ids.push(id.clone());
        } else if map.known_id(id).await?.is_some() {
            chosen.ids.push(id.clone());
        } else {
            chosen.unknown.push(id.clone());
        }
    }
    Ok(chosen)
}

/// Whether the feature is on its way with an opened link, so that nobody need wait for it.
async fn is_pending(map: Reader<'_>, id: &str) -> Result<bool, ToolError> {
    let waits = map.context().link_pending();
    if waits == CategorySet::NONE || map.city().await?.features.by_id(id).is_some() {
        return Ok(false);
    }
    Ok(map.indexed(id).await?.meets(waits))
}

/// The first of the selected that are loaded.
fn selected(map: Reader<'_>, selection: &Selection) -> Result<Value, ToolError> {
    let city = map.loaded_city()?;
    let loaded = selection.ids().filter_map(|id| city.features.by_id(id));
    Ok(loaded.take(MAX_LISTED).map(|feature| Value::Object(identity(feature))).collect())
}
