//! MapLibre behind the map port: it shows what the session says and tells what the human did to the camera.

mod gl;
mod style;

use crate::city::{Category, CategorySet, City};
use crate::domain::{Changes, Edit, Origin, Session};
use crate::ports::MapPort;
use crate::spatial::{Camera, Position, Viewport, round_to};
use crate::tools::Context;
use gl::{GlMap, Module, plain};
use js_sys::{Function, Reflect};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;

/// Milliseconds of a camera's flight.
const FLIGHT_MS: u32 = 320;

/// How the map is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapEvent {
    /// It has drawn for the first time, or again after its graphics were lost.
    Shown,
    /// The browser took its graphics away.
    Lost,
}

/// The screen that MapLibre draws on.
pub struct Screen {
    map: RefCell<Option<GlMap>>,
    on_view: Box<dyn Fn(Camera)>,
}

impl Screen {
    /// A screen without a map yet; `on_view` hears of every camera that the session goes to.
    pub fn new(on_view: impl Fn(Camera) + 'static) -> Rc<Self> {
        Rc::new(Self { map: RefCell::new(None), on_view: Box::new(on_view) })
    }

    /// Makes the map in the element `container` and ties it to the session.
    ///
    /// # Errors
    /// A sentence for the human when the browser cannot draw a map.
    pub async fn open(
        self: &Rc<Self>,
        container: &web_sys::HtmlElement,
        context: &Rc<Context>,
        on_event: impl Fn(MapEvent) + 'static,
    ) -> Result<(), String> {
        let module = Module::import().await.map_err(|_| {
            "The map's drawing library did not load. Reload the page to try again; agents can search and read places \
             all the same."
                .to_owned()
        })?;
        let camera = context.session().camera();
        let options = json!({
            "style": style::plain_style(), "center": [camera.center.lng, camera.center.lat], "zoom": camera.zoom,
            "bearing": camera.bearing, "pitch": camera.pitch, "maxPitch": 85, "attributionControl": false,
            "renderWorldCopies": true, "fadeDuration": 0, "dragRotate": true,
        });
        let options = plain(&options);
        let set = Reflect::set(&options, &"container".into(), container);
        let map = set.and_then(|_| module.new_map(&options)).map_err(|_| {
            "This browser cannot draw the map: WebGL is switched off or missing. Turn on hardware acceleration, or use \
             another browser; agents can search and read places all the same."
                .to_owned()
        })?;
        self.listen(&map, context, on_event);
        *self.map.borrow_mut() = Some(map);
        Ok(())
    }

    fn listen(self: &Rc<Self>, map: &GlMap, context: &Rc<Context>, on_event: impl Fn(MapEvent) + 'static) {
        let on_event = Rc::new(on_event);
        let measured = {
            let (context, map) = (Rc::downgrade(context), map.clone());
            move || measure(&context, &map)
        };
        let (shown, first) = (Rc::clone(&on_event), measured.clone());
        on(map, "load", move |_| {
            first();
            shown(MapEvent::Shown);
        });
        on(map, "resize", move |_| measured());
        let lost = Rc::clone(&on_event);
        on(map, "webglcontextlost", move |_| lost(MapEvent::Lost));
        on(map, "webglcontextrestored", move |_| on_event(MapEvent::Shown));
        let (context, moved) = (Rc::downgrade(context), map.clone());
        on(map, "moveend", move |event| {
            let ours = Reflect::get(&event, &"ours".into()).is_ok_and(|ours| ours.is_truthy());
            // The end of a flight of ours says nothing new, unless a hand cut it short and nothing moves any more.
            if !ours || !moved.is_moving() {
                human_moved(&context, camera_of(&moved));
            }
        });
    }

    /// Draws the features of these categories.
    pub fn show_features(&self, city: &City, shown: CategorySet) {
        let map = self.map.borrow();
        let Some(source) = map.as_ref().and_then(|map| map.source("features")) else { return };
        let fits = |categories: CategorySet| categories.meets(shown);
        let features: Vec<Value> = city
            .features
            .iter()
            .filter(|feature| fits(feature.categories()))
            .map(|feature| {
                let Position { lng, lat } = feature.position();
                json!({
                    "type": "Feature",
                    "geometry": { "type": "Point", "coordinates": [round_to(lng, 6), round_to(lat, 6)] },
                    "properties": {
                        "id": feature.id(), "category": feature.category().name(), "name": feature.name(),
                    },
                })
            })
            .collect();
        source.set_data(&plain(&json!({ "type": "FeatureCollection", "features": features })));
        if let Some(land) = map.as_ref().and_then(|map| map.source("land")) {
            land.set_data(&plain(&style::land(city)));
        }
    }
}

impl MapPort for Screen {
    fn show(&self, session: &Session, changes: Changes) {
        if !changes.view {
            return;
        }
        let camera = session.camera();
        (self.on_view)(camera);
        let map = self.map.borrow();
        let Some(map) = map.as_ref() else { return };
        if camera_of(map).is_close(&camera) && !map.is_moving() {
            return;
        }
        let (options, ours) = (flight_to(&camera), plain(&json!({ "ours": true })));
        if may_fly() { map.ease_to(&options, &ours) } else { map.jump_to(&options, &ours) }
    }
}

fn on(map: &GlMap, event: &str, listener: impl Fn(JsValue) + 'static) {
    let closure = Closure::<dyn Fn(JsValue)>::new(listener);
    // The map lives as long as the page, and so do its listeners.
    let function: Function = closure.into_js_value().unchecked_into();
    map.on(event, &function);
}

fn flight_to(camera: &Camera) -> JsValue {
    plain(&json!({
        "center": [camera.center.lng, camera.center.lat], "zoom": camera.zoom, "bearing": camera.bearing,
        "pitch": camera.pitch, "duration": FLIGHT_MS, "essential": true,
    }))
}

/// A hidden page draws no frames, and some people ask for no motion.
fn may_fly() -> bool {
    let Some(window) = web_sys::window() else { return false };
    let hidden = window.document().is_none_or(|document| document.hidden());
    let still = window.match_media("(prefers-reduced-motion: reduce)").ok().flatten().is_some_and(|query| query.matches());
    !hidden && !still
}

fn camera_of(map: &GlMap) -> Camera {
    let center = map.center();
    Camera {
        center: Position::new(center.lng(), center.lat()),
        zoom: map.zoom(),
        bearing: map.bearing(),
        pitch: map.pitch(),
    }
    .bounded()
}

fn human_moved(context: &Weak<Context>, camera: Camera) {
    let Some(context) = context.upgrade() else { return };
    let changed = !context.session().camera().is_close(&camera);
    if changed {
        let moved = context.commit(Edit::MoveCamera(camera), Origin::User, "move");
        debug_assert!(moved.is_ok(), "a camera can always move");
    }
}

fn measure(context: &Weak<Context>, _map: &GlMap) {
    let Some(context) = context.upgrade() else { return };
    let (width, height) = window_size();
    context.measured(Viewport::new(width, height), true);
}

/// The page's size in CSS pixels.
pub fn window_size() -> (f64, f64) {
    let Some(window) = web_sys::window() else { return (1280.0, 800.0) };
    let side = |value: Result<JsValue, JsValue>, otherwise| value.ok().and_then(|v| v.as_f64()).unwrap_or(otherwise);
    (side(window.inner_width(), 1280.0), side(window.inner_height(), 800.0))
}

/// The categories that show before anybody asked for one.
pub fn shown_at_first() -> CategorySet {
    Category::base().filter(|category| *category != Category::District).collect()
}
