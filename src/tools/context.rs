use super::ToolError;
use super::args::PlaceRef;
use crate::city::features::{Feature, FeatureKey};
use crate::city::places::{Resolution, resolve};
use crate::city::{Category, CategorySet, City};
use crate::domain::{Changes, Edit, EditError, Origin, Session};
use crate::ports::{Loader, MapPort};
use crate::spatial::{BBox, Camera, Position, Viewport, distance_m, round_to};
use serde_json::{Map, Value, json};
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// A name that several places have is answered with at most this many of them.
const MAX_CANDIDATES: usize = 5;
/// A coordinate farther from the city than this, in metres, is checked for having been swapped.
const FAR_AWAY_M: f64 = 100_000.0;

/// Pauses between looks at whether the map has shown, and how many: a second in all.
const RENDER_CHECK: Duration = Duration::from_millis(100);
const RENDER_CHECKS: u32 = 10;

/// One open map: a city on its way into memory, the session over it, and the screen it shows on.
pub struct Context {
    loader: Rc<Loader>,
    session: RefCell<Session>,
    screen: Rc<dyn MapPort>,
    opened: Cell<bool>,
    told_version: Cell<u64>,
}

impl Context {
    /// A map that shows on `screen` in a window of that size. It opens at the city's default camera once the base data
    /// is there. `rendered` says whether it shows already.
    pub fn new(loader: Rc<Loader>, screen: Rc<dyn MapPort>, viewport: Viewport, rendered: bool) -> Rc<Self> {
        let session = RefCell::new(Session::new(Camera::above(Position::new(0.0, 0.0), 1.0), viewport, rendered));
        Rc::new(Self { loader, session, screen, opened: Cell::new(false), told_version: Cell::new(0) })
    }

    /// The loader of the city.
    pub fn loader(&self) -> &Rc<Loader> {
        &self.loader
    }

    /// The session as it is now.
    pub fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    /// Goes to the city's default camera, the first time that its base data is there.
    pub fn open(&self) {
        let Some(camera) = self.loader.city().map(|city| city.manifest.camera.camera()) else { return };
        if !self.opened.replace(true) {
            let (viewport, rendered) = (self.session().viewport(), self.session().is_rendered());
            self.session.replace(Session::new(camera, viewport, rendered));
            self.screen.show(&self.session(), Changes::ALL);
        }
    }

    /// Makes a change, kept in the history as `what`, and shows it.
    pub fn commit(&self, edit: Edit, origin: Origin, what: &str) -> Result<(), EditError> {
        let changes = self.session.borrow_mut().commit(edit, origin, what)?;
        self.screen.show(&self.session(), changes);
        Ok(())
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

/// A place that an argument stood for.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where it is.
    pub position: Position,
    /// The feature, when it is one.
    pub key: Option<FeatureKey>,
}

/// What a tool sees of the map: everything to read, nothing to change.
#[derive(Clone, Copy)]
pub struct Reader<'a>(pub(super) &'a Context);

impl<'a> Reader<'a> {
    /// Waits for the base data, then gives the city.
    pub async fn city(self) -> Result<Ref<'a, City>, ToolError> {
        self.0.loader.base().await.map_err(|error| ToolError::of_base(&error))?;
        self.0.open();
        self.loaded_city()
    }

    /// The city, which must be loaded.
    pub fn loaded_city(self) -> Result<Ref<'a, City>, ToolError> {
        self.0.loader.city().ok_or(ToolError::Internal)
    }

    /// The session as it is now.
    pub fn session(self) -> Ref<'a, Session> {
        self.0.session()
    }

    /// The loader, to ask how far it has come.
    pub fn loader(self) -> &'a Loader {
        &self.0.loader
    }

    /// Whether the human has changed something since an answer last carried the state. Asking takes note.
    pub(super) fn take_user_change(self) -> bool {
        self.0.take_user_change()
    }

    /// Waits for the base data and for every on-demand category among these.
    pub async fn load(self, categories: Option<CategorySet>) -> Result<(), ToolError> {
        drop(self.city().await?);
        let asked = categories.unwrap_or_default();
        let loaded = self.0.loader.categories(asked).await;
        loaded.map_err(|(category, error)| ToolError::of_category(category, &error))
    }

    /// Waits for the text index.
    pub async fn text(self) -> Result<(), ToolError> {
        drop(self.city().await?);
        self.0.loader.text().await.map_err(|error| ToolError::of_base(&error))
    }

    /// The ground on the screen that no panel covers, waiting at most a second for the map to show.
    pub async fn rendered_bounds(self) -> Result<BBox, ToolError> {
        for _ in 0..RENDER_CHECKS {
            if let Some(bounds) = self.session().bounds() {
                return Ok(bounds);
            }
            self.0.loader.clock().sleep(RENDER_CHECK).await;
        }
        Err(ToolError::MapNotReady)
    }

    /// The place that an argument stands for.
    pub async fn place(self, field: &'static str, place: &PlaceRef) -> Result<Place, ToolError> {
        match place {
            PlaceRef::Coordinate(coordinate) => {
                let position = Position::from(*coordinate);
                self.check_swapped(field, position).await?;
                Ok(Place { position, key: None })
            }
            PlaceRef::Text(text) => match self.known_id(text).await? {
                Some(place) => Ok(place),
                None if is_id(text) => Err(ToolError::UnknownId { field, id: text.clone() }),
                None => self.named(field, text).await,
            },
        }
    }

    /// The place of that id; its category is loaded if need be.
    pub async fn by_id(self, field: &'static str, id: &str) -> Result<Place, ToolError> {
        let known = self.known_id(id).await?;
        known.ok_or_else(|| ToolError::UnknownId { field, id: id.to_owned() })
    }

    /// The place of that name.
    pub async fn named(self, field: &'static str, name: &str) -> Result<Place, ToolError> {
        let city = self.city().await?;
        match resolve(&city.features, name) {
            Resolution::One(key) => Ok(place_of(city.features.get(key))),
            Resolution::Several(keys) => Err(self.ambiguous(&city, field, name, keys)),
            Resolution::None(spellings) => Err(ToolError::UnknownPlace { field, name: name.to_owned(), spellings }),
        }
    }

    /// Refuses a coordinate that is far from the city but would be in it the other way round.
    pub async fn check_swapped(self, field: &'static str, position: Position) -> Result<(), ToolError> {
        let bbox = self.city().await?.manifest.bbox;
        let far = distance_m(position, bbox.clamp(position)) > FAR_AWAY_M;
        let swapped = far && bbox.contains(position.swapped());
        if swapped { Err(ToolError::swapped(field, position)) } else { Ok(()) }
    }

    async fn known_id(self, id: &str) -> Result<Option<Place>, ToolError> {
        if let Some(feature) = self.city().await?.features.by_id(id) {
            return Ok(Some(place_of(feature)));
        }
        if !is_id(id) {
            return Ok(None);
        }
        self.text().await?;
        let categories = self.loaded_city()?.text.as_ref().and_then(|text| text.categories_of(id));
        let Some(category) = categories.and_then(|set| set.iter().find(|category| !category.is_base())) else {
            return Ok(None);
        };
        self.load(Some(CategorySet::NONE.with(category))).await?;
        Ok(self.loaded_city()?.features.by_id(id).map(place_of))
    }

    fn ambiguous(self, city: &City, field: &'static str, name: &str, keys: Vec<FeatureKey>) -> ToolError {
        let center = self.session().camera().center;
        let mut near: Vec<_> = keys.into_iter().map(|key| city.features.get(key)).collect();
        let total = near.len();
        near.sort_by(|a, b| {
            let distance = |feature: &Feature<'_>| distance_m(center, feature.position());
            distance(a).total_cmp(&distance(b)).then_with(|| a.id().cmp(b.id()))
        });
        let candidate = |feature: &Feature<'_>| {
            let mut row = identity(*feature);
            row.insert("distance_m".into(), whole_metres(distance_m(center, feature.position())));
            Value::Object(row)
        };
        let candidates = near.iter().take(MAX_CANDIDATES).map(candidate).collect();
        ToolError::AmbiguousPlace { field, name: name.to_owned(), candidates, total }
    }
}

fn place_of(feature: Feature<'_>) -> Place {
    Place { position: feature.position(), key: Some(feature.key()) }
}

/// Whether the text has the form of an id: a lower-case word, a colon, no space.
fn is_id(text: &str) -> bool {
    let form = |(kind, rest): (&str, &str)| {
        let word = kind.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-');
        word && !kind.is_empty() && !rest.is_empty() && !text.contains(char::is_whitespace)
    };
    text.split_once(':').is_some_and(form)
}

/// Id, name (null when it has none), English name and category: how every list shows a feature.
pub(super) fn identity(feature: Feature<'_>) -> Map<String, Value> {
    let mut row = Map::new();
    row.insert("id".into(), json!(feature.id()));
    row.insert("name".into(), json!(feature.name()));
    if let Some(name_en) = feature.name_en() {
        row.insert("name_en".into(), json!(name_en));
    }
    row.insert("category".into(), json!(feature.category().name()));
    row
}

/// A length as answers give it.
pub(super) fn whole_metres(metres: f64) -> Value {
    json!(round_to(metres, 0) as i64)
}

/// A position as answers give it, five decimals.
pub(super) fn coordinate(position: Position) -> Value {
    json!(position.rounded())
}

/// Which on-demand categories a search left out, with their city-wide counts, in category order.
pub(super) fn unsearched(city: &City) -> Vec<Value> {
    let row = |(category, count): (Category, u32)| json!({ "category": category.name(), "citywide_count": count });
    city.unloaded().filter(|(_, count)| *count > 0).map(row).collect()
}
