//! Directions and distances in words: from where somebody stands and faces, or by the compass. Made to be spoken, so they
//! claim no more than a phone's compass and a mapped point can tell.

use super::{Direction, Inverse, round_to};
use crate::language::{Language, decimal, t};

/// Nearer than this, in metres, a number would claim too much.
const STEPS_M: f64 = 25.0;
/// From here on, in metres, kilometres are said: the next ten would be a thousand.
const KILOMETRES_M: f64 = 995.0;

/// Where somebody looks, and how much to either side they take in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    heading_deg: f64,
    fov_deg: f64,
}

impl Facing {
    /// Somebody who looks along `heading_deg`, clockwise from true north, and sees `fov_deg` in all, half of it to each
    /// side; everything when that is `None`.
    pub fn new(heading_deg: f64, fov_deg: Option<f64>) -> Self {
        Self { heading_deg, fov_deg: fov_deg.unwrap_or(360.0) }
    }

    /// The bearing as seen from the heading: over −180 to 180, negative to the left, good to a billionth of a degree, so
    /// that from 359.9 to 14.9 is 15 and no trifle more.
    pub fn relative_deg(&self, bearing_deg: f64) -> f64 {
        let turn = (bearing_deg - self.heading_deg).rem_euclid(360.0);
        let relative = round_to(if turn > 180.0 { turn - 360.0 } else { turn }, 9);
        if relative == -180.0 { 180.0 } else { relative }
    }

    /// Whether that bearing is in the field of view, edges included.
    pub fn sees(&self, bearing_deg: f64) -> bool {
        self.relative_deg(bearing_deg).abs() <= self.fov_deg / 2.0
    }

    /// The side on which that bearing lies, in words.
    pub fn side(&self, bearing_deg: f64, language: Language) -> &'static str {
        let relative = self.relative_deg(bearing_deg);
        match (relative.abs(), relative < 0.0) {
            (0.0..=15.0, _) => t!(language, "directly ahead"),
            (..=45.0, true) => t!(language, "ahead and slightly to your left"),
            (..=45.0, false) => t!(language, "ahead and slightly to your right"),
            (..=135.0, true) => t!(language, "to your left"),
            (..=135.0, false) => t!(language, "to your right"),
            (..=165.0, true) => t!(language, "behind you and to your left"),
            (..=165.0, false) => t!(language, "behind you and to your right"),
            _ => t!(language, "directly behind you"),
        }
    }

    /// Side and distance of what that line leads to: "to your left, about 80 metres".
    pub fn phrase(&self, line: Inverse, language: Language) -> String {
        let side = self.side(line.bearing_deg, language);
        t!(language, "%{side}, %{distance}", side = side, distance = distance_phrase(line.distance_m, language))
    }
}

/// Compass point and distance of what the line leads to, true whoever asks: "to the north-east, about 80 metres".
pub fn compass_phrase(line: Inverse, language: Language) -> String {
    let point = Direction::of_bearing(line.bearing_deg).in_words(language);
    t!(language, "to the %{point}, %{distance}", point = point, distance = distance_phrase(line.distance_m, language))
}

/// The distance in words: steps, tens of metres, or kilometres with one decimal.
fn distance_phrase(distance_m: f64, language: Language) -> String {
    if distance_m < STEPS_M {
        return t!(language, "a few steps away").into();
    }
    if distance_m < KILOMETRES_M {
        return t!(language, "about %{n} metres", n = round_to(distance_m / 10.0, 0) * 10.0);
    }
    t!(language, "about %{n} kilometres", n = decimal(language, round_to(distance_m / 1000.0, 1), 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EN: Language = Language::ENGLISH;
    const HEADINGS: [f64; 8] = [0.0, 0.1, 58.3, 90.0, 180.0, 270.0, 359.9, 360.0];

    fn line(bearing_deg: f64, distance_m: f64) -> Inverse {
        Inverse { distance_m, bearing_deg }
    }

    #[test]
    fn every_band_ends_where_it_should_on_both_sides_and_across_north() {
        let bands = [
            (0.0, "directly ahead"),
            (15.0, "directly ahead"),
            (15.001, "ahead and slightly to your "),
            (45.0, "ahead and slightly to your "),
            (45.001, "to your "),
            (90.0, "to your "),
            (135.0, "to your "),
            (135.001, "behind you and to your "),
            (165.0, "behind you and to your "),
            (165.001, "directly behind you"),
            (179.9, "directly behind you"),
            (180.0, "directly behind you"),
        ];
        for heading in HEADINGS {
            for (turn, wanted) in bands {
                for (sign, hand) in [(-1.0, "left"), (1.0, "right")] {
                    let bearing = (heading + sign * turn).rem_euclid(360.0);
                    let side = Facing::new(heading, None).side(bearing, EN);
                    let hand = if wanted.ends_with(' ') { hand } else { "" };
                    assert_eq!(side, format!("{wanted}{hand}"), "{turn} {hand} of {heading}");
                }
            }
        }
    }

    #[test]
    fn relative_bearings_wrap_across_north_and_are_never_minus_180() {
        for (heading, bearing, relative) in [
            (359.9, 0.1, 0.2),
            (0.1, 359.9, -0.2),
            (359.9, 14.9, 15.0),
            (359.9, 344.9, -15.0),
            (0.0, 180.0, 180.0),
            (180.0, 0.0, 180.0),
            (90.0, 270.0, 180.0),
            (359.9, 179.9, 180.0),
            (360.0, 359.0, -1.0),
            (360.0, 0.0, 0.0),
            (10.0, 190.1, -179.9),
        ] {
            assert_eq!(Facing::new(heading, None).relative_deg(bearing), relative, "{bearing} from {heading}");
        }
    }

    #[test]
    fn distances_are_rounded_in_the_steps_that_one_would_say() {
        for (metres, words) in [
            (0.5, "a few steps away"),
            (24.999, "a few steps away"),
            (25.0, "about 30 metres"),
            (34.9, "about 30 metres"),
            (84.9, "about 80 metres"),
            (85.1, "about 90 metres"),
            (100.0, "about 100 metres"),
            (984.9, "about 980 metres"),
            (994.9, "about 990 metres"),
            (995.0, "about 1.0 kilometres"),
            (1049.0, "about 1.0 kilometres"),
            (1051.0, "about 1.1 kilometres"),
            (1234.0, "about 1.2 kilometres"),
            (9_960.0, "about 10.0 kilometres"),
            (12_345.0, "about 12.3 kilometres"),
        ] {
            assert_eq!(distance_phrase(metres, EN), words, "{metres}");
            assert_eq!(Facing::new(0.0, None).phrase(line(270.0, metres), EN), format!("to your left, {words}"));
        }
    }

    #[test]
    fn a_field_of_view_has_its_edges_in_it() {
        for heading in HEADINGS {
            for fov in [1.0, 30.0, 90.0, 180.0, 359.0] {
                let facing = Facing::new(heading, Some(fov));
                for sign in [-1.0, 1.0] {
                    let at = |turn: f64| (heading + sign * turn).rem_euclid(360.0);
                    assert!(facing.sees(at(fov / 2.0)), "{fov} at {heading}");
                    assert!(!facing.sees(at(fov / 2.0 + 0.001)), "{fov} at {heading}");
                }
            }
            let behind = (heading + 180.0).rem_euclid(360.0);
            assert!(Facing::new(heading, None).sees(behind) && Facing::new(heading, Some(360.0)).sees(behind));
        }
    }

    #[test]
    fn the_compass_has_eight_points() {
        let said = |bearing: f64| compass_phrase(line(bearing, 80.0), EN);
        let points =
            ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west", "north"];
        for (point, bearing) in points.into_iter().zip((0..).map(|eighth| f64::from(eighth) * 45.0)) {
            assert_eq!(said(bearing), format!("to the {point}, about 80 metres"));
        }
        assert_eq!(said(359.9), "to the north, about 80 metres");
    }

    #[test]
    fn phrases_are_said_in_the_language_asked_for() {
        let chinese = Language::of_tag("zh-Hant").expect("it has a file");
        assert_eq!(compass_phrase(line(45.0, 80.0), chinese), "往東北約 80 公尺");
        assert_eq!(compass_phrase(line(180.0, 10.0), chinese), "往南幾步之遙");
        assert_eq!(Facing::new(0.0, None).phrase(line(180.0, 1234.0), chinese), "正後方，約 1.2 公里");
        assert_eq!(Facing::new(0.0, None).phrase(line(90.0, 80.0), chinese), "您的右邊，約 80 公尺");
    }

    proptest! {
        #[test]
        fn no_phrase_without_a_heading_says_you(bearing in 0.0..360.0, metres in 0.0..30_000.0) {
            prop_assert!(!compass_phrase(line(bearing, metres), EN).contains("you"));
        }

        #[test]
        fn what_is_said_and_what_is_seen_agree_with_the_angle_between(
            heading in 0.0..=360.0, bearing in 0.0..360.0, fov in 1.0..=360.0,
        ) {
            let facing = Facing::new(heading, Some(fov));
            // The angle between the two as vectors has no wrap to get wrong.
            let (a, b) = (f64::to_radians(heading), f64::to_radians(bearing));
            let between = (a.cos() * b.cos() + a.sin() * b.sin()).clamp(-1.0, 1.0).acos().to_degrees();
            let rightward = a.cos() * b.sin() - a.sin() * b.cos();
            let relative = facing.relative_deg(bearing);
            prop_assert!(-180.0 < relative && relative <= 180.0);
            prop_assert!((relative.abs() - between).abs() < 1e-5);
            prop_assert!(rightward.abs() < 1e-9 || (relative > 0.0) == (rightward > 0.0));
            prop_assert!((between - fov / 2.0).abs() < 1e-5 || facing.sees(bearing) == (between < fov / 2.0));
        }
    }
}
