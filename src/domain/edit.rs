use super::{Drawing, Layer, MarkId, Note, Selection};
use crate::spatial::Camera;
use thiserror::Error;

/// A change of what both hands share, planned before it is made. Applied, each gives the edit that takes it back.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The camera goes there.
    MoveCamera(Camera),
    /// This is the selection now.
    Select(Selection),
    /// A new drawing.
    AddDrawing(Drawing),
    /// A new note.
    AddNote(Note),
    /// The drawing of the same id becomes this one.
    UpdateDrawing(Drawing),
    /// The note of the same id becomes this one.
    UpdateNote(Note),
    /// These marks go.
    Remove(Vec<MarkId>),
    /// A layer of one's own comes onto the map.
    AddLayer(Layer),
    /// The layer of that number goes.
    RemoveLayer(u32),
    /// All of these in order, or none of them.
    Batch(Vec<Edit>),
}

/// Why an edit cannot be made.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum EditError {
    /// A new mark has the id of one that is there.
    #[error("{id} is there already")]
    IdTaken {
        /// The id.
        id: MarkId,
    },
    /// There are as many layers on the map as there may be, or this one is there already.
    #[error("there is no room for layer {number}")]
    LayersFull {
        /// The layer's number.
        number: u32,
    },
    /// A layer to remove is not there.
    #[error("there is no layer {number}")]
    UnknownLayer {
        /// The layer's number.
        number: u32,
    },
    /// A mark to change or remove is not there.
    #[error("there is no {id}")]
    UnknownMark {
        /// The id.
        id: MarkId,
    },
}

/// What an edit touches. Edits that touch nothing in common can be taken back in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The camera.
    Camera,
    /// The selection.
    Selection,
    /// One mark.
    Mark(MarkId),
    /// One layer, by its number.
    Layer(u32),
}

impl Edit {
    /// What it touches, each once, in the order first touched.
    pub fn targets(&self) -> Vec<Target> {
        let mut targets = Vec::new();
        self.collect(&mut targets);
        targets
    }

    fn collect(&self, targets: &mut Vec<Target>) {
        let mut touch = |target| {
            if !targets.contains(&target) {
                targets.push(target);
            }
        };
        match self {
            Self::MoveCamera(_) => touch(Target::Camera),
            Self::Select(_) => touch(Target::Selection),
            Self::AddDrawing(drawing) | Self::UpdateDrawing(drawing) => touch(Target::Mark(drawing.id())),
            Self::AddNote(note) | Self::UpdateNote(note) => touch(Target::Mark(note.id())),
            Self::Remove(ids) => ids.iter().for_each(|id| touch(Target::Mark(*id))),
            Self::AddLayer(layer) => touch(Target::Layer(layer.number)),
            Self::RemoveLayer(number) => touch(Target::Layer(*number)),
            Self::Batch(edits) => edits.iter().for_each(|edit| edit.collect(targets)),
        }
    }
}
