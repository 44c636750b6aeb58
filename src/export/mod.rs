//! What is on the map as places of a file: marks, selected and found places, layers.

use crate::city::City;
use crate::city::features::{Feature, File};
use crate::domain::{Drawing, DrawingKind, Measure, Note, Route, Session, circle_ring};
use crate::spatial::{Position, Shape, round_to};
use glassmap_layers::{Document, Geometry, Point, Record, Value};

/// Whom to credit for places and walks of OpenStreetMap, with the licence.
pub const CREDIT: &str = "© OpenStreetMap contributors, ODbL";

/// What of the map goes into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Drawings and notes.
    Marks,
    /// The selected places.
    Selection,
    /// The places of these ids: what a search found.
    Places(Vec<String>),
}

/// The file of these; its title is `title`.
pub fn document(what: &What, title: &str, session: &Session, city: &City) -> Document {
    let of_ids = |ids: &mut dyn Iterator<Item = &str>| {
        let features = ids.filter_map(|id| city.features.by_id(id));
        let mut is_osm = false;
        let records = features.map(|feature| {
            is_osm |= !feature.is_of_layer();
            place(feature)
        });
        (records.collect::<Vec<_>>(), is_osm)
    };
    let (mut records, is_osm) = match what {
        What::Marks => marks(session),
        What::Selection => of_ids(&mut session.selection().ids()),
        What::Places(ids) => of_ids(&mut ids.iter().map(String::as_str)),
    };
    number(&mut records);
    Document { title: title.to_owned(), records, credit: is_osm.then(|| CREDIT.to_owned()) }
}

/// The file of a layer, as it was read.
pub fn layer(title: &str, file: &File) -> Document {
    let columns = file.layer().map(crate::city::LayerData::columns);
    let records = columns.map(|columns| (0..columns.len()).map(|index| columns.record(index)).collect());
    Document { title: title.to_owned(), records: records.unwrap_or_default(), credit: None }
}

fn number(records: &mut [Record]) {
    records.iter_mut().zip(1..).for_each(|(record, row)| record.row = row);
}

const fn point(position: Position) -> Point {
    [position.lng, position.lat]
}

fn points(positions: &[Position]) -> Vec<Point> {
    positions.iter().copied().map(point).collect()
}

fn area(shape: &Shape) -> Geometry {
    let rings = |polygon: &crate::spatial::Polygon| polygon.rings().map(|ring| points(ring)).collect::<Vec<_>>();
    let mut polygons: Vec<_> = shape.polygons.iter().map(rings).collect();
    if polygons.len() == 1 { Geometry::Polygon(polygons.remove(0)) } else { Geometry::MultiPolygon(polygons) }
}

fn text(properties: &mut Vec<(String, Value)>, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        properties.push((name.to_owned(), value.into()));
    }
}

fn tell(properties: &mut Vec<(String, Value)>, name: &str, value: f64) {
    properties.push((name.to_owned(), Value::number(round_to(value, 2))));
}

/// A place of the city or of a layer; of the latter exactly what was read.
fn place(feature: Feature<'_>) -> Record {
    if let Some((layer, index)) = feature.of_layer() {
        return layer.columns().record(index);
    }
    let mut properties = Vec::new();
    text(&mut properties, "id", Some(feature.id()));
    text(&mut properties, "name", feature.name());
    text(&mut properties, "name_en", feature.name_en());
    text(&mut properties, "category", Some(feature.kind_name()));
    text(&mut properties, "address", feature.address());
    for (key, value) in feature.tags() {
        text(&mut properties, key, Some(value));
    }
    let geometry = feature.shape().map_or_else(|| Geometry::Point(point(feature.position())), area);
    Record { row: 0, geometry, properties }
}

/// Drawings and notes; whether a walk or what can be walked to is among them, which are made of OpenStreetMap's ways.
fn marks(session: &Session) -> (Vec<Record>, bool) {
    let of_ways = |drawing: &Drawing| {
        matches!(drawing.kind(), DrawingKind::Line { route: Some(_), .. } | DrawingKind::Reachable { .. })
    };
    let is_osm = session.drawings().iter().any(of_ways);
    let drawings = session.drawings().iter().filter_map(drawing);
    (drawings.chain(session.notes().iter().map(note)).collect(), is_osm)
}

fn drawing(drawing: &Drawing) -> Option<Record> {
    let mut properties = Vec::new();
    text(&mut properties, "id", Some(&drawing.id().to_string()));
    text(&mut properties, "name", drawing.label());
    text(&mut properties, "kind", Some(drawing.kind().name()));
    text(&mut properties, "by", Some(drawing.origin().name()));
    let geometry = match drawing.kind() {
        DrawingKind::Circle { center, radius_m } => {
            tell(&mut properties, "radius_m", *radius_m);
            let [lng, lat] = point(*center).map(|degrees| Value::number(round_to(degrees, 7)));
            properties.extend([("center_lng".to_owned(), lng), ("center_lat".to_owned(), lat)]);
            Geometry::Polygon(vec![points(&circle_ring(*center, *radius_m))])
        }
        DrawingKind::Polygon { ring } => Geometry::Polygon(vec![points(ring)]),
        DrawingKind::Line { points: line, .. } => Geometry::LineString(points(line)),
        DrawingKind::Reachable { shape, minutes, .. } => {
            tell(&mut properties, "minutes", f64::from(*minutes));
            area(shape.as_ref()?)
        }
    };
    match drawing.measure() {
        Some(Measure::Area { area_m2, .. }) => tell(&mut properties, "area_m2", area_m2),
        Some(Measure::Line { length_m }) => tell(&mut properties, "length_m", length_m),
        None => {}
    }
    if let DrawingKind::Line { route: Some(Route { duration_s, attribution, .. }), .. } = drawing.kind() {
        tell(&mut properties, "duration_s", *duration_s);
        text(&mut properties, "attribution", attribution.as_deref());
    }
    Some(Record { row: 0, geometry, properties })
}

fn note(note: &Note) -> Record {
    let mut properties = Vec::new();
    text(&mut properties, "id", Some(&note.id().to_string()));
    text(&mut properties, "name", Some(&note.note));
    text(&mut properties, "icon", note.icon.as_deref());
    text(&mut properties, "kind", Some("note"));
    text(&mut properties, "by", Some(note.origin().name()));
    Record { row: 0, geometry: Geometry::Point(point(note.position)), properties }
}
