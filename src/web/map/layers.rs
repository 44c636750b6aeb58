//! Data of one's own on the screen: the part of the page that reads, draws and saves it comes when it is first needed.

use super::Screen;
use super::gl::{GlMap, plain};
use js_sys::Function;
use serde_json::json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/map/maplibre.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = importLayers)]
    async fn import_layers() -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// The module src/web/layers/layers.js.
    #[derive(Clone)]
    pub type Layers;

    /// What a worker has read of a file.
    pub type Read;

    #[wasm_bindgen(method, catch)]
    async fn read(this: &Layers, file: &web_sys::File, options: &JsValue, tell: &Function) -> Result<JsValue, JsValue>;
    /// Gives up the file that is being read.
    #[wasm_bindgen(method)]
    pub fn cancel(this: &Layers);
    /// Keeps what is drawn of the layer of that number.
    #[wasm_bindgen(method)]
    pub fn keep(this: &Layers, number: u32, shown: &JsValue);
    /// The color of a layer's places.
    #[wasm_bindgen(method)]
    pub fn color(this: &Layers, number: u32, theme: &str) -> String;
    /// The letter of a layer's places; none while it is not on the map.
    #[wasm_bindgen(method)]
    pub fn letter(this: &Layers, number: u32) -> String;
    #[wasm_bindgen(method, catch)]
    fn show(this: &Layers, map: Option<&GlMap>, numbers: &[u32], hidden: &[u32]) -> Result<(), JsValue>;
    /// Hands a file over to the browser's downloads.
    #[wasm_bindgen(method)]
    pub fn save(this: &Layers, name: &str, kind: &str, content: &str);
    #[wasm_bindgen(method, catch)]
    async fn picture(this: &Layers, map: &GlMap, name: &str, credit: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = printSheet)]
    fn print_sheet(this: &Layers, map: &GlMap, title: &str, rows: Vec<String>, credit: &str) -> Result<(), JsValue>;
    /// Takes the printed sheet off the page.
    #[wasm_bindgen(method, js_name = clearSheet)]
    pub fn clear_sheet(this: &Layers);

    /// The bytes of [`glassmap_layers::Imported`].
    #[wasm_bindgen(method, getter)]
    pub fn answer(this: &Read) -> Vec<u8>;
    /// What the map draws of it.
    #[wasm_bindgen(method, getter)]
    pub fn shown(this: &Read) -> JsValue;
}

impl Layers {
    /// Fetches it.
    ///
    /// # Errors
    /// It does not come.
    pub async fn import() -> Result<Self, JsValue> {
        Ok(import_layers().await?.unchecked_into())
    }

    /// Reads a file in a worker: `prefix` is what ids of its places begin with. `tell` hears how many bytes and places have
    /// been read. Nothing when it was given up.
    ///
    /// # Errors
    /// The worker does not start, or broke down.
    pub async fn read_file(
        &self,
        file: &web_sys::File,
        prefix: &str,
        bounds: Option<[f64; 4]>,
        as_written: bool,
        tell: &Function,
    ) -> Result<Option<Read>, JsValue> {
        let options = plain(&json!({ "prefix": prefix, "bounds": bounds, "asWritten": as_written }));
        let read = self.read(file, &options, tell).await?;
        Ok((!read.is_undefined()).then(|| read.unchecked_into()))
    }
}

impl Screen {
    /// Draws these layers, by number, and no others; of the hidden ones nothing.
    pub fn show_layers(&self, layers: &Layers, numbers: &[u32], hidden: &[u32]) {
        if let Err(error) = layers.show(self.map.borrow().as_ref(), numbers, hidden) {
            web_sys::console::warn_2(&"glassmap: a layer could not be drawn:".into(), &error);
        }
    }

    /// Saves the map as a picture of that name, with the credit on it; whether that worked.
    pub async fn save_picture(&self, layers: &Layers, name: &str, credit: &str) -> bool {
        let map = self.map.borrow().clone();
        match map {
            Some(map) => layers.picture(&map, name, credit).await.is_ok(),
            None => false,
        }
    }

    /// Puts the sheet on the page that is printed.
    pub fn print_sheet(&self, layers: &Layers, title: &str, rows: Vec<String>, credit: &str) {
        if let Some(map) = self.map.borrow().as_ref()
            && let Err(error) = layers.print_sheet(map, title, rows, credit)
        {
            web_sys::console::warn_2(&"glassmap: the map could not be printed:".into(), &error);
        }
    }
}
