//! Taking things off the map.

use super::super::fixture::Fixture;
use crate::domain::{Drawing, DrawingKind, Edit, Origin};
use crate::spatial::Position;
use serde_json::json;

#[test]
fn every_id_is_accounted_for_and_no_bad_one_stops_the_rest() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan", "label": "mine" }));
    fixture.call("annotate", json!({ "at": "daan", "note": "look" }));
    fixture.call("select_features", json!({ "ids": ["osm:node:1", "osm:node:2"] }));
    let kind = DrawingKind::circle(Position::new(121.5, 25.0), 100.0).expect("it is fine");
    fixture.by_hand(Edit::AddDrawing(Drawing::new(2, Origin::User, None, kind)));
    let ids = json!([
        "drawing:1",
        "drawing:1",
        "annotation:1",
        "osm:node:1",
        "drawing:2",
        "osm:way:10",
        "osm:node:20",
        "drawing:9",
        "osm:node:999",
        "drawing:x",
        "North Park",
    ]);
    let answer = fixture.call("remove_from_map", json!({ "ids": ids }));
    let removed = json!([
        { "id": "drawing:1", "kind": "drawing", "source": "agent", "label": "mine" },
        { "id": "annotation:1", "kind": "annotation", "source": "agent", "note": "look" },
        { "id": "osm:node:1", "kind": "selection", "source": "agent" },
    ]);
    assert_eq!(answer["removed"], removed);
    assert_eq!(answer["refused"], json!([{ "id": "drawing:2", "kind": "drawing", "source": "user" }]));
    assert_eq!(answer["not_selected"], json!(["osm:way:10", "osm:node:20"]));
    assert_eq!(answer["unknown_ids"], json!(["drawing:9", "osm:node:999"]));
    assert_eq!(answer["malformed_ids"], json!(["drawing:x", "North Park"]));
    assert!(answer["refused_reason"].is_string() && answer["malformed_error"].is_string());
    let state = &answer["state"];
    assert_eq!((&state["drawings"]["count"], &state["annotations"]["count"]), (&json!(1), &json!(0)));
    assert_eq!(state["selection"], json!({ "count": 1, "ids": ["osm:node:2"] }));
    let undone = fixture.call("undo", json!({}));
    assert_eq!(undone["undone"], json!({ "tool": "remove_from_map", "ids": ["drawing:1", "annotation:1"] }));
    assert_eq!(undone["state"]["selection"]["count"], 2);
    let next = fixture.call("draw_shape", json!({ "type": "circle", "center": "daan" }));
    assert_eq!(next["drawing_id"], "drawing:3", "no number is given twice");
}

#[test]
fn where_nothing_can_be_removed_nothing_changes() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let before = fixture.session();
    let answer = fixture.call("remove_from_map", json!({ "ids": ["osm:node:1"] }));
    assert_eq!((&answer["removed"], &answer["not_selected"]), (&json!([]), &json!(["osm:node:1"])));
    assert!(answer.get("refused").is_none() && answer.get("malformed_error").is_none());
    assert_eq!(fixture.session(), before);
    for (input, part) in [
        (json!({}), "remove_from_map needs ids"),
        (json!({ "ids": [] }), "1 to 100"),
        (json!({ "ids": vec!["drawing:1"; 101] }), "1 to 100"),
        (json!({ "ids": "drawing:1" }), "a list"),
        (json!({ "ids": [1] }), "ids[0]"),
    ] {
        let answer = fixture.call("remove_from_map", input);
        assert_eq!(answer["code"], "invalid_argument");
        assert!(answer["error"].as_str().expect("a sentence").contains(part), "{answer}");
    }
}

#[test]
fn an_answer_about_a_hundred_long_ids_is_still_small() {
    let ids: Vec<_> = (0..100).map(|index| format!("{index} {}", "長".repeat(190))).collect();
    let answer = Fixture::new().call("remove_from_map", json!({ "ids": ids }));
    assert!(answer.to_string().len() <= 16 * 1024, "{}", answer.to_string().len());
    assert_eq!(answer["truncated"], true);
}
