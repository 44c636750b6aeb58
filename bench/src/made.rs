//! A made city of any size: real features again and again, each time elsewhere, as files of a pack.

use glassmap::city::pack::{CameraSpec, FORMAT, FeatureColumns, FeatureRecord, FileEntry, Manifest, PackFiles};
use glassmap::city::pack::{TextColumns, TextRecord};
use glassmap::city::{Category, CategorySet, features::Features};
use glassmap::spatial::{BBox, Polygon, Position, Shape, fold};
use std::collections::BTreeMap;

/// Of so many features in all, this many are of each kind: the mix of the reference's 33,000.
const MIX: [(Category, usize); 6] = [
    (Category::Park, 10_000),
    (Category::School, 3_000),
    (Category::Supermarket, 3_000),
    (Category::Restaurant, 8_000),
    (Category::Cafe, 6_000),
    (Category::Bar, 3_000),
];
/// How many those are together.
const MIXED: usize = 33_000;
/// The id under which the made city is found.
pub const CITY: &str = "made";

/// Where copies lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// Each at most so many degrees from its original on either axis.
    Jitter(f64),
    /// Anywhere in a rectangle.
    Over(BBox),
}

/// What to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// How many features in all; the mix of kinds is always the same.
    pub count: usize,
    /// Where they lie.
    pub spread: Spread,
    /// Leaves outlines and tags out: what is left is what every feature has.
    pub bare: bool,
}

/// The files of a pack by their paths, `made/manifest.json` and so on.
pub type Files = Vec<(String, Vec<u8>)>;

/// The features of a loaded city as records, to be copied.
pub fn records(features: &Features) -> Vec<FeatureRecord> {
    let mut records: Vec<_> = features
        .iter()
        .map(|feature| FeatureRecord {
            id: feature.id().to_owned(),
            position: Some(feature.position()),
            categories: feature.categories(),
            name: feature.name().map(str::to_owned),
            name_en: feature.name_en().map(str::to_owned),
            address: feature.address().map(str::to_owned),
            tags: feature.tags().map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
            shape: feature.shape().cloned(),
            area_m2: feature.area().map_or(0.0, |area| area.area_m2),
            perimeter_m: feature.area().map_or(0.0, |area| area.perimeter_m),
        })
        .collect();
    records.sort_by(|a, b| a.id.cmp(&b.id));
    records
}

/// The pack of a city made of copies of these features.
///
/// # Errors
/// A kind of which there is no feature to copy.
pub fn pack(models: &[FeatureRecord], recipe: Recipe) -> Result<Files, String> {
    let mut random = Random(7);
    let mut by_kind: BTreeMap<Category, Vec<FeatureRecord>> = BTreeMap::new();
    let mut left = recipe.count;
    for (at, (kind, share)) in MIX.into_iter().enumerate() {
        let of_kind: Vec<_> = models.iter().filter(|model| model.categories.first() == Some(kind)).collect();
        if of_kind.is_empty() {
            return Err(format!("there is no {} to copy", kind.name()));
        }
        let count = if at + 1 == MIX.len() { left } else { share * recipe.count / MIXED };
        left -= count;
        let copies = (0..count).map(|number| copy(of_kind[number % of_kind.len()], kind, number, recipe, &mut random));
        by_kind.insert(kind, copies.collect());
    }
    Ok(files(by_kind))
}

fn copy(model: &FeatureRecord, kind: Category, number: usize, recipe: Recipe, random: &mut Random) -> FeatureRecord {
    let from = model.position.unwrap_or(Position::new(0.0, 0.0));
    let (east, north) = match recipe.spread {
        Spread::Jitter(most) => ((random.next() - 0.5) * 2.0 * most, (random.next() - 0.5) * 2.0 * most),
        Spread::Over(bbox) => {
            let lng = bbox.west + random.next() * (bbox.east - bbox.west);
            let lat = bbox.south + random.next() * (bbox.north - bbox.south);
            (lng - from.lng, lat - from.lat)
        }
    };
    let moved = |position: &Position| Position::new(position.lng + east, position.lat + north);
    let ring = |ring: &Vec<Position>| ring.iter().map(moved).collect();
    let polygon =
        |polygon: &Polygon| Polygon { outer: ring(&polygon.outer), holes: polygon.holes.iter().map(ring).collect() };
    let shape = |shape: &Shape| Shape { polygons: shape.polygons.iter().map(polygon).collect() };
    FeatureRecord {
        id: format!("made:{}:{number}", kind.name()),
        position: Some(moved(&from)),
        shape: model.shape.as_ref().filter(|_| !recipe.bare).map(shape),
        tags: if recipe.bare { Vec::new() } else { model.tags.clone() },
        ..model.clone()
    }
}

fn files(by_kind: BTreeMap<Category, Vec<FeatureRecord>>) -> Files {
    let mut files = Vec::new();
    let mut file = |name: &str, bytes: Vec<u8>| {
        let entry = FileEntry { path: format!("{name}.glm"), bytes: bytes.len() as u64, sha256: "0".repeat(64) };
        files.push((format!("{CITY}/{name}.glm"), bytes));
        entry
    };
    let all = || by_kind.values().flatten();
    let bbox = BBox::around(all().filter_map(|record| record.position));
    let counts = Category::ALL
        .iter()
        .map(|category| (*category, all().filter(|record| record.categories.has(*category)).count() as u32));
    let counts = counts.collect();
    let is_on_demand = |set: CategorySet| set.iter().any(|category| !category.is_base());
    let text = all().filter(|record| is_on_demand(record.categories)).map(|record| {
        let tag = |key: &str| record.tags.iter().find(|(name, _)| name == key).map(|(_, value)| value);
        let fields = [record.name.as_ref(), record.name_en.as_ref(), tag("brand"), tag("cuisine")];
        let fields = fields.into_iter().chain([record.address.as_ref()]).flatten();
        let fields = fields.map(|text| fold(text)).filter(|text| !text.is_empty()).collect();
        TextRecord { id: record.id.clone(), categories: record.categories, fields }
    });
    let text = file("text", TextColumns::encode(text.collect()));
    let features = all().count() as u32;
    let (base, on_demand): (Vec<_>, Vec<_>) = by_kind.into_iter().partition(|(kind, _)| kind.is_base());
    let base = file("base", FeatureColumns::encode(base.into_iter().flat_map(|(_, records)| records).collect()));
    let categories =
        on_demand.into_iter().map(|(kind, records)| (kind, file(kind.name(), FeatureColumns::encode(records))));
    let categories = categories.collect();
    let manifest = Manifest {
        format: FORMAT,
        id: CITY.into(),
        name: "Made".into(),
        bbox,
        camera: CameraSpec { center: bbox.center(), zoom: 15.0 },
        time_zone: None,
        country: None,
        languages: Vec::new(),
        data_date: None,
        attribution: "© OpenStreetMap contributors".into(),
        district_admin_level: None,
        surroundings: None,
        basemap_tilejson: None,
        router: None,
        counts,
        features,
        files: PackFiles { base, categories, text, basemap: None, walking: None },
    };
    files.push((format!("{CITY}/manifest.json"), serde_json::to_vec(&manifest).unwrap_or_default()));
    files
}

/// Numbers from 0 to 1, the same each time: a linear congruential generator of 64 bits (D. E. Knuth, MMIX), of which the
/// high half is used.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as f64 / f64::from(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn models() -> Vec<FeatureRecord> {
        let model = |(kind, _): (Category, usize)| FeatureRecord {
            id: format!("osm:node:{}", kind as u8),
            position: Some(Position::new(14.5, 35.9)),
            categories: CategorySet::NONE.with(kind),
            name: Some("Café".into()),
            tags: vec![("cuisine".into(), "pizza".into())],
            ..FeatureRecord::default()
        };
        MIX.map(model).to_vec()
    }

    #[test]
    fn a_made_pack_opens_and_has_as_many_features_as_were_asked_for_in_the_reference_s_mix() {
        let spread = Spread::Over(BBox { west: 6.0, south: 46.0, east: 10.0, north: 47.0 });
        let files = pack(&models(), Recipe { count: 330, spread, bare: false }).expect("there is a model of each kind");
        let mut state = crate::State::default();
        files.into_iter().for_each(|(path, bytes)| state.put(&path, bytes));
        assert_eq!(state.open(), Ok(330));
        let answer = state.call(r#"{"tool":"find_features","input":{"categories":["park"],"limit":1}}"#);
        assert_eq!(answer["total"], 100, "{answer}");
        let answer = state.call(r#"{"tool":"find_features","input":{"query":"cafe"}}"#);
        assert_eq!(answer["total"], 330, "{answer}");
        assert_eq!((state.add_layer(), state.columns().len()), (Ok(330), 330 * 7));
        let answer = state.call(r#"{"tool":"find_features","input":{"query":"pizza","categories":["layer:made"]}}"#);
        assert_eq!(answer["total"], 330, "{answer}");
    }

    #[test]
    fn a_kind_without_a_model_is_an_error() {
        let recipe = Recipe { count: 33, spread: Spread::Jitter(0.05), bare: true };
        assert_eq!(pack(&models()[1..], recipe), Err("there is no park to copy".into()));
    }
}
