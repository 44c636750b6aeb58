//! The part of MapLibre GL JS that the page uses, by its own names.

use js_sys::{Function, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/map/maplibre.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = importMapLibre)]
    async fn import_maplibre() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = openArchive)]
    async fn open_archive(gl: &JsValue, url: &str, bytes: f64) -> Result<JsValue, JsValue>;
    /// A map's `transformRequest` that asks for no letters but those of `ranges`.
    #[wasm_bindgen(js_name = onlyGlyphs)]
    pub fn only_glyphs(ranges: &JsValue) -> Function;
}

#[wasm_bindgen]
extern "C" {
    /// `maplibregl.Map`.
    #[derive(Clone)]
    pub type GlMap;

    #[wasm_bindgen(method)]
    pub fn on(this: &GlMap, event: &str, listener: &Function);
    #[wasm_bindgen(method, js_name = on)]
    pub fn on_layers(this: &GlMap, event: &str, layers: &JsValue, listener: &Function);
    #[wasm_bindgen(method, js_name = easeTo)]
    pub fn ease_to(this: &GlMap, options: &JsValue, event_data: &JsValue);
    #[wasm_bindgen(method, js_name = jumpTo)]
    pub fn jump_to(this: &GlMap, options: &JsValue, event_data: &JsValue);
    #[wasm_bindgen(method, getter)]
    pub fn keyboard(this: &GlMap) -> KeyboardHandler;
    #[wasm_bindgen(method, js_name = panBy)]
    pub fn pan_by(this: &GlMap, by: &JsValue, options: &JsValue);
    #[wasm_bindgen(method, js_name = getCenter)]
    pub fn center(this: &GlMap) -> LngLat;
    #[wasm_bindgen(method, js_name = getZoom)]
    pub fn zoom(this: &GlMap) -> f64;
    #[wasm_bindgen(method, js_name = getBearing)]
    pub fn bearing(this: &GlMap) -> f64;
    #[wasm_bindgen(method, js_name = getPitch)]
    pub fn pitch(this: &GlMap) -> f64;
    #[wasm_bindgen(method, js_name = isMoving)]
    pub fn is_moving(this: &GlMap) -> bool;
    #[wasm_bindgen(method, js_name = getSource)]
    pub fn source(this: &GlMap, id: &str) -> Option<GeoJsonSource>;
    #[wasm_bindgen(method, js_name = getLayer)]
    pub fn layer(this: &GlMap, id: &str) -> JsValue;
    #[wasm_bindgen(method, js_name = queryRenderedFeatures)]
    pub fn query_rendered_features(this: &GlMap, area: &JsValue, options: &JsValue) -> js_sys::Array;
    #[wasm_bindgen(method, js_name = setStyle)]
    pub fn set_style(this: &GlMap, style: &JsValue, options: &JsValue);
    #[wasm_bindgen(method, js_name = setFeatureState)]
    pub fn set_feature_state(this: &GlMap, feature: &JsValue, state: &JsValue);
    #[wasm_bindgen(method, js_name = setGlobalStateProperty)]
    pub fn set_global_state(this: &GlMap, name: &str, value: &JsValue);
    #[wasm_bindgen(method, js_name = getCanvas)]
    pub fn canvas(this: &GlMap) -> web_sys::HtmlElement;

    /// `maplibregl.KeyboardHandler`.
    pub type KeyboardHandler;

    #[wasm_bindgen(method)]
    pub fn enable(this: &KeyboardHandler);
    #[wasm_bindgen(method)]
    pub fn disable(this: &KeyboardHandler);

    /// `maplibregl.LngLat`.
    pub type LngLat;

    #[wasm_bindgen(method, getter)]
    pub fn lng(this: &LngLat) -> f64;
    #[wasm_bindgen(method, getter)]
    pub fn lat(this: &LngLat) -> f64;

    /// `maplibregl.GeoJSONSource`.
    pub type GeoJsonSource;

    #[wasm_bindgen(method, js_name = setData)]
    pub fn set_data(this: &GeoJsonSource, data: &JsValue);
}

/// The MapLibre module.
pub struct Module(JsValue);

impl Module {
    /// Imports the module from where the page's import map says it is.
    pub async fn import() -> Result<Self, JsValue> {
        Ok(Self(import_maplibre().await?))
    }

    /// Lets styles name the tile archive at `url`, of that many bytes, as `pmtiles://` and its address.
    pub async fn open_archive(&self, url: &str, bytes: u64) -> Result<(), JsValue> {
        open_archive(&self.0, url, bytes as f64).await.map(drop)
    }

    /// `new Map(options)`; an error where the browser cannot draw.
    pub fn new_map(&self, options: &JsValue) -> Result<GlMap, JsValue> {
        let constructor: Function = Reflect::get(&self.0, &"Map".into())?.dyn_into()?;
        let arguments = js_sys::Array::of1(options);
        Ok(Reflect::construct(&constructor, &arguments)?.unchecked_into())
    }
}

/// A value as plain JavaScript objects, never a `Map`.
pub fn plain<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).unwrap_or_else(|_| Object::new().into())
}
