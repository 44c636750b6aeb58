//! `stage`, Trunk's hook after each build: what the page needs that Trunk does not know of.

use crate::{Result, csp, hours, layers, map_files, packs, root, split};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Where index.html names the folder of the map library, of the reader of tiles, of the map's style.
const MAPLIBRE: &str = "__MAPLIBRE__";
const PMTILES: &str = "__PMTILES__";
const TERRA_DRAW: &str = "__TERRA_DRAW__";
const MAP: &str = "__MAP__";
/// And the folder of what the human draws with.
const PEN: &str = "__PEN__";
/// And the folder of what begins the map before the WebAssembly is there.
const START: &str = "__START__";
/// And the folder of what reads and draws one's own data.
const LAYERS: &str = "__LAYERS__";
/// And the file that reads opening hours.
const HOURS: &str = "__HOURS__";
/// And the folder of the languages' texts.
const LOCALES: &str = "__LOCALES__";
/// The module, the worker that it loads from beside itself, the style sheet.
const MAPLIBRE_FILES: [&str; 3] = ["dist/maplibre-gl.mjs", "dist/maplibre-gl-worker.mjs", "dist/maplibre-gl.css"];
/// The reader of tile archives and the inflater that it imports.
const PMTILES_FILES: [&str; 2] = ["dist/esm/index.js", "../fflate/esm/browser.js"];
/// What knows how shapes are drawn by hand; fetched when a tool is first taken.
const TERRA_DRAW_FILES: [&str; 1] = ["dist/terra-draw.modern.js"];

/// The letters of the interface, by the names that style/app.css uses.
const INTER_FILES: [&str; 2] = ["files/inter-latin-wght-normal.woff2", "files/inter-latin-ext-wght-normal.woff2"];
/// What a static host shows for a path that it does not have.
const LOST: &str = include_str!("404.html");

/// Completes the folder that Trunk is about to make its result.
pub fn run() -> Result<()> {
    let variable = |name: &str| env::var(name).map_err(|_| format!("stage is run by Trunk, which sets {name}"));
    let staging = PathBuf::from(variable("TRUNK_STAGING_DIR")?);
    let release = variable("TRUNK_PROFILE")? == "release";
    let page = staging.join("index.html");
    let mut html = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    html = html.replace(MAPLIBRE, &copy_package(&staging, "maplibre-gl", &MAPLIBRE_FILES)?);
    html = html.replace(PMTILES, &copy_package(&staging, "pmtiles", &PMTILES_FILES)?);
    html = html.replace(TERRA_DRAW, &copy_package(&staging, "terra-draw", &TERRA_DRAW_FILES)?);
    html = html.replace(PEN, &copy_scripts(&staging, "pen")?);
    html = html.replace(START, &copy_scripts(&staging, "start")?);
    html = html.replace(LOCALES, &copy_locales(&staging)?);
    html = html.replace(MAP, &map_files::copy(&staging)?);
    html = html.replace(LAYERS, &layers::copy(&staging)?);
    html = html.replace(HOURS, &hours::copy(&staging)?);
    copy_package(&staging, "@fontsource-variable/inter", &INTER_FILES)?;
    copy_packs(&staging)?;
    let mut lost = LOST.to_owned();
    if release {
        html = split::replace(&staging, &html)?;
        html = csp::with_policy(&html, &packs::foreign_origins()?)?;
        lost = csp::with_policy(&lost, &[])?;
    }
    write(&staging.join("404.html"), &lost)?;
    write(&page, &html)
}

/// Copies files of an npm package, or of one beside it; the name of their folder, with the version in it so that caches
/// may keep it for ever.
fn copy_package(staging: &Path, package: &str, files: &[&str]) -> Result<String> {
    let folder = root::root().join("node_modules").join(package);
    let text = fs::read_to_string(folder.join("package.json"))
        .map_err(|_| format!("node_modules has no {package}; run cargo xtask setup"))?;
    let description: Value = serde_json::from_str(&text).map_err(|error| format!("{package}: {error}"))?;
    let version = description["version"].as_str().ok_or_else(|| format!("{package} has no version"))?;
    let name = format!("{}-{version}", package.rsplit('/').next().unwrap_or(package));
    let to = staging.join("vendor").join(&name);
    create(&to)?;
    for file in files.iter().map(Path::new) {
        copy(&folder.join(file), &to.join(file.file_name().unwrap_or_default()))?;
    }
    Ok(name)
}

/// Copies scripts of the page's that are no part of the program; the name of their folder has a hash of them.
fn copy_scripts(staging: &Path, name: &str) -> Result<String> {
    let folder = root::root().join("src/web").join(name);
    let name = format!("{name}-{}", map_files::hash_of(&map_files::files_of(&folder)?)?);
    copy_folder(&folder, &staging.join("vendor").join(&name))?;
    Ok(name)
}

/// Copies the texts of every language but English, which is in the program; the name of their folder has a hash of them.
fn copy_locales(staging: &Path) -> Result<String> {
    let folder = root::root().join("locales");
    let name = format!("locales-{}", map_files::hash_of(&map_files::files_of(&folder)?)?);
    copy_folder(&folder, &staging.join(&name))?;
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

pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
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
