use super::Document;
use crate::geometry::closed;
use crate::{Geometry, Point, Record, Value};
use serde_json::{Map, Value as Json, json};

/// RFC 7946; title and credit are foreign members of the collection.
pub fn write(document: &Document) -> String {
    let mut text = String::from("{\"type\":\"FeatureCollection\"");
    if !document.title.is_empty() {
        text.push_str(&format!(",\"name\":{}", Json::from(document.title.as_str())));
    }
    if let Some(credit) = &document.credit {
        text.push_str(&format!(",\"attribution\":{}", Json::from(credit.as_str())));
    }
    text.push_str(",\"features\":[");
    for (index, record) in document.records.iter().enumerate() {
        text.push_str(if index > 0 { ",\n" } else { "\n" });
        text.push_str(&feature(record).to_string());
    }
    text.push_str("\n]}\n");
    text
}

fn feature(record: &Record) -> Json {
    let value = |value: &Value| match value {
        Value::Text(text) => Json::from(text.as_str()),
        Value::Json(json) => serde_json::from_str(json).unwrap_or_else(|_| Json::from(json.as_str())),
    };
    let properties: Map<String, Json> =
        record.properties.iter().map(|(key, told)| (key.clone(), value(told))).collect();
    json!({ "type": "Feature", "properties": properties, "geometry": geometry(&record.geometry) })
}

fn geometry(geometry_: &Geometry) -> Json {
    let ring = |ring: &Vec<Point>| closed(ring).copied().collect::<Vec<_>>();
    let coordinates = match geometry_ {
        Geometry::Point(point) => json!(point),
        Geometry::MultiPoint(points) | Geometry::LineString(points) => json!(points),
        Geometry::MultiLineString(lines) => json!(lines),
        Geometry::Polygon(rings) => json!(rings.iter().map(ring).collect::<Vec<_>>()),
        Geometry::MultiPolygon(polygons) => {
            json!(polygons.iter().map(|rings| rings.iter().map(ring).collect::<Vec<_>>()).collect::<Vec<_>>())
        }
        Geometry::GeometryCollection(parts) => {
            return json!({ "type": geometry_.kind(), "geometries": parts.iter().map(geometry).collect::<Vec<_>>() });
        }
    };
    json!({ "type": geometry_.kind(), "coordinates": coordinates })
}
