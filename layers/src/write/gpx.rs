use super::Document;
use crate::{Geometry, Point, Record, Value};
use std::fmt::Write;

/// The elements among the extensions that hold what GPX has no element for.
pub const GPX_ATTRIBUTE: &str = "attribute";
/// The geometry as well-known text, where GPX has none of its kind.
pub const GPX_GEOMETRY: &str = "geometry";

/// GPX 1.1: points are waypoints, lines are tracks, the outline of an area is a track that closes.
pub fn write(document: &Document) -> String {
    let mut text = String::from(concat!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
        "<gpx version=\"1.1\" creator=\"glassmap\" xmlns=\"http://www.topografix.com/GPX/1/1\" ",
        "xmlns:gm=\"urn:glassmap:layer:1\">\n<metadata>"
    ));
    if !document.title.is_empty() {
        let _ = write!(text, "<name>{}</name>", escaped(&document.title));
    }
    if let Some(credit) = &document.credit {
        let _ = write!(
            text,
            "<copyright author=\"{}\"><license>https://opendatacommons.org/licenses/odbl/</license></copyright>",
            escaped(credit)
        );
    }
    text.push_str("</metadata>\n");
    // The schema has waypoints before tracks; the order among each is kept.
    let (points, tracks): (Vec<_>, Vec<_>) = document.records.iter().partition(|record| is_waypoint(record));
    points.into_iter().for_each(|record| waypoint(&mut text, record));
    tracks.into_iter().for_each(|record| track(&mut text, record));
    text.push_str("</gpx>\n");
    text
}

fn is_waypoint(record: &Record) -> bool {
    record.geometry.lines().is_empty() && record.geometry.polygons().is_empty()
}

fn waypoint(to: &mut String, record: &Record) {
    let Some([lng, lat]) = record.geometry.first() else { return };
    let _ = write!(to, "<wpt lat=\"{lat}\" lon=\"{lng}\">");
    told(to, record, !matches!(record.geometry, Geometry::Point(_)));
    to.push_str("</wpt>\n");
}

fn track(to: &mut String, record: &Record) {
    to.push_str("<trk>");
    let is_line = matches!(record.geometry, Geometry::LineString(_) | Geometry::MultiLineString(_));
    told(to, record, !is_line);
    for line in record.geometry.lines() {
        segment(to, line.iter());
    }
    for ring in record.geometry.polygons().into_iter().flatten() {
        segment(to, ring.iter().chain(ring.first()));
    }
    to.push_str("</trk>\n");
}

fn segment<'a>(to: &mut String, points: impl Iterator<Item = &'a Point>) {
    to.push_str("<trkseg>");
    for [lng, lat] in points {
        let _ = write!(to, "<trkpt lat=\"{lat}\" lon=\"{lng}\"/>");
    }
    to.push_str("</trkseg>");
}

/// Name and description as every program shows them, then all else among the extensions.
fn told(to: &mut String, record: &Record, whole: bool) {
    // An element is read without the space at its ends and never empty: such a text goes among the extensions.
    let is_plain = |value: &str| !value.is_empty() && value.trim() == value && escapes_whole(value);
    let own = ["name", "cmt", "desc"].map(|name| {
        let (_, value) = record.properties.iter().find(|(key, _)| key == name)?;
        if let Value::Text(text) = value { Some(text.as_str()).filter(|text| is_plain(text)) } else { None }
    });
    for (name, value) in ["name", "cmt", "desc"].into_iter().zip(own) {
        if let Some(value) = value {
            let _ = write!(to, "<{name}>{}</{name}>", escaped(value));
        }
    }
    let is_own =
        |key: &str| ["name", "cmt", "desc"].iter().zip(own).any(|(name, value)| *name == key && value.is_some());
    let others: Vec<_> = record.properties.iter().filter(|(key, _)| !is_own(key)).collect();
    if others.is_empty() && !whole {
        return;
    }
    to.push_str("<extensions>");
    for (key, value) in others {
        let kind = if matches!(value, Value::Json(_)) { " type=\"json\"" } else { "" };
        let _ = write!(
            to,
            "<gm:{GPX_ATTRIBUTE} name=\"{}\"{kind}>{}</gm:{GPX_ATTRIBUTE}>",
            escaped(key),
            escaped(value.as_str())
        );
    }
    if whole {
        let _ = write!(to, "<gm:{GPX_GEOMETRY}>{}</gm:{GPX_GEOMETRY}>", record.geometry.wkt());
    }
    to.push_str("</extensions>");
}

/// Letters that XML has no way to write.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

fn escapes_whole(text: &str) -> bool {
    !text.contains(is_forbidden)
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Written so that reading does not take them for space.
            '\r' | '\n' | '\t' => {
                let _ = write!(safe, "&#{};", c as u32);
            }
            c if is_forbidden(c) => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
