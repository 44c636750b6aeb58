//! The argument `area`, beside a drawing of the same ground.

use super::super::fixture::{Fixture, ids};
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::spatial::Position;
use serde_json::{Value, json};

fn found(fixture: &Fixture, area: Value) -> Value {
    fixture.call("find_features", json!({ "area": area }))
}

#[test]
fn an_area_place_is_its_outline_and_a_point_place_what_is_round_it() {
    let fixture = Fixture::new();
    let district = found(&fixture, json!({ "place": "daan distr" }));
    assert_eq!(ids(&district)[..2], ["district:daan", "osm:node:1"], "{district}");
    assert_eq!((&district["total"], district.get("radius_m")), (&json!(7), None));
    let park = found(&fixture, json!({ "place": "osm:way:10" }));
    assert_eq!(ids(&park), ["district:daan", "osm:way:10"]);
    let station = found(&fixture, json!({ "place": "Longtan" }));
    let drawn = json!({ "type": "circle", "center": "Longtan", "radius_m": 800 });
    fixture.call("draw_shape", drawn);
    let within = fixture.call("find_features", json!({ "within": "drawing:1" }));
    assert_eq!(station["features"], within["features"]);
    assert_eq!(station["origin"], json!({ "lng": 121.5, "lat": 25.0 }), "distances are from the view's centre");
}

#[test]
fn a_box_and_a_circle_hold_what_the_same_drawing_holds() {
    let fixture = Fixture::new();
    fixture.call("find_features", json!({ "categories": ["cafe", "bar", "bakery"] }));
    let (mut number, mut some) = (0, 0);
    for step in 0..12 {
        let (west, south) = (121.47 + f64::from(step) * 0.003, 24.99 + f64::from(step % 4) * 0.002);
        let (east, north) = (west + 0.012, south + 0.009);
        let polygon = json!({ "type": "polygon",
            "coordinates": [[west, south], [east, south], [east, north], [west, north]] });
        let circle = json!({ "type": "circle", "center": { "lng": west, "lat": south }, "radius_m": 1250 });
        for (drawn, areas) in [
            (polygon, vec![json!({ "bbox": [west, south, east, north] })]),
            (
                circle,
                vec![
                    json!({ "lat": south, "lon": west, "radius_km": 1.25 }),
                    json!({ "lat": south, "lng": west, "radius_km": 1.25 }),
                ],
            ),
        ] {
            number += 1;
            fixture.call("draw_shape", drawn);
            let within = fixture.call("find_features", json!({ "within": format!("drawing:{number}") }));
            for area in areas {
                let answer = found(&fixture, area);
                assert_eq!(answer["features"], within["features"], "drawing {number}");
                some += ids(&answer).len();
            }
        }
    }
    assert!(some > 60, "only {some} places were found");
}

#[test]
fn a_box_may_cross_the_antimeridian_and_its_edges_are_inside() {
    let at = |(index, lng): (usize, f64)| FeatureRecord {
        id: format!("osm:node:{}", index + 1),
        name: Some("School".into()),
        position: Some(Position::new(lng, -17.0)),
        categories: CategorySet::NONE.with(Category::School),
        ..FeatureRecord::default()
    };
    let lngs = [179.5, 179.9, 180.0, -180.0, -179.9, -179.5, 0.0];
    let fixture = Fixture::of(lngs.into_iter().enumerate().map(at).collect(), true);
    let held = |bbox: Value| {
        let answer = found(&fixture, json!({ "bbox": bbox }));
        let mut ids: Vec<_> = ids(&answer).into_iter().map(str::to_owned).collect();
        ids.sort();
        ids.iter().map(|id| id.trim_start_matches("osm:node:").parse().expect("a number")).collect::<Vec<u32>>()
    };
    assert_eq!(held(json!([179.9, -17.1, -179.9, -17])), [2, 3, 4, 5]);
    assert_eq!(held(json!([-179.9, -18, 179.9, -16])), [1, 2, 5, 6, 7]);
    assert_eq!(held(json!([179.9, -16.9, -179.9, -16])), [] as [u32; 0]);
}

#[test]
fn every_match_inside_is_selected() {
    let fixture = Fixture::new();
    let answer = fixture.call("select_features", json!({ "area": { "place": "osm:way:10" } }));
    assert_eq!(answer["state"]["selection"]["ids"], json!(["district:daan", "osm:way:10"]));
}

#[test]
fn what_names_no_ground_or_several_is_refused() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan" }));
    let before = fixture.session();
    let round = json!({ "lat": 25.0, "lon": 121.5, "radius_km": 1 });
    for (input, code, part) in [
        (json!({ "area": {} }), "invalid_argument", "none of them"),
        (json!({ "area": "daan" }), "invalid_argument", "area must be an object"),
        (json!({ "area": { "place": "daan", "bbox": [1, 2, 3, 4] } }), "invalid_argument", "place and bbox"),
        (json!({ "area": { "place": "daan", "radius_km": 1 } }), "invalid_argument", "place and a centre"),
        (json!({ "area": { "lat": 25.0, "lon": 121.5 } }), "invalid_argument", "radius_km was left out"),
        (json!({ "area": { "radius_km": 2 } }), "invalid_argument", "lat and lon was left out"),
        (json!({ "area": { "lat": 25, "lon": 121, "lng": 121, "radius_km": 2 } }), "invalid_argument", "both"),
        (json!({ "area": { "lat": 25, "lon": 121, "radius_km": 0 } }), "invalid_argument", "area.radius_km must be"),
        (json!({ "area": { "lat": 121.5, "lon": 25, "radius_km": 1 } }), "invalid_argument", "swapped"),
        (json!({ "area": { "lat": 121.5, "lng": 25, "radius_km": 1 } }), "invalid_argument", "swapped"),
        (json!({ "area": { "bbox": [121.4, 24.9, 121.6] } }), "invalid_argument", "area.bbox must be a list of 4"),
        (json!({ "area": { "bbox": [121.4, "a", 121.6, 25] } }), "invalid_argument", "area.bbox[1] must be"),
        (json!({ "area": { "bbox": [121.4, 25.1, 121.6, 24.9] } }), "invalid_argument", "south 25.1 above north"),
        (json!({ "area": { "bbox": [24.9, 121.4, 25.1, 121.6] } }), "invalid_argument", "swapped"),
        (json!({ "area": { "bbox": [200, 95, 210, 99] } }), "invalid_argument", "-180 to 180"),
        (json!({ "area": { "place": "drawing:1" } }), "invalid_argument", "a mark on the map"),
        (json!({ "area": { "place": "twin garden" } }), "ambiguous_place", "candidates"),
        (json!({ "area": { "place": "nowhere" } }), "unknown_place", "nowhere"),
        (json!({ "area": { "city": "daan" } }), "invalid_argument", "area has no argument \"city\""),
        (json!({ "area": round, "near": "daan" }), "invalid_argument", "area and near"),
        (json!({ "area": round, "within": "drawing:1" }), "invalid_argument", "area and within"),
    ] {
        for tool in ["find_features", "select_features", "summarize_features"] {
            let answer = fixture.call(tool, input.clone());
            assert_eq!(answer["code"], code, "{tool} {input}: {answer}");
            assert!(answer["error"].as_str().expect("a sentence").contains(part), "{tool}: {answer}");
        }
    }
    assert_eq!(fixture.session(), before);
}
