//! What an agent's call did, in a past-tense sentence for the human: shorter than the one for the agent, and without
//! advice that is meant for it.

use crate::agent::{refused, summary};
use crate::city::Category;
use crate::web::ui::signs;
use crate::web::words::{self, tr, trn};
use serde_json::Value;

/// Longer texts of the agent's are cut, in characters.
const MAX_TEXT: usize = 40;

/// The sentence for a call of that tool with that input, answered so.
pub fn told(tool: &str, input: &Value, answer: &Value) -> String {
    if let Some(error) = answer["error"].as_str() {
        return first_sentence(&refused(error, words::language()));
    }
    let number = |key: &str| answer[key].as_f64();
    let sentence = match tool {
        "get_map_state" => Some(tr!("Read what the map shows").into()),
        "list_marks" => Some(tr!("Read the drawings and notes").into()),
        "set_map_view" => Some(match input["place"].as_str() {
            Some(place) => tr!("Moved the map to %{place}", place = cut(place)),
            None => tr!("Moved the map").into(),
        }),
        "find_features" => number("total").map(|total| tr!("Found %{what}", what = looked_for(input, total))),
        "list_features_in_view" => {
            number("total").map(|total| tr!("Found %{what} in view", what = looked_for(input, total)))
        }
        "select_features" => answer["state"]["selection"]["count"].as_u64().map(|count| match count {
            0 => tr!("Cleared the selection").into(),
            count => trn!(count, "Selected %{n} place", "Selected %{n} places"),
        }),
        "draw_shape" => Some(drew(input, answer)),
        "plan_route" => number("distance_m").zip(number("duration_s")).map(|(metres, seconds)| {
            tr!("Planned a walk: %{length}, %{time}", length = words::length(metres), time = words::minutes(seconds))
        }),
        "annotate" | "add_note" => {
            Some(tr!("Pinned “%{note}”", note = cut(input["note"].as_str().unwrap_or(tr!("a note")))))
        }
        "remove_from_map" | "update_mark"
            if answer["refused"].as_array().is_some_and(|refused| !refused.is_empty()) =>
        {
            Some(tr!("Left what is yours as it is").into())
        }
        "remove_from_map" => {
            let count = answer["removed"].as_array().map_or(0, Vec::len);
            Some(trn!(count, "Removed %{n} mark", "Removed %{n} marks"))
        }
        "update_mark" => Some(tr!("Changed a mark").into()),
        "undo" => Some(tr!("Took its last change back").into()),
        "redo" => Some(tr!("Made it again").into()),
        "get_place_details" => answer["name"].as_str().map(|name| tr!("Read about %{name}", name = cut(name))),
        "get_share_link" => Some(tr!("Made a link to this map").into()),
        "measure" => number("length_m")
            .or(number("distance_m"))
            .map(|metres| tr!("Measured %{length}", length = words::length(metres))),
        _ => None,
    };
    sentence.unwrap_or_else(|| first_sentence(&summary(tool, input, answer, words::language())))
}

/// So many of the kind of places, or with the text, that were looked for.
fn looked_for(input: &Value, total: f64) -> String {
    if let Some(query) = input["query"].as_str() {
        return tr!("%{n} for “%{text}”", n = words::number(total, 0), text = cut(query));
    }
    let names: Vec<_> = input["categories"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let category = match names.as_slice() {
        [name] => Category::from_name(name),
        _ => None,
    };
    match category {
        Some(category) => {
            let words = if total == 1.0 { signs::one(category) } else { signs::of(category).0 };
            tr!("%{n} %{kind}", n = words::number(total, 0), kind = words.to_lowercase())
        }
        None => trn!(total as u64, "%{n} place", "%{n} places"),
    }
}

fn drew(input: &Value, answer: &Value) -> String {
    let size = |key: &str| answer[key].as_f64();
    let size = size("area_m2").map(words::area).or_else(|| size("length_m").map(words::length));
    let kind = match input["type"].as_str() {
        Some("polygon") => tr!("an area"),
        Some("line") => tr!("a line"),
        Some("reachable") => tr!("a reachable area"),
        _ => tr!("a circle"),
    };
    let what = match input["label"].as_str() {
        Some(label) => tr!("%{kind} “%{label}”", kind = kind, label = cut(label)),
        None => kind.to_owned(),
    };
    match size {
        Some(size) => tr!("Drew %{what}, %{size}", what = what, size = size),
        None => tr!("Drew %{what}", what = what),
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_owned();
    }
    text.chars().take(MAX_TEXT - 1).chain(['…']).collect()
}

/// Up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> String {
    match text.split_once(". ").or_else(|| text.split_once('。')) {
        Some((first, _)) if text.contains('。') => [first, "。"].concat(),
        Some((first, _)) => [first, "."].concat(),
        None => text.to_owned(),
    }
}
