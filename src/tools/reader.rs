use super::ToolError;
use super::args::{Kind, PlaceRef};
use super::catalog::nested;
use super::context::Context;
use super::reachable;
use crate::city::features::{Feature, FeatureKey};
use crate::city::places::{Resolution, resolve};
use crate::city::{Category, CategorySet, City};
use crate::domain::{MarkId, Origin, Session};
use crate::language::Language;
use crate::ports::Loader;
use crate::spatial::{BBox, Position, Shape, distance_m, round_to};
use futures_util::future::LocalBoxFuture;
use serde_json::{Map, Value, json};
use std::cell::Ref;
use std::rc::Rc;
use std::time::Duration;

/// A name that several places have is answered with at most this many of them.
const MAX_CANDIDATES: usize = 5;
/// A coordinate farther from the city than this, in metres, is checked for having been swapped.
const FAR_AWAY_M: f64 = 100_000.0;

/// Pauses between looks at whether the map has shown, and how many: a second in all.
const RENDER_CHECK: Duration = Duration::from_millis(100);
const RENDER_CHECKS: u32 = 10;

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
pub struct Reader<'a> {
    context: &'a Rc<Context>,
    /// The city when the call began: a call ends in the city it began in.
    loader: &'a Rc<Loader>,
    tool: &'static str,
    by: Origin,
}

impl<'a> Reader<'a> {
    /// What the tool of that name sees of the map from now on.
    pub(super) fn new(context: &'a Rc<Context>, tool: &'static str, by: Origin) -> Self {
        Self { context, loader: context.loader(), tool, by }
    }

    /// Whose hand calls.
    pub const fn by(self) -> Origin {
        self.by
    }

    /// The language of sentences in the answer.
    pub fn language(self) -> Language {
        self.context.language()
    }

    /// Calls another tool that only reads, through the whole catalog.
    pub fn call(self, name: &str, input: Value) -> LocalBoxFuture<'static, Value> {
        nested(self.context, (self.by, self.tool), name, input)
    }

    /// What else the map knows: cities, the page's address, an opened link.
    pub(super) fn context(self) -> &'a Rc<Context> {
        self.context
    }

    /// Waits for the base data, then gives the city.
    pub async fn city(self) -> Result<Ref<'a, City>, ToolError> {
        self.loader.base().await.map_err(|error| ToolError::of_base(&error))?;
        self.context.open();
        self.loaded_city()
    }

    /// The city, which must be loaded.
    pub fn loaded_city(self) -> Result<Ref<'a, City>, ToolError> {
        self.loader.city().ok_or(ToolError::Internal)
    }

    /// The session as it is now.
    pub fn session(self) -> Ref<'a, Session> {
        self.context.session()
    }

    /// The loader, to ask how far it has come.
    pub fn loader(self) -> &'a Rc<Loader> {
        self.loader
    }

    /// Whether the human has changed something since an answer last carried the state. Asking takes note.
    pub(super) fn take_user_change(self) -> bool {
        self.context.take_user_change()
    }

    /// The kinds of these names, which the schema has checked.
    pub async fn kinds(self, names: Option<&Vec<Kind>>) -> Result<Option<CategorySet>, ToolError> {
        let Some(names) = names else { return Ok(None) };
        let city = self.city().await?;
        let mut kinds = CategorySet::NONE;
        for Kind(name) in names {
            let unknown = || {
                let all: Vec<_> = city.kind_names(CategorySet(u32::MAX)).map(|(name, _)| name).collect();
                ToolError::InvalidArgument(format!("categories has no kind {name:?}; it takes {}.", all.join(", ")))
            };
            kinds = kinds.and(city.kind(name).ok_or_else(unknown)?);
        }
        Ok(Some(kinds))
    }

    /// Waits for the base data and for every on-demand category among these.
    pub async fn load(self, categories: Option<CategorySet>) -> Result<(), ToolError> {
        drop(self.city().await?);
        let asked = categories.unwrap_or_default();
        let loaded = self.loader.categories(asked).await;
        loaded.map_err(|(category, error)| ToolError::of_category(category, &error))
    }

    /// Where one can walk to from there in that many minutes, by the pack's walking graph.
    pub(super) async fn reachable(self, center: Position, minutes: u32) -> Result<Shape, ToolError> {
        reachable::shape(self.context, center, minutes).await
    }

    /// Sees to it that the mark of that id has its inside and its measure, should it be a reachable area whose shape is
    /// not computed yet.
    pub(super) async fn with_shape(self, id: MarkId) -> Result<(), ToolError> {
        reachable::with_shape(self.context, id).await
    }

    /// Waits for the text index.
    pub async fn text(self) -> Result<(), ToolError> {
        drop(self.city().await?);
        self.loader.text().await.map_err(|error| ToolError::of_base(&error))
    }

    /// The ground on the screen that no panel covers, waiting at most a second for the map to show.
    pub async fn rendered_bounds(self) -> Result<BBox, ToolError> {
        for _ in 0..RENDER_CHECKS {
            if let Some(bounds) = self.session().bounds() {
                return Ok(bounds);
            }
            self.loader.clock().sleep(RENDER_CHECK).await;
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
                None if is_id(text) => Err(self.no_place(field, text)),
                None => self.named(field, text).await,
            },
        }
    }

    /// The place of that id; its category is loaded if need be.
    pub async fn by_id(self, field: &'static str, id: &str) -> Result<Place, ToolError> {
        let known = self.known_id(id).await?;
        known.ok_or_else(|| self.no_place(field, id))
    }

    /// Why an id is no place: it is a mark that is there, or nothing at all.
    fn no_place(self, field: &'static str, id: &str) -> ToolError {
        let session = self.session();
        let is_mark = id.parse::<MarkId>().is_ok_and(|id| session.drawing(id).is_some() || session.note(id).is_some());
        if !is_mark {
            return ToolError::UnknownId { field, id: id.to_owned() };
        }
        ToolError::InvalidArgument(format!(
            "{field} takes a place, and {id} is a mark on the map. Pass a coordinate, a feature id or a name; within \
             searches inside a drawing, set_map_view's fit frames a mark."
        ))
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

    /// Refuses a coordinate that is nowhere, or far from the city but in it the other way round.
    pub async fn check_swapped(self, field: &str, position: Position) -> Result<(), ToolError> {
        if !position.is_valid() && !position.swapped().is_valid() {
            let Position { lng, lat } = position;
            return Err(ToolError::InvalidArgument(format!(
                "{field} has lng {lng} and lat {lat}; lng must be -180 to 180, lat -90 to 90."
            )));
        }
        if !position.is_valid() {
            return Err(ToolError::swapped(field, position));
        }
        let bbox = self.city().await?.manifest.bbox;
        let far = distance_m(position, bbox.clamp(position)) > FAR_AWAY_M;
        let swapped = far && bbox.contains(position.swapped());
        if swapped { Err(ToolError::swapped(field, position)) } else { Ok(()) }
    }

    /// The place of that id, its category loaded if need be; `None` when the city does not know it.
    pub async fn known_id(self, id: &str) -> Result<Option<Place>, ToolError> {
        if let Some(feature) = self.city().await?.features.by_id(id) {
            return Ok(Some(place_of(feature)));
        }
        let categories = self.indexed(id).await?;
        let Some(category) = categories.iter().find(|category| !category.is_base()) else { return Ok(None) };
        self.load(Some(CategorySet::NONE.with(category))).await?;
        Ok(self.loaded_city()?.features.by_id(id).map(place_of))
    }

    /// The kinds that the city-wide index knows the id under; none when it does not know it.
    pub async fn indexed(self, id: &str) -> Result<CategorySet, ToolError> {
        if !is_id(id) || id.parse::<MarkId>().is_ok() {
            return Ok(CategorySet::NONE);
        }
        self.text().await?;
        let categories = self.loaded_city()?.text.as_ref().and_then(|text| text.categories_of(id));
        Ok(categories.unwrap_or_default())
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
pub(super) fn is_id(text: &str) -> bool {
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
    row.insert("category".into(), json!(feature.kind_name()));
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
