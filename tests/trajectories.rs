//! Calls with expected answers, run natively over the committed packs. The same files run in Chromium.

mod support;

use serde_json::Value;
use std::path::Path;
use support::{differences, open};

#[test]
fn every_trajectory_answers_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trajectories");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("it is committed").flatten().map(|e| e.path()).collect();
    files.sort();
    let (mut run, mut wrong) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it was just listed");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
            let context = open(case["city"].as_str().expect("a case names its city"));
            for step in case["calls"].as_array().expect("a case has calls") {
                let tool = step["tool"].as_str().expect("a call names its tool");
                let answer = context.call(tool, step["input"].clone());
                for difference in differences(&step["expect"], &answer, "") {
                    wrong.push(format!("{} {tool}{difference}", case["id"]));
                }
                run += 1;
            }
        }
    }
    assert!(run >= 40, "only {run} calls were run");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
