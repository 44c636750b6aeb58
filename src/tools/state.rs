//! The map's state as every answer that changes something carries it.

use super::ToolError;
use super::context::{Reader, coordinate};
use crate::city::{Category, CategorySet};
use crate::ports::Loading;
use crate::spatial::round_to;
use serde_json::{Map, Value, json};

/// The state now. The base data must be there.
pub(super) fn state(map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
    let city = map.loaded_city()?;
    let session = map.session();
    let camera = session.camera();
    let mut state = Map::new();
    state.insert("center".into(), coordinate(camera.center));
    state.insert("zoom".into(), json!(round_to(camera.zoom, 2)));
    state.insert("bearing".into(), json!(round_to(camera.bearing, 2) % 360.0));
    state.insert("pitch".into(), json!(round_to(camera.pitch, 2)));
    let bounds = session.bounds().map(|bounds| {
        let edge = |degrees: f64| round_to(degrees, 5);
        json!({
            "west": edge(bounds.west), "south": edge(bounds.south),
            "east": edge(bounds.east), "north": edge(bounds.north),
        })
    });
    state.insert("bounds".into(), bounds.unwrap_or(Value::Null));
    state.insert("features_loaded".into(), json!(city.features.len()));
    state.insert("selection".into(), json!({ "count": 0, "ids": [] }));
    state.insert("drawings".into(), json!({ "count": 0, "items": [] }));
    state.insert("annotations".into(), json!({ "count": 0, "items": [] }));
    if let Some(loading) = map.loader().loading() {
        state.insert("tier2".into(), tier2(&loading));
    }
    let manifest = &city.manifest;
    state.insert("city".into(), json!({ "id": manifest.id, "name": manifest.name, "data_date": manifest.data_date }));
    state.insert("state_version".into(), json!(session.version()));
    if map.take_user_change() {
        state.insert("changed_by_user".into(), json!(true));
    }
    Ok(state)
}

fn tier2(loading: &Loading) -> Value {
    let names = |set: CategorySet| set.iter().map(Category::name).collect::<Vec<_>>();
    let mut tier2 = json!({ "loaded": names(loading.loaded), "available": Category::on_demand().count() });
    if !loading.loading.is_empty() {
        tier2["loading"] = json!(names(loading.loading));
    }
    if !loading.failed.is_empty() {
        let row = |(category, missing): &(Category, bool)| {
            let reason = if *missing { "missing" } else { "temporary" };
            json!({ "category": category.name(), "reason": reason })
        };
        tier2["failed"] = loading.failed.iter().map(row).collect();
    }
    tier2
}
