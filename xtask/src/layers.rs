//! What reads files of places and draws them, fetched at the first import: scripts and a WebAssembly in one folder.

use crate::{Result, hours, map_files, root, stage};
use std::fs;
use std::path::Path;

/// What the worker calls: layers/src/abi.rs.
const EXPORTS: [&str; 7] = ["memory", "input", "name", "read_file", "answer_start", "drawing", "drawing_start"];

/// Builds the file and puts it with the scripts into `staging`; the name of their folder has a hash of both.
pub fn copy(staging: &Path) -> Result<String> {
    let compiled = hours::compiled("glassmap-layers", "read", "layers")?;
    let bytes = hours::made_small(&compiled, "layers", &EXPORTS, &["-O3"])?;
    let scripts = root::root().join("src/web/layers");
    let hash = map_files::hash_of(&map_files::files_of(&scripts)?)?;
    let name = format!("layers-{hash}{}", root::short_hash(&bytes));
    let folder = staging.join("vendor").join(&name);
    stage::copy_folder(&scripts, &folder)?;
    fs::write(folder.join("layers.wasm"), bytes).map_err(|error| format!("layers.wasm: {error}"))?;
    Ok(name)
}
