//! The map's state as every answer that changes something carries it.

use super::ToolError;
use super::marks::{drawing_row, note_row};
use super::reader::{Reader, coordinate};
use crate::city::{Category, CategorySet};
use crate::ports::Loading;
use crate::spatial::round_to;
use serde_json::{Map, Value, json};

/// The selection lists at most this many ids.
const MAX_IDS: usize = 20;
/// Drawings and notes are listed at most this many each.
const MAX_MARKS: usize = 10;

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
    let ids: Vec<_> = session.selection().ids().take(MAX_IDS).collect();
    state.insert("selection".into(), json!({ "count": session.selection().len(), "ids": ids }));
    state.insert("drawings".into(), newest(session.drawings(), drawing_row));
    state.insert("annotations".into(), newest(session.notes(), note_row));
    if let Some(loading) = map.loader().loading() {
        state.insert("tier2".into(), tier2(&loading));
    }
    if let Some(layers) = super::layers::rows(session.layers()) {
        state.insert("layers".into(), layers);
    }
    let manifest = &city.manifest;
    state.insert("city".into(), json!({ "id": manifest.id, "name": manifest.name, "data_date": manifest.data_date }));
    let cities: Vec<_> = map.context().cities().map(|entry| entry.id.as_str()).collect();
    if cities.len() > 1 {
        state.insert("cities".into(), json!(cities));
    }
    state.insert("state_version".into(), json!(session.version()));
    if map.take_user_change() {
        state.insert("changed_by_user".into(), json!(true));
    }
    let skipped = map.context().link_skipped();
    if skipped > 0 {
        state.insert("link_skipped".into(), json!(skipped));
    }
    Ok(state)
}

/// How many there are, and the newest of them, the newest first.
fn newest<T>(marks: &[T], row: fn(&T) -> Map<String, Value>) -> Value {
    let items: Vec<_> = marks.iter().rev().take(MAX_MARKS).map(row).collect();
    json!({ "count": marks.len(), "items": items })
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
