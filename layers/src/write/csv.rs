use super::Document;
use crate::{Geometry, Value};

/// The columns of the place itself.
const AXES: [&str; 2] = ["lng", "lat"];
const SHAPE: &str = "wkt";
/// The column of the credit.
const CREDIT: &str = "attribution";

/// RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. A cell that a spreadsheet would take for a
/// formula begins with an apostrophe, which reading takes off again.
pub fn write(document: &Document) -> String {
    let mut keys: Vec<&str> = Vec::new();
    for record in &document.records {
        for (key, _) in &record.properties {
            if !keys.contains(&key.as_str()) && keys.len() < 1_000 {
                keys.push(key);
            }
        }
    }
    let has_shapes = document.records.iter().any(|record| !matches!(record.geometry, Geometry::Point(_)));
    let credit = document.credit.as_deref().filter(|_| !keys.contains(&CREDIT));
    let shape = has_shapes.then_some(SHAPE);
    let mut text = String::from("\u{feff}");
    let heading = AXES.into_iter().chain(shape).chain(keys.iter().copied()).chain(credit.map(|_| CREDIT));
    line(&mut text, heading.map(guarded));
    for record in &document.records {
        let point = if let Geometry::Point(point) = record.geometry { Some(point) } else { None };
        let at = point.or_else(|| middle(&record.geometry));
        let axes = [0, 1].map(|axis| at.map_or_else(String::new, |at| at[axis].to_string()));
        let wkt = shape.map(|_| if point.is_some() { String::new() } else { record.geometry.wkt() });
        let cells = keys.iter().map(|key| {
            let value = record.properties.iter().find(|(other, _)| other == key).map(|(_, value)| value);
            match value {
                None => String::new(),
                Some(Value::Json(json)) if json.parse::<f64>().is_ok() => json.clone(),
                Some(value) => guarded(value.as_str()),
            }
        });
        line(&mut text, axes.into_iter().chain(wkt).chain(cells).chain(credit.map(guarded)));
    }
    text
}

/// Somewhere in the middle of a shape, for programs that know points alone.
fn middle(geometry: &Geometry) -> Option<[f64; 2]> {
    let [west, south, east, north] = geometry.bbox()?;
    Some([f64::midpoint(west, east), f64::midpoint(south, north)])
}

fn line(to: &mut String, cells: impl Iterator<Item = String>) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            to.push(',');
        }
        if cell.contains(['"', ',', '\n', '\r']) || cell != cell.trim() {
            to.push('"');
            to.push_str(&cell.replace('"', "\"\""));
            to.push('"');
        } else {
            to.push_str(&cell);
        }
    }
    to.push_str("\r\n");
}

/// Whether a spreadsheet would calculate a cell that begins so; an apostrophe too, so that it can be told from ours.
fn is_risky(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\''])
}

/// The text behind an apostrophe where a spreadsheet would calculate it.
fn guarded(text: &str) -> String {
    if is_risky(text) { format!("'{text}") } else { text.to_owned() }
}

/// The text without the apostrophe that guards it.
#[cfg(feature = "read")]
pub fn unguarded(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| is_risky(rest)).unwrap_or(text)
}
