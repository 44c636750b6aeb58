//! What an agent's call did, in a past-tense sentence for the human: shorter than the one for the agent, and without
//! advice that is meant for it.

use crate::agent::summary;
use crate::city::Category;
use crate::web::ui::signs;
use crate::web::words;
use serde_json::Value;

/// Longer texts of the agent's are cut, in characters.
const MAX_TEXT: usize = 40;

/// The sentence for a call of that tool with that input, answered so.
pub fn told(tool: &str, input: &Value, answer: &Value) -> String {
    if let Some(error) = answer["error"].as_str() {
        return first_sentence(error);
    }
    let number = |key: &str| answer[key].as_f64();
    let sentence = match tool {
        "get_map_state" => Some("Read what the map shows".into()),
        "list_marks" => Some("Read the drawings and notes".into()),
        "set_map_view" => Some(format!("Moved the map{}", to(input))),
        "find_features" | "list_features_in_view" => number("total").map(|total| {
            let place = if tool == "find_features" { "" } else { " in view" };
            format!("Found {} {}{place}", total, looked_for(input, total))
        }),
        "select_features" => answer["state"]["selection"]["count"].as_u64().map(|count| match count {
            0 => "Cleared the selection".into(),
            1 => "Selected 1 place".into(),
            count => format!("Selected {count} places"),
        }),
        "draw_shape" => Some(drew(input, answer)),
        "plan_route" => number("distance_m")
            .zip(number("duration_s"))
            .map(|(metres, seconds)| format!("Planned a walk: {}, {}", words::length(metres), words::minutes(seconds))),
        "annotate" | "add_note" => Some(format!("Pinned “{}”", cut(input["note"].as_str().unwrap_or("a note")))),
        "remove_from_map" | "update_mark"
            if answer["refused"].as_array().is_some_and(|refused| !refused.is_empty()) =>
        {
            Some("Left what is yours as it is".into())
        }
        "remove_from_map" => Some(match answer["removed"].as_array().map_or(0, Vec::len) {
            1 => "Removed 1 mark".into(),
            count => format!("Removed {count} marks"),
        }),
        "update_mark" => Some("Changed a mark".into()),
        "undo" => Some("Took its last change back".into()),
        "redo" => Some("Made it again".into()),
        "get_place_details" => answer["name"].as_str().map(|name| format!("Read about {}", cut(name))),
        "get_share_link" => Some("Made a link to this map".into()),
        "measure" => {
            number("length_m").or(number("distance_m")).map(|metres| format!("Measured {}", words::length(metres)))
        }
        _ => None,
    };
    sentence.unwrap_or_else(|| first_sentence(&summary(tool, input, answer)))
}

fn to(input: &Value) -> String {
    let place = input["place"].as_str().map(|place| format!(" to {}", cut(place)));
    place.unwrap_or_default()
}

/// The kinds of places, or the text, that were looked for.
fn looked_for(input: &Value, total: f64) -> String {
    if let Some(query) = input["query"].as_str() {
        return format!("for “{}”", cut(query));
    }
    let names: Vec<_> = input["categories"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match names.as_slice() {
        [name] => match Category::from_name(name) {
            Some(category) if total == 1.0 => signs::one(category).to_lowercase(),
            Some(category) => signs::of(category).0.to_lowercase(),
            None => "places".into(),
        },
        _ if total == 1.0 => "place".into(),
        _ => "places".into(),
    }
}

fn drew(input: &Value, answer: &Value) -> String {
    let size = |key: &str| answer[key].as_f64();
    let size = size("area_m2").map(words::area).or_else(|| size("length_m").map(words::length));
    let size = size.map(|size| format!(", {size}")).unwrap_or_default();
    let kind = match input["type"].as_str() {
        Some("polygon") => "an area",
        Some("line") => "a line",
        Some("reachable") => "a reachable area",
        _ => "a circle",
    };
    let label = input["label"].as_str().map(|label| format!(" “{}”", cut(label))).unwrap_or_default();
    format!("Drew {kind}{label}{size}")
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_owned();
    }
    text.chars().take(MAX_TEXT - 1).chain(['…']).collect()
}

/// Up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> String {
    text.split_once(". ").map_or_else(|| text.to_owned(), |(first, _)| format!("{first}."))
}
