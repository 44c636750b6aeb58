use super::history::History;
use super::{Drawing, DrawingKind, Edit, EditError, HistoryError, Layer, MarkId, MarkIds, Note, Origin};
use super::{Selection, State, Target, Undone};
use crate::spatial::{BBox, Camera, Shape, Viewport};

/// Which parts of the session a commit changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The camera, the window or what covers it.
    pub view: bool,
    /// The selected features.
    pub selection: bool,
    /// The drawings.
    pub drawings: bool,
    /// The notes.
    pub notes: bool,
    /// The layers.
    pub layers: bool,
}

impl Changes {
    /// Everything may have changed.
    pub const ALL: Self = Self { view: true, selection: true, drawings: true, notes: true, layers: true };

    fn of(targets: &[Target]) -> Self {
        Self {
            view: targets.contains(&Target::Camera),
            selection: targets.contains(&Target::Selection),
            drawings: targets.iter().any(|target| matches!(target, Target::Mark(MarkId::Drawing(_)))),
            notes: targets.iter().any(|target| matches!(target, Target::Mark(MarkId::Annotation(_)))),
            layers: targets.iter().any(|target| matches!(target, Target::Layer(_))),
        }
    }
}

/// The state that human and agent share. Its fields change through [`Session::commit`] alone, undo and redo included,
/// but for what is measured or computed rather than edited: the window, and the shape of a reachable area.
#[derive(Clone, Debug)]
pub struct Session {
    state: State,
    ids: MarkIds,
    history: History,
    viewport: Viewport,
    rendered: bool,
    version: u64,
    user_version: u64,
}

impl Session {
    /// A session that opens at `camera` in a window of that size. `rendered` says whether the map shows already; a
    /// session without a screen always does.
    pub fn new(camera: Camera, viewport: Viewport, rendered: bool) -> Self {
        Self {
            state: State::new(camera),
            ids: MarkIds::default(),
            history: History::default(),
            viewport,
            rendered,
            version: 0,
            user_version: 0,
        }
    }

    /// Makes the change for `origin`, raises the version by one, and keeps the inverse under `what`: the name of the tool
    /// or button, one entry a call. Answers with what changed. An edit that touches nothing is no commit; one that
    /// fails changes nothing.
    pub fn commit(&mut self, edit: Edit, origin: Origin, what: &str) -> Result<Changes, EditError> {
        let targets = edit.targets();
        if targets.is_empty() {
            return Ok(Changes::default());
        }
        let inverse = self.state.apply(edit)?;
        let changes = self.changed(&targets, origin);
        self.history.record(what, origin, inverse, targets, self.version);
        Ok(changes)
    }

    /// Takes back the agent's own last change, or, for the human, the last of either's. A commit of its own.
    pub fn undo(&mut self, by: Origin) -> Result<(Undone, Changes), HistoryError> {
        let (undone, targets) = self.history.undo(&mut self.state, by, self.version + 1)?;
        Ok((undone, self.changed(&targets, by)))
    }

    /// Takes back, for the human, the change that made this the version `made`: one from the middle of what was done,
    /// which is refused when a later one touches the same. A commit of its own.
    ///
    /// # Errors
    /// The change is no longer kept, or something has touched the same since.
    pub fn undo_at(&mut self, made: u64) -> Result<(Undone, Changes), HistoryError> {
        let (undone, targets) = self.history.undo_at(&mut self.state, made, self.version + 1)?;
        Ok((undone, self.changed(&targets, Origin::User)))
    }

    /// Whether the change that made this the version `made` is still there to be taken back.
    pub fn can_undo_at(&self, made: u64) -> bool {
        self.history.holds(made)
    }

    /// Whether the human has anything to take back, and anything to make again.
    pub fn can_turn(&self) -> (bool, bool) {
        self.history.depths()
    }

    /// Makes again what was last taken back by the agent, or, for the human, by either. A commit of its own.
    pub fn redo(&mut self, by: Origin) -> Result<(Undone, Changes), HistoryError> {
        let (redone, targets) = self.history.redo(&mut self.state, by, self.version + 1)?;
        Ok((redone, self.changed(&targets, by)))
    }

    fn changed(&mut self, targets: &[Target], origin: Origin) -> Changes {
        for target in targets {
            if let Target::Mark(id) = target {
                self.ids.given(*id);
            }
        }
        self.version += 1;
        if origin == Origin::User {
            self.user_version = self.version;
        }
        Changes::of(targets)
    }

    /// Takes note of the window's size and of what covers it.
    pub fn resize(&mut self, viewport: Viewport) {
        self.viewport = viewport;
    }

    /// Takes note that the map has shown for the first time.
    pub fn set_rendered(&mut self) {
        self.rendered = true;
    }

    /// Takes note of the shape computed for a reachable area. No edit: it follows from the drawing, which may come back
    /// without it after an undo. Anything else is left alone.
    pub fn set_reachable_shape(&mut self, id: MarkId, computed: Shape) -> Changes {
        let drawings = &mut self.state.drawings;
        let Some(drawing) = drawings.iter_mut().find(|drawing| drawing.id() == id) else { return Changes::default() };
        if !matches!(drawing.kind(), DrawingKind::Reachable { .. }) {
            return Changes::default();
        }
        let kind = drawing.kind().clone().with_shape(computed);
        *drawing = drawing.clone().with_kind(kind);
        Changes { drawings: true, ..Changes::default() }
    }

    /// Where the map looks from: what was asked for, not a moment of a flight there.
    pub fn camera(&self) -> Camera {
        self.state.camera
    }

    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.state.selection
    }

    /// The drawings, oldest first.
    pub fn drawings(&self) -> &[Drawing] {
        &self.state.drawings
    }

    /// The notes, oldest first.
    pub fn notes(&self) -> &[Note] {
        &self.state.notes
    }

    /// The layers of one's own, in the order of their numbers.
    pub fn layers(&self) -> &[Layer] {
        &self.state.layers
    }

    /// The drawing of that id.
    pub fn drawing(&self, id: MarkId) -> Option<&Drawing> {
        self.state.drawings.iter().find(|drawing| drawing.id() == id)
    }

    /// The note of that id.
    pub fn note(&self, id: MarkId) -> Option<&Note> {
        self.state.notes.iter().find(|note| note.id() == id)
    }

    /// Numbers for new marks: a copy, to plan an edit with.
    pub fn ids(&self) -> MarkIds {
        self.ids
    }

    /// The map's window.
    pub fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Whether the map has shown at least once.
    pub fn is_rendered(&self) -> bool {
        self.rendered
    }

    /// The ground that no panel covers; `None` before the map has shown.
    pub fn bounds(&self) -> Option<BBox> {
        self.rendered.then(|| self.viewport.bounds(&self.state.camera))
    }

    /// One higher with every commit.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The version of the human's last commit; 0 before the first.
    pub fn user_version(&self) -> u64 {
        self.user_version
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
