//! The core as the bench calls it. One [`State`] is a loaded city; a query is answered with how many features fit and the
//! nearest of them, whichever the program that asks: natively by its methods, in a page through `abi`.

#[cfg(target_arch = "wasm32")]
mod abi;
pub mod made;
pub mod memory;

use futures_util::FutureExt;
use glassmap::city::features::{Feature, FeatureKey, File};
use glassmap::city::{CategorySet, Filter, Inside, Region, fold_query, nearest, search};
use glassmap::ports::{FakeClock, FakeFetch, Loader, NoScreen};
use glassmap::share::{self, Opened, SharedMap};
use glassmap::spatial::{BBox, Camera, Position, Viewport};
use glassmap::tools::{Context, call};
use glassmap_layers::{Columns, Geometry, Record};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::Value;
use std::rc::Rc;

/// A query is answered with at most this many features.
pub const LISTED: usize = 20;
/// The layer of [`State::add_layer`].
pub const LAYER: &str = "layer:made";
/// Where links of the bench lead.
const PAGE: &str = "https://example.org/";

/// A query of the core.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case")]
pub enum Query {
    /// Features of these kinds, a bit each, at most `radius_m` from a point.
    Radius {
        /// Degrees of longitude.
        lng: f64,
        /// Degrees of latitude.
        lat: f64,
        /// Metres.
        radius_m: f64,
        /// The kinds.
        kinds: u32,
    },
    /// The nearest features of these kinds, anywhere.
    Nearest {
        /// Degrees of longitude.
        lng: f64,
        /// Degrees of latitude.
        lat: f64,
        /// The kinds.
        kinds: u32,
    },
    /// Features that a text is part of, anywhere, nearest first.
    Text {
        /// The text as a person types it.
        text: String,
        /// Degrees of longitude.
        lng: f64,
        /// Degrees of latitude.
        lat: f64,
        /// The kinds; 0 for all.
        #[serde(default)]
        kinds: u32,
    },
    /// Features of these kinds that reach into a polygon.
    Polygon {
        /// Longitude and latitude of its corners, without the first again.
        ring: Vec<[f64; 2]>,
        /// The kinds.
        kinds: u32,
    },
    /// Features of these kinds whose rectangle reaches into view, nearest to its middle first.
    View {
        /// West, south, east, north.
        bbox: [f64; 4],
        /// The kinds.
        kinds: u32,
    },
    /// How many there are of each kind round two points.
    Compare {
        /// Longitude and latitude of one.
        a: [f64; 2],
        /// And of the other.
        b: [f64; 2],
        /// Metres.
        radius_m: f64,
        /// The kinds; 0 for all.
        #[serde(default)]
        kinds: u32,
    },
}

/// A city, loaded, and what was last answered.
#[derive(Default)]
pub struct State {
    fetch: FakeFetch,
    files: Vec<(String, Vec<u8>)>,
    context: Option<Rc<Context>>,
    order: Vec<FeatureKey>,
    numbers: FxHashMap<FeatureKey, u32>,
    queries: Vec<Query>,
    hits: Vec<FeatureKey>,
    kept: Vec<File>,
}

impl State {
    /// A file of the pack, by its path.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.push((path.to_owned(), bytes.clone()));
        self.fetch.set(path, Ok(bytes));
    }

    /// Loads everything of the pack; how many features that is.
    ///
    /// # Errors
    /// What is wrong with a file of it.
    pub fn open(&mut self) -> Result<usize, String> {
        let loader = Loader::new(made::CITY, Rc::new(self.fetch.clone()), Rc::new(FakeClock::default()));
        let all: CategorySet = glassmap::city::Category::ALL.iter().copied().collect();
        let load = async {
            loader.open().await.map_err(|error| error.to_string())?;
            loader.categories(all).await.map_err(|(_, error)| error.to_string())?;
            loader.text().await.map_err(|error| error.to_string())
        };
        load.now_or_never().ok_or("a file is missing")??;
        let context = Context::new(loader, Rc::new(NoScreen), Viewport::new(1280.0, 800.0), true);
        context.set_page(PAGE);
        context.open();
        self.context = Some(context);
        self.number(|_| true);
        Ok(self.order.len())
    }

    /// Gives these features their numbers.
    fn number(&mut self, is_asked: impl Fn(&Feature<'_>) -> bool) {
        self.order = self.with(|city| city.features.iter().filter(is_asked).map(|feature| feature.key()).collect());
        self.numbers = self.order.iter().copied().zip(0..).collect();
    }

    /// Puts every place of the city onto the map once more, as a point of the layer [`LAYER`] with its name, address and
    /// tags. From now on the numbers of features are those of the layer.
    ///
    /// # Errors
    /// There is no city, or the layer has no room.
    pub fn add_layer(&mut self) -> Result<usize, String> {
        let record = |feature: Feature<'_>, row: u32| {
            let Position { lng, lat } = feature.position();
            let own = [("name", feature.name()), ("address", feature.address())];
            let own = own.into_iter().filter_map(|(key, value)| Some((key, value?)));
            let properties = own.chain(feature.tags()).map(|(key, value)| (key.to_owned(), value.into())).collect();
            Record { row, geometry: Geometry::Point([lng, lat]), properties }
        };
        let records: Vec<_> =
            self.with(|city| city.features.iter().zip(1..).map(|(one, row)| record(one, row)).collect());
        let columns = Columns::of(records, |record| record.property("name").map(str::to_owned));
        let context = self.context.as_ref().ok_or("there is no city")?;
        let added = context.add_layer(LAYER.into(), "made.geojson", columns).now_or_never();
        added.ok_or("it did not come to an end")?.map_err(|_| "there is no room")?;
        self.number(|feature| feature.is_of_layer());
        Ok(self.order.len())
    }

    /// Does `work` with the loaded features; nothing when there are none.
    pub fn with<T: Default>(&self, work: impl FnOnce(&glassmap::city::City) -> T) -> T {
        self.context.as_ref().and_then(|context| context.loader().city().map(|city| work(&city))).unwrap_or_default()
    }

    /// Of every feature, in the order of their numbers: longitude, latitude, kinds, and the rectangle round it.
    pub fn columns(&self) -> Vec<f64> {
        self.with(|city| {
            let features = self.order.iter().map(|key| city.features.get(*key));
            let numbers = features.flat_map(|feature| {
                let (position, bbox) = (feature.position(), feature.bbox());
                let kinds = f64::from(feature.categories().0);
                [position.lng, position.lat, kinds, bbox.west, bbox.south, bbox.east, bbox.north]
            });
            numbers.collect()
        })
    }

    /// Of every feature a line of its id, its name and its folded text, set apart by tabs; the text's own fields by `|`.
    pub fn texts(&self) -> String {
        self.with(|city| {
            let mut text = String::new();
            for feature in self.order.iter().map(|key| city.features.get(*key)) {
                let folded = feature.folded().trim_end_matches('\n').replace('\n', "|");
                let plain = |text: &str| text.replace(['\t', '\n'], " ");
                text.push_str(&format!("{}\t{}\t{folded}\n", feature.id(), plain(feature.name().unwrap_or_default())));
            }
            text
        })
    }

    /// Takes the queries that [`State::answer`] is asked for by number.
    ///
    /// # Errors
    /// They are no JSON of queries.
    pub fn set_queries(&mut self, json: &str) -> Result<usize, String> {
        self.queries = serde_json::from_str(json).map_err(|error| error.to_string())?;
        Ok(self.queries.len())
    }

    /// Answers a query: how many features fit. The nearest are kept for [`State::listed`].
    pub fn answer(&mut self, number: usize) -> usize {
        let Some(query) = self.queries.get(number) else { return 0 };
        let Some(city) = self.context.as_ref().and_then(|context| context.loader().city()) else { return 0 };
        let features = &city.features;
        let filter = |kinds: u32, region, origin| {
            let categories = (kinds != 0).then_some(CategorySet(kinds));
            Filter { query: None, categories, region, inside: None, origin }
        };
        let found = match query {
            Query::Radius { lng, lat, radius_m, kinds } => {
                nearest(features, &filter(*kinds, Region::Radius(*radius_m), Position::new(*lng, *lat)), LISTED)
            }
            Query::Nearest { lng, lat, kinds } => {
                nearest(features, &filter(*kinds, Region::City, Position::new(*lng, *lat)), LISTED)
            }
            Query::Text { text, lng, lat, kinds } => {
                let folded = fold_query(text);
                let all = filter(*kinds, Region::City, Position::new(*lng, *lat));
                nearest(features, &Filter { query: folded.as_deref(), ..all }, LISTED)
            }
            Query::Polygon { ring, kinds } => {
                let outer: Vec<_> = ring.iter().map(|[lng, lat]| Position::new(*lng, *lat)).collect();
                let bbox = BBox::around(outer.iter().copied());
                let polygons = vec![glassmap::spatial::Polygon { outer, holes: Vec::new() }];
                let inside = Inside::Area(glassmap::spatial::Shape { polygons });
                let all = filter(*kinds, Region::City, bbox.center());
                nearest(features, &Filter { inside: Some(&inside), ..all }, LISTED)
            }
            Query::View { bbox, kinds } => {
                let bbox = BBox::from(*bbox);
                nearest(features, &filter(*kinds, Region::Bounds(bbox), bbox.center()), LISTED)
            }
            Query::Compare { a, b, radius_m, kinds } => {
                let mut total = 0;
                self.hits.clear();
                for [lng, lat] in [a, b] {
                    let near = filter(*kinds, Region::Radius(*radius_m), Position::new(*lng, *lat));
                    let hits = search(features, &near);
                    let mut counts = [0u32; 32];
                    let mut kinds_left = u32::MAX;
                    for hit in &hits {
                        let mut kinds = features.get(hit.key).categories().0;
                        if kinds & kinds_left != 0 {
                            self.hits.push(hit.key);
                            kinds_left &= !kinds;
                        }
                        while kinds != 0 {
                            counts[kinds.trailing_zeros() as usize] += 1;
                            kinds &= kinds - 1;
                        }
                    }
                    total += counts.iter().sum::<u32>() as usize;
                }
                return total;
            }
        };
        self.hits.clear();
        self.hits.extend(found.hits.iter().map(|hit| hit.key));
        found.total
    }

    /// The numbers of the features that were last answered with, nearest first; of [`Query::Compare`] the nearest of each
    /// kind.
    pub fn listed(&self) -> Vec<u32> {
        self.hits.iter().filter_map(|key| self.numbers.get(key).copied()).collect()
    }

    /// Answers a call of a tool, `{"tool": …, "input": …}`.
    pub fn call(&self, json: &str) -> Value {
        let (Ok(asked), Some(context)) = (serde_json::from_str::<Value>(json), &self.context) else {
            return Value::Null;
        };
        let tool = asked["tool"].as_str().unwrap_or_default();
        call(context, tool, asked["input"].clone()).now_or_never().unwrap_or_default()
    }

    /// Moves the map, so that tools that begin from its middle begin there.
    pub fn look_at(&self, lng: f64, lat: f64, zoom: f64) {
        let Some(context) = &self.context else { return };
        let edit = glassmap::domain::Edit::MoveCamera(Camera::above(Position::new(lng, lat), zoom));
        let moved = context.commit(edit, glassmap::domain::Origin::User, "bench");
        debug_assert!(moved.is_ok(), "a map can always be moved");
    }

    /// The map as a link.
    pub fn link(&self) -> String {
        let Some(context) = &self.context else { return String::new() };
        let map = SharedMap::of(&context.session(), Vec::new(), None);
        share::link(&map, PAGE).map_or_else(|_| String::new(), |link| link.url)
    }

    /// How many marks a link holds.
    pub fn open_link(&self, url: &str) -> usize {
        match share::open(url) {
            Opened::Map { map, .. } => map.drawings.len() + map.notes.len(),
            _ => 0,
        }
    }

    /// Reads the file of that name and lets go of it again; how many features it has.
    pub fn read(&self, path: &str) -> usize {
        let file = self.files.iter().find(|(own, _)| own == path);
        file.and_then(|(_, bytes)| File::decode(bytes).ok()).map_or(0, |file| file.len())
    }

    /// Reads all features once more and keeps them; how many bytes more are held now, and how many features those are.
    pub fn weigh(&mut self) -> (usize, usize) {
        let is_features = |path: &str| !path.ends_with("text.glm") && path.ends_with(".glm");
        let before = memory::live();
        let mut count = 0;
        for (_, bytes) in self.files.iter().filter(|(path, _)| is_features(path)) {
            if let Ok(file) = File::decode(bytes) {
                count += file.len();
                self.kept.push(file);
            }
        }
        let bytes = memory::live() - before;
        self.kept.clear();
        (bytes, count)
    }
}
