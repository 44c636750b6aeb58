use super::args::PlaceRef;
use super::reader::Reader;
use super::{Action, Plan, ToolError};
use crate::domain::{Edit, Note, checked_icon, checked_note};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, json};

/// `annotate`: a note pinned to a place.
pub struct Annotate;

/// What to pin where.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Where to pin it: {lng, lat}, a feature id or a place's name.
    at: PlaceRef,
    /// The text, a sentence or two.
    #[schemars(length(min = 1, max = 500))]
    note: String,
    /// An emoji or short word for the pin.
    #[schemars(length(max = 24))]
    icon: Option<String>,
}

impl Action for Annotate {
    const NAME: &'static str = "annotate";
    const TITLE: &'static str = "Pin a note";
    const DESCRIPTION: &'static str = "Pin a short note to a place, where the human can read it on the map. Answers with \
        annotation_id.";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        let text = checked_note(&input.note)?;
        let icon = input.icon.as_deref().map(checked_icon).transpose()?.flatten();
        let place = map.place("at", &input.at).await?;
        let note = Note::new(map.session().ids().note(), map.by(), place.position, text, icon);
        let mut answer = Map::new();
        answer.insert("annotation_id".into(), json!(note.id().to_string()));
        Ok(Plan::edit(Edit::AddNote(note)).answering(answer))
    }
}
