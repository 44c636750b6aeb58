//! City packs: those of assets/cities and those that `--packs` adds, as one set.

use crate::{Result, root};
use serde_json::{Value, json};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The variable that carries the folders of `--packs` through Trunk to its hook.
const VARIABLE: &str = "GLASSMAP_PACKS";
const COMMITTED: &str = "assets/cities";

/// One city's pack.
#[derive(Debug)]
pub struct Pack {
    pub id: String,
    pub folder: PathBuf,
    /// What cities/index.json says of it.
    entry: Value,
}

/// The origins of the basemaps and routers that packs name elsewhere, each once: the page may fetch from them.
pub fn foreign_origins() -> Result<Vec<String>> {
    let mut origins = Vec::new();
    for pack in all()? {
        let file = pack.folder.join("manifest.json");
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let manifest: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        origins.extend(origins_of(&manifest));
    }
    origins.sort();
    origins.dedup();
    Ok(origins)
}

/// Those that one pack's manifest names.
fn origins_of(manifest: &Value) -> Vec<String> {
    let named = [&manifest["basemap_tilejson"], &manifest["router"]["url"]];
    let elsewhere = named.into_iter().filter_map(|url| url.as_str()?.strip_prefix("https://"));
    elsewhere.map(|rest| format!("https://{}", rest.split(['/', '?', '#']).next().unwrap_or_default())).collect()
}

/// The value of GLASSMAP_PACKS for these folders; an error names the folder that holds no pack.
pub fn variable(folders: &[String]) -> Result<Option<(&'static str, String)>> {
    let mut paths = Vec::new();
    for folder in folders {
        let path = Path::new(folder).canonicalize().map_err(|error| format!("--packs {folder}: {error}"))?;
        in_folder(&path).map_err(|error| format!("--packs {folder}: {error}"))?;
        paths.push(path);
    }
    if paths.is_empty() {
        return Ok(None);
    }
    let joined = env::join_paths(paths).map_err(|error| format!("--packs: {error}"))?;
    let joined = joined.into_string().map_err(|path| format!("--packs: the path {} is not UTF-8", path.display()))?;
    Ok(Some((VARIABLE, joined)))
}

/// Every pack to serve: the committed ones in the order of their index, then the added ones. A pack added later
/// takes the place of one with the same id.
pub fn all() -> Result<Vec<Pack>> {
    let committed = root::root().join(COMMITTED);
    let mut packs = if committed.is_dir() { children(&committed)? } else { Vec::new() };
    let order = listed(&committed.join("index.json"))?;
    packs.sort_by_key(|pack| order.iter().position(|id| *id == pack.id).unwrap_or(order.len()));
    for folder in env::var_os(VARIABLE).iter().flat_map(env::split_paths).filter(|path| !path.as_os_str().is_empty()) {
        for pack in in_folder(&folder).map_err(|error| format!("{VARIABLE}: {}: {error}", folder.display()))? {
            match packs.iter_mut().find(|other| other.id == pack.id) {
                Some(same) => *same = pack,
                None => packs.push(pack),
            }
        }
    }
    Ok(packs)
}

/// The text of cities/index.json.
pub fn index(packs: &[Pack]) -> String {
    json!({ "cities": packs.iter().map(|pack| &pack.entry).collect::<Vec<_>>() }).to_string()
}

/// The folder's pack, or those of the folders in it; an error when there is none.
fn in_folder(folder: &Path) -> Result<Vec<Pack>> {
    if !folder.is_dir() {
        return Err("this is not a folder".to_owned());
    }
    if folder.join("manifest.json").is_file() {
        return Ok(vec![read(folder)?]);
    }
    let packs = children(folder)?;
    if packs.is_empty() {
        return Err("there is no manifest.json in it, nor in a folder in it: it holds no city pack".to_owned());
    }
    Ok(packs)
}

fn children(folder: &Path) -> Result<Vec<Pack>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut folders: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    folders.sort();
    folders.iter().filter(|path| path.join("manifest.json").is_file()).map(|path| read(path)).collect()
}

fn read(folder: &Path) -> Result<Pack> {
    let file = folder.join("manifest.json");
    let wrong = |what: &str| format!("{}: {what}", file.display());
    let text = fs::read_to_string(&file).map_err(|error| wrong(&error.to_string()))?;
    let manifest: Value = serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    let id = manifest["id"].as_str().ok_or_else(|| wrong("it has no id"))?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(plain) {
        return Err(wrong(&format!("the id {id:?} is not lower-case letters, digits and hyphens")));
    }
    let entry = json!({ "id": id, "name": manifest["name"], "bbox": manifest["bbox"] });
    if !entry["name"].is_string() || entry["bbox"].as_array().is_none_or(|bbox| bbox.len() != 4) {
        return Err(wrong("it has no name, or no bbox of four numbers"));
    }
    Ok(Pack { id: id.to_owned(), folder: folder.to_owned(), entry })
}

/// The ids that an index lists, in its order; none when there is no index.
fn listed(index: &Path) -> Result<Vec<String>> {
    let Ok(text) = fs::read_to_string(index) else { return Ok(Vec::new()) };
    let value: Value = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", index.display()))?;
    let ids = value["cities"].as_array().into_iter().flatten().filter_map(|city| city["id"].as_str());
    Ok(ids.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is gone after the test.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = env::temp_dir().join(format!("glassmap-xtask-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("what the test made is good");
            Self(folder)
        }

        fn pack(&self, folder: &str, manifest: &str) -> PathBuf {
            let folder = self.0.join(folder);
            fs::create_dir_all(&folder).expect("what the test made is good");
            fs::write(folder.join("manifest.json"), manifest).expect("what the test made is good");
            folder
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_page_may_fetch_from_where_a_pack_has_its_tiles_and_its_router() {
        let manifest = json!({
            "basemap_tilejson": "https://tiles.example/osm.json?v=2",
            "router": { "url": "https://router.example:8443/route/v1/foot", "attribution": "" },
        });
        assert_eq!(origins_of(&manifest), ["https://tiles.example", "https://router.example:8443"]);
        let beside = json!({ "basemap_tilejson": "tiles.json", "router": { "url": "route/foot" } });
        assert!(origins_of(&beside).is_empty() && origins_of(&json!({})).is_empty());
    }

    #[test]
    fn a_folder_is_a_pack_or_holds_packs() {
        let scratch = Scratch::new("packs");
        let one = scratch.pack("one", r#"{"id":"oslo","name":"Oslo","bbox":[1,2,3,4],"counts":{}}"#);
        scratch.pack("two", r#"{"id":"bonn","name":"Bonn","bbox":[1,2,3,4]}"#);
        assert_eq!(in_folder(&one).expect("what the test made is good")[0].id, "oslo");
        let both = in_folder(&scratch.0).expect("what the test made is good");
        let listed: Value = serde_json::from_str(&index(&both)).expect("what the test made is good");
        let entry = |id: &str, name: &str| json!({ "id": id, "name": name, "bbox": [1, 2, 3, 4] });
        assert_eq!(listed, json!({ "cities": [entry("oslo", "Oslo"), entry("bonn", "Bonn")] }));
    }

    #[test]
    fn a_folder_without_a_pack_or_with_a_broken_one_is_refused_with_a_sentence() {
        let scratch = Scratch::new("broken");
        assert!(in_folder(&scratch.0).unwrap_err().contains("no city pack"));
        assert!(in_folder(&scratch.0.join("nowhere")).unwrap_err().contains("not a folder"));
        let broken = scratch.pack("broken", "{");
        assert!(in_folder(&broken).unwrap_err().contains("manifest.json"));
        let odd = scratch.pack("odd", r#"{"id":"../up","name":"Up","bbox":[1,2,3,4]}"#);
        assert!(in_folder(&odd).unwrap_err().contains("lower-case"));
    }
}
