//! What the map draws of a layer: GeoJSON with ids and names alone.

use crate::geometry::closed;
use crate::{Columns, Geometry, Point};
use std::fmt::Write;

/// The layer as the map library's source takes it; each place's id is `prefix` and its row.
pub fn draw(columns: &Columns, prefix: &str) -> String {
    let mut text = String::with_capacity(columns.len() * 120);
    text.push_str(r#"{"type":"FeatureCollection","features":["#);
    for index in 0..columns.len() {
        if index > 0 {
            text.push(',');
        }
        let id = serde_json::Value::from(format!("{prefix}{}", columns.rows[index]));
        // Writing into memory does not fail.
        let _ = write!(text, r#"{{"type":"Feature","properties":{{"id":{id}"#);
        if let Some(name) = columns.string(columns.names[index]) {
            let _ = write!(text, r#","name":{}"#, serde_json::Value::from(name));
        }
        text.push_str(r#"},"geometry":"#);
        geometry(&mut text, &columns.geometries[index]);
        text.push('}');
    }
    text.push_str("]}");
    text
}

fn geometry(to: &mut String, geometry_: &Geometry) {
    let _ = write!(to, r#"{{"type":"{}","#, geometry_.kind());
    to.push_str(if matches!(geometry_, Geometry::GeometryCollection(_)) {
        r#""geometries":"#
    } else {
        r#""coordinates":"#
    });
    match geometry_ {
        Geometry::Point(point) => pair(to, point),
        Geometry::MultiPoint(points) | Geometry::LineString(points) => list(to, points, pair),
        Geometry::MultiLineString(lines) => list(to, lines, |to, line| list(to, line, pair)),
        Geometry::Polygon(rings) => list(to, rings, |to, ring| list(to, closed(ring), pair)),
        Geometry::MultiPolygon(polygons) => list(to, polygons, |to, rings| {
            list(to, rings, |to, ring| list(to, closed(ring), pair));
        }),
        Geometry::GeometryCollection(parts) => list(to, parts, geometry),
    }
    to.push('}');
}

/// Rounded to a decimetre.
fn pair(to: &mut String, [lng, lat]: &Point) {
    let rounded = |degrees: f64| (degrees * 1e6).round() / 1e6;
    let _ = write!(to, "[{},{}]", rounded(*lng), rounded(*lat));
}

fn list<T>(to: &mut String, items: impl IntoIterator<Item = T>, each: impl Fn(&mut String, T)) {
    to.push('[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            to.push(',');
        }
        each(to, item);
    }
    to.push(']');
}
