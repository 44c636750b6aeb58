//! What the page says, in the language that it is read in: texts, lengths, areas, directions, numbers, dates and what is
//! recorded; and which of it may be a link. A page has one reader, so the language stands here for all of the page.

use crate::agent::refused;
use crate::domain::{Drawing, DrawingKind, MarkId, Measure, Route};
use crate::language::{Language, fill, say, say_as, word};
use crate::spatial::{Direction, Position, inverse};
use js_sys::{Array, Date, Function, Intl, Object, Reflect};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::fmt::Display;
use wasm_bindgen::JsValue;

/// Milliseconds of a day.
const DAY_MS: f64 = 86_400_000.0;

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::ENGLISH) };
    /// What writes numbers, with its language and decimals: a handful.
    static NUMBERS: RefCell<Vec<(Language, u32, Function)>> = const { RefCell::new(Vec::new()) };
}

/// The language that the page is read in.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// From now on the page speaks that language; what stands already is made again by the store.
pub fn speak(language: Language) {
    LANGUAGE.set(language);
}

/// The text in the page's language.
pub fn tr(text: &'static str) -> &'static str {
    say(language(), text)
}

/// The text of that key in the page's language.
pub fn tr_as(key: &str, english: &'static str) -> &'static str {
    say_as(language(), key, english)
}

/// The text in the page's language with its values.
pub fn put(text: &'static str, names: &[&str], values: &[&dyn Display]) -> String {
    fill(language(), text, names, values)
}

/// A text in the page's language, as `t!`.
macro_rules! translated {
    ($text:literal) => {
        $crate::web::words::tr($text)
    };
    ($text:literal as $meaning:literal) => {
        $crate::web::words::tr_as(concat!($text, " [", $meaning, "]"), $text)
    };
    ($text:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::web::words::put($text, &[$(stringify!($name)),+], &[$(&$value),+])
    };
}

/// A number of things in the page's language, as `tn!`; the number is written as the language writes it.
macro_rules! translated_number {
    ($number:expr, $one:literal, $many:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::web::words::put(
            if $number == 1 { $one } else { $many },
            &["n" $(, stringify!($name))*],
            &[&$crate::web::words::number($number as f64, 0) $(, &$value)*],
        )
    };
}
pub(crate) use {translated as tr, translated_number as trn};

/// What went wrong with a call of the human's, in the page's language.
pub fn refusal(answer: &Value) -> Option<String> {
    answer["error"].as_str().map(|sentence| refused(sentence, language()))
}

/// A number with so many decimals, as the language writes it.
pub fn number(number: f64, decimals: u32) -> String {
    let language = language();
    let made = NUMBERS.with_borrow_mut(|made| {
        if let Some((.., function)) = made.iter().find(|(of, with, _)| (*of, *with) == (language, decimals)) {
            return function.clone();
        }
        let options = options(&[]);
        for name in ["minimumFractionDigits", "maximumFractionDigits"] {
            set(&options, name, &decimals.into());
        }
        let function = Intl::NumberFormat::new(&Array::of1(&language.tag().into()), &options).format();
        made.push((language, decimals, function.clone()));
        function
    });
    let written = made.call1(&JsValue::UNDEFINED, &number.into()).ok().and_then(|written| written.as_string());
    written.unwrap_or_else(|| number.to_string())
}

/// A day, given in days since 1970, as the language writes it with those parts: `("weekday", "long")`.
pub fn date(days: f64, parts: &[(&str, &str)]) -> String {
    // British: the day before the month, as the rest of the page writes its times.
    let tag = if language() == Language::ENGLISH { "en-GB" } else { language().tag() };
    let options = options(parts);
    set(&options, "timeZone", &"UTC".into());
    let format = Intl::DateTimeFormat::new(&Array::of1(&tag.into()), &options).format();
    let written = format.call1(&JsValue::UNDEFINED, &Date::new(&(days * DAY_MS).into()));
    written.ok().and_then(|written| written.as_string()).unwrap_or_default()
}

fn options(parts: &[(&str, &str)]) -> Object {
    let options = Object::new();
    parts.iter().for_each(|(name, value)| set(&options, name, &(*value).into()));
    options
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // A plain object takes every property.
    drop(Reflect::set(object, &name.into(), value));
}

/// Metres below a kilometre, else kilometres with two decimals.
pub fn length(metres: f64) -> String {
    if metres >= 995.0 { tr!("%{n} km", n = number(metres / 1000.0, 2)) } else { tr!("%{n} m", n = number(metres, 0)) }
}

/// Square metres below a tenth of a square kilometre, else square kilometres with two decimals.
pub fn area(square_metres: f64) -> String {
    if square_metres >= 100_000.0 {
        tr!("%{n} km²", n = number(square_metres / 1e6, 2))
    } else {
        tr!("%{n} m²", n = number(square_metres, 0))
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
    tr!("%{n} min", n = number((seconds / 60.0).round().max(1.0), 0))
}

/// How far away something is, and which way.
pub fn away(from: Position, to: Position) -> (String, &'static str) {
    let line = inverse(from, to);
    (length(line.distance_m), whither(Direction::of_bearing(line.bearing_deg)))
}

/// A compass point in full.
pub fn whither(direction: Direction) -> &'static str {
    direction.in_words(language())
}

/// The one of a place's two names that the reader can read: English for who reads English, else the local one.
pub fn either<'a>(english: Option<&'a str>, local: Option<&'a str>) -> Option<&'a str> {
    if language() == Language::ENGLISH { english.or(local) } else { local.or(english) }
}

/// What a drawing is, in a word, and the sign of its kind in `icons.svg`.
pub fn kind(kind: &DrawingKind) -> (&'static str, &'static str) {
    match kind {
        DrawingKind::Circle { .. } => (tr!("Circle"), "circle"),
        DrawingKind::Polygon { .. } => (tr!("Area"), "polygon"),
        DrawingKind::Line { route: Some(_), .. } => (tr!("Walk"), "route"),
        DrawingKind::Line { route: None, .. } => (tr!("Line"), "line"),
        DrawingKind::Reachable { .. } => (tr!("Reachable area"), "reach"),
    }
}

/// What a drawing is called: its label, else its kind and number.
pub fn title(drawing: &Drawing) -> String {
    let number = match drawing.id() {
        MarkId::Drawing(number) | MarkId::Annotation(number) => number,
    };
    drawing
        .label()
        .map_or_else(|| tr!("%{what} %{number}", what = kind(drawing.kind()).0, number = number), str::to_owned)
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
    let date = Date::new(&at_ms.into());
    format!("{:02}:{:02}:{:02}", date.get_hours(), date.get_minutes(), date.get_seconds())
}

/// A whole number as the language writes it.
pub fn grouped(count: u64) -> String {
    number(count as f64, 0)
}

/// A tag's value to read: lists with commas, words apart.
pub fn value(tag: &str) -> String {
    let parts = tag.split(';').map(|part| part.trim().replace('_', " "));
    parts.filter(|part| !part.is_empty()).map(|part| known(&part)).collect::<Vec<_>>().join(tr!(", " as "list"))
}

/// The values of tags that have a word, with it.
const VALUES: [&str; 8] = [
    word!("yes"),
    word!("no"),
    word!("limited"),
    word!("designated"),
    word!("only"),
    word!("customers"),
    word!("wlan"),
    word!("unknown"),
];

fn known(value: &str) -> String {
    let known = VALUES.iter().find(|known| **known == value);
    known.map_or_else(|| value.to_owned(), |known| tr(known).to_owned())
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
