//! Walks and reachable areas of the tools over the committed graph of Malta.
#![allow(clippy::unwrap_used, reason = "what a test expects and does not find fails it")]

mod support;

use serde_json::{Value, json};

#[test]
fn a_walk_between_two_named_places_is_planned_without_anybody_being_asked() {
    let open = support::open("malta");
    let answer = open.call("plan_route", json!({ "from": "Valletta", "to": "Il-Furjana", "steps": true }));
    assert_eq!(answer["drawing_id"], "drawing:1", "{answer}");
    let (distance_m, duration_s) = (answer["distance_m"].as_f64().unwrap(), answer["duration_s"].as_f64().unwrap());
    assert!((700.0..2500.0).contains(&distance_m), "{answer}");
    assert!((duration_s / distance_m - 0.72).abs() < 0.05, "at 5 km/h: {answer}");
    assert_eq!(answer["attribution"], "© OpenStreetMap contributors");
    assert_eq!(answer["label"], "walk: Valletta → Il-Furjana");
    assert!(answer.get("uses_ferry").is_none() && answer.get("simplified").is_none());
    let steps = answer["steps"].as_array().unwrap();
    let listed: f64 = steps.iter().map(|step| step["distance_m"].as_f64().unwrap()).sum();
    let is_whole = answer.get("steps_total").is_none();
    assert!(!is_whole || (listed - distance_m).abs() <= steps.len() as f64, "{listed} of {distance_m}");
    assert_eq!(answer["state"]["drawings"]["items"][0]["kind"], "line");
}

#[test]
fn the_way_to_gozo_takes_the_ferry_and_says_so() {
    let open = support::open("malta");
    let answer = open.call("plan_route", json!({ "from": "Mellieħa", "to": "Victoria", "steps": true }));
    let answer = if answer["isError"] == true {
        // Names of towns differ between extracts; the places do not.
        let (from, to) = (json!({ "lng": 14.3625, "lat": 35.9564 }), json!({ "lng": 14.2397, "lat": 36.0444 }));
        open.call("plan_route", json!({ "from": from, "to": to, "steps": true }))
    } else {
        answer
    };
    assert_eq!(answer["uses_ferry"], true, "{answer}");
    let steps = answer["steps"].as_array().unwrap();
    let is_ferry = |step: &Value| step["text"].as_str().unwrap().contains("ferry");
    assert!(answer["steps_total"].is_number() || steps.iter().any(is_ferry), "{answer}");
    assert!(answer["duration_s"].as_f64().unwrap() > 3600.0);
    assert!(answer["points"].as_u64().unwrap() <= 500);
}

#[test]
fn where_no_way_leads_nothing_is_drawn() {
    let open = support::open("malta");
    let at_sea = json!({ "lng": 14.7, "lat": 35.7 });
    let answer = open.call("plan_route", json!({ "from": "Valletta", "to": at_sea }));
    assert_eq!(answer["code"], "route_unavailable", "{answer}");
    assert_eq!(open.call("get_map_state", json!({}))["drawings"]["count"], 0);
    let answer = open.call("draw_shape", json!({ "type": "reachable", "center": at_sea, "minutes": 10 }));
    assert_eq!(answer["code"], "route_unavailable", "{answer}");
}

#[test]
fn a_reachable_area_is_searched_measured_moved_and_undone() {
    let open = support::open("malta");
    let area = open.call(
        "draw_shape",
        json!({ "type": "reachable", "center": "Valletta", "minutes": 10, "label": "ten minutes" }),
    );
    assert_eq!(area["drawing_id"], "drawing:1", "{area}");
    let area_m2 = area["area_m2"].as_f64().unwrap();
    // A circle of ten minutes at 5 km/h has 2.18 km²; streets reach less than that.
    assert!((200_000.0..2_180_000.0).contains(&area_m2), "{area}");
    let found = open.call("find_features", json!({ "categories": ["museum"], "within": "drawing:1", "limit": 100 }));
    let total = found["total"].as_u64().unwrap();
    assert!(total > 3, "{found}");
    for feature in found["features"].as_array().unwrap() {
        let there = open.call("plan_route", json!({ "from": "Valletta", "to": feature["id"] }));
        let seconds = there["duration_s"].as_f64().unwrap();
        assert!(seconds <= 600.5, "{} is {seconds} s away", feature["name"]);
        open.call("undo", json!({}));
    }
    let measured = open.call("measure", json!({ "target": "drawing:1" }));
    assert_eq!(measured["area_m2"].as_f64(), Some(area_m2));
    let moved = open.call("update_mark", json!({ "id": "drawing:1", "center": "Il-Furjana" }));
    assert_ne!(moved["isError"], true, "{moved}");
    assert_ne!(open.call("measure", json!({ "target": "drawing:1" }))["area_m2"].as_f64(), Some(area_m2));
    open.call("undo", json!({}));
    assert_eq!(open.call("measure", json!({ "target": "drawing:1" }))["area_m2"].as_f64(), Some(area_m2));
}

#[test]
fn a_reachable_area_of_a_link_is_computed_again_before_it_is_searched() {
    let first = support::open("malta");
    first.0.set_page("https://map.example/");
    first.call("draw_shape", json!({ "type": "reachable", "center": "Valletta", "minutes": 7, "label": "seven" }));
    let before = first.call("measure", json!({ "target": "drawing:1" }));
    let link = first.call("get_share_link", json!({}));
    let url = link["url"].as_str().unwrap();
    let second = support::open("malta");
    second.call("get_map_state", json!({}));
    let glassmap::share::Opened::Map { map, .. } =
        glassmap::share::open(&format!("#{}", url.split_once('#').unwrap().1))
    else {
        panic!("{url} opens a map");
    };
    let edit = map.into_edit(second.0.session().ids());
    second.0.commit(edit, glassmap::domain::Origin::User, "open_link").unwrap();
    let after = second.call("measure", json!({ "target": "drawing:1" }));
    // The link keeps five decimals of the centre: a metre.
    let shares = ["area_m2", "perimeter_m"].map(|key| after[key].as_f64().unwrap() / before[key].as_f64().unwrap());
    assert!(shares.iter().all(|share| (share - 1.0).abs() < 0.003), "{after} {before}");
    let found = second.call("find_features", json!({ "categories": ["cafe"], "within": "drawing:1" }));
    assert!(found["total"].as_u64().unwrap() > 0, "{found}");
}
