//! Finding a link in a text.

use super::MAX_READ_CHARS;
use crate::domain::clipped;

/// What is found.
#[derive(Debug, PartialEq)]
pub(super) enum Fragment {
    /// No link.
    Absent,
    /// A link in a text longer than is read.
    TooLong,
    /// A link of that form with that payload, still in base64url.
    Link {
        /// The number after the v.
        version: u32,
        /// What follows the full stop.
        payload: String,
    },
}

/// Looks after the first `#`, which may be doubled or percent-encoded, or at the whole text when there is none. A full
/// stop, bracket or space that a chat left at the end is taken off.
pub(super) fn find(text: &str) -> Fragment {
    let read = clipped(text, MAX_READ_CHARS);
    let plain = percent_decoded(read);
    let after = plain.split_once('#').map_or(plain.as_str(), |(_, after)| after);
    let Some((version, payload)) = versioned(after.trim_start_matches('#').trim()) else { return Fragment::Absent };
    if read.len() < text.len() && version <= super::NEWEST {
        return Fragment::TooLong;
    }
    let payload = payload.trim_end_matches(|c: char| matches!(c, '.' | ')') || c.is_whitespace());
    Fragment::Link { version, payload: payload.to_owned() }
}

/// The number and the rest of `v<number>.<rest>`.
fn versioned(text: &str) -> Option<(u32, &str)> {
    let (digits, payload) = text.strip_prefix('v')?.split_once('.')?;
    let is_number = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0') && digits.len() <= 9;
    if is_number { digits.parse().ok().map(|version| (version, payload)) } else { None }
}

/// The text with `%XX` decoded, also what was encoded twice; what is no such sequence stays.
fn percent_decoded(text: &str) -> String {
    let once = decoded_once(text);
    if once.contains('%') { decoded_once(&once) } else { once }
}

fn decoded_once(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let pair = bytes.get(index + 1..index + 3).filter(|_| bytes[index] == b'%');
        let value = pair.filter(|pair| pair.iter().all(u8::is_ascii_hexdigit)).and_then(|pair| {
            let digits = str::from_utf8(pair).ok()?;
            u8::from_str_radix(digits, 16).ok()
        });
        decoded.push(value.unwrap_or(bytes[index]));
        index += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_found_in_whatever_a_chat_or_server_made_of_it() {
        let found = Fragment::Link { version: 1, payload: "eyJ9".into() };
        for text in [
            "#v1.eyJ9",
            "v1.eyJ9",
            "https://x.example/a?b=c#v1.eyJ9",
            "https://x.example/%23v1.eyJ9",
            "##v1.eyJ9",
            "%23%23v1.eyJ9",
            "%2523v1.eyJ9",
            "#v1%2EeyJ9",
            "#v1.eyJ9.",
            "#v1.eyJ9).",
            "  #v1.eyJ9 \n",
        ] {
            assert_eq!(find(text), found, "{text}");
        }
        for text in
            ["", "#", "#about", "#v1", "#v01.eyJ9", "#vx.eyJ9", "#v.eyJ9", "https://x.example/v1.eyJ9", "%", "%2"]
        {
            assert_eq!(find(text), Fragment::Absent, "{text}");
        }
    }

    #[test]
    fn a_text_that_is_too_long_is_no_link_that_can_be_read() {
        let payload = "A".repeat(MAX_READ_CHARS - 4);
        assert!(matches!(find(&format!("#v1.{payload}")), Fragment::Link { .. }));
        assert_eq!(find(&format!("#v1.{payload}A")), Fragment::TooLong);
        assert!(matches!(find(&format!("#v9.{payload}A")), Fragment::Link { version: 9, .. }));
        assert_eq!(find(&"é".repeat(20_000)), Fragment::Absent);
    }
}
