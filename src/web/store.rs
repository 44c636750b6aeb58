use super::clock::BrowserClock;
use super::fetch::{PageFetch, get};
use super::map::{MapEvent, Screen, shown_at_first, window_size};
use super::webmcp;
use crate::city::CategorySet;
use crate::city::pack::CityIndex;
use crate::ports::{FetchError, LoadError, Loader};
use crate::spatial::{Camera, Viewport};
use crate::tools::{Context, ToolError};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;

/// No list of cities is larger, in bytes.
const MAX_INDEX: u64 = 1 << 20;

/// How far the city has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CityPhase {
    /// On its way; bytes so far and in all, once known.
    Loading(Option<(u64, u64)>),
    /// Its base data is in memory.
    Ready,
    /// It did not come; what to tell the human.
    Failed(String),
}

/// How far the map has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapPhase {
    /// The library is on its way or draws for the first time.
    Loading,
    /// It shows.
    Shown,
    /// It cannot show; what to tell the human.
    Failed(String),
}

/// What the interface reacts to. Everything but what concerns the page alone comes from the session.
#[derive(Clone, Copy)]
pub struct Store {
    /// The city's name, once it is known.
    pub city_name: RwSignal<Option<String>>,
    /// Whom to credit for the data.
    pub attribution: RwSignal<String>,
    /// How far the city has come.
    pub city: RwSignal<CityPhase>,
    /// How far the map has come.
    pub map: RwSignal<MapPhase>,
    /// The camera of the session.
    pub camera: RwSignal<Option<Camera>>,
    /// The open map, once the list of cities is there.
    pub context: StoredValue<Option<Rc<Context>>, LocalStorage>,
    /// Where it shows.
    pub screen: StoredValue<Rc<Screen>, LocalStorage>,
}

impl Store {
    /// A store for a page that has just opened.
    pub fn new() -> Self {
        let camera = RwSignal::new(None);
        Self {
            city_name: RwSignal::new(None),
            attribution: RwSignal::new("© OpenStreetMap contributors".to_owned()),
            city: RwSignal::new(CityPhase::Loading(None)),
            map: RwSignal::new(MapPhase::Loading),
            camera,
            context: StoredValue::new_local(None),
            screen: StoredValue::new_local(Screen::new(move |now| camera.set(Some(now)))),
        }
    }

    /// Chooses the city, lets agents in, loads the base data and opens the map in `container`.
    pub async fn open(self, container: web_sys::HtmlElement) {
        let id = match choose_city().await {
            Ok(id) => id,
            Err(sentence) => {
                webmcp::fail(&sentence);
                return self.city.set(CityPhase::Failed(sentence));
            }
        };
        let city = self.city;
        let fetch = PageFetch::new(move |path, so_far, in_all| {
            if path.contains("/base.") {
                city.set(CityPhase::Loading(Some((so_far, in_all))));
            }
        });
        let loader = Loader::new(&id, Rc::new(fetch), Rc::new(BrowserClock));
        let (width, height) = window_size();
        let context = Context::new(loader, self.screen.get_value(), Viewport::new(width, height), false);
        let followed = Rc::downgrade(&context);
        context.loader().on_change(move || {
            if let Some(context) = followed.upgrade() {
                self.follow(&context);
            }
        });
        self.context.set_value(Some(Rc::clone(&context)));
        webmcp::serve(Rc::clone(&context));
        self.load_base(&context).await;
        self.open_map(container, context).await;
    }

    /// Tries the base data once more, after it failed.
    pub fn retry(self) {
        self.city.set(CityPhase::Loading(None));
        let Some(context) = self.context.get_value() else {
            // Not even the list of cities came: start again.
            drop(web_sys::window().map(|window| window.location().reload()));
            return;
        };
        spawn_local(async move { self.load_base(&context).await });
    }

    async fn load_base(self, context: &Rc<Context>) {
        match context.loader().open().await {
            Ok(()) => {
                context.open();
                self.city.set(CityPhase::Ready);
                self.follow(context);
                // What a search by text needs comes next, so that the first one finds it there.
                drop(context.loader().text().await);
            }
            Err(error) => self.city.set(CityPhase::Failed(explained(&error))),
        }
    }

    async fn open_map(self, container: web_sys::HtmlElement, context: Rc<Context>) {
        let shown = Rc::downgrade(&context);
        let on_event = move |event| match event {
            MapEvent::Shown => {
                self.map.set(MapPhase::Shown);
                if let Some(context) = shown.upgrade() {
                    self.follow(&context);
                }
            }
            MapEvent::Lost => self.map.set(MapPhase::Loading),
        };
        let screen = self.screen.get_value();
        if let Err(sentence) = screen.open(&container, &context, on_event).await {
            self.map.set(MapPhase::Failed(sentence));
        }
    }

    /// Shows what the loader has by now.
    fn follow(self, context: &Context) {
        let Some(city) = context.loader().city() else { return };
        self.city_name.set(Some(city.manifest.name.clone()));
        self.attribution.set(city.manifest.attribution.clone());
        let touched = context.loader().loading().map_or(CategorySet::NONE, |loading| loading.loaded);
        self.screen.get_value().show_features(&city, CategorySet(shown_at_first().0 | touched.0));
    }
}

/// The id of the city that the address names, else of the first one.
async fn choose_city() -> Result<String, String> {
    let bytes = get("cities/index.json", MAX_INDEX, |_| ()).await.map_err(|error| match error {
        FetchError::Missing => "This site has no list of cities (cities/index.json).".to_owned(),
        FetchError::Temporary(_) => {
            "The list of cities could not be fetched. Check the connection and reload.".to_owned()
        }
    })?;
    let index: CityIndex = serde_json::from_slice(&bytes)
        .map_err(|_| "The list of cities (cities/index.json) of this site cannot be read.".to_owned())?;
    let search = web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default();
    let asked = web_sys::UrlSearchParams::new_with_str(&search).ok().and_then(|parameters| parameters.get("city"));
    let names = || index.cities.iter().map(|city| city.id.as_str()).collect::<Vec<_>>().join(", ");
    match asked {
        Some(id) if index.cities.iter().any(|city| city.id == id) => Ok(id),
        Some(id) => Err(format!("This site has no city {id:?}. It has: {}.", names())),
        None => index.cities.first().map(|city| city.id.clone()).ok_or("This site has no city.".to_owned()),
    }
}

/// A failure to load the base data, for the human.
fn explained(error: &LoadError) -> String {
    match ToolError::of_base(error) {
        ToolError::MapDataNotReady(sentence) => sentence,
        other => other.to_string(),
    }
}
