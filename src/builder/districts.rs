use super::draft::{Draft, Origin};
use crate::city::Category;
use crate::spatial::{BBox, Polygon, Position, Shape, fold};
use rustc_hash::FxHashSet;

/// Share of an area within which half counts as half: the ellipsoid sees the two sides of a cut a little differently.
const HALF_TOLERANCE: f64 = 1e-6;

/// Whether less than half of the area lies inside the rectangle.
pub(super) fn cut(shape: &Shape, bbox: &BBox) -> bool {
    let around = shape.bbox();
    let corners = [Position::new(around.west, around.south), Position::new(around.east, around.north)];
    if corners.into_iter().all(|corner| bbox.contains(corner)) {
        return false;
    }
    let clip = |ring: &Vec<Position>| clip(ring.clone(), bbox);
    let polygons = shape
        .polygons
        .iter()
        .map(|polygon| Polygon { outer: clip(&polygon.outer), holes: polygon.holes.iter().map(clip).collect() });
    let inside = Shape { polygons: polygons.collect() };
    inside.area_m2() * 2.0 < shape.area_m2() * (1.0 - HALF_TOLERANCE)
}

/// The part of a ring inside the rectangle (Sutherland and Hodgman). Parts may be joined by edges along the border of
/// the rectangle, which enclose nothing.
fn clip(ring: Vec<Position>, bbox: &BBox) -> Vec<Position> {
    let ring = clip_side(ring, |p| p.lng - bbox.west);
    let ring = clip_side(ring, |p| bbox.east - p.lng);
    let ring = clip_side(ring, |p| p.lat - bbox.south);
    clip_side(ring, |p| bbox.north - p.lat)
}

/// The part of a ring where `inside` is not negative.
fn clip_side(ring: Vec<Position>, inside: impl Fn(Position) -> f64) -> Vec<Position> {
    let mut kept = Vec::with_capacity(ring.len() + 4);
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let (from, to) = (inside(*a), inside(*b));
        if from >= 0.0 {
            kept.push(*a);
        }
        if (from >= 0.0) != (to >= 0.0) {
            let t = from / (from - to);
            kept.push(Position::new(a.lng + t * (b.lng - a.lng), a.lat + t * (b.lat - a.lat)));
        }
    }
    kept
}

/// Gives every district its id `district:<slug>`. On a clash the lowest relation keeps the plain slug, the next gets
/// `-2`, and so on.
pub(super) fn name_districts(drafts: &mut [Draft]) {
    let mut districts: Vec<_> = drafts.iter_mut().filter(|draft| draft.categories.has(Category::District)).collect();
    districts.sort_by_key(|draft| draft.origin);
    let mut slugs: Vec<String> = districts.iter().map(|draft| slug(draft)).collect();
    let plain: FxHashSet<String> = slugs.iter().cloned().collect();
    let mut taken = FxHashSet::default();
    for slug in &mut slugs {
        let numbered = (2u32..).map(|number| format!("{slug}-{number}"));
        let free = |candidate: &String| !taken.contains(candidate) && !plain.contains(candidate);
        let unique = if taken.contains(slug.as_str()) { numbered.into_iter().find(free) } else { None };
        if let Some(unique) = unique {
            *slug = unique;
        }
        taken.insert(slug.clone());
    }
    for (draft, slug) in districts.into_iter().zip(slugs) {
        draft.id = format!("district:{slug}");
    }
}

/// The folded English name, else the local one, its words joined by hyphens; the relation's number when there is no
/// ASCII letter in it.
fn slug(draft: &Draft) -> String {
    let name = draft.name_en.as_deref().or(draft.name.as_deref()).unwrap_or_default();
    let folded = fold(name);
    match draft.origin {
        Origin::Relation(number) if !folded.contains(|c: char| c.is_ascii_lowercase()) => number.to_string(),
        _ => folded.replace(' ', "-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_district_counts_from_half_of_its_area_inside_on() {
        let ring_of =
            |points: [(f64, f64); 4]| points.map(|(x, y)| Position::new(x / 100.0, 35.0 + y / 100.0)).to_vec();
        let ring = ring_of([(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (0.0, 1.0)]);
        let hole = ring_of([(3.0, 0.2), (3.8, 0.2), (3.8, 0.8), (3.0, 0.8)]);
        let whole = Shape { polygons: vec![Polygon { outer: ring.clone(), holes: Vec::new() }] };
        let holed = Shape { polygons: vec![Polygon { outer: ring, holes: vec![hole] }] };
        let until = |east: f64| BBox { west: -1.0, south: 34.0, east: east / 100.0, north: 36.0 };
        assert_eq!([1.99, 2.0, 5.0].map(|east| cut(&whole, &until(east))), [true, false, false]);
        assert_eq!([1.7, 1.9].map(|east| cut(&holed, &until(east))), [true, false]);
        assert!(cut(&whole, &BBox { west: 9.0, south: 9.0, east: 10.0, north: 10.0 }));
    }
}
