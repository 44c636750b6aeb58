//! The page's WebAssembly that reads opening hours: compiled and made small once per state of its sources.

use crate::setup::WASM_FEATURES;
use crate::{Result, root, run, setup};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// What the page calls: hours/src/abi.rs.
const EXPORTS: [&str; 4] = ["memory", "question", "answer", "answer_start"];

/// Builds the file and puts it into `staging`; its name, with a hash of its content so that caches may keep it for ever.
pub fn copy(staging: &Path) -> Result<String> {
    let compiled = compiled("glassmap-hours", "evaluate", "hours")?;
    // Without what the browser's clock would be called by.
    let bytes = made_small(&compiled, "hours", &EXPORTS, &["--remove-imports", "-Oz"])?;
    let name = format!("hours-{}.wasm", root::short_hash(&bytes));
    fs::write(staging.join(&name), bytes).map_err(|error| format!("{name}: {error}"))?;
    Ok(name)
}

/// The file of a package as the compiler makes it with that feature and profile.
pub fn compiled(package: &str, feature: &str, profile: &str) -> Result<PathBuf> {
    let mut cargo = run::cargo(["rustc", "--quiet", "--package", package, "--features", feature]);
    cargo.args(["--crate-type", "cdylib", "--profile", profile, "--target", setup::WASM]);
    run::run(cargo.arg("--locked"))?;
    let file = format!("{profile}/{}.wasm", package.replace('-', "_"));
    Ok(root::target()?.join(setup::WASM).join(file))
}

/// The compiler's file without what nothing reaches from its exports, optimised so; kept, once per state, as `name`.
pub fn made_small(compiled: &Path, name: &str, exports: &[&str], how: &[&str]) -> Result<Vec<u8>> {
    let raw = fs::read(compiled).map_err(|error| format!("{}: {error}", compiled.display()))?;
    let cache = root::root().join(".cache");
    fs::create_dir_all(&cache).map_err(|error| format!("{}: {error}", cache.display()))?;
    let small = cache.join(format!("{name}-{}.wasm", root::short_hash(&raw)));
    if !small.is_file() {
        run::step(&format!("making the WebAssembly {name} small"), "it changed, or was never built");
        shrink(compiled, &small, exports, how)?;
    }
    fs::read(&small).map_err(|error| format!("{}: {error}", small.display()))
}

fn shrink(from: &Path, to: &Path, exports: &[&str], how: &[&str]) -> Result<()> {
    let (graph, reached) = (to.with_extension("json"), to.with_extension("part"));
    let mut nodes = vec![json!({ "name": "page", "root": true, "reaches": exports })];
    nodes.extend(exports.iter().map(|name| json!({ "name": name, "export": name })));
    fs::write(&graph, Value::Array(nodes).to_string()).map_err(|error| format!("{}: {error}", graph.display()))?;
    let mut reach = run::command("wasm-metadce");
    reach.args(WASM_FEATURES).arg(from).arg("--graph-file").arg(&graph).arg("-o").arg(&reached);
    run::output(&mut reach)?;
    let unfinished = to.with_extension("small");
    let mut small = run::command("wasm-opt");
    small.args(WASM_FEATURES).args(how).args(["--strip-debug", "--strip-producers"]);
    run::run(small.arg(&reached).arg("-o").arg(&unfinished))?;
    for file in [graph, reached] {
        fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    fs::rename(&unfinished, to).map_err(|error| format!("{}: {error}", to.display()))
}
