//! What loads, and the state that tells of it.

use super::super::call;
use super::super::fixture::Fixture;
use crate::domain::{Edit, Origin};
use crate::ports::FetchError;
use crate::spatial::{Camera, Position};
use futures_util::FutureExt;
use futures_util::future::join;
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
