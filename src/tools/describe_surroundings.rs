use super::areas::Kinds;
use super::args::{Kind, PlaceRef};
use super::districts::district_row;
use super::listing::{Seen, facing, groups, origin};
use super::reader::{Place, Reader};
use super::{Query, ToolError};
use crate::city::{Filter, Nearest, Region, nearest};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// How far to look when nothing is said, in metres.
const DEFAULT_RADIUS_M: f64 = 500.0;
/// At most this many features are described.
const MAX_FEATURES: u32 = 30;

/// `describe_surroundings`: what is around a point, by direction.
pub struct DescribeSurroundings;

/// Where and how far to look.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Where to stand: {lng, lat}, a feature id or a place's name. Left out: the view's centre.
    from: Option<PlaceRef>,
    /// Radius in metres. Default 500.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 10000))]
    radius_m: Option<f64>,
    /// Kinds to describe, fetched when need be. Left out: all that are loaded. district is ignored here.
    #[schemars(length(min = 1))]
    categories: Option<Vec<Kind>>,
    /// Which way they face, as in find_features.
    #[schemars(range(min = 0, max = 360))]
    heading_deg: Option<f64>,
    /// How wide they see, as in find_features.
    #[schemars(range(min = 1, max = 360))]
    fov_deg: Option<f64>,
}

impl Query for DescribeSurroundings {
    const NAME: &'static str = "describe_surroundings";
    const TITLE: &'static str = "Describe what is around";
    const DESCRIPTION: &'static str = "What someone standing at a place has around them: the district, and the nearest \
        features in groups by compass direction, at most 30, each with a direction_phrase to read out; with heading_deg \
        grouped and phrased from where they look. district has boundary_m when the place lies outside it, \
        at most 300 m away. A group without direction is the place itself. When total is above returned, \
        take a smaller radius or name categories.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let facing = facing(input.heading_deg, input.fov_deg)?;
        let place = match &input.from {
            Some(from) => map.place("from", from).await?,
            None => {
                drop(map.city().await?);
                Place { position: map.session().camera().center, key: None }
            }
        };
        let kinds = Kinds::load(map, input.categories.as_ref()).await?;
        let city = map.loaded_city()?;
        let filter = Filter {
            query: None,
            categories: Some(kinds.of(&city)),
            region: Region::Radius(input.radius_m.unwrap_or(DEFAULT_RADIUS_M)),
            inside: None,
            origin: place.position,
        };
        let most = if facing.is_some() { usize::MAX } else { MAX_FEATURES as usize };
        let Nearest { total, hits } = nearest(&city.features, &filter, most);
        let seen = Seen::of(total, hits, facing, map.language());
        let mut answer = Map::new();
        answer.insert("from".into(), origin(&city.features, &place));
        if let Some(district) = district_row(&city, place.position) {
            answer.insert("district".into(), district);
        }
        seen.count(&mut answer, seen.total.min(MAX_FEATURES as usize));
        answer.insert("groups".into(), Value::Array(groups(&city.features, &seen, MAX_FEATURES)));
        kinds.tell(&city, &mut answer);
        Ok(answer)
    }
}
