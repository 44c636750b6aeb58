//! `check`: formatting, lints on both targets, the architecture test. Quick enough to run before every commit.

use crate::{Result, run, setup};

/// The native features, together: what `check` lints and `test` runs.
pub const NATIVE_FEATURES: &str = "city,mcp";

/// Runs every check, also after one failed; an error names those that did.
pub fn run() -> Result<()> {
    setup::wasm_target()?;
    let clippy = |args: &[&str]| {
        let mut clippy = run::cargo(["clippy"]);
        clippy.args(args).args(["--", "-D", "warnings"]);
        clippy
    };
    let checks = [
        ("formatting", run::cargo(["fmt", "--all", "--check"])),
        ("clippy, native", clippy(&["--workspace", "--all-targets", "--features", NATIVE_FEATURES])),
        ("clippy, wasm", clippy(&["--target", setup::WASM, "--features", "web", "--lib", "--bin", "glassmap"])),
        (
            "clippy, opening hours",
            clippy(&["--target", setup::WASM, "--package", "glassmap-hours", "--features", "evaluate"]),
        ),
        ("clippy, layers", clippy(&["--target", setup::WASM, "--package", "glassmap-layers", "--features", "read"])),
        ("architecture", run::cargo(["test", "--test", "architecture"])),
    ];
    let mut failed = Vec::new();
    for (name, mut check) in checks {
        if let Err(error) = run::run(&mut check) {
            eprintln!("xtask: {error}");
            failed.push(name);
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("check failed: {}", failed.join("; "))) }
}
