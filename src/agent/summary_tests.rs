use super::*;
use crate::tools::catalog;
use serde_json::json;

fn state() -> Value {
    json!({
        "center": { "lng": 14.51291, "lat": 35.89853 }, "zoom": 15.0, "selection": { "count": 5 },
        "drawings": { "count": 1 }, "annotations": { "count": 2 }, "city": { "id": "malta", "name": "Malta" },
    })
}

/// A tool, an input, an answer and the sentence it comes to; at least one of every tool.
fn cases() -> Vec<(&'static str, Value, Value, &'static str)> {
    let none = || json!({});
    let row = json!({ "id": "osm:node:1", "name": "Regina", "category": "cafe", "distance_m": 31, "direction": "SE" });
    let origin = json!({ "lng": 14.5, "lat": 35.9, "name": "Valletta" });
    vec![
        (
            "get_map_state",
            none(),
            state(),
            "The map shows Malta at zoom 15, centred on 35.89853, 14.51291, with 1 drawing, 2 notes, 5 places selected.",
        ),
        (
            "set_map_view",
            none(),
            json!({ "center": { "lng": 1.0, "lat": 2.0 }, "zoom": 3, "city": { "name": "Malta" } }),
            "The map shows Malta at zoom 3, centred on 2.0, 1.0.",
        ),
        (
            "show_map",
            none(),
            json!({ "state": state(), "skipped": 1, "url": "https://a.example/#v1.e" }),
            "The map shows Malta at zoom 15, centred on 35.89853, 14.51291, with 1 drawing, 2 notes, 5 places \
             selected. 1 part of the view could not be read. url opens it in a browser.",
        ),
        (
            "list_features_in_view",
            none(),
            json!({ "total": 28, "features": [row] }),
            "28 places are in view; the nearest to the centre is Regina (cafe), 31 m SE.",
        ),
        (
            "find_features",
            json!({ "categories": ["cafe"] }),
            json!({ "origin": origin, "radius_m": 800, "total": 12, "features": [row], "out_of_view": 3 }),
            "12 cafes within 800 m of Valletta; the nearest is Regina (cafe), 31 m SE. 3 more are out of view.",
        ),
        (
            "find_features",
            json!({ "categories": ["pharmacy"], "within": "drawing:1" }),
            json!({ "total": 0, "features": [] }),
            "0 pharmacies in drawing:1.",
        ),
        (
            "find_features",
            json!({ "query": "lidl" }),
            json!({ "total": 0, "features": [], "unloaded_matches": [{ "category": "bar", "count": 4 }] }),
            "0 places with \"lidl\" among the categories loaded; 4 in others: name one of unloaded_matches.",
        ),
        (
            "select_features",
            none(),
            json!({ "selected": [row, { "name": null, "category": "park" }], "unknown_ids": ["x"], "state": state() }),
            "5 places are selected: Regina, an unnamed park and 3 more. 1 id is not in this city.",
        ),
        ("draw_shape", none(), json!({ "drawing_id": "drawing:1", "area_m2": 2_010_619 }), "Drew drawing:1, 2.01 km²."),
        (
            "plan_route",
            none(),
            json!({ "from": origin, "to": { "lng": 14.5, "lat": 35.9 }, "distance_m": 1234, "duration_s": 1000,
                "drawing_id": "drawing:2" }),
            "From Valletta to 35.9, 14.5 it is 1.2 km on foot, about 17 minutes; drawn as drawing:2.",
        ),
        ("annotate", none(), json!({ "annotation_id": "annotation:1" }), "Pinned annotation:1."),
        (
            "remove_from_map",
            none(),
            json!({ "removed": [{}], "refused": [{}], "unknown_ids": ["drawing:9"] }),
            "Removed 1; 1 the human's, kept; 1 unknown.",
        ),
        (
            "describe_surroundings",
            none(),
            json!({ "from": origin, "district": { "name": "Valletta" }, "total": 1, "groups": [{ "direction": "SE",
                "features": [{ "name": "Regina", "category": "cafe", "direction_phrase": "to the south-east" }] }] }),
            "Around Valletta, in the district Valletta: 1 place; the nearest is Regina (cafe), to the south-east.",
        ),
        ("compare_areas", none(), json!({ "summary": "A has more than B." }), "A has more than B."),
        (
            "measure",
            json!({ "target": "drawing:1" }),
            json!({ "area_m2": 69204, "perimeter_m": 986 }),
            "drawing:1 covers 69204 m², 986 m round.",
        ),
        ("measure", json!({ "target": "drawing:2" }), json!({ "length_m": 10486 }), "drawing:2 is 10.5 km long."),
        (
            "get_place_details",
            none(),
            json!({ "id": "osm:way:1", "name": "Lidl", "category": "fast_food", "address": "1 Road" }),
            "Lidl: fast food; 1 Road.",
        ),
        (
            "get_place_details",
            none(),
            json!({ "id": "annotation:1", "note": "Meet here" }),
            "annotation:1 says \"Meet here\".",
        ),
        (
            "get_share_link",
            none(),
            json!({ "bytes": 312, "url": "x" }),
            "The link to this map has 312 bytes; give all of url.",
        ),
        (
            "undo",
            none(),
            json!({ "undone": { "tool": "annotate", "ids": ["annotation:1"] } }),
            "Took back annotate (annotation:1).",
        ),
        ("redo", none(), json!({ "redone": { "tool": "set_map_view", "ids": [] } }), "Made again set_map_view."),
        ("update_mark", none(), json!({ "drawing_id": "drawing:1", "length_m": 3 }), "Changed drawing:1, now 3 m."),
        ("update_mark", none(), json!({ "refused": [{}] }), "Nothing was changed: the mark is the human's."),
        ("list_marks", none(), json!({ "total": 3, "returned": 2 }), "There are 3 marks; 2 listed."),
        ("summarize_features", none(), json!({ "summary": "12 places." }), "12 places."),
        ("resolve_names", none(), json!({ "results": [{ "name": "Valletta" }, {}] }), "1 of 2 names found: Valletta."),
        ("set_city", none(), json!({ "state": state() }), "Malta is open."),
    ]
}

#[test]
fn every_tools_answer_becomes_a_sentence() {
    let cases = cases();
    for tool in catalog() {
        assert!(cases.iter().any(|(name, ..)| *name == tool.name), "no case for {}", tool.name);
    }
    for (tool, input, answer, sentence) in cases {
        assert_eq!(summary(tool, &input, &answer, Language::ENGLISH), sentence, "{tool}");
    }
}

#[test]
fn a_failure_is_told_in_its_own_sentence() {
    let answer = json!({ "error": "No place here is called \"X\".", "code": "unknown_place" });
    assert_eq!(summary("find_features", &json!({}), &answer, Language::ENGLISH), "No place here is called \"X\".");
}

#[test]
fn no_sentence_is_long_or_empty_whatever_the_answer() {
    let long = "é".repeat(900);
    let answers = [
        json!({}),
        json!({ "error": long }),
        json!({ "summary": long, "total": 7, "features": [{ "name": long, "category": long, "distance_m": 1 }] }),
        json!({ "results": [{ "name": long }, { "name": long }], "selected": [{ "name": long }],
            "state": { "selection": { "count": 2 } }, "undone": { "tool": long, "ids": [long] } }),
    ];
    let input = json!({ "query": long, "target": long, "within": long, "categories": [long] });
    for tool in catalog().iter().map(|tool| tool.name).chain(["show_map", "of_an_application"]) {
        for answer in &answers {
            let sentence = summary(tool, &input, answer, Language::ENGLISH);
            assert!((1..=MAX_SUMMARY).contains(&sentence.chars().count()), "{tool}: {sentence}");
        }
    }
}

/// The sentence for the first case of that tool whose English sentence begins so.
fn in_chinese(tool: &str, english: &str) -> String {
    let language = Language::of_tag("zh-Hant").expect("it has a file");
    let case = cases().into_iter().find(|(name, .., sentence)| *name == tool && sentence.starts_with(english));
    let (tool, input, answer, _) = case.expect("there is such a case");
    summary(tool, &input, &answer, language)
}

#[test]
fn sentences_are_put_in_the_order_of_the_language() {
    for (tool, english, chinese) in [
        (
            "find_features",
            "12 cafes",
            "Valletta 周圍 800 公尺內有 12 家咖啡廳；最近的是 Regina（咖啡廳），東南方 31 公尺。另有 3 個在視野外。",
        ),
        ("plan_route", "From", "從 Valletta 到 35.9, 14.5 步行 1.2 公里，約 17 分鐘；已畫成 drawing:2。"),
        ("select_features", "5 places", "已選取 5 個地點：Regina、無名稱的公園，以及另外 3 個。1 個 id 不在這座城市。"),
        ("draw_shape", "Drew", "已繪製 drawing:1，2.01 平方公里。"),
    ] {
        assert_eq!(in_chinese(tool, english), chinese);
    }
}

#[test]
fn every_tool_is_told_in_every_language_and_no_english_is_left() {
    for language in Language::all().skip(1) {
        for (tool, input, answer, english) in cases() {
            let said = summary(tool, &input, &answer, language);
            assert!(!said.is_empty() && said.chars().count() <= MAX_SUMMARY, "{tool}: {said}");
            // These tools bring their sentence along, in the language of the session.
            if ["compare_areas", "summarize_features"].contains(&tool) {
                continue;
            }
            assert_ne!(said, english, "{tool} in {}", language.tag());
            // What is left in Latin letters stands in the call or its answer, but for the names of fields.
            let data = [input.to_string(), answer.to_string(), "id url unloaded_matches".into()].concat();
            let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
            for word in said.split(|c| !is_letter(c)).filter(|word| word.len() > 1) {
                assert!(data.contains(word), "{tool}: {word:?} in {said:?}");
            }
        }
    }
}
