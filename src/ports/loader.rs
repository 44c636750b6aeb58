use super::shelf::{Kept, Shelf};
use super::{Clock, Fetch, FetchError, within};
use crate::city::features::File;
use crate::city::pack::{Manifest, PackError};
use crate::city::walking::Walking;
use crate::city::{Category, CategorySet, City, TextIndex};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};
use rustc_hash::FxHashMap;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// How long a call waits for the base data.
const BASE_LIMIT: Duration = Duration::from_secs(3);
/// How long a call waits for a category's file.
const CATEGORY_LIMIT: Duration = Duration::from_secs(8);
/// How long a call waits for the walking graph.
const WALKING_LIMIT: Duration = Duration::from_secs(8);
/// No manifest is larger, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// Why a part of the city is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is still on its way.
    #[error("it is still loading")]
    Late,
    /// The file did not come.
    #[error("the file {path} did not come: {error}")]
    Fetch {
        /// The file's path.
        path: String,
        /// What went wrong.
        error: FetchError,
    },
    /// The file came but cannot be read.
    #[error("the file {path} cannot be used: {error}")]
    Pack {
        /// The file's path.
        path: String,
        /// What is wrong with it.
        error: PackError,
    },
}

impl LoadError {
    /// Whether asking again is of no use.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Fetch { error: FetchError::Missing, .. })
    }
}

/// How far the on-demand categories have come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loading {
    /// Asked for and in memory.
    pub loaded: CategorySet,
    /// On their way.
    pub loading: CategorySet,
    /// Not come; whether they are missing for good.
    pub failed: Vec<(Category, bool)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Base,
    Text,
    Walking,
    Category(Category),
}

type Job = Shared<LocalBoxFuture<'static, Result<(), LoadError>>>;

/// Loads a city part by part, each part once, however many calls wait for it.
pub struct Loader {
    id: String,
    fetch: Rc<dyn Fetch>,
    clock: Rc<dyn Clock>,
    shelf: Rc<Shelf>,
    city: RefCell<Option<City>>,
    jobs: RefCell<FxHashMap<Part, Job>>,
    failed: RefCell<FxHashMap<Part, LoadError>>,
    touched: Cell<CategorySet>,
    on_change: RefCell<Option<Box<dyn Fn()>>>,
}

impl Loader {
    /// A loader of the city of that id; nothing is fetched yet.
    pub fn new(id: &str, fetch: Rc<dyn Fetch>, clock: Rc<dyn Clock>) -> Rc<Self> {
        Self::sharing(id, fetch, clock, Rc::default())
    }

    /// The same, taking parts that another loader has read from the shelf, and leaving there what it reads.
    pub fn sharing(id: &str, fetch: Rc<dyn Fetch>, clock: Rc<dyn Clock>, shelf: Rc<Shelf>) -> Rc<Self> {
        Rc::new(Self {
            id: id.to_owned(),
            fetch,
            clock,
            shelf,
            city: RefCell::new(None),
            jobs: RefCell::default(),
            failed: RefCell::default(),
            touched: Cell::default(),
            on_change: RefCell::default(),
        })
    }

    /// Calls `listener` whenever a part starts to load, has come or has failed.
    pub fn on_change(&self, listener: impl Fn() + 'static) {
        *self.on_change.borrow_mut() = Some(Box::new(listener));
    }

    /// The city's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The city, once its base data is there.
    pub fn city(&self) -> Option<Ref<'_, City>> {
        Ref::filter_map(self.city.borrow(), Option::as_ref).ok()
    }

    /// From now on these layers of one's own are among the city's kinds of places, by name. Nothing happens before the
    /// base data is there.
    pub fn set_layers(&self, layers: &[(String, Rc<File>)]) {
        if let Some(city) = self.city.borrow_mut().as_mut() {
            city.set_layers(layers);
        }
        self.changed();
    }

    /// The clock that limits are measured by.
    pub fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    /// Waits at most 3 s for the base data.
    pub async fn base(self: &Rc<Self>) -> Result<(), LoadError> {
        if self.city.borrow().is_some() {
            return Ok(());
        }
        self.wait(Part::Base, BASE_LIMIT).await
    }

    /// Loads the base data, however long it takes: the page does this once, on opening.
    pub async fn open(self: &Rc<Self>) -> Result<(), LoadError> {
        if self.city.borrow().is_some() {
            return Ok(());
        }
        self.job(Part::Base).await
    }

    /// Waits at most 3 s for the city-wide text index. The base data must be there.
    pub async fn text(self: &Rc<Self>) -> Result<(), LoadError> {
        if self.city().is_some_and(|city| city.text.is_some()) {
            return Ok(());
        }
        self.wait(Part::Text, BASE_LIMIT).await
    }

    /// Waits at most 8 s for the walking graph; whether the city has one. The base data must be there.
    pub async fn walking(self: &Rc<Self>) -> Result<bool, LoadError> {
        let Some((has_file, is_here)) =
            self.city().map(|city| (city.manifest.files.walking.is_some(), city.walking.is_some()))
        else {
            return Err(LoadError::Late);
        };
        if has_file && !is_here {
            let known = self.failed.borrow().get(&Part::Walking).filter(|error| error.is_final()).cloned();
            known.map_or(Ok(()), Err)?;
            self.wait(Part::Walking, WALKING_LIMIT).await?;
        }
        Ok(has_file)
    }

    /// Waits at most 8 s for every on-demand category among `categories`; the first that fails is the error. The base
    /// data must be there.
    pub async fn categories(self: &Rc<Self>, categories: CategorySet) -> Result<(), (Category, LoadError)> {
        let asked: CategorySet = categories.iter().filter(|category| !category.is_base()).collect();
        self.touched.set(CategorySet(self.touched.get().0 | asked.0));
        let loaded = self.city().map_or(CategorySet::NONE, |city| city.loaded());
        let missing = asked.iter().filter(|category| !loaded.has(*category));
        let waits = missing.map(|category| async move {
            let known = self.failed.borrow().get(&Part::Category(category)).filter(|error| error.is_final()).cloned();
            match known {
                Some(error) => Err((category, error)),
                None => self.wait(Part::Category(category), CATEGORY_LIMIT).await.map_err(|error| (category, error)),
            }
        });
        futures_util::future::join_all(waits).await.into_iter().collect()
    }

    /// How far the on-demand categories have come; `None` while none was asked for.
    pub fn loading(&self) -> Option<Loading> {
        let touched = self.touched.get();
        if touched.is_empty() {
            return None;
        }
        let loaded = self.city().map_or(CategorySet::NONE, |city| city.loaded());
        let (jobs, failed) = (self.jobs.borrow(), self.failed.borrow());
        let running = |category: &Category| jobs.contains_key(&Part::Category(*category));
        let failure =
            |category: Category| failed.get(&Part::Category(category)).map(|error| (category, error.is_final()));
        Some(Loading {
            loaded: touched.iter().filter(|category| loaded.has(*category)).collect(),
            loading: touched.iter().filter(running).collect(),
            failed: touched.iter().filter(|category| !running(category)).filter_map(failure).collect(),
        })
    }

    /// What kept the base data from coming at the last try.
    pub fn base_failure(&self) -> Option<LoadError> {
        self.failed.borrow().get(&Part::Base).cloned()
    }

    async fn wait(self: &Rc<Self>, part: Part, limit: Duration) -> Result<(), LoadError> {
        let job = self.job(part);
        match within(self.clock.as_ref(), limit, job.clone()).await {
            Some(result) => result,
            None if part == Part::Base => Err(LoadError::Late),
            None => {
                // Given up, so that the next call asks anew rather than wait for the same silence.
                self.settle(part, &Err(LoadError::Late), Some(&job));
                Err(LoadError::Late)
            }
        }
    }

    /// The running job for that part, or a new one.
    fn job(self: &Rc<Self>, part: Part) -> Job {
        if let Some(job) = self.jobs.borrow().get(&part) {
            return job.clone();
        }
        let this = Rc::clone(self);
        let work = async move {
            let result = this.load(part).await;
            this.settle(part, &result, None);
            result
        };
        let job = work.boxed_local().shared();
        self.jobs.borrow_mut().insert(part, job.clone());
        self.changed();
        job
    }

    /// Ends the part's job (`only` that one, when given) and keeps the failure, if it is one.
    fn settle(&self, part: Part, result: &Result<(), LoadError>, only: Option<&Job>) {
        let mut jobs = self.jobs.borrow_mut();
        let same = |job: &Job| only.is_none_or(|only| only.ptr_eq(job));
        if jobs.get(&part).is_some_and(same) {
            jobs.remove(&part);
        }
        drop(jobs);
        match result {
            Ok(()) => self.failed.borrow_mut().remove(&part),
            Err(error) => self.failed.borrow_mut().insert(part, error.clone()),
        };
        self.changed();
    }

    fn changed(&self) {
        if let Some(listener) = self.on_change.borrow().as_ref() {
            listener();
        }
    }

    async fn load(&self, part: Part) -> Result<(), LoadError> {
        match part {
            Part::Base => self.load_base().await,
            Part::Text => {
                let entry = self.city().map(|city| city.manifest.files.text.clone());
                let text = self.part(entry, Shelf::text, TextIndex::decode).await?;
                self.add(|city| {
                    city.text = Some(text);
                    Ok(())
                })
            }
            Part::Walking => {
                let entry = self.city().and_then(|city| city.manifest.files.walking.clone());
                let walking = self.part(entry, Shelf::walking, Walking::decode).await?;
                self.add(|city| {
                    city.walking = Some(walking);
                    Ok(())
                })
            }
            Part::Category(category) => {
                let entry = self.city().and_then(|city| city.manifest.files.categories.get(&category).cloned());
                let file = self.part(entry, Shelf::features, File::decode).await?;
                self.add(|city| city.add_category(category, file))
            }
        }
    }

    async fn load_base(&self) -> Result<(), LoadError> {
        let path = format!("{}/manifest.json", self.id);
        let bytes = self.fetched(&path, MAX_MANIFEST).await?;
        let text = String::from_utf8_lossy(&bytes);
        let manifest = Manifest::parse(&text).map_err(|error| LoadError::Pack { path, error })?;
        let base = self.part(Some(manifest.files.base.clone()), Shelf::features, File::decode).await?;
        let path = format!("{}/{}", self.id, manifest.files.base.path);
        let city = City::with_base(manifest, base).map_err(|error| LoadError::Pack { path, error })?;
        *self.city.borrow_mut() = Some(city);
        Ok(())
    }

    /// What a file holds: from the shelf, or fetched and read.
    async fn part<T>(
        &self,
        entry: Option<crate::city::pack::FileEntry>,
        on: fn(&Shelf) -> &Kept<T>,
        read: fn(&[u8]) -> Result<T, PackError>,
    ) -> Result<Rc<T>, LoadError> {
        let Some(entry) = entry else { return Err(LoadError::Late) };
        let path = format!("{}/{}", self.id, entry.versioned_path());
        if let Some(part) = on(&self.shelf).get(&path) {
            return Ok(part);
        }
        let bytes = self.fetched(&path, entry.bytes).await?;
        // Another loader may have been quicker.
        let part = on(&self.shelf).get(&path).map_or_else(|| read(&bytes).map(Rc::new), Ok);
        let part = part.map_err(|error| LoadError::Pack { path: plain(&path), error })?;
        on(&self.shelf).put(path, &part);
        Ok(part)
    }

    fn add(&self, add: impl FnOnce(&mut City) -> Result<(), PackError>) -> Result<(), LoadError> {
        match self.city.borrow_mut().as_mut() {
            Some(city) => add(city).map_err(|error| LoadError::Pack { path: self.id.clone(), error }),
            None => Err(LoadError::Late),
        }
    }

    async fn fetched(&self, path: &str, max_bytes: u64) -> Result<Vec<u8>, LoadError> {
        let answer = self.fetch.get(path, max_bytes).await;
        answer.map_err(|error| LoadError::Fetch { path: plain(path), error })
    }
}

/// The path without its version.
fn plain(path: &str) -> String {
    path.split('?').next().unwrap_or_default().to_owned()
}
