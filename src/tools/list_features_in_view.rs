use super::args::Kind;
use super::find_features::folded;
use super::listing::{Seen, answer, facing, origin};
use super::opening::{OpenAt, When};
use super::reader::{Place, Reader};
use super::{Query, ToolError};
use crate::city::{City, Filter, Hit, Region, search};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// `list_features_in_view`: what is on the screen.
pub struct ListFeaturesInView;

/// What of it to list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Part of a name, English name, brand, cuisine or address, as in find_features.
    #[schemars(length(min = 1, max = 200))]
    query: Option<String>,
    /// Kinds to list, as in find_features.
    #[schemars(length(min = 1))]
    categories: Option<Vec<Kind>>,
    /// Only what is open then, as in find_features.
    #[schemars(length(max = 40))]
    open_at: Option<String>,
    /// How many features to list, nearest to the centre first; total always counts all. Default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// Which way someone at the centre faces, as in find_features.
    #[schemars(range(min = 0, max = 360))]
    heading_deg: Option<f64>,
    /// How wide they see, as in find_features.
    #[schemars(range(min = 1, max = 360))]
    fov_deg: Option<f64>,
}

impl Query for ListFeaturesInView {
    const NAME: &'static str = "list_features_in_view";
    const TITLE: &'static str = "List what is on screen";
    const DESCRIPTION: &'static str = "The features on the visible part of the map, nearest to its centre first, with \
        metres and compass direction from there. An area counts as soon as its bounding box reaches into view. Without \
        categories it covers everything loaded, with category_counts over the whole result and unsearched_categories \
        for what is not loaded.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let facing = facing(input.heading_deg, input.fov_deg)?;
        let query = folded(input.query.as_deref())?;
        let when = input.open_at.as_deref().map(When::read).transpose()?;
        let categories = map.kinds(input.categories.as_ref()).await?;
        map.load(categories).await?;
        let bounds = map.rendered_bounds().await?;
        let center = map.session().camera().center;
        let (region, query) = (Region::Bounds(bounds), query.as_deref());
        let filter = Filter { query, categories, region, inside: None, origin: center };
        let hits = search(&map.loaded_city()?.features, &filter);
        let seen = match when {
            Some(when) => Seen::of_open(OpenAt::of(map, hits, when).await?, facing, map.language()),
            None => Seen::of(hits.len(), hits, facing, map.language()),
        };
        let city = map.loaded_city()?;
        let mut head = Map::new();
        head.insert("origin".into(), origin(&city.features, &Place { position: center, key: None }));
        let mut answer = answer(&city, head, &seen, input.limit, categories.is_none());
        if categories.is_none() {
            answer.insert("category_counts".into(), category_counts(&city, &seen.hits));
        }
        Ok(answer)
    }
}

/// How many of the hits are of each kind, without zeros, in category order, layers after them; one of two kinds counts
/// under both.
fn category_counts(city: &City, hits: &[Hit]) -> Value {
    let mut counts = [0u32; u32::BITS as usize];
    hits.iter().for_each(|hit| city.features.get(hit.key).categories().each_bit(|bit| counts[bit] += 1));
    let counted = city.kind_names(city.loaded()).filter_map(|(name, kind)| {
        let mut count = 0;
        kind.each_bit(|bit| count += counts[bit]);
        (count > 0).then(|| (name.to_owned(), json!(count)))
    });
    counted.collect::<Map<_, _>>().into()
}
