//! What is around a place, and two places compared.

use super::super::fixture::Fixture;
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::spatial::Position;
use serde_json::json;

#[test]
fn surroundings_are_grouped_by_direction_in_order_of_their_nearest() {
    let fixture = Fixture::new();
    let answer = fixture.call("describe_surroundings", json!({ "from": "osm:node:1", "radius_m": 1100 }));
    assert_eq!(answer["from"], json!({ "lng": 121.5, "lat": 25.0, "id": "osm:node:1", "name": "大安" }));
    assert_eq!(answer["district"], json!({ "id": "district:daan", "name": "大安", "name_en": "Da'an District" }));
    assert_eq!((&answer["total"], &answer["returned"]), (&json!(5), &json!(5)));
    let groups: Vec<_> = answer["groups"].as_array().expect("a list").iter().map(|group| &group["direction"]).collect();
    assert_eq!(groups, [&json!(null), &json!("E"), &json!("N"), &json!("W")]);
    let east = json!([
        { "id": "osm:way:13", "name": "Lidl", "category": "supermarket", "distance_m": 202,
            "direction_phrase": "to the east, about 200 metres" },
        { "id": "osm:node:2", "name": "Longtan Metro Station", "category": "mrt_station", "distance_m": 1010,
            "direction_phrase": "to the east, about 1.0 kilometres" },
    ]);
    assert_eq!(answer["groups"][1]["features"], east);
    assert!(answer["unsearched_categories"].is_array() && answer.get("ignored_categories").is_none());
}

#[test]
fn a_place_just_outside_a_district_is_told_how_far_its_boundary_is() {
    let fixture = Fixture::new();
    let district = |lat: f64| {
        let from = json!({ "lng": 121.5, "lat": lat });
        fixture.call("describe_surroundings", json!({ "from": from }))["district"].clone()
    };
    assert_eq!(district(25.021)["boundary_m"], 111);
    assert_eq!(district(25.0226)["boundary_m"], 288);
    assert!(district(25.023).is_null() && district(25.02).get("boundary_m").is_none());
}

#[test]
fn at_most_thirty_are_described_and_named_categories_are_fetched() {
    let school = |index: usize| FeatureRecord {
        id: format!("osm:node:{}", index + 1),
        name: Some("School".into()),
        position: Some(Position::new(121.5, 25.0 + index as f64 * 1e-5)),
        categories: CategorySet::NONE.with(Category::School),
        ..FeatureRecord::default()
    };
    let many = Fixture::of((0..40).map(school).collect(), true);
    let answer = many.call("describe_surroundings", json!({}));
    assert_eq!((&answer["total"], &answer["returned"]), (&json!(40), &json!(30)));
    let named = Fixture::new().call("describe_surroundings", json!({ "categories": ["cafe", "district"] }));
    assert_eq!((&named["total"], &named["ignored_categories"]), (&json!(2), &json!(["district"])));
    assert!(named.get("unsearched_categories").is_none());
}

#[test]
fn two_places_are_counted_kind_by_kind_and_a_place_once_in_total() {
    let fixture = Fixture::new();
    fixture.call("find_features", json!({ "categories": ["parking"] }));
    let answer =
        fixture.call("compare_areas", json!({ "a": "daan", "b": { "lng": 121.49, "lat": 25.0 }, "radius_m": 500 }));
    let nearest = json!({ "count": 1, "nearest": { "id": "osm:way:13", "name": "Lidl", "distance_m": 202 } });
    assert_eq!(answer["by_category"]["parking"], json!({ "a": nearest, "b": { "count": 0 } }));
    assert_eq!(answer["by_category"]["supermarket"]["a"], nearest);
    assert_eq!(answer["by_category"]["listing"], json!({ "a": { "count": 0 }, "b": { "count": 0 } }));
    assert!(answer["by_category"].get("district").is_none() && answer["by_category"].get("cafe").is_none());
    assert_eq!(answer["total"], json!({ "a": 2, "b": 1 }));
    assert_eq!((&answer["a"]["name"], answer["b"].get("name")), (&json!("大安"), None));
    let summary = answer["summary"].as_str().expect("a sentence");
    assert!(summary.contains("大安") && summary.contains("supermarket 1 to 0") && summary.ends_with('.'), "{summary}");
    assert!(answer["unsearched_categories"].is_array());
    let twice =
        fixture.call("compare_areas", json!({ "a": "daan", "b": "daan", "categories": ["fast_food", "bakery"] }));
    assert_eq!(twice["total"], json!({ "a": 1, "b": 1 }));
    assert_eq!(twice["by_category"]["bakery"]["a"]["count"], 1);
}

#[test]
fn what_cannot_be_described_or_compared_is_refused() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let before = fixture.session();
    for (tool, input, code, part) in [
        ("describe_surroundings", json!({ "categories": ["district"] }), "invalid_argument", "only district"),
        ("describe_surroundings", json!({ "radius_m": 10001 }), "invalid_argument", "at most 10000"),
        ("describe_surroundings", json!({ "from": "nowhere" }), "unknown_place", "nowhere"),
        ("describe_surroundings", json!({ "from": "drawing:1" }), "unknown_id", "drawing:1"),
        ("compare_areas", json!({ "a": "daan" }), "invalid_argument", "compare_areas needs b"),
        ("compare_areas", json!({ "a": "daan", "b": "daan", "categories": ["district"] }), "invalid_argument", "only"),
        ("compare_areas", json!({ "a": "daan", "b": "daan", "radius_m": 0 }), "invalid_argument", "above 0"),
        ("compare_areas", json!({ "a": "daan", "b": "twin garden" }), "ambiguous_place", "candidates"),
    ] {
        let answer = fixture.call(tool, input);
        assert_eq!(answer["code"], code, "{answer}");
        assert!(answer["error"].as_str().expect("a sentence").contains(part), "{answer}");
    }
    let field = fixture.call("compare_areas", json!({ "a": "daan", "b": "nowhere" }))["field"].clone();
    assert_eq!((field, fixture.session()), (json!("b"), before));
}
