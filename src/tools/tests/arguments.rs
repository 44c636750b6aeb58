//! Wrong arguments.

use super::super::fixture::Fixture;
use serde_json::json;

#[test]
fn each_wrong_argument_is_one_sentence_with_name_value_and_what_is_accepted() {
    let fixture = Fixture::new();
    for (tool, input, parts) in [
        (
            "find_features",
            json!({ "place": 1 }),
            vec!["place", "near, radius_m, within, area, open_at, limit, heading_deg"],
        ),
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
