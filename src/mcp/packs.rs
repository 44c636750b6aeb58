use crate::city::pack::{CityEntry, CityIndex, Manifest};
use crate::ports::{Fetch, FetchError};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// No manifest or list of cities is larger, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// Why there is nothing to serve.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// A folder is no pack and holds none.
    #[error("{} is no city pack and holds none; a pack has a manifest.json", .folder.display())]
    None {
        /// The folder.
        folder: PathBuf,
    },
    /// A pack cannot be read.
    #[error("{}: {fault}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: String,
    },
}

/// The city packs that are served: each city's entry and folder.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    cities: Vec<CityEntry>,
    folders: Arc<BTreeMap<String, PathBuf>>,
}

impl Packs {
    /// The packs of these folders, each a pack or a folder of packs. The first of an id wins, and the first city is the
    /// one that opens.
    ///
    /// # Errors
    /// A folder without a pack, or a manifest that cannot be read.
    pub fn of(folders: &[PathBuf]) -> Result<Self, PackError> {
        let (mut cities, mut found): (Vec<CityEntry>, BTreeMap<String, PathBuf>) = (Vec::new(), BTreeMap::new());
        for folder in folders {
            let packs = packs_in(folder);
            if packs.is_empty() {
                return Err(PackError::None { folder: folder.clone() });
            }
            for pack in packs {
                let Manifest { id, name, bbox, .. } = manifest(&pack)?;
                if let Entry::Vacant(place) = found.entry(id.clone()) {
                    place.insert(pack);
                    cities.push(CityEntry { id, name, bbox });
                }
            }
        }
        Ok(Self { cities, folders: Arc::new(found) })
    }

    /// The cities, the one that opens first.
    pub fn cities(&self) -> &[CityEntry] {
        &self.cities
    }
}

/// The folder itself, or the packs in it: in the order of its index, then by name.
fn packs_in(folder: &Path) -> Vec<PathBuf> {
    let is_pack = |folder: &PathBuf| folder.join("manifest.json").is_file();
    if is_pack(&folder.to_owned()) {
        return vec![folder.to_owned()];
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut packs: Vec<_> = entries.map(|entry| entry.path()).filter(is_pack).collect();
    let index = read(&folder.join("index.json")).ok();
    let index: CityIndex = index.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let rank = |pack: &PathBuf| {
        let name = pack.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        (index.cities.iter().position(|city| city.id == name).unwrap_or(usize::MAX), name)
    };
    packs.sort_by_cached_key(rank);
    packs
}

fn manifest(pack: &Path) -> Result<Manifest, PackError> {
    let file = pack.join("manifest.json");
    let text = read(&file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let parsed = text.and_then(|text| Manifest::parse(&text).map_err(|error| error.to_string()));
    parsed.map_err(|fault| PackError::Unreadable { file, fault })
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    if length > MAX_MANIFEST {
        return Err("it is longer than 1 MiB".into());
    }
    std::fs::read(file).map_err(|error| error.to_string())
}

impl Fetch for Packs {
    fn get(&self, path: &str, max_bytes: u64) -> LocalBoxFuture<'static, Result<Vec<u8>, FetchError>> {
        let plain = path.split('?').next().unwrap_or_default();
        let file = plain.split_once('/').and_then(|(id, file)| Some(self.folders.get(id)?.join(file)));
        let read = move || {
            let file = file.filter(|file| file.is_file()).ok_or(FetchError::Missing)?;
            let failure = |error: std::io::Error| FetchError::Temporary(error.to_string());
            if file.metadata().map_err(failure)?.len() > max_bytes {
                return Err(FetchError::Temporary("the file is larger than its manifest says".into()));
            }
            std::fs::read(file).map_err(failure)
        };
        // Off the thread of the maps, which goes on with other calls meanwhile.
        let reading = tokio::task::spawn_blocking(read);
        async move { reading.await.unwrap_or_else(|error| Err(FetchError::Temporary(error.to_string()))) }.boxed_local()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> PathBuf {
        PathBuf::from("assets/cities")
    }

    #[test]
    fn a_folder_of_packs_opens_with_the_city_that_its_index_lists_first() {
        let packs = Packs::of(&[assets()]).expect("they are committed");
        let ids: Vec<_> = packs.cities().iter().map(|city| city.id.as_str()).collect();
        assert_eq!(ids, ["malta", "helsinki", "taipei"]);
    }

    #[test]
    fn a_pack_may_be_named_itself_and_the_first_of_an_id_wins() {
        let packs = Packs::of(&[assets().join("taipei"), assets()]).expect("they are committed");
        let ids: Vec<_> = packs.cities().iter().map(|city| city.id.as_str()).collect();
        assert_eq!(ids, ["taipei", "malta", "helsinki"]);
    }

    #[test]
    fn a_folder_without_packs_is_told_by_its_name() {
        let error = Packs::of(&[assets().join("recipes")]).expect_err("it holds none");
        assert!(error.to_string().contains("recipes is no city pack"), "{error}");
    }
}
