//! MapLibre behind the map port: it shows what the session says and tells what the human did to the camera.

mod gl;
mod layers;
mod marks;
mod pen;
mod scene;
mod style;
mod tap;

#[cfg(test)]
pub use gl::plain as to_plain;
pub use layers::Layers;
pub use pen::{Pen, Told};
pub use style::{Theme, folder};

use crate::city::{CategorySet, City};
use crate::domain::{Changes, Edit, MarkId, Origin, Selected, Session};
use crate::language::{Language, word};
use crate::ports::MapPort;
use crate::spatial::{Camera, Insets, Position, Viewport};
use crate::tools::Context;
use crate::web::words::{self, tr};
use gl::{Begun, GlMap, Start, plain};
use js_sys::{Function, Reflect};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use tap::{HOVERED, OWN_LINES, OWN_POINTS, id_under, tap_of};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Milliseconds of a camera's flight.
const FLIGHT_MS: u32 = 320;
const NO_LIBRARY: &str = word!(
    "The map's drawing files did not load. Reload the page to try again; agents can search and \
    read places all the same."
);
const NO_WEBGL: &str = word!(
    "This browser cannot draw the map: WebGL is switched off or missing. Turn on hardware \
    acceleration, or use another browser; agents can search and read places all the same."
);

/// What the map tells the page.
#[derive(Clone, Debug, PartialEq)]
pub enum MapEvent {
    /// It shows, for the first time, in a new style, or again after its graphics were lost.
    Shown,
    /// The browser took its graphics away.
    Lost,
    /// The camera is here, at any moment of a movement.
    Moving(Camera),
    /// Tiles do not come; a sentence for the human.
    Trouble(String),
    /// The pointer is over this place or mark, or over none.
    Hovered(Option<String>),
    /// The map was tapped or clicked.
    Tapped(Tap),
}

/// A tap on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Tap {
    /// Where.
    pub at: Position,
    /// The id of the place or mark under it.
    pub hit: Option<String>,
}

/// What is drawn over the basemap, source by source, kept to tell what has changed and to be drawn again in another
/// style.
#[derive(Default)]
struct Drawn {
    sources: BTreeMap<&'static str, Value>,
    places: Places,
    found: Vec<String>,
    /// None when it is to be drawn again in any case.
    selected: Option<Vec<Selected>>,
    hovered: Option<String>,
}

/// What decides which places are drawn: as long as it is the same, nothing is made anew.
#[derive(Default, PartialEq)]
struct Places {
    city: String,
    loaded: usize,
    shown: CategorySet,
    found: Vec<String>,
}

/// Hears of what each commit changed.
type Listener = Box<dyn Fn(Changes)>;

/// The screen that MapLibre draws on.
#[derive(Default)]
pub struct Screen {
    on_change: RefCell<Option<Listener>>,
    map: RefCell<Option<GlMap>>,
    start: RefCell<Option<Rc<Start>>>,
    basemap: RefCell<Option<String>>,
    drawn: RefCell<Drawn>,
    insets: Cell<Insets>,
    hidden: Cell<Option<MarkId>>,
}

/// The libraries and files that a map is made of.
pub struct Parts(Start);

impl Parts {
    /// Gets them.
    ///
    /// # Errors
    /// A sentence for the human.
    pub async fn get() -> Result<Self, String> {
        Start::import().await.map(Self).map_err(|_| tr(NO_LIBRARY).into())
    }
}

impl Screen {
    /// Calls `listener` with what each commit changed, while it is being shown: the session itself is not to be touched
    /// before that is over.
    pub fn on_change(&self, listener: impl Fn(Changes) + 'static) {
        *self.on_change.borrow_mut() = Some(Box::new(listener));
    }

    /// Makes the map in the element `container` and ties it to the session.
    ///
    /// # Errors
    /// A sentence for the human when the browser cannot draw a map.
    pub async fn open(
        self: &Rc<Self>,
        parts: Parts,
        container: &web_sys::HtmlElement,
        context: &Rc<Context>,
        on_event: impl Fn(MapEvent) + 'static,
    ) -> Result<(), String> {
        let start = Rc::new(parts.0);
        *self.start.borrow_mut() = Some(Rc::clone(&start));
        self.open_basemap(context);
        let (fonts, theme) = (words::language().fonts(), Theme::of_document());
        let city = context.loader().city().map(|city| city.manifest.id.clone()).unwrap_or_default();
        let tell: Rc<dyn Fn(MapEvent)> = Rc::new(on_event);
        if let Some(begun) = start.begun(&city, theme.name(), fonts).await {
            self.take_over(&begun, context, &tell);
        } else {
            let camera = plain(&context.session().camera());
            let map = start.new_map(container, &self.style(context), &camera, fonts);
            let map = map.map_err(|_| tr(NO_WEBGL).to_owned())?;
            self.listen(&map, context, &tell);
            *self.map.borrow_mut() = Some(map);
        }
        if is_hidden() {
            // No frame will come, and with it no style; the window's size is all that bounds need.
            self.measure(context);
        }
        Ok(())
    }

    /// Goes on with a map that was begun before this program was here.
    fn take_over(self: &Rc<Self>, begun: &Begun, context: &Rc<Context>, tell: &Rc<dyn Fn(MapEvent)>) {
        let map = begun.map();
        self.listen(&map, context, tell);
        *self.map.borrow_mut() = Some(map.clone());
        if begun.moved() && !map.is_moving() {
            human_moved(&Rc::downgrade(context), camera_of(&map));
        } else if !begun.moved() && !camera_of(&map).is_close(&context.session().camera()) {
            map.jump_to(&flight_to(&context.session().camera(), self.insets.get()), &plain(&json!({ "ours": true })));
        }
        if begun.styled() {
            self.styled(&Rc::downgrade(context), tell);
        }
        begun.errors().iter().for_each(|error| tell(MapEvent::Trouble(trouble_of(&error))));
    }

    /// A style has loaded.
    fn styled(&self, context: &Weak<Context>, tell: &Rc<dyn Fn(MapEvent)>) {
        remeasure(self, context);
        self.set_language(words::language());
        self.redraw();
        tell(MapEvent::Shown);
    }

    /// Gets ready for the tiles of the city that is open.
    fn open_basemap(&self, context: &Context) {
        let basemap = context.loader().city().and_then(|city| Basemap::of(&city));
        if let (Some(Basemap::Archive { url, bytes }), Some(start)) = (&basemap, self.start.borrow().as_ref()) {
            start.show_archive(url, *bytes as f64);
        }
        *self.basemap.borrow_mut() = basemap.map(|basemap| basemap.source_url());
    }

    /// Draws the basemap of the city that is open by now.
    pub fn change_city(&self, context: &Context) {
        self.open_basemap(context);
        self.restyle(context);
    }

    /// Draws in the theme that the document has by now.
    pub fn restyle(&self, context: &Context) {
        if let Some(map) = self.map.borrow().as_ref() {
            map.set_style(&self.style(context), &plain(&json!({ "diff": false })));
        }
    }

    /// Writes the names on the map in that language.
    pub fn set_language(&self, language: Language) {
        if let Some(map) = self.map.borrow().as_ref() {
            map.set_global_state("lang", &language.tag().into());
            drop(map.canvas().set_attribute("aria-label", tr!("Map")));
        }
    }

    fn style(&self, context: &Context) -> JsValue {
        let (start, basemap) = (self.start.borrow(), self.basemap.borrow());
        let city = context.loader().city().map(|city| {
            let manifest = &city.manifest;
            json!({ "bbox": manifest.bbox, "surroundings": manifest.surroundings })
        });
        let (theme, language) = (Theme::of_document(), words::language());
        start
            .as_ref()
            .map_or(JsValue::NULL, |start| start.style(theme.name(), language.tag(), &plain(&city), basemap.as_deref()))
    }

    fn listen(self: &Rc<Self>, map: &GlMap, context: &Rc<Context>, tell: &Rc<dyn Fn(MapEvent)>) {
        let (screen, styled, told) = (Rc::clone(self), Rc::downgrade(context), Rc::clone(tell));
        on(map, "style.load", move |_| screen.styled(&styled, &told));
        let (sized, resized) = (Rc::clone(self), Rc::downgrade(context));
        on(map, "resize", move |_| remeasure(&sized, &resized));
        let lost = Rc::clone(tell);
        on(map, "webglcontextlost", move |_| lost(MapEvent::Lost));
        let restored = Rc::clone(tell);
        on(map, "webglcontextrestored", move |_| restored(MapEvent::Shown));
        let (moving, camera) = (Rc::clone(tell), map.clone());
        on(map, "move", move |_| moving(MapEvent::Moving(camera_of(&camera))));
        let trouble = Rc::clone(tell);
        on(map, "error", move |event| trouble(MapEvent::Trouble(trouble_of(&event))));
        let (context, moved) = (Rc::downgrade(context), map.clone());
        on(map, "moveend", move |event| {
            let ours = Reflect::get(&event, &"ours".into()).is_ok_and(|ours| ours.is_truthy());
            let (context, map) = (context.clone(), moved.clone());
            // Later, since starting a flight ends the one before, while the session is still being shown.
            spawn_local(async move {
                // The end of a flight of ours says nothing new, unless a hand cut it short and nothing moves any more.
                if !ours || !map.is_moving() {
                    human_moved(&context, camera_of(&map));
                }
            });
        });
        // One question for all of them at each move of the pointer.
        let (entered, left) = (Rc::clone(tell), Rc::clone(tell));
        let hovered = [&HOVERED[..], &OWN_POINTS, &OWN_LINES].concat();
        on_layers(map, "mousemove", &hovered, move |event| entered(MapEvent::Hovered(id_under(&event))));
        on_layers(map, "mouseleave", &hovered, move |_| left(MapEvent::Hovered(None)));
        let (tapped, tell) = (map.clone(), Rc::clone(tell));
        on(map, "click", move |event| {
            if let Some(tap) = tap_of(&tapped, &event) {
                tell(MapEvent::Tapped(tap));
            }
        });
    }

    /// Draws the features of these categories, and those that were found.
    pub fn show_features(&self, city: &City, shown: CategorySet) {
        let found = self.drawn.borrow().found.clone();
        let places =
            Places { city: city.manifest.id.clone(), loaded: city.features.len(), shown, found: found.clone() };
        if self.drawn.borrow().places == places {
            return;
        }
        let features = scene::features(city, shown, &found);
        self.draw("features-far", features.clone());
        self.draw("features", features);
        self.draw("feature-areas", scene::areas(city, shown, &found));
        let mut drawn = self.drawn.borrow_mut();
        drawn.places = places;
        // Another city, or more of it: what is selected may be there by now.
        drawn.selected = None;
        drop(drawn);
        self.restate();
    }

    /// Draws the marks, and rings the selection.
    pub fn show_marks(&self, session: &Session, city: Option<&City>) {
        for (id, data) in marks::sources(session, self.hidden.get()) {
            self.draw(id, data);
        }
        let is_drawn =
            self.drawn.borrow().selected.as_ref().is_some_and(|drawn| drawn.iter().eq(session.selection().iter()));
        if !is_drawn {
            self.draw("selected", scene::selected(session.selection(), city));
            self.draw("selected-areas", scene::selected_areas(session.selection(), city));
            self.drawn.borrow_mut().selected = Some(session.selection().iter().cloned().collect());
        }
    }

    /// Rings the features of these ids, and no others.
    pub fn show_found(&self, ids: Vec<String>) {
        let before = std::mem::replace(&mut self.drawn.borrow_mut().found, ids);
        before.iter().for_each(|id| self.set_state(id, json!({ "found": false })));
        self.drawn.borrow().found.iter().for_each(|id| self.set_state(id, json!({ "found": true })));
    }

    /// Takes this mark off the map from the next drawing of the marks on, and shows any other again.
    pub fn hide(&self, id: Option<MarkId>) {
        self.hidden.set(id);
    }

    /// Marks what was tapped for the tool in hand: `pin`, or an end of a walk, `start` or `finish`.
    pub fn show_pins(&self, pins: &[(Position, &str)]) {
        self.draw("draft-pins", marks::pins(pins));
    }

    /// Marks where the human is.
    pub fn show_here(&self, position: Option<Position>) {
        self.draw("here", scene::point(position));
    }

    /// Lights these places and marks up, or lets them be.
    pub fn light(&self, ids: &[String], on: bool) {
        ids.iter().for_each(|id| self.set_state(id, json!({ "fresh": on })));
    }

    /// Lights up this place or mark, and no other; the pointer is a hand where it is over it.
    pub fn hover(&self, id: Option<String>, is_pointed: bool) {
        if let Some(map) = self.map.borrow().as_ref() {
            let cursor = if is_pointed { "pointer" } else { "" };
            drop(map.canvas().style().set_property("cursor", cursor));
        }
        let before = self.drawn.borrow().hovered.clone();
        if before == id {
            return;
        }
        before.iter().for_each(|id| self.set_state(id, json!({ "hover": false })));
        id.iter().for_each(|id| self.set_state(id, json!({ "hover": true })));
        self.drawn.borrow_mut().hovered = id;
    }

    fn set_state(&self, id: &str, state: Value) {
        if let Some(map) = self.map.borrow().as_ref().filter(|map| map.source("features").is_some()) {
            let state = plain(&state);
            let is_mark = id.parse::<MarkId>().is_ok();
            let sources: &[&str] = if is_mark {
                &["drawings", "notes"]
            } else {
                &["features", "feature-areas", "selected", "selected-areas"]
            };
            for source in sources {
                map.set_feature_state(&plain(&json!({ "source": source, "id": id })), &state);
            }
        }
    }

    /// Gives a source its data, unless it has that already.
    fn draw(&self, id: &'static str, data: Value) {
        let mut drawn = self.drawn.borrow_mut();
        if drawn.sources.get(id) == Some(&data) {
            return;
        }
        if let Some(source) = self.map.borrow().as_ref().and_then(|map| map.source(id)) {
            source.set_data(&plain(&data));
        }
        drawn.sources.insert(id, data);
    }

    /// Gives every source of a new style its data.
    fn redraw(&self) {
        for (id, data) in &self.drawn.borrow().sources {
            let source = self.map.borrow().as_ref().and_then(|map| map.source(id));
            source.into_iter().for_each(|source| source.set_data(&plain(data)));
        }
        self.restate();
    }

    /// Marks what is found; a source that got other data has forgotten it.
    fn restate(&self) {
        let drawn = self.drawn.borrow();
        drawn.found.iter().for_each(|id| self.set_state(id, json!({ "found": true })));
        drawn.hovered.iter().for_each(|id| self.set_state(id, json!({ "hover": true })));
    }

    /// The panels cover this much of the map from now on: the camera's centre moves to the middle of the rest.
    pub fn set_insets(&self, context: &Rc<Context>, insets: Insets) {
        if self.insets.replace(insets) == insets {
            return;
        }
        let rendered = context.session().is_rendered();
        context.measured(self.viewport(), rendered);
        let map = self.map.borrow();
        let Some(map) = map.as_ref() else { return };
        let camera = context.session().camera();
        let Insets { top, right, bottom, left } = insets;
        let options = plain(&json!({
            "center": [camera.center.lng, camera.center.lat], "duration": FLIGHT_MS, "essential": true,
            "padding": { "top": top, "right": right, "bottom": bottom, "left": left },
        }));
        let ours = plain(&json!({ "ours": true }));
        if may_fly() { map.ease_to(&options, &ours) } else { map.jump_to(&options, &ours) }
    }

    fn viewport(&self) -> Viewport {
        let (width, height) = window_size();
        Viewport { width, height, insets: self.insets.get() }
    }

    /// Takes note of the window's size, and that the map shows.
    fn measure(&self, context: &Context) {
        context.measured(self.viewport(), true);
    }

    /// Takes the camera to a place, at least as close as zoom 15, as the human's own movement.
    pub fn go(&self, context: &Context, center: Position) {
        let camera = context.session().camera();
        let edit = Edit::MoveCamera(Camera { center, zoom: camera.zoom.max(15.0), ..camera });
        moved(context, edit);
    }

    /// Takes the camera to where `to` says from where it is: what the human's buttons do.
    pub fn steer(&self, context: &Context, to: impl FnOnce(Camera) -> Camera) {
        let camera = to(context.session().camera()).bounded();
        moved(context, Edit::MoveCamera(camera));
    }
}

impl MapPort for Screen {
    fn show(&self, session: &Session, changes: Changes) {
        if let Some(listener) = self.on_change.borrow().as_ref() {
            listener(changes);
        }
        let map = self.map.borrow();
        let Some(map) = map.as_ref().filter(|_| changes.view) else { return };
        let camera = session.camera();
        if camera_of(map).is_close(&camera) && !map.is_moving() {
            return;
        }
        let (options, ours) = (flight_to(&camera, self.insets.get()), plain(&json!({ "ours": true })));
        if may_fly() { map.ease_to(&options, &ours) } else { map.jump_to(&options, &ours) }
    }
}

/// Where the basemap's tiles are.
enum Basemap {
    Archive { url: String, bytes: u64 },
    TileJson(String),
}

impl Basemap {
    fn of(city: &City) -> Option<Self> {
        let manifest = &city.manifest;
        if let Some(file) = &manifest.files.basemap {
            let url = style::absolute(&format!("cities/{}/{}", manifest.id, file.versioned_path()))?;
            return Some(Self::Archive { url, bytes: file.bytes });
        }
        let named = manifest.basemap_tilejson.as_deref()?;
        let path = if named.contains("://") { named.to_owned() } else { format!("cities/{}/{named}", manifest.id) };
        style::absolute(&path).map(Self::TileJson)
    }

    fn source_url(&self) -> String {
        match self {
            Self::Archive { url, .. } => format!("pmtiles://{url}"),
            Self::TileJson(url) => url.clone(),
        }
    }
}

fn on(map: &GlMap, event: &str, listener: impl Fn(JsValue) + 'static) {
    map.on(event, &lasting(listener));
}

fn on_layers(map: &GlMap, event: &str, layers: &[&str], listener: impl Fn(JsValue) + 'static) {
    map.on_layers(event, &plain(layers), &lasting(listener));
}

/// The map lives as long as the page, and so do its listeners.
fn lasting(listener: impl Fn(JsValue) + 'static) -> Function {
    Closure::<dyn Fn(JsValue)>::new(listener).into_js_value().unchecked_into()
}

fn trouble_of(event: &JsValue) -> String {
    let error = Reflect::get(event, &"error".into()).unwrap_or(JsValue::NULL);
    web_sys::console::warn_2(&"glassmap: the map could not draw a part:".into(), &error);
    tr!("Part of the map could not be drawn. Check the connection and reload; places and tools work all the same.")
        .into()
}

/// It names the panels' padding too: it may cut short the movement that was on its way to that.
fn flight_to(camera: &Camera, insets: Insets) -> JsValue {
    let Insets { top, right, bottom, left } = insets;
    plain(&json!({
        "padding": { "top": top, "right": right, "bottom": bottom, "left": left },
        "center": [camera.center.lng, camera.center.lat], "zoom": camera.zoom, "bearing": camera.bearing,
        "pitch": camera.pitch, "duration": FLIGHT_MS, "essential": true,
    }))
}

/// Whether the page is in the background, where it draws no frames.
fn is_hidden() -> bool {
    web_sys::window().and_then(|window| window.document()).is_none_or(|document| document.hidden())
}

/// A hidden page draws no frames, and some people ask for no motion.
fn may_fly() -> bool {
    !is_hidden() && may_move()
}

/// Whether the human has not asked for stillness.
pub fn may_move() -> bool {
    let query =
        web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| !query.matches())
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

/// Commits the human's own movement of the camera.
fn moved(context: &Context, edit: Edit) {
    let moved = context.commit(edit, Origin::User, "move");
    debug_assert!(moved.is_ok(), "a camera can always move");
}

fn human_moved(context: &Weak<Context>, camera: Camera) {
    let Some(context) = context.upgrade() else { return };
    let changed = !context.session().camera().is_close(&camera);
    if changed {
        moved(&context, Edit::MoveCamera(camera));
    }
}

fn remeasure(screen: &Screen, context: &Weak<Context>) {
    if let Some(context) = context.upgrade() {
        screen.measure(&context);
    }
}

/// The page's size in CSS pixels.
pub fn window_size() -> (f64, f64) {
    let Some(window) = web_sys::window() else { return (1280.0, 800.0) };
    let side = |value: Result<JsValue, JsValue>, otherwise| value.ok().and_then(|v| v.as_f64()).unwrap_or(otherwise);
    (side(window.inner_width(), 1280.0), side(window.inner_height(), 800.0))
}
