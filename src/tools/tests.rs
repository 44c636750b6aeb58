//! The tools against a small city whose files and time are in the tests' hands.

use super::call;
use super::fixture::{Fixture, ids};
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::domain::{Edit, Origin};
use crate::ports::FetchError;
use crate::spatial::{Camera, Position};
use futures_util::FutureExt;
use futures_util::future::join;
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn state_counts_what_is_loaded_and_names_the_city() {
    let state = Fixture::new().call("get_map_state", json!({}));
    assert_eq!(state["features_loaded"], 7);
    assert_eq!(state["city"], json!({ "id": "testville", "name": "Testville", "data_date": "2024-03-13" }));
    assert_eq!(state["center"], json!({ "lng": 121.5, "lat": 25.0 }));
    assert_eq!((&state["zoom"], &state["state_version"]), (&json!(14.0), &json!(0)));
    assert!(state.get("tier2").is_none() && state.get("changed_by_user").is_none());
}

#[test]
fn bounds_are_null_before_the_map_has_shown_and_a_list_in_view_says_so() {
    let fixture = Fixture::of(vec![], false);
    assert_eq!(fixture.call("get_map_state", json!({}))["bounds"], Value::Null);
    let mut pending = Box::pin(call(&fixture.context, "list_features_in_view", json!({})));
    for _ in 0..10 {
        assert!(pending.as_mut().now_or_never().is_none());
        fixture.clock.advance(std::time::Duration::from_millis(100));
    }
    assert_eq!(pending.now_or_never().expect("a second has passed")["code"], "map_not_ready");
}

#[test]
fn what_the_human_changed_is_told_once() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let moved = Edit::MoveCamera(Camera::above(Position::new(121.6, 25.0), 12.0));
    fixture.context.commit(moved, Origin::User, "move").expect("a camera can always move");
    let state = fixture.call("get_map_state", json!({}));
    assert_eq!((&state["changed_by_user"], &state["state_version"]), (&json!(true), &json!(1)));
    assert!(fixture.call("get_map_state", json!({})).get("changed_by_user").is_none());
}

#[test]
fn base_data_is_waited_for_three_seconds() {
    let fixture = Fixture::new();
    fixture.fetch.hang("testville/base.glm");
    let answer = fixture.call_after("get_map_state", json!({}), 3);
    assert_eq!(answer["code"], "map_data_not_ready");
    assert!(answer["error"].as_str().expect("a sentence").contains("Ask again"));
}

#[test]
fn missing_or_damaged_base_data_is_said_and_tried_again() {
    let fixture = Fixture::new();
    fixture.fetch.set("testville/base.glm", Ok(b"<!doctype html>".to_vec()));
    let answer = fixture.call("find_features", json!({}));
    assert_eq!(answer["code"], "map_data_not_ready");
    assert!(answer["error"].as_str().expect("a sentence").contains("damaged"), "{answer}");
    fixture.fetch.set("testville/base.glm", Err(FetchError::Missing));
    assert!(fixture.call("find_features", json!({}))["error"].as_str().expect("a sentence").contains("does not have"));
    let healthy = Fixture::new();
    healthy.fetch.set("testville/manifest.json", Err(FetchError::Temporary("503".into())));
    assert_eq!(healthy.call("get_map_state", json!({}))["code"], "map_data_not_ready");
    assert_eq!(healthy.fetch.asked("testville/manifest.json"), 1);
    assert_eq!(healthy.call("get_map_state", json!({}))["code"], "map_data_not_ready");
    assert_eq!(healthy.fetch.asked("testville/manifest.json"), 2);
}

#[test]
fn a_category_that_is_missing_is_said_so_and_never_asked_for_again() {
    let fixture = Fixture::new();
    fixture.fetch.set("testville/cafe.glm", Err(FetchError::Missing));
    for _ in 0..2 {
        let answer = fixture.call("find_features", json!({ "categories": ["cafe"] }));
        assert_eq!((&answer["code"], &answer["reason"]), (&json!("category_unavailable"), &json!("missing")));
    }
    assert_eq!(fixture.fetch.asked("testville/cafe.glm"), 1);
    let tier2 = fixture.call("get_map_state", json!({}))["tier2"].clone();
    let failed = json!([{ "category": "cafe", "reason": "missing" }]);
    assert_eq!(tier2, json!({ "loaded": [], "available": 18, "failed": failed }));
}

#[test]
fn a_category_that_fails_for_now_is_tried_again_by_the_next_call() {
    let fixture = Fixture::new();
    fixture.fetch.set("testville/bar.glm", Err(FetchError::Temporary("503".into())));
    let answer = fixture.call("find_features", json!({ "categories": ["bar"] }));
    assert_eq!((&answer["code"], &answer["reason"]), (&json!("category_unavailable"), &json!("temporary")));
    fixture.fetch.hang("testville/bar.glm");
    let answer = fixture.call_after("find_features", json!({ "categories": ["bar"] }), 8);
    assert_eq!((&answer["code"], &answer["reason"]), (&json!("category_unavailable"), &json!("temporary")));
    let good = Fixture::new();
    let answer = good.call("find_features", json!({ "categories": ["bar"] }));
    assert_eq!(answer["total"], 1);
    assert_eq!(good.call("get_map_state", json!({}))["tier2"]["loaded"], json!(["bar"]));
    assert_eq!(fixture.fetch.asked("testville/bar.glm"), 2);
}

#[test]
fn calls_at_the_same_time_share_one_load() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let one = call(&fixture.context, "find_features", json!({ "categories": ["cafe"] }));
    let two = call(&fixture.context, "find_features", json!({ "categories": ["cafe", "bar"] }));
    let (one, two) = join(one, two).now_or_never().expect("nothing to wait for");
    assert_eq!((&one["total"], &two["total"]), (&json!(2), &json!(3)));
    assert_eq!(fixture.fetch.asked("testville/cafe.glm"), 1);
}

#[test]
fn a_place_of_a_base_and_an_on_demand_category_is_one_feature_under_both() {
    let fixture = Fixture::new();
    let before = fixture.call("find_features", json!({ "query": "lidl" }));
    assert_eq!(
        (&before["total"], &before["unloaded_matches"]),
        (&json!(1), &json!([{ "category": "parking", "count": 1 }]))
    );
    let parking = fixture.call("find_features", json!({ "categories": ["parking"] }));
    assert_eq!((&parking["total"], &parking["features"][0]["category"]), (&json!(1), &json!("supermarket")));
    let state = fixture.call("get_map_state", json!({}));
    assert_eq!((&state["features_loaded"], &state["tier2"]["loaded"]), (&json!(7), &json!(["parking"])));
}

#[test]
fn a_place_of_two_on_demand_categories_is_loaded_once() {
    let fixture = Fixture::new();
    for (category, loaded) in [("fast_food", 8), ("bakery", 8)] {
        assert_eq!(fixture.call("find_features", json!({ "categories": [category] }))["total"], 1);
        assert_eq!(fixture.call("get_map_state", json!({}))["features_loaded"], loaded);
    }
}

#[test]
fn a_radius_is_eight_hundred_with_near_and_none_without() {
    let fixture = Fixture::new();
    let near = fixture.call("find_features", json!({ "near": { "lng": 121.5, "lat": 25.0 } }));
    assert_eq!((&near["radius_m"], &near["total"]), (&json!(800), &json!(4)));
    let everywhere = fixture.call("find_features", json!({}));
    assert_eq!((everywhere.get("radius_m"), &everywhere["total"]), (None, &json!(7)));
    let center = fixture.call("find_features", json!({ "radius_m": 300 }));
    assert_eq!((&center["radius_m"], &center["total"]), (&json!(300), &json!(3)));
}

#[test]
fn the_place_searched_from_is_listed_at_zero_metres_without_a_direction() {
    let answer = Fixture::new().call("find_features", json!({ "near": "osm:node:2", "radius_m": 50 }));
    let row = json!({
        "id": "osm:node:2", "name": "Longtan Metro Station", "category": "mrt_station", "distance_m": 0,
    });
    assert_eq!(answer["features"], json!([row]));
    let origin = json!({ "lng": 121.51, "lat": 25.0, "id": "osm:node:2", "name": "Longtan Metro Station" });
    assert_eq!(answer["origin"], origin);
}

#[test]
fn a_station_beats_a_district_of_the_same_name_and_suffixes_are_optional() {
    let fixture = Fixture::new();
    for name in ["大安", "Daan", "Daan Station", "大安站", "大安捷運站", "DA'AN MRT STATION"] {
        let answer = fixture.call("find_features", json!({ "near": name }));
        assert_eq!(answer["origin"]["id"], "osm:node:1", "{name}: {answer}");
    }
    for (name, id) in [("Longtan", "osm:node:2"), ("daan distr", "district:daan"), ("park", "osm:way:10")] {
        let answer = fixture.call("find_features", json!({ "near": name }));
        assert_eq!(answer["origin"]["id"], id, "{name}: {answer}");
    }
}

#[test]
fn several_equal_names_are_candidates_nearest_first_and_nothing_happens() {
    let fixture = Fixture::new();
    let answer = fixture.call("set_map_view", json!({ "place": "twin garden" }));
    assert_eq!((&answer["code"], &answer["candidates_total"]), (&json!("ambiguous_place"), &json!(2)));
    let candidates = answer["candidates"].as_array().expect("a list");
    let ids: Vec<_> = candidates.iter().map(|row| row["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["osm:way:11", "osm:way:12"]);
    assert_eq!(fixture.call("get_map_state", json!({}))["state_version"], 0);
}

#[test]
fn loaded_on_demand_places_are_asked_when_no_base_name_fits() {
    let fixture = Fixture::new();
    let unknown = fixture.call("find_features", json!({ "near": "Muller" }));
    assert_eq!(unknown["code"], "unknown_place");
    fixture.call("find_features", json!({ "categories": ["cafe"] }));
    assert_eq!(fixture.call("find_features", json!({ "near": "muller" }))["origin"]["id"], "osm:node:20");
}

#[test]
fn an_unknown_name_gives_near_spellings() {
    let answer = Fixture::new().call("set_map_view", json!({ "place": "Nort Prak" }));
    assert_eq!((&answer["code"], &answer["field"]), (&json!("unknown_place"), &json!("place")));
    assert_eq!(answer["did_you_mean"], json!(["North Park"]));
}

#[test]
fn an_id_of_an_unloaded_category_loads_it_and_an_unknown_one_is_refused() {
    let fixture = Fixture::new();
    let details = fixture.call("get_place_details", json!({ "id": "osm:node:20" }));
    assert_eq!((&details["name"], &details["cuisine"]), (&json!("Café Müller"), &json!("coffee_shop")));
    assert_eq!(details["categories"], json!(["cafe"]));
    assert_eq!(details["coordinate"], json!({ "lng": 121.501, "lat": 25.0 }));
    assert!(details.get("phone").is_none());
    assert_eq!(fixture.call("get_map_state", json!({}))["tier2"]["loaded"], json!(["cafe"]));
    let unknown = fixture.call("get_place_details", json!({ "id": "osm:node:999" }));
    assert_eq!((&unknown["code"], &unknown["unknown_ids"]), (&json!("unknown_id"), &json!(["osm:node:999"])));
}

#[test]
fn swapped_coordinates_are_said_to_be_swapped() {
    let fixture = Fixture::new();
    for (input, tool) in [
        (json!({ "near": { "lng": 25.0, "lat": 121.5 } }), "find_features"),
        (json!({ "center": { "lng": 25.0, "lat": 121.5 } }), "set_map_view"),
    ] {
        let answer = fixture.call(tool, input);
        assert_eq!(answer["code"], "invalid_argument");
        assert!(answer["error"].as_str().expect("a sentence").contains("swapped"), "{answer}");
    }
    let malta = json!({ "near": { "lng": 14.5, "lat": 35.9 } });
    assert_eq!(fixture.call("find_features", malta)["total"], 0, "far away is no mistake by itself");
}

#[test]
fn each_wrong_argument_is_one_sentence_with_name_value_and_what_is_accepted() {
    let fixture = Fixture::new();
    for (tool, input, parts) in [
        ("find_features", json!({ "within": "drawing:1" }), vec!["within", "query, categories, near, radius_m, limit"]),
        ("find_features", json!({ "radius_m": 10001 }), vec!["radius_m", "10001", "above 0 and at most 10000"]),
        ("find_features", json!({ "radius_m": 0 }), vec!["radius_m", "above 0"]),
        ("find_features", json!({ "radius_m": "far" }), vec!["radius_m", "\"far\"", "a number"]),
        ("find_features", json!({ "radius_m": null }), vec!["radius_m", "Leave it out"]),
        ("find_features", json!({ "limit": 0 }), vec!["limit", "1 to 100"]),
        ("find_features", json!({ "limit": 2.5 }), vec!["limit", "whole number"]),
        ("find_features", json!({ "categories": [] }), vec!["categories", "at least 1"]),
        ("find_features", json!({ "categories": ["pub"] }), vec!["categories[0]", "\"pub\"", "restaurant"]),
        ("find_features", json!({ "categories": "cafe" }), vec!["categories", "a list"]),
        ("find_features", json!({ "near": 5 }), vec!["near", "5", "a string", "{lng, lat}"]),
        ("find_features", json!({ "near": { "lng": 1 } }), vec!["near needs lat"]),
        ("find_features", json!({ "near": { "lng": 1, "lat": 2, "alt": 3 } }), vec!["near", "\"alt\"", "lng, lat"]),
        ("find_features", json!({ "query": "--" }), vec!["query", "--"]),
        ("find_features", json!([]), vec!["object of arguments", "[]"]),
        ("get_place_details", json!({}), vec!["get_place_details needs id"]),
        ("get_map_state", json!({ "x": 1 }), vec!["no arguments"]),
        ("set_map_view", json!({}), vec!["Nothing to do"]),
        ("set_map_view", json!({ "place": "a", "fit": "b" }), vec!["place and fit", "one of them"]),
        ("set_map_view", json!({ "fit": "osm:way:10", "zoom": 3 }), vec!["fit", "zoom"]),
        ("set_map_view", json!({ "zoom": 22.1 }), vec!["zoom", "22.1", "0 to 22"]),
        ("set_map_view", json!({ "pitch": 86 }), vec!["pitch", "0 to 85"]),
        ("fly_away", json!({}), vec!["fly_away", "get_map_state"]),
    ] {
        let answer = fixture.call(tool, input.clone());
        let sentence = answer["error"].as_str().unwrap_or_default();
        assert_eq!((&answer["code"], &answer["isError"]), (&json!("invalid_argument"), &json!(true)), "{input}");
        parts.iter().for_each(|part| assert!(sentence.contains(part), "{input}: {sentence}"));
    }
    assert_eq!(fixture.call("get_map_state", json!({}))["state_version"], 0);
}

#[test]
fn a_whole_number_with_a_fraction_of_zero_is_a_whole_number() {
    let answer = Fixture::new().call("find_features", json!({ "limit": 2.0 }));
    assert_eq!(answer["returned"], 2);
}

#[test]
fn going_to_a_place_never_zooms_out_unless_asked() {
    let fixture = Fixture::new();
    let zoom = |input: Value| fixture.call("set_map_view", input)["zoom"].clone();
    assert_eq!(zoom(json!({ "feature_id": "osm:node:1" })), 15.0);
    assert_eq!(zoom(json!({ "place": "daan", "zoom": 17 })), 17.0);
    assert_eq!(zoom(json!({ "place": "daan" })), 17.0);
    assert_eq!(zoom(json!({ "feature_id": "osm:node:20", "zoom": 9 })), 9.0);
    assert_eq!(zoom(json!({ "fit": "osm:node:1" })), 15.0);
    let state = fixture.call("set_map_view", json!({ "bearing": -90, "pitch": 30 }));
    assert_eq!((&state["bearing"], &state["pitch"], &state["zoom"]), (&json!(270.0), &json!(30.0), &json!(15.0)));
    assert_eq!(state["state_version"], 6);
}

#[test]
fn fitting_an_area_shows_all_of_it_and_may_zoom_out() {
    let fixture = Fixture::new();
    fixture.call("set_map_view", json!({ "center": { "lng": 121.4, "lat": 24.95 }, "zoom": 18 }));
    let bounds = fixture.call("set_map_view", json!({ "fit": "district:daan" }))["bounds"].clone();
    let edge = |name: &str| bounds[name].as_f64().expect("a number");
    assert!(edge("west") < 121.48 && edge("east") > 121.52 && edge("south") < 24.98 && edge("north") > 25.02);
    assert!(edge("north") - edge("south") < 0.06, "{bounds}");
}

#[test]
fn what_is_in_view_is_what_reaches_into_the_bounds() {
    let fixture = Fixture::new();
    fixture.call("set_map_view", json!({ "center": { "lng": 121.5, "lat": 25.0052 }, "zoom": 17 }));
    let answer = fixture.call("list_features_in_view", json!({}));
    assert_eq!(ids(&answer), ["osm:way:10", "district:daan"]);
    assert_eq!(answer["category_counts"], json!({ "park": 1, "district": 1 }));
    assert_eq!(answer["origin"], json!({ "lng": 121.5, "lat": 25.0052 }));
    let unsearched = answer["unsearched_categories"].as_array().expect("a list");
    assert_eq!(unsearched[0], json!({ "category": "cafe", "citywide_count": 2 }));
    let parks = fixture.call("list_features_in_view", json!({ "categories": ["park"], "query": "north" }));
    assert_eq!((&parks["total"], parks.get("category_counts")), (&json!(1), None));
}

#[test]
fn an_answer_is_never_over_sixteen_kibibytes() {
    let long = |index: usize| FeatureRecord {
        id: format!("osm:node:{index}"),
        name: Some("長".repeat(400)),
        position: Some(Position::new(121.5, 25.0 + index as f64 * 1e-5)),
        categories: CategorySet::NONE.with(Category::School),
        ..FeatureRecord::default()
    };
    let fixture = Fixture::of((0..60).map(long).collect(), true);
    let answer = fixture.call("find_features", json!({ "limit": 60 }));
    assert!(answer.to_string().len() <= 16 * 1024);
    assert_eq!((&answer["total"], &answer["truncated"]), (&json!(60), &json!(true)));
    assert_eq!(answer["returned"], ids(&answer).len());
    assert!(ids(&answer).len() > 10 && ids(&answer)[0] == "osm:node:0");
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-200i64..20_000).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop_oneof![Just("cafe"), Just("osm:node:1"), Just("daan"), Just("drawing:1")].prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let key = prop_oneof![
            Just("query"),
            Just("categories"),
            Just("near"),
            Just("radius_m"),
            Just("limit"),
            Just("lng"),
            Just("lat"),
            Just("place"),
            Just("feature_id"),
            Just("fit"),
            Just("center"),
            Just("zoom"),
            Just("bearing"),
            Just("id"),
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(key.prop_map(str::to_owned), inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_input_gets_an_answer_and_a_refused_one_changes_nothing(input in any_json(), index in 0usize..5) {
        let fixture = Fixture::new();
        let tool = super::catalog()[index].name;
        let answer = fixture.call(tool, input);
        prop_assert!(answer.is_object());
        if answer["isError"] == true {
            prop_assert!(answer["code"].is_string() && answer["error"].is_string());
            prop_assert_eq!(&fixture.call("get_map_state", json!({}))["state_version"], &json!(0));
        }
    }
}
