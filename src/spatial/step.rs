//! A step on the ground as somebody writes it: "200 m north", "1.5 km NE", "45° 80 m".

use super::Direction;
use crate::language::Language;

/// No step is longer, in metres.
pub const MAX_STEP_M: f64 = 50_000.0;

/// So far and that way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Metres, above 0 and at most [`MAX_STEP_M`].
    pub distance_m: f64,
    /// Degrees clockwise from true north, 0 to below 360.
    pub bearing_deg: f64,
}

/// Metres in a unit, by its names; the international foot and mile.
const UNITS: [(&[&str], f64); 4] = [
    (&["km", "kilometre", "kilometres", "kilometer", "kilometers", "公里"], 1000.0),
    (&["m", "metre", "metres", "meter", "meters", "公尺", "米"], 1.0),
    (&["ft", "foot", "feet", "英尺"], 0.3048),
    (&["mi", "mile", "miles", "英里"], 1609.344),
];

/// A number, or what stands between numbers.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Number(f64),
    Word(String),
}

impl Step {
    /// Reads a step: a length, a unit (metres when there is none) and a compass point, in English, by its letters or in
    /// `language`, or a bearing in degrees. Their order does not matter. `None` when anything else is there.
    pub fn read(text: &str, language: Language) -> Option<Self> {
        let (mut distance, mut bearing, mut unit) = (None, None, None);
        for part in parts(text)? {
            match part {
                Part::Number(number) if distance.is_none() => distance = Some(number),
                Part::Number(number) if bearing.is_none() => bearing = Some(number),
                Part::Number(_) => return None,
                // "45°": the number before was the bearing.
                Part::Word(word) if matches!(word.as_str(), "°" | "deg" | "degree" | "degrees" | "度") => {
                    let number = if bearing.is_some() { bearing } else { distance.take() };
                    bearing = Some(number?);
                }
                Part::Word(word) => {
                    let (of_unit, way) = unit_and_way(&word, language)?;
                    if of_unit.is_some() && unit.is_some() || way.is_some() && bearing.is_some() {
                        return None;
                    }
                    unit = unit.or(of_unit);
                    bearing = bearing.or(way);
                }
            }
        }
        let distance_m = distance? * unit.unwrap_or(1.0);
        let bearing_deg = bearing?;
        let fits = distance_m > 0.0 && distance_m <= MAX_STEP_M && (0.0..=360.0).contains(&bearing_deg);
        fits.then(|| Self { distance_m, bearing_deg: bearing_deg.rem_euclid(360.0) })
    }
}

/// The numbers and words of a text, in lower case; a word is what stands between numbers and degree signs, with no space
/// or hyphen in it.
fn parts(text: &str) -> Option<Vec<Part>> {
    let text = text.to_lowercase();
    // No step is less than nothing.
    let has_sign = |(a, b): (char, char)| matches!(a, '-' | '−' | '+') && b.is_ascii_digit();
    if text.chars().zip(text.chars().skip(1)).any(has_sign) {
        return None;
    }
    let is_number = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == ',';
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let end = if first == '°' {
            first.len_utf8()
        } else if first.is_ascii_digit() {
            rest.find(|letter| !is_number(letter)).unwrap_or(rest.len())
        } else {
            rest.find(|letter: char| letter.is_ascii_digit() || letter == '°').unwrap_or(rest.len())
        };
        let (part, after) = rest.split_at(end);
        rest = after.trim_start();
        if first.is_ascii_digit() {
            parts.push(Part::Number(part.trim_end_matches(['.', ',']).replace(',', ".").parse().ok()?));
        } else {
            let word: String =
                part.chars().filter(|letter| !letter.is_whitespace() && !"-,;".contains(*letter)).collect();
            if !word.is_empty() {
                parts.push(Part::Word(word));
            }
        }
    }
    Some(parts)
}

/// What of a word is a unit, and what a compass point, which may be written as one: `mnorth`.
fn unit_and_way(word: &str, language: Language) -> Option<(Option<f64>, Option<f64>)> {
    if let Some(way) = way(word, language) {
        return Some((None, Some(way)));
    }
    let units = UNITS.iter().flat_map(|(names, metres)| names.iter().map(move |name| (*name, *metres)));
    let mut fitting: Vec<_> = units.filter(|(name, _)| word.starts_with(name) || word.ends_with(name)).collect();
    fitting.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    fitting.into_iter().find_map(|(name, metres)| {
        let others = [word.strip_prefix(name), word.strip_suffix(name)];
        others.into_iter().flatten().find_map(|other| match other {
            "" => Some((Some(metres), None)),
            other => way(other, language).map(|way| (Some(metres), Some(way))),
        })
    })
}

/// The bearing of a compass point.
fn way(word: &str, language: Language) -> Option<f64> {
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "");
    // "toward the north" in Chinese, of which the first letter says only that it is a direction.
    let word = word.trim_start_matches(['往', '向', '朝']);
    Direction::ALL
        .iter()
        .position(|direction| {
            let names = [Language::ENGLISH, language].map(|language| plain(direction.in_words(language)));
            names.iter().any(|name| name == word) || format!("{direction:?}").to_lowercase() == word
        })
        .map(|eighth| 45.0 * eighth as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_read_however_it_is_written() {
        let chinese = Language::of_tag("zh-Hant").expect("what the test made is good");
        for (text, metres, degrees) in [
            ("200 m north", 200.0, 0.0),
            ("200m N", 200.0, 0.0),
            ("north 200", 200.0, 0.0),
            ("1.5 km north-east", 1500.0, 45.0),
            ("1,5 km NE", 1500.0, 45.0),
            ("300 feet southwest", 91.44, 225.0),
            ("0.5 mi W", 804.672, 270.0),
            ("80 m 45°", 80.0, 45.0),
            ("45° 80 m", 80.0, 45.0),
            ("80 metres 360 degrees", 80.0, 0.0),
            ("2 km, south east", 2000.0, 135.0),
            ("20 m m", f64::NAN, 0.0),
        ] {
            let wanted = (!metres.is_nan()).then_some(Step { distance_m: metres, bearing_deg: degrees });
            let read = Step::read(text, Language::ENGLISH);
            assert_eq!(read.is_some(), wanted.is_some(), "{text}: {read:?}");
            if let (Some(read), Some(wanted)) = (read, wanted) {
                assert!((read.distance_m - wanted.distance_m).abs() < 1e-9, "{text}: {read:?}");
                assert_eq!(read.bearing_deg, wanted.bearing_deg, "{text}");
            }
        }
        for text in ["往北 200 公尺", "北200公尺", "200 公尺 北"] {
            assert_eq!(Step::read(text, chinese), Some(Step { distance_m: 200.0, bearing_deg: 0.0 }), "{text}");
        }
    }

    #[test]
    fn what_is_no_step_is_none() {
        for text in [
            "",
            "north",
            "200",
            "200 m",
            "0 m north",
            "-5 m north",
            "60 km north",
            "north south 5",
            "5 m up",
            "1 2 3",
            "400° 5 m",
            "200 m north please",
            "1e9 m north",
            "٣ m north",
            "5 m\u{0}north",
        ] {
            assert_eq!(Step::read(text, Language::ENGLISH), None, "{text:?}");
        }
    }
}
