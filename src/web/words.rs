//! Lengths, areas, directions, times and what is recorded, as the page writes them; and which of it may be a link.

use crate::domain::{Drawing, DrawingKind, MarkId, Measure, Route};
use crate::spatial::{Direction, Position, inverse};

/// Metres below a kilometre, else kilometres with two decimals.
pub fn length(metres: f64) -> String {
    if metres >= 995.0 { format!("{:.2} km", metres / 1000.0) } else { format!("{metres:.0} m") }
}

/// Square metres below a tenth of a square kilometre, else square kilometres with two decimals.
pub fn area(square_metres: f64) -> String {
    if square_metres >= 100_000.0 {
        format!("{:.2} km²", square_metres / 1e6)
    } else {
        format!("{square_metres:.0} m²")
    }
}

/// A line's length, an area's area.
pub fn measure(measure: Measure) -> String {
    match measure {
        Measure::Area { area_m2, .. } => area(area_m2),
        Measure::Line { length_m } => length(length_m),
    }
}

/// Whole minutes, at least one.
pub fn minutes(seconds: f64) -> String {
    format!("{:.0} min", (seconds / 60.0).round().max(1.0))
}

/// How far away something is, and which way.
pub fn away(from: Position, to: Position) -> (String, &'static str) {
    let line = inverse(from, to);
    (length(line.distance_m), Direction::of_bearing(line.bearing_deg).in_words())
}

/// What a drawing is, in a word, and the sign of its kind in `icons.svg`.
pub const fn kind(kind: &DrawingKind) -> (&'static str, &'static str) {
    match kind {
        DrawingKind::Circle { .. } => ("Circle", "circle"),
        DrawingKind::Polygon { .. } => ("Area", "polygon"),
        DrawingKind::Line { route: Some(_), .. } => ("Walk", "route"),
        DrawingKind::Line { route: None, .. } => ("Line", "line"),
        DrawingKind::Reachable { .. } => ("Reachable area", "reach"),
    }
}

/// What a drawing is called: its label, else its kind and number.
pub fn title(drawing: &Drawing) -> String {
    let number = match drawing.id() {
        MarkId::Drawing(number) | MarkId::Annotation(number) => number,
    };
    drawing.label().map_or_else(|| format!("{} {number}", kind(drawing.kind()).0), str::to_owned)
}

/// A drawing's size in one or two parts: area and way round, or length and time.
pub fn sizes(drawing: &Drawing) -> (String, String) {
    if let DrawingKind::Line { route: Some(Route { distance_m, duration_s, .. }), .. } = drawing.kind() {
        return (length(*distance_m), minutes(*duration_s));
    }
    match drawing.measure() {
        Some(Measure::Area { area_m2, perimeter_m }) => (area(area_m2), length(perimeter_m)),
        Some(Measure::Line { length_m }) => (length(length_m), String::new()),
        None => (String::new(), String::new()),
    }
}

/// The local time of day of a moment in milliseconds since 1970, to the second.
pub fn time(at_ms: f64) -> String {
    let date = js_sys::Date::new(&at_ms.into());
    format!("{:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
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
