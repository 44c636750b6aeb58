//! The style that MapLibre gets: the basemap of a theme, our layers in their slots, every address absolute.

use crate::city::pack::{Ground, Manifest};
use crate::web::fetch::get;
use crate::web::words;
use serde_json::{Value, json};

/// No file of the style is larger, in bytes.
const MAX_FILE: u64 = 1 << 20;
/// How far the ground beyond a city's rectangle is drawn, in degrees.
const BEYOND_DEG: f64 = 20.0;

/// The page's two colourings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark signs on light ground.
    Light,
    /// Light signs on dark ground.
    Dark,
}

impl Theme {
    /// The name that files and the page's `data-theme` use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme that the system asks for.
    pub fn of_system() -> Self {
        let query =
            web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
        if query.is_some_and(|query| query.matches()) { Self::Dark } else { Self::Light }
    }

    /// The theme that the document shows in.
    pub fn of_document() -> Self {
        let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
        let name = root.and_then(|root| root.get_attribute("data-theme"));
        if name.as_deref() == Some("dark") { Self::Dark } else { Self::Light }
    }
}

/// The files that styles are made from, fetched once.
pub struct StyleFiles {
    folder: String,
    light: Value,
    dark: Value,
    layers: Value,
}

impl StyleFiles {
    /// Fetches the files from the folder that the page's head names.
    pub async fn fetch() -> Option<Self> {
        let folder = absolute(&folder()?)?;
        let (light, dark, layers) = futures_util::join!(
            json_file(format!("{folder}light.json")),
            json_file(format!("{folder}dark.json")),
            json_file(format!("{folder}layers.json")),
        );
        Some(Self { folder, light: light?, dark: dark?, layers: layers? })
    }

    /// The style of a theme over a city: `basemap` is the address of its tiles, as a source's `url`.
    pub fn compose(&self, theme: Theme, city: Option<&Manifest>, basemap: Option<&str>) -> Value {
        let mut style = match theme {
            Theme::Light => self.light.clone(),
            Theme::Dark => self.dark.clone(),
        };
        for name in ["glyphs", "sprite"] {
            let relative = style[name].as_str().unwrap_or_default();
            style[name] = json!(format!("{}{relative}", self.folder));
        }
        match basemap {
            Some(url) => style["sources"]["basemap"]["url"] = json!(url),
            None => without_basemap(&mut style),
        }
        if let Some(city) = city {
            style["sources"]["beyond"]["data"] = beyond(city);
        }
        style["state"]["lang"]["default"] = json!(words::language().tag());
        for (id, described) in self.layers["sources"].as_object().into_iter().flatten() {
            style["sources"][id] = source(described);
        }
        style["sources"]["here"] = source(&Value::Null);
        self.insert_layers(&mut style, theme);
        style
    }

    /// The numbers of the ranges of 256 letters that have a file; the browser draws all others itself.
    pub fn glyph_ranges(&self) -> &Value {
        &self.light["metadata"]["glassmap:glyph-ranges"]
    }

    fn insert_layers(&self, style: &mut Value, theme: Theme) {
        let Some(layers) = style["layers"].as_array_mut() else { return };
        for (slot, ours) in self.layers[theme.name()].as_object().into_iter().flatten() {
            let at = layers.iter().position(|layer| layer["id"] == json!(slot)).unwrap_or(layers.len());
            layers.splice(at..at, ours.as_array().cloned().unwrap_or_default());
        }
        let colors = &self.layers["themes"][theme.name()];
        layers.push(json!({
            "id": "here", "type": "circle", "source": "here",
            "paint": {
                "circle-radius": 7, "circle-color": "#1a73c8", "circle-stroke-color": colors["paper"],
                "circle-stroke-width": 3,
            },
        }));
    }
}

/// The folder of the map's files, with a hash in its name, as the page's head says.
pub fn folder() -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector("meta[name=glassmap-map]").ok()??.get_attribute("content")
}

/// The address of a file beside the page.
pub fn absolute(path: &str) -> Option<String> {
    let base = web_sys::window()?.document()?.base_uri().ok()??;
    web_sys::Url::new_with_base(path, &base).ok().map(|url| url.href())
}

async fn json_file(url: String) -> Option<Value> {
    let bytes = get(&url, MAX_FILE, |_| ()).await.ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Takes the basemap's source and layers out: what is left is plain ground.
fn without_basemap(style: &mut Value) {
    if let Some(sources) = style["sources"].as_object_mut() {
        sources.remove("basemap");
    }
    if let Some(layers) = style["layers"].as_array_mut() {
        layers.retain(|layer| layer["source"] != "basemap");
    }
}

/// A source of features or marks, empty, made as `layers.json` says.
fn source(described: &Value) -> Value {
    let mut source = json!({ "type": "geojson", "data": { "type": "FeatureCollection", "features": [] } });
    for option in ["promoteId", "cluster", "clusterMaxZoom", "clusterRadius"] {
        if let Some(value) = described.get(option) {
            source[option] = value.clone();
        }
    }
    source
}

/// What lies round the city's rectangle: sea, or plain ground.
fn beyond(city: &Manifest) -> Value {
    let ring = |[west, south, east, north]: [f64; 4]| {
        json!([[west, south], [east, south], [east, north], [west, north], [west, south]])
    };
    let inner = <[f64; 4]>::from(city.bbox);
    let [west, south, east, north] = inner;
    let lat = |degrees: f64| degrees.clamp(-85.0, 85.0);
    let outer = [west - BEYOND_DEG, lat(south - BEYOND_DEG), east + BEYOND_DEG, lat(north + BEYOND_DEG)];
    let kind = if city.surroundings == Some(Ground::Sea) { "sea" } else { "plain" };
    json!({
        "type": "Feature", "properties": { "kind": kind },
        "geometry": { "type": "Polygon", "coordinates": [ring(outer), ring(inner)] },
    })
}
