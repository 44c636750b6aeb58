use super::*;
use crate::{Document, FileFormat, Refusal, write};
use proptest::prelude::*;
use std::time::Instant;

fn read_as(name: &str, bytes: &[u8]) -> Result<Imported, Refusal> {
    read(bytes, name, &Options::default(), &mut |_| ())
}

fn records(imported: &Imported) -> Vec<Record> {
    (0..imported.columns.len()).map(|index| imported.columns.record(index)).collect()
}

fn geojson(features: &str) -> String {
    format!(r#"{{"type":"FeatureCollection","features":[{features}]}}"#)
}

fn point(lng: f64, lat: f64, properties: &str) -> String {
    format!(
        r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{lng},{lat}]}},"properties":{properties}}}"#
    )
}

fn codes(report: &Report) -> Vec<(u32, Code)> {
    report.findings.iter().map(|finding| (finding.row, finding.code)).collect()
}

#[test]
fn every_kind_of_geometry_and_of_value_is_read_from_geojson() {
    let text = geojson(
        &[
            r#"{"properties":{"name":"Ħal","n":1.5,"yes":true,"none":null,"list":[1,{"a":"b"}]},"type":"Feature","id":7,
                "geometry":{"coordinates":[[[14.5,35.9],[14.6,35.9],[14.6,36.0],[14.5,35.9]]],"type":"Polygon"}}"#,
            r#"{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[14.5,35.9,12]},
                {"type":"LineString","coordinates":[[14.5,35.9],[14.6,36]]}]},"properties":null}"#,
        ]
        .join(","),
    );
    let imported = read_as("a.json", text.as_bytes()).expect("what the test made is good");
    let read = records(&imported);
    assert_eq!(read[0].geometry, Geometry::Polygon(vec![vec![[14.5, 35.9], [14.6, 35.9], [14.6, 36.0]]]));
    let told: Vec<_> = read[0].properties.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let expected =
        [("name", "Ħal"), ("n", "1.5"), ("yes", "true"), ("none", "null"), ("list", r#"[1,{"a":"b"}]"#), ("id", "7")];
    assert_eq!(told, expected);
    assert_eq!(imported.columns.string(imported.columns.names[0]), Some("Ħal"));
    assert_eq!(read[1].geometry.kind(), "GeometryCollection");
    assert_eq!((imported.report.rows, imported.report.kept, imported.report.found), (2, 2, 0));
}

#[test]
fn what_is_wrong_with_a_row_is_said_with_its_number() {
    let line = r#"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2]]},"properties":{}}"#;
    let bow = r#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]},"properties":{}}"#;
    let open =
        r#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2]]]},"properties":{}}"#;
    let text = geojson(
        &[
            point(14.5, 35.9, "{}"),
            r#"{"type":"Feature","geometry":null,"properties":{}}"#.into(),
            point(200.0, 95.0, "{}"),
            point(14.5, 120.0, "{}"),
            line.into(),
            bow.into(),
            open.into(),
            "17".into(),
            r#"{"type":"Feature","geometry":{"type":"Point","coordinates":["NaN",null]},"properties":{}}"#.into(),
        ]
        .join(","),
    );
    let imported = read_as("a.geojson", text.as_bytes()).expect("what the test made is good");
    let expected = [
        (2, Code::NoGeometry),
        (3, Code::OutOfRange),
        (4, Code::LooksSwapped),
        (5, Code::BadGeometry),
        (6, Code::SelfCrossing),
        (7, Code::Unclosed),
        (8, Code::NotAFeature),
        (9, Code::NotANumber),
    ];
    assert_eq!(codes(&imported.report), expected);
    assert_eq!(imported.columns.rows, [1, 6, 7]);
    assert_eq!(imported.report.findings[4].detail, "1.00000, 1.00000");
}

#[test]
fn tables_are_read_by_any_delimiter_decimal_mark_and_name_of_columns() {
    let tables = [
        "name,lat,lng\nA,35.9,14.5\n",
        "\u{feff}name;Latitude;Longitude\r\nA;35,9;14,5\r\n",
        "x\ty\tname\n14.5\t35.9\tA\n",
        "name|緯度|經度\nA|35.9|14.5\n",
        "wkt,name\nPOINT(14.5 35.9),A\n",
        "\"name\",\"lat,deg\",\"the_geom\"\n\"A\",,\"POINT (14.5 35.9)\"\n",
    ];
    for table in tables {
        let imported = read_as("a.csv", table.as_bytes()).unwrap_or_else(|refusal| panic!("{table}: {refusal:?}"));
        let read = records(&imported);
        assert_eq!(read[0].geometry, Geometry::Point([14.5, 35.9]), "{table}");
        assert_eq!((read[0].row, read[0].property("name")), (2, Some("A")), "{table}");
    }
    let refusal = read_as("a.csv", b"name,street\nA,B\n");
    assert_eq!(refusal, Err(Refusal::NoCoordinates(vec!["name".into(), "street".into()])));
    let rows = "name,lat,lng\nA,35.9,14.5\nB,,\nC,abc,14\nD,1,2,3,4\n\nE,36,14\n";
    let imported = read_as("a.csv", rows.as_bytes()).expect("what the test made is good");
    let expected = [(3, Code::NoGeometry), (4, Code::NotANumber), (5, Code::Cells)];
    assert_eq!((codes(&imported.report), imported.report.kept), (expected.to_vec(), 2));
}

#[test]
fn gpx_and_kml_keep_points_lines_areas_and_what_is_told_of_them() {
    let gpx = r#"<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="35.9" lon="14.5"><ele>12</ele>
        <name>A &amp; B &#233;</name><extensions><x:depth xmlns:x="u">3</x:depth></extensions></wpt>
        <rte><name>R</name><rtept lat="1" lon="2"><name>no</name></rtept><rtept lat="2" lon="3"/></rte>
        <trk><trkseg><trkpt lat="1" lon="2"><ele>5</ele></trkpt><trkpt lat="1" lon="3"/></trkseg>
        <trkseg><trkpt lat="5" lon="2"/><trkpt lat="5" lon="3"/></trkseg></trk><trk><name>none</name></trk></gpx>"#;
    let imported = read_as("a.gpx", gpx.as_bytes()).expect("what the test made is good");
    let read = records(&imported);
    assert_eq!(read[0].property("name"), Some("A & B é"));
    assert_eq!((read[0].property("ele"), read[0].property("depth")), (Some("12"), Some("3")));
    assert_eq!(read[1].geometry, Geometry::LineString(vec![[2.0, 1.0], [3.0, 2.0]]));
    assert_eq!(read[1].properties.len(), 1);
    assert!(matches!(&read[2].geometry, Geometry::MultiLineString(lines) if lines.len() == 2));
    assert_eq!(codes(&imported.report), [(4, Code::NoGeometry)]);

    let kml = r#"<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>D</name><Folder><name>F</name>
        <Placemark><name>P</name><description><![CDATA[<script>alert(1)</script>]]></description>
        <ExtendedData><Data name="k"><value>v</value></Data><SchemaData><SimpleData name="s">t</SimpleData></SchemaData></ExtendedData>
        <Point><coordinates>14.5,35.9,0</coordinates></Point></Placemark>
        <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 4,0 4,4 0,0</coordinates></LinearRing></outerBoundaryIs>
        <innerBoundaryIs><LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
        </Folder><Placemark><MultiGeometry><LineString><coordinates>0,0 1,1</coordinates></LineString>
        <LineString><coordinates>2,2 3,3</coordinates></LineString></MultiGeometry></Placemark></Document></kml>"#;
    let imported = read_as("a.kml", kml.as_bytes()).expect("what the test made is good");
    let read = records(&imported);
    let told: Vec<_> = read[0].properties.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let script = "<script>alert(1)</script>";
    assert_eq!(told, [("name", "P"), ("description", script), ("k", "v"), ("s", "t"), ("folder", "F")]);
    assert!(matches!(&read[1].geometry, Geometry::Polygon(rings) if rings.len() == 2));
    assert!(matches!(&read[2].geometry, Geometry::MultiLineString(lines) if lines.len() == 2));
    assert_eq!(read[2].property("folder"), None);
}

#[test]
fn exchanged_axes_are_read_the_other_way_round_and_said() {
    let table = "name,lng,lat\nA,25.03,121.56\nB,25.1,121.5\n";
    let imported = read_as("a.csv", table.as_bytes()).expect("what the test made is good");
    assert_eq!(
        (&imported.report.notes[..], imported.columns.geometries[0].first()),
        (&[Note::Swapped][..], Some([121.56, 25.03]))
    );
    // In range both ways: only where the city is tells them apart.
    let malta = "name,lng,lat\nA,35.9,14.5\nB,35.8,14.4\n";
    assert_eq!(read_as("a.csv", malta.as_bytes()).expect("what the test made is good").report.notes, []);
    let options = Options { bounds: Some([14.0, 35.7, 14.7, 36.2]), as_written: false };
    let here = read(malta.as_bytes(), "a.csv", &options, &mut |_| ()).expect("what the test made is good");
    assert_eq!(
        (&here.report.notes[..], here.columns.geometries[1].first()),
        (&[Note::Swapped][..], Some([14.4, 35.8]))
    );
    let as_written = Options { as_written: true, ..options };
    assert_eq!(
        read(malta.as_bytes(), "a.csv", &as_written, &mut |_| ()).expect("what the test made is good").report.notes,
        []
    );
}

#[test]
fn encodings_are_found_out_and_said() {
    let table = "name,lat,lng\n臺北車站前面的便利商店,25.04,121.51\n國立臺灣博物館二二八和平公園,25.04,121.51\n";
    let wide = |bytes: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
        let units = std::iter::once(0xfeff).filter(|_| mark).chain(table.encode_utf16());
        units.flat_map(bytes).collect()
    };
    let (big5, ..) = encoding_rs::BIG5.encode(table);
    let latin =
        "<?xml version='1.0' encoding='ISO-8859-1'?><gpx><wpt lat='1' lon='2'><name>Caf\u{e9}</name></wpt></gpx>";
    let (latin, ..) = encoding_rs::WINDOWS_1252.encode(latin);
    for (bytes, noted) in
        [(wide(u16::to_le_bytes, true), false), (wide(u16::to_be_bytes, true), false), (big5.into_owned(), true)]
    {
        let imported = read_as("a.csv", &bytes).expect("what the test made is good");
        assert_eq!(records(&imported)[0].property("name"), Some("臺北車站前面的便利商店"));
        assert_eq!(imported.report.notes.len(), usize::from(noted));
    }
    assert_eq!(
        records(&read_as("a.gpx", &latin).expect("what the test made is good"))[0].property("name"),
        Some("Café")
    );
}

/// A file, its bytes, and whether it is refused as it should be.
type Refused = (&'static str, Vec<u8>, fn(&Refusal) -> bool);

/// Files that are broken or meant to break: each is refused, or read as nothing but text.
#[test]
fn hostile_files_are_refused_or_are_text() {
    let deep = |open: &str, close: &str, times: usize| format!("{}{}", open.repeat(times), close.repeat(times));
    let bomb = "<?xml version='1.0'?><!DOCTYPE kml [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]><kml><Placemark><name>&b;</name></Placemark></kml>";
    let external = "<!DOCTYPE gpx SYSTEM 'file:///etc/passwd'><gpx/>";
    let vertices = format!(
        r#"{{"type":"Feature","properties":{{}},"geometry":{{"type":"LineString","coordinates":[{}[1,2]]}}}}"#,
        "[1,2],".repeat(3_000_000)
    );
    let many = geojson(&vec![point(1.0, 2.0, "{}"); MAX_FEATURES + 1].join(","));
    let crs = r#"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3826"}},"features":[]}"#;
    let refused: Vec<Refused> = vec![
        ("empty.csv", vec![], |r| *r == Refusal::Empty),
        ("space.csv", b"  \n ".to_vec(), |r| *r == Refusal::Empty),
        ("large.csv", vec![b'a'; MAX_BYTES + 1], |r| *r == Refusal::TooLarge),
        ("map.kmz", b"PK\x03\x04....".to_vec(), |r| *r == Refusal::Packed),
        ("map.gpx", b"\x1f\x8b\x08".to_vec(), |r| *r == Refusal::Packed),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0".to_vec(), |r| *r == Refusal::Binary),
        ("a.txt", b"hello there".to_vec(), |r| matches!(r, Refusal::NoCoordinates(_))),
        ("a.html", b"<!DOCTYPE html><script>alert(1)</script>".to_vec(), |r| *r == Refusal::Doctype),
        ("a.svg", b"<svg><script>alert(1)</script></svg>".to_vec(), |r| *r == Refusal::Unknown),
        ("list.json", b"[1,2]".to_vec(), |r| *r == Refusal::OtherJson),
        ("topo.json", br#"{"type":"Topology","objects":{}}"#.to_vec(), |r| *r == Refusal::OtherJson),
        ("cut.json", br#"{"type":"FeatureCollection","features":[{"#.to_vec(), |r| matches!(r, Refusal::Broken(_))),
        ("nan.json", geojson(&point(f64::NAN, 2.0, "{}")).into_bytes(), |r| matches!(r, Refusal::Broken(_))),
        ("huge.json", geojson(&point(1.0, 2.0, "{\"a\":1e999}")).into_bytes(), |r| matches!(r, Refusal::Broken(_))),
        (
            "deep.json",
            deep("[", "]", 100_000).replacen('[', r#"{"type":"Point","coordinates":["#, 1).into_bytes(),
            |r| *r == Refusal::TooDeep,
        ),
        ("deep2.json", deep("{\"a\":", "}", 100_000).replace(":}", ":1}").into_bytes(), |r| *r == Refusal::OtherJson),
        (
            "deep3.json",
            geojson(&point(1.0, 2.0, &format!(r#"{{"a":{}}}"#, deep("[", "]", 100_000)))).into_bytes(),
            |r| *r == Refusal::TooDeep,
        ),
        ("deep.kml", deep("<kml>", "</kml>", 100_000).into_bytes(), |r| *r == Refusal::TooDeep),
        ("bomb.kml", bomb.into(), |r| *r == Refusal::Doctype),
        ("external.gpx", external.into(), |r| *r == Refusal::Doctype),
        ("cut.gpx", b"<gpx><wpt lat='1' lon='2'>".to_vec(), |r| matches!(r, Refusal::Broken(_))),
        ("tangled.gpx", b"<gpx><wpt></gpx></wpt>".to_vec(), |r| matches!(r, Refusal::Broken(_))),
        ("vertices.json", vertices.into_bytes(), |r| *r == Refusal::TooDetailed),
        ("many.json", many.into_bytes(), |r| *r == Refusal::TooMany),
        ("crs.json", crs.into(), |r| matches!(r, Refusal::OtherCrs(name) if name.contains("3826"))),
        ("none.json", geojson("").into_bytes(), |r| matches!(r, Refusal::NothingLeft(_))),
        (
            "deep.csv",
            format!("wkt\n{}POINT(1 2){}\n", "GEOMETRYCOLLECTION(".repeat(50_000), ")".repeat(50_000)).into_bytes(),
            |r| matches!(r, Refusal::NothingLeft(_)),
        ),
    ];
    for (name, bytes, is_right) in refused {
        let result = read_as(name, &bytes);
        assert!(result.as_ref().is_err_and(is_right), "{name}: {:?}", result.map(|imported| imported.report));
    }
    let text = r#"<img src=x onerror=alert(1)>"#;
    let script = point(1.0, 2.0, &format!(r#"{{"name":"{text}","__proto__":"x","constructor":{{"a":1}},"<b>":"y"}}"#));
    let imported = read_as("a.json", geojson(&script).as_bytes()).expect("what the test made is good");
    assert_eq!(imported.columns.string(imported.columns.names[0]), Some(text));
    let drawing: serde_json::Value =
        serde_json::from_str(&draw(&imported.columns, "layer:\"a\"/")).expect("what the test made is good");
    assert_eq!(drawing["features"][0]["properties"]["id"], "layer:\"a\"/1");
    assert_eq!(drawing["features"][0]["properties"]["name"], text);
}

#[test]
fn a_cell_that_a_spreadsheet_would_calculate_is_written_behind_an_apostrophe_and_comes_back() {
    let values = ["=1+1", "+1 234", "-x", "@SUM(A1)", "\tx", "'=1", "'quoted'", "-12.5", "plain"];
    let properties: Vec<_> =
        values.iter().enumerate().map(|(index, value)| (format!("k{index}"), Value::from(*value))).collect();
    let record = Record { row: 2, geometry: Geometry::Point([1.0, 2.0]), properties };
    let text = write(&Document { records: vec![record.clone()], ..Document::default() }, FileFormat::Csv);
    for cell in text.lines().nth(1).expect("what the test made is good").split(',') {
        assert!(!cell.trim_start_matches('"').starts_with(['=', '@', '\t']), "{cell}");
    }
    let back = records(&read_as("a.csv", text.as_bytes()).expect("what the test made is good"));
    let told: Vec<_> = back[0].properties.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(told, values);
}

#[test]
fn the_bytes_that_cross_are_read_as_they_were_and_any_others_are_none_or_whole() {
    let imported = read_as("a.csv", b"name,lat,lng\nA,35.9,14.5\nB,36,14\n").expect("what the test made is good");
    let bytes = Imported::to_bytes(&Ok(imported.clone()));
    assert_eq!(Imported::from_bytes(&bytes), Some(Ok(imported)));
    assert_eq!(Imported::from_bytes(&Imported::to_bytes(&Err(Refusal::Doctype))), Some(Err(Refusal::Doctype)));
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] = changed[at].wrapping_add(1);
        if let Some(Ok(imported)) = Imported::from_bytes(&changed) {
            let _ = records(&imported);
        }
    }
}

/// Not a limit, but what is told: `cargo test -p glassmap-layers --release -- --nocapture two_hundred`.
#[test]
fn two_hundred_thousand_points_are_read() {
    let features: Vec<_> = (0..MAX_FEATURES)
        .map(|i| {
            let (lng, lat) = (14.2 + (i % 500) as f64 / 1000.0, 35.8 + (i / 500) as f64 / 1000.0);
            point(lng, lat, &format!(r#"{{"name":"Tree {i}","kind":"oak","height":{}}}"#, i % 30))
        })
        .collect();
    let text = geojson(&features.join(","));
    let start = Instant::now();
    let imported = read_as("trees.geojson", text.as_bytes()).expect("what the test made is good");
    let read = start.elapsed();
    let start = Instant::now();
    let tree: serde_json::Value = serde_json::from_str(&text).expect("what the test made is good");
    println!("{} bytes: read in {read:?}, as a tree of JSON in {:?}", text.len(), start.elapsed());
    assert_eq!((imported.columns.len(), tree["features"].as_array().map(Vec::len)), (MAX_FEATURES, Some(MAX_FEATURES)));
}

fn points(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Point>> {
    proptest::collection::vec((-180.0..180.0f64, -90.0..90.0f64).prop_map(|(lng, lat)| [lng, lat]), count)
}

fn ring() -> impl Strategy<Value = Vec<Point>> {
    points(3..7).prop_filter("closed once", |ring| ring.first() != ring.last())
}

fn geometry() -> impl Strategy<Value = Geometry> {
    let simple = prop_oneof![
        points(1..2).prop_map(|points| Geometry::Point(points[0])),
        points(1..5).prop_map(Geometry::MultiPoint),
        points(2..6).prop_map(Geometry::LineString),
        proptest::collection::vec(points(2..5), 2..4).prop_map(Geometry::MultiLineString),
        proptest::collection::vec(ring(), 1..3).prop_map(Geometry::Polygon),
        proptest::collection::vec(proptest::collection::vec(ring(), 1..3), 2..3).prop_map(Geometry::MultiPolygon),
    ]
    .boxed();
    prop_oneof![
        4 => simple.clone(),
        1 => proptest::collection::vec(simple, 1..3).prop_map(Geometry::GeometryCollection),
    ]
}

/// Attributes whose values keep their kind in every format: no text that is a number, none that is empty.
fn properties() -> impl Strategy<Value = Vec<(String, Value)>> {
    let text = "[=+@'<&\"a-zé,;\n ]{0,8}[a-z]".prop_map(|text| Value::Text(text.trim_start().to_owned()));
    let number = (-1_000_000i32..1_000_000).prop_map(|number| Value::number(f64::from(number) / 8.0));
    let key = "[=+@<&\"a-zé]{1,6}";
    proptest::collection::btree_map(key, prop_oneof![text, number], 0..4).prop_map(|map| {
        // Names of the place's own columns stand for the place.
        let own = |key: &String| {
            ["x", "y", "lat", "lng", "lon", "wkt", "geom"].contains(&key.trim_matches(|c: char| !c.is_alphanumeric()))
        };
        map.into_iter().filter(|(key, _)| !own(key)).map(|(key, value)| (format!("k{key}"), value)).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn what_is_written_is_read_again_as_it_was(
        places in proptest::collection::vec((geometry(), properties()), 1..5),
        which in 0usize..3,
    ) {
        let format = FileFormat::ALL[which];
        let mut wanted: Vec<_> = places.into_iter().map(|(geometry, properties)| Record { row: 0, geometry, properties }).collect();
        let title = "A <title> & more".to_owned();
        let document = Document { title, records: wanted.clone(), credit: Some("© OpenStreetMap contributors, ODbL".into()) };
        let text = write(&document, format);
        let options = Options { as_written: true, ..Options::default() };
        let imported = read(text.as_bytes(), &format!("a.{}", format.extension()), &options, &mut |_| ());
        let imported = imported.unwrap_or_else(|refusal| panic!("{refusal:?}: {text}"));
        let mut read = records(&imported);
        read.iter_mut().for_each(|record| record.row = 0);
        match format {
            // Every row of a table has the columns of all of them, and one for the credit.
            FileFormat::Csv => for record in &mut read {
                record.properties.retain(|(key, _)| key != "attribution");
                record.properties.sort_by(|(a, _), (b, _)| a.cmp(b));
            },
            // Points come before tracks.
            FileFormat::Gpx => wanted.sort_by_key(|record| {
                !(record.geometry.lines().is_empty() && record.geometry.polygons().is_empty())
            }),
            FileFormat::GeoJson => {}
        }
        prop_assert_eq!(read, wanted, "{}", text);
    }

    #[test]
    fn whatever_the_bytes_are_reading_ends(bytes in proptest::collection::vec(any::<u8>(), 0..300), which in 0usize..4) {
        let name = ["a.csv", "a.json", "a.gpx", "a.kml"][which];
        let _ = read_as(name, &bytes);
    }

    #[test]
    fn a_file_with_any_byte_changed_is_refused_or_read(at in 0usize..2000, to: u8, which in 0usize..3) {
        let record = Record { row: 1, geometry: Geometry::Polygon(vec![vec![[1.0, 2.0], [3.0, 2.0], [3.0, 4.0]]]), properties: vec![("name".into(), "é".into())] };
        let mut bytes = write(&Document { records: vec![record], ..Document::default() }, FileFormat::ALL[which]).into_bytes();
        let at = at % bytes.len();
        bytes[at] = to;
        let _ = read_as(["a.json", "a.gpx", "a.csv"][which], &bytes);
    }
}
