//! What the map shows of the city: a pure function of what is loaded, chosen and found.

use super::marks::polygons;
use crate::city::features::Feature;
use crate::city::{CategorySet, City};
use crate::domain::Selection;
use crate::spatial::{Position, round_to};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

/// The features of these categories, as the sources `features` and `features-far` take them.
pub fn features(city: &City, shown: CategorySet, selection: &Selection, found: &[String]) -> Value {
    collection(wanted(city, shown, selection, found).map(|feature| {
        let position = feature.position();
        let mut properties = json!({ "id": feature.id(), "category": feature.kind_name() });
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
    }))
}

/// The outlines of the areas among them, as the source `feature-areas` takes them.
pub fn areas(city: &City, shown: CategorySet, selection: &Selection, found: &[String]) -> Value {
    collection(wanted(city, shown, selection, found).filter_map(|feature| {
        Some(json!({
            "type": "Feature", "properties": { "id": feature.id(), "category": feature.kind_name() },
            "geometry": { "type": "MultiPolygon", "coordinates": polygons(feature.shape()?) },
        }))
    }))
}

/// The features of these categories, those that are selected, and those that were found.
fn wanted<'a>(
    city: &'a City,
    shown: CategorySet,
    selection: &'a Selection,
    found: &'a [String],
) -> impl Iterator<Item = Feature<'a>> {
    let also: FxHashSet<&str> = selection.ids().chain(found.iter().map(String::as_str)).collect();
    // Layers are drawn elsewhere; of them only what is selected or found stands here too.
    let fits = move |feature: &Feature<'_>| {
        feature.categories().meets(shown) || !also.is_empty() && also.contains(feature.id())
    };
    city.features.iter().filter(fits)
}

/// Features as one GeoJSON object.
pub fn collection(features: impl Iterator<Item = Value>) -> Value {
    json!({ "type": "FeatureCollection", "features": features.collect::<Vec<_>>() })
}

/// One point, or none.
pub fn point(position: Option<Position>) -> Value {
    collection(position.into_iter().map(|position| {
        json!({
            "type": "Feature", "properties": {},
            "geometry": { "type": "Point", "coordinates": [position.lng, position.lat] },
        })
    }))
}
