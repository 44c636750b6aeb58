mod activity;
mod draw;
mod hand;
mod language;
mod links;
pub mod own;
mod panels;
pub mod search;
mod theme;
mod told;

pub use activity::{Activity, Outcome};
pub use draw::{Draft, Outline};
pub use hand::Hand;
pub use panels::{Column, Popover, is_phone};

use super::address;
use super::clock::BrowserClock;
use super::fetch::{PageFetch, PageWeb, get};
use super::hours::PageHours;
use super::map::{MapEvent, Parts, Pen, Screen, Tap, Theme, window_size};
use super::webmcp;
use super::words::{self, tr};
use crate::agent::refused;
use crate::city::pack::{CityEntry, CityIndex};
use crate::city::{Category, CategorySet, City};
use crate::domain::{Edit, HistoryError, Origin, Session, Undone};
use crate::language::Language;
use crate::ports::{Fetch, FetchError, LoadError, Loader, Router};
use crate::share::{Opened, SharedMap};
use crate::spatial::{Camera, Insets, Position, Viewport};
use crate::tools::{Context, ToolError};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use std::rc::Rc;

/// No list of cities is larger, in bytes.
const MAX_INDEX: u64 = 1 << 20;
/// Tools whose answers list what was found.
const SEARCHES: [&str; 2] = ["find_features", "list_features_in_view"];

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
    /// The browser took its graphics away for the moment.
    Lost,
    /// It cannot show; what to tell the human.
    Failed(String),
}

/// What the interface reacts to. Everything but what concerns the page alone comes from the session.
#[derive(Clone, Copy)]
pub struct Store {
    /// The cities of this deployment.
    pub cities: RwSignal<Vec<CityEntry>>,
    /// The city's name and whom to credit for its data, once known.
    pub about: RwSignal<Option<About>>,
    /// How far the city has come.
    pub city: RwSignal<CityPhase>,
    /// How far the map has come.
    pub map: RwSignal<MapPhase>,
    /// Where the map looks from at this moment.
    pub camera: RwSignal<Option<Camera>>,
    /// The categories that the human wants to see.
    pub wanted: RwSignal<CategorySet>,
    /// The categories that the human hid, an agent having loaded them.
    hidden: RwSignal<CategorySet>,
    /// Those that the map shows.
    pub shown: RwSignal<CategorySet>,
    /// Whether single letters are keys.
    pub letters: RwSignal<bool>,
    /// On-demand categories that are loading.
    pub loading: RwSignal<CategorySet>,
    /// The theme that was chosen; none follows the system's.
    pub theme: RwSignal<Option<Theme>>,
    /// The language that the page is read in; what stands is made anew when it changes.
    pub language: RwSignal<Language>,
    /// Whether its texts are here, or English stands in for them.
    pub language_ready: RwSignal<bool>,
    /// A sentence that concerns the human, until it is dismissed.
    pub notice: RwSignal<Option<String>>,
    /// The session's version, so that what is made of the session is made again.
    pub version: RwSignal<u64>,
    /// What the left column shows.
    pub column: RwSignal<Column>,
    /// Whether the agent's lane is open.
    pub lane: RwSignal<bool>,
    /// What floats over everything else.
    pub popover: RwSignal<Popover>,
    /// Whether the panels' part of the page has arrived.
    pub panels_ready: RwSignal<bool>,
    /// Whether it did not come.
    pub panels_missing: RwSignal<bool>,
    /// The tool in the human's hand.
    pub hand: RwSignal<Hand>,
    /// The last tap on the map with a tool in hand, for that tool to take.
    pub tap: RwSignal<Option<Tap>>,
    /// What is being drawn or reshaped.
    pub draft: RwSignal<Option<Draft>>,
    /// Whether the keyboard aims, at the middle of the free map.
    pub aim: RwSignal<bool>,
    /// What the tool in hand waits for.
    pub busy: RwSignal<Option<&'static str>>,
    /// Where the next walk goes to: a place's id.
    pub route_to: RwSignal<Option<String>>,
    /// How much of the map panels cover.
    pub covered: RwSignal<Insets>,
    /// The place or mark under the pointer or with the focus, on the map or in a list.
    pub hovered: RwSignal<Option<String>>,
    /// The agent's calls, the oldest first.
    pub activity: RwSignal<Vec<Activity>>,
    /// How many calls the agent has made.
    pub calls: RwSignal<u32>,
    /// How many of them the human has not seen, the lane being closed.
    pub unseen: RwSignal<u32>,
    /// Whether the agent may only read.
    pub paused: RwSignal<bool>,
    /// How many marks a link holds that was opened over marks of this map, until the human says what to do with it.
    pub arrived: RwSignal<Option<usize>>,
    waiting_link: StoredValue<Option<(SharedMap, usize)>, LocalStorage>,
    /// The search field, its suggestions and what was found.
    pub search: search::SearchState,
    /// Data of one's own.
    pub own: own::OwnState,
    /// On-demand categories that did not come, and whether they are missing for good.
    pub failed: RwSignal<Vec<(Category, bool)>>,
    context: StoredValue<Option<Rc<Context>>, LocalStorage>,
    screen: StoredValue<Rc<Screen>, LocalStorage>,
    pen: StoredValue<Option<Pen>, LocalStorage>,
    original: StoredValue<Option<draw::Original>>,
    activity_waits: StoredValue<bool>,
    found_waits: StoredValue<Option<Vec<String>>>,
    address_waits: StoredValue<bool>,
    address_is_full: StoredValue<bool>,
    address_is_kept: StoredValue<bool>,
}

/// What is shown of the city itself.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whom to credit for its data.
    pub attribution: String,
    /// Features of each category, in category order.
    pub counts: Vec<(Category, u32)>,
}

impl Store {
    /// A store for a page that has just opened.
    pub fn new() -> Self {
        Self {
            cities: RwSignal::default(),
            about: RwSignal::default(),
            city: RwSignal::new(CityPhase::Loading(None)),
            map: RwSignal::new(MapPhase::Loading),
            camera: RwSignal::default(),
            wanted: RwSignal::default(),
            hidden: RwSignal::default(),
            shown: RwSignal::default(),
            letters: RwSignal::new(theme::letters_are_keys()),
            loading: RwSignal::default(),
            theme: RwSignal::new(theme::chosen_theme()),
            language: RwSignal::default(),
            language_ready: RwSignal::default(),
            notice: RwSignal::default(),
            version: RwSignal::default(),
            column: RwSignal::default(),
            lane: RwSignal::default(),
            popover: RwSignal::default(),
            panels_ready: RwSignal::default(),
            panels_missing: RwSignal::default(),
            hand: RwSignal::default(),
            tap: RwSignal::default(),
            draft: RwSignal::default(),
            aim: RwSignal::default(),
            busy: RwSignal::default(),
            route_to: RwSignal::default(),
            covered: RwSignal::default(),
            hovered: RwSignal::default(),
            activity: RwSignal::default(),
            calls: RwSignal::default(),
            unseen: RwSignal::default(),
            paused: RwSignal::default(),
            arrived: RwSignal::default(),
            waiting_link: StoredValue::new_local(None),
            search: search::SearchState::new(),
            own: own::OwnState::new(),
            failed: RwSignal::default(),
            context: StoredValue::new_local(None),
            screen: StoredValue::new_local(Rc::default()),
            pen: StoredValue::new_local(None),
            original: StoredValue::new(None),
            activity_waits: StoredValue::new(false),
            found_waits: StoredValue::new(None),
            address_waits: StoredValue::new(false),
            address_is_full: StoredValue::new(false),
            address_is_kept: StoredValue::new(false),
        }
    }

    /// Chooses the city, lets agents in, loads the base data and opens the map in `container`.
    pub async fn open(self, container: web_sys::HtmlElement) {
        self.follow_system_theme();
        self.open_language();
        let opened = address::read();
        let id = match self.choose_city(&opened).await {
            Ok(id) => id,
            Err(sentence) => {
                webmcp::fail(&sentence);
                return self.city.set(CityPhase::Failed(sentence));
            }
        };
        let city = self.city;
        let fetch: Rc<dyn Fetch> = Rc::new(PageFetch::new(move |path, so_far, in_all| {
            if path.contains("/base.") && so_far < in_all {
                city.set(CityPhase::Loading(Some((so_far, in_all))));
            }
        }));
        let loader = move |id: &str| {
            let loader = Loader::new(id, Rc::clone(&fetch), Rc::new(BrowserClock));
            // Later, since a loader tells of itself in the middle of its work.
            loader.on_change(move || {
                spawn_local(async move {
                    if let Some(context) = self.context.get_value() {
                        self.follow(&context);
                    }
                });
            });
            loader
        };
        let (width, height) = window_size();
        let context = Context::new(loader(&id), self.screen.get_value(), Viewport::new(width, height), false);
        context.set_cities(self.cities.get_untracked(), |entry| loader(&entry.id));
        context.set_hours(Rc::new(PageHours::default()));
        context.set_page(&address::page());
        context.set_router(Router::new(Rc::new(PageWeb), Rc::new(BrowserClock)));
        context.set_language(words::language());
        webmcp::offer(&context, false);
        self.watch(&context);
        context.on_call(move |called| self.heard(called.tool, called.answer));
        self.context.set_value(Some(Rc::clone(&context)));
        self.screen.get_value().on_change(move |changes| self.session_changed(changes));
        webmcp::serve(Rc::clone(&context));
        let ((), parts) = futures_util::join!(self.load_base(&context, opened), Parts::get());
        self.follow_address(&context);
        if let Err(sentence) = self.open_map(parts, container, &context).await {
            self.map.set(MapPhase::Failed(sentence));
        }
        // What a search by text needs comes next, so that the first one finds it there.
        drop(context.loader().text().await);
    }

    /// Tries the base data once more, after it failed.
    pub fn retry(self) {
        // The map was opened without the city, or not at all: a new start is the shortest way to both.
        drop(web_sys::window().map(|window| window.location().reload()));
    }

    async fn load_base(self, context: &Rc<Context>, opened: Opened) {
        match context.loader().open().await {
            Ok(()) => {
                context.open();
                self.open_link(context, opened);
                self.camera.set(Some(context.session().camera()));
                self.city.set(CityPhase::Ready);
            }
            Err(error) => self.city.set(CityPhase::Failed(explained(&error))),
        }
    }

    async fn open_map(
        self,
        parts: Result<Parts, String>,
        container: web_sys::HtmlElement,
        context: &Rc<Context>,
    ) -> Result<(), String> {
        let followed = Rc::downgrade(context);
        let on_event = move |event| match event {
            MapEvent::Shown => {
                self.map.set(MapPhase::Shown);
                if let Some(context) = followed.upgrade() {
                    self.follow(&context);
                    self.draw_layers(&context);
                }
            }
            MapEvent::Lost => self.map.set(MapPhase::Lost),
            MapEvent::Moving(camera) => self.camera.set(Some(camera)),
            MapEvent::Trouble(sentence) => self.notice.set(Some(sentence)),
            MapEvent::Hovered(id) => self.hovered.set(id),
            MapEvent::Tapped(tap) => self.tapped(tap),
        };
        self.screen.get_value().open(parts?, &container, context, on_event).await
    }

    /// Shows what the loader has by now.
    fn follow(self, context: &Rc<Context>) {
        let Some(city) = context.loader().city() else { return };
        let manifest = &city.manifest;
        let about = About {
            id: manifest.id.clone(),
            name: manifest.name.clone(),
            attribution: manifest.attribution.clone(),
            counts: Category::ALL.iter().map(|category| (*category, manifest.count(*category))).collect(),
        };
        let before = self.about.get_untracked();
        if before.as_ref() != Some(&about) {
            self.about.set(Some(about.clone()));
        }
        if before.is_some_and(|before| before.id != about.id) {
            // What was found lies in the other city.
            self.clear_search();
            if matches!(self.column.get_untracked(), Column::Place(_)) {
                self.show(Column::Closed);
            }
            // Another city, another basemap; then everything over it once more.
            let (screen, again) = (self.screen.get_value(), self.context.get_value());
            spawn_local(async move {
                if let Some(context) = again {
                    screen.change_city(&context);
                }
            });
        }
        let progress = context.loader().loading().unwrap_or_default();
        self.loading.set(progress.loading);
        self.failed.set(progress.failed);
        let mut shown = CategorySet(self.wanted.get_untracked().0 | progress.loaded.0);
        if manifest.files.basemap.is_none() && manifest.basemap_tilejson.is_none() {
            // Without a basemap the districts' outlines are what tells one part of the city from another.
            shown = shown.with(Category::District);
        }
        shown.0 &= !self.hidden.get_untracked().0;
        self.shown.set(shown);
        let session = context.session();
        let screen = self.screen.get_value();
        screen.show_features(&city, shown);
        screen.show_marks(&session, Some(&city));
    }

    /// What `read` makes of the session; of nothing before there is one. Made again, in an effect or a view, after each
    /// change.
    pub fn session<T>(self, read: impl FnOnce(&Session) -> T) -> Option<T> {
        self.version.track();
        self.context.get_value().map(|context| read(&context.session()))
    }

    /// What `read` makes of the city, once its base data is there. Made again as more of it is loaded.
    pub fn read_city<T>(self, read: impl FnOnce(&City) -> T) -> Option<T> {
        self.about.track();
        self.loading.track();
        let context = self.context.get_value()?;
        let city = context.loader().city()?;
        Some(read(&city))
    }

    /// Makes a change as the human, kept in the history as `what`.
    pub fn commit(self, what: &str, plan: impl FnOnce(&Session) -> Edit) {
        let Some(context) = self.context.get_value() else { return };
        let edit = plan(&context.session());
        if context.commit(edit, Origin::User, what).is_err() {
            self.notice.set(Some(tr!("That is no longer on the map, so nothing was changed.").into()));
        }
    }

    /// Lights up on the map what is under the pointer in a list, and the other way round.
    pub fn follow_hover(self) {
        Effect::new(move |_| {
            let pointed = self.hovered.get();
            let is_pointed = pointed.is_some();
            // What is under no pointer is the place whose card is open.
            let lit = pointed.or_else(|| {
                self.column.with(|column| match column {
                    Column::Place(id) => Some(id.clone()),
                    _ => None,
                })
            });
            self.screen.get_value().hover(lit, is_pointed);
        });
    }

    /// Tells the human something in passing.
    pub fn say(self, sentence: &str) {
        self.notice.set(Some(sentence.to_owned()));
    }

    /// An agent got this answer: what it found is ringed on the map.
    pub(super) fn heard(self, tool: &str, answer: &Value) {
        if !SEARCHES.contains(&tool) || answer["isError"] == true {
            return;
        }
        let rows = answer["features"].as_array().into_iter().flatten();
        let ids = rows.filter_map(|row| row["id"].as_str().map(str::to_owned)).collect();
        // After the answer is out, and once for searches in quick succession.
        if self.found_waits.try_update_value(|found| found.replace(ids)).flatten().is_none() {
            set_timeout(
                move || {
                    let found = self.found_waits.try_update_value(Option::take).flatten();
                    self.screen.get_value().show_found(found.unwrap_or_default());
                },
                activity::SHOWN_AFTER,
            );
        }
    }

    /// Goes to another city; the marks stay.
    pub fn choose(self, id: String) {
        let Some(context) = self.context.get_value() else { return };
        spawn_local(async move { self.change_city(&context, &id).await });
    }

    async fn change_city(self, context: &Rc<Context>, id: &str) {
        let Some(loader) = context.loader_of(id) else { return };
        if let Err(error) = loader.open().await {
            self.notice.set(Some(explained(&error)));
        } else if context.set_city(id, Origin::User).is_none() {
            self.notice.set(Some(for_human(&ToolError::Internal)));
        }
    }

    /// Takes back the last change, the human's or the agent's.
    pub fn undo(self) {
        self.turn(|context| context.undo(Origin::User), tr!("There is nothing to undo."));
    }

    /// Makes the change again that was taken back last.
    pub fn redo(self) {
        self.turn(|context| context.redo(Origin::User), tr!("There is nothing to redo."));
    }

    fn turn(self, turn: impl FnOnce(&Context) -> Result<Undone, HistoryError>, nothing: &str) {
        let Some(context) = self.context.get_value() else { return };
        if turn(&context).is_err() {
            self.say(nothing);
        }
    }

    /// Shows the places of a category, or hides them again.
    pub fn toggle(self, category: Category) {
        let Some(context) = self.context.get_value() else { return };
        let bit = CategorySet::NONE.with(category).0;
        let hides = untrack(|| self.on_map().has(category));
        self.wanted.update(|wanted| wanted.0 = wanted.0 & !bit | if hides { 0 } else { bit });
        self.hidden.update(|hidden| hidden.0 = hidden.0 & !bit | if hides { bit } else { 0 });
        self.follow(&context);
        if hides {
            return;
        }
        spawn_local(async move {
            if let Err((category, error)) = context.loader().categories(CategorySet(bit)).await {
                self.wanted.update(|wanted| wanted.0 &= !bit);
                self.notice.set(Some(for_human(&ToolError::of_category(category, &error))));
            }
            self.follow(&context);
        });
    }

    /// The categories that are on the map, or on their way there: those that the human chose, and those that an agent or a
    /// link loaded.
    pub fn on_map(self) -> CategorySet {
        CategorySet(self.wanted.get().0 | self.shown.get().0)
    }

    fn steer(self, to: impl FnOnce(Camera) -> Camera) {
        if let Some(context) = self.context.get_value() {
            self.screen.get_value().steer(&context, to);
        }
    }

    /// One zoom step nearer (1) or farther (−1).
    pub fn zoom_by(self, steps: f64) {
        self.steer(|camera| Camera { zoom: camera.zoom + steps, ..camera });
    }

    /// Turns the map so that who looks at it faces so many degrees farther to the right.
    pub fn turn_by(self, degrees: f64) {
        self.steer(|camera| Camera { bearing: camera.bearing + degrees, ..camera });
    }

    /// Lifts the look by so many degrees from straight down, as far as it goes.
    pub fn tilt_by(self, degrees: f64) {
        self.steer(|camera| Camera { pitch: camera.pitch + degrees, ..camera });
    }

    /// Moves the map by these parts of the window to the right and down.
    pub fn move_by(self, right: f64, down: f64) {
        let (width, height) = window_size();
        self.screen.get_value().pan(right * width, down * height);
    }

    /// North up, looking straight down.
    pub fn north_up(self) {
        self.steer(|camera| Camera { bearing: 0.0, pitch: 0.0, ..camera });
    }

    /// Goes to where the human is, after the browser has asked them.
    pub fn go_to(self, here: Position) {
        let Some(context) = self.context.get_value() else { return };
        let inside = context.loader().city().is_some_and(|city| city.manifest.bbox.contains(here));
        if !inside {
            let name = self.about.get_untracked().map(|about| about.name).unwrap_or_default();
            let sentence = tr!("You are outside the map of %{city}, so the map stays where it is.", city = name);
            return self.notice.set(Some(sentence));
        }
        self.screen.get_value().show_here(Some(here));
        self.screen.get_value().go(&context, here);
    }

    async fn choose_city(self, opened: &Opened) -> Result<String, String> {
        let bytes = get("cities/index.json", MAX_INDEX, |_| ()).await.map_err(|error| match error {
            FetchError::Missing => tr!("This site has no list of cities (cities/index.json).").to_owned(),
            FetchError::Temporary(_) => {
                tr!("The list of cities could not be fetched. Check the connection and reload.").to_owned()
            }
        })?;
        let index: CityIndex = serde_json::from_slice(&bytes)
            .map_err(|_| tr!("The list of cities (cities/index.json) of this site cannot be read.").to_owned())?;
        self.cities.set(index.cities.clone());
        let names = || index.cities.iter().map(|city| city.id.as_str()).collect::<Vec<_>>().join(", ");
        if let Some(id) = address::asked_city() {
            let known = index.cities.iter().any(|city| city.id == id);
            let unknown = tr!("This site has no city \"%{id}\". It has: %{cities}.", id = id, cities = names());
            return if known { Ok(id) } else { Err(unknown) };
        }
        let linked = match opened {
            Opened::Map { map, .. } => address::city_of(&index.cities, map),
            Opened::Absent | Opened::Newer { .. } | Opened::Broken => None,
        };
        let city = linked.or(index.cities.first()).ok_or(tr!("This site has no city."))?;
        Ok(city.id.clone())
    }
}

/// A failure to load the base data, for the human.
fn explained(error: &LoadError) -> String {
    for_human(&ToolError::of_base(error))
}

/// What a tool says of a failure, in the reader's language.
pub(super) fn for_human(error: &ToolError) -> String {
    refused(&error.to_string(), words::language())
}
