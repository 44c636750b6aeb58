//! `cargo xtask bench routes`: walks in the release page, in a browser, against a real router over loopback.

use crate::page::{self, BuildOptions};
use crate::{Result, browser, routers, run};
use std::process::ExitCode;

/// Builds the page, fetches the router, and measures; fails when a target is missed.
pub fn run() -> Result<ExitCode> {
    let (browser, routers) = (browser::ensure()?, routers::ensure()?);
    page::build(BuildOptions { packs: Vec::new(), public_url: "./".to_owned() })?;
    let mut node = run::command("node");
    node.arg("tests/bench/routes.mjs").env("CHROMIUM", &browser.chromium).env("GLASSMAP_ROUTERS", routers);
    run::run(&mut node).map(|()| ExitCode::SUCCESS)
}
