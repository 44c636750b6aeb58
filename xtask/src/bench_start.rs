//! `cargo xtask bench start`: how soon the release page is there, in a browser, beside a page that only shows the map.

use crate::page::{self, BuildOptions};
use crate::{Result, browser, run};
use std::process::ExitCode;

/// Builds the page and measures; fails when a target is missed.
pub fn run() -> Result<ExitCode> {
    let browser = browser::ensure()?;
    page::build(BuildOptions { packs: Vec::new(), public_url: "./".to_owned() })?;
    let mut node = run::command("node");
    run::run(node.arg("tests/bench/start.mjs").env("CHROMIUM", &browser.chromium)).map(|()| ExitCode::SUCCESS)
}
