//! How far things are from one place: a distance on the WGS84 ellipsoid by a few products, and how wrong it can be.

use crate::STEPS;
use crate::sort::sort;
use crate::tree::Window;

/// Equatorial radius of WGS84 in metres.
const EQUATORIAL_M: f64 = 6_378_137.0;
/// First eccentricity squared of WGS84.
const ECCENTRICITY_2: f64 = 0.006_694_379_990_141_3;
/// Twice the radius that turns chords into arcs, in metres; which of the radii it is matters to no digit here.
const SPHERE_M: f64 = 6_371_008.8;
/// Farther than this from the place on either axis, in degrees, distances are not worked out.
const REACH_DEG: f64 = 2.0;
/// Nearer to a pole than this the radii change too quickly, in degrees of latitude.
const HIGHEST_DEG: f64 = 75.0;
/// Points at which the radii are worked out; between them a polynomial is exact to a part in 10¹¹.
const KNOTS: usize = 5;
/// Where those are, as parts of half the reach: Chebyshev's points, through which a polynomial is nearly the best there is.
const CHEBYSHEV: [f64; KNOTS] =
    [0.951_056_516_295_153_5, 0.587_785_252_292_473_1, 0.0, -0.587_785_252_292_473_1, -0.951_056_516_295_153_5];
/// The sine and cosine of each of these parts of half the reach.
const TURNS: [[f64; 2]; KNOTS] = [
    [0.016_598_305_338_193_304, 0.999_862_238_640_854],
    [0.010_258_608_004_307_501, 0.999_947_379_096_427_3],
    [0.0, 1.0],
    [-0.010_258_608_004_307_501, 0.999_947_379_096_427_3],
    [-0.016_598_305_338_193_304, 0.999_862_238_640_854],
];

/// A number of a point and how far it is, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The distance.
    pub metres: f64,
    /// The point.
    pub number: u32,
    /// Which of several indexes it is of: the caller's number of it.
    pub of: u32,
}

/// The fewest metres that the steps to a point of a window can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Least {
    lng: f64,
    lat: f64,
    /// Metres in a step of longitude and of latitude.
    wide: f64,
    high: f64,
}

impl Least {
    /// No point of the window is nearer than this, squared.
    pub fn square(&self, window: &Window) -> f64 {
        let east = (f64::from(window.west) - self.lng).max(self.lng - f64::from(window.east)).max(0.0) * self.wide;
        let north = (f64::from(window.south) - self.lat).max(self.lat - f64::from(window.north)).max(0.0) * self.high;
        east * east + north * north
    }

    /// The point is not nearer than this, squared.
    pub fn square_to(&self, [x, y]: [i32; 2]) -> f64 {
        let (east, north) = ((f64::from(x) - self.lng) * self.wide, (f64::from(y) - self.lat) * self.high);
        east * east + north * north
    }
}

/// Distances from one place.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    lng: f64,
    lat: f64,
    /// Metres in a radian of longitude, and of latitude, by how many radians north of the place: Newton's form.
    east: [f64; KNOTS],
    north: [f64; KNOTS],
    knots: [f64; KNOTS],
}

impl Near {
    /// Distances from that place, in degrees.
    pub fn to(lng: f64, lat: f64) -> Self {
        let knots = CHEBYSHEV.map(|part| part * (REACH_DEG / 2.0).to_radians());
        let (sin, cos) = lat.to_radians().sin_cos();
        let mut radii = [[0.0; KNOTS]; 2];
        for (at, [sin_far, cos_far]) in TURNS.into_iter().enumerate() {
            // The sine and cosine of a sum of two angles.
            let [east, north] = radii_m(sin * cos_far + cos * sin_far, cos * cos_far - sin * sin_far);
            (radii[0][at], radii[1][at]) = (east, north);
        }
        let [east, north] = radii.map(|values| differences(values, &knots));
        Self { lng, lat, east, north, knots }
    }

    /// Whether distances to everything in the window are as good as [`Near::error_m`] says.
    pub fn reaches(&self, window: &Window) -> bool {
        let degrees = |step: i32| f64::from(step) / STEPS;
        let (west, east) = (degrees(window.west) - self.lng, degrees(window.east) - self.lng);
        let (south, north) = (degrees(window.south) - self.lat, degrees(window.north) - self.lat);
        let is_low = |lat: f64| lat.abs() <= HIGHEST_DEG;
        [west, east, south, north].into_iter().all(|far| far.abs() <= REACH_DEG)
            && is_low(self.lat)
            && is_low(degrees(window.south))
            && is_low(degrees(window.north))
    }

    /// The part of a window that distances are good in, and how far in metres everything else of it is at least; `None`
    /// where a shorter way may lead across the date line, or a pole is too near.
    pub(crate) fn part_in_reach(&self, window: &Window) -> Option<(Window, f64)> {
        let degrees = |step: i32| f64::from(step) / STEPS;
        let is_plain = degrees(window.west) - self.lng >= -180.0 && degrees(window.east) - self.lng <= 180.0;
        if !is_plain || self.lat.abs() + REACH_DEG > HIGHEST_DEG {
            return None;
        }
        let around = [self.lng - REACH_DEG, self.lat - REACH_DEG, self.lng + REACH_DEG, self.lat + REACH_DEG];
        let around = Window::of_degrees(around);
        let least = self.least(&around);
        let beyond = least.wide.min(least.high) * REACH_DEG * STEPS;
        Some((around.cut(window), beyond))
    }

    /// The same of one point.
    pub fn reaches_place(&self, place: [i32; 2]) -> bool {
        self.reaches(&Window::point(place))
    }

    /// How far a point is in metres, by the radii of curvature at the middle latitude (Torge, "Geodesy", section 4.1) and
    /// the sphere's formula for half the angles.
    pub fn metres(&self, [x, y]: [i32; 2]) -> f64 {
        let east = (f64::from(x) * (1.0 / STEPS) - self.lng).to_radians();
        let north = (f64::from(y) * (1.0 / STEPS) - self.lat).to_radians();
        let (east_2, north_2) = (east * east, north * north);
        let [wide, high] = self.radii(north * 0.5);
        // Twice the sine of half an angle, and the cosine of half an angle, to the fourth order.
        let across = wide * east * (1.0 - east_2 * (1.0 / 24.0) * (1.0 - east_2 * (1.0 / 80.0)));
        let up = high
            * north
            * (1.0 - north_2 * (1.0 / 24.0) * (1.0 - north_2 * (1.0 / 80.0)))
            * (1.0 - east_2 * (1.0 / 8.0) * (1.0 - east_2 * (1.0 / 48.0)));
        let chord_2 = across * across + up * up;
        chord_2.sqrt() * (1.0 + chord_2 * (1.0 / (24.0 * SPHERE_M * SPHERE_M)))
    }

    /// How wrong a distance of so many metres can be, in metres.
    pub const fn error_m(metres: f64) -> f64 {
        let share = metres / SPHERE_M;
        metres * (1e-9 + ERROR * share * share) + 1e-6
    }

    /// How near points of a window, which must be within reach, can be at least.
    pub(crate) fn least(&self, window: &Window) -> Least {
        let lat = self.lat * STEPS;
        // The metres in a radian of longitude at whichever latitude, theirs or ours, is farther from the equator: `radii`
        // takes latitudes half as far away, so that the same again is taken off.
        let edges = [f64::from(window.south) - lat, f64::from(window.north) - lat];
        let [wide, high] = self.radii(0.0);
        let at = |far: f64| self.radii((far / STEPS).to_radians() / 2.0);
        let [south, north] = edges.map(at);
        let wide = wide.min(2.0 * south[0].min(north[0]) - wide);
        let step = (1.0 / STEPS).to_radians();
        let high = high.min(south[1]).min(north[1]);
        Least { lng: self.lng * STEPS, lat, wide: wide * step * SURE, high: high * step * SURE }
    }

    fn radii(&self, north: f64) -> [f64; 2] {
        let (mut east_m, mut north_m) = (self.east[KNOTS - 1], self.north[KNOTS - 1]);
        for at in (0..KNOTS - 1).rev() {
            let step = north - self.knots[at];
            east_m = east_m * step + self.east[at];
            north_m = north_m * step + self.north[at];
        }
        [east_m, north_m]
    }
}

/// A length along the axes is at least this part of itself on the ground, within reach.
const SURE: f64 = 0.998;
/// Of the square of a distance as a share of the Earth's radius, how much of the distance it can be wrong by.
const ERROR: f64 = 4e-3;

/// Metres in a radian of longitude and of latitude at a latitude of that sine and cosine: the radii of curvature in the
/// prime vertical, by the cosine, and in the meridian (Torge, "Geodesy", 4th edition, section 4.1).
fn radii_m(sin: f64, cos: f64) -> [f64; 2] {
    let w_2 = 1.0 - ECCENTRICITY_2 * sin * sin;
    let prime_vertical = EQUATORIAL_M / w_2.sqrt();
    [prime_vertical * cos, prime_vertical * (1.0 - ECCENTRICITY_2) / w_2]
}

/// Newton's divided differences.
fn differences(mut values: [f64; KNOTS], knots: &[f64; KNOTS]) -> [f64; KNOTS] {
    for order in 1..KNOTS {
        for at in (order..KNOTS).rev() {
            values[at] = (values[at] - values[at - 1]) / (knots[at] - knots[at - order]);
        }
    }
    values
}

/// Puts the nearest first, and gives away all but the `most` nearest and those that may be as near as the last of them.
/// Points whose distances are closer than they can be wrong by are left for the caller to order: each run of such points is
/// told by where it starts and ends.
pub fn rank(found: &mut Vec<Ranked>, most: usize) -> Vec<(usize, usize)> {
    if most == 0 {
        found.clear();
        return Vec::new();
    }
    if found.len() > most {
        // Distances are not negative, so that their bits are in their order.
        let mut order: Vec<u64> = found.iter().map(|ranked| ranked.metres.to_bits()).collect();
        let last = f64::from_bits(*order.select_nth_unstable(most - 1).1);
        let limit = last + 2.0 * Near::error_m(last);
        found.retain(|ranked| ranked.metres <= limit);
    }
    nearest_first(found);
    let mut runs = Vec::new();
    let mut start = 0;
    for at in 1..=found.len() {
        let is_close =
            found.get(at).is_some_and(|next| next.metres - found[at - 1].metres <= 2.0 * Near::error_m(next.metres));
        if !is_close {
            if at - start > 1 {
                runs.push((start, at));
            }
            start = at;
        }
    }
    runs
}

/// Fewer than this are put in order by moving each to its place.
const FEW: usize = 48;
/// No more than this may share a ring for rings to be of use.
const CROWD: u32 = 24;

/// Puts the nearest first. What is spread over the ground is first put into rings of equal area, as many as there are
/// places, so that next to nothing is left to move; what is not is sorted by its bits.
fn nearest_first(found: &mut Vec<Ranked>) {
    if found.len() >= FEW && !into_rings(found) {
        let pair = |ranked: &Ranked| [ranked.metres.to_bits(), u64::from(ranked.of) << 32 | u64::from(ranked.number)];
        let mut pairs: Vec<_> = found.iter().map(pair).collect();
        sort(&mut pairs);
        found.clear();
        let ranked = |[metres, point]: [u64; 2]| {
            let (number, of) = (point as u32, (point >> 32) as u32);
            Ranked { metres: f64::from_bits(metres), number, of }
        };
        return found.extend(pairs.into_iter().map(ranked));
    }
    for at in 1..found.len() {
        let moved = found[at];
        let mut to = at;
        while to > 0 && found[to - 1].metres > moved.metres {
            found[to] = found[to - 1];
            to -= 1;
        }
        found[to] = moved;
    }
}

/// Puts what is in a ring before what is in a wider one; `false`, and nothing is moved, where that leaves too many in one.
fn into_rings(found: &mut Vec<Ranked>) -> bool {
    let farthest = found.iter().fold(0.0, |most: f64, ranked| most.max(ranked.metres));
    let scale = found.len() as f64 / (farthest * farthest);
    let ring = |ranked: &Ranked| ((ranked.metres * ranked.metres * scale) as usize).min(found.len() - 1);
    let mut next = vec![0u32; found.len()];
    let mut most = 0;
    for ranked in found.iter() {
        let count = &mut next[ring(ranked)];
        *count += 1;
        most = most.max(*count);
    }
    if most > CROWD {
        return false;
    }
    let mut first = 0;
    for count in &mut next {
        first += std::mem::replace(count, first);
    }
    let mut rings = found.clone();
    for ranked in found.iter() {
        let to = &mut next[ring(ranked)];
        rings[*to as usize] = *ranked;
        *to += 1;
    }
    *found = rings;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use geographiclib_rs::{Geodesic, InverseGeodesic};

    #[test]
    fn distances_are_no_more_wrong_than_is_said_and_windows_no_nearer() {
        let wgs84 = Geodesic::wgs84();
        let mut worst: f64 = 0.0;
        for lat in [0.0, 12.5, -25.0, 35.9, 46.8, -53.0, 60.2, 69.0, -73.0, 74.9] {
            let near = Near::to(14.5, lat);
            for turn in 0..72 {
                for reach in [1e-6, 1e-4, 1e-3, 0.01, 0.05, 0.1, 0.3, 1.0, 1.99] {
                    let (sin, cos) = (f64::from(turn) * 5.0 + 0.3).to_radians().sin_cos();
                    let place = [crate::step(14.5 + reach * cos), crate::step(lat + reach * sin)];
                    let point = Window::point(place);
                    if !near.reaches(&point) {
                        continue;
                    }
                    let [x, y] = place.map(|step| f64::from(step) / STEPS);
                    let exact: f64 = wgs84.inverse(lat, 14.5, y, x);
                    let wrong = (near.metres(place) - exact).abs();
                    worst = worst.max(wrong / Near::error_m(exact));
                    assert!(wrong <= Near::error_m(exact), "{lat} {turn} {reach}: {wrong} of {exact}");
                    let wide = Window {
                        west: point.west - 9,
                        south: point.south - 7,
                        east: point.east + 5,
                        north: point.north + 3,
                    };
                    let least = near.least(&wide);
                    assert!(least.square(&wide).sqrt() <= exact, "{lat} {turn} {reach}");
                    assert!(least.square(&wide).sqrt() >= exact * 0.85 - 5.0, "{lat} {turn} {reach}");
                    assert!(least.square_to(place).sqrt() <= exact + 1e-6, "{lat} {turn} {reach}");
                }
            }
        }
        assert!(worst > 0.05, "the bound is {worst} of what it says, which is loose");
    }

    #[test]
    fn what_is_far_or_near_a_pole_is_out_of_reach() {
        let at = |lng: f64, lat: f64| Window::point([crate::step(lng), crate::step(lat)]);
        assert!(Near::to(14.5, 35.9).reaches(&at(16.4, 34.0)));
        assert!(!Near::to(14.5, 35.9).reaches(&at(16.6, 35.9)));
        assert!(!Near::to(14.5, 76.0).reaches(&at(14.5, 75.0)));
        assert!(!Near::to(-179.9, 0.0).reaches(&at(179.9, 0.0)));
    }

    #[test]
    fn the_nearest_come_first_and_all_that_may_be_among_them_however_many_and_however_spread() {
        let spread: [fn(u32) -> f64; 5] = [
            |at| f64::from(at.wrapping_mul(2_654_435_769) >> 12).sqrt(),
            |at| f64::from(at.wrapping_mul(2_654_435_769) >> 12).powi(5),
            |at| f64::from(at % 7),
            |_| 0.0,
            |at| if at == 0 { 1e7 } else { 1.0 + f64::from(at) * 1e-9 },
        ];
        for (far, count, most) in (0..5).flat_map(|far| {
            [0, 1, 2, 47, 48, 49, 1000]
                .into_iter()
                .flat_map(move |count| [1, 20, 60, usize::MAX].map(|most| (far, count, most)))
        }) {
            let ranked = |at: u32| Ranked { metres: spread[far](at), number: at, of: at % 3 };
            let mut found: Vec<_> = (0..count).map(ranked).collect();
            let mut expected = found.clone();
            expected.sort_by(|a, b| a.metres.total_cmp(&b.metres));
            let last =
                expected.get(most - 1).map_or(f64::INFINITY, |last| last.metres + 2.0 * Near::error_m(last.metres));
            expected.retain(|ranked| ranked.metres <= last);
            rank(&mut found, most);
            assert_eq!(found, expected, "{far} {count} {most}");
        }
    }

    #[test]
    fn points_too_close_to_call_are_left_as_runs() {
        let ranked = |metres: f64, number| Ranked { metres, number, of: 0 };
        let mut found = vec![ranked(9e3, 0), ranked(5.0, 1), ranked(5.0, 2), ranked(7.0, 3), ranked(7.0 + 1e-6, 4)];
        assert_eq!(rank(&mut found, 9), [(0, 2), (2, 4)]);
        assert_eq!(found.len(), 5);
        assert_eq!(rank(&mut found, 3), [(0, 2), (2, 4)]);
        assert_eq!(found.len(), 4);
        assert!(rank(&mut found, 0).is_empty() && found.is_empty());
    }
}
