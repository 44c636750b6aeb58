//! Numbers as JavaScript prints them.

use crate::spatial::round_to;

/// The number rounded to so many decimals, printed by [`javascript`].
pub(super) fn rounded(value: f64, decimals: i32) -> String {
    javascript(round_to(value, decimals))
}

/// `Number.prototype.toString` (ECMA-262, Number::toString, radix 10): the shortest digits that read back as the same
/// number, plain from 10⁻⁶ to below 10²¹, else with an exponent.
fn javascript(value: f64) -> String {
    let value = value + 0.0;
    let magnitude = value.abs();
    if magnitude == 0.0 || (1e-6..1e21).contains(&magnitude) {
        return value.to_string();
    }
    let text = format!("{value:e}");
    if text.contains("e-") { text } else { text.replace('e', "e+") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_in_javascript() {
        for (value, text) in [
            (12.0, "12"),
            (-0.0, "0"),
            (121.5175, "121.5175"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (-1.5e300, "-1.5e+300"),
            (0.000001, "0.000001"),
            (1e-7, "1e-7"),
            (1.25e-7, "1.25e-7"),
        ] {
            assert_eq!(javascript(value), text);
        }
        assert_eq!(
            [rounded(14.512_649_9, 5), rounded(-0.000_001, 5), rounded(0.000_01, 5)],
            ["14.51265", "0", "0.00001"]
        );
    }
}
