//! Which loaded features fit a filter, nearest first.

use super::CategorySet;
use super::features::{Feature, FeatureKey, Features};
use crate::spatial::{BBox, Inverse, Position, fold, inverse};
use memchr::memmem::Finder;

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region {
    /// Everywhere.
    City,
    /// Features whose position is at most this many metres from the origin.
    Radius(f64),
    /// Features whose rectangle overlaps this one.
    Bounds(BBox),
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct Filter<'a> {
    /// Text that one of a feature's fields must hold, folded; `None` for any.
    pub query: Option<&'a str>,
    /// Kinds, one of which a feature must be; `None` for any.
    pub categories: Option<CategorySet>,
    /// Where.
    pub region: Region,
    /// Where distances are measured from.
    pub origin: Position,
}

/// A feature that fits, and the geodesic to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The feature.
    pub key: FeatureKey,
    /// Distance and bearing from the origin.
    pub line: Inverse,
}

/// Every feature that fits, nearest first, at equal distance by id.
pub fn search(features: &Features, filter: &Filter<'_>) -> Vec<Hit> {
    let finder = filter.query.map(|query| Finder::new(query.as_bytes()));
    let fits = |feature: &Feature<'_>| {
        filter.categories.is_none_or(|asked| feature.categories().meets(asked))
            && finder.as_ref().is_none_or(|finder| feature.matches(finder))
    };
    let hit = |feature: Feature<'_>| Hit { key: feature.key(), line: inverse(filter.origin, feature.position()) };
    let mut hits: Vec<Hit> = match filter.region {
        Region::City => features.iter().filter(fits).map(hit).collect(),
        Region::Bounds(bounds) => features.overlapping(bounds).filter(fits).map(hit).collect(),
        Region::Radius(radius_m) => {
            let boxes = BBox::within_radius(filter.origin, radius_m);
            let near = boxes.flat_map(|bbox| features.overlapping(bbox)).filter(fits).map(hit);
            near.filter(|hit| hit.line.distance_m <= radius_m).collect()
        }
    };
    let by_id = |a: &Hit, b: &Hit| features.get(a.key).id().cmp(features.get(b.key).id());
    hits.sort_unstable_by(|a, b| a.line.distance_m.total_cmp(&b.line.distance_m).then_with(|| by_id(a, b)));
    // An area may reach into both rectangles of a radius across the antimeridian.
    hits.dedup_by_key(|hit| hit.key);
    hits
}

/// The text folded for [`Filter::query`]; `None` when nothing is left to look for.
pub fn fold_query(text: &str) -> Option<String> {
    Some(fold(text)).filter(|folded| !folded.is_empty())
}
