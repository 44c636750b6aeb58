use super::NoRoute;
use crate::city::Category;
use crate::domain::{HistoryError, MarkId, TextError};
use crate::ports::{FetchError, LoadError};
use crate::spatial::Position;
use serde_json::{Map, Value, json};

/// Why a call was refused or could not be answered. Nothing has changed when a tool answers with one.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ToolError {
    /// An argument is wrong; the sentence names it, what was seen and what is accepted.
    #[error("{0}")]
    InvalidArgument(String),
    /// No place has that name.
    #[error("No place here is called {name:?}{}.", near_spellings(.spellings))]
    UnknownPlace {
        /// The argument that named it.
        field: &'static str,
        /// The name.
        name: String,
        /// Names spelt nearly so.
        spellings: Vec<String>,
    },
    /// Several places have that name.
    #[error(
        "{total} places match {name:?} equally well, so nothing was done. Pass the id of the one you mean; candidates \
         lists {}.", if *.total > .candidates.len() { "the nearest" } else { "them" }
    )]
    AmbiguousPlace {
        /// The argument that named it.
        field: &'static str,
        /// The name.
        name: String,
        /// At most five of them, nearest first.
        candidates: Vec<Value>,
        /// How many there are.
        total: usize,
    },
    /// The city has no feature of that id.
    #[error("{}", unknown_id(.id))]
    UnknownId {
        /// The argument that gave it.
        field: &'static str,
        /// The id.
        id: String,
    },
    /// A point has no extent.
    #[error(
        "{id:?} has a position but no length or area here. For distances between places use find_features with near; to \
         measure an area, draw it with draw_shape."
    )]
    NotMeasurable {
        /// The id.
        id: String,
    },
    /// A filter would select too much.
    #[error(
        "{matched} places match, and at most {most} places of on-demand categories are selected at once. Narrow it with \
         near and radius_m, within, or query."
    )]
    TooMany {
        /// How many match.
        matched: usize,
        /// How many may.
        most: usize,
    },
    /// The human has since touched what is to be taken back or made again.
    #[error(
        "The human has since changed what {tool} changed{}, so it stays as it is. Read get_map_state, and ask the human \
         before changing it again.", told_ids(.ids)
    )]
    ChangedSince {
        /// The tool whose change it was.
        tool: String,
        /// The marks it touched.
        ids: Vec<String>,
    },
    /// The map is too much for a URL.
    #[error(
        "The link would have {bytes} bytes, and at most {most} open everywhere. {}, then ask again.",
        to_remove(.remove)
    )]
    LinkTooLong {
        /// How long it would be, in bytes.
        bytes: usize,
        /// How long it may be.
        most: usize,
        /// What takes the most room, the largest first.
        remove: Vec<Value>,
    },
    /// The map has not shown yet.
    #[error("The map has not been drawn yet, so what fits on the screen is unknown. Ask again in a second.")]
    MapNotReady,
    /// The base data is not there.
    #[error("{0}")]
    MapDataNotReady(String),
    /// A category's file is not there.
    #[error(
        "The places of category {} could not be loaded: {}", .category.name(),
        if *.is_final { "this site does not have that file. Search other categories instead." }
        else { "the connection failed or took too long. Ask again to try once more." }
    )]
    CategoryUnavailable {
        /// The category.
        category: Category,
        /// Whether asking again is of no use.
        is_final: bool,
    },
    /// There is no walk, or no reachable area, to draw.
    #[error("{0}")]
    RouteUnavailable(NoRoute),
    /// The whole call took too long.
    #[error("The call took longer than 10 seconds and was given up. Ask again, or ask for less.")]
    Timeout,
    /// The human has paused the agent.
    #[error(
        "The human has paused the agent on this map, so nothing was changed. Reading works; wait, or ask them to press \
         Resume."
    )]
    Paused,
    /// Something that should not happen; its insides are not told.
    #[error("Something went wrong inside the map. Nothing was changed; ask again or in another way.")]
    Internal,
}

fn near_spellings(spellings: &[String]) -> String {
    if spellings.is_empty() {
        return ". Search by text with find_features, or pass a coordinate {lng, lat}".into();
    }
    let quoted: Vec<_> = spellings.iter().map(|name| format!("{name:?}")).collect();
    format!("; did you mean {}", quoted.join(" or "))
}

fn unknown_id(id: &str) -> String {
    if id.parse::<MarkId>().is_ok() {
        return format!("There is no {id} on the map. list_marks lists the drawings and notes there are.");
    }
    format!(
        "{id:?} is not the id of anything in this city. Pass an id exactly as an earlier answer gave it, or search with \
         find_features."
    )
}

fn told_ids(ids: &[String]) -> String {
    if ids.is_empty() { String::new() } else { format!(" ({})", ids.join(", ")) }
}

/// What to do about the parts that take the most room.
fn to_remove(parts: &[Value]) -> String {
    let part = |part: &Value| {
        let id = part["id"].as_str().unwrap_or_default();
        let label = part["label"].as_str().map_or(String::new(), |label| format!(" {label:?}"));
        if id == "selection" {
            "clear the selection with select_features and ids []".to_owned()
        } else {
            format!("remove {id}{label} with remove_from_map")
        }
    };
    format!("To make it shorter, {}", parts.iter().map(part).collect::<Vec<_>>().join(", or "))
}

impl From<HistoryError> for ToolError {
    fn from(error: HistoryError) -> Self {
        match error {
            HistoryError::NothingToUndo => Self::InvalidArgument("No change of yours is left to take back.".into()),
            HistoryError::NothingToRedo => Self::InvalidArgument(
                "There is nothing to make again: nothing was taken back since your last change.".into(),
            ),
            HistoryError::ChangedSince { change } => {
                Self::ChangedSince { tool: change.tool, ids: change.ids.iter().map(ToString::to_string).collect() }
            }
        }
    }
}

impl From<TextError> for ToolError {
    fn from(error: TextError) -> Self {
        Self::InvalidArgument(match error {
            TextError::Empty { field } => format!("{field} is nothing but space: pass some text."),
            TextError::TooLong { field, characters, most } => {
                format!("{field} has {characters} characters; at most {most} are taken.")
            }
        })
    }
}

impl ToolError {
    /// The stable code of the kind of failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidArgument(_) => "invalid_argument",
            Self::UnknownPlace { .. } => "unknown_place",
            Self::AmbiguousPlace { .. } => "ambiguous_place",
            Self::UnknownId { .. } => "unknown_id",
            Self::NotMeasurable { .. } => "not_measurable",
            Self::TooMany { .. } => "too_many",
            Self::ChangedSince { .. } => "changed_since",
            Self::LinkTooLong { .. } => "link_too_long",
            Self::MapNotReady => "map_not_ready",
            Self::MapDataNotReady(_) => "map_data_not_ready",
            Self::CategoryUnavailable { .. } => "category_unavailable",
            Self::RouteUnavailable(_) => "route_unavailable",
            Self::Timeout => "timeout",
            Self::Paused => "paused",
            Self::Internal => "internal",
        }
    }

    /// The answer that an agent gets: the sentence, the code, what it needs to go on, and the sentence once more where
    /// clients look that read nothing else.
    pub fn to_answer(&self) -> Value {
        let sentence = self.to_string();
        let mut answer = Map::new();
        answer.insert("error".into(), json!(sentence));
        answer.insert("code".into(), json!(self.code()));
        match self {
            Self::UnknownPlace { field, spellings, .. } => {
                answer.insert("field".into(), json!(field));
                if !spellings.is_empty() {
                    answer.insert("did_you_mean".into(), json!(spellings));
                }
            }
            Self::AmbiguousPlace { field, candidates, total, .. } => {
                answer.insert("field".into(), json!(field));
                answer.insert("candidates".into(), json!(candidates));
                answer.insert("candidates_total".into(), json!(total));
            }
            Self::UnknownId { field, id } => {
                answer.insert("field".into(), json!(field));
                answer.insert("unknown_ids".into(), json!([id]));
            }
            Self::CategoryUnavailable { category, is_final } => {
                answer.insert("category".into(), json!(category.name()));
                answer.insert("reason".into(), json!(if *is_final { "missing" } else { "temporary" }));
            }
            Self::RouteUnavailable(why) => {
                answer.insert("reason".into(), json!(why.reason()));
                if let NoRoute::TooFar { field, .. } = why {
                    answer.insert("field".into(), json!(field));
                }
            }
            Self::TooMany { matched, .. } => {
                answer.insert("matched".into(), json!(matched));
            }
            Self::ChangedSince { tool, ids } => {
                answer.insert("changed".into(), json!({ "tool": tool, "ids": ids }));
            }
            Self::LinkTooLong { bytes, most, remove } => {
                answer.insert("bytes".into(), json!(bytes));
                answer.insert("max_bytes".into(), json!(most));
                answer.insert("remove".into(), json!(remove));
            }
            Self::InvalidArgument(_)
            | Self::NotMeasurable { .. }
            | Self::MapNotReady
            | Self::MapDataNotReady(_)
            | Self::Timeout
            | Self::Paused
            | Self::Internal => {}
        }
        answer.insert("isError".into(), json!(true));
        answer.insert("content".into(), json!([{ "type": "text", "text": sentence }]));
        Value::Object(answer)
    }

    /// What the lack of base data looks like to an agent.
    pub fn of_base(error: &LoadError) -> Self {
        let sentence = match error {
            LoadError::Late => "The map's data is still loading. Ask again in a few seconds.".into(),
            LoadError::Fetch { error: FetchError::Missing, path } => {
                format!("This site does not have the file {path}, so there is no map data to answer from.")
            }
            LoadError::Fetch { .. } => {
                "The map's data could not be fetched. Ask again in a few seconds to try once more.".into()
            }
            LoadError::Pack { path, .. } => {
                format!("The file {path} of this site is damaged, so there is no map data to answer from.")
            }
        };
        Self::MapDataNotReady(sentence)
    }

    /// What the lack of a category looks like to an agent.
    pub fn of_category(category: Category, error: &LoadError) -> Self {
        Self::CategoryUnavailable { category, is_final: error.is_final() }
    }

    /// Coordinates whose longitude and latitude seem exchanged.
    pub fn swapped(field: &str, seen: Position) -> Self {
        Self::InvalidArgument(format!(
            "{field} looks swapped: lng is {} and lat is {}, and only the other way round is that a place here. lng is \
             degrees east, lat degrees north.",
            seen.lng, seen.lat
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_of_failure_has_its_sentence_twice_and_a_code() {
        let error = ToolError::AmbiguousPlace { field: "near", name: "Rabat".into(), candidates: vec![], total: 7 };
        let answer = error.to_answer();
        assert_eq!(answer["code"], "ambiguous_place");
        assert_eq!(answer["isError"], true);
        assert_eq!(answer["content"][0]["text"], answer["error"]);
        assert_eq!(answer["candidates_total"], 7);
    }

    #[test]
    fn an_unknown_name_offers_near_spellings() {
        let spellings = vec!["Valletta".to_owned()];
        let error = ToolError::UnknownPlace { field: "place", name: "Valeta".into(), spellings };
        assert_eq!(error.to_string(), "No place here is called \"Valeta\"; did you mean \"Valletta\".");
    }
}
