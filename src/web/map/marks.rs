//! Drawings and notes as the map's sources take them: a pure function of the session.

use super::scene::collection;
use crate::domain::{Drawing, DrawingKind, MarkId, Note, Route, Session, circle_ring};
use crate::spatial::{Position, Shape};
use crate::web::words;
use serde_json::{Value, json};

/// What each source of marks holds; the `hidden` one is in the human's hand, and shows there.
pub fn sources(session: &Session, hidden: Option<MarkId>) -> [(&'static str, Value); 4] {
    let drawings = session.drawings().iter().filter(move |drawing| Some(drawing.id()) != hidden);
    let notes = session.notes().iter().filter(move |note| Some(note.id()) != hidden);
    [
        ("drawings", collection(drawings.clone().filter_map(drawing))),
        ("mark-labels", collection(drawings.clone().filter_map(label))),
        ("route-ends", collection(drawings.flat_map(route_ends))),
        ("notes", collection(notes.map(note))),
    ]
}

fn point(position: Position, properties: Value) -> Value {
    json!({
        "type": "Feature", "properties": properties,
        "geometry": { "type": "Point", "coordinates": [position.lng, position.lat] },
    })
}

fn drawing(drawing: &Drawing) -> Option<Value> {
    let route = matches!(drawing.kind(), DrawingKind::Line { route: Some(_), .. });
    let kind = if route { "route" } else { drawing.kind().name() };
    Some(json!({
        "type": "Feature", "geometry": geometry(drawing.kind())?,
        "properties": { "id": drawing.id().to_string(), "kind": kind, "source": drawing.origin().name() },
    }))
}

fn geometry(kind: &DrawingKind) -> Option<Value> {
    Some(match kind {
        DrawingKind::Circle { center, radius_m } => {
            json!({ "type": "Polygon", "coordinates": [closed(&circle_ring(*center, *radius_m))] })
        }
        DrawingKind::Polygon { ring } => json!({ "type": "Polygon", "coordinates": [closed(ring)] }),
        DrawingKind::Line { points, .. } => json!({ "type": "LineString", "coordinates": pairs(points.iter()) }),
        DrawingKind::Reachable { shape, .. } => {
            json!({ "type": "MultiPolygon", "coordinates": polygons(shape.as_ref()?) })
        }
    })
}

/// The polygons of a shape as GeoJSON's `MultiPolygon` has them.
pub fn polygons(shape: &Shape) -> Vec<Vec<Vec<[f64; 2]>>> {
    shape.polygons.iter().map(|polygon| polygon.rings().map(|ring| closed(ring)).collect()).collect()
}

fn closed(ring: &[Position]) -> Vec<[f64; 2]> {
    pairs(ring.iter().chain(ring.first()))
}

fn pairs<'a>(points: impl Iterator<Item = &'a Position>) -> Vec<[f64; 2]> {
    points.map(|point| [point.lng, point.lat]).collect()
}

/// The drawing's label and size, at its northern end or in the middle of its line.
fn label(drawing: &Drawing) -> Option<Value> {
    let size = match drawing.kind() {
        DrawingKind::Line { route: Some(Route { distance_m, duration_s, .. }), .. } => {
            Some(format!("{} · {}", words::length(*distance_m), words::minutes(*duration_s)))
        }
        _ => drawing.measure().map(words::measure),
    };
    let text = match (drawing.label(), size) {
        (Some(label), Some(size)) => format!("{label} · {size}"),
        (Some(text), None) => text.to_owned(),
        (None, size) => size?,
    };
    let at = match drawing.kind() {
        DrawingKind::Line { points, .. } => *points.get(points.len() / 2)?,
        kind => {
            let bbox = kind.bbox();
            Position::new(bbox.center().lng, bbox.north)
        }
    };
    Some(point(at, json!({ "text": text, "source": drawing.origin().name() })))
}

/// Places tapped for the tool in hand, as the source `draft-pins` takes them.
pub fn pins(pins: &[(Position, &str)]) -> Value {
    collection(
        pins.iter()
            .map(|(at, kind)| point(*at, if *kind == "pin" { json!({ "pin": true }) } else { json!({ "end": kind }) })),
    )
}

fn route_ends(drawing: &Drawing) -> Vec<Value> {
    let DrawingKind::Line { points, route: Some(_) } = drawing.kind() else { return Vec::new() };
    let end = |position: Option<&Position>, end: &str| {
        position.map(|position| point(*position, json!({ "end": end, "source": drawing.origin().name() })))
    };
    end(points.first(), "start").into_iter().chain(end(points.last(), "finish")).collect()
}

fn note(note: &Note) -> Value {
    let text = match &note.icon {
        Some(icon) => format!("{icon} {}", note.note),
        None => note.note.clone(),
    };
    point(note.position, json!({ "id": note.id().to_string(), "note": text, "source": note.origin().name() }))
}
