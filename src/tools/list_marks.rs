use super::listing::DEFAULT_LIMIT;
use super::marks::{drawing_row, named, note_row};
use super::reader::Reader;
use super::{Query, ToolError};
use crate::domain::Note;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// `list_marks`: every drawing and note.
pub struct ListMarks;

/// Which part of the list.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// How many to skip. Default 0.
    #[schemars(range(min = 0, max = 1_000_000))]
    offset: Option<u64>,
    /// How many to list. Default 20.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
}

impl Query for ListMarks {
    const NAME: &'static str = "list_marks";
    const TITLE: &'static str = "List drawings and notes";
    const DESCRIPTION: &'static str = "Every drawing, then every note, oldest first, the human's (source user) and your \
        own. The state lists only the ten newest of each. get_place_details gives one in full.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let session = map.session();
        let note = |note: &Note| {
            let mut row = named(note.id(), "annotation");
            row.extend(note_row(note));
            row
        };
        let rows = session.drawings().iter().map(drawing_row).chain(session.notes().iter().map(note));
        let (offset, limit) = (input.offset.unwrap_or(0) as usize, input.limit.unwrap_or(DEFAULT_LIMIT) as usize);
        let marks: Vec<_> = rows.skip(offset).take(limit).map(Value::Object).collect();
        let mut answer = Map::new();
        answer.insert("total".into(), json!(session.drawings().len() + session.notes().len()));
        answer.insert("returned".into(), json!(marks.len()));
        answer.insert("marks".into(), Value::Array(marks));
        Ok(answer)
    }
}
