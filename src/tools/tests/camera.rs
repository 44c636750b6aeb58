//! The camera and what it shows.

use super::super::fixture::{Fixture, ids};
use serde_json::{Value, json};

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
