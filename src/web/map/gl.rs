//! The part of MapLibre GL JS that the page uses, by its own names, and what starts it.

use js_sys::{Function, Object, Promise};
use serde::Serialize;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/src/web/map/maplibre.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = importStart)]
    async fn import_start() -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// `src/web/start/start.js`: what loads the map's parts, and has begun to before this program was here.
    pub type Start;

    #[wasm_bindgen(method, getter)]
    fn ready(this: &Start) -> Promise;
    /// The style of a theme over a city with the tiles of `basemap`.
    #[wasm_bindgen(method)]
    pub fn style(this: &Start, theme: &str, language: &str, city: &JsValue, basemap: Option<&str>) -> JsValue;
    /// Lets styles name the tile archive at `url`, of that many bytes, as `pmtiles://` and its address.
    #[wasm_bindgen(method, js_name = showArchive)]
    pub fn show_archive(this: &Start, url: &str, bytes: f64);
    /// `new Map(…)`; an error where the browser cannot draw.
    #[wasm_bindgen(method, catch, js_name = newMap)]
    pub fn new_map(
        this: &Start,
        container: &web_sys::HtmlElement,
        style: &JsValue,
        camera: &JsValue,
        fonts: &str,
    ) -> Result<GlMap, JsValue>;
    #[wasm_bindgen(method, js_name = takeMap)]
    fn take_map(this: &Start, city: &str, theme: &str, fonts: &str) -> Promise;

    /// A map that was begun before this program was here.
    pub type Begun;

    #[wasm_bindgen(method, getter)]
    pub fn map(this: &Begun) -> GlMap;
    /// Whether its style has loaded.
    #[wasm_bindgen(method, getter)]
    pub fn styled(this: &Begun) -> bool;
    /// Whether a hand has moved it.
    #[wasm_bindgen(method, getter)]
    pub fn moved(this: &Begun) -> bool;
    /// The errors that nobody heard.
    #[wasm_bindgen(method, getter)]
    pub fn errors(this: &Begun) -> js_sys::Array;
}

impl Start {
    /// What loads the map's parts, once they are here.
    pub async fn import() -> Result<Self, JsValue> {
        let start: Self = import_start().await?.unchecked_into();
        JsFuture::from(start.ready()).await?;
        Ok(start)
    }

    /// The map that was begun, when it is of that city, in that theme, with those fonts.
    pub async fn begun(&self, city: &str, theme: &str, fonts: &str) -> Option<Begun> {
        let begun = JsFuture::from(self.take_map(city, theme, fonts)).await.ok()?;
        (!begun.is_undefined()).then(|| begun.unchecked_into())
    }
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

/// A value as plain JavaScript objects, never a `Map`.
pub fn plain<T: Serialize + ?Sized>(value: &T) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).unwrap_or_else(|_| Object::new().into())
}
