//! Which loaded features fit a filter, nearest first.

use super::CategorySet;
use super::features::{Feature, FeatureKey, Features, File, Loaded, window_of};
use crate::spatial::{BBox, Inverse, Position, PreparedShape, Shape, distance_m, fold, inverse};
use glassmap_index::{Near, Ranked, Window, has_bit, rank};
use memchr::memmem::Finder;
use rustc_hash::FxHashSet;

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

/// A feature that fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The feature.
    pub key: FeatureKey,
    from: Position,
    to: Position,
}

impl Hit {
    /// Distance and bearing from the origin of the search: the geodesic, worked out when it is asked for.
    pub fn line(&self) -> Inverse {
        inverse(self.from, self.to)
    }
}

/// What fits a filter: how many features, and the nearest of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearest {
    /// How many features fit.
    pub total: usize,
    /// The nearest, nearest first, at equal distance by id.
    pub hits: Vec<Hit>,
}

/// Every feature that fits, nearest first, at equal distance by id.
pub fn search(features: &Features, filter: &Filter<'_>) -> Vec<Hit> {
    nearest(features, filter, usize::MAX).hits
}

/// How many features fit, and the nearest `most` of them.
///
/// Distances are worked out on the ellipsoid to a bound ([`Near::error_m`]); geodesics decide only what is closer than
/// that: whether something is just within a radius, and which of two comes first.
pub fn nearest(features: &Features, filter: &Filter<'_>, most: usize) -> Nearest {
    let question = Question::of(filter);
    let (mut ranked, mut candidates, mut total) = (Vec::with_capacity(256), Vec::new(), 0);
    for (number, loaded) in features.numbered_files() {
        let wanted = loaded.wanted(filter.categories);
        if wanted != 0 && !loaded.file.is_empty() {
            total += question.ask(number, loaded, wanted, most, &mut candidates, &mut ranked);
        }
    }
    let hit = |ranked: &Ranked| {
        let key = FeatureKey { file: ranked.of as u16, index: ranked.number };
        Hit { key, from: filter.origin, to: features.get(key).position() }
    };
    let runs = rank(&mut ranked, most);
    let mut hits: Vec<Hit> = ranked.iter().map(hit).collect();
    for (start, end) in runs {
        let line = |hit: &Hit| (distance_m(hit.from, hit.to), *hit);
        let mut run: Vec<_> = hits[start..end].iter().map(line).collect();
        let by_id = |a: &Hit, b: &Hit| features.get(a.key).id().cmp(features.get(b.key).id());
        run.sort_unstable_by(|(a_m, a), (b_m, b)| a_m.total_cmp(b_m).then_with(|| by_id(a, b)));
        hits.splice(start..end, run.into_iter().map(|(_, hit)| hit));
    }
    hits.truncate(most);
    Nearest { total, hits }
}

/// A filter made ready to be asked of every file.
struct Question<'a> {
    filter: &'a Filter<'a>,
    near: Near,
    finder: Option<Finder<'a>>,
    /// What must be looked through; `None` for everywhere.
    boxes: Option<Vec<Window>>,
    ground: Option<Ground<'a>>,
}

/// [`Inside`], made ready.
enum Ground<'a> {
    Circle { near: Near, center: Position, radius_m: f64 },
    Area { shape: &'a Shape, prepared: PreparedShape },
}

impl<'a> Question<'a> {
    fn of(filter: &'a Filter<'a>) -> Self {
        let boxes = match (filter.region, filter.inside) {
            (Region::City, None) => None,
            (Region::City, Some(inside)) => Some(inside.boxes()),
            (Region::Bounds(bounds), _) => Some(vec![bounds]),
            (Region::Radius(radius_m), _) => Some(BBox::within_radius(filter.origin, radius_m).collect()),
        };
        let ground = filter.inside.map(|inside| match inside {
            Inside::Circle { center, radius_m } => {
                Ground::Circle { near: Near::to(center.lng, center.lat), center: *center, radius_m: *radius_m }
            }
            Inside::Area(shape) => Ground::Area { shape, prepared: PreparedShape::new(shape) },
        });
        let boxes = boxes.map(|boxes: Vec<BBox>| boxes.into_iter().map(window_of).collect());
        let finder = filter.query.map(|query| Finder::new(query.as_bytes()));
        Self { filter, near: Near::to(filter.origin.lng, filter.origin.lat), finder, boxes, ground }
    }

    /// Adds the features of a file that fit, with their distances: at least the `most` nearest. How many fit.
    /// `candidates` is room that is used again.
    fn ask(
        &self,
        number: u16,
        loaded: &Loaded,
        wanted: u32,
        most: usize,
        candidates: &mut Vec<u32>,
        found: &mut Vec<Ranked>,
    ) -> usize {
        let (file, of, first) = (&loaded.file, u32::from(number), found.len());
        let texts = match &self.finder {
            None => None,
            Some(finder) => Some(file.words.holding(finder)).filter(|texts| !texts.is_empty()),
        };
        if self.finder.is_some() && texts.is_none() {
            return 0;
        }
        let reaches = file.points.window().is_some_and(|window| self.near.reaches(&window));
        let is_simple = self.boxes.is_none() && texts.is_none() && most < file.len();
        if is_simple && file.points.nearest(&self.near, wanted, most, &loaded.repeated, of, found) {
            return loaded.count(wanted);
        }
        candidates.clear();
        let is_near = |boxes: &[Window]| matches!(boxes, [window] if self.near.reaches(window));
        match (self.filter.region, &self.boxes) {
            (Region::Radius(radius_m), Some(boxes)) => {
                for window in boxes {
                    if self.near.reaches(window) {
                        file.points.around(&self.near, radius_m, window, wanted, of, found);
                    } else {
                        file.points.within(window, wanted, candidates);
                    }
                }
                let far = |index: u32| distance_m(self.filter.origin, file.position(index as usize));
                let sure = radius_m - 2.0 * Near::error_m(radius_m);
                keep(found, first, |ranked| ranked.metres <= sure || far(ranked.number) <= radius_m);
                candidates.retain(|index| far(*index) <= radius_m);
            }
            (_, Some(boxes)) if is_near(boxes) => {
                for window in boxes {
                    file.points.inside(&self.near, window, wanted, of, found);
                    file.reaching(window, wanted, candidates);
                }
            }
            (_, Some(boxes)) => {
                boxes.iter().for_each(|window| file.overlapping(window, wanted, candidates));
                if boxes.len() > 1 {
                    // An area may reach into both rectangles of a radius across the antimeridian.
                    let mut seen = FxHashSet::default();
                    candidates.retain(|index| seen.insert(*index));
                }
            }
            (_, None) => match &texts {
                Some(texts) => {
                    let members = texts.iter().flat_map(|text| file.words.members(*text));
                    candidates.extend(members.filter(|index| file.is_of(**index, wanted)));
                }
                None if reaches => file.points.all(&self.near, wanted, of, found),
                None => file.points.of_kinds(wanted, candidates),
            },
        }
        let holds = |ground: &Ground<'_>, index: u32| ground.holds(loaded.feature(number, index), file, index);
        let says = |texts: &Vec<u32>, index: u32| texts.binary_search(&file.words.numbers()[index as usize]).is_ok();
        let is_new = |index: u32| !has_bit(&loaded.repeated, index);
        let texts = texts.filter(|_| self.boxes.is_some());
        let fits = |index: u32| {
            is_new(index)
                && texts.as_ref().is_none_or(|texts| says(texts, index))
                && self.ground.as_ref().is_none_or(|ground| holds(ground, index))
        };
        if !loaded.repeated.is_empty() || texts.is_some() || self.ground.is_some() {
            keep(found, first, |ranked| fits(ranked.number));
            candidates.retain(|index| fits(*index));
        }
        let metres = |index: u32| {
            let place = file.place(index);
            match reaches || self.near.reaches_place(place) {
                true => self.near.metres(place),
                false => distance_m(self.filter.origin, file.position(index as usize)),
            }
        };
        found.extend(candidates.iter().map(|number| Ranked { metres: metres(*number), number: *number, of }));
        found.len() - first
    }
}

/// Keeps those from `first` on that pass, in any order.
fn keep(found: &mut Vec<Ranked>, first: usize, passes: impl Fn(&Ranked) -> bool) {
    let mut kept = first;
    for at in first..found.len() {
        if passes(&found[at]) {
            found.swap(kept, at);
            kept += 1;
        }
    }
    found.truncate(kept);
}

impl Ground<'_> {
    fn holds(&self, feature: Feature<'_>, file: &File, index: u32) -> bool {
        match (self, feature.shape()) {
            (Self::Circle { near, center, radius_m }, None) => {
                let place = file.place(index);
                if near.reaches_place(place) {
                    let (metres, error_m) = (near.metres(place), 2.0 * Near::error_m(*radius_m));
                    if (metres - radius_m).abs() > error_m {
                        return metres < *radius_m;
                    }
                }
                distance_m(*center, feature.position()) <= *radius_m
            }
            (Self::Circle { center, radius_m, .. }, Some(shape)) => shape.distance_m(*center) <= *radius_m,
            (Self::Area { prepared, .. }, None) => prepared.contains(feature.position()),
            (Self::Area { shape, .. }, Some(other)) => shape.intersects(other),
        }
    }
}

/// The text folded for [`Filter::query`]; `None` when nothing is left to look for.
pub fn fold_query(text: &str) -> Option<String> {
    Some(fold(text)).filter(|folded| !folded.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::Category;
    use crate::city::pack::{FeatureColumns, FeatureRecord};
    use crate::spatial::Polygon;
    use std::rc::Rc;

    /// Places round there, some of them areas, every tenth at the place of the one before; ids count down from `first`, so
    /// that they are in no order on the ground.
    fn records(first: u32, count: u32, middle: Position) -> Vec<FeatureRecord> {
        let mut state = first;
        let mut next = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1u32 << 24) - 0.5
        };
        let mut position = middle;
        let record = |number: u32| {
            if number % 10 != 9 {
                position = Position::new(middle.lng + next() * 0.2, middle.lat + next() * 0.2);
            }
            let Position { lng, lat } = position;
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let outer = corners.map(|(x, y)| Position::new(lng + x * 0.002, lat + y * 0.001)).to_vec();
            let shape = Shape { polygons: vec![Polygon { outer, holes: vec![] }] };
            let kind = [Category::Park, Category::School, Category::Supermarket][number as usize % 3];
            FeatureRecord {
                id: format!("osm:node:{}", first - number),
                position: Some(position),
                categories: CategorySet::NONE.with(kind),
                name: (!number.is_multiple_of(4))
                    .then(|| ["Għar", "Lidl", "Grand Lidl"][number as usize % 3].to_owned()),
                shape: number.is_multiple_of(5).then_some(shape),
                ..FeatureRecord::default()
            }
        };
        (0..count).map(record).collect()
    }

    /// Two files, of which the second has a hundred features of the first again.
    fn features(middle: Position) -> Features {
        let mut features = Features::default();
        for first in [5000, 4000] {
            let bytes = FeatureColumns::encode(records(first, 1100, middle));
            features.add(Rc::new(File::decode(&bytes).expect("it was just written"))).expect("there is room");
        }
        assert_eq!(features.len(), 2100);
        features
    }

    /// What fits by looking at every feature, with geodesics throughout.
    fn plainly(features: &Features, filter: &Filter<'_>) -> Vec<(FeatureKey, Inverse)> {
        let finder = filter.query.map(|query| Finder::new(query.as_bytes()));
        let fits = |feature: &Feature<'_>| {
            let (position, bbox) = (feature.position(), feature.bbox());
            let region = match filter.region {
                Region::City => true,
                Region::Radius(radius_m) => distance_m(filter.origin, position) <= radius_m,
                Region::Bounds(bounds) => bbox.overlaps(&bounds),
            };
            let inside = filter.inside.is_none_or(|inside| match (inside, feature.shape()) {
                (Inside::Circle { center, radius_m }, None) => distance_m(*center, position) <= *radius_m,
                (Inside::Circle { center, radius_m }, Some(shape)) => shape.distance_m(*center) <= *radius_m,
                (Inside::Area(area), None) => area.contains(position),
                (Inside::Area(area), Some(shape)) => area.intersects(shape),
            });
            region
                && inside
                && filter.categories.is_none_or(|asked| feature.categories().meets(asked))
                && finder.as_ref().is_none_or(|finder| feature.matches(finder))
        };
        let mut fitting: Vec<_> = features.iter().filter(fits).collect();
        let far = |feature: &Feature<'_>| distance_m(filter.origin, feature.position());
        fitting.sort_by(|a, b| far(a).total_cmp(&far(b)).then_with(|| a.id().cmp(b.id())));
        fitting.into_iter().map(|feature| (feature.key(), inverse(filter.origin, feature.position()))).collect()
    }

    #[test]
    fn a_search_finds_in_order_what_looking_at_every_feature_finds() {
        // The last lies so far north, and the one before so near the date line, that every distance is a geodesic.
        for (lng, lat) in [(14.5, 35.9), (121.5, -25.0), (179.85, 10.0), (25.0, 79.0)] {
            let middle = Position::new(lng, lat);
            let features = features(middle);
            let corners = [(-0.05, -0.04), (0.06, -0.02), (0.01, 0.01), (-0.02, 0.07)];
            let outer = corners.map(|(x, y)| Position::new(lng + x, lat + y)).to_vec();
            let area = Inside::Area(Shape { polygons: vec![Polygon { outer, holes: vec![] }] });
            let circle = Inside::Circle { center: Position::new(lng - 0.03, lat), radius_m: 3_000.0 };
            let view = BBox { west: lng - 0.04, south: lat - 0.01, east: lng + 0.02, north: lat + 0.03 };
            let exactly = features.iter().map(|feature| distance_m(middle, feature.position())).nth(700);
            let regions = [
                Region::City,
                Region::Radius(4_000.0),
                // A radius that ends just at a place, and one that ends just before it.
                Region::Radius(exactly.expect("there are more")),
                Region::Radius(exactly.expect("there are more").next_down()),
                Region::Bounds(view),
            ];
            for region in regions {
                for inside in [None, Some(&area), Some(&circle)] {
                    for query in [None, Some("lidl"), Some("nothing")] {
                        for categories in [None, Some(CategorySet::NONE.with(Category::Park))] {
                            let filter = Filter { query, categories, region, inside, origin: middle };
                            let expected = plainly(&features, &filter);
                            let found = search(&features, &filter);
                            let keys = |hits: &[Hit]| hits.iter().map(|hit| hit.key).collect::<Vec<_>>();
                            let wanted: Vec<_> = expected.iter().map(|(key, _)| *key).collect();
                            assert_eq!(keys(&found), wanted, "{middle:?} {region:?} {query:?} {inside:?}");
                            assert!(found.iter().zip(&expected).all(|(hit, (_, line))| hit.line() == *line));
                            for most in [1, 20, 3000] {
                                let nearest = nearest(&features, &filter, most);
                                assert_eq!(
                                    nearest.total,
                                    wanted.len(),
                                    "{middle:?} {region:?} {query:?} {categories:?}"
                                );
                                assert_eq!(keys(&nearest.hits), wanted[..most.min(wanted.len())]);
                            }
                        }
                    }
                }
            }
        }
    }
}
