//! City packs built from small hand-made extracts, one for each edge of the pack's rules.
#![cfg(feature = "city")]
#![allow(clippy::unwrap_used, reason = "what a test expects and does not find fails it")]

#[path = "support/pbf.rs"]
mod pbf;

use glassmap::builder::{BuildError, Dropped, Options, Report, build, read_features, verify};
use glassmap::city::Category;
use glassmap::city::pack::{FeatureRecord, Ground, Manifest, TextColumns};
use glassmap::spatial::{Position, distance_m, ring_area_m2};
use indicatif::ProgressBar;
use pbf::Extract;
use std::collections::BTreeMap;
use std::path::Path;

const BBOX: [f64; 4] = [14.0, 35.0, 15.0, 36.0];

/// A pack that was built, with everything in it.
struct Built {
    report: Report,
    manifest: Manifest,
    features: BTreeMap<String, FeatureRecord>,
    folder: tempfile::TempDir,
}

impl Built {
    fn get(&self, id: &str) -> &FeatureRecord {
        self.features.get(id).unwrap_or_else(|| panic!("{id} is not among {:?}", self.features.keys()))
    }

    fn ids(&self, category: Category) -> Vec<&str> {
        let of = self.features.values().filter(|feature| feature.categories.has(category));
        of.map(|feature| feature.id.as_str()).collect()
    }

    fn position(&self, id: &str) -> (f64, f64) {
        let position = self.get(id).position.unwrap();
        (position.lng, position.lat)
    }

    /// The text index: fields by id.
    fn text(&self) -> BTreeMap<String, Vec<String>> {
        let columns = TextColumns::decode(&std::fs::read(self.folder.path().join("pack/text.glm")).unwrap()).unwrap();
        let (mut start, mut texts) = (0, BTreeMap::new());
        for (id, length) in columns.ids.to_strings(&columns.strings).unwrap().iter().zip(&columns.lengths) {
            let end = start + *length as usize;
            texts.insert(id.to_string(), columns.text[start..end].lines().map(str::to_owned).collect());
            start = end;
        }
        texts
    }
}

fn options(folder: &Path, extract: &str) -> Options {
    Options {
        extract: folder.join(extract),
        output: folder.join("pack"),
        id: "town".into(),
        name: "Town".into(),
        district_level: Some(8),
        ..Options::default()
    }
}

fn built(folder: tempfile::TempDir, options: &Options) -> Built {
    let report = build(options, &ProgressBar::hidden()).unwrap();
    let faults: Vec<_> = verify(&options.output).into_iter().flat_map(|check| check.faults).collect();
    assert_eq!(faults, Vec::<String>::new());
    let manifest = Manifest::parse(&std::fs::read_to_string(options.output.join("manifest.json")).unwrap()).unwrap();
    let features = read_features(&options.output).unwrap().into_iter().map(|f| (f.id.clone(), f)).collect();
    Built { report, manifest, features, folder }
}

fn pack(extract: &Extract) -> Built {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("town.osm.pbf"), extract.bytes()).unwrap();
    let options = options(folder.path(), "town.osm.pbf");
    built(folder, &options)
}

fn near(found: (f64, f64), expected: (f64, f64)) {
    assert!((found.0 - expected.0).abs() < 1e-7 && (found.1 - expected.1).abs() < 1e-7, "{found:?} {expected:?}");
}

#[test]
fn stations_of_one_name_within_600_m_chained_are_one_with_the_lowest_id() {
    let mut extract = Extract::of(BBOX);
    let at = |metres: f64| 35.5 + metres / 110_941.0;
    extract.rectangle(5, [14.4999, at(0.0), 14.5001, at(20.0)], "railway=station|station=subway|name=Dà'an");
    extract.node(9, 14.5, at(560.0), "railway=station|subway=yes|name=DAAN|name:en=Daan Park|wheelchair=yes");
    extract.node(7, 14.5, at(1110.0), "railway=station|light_rail=yes|name=Daan");
    extract.node(8, 14.5, at(1720.0), "railway=station|station=light_rail|name=daan");
    extract.node(11, 14.5, at(560.0), "railway=station|subway=yes|name=Other");
    extract.node(12, 14.5, at(560.0), "railway=station|name=Daan");
    let pack = pack(&extract);
    assert_eq!(pack.ids(Category::MrtStation), ["osm:node:11", "osm:node:7", "osm:node:8"]);
    near(pack.position("osm:node:7"), (14.5, (at(10.0) + at(560.0) + at(1110.0)) / 3.0));
    let station = pack.get("osm:node:7");
    assert_eq!((station.name.as_deref(), station.name_en.as_deref()), (Some("Daan"), Some("Daan Park")));
    assert_eq!(station.tags, [("wheelchair".into(), "yes".into())]);
    assert_eq!(pack.report.merged_stations, 2);
}

#[test]
fn a_feature_of_several_categories_is_one_and_counts_under_each() {
    let mut extract = Extract::of(BBOX);
    extract.node(1, 14.1, 35.1, "amenity=cafe|shop=bakery|name=Two");
    extract.node(2, 14.2, 35.2, "shop=supermarket|amenity=parking|name=Base and more");
    extract.node(3, 14.3, 35.3, "amenity=bar;restaurant|name=Neither");
    extract.node(4, 14.4, 35.4, "disused:amenity=bar|abandoned:shop=bakery|construction:tourism=hotel|name=Gone");
    extract.node(5, 14.5, 35.5, "amenity=school|name=Only base");
    let pack = pack(&extract);
    assert_eq!(pack.features.len(), 3);
    assert_eq!(pack.get("osm:node:1").categories.first(), Some(Category::Cafe));
    assert_eq!(pack.get("osm:node:2").categories.first(), Some(Category::Supermarket));
    let counts = &pack.manifest.counts;
    assert_eq!([Category::Cafe, Category::Bakery, Category::Parking, Category::Bar].map(|c| counts[&c]), [1, 1, 1, 0]);
    let files: Vec<_> = pack.manifest.files.categories.keys().copied().collect();
    assert_eq!(files, [Category::Cafe, Category::Bakery], "what is in the base file is in no other");
    assert_eq!(pack.text().keys().collect::<Vec<_>>(), ["osm:node:1", "osm:node:2"]);
}

#[test]
fn names_fall_back_and_text_is_folded() {
    let mut extract = Extract::of(BBOX);
    extract.node(1, 14.1, 35.1, "amenity=cafe|brand=Costa|cuisine=coffee_shop");
    extract.node(2, 14.1, 35.1, "amenity=cafe|name:en=English only");
    extract.node(3, 14.1, 35.1, "amenity=cafe|name=臺北咖啡|name:en=Café L'Għarix|addr:street=Triq|addr:housenumber=1");
    extract.node(4, 14.1, 35.1, "amenity=cafe|contact:phone=1|contact:website=w|diet:vegan=only|opening_hours=24/7");
    extract.node(
        5,
        14.1,
        35.1,
        "amenity=cafe|name=Ħobż|contact:phone=+356 1|phone=2|diet:vegan=only|diet:halal=yes|x=y",
    );
    let pack = pack(&extract);
    assert_eq!(pack.get("osm:node:1").name.as_deref(), Some("Costa"));
    let english = pack.get("osm:node:2");
    assert_eq!((english.name.as_deref(), english.name_en.as_deref()), (Some("English only"), None));
    assert_eq!(pack.text()["osm:node:1"], ["costa", "coffee shop"]);
    assert_eq!(pack.text()["osm:node:3"], ["台北咖啡", "cafe lgharix", "1 triq"]);
    assert_eq!(pack.text()["osm:node:5"], ["hobz"]);
    let tags = pack.get("osm:node:5").tags.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>();
    assert_eq!(tags, ["phone=2", "diet:vegan=only", "diet:halal=yes"]);
    assert_eq!(pack.report.dropped[&Dropped::NoName], 1);
}

#[test]
fn parks_are_areas_and_without_a_name_at_least_2000_m2_on_the_ellipsoid() {
    let mut extract = Extract::of(BBOX);
    for (id, target) in [(1, 1998.0), (2, 2002.0)] {
        let ring = |height: f64| [(14.2, 35.9), (14.2001, 35.9), (14.2001, 35.9 + height), (14.2, 35.9 + height)];
        let area = |height: f64| ring_area_m2(&ring(height).map(|(lng, lat)| Position::new(lng, lat)));
        let height = 0.001 * target / area(0.001);
        assert!((area(height) - target).abs() < 0.1);
        extract.rectangle(id, [14.2, 35.9, 14.2001, 35.9 + height], "leisure=garden");
    }
    extract.rectangle(3, [14.3, 35.3, 14.3001, 35.3001], "leisure=park|name=Small");
    extract.rectangle(4, [14.4, 35.4, 14.5, 35.5], "leisure=park|name=Line|area=no");
    extract.node(5, 14.5, 35.5, "leisure=park|name=Point");
    extract.node(6, 14.5, 35.5, "leisure=park|amenity=school|name=School only");
    extract.rectangle(7, [14.6, 35.6, 14.7, 35.7], "leisure=park|amenity=parking");
    let pack = pack(&extract);
    assert_eq!(pack.ids(Category::Park), ["osm:way:2", "osm:way:3", "osm:way:7"]);
    assert_eq!(pack.ids(Category::School), ["osm:node:6"]);
    assert_eq!(pack.ids(Category::Parking), Vec::<&str>::new(), "a car park needs a name");
    assert!((pack.get("osm:way:2").area_m2 - 2002.0).abs() < 0.2);
    let dropped = &pack.report.dropped;
    assert_eq!((dropped[&Dropped::SmallUnnamedPark], dropped[&Dropped::NotAnArea]), (1, 2));
}

#[test]
fn positions_are_centroids_and_outlines_are_kept_where_the_category_keeps_one() {
    let mut extract = Extract::of(BBOX);
    extract.rectangle(1, [14.1, 35.1, 14.2, 35.2], "amenity=hospital|name=Area");
    extract.rectangle(2, [14.3, 35.1, 14.4, 35.2], "amenity=restaurant|name=Point of an area");
    extract.rectangle(3, [14.5, 35.1, 14.7, 35.2], "amenity=school|name=Closed line|area=no");
    extract.way(4, &[10, 11, 12], "amenity=parking|name=Open line");
    let pack = pack(&extract);
    near(pack.position("osm:way:1"), (14.15, 35.15));
    near(pack.position("osm:way:2"), (14.35, 35.15));
    near(pack.position("osm:way:3"), (14.6, 35.15));
    near(pack.position("osm:way:4"), ((14.15 + 14.2) / 2.0, (35.1 + 35.15) / 2.0));
    let outlined: Vec<_> = pack.features.values().filter(|f| f.shape.is_some()).map(|f| f.id.as_str()).collect();
    assert_eq!(outlined, ["osm:way:1"]);
}

#[test]
fn relations_keep_holes_and_parts_and_only_areas_are_features() {
    let mut extract = Extract::of(BBOX);
    extract.rectangle(1, [14.1, 35.1, 14.5, 35.5], "");
    extract.rectangle(2, [14.2, 35.2, 14.3, 35.4], "");
    extract.rectangle(3, [14.6, 35.1, 14.7, 35.2], "");
    let members = [('w', 1, "outer"), ('w', 2, "inner"), ('w', 3, "outer"), ('n', 10, "label")];
    extract.relation(1, &members, "type=multipolygon|leisure=park|name=Holed");
    extract.relation(2, &members, "type=site|amenity=school|name=Site");
    extract.relation(3, &[('w', 1, "outer"), ('w', 99, "inner")], "type=multipolygon|amenity=school|name=Member gone");
    extract.way(4, &[10, 11, 12], "");
    extract.relation(4, &[('w', 4, "outer")], "type=multipolygon|amenity=school|name=Not closed");
    extract.way(5, &[10, 11, 777, 10], "");
    extract.relation(5, &[('w', 5, "outer")], "type=multipolygon|amenity=school|name=Node gone");
    extract.way(6, &[10, 11, 777, 10], "amenity=school|name=Node gone");
    extract.way(7, &[10, 11, 10], "amenity=school|name=Nothing inside");
    let pack = pack(&extract);
    assert_eq!(pack.features.keys().collect::<Vec<_>>(), ["osm:relation:1"]);
    let park = pack.get("osm:relation:1");
    let shape = park.shape.as_ref().unwrap();
    assert_eq!(shape.polygons.iter().map(|polygon| polygon.holes.len()).collect::<Vec<_>>(), [1, 0]);
    assert!(!shape.contains(Position::new(14.25, 35.3)) && shape.contains(Position::new(14.15, 35.3)));
    assert!((park.area_m2 - shape.area_m2()).abs() < 1.0 && (park.perimeter_m - shape.perimeter_m()).abs() < 1.0);
    let moments = (0.16 * 14.3 - 0.02 * 14.25 + 0.01 * 14.65, 0.16 * 35.3 - 0.02 * 35.3 + 0.01 * 35.15);
    near(pack.position("osm:relation:1"), (moments.0 / 0.15, moments.1 / 0.15));
    let expected = [
        (Dropped::OtherRelation, 1),
        (Dropped::MissingNodes, 2),
        (Dropped::MissingMembers, 1),
        (Dropped::OpenRing, 1),
        (Dropped::NoArea, 1),
    ];
    assert_eq!(pack.report.dropped, BTreeMap::from(expected));
}

#[test]
fn districts_need_half_of_their_area_inside_and_get_slugs_by_relation() {
    let mut extract = Extract::of(BBOX);
    let mut district = |id: i64, bbox: [f64; 4], tags: &str| {
        extract.rectangle(id, bbox, "");
        extract.relation(id, &[('w', id, "outer")], &format!("type=boundary|boundary=administrative|{tags}"));
    };
    district(30, [14.1, 35.1, 14.2, 35.2], "admin_level=8|name=Ħaż-Żebbuġ");
    district(20, [14.2, 35.1, 14.3, 35.2], "admin_level=8|name=Iż-Żebbuġ|name:en=Haz Zebbug");
    district(40, [14.3, 35.1, 14.4, 35.2], "admin_level=8|name=ħaż żebbuġ");
    district(41, [14.4, 35.1, 14.5, 35.2], "admin_level=8|name=大安區");
    district(42, [14.5, 35.1, 14.6, 35.2], "admin_level=9|name=Too small");
    district(43, [14.6, 35.1, 14.7, 35.2], "admin_level=8");
    district(50, [14.95, 35.5, 15.05, 35.6], "admin_level=8|name=Half");
    district(51, [14.96, 35.6, 15.06, 35.7], "admin_level=8|name=Less");
    let pack = pack(&extract);
    let origin = |id: &str| pack.get(id).name.clone().unwrap();
    assert_eq!(pack.ids(Category::District).len(), 5);
    assert_eq!(origin("district:haz-zebbug"), "Iż-Żebbuġ");
    assert_eq!(origin("district:haz-zebbug-2"), "Ħaż-Żebbuġ");
    assert_eq!(origin("district:haz-zebbug-3"), "ħaż żebbuġ");
    assert_eq!(origin("district:41"), "大安區");
    near(pack.position("district:half"), (15.0, 35.55));
    assert_eq!(pack.report.dropped, BTreeMap::from([(Dropped::NoName, 1), (Dropped::CutDistrict, 1)]));
    assert_eq!(pack.manifest.district_admin_level, Some(8));
}

#[test]
fn neighbours_keep_one_border_and_outlines_move_less_than_a_metre() {
    let mut extract = Extract::of(BBOX);
    let border: Vec<i64> = (1000..1400).collect();
    for node in &border {
        let along = (*node - 1000) as f64;
        extract.node(*node, 14.5 + 0.000_006 * (along * 1.7).sin(), 35.2 + along * 0.0005, "");
    }
    for (id, lng, lat) in [(1, 14.3, 35.2), (2, 14.3, 35.3995), (3, 14.7, 35.2), (4, 14.7, 35.3995)] {
        extract.node(id, lng, lat, "");
    }
    extract.way(1, &border, "");
    extract.way(2, &[1399, 2, 1, 1000], "");
    extract.way(3, &[1000, 3, 4, 1399], "");
    let tags = "type=boundary|boundary=administrative|admin_level=8|name=";
    extract.relation(1, &[('w', 1, "outer"), ('w', 2, "outer")], &format!("{tags}West"));
    extract.relation(2, &[('w', 3, ""), ('w', 1, "")], &format!("{tags}East"));
    let pack = pack(&extract);
    let points = |id: &str| pack.get(id).shape.as_ref().unwrap().polygons[0].outer.clone();
    let (west, east) = (points("district:west"), points("district:east"));
    assert!(west.len() < 300, "{}", west.len());
    let common = west.iter().filter(|point| east.contains(point)).count();
    assert_eq!((common, common), (west.len() - 2, east.len() - 2));
    let joint = Position::new(14.5, 35.2);
    assert!(west.iter().any(|point| distance_m(*point, joint) < 0.2));
}

#[test]
fn the_bbox_is_inclusive_and_the_one_given_wins() {
    let mut extract = Extract::of(BBOX);
    extract.node(1, 14.0, 35.0, "amenity=cafe|name=On the corner");
    extract.node(2, 13.999_999_9, 35.0, "amenity=cafe|name=A centimetre out");
    extract.node(3, 14.9, 35.9, "amenity=cafe|name=Far");
    assert_eq!(pack(&extract).ids(Category::Cafe), ["osm:node:1", "osm:node:3"]);
    let folder = tempfile::tempdir().unwrap();
    extract.bbox = None;
    std::fs::write(folder.path().join("town.osm.pbf"), extract.bytes()).unwrap();
    let mut options = options(folder.path(), "town.osm.pbf");
    let error = build(&options, &ProgressBar::hidden()).unwrap_err();
    assert!(matches!(error, BuildError::NoBBox { .. }) && error.to_string().contains("--bbox"), "{error}");
    options.bbox = Some([13.0, 34.0, 14.5, 35.5].into());
    let pack = built(folder, &options);
    assert_eq!(pack.ids(Category::Cafe), ["osm:node:1", "osm:node:2"]);
    assert_eq!(pack.manifest.camera.center, Position::new(13.75, 34.75));
}

#[test]
fn the_day_of_the_data_is_the_headers_or_that_of_the_newest_object() {
    let mut extract = Extract::of(BBOX);
    extract.node(1, 14.1, 35.1, "amenity=cafe|name=A");
    assert_eq!(pack(&extract).manifest.data_date, None);
    extract.made_s = Some(1_710_361_800);
    assert_eq!(pack(&extract).manifest.data_date.as_deref(), Some("2024-03-13"));
    extract.replicated_s = Some(951_782_400);
    assert_eq!(pack(&extract).manifest.data_date.as_deref(), Some("2000-02-29"));
    assert_eq!(pack(&extract).manifest.attribution, "© OpenStreetMap contributors");
}

#[test]
fn a_folder_of_geojson_is_taken_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, features: &str| {
        let text = format!(r#"{{"type":"FeatureCollection","features":[{features}]}}"#);
        std::fs::write(folder.path().join("in").join(name), text).unwrap();
    };
    let point = |properties: &str, at: &str| {
        format!(r#"{{"type":"Feature","properties":{properties},"geometry":{{"type":"Point","coordinates":[{at}]}}}}"#)
    };
    std::fs::create_dir(folder.path().join("in")).unwrap();
    let both = r#"{"id":"open:1","name":"臺灣","name_en":"Taiwan","capacity":28,"address":"Here 1"}"#;
    write("cafe.geojson", &[point("{}", "121.5,25.0"), point(both, "121.6,25.1")].join(","));
    write(
        "park.geojson",
        &[point(both, "121.6,25.1"), {
            let ring = "[[121.0,25.0],[121.2,25.0],[121.2,25.2],[121.0,25.2],[121.0,25.0]]";
            format!(r#"{{"type":"Feature","id":"p","geometry":{{"type":"Polygon","coordinates":[{ring}]}}}}"#)
        }]
        .join(","),
    );
    write(
        "mrt_station.geojson",
        &[r#"{"name":"A","id":"a"}"#, r#"{"name":"A","id":"b"}"#].map(|p| point(p, "121.5,25")).join(","),
    );
    let geometries = [
        r#"{"type":"MultiPoint","coordinates":[[121.1,25.1],[121.1,25.1],[121.4,25.1]]}"#,
        r#"{"type":"LineString","coordinates":[[121.1,25.1],[121.3,25.1,7.0]]}"#,
        r#"{"type":"MultiLineString","coordinates":[[[121.1,25.1],[121.3,25.1]],[[121.3,25.1],[121.5,25.1]]]}"#,
        r#"{"type":"Point","coordinates":[25.1,121.1]}"#,
        "null",
    ];
    let feature = |geometry: &str| format!(r#"{{"type":"Feature","properties":null,"geometry":{geometry}}}"#);
    write("hotel.geojson", &geometries.map(feature).join(","));
    let listing = point(r#"{"name":"Flat","price":900}"#, "121.5,25.01");
    let sample = format!(r#"{{"type":"FeatureCollection","sample":true,"features":[{listing}]}}"#);
    std::fs::write(folder.path().join("in/listings.geojson"), sample).unwrap();
    let options = options(folder.path(), "in");
    let pack = built(folder, &options);
    let hotels = ["file:hotel:1", "file:hotel:2", "file:hotel:3"];
    assert_eq!(pack.ids(Category::Hotel), hotels);
    assert_eq!(hotels.map(|id| (pack.position(id).0 * 10.0).round()), [1212.0, 1212.0, 1213.0]);
    assert_eq!(pack.report.dropped, BTreeMap::from([(Dropped::OddGeometry, 2)]));
    let others: Vec<_> = pack.features.keys().filter(|id| !id.contains("hotel")).collect();
    assert_eq!(others, ["a", "b", "file:cafe:1", "listing:1", "open:1", "p"]);
    let both = pack.get("open:1");
    assert_eq!(both.categories.iter().collect::<Vec<_>>(), [Category::Park, Category::Cafe]);
    assert_eq!(both.tags, [("capacity".into(), "28".into())]);
    assert_eq!(pack.text()["open:1"], ["台灣", "taiwan", "here 1"]);
    assert_eq!(pack.get("listing:1").tags, [("sample".into(), "true".into())]);
    near(pack.position("p"), (121.1, 25.1));
    assert_eq!(pack.manifest.bbox, [121.0, 25.0, 121.6, 25.2].into());
}

#[test]
fn odd_files_in_a_folder_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |options: &Options| build(options, &ProgressBar::hidden()).unwrap_err();
    let options = options(folder.path(), ".");
    assert!(matches!(fails(&options), BuildError::Empty { .. }));
    std::fs::write(folder.path().join("cafe.geojson"), "{\"type\":\"Feature\"}").unwrap();
    assert!(matches!(fails(&options), BuildError::GeoJson { .. }));
    std::fs::write(folder.path().join("pubs.geojson"), "{}").unwrap();
    assert!(matches!(fails(&options), BuildError::UnknownCategory { .. }));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn an_extract_cut_anywhere_is_refused_and_leaves_the_old_pack_as_it_was() {
    let mut extract = Extract::of(BBOX);
    for id in 1..60 {
        extract.node(id, 14.1, 35.1, &format!("amenity=cafe|name=Cafe {id}"));
    }
    extract.rectangle(100, [14.1, 35.1, 14.2, 35.2], "amenity=school|name=School");
    let pack = pack(&extract);
    let before = std::fs::read(pack.folder.path().join("pack/manifest.json")).unwrap();
    let (bytes, path) = (extract.bytes(), pack.folder.path().join("town.osm.pbf"));
    let mut ends_of_blocks = 0;
    for end in 0..bytes.len() {
        std::fs::write(&path, &bytes[..end]).unwrap();
        match build(&options(pack.folder.path(), "town.osm.pbf"), &ProgressBar::hidden()) {
            Err(BuildError::Foreign { .. } | BuildError::Truncated { .. } | BuildError::Empty { .. }) => {
                let now = std::fs::read(pack.folder.path().join("pack/manifest.json")).unwrap();
                assert!(ends_of_blocks > 0 || now == before, "cut at {end}");
            }
            // Cut between two blocks it is a whole, smaller extract.
            Ok(_) => ends_of_blocks += 1,
            Err(other) => panic!("cut at {end}: {other}"),
        }
    }
    assert_eq!(ends_of_blocks, 3);
    let left: Vec<_> = std::fs::read_dir(pack.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

#[test]
fn a_byte_changed_anywhere_breaks_nothing() {
    let mut extract = Extract::of(BBOX);
    extract.rectangle(100, [14.1, 35.1, 14.2, 35.2], "amenity=school|name=School");
    let folder = tempfile::tempdir().unwrap();
    let (bytes, path) = (extract.bytes(), folder.path().join("town.osm.pbf"));
    for (at, flip) in (0..bytes.len()).flat_map(|at| [(at, 0xff), (at, 1)]) {
        let mut changed = bytes.clone();
        changed[at] ^= flip;
        std::fs::write(&path, changed).unwrap();
        // Whatever it answers, it answers, and what it puts in place is whole.
        if build(&options(folder.path(), "town.osm.pbf"), &ProgressBar::hidden()).is_ok() {
            assert!(verify(&folder.path().join("pack")).iter().all(|check| check.faults.is_empty()));
        }
    }
}

#[test]
fn foreign_files_and_unknown_abilities_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("town.osm.pbf");
    let said = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        build(&options(folder.path(), "town.osm.pbf"), &ProgressBar::hidden()).unwrap_err().to_string()
    };
    for bytes in [&b""[..], b"<?xml version=\"1.0\"?><osm></osm>", b"PK\x03\x04", &[0; 4096], &[0xff; 4096]] {
        assert!(said(bytes).contains("is not an OSM extract in PBF form"), "{}", said(bytes));
    }
    let mut history = Extract::of(BBOX);
    history.requires.push("HistoricalInformation".into());
    assert!(said(&history.bytes()).contains("HistoricalInformation"));
    assert!(said(&Extract::of(BBOX).bytes()).contains("holds no objects"));
    assert!(build(&options(folder.path(), "absent"), &ProgressBar::hidden()).is_err());
    assert!(!folder.path().join("pack").exists());
}

#[test]
fn the_program_proves_packs_and_names_each_fault() {
    let mut extract = Extract::of(BBOX);
    extract.node(1, 14.1, 35.1, "amenity=cafe|name=A");
    let pack = pack(&extract);
    let folder = pack.folder.path().join("pack");
    let run = || {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_glassmap-city"));
        let output = program.arg("verify").arg(&folder).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run().0, Some(0));
    assert_eq!(run().1.lines().filter(|line| line.starts_with("ok")).count(), 9);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    std::fs::write(folder.join("manifest.json"), manifest.replace("\"cafe\": 1", "\"cafe\": 2")).unwrap();
    assert!(run().0 == Some(1) && run().1.contains("there are 1 of cafe, the manifest says 2"), "{}", run().1);
    std::fs::write(folder.join("manifest.json"), &manifest).unwrap();
    let text = std::fs::read(folder.join("text.glm")).unwrap();
    std::fs::write(folder.join("text.glm"), &text[1..]).unwrap();
    assert!(run().0 == Some(1) && run().1.contains("text.glm has"), "{}", run().1);
    std::fs::remove_file(folder.join("text.glm")).unwrap();
    assert!(run().0 == Some(1) && run().1.contains("text.glm cannot be read"), "{}", run().1);
}

/// Runs the program on `town.osm.pbf` of the folder, with that folder's `bin` as its search path: exit code and stderr.
#[cfg(unix)]
fn program(folder: &Path, more: &[&str]) -> (Option<i32>, String) {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_glassmap-city"));
    program.env("PATH", folder.join("bin")).arg("build").arg(folder.join("town.osm.pbf"));
    program.args(["--id", "town", "--name", "Town", "-o"]).arg(folder.join("pack")).args(more);
    let output = program.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A folder with an extract, and a stand-in for tilemaker that makes no tile and succeeds.
#[cfg(unix)]
fn town_and_tilemaker() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mut extract = Extract::of([14.0, 35.0, 14.1, 35.1]);
    extract.node(1, 14.05, 35.05, "amenity=cafe|name=A");
    std::fs::write(folder.path().join("town.osm.pbf"), extract.bytes()).unwrap();
    std::fs::create_dir(folder.path().join("bin")).unwrap();
    let stand_in = folder.path().join("bin/tilemaker");
    std::fs::write(&stand_in, "#!/bin/sh\nexit 0\n").unwrap();
    std::fs::set_permissions(&stand_in, PermissionsExt::from_mode(0o755)).unwrap();
    folder
}

#[cfg(unix)]
fn manifest_in(folder: &Path) -> Manifest {
    let faults: Vec<_> = verify(&folder.join("pack")).into_iter().flat_map(|check| check.faults).collect();
    assert_eq!(faults, Vec::<String>::new());
    Manifest::parse(&std::fs::read_to_string(folder.join("pack/manifest.json")).unwrap()).unwrap()
}

#[test]
#[cfg(unix)]
fn a_basemap_is_made_when_asked_for_and_stays_when_only_the_features_are_built_again() {
    let town = town_and_tilemaker();
    assert_eq!(program(town.path(), &["--basemap", "--surroundings", "sea"]), (Some(0), String::new()));
    let first = manifest_in(town.path());
    assert_eq!(first.files.basemap.as_ref().unwrap().path, "basemap.pmtiles");
    assert_eq!(first.surroundings, Some(Ground::Sea));
    assert_eq!(program(town.path(), &[]).0, Some(0));
    assert_eq!(manifest_in(town.path()), first);

    std::fs::remove_file(town.path().join("bin/tilemaker")).unwrap();
    let (code, said) = program(town.path(), &["--basemap"]);
    assert!(code == Some(3) && said.contains("tilemaker was not found. Install it"), "{said}");
    assert_eq!(manifest_in(town.path()), first, "what was there stays");

    let archive = town.path().join("pack/basemap.pmtiles");
    let mut bytes = std::fs::read(&archive).unwrap();
    bytes[0] = b'p';
    std::fs::write(&archive, bytes).unwrap();
    let faults: Vec<_> = verify(&town.path().join("pack")).into_iter().flat_map(|check| check.faults).collect();
    assert!(faults.len() == 1 && faults[0].contains("basemap.pmtiles has the SHA-256"), "{faults:?}");
}

#[test]
#[cfg(unix)]
fn a_basemap_that_lies_elsewhere_is_not_kept_and_a_named_one_takes_its_place() {
    let town = town_and_tilemaker();
    assert_eq!(program(town.path(), &["--basemap", "--surroundings", "sea"]).0, Some(0));
    assert_eq!(program(town.path(), &["--bbox", "-8,1,-7,2"]).0, Some(0));
    assert_eq!(manifest_in(town.path()).files.basemap, None);
    assert!(!town.path().join("pack/basemap.pmtiles").exists());
    assert_eq!(program(town.path(), &["--basemap-tilejson", "https://tiles.example/osm.json"]).0, Some(0));
    let named = manifest_in(town.path());
    assert_eq!(named.basemap_tilejson.as_deref(), Some("https://tiles.example/osm.json"));
    assert_eq!(program(town.path(), &[]).0, Some(0));
    assert_eq!(manifest_in(town.path()), named);
    let (code, said) = program(town.path(), &["--basemap-tilejson", "http://tiles.example/osm.json"]);
    assert!(code == Some(1) && said.contains("must be an https:// address"), "{said}");
}

#[test]
#[cfg(unix)]
fn a_router_is_named_with_whom_to_credit_or_not_at_all() {
    let town = town_and_tilemaker();
    let url = "https://router.example/route/v1/foot";
    assert_eq!(program(town.path(), &["--router", url, "--router-attribution", "© them"]).0, Some(0));
    let router = manifest_in(town.path()).router.expect("it was named");
    assert_eq!((router.url.as_str(), router.attribution.as_str()), (url, "© them"));
    assert_eq!(program(town.path(), &["--router", url]).0, Some(2));
    let (code, said) = program(town.path(), &["--router", "http://a.example", "--router-attribution", "x"]);
    assert!(code == Some(1) && said.contains("must be an https:// address"), "{said}");
}

#[test]
#[cfg(unix)]
fn features_are_built_when_tilemaker_is_missing_or_fails() {
    let town = town_and_tilemaker();
    std::fs::write(town.path().join("bin/tilemaker"), "#!/bin/sh\necho out of ideas >&2\nexit 1\n").unwrap();
    let (code, said) = program(town.path(), &["--basemap"]);
    assert!(code == Some(3) && said.contains("tilemaker stopped: out of ideas"), "{said}");
    std::fs::remove_file(town.path().join("bin/tilemaker")).unwrap();
    let (code, said) = program(town.path(), &["--basemap"]);
    assert!(code == Some(3) && said.contains("the features are built, the basemap is not"), "{said}");
    let manifest = manifest_in(town.path());
    assert_eq!((manifest.features, manifest.files.basemap), (1, None));
}

#[test]
fn a_folder_that_is_no_pack_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut extract = Extract::of(BBOX);
    extract.node(1, 14.1, 35.1, "amenity=cafe|name=A");
    std::fs::write(folder.path().join("town.osm.pbf"), extract.bytes()).unwrap();
    let options = options(folder.path(), "town.osm.pbf");
    std::fs::create_dir(&options.output).unwrap();
    std::fs::write(options.output.join("thesis.txt"), "years of work").unwrap();
    assert!(matches!(build(&options, &ProgressBar::hidden()), Err(BuildError::NotAPack { .. })));
    assert!(options.output.join("thesis.txt").is_file());
}
