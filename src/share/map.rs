use crate::domain::{Drawing, DrawingKind, Edit, MarkIds, Note, Origin, Selection, Session};
use crate::spatial::{Camera, Position};

/// A drawing in a link, without an id.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedDrawing {
    /// Who drew it.
    pub origin: Origin,
    /// Its label.
    pub label: Option<String>,
    /// What is drawn; links keep no route and no computed shape.
    pub kind: DrawingKind,
}

/// A note in a link, without an id.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedNote {
    /// Who wrote it.
    pub origin: Origin,
    /// Where it is pinned.
    pub position: Position,
    /// What it says.
    pub note: String,
    /// What its pin shows.
    pub icon: Option<String>,
}

/// All that a link holds.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedMap {
    /// Where the map looks from.
    pub camera: Camera,
    /// The selected features and who selected each.
    pub selection: Selection,
    /// The drawings, oldest first.
    pub drawings: Vec<SharedDrawing>,
    /// The notes, oldest first.
    pub notes: Vec<SharedNote>,
    /// Names of the on-demand categories that were loaded; a name may be unknown here.
    pub categories: Vec<String>,
    /// The city's id, when the centre alone does not tell it.
    pub city: Option<String>,
}

impl SharedMap {
    /// What a link of this session holds; drawings and notes keep their indices.
    pub fn of(session: &Session, categories: Vec<String>, city: Option<String>) -> Self {
        let drawing = |drawing: &Drawing| SharedDrawing {
            origin: drawing.origin(),
            label: drawing.label().map(str::to_owned),
            kind: drawing.kind().clone(),
        };
        let note = |note: &Note| SharedNote {
            origin: note.origin(),
            position: note.position,
            note: note.note.clone(),
            icon: note.icon.clone(),
        };
        Self {
            camera: session.camera(),
            selection: session.selection().clone(),
            drawings: session.drawings().iter().map(drawing).collect(),
            notes: session.notes().iter().map(note).collect(),
            categories,
            city,
        }
    }

    /// The one edit that goes to the camera, makes the selection and adds the marks, numbered from `ids`.
    pub fn into_edit(self, mut ids: MarkIds) -> Edit {
        let mut edits = vec![Edit::MoveCamera(self.camera), Edit::Select(self.selection)];
        for SharedDrawing { origin, label, kind } in self.drawings {
            edits.push(Edit::AddDrawing(Drawing::new(ids.drawing(), origin, label, kind)));
        }
        for SharedNote { origin, position, note, icon } in self.notes {
            edits.push(Edit::AddNote(Note::new(ids.note(), origin, position, note, icon)));
        }
        Edit::Batch(edits)
    }
}
