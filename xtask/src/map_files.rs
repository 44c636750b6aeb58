//! The map's style, signs and letters: built from style/map by Node once per state of their sources.

use crate::{Result, root, run, stage};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Builds the files unless they are there, and copies them into `staging`. The name of their folder has a hash of what
/// they were built from, so that caches may keep it for ever.
pub fn copy(staging: &Path) -> Result<String> {
    let name = format!("map-{}", hash_of_sources()?);
    let built = root::root().join(".cache").join(&name);
    if !built.is_dir() {
        run::step("building the map's style, signs and letters", "they changed, or were never built");
        let unfinished = built.with_extension("part");
        run::run(run::command("node").arg("style/map/build.mjs").arg(&unfinished).stdout(std::io::stderr()))?;
        fs::rename(&unfinished, &built).map_err(|error| format!("{}: {error}", built.display()))?;
    }
    stage::copy_folder(&built, &staging.join(&name))?;
    Ok(name)
}

fn hash_of_sources() -> Result<String> {
    let mut files = files_of(&root::root().join("style/map"))?;
    files.push(root::root().join("package-lock.json"));
    files.sort();
    hash_of(&files)
}

/// The files in a folder, in order.
pub fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    Ok(files)
}

/// Twelve digits that change with what the files hold.
pub fn hash_of(files: &[PathBuf]) -> Result<String> {
    let mut hash = Sha256::new();
    for file in files {
        hash.update(fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?);
    }
    let mut text = String::new();
    for byte in &hash.finalize()[..6] {
        write!(text, "{byte:02x}").map_err(|error| error.to_string())?;
    }
    Ok(text)
}
