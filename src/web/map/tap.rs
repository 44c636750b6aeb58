//! What of the map a tap or the pointer meets.

use super::Tap;
use super::gl::{GlMap, LngLat, plain};
use crate::spatial::Position;
use js_sys::Reflect;
use serde_json::json;
use wasm_bindgen::prelude::*;

/// How near to a tap, in CSS pixels, what is tapped may lie: with a pointer, with a finger.
const CLICK_PX: f64 = 4.0;
const TOUCH_PX: f64 = 14.0;
/// Layers whose places and marks light up under the pointer.
pub(super) const HOVERED: [&str; 7] =
    ["feature", "found", "chosen", "note", "drawing-casing", "route-casing", "feature-lone"];
/// And those of one's own data: src/web/layers/layers.js.
pub(super) const OWN_POINTS: [&str; 8] = [
    "own-0-point",
    "own-1-point",
    "own-2-point",
    "own-3-point",
    "own-4-point",
    "own-5-point",
    "own-6-point",
    "own-7-point",
];
pub(super) const OWN_LINES: [&str; 8] =
    ["own-0-line", "own-1-line", "own-2-line", "own-3-line", "own-4-line", "own-5-line", "own-6-line", "own-7-line"];
pub(super) const OWN_FILLS: [&str; 8] =
    ["own-0-fill", "own-1-fill", "own-2-fill", "own-3-fill", "own-4-fill", "own-5-fill", "own-6-fill", "own-7-fill"];
/// Layers that a tap is for, the first row before the second.
const TAPPED: [&[&str]; 8] = [
    &["note"],
    &["chosen", "chosen-sign", "feature", "found", "feature-lone", "feature-sign"],
    &OWN_POINTS,
    &["drawing-casing", "route-casing"],
    &OWN_LINES,
    &["drawing-fill"],
    &OWN_FILLS,
    &["area"],
];

/// What lies under a tap, and where.
pub(super) fn tap_of(map: &GlMap, event: &JsValue) -> Option<Tap> {
    let at: LngLat = Reflect::get(event, &"lngLat".into()).ok()?.unchecked_into();
    let point = Reflect::get(event, &"point".into()).ok()?;
    let side = |name: &str| Reflect::get(&point, &name.into()).ok()?.as_f64();
    let (x, y) = (side("x")?, side("y")?);
    let touched = Reflect::get(event, &"originalEvent".into())
        .and_then(|event| Reflect::get(&event, &"pointerType".into()))
        .is_ok_and(|kind| kind == "touch");
    let reach = if touched { TOUCH_PX } else { CLICK_PX };
    let area = plain(&json!([[x - reach, y - reach], [x + reach, y + reach]]));
    let layers: Vec<_> =
        TAPPED.iter().flat_map(|layers| layers.iter()).filter(|id| map.layer(id).is_truthy()).collect();
    let found = map.query_rendered_features(&area, &plain(&json!({ "layers": layers })));
    let rank = |feature: &JsValue| {
        let layer = Reflect::get(feature, &"layer".into()).and_then(|layer| Reflect::get(&layer, &"id".into())).ok()?;
        let layer = layer.as_string()?;
        TAPPED.iter().position(|layers| layers.contains(&layer.as_str()))
    };
    let nearest = found.iter().filter(|feature| id_of(feature).is_some()).min_by_key(|feature| rank(feature));
    Some(Tap { at: Position::new(at.lng(), at.lat()), hit: nearest.and_then(|feature| id_of(&feature)) })
}

fn id_of(feature: &JsValue) -> Option<String> {
    let properties = Reflect::get(feature, &"properties".into()).ok()?;
    Reflect::get(&properties, &"id".into()).ok()?.as_string()
}

/// The id of the place or mark under the pointer of that event.
pub(super) fn id_under(event: &JsValue) -> Option<String> {
    let features = Reflect::get(event, &"features".into()).ok()?;
    id_of(&Reflect::get_u32(&features, 0).ok()?)
}
