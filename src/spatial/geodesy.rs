use super::{Position, near_distance_m};
use crate::language::{Language, t};
use geographiclib_rs::{DirectGeodesic, Geodesic, InverseGeodesic, PolygonArea, Winding};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The WGS84 ellipsoid with Karney's series (C. F. F. Karney, "Algorithms for geodesics", 2013).
static WGS84: LazyLock<Geodesic> = LazyLock::new(Geodesic::wgs84);

/// What is shorter than this on each axis is flat enough, in degrees.
const SHORT_DEG: f64 = 0.02;

/// One of eight sectors of 45° centred on the compass points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the compass points")]
pub enum Direction {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

impl Direction {
    /// All of them, clockwise from north.
    pub const ALL: [Self; 8] = [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];

    /// The sector of a bearing in degrees clockwise from north.
    pub fn of_bearing(bearing_deg: f64) -> Self {
        // The remainder is in 0..8, so the cast neither truncates nor wraps.
        Self::ALL[((bearing_deg + 22.5).rem_euclid(360.0) / 45.0) as usize % 8]
    }

    /// The compass point in full: "north-east".
    pub fn in_words(self, language: Language) -> &'static str {
        match self {
            Self::N => t!(language, "north"),
            Self::NE => t!(language, "north-east"),
            Self::E => t!(language, "east"),
            Self::SE => t!(language, "south-east"),
            Self::S => t!(language, "south"),
            Self::SW => t!(language, "south-west"),
            Self::W => t!(language, "west"),
            Self::NW => t!(language, "north-west"),
        }
    }
}

/// The shortest line between two points on the ellipsoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inverse {
    /// Its length in metres.
    pub distance_m: f64,
    /// Its initial bearing in degrees, 0 to 360 clockwise from true north; meaningless at distance 0.
    pub bearing_deg: f64,
}

/// Distance and initial bearing of the geodesic between two positions.
pub fn inverse(from: Position, to: Position) -> Inverse {
    let (distance_m, azimuth, _, _) = WGS84.inverse(from.lat, from.lng, to.lat, to.lng);
    Inverse { distance_m, bearing_deg: azimuth.rem_euclid(360.0) }
}

/// Length of the geodesic between two positions, in metres.
pub fn distance_m(from: Position, to: Position) -> f64 {
    WGS84.inverse(from.lat, from.lng, to.lat, to.lng)
}

/// The position `distance_m` metres from `from` along the initial bearing `bearing_deg`.
pub fn destination(from: Position, bearing_deg: f64, distance_m: f64) -> Position {
    let (lat, lng) = WGS84.direct(from.lat, from.lng, bearing_deg, distance_m);
    Position::new(lng, lat)
}

/// Length of a line through the positions, in metres. Short stretches, of which lines have hundreds, are taken as flat:
/// they differ from the geodesic by less than a millionth.
pub fn line_length_m(line: &[Position]) -> f64 {
    let length_m = |a: Position, b: Position| {
        let is_short = (a.lng - b.lng).abs() < SHORT_DEG && (a.lat - b.lat).abs() < SHORT_DEG && a.lat.abs() < 85.0;
        if is_short { near_distance_m(a, b) } else { distance_m(a, b) }
    };
    line.windows(2).map(|pair| length_m(pair[0], pair[1])).sum()
}

/// Area inside a ring in square metres, whichever way it turns. A repeated closing point does no harm.
pub fn ring_area_m2(ring: &[Position]) -> f64 {
    ring_measures(ring).1
}

/// Length round a ring in metres.
pub fn ring_perimeter_m(ring: &[Position]) -> f64 {
    ring_measures(ring).0
}

fn ring_measures(ring: &[Position]) -> (f64, f64) {
    let mut polygon = PolygonArea::new(&WGS84, Winding::CounterClockwise);
    for position in ring {
        polygon.add_point(position.lat, position.lng);
    }
    let (perimeter, area, _) = polygon.compute(true);
    (perimeter, area.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taipei_main_station_to_taipei_101_agrees_with_karney() {
        let line = inverse(Position::new(121.5170, 25.0478), Position::new(121.5645, 25.0340));
        assert!((line.distance_m - 5031.389).abs() < 0.001, "{line:?}");
        assert_eq!(Direction::of_bearing(line.bearing_deg), Direction::E);
    }

    #[test]
    fn a_line_of_short_stretches_is_as_long_as_its_geodesics() {
        for lat in [0.0, 25.0, 35.9, 60.2, -53.0, 84.0] {
            let line: Vec<_> = (0..200)
                .map(|i| Position::new(14.0 + f64::from(i) * 0.0097, lat + f64::from(i % 7) * 0.0021))
                .collect();
            let exact: f64 = line.windows(2).map(|pair| distance_m(pair[0], pair[1])).sum();
            assert!((line_length_m(&line) / exact - 1.0).abs() < 1e-6, "{lat}");
        }
        let far = [Position::new(14.0, 35.0), Position::new(24.0, 45.0)];
        assert_eq!(line_length_m(&far), distance_m(far[0], far[1]));
    }

    #[test]
    fn sectors_are_centred_on_the_compass_points_and_wrap_across_north() {
        let of = Direction::of_bearing;
        assert_eq!([of(0.0), of(22.4), of(22.6), of(337.4), of(337.6), of(359.9), of(360.0)], {
            use Direction::{N, NE, NW};
            [N, N, NE, NW, N, N, N]
        });
    }

    #[test]
    fn a_ring_measures_the_same_both_ways_round_and_closed_or_open() {
        let square = [(14.0, 35.0), (14.01, 35.0), (14.01, 35.01), (14.0, 35.01)].map(|(x, y)| Position::new(x, y));
        let mut turned = square.to_vec();
        turned.reverse();
        turned.push(turned[0]);
        assert!((ring_area_m2(&square) - ring_area_m2(&turned)).abs() < 1e-3);
        assert!((ring_perimeter_m(&square) - ring_perimeter_m(&turned)).abs() < 1e-6);
        assert!((ring_area_m2(&square) - 1_012_430.0).abs() < 1_000.0, "{}", ring_area_m2(&square));
    }
}
