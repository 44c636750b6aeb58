//! Calls with expected answers, run natively over the committed packs. The same files run in Chromium.

mod support;

use glassmap::domain::Origin;
use serde_json::Value;
use std::path::Path;
use support::{differences, open};

#[test]
fn every_trajectory_answers_as_written() {
    assert!(run("tests/trajectories") >= 40, "hardly any call was run");
}

#[test]
fn where_a_humans_action_and_an_agents_meet_the_map_ends_as_written() {
    assert!(run("tests/hands") >= 30, "hardly any call was run");
}

/// Runs every case of a folder, each on a fresh map; a call is the agent's unless it says `"by": "user"`. How many calls
/// were run.
fn run(folder: &str) -> usize {
    let folder = Path::new(folder);
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
                let by = if step["by"] == "user" { Origin::User } else { Origin::Agent };
                let answer = context.call_by(by, tool, step["input"].clone());
                for difference in differences(&step["expect"], &answer, "") {
                    wrong.push(format!("{} {tool}{difference}", case["id"]));
                }
                run += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    run
}
