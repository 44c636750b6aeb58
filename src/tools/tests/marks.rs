//! Drawing, pinning, changing, listing and measuring.

use super::super::fixture::Fixture;
use crate::domain::{Drawing, DrawingKind, Edit, Note, Origin, Route};
use crate::spatial::Position;
use serde_json::{Value, json};

const CENTER: Position = Position::new(121.5, 25.0);

fn human_circle(number: u32) -> Edit {
    let kind = DrawingKind::circle(CENTER, 100.0).expect("it is fine");
    Edit::AddDrawing(Drawing::new(number, Origin::User, Some("mine".into()), kind))
}

fn refusals(fixture: &Fixture, cases: &[(&str, Value, &str, &str)]) {
    fixture.call("get_map_state", json!({}));
    let before = fixture.session();
    for (tool, input, code, part) in cases {
        let answer = fixture.call(tool, input.clone());
        let sentence = answer["error"].as_str().unwrap_or_default();
        assert_eq!(answer["code"], *code, "{tool} {input}: {answer}");
        assert!(sentence.contains(part), "{tool} {input}: {sentence}");
        assert_eq!(fixture.session(), before, "{tool} {input}");
    }
}

#[test]
fn each_kind_of_shape_is_drawn_with_its_size_and_shows_in_the_state() {
    let fixture = Fixture::new();
    let circle = fixture.call("draw_shape", json!({ "type": "circle", "center": "daan", "label": "walk" }));
    assert_eq!((&circle["drawing_id"], circle.get("length_m")), (&json!("drawing:1"), None));
    assert!((circle["area_m2"].as_f64().expect("a number") - 2_010_619.0).abs() < 10.0, "{circle}");
    let item = json!({
        "id": "drawing:1", "kind": "circle", "label": "walk", "source": "agent", "area_m2": circle["area_m2"],
    });
    assert_eq!(circle["state"]["drawings"], json!({ "count": 1, "items": [item] }));
    let square = json!([[121.5, 25.0], [121.51, 25.0], [121.51, 25.01], [121.5, 25.01], [121.5, 25.0]]);
    let polygon = fixture.call("draw_shape", json!({ "type": "polygon", "coordinates": square }));
    assert_eq!(polygon["drawing_id"], "drawing:2");
    let line = fixture.call("draw_shape", json!({ "type": "line", "coordinates": [[121.5, 25.0], [121.51, 25.0]] }));
    assert_eq!((&line["length_m"], line.get("area_m2")), (&json!(1010), None));
    let ids: Vec<_> = line["state"]["drawings"]["items"].as_array().expect("a list").iter().map(|i| &i["id"]).collect();
    assert_eq!(ids, ["drawing:3", "drawing:2", "drawing:1"], "the newest first");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_what_is_wrong() {
    let line = |points: Value| json!({ "type": "line", "coordinates": points });
    let area = |points: Value| json!({ "type": "polygon", "coordinates": points });
    let circle = |more: Value| {
        let mut input = json!({ "type": "circle" });
        input.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        input
    };
    let two = json!([[121.5, 25.0], [121.6, 25.0]]);
    let many: Vec<_> = (0..501).map(|index| json!([121.0 + f64::from(index) * 1e-3, 25.0])).collect();
    let bow_tie = json!([[121.0, 25.0], [121.2, 25.2], [121.2, 25.0], [121.0, 25.2]]);
    let wrong = "invalid_argument";
    refusals(
        &Fixture::new(),
        &[
            ("draw_shape", json!({}), wrong, "draw_shape needs type"),
            ("draw_shape", json!({ "type": "square", "center": "daan" }), wrong, "one of circle, polygon, line"),
            ("draw_shape", circle(json!({})), wrong, "A circle needs center"),
            ("draw_shape", circle(json!({ "center": "daan", "coordinates": two })), wrong, "coordinates belong"),
            ("draw_shape", circle(json!({ "center": "daan", "radius_m": 10001 })), wrong, "at most 10000"),
            ("draw_shape", circle(json!({ "center": "daan", "radius_m": 0 })), wrong, "above 0"),
            ("draw_shape", circle(json!({ "center": "nowhere at all" })), "unknown_place", "nowhere"),
            ("draw_shape", circle(json!({ "center": "twin garden" })), "ambiguous_place", "nothing was done"),
            ("draw_shape", circle(json!({ "center": "osm:node:99" })), "unknown_id", "osm:node:99"),
            ("draw_shape", circle(json!({ "center": { "lng": 25.0, "lat": 121.5 } })), wrong, "swapped"),
            (
                "draw_shape",
                circle(json!({ "center": "daan", "label": "x".repeat(81) })),
                wrong,
                "at most 80 characters",
            ),
            ("draw_shape", json!({ "type": "line" }), wrong, "needs coordinates"),
            ("draw_shape", json!({ "type": "line", "center": "daan", "coordinates": two }), wrong, "center belongs"),
            ("draw_shape", json!({ "type": "polygon", "radius_m": 5, "coordinates": two }), wrong, "radius_m belongs"),
            ("draw_shape", line(json!([[121.5, 25.0]])), wrong, "2 to 500"),
            ("draw_shape", line(json!(many)), wrong, "2 to 500"),
            ("draw_shape", line(json!([[121.5, 25.0, 3.0], [121.5, 25.0]])), wrong, "coordinates[0]"),
            ("draw_shape", line(json!([[121.5, 25.0], [25.0, 121.5]])), wrong, "coordinates[1] looks swapped"),
            (
                "draw_shape",
                line(json!([[121.5, 25.0], [200.0, 200.0]])),
                wrong,
                "coordinates[1] has lng 200 and lat 200",
            ),
            ("draw_shape", area(json!([[121.5, 25.0], [121.6, 25.0], [121.5, 25.0]])), wrong, "3 distinct points"),
            ("draw_shape", area(bow_tie), wrong, "[121.1, 25.1]"),
            ("annotate", json!({ "note": "x" }), wrong, "annotate needs at"),
            ("annotate", json!({ "at": "daan" }), wrong, "annotate needs note"),
            ("annotate", json!({ "at": "daan", "note": "" }), wrong, "1 to 500"),
            ("annotate", json!({ "at": "daan", "note": "  " }), wrong, "nothing but space"),
            ("annotate", json!({ "at": "daan", "note": "é".repeat(501) }), wrong, "1 to 500"),
            ("annotate", json!({ "at": "daan", "note": "x", "icon": "y".repeat(25) }), wrong, "at most 24"),
            ("annotate", json!({ "at": "twin garden", "note": "x" }), "ambiguous_place", "candidates"),
        ],
    );
}

#[test]
fn a_note_is_pinned_and_cut_in_the_state_but_whole_in_its_details() {
    let fixture = Fixture::new();
    let text = "長".repeat(100);
    let answer = fixture.call("annotate", json!({ "at": "osm:node:20", "note": text, "icon": "☕" }));
    assert_eq!(answer["annotation_id"], "annotation:1");
    let item = json!({ "id": "annotation:1", "note": "長".repeat(80), "source": "agent" });
    assert_eq!(answer["state"]["annotations"], json!({ "count": 1, "items": [item] }));
    let whole = json!({
        "id": "annotation:1", "kind": "annotation", "note": text, "icon": "☕", "source": "agent",
        "coordinate": { "lng": 121.501, "lat": 25.0 },
    });
    assert_eq!(fixture.call("get_place_details", json!({ "id": "annotation:1" })), whole);
    assert_eq!(fixture.call("measure", json!({ "target": "annotation:1" }))["code"], "not_measurable");
}

#[test]
fn a_drawings_details_are_all_but_its_geometry() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": { "lng": 121.5, "lat": 25 }, "radius_m": 300 }));
    let circle = fixture.call("get_place_details", json!({ "id": "drawing:1" }));
    assert_eq!((&circle["radius_m"], &circle["center"]), (&json!(300.0), &json!({ "lng": 121.5, "lat": 25.0 })));
    assert_eq!((&circle["area_m2"], &circle["perimeter_m"]), (&json!(282_743), &json!(1885)));
    let points = vec![CENTER, Position::new(121.51, 25.0)];
    let route = Route { distance_m: 1234.4, duration_s: 900.2, attribution: Some("© them".into()) };
    let kind = DrawingKind::line(points, Some(route)).expect("it is fine");
    fixture.by_hand(Edit::AddDrawing(Drawing::new(2, Origin::User, None, kind)));
    let walk = fixture.call("get_place_details", json!({ "id": "drawing:2" }));
    let wanted = json!({
        "id": "drawing:2", "kind": "line", "source": "user", "length_m": 1010, "points": 2, "distance_m": 1234,
        "duration_s": 900, "attribution": "© them",
    });
    assert_eq!(walk, wanted);
    assert_eq!(fixture.call("get_place_details", json!({ "id": "drawing:9" }))["code"], "unknown_id");
}

#[test]
fn measuring_gives_whole_metres_and_a_point_has_none() {
    let fixture = Fixture::new();
    let park = fixture.call("measure", json!({ "target": "osm:way:10" }));
    assert!(park["area_m2"].is_i64() && park["perimeter_m"].is_i64() && park.get("length_m").is_none(), "{park}");
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan" }));
    let circle = fixture.call("measure", json!({ "target": "drawing:1" }));
    assert_eq!((&circle["area_m2"], &circle["perimeter_m"]), (&json!(2_010_619), &json!(5027)));
    let reachable = DrawingKind::reachable(CENTER, 5).expect("it is fine");
    fixture.by_hand(Edit::AddDrawing(Drawing::new(2, Origin::User, None, reachable)));
    refusals(
        &fixture,
        &[
            ("measure", json!({ "target": "osm:node:1" }), "not_measurable", "no length or area"),
            ("measure", json!({ "target": "drawing:2" }), "route_unavailable", "no walking data"),
            ("measure", json!({ "target": "drawing:7" }), "unknown_id", "list_marks"),
            ("measure", json!({ "target": "osm:node:999" }), "unknown_id", "osm:node:999"),
            ("measure", json!({ "target": "North Park" }), "invalid_argument", "find_features"),
            ("measure", json!({}), "invalid_argument", "measure needs target"),
        ],
    );
}

#[test]
fn fit_frames_a_drawing_and_goes_to_a_note() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": { "lng": 121.6, "lat": 25.05 }, "radius_m": 5000 }));
    let bounds = fixture.call("set_map_view", json!({ "fit": "drawing:1" }))["bounds"].clone();
    let edge = |name: &str| bounds[name].as_f64().expect("a number");
    assert!(edge("west") < 121.551 && edge("east") > 121.649 && edge("south") < 25.006 && edge("north") > 25.094);
    fixture.call("annotate", json!({ "at": { "lng": 121.4, "lat": 25.0 }, "note": "here" }));
    let state = fixture.call("set_map_view", json!({ "fit": "annotation:1" }));
    assert_eq!((&state["center"], &state["zoom"]), (&json!({ "lng": 121.4, "lat": 25.0 }), &json!(15.0)));
    assert_eq!(fixture.call("set_map_view", json!({ "fit": "drawing:5" }))["code"], "unknown_id");
}

#[test]
fn a_mark_is_changed_and_keeps_its_id_and_what_was_not_named() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan", "radius_m": 100, "label": "old" }));
    let wider = fixture.call("update_mark", json!({ "id": "drawing:1", "radius_m": 300 }));
    assert_eq!((&wider["drawing_id"], &wider["area_m2"]), (&json!("drawing:1"), &json!(282_743)));
    assert_eq!(wider["state"]["drawings"]["items"][0]["label"], "old");
    fixture.call("update_mark", json!({ "id": "drawing:1", "center": "osm:node:20", "label": "" }));
    let circle = fixture.call("get_place_details", json!({ "id": "drawing:1" }));
    assert_eq!((circle.get("label"), &circle["center"]), (None, &json!({ "lng": 121.501, "lat": 25.0 })));
    fixture.call("draw_shape", json!({ "type": "line", "coordinates": [[121.5, 25.0], [121.51, 25.0]] }));
    let longer = json!({ "id": "drawing:2", "coordinates": [[121.5, 25.0], [121.52, 25.0]] });
    assert_eq!(fixture.call("update_mark", longer)["length_m"], 2019);
    fixture.call("annotate", json!({ "at": "daan", "note": "old", "icon": "x" }));
    let note = json!({ "id": "annotation:1", "note": "new", "icon": "", "center": "osm:node:20" });
    assert_eq!(fixture.call("update_mark", note)["annotation_id"], "annotation:1");
    let note = fixture.call("get_place_details", json!({ "id": "annotation:1" }));
    assert_eq!((&note["note"], note.get("icon")), (&json!("new"), None));
    assert_eq!(note["coordinate"], json!({ "lng": 121.501, "lat": 25.0 }));
    let points = json!([[121.5, 25.0], [121.51, 25.0]]);
    let wrong = "invalid_argument";
    refusals(
        &fixture,
        &[
            ("update_mark", json!({ "id": "drawing:1" }), wrong, "label, center, radius_m"),
            ("update_mark", json!({ "id": "drawing:1", "note": "x" }), wrong, "note cannot be changed"),
            ("update_mark", json!({ "id": "drawing:1", "coordinates": points }), wrong, "is a circle"),
            ("update_mark", json!({ "id": "drawing:2", "radius_m": 5 }), wrong, "is a line"),
            ("update_mark", json!({ "id": "annotation:1", "label": "x" }), wrong, "is a note"),
            ("update_mark", json!({ "id": "annotation:1", "note": " " }), wrong, "nothing but space"),
            ("update_mark", json!({ "id": "drawing:8", "label": "x" }), "unknown_id", "drawing:8"),
            ("update_mark", json!({ "id": "osm:node:1", "label": "x" }), wrong, "drawing:<n> or annotation:<n>"),
            ("update_mark", json!({ "id": "drawing:1", "center": { "lng": 500, "lat": 500 } }), wrong, "-180 to 180"),
            ("update_mark", json!({ "id": "drawing:1", "center": { "lng": 25, "lat": 121.5 } }), wrong, "swapped"),
            ("update_mark", json!({ "label": "x" }), wrong, "update_mark needs id"),
        ],
    );
}

#[test]
fn the_humans_mark_is_not_changed_but_handed_back() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    fixture.by_hand(human_circle(1));
    let before = fixture.session();
    let answer = fixture.call("update_mark", json!({ "id": "drawing:1", "label": "yours" }));
    assert_eq!(answer["refused"], json!([{ "id": "drawing:1", "kind": "drawing", "source": "user" }]));
    assert!(answer["refused_reason"].is_string() && answer.get("drawing_id").is_none());
    assert_eq!(fixture.session(), before);
}

#[test]
fn marks_are_listed_in_pages_and_the_state_shows_the_ten_newest() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    for number in 1..=12 {
        fixture.by_hand(human_circle(number));
    }
    fixture.by_hand(Edit::AddNote(Note::new(1, Origin::User, CENTER, "hello".into(), None)));
    let all = fixture.call("list_marks", json!({}));
    assert_eq!((&all["total"], &all["returned"]), (&json!(13), &json!(13)));
    let page = fixture.call("list_marks", json!({ "offset": 11, "limit": 2 }));
    let ids: Vec<_> = page["marks"].as_array().expect("a list").iter().map(|mark| mark["id"].clone()).collect();
    assert_eq!(ids, ["drawing:12", "annotation:1"]);
    assert_eq!((&page["total"], &page["marks"][1]["kind"]), (&json!(13), &json!("annotation")));
    assert_eq!(fixture.call("list_marks", json!({ "offset": 13 }))["marks"], json!([]));
    let drawings = fixture.call("get_map_state", json!({}))["drawings"].clone();
    assert_eq!((&drawings["count"], &drawings["items"][0]["id"]), (&json!(12), &json!("drawing:12")));
    assert_eq!(drawings["items"].as_array().map(Vec::len), Some(10));
    let wrong = "invalid_argument";
    refusals(
        &fixture,
        &[
            ("list_marks", json!({ "limit": 101 }), wrong, "1 to 100"),
            ("list_marks", json!({ "offset": -1 }), wrong, "offset"),
        ],
    );
}

#[test]
fn a_mark_named_where_a_place_is_wanted_is_said_to_be_a_mark() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": "Daan" }));
    for (tool, input) in [
        ("find_features", json!({ "near": "drawing:1" })),
        ("annotate", json!({ "at": "drawing:1", "note": "x" })),
        ("set_map_view", json!({ "feature_id": "drawing:1" })),
    ] {
        let answer = fixture.call(tool, input);
        let sentence = answer["error"].as_str().unwrap_or_default();
        assert!(sentence.contains("drawing:1 is a mark") && sentence.contains("fit"), "{tool}: {answer}");
    }
    assert_eq!(fixture.call("find_features", json!({ "near": "drawing:9" }))["code"], "unknown_id");
}

#[test]
fn an_empty_or_endless_id_does_not_keep_the_others_from_being_removed() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": "Daan" }));
    let answer = fixture.call("remove_from_map", json!({ "ids": ["drawing:1", "", "x".repeat(300)] }));
    assert_eq!(answer["removed"][0]["id"], "drawing:1");
    assert_eq!(answer["malformed_ids"].as_array().map(Vec::len), Some(2), "{answer}");
}
