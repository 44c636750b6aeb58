//! One sentence for each answer: what a client shows that reads nothing else, and what a model reads first.

use serde_json::Value;

/// No sentence is longer, in characters.
pub const MAX_SUMMARY: usize = 300;
/// A name or label in a sentence is cut after so many characters.
const MAX_NAME: usize = 60;
/// So many names are listed.
const MAX_NAMES: usize = 3;

/// What the tool of that name answered to that input, in a sentence; of a failure, its own sentence.
pub fn summary(tool: &str, input: &Value, answer: &Value) -> String {
    let sentence = if let Some(error) = answer["error"].as_str() {
        error.to_owned()
    } else {
        match tool {
            "get_map_state" | "set_map_view" => shows(answer),
            "show_map" => shown(answer),
            "list_features_in_view" => in_view(input, answer),
            "find_features" => found(input, answer),
            "select_features" => selected(answer),
            "draw_shape" => drew(answer),
            "plan_route" => walk(answer),
            "annotate" => format!("Pinned {}.", text(&answer["annotation_id"])),
            "remove_from_map" => removed(answer),
            "describe_surroundings" => around(answer),
            "compare_areas" | "summarize_features" => text(&answer["summary"]),
            "measure" => measured(input, answer),
            "get_place_details" => details(answer),
            "get_share_link" => format!("The link to this map has {} bytes; give all of url.", count(answer, "bytes")),
            "undo" => turned("Took back", &answer["undone"]),
            "redo" => turned("Made again", &answer["redone"]),
            "update_mark" => updated(answer),
            "list_marks" => listed(answer),
            "resolve_names" => resolved(answer),
            "set_city" => format!("{} is open.", text(&answer["state"]["city"]["name"])),
            _ => String::new(),
        }
    };
    let sentence = if sentence.is_empty() { "Done.".into() } else { sentence };
    cut(&sentence, MAX_SUMMARY)
}

/// The text, its end left out when it is longer.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

fn text(value: &Value) -> String {
    cut(value.as_str().unwrap_or_default(), MAX_SUMMARY)
}

fn name(value: &Value) -> Option<String> {
    value.as_str().map(|name| cut(name, MAX_NAME))
}

fn count(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or(0)
}

/// `1 note`, `2 notes`.
fn some(number: u64, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}

/// Metres below a kilometre, else kilometres with one decimal.
fn length(metres: &Value) -> String {
    match metres.as_f64() {
        Some(metres) if metres < 995.0 => format!("{metres:.0} m"),
        Some(metres) => format!("{:.1} km", metres / 1000.0),
        None => "an unknown length".into(),
    }
}

fn area(square_metres: &Value) -> String {
    match square_metres.as_f64() {
        Some(area) if area < 100_000.0 => format!("{area:.0} m²"),
        Some(area) => format!("{:.2} km²", area / 1e6),
        None => "an unknown area".into(),
    }
}

/// What places of the categories asked for are called: `cafes`, or `places` when it was not one kind.
fn kind(input: &Value, number: u64) -> String {
    let only = input["categories"].as_array().filter(|list| list.len() == 1).and_then(|list| list[0].as_str());
    let (one, several) = match only {
        None => ("place", "places"),
        Some("mrt_station") => ("station", "stations"),
        Some("fast_food") => ("fast food place", "fast food places"),
        Some("convenience") => ("convenience store", "convenience stores"),
        Some("place_of_worship") => ("place of worship", "places of worship"),
        Some("parking") => ("car park", "car parks"),
        Some("police") => ("police station", "police stations"),
        Some(category) => return regular(&category.replace('_', " "), number),
    };
    some(number, one, several)
}

fn regular(word: &str, number: u64) -> String {
    let several = word.strip_suffix('y').map_or_else(|| format!("{word}s"), |stem| format!("{stem}ies"));
    some(number, word, &several)
}

/// A listed place by its name, or by its kind when it has none.
fn called(row: &Value) -> String {
    name(&row["name"]).unwrap_or_else(|| format!("an unnamed {}", text(&row["category"]).replace('_', " ")))
}

/// The nearest row: its name, kind, distance and direction.
fn nearest(row: &Value) -> String {
    let category = text(&row["category"]).replace('_', " ");
    let kind = if row["name"].is_string() { format!(" ({category})") } else { String::new() };
    let place = format!("{}{kind}", called(row));
    if let Some(phrase) = row["direction_phrase"].as_str() {
        return format!("{place}, {phrase}");
    }
    let direction = row["direction"].as_str().map(|direction| format!(" {direction}")).unwrap_or_default();
    format!("{place}, {}{direction}", length(&row["distance_m"]))
}

fn place(origin: &Value) -> String {
    let coordinate = || format!("{}, {}", origin["lat"], origin["lng"]);
    name(&origin["name"]).unwrap_or_else(coordinate)
}

fn shows(state: &Value) -> String {
    let camera = format!(
        "The map shows {} at zoom {}, centred on {}, {}",
        text(&state["city"]["name"]),
        state["zoom"].as_f64().unwrap_or_default(),
        state["center"]["lat"],
        state["center"]["lng"]
    );
    let [drawings, notes, selected] = ["drawings", "annotations", "selection"].map(|key| count(&state[key], "count"));
    let parts: Vec<_> = [
        (drawings, some(drawings, "drawing", "drawings")),
        (notes, some(notes, "note", "notes")),
        (selected, some(selected, "place selected", "places selected")),
    ]
    .into_iter()
    .filter_map(|(number, part)| (number > 0).then_some(part))
    .collect();
    if parts.is_empty() { format!("{camera}.") } else { format!("{camera}, with {}.", parts.join(", ")) }
}

fn shown(answer: &Value) -> String {
    let end = if answer["url"].is_string() { " url opens it in a browser." } else { "" };
    let skipped = match count(answer, "skipped") {
        0 => String::new(),
        skipped => format!(" {} of the view could not be read.", some(skipped, "part", "parts")),
    };
    format!("{}{skipped}{end}", shows(&answer["state"]))
}

fn out_of_view(answer: &Value) -> String {
    match count(answer, "out_of_view") {
        0 => String::new(),
        number => format!(" {number} more are out of view."),
    }
}

fn in_view(input: &Value, answer: &Value) -> String {
    let total = count(answer, "total");
    let verb = if total == 1 { "is" } else { "are" };
    let head = format!("{} {verb} in view", kind(input, total));
    match answer["features"].get(0) {
        Some(row) => format!("{head}; the nearest to the centre is {}.{}", nearest(row), out_of_view(answer)),
        None => format!("{head}.{}", out_of_view(answer)),
    }
}

fn found(input: &Value, answer: &Value) -> String {
    let total = count(answer, "total");
    let place_words = if answer["radius_m"].is_number() {
        format!(" within {} of {}", length(&answer["radius_m"]), place(&answer["origin"]))
    } else if let Some(within) = name(&input["within"]) {
        format!(" in {within}")
    } else if let Some(area) = name(&input["area"]["place"]) {
        format!(" in {area}")
    } else {
        String::new()
    };
    let with = name(&input["query"]).map(|query| format!(" with {query:?}")).unwrap_or_default();
    let head = format!("{}{with}{place_words}", kind(input, total));
    if let Some(row) = answer["features"].get(0) {
        return format!("{head}; the nearest is {}.{}", nearest(row), out_of_view(answer));
    }
    let elsewhere: u64 =
        answer["unloaded_matches"].as_array().into_iter().flatten().map(|row| count(row, "count")).sum();
    if elsewhere > 0 {
        return format!("{head} among the categories loaded; {elsewhere} in others: name one of unloaded_matches.");
    }
    format!("{head}.{}", out_of_view(answer))
}

fn names_of(rows: &Value, total: u64) -> String {
    let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
    let names: Vec<_> = rows.iter().take(MAX_NAMES).map(called).collect();
    let more = total.saturating_sub(names.len() as u64);
    let more = if more > 0 && !names.is_empty() { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names.join(", "))
}

fn selected(answer: &Value) -> String {
    let total = count(&answer["state"]["selection"], "count");
    let unknown = match answer["unknown_ids"].as_array().map_or(0, Vec::len) as u64 {
        0 => String::new(),
        number => format!(" {} not in this city.", some(number, "id is", "ids are")),
    };
    if total == 0 {
        return format!("Nothing is selected.{unknown}");
    }
    let head = some(total, "place is selected", "places are selected");
    let names = names_of(&answer["selected"], total);
    if names.is_empty() { format!("{head}.{unknown}") } else { format!("{head}: {names}.{unknown}") }
}

fn size(answer: &Value) -> Option<String> {
    let flat = answer["area_m2"].is_number().then(|| area(&answer["area_m2"]));
    flat.or_else(|| answer["length_m"].is_number().then(|| length(&answer["length_m"])))
}

fn drew(answer: &Value) -> String {
    let size = size(answer).map(|size| format!(", {size}")).unwrap_or_default();
    format!("Drew {}{size}.", text(&answer["drawing_id"]))
}

fn walk(answer: &Value) -> String {
    let minutes = answer["duration_s"].as_f64().map_or(0.0, |seconds| (seconds / 60.0).round().max(1.0)) as u64;
    let ferry = if answer["uses_ferry"] == true { ", with a ferry" } else { "" };
    format!(
        "From {} to {} it is {} on foot, about {}{ferry}; drawn as {}.",
        place(&answer["from"]),
        place(&answer["to"]),
        length(&answer["distance_m"]),
        some(minutes, "minute", "minutes"),
        text(&answer["drawing_id"])
    )
}

fn removed(answer: &Value) -> String {
    let number = |key: &str| answer[key].as_array().map_or(0, Vec::len) as u64;
    let mut parts = vec![format!("Removed {}", number("removed"))];
    let others = [
        ("refused", "the human's, kept"),
        ("not_selected", "not selected"),
        ("unknown_ids", "unknown"),
        ("malformed_ids", "no ids"),
    ];
    for (key, words) in others {
        if number(key) > 0 {
            parts.push(format!("{} {words}", number(key)));
        }
    }
    format!("{}.", parts.join("; "))
}

fn around(answer: &Value) -> String {
    let total = count(answer, "total");
    let district =
        name(&answer["district"]["name"]).map(|name| format!(", in the district {name}")).unwrap_or_default();
    let head = format!("Around {}{district}: {}", place(&answer["from"]), some(total, "place", "places"));
    match answer["groups"].get(0).and_then(|group| group["features"].get(0)) {
        Some(row) => format!("{head}; the nearest is {}.{}", nearest(row), out_of_view(answer)),
        None => format!("{head}.{}", out_of_view(answer)),
    }
}

fn measured(input: &Value, answer: &Value) -> String {
    let target = name(&input["target"]).unwrap_or_default();
    if answer["area_m2"].is_number() {
        return format!("{target} covers {}, {} round.", area(&answer["area_m2"]), length(&answer["perimeter_m"]));
    }
    format!("{target} is {} long.", length(&answer["length_m"]))
}

fn details(answer: &Value) -> String {
    let Some(category) = name(&answer["category"]) else {
        let label = name(&answer["label"]).or_else(|| name(&answer["note"]));
        let label = label.map(|label| format!(" says {label:?}")).unwrap_or_default();
        return format!("{}{label}.", text(&answer["id"]));
    };
    let parts = ["address", "opening_hours"].map(|key| name(&answer[key]).map(|value| format!("; {value}")));
    let parts: String = parts.into_iter().flatten().collect();
    format!("{}: {}{parts}.", called(answer), category.replace('_', " "))
}

fn turned(verb: &str, turned: &Value) -> String {
    let ids: Vec<_> = turned["ids"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let ids = if ids.is_empty() { String::new() } else { format!(" ({})", ids.join(", ")) };
    format!("{verb} {}{ids}.", text(&turned["tool"]))
}

fn updated(answer: &Value) -> String {
    let id = name(&answer["drawing_id"]).or_else(|| name(&answer["annotation_id"]));
    match id {
        Some(id) => format!("Changed {id}{}.", size(answer).map(|size| format!(", now {size}")).unwrap_or_default()),
        None => "Nothing was changed: the mark is the human's.".into(),
    }
}

fn listed(answer: &Value) -> String {
    match count(answer, "total") {
        0 => "There are no drawings or notes.".into(),
        total => {
            let verb = if total == 1 { "is" } else { "are" };
            format!("There {verb} {}; {} listed.", some(total, "mark", "marks"), count(answer, "returned"))
        }
    }
}

fn resolved(answer: &Value) -> String {
    let results = answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    let names: Vec<_> = results.iter().filter_map(|result| name(&result["name"])).collect();
    let head = format!("{} of {} found", names.len(), some(results.len() as u64, "name", "names"));
    let listed = names[..names.len().min(MAX_NAMES)].join(", ");
    if listed.is_empty() { format!("{head}.") } else { format!("{head}: {listed}.") }
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
