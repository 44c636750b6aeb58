//! One sentence for each answer: what a client shows that reads nothing else, and what a model reads first.

use crate::city::Category;
use crate::language::{Language, decimal, t, tn};
use serde_json::Value;

/// No sentence is longer, in characters.
pub const MAX_SUMMARY: usize = 300;
/// A name or label in a sentence is cut after so many characters.
const MAX_NAME: usize = 60;
/// So many names are listed.
const MAX_NAMES: usize = 3;

/// What the tool of that name answered to that input, in a sentence; of a failure, its own sentence.
pub fn summary(tool: &str, input: &Value, answer: &Value, language: Language) -> String {
    let sentence = if let Some(error) = answer["error"].as_str() {
        error.to_owned()
    } else {
        Teller { language, input, answer }.sentence(tool)
    };
    let sentence = if sentence.is_empty() { t!(language, "Done.").into() } else { sentence };
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

/// How many there are in a list.
fn length_of(value: &Value) -> u64 {
    value.as_array().map_or(0, Vec::len) as u64
}

/// What one call answered, to be told in one language.
#[derive(Clone, Copy)]
struct Teller<'a> {
    language: Language,
    input: &'a Value,
    answer: &'a Value,
}

impl Teller<'_> {
    fn sentence(self, tool: &str) -> String {
        let Self { language, answer, .. } = self;
        match tool {
            "get_map_state" | "set_map_view" => self.shows(answer),
            "show_map" => self.shown(),
            "list_features_in_view" => self.in_view(),
            "find_features" => self.found(),
            "select_features" => self.selected(),
            "draw_shape" => match self.size() {
                Some(size) => t!(language, "Drew %{id}, %{size}.", id = text(&answer["drawing_id"]), size = size),
                None => t!(language, "Drew %{id}.", id = text(&answer["drawing_id"])),
            },
            "plan_route" => self.walk(),
            "annotate" => t!(language, "Pinned %{id}.", id = text(&answer["annotation_id"])),
            "remove_from_map" => self.removed(),
            "describe_surroundings" => self.around(),
            "compare_areas" | "summarize_features" => text(&answer["summary"]),
            "measure" => self.measured(),
            "get_place_details" => self.details(),
            "get_share_link" => {
                t!(language, "The link to this map has %{n} bytes; give all of url.", n = count(answer, "bytes"))
            }
            "undo" => self.turned(true, &answer["undone"]),
            "redo" => self.turned(false, &answer["redone"]),
            "update_mark" => self.updated(),
            "list_marks" => self.listed(),
            "resolve_names" => self.resolved(),
            "set_city" => t!(language, "%{city} is open.", city = text(&answer["state"]["city"]["name"])),
            _ => String::new(),
        }
    }

    fn list(self, parts: &[String]) -> String {
        parts.join(t!(self.language, ", " as "list"))
    }

    /// Metres below a kilometre, else kilometres with one decimal.
    fn length(self, metres: &Value) -> String {
        match metres.as_f64() {
            Some(metres) if metres < 995.0 => t!(self.language, "%{n} m", n = format!("{metres:.0}")),
            Some(metres) => t!(self.language, "%{n} km", n = decimal(self.language, metres / 1000.0, 1)),
            None => t!(self.language, "an unknown length").into(),
        }
    }

    fn area(self, square_metres: &Value) -> String {
        match square_metres.as_f64() {
            Some(area) if area < 100_000.0 => t!(self.language, "%{n} m²", n = format!("{area:.0}")),
            Some(area) => t!(self.language, "%{n} km²", n = decimal(self.language, area / 1e6, 2)),
            None => t!(self.language, "an unknown area").into(),
        }
    }

    /// So many places of the category asked for: `12 cafes`, or `12 places` when it was not one kind.
    fn kind(self, number: u64) -> String {
        let asked = self.input["categories"].as_array().filter(|list| list.len() == 1);
        let only = asked.and_then(|list| Category::from_name(list[0].as_str()?));
        match only {
            Some(category) => counted(category, number, self.language),
            None => tn!(self.language, number, "%{n} place", "%{n} places"),
        }
    }

    /// A category by its name in an answer, in words.
    fn category(self, row: &Value) -> String {
        let name = text(&row["category"]);
        let known = Category::from_name(&name).map(|category| category.in_words(self.language).to_owned());
        known.unwrap_or_else(|| name.replace('_', " "))
    }

    /// A listed place by its name, or by its kind when it has none.
    fn called(self, row: &Value) -> String {
        name(&row["name"]).unwrap_or_else(|| t!(self.language, "an unnamed %{kind}", kind = self.category(row)))
    }

    /// A row: its name, kind, distance and direction.
    fn row(self, row: &Value) -> String {
        let language = self.language;
        let place = if row["name"].is_string() {
            t!(language, "%{name} (%{kind})", name = self.called(row), kind = self.category(row))
        } else {
            self.called(row)
        };
        if let Some(phrase) = row["direction_phrase"].as_str() {
            return t!(language, "%{place}, %{phrase}", place = place, phrase = phrase);
        }
        let length = self.length(&row["distance_m"]);
        match row["direction"].as_str() {
            None => t!(language, "%{place}, %{length}", place = place, length = length),
            Some(point) => {
                t!(
                    language,
                    "%{place}, %{length} %{point}",
                    place = place,
                    length = length,
                    point = letters(point, language)
                )
            }
        }
    }

    fn place(self, origin: &Value) -> String {
        name(&origin["name"]).unwrap_or_else(|| format!("{}, {}", origin["lat"], origin["lng"]))
    }

    fn shows(self, state: &Value) -> String {
        let language = self.language;
        let camera = t!(
            language,
            "The map shows %{city} at zoom %{zoom}, centred on %{lat}, %{lng}",
            city = text(&state["city"]["name"]),
            zoom = state["zoom"].as_f64().unwrap_or_default(),
            lat = state["center"]["lat"],
            lng = state["center"]["lng"]
        );
        let [drawings, notes, selected] =
            ["drawings", "annotations", "selection"].map(|key| count(&state[key], "count"));
        let parts: Vec<_> = [
            (drawings, tn!(language, drawings, "%{n} drawing", "%{n} drawings")),
            (notes, tn!(language, notes, "%{n} note", "%{n} notes")),
            (selected, tn!(language, selected, "%{n} place selected", "%{n} places selected")),
        ]
        .into_iter()
        .filter_map(|(number, part)| (number > 0).then_some(part))
        .collect();
        if parts.is_empty() {
            return t!(language, "%{camera}.", camera = camera);
        }
        t!(language, "%{camera}, with %{marks}.", camera = camera, marks = self.list(&parts))
    }

    /// Sentences one after another, empty ones left out.
    fn sentences(self, sentences: &[String]) -> String {
        let said: Vec<_> = sentences.iter().map(String::as_str).filter(|sentence| !sentence.is_empty()).collect();
        said.join(t!(self.language, " " as "between sentences"))
    }

    fn shown(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let skipped = match count(answer, "skipped") {
            0 => String::new(),
            skipped => tn!(
                language,
                skipped,
                "%{n} part of the view could not be read.",
                "%{n} parts of the view could not be read."
            ),
        };
        let end = if answer["url"].is_string() { t!(language, "url opens it in a browser.") } else { "" };
        self.sentences(&[self.shows(&answer["state"]), skipped, end.to_owned()])
    }

    fn out_of_view(self) -> String {
        match count(self.answer, "out_of_view") {
            0 => String::new(),
            number => t!(self.language, "%{n} more are out of view.", n = number),
        }
    }

    fn in_view(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let total = count(answer, "total");
        let kind = self.kind(total);
        let head = if total == 1 {
            t!(language, "%{places} is in view", places = kind)
        } else {
            t!(language, "%{places} are in view", places = kind)
        };
        let first = match answer["features"].get(0) {
            Some(row) => {
                t!(language, "%{head}; the nearest to the centre is %{row}.", head = head, row = self.row(row))
            }
            None => t!(language, "%{head}.", head = head),
        };
        self.sentences(&[first, self.out_of_view()])
    }

    /// What was looked for and where: `12 cafes within 800 m of Valletta`.
    fn looked_for(self, total: u64) -> String {
        let (language, input, answer) = (self.language, self.input, self.answer);
        let mut what = self.kind(total);
        if let Some(query) = name(&input["query"]) {
            what = t!(language, "%{places} with %{query}", places = what, query = format!("{query:?}"));
        }
        if answer["radius_m"].is_number() {
            let (length, place) = (self.length(&answer["radius_m"]), self.place(&answer["origin"]));
            t!(language, "%{places} within %{length} of %{place}", places = what, length = length, place = place)
        } else if let Some(area) = name(&input["within"]).or_else(|| name(&input["area"]["place"])) {
            t!(language, "%{places} in %{area}", places = what, area = area)
        } else {
            what
        }
    }

    fn found(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let head = self.looked_for(count(answer, "total"));
        if let Some(row) = answer["features"].get(0) {
            let first = t!(language, "%{head}; the nearest is %{row}.", head = head, row = self.row(row));
            return self.sentences(&[first, self.out_of_view()]);
        }
        let elsewhere: u64 =
            answer["unloaded_matches"].as_array().into_iter().flatten().map(|row| count(row, "count")).sum();
        if elsewhere > 0 {
            return t!(
                language,
                "%{head} among the categories loaded; %{n} in others: name one of unloaded_matches.",
                head = head,
                n = elsewhere
            );
        }
        self.sentences(&[t!(language, "%{head}.", head = head), self.out_of_view()])
    }

    fn names_of(self, rows: &Value, total: u64) -> String {
        let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
        let names: Vec<_> = rows.iter().take(MAX_NAMES).map(|row| self.called(row)).collect();
        let more = total.saturating_sub(names.len() as u64);
        let listed = self.list(&names);
        if more == 0 || names.is_empty() {
            return listed;
        }
        t!(self.language, "%{names} and %{n} more", names = listed, n = more)
    }

    fn selected(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let total = count(&answer["state"]["selection"], "count");
        let unknown = match length_of(&answer["unknown_ids"]) {
            0 => String::new(),
            number => tn!(language, number, "%{n} id is not in this city.", "%{n} ids are not in this city."),
        };
        if total == 0 {
            return self.sentences(&[t!(language, "Nothing is selected.").to_owned(), unknown]);
        }
        let head = tn!(language, total, "%{n} place is selected", "%{n} places are selected");
        let names = self.names_of(&answer["selected"], total);
        let first = if names.is_empty() {
            t!(language, "%{head}.", head = head)
        } else {
            t!(language, "%{head}: %{names}.", head = head, names = names)
        };
        self.sentences(&[first, unknown])
    }

    fn size(self) -> Option<String> {
        let answer = self.answer;
        let flat = answer["area_m2"].is_number().then(|| self.area(&answer["area_m2"]));
        flat.or_else(|| answer["length_m"].is_number().then(|| self.length(&answer["length_m"])))
    }

    fn walk(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let minutes = answer["duration_s"].as_f64().map_or(0.0, |seconds| (seconds / 60.0).round().max(1.0)) as u64;
        let mut time = tn!(language, minutes, "%{n} minute", "%{n} minutes");
        if answer["uses_ferry"] == true {
            time = t!(language, "%{time}, with a ferry", time = time);
        }
        t!(
            language,
            "From %{from} to %{to} it is %{length} on foot, about %{time}; drawn as %{id}.",
            from = self.place(&answer["from"]),
            to = self.place(&answer["to"]),
            length = self.length(&answer["distance_m"]),
            time = time,
            id = text(&answer["drawing_id"])
        )
    }

    fn removed(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let mut parts = vec![t!(language, "Removed %{n}", n = length_of(&answer["removed"]))];
        let others = ["refused", "not_selected", "unknown_ids", "malformed_ids"];
        for (key, number) in others.map(|key| (key, length_of(&answer[key]))) {
            if number > 0 {
                parts.push(match key {
                    "refused" => t!(language, "%{n} the human's, kept", n = number),
                    "not_selected" => t!(language, "%{n} not selected", n = number),
                    "unknown_ids" => t!(language, "%{n} unknown", n = number),
                    _ => t!(language, "%{n} no ids", n = number),
                });
            }
        }
        t!(language, "%{clauses}.", clauses = parts.join(t!(language, "; " as "clauses")))
    }

    fn around(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let total = count(answer, "total");
        let (place, places) = (self.place(&answer["from"]), tn!(language, total, "%{n} place", "%{n} places"));
        let head = match name(&answer["district"]["name"]) {
            Some(district) => t!(
                language,
                "Around %{place}, in the district %{district}: %{places}",
                place = place,
                district = district,
                places = places
            ),
            None => t!(language, "Around %{place}: %{places}", place = place, places = places),
        };
        let first = match answer["groups"].get(0).and_then(|group| group["features"].get(0)) {
            Some(row) => t!(language, "%{head}; the nearest is %{row}.", head = head, row = self.row(row)),
            None => t!(language, "%{head}.", head = head),
        };
        self.sentences(&[first, self.out_of_view()])
    }

    fn measured(self) -> String {
        let (language, answer) = (self.language, self.answer);
        let target = name(&self.input["target"]).unwrap_or_default();
        if answer["area_m2"].is_number() {
            let (area, around) = (self.area(&answer["area_m2"]), self.length(&answer["perimeter_m"]));
            return t!(language, "%{id} covers %{area}, %{around} round.", id = target, area = area, around = around);
        }
        t!(language, "%{id} is %{length} long.", id = target, length = self.length(&answer["length_m"]))
    }

    fn details(self) -> String {
        let (language, answer) = (self.language, self.answer);
        if !answer["category"].is_string() {
            let id = text(&answer["id"]);
            return match name(&answer["label"]).or_else(|| name(&answer["note"])) {
                Some(label) => t!(language, "%{id} says %{label}.", id = id, label = format!("{label:?}")),
                None => t!(language, "%{id}.", id = id),
            };
        }
        let mut parts =
            vec![t!(language, "%{name}: %{kind}", name = self.called(answer), kind = self.category(answer))];
        parts.extend(["address", "opening_hours"].into_iter().filter_map(|key| name(&answer[key])));
        t!(language, "%{clauses}.", clauses = parts.join(t!(language, "; " as "clauses")))
    }

    fn turned(self, back: bool, turned: &Value) -> String {
        let language = self.language;
        let ids: Vec<_> =
            turned["ids"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        let mut what = text(&turned["tool"]);
        if !ids.is_empty() {
            what = t!(language, "%{tool} (%{ids})", tool = what, ids = ids.join(", "));
        }
        if back {
            t!(language, "Took back %{what}.", what = what)
        } else {
            t!(language, "Made again %{what}.", what = what)
        }
    }

    fn updated(self) -> String {
        let (language, answer) = (self.language, self.answer);
        match (name(&answer["drawing_id"]).or_else(|| name(&answer["annotation_id"])), self.size()) {
            (Some(id), Some(size)) => t!(language, "Changed %{id}, now %{size}.", id = id, size = size),
            (Some(id), None) => t!(language, "Changed %{id}.", id = id),
            (None, _) => t!(language, "Nothing was changed: the mark is the human's.").into(),
        }
    }

    fn listed(self) -> String {
        let returned = count(self.answer, "returned");
        match count(self.answer, "total") {
            0 => t!(self.language, "There are no drawings or notes.").into(),
            total => tn!(
                self.language,
                total,
                "There is %{n} mark; %{returned} listed.",
                "There are %{n} marks; %{returned} listed.",
                returned = returned
            ),
        }
    }

    fn resolved(self) -> String {
        let language = self.language;
        let results = self.answer["results"].as_array().map(Vec::as_slice).unwrap_or_default();
        let names: Vec<_> = results.iter().filter_map(|result| name(&result["name"])).collect();
        let head = tn!(
            language,
            results.len(),
            "%{found} of %{n} name found",
            "%{found} of %{n} names found",
            found = names.len()
        );
        if names.is_empty() {
            return t!(language, "%{head}.", head = head);
        }
        let listed = self.list(&names[..names.len().min(MAX_NAMES)]);
        t!(language, "%{head}: %{names}.", head = head, names = listed)
    }
}

/// A compass point's letters as a sentence has them: `SE`.
fn letters(point: &str, language: Language) -> String {
    let known = match point {
        "N" => t!(language, "N" as "compass"),
        "NE" => t!(language, "NE" as "compass"),
        "E" => t!(language, "E" as "compass"),
        "SE" => t!(language, "SE" as "compass"),
        "S" => t!(language, "S" as "compass"),
        "SW" => t!(language, "SW" as "compass"),
        "W" => t!(language, "W" as "compass"),
        "NW" => t!(language, "NW" as "compass"),
        other => other,
    };
    known.to_owned()
}

/// So many places of a category.
fn counted(category: Category, number: u64, language: Language) -> String {
    macro_rules! words {
        ($($variant:ident $one:literal $many:literal),+ $(,)?) => {
            match category { $(Category::$variant => tn!(language, number, $one, $many)),+ }
        };
    }
    words! {
        MrtStation "%{n} station" "%{n} stations",
        Park "%{n} park" "%{n} parks",
        School "%{n} school" "%{n} schools",
        Supermarket "%{n} supermarket" "%{n} supermarkets",
        Listing "%{n} listing" "%{n} listings",
        District "%{n} district" "%{n} districts",
        Restaurant "%{n} restaurant" "%{n} restaurants",
        Cafe "%{n} cafe" "%{n} cafes",
        FastFood "%{n} fast food place" "%{n} fast food places",
        Bakery "%{n} bakery" "%{n} bakeries",
        Bar "%{n} bar" "%{n} bars",
        Convenience "%{n} convenience store" "%{n} convenience stores",
        Pharmacy "%{n} pharmacy" "%{n} pharmacies",
        Clinic "%{n} clinic" "%{n} clinics",
        Hospital "%{n} hospital" "%{n} hospitals",
        PlaceOfWorship "%{n} place of worship" "%{n} places of worship",
        Bank "%{n} bank" "%{n} banks",
        Hotel "%{n} hotel" "%{n} hotels",
        Parking "%{n} car park" "%{n} car parks",
        BicycleRental "%{n} bicycle rental" "%{n} bicycle rentals",
        Library "%{n} library" "%{n} libraries",
        Museum "%{n} museum" "%{n} museums",
        PostOffice "%{n} post office" "%{n} post offices",
        Police "%{n} police station" "%{n} police stations",
    }
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
