use super::catalog::Catalog;
use super::interceptor::{Called, Interceptor};
use super::{Service, Step, ToolError};
use crate::city::CategorySet;
use crate::city::pack::CityEntry;
use crate::domain::{Changes, Edit, EditError, HistoryError, MarkId, Origin, Session, Undone};
use crate::language::Language;
use crate::ports::{Hours, Loader, MapPort, Router};
use crate::share::SharedMap;
use crate::spatial::{BBox, Camera, Position, Shape, Viewport};
use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::rc::Rc;
use std::sync::Arc;

type Listener = Rc<dyn Fn(&Called<'_>)>;

/// One open map: a city on its way into memory, the session over it, and the screen it shows on.
pub struct Context {
    first: Rc<Loader>,
    cities: OnceCell<Vec<(CityEntry, Rc<Loader>)>>,
    /// Which of the cities is open; the first loader's until that is set.
    current: Cell<Option<usize>>,
    session: RefCell<Session>,
    screen: Rc<dyn MapPort>,
    hours: RefCell<Rc<dyn Hours>>,
    language: Cell<Language>,
    opened: Cell<bool>,
    told_version: Cell<u64>,
    page: RefCell<Option<String>>,
    router: RefCell<Option<Rc<Router>>>,
    link: Cell<OpenedLink>,
    pub(super) catalog: RefCell<Arc<Catalog>>,
    pub(super) interceptors: RefCell<Vec<Rc<dyn Interceptor>>>,
    listeners: RefCell<Vec<Listener>>,
    on_city: RefCell<Option<Rc<dyn Fn()>>>,
    pub(super) layers: super::layers::Shelf,
}

/// What is left to say of the link that the map was opened with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenedLink {
    /// The on-demand categories that it asked for.
    pub categories: CategorySet,
    /// How many of its items were broken and left out.
    pub skipped: usize,
}

impl Context {
    /// A map that shows on `screen` in a window of that size. It opens at the city's default camera once the base data
    /// is there. `rendered` says whether it shows already.
    pub fn new(loader: Rc<Loader>, screen: Rc<dyn MapPort>, viewport: Viewport, rendered: bool) -> Rc<Self> {
        let session = RefCell::new(Session::new(Camera::above(Position::new(0.0, 0.0), 1.0), viewport, rendered));
        Rc::new(Self {
            first: loader,
            cities: OnceCell::new(),
            current: Cell::new(None),
            session,
            screen,
            hours: RefCell::new(default_hours()),
            language: Cell::default(),
            opened: Cell::new(false),
            told_version: Cell::new(0),
            page: RefCell::default(),
            router: RefCell::default(),
            link: Cell::default(),
            catalog: RefCell::new(Arc::clone(Catalog::core())),
            interceptors: RefCell::default(),
            listeners: RefCell::default(),
            on_city: RefCell::default(),
            layers: super::layers::Shelf::default(),
        })
    }

    /// Says in which language sentences in answers are; English before that. Refusals are for agents, in English always.
    pub fn set_language(&self, language: Language) {
        self.language.set(language);
    }

    /// The language of sentences in answers.
    pub fn language(&self) -> Language {
        self.language.get()
    }

    /// Says which cities there are, once: `loader` gives the loader of each but the one that is open already. With
    /// several, `set_city` is offered and the state lists them.
    pub fn set_cities(&self, cities: Vec<CityEntry>, loader: impl Fn(&CityEntry) -> Rc<Loader>) {
        let of = |entry: CityEntry| {
            let is_open = entry.id == self.first.id();
            let loader = if is_open { Rc::clone(&self.first) } else { loader(&entry) };
            (entry, loader)
        };
        // A second list is ignored: calls may hold loaders of the first.
        drop(self.cities.set(cities.into_iter().map(of).collect()));
    }

    /// The cities there are; none when that was not said.
    pub fn cities(&self) -> impl ExactSizeIterator<Item = &CityEntry> {
        self.cities.get().map(Vec::as_slice).unwrap_or_default().iter().map(|(entry, _)| entry)
    }

    /// The loader of the city that is open.
    pub fn loader(&self) -> &Rc<Loader> {
        let chosen = self.current.get().zip(self.cities.get()).and_then(|(index, cities)| cities.get(index));
        chosen.map_or(&self.first, |(_, loader)| loader)
    }

    /// The loader of the city of that id, open or not.
    pub fn loader_of(&self, id: &str) -> Option<&Rc<Loader>> {
        let other = || self.cities.get()?.iter().find(|(entry, _)| entry.id == id).map(|(_, loader)| loader);
        if self.first.id() == id { Some(&self.first) } else { other() }
    }

    /// The loader of the city that holds the position: the open one, when it does or when none does.
    pub(super) fn loader_at(&self, position: Position) -> &Rc<Loader> {
        let holds = |bbox: &BBox| bbox.contains(position);
        let open = self.loader();
        if open.city().is_some_and(|city| holds(&city.manifest.bbox)) {
            return open;
        }
        let other = self.cities.get().and_then(|cities| cities.iter().find(|(entry, _)| holds(&entry.bbox)));
        other.map_or(open, |(_, loader)| loader)
    }

    /// Changes the city, whose base data must be there, and goes to its default camera. The marks stay; what is selected
    /// is of the old city and goes. `None` when there is no such city or it is not loaded.
    pub fn set_city(&self, id: &str, origin: Origin) -> Option<()> {
        let camera = self.loader_of(id)?.city().map(|city| city.manifest.camera.camera())?;
        self.open_city(id);
        let edit = Edit::Batch(vec![Edit::MoveCamera(camera), Edit::Select(crate::domain::Selection::default())]);
        self.commit(edit, origin, "set_city").ok()
    }

    /// Calls `listener` whenever another city has been opened, by undo too; its camera and marks show after that.
    pub fn on_city(&self, listener: impl Fn() + 'static) {
        *self.on_city.borrow_mut() = Some(Rc::new(listener));
    }

    fn open_city(&self, id: &str) {
        self.current.set(self.cities().position(|entry| entry.id == id));
        self.follow_layers();
        let listener = self.on_city.borrow().clone();
        listener.iter().for_each(|listener| listener());
        self.screen.show(&self.session(), Changes::ALL);
    }

    /// From now on `hours` knows who is open. Without this it is what the program has of its own; the page has none.
    pub fn set_hours(&self, hours: Rc<dyn Hours>) {
        *self.hours.borrow_mut() = hours;
    }

    /// What knows who is open.
    pub(super) fn hours(&self) -> Rc<dyn Hours> {
        Rc::clone(&self.hours.borrow())
    }

    /// The page's address without a fragment: links begin with it. Without one there are no links.
    pub fn set_page(&self, address: &str) {
        let plain = address.split('#').next().unwrap_or_default();
        *self.page.borrow_mut() = Some(plain.to_owned());
    }

    /// The page's address, when it was said.
    pub fn page(&self) -> Option<String> {
        self.page.borrow().clone()
    }

    /// Says what to ask for walks that no pack knows. Without one nobody is asked.
    pub fn set_router(&self, router: Rc<Router>) {
        *self.router.borrow_mut() = Some(router);
    }

    /// What to ask for walks, when there is something.
    pub(super) fn router(&self) -> Option<Rc<Router>> {
        self.router.borrow().clone()
    }

    /// Takes note of the link that the map was opened with: what of it still loads, and what of it was broken.
    pub fn set_link(&self, link: OpenedLink) {
        self.link.set(link);
    }

    /// How many items of the opened link were broken.
    pub(super) fn link_skipped(&self) -> usize {
        self.link.get().skipped
    }

    /// The categories of the opened link that are neither here nor given up yet.
    pub fn link_pending(&self) -> CategorySet {
        let asked = self.link.get().categories;
        let loaded = self.loader().city().map_or(CategorySet::NONE, |city| city.loaded());
        let failed = self.loader().loading().unwrap_or_default().failed;
        let waits = |category: &crate::city::Category| {
            !loaded.has(*category) && failed.iter().all(|(gone, _)| gone != category)
        };
        asked.iter().filter(waits).collect()
    }

    /// What a link of this map holds.
    pub fn shared_map(&self) -> SharedMap {
        let progress = self.loader().loading().unwrap_or_default();
        let categories = CategorySet(progress.loaded.0 | progress.loading.0 | self.link_pending().0);
        let names = categories.iter().map(|category| category.name().to_owned()).collect();
        let center = self.session().camera().center;
        let id = self.loader().id();
        let mut holders = self.cities().filter(|entry| entry.bbox.contains(center));
        let told = holders.next().is_some_and(|entry| entry.id == id) && holders.next().is_none();
        let city = (!told && self.cities().len() > 1).then(|| id.to_owned());
        let mut map = SharedMap::of(&self.session(), names, city);
        // A layer stays on the device, and so do its places.
        let of_layers: Vec<_> =
            map.selection.ids().filter(|id| id.starts_with(super::layers::PREFIX)).map(str::to_owned).collect();
        map.selection = map.selection.without(&of_layers);
        map
    }

    /// Calls `listener` after every call with what was asked and answered.
    pub fn on_call(&self, listener: impl Fn(&Called<'_>) + 'static) {
        self.listeners.borrow_mut().push(Rc::new(listener));
    }

    pub(super) fn tell(&self, called: &Called<'_>) {
        // Cloned, so that a listener may itself add one.
        let listeners = self.listeners.borrow().clone();
        listeners.iter().for_each(|listener| listener(called));
    }

    /// From now on every call goes through `interceptor`, inside those that are there already.
    pub fn intercept(&self, interceptor: Rc<dyn Interceptor>) {
        self.interceptors.borrow_mut().push(interceptor);
    }

    /// From now on these are the tools.
    pub fn set_catalog(&self, catalog: Catalog) {
        *self.catalog.borrow_mut() = Arc::new(catalog);
    }

    /// Whether this map has the service.
    pub fn has(&self, service: Service) -> bool {
        match service {
            Service::Cities => self.cities().len() > 1,
            Service::Page => self.page.borrow().is_some(),
        }
    }

    /// The session as it is now.
    pub fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    /// Goes to the city's default camera, the first time that its base data is there.
    pub fn open(&self) {
        let Some(camera) = self.loader().city().map(|city| city.manifest.camera.camera()) else { return };
        if !self.opened.replace(true) {
            let (viewport, rendered) = (self.session().viewport(), self.session().is_rendered());
            self.session.replace(Session::new(camera, viewport, rendered));
            self.screen.show(&self.session(), Changes::ALL);
        }
    }

    /// Makes a change, kept in the history as `what`, and shows it.
    pub fn commit(&self, edit: Edit, origin: Origin, what: &str) -> Result<(), EditError> {
        let changes = self.session.borrow_mut().commit(edit, origin, what)?;
        if changes.layers {
            self.follow_layers();
        }
        self.screen.show(&self.session(), changes);
        Ok(())
    }

    /// Takes back the agent's own last change, or, for the human, the last of either's.
    pub fn undo(&self, by: Origin) -> Result<Undone, HistoryError> {
        self.turn(|session| session.undo(by))
    }

    /// Makes again what was last taken back by the agent, or, for the human, by either.
    pub fn redo(&self, by: Origin) -> Result<Undone, HistoryError> {
        self.turn(|session| session.redo(by))
    }

    /// Takes back, for the human, the change that made the session's version `made`.
    ///
    /// # Errors
    /// It is no longer kept, or something has touched the same since.
    pub fn undo_at(&self, made: u64) -> Result<Undone, HistoryError> {
        self.turn(|session| session.undo_at(made))
    }

    fn turn(
        &self,
        turn: impl FnOnce(&mut Session) -> Result<(Undone, Changes), HistoryError>,
    ) -> Result<Undone, HistoryError> {
        let (undone, changes) = turn(&mut self.session.borrow_mut())?;
        if matches!(undone.tool.as_str(), "set_city" | "show_map") {
            self.follow_camera();
        }
        if changes.layers {
            self.follow_layers();
        }
        self.screen.show(&self.session(), changes);
        Ok(undone)
    }

    /// Opens the city that the camera is in, when it is another one and in memory.
    fn follow_camera(&self) {
        let center = self.session().camera().center;
        let here = self.cities().find(|entry| entry.bbox.contains(center)).map(|entry| entry.id.clone());
        let is_there = |id: &String| self.loader_of(id).is_some_and(|loader| loader.city().is_some());
        if let Some(id) = here.filter(is_there) {
            self.open_city(&id);
        }
    }

    /// Does what a tool of that name has planned, as that hand; what undo and redo turned comes back.
    pub(super) fn make(&self, step: Step, tool: &str, by: Origin) -> Result<Option<(&'static str, Undone)>, ToolError> {
        match step {
            Step::Edit(edit) => {
                self.commit(edit, by, tool).map_err(|_| ToolError::Internal)?;
                Ok(None)
            }
            #[cfg(feature = "mcp")]
            Step::EditIn(id, edit) => {
                self.open_city(&id);
                self.commit(edit, by, tool).map_err(|_| ToolError::Internal)?;
                Ok(None)
            }
            Step::SetCity(id) => self.set_city(&id, by).map(|()| None).ok_or(ToolError::Internal),
            Step::Undo => Ok(Some(("undone", self.undo(by)?))),
            Step::Redo => Ok(Some(("redone", self.redo(by)?))),
        }
    }

    /// Takes note of the shape computed for a reachable area, and shows it.
    pub(super) fn set_reachable_shape(&self, id: MarkId, shape: Shape) {
        let changes = self.session.borrow_mut().set_reachable_shape(id, shape);
        self.screen.show(&self.session(), changes);
    }

    /// Takes note of the window, and of whether the map has shown.
    pub fn measured(&self, viewport: Viewport, rendered: bool) {
        let mut session = self.session.borrow_mut();
        session.resize(viewport);
        if rendered {
            session.set_rendered();
        }
    }

    /// Whether the human has changed something since this was last asked.
    pub(super) fn take_user_change(&self) -> bool {
        let version = self.session().user_version();
        self.told_version.replace(self.session().version()) < version
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn default_hours() -> Rc<dyn Hours> {
    Rc::new(crate::ports::LinkedHours)
}

#[cfg(target_arch = "wasm32")]
fn default_hours() -> Rc<dyn Hours> {
    Rc::new(crate::ports::NoHours)
}
