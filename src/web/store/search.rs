//! The human's search: what is suggested while they type, what was found, and what of it the map rings.

use super::{Column, Store};
use crate::city::features::{Feature, FeatureKey};
use crate::city::suggest::Elsewhere;
use crate::city::{Category, CategorySet, City, Filter, Inside, Region, fold_query, search, suggest};
use crate::domain::{Drawing, Edit, MarkId, Origin, Selection, clipped};
use crate::spatial::{BBox, Direction, Position, fold, inverse};
use crate::tools::{Context, ToolError};
use crate::web::ui::signs;
use crate::web::words::{either, refusal, tr};
use gloo_timers::future::sleep;
use leptos::prelude::*;
use leptos::task::spawn_local;
use memchr::memmem::Finder;
use serde_json::{Value, json};
use std::rc::Rc;
use std::time::Duration;

/// So long nothing is suggested after a key, in case another follows.
const PAUSE: Duration = Duration::from_millis(110);
/// So much later, places are looked for that are spelt otherwise: that takes some time.
const LONG_PAUSE: Duration = Duration::from_millis(220);
/// How long it takes until it is known what of the map an opened panel covers.
const PANEL_PAUSE: Duration = Duration::from_millis(30);
const SHEET_PAUSE: Duration = Duration::from_millis(240);
/// Suggested places, kinds and marks, at most.
const MOST_PLACES: usize = 5;
const MOST_KINDS: usize = 2;
const MOST_MARKS: usize = 3;
/// Places of kinds not loaded that are spelt nearly so, at most.
const MOST_NEAR: usize = 4;
/// Kinds that are not loaded and have matches, at most.
const MOST_UNLOADED: usize = 3;
/// Rows that a list shows, and so many more at the press of a button.
pub const PAGE_ROWS: usize = 60;
/// The map rings at most so many, and so many can be selected at once.
const MOST_IDS: usize = 500;

/// A place as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its name, or what it is.
    pub name: String,
    /// The kind it is shown as.
    pub category: Category,
    /// Where it is, when that was recorded.
    pub address: Option<String>,
    /// How far it is from where the search began, once it is loaded.
    pub distance_m: Option<f64>,
    /// Whither, unless it is the very place.
    pub direction: Option<Direction>,
    /// Whether opening hours are recorded.
    pub has_hours: bool,
    /// The layer of one's own that it is of.
    pub layer: Option<String>,
}

impl Row {
    fn of(feature: Feature<'_>, origin: Position) -> Self {
        let line = inverse(origin, feature.position());
        let category = feature.category();
        let name = either(feature.name_en(), feature.name())
            .unwrap_or_else(|| if feature.is_of_layer() { tr!("A place of yours") } else { signs::one(category) });
        Self {
            id: feature.id().to_owned(),
            name: name.to_owned(),
            category,
            address: feature.address().map(str::to_owned),
            distance_m: Some(line.distance_m),
            direction: (line.distance_m >= 1.0).then(|| Direction::of_bearing(line.bearing_deg)),
            has_hours: feature.tag("opening_hours").is_some(),
            layer: feature.kind_name().strip_prefix("layer:").map(str::to_owned),
        }
    }

    /// Its sign.
    pub fn disc(&self, store: Store) -> AnyView {
        self.layer.as_deref().map_or_else(|| signs::disc(self.category), |layer| signs::own_disc(store, layer))
    }

    fn elsewhere(place: Elsewhere) -> Self {
        let Elsewhere { id, name, category } = place;
        Self { id, name, category, address: None, distance_m: None, direction: None, has_hours: false, layer: None }
    }
}

/// What may be meant by what is typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Suggestion {
    /// These coordinates.
    Go(Position),
    /// All places of a kind, of which there are so many.
    Kind(Category, u32),
    /// A drawing or note, by its words.
    Mark(MarkId, String, Origin),
    /// A place.
    Place(Row),
    /// So many places of a kind that is not loaded.
    Unloaded(Category, u32),
    /// Everything that fits.
    All(String),
}

/// What was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// Text that places have.
    pub text: String,
    /// Their kinds; none for all that are loaded.
    pub kinds: CategorySet,
    /// The drawing that they are in.
    pub within: Option<MarkId>,
    /// Only what is open now.
    pub open_now: bool,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// All of it, the best first.
    pub rows: Vec<Row>,
    /// When there is none of it: places that are spelt nearly so.
    pub near: Vec<Row>,
    /// Kinds that are not loaded, and how many of their places fit.
    pub unloaded: Vec<(Category, u32)>,
    /// Asked for what is open: how many may be, their hours being unknown.
    pub hours_unknown: u64,
}

/// How far a search has come.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// On its way.
    Running,
    /// Here.
    Done(Found),
    /// It failed; a sentence for the human.
    Failed(String),
}

/// The search field and what came of it.
#[derive(Clone, Copy)]
pub struct SearchState {
    /// What is in the field.
    pub text: RwSignal<String>,
    /// Counts what is typed, so that suggestions follow keys and nothing else.
    pub typed: RwSignal<u32>,
    /// What is suggested.
    pub options: RwSignal<Vec<Suggestion>>,
    /// Whether the suggestions show.
    pub open: RwSignal<bool>,
    /// Which of them Enter takes.
    pub active: RwSignal<Option<usize>>,
    /// The last search, and how far it has come.
    pub last: RwSignal<Option<(Asked, Progress)>>,
    /// Its number: what an earlier one still finds is of no interest.
    pub(super) number: StoredValue<u32>,
}

impl SearchState {
    /// Nothing typed, nothing found.
    pub fn new() -> Self {
        Self {
            text: RwSignal::default(),
            typed: RwSignal::default(),
            options: RwSignal::default(),
            open: RwSignal::default(),
            active: RwSignal::default(),
            last: RwSignal::default(),
            number: StoredValue::new(0),
        }
    }
}

impl Store {
    /// Suggests what the field's text may mean, a moment after the last key.
    pub async fn suggest(self) {
        let state = self.search;
        let typed = state.typed.get_untracked();
        let is_old = move || state.typed.get_untracked() != typed;
        sleep(PAUSE).await;
        if is_old() {
            return;
        }
        let text = state.text.get_untracked().trim().to_owned();
        let options = self.with_city(|city| self.suggestions(city, &text)).unwrap_or_default();
        let has_place = options.iter().any(|option| !matches!(option, Suggestion::All(_)));
        state.active.set(None);
        state.options.set(options);
        if has_place || text.chars().count() < 3 {
            return;
        }
        sleep(LONG_PAUSE).await;
        if is_old() {
            return;
        }
        let near = self.near(&text);
        if !near.is_empty() {
            state.options.update(|options| drop(options.splice(0..0, near.into_iter().map(Suggestion::Place))));
        }
    }

    fn suggestions(self, city: &City, text: &str) -> Vec<Suggestion> {
        let mut options = Vec::new();
        options.extend(suggest::coordinates(text, &city.manifest.bbox).map(Suggestion::Go));
        let Some(folded) = fold_query(text) else { return options };
        let is_there = |category: &Category| city.manifest.count(*category) > 0;
        let kinds = suggest::kinds(&folded, |category| signs::of(category).0);
        let kinds = kinds.into_iter().filter(is_there).take(MOST_KINDS);
        options.extend(kinds.map(|category| Suggestion::Kind(category, city.manifest.count(category))));
        options.extend(self.marks_called(&folded));
        let origin = self.origin();
        let places = suggest::places(city, &folded, origin).into_iter().take(MOST_PLACES);
        options.extend(places.map(|key| Suggestion::Place(Row::of(city.features.get(key), origin))));
        options.push(Suggestion::All(text.to_owned()));
        let unloaded = unloaded_matches(city, &folded).into_iter();
        options.extend(unloaded.map(|(category, count)| Suggestion::Unloaded(category, count)));
        options
    }

    /// Drawings and notes whose words hold the folded text, the newest first.
    fn marks_called(self, folded: &str) -> Vec<Suggestion> {
        let Some(context) = self.context.get_value() else { return Vec::new() };
        let session = context.session();
        let has = |words: &str| fold(words).contains(folded);
        let option = |id, words: &str, origin| Suggestion::Mark(id, clipped(words, 80).to_owned(), origin);
        let drawings = session.drawings().iter().rev().filter_map(|drawing| {
            let label = drawing.label().filter(|label| has(label))?;
            Some(option(drawing.id(), label, drawing.origin()))
        });
        let notes = session.notes().iter().rev().filter(|note| has(&note.note));
        drawings.chain(notes.map(|note| option(note.id(), &note.note, note.origin()))).take(MOST_MARKS).collect()
    }

    /// Places that are spelt nearly so, of kinds that are not loaded too: nothing is fetched for a slip of the pen.
    fn near(self, text: &str) -> Vec<Row> {
        let origin = self.origin();
        let rows = self.with_city(|city| {
            let keys = suggest::near_spellings(city, text, origin).into_iter();
            let loaded = keys.map(|key| Row::of(city.features.get(key), origin));
            let elsewhere = suggest::near_elsewhere(city, &fold(text), MOST_NEAR).into_iter().map(Row::elsewhere);
            loaded.chain(elsewhere).take(MOST_PLACES).collect()
        });
        rows.unwrap_or_default()
    }

    /// A loaded place as lists show it.
    pub fn row(self, id: &str) -> Option<Row> {
        let origin = self.origin();
        self.with_city(|city| city.features.by_id(id).map(|feature| Row::of(feature, origin)))?
    }

    /// What `read` makes of the city as it is, without being asked again.
    pub fn with_city<T>(self, read: impl FnOnce(&City) -> T) -> Option<T> {
        let context = self.context.get_value()?;
        let city = context.loader().city()?;
        Some(read(&city))
    }

    /// The session and what serves it, once they are there.
    pub fn context(self) -> Option<Rc<Context>> {
        self.context.get_value()
    }

    fn origin(self) -> Position {
        let context = self.context.get_value();
        context.map_or(Position::new(0.0, 0.0), |context| context.session().camera().center)
    }

    /// What a whole text stands for without a doubt: coordinates, or a kind of places by its own word.
    pub fn certain(self, text: &str) -> Option<Suggestion> {
        let folded = fold(text);
        self.with_city(|city| {
            if let Some(at) = suggest::coordinates(text, &city.manifest.bbox) {
                return Some(Suggestion::Go(at));
            }
            let is_it = |category: &Category| {
                let words = [signs::of(*category).0, signs::one(*category)];
                city.manifest.count(*category) > 0 && words.into_iter().any(|words| fold(words) == folded)
            };
            let category = Category::ALL.iter().copied().find(is_it)?;
            Some(Suggestion::Kind(category, city.manifest.count(category)))
        })?
    }

    /// Does what a suggestion says.
    pub fn choose_suggestion(self, suggestion: Suggestion) {
        self.search.open.set(false);
        match suggestion {
            Suggestion::Go(at) => self.go_there(at),
            Suggestion::Kind(category, _) => {
                self.search.text.set(signs::of(category).0.to_owned());
                self.show_kind(category);
                let kinds = CategorySet::NONE.with(category);
                self.look_for(Asked { kinds, ..Asked::default() });
            }
            Suggestion::Mark(id, words, _) => {
                self.search.text.set(words);
                self.show(Column::Mark(id));
                self.bring_into_view(id.to_string());
            }
            Suggestion::Place(row) => {
                self.search.text.set(row.name);
                self.search.last.set(None);
                self.open_place(row.id);
            }
            Suggestion::Unloaded(category, _) => self.widen(category),
            Suggestion::All(text) => self.look_for(Asked { text, ..Asked::default() }),
        }
    }

    /// Takes the camera to coordinates that were typed.
    fn go_there(self, at: Position) {
        spawn_local(async move {
            let center = json!({ "lng": at.lng, "lat": at.lat });
            drop(self.ask("set_map_view", json!({ "center": center, "zoom": 16 })).await);
            self.screen.get_value().show_here(Some(at));
        });
    }

    /// Shows the places of a kind, as its chip does, unless they are shown already.
    pub fn show_kind(self, category: Category) {
        if !untrack(|| self.on_map().has(category)) {
            self.toggle(category);
        }
    }

    /// Opens a place's card and brings the place into view.
    pub fn open_place(self, id: String) {
        let is_ringed = self.search.last.with_untracked(|last| match last {
            Some((_, Progress::Done(found))) => found.rows.iter().any(|row| row.id == id),
            _ => false,
        });
        if !is_ringed {
            self.ring(vec![id.clone()]);
        }
        self.show(Column::Place(id.clone()));
        self.bring_into_view(id);
    }

    /// Takes the camera to a place or mark, unless the free part of the map shows it already.
    pub fn bring_into_view(self, id: String) {
        spawn_local(async move {
            // After the panels that were just opened are measured; a sheet also once its contents have come.
            sleep(if super::is_phone() { SHEET_PAUSE } else { PANEL_PAUSE }).await;
            let Some(context) = self.context.get_value() else { return };
            let place = self.with_city(|city| city.features.by_id(&id).map(Feature::position)).flatten();
            let in_view = {
                let session = context.session();
                let bounds = session.bounds();
                let box_of = |id: MarkId| {
                    let of_drawing = session.drawing(id).map(|drawing| drawing.kind().bbox());
                    of_drawing.or_else(|| session.note(id).map(|note| BBox::point(note.position)))
                };
                bounds.is_some_and(|bounds| match (place, id.parse().ok().and_then(box_of)) {
                    (Some(place), _) => bounds.contains(place) && session.camera().zoom >= 14.0,
                    (None, Some(mark)) => {
                        bounds.contains(Position::new(mark.west, mark.south))
                            && bounds.contains(Position::new(mark.east, mark.north))
                    }
                    (None, None) => false,
                })
            };
            if !in_view {
                drop(self.quietly("set_map_view", json!({ "fit": id })).await);
            }
        });
    }

    /// Looks for places and lists them.
    pub fn look_for(self, asked: Asked) {
        let state = self.search;
        state.open.set(false);
        state.number.update_value(|number| *number += 1);
        let number = state.number.get_value();
        state.last.set(Some((asked.clone(), Progress::Running)));
        self.show(Column::Results);
        spawn_local(async move {
            let progress = self.find(&asked).await.map_or_else(Progress::Failed, Progress::Done);
            if state.number.get_value() != number {
                return;
            }
            if let Progress::Done(found) = &progress {
                self.ring(found.rows.iter().take(MOST_IDS).map(|row| row.id.clone()).collect());
                self.show_some(found);
            }
            state.last.set(Some((asked, progress)));
        });
    }

    /// Does the last search once more.
    pub fn look_again(self) {
        if let Some((asked, _)) = self.search.last.get_untracked() {
            self.look_for(asked);
        }
    }

    /// Loads a kind and looks for the same in it too.
    pub fn widen(self, category: Category) {
        let text = self.search.text.get_untracked().trim().to_owned();
        let last = self.search.last.get_untracked().map(|(asked, _)| asked);
        let asked = last.filter(|asked| asked.text == text && asked.kinds.is_empty());
        let asked = asked.unwrap_or_else(|| Asked { text, ..Asked::default() });
        self.search.open.set(false);
        self.search.last.set(Some((asked.clone(), Progress::Running)));
        self.show(Column::Results);
        spawn_local(async move {
            match self.load(CategorySet::NONE.with(category)).await {
                Ok(()) => self.look_for(asked),
                Err(sentence) => self.search.last.set(Some((asked, Progress::Failed(sentence)))),
            }
        });
    }

    /// Empties the field; what was found is no longer ringed.
    pub fn clear_search(self) {
        let state = self.search;
        state.text.set(String::new());
        state.options.set(Vec::new());
        state.open.set(false);
        state.active.set(None);
        state.last.set(None);
        state.number.update_value(|number| *number += 1);
        self.ring(Vec::new());
        if self.column.get_untracked() == Column::Results {
            self.show(Column::Closed);
        }
    }

    /// Rings these places on the map, those that it would not show otherwise too.
    fn ring(self, ids: Vec<String>) {
        self.screen.get_value().show_found(ids);
        if let Some(context) = self.context.get_value() {
            self.follow(&context);
        }
    }

    /// Goes to the first when none of those found is in sight.
    fn show_some(self, found: &Found) {
        let Some(context) = self.context.get_value() else { return };
        let bounds = context.session().bounds();
        let is_in_view = |row: &Row| {
            let position = self.with_city(|city| city.features.by_id(&row.id).map(Feature::position)).flatten();
            bounds.zip(position).is_some_and(|(bounds, position)| bounds.contains(position))
        };
        if let Some(first) = found.rows.first().filter(|_| !found.rows.iter().any(is_in_view)) {
            self.bring_into_view(first.id.clone());
        }
    }

    /// Selects all that were found, as the human.
    pub fn select_found(self) {
        let ids: Vec<String> = self.search.last.with_untracked(|last| match last {
            Some((_, Progress::Done(found))) => found.rows.iter().map(|row| row.id.clone()).collect(),
            _ => Vec::new(),
        });
        if ids.len() > MOST_IDS {
            let sentence = tr!(
                "The first %{n} of %{all} are selected: more are too many for one map.",
                n = MOST_IDS,
                all = ids.len()
            );
            self.notice.set(Some(sentence));
        }
        let ids = ids.into_iter().take(MOST_IDS);
        self.commit("select_features", |_| Edit::Select(Selection::replaced(ids, Origin::User)));
    }

    /// The name of the district that holds a place.
    pub fn district_of(self, id: &str) -> Option<String> {
        self.with_city(|city| {
            let position = city.features.by_id(id)?.position();
            let here = city.features.overlapping(BBox::point(position));
            let mut holding = here.filter(|feature| {
                feature.category() == Category::District
                    && feature.shape().is_some_and(|shape| shape.contains(position))
            });
            let district = holding.next()?;
            either(district.name_en(), district.name()).map(str::to_owned)
        })?
    }

    /// Waits for kinds of places; a sentence when one does not come.
    async fn load(self, kinds: CategorySet) -> Result<(), String> {
        let Some(context) = self.context.get_value() else {
            return Err(tr!("The map is still loading. Try again in a few seconds.").into());
        };
        let loaded = context.loader().categories(kinds).await;
        self.follow(&context);
        loaded.map_err(|(category, error)| super::for_human(&ToolError::of_category(category, &error)))
    }

    pub(super) async fn find(self, asked: &Asked) -> Result<Found, String> {
        self.load(asked.kinds).await?;
        if let Some(context) = self.context.get_value().filter(|_| !asked.text.is_empty()) {
            // Without the index of what is not loaded the rest is still found.
            drop(context.loader().text().await);
        }
        let folded = fold_query(&asked.text);
        let mut found = Found::default();
        if asked.open_now {
            self.find_open(asked, &mut found).await?;
        } else {
            found.rows = self.find_all(asked, folded.as_deref())?;
        }
        if let Some(folded) = folded.filter(|_| asked.kinds.is_empty() && asked.within.is_none()) {
            found.unloaded = self.with_city(|city| unloaded_matches(city, &folded)).unwrap_or_default();
            if found.rows.is_empty() && found.unloaded.is_empty() && !asked.open_now {
                found.near = self.near(&asked.text);
            }
        }
        Ok(found)
    }

    fn find_all(self, asked: &Asked, folded: Option<&str>) -> Result<Vec<Row>, String> {
        if folded.is_none() && asked.kinds.is_empty() && asked.within.is_none() {
            return Ok(Vec::new());
        }
        let inside = match asked.within {
            Some(id) => Some(self.inside(id)?),
            None => None,
        };
        let origin = self.origin();
        let rows = self.with_city(|city| {
            let keys: Vec<FeatureKey> = match folded {
                Some(folded) if inside.is_none() => {
                    let is_asked = |key: &FeatureKey| {
                        asked.kinds.is_empty() || city.features.get(*key).categories().meets(asked.kinds)
                    };
                    suggest::places(city, folded, origin).into_iter().filter(is_asked).collect()
                }
                query => {
                    let categories = Some(asked.kinds).filter(|kinds| !kinds.is_empty());
                    let inside = inside.as_ref();
                    let filter = Filter { query, categories, region: Region::City, inside, origin };
                    search(&city.features, &filter).into_iter().map(|hit| hit.key).collect()
                }
            };
            // A district that an area touches is where it is, not what is in it.
            let is_place = |feature: &Feature<'_>| {
                asked.within.is_none()
                    || feature.category() != Category::District
                    || asked.kinds.has(Category::District)
            };
            let features = keys.into_iter().map(|key| city.features.get(key)).filter(is_place);
            features.map(|feature| Row::of(feature, origin)).collect()
        });
        rows.ok_or_else(|| tr!("The map is still loading. Try again in a few seconds.").to_owned())
    }

    /// The inside of a drawing.
    pub fn inside(self, id: MarkId) -> Result<Inside, String> {
        let region = self.context.get_value().and_then(|context| context.session().drawing(id).map(Drawing::region));
        match region {
            Some(Some(crate::domain::Region::Circle { center, radius_m })) => Ok(Inside::Circle { center, radius_m }),
            Some(Some(crate::domain::Region::Area(shape))) => Ok(Inside::Area(shape)),
            Some(None) => Err(tr!("The shape of that area is not worked out yet. Try again in a moment.").into()),
            None => Err(tr!("That drawing is no longer on the map.").into()),
        }
    }

    async fn find_open(self, asked: &Asked, found: &mut Found) -> Result<(), String> {
        let mut input = json!({ "open_at": "now", "limit": 100 });
        if !asked.text.is_empty() {
            input["query"] = json!(asked.text);
        }
        if !asked.kinds.is_empty() {
            input["categories"] = asked.kinds.iter().map(Category::name).collect();
        }
        if let Some(id) = asked.within {
            input["within"] = json!(id.to_string());
        }
        let answer = self.quietly("find_features", input).await;
        if answer["isError"] == true {
            return Err(refusal(&answer).unwrap_or_default());
        }
        let ids = answer["features"].as_array().into_iter().flatten().filter_map(|row| row["id"].as_str());
        found.rows = ids.filter_map(|id| self.row(id)).collect();
        found.hours_unknown = answer["hours_unknown"].as_u64().unwrap_or_default();
        Ok(())
    }

    /// What is known of whether a place is open: `get_place_details` tells it.
    pub async fn opening(self, id: &str) -> Option<Value> {
        let answer = self.quietly("get_place_details", json!({ "id": id })).await;
        answer.get("opening").cloned()
    }
}

fn unloaded_matches(city: &City, folded: &str) -> Vec<(Category, u32)> {
    let Some(index) = &city.text else { return Vec::new() };
    let waiting: CategorySet = city.unloaded().map(|(category, _)| category).collect();
    let mut counts = index.count_matches(&Finder::new(folded.as_bytes()), waiting);
    counts.truncate(MOST_UNLOADED);
    counts
}
