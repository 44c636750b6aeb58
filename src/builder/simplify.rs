use super::rings::{Area, key};
use crate::spatial::{Polygon, Position, Shape, round_to};
use geo::{SimplifyIdx, Validation};

/// How far an outline may move, in metres. With what rounding adds (at most 0.08 m) it stays under the metre that the
/// pack's rules allow.
const TOLERANCE_M: f64 = 0.9;
/// Metres in a degree of latitude where it is longest, so that the tolerance is never exceeded.
const METRES_PER_DEGREE: f64 = 111_694.0;
/// Decimals of stored outlines.
const DECIMALS: i32 = 6;

/// The area's outline with fewer points, none of its edges moved by more than a metre, rounded to six decimals.
///
/// Points where ways join stay, so that neighbours keep a common edge. A polygon that would cross itself is tried with
/// smaller tolerances, and at last kept with all its points.
pub(super) fn simplify(area: &Area) -> Shape {
    let polygons = area.shape.polygons.iter().map(|polygon| {
        let tolerances = [TOLERANCE_M, TOLERANCE_M / 3.0, TOLERANCE_M / 9.0];
        let tries = tolerances.into_iter().map(|tolerance_m| simplify_polygon(polygon, area, tolerance_m));
        tries.into_iter().find(is_whole).unwrap_or_else(|| rounded_polygon(polygon))
    });
    Shape { polygons: polygons.collect() }
}

fn simplify_polygon(polygon: &Polygon, area: &Area, tolerance_m: f64) -> Polygon {
    let of = |ring: &Vec<Position>| rounded(simplify_ring(ring, area, tolerance_m));
    Polygon { outer: of(&polygon.outer), holes: polygon.holes.iter().map(of).collect() }
}

/// Simplifies each stretch between two joints by itself.
fn simplify_ring(ring: &[Position], area: &Area, tolerance_m: f64) -> Vec<Position> {
    let mut fixed: Vec<usize> = (0..ring.len()).filter(|index| area.joints.contains(&key(ring[*index]))).collect();
    if fixed.len() < 2 {
        let first = fixed.first().copied().unwrap_or(0);
        let apart = |index: &usize| {
            let (p, q) = (ring[*index], ring[first]);
            (p.lng - q.lng).hypot(p.lat - q.lat)
        };
        let farthest = (0..ring.len()).max_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(0);
        fixed = vec![first.min(farthest), first.max(farthest)];
    }
    let ends = fixed.iter().copied().skip(1).chain([fixed[0] + ring.len()]);
    let mut kept = Vec::new();
    for (start, end) in fixed.iter().copied().zip(ends) {
        let stretch: Vec<_> = (start..=end).map(|index| ring[index % ring.len()]).collect();
        let mut indices = simplify_line(&stretch, tolerance_m);
        indices.pop();
        kept.extend(indices.into_iter().map(|index| stretch[index]));
    }
    kept
}

/// Which points of a line stay (Ramer, Douglas and Peucker), in a plane of metres true at the line's own latitude.
pub(super) fn simplify_line(line: &[Position], tolerance_m: f64) -> Vec<usize> {
    let widest = line.iter().map(|p| p.lat.abs()).fold(90.0, f64::min).to_radians().cos();
    let metres = |p: &Position| (p.lng * widest * METRES_PER_DEGREE, p.lat * METRES_PER_DEGREE);
    // The same way round from both sides of a border, whichever way each ring goes.
    let reversed = line.first().map(|p| key(*p)) > line.last().map(|p| key(*p));
    let points: geo::LineString =
        if reversed { line.iter().rev().map(metres).collect() } else { line.iter().map(metres).collect() };
    let mut indices = points.simplify_idx(tolerance_m);
    if reversed {
        indices = indices.into_iter().rev().map(|index| line.len() - 1 - index).collect();
    }
    indices
}

fn rounded_polygon(polygon: &Polygon) -> Polygon {
    Polygon { outer: rounded(polygon.outer.clone()), holes: polygon.holes.iter().cloned().map(rounded).collect() }
}

/// The ring with six decimals and no point twice running.
fn rounded(ring: Vec<Position>) -> Vec<Position> {
    let round = |p: Position| Position::new(round_to(p.lng, DECIMALS), round_to(p.lat, DECIMALS));
    let mut ring: Vec<_> = ring.into_iter().map(round).collect();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

/// Whether every ring has at least three corners (four points, closed) and the polygon does not cross itself.
fn is_whole(polygon: &Polygon) -> bool {
    if polygon.rings().any(|ring| ring.len() < 3) {
        return false;
    }
    let line = |ring: &Vec<Position>| ring.iter().map(|p| (p.lng, p.lat)).collect::<geo::LineString>();
    geo::Polygon::new(line(&polygon.outer), polygon.holes.iter().map(line).collect()).is_valid()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::distance_m;
    use rustc_hash::FxHashSet;

    fn wavy(points: usize) -> Vec<Position> {
        let point = |index: usize| {
            let angle = index as f64 / points as f64 * std::f64::consts::TAU;
            let radius = 0.01 + 0.000_004 * (angle * 400.0).sin();
            Position::new(14.5 + radius * angle.cos(), 35.9 + radius * angle.sin())
        };
        (0..points).map(point).collect()
    }

    fn area(ring: Vec<Position>, joints: &[usize]) -> Area {
        let joints: FxHashSet<_> = joints.iter().map(|index| key(ring[*index])).collect();
        Area { shape: Shape { polygons: vec![Polygon { outer: ring, holes: Vec::new() }] }, joints }
    }

    /// Distance of a point from the nearest of densely set points of a ring, in metres.
    fn off(point: Position, ring: &[Position]) -> f64 {
        let edges = ring.iter().zip(ring.iter().cycle().skip(1));
        let near = edges.flat_map(|(a, b)| {
            let (dx, dy) = (b.lng - a.lng, b.lat - a.lat);
            let along = ((point.lng - a.lng) * dx * 0.66 + (point.lat - a.lat) * dy) / (dx * dx * 0.66 + dy * dy);
            let t = along.clamp(0.0, 1.0);
            [distance_m(point, Position::new(a.lng + t * dx, a.lat + t * dy))]
        });
        near.fold(f64::MAX, f64::min)
    }

    #[test]
    fn outlines_lose_points_but_move_less_than_a_metre() {
        let ring = wavy(3000);
        let simple = simplify(&area(ring.clone(), &[])).polygons.remove(0).outer;
        assert!(simple.len() < 1000, "{}", simple.len());
        assert!(ring.iter().all(|point| off(*point, &simple) < 1.0));
    }

    #[test]
    fn a_border_between_two_joints_is_the_same_from_both_sides() {
        let ring = wavy(3000);
        let mut turned = ring.clone();
        turned.reverse();
        turned.rotate_left(700);
        let joints = [10, 1500];
        let there = simplify(&area(ring.clone(), &joints)).polygons.remove(0).outer;
        let turned = Area { joints: area(ring, &joints).joints, ..area(turned, &[]) };
        let back = simplify(&turned).polygons.remove(0).outer;
        let sorted = |mut ring: Vec<Position>| {
            ring.sort_by(|a, b| a.lng.total_cmp(&b.lng).then(a.lat.total_cmp(&b.lat)));
            ring
        };
        assert_eq!(sorted(there), sorted(back));
    }

    #[test]
    fn a_ring_smaller_than_the_tolerance_keeps_its_corners() {
        let ring = [(0.0, 0.0), (0.000_004, 0.0), (0.000_004, 0.000_004)].map(|(x, y)| Position::new(x, y)).to_vec();
        assert_eq!(simplify(&area(ring.clone(), &[])).polygons[0].outer, ring);
    }
}
