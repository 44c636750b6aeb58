use super::area_filter::Area;
use super::args::{Kind, PlaceRef};
use super::listing::{DEFAULT_LIMIT, Seen, answer, facing, origin};
use super::reader::{Reader, whole_metres};
use super::search::Search;
use super::{Query, ToolError};
use crate::city::{Category, CategorySet, City, fold_query};
use memchr::memmem::Finder;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

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
    categories: Option<Vec<Kind>>,
    /// Where to measure from: {lng, lat}, a feature id or a place's name. Left out: the view's centre.
    near: Option<PlaceRef>,
    /// How far to search, in metres. Default 800 with near, unlimited without.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// Id of a drawing with an inside to search in; combines with the rest. An area counts when any part of it
    /// is inside.
    #[schemars(length(min = 1, max = 200))]
    within: Option<String>,
    /// Search inside this instead of near or within, by the rules of within: {place}, {bbox}, or {lat, lon, radius_km}.
    area: Option<Area>,
    /// "now" or a local YYYY-MM-DDTHH:MM: only what is open then; hours_unknown counts those that may be.
    #[schemars(length(max = 40))]
    open_at: Option<String>,
    /// How many features to list, nearest first; total always counts all. Default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// Which way someone at the origin faces: degrees clockwise from true north. Each row then has relative_bearing_deg
    /// and a direction_phrase to say to them. Pass it only when you know it.
    #[schemars(range(min = 0, max = 360))]
    heading_deg: Option<f64>,
    /// With heading_deg: how wide they see, in degrees, half to each side. out_of_view counts the rest.
    #[schemars(range(min = 1, max = 360))]
    fov_deg: Option<f64>,
}

impl Query for FindFeatures {
    const NAME: &'static str = "find_features";
    const TITLE: &'static str = "Search places";
    const DESCRIPTION: &'static str = "Search the whole city, on screen or not, by text, kind, distance and \
        drawn area. Answers with features nearest first, each with id, name, category, whole metres and compass direction from origin, and \
        the true total. Naming an on-demand category (restaurant, pharmacy, …) fetches all of it first. With query, \
        unloaded_matches counts the same text in categories not fetched yet; name one to get its places. With open_at, recorded says of how many matches the hours are mapped at all, \
        which tells none open from none mapped. Ids go to \
        get_place_details and set_map_view.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let facing = facing(input.heading_deg, input.fov_deg)?;
        let search = Search {
            query: input.query.as_deref(),
            categories: input.categories.as_ref(),
            near: input.near.as_ref(),
            radius_m: input.radius_m,
            within: input.within.as_deref(),
            area: input.area.as_ref(),
            open_at: input.open_at.as_deref(),
        };
        // Somebody's field of view takes any number of matches to be filled.
        let most = if facing.is_some() { usize::MAX } else { input.limit.unwrap_or(DEFAULT_LIMIT) as usize };
        let found = search.run(map, most).await?;
        let city = map.loaded_city()?;
        let mut head = Map::new();
        head.insert("origin".into(), origin(&city.features, &found.place));
        if let Some(radius_m) = found.radius_m {
            head.insert("radius_m".into(), whole_metres(radius_m));
        }
        let seen = match found.open {
            Some(open) => Seen::of_open(open, facing, map.language()),
            None => Seen::of(found.total, found.hits, facing, map.language()),
        };
        let mut answer = answer(&city, head, &seen, input.limit, found.categories.is_none());
        if let Some(query) = &found.query {
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
pub(super) fn unloaded_matches(city: &City, query: &str, answer: &mut Map<String, Value>) {
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
