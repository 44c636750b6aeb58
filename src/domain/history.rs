use super::{Edit, EditError, MarkId, Origin, State, Target};
use thiserror::Error;

/// How many changes of each hand can be taken back.
pub const DEPTH: usize = 100;

/// A change that was taken back or made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// What was called: a tool's name, or what a button does.
    pub tool: String,
    /// The marks that it made, changed or removed.
    pub ids: Vec<MarkId>,
}

/// Why nothing can be taken back or made again.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum HistoryError {
    /// No change of that hand is left.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back by that hand, or something new was done since.
    #[error("there is nothing to make again")]
    NothingToRedo,
    /// The other hand has since touched the same mark, selection or camera.
    #[error("the other hand has since changed what {} changed", change.tool)]
    ChangedSince {
        /// The change that stays.
        change: Undone,
    },
}

/// One call's change: the edit that takes it back, or, once that is done, the one that makes it again.
#[derive(Clone, Debug)]
struct Entry {
    what: String,
    origin: Origin,
    /// Who last did, undid or redid it, and at which version.
    hand: Origin,
    version: u64,
    edit: Edit,
    targets: Vec<Target>,
}

impl Entry {
    fn shares_a_target(&self, other: &Self) -> bool {
        self.targets.iter().any(|target| other.targets.contains(target))
    }

    fn told(&self) -> Undone {
        let mark = |target: &Target| if let Target::Mark(id) = target { Some(*id) } else { None };
        Undone { tool: self.what.clone(), ids: self.targets.iter().filter_map(mark).collect() }
    }
}

/// What was done and can be taken back, and what was taken back and can be made again.
///
/// The agent's undo goes past the human's changes to its own last one, and is refused when one of those passed touches
/// the same. A change of the human's that has itself been taken back stands in nobody's way. The human's undo and redo
/// take the last change, whoever's it is.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    done: Vec<Entry>,
    undone: Vec<Entry>,
}

impl History {
    /// Keeps a change just made: what takes it back and what it touched. What the same hand had taken back cannot be made
    /// again, unless the change is only a move of the camera.
    pub fn record(&mut self, what: &str, origin: Origin, inverse: Edit, targets: Vec<Target>, version: u64) {
        if targets.iter().any(|target| *target != Target::Camera) {
            self.undone.retain(|entry| entry.hand != origin);
        }
        self.done.push(Entry { what: what.to_owned(), origin, hand: origin, version, edit: inverse, targets });
        self.forget(origin);
    }

    /// Takes back the last change that `by` may take back.
    pub fn undo(&mut self, state: &mut State, by: Origin, version: u64) -> Result<(Undone, Vec<Target>), HistoryError> {
        let is_own = |entry: &Entry| by == Origin::User || entry.origin == by;
        let index = self.done.iter().rposition(is_own).ok_or(HistoryError::NothingToUndo)?;
        let entry = &self.done[index];
        let passed = |later: &Entry| later.version > entry.version && later.hand != by && later.shares_a_target(entry);
        if by == Origin::Agent && self.done.iter().any(passed) {
            return Err(HistoryError::ChangedSince { change: entry.told() });
        }
        let entry = turned(&mut self.done, index, state, by, version)?;
        let answer = (entry.told(), entry.targets.clone());
        self.undone.push(entry);
        Ok(answer)
    }

    /// Takes back, for the human, the change that made the session's version `made`, if nothing has touched the same
    /// since.
    pub fn undo_at(
        &mut self,
        state: &mut State,
        made: u64,
        version: u64,
    ) -> Result<(Undone, Vec<Target>), HistoryError> {
        let index = self.at(made).ok_or(HistoryError::NothingToUndo)?;
        let entry = &self.done[index];
        let touched = |later: &Entry| later.version > made && later.shares_a_target(entry);
        if self.done.iter().any(touched) {
            return Err(HistoryError::ChangedSince { change: entry.told() });
        }
        let entry = turned(&mut self.done, index, state, Origin::User, version)?;
        let answer = (entry.told(), entry.targets.clone());
        self.undone.push(entry);
        Ok(answer)
    }

    /// Whether that change is among those that can be taken back.
    pub fn holds(&self, made: u64) -> bool {
        self.at(made).is_some()
    }

    fn at(&self, made: u64) -> Option<usize> {
        self.done.iter().position(|entry| entry.version == made)
    }

    /// Whether the human has anything to take back, and anything to make again.
    pub fn depths(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }

    /// Makes again the last change that `by` took back; the human's also what the agent took back.
    pub fn redo(&mut self, state: &mut State, by: Origin, version: u64) -> Result<(Undone, Vec<Target>), HistoryError> {
        let is_own = |entry: &Entry| by == Origin::User || entry.hand == by;
        let index = self.undone.iter().rposition(is_own).ok_or(HistoryError::NothingToRedo)?;
        let entry = &self.undone[index];
        let passed = |later: &Entry| later.version > entry.version && later.hand != by && later.shares_a_target(entry);
        if self.done.iter().chain(&self.undone).any(passed) {
            return Err(HistoryError::ChangedSince { change: entry.told() });
        }
        let entry = turned(&mut self.undone, index, state, by, version)?;
        let answer = (entry.told(), entry.targets.clone());
        self.done.push(entry);
        Ok(answer)
    }

    /// Drops the oldest change of that hand when there are too many, and with it what is older and touches the same: it
    /// could no longer be told whether that was touched since.
    fn forget(&mut self, origin: Origin) {
        if self.done.iter().filter(|entry| entry.origin == origin).count() <= DEPTH {
            return;
        }
        let Some(index) = self.done.iter().position(|entry| entry.origin == origin) else { return };
        let oldest = self.done.remove(index);
        self.done.retain(|entry| entry.version > oldest.version || !entry.shares_a_target(&oldest));
    }
}

/// Takes the entry out of the list and applies its edit; what is left of it is the edit that goes the other way.
fn turned(
    list: &mut Vec<Entry>,
    index: usize,
    state: &mut State,
    by: Origin,
    version: u64,
) -> Result<Entry, HistoryError> {
    let changed = |entry: &Entry, _: EditError| HistoryError::ChangedSince { change: entry.told() };
    let edit = state.apply(list[index].edit.clone()).map_err(|error| changed(&list[index], error))?;
    Ok(Entry { edit, hand: by, version, ..list.remove(index) })
}
