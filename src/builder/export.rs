use crate::city::pack::FeatureRecord;
use crate::spatial::{Position, Shape};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Writes features as one plain GeoJSON FeatureCollection.
pub fn write_geojson(features: &[FeatureRecord], mut out: impl Write) -> std::io::Result<()> {
    out.write_all(b"{\"type\":\"FeatureCollection\",\"features\":[")?;
    for (index, feature) in features.iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        serde_json::to_writer(&mut out, &feature_json(feature))?;
    }
    out.write_all(b"]}")
}

/// How many bytes [`write_geojson`] would write.
pub(super) fn geojson_bytes(features: &[FeatureRecord]) -> u64 {
    struct Counter(u64);
    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    write_geojson(features, &mut counter).expect("counting bytes cannot fail");
    counter.0
}

fn feature_json(feature: &FeatureRecord) -> Value {
    let mut properties = Map::new();
    let categories = feature.categories.iter().map(|category| category.name()).collect::<Vec<_>>();
    properties.insert("categories".into(), json!(categories));
    let texts = [("name", &feature.name), ("name_en", &feature.name_en), ("address", &feature.address)];
    for (key, text) in texts.into_iter().filter_map(|(key, text)| Some((key, text.as_ref()?))) {
        properties.insert(key.into(), json!(text));
    }
    for (key, value) in &feature.tags {
        properties.insert(key.clone(), json!(value));
    }
    if feature.shape.is_some() {
        properties.insert("area_m2".into(), json!(feature.area_m2.round()));
        properties.insert("perimeter_m".into(), json!(feature.perimeter_m.round()));
    }
    let geometry = match (&feature.shape, feature.position) {
        (Some(shape), _) => shape_json(shape),
        (None, Some(position)) => json!({"type": "Point", "coordinates": [position.lng, position.lat]}),
        (None, None) => Value::Null,
    };
    json!({"type": "Feature", "id": feature.id, "properties": properties, "geometry": geometry})
}

fn shape_json(shape: &Shape) -> Value {
    let ring = |ring: &Vec<Position>| -> Vec<[f64; 2]> {
        ring.iter().chain(ring.first()).map(|position| [position.lng, position.lat]).collect()
    };
    let polygons: Vec<Vec<_>> = shape.polygons.iter().map(|polygon| polygon.rings().map(ring).collect()).collect();
    match &polygons[..] {
        [polygon] => json!({"type": "Polygon", "coordinates": polygon}),
        _ => json!({"type": "MultiPolygon", "coordinates": polygons}),
    }
}
