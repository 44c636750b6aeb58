//! The JSON inside a link: out of base64url and back, its keys in a fixed order.

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::{Map, Value};

/// base64url: written without padding, read with or without.
const BASE64URL: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The object in a payload.
pub(super) fn body(payload: &str) -> Option<Map<String, Value>> {
    let text = String::from_utf8(BASE64URL.decode(payload).ok()?).ok()?;
    let parsed = serde_json::from_str(&text).or_else(|_| serde_json::from_str(&without_lone_surrogates(&text)));
    match parsed {
        Ok(Value::Object(body)) => Some(body),
        _ => None,
    }
}

/// The payload of a body.
pub(super) fn payload(body: &str) -> String {
    BASE64URL.encode(body)
}

/// JavaScript writes half of a split character as an escape that JSON readers refuse; it becomes U+FFFD.
fn without_lone_surrogates(text: &str) -> String {
    let unit = |at: &str| {
        let digits = at.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    let (mut mended, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = rest.find('\\') {
        let (before, escape) = rest.split_at(start);
        let low = |at: &str| unit(at).is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
        let (kept, length) = match unit(escape) {
            Some(0xd800..0xdc00) if escape.get(6..).is_some_and(low) => (escape.get(..12), 12),
            Some(0xd800..0xe000) => (Some("\\ufffd"), 6),
            _ => (escape.get(..2), 2),
        };
        mended.push_str(before);
        let Some((kept, after)) = kept.zip(escape.get(length..)) else { return mended + escape };
        mended.push_str(kept);
        rest = after;
    }
    mended + rest
}

/// An object being written, a comma between its members.
pub(super) struct Writer(String);

impl Writer {
    /// An empty object.
    pub(super) fn object() -> Self {
        Self("{".into())
    }

    /// An array of members that are JSON already.
    pub(super) fn array(members: impl IntoIterator<Item = String>) -> String {
        let members: Vec<_> = members.into_iter().collect();
        format!("[{}]", members.join(","))
    }

    /// A member that is JSON already.
    pub(super) fn member(mut self, key: &str, json: &str) -> Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push_str(&string(key));
        self.0.push(':');
        self.0.push_str(json);
        self
    }

    /// A member, when there is one.
    pub(super) fn some(self, key: &str, json: Option<String>) -> Self {
        match json {
            Some(json) => self.member(key, &json),
            None => self,
        }
    }

    /// The finished text.
    pub(super) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A string as JSON, escaped as JavaScript escapes.
pub(super) fn string(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_as_in_javascript() {
        assert_eq!(string("a\"\\/\n\t\u{8}\u{c}\r\u{1}\u{7f}é🌸"), "\"a\\\"\\\\/\\n\\t\\b\\f\\r\\u0001\u{7f}é🌸\"");
    }

    #[test]
    fn half_a_character_becomes_the_replacement_character() {
        let text = |json: &str| body(&payload(json)).and_then(|body| body["l"].as_str().map(str::to_owned));
        assert_eq!(text(r#"{"l":"a\ud83c"}"#).as_deref(), Some("a\u{fffd}"));
        assert_eq!(text(r#"{"l":"\\\udf38\ud83c\udf38\n"}"#).as_deref(), Some("\\\u{fffd}🌸\n"));
        assert_eq!(text(r#"{"l":"\ud83c\u00"}"#), None);
    }
}
