//! Lengths over short distances, where the ellipsoid is flat enough: for work that is done a hundred thousand times.

use super::Position;

/// Equatorial radius of WGS84 in metres.
const EQUATORIAL_M: f64 = 6_378_137.0;
/// First eccentricity squared of WGS84.
const ECCENTRICITY_2: f64 = 0.006_694_379_990_141_3;

/// Metres in a degree of longitude and of latitude at that latitude: the radii of curvature in the prime vertical and in
/// the meridian (Torge, "Geodesy", 4th edition, section 4.1).
pub fn metres_per_degree(lat: f64) -> (f64, f64) {
    let (sin, cos) = lat.to_radians().sin_cos();
    let w2 = 1.0 - ECCENTRICITY_2 * sin * sin;
    let prime_vertical = EQUATORIAL_M / w2.sqrt();
    let meridian = prime_vertical * (1.0 - ECCENTRICITY_2) / w2;
    ((prime_vertical * cos).to_radians(), meridian.to_radians())
}

/// Distance between two positions in metres by the radii at their middle latitude: within a millionth of the geodesic up
/// to 10 km.
pub fn near_distance_m(a: Position, b: Position) -> f64 {
    let (east, north) = metres_per_degree(f64::midpoint(a.lat, b.lat));
    (east * (b.lng - a.lng)).hypot(north * (b.lat - a.lat))
}

/// A flat map round a position: x metres to the east, y to the north.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    origin: Position,
    east: f64,
    north: f64,
}

impl Plane {
    /// The map round that position, where it is exact; 10 km away a length is off by about a thousandth.
    pub fn around(origin: Position) -> Self {
        let (east, north) = metres_per_degree(origin.lat);
        Self { origin, east, north }
    }

    /// Where the position is on the map, in metres.
    pub fn to_xy(&self, position: Position) -> [f64; 2] {
        [(position.lng - self.origin.lng) * self.east, (position.lat - self.origin.lat) * self.north]
    }

    /// The position at that point of the map.
    pub fn to_position(&self, [x, y]: [f64; 2]) -> Position {
        Position::new(self.origin.lng + x / self.east, self.origin.lat + y / self.north)
    }
}

/// The point of the segment a–b nearest to p: how far along it is (0 at a, 1 at b), and its squared distance.
pub fn nearest_on_segment(a: [f64; 2], b: [f64; 2], p: [f64; 2]) -> (f64, f64) {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let (px, py) = (p[0] - a[0], p[1] - a[1]);
    let length_2 = dx * dx + dy * dy;
    let along = if length_2 > 0.0 { ((px * dx + py * dy) / length_2).clamp(0.0, 1.0) } else { 0.0 };
    let (x, y) = (px - along * dx, py - along * dy);
    (along, x * x + y * y)
}

#[cfg(test)]
mod tests {
    use super::super::distance_m;
    use super::*;

    #[test]
    fn near_distances_agree_with_the_geodesic_to_a_millionth() {
        for (lng, lat) in [(14.5, 35.9), (25.0, 60.2), (121.5, 25.0), (-70.0, -53.0), (0.0, 0.0)] {
            let from = Position::new(lng, lat);
            for (dx, dy) in [(0.0001, 0.0), (0.0, 0.0001), (0.01, 0.02), (-0.06, 0.05), (0.05, -0.06)] {
                let to = Position::new(lng + dx, lat + dy);
                let exact = distance_m(from, to);
                assert!((near_distance_m(from, to) / exact - 1.0).abs() < 1.5e-6, "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn the_plane_and_back_is_the_same_position() {
        let plane = Plane::around(Position::new(14.5, 35.9));
        let there = Position::new(14.52, 35.91);
        let back = plane.to_position(plane.to_xy(there));
        assert!((back.lng - there.lng).abs() < 1e-12 && (back.lat - there.lat).abs() < 1e-12);
        let [x, y] = plane.to_xy(there);
        let exact = distance_m(Position::new(14.5, 35.9), there);
        assert!((x.hypot(y) / exact - 1.0).abs() < 2e-4);
    }

    #[test]
    fn the_nearest_point_of_a_segment_is_never_beyond_its_ends() {
        let (a, b) = ([0.0, 0.0], [10.0, 0.0]);
        assert_eq!(nearest_on_segment(a, b, [4.0, 3.0]), (0.4, 9.0));
        assert_eq!(nearest_on_segment(a, b, [-3.0, 4.0]), (0.0, 25.0));
        assert_eq!(nearest_on_segment(a, b, [13.0, 4.0]), (1.0, 25.0));
        assert_eq!(nearest_on_segment(a, a, [3.0, 4.0]), (0.0, 25.0));
    }
}
