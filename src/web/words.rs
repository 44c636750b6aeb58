//! Lengths, areas, directions and times as the page writes them.

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
    let way = match Direction::of_bearing(line.bearing_deg) {
        Direction::N => "north",
        Direction::NE => "north-east",
        Direction::E => "east",
        Direction::SE => "south-east",
        Direction::S => "south",
        Direction::SW => "south-west",
        Direction::W => "west",
        Direction::NW => "north-west",
    };
    (length(line.distance_m), way)
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
