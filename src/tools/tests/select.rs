//! Searching inside drawings, and selecting.

use super::super::OpenedLink;
use super::super::fixture::{Fixture, ids};
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::domain::{Edit, Origin, Selection};
use crate::spatial::Position;
use serde_json::{Value, json};

fn circle(fixture: &Fixture, lng: f64, lat: f64, radius_m: f64) {
    let center = json!({ "lng": lng, "lat": lat });
    let answer = fixture.call("draw_shape", json!({ "type": "circle", "center": center, "radius_m": radius_m }));
    assert!(answer.get("error").is_none(), "{answer}");
}

#[test]
fn inside_a_circle_are_points_in_it_and_areas_that_reach_into_it() {
    let fixture = Fixture::new();
    circle(&fixture, 121.5, 25.007, 120.0);
    let answer = fixture.call("find_features", json!({ "within": "drawing:1" }));
    assert_eq!(ids(&answer), ["district:daan", "osm:way:10"], "the park's centre is 220 m off, its edge 111 m");
    assert_eq!((answer.get("radius_m"), &answer["origin"]), (None, &json!({ "lng": 121.5, "lat": 25.0 })));
    let park = fixture.call("find_features", json!({ "within": "drawing:1", "near": "osm:way:10" }));
    assert_eq!((&park["radius_m"], ids(&park)), (&json!(800), vec!["osm:way:10", "district:daan"]));
    let near = json!({ "within": "drawing:1", "near": "osm:way:10", "radius_m": 50, "query": "park" });
    assert_eq!(ids(&fixture.call("find_features", near)), ["osm:way:10"]);
}

#[test]
fn inside_a_polygon_are_points_on_its_edge_too_and_areas_that_touch_it() {
    let fixture = Fixture::new();
    let square = json!([[121.499, 25.001], [121.5, 25.001], [121.5, 25.004], [121.499, 25.004]]);
    fixture.call("draw_shape", json!({ "type": "polygon", "coordinates": square }));
    let answer = fixture.call("find_features", json!({ "within": "drawing:1", "categories": ["park", "cafe"] }));
    assert_eq!(ids(&answer), ["osm:node:21", "osm:way:10"]);
}

#[test]
fn within_takes_a_drawing_that_has_an_inside() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "line", "coordinates": [[121.5, 25.0], [121.51, 25.0]] }));
    fixture.call("annotate", json!({ "at": "daan", "note": "x" }));
    let before = fixture.session();
    for tool in ["find_features", "select_features"] {
        for (within, code, part) in [
            ("drawing:1", "invalid_argument", "no inside"),
            ("annotation:1", "invalid_argument", "no inside"),
            ("drawing:2", "unknown_id", "drawing:2"),
            ("daan", "invalid_argument", "drawing:<n>"),
        ] {
            let answer = fixture.call(tool, json!({ "within": within }));
            assert_eq!(answer["code"], code, "{answer}");
            assert!(answer["error"].as_str().expect("a sentence").contains(part), "{answer}");
        }
    }
    assert_eq!(fixture.session(), before);
}

#[test]
fn ids_are_selected_added_and_cleared() {
    let fixture = Fixture::new();
    let answer = fixture.call("select_features", json!({ "ids": ["osm:node:2", "osm:node:20", "osm:node:999", "x"] }));
    let rows = json!([
        { "id": "osm:node:2", "name": "Longtan Metro Station", "category": "mrt_station" },
        { "id": "osm:node:20", "name": "Café Müller", "category": "cafe" },
    ]);
    assert_eq!((&answer["selected"], &answer["unknown_ids"]), (&rows, &json!(["osm:node:999", "x"])));
    assert_eq!(answer["state"]["selection"], json!({ "count": 2, "ids": ["osm:node:2", "osm:node:20"] }));
    let more = fixture.call("select_features", json!({ "ids": ["osm:way:10"], "replace": false }));
    assert_eq!(more["state"]["selection"]["count"], 3);
    let one = fixture.call("select_features", json!({ "query": "longtan" }));
    assert_eq!(one["state"]["selection"]["ids"], json!(["osm:node:2"]));
    let none = fixture.call("select_features", json!({ "ids": [] }));
    assert_eq!((&none["selected"], &none["state"]["selection"]["count"]), (&json!([]), &json!(0)));
}

#[test]
fn adding_keeps_whose_hand_selected_what() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    fixture.by_hand(Edit::Select(Selection::replaced(["osm:node:1".into()], Origin::User)));
    fixture.call("select_features", json!({ "ids": ["osm:node:1", "osm:node:2"], "replace": false }));
    let session = fixture.context.session();
    let of = |id: &str| session.selection().origin_of(id);
    assert_eq!((of("osm:node:1"), of("osm:node:2")), (Some(Origin::User), Some(Origin::Agent)));
}

#[test]
fn a_filter_selects_every_match_and_too_many_of_an_on_demand_category_are_refused() {
    let many = |count: usize, category: Category| {
        let bar = |index: usize| FeatureRecord {
            id: format!("osm:node:{}", index + 1),
            name: Some("Bar".into()),
            position: Some(Position::new(121.5, 25.0 + index as f64 * 1e-5)),
            categories: CategorySet::NONE.with(category),
            ..FeatureRecord::default()
        };
        Fixture::of((0..count).map(bar).collect(), true)
    };
    let full = many(500, Category::Bar);
    let answer = full.call("select_features", json!({ "categories": ["bar"] }));
    assert_eq!(answer["state"]["selection"]["count"], 500);
    assert_eq!(answer["selected"].as_array().map(Vec::len), Some(20));
    assert_eq!(answer["state"]["selection"]["ids"].as_array().map(Vec::len), Some(20));
    let over = many(501, Category::Bar);
    over.call("get_map_state", json!({}));
    let before = over.session();
    let answer = over.call("select_features", json!({ "categories": ["bar"] }));
    assert_eq!((&answer["code"], &answer["matched"]), (&json!("too_many"), &json!(501)));
    assert!(answer["error"].as_str().expect("a sentence").contains("radius_m"));
    assert_eq!(over.session(), before);
    let base = many(501, Category::School);
    assert_eq!(base.call("select_features", json!({ "categories": ["school"] }))["state"]["selection"]["count"], 501);
}

#[test]
fn ids_or_a_filter_never_both_and_never_neither() {
    let fixture = Fixture::new();
    for (input, part) in [
        (json!({}), "Nothing to select"),
        (json!({ "replace": false }), "Nothing to select"),
        (json!({ "ids": ["osm:node:1"], "query": "x" }), "exclude each other"),
        (json!({ "ids": [], "radius_m": 5 }), "exclude each other"),
        (json!({ "ids": vec!["osm:node:1"; 101] }), "at most 100"),
        (json!({ "query": "x", "limit": 5 }), "limit"),
        (json!({ "ids": "osm:node:1" }), "a list"),
        (json!({ "ids": [1] }), "ids[0]"),
        (json!({ "query": "x", "replace": "yes" }), "true or false"),
    ] {
        let answer = fixture.call("select_features", input.clone());
        assert_eq!(answer["code"], "invalid_argument", "{input}");
        assert!(answer["error"].as_str().expect("a sentence").contains(part), "{input}: {answer}");
    }
}

#[test]
fn ids_of_an_opened_links_categories_are_selected_while_they_load() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let categories = CategorySet::NONE.with(Category::Cafe);
    fixture.context.set_link(OpenedLink { categories, skipped: 2 });
    let answer = fixture.call("select_features", json!({ "ids": ["osm:node:20", "osm:node:1"] }));
    assert_eq!((&answer["pending_ids"], answer.get("unknown_ids")), (&json!(["osm:node:20"]), None));
    assert_eq!(answer["state"]["selection"]["count"], 2);
    assert_eq!((&answer["state"]["link_skipped"], &answer["selected"][0]["id"]), (&json!(2), &json!("osm:node:1")));
    fixture.call("find_features", json!({ "categories": ["cafe"] }));
    let loaded = fixture.call("select_features", json!({ "ids": ["osm:node:20"] }));
    assert_eq!((loaded.get("pending_ids"), &loaded["selected"][0]["id"]), (None, &json!("osm:node:20")));
    assert_eq!(Value::Null, loaded["unknown_ids"]);
}
