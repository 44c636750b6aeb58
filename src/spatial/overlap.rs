//! Whether areas meet, and how far a position is from one.

use super::{BBox, Polygon, Position, Shape, distance_m, meeting};

/// Metres in a degree of latitude, roughly; only candidates are chosen by it.
const DEGREE_M: f64 = 111_000.0;
/// An edge this much farther than the nearest, by the rough measure, may still be the nearest on the ellipsoid.
const SLACK: f64 = 1.02;

impl Shape {
    /// Whether the two share a point. Edges are straight in longitude and latitude and belong to the area.
    pub fn intersects(&self, other: &Self) -> bool {
        let meets = |one: &Polygon| other.polygons.iter().any(|two| polygons_meet(one, two));
        self.polygons.iter().any(meets)
    }

    /// Geodesic distance in metres from the position to the nearest point of the area, 0 inside and on the edge;
    /// infinite for an area of nothing. The foot on an edge is found in the plane, the distance to it on the ellipsoid:
    /// within 10 km that is right to a centimetre.
    pub fn distance_m(&self, position: Position) -> f64 {
        if self.contains(position) { 0.0 } else { self.edge_distance_m(position) }
    }

    /// As [`Shape::distance_m`], but also from inside to the nearest edge.
    fn edge_distance_m(&self, position: Position) -> f64 {
        let edges = self.polygons.iter().flat_map(Polygon::rings).flat_map(|ring| edges(ring));
        let feet: Vec<_> = edges.map(|(a, b)| foot(position, a, b)).collect();
        let nearest = feet.iter().map(|(rough_m, _)| *rough_m).fold(f64::INFINITY, f64::min);
        let close = feet.into_iter().filter(|(rough_m, _)| *rough_m <= nearest * SLACK + 1.0);
        close.map(|(_, foot)| distance_m(position, foot)).fold(f64::INFINITY, f64::min)
    }
}

fn edges(ring: &[Position]) -> impl Iterator<Item = (Position, Position)> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// The point of the edge that is nearest to the position in the plane, and how far it is there, roughly, in metres.
fn foot(position: Position, a: Position, b: Position) -> (f64, Position) {
    let squeeze = position.lat.to_radians().cos();
    let flat = |p: Position| {
        let turns = ((p.lng - position.lng) / 360.0).round();
        ((p.lng - position.lng - turns * 360.0) * squeeze, p.lat - position.lat)
    };
    let ((ax, ay), (bx, by)) = (flat(a), flat(b));
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { (-(ax * dx + ay * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    let rough_m = (ax + along * dx).hypot(ay + along * dy) * DEGREE_M;
    (rough_m, Position::new(a.lng + along * (b.lng - a.lng), a.lat + along * (b.lat - a.lat)))
}

fn polygons_meet(one: &Polygon, two: &Polygon) -> bool {
    let around = |polygon: &Polygon| BBox::around(polygon.outer.iter().copied());
    let (box_one, box_two) = (around(one), around(two));
    if !box_one.overlaps(&box_two) {
        return false;
    }
    // Only edges that reach into the other's rectangle can meet one of its edges.
    let near = |polygon: &Polygon, other: &BBox| {
        let reaches = |(a, b): &(Position, Position)| BBox::around([*a, *b]).overlaps(other);
        polygon.rings().flat_map(|ring| edges(ring)).filter(reaches).collect::<Vec<_>>()
    };
    let (near_one, near_two) = (near(one, &box_two), near(two, &box_one));
    let crosses = |&(a, b): &(Position, Position)| near_two.iter().any(|&(c, d)| meeting(a, b, c, d).is_some());
    near_one.iter().any(crosses) || holds(one, two) || holds(two, one)
}

/// Whether `outer` holds the first point of `inner`; with no edges in common it then holds all of it.
fn holds(outer: &Polygon, inner: &Polygon) -> bool {
    let shape = |point: &Position| Shape { polygons: vec![outer.clone()] }.contains(*point);
    inner.outer.first().is_some_and(shape)
}

#[cfg(test)]
mod tests {
    use super::super::destination;
    use super::*;

    fn square(west: f64, south: f64, side: f64) -> Shape {
        let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)];
        let outer = corners.map(|(x, y)| Position::new(west + x, south + y)).to_vec();
        Shape { polygons: vec![Polygon { outer, holes: vec![] }] }
    }

    #[test]
    fn areas_meet_when_they_cross_touch_or_hold_one_another_but_not_in_a_hole() {
        let mut big = square(0.0, 0.0, 4.0);
        for (other, expected) in [
            (square(3.0, 3.0, 4.0), true),
            (square(4.0, 0.0, 1.0), true),
            (square(1.5, 1.5, 0.5), true),
            (square(-1.0, -1.0, 9.0), true),
            (square(4.1, 0.0, 1.0), false),
        ] {
            assert_eq!((big.intersects(&other), other.intersects(&big)), (expected, expected), "{other:?}");
        }
        big.polygons[0].holes = vec![square(1.0, 1.0, 2.0).polygons[0].outer.clone()];
        assert!(!big.intersects(&square(1.5, 1.5, 0.5)) && !square(1.5, 1.5, 0.5).intersects(&big));
        assert!(big.intersects(&square(1.5, 1.5, 1.5)));
    }

    #[test]
    fn the_distance_to_an_area_is_zero_inside_and_geodesic_outside() {
        let area = square(14.5, 35.9, 0.01);
        assert_eq!(area.distance_m(Position::new(14.505, 35.905)), 0.0);
        assert_eq!(area.distance_m(Position::new(14.5, 35.9)), 0.0);
        let west = destination(Position::new(14.5, 35.905), 270.0, 1234.0);
        assert!((area.distance_m(west) - 1234.0).abs() < 0.01, "{}", area.distance_m(west));
        let corner = destination(Position::new(14.5, 35.9), 225.0, 9_000.0);
        assert!((area.distance_m(corner) - 9_000.0).abs() < 0.01);
        assert_eq!(Shape::default().distance_m(corner), f64::INFINITY);
        let fiji = square(179.99, -17.0, 0.01);
        assert!(fiji.distance_m(Position::new(-179.99, -16.995)) < 1_100.0);
    }
}
