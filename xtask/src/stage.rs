//! `stage`, Trunk's hook after each build: what the page needs that Trunk does not know of.

use crate::{Result, csp, packs, root};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Where index.html names the map library's folder.
const MAPLIBRE: &str = "__MAPLIBRE__";
/// The module, the worker that it loads from beside itself, the style sheet.
const MAPLIBRE_FILES: [&str; 3] = ["maplibre-gl.mjs", "maplibre-gl-worker.mjs", "maplibre-gl.css"];

/// Completes the folder that Trunk is about to make its result.
pub fn run() -> Result<()> {
    let variable = |name: &str| env::var(name).map_err(|_| format!("stage is run by Trunk, which sets {name}"));
    let staging = PathBuf::from(variable("TRUNK_STAGING_DIR")?);
    let release = variable("TRUNK_PROFILE")? == "release";
    let page = staging.join("index.html");
    let mut html = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    html = html.replace(MAPLIBRE, &copy_maplibre(&staging)?);
    copy_packs(&staging)?;
    if release {
        html = csp::with_policy(&html)?;
    }
    write(&page, &html)
}

/// Copies the map library; the name of its folder, with the version in it so that caches may keep it for ever.
fn copy_maplibre(staging: &Path) -> Result<String> {
    let package = root::root().join("node_modules/maplibre-gl");
    let text = fs::read_to_string(package.join("package.json"))
        .map_err(|_| "node_modules has no maplibre-gl; run cargo xtask setup".to_owned())?;
    let description: Value = serde_json::from_str(&text).map_err(|error| format!("maplibre-gl: {error}"))?;
    let version = description["version"].as_str().ok_or("maplibre-gl's package.json has no version")?;
    let name = format!("maplibre-gl-{version}");
    let folder = staging.join("vendor").join(&name);
    create(&folder)?;
    for file in MAPLIBRE_FILES {
        copy(&package.join("dist").join(file), &folder.join(file))?;
    }
    Ok(name)
}

fn copy_packs(staging: &Path) -> Result<()> {
    let packs = packs::all()?;
    let cities = staging.join("cities");
    create(&cities)?;
    for pack in &packs {
        copy_folder(&pack.folder, &cities.join(&pack.id))?;
    }
    write(&cities.join("index.json"), &packs::index(&packs))
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    create(to)?;
    for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))?.flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy_folder(&from, &to)?;
        } else {
            copy(&from, &to)?;
        }
    }
    Ok(())
}

fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(drop).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
