//! Searching, names and ids.

use super::super::fixture::{Fixture, ids};
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::spatial::Position;
use serde_json::json;

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
fn a_whole_number_with_a_fraction_of_zero_is_a_whole_number() {
    let answer = Fixture::new().call("find_features", json!({ "limit": 2.0 }));
    assert_eq!(answer["returned"], 2);
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
