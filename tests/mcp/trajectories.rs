//! The same trajectories as natively and in the browser, over both transports.

use crate::client::{Answer, Http, Pipes};
use crate::support::differences;
use serde_json::Value;
use std::path::Path;

/// Every case: its name, and its steps of tool, input and what is expected.
fn cases() -> Vec<(String, Vec<Value>)> {
    let folder = Path::new("tests/trajectories");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("it is committed").flatten().map(|e| e.path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it was just listed");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
            assert_eq!(case["city"], "malta", "the server opens Malta first");
            let steps = case["calls"].as_array().expect("a case has calls").clone();
            cases.push((case["id"].to_string(), steps));
        }
    }
    assert!(cases.len() >= 8, "only {} cases", cases.len());
    cases
}

fn wrong(name: &str, steps: &[Value], mut call: impl FnMut(&str, Value) -> Answer) -> Vec<String> {
    let mut wrong = Vec::new();
    for step in steps {
        let tool = step["tool"].as_str().expect("a call names its tool");
        let mut object = call(tool, step["input"].clone()).object;
        if object["isError"] == true {
            // On this surface the sentence is the result's own content.
            object["content"] = serde_json::json!([{ "type": "text", "text": object["error"] }]);
        }
        wrong.extend(differences(&step["expect"], &object, "").iter().map(|found| format!("{name} {tool}{found}")));
    }
    wrong
}

#[test]
fn every_trajectory_answers_as_written_over_stdio() {
    let cases = cases();
    let run = |(name, steps): &(String, Vec<Value>)| {
        let mut client = Pipes::open(&["--offline"]);
        wrong(name, steps, |tool, input| client.call(tool, input))
    };
    let wrong: Vec<_> = cases.iter().flat_map(run).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} trajectories over stdio", cases.len());
}

#[test]
fn every_trajectory_answers_as_written_over_http() {
    let http = Http::start(&["--offline"]);
    let cases = cases();
    let run = |(name, steps): &(String, Vec<Value>)| {
        let session = http.session();
        wrong(name, steps, |tool, input| session.call(tool, input))
    };
    let wrong: Vec<_> = cases.iter().flat_map(run).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} trajectories over HTTP", cases.len());
}
