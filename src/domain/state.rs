use super::{Drawing, Edit, EditError, Layer, MAX_LAYERS, MarkId, Note, Selection};
use crate::spatial::Camera;

/// What edits change and undo restores: the camera, the selection and the marks, each kind in the order of its numbers,
/// which is the order they were made in.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(super) camera: Camera,
    pub(super) selection: Selection,
    pub(super) drawings: Vec<Drawing>,
    pub(super) notes: Vec<Note>,
    pub(super) layers: Vec<Layer>,
}

impl State {
    /// Nothing selected, nothing drawn.
    pub(super) fn new(camera: Camera) -> Self {
        Self {
            camera: camera.bounded(),
            selection: Selection::default(),
            drawings: vec![],
            notes: vec![],
            layers: vec![],
        }
    }

    /// Makes the change and gives the edit that takes it back; when it cannot be made, nothing is changed.
    pub(super) fn apply(&mut self, edit: Edit) -> Result<Edit, EditError> {
        match edit {
            Edit::MoveCamera(camera) => Ok(Edit::MoveCamera(std::mem::replace(&mut self.camera, camera.bounded()))),
            Edit::Select(selection) => Ok(Edit::Select(std::mem::replace(&mut self.selection, selection))),
            Edit::AddDrawing(drawing) => add(&mut self.drawings, drawing),
            Edit::AddNote(note) => add(&mut self.notes, note),
            Edit::UpdateDrawing(drawing) => update(&mut self.drawings, drawing).map(Edit::UpdateDrawing),
            Edit::UpdateNote(note) => update(&mut self.notes, note).map(Edit::UpdateNote),
            Edit::Remove(ids) if ids.len() == 1 => self.remove(ids[0]),
            Edit::Remove(ids) => self.all(ids.into_iter().map(|id| Edit::Remove(vec![id]))),
            Edit::AddLayer(layer) => self.add_layer(layer),
            Edit::RemoveLayer(number) => {
                let at = self.layers.iter().position(|layer| layer.number == number);
                at.map(|at| Edit::AddLayer(self.layers.remove(at))).ok_or(EditError::UnknownLayer { number })
            }
            Edit::Batch(edits) => self.all(edits.into_iter()),
        }
    }

    fn remove(&mut self, id: MarkId) -> Result<Edit, EditError> {
        match id {
            MarkId::Drawing(_) => take(&mut self.drawings, id).map(Edit::AddDrawing),
            MarkId::Annotation(_) => take(&mut self.notes, id).map(Edit::AddNote),
        }
    }

    fn add_layer(&mut self, layer: Layer) -> Result<Edit, EditError> {
        let number = layer.number;
        let at = self.layers.partition_point(|other| other.number < number);
        let is_there = self.layers.get(at).is_some_and(|other| other.number == number);
        if is_there || self.layers.len() >= MAX_LAYERS {
            return Err(EditError::LayersFull { number });
        }
        self.layers.insert(at, layer);
        Ok(Edit::RemoveLayer(number))
    }

    fn all(&mut self, edits: impl Iterator<Item = Edit>) -> Result<Edit, EditError> {
        let before = self.clone();
        let applied: Result<Vec<Edit>, EditError> = edits.map(|edit| self.apply(edit)).collect();
        match applied {
            Ok(mut inverses) => {
                inverses.reverse();
                Ok(Edit::Batch(inverses))
            }
            Err(error) => {
                *self = before;
                Err(error)
            }
        }
    }
}

/// Drawings and notes are kept alike.
trait Mark {
    fn mark_id(&self) -> MarkId;
}

impl Mark for Drawing {
    fn mark_id(&self) -> MarkId {
        self.id()
    }
}

impl Mark for Note {
    fn mark_id(&self) -> MarkId {
        self.id()
    }
}

fn find(marks: &[impl Mark], id: MarkId) -> Result<usize, usize> {
    marks.binary_search_by_key(&id, Mark::mark_id)
}

fn add<M: Mark>(marks: &mut Vec<M>, mark: M) -> Result<Edit, EditError> {
    let id = mark.mark_id();
    let Err(index) = find(marks, id) else { return Err(EditError::IdTaken { id }) };
    marks.insert(index, mark);
    Ok(Edit::Remove(vec![id]))
}

fn update<M: Mark>(marks: &mut [M], mark: M) -> Result<M, EditError> {
    let id = mark.mark_id();
    let index = find(marks, id).map_err(|_| EditError::UnknownMark { id })?;
    Ok(std::mem::replace(&mut marks[index], mark))
}

fn take<M: Mark>(marks: &mut Vec<M>, id: MarkId) -> Result<M, EditError> {
    find(marks, id).map(|index| marks.remove(index)).map_err(|_| EditError::UnknownMark { id })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{edits, state};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_batch_that_fails_at_its_end_changes_nothing() {
        let mut now = state();
        let before = now.clone();
        let gone = MarkId::Drawing(99);
        let batch = Edit::Batch(vec![Edit::Select(Selection::default()), Edit::Remove(vec![gone])]);
        assert_eq!(now.apply(batch), Err(EditError::UnknownMark { id: gone }));
        assert_eq!(now, before);
    }

    proptest! {
        #[test]
        fn an_edit_and_then_its_inverse_leave_everything_as_it_was(edits in edits()) {
            let mut now = state();
            for edit in edits {
                let before = now.clone();
                let Ok(inverse) = now.apply(edit) else {
                    prop_assert_eq!(&now, &before);
                    continue;
                };
                let after = now.clone();
                let again = now.apply(inverse).expect("an inverse can be applied");
                prop_assert_eq!(&now, &before);
                now.apply(again).expect("so can the inverse of an inverse");
                prop_assert_eq!(&now, &after);
            }
        }
    }
}
