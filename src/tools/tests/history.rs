//! Taking back and making again.

use super::super::fixture::Fixture;
use crate::domain::{Edit, MarkId};
use crate::spatial::{Camera, Position};
use serde_json::json;

#[test]
fn the_agents_last_change_is_taken_back_and_made_again() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan" }));
    let undone = fixture.call("undo", json!({}));
    assert_eq!(undone["undone"], json!({ "tool": "draw_shape", "ids": ["drawing:1"] }));
    assert_eq!(undone["state"]["drawings"]["count"], 0);
    let redone = fixture.call("redo", json!({}));
    assert_eq!(redone["redone"], json!({ "tool": "draw_shape", "ids": ["drawing:1"] }));
    assert_eq!((&redone["state"]["drawings"]["count"], &redone["state"]["state_version"]), (&json!(1), &json!(3)));
    let again = fixture.call("redo", json!({}));
    assert_eq!(again["code"], "invalid_argument");
    fixture.call("undo", json!({}));
    assert_eq!(fixture.call("undo", json!({}))["code"], "invalid_argument");
}

#[test]
fn what_the_human_has_since_touched_stays() {
    let fixture = Fixture::new();
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan" }));
    let circle = fixture.context.session().drawing(MarkId::Drawing(1)).cloned().expect("it was drawn");
    fixture.by_hand(Edit::UpdateDrawing(circle.with_label(Some("mine now".into()))));
    let before = fixture.session();
    let answer = fixture.call("undo", json!({}));
    assert_eq!(answer["code"], "changed_since");
    assert_eq!(answer["changed"], json!({ "tool": "draw_shape", "ids": ["drawing:1"] }));
    assert_eq!(fixture.session(), before);
}

#[test]
fn a_move_of_the_camera_and_a_selection_count_and_the_humans_own_do_not() {
    let fixture = Fixture::new();
    fixture.call("set_map_view", json!({ "zoom": 9 }));
    fixture.call("select_features", json!({ "ids": ["osm:node:1"] }));
    fixture.by_hand(Edit::MoveCamera(Camera::above(Position::new(121.6, 25.0), 12.0)));
    assert_eq!(fixture.call("undo", json!({}))["undone"], json!({ "tool": "select_features", "ids": [] }));
    assert_eq!(fixture.call("undo", json!({}))["code"], "changed_since", "the human has moved the map since");
}
