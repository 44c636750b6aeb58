//! The tool in the human's hand, and what a tap on the map means with it.

use super::{Column, Store};
use crate::domain::{MarkId, Origin};
use crate::spatial::Position;
use crate::tools::call_by;
use crate::web::map::Tap;
use crate::web::words::refusal;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};

/// The tool in the human's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// Taps open what is under them.
    #[default]
    Select,
    /// A tap pins a note.
    Note,
    /// Taps are the corners of an area.
    Polygon,
    /// Two taps, or one drag, are the centre and the edge of a circle.
    Circle,
    /// Taps are the points of a line.
    Line,
    /// The pointer's own way is an area.
    Freehand,
    /// A tap is where a walk of some minutes begins.
    Reach,
    /// Two taps are the ends of a walk.
    Route,
    /// The points of this drawing can be moved.
    Reshape(MarkId),
}

impl Store {
    /// Takes a tool in hand; taken again, it is put down.
    pub fn take(self, hand: Hand) {
        let again = self.hand.get_untracked() == hand;
        self.hand.set(if again { Hand::Select } else { hand });
    }

    /// A tap on the map with nothing but the hand itself: opens what is under it.
    pub(super) fn tapped(self, tap: Tap) {
        if self.hand.get_untracked() != Hand::Select {
            return self.tap.set(Some(tap));
        }
        match tap.hit.as_deref().map(|id| (id, id.parse::<MarkId>())) {
            None => self.show(Column::Closed),
            Some((_, Ok(id))) => self.show(Column::Mark(id)),
            Some((id, Err(_))) => self.show(Column::Place(id.to_owned())),
        }
    }

    /// Calls a tool as the human.
    ///
    /// # Errors
    /// The whole answer of a failure; its sentence is shown as a notice.
    pub async fn ask(self, tool: &str, input: Value) -> Result<Value, Value> {
        let answer = self.quietly(tool, input).await;
        if answer["isError"] == true {
            self.notice.set(refusal(&answer));
            return Err(answer);
        }
        Ok(answer)
    }

    /// Calls a tool as the human, and leaves it to the caller what to say of a failure.
    pub async fn quietly(self, tool: &str, input: Value) -> Value {
        let Some(context) = self.context.get_value() else {
            let waiting = crate::tools::ToolError::MapDataNotReady("The map is still loading. Try again soon.".into());
            return waiting.to_answer();
        };
        call_by(&context, Origin::User, tool, input).await
    }

    /// Shows a place or mark whole.
    pub fn fly_to(self, id: String) {
        spawn_local(async move {
            drop(self.ask("set_map_view", json!({ "fit": id })).await);
        });
    }

    /// Adds a place to the selection, or takes it out.
    pub fn toggle_selected(self, id: String) {
        let selected = self.session(|session| session.selection().origin_of(&id).is_some()).unwrap_or(false);
        if !selected {
            spawn_local(async move {
                drop(self.ask("select_features", json!({ "ids": [id], "replace": false })).await);
            });
            return;
        }
        self.commit("select_features", |session| {
            let kept = session.selection().without(&[&id]);
            crate::domain::Edit::Select(kept)
        });
    }

    /// Removes a mark.
    pub fn remove(self, id: MarkId) {
        if self.column.get_untracked() == Column::Mark(id) {
            self.show(Column::Closed);
        }
        self.commit("remove_from_map", |_| crate::domain::Edit::Remove(vec![id]));
    }

    /// Where a walk or a note would go with nothing else said: the middle of the free map.
    pub fn middle(self) -> Option<Position> {
        self.camera.get_untracked().map(|camera| camera.center)
    }
}
