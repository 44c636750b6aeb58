//! `cargo xtask bench mcp`: how soon the MCP server answers, and its memory, built as it is meant to be used.

use crate::{Result, programs, run};
use std::process::ExitCode;

/// Builds the server and measures it.
pub fn run() -> Result<ExitCode> {
    let built = programs::build(&["--profile", "tool", "--features", "mcp"], &["glassmap-mcp"])?;
    let mut node = run::command("node");
    node.arg("tests/bench/mcp.mjs").envs(built.iter().map(|file| ("GLASSMAP_MCP", file)));
    run::run(&mut node).map(|()| ExitCode::SUCCESS)
}
