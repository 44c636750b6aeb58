//! Distances, directions and what is recorded, in words; and which of it may be a link.

use crate::domain::Measure;
use crate::spatial::Direction;
use crate::web::map::in_words;

/// Metres as the map writes them.
pub fn length(metres: f64) -> String {
    in_words(Measure::Line { length_m: metres })
}

/// Square metres as the map writes them.
pub fn area(area_m2: f64) -> String {
    in_words(Measure::Area { area_m2, perimeter_m: 0.0 })
}

/// A compass point.
pub const fn compass(direction: Direction) -> &'static str {
    match direction {
        Direction::N => "north",
        Direction::NE => "north-east",
        Direction::E => "east",
        Direction::SE => "south-east",
        Direction::S => "south",
        Direction::SW => "south-west",
        Direction::W => "west",
        Direction::NW => "north-west",
    }
}

/// So many of a thing, with its word for one and for several.
pub fn count(number: usize, one: &str, many: &str) -> String {
    let digits = grouped(number as u64);
    [digits.as_str(), " ", if number == 1 { one } else { many }].concat()
}

/// A number with a comma before every three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A tag's value to read: lists with commas, words apart.
pub fn value(tag: &str) -> String {
    let parts = tag.split(';').map(|part| part.trim().replace('_', " "));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The address of a page and its host, when the text is an address that may be followed: of the web, and naming nobody.
pub fn web_link(text: &str) -> Option<(String, String)> {
    let url = web_sys::Url::new(text.trim()).ok()?;
    let is_web = matches!(url.protocol().as_str(), "http:" | "https:");
    let is_plain = url.username().is_empty() && url.password().is_empty() && !url.host().is_empty();
    let host = url.host();
    let shown = host.strip_prefix("www.").unwrap_or(&host).to_owned();
    (is_web && is_plain).then(|| (url.href(), shown))
}

/// What a telephone dials, when the text is a number that can be called.
pub fn phone_link(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_digit() || "+ -()/.\u{a0}".contains(c);
    let text = text.trim();
    if !text.chars().all(is_part) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let plus = if text.starts_with('+') { "+" } else { "" };
    (3..=20).contains(&digits.len()).then(|| ["tel:", plus, digits.as_str()].concat())
}

/// The page of OpenStreetMap about an element, and how it is called there, of an id such as `osm:node:123`.
pub fn element(id: &str) -> Option<(String, String)> {
    let (kind, number) = id.strip_prefix("osm:")?.split_once(':')?;
    let is_kind = matches!(kind, "node" | "way" | "relation");
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_kind && is_number)
        .then(|| (["https://www.openstreetmap.org/", kind, "/", number].concat(), [kind, " ", number].concat()))
}
