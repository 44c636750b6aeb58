//! What the map shows of the city: a pure function of what is loaded, chosen and found.

use super::marks::polygons;
use crate::city::features::Feature;
use crate::city::{CategorySet, City};
use crate::domain::Selection;
use crate::spatial::{Position, round_to};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

/// More selected places than these have their signs and names from near only, as unselected ones do: the map looks for room
/// for each of them at every move.
const MOST_SIGNED: usize = 500;

/// The features of these categories, as the sources `features` and `features-far` take them.
pub fn features(city: &City, shown: CategorySet, found: &[String]) -> Value {
    collection(wanted(city, shown, found).map(|feature| point_of(feature, json!({}))))
}

/// The outlines of the areas among them, as the source `feature-areas` takes them.
pub fn areas(city: &City, shown: CategorySet, found: &[String]) -> Value {
    collection(wanted(city, shown, found).filter_map(|feature| area_of(feature, json!({}))))
}

/// The selected places and whose choice each is, as the source `selected` takes them. They are a source of their own,
/// since a feature-state for each of ten thousand holds the page up for seconds.
pub fn selected(selection: &Selection, city: Option<&City>) -> Value {
    let are_many = selection.len() > MOST_SIGNED;
    collection(chosen(selection, city).map(|(feature, by)| {
        point_of(feature, if are_many { json!({ "by": by, "many": true }) } else { json!({ "by": by }) })
    }))
}

/// The outlines of the areas among them, as the source `selected-areas` takes them.
pub fn selected_areas(selection: &Selection, city: Option<&City>) -> Value {
    collection(chosen(selection, city).filter_map(|(feature, by)| area_of(feature, json!({ "by": by }))))
}

fn chosen<'a>(selection: &'a Selection, city: Option<&'a City>) -> impl Iterator<Item = (Feature<'a>, &'static str)> {
    selection.iter().filter_map(move |item| Some((city?.features.by_id(&item.id)?, item.origin.name())))
}

fn point_of(feature: Feature<'_>, mut properties: Value) -> Value {
    let position = feature.position();
    properties["id"] = json!(feature.id());
    properties["category"] = json!(feature.kind_name());
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
}

fn area_of(feature: Feature<'_>, mut properties: Value) -> Option<Value> {
    let coordinates = polygons(feature.shape()?);
    properties["id"] = json!(feature.id());
    properties["category"] = json!(feature.kind_name());
    Some(json!({
        "type": "Feature", "properties": properties,
        "geometry": { "type": "MultiPolygon", "coordinates": coordinates },
    }))
}

/// The features of these categories, and those that were found.
fn wanted<'a>(city: &'a City, shown: CategorySet, found: &'a [String]) -> impl Iterator<Item = Feature<'a>> {
    let also: FxHashSet<&str> = found.iter().map(String::as_str).collect();
    // Layers are drawn elsewhere; of them only what was found stands here too.
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
