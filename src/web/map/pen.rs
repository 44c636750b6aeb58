//! The pen: the part of the page that knows how shapes are drawn and reshaped by hand. It comes when it is first needed.

use super::{Screen, lasting};
use crate::web::map::gl::GlMap;
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/map/maplibre.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = importPen)]
    async fn import_pen() -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    type Module;

    #[wasm_bindgen(method, catch, js_name = openPen)]
    fn open_pen(this: &Module, map: &GlMap, tell: &Function) -> Result<Pen, JsValue>;

    /// `Pen` of src/web/pen/pen.js.
    #[derive(Clone)]
    pub type Pen;

    /// Takes a tool for new shapes: polygon, line, circle or freehand.
    #[wasm_bindgen(method, catch)]
    pub async fn take(this: &Pen, kind: &str) -> Result<JsValue, JsValue>;
    /// Lets the points of a polygon, line, circle (its centre and an edge) or point be moved.
    #[wasm_bindgen(method)]
    pub fn reshape(this: &Pen, kind: &str, points: &[f64]);
    /// What was finished stays in hand, so that its points can be moved.
    #[wasm_bindgen(method)]
    pub fn mend(this: &Pen);
    /// Puts down whatever is in hand.
    #[wasm_bindgen(method)]
    pub fn stop(this: &Pen);
    /// The keyboard leads from now on, or the pointer again.
    #[wasm_bindgen(method)]
    pub fn aim(this: &Pen, aims: bool);
    /// Does at the aim what a tap would do.
    #[wasm_bindgen(method)]
    pub fn press(this: &Pen);
    /// Sets a point there.
    #[wasm_bindgen(method, js_name = setPoint)]
    pub fn set_point(this: &Pen, lng: f64, lat: f64);
    /// Ends the shape as it stands.
    #[wasm_bindgen(method)]
    pub fn finish(this: &Pen);
    /// One step back.
    #[wasm_bindgen(method)]
    pub fn back(this: &Pen);
    /// And forward again.
    #[wasm_bindgen(method)]
    pub fn forward(this: &Pen);
    /// Removes the point that was touched last.
    #[wasm_bindgen(method)]
    pub fn remove(this: &Pen);
    /// Lets go what a tap has chosen to be moved.
    #[wasm_bindgen(method)]
    pub fn unchoose(this: &Pen);
    /// Puts the edge of the circle in hand there.
    #[wasm_bindgen(method, js_name = setEdge)]
    pub fn set_edge(this: &Pen, lng: f64, lat: f64);

    /// What the pen tells the page.
    pub type Told;

    /// `draft` when it changed, `finish` when it is to become a drawing.
    #[wasm_bindgen(method, getter)]
    pub fn what(this: &Told) -> String;
    /// lng, lat, lng, lat and so on.
    #[wasm_bindgen(method, getter)]
    pub fn points(this: &Told) -> Vec<f64>;
    /// Whether the last point still follows the pointer.
    #[wasm_bindgen(method, getter)]
    pub fn live(this: &Told) -> bool;
    /// Whether there is a step back.
    #[wasm_bindgen(method, getter)]
    pub fn back(this: &Told) -> bool;
    /// Whether there is a step forward.
    #[wasm_bindgen(method, getter)]
    pub fn forward(this: &Told) -> bool;
    /// Whether it was refused and is being mended.
    #[wasm_bindgen(method, getter)]
    pub fn mending(this: &Told) -> bool;
    /// Whether a tap has chosen a point or the whole, and the next tap says where it goes.
    #[wasm_bindgen(method, getter)]
    pub fn chosen(this: &Told) -> bool;
    /// Where the pointer is, in CSS pixels from the map's left.
    #[wasm_bindgen(method, getter)]
    pub fn x(this: &Told) -> Option<f64>;
    /// And from its top.
    #[wasm_bindgen(method, getter)]
    pub fn y(this: &Told) -> Option<f64>;
}

impl Screen {
    /// The pen of this map, which tells `tell` what it does; none when its files do not come.
    pub async fn open_pen(&self, tell: impl Fn(&Told) + 'static) -> Option<Pen> {
        let map = self.map.borrow().clone()?;
        let module: Module = import_pen().await.ok()?.unchecked_into();
        module.open_pen(&map, &lasting(move |told| tell(told.unchecked_ref()))).ok()
    }

    /// Leaves the keys to the map's own use of them, or to the tool in hand.
    pub fn set_keys(&self, are_its_own: bool) {
        if let Some(map) = self.map.borrow().as_ref() {
            let keyboard = map.keyboard();
            if are_its_own { keyboard.enable() } else { keyboard.disable() }
        }
    }

    /// Gives the map the keyboard's focus.
    pub fn focus(&self) {
        if let Some(map) = self.map.borrow().as_ref() {
            drop(map.canvas().focus());
        }
    }

    /// Moves the map by so many CSS pixels to the right and down.
    pub fn pan(&self, right: f64, down: f64) {
        if let Some(map) = self.map.borrow().as_ref() {
            map.pan_by(&super::plain(&[right, down]), &super::plain(&serde_json::json!({ "duration": 0 })));
        }
    }
}
