//! The geodesic circle: all points that lie one geodesic distance from a centre on the WGS84 ellipsoid. Formulas hold
//! for radii up to 10 km.

use crate::spatial::{BBox, Position, destination};
use std::f64::consts::PI;

/// Vertices of a circle as it is drawn.
pub const RING_VERTICES: u32 = 96;

/// Semi-major axis of WGS84 in metres.
const A: f64 = 6_378_137.0;
/// First eccentricity squared of WGS84.
const E2: f64 = 0.006_694_379_990_141_317;

/// Gaussian curvature of the ellipsoid at a latitude, per square metre: one over the product of the two principal radii
/// of curvature, (1 − e² sin²φ)² / (a² (1 − e²)).
fn curvature(lat: f64) -> f64 {
    let flattened = 1.0 - E2 * lat.to_radians().sin().powi(2);
    flattened * flattened / (A * A * (1.0 - E2))
}

/// Area inside the circle in square metres: πr²(1 − Kr²/12), after Diquet, whose next term is below 10⁻¹¹ of the whole
/// at 10 km.
pub fn circle_area_m2(center: Position, radius_m: f64) -> f64 {
    PI * radius_m * radius_m * (1.0 - curvature(center.lat) * radius_m * radius_m / 12.0)
}

/// Length round the circle in metres: 2πr(1 − Kr²/6), after Bertrand and Puiseux, as accurate as the area.
pub fn circle_perimeter_m(center: Position, radius_m: f64) -> f64 {
    2.0 * PI * radius_m * (1.0 - curvature(center.lat) * radius_m * radius_m / 6.0)
}

/// [`RING_VERTICES`] points on the circle, clockwise from north, the first not repeated. Longitudes run on past ±180
/// rather than wrap, so that the ring is drawn in one piece.
pub fn circle_ring(center: Position, radius_m: f64) -> Vec<Position> {
    let step = 360.0 / f64::from(RING_VERTICES);
    let vertex = |index| destination(center, f64::from(index) * step, radius_m);
    (0..RING_VERTICES).map(|index| beside(center, vertex(index))).collect()
}

/// The rectangle round the circle as it is drawn.
pub fn circle_bbox(center: Position, radius_m: f64) -> BBox {
    BBox::around(circle_ring(center, radius_m))
}

/// The position with its longitude counted from the centre's side of the antimeridian.
fn beside(center: Position, position: Position) -> Position {
    let turns = ((position.lng - center.lng) / 360.0).round();
    Position::new(position.lng - turns * 360.0, position.lat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::{distance_m, ring_area_m2, ring_perimeter_m};

    const MALTA: Position = Position::new(14.5126, 35.8997);

    /// Measures of the inscribed regular geodesic polygon, extrapolated: its error falls with the square of the count.
    fn by_polygons(center: Position, radius_m: f64) -> (f64, f64) {
        let measures = |count: u32| {
            let angle = |index| 360.0 * f64::from(index) / f64::from(count);
            let ring: Vec<_> = (0..count).map(|index| destination(center, angle(index), radius_m)).collect();
            (ring_area_m2(&ring), ring_perimeter_m(&ring))
        };
        let (coarse, fine) = (measures(180), measures(360));
        ((4.0 * fine.0 - coarse.0) / 3.0, (4.0 * fine.1 - coarse.1) / 3.0)
    }

    #[test]
    fn three_hundred_metres_round_a_place_in_malta_enclose_what_the_cases_say() {
        let area = circle_area_m2(MALTA, 300.0);
        assert!((area / 282_743.3 - 1.0).abs() < 1e-6, "{area}");
    }

    #[test]
    fn area_and_perimeter_agree_with_karneys_polygons() {
        for (lat, radius_m) in [(0.0, 10_000.0), (35.9, 800.0), (60.2, 10_000.0), (-89.0, 5_000.0), (25.0, 50.0)] {
            let center = Position::new(14.0, lat);
            let (area, perimeter) = by_polygons(center, radius_m);
            let of = (circle_area_m2(center, radius_m) / area, circle_perimeter_m(center, radius_m) / perimeter);
            assert!((of.0 - 1.0).abs() < 1e-7 && (of.1 - 1.0).abs() < 1e-8, "{lat} {radius_m} {of:?}");
        }
    }

    #[test]
    fn every_vertex_lies_on_the_circle_also_across_the_antimeridian() {
        for center in [MALTA, Position::new(179.999, -17.0), Position::new(-179.999, 65.0)] {
            let ring = circle_ring(center, 800.0);
            assert!(ring.len() >= 64);
            assert!(ring.iter().all(|vertex| (distance_m(center, *vertex) - 800.0).abs() < 1e-6));
            assert!(ring.iter().all(|vertex| (vertex.lng - center.lng).abs() < 1.0));
            assert!(circle_bbox(center, 800.0).contains(center));
        }
    }
}
