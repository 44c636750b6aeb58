use super::reader::Reader;
use super::{Query, Service, ToolError};
use crate::domain::Session;
use crate::share::{Contributor, LinkTooLong, MAX_URL_BYTES, Part, link};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// `get_share_link`: the whole map in a URL.
pub struct GetShareLink;

/// It takes no arguments.
#[derive(Deserialize, JsonSchema)]
pub struct Input {}

impl Query for GetShareLink {
    const NAME: &'static str = "get_share_link";
    const TITLE: &'static str = "Make a link to this map";
    const DESCRIPTION: &'static str = "A URL that opens this map as it is now: camera, selection, drawings and notes with \
        whose they are, and the categories loaded. All of it is in the URL; nothing is uploaded. Give the human the url \
        in full. omitted counts drawings that could not be put into it. When the map is too much for a URL, the \
        error link_too_long names what to remove.";
    const NEEDS: &'static [Service] = &[Service::Page];

    type Input = Input;

    async fn answer(_: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        drop(map.city().await?);
        let page = map.context().page().ok_or(ToolError::Internal)?;
        let link = link(&map.context().shared_map(), &page).map_err(|error| too_long(&map.session(), error))?;
        let mut answer = Map::new();
        answer.insert("bytes".into(), json!(link.url.len()));
        answer.insert("url".into(), json!(link.url));
        if link.omitted > 0 {
            answer.insert("omitted".into(), json!(link.omitted));
        }
        Ok(answer)
    }
}

/// What takes the most room, by id, so that an agent can remove it.
fn too_long(session: &Session, LinkTooLong { bytes, contributors }: LinkTooLong) -> ToolError {
    let row = |Contributor { part, bytes }: &Contributor| match part {
        Part::Selection { count } => Some(json!({ "id": "selection", "selected": count, "bytes": bytes })),
        Part::Drawing { index } => session.drawings().get(*index).map(|drawing| {
            let mut row = json!({ "id": drawing.id().to_string(), "bytes": bytes });
            if let Some(label) = drawing.label() {
                row["label"] = json!(label);
            }
            row
        }),
        Part::Note { index } => {
            session.notes().get(*index).map(|note| json!({ "id": note.id().to_string(), "bytes": bytes }))
        }
    };
    ToolError::LinkTooLong { bytes, most: MAX_URL_BYTES, remove: contributors.iter().filter_map(row).collect() }
}
