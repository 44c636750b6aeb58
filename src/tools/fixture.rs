//! A small city in memory, for tests of the tools.

use super::{Context, call};
use crate::city::pack::{
    CameraSpec, CityEntry, FORMAT, FeatureColumns, FeatureRecord, FileEntry, Manifest, PackFiles, TextColumns,
    TextRecord,
};
use crate::city::{Category, CategorySet};
use crate::domain::{Edit, Origin};
use crate::ports::{FakeClock, FakeFetch, FakeHours, FakeWeb, Loader, NoScreen, Router};
use crate::spatial::{BBox, Polygon, Position, Shape, Viewport, fold};
use futures_util::FutureExt;
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// A city of a dozen places round 121.5, 25.0, its files behind a fake fetch, its time behind a fake clock (it is noon there
/// on the first of December 2026), its router behind a fake server.
pub struct Fixture {
    pub context: Rc<Context>,
    pub fetch: FakeFetch,
    pub clock: FakeClock,
    pub web: FakeWeb,
    pub hours: FakeHours,
}

fn place(id: &str, name: &str, lng: f64, lat: f64, categories: &[Category]) -> FeatureRecord {
    FeatureRecord {
        id: id.into(),
        name: Some(name.into()),
        position: Some(Position::new(lng, lat)),
        categories: categories.iter().copied().collect(),
        ..FeatureRecord::default()
    }
}

fn square(mut record: FeatureRecord, half: f64) -> FeatureRecord {
    let Position { lng, lat } = record.position.expect("a place has one");
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    let outer = corners.map(|(x, y)| Position::new(lng + x, lat + y)).to_vec();
    let shape = Shape { polygons: vec![Polygon { outer, holes: vec![] }] };
    (record.area_m2, record.perimeter_m) = (shape.area_m2(), shape.perimeter_m());
    record.shape = Some(shape);
    record
}

fn records() -> Vec<FeatureRecord> {
    use Category::{Bakery, Bar, Cafe, District, FastFood, MrtStation, Park, Parking, Supermarket};
    let mut records = vec![
        place("osm:node:1", "大安", 121.5, 25.0, &[MrtStation]),
        place("osm:node:2", "Longtan Metro Station", 121.51, 25.0, &[MrtStation]),
        square(place("district:daan", "大安", 121.5, 25.0, &[District]), 0.02),
        square(place("osm:way:10", "North Park", 121.5, 25.005, &[Park]), 0.001),
        place("osm:way:11", "Twin Garden", 121.49, 25.0, &[Park]),
        place("osm:way:12", "Twin Garden", 121.48, 25.0, &[Park]),
        place("osm:way:13", "Lidl", 121.502, 25.0, &[Supermarket, Parking]),
        place("osm:node:20", "Café Müller", 121.501, 25.0, &[Cafe]),
        place("osm:node:21", "Louisa", 121.499, 25.001, &[Cafe]),
        place("osm:node:22", "Louisa", 121.499, 25.002, &[FastFood, Bakery]),
        place("osm:node:23", "Pub", 121.4, 25.0, &[Bar]),
    ];
    records[0].name_en = Some("Daan".into());
    records[2].name_en = Some("Da'an District".into());
    records[7].tags = vec![("cuisine".into(), "coffee_shop".into()), ("website".into(), "https://x.example".into())];
    records
}

fn bbox(center: Position) -> BBox {
    let Position { lng, lat } = center;
    BBox { west: lng - 0.2, south: lat - 0.1, east: lng + 0.2, north: lat + 0.1 }
}

/// The time zone of the first city; the second has none.
const ZONE: &str = "Asia/Taipei";

/// Puts a pack of these features behind the fetch.
fn pack(fetch: &FakeFetch, id: &str, zone: Option<&str>, center: Position, records: &[FeatureRecord]) {
    let file = |name: &str, bytes: Vec<u8>| {
        let entry = FileEntry { path: format!("{name}.glm"), bytes: bytes.len() as u64, sha256: "0".repeat(64) };
        fetch.set(&format!("{id}/{name}.glm"), Ok(bytes));
        entry
    };
    let is_base = |record: &FeatureRecord| record.categories.first().is_some_and(Category::is_base);
    let of = |keep: &dyn Fn(&FeatureRecord) -> bool| {
        FeatureColumns::encode(records.iter().filter(|record| keep(record)).cloned().collect())
    };
    let mut categories = BTreeMap::new();
    for category in Category::on_demand() {
        let keep = |record: &FeatureRecord| record.categories.has(category) && !is_base(record);
        if records.iter().any(|record| record.categories.has(category)) {
            categories.insert(category, file(category.name(), of(&keep)));
        }
    }
    let on_demand = |set: CategorySet| set.iter().any(|category| !category.is_base());
    let text = records.iter().filter(|record| on_demand(record.categories)).map(|record| TextRecord {
        id: record.id.clone(),
        categories: record.categories,
        fields: record.name.iter().map(|name| fold(name)).collect(),
    });
    let count = |category: Category| records.iter().filter(|record| record.categories.has(category)).count() as u32;
    let manifest = Manifest {
        format: FORMAT,
        id: id.into(),
        name: format!("{}{}", id[..1].to_uppercase(), &id[1..]),
        bbox: bbox(center),
        camera: CameraSpec { center, zoom: 14.0 },
        time_zone: zone.map(str::to_owned),
        country: None,
        languages: vec![],
        data_date: Some("2024-03-13".into()),
        attribution: "© OpenStreetMap contributors".into(),
        district_admin_level: None,
        surroundings: None,
        basemap_tilejson: None,
        router: None,
        counts: Category::ALL.iter().map(|category| (*category, count(*category))).collect(),
        features: records.len() as u32,
        files: PackFiles {
            base: file("base", of(&is_base)),
            categories,
            text: file("text", TextColumns::encode(text.collect())),
            basemap: None,
            walking: None,
        },
    };
    let manifest = serde_json::to_vec(&manifest).expect("a manifest is JSON");
    fetch.set(&format!("{id}/manifest.json"), Ok(manifest));
}

impl Fixture {
    /// The city, nothing loaded yet.
    pub fn new() -> Self {
        Self::of(records(), true)
    }

    /// The same city, and nobody to ask for walks.
    pub fn without_router() -> Self {
        let fixture = Self::new();
        let loader = Rc::clone(fixture.context.loader());
        let context = Context::new(loader, Rc::new(NoScreen), Viewport::new(1280.0, 800.0), true);
        Self { context, ..fixture }
    }

    /// The city with these features, in a window that shows or not.
    pub fn of(records: Vec<FeatureRecord>, rendered: bool) -> Self {
        let (fetch, clock, hours) = (FakeFetch::default(), FakeClock::default(), FakeHours::default());
        clock.set_zone(ZONE, "2026-12-01T12:00".parse().expect("it is a time"), 480);
        pack(&fetch, "testville", Some(ZONE), Position::new(121.5, 25.0), &records);
        let loader = Loader::new("testville", Rc::new(fetch.clone()), Rc::new(clock.clone()));
        let context = Context::new(loader, Rc::new(NoScreen), Viewport::new(1280.0, 800.0), rendered);
        let web = FakeWeb::default();
        context.set_router(Router::new(Rc::new(web.clone()), Rc::new(clock.clone())));
        context.set_hours(Rc::new(hours.clone()));
        Self { context, fetch, clock, web, hours }
    }

    /// Two cities, the second a degree to the north with one park.
    pub fn two_cities() -> Self {
        let fixture = Self::new();
        let center = Position::new(121.5, 26.0);
        pack(
            &fixture.fetch,
            "otherton",
            None,
            center,
            &[place("osm:way:90", "Far Park", 121.5, 26.0, &[Category::Park])],
        );
        let entry = |id: &str, lat| CityEntry { id: id.into(), name: id.into(), bbox: bbox(Position::new(121.5, lat)) };
        let cities = vec![entry("testville", 25.0), entry("otherton", 26.0)];
        let (fetch, clock) = (Rc::new(fixture.fetch.clone()), Rc::new(fixture.clock.clone()));
        fixture.context.set_cities(cities, |city| Loader::new(&city.id, fetch.clone(), clock.clone()));
        fixture
    }

    /// The session in full, to compare with another.
    pub fn session(&self) -> String {
        format!("{:?}", self.context.session())
    }

    /// What the human does by hand.
    pub fn by_hand(&self, edit: Edit) {
        self.context.commit(edit, Origin::User, "by hand").expect("it can be done");
    }

    /// The answer of a call that has nothing to wait for.
    pub fn call(&self, tool: &str, input: Value) -> Value {
        call(&self.context, tool, input).now_or_never().expect("nothing to wait for")
    }

    /// The answer of a call that waits for something that never comes, once that long has passed.
    pub fn call_after(&self, tool: &str, input: Value, seconds: u64) -> Value {
        let mut pending = Box::pin(call(&self.context, tool, input));
        assert!(pending.as_mut().now_or_never().is_none(), "it did not wait");
        self.clock.advance(Duration::from_millis(seconds * 1000 - 1));
        assert!(pending.as_mut().now_or_never().is_none(), "it did not wait long enough");
        self.clock.advance(Duration::from_millis(1));
        pending.now_or_never().expect("the limit has passed")
    }
}

/// The ids listed in an answer.
pub fn ids(answer: &Value) -> Vec<&str> {
    answer["features"].as_array().into_iter().flatten().filter_map(|row| row["id"].as_str()).collect()
}
