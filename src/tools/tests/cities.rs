//! Several cities.

use super::super::call;
use super::super::fixture::Fixture;
use futures_util::FutureExt;
use serde_json::json;

#[test]
fn another_city_opens_at_its_view_and_the_marks_stay() {
    let fixture = Fixture::two_cities();
    let state = fixture.call("get_map_state", json!({}));
    assert_eq!(state["cities"], json!(["testville", "otherton"]));
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan" }));
    fixture.call("select_features", json!({ "ids": ["osm:node:1"] }));
    let opened = std::rc::Rc::new(std::cell::Cell::new(0));
    let count = std::rc::Rc::clone(&opened);
    fixture.context.on_city(move || count.set(count.get() + 1));
    let answer = fixture.call("set_city", json!({ "city": "otherton" }));
    let state = &answer["state"];
    assert_eq!((&state["city"]["id"], &state["center"]["lat"]), (&json!("otherton"), &json!(26.0)));
    assert_eq!((&state["drawings"]["count"], &state["selection"]["count"]), (&json!(1), &json!(0)));
    assert_eq!(state["features_loaded"], 1);
    assert_eq!(fixture.call("find_features", json!({ "query": "far" }))["total"], 1);
    assert_eq!(fixture.call("find_features", json!({ "near": "osm:node:1" }))["code"], "unknown_id");
    let back = fixture.call("undo", json!({}));
    assert_eq!((&back["undone"]["tool"], &back["state"]["city"]["id"]), (&json!("set_city"), &json!("testville")));
    assert_eq!(back["state"]["selection"]["count"], 1);
    assert_eq!(fixture.call("redo", json!({}))["state"]["city"]["id"], "otherton");
    assert_eq!(opened.get(), 3);
}

#[test]
fn an_unknown_city_is_refused_with_those_there_are_and_one_that_does_not_load_changes_nothing() {
    let fixture = Fixture::two_cities();
    fixture.call("get_map_state", json!({}));
    let before = fixture.session();
    let answer = fixture.call("set_city", json!({ "city": "atlantis" }));
    assert_eq!(answer["code"], "invalid_argument");
    assert!(answer["error"].as_str().expect("a sentence").contains("testville, otherton"), "{answer}");
    fixture.fetch.hang("otherton/base.glm");
    assert_eq!(fixture.call_after("set_city", json!({ "city": "otherton" }), 3)["code"], "map_data_not_ready");
    assert_eq!(fixture.session(), before);
    assert_eq!(fixture.call("get_map_state", json!({}))["city"]["id"], "testville");
}

#[test]
fn a_call_ends_in_the_city_it_began_in() {
    let fixture = Fixture::two_cities();
    fixture.call("get_map_state", json!({}));
    fixture.call("set_city", json!({ "city": "otherton" }));
    fixture.call("set_city", json!({ "city": "testville" }));
    fixture.fetch.hang("testville/cafe.glm");
    let near = json!({ "near": "osm:node:2", "categories": ["cafe"] });
    let mut slow = Box::pin(call(&fixture.context, "find_features", near));
    assert!(slow.as_mut().now_or_never().is_none());
    fixture.call("set_city", json!({ "city": "otherton" }));
    fixture.clock.advance(std::time::Duration::from_secs(8));
    assert_eq!(slow.now_or_never().expect("it was given up")["code"], "category_unavailable");
}

#[test]
fn with_one_city_nothing_is_said_of_others() {
    let fixture = Fixture::new();
    assert!(fixture.call("get_map_state", json!({})).get("cities").is_none());
    let answer = fixture.call("set_city", json!({ "city": "testville" }));
    assert!(answer["error"].as_str().expect("a sentence").contains("no tool"), "{answer}");
}
