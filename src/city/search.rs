//! Which loaded features fit a filter, nearest first.

use super::CategorySet;
use super::features::{Feature, FeatureKey, Features};
use crate::spatial::{BBox, Inverse, Position, Shape, distance_m, fold, inverse};
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

/// A part of the ground that a feature must reach into. A point does when it is there, an area when any part of it is;
/// edges count.
#[derive(Clone, Debug, PartialEq)]
pub enum Inside {
    /// All within a geodesic distance of a centre.
    Circle {
        /// The centre.
        center: Position,
        /// The distance in metres.
        radius_m: f64,
    },
    /// An area.
    Area(Shape),
}

impl Inside {
    fn holds(&self, feature: Feature<'_>) -> bool {
        match (self, feature.shape()) {
            (Self::Circle { center, radius_m }, None) => distance_m(*center, feature.position()) <= *radius_m,
            (Self::Circle { center, radius_m }, Some(shape)) => shape.distance_m(*center) <= *radius_m,
            (Self::Area(area), None) => area.contains(feature.position()),
            (Self::Area(area), Some(shape)) => area.intersects(shape),
        }
    }

    /// Rectangles that together hold all of it.
    fn boxes(&self) -> Vec<BBox> {
        match self {
            Self::Circle { center, radius_m } => BBox::within_radius(*center, *radius_m).collect(),
            Self::Area(shape) => vec![shape.bbox()],
        }
    }
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
    /// What it must also reach into.
    pub inside: Option<&'a Inside>,
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
    let is_asked = |feature: &Feature<'_>| {
        filter.categories.is_none_or(|asked| feature.categories().meets(asked))
            && finder.as_ref().is_none_or(|finder| feature.matches(finder))
    };
    let hit = |feature: Feature<'_>| {
        let hit = Hit { key: feature.key(), line: inverse(filter.origin, feature.position()) };
        let near = !matches!(filter.region, Region::Radius(radius_m) if hit.line.distance_m > radius_m);
        (near && filter.inside.is_none_or(|inside| inside.holds(feature))).then_some(hit)
    };
    let boxes = match (filter.region, filter.inside) {
        (Region::City, None) => None,
        (Region::City, Some(inside)) => Some(inside.boxes()),
        (Region::Bounds(bounds), _) => Some(vec![bounds]),
        (Region::Radius(radius_m), _) => Some(BBox::within_radius(filter.origin, radius_m).collect()),
    };
    let mut hits: Vec<Hit> = match boxes {
        None => features.iter().filter(is_asked).filter_map(hit).collect(),
        Some(boxes) => {
            let near = boxes.into_iter().flat_map(|bbox| features.overlapping(bbox));
            near.filter(is_asked).filter_map(hit).collect()
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

/// What fits a filter: how many features, and the nearest of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearest {
    /// How many features fit.
    pub total: usize,
    /// The nearest, at equal distance by id.
    pub hits: Vec<Hit>,
}

/// How many features fit, and the nearest `most` of them.
pub fn nearest(features: &Features, filter: &Filter<'_>, most: usize) -> Nearest {
    let mut hits = search(features, filter);
    let total = hits.len();
    hits.truncate(most);
    Nearest { total, hits }
}
