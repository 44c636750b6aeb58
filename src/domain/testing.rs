//! Sessions and edits to test with.

use super::{Drawing, DrawingKind, Edit, Layer, MarkId, Note, Origin, Selection, State};
use crate::spatial::{Camera, Position};
use proptest::prelude::*;

pub fn circle(number: u32, radius_m: f64) -> Drawing {
    let kind = DrawingKind::circle(Position::new(14.5, 35.9), radius_m).expect("it is fine");
    Drawing::new(number, Origin::Agent, None, kind)
}

pub fn note(number: u32, text: &str) -> Note {
    Note::new(number, Origin::User, Position::new(14.5, 35.9), text.into(), None)
}

pub fn layer(number: u32) -> Layer {
    Layer { number, name: format!("layer:l{number}"), title: format!("L{number}.csv"), places: 1 }
}

/// Two drawings, a note, one selected feature.
pub fn state() -> State {
    let mut state = State::new(Camera::above(Position::new(14.5, 35.9), 12.0));
    state.drawings = vec![circle(2, 100.0), circle(5, 200.0)];
    state.notes = vec![note(3, "here")];
    state.selection = Selection::replaced(["osm:node:1".into()], Origin::User);
    state
}

fn id() -> impl Strategy<Value = MarkId> {
    prop_oneof![(1..7u32).prop_map(MarkId::Drawing), (1..7u32).prop_map(MarkId::Annotation)]
}

fn edit() -> impl Strategy<Value = Edit> {
    let camera = (-200.0..200.0, -90.0..90.0, 0.0..25.0, -400.0..400.0).prop_map(|(lng, lat, zoom, bearing)| {
        Edit::MoveCamera(Camera { bearing, ..Camera::above(Position::new(lng, lat), zoom) })
    });
    let ids = prop::collection::vec("[a-d]", 0..4);
    let select = ids.prop_map(|ids| Edit::Select(Selection::replaced(ids, Origin::Agent)));
    let leaf = prop_oneof![
        camera,
        select,
        (1..7u32, 1.0..999.0).prop_map(|(number, radius)| Edit::AddDrawing(circle(number, radius))),
        (1..7u32, "[a-z]{1,4}").prop_map(|(number, text)| Edit::AddNote(note(number, &text))),
        (1..7u32, 1.0..999.0).prop_map(|(number, radius)| Edit::UpdateDrawing(circle(number, radius))),
        (1..7u32, "[a-z]{1,4}").prop_map(|(number, text)| Edit::UpdateNote(note(number, &text))),
        prop::collection::vec(id(), 0..4).prop_map(Edit::Remove),
        (1..12u32).prop_map(|number| Edit::AddLayer(layer(number))),
        (1..12u32).prop_map(Edit::RemoveLayer),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Edit::Batch))
}

/// Edits of every kind, many of which fail.
pub fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec(edit(), 1..12)
}
