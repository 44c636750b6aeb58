use super::args::{PlaceRef, category_set};
use super::context::{Place, Reader, whole_metres};
use super::listing::{answer, origin};
use super::{Query, ToolError};
use crate::city::{Category, CategorySet, City, Filter, Region, fold_query, search};
use memchr::memmem::Finder;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Metres searched round `near` when no radius is given: a comfortable walk.
const DEFAULT_RADIUS_M: f64 = 800.0;
/// `unloaded_matches` names at most this many categories.
const MAX_UNLOADED: usize = 6;

/// `find_features`: search by text, kind and distance.
pub struct FindFeatures;

/// The search.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Part of a name, English name, brand, cuisine or address; case, accents and punctuation do not matter.
    #[schemars(length(min = 1, max = 200))]
    query: Option<String>,
    /// Kinds to search. The first six are always in memory; each other one is fetched for the whole city when first
    /// named. Left out: everything loaded so far, and unsearched_categories lists the rest.
    #[schemars(length(min = 1))]
    categories: Option<Vec<Category>>,
    /// Where to measure from: {lng, lat}, a feature id or a place's name. Left out: the view's centre.
    near: Option<PlaceRef>,
    /// How far to search, in metres. Default 800 with near, unlimited without.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// How many features to list, nearest first; total always counts all. Default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
}

impl Query for FindFeatures {
    const NAME: &'static str = "find_features";
    const TITLE: &'static str = "Search places";
    const DESCRIPTION: &'static str = "Search the whole city, on screen or not, by text, kind and distance. Answers \
        with features nearest first, each with id, name, category, whole metres and compass direction from origin, and \
        the true total. Naming an on-demand category (restaurant, pharmacy, …) fetches all of it first. With query, \
        unloaded_matches counts the same text in categories not fetched yet; name one to get its places. Ids go to \
        get_place_details and set_map_view.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let query = folded(input.query.as_deref())?;
        let categories = category_set(input.categories.as_ref());
        map.load(categories).await?;
        let place = match &input.near {
            Some(near) => map.place("near", near).await?,
            None => Place { position: map.session().camera().center, key: None },
        };
        if query.is_some() {
            map.text().await?;
        }
        let radius_m = input.radius_m.or(input.near.as_ref().map(|_| DEFAULT_RADIUS_M));
        let city = map.loaded_city()?;
        let region = radius_m.map_or(Region::City, Region::Radius);
        let filter = Filter { query: query.as_deref(), categories, region, origin: place.position };
        let hits = search(&city.features, &filter);
        let mut head = Map::new();
        head.insert("origin".into(), origin(&city.features, &place));
        if let Some(radius_m) = radius_m {
            head.insert("radius_m".into(), whole_metres(radius_m));
        }
        let mut answer = answer(&city, head, &hits, input.limit, categories.is_none());
        if let Some(query) = &query {
            unloaded_matches(&city, query, &mut answer);
        }
        Ok(answer)
    }
}

/// The text to look for, folded; refused when nothing of it is left.
pub(super) fn folded(query: Option<&str>) -> Result<Option<String>, ToolError> {
    let Some(text) = query else { return Ok(None) };
    let folded = fold_query(text).ok_or_else(|| {
        ToolError::InvalidArgument(format!(
            "query {text:?} has no letter or number to look for. Pass part of a name, or leave query out."
        ))
    })?;
    Ok(Some(folded))
}

/// City-wide counts of the text in categories that are not loaded.
fn unloaded_matches(city: &City, query: &str, answer: &mut Map<String, Value>) {
    let Some(text) = &city.text else { return };
    let asked: CategorySet = city.unloaded().map(|(category, _)| category).collect();
    let counts = text.count_matches(&Finder::new(query.as_bytes()), asked);
    if counts.is_empty() {
        return;
    }
    let row = |(category, count): &(Category, u32)| json!({ "category": category.name(), "count": count });
    answer.insert("unloaded_matches".into(), counts.iter().take(MAX_UNLOADED).map(row).collect());
    if counts.len() > MAX_UNLOADED {
        answer.insert("unloaded_matches_omitted".into(), json!(counts.len() - MAX_UNLOADED));
    }
}
