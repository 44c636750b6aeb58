//! Greeting, listing, calling; what an answer looks like.

use crate::client::{Answer, Http, Pipes, command, initialize};
use serde_json::{Value, json};

const PAGE: &str = "https://maps.example/city/";
/// The revisions with a greeting; the current one has none.
const GREETED: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];
const CURRENT: &str = "2026-07-28";

/// Every tool with an input that is answered, in an order that makes sense.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("get_map_state", json!({})),
        ("set_map_view", json!({ "place": "Valletta" })),
        ("list_features_in_view", json!({ "limit": 2 })),
        ("find_features", json!({ "near": "Valletta", "categories": ["cafe"], "limit": 3 })),
        ("select_features", json!({ "near": "Valletta", "categories": ["museum"] })),
        ("draw_shape", json!({ "type": "circle", "center": "Valletta" })),
        ("plan_route", json!({ "from": "Valletta", "to": { "lng": 14.505, "lat": 35.89 } })),
        ("annotate", json!({ "at": "Valletta", "note": "Meet here" })),
        ("describe_surroundings", json!({ "from": "Valletta", "radius_m": 200 })),
        ("compare_areas", json!({ "a": "Valletta", "b": "Sliema", "categories": ["cafe"] })),
        ("measure", json!({ "target": "drawing:1" })),
        ("get_place_details", json!({ "id": "osm:way:577948702" })),
        ("get_share_link", json!({})),
        ("undo", json!({})),
        ("redo", json!({})),
        ("update_mark", json!({ "id": "drawing:1", "label": "near" })),
        ("list_marks", json!({})),
        ("summarize_features", json!({ "near": "Valletta", "group_by": "category" })),
        ("resolve_names", json!({ "queries": [{ "text": "Valletta" }, { "text": "Sliema" }] })),
        ("remove_from_map", json!({ "ids": ["drawing:1"] })),
        ("show_map", json!({ "area": { "place": "Sliema" }, "label": "Look here" })),
        ("set_city", json!({ "city": "helsinki" })),
    ]
}

fn names(list: &Value) -> Vec<String> {
    let tools = list["result"]["tools"].as_array().unwrap_or_else(|| panic!("{list}"));
    tools.iter().filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect()
}

fn check_every_tool(listed: Vec<String>, mut call: impl FnMut(&str, Value) -> Answer) {
    let calls = calls();
    let mut called: Vec<_> = calls.iter().map(|(tool, _)| (*tool).to_owned()).collect();
    let mut listed = listed;
    called.sort();
    listed.sort();
    assert_eq!(called, listed);
    for (tool, input) in calls {
        let answer = call(tool, input);
        assert_ne!(answer.result["isError"], true, "{tool}: {}", answer.result);
        assert_eq!(answer.result["content"].as_array().map(Vec::len), Some(1), "{tool}");
        assert!((5..=300).contains(&answer.text().chars().count()), "{tool}: {}", answer.text());
        assert!(!answer.text().starts_with("Done"), "{tool} has a sentence of its own");
        let object = &answer.object;
        assert!(object.to_string().len() <= 16 * 1024, "{tool} answers with {} bytes", object.to_string().len());
        assert!(object["view"]["c"].is_array() && object["view"]["z"].is_number(), "{tool}: {}", object["view"]);
        let url = object["url"].as_str().unwrap_or_default();
        assert!(url.starts_with(PAGE) && url.contains("#v"), "{tool}: {url}");
    }
}

#[test]
fn every_revision_is_spoken_over_stdio() {
    for version in GREETED {
        let mut client = Pipes::start(&[]);
        let greeting = client.ask("initialize", initialize(version));
        assert_eq!(greeting["result"]["protocolVersion"], version);
        assert_eq!(greeting["result"]["serverInfo"]["name"], "glassmap");
        let instructions = greeting["result"]["instructions"].as_str().unwrap_or_default();
        assert!((500..2048).contains(&instructions.len()), "{} bytes of instructions", instructions.len());
        client.tell("notifications/initialized", json!({}));
        assert_eq!(names(&client.ask("tools/list", json!({}))).len(), calls().len() - 1, "no links without a page");
        assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    }
}

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": CURRENT, "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    })
}

#[test]
fn the_current_revision_needs_no_greeting() {
    let mut client = Pipes::start(&[]);
    let found = client.ask("server/discover", json!({ "_meta": meta() }));
    let versions = found["result"]["supportedVersions"].to_string();
    assert!(GREETED.iter().chain([&CURRENT]).all(|version| versions.contains(version)), "{found}");
    let call = json!({ "name": "get_map_state", "arguments": {}, "_meta": meta() });
    assert_eq!(Answer::of(&client.ask("tools/call", call.clone())).object["city"]["id"], "malta");

    let http = Http::start(&[]);
    let headers = [("mcp-protocol-version", CURRENT), ("mcp-method", "tools/call"), ("mcp-name", "get_map_state")];
    let reply = http.ask(&headers, "tools/call", call);
    assert_eq!(reply.status, 200, "{reply:?}");
    assert_eq!(reply.header("mcp-session-id"), None);
    assert_eq!(Answer::of(&reply.message()).object["city"]["id"], "malta");
}

#[test]
fn every_revision_is_spoken_over_http() {
    let http = Http::start(&[]);
    for version in GREETED {
        let reply = http.ask(&[], "initialize", initialize(version));
        assert_eq!(reply.message()["result"]["protocolVersion"], version);
        let id = reply.header("mcp-session-id").expect("a session").to_owned();
        let headers = [("mcp-session-id", id.as_str()), ("mcp-protocol-version", version)];
        let listed = http.ask(&headers, "tools/list", json!({}));
        assert_eq!(names(&listed.message()).len(), calls().len() - 1);
    }
}

#[test]
fn tools_are_listed_with_what_a_client_needs_to_ask_for_consent() {
    let mut client = Pipes::open(&["--app-url", PAGE]);
    let list = client.ask("tools/list", json!({}));
    for tool in list["result"]["tools"].as_array().expect("a list") {
        let name = tool["name"].as_str().unwrap_or_default();
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert!(tool["title"].is_string() && tool["description"].is_string(), "{name}");
        let hints = &tool["annotations"];
        assert_eq!(hints["destructiveHint"], false, "{name}: undo brings everything back");
        assert_eq!(hints["openWorldHint"], name == "plan_route", "{name}");
        let reads = ["get_", "list_", "find_", "describe_", "compare_", "measure", "summarize_", "resolve_"];
        assert_eq!(hints["readOnlyHint"], reads.iter().any(|start| name.starts_with(start)), "{name}");
        assert!(hints["readOnlyHint"] == false || hints["idempotentHint"] == true, "{name}");
    }
}

#[test]
fn every_tool_is_called_over_stdio() {
    let mut client = Pipes::open(&["--app-url", PAGE]);
    let listed = names(&client.ask("tools/list", json!({})));
    check_every_tool(listed, |tool, input| client.call(tool, input));
}

#[test]
fn every_tool_is_called_over_http() {
    let http = Http::start(&["--app-url", PAGE]);
    let session = http.session();
    let listed = names(&session.ask("tools/list", json!({})).message());
    check_every_tool(listed, |tool, input| session.call(tool, input));
}

#[test]
fn a_failure_is_marked_and_tells_what_to_do() {
    let mut client = Pipes::open(&["--app-url", PAGE]);
    let answer = client.call("set_map_view", json!({ "place": "Vallettta" }));
    assert_eq!(answer.result["isError"], true);
    assert_eq!(answer.object["code"], "unknown_place");
    assert_eq!(answer.text(), answer.object["error"].as_str().unwrap_or_default());
    assert!(answer.object.get("view").is_none() && answer.object.get("content").is_none());
    let answer = client.call("find_features", json!({ "near": "Valletta", "radius": 5 }));
    assert_eq!(answer.object["code"], "invalid_argument");
    for input in [json!({}), json!({ "view": {} }), json!({ "view": { "c": [1, 2], "z": 3 }, "zoom": 4 })] {
        assert_eq!(client.call("show_map", input).object["code"], "invalid_argument");
    }
    let response = client.ask("tools/call", json!({ "name": "launch_rocket", "arguments": {} }));
    assert_eq!(response["error"]["code"], -32602, "{response}");
    assert_eq!(client.ask("no/such/method", json!({}))["error"]["code"], -32601);
}

#[test]
fn sentences_are_in_the_language_that_was_chosen_and_the_rest_of_the_contract_is_not() {
    let mut chinese = Pipes::open(&["--app-url", PAGE, "--language", "zh-Hant"]);
    let mut english = Pipes::open(&["--app-url", PAGE]);
    let circle = json!({ "type": "circle", "center": "Valletta", "radius_m": 250 });
    let walk = json!({ "from": "Valletta", "to": { "lng": 14.505, "lat": 35.89 }, "steps": true });
    let (here, there) = (chinese.call("draw_shape", circle.clone()), english.call("draw_shape", circle));
    assert_eq!(here.text(), "已繪製 drawing:1，0.20 平方公里。");
    assert!(there.text().starts_with("Drew drawing:1, "), "{}", there.text());
    assert_eq!(here.object["drawing_id"], there.object["drawing_id"]);
    let (here, there) = (chinese.call("plan_route", walk.clone()), english.call("plan_route", walk));
    let (steps, english_steps) = (here.object["steps"].to_string(), there.object["steps"].to_string());
    assert!(steps.chars().any(is_han) && !english_steps.chars().any(is_han), "{steps} {english_steps}");
    assert_eq!(here.object["distance_m"], there.object["distance_m"]);
    // What goes wrong is told in English by its code's contract, to programs.
    let refused = chinese.call("set_map_view", json!({ "place": "Vallettta" }));
    assert_eq!(refused.object["code"], "unknown_place");
    assert!(!refused.object["error"].as_str().unwrap_or_default().chars().any(is_han), "{}", refused.object["error"]);
}

#[test]
fn a_language_that_there_is_none_of_is_refused_with_those_that_there_are() {
    let told = command(&["--language", "tlh"]).output().expect("it was built");
    assert!(!told.status.success());
    let why = String::from_utf8_lossy(&told.stderr);
    assert!(why.contains("it takes one of en, zh-Hant"), "{why}");
}

const fn is_han(letter: char) -> bool {
    matches!(letter, '\u{4e00}'..='\u{9fff}')
}

#[test]
fn what_is_no_message_on_stdio_is_passed_over() {
    let mut client = Pipes::open(&[]);
    for line in ["{", "[]", "\"hello\"", "{\"jsonrpc\":\"2.0\"}", "\u{0}", ""] {
        client.write(line);
    }
    let huge = json!({ "jsonrpc": "2.0", "id": 7, "method": "ping", "params": { "x": "y".repeat(3 << 20) } });
    client.write(&huge.to_string());
    assert_eq!(client.call("get_map_state", json!({})).object["city"]["id"], "malta");
    assert!(client.server.memory().is_none_or(|mib| mib < 200.0));
}

#[test]
fn a_view_shows_again_what_an_answer_showed() {
    let mut client = Pipes::open(&["--app-url", PAGE]);
    client.call("draw_shape", json!({ "type": "circle", "center": "Valletta", "label": "here" }));
    let found = client.call("find_features", json!({ "near": "Sliema", "categories": ["bar"], "limit": 4 })).object;
    assert_eq!(found["view"]["s"].as_array().map(Vec::len), Some(4), "what was found is selected");
    let shown = client.call("show_map", json!({ "view": found["view"] })).object;
    assert_eq!((&shown["view"], &shown["url"]), (&found["view"], &found["url"]));
    assert_eq!(shown["state"]["selection"]["count"], 4);
    assert_eq!(shown["state"]["drawings"]["items"][0]["id"], "drawing:1", "a mark that is there already stays");

    let mut other = Pipes::open(&["--app-url", PAGE, "--city", "assets/cities/helsinki", "--city", "assets/cities"]);
    let restored = other.call("show_map", json!({ "view": found["view"], "label": "Bars" })).object;
    assert_eq!(restored["state"]["city"]["id"], "malta", "a view opens its own city");
    assert_eq!(restored["state"]["drawings"]["items"][0]["label"], "here");
    assert_eq!(restored["state"]["annotations"]["items"][0]["note"], "Bars");
    let undone = other.call("undo", json!({})).object;
    assert_eq!(undone["state"]["city"]["id"], "helsinki", "and undo goes back to it");
    assert_eq!(undone["state"]["drawings"]["count"], 0);
}

#[test]
fn the_link_of_a_new_mark_shows_it() {
    let mut client = Pipes::open(&[]);
    let far = json!({ "type": "line", "coordinates": [[14.2, 36.05], [14.3, 36.06]] });
    let drawn = client.call("draw_shape", far).object;
    assert_eq!(drawn["url"], Value::Null, "nobody said where the page is");
    let west = drawn["view"]["c"][0].as_f64().expect("a centre");
    assert!((14.2..=14.3).contains(&west), "{}", drawn["view"]);
    let near = client.call("annotate", json!({ "at": "Valletta", "note": "x" })).object;
    assert_eq!(near["view"]["c"][0], near["state"]["center"]["lng"], "what is in view needs no other camera");
}

#[test]
fn the_tools_are_printed_for_function_calling() {
    let printed = |format: &str| {
        let output = command(&["tools", "--format", format]).output().expect("it was built");
        assert!(output.status.success());
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    assert_eq!(printed("openai")[0]["strict"], true);
    assert!(printed("anthropic")[0]["input_schema"].is_object());
    assert!(printed("gemini")["functionDeclarations"].is_array());
    let output = command(&["tools", "--format", "cobol"]).output().expect("it was built");
    assert!(
        !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("openai, anthropic or gemini")
    );
}
