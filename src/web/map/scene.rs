//! What the map shows of the city: a pure function of what is loaded, chosen and found.

use crate::city::{CategorySet, City};
use crate::spatial::{Position, round_to};
use serde_json::{Value, json};

/// The features of these categories, as the sources `features` and `features-far` take them.
pub fn features(city: &City, shown: CategorySet) -> Value {
    let shown = city.features.iter().filter(|feature| feature.categories().meets(shown));
    let features = shown.map(|feature| {
        let position = feature.position();
        // A place of two kinds shows as the first of them that is wanted.
        let mut properties = json!({ "id": feature.id(), "category": feature.category().name() });
        if let Some(name) = feature.name() {
            properties["name"] = json!(name);
        }
        if let Some(name_en) = feature.name_en() {
            properties["name_en"] = json!(name_en);
        }
        json!({
            "type": "Feature", "properties": properties,
            "geometry": { "type": "Point", "coordinates": [round_to(position.lng, 6), round_to(position.lat, 6)] },
        })
    });
    json!({ "type": "FeatureCollection", "features": features.collect::<Vec<_>>() })
}

/// The outlines of the areas among them, as the source `feature-areas` takes them.
pub fn areas(city: &City, shown: CategorySet) -> Value {
    let shown = city.features.iter().filter(|feature| feature.categories().meets(shown));
    let areas = shown.filter_map(|feature| {
        let ring = |ring: &Vec<Position>| {
            let closed = ring.iter().chain(ring.first());
            closed.map(|position| json!([position.lng, position.lat])).collect::<Vec<_>>()
        };
        let polygons = feature.shape()?.polygons.iter();
        let rings = polygons.map(|polygon| polygon.rings().map(ring).collect::<Vec<_>>()).collect::<Vec<_>>();
        Some(json!({
            "type": "Feature", "properties": { "id": feature.id(), "category": feature.category().name() },
            "geometry": { "type": "MultiPolygon", "coordinates": rings },
        }))
    });
    json!({ "type": "FeatureCollection", "features": areas.collect::<Vec<_>>() })
}

/// One point, or none.
pub fn point(position: Option<Position>) -> Value {
    let feature = position.map(|position| {
        json!({
            "type": "Feature", "properties": {},
            "geometry": { "type": "Point", "coordinates": [position.lng, position.lat] },
        })
    });
    json!({ "type": "FeatureCollection", "features": feature.into_iter().collect::<Vec<_>>() })
}
