//! The third form: points packed as Google's polyline algorithm packs them, in base64url's alphabet.

use super::json::string;
use super::{SharedMap, v1, v2};
use crate::spatial::{Position, round_to};
use serde_json::{Map, Value};

/// base64url's characters in their order.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Units to a degree.
const UNITS: f64 = 1e5;
/// Most digits of one number.
const MAX_DIGITS: u32 = 6;

/// As the second form, with packed points; flat lists are read too.
pub(super) fn read(body: &Map<String, Value>) -> Option<(SharedMap, usize)> {
    let points = |value: &Value| value.as_str().map_or_else(|| v1::flat_points(value), unpacked);
    v2::with_categories(body, v1::read(body, points)?)
}

/// The points as a JSON string: for each the difference from the one before, lng first, in five-decimal units, its sign
/// in the lowest bit, five bits a character from the lowest, the sixth bit set where another character follows.
pub(super) fn write_packed(points: &[Position]) -> String {
    let mut packed = String::new();
    let mut last = [0i64; 2];
    for point in points {
        // Degrees times 10⁵ are far inside what an i64 holds.
        let now = [point.lng, point.lat].map(|degrees| round_to(degrees * UNITS, 0) as i64);
        for axis in 0..2 {
            push_number(&mut packed, now[axis] - last[axis]);
        }
        last = now;
    }
    string(&packed)
}

fn push_number(packed: &mut String, difference: i64) {
    let mut rest = ((difference << 1) ^ (difference >> 63)) as u64;
    loop {
        let more = rest > 31;
        let digit = (rest & 31) as usize | if more { 32 } else { 0 };
        packed.push(char::from(ALPHABET[digit]));
        rest >>= 5;
        if !more {
            return;
        }
    }
}

/// The points of a packed text; `None` when a character is foreign, a number has more than [`MAX_DIGITS`], or one is cut
/// off.
fn unpacked(text: &str) -> Option<Vec<Position>> {
    let mut numbers = Vec::new();
    let (mut number, mut digits) = (0u64, 0);
    for byte in text.bytes() {
        let digit = ALPHABET.iter().position(|character| *character == byte)? as u64;
        number |= (digit & 31) << (5 * digits);
        digits += 1;
        if digit & 32 == 0 {
            numbers.push((number >> 1) as i64 ^ -((number & 1) as i64));
            (number, digits) = (0, 0);
        } else if digits == MAX_DIGITS {
            return None;
        }
    }
    if digits > 0 || numbers.len() % 2 != 0 {
        return None;
    }
    let mut at = [0i64; 2];
    let points = numbers.chunks_exact(2).map(|pair| {
        at = [at[0] + pair[0], at[1] + pair[1]];
        Position::new(at[0] as f64 / UNITS, at[1] as f64 / UNITS)
    });
    Some(points.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn packed(points: &[(f64, f64)]) -> String {
        write_packed(&points.iter().map(|&(lng, lat)| Position::new(lng, lat)).collect::<Vec<_>>())
    }

    #[test]
    fn packing_is_googles_polyline_in_another_alphabet() {
        assert_eq!(packed(&[(0.0, 0.0)]), "\"AA\"");
        // Google's own example, axes exchanged: -179.9832104 is `~oia@ there.
        let google = "`~oia@";
        let ours: String = google.bytes().map(|byte| char::from(ALPHABET[usize::from(byte) - 63])).collect();
        assert!(packed(&[(-179.983_21, 0.0)]).starts_with(&format!("\"{ours}")));
        assert_eq!(unpacked("AA"), Some(vec![Position::new(0.0, 0.0)]));
    }

    #[test]
    fn what_is_cut_off_or_foreign_is_refused() {
        for text in ["A", "Ag", "gg", "A.", "é", "gggggAA", "ggggggAA"] {
            assert_eq!(unpacked(text).is_some(), text == "gggggAA", "{text}");
        }
        assert_eq!(unpacked(""), Some(vec![]));
    }

    proptest! {
        #[test]
        fn packed_points_come_back(units in prop::collection::vec((-18_000_000i32..=18_000_000, -9_000_000i32..=9_000_000), 0..40)) {
            let points: Vec<_> =
                units.iter().map(|&(x, y)| Position::new(f64::from(x) / UNITS, f64::from(y) / UNITS)).collect();
            let text = write_packed(&points);
            prop_assert_eq!(unpacked(text.trim_matches('"')), Some(points));
        }
    }
}
