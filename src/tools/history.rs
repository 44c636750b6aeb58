//! `undo` and `redo`.

use super::reader::Reader;
use super::{Action, Plan, Step, ToolError};
use schemars::JsonSchema;
use serde::Deserialize;

/// `undo`: take back the agent's last change.
pub struct Undo;

/// `redo`: make it again.
pub struct Redo;

/// They take no arguments.
#[derive(Deserialize, JsonSchema)]
pub struct Input {}

impl Action for Undo {
    const NAME: &'static str = "undo";
    const TITLE: &'static str = "Take back your last change";
    const DESCRIPTION: &'static str = "Take back your own last change: a mark, a selection or a move of the camera; \
        removed marks return with their ids. undone says what it was. The human's changes are never undone: when the \
        human has since changed the same thing, the call is refused as changed_since.";

    type Input = Input;

    async fn plan(_: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        drop(map.city().await?);
        Ok(Plan::step(Step::Undo))
    }
}

impl Action for Redo {
    const NAME: &'static str = "redo";
    const TITLE: &'static str = "Make it again";
    const DESCRIPTION: &'static str = "Make again what you last took back with undo; redone says what it was.";

    type Input = Input;

    async fn plan(_: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        drop(map.city().await?);
        Ok(Plan::step(Step::Redo))
    }
}
