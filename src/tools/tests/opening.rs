//! Who is open, and how many may be.

use super::super::fixture::{Fixture, ids};
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::spatial::Position;
use glassmap_hours::{LocalTime, Opening, State, Why};
use serde_json::{Value, json};

fn place(index: usize, category: Category, hours: Option<&str>) -> FeatureRecord {
    FeatureRecord {
        id: format!("osm:node:{index}"),
        name: Some(format!("Place {index}")),
        position: Some(Position::new(121.5, 25.0 + index as f64 * 1e-4)),
        categories: CategorySet::NONE.with(category),
        tags: hours.map(|hours| ("opening_hours".to_owned(), hours.to_owned())).into_iter().collect(),
        ..FeatureRecord::default()
    }
}

fn time(text: &str) -> LocalTime {
    text.parse().expect("it is a time")
}

/// Northwards from the centre: open, closed, open with a remark, by appointment, unreadable, nothing recorded, a shop.
fn street() -> Fixture {
    use Category::{Cafe, Supermarket};
    let records = vec![
        place(1, Cafe, Some("till six")),
        place(2, Cafe, Some("closed now")),
        place(3, Cafe, Some("always")),
        place(4, Cafe, Some("by appointment")),
        place(5, Cafe, Some("???")),
        place(6, Cafe, None),
        place(7, Supermarket, Some("till six")),
    ];
    let fixture = Fixture::of(records, true);
    let answer = |state, next_change: Option<&str>, comment: Option<&str>| Opening {
        state,
        next_change: next_change.map(time),
        comment: comment.map(str::to_owned),
    };
    fixture.hours.set("till six", answer(State::Open, Some("2026-12-01T18:00"), None));
    fixture.hours.set("closed now", answer(State::Closed, Some("2026-12-02T08:00"), None));
    fixture.hours.set("always", answer(State::Open, None, Some("ring twice")));
    fixture.hours.set("by appointment", answer(State::Unknown(Why::Said), None, Some("by appointment")));
    fixture
}

#[test]
fn a_search_keeps_what_is_open_and_counts_what_may_be() {
    let fixture = street();
    let answer = fixture.call("find_features", json!({ "categories": ["cafe"], "open_at": "now" }));
    assert_eq!(ids(&answer), ["osm:node:1", "osm:node:3"]);
    assert_eq!((&answer["total"], &answer["returned"]), (&json!(2), &json!(2)));
    assert_eq!(answer["open_at"], "2026-12-01T12:00");
    assert_eq!(answer["hours_unknown"], 3);
    assert_eq!(answer["recorded"], json!({ "opening_hours": "5 of 6" }));
    assert_eq!(answer["features"][0]["opening"], json!({ "state": "open", "next_change": "2026-12-01T18:00" }));
    assert_eq!(answer["features"][1]["opening"], json!({ "state": "open", "comment": "ring twice" }));
    let asked = fixture.hours.asked();
    assert_eq!(asked.len(), 1, "one question for all");
    assert_eq!((asked[0].moment.offset_minutes, asked[0].places.len()), (480, 5));
    assert_eq!(asked[0].places[0].lat, 25.0001);
}

#[test]
fn a_time_is_the_citys_own_and_takes_two_spellings() {
    for text in ["2026-12-05T20:30", " 2026-12-05 20:30 "] {
        let fixture = street();
        let answer = fixture.call("find_features", json!({ "categories": ["supermarket"], "open_at": text }));
        assert_eq!(answer["open_at"], "2026-12-05T20:30");
        assert_eq!(answer["recorded"], json!({ "opening_hours": "1 of 1" }));
        assert!(answer.get("hours_unknown").is_none());
        assert_eq!(fixture.hours.asked()[0].moment.at, time("2026-12-05T20:30"));
    }
}

#[test]
fn every_searching_tool_takes_it() {
    let fixture = street();
    let filter = json!({ "categories": ["cafe"], "open_at": "now" });
    let told = |answer: &Value| {
        assert_eq!(answer["open_at"], "2026-12-01T12:00", "{answer}");
        assert_eq!(answer["hours_unknown"], 3);
        assert_eq!(answer["recorded"]["opening_hours"], "5 of 6");
    };
    let listed = fixture.call("list_features_in_view", filter.clone());
    told(&listed);
    assert_eq!(ids(&listed), ["osm:node:1", "osm:node:3"]);
    assert_eq!(listed["features"][0]["opening"]["state"], "open");
    let selected = fixture.call("select_features", filter.clone());
    told(&selected);
    assert_eq!(selected["state"]["selection"]["ids"], json!(["osm:node:1", "osm:node:3"]));
    let mut grouped = filter;
    grouped["group_by"] = json!("cuisine");
    let summed = fixture.call("summarize_features", grouped);
    told(&summed);
    assert_eq!(summed["recorded"], json!({ "cuisine": "0 of 2", "opening_hours": "5 of 6" }));
    let said = "2 places match and are open at 2026-12-01T12:00; of 3 more that match nobody knows whether they are \
                open; 2 have no cuisine recorded.";
    assert_eq!(summed["summary"], said);
}

#[test]
fn what_is_out_of_view_is_no_candidate() {
    let fixture = street();
    let near = json!({ "lng": 121.5, "lat": 25.00035 });
    let north = json!({ "categories": ["cafe"], "near": near, "heading_deg": 0, "fov_deg": 90, "open_at": "now" });
    let answer = fixture.call("find_features", north);
    assert_eq!((&answer["total"], &answer["out_of_view"], &answer["hours_unknown"]), (&json!(0), &json!(2), &json!(3)));
    assert_eq!(answer["recorded"], json!({ "opening_hours": "2 of 3" }));
}

#[test]
fn details_say_whether_it_is_open_beside_the_tag() {
    let fixture = street();
    let details = |id: u32, input: Value| {
        let mut call = json!({ "id": format!("osm:node:{id}") });
        call.as_object_mut().expect("it is one").extend(input.as_object().cloned().unwrap_or_default());
        fixture.call("get_place_details", call)
    };
    let open = json!({ "state": "open", "at": "2026-12-01T12:00", "next_change": "2026-12-01T18:00" });
    assert_eq!(details(1, json!({}))["opening"], open);
    assert_eq!(details(1, json!({}))["opening_hours"], "till six");
    let later = details(2, json!({ "open_at": "2026-12-01T19:00" }));
    let closed = json!({ "state": "closed", "at": "2026-12-01T19:00", "next_change": "2026-12-02T08:00" });
    assert_eq!(later["opening"], closed);
    let unknown = &details(4, json!({}))["opening"];
    assert_eq!((&unknown["state"], &unknown["comment"]), (&json!("unknown"), &json!("by appointment")));
    let unreadable = &details(5, json!({}))["opening"];
    assert_eq!(unreadable["state"], "unknown");
    assert_eq!(unreadable["reason"], "opening_hours is not written by its rules");
    assert!(details(6, json!({ "open_at": "now" })).get("opening").is_none(), "nothing is recorded");
}

#[test]
fn what_is_no_time_is_refused_in_one_sentence() {
    let fixture = street();
    for odd in ["", "tonight", "20:30", "2026-12-05", "2026-02-30T10:00", "2026-12-05T20:30Z"] {
        for tool in ["find_features", "list_features_in_view", "select_features", "summarize_features"] {
            let answer = fixture.call(tool, json!({ "open_at": odd }));
            assert_eq!(answer["code"], "invalid_argument", "{tool} {odd:?}: {answer}");
        }
    }
    let answer = fixture.call("get_place_details", json!({ "id": "osm:node:1", "open_at": "soon" }));
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("YYYY-MM-DDTHH:MM")), "{answer}");
    fixture.call("annotate", json!({ "at": { "lng": 121.5, "lat": 25.0 }, "note": "here" }));
    let answer = fixture.call("get_place_details", json!({ "id": "annotation:1", "open_at": "now" }));
    assert_eq!(answer["code"], "invalid_argument");
}

#[test]
fn a_city_without_a_time_zone_says_so() {
    let fixture = Fixture::two_cities();
    fixture.call("set_city", json!({ "city": "otherton" }));
    let answer = fixture.call("find_features", json!({ "open_at": "now" }));
    assert_eq!(answer["code"], "invalid_argument");
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("no time zone")), "{answer}");
    let details = |input: Value| fixture.call("get_place_details", input);
    assert_eq!(details(json!({ "id": "osm:way:90" }))["name"], "Far Park");
    assert_eq!(details(json!({ "id": "osm:way:90", "open_at": "now" }))["code"], "invalid_argument");
}

#[test]
fn without_what_reads_the_tags_a_search_fails_and_details_are_unknown() {
    let fixture = street();
    fixture.hours.set_gone(true);
    let filter = json!({ "categories": ["cafe"], "open_at": "now" });
    let answer = fixture.call("find_features", filter.clone());
    assert_eq!(answer["code"], "map_data_not_ready");
    let opening = &fixture.call("get_place_details", json!({ "id": "osm:node:1" }))["opening"];
    assert_eq!((&opening["state"], &opening["at"]), (&json!("unknown"), &json!("2026-12-01T12:00")));
    assert!(opening["reason"].as_str().is_some_and(|reason| reason.contains("could not be loaded")), "{opening}");
    fixture.hours.set_gone(false);
    assert_eq!(fixture.call("find_features", filter)["total"], 2);
}
