//! `cargo xtask bench core`: the core against what one would use instead, in a page of its own and natively.

use crate::{Result, browser, programs, root, run, setup};
use std::path::PathBuf;
use std::process::ExitCode;

/// The package that exports the core as the bench calls it.
const PACKAGE: &str = "glassmap-bench";

/// Builds the core twice and measures it; fails when answers differ or a target is missed.
pub fn run() -> Result<ExitCode> {
    setup::for_core_bench()?;
    let browser = browser::ensure()?;
    let built = programs::build(&["--profile", "tool", "--package", PACKAGE], &[PACKAGE])?;
    let wasm = wasm()?;
    let mut node = run::command("node");
    node.arg("tests/bench/core.mjs").env("CHROMIUM", &browser.chromium).env("GLASSMAP_BENCH_WASM", wasm);
    run::run(node.envs(built.iter().map(|file| ("GLASSMAP_BENCH", file)))).map(|()| ExitCode::SUCCESS)
}

/// The core for a browser, compiled and optimised as the release of the page is.
fn wasm() -> Result<PathBuf> {
    let mut cargo = run::cargo(["build", "--release", "--lib", "--package", PACKAGE, "--target", setup::WASM]);
    run::run(cargo.arg("--locked"))?;
    let compiled = root::target()?.join(setup::WASM).join("release/glassmap_bench.wasm");
    let small = compiled.with_extension("small.wasm");
    let mut optimise = run::command("wasm-opt");
    optimise.args(setup::WASM_FEATURES).args(["-O3", "--strip-debug"]).arg(&compiled).arg("-o").arg(&small);
    run::run(&mut optimise).map(|()| small)
}
