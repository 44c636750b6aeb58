use super::marks::{HUMANS_OWN, named, refused_row};
use super::reader::{Reader, is_id};
use super::{Action, Plan, ToolError};
use crate::domain::{Edit, MarkId, Origin, clipped};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// What ids that are none are answered with.
const MALFORMED: &str = "An id is drawing:<n>, annotation:<n>, or that of a selected feature such as osm:node:123; \
    names are not taken.";
/// Characters of a note that the answer repeats.
const SHORT_NOTE: usize = 80;

/// `remove_from_map`: take marks off the map, and features out of the selection.
pub struct RemoveFromMap;

/// What to take off.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Ids of drawings, notes and selected features, in any mix.
    #[schemars(length(min = 1, max = 100))]
    ids: Vec<String>,
}

/// What becomes of each id.
#[derive(Default)]
struct Fates {
    marks: Vec<MarkId>,
    features: Vec<String>,
    removed: Vec<Value>,
    refused: Vec<Value>,
    not_selected: Vec<String>,
    unknown: Vec<String>,
    malformed: Vec<String>,
}

impl Action for RemoveFromMap {
    const NAME: &'static str = "remove_from_map";
    const TITLE: &'static str = "Take off the map";
    const DESCRIPTION: &'static str = "Take drawings and notes off the map, and features out of the selection; places \
        themselves stay. Marks with source user are the human's and come back under refused. One bad id does not stop \
        the others: each is accounted for under removed, refused, not_selected, unknown_ids or malformed_ids. undo \
        brings everything back. To clear the selection use select_features with ids [].";

    type Input = Input;

    async fn plan(input: Input, map: Reader<'_>) -> Result<Plan, ToolError> {
        drop(map.city().await?);
        let mut seen = HashSet::new();
        let ids: Vec<_> = input.ids.into_iter().filter(|id| seen.insert(id.clone())).collect();
        let mut known = HashSet::new();
        for id in ids.iter().filter(|id| is_id(id)) {
            if is_known(map, id).await? {
                known.insert(id.clone());
            }
        }
        let mut fates = Fates::default();
        ids.into_iter().for_each(|id| fates.sort(map, id, &known));
        Ok(fates.plan(map))
    }
}

async fn is_known(map: Reader<'_>, id: &str) -> Result<bool, ToolError> {
    let loaded = map.city().await?.features.by_id(id).is_some();
    Ok(loaded || !map.indexed(id).await?.is_empty())
}

impl Fates {
    fn sort(&mut self, map: Reader<'_>, id: String, known: &HashSet<String>) {
        if let Ok(mark) = id.parse() {
            return self.sort_mark(map, mark);
        }
        let session = map.session();
        let of_mark = id.starts_with("drawing:") || id.starts_with("annotation:");
        if let Some(origin) = session.selection().origin_of(&id) {
            let mut row = named(&id, "selection");
            row.insert("source".into(), json!(origin.name()));
            self.removed.push(Value::Object(row));
            self.features.push(id);
        } else if of_mark || !is_id(&id) {
            self.malformed.push(id);
        } else if known.contains(&id) {
            self.not_selected.push(id);
        } else {
            self.unknown.push(id);
        }
    }

    fn sort_mark(&mut self, map: Reader<'_>, id: MarkId) {
        let session = map.session();
        let drawing = session.drawing(id).map(|mark| ("drawing", mark.origin(), "label", mark.label()));
        let note = || {
            let note = session.note(id)?;
            Some(("annotation", note.origin(), "note", Some(clipped(&note.note, SHORT_NOTE))))
        };
        let Some((kind, origin, field, text)) = drawing.or_else(note) else {
            return self.unknown.push(id.to_string());
        };
        if origin == Origin::User && map.by() == Origin::Agent {
            return self.refused.push(refused_row(id, kind, origin));
        }
        let mut row = named(id, kind);
        row.insert("source".into(), json!(origin.name()));
        if let Some(text) = text {
            row.insert(field.into(), json!(text));
        }
        self.removed.push(Value::Object(row));
        self.marks.push(id);
    }

    fn plan(self, map: Reader<'_>) -> Plan {
        let mut edits = Vec::new();
        if !self.marks.is_empty() {
            edits.push(Edit::Remove(self.marks));
        }
        if !self.features.is_empty() {
            edits.push(Edit::Select(map.session().selection().without(&self.features)));
        }
        let mut answer = Map::new();
        answer.insert("removed".into(), json!(self.removed));
        let mut tell = |name: &str, list: Value, reason: Option<(&str, &str)>| {
            if list.as_array().is_some_and(Vec::is_empty) {
                return;
            }
            answer.insert(name.into(), list);
            if let Some((name, sentence)) = reason {
                answer.insert(name.into(), json!(sentence));
            }
        };
        tell("refused", json!(self.refused), Some(("refused_reason", HUMANS_OWN)));
        tell("not_selected", json!(self.not_selected), None);
        tell("unknown_ids", json!(self.unknown), None);
        tell("malformed_ids", json!(self.malformed), Some(("malformed_error", MALFORMED)));
        Plan::edit(Edit::Batch(edits)).answering(answer)
    }
}
