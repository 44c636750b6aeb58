use super::BuildError;
use super::export::geojson_bytes;
use crate::city::Category;
use crate::city::pack::{
    FeatureColumns, FeatureRecord, FileEntry, Manifest, PackFiles, TextColumns, TextRecord, WalkingRecord,
};
use crate::spatial::fold;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The file that says what a pack is.
pub(super) const MANIFEST: &str = "manifest.json";

/// The binary files of a pack, in memory.
pub(super) struct Encoded {
    pub(super) entries: PackFiles,
    /// Each file's name, bytes, and the bytes of its features as plain GeoJSON (none for the text index).
    pub(super) files: Vec<(String, Vec<u8>, Option<u64>)>,
}

/// What the text index holds of a feature: name, English name, brand, cuisine and address, folded, without empty ones.
pub(super) fn text_record(feature: &FeatureRecord) -> TextRecord {
    let tag = |name: &str| feature.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let texts =
        [feature.name.as_deref(), feature.name_en.as_deref(), tag("brand"), tag("cuisine"), feature.address.as_deref()];
    let fields = texts.into_iter().flatten().map(fold).filter(|field| !field.is_empty()).collect();
    TextRecord { id: feature.id.clone(), categories: feature.categories, fields }
}

/// Whether the text index holds the feature.
pub(super) fn is_in_text(feature: &FeatureRecord) -> bool {
    feature.categories.iter().any(|category| !category.is_base())
}

/// Whether the feature is in the base file.
pub(super) fn is_in_base(feature: &FeatureRecord) -> bool {
    feature.categories.iter().any(Category::is_base)
}

/// Sorts the features into files: those with a base category into one, each other into the file of every category it
/// has, and the text of all with an on-demand category into the index.
pub(super) fn encode(features: &[FeatureRecord]) -> Encoded {
    let of_base = || features.iter().filter(|feature| is_in_base(feature)).cloned().collect::<Vec<_>>();
    let of_category = |category: Category| -> Vec<FeatureRecord> {
        let own = features.iter().filter(|feature| feature.categories.has(category) && !is_in_base(feature));
        own.cloned().collect()
    };
    let parts = std::iter::once(None).chain(Category::on_demand().map(Some)).collect::<Vec<Option<Category>>>();
    let features_of = |part: Option<Category>| part.map_or_else(of_base, of_category);
    let mut encoded: Vec<_> = parts
        .into_par_iter()
        .map(|part| (part, features_of(part)))
        .filter(|(part, features)| part.is_none() || !features.is_empty())
        .map(|(part, features)| {
            let (plain, bytes) = (geojson_bytes(&features), FeatureColumns::encode(features));
            let name = format!("{}.glm", part.map_or("base", Category::name));
            (part, (name, bytes, Some(plain)))
        })
        .collect();
    let (_, base) = encoded.remove(0);
    let records = features.iter().filter(|feature| is_in_text(feature)).map(text_record).collect();
    let text = ("text.glm".to_owned(), TextColumns::encode(records), None);
    let entries = PackFiles {
        base: entry(&base.0, &base.1),
        categories: encoded
            .iter()
            .filter_map(|(part, (name, bytes, _))| Some(((*part)?, entry(name, bytes))))
            .collect(),
        text: entry(&text.0, &text.1),
        basemap: None,
        walking: None,
    };
    let files = [base].into_iter().chain(encoded.into_iter().map(|(_, file)| file)).chain([text]).collect();
    Encoded { entries, files }
}

impl Encoded {
    /// Adds the walking graph.
    pub(super) fn add_walking(&mut self, walking: &WalkingRecord) {
        let (name, bytes) = ("walking.glm".to_owned(), walking.encode());
        self.entries.walking = Some(entry(&name, &bytes));
        self.files.push((name, bytes, None));
    }
}

/// How many features each category has; zeros too.
pub(super) fn count(features: &[FeatureRecord]) -> BTreeMap<Category, u32> {
    let of = |category: &Category| features.iter().filter(|feature| feature.categories.has(*category)).count() as u32;
    Category::ALL.iter().map(|category| (*category, of(category))).collect()
}

/// An error unless the folder is absent, empty, or a pack: nothing else is ever replaced.
pub(super) fn check_target(target: &Path) -> Result<(), BuildError> {
    let is_pack = target.join(MANIFEST).is_file();
    let is_empty = || target.read_dir().is_ok_and(|mut entries| entries.next().is_none());
    if target.exists() && !is_pack && !is_empty() {
        return Err(BuildError::NotAPack { path: target.into() });
    }
    Ok(())
}

/// The manifest of the pack in a folder, when there is one.
pub(super) fn manifest_of(folder: &Path) -> Option<Manifest> {
    Manifest::parse(&std::fs::read_to_string(folder.join(MANIFEST)).ok()?).ok()
}

/// What a manifest says of a file.
pub(super) fn entry(name: &str, bytes: &[u8]) -> FileEntry {
    FileEntry { path: name.to_owned(), bytes: bytes.len() as u64, sha256: sha256(bytes) }
}

/// SHA-256 in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A folder that becomes the pack's when it is whole, and is gone otherwise.
pub(super) struct Staging {
    folder: PathBuf,
    target: PathBuf,
}

impl Staging {
    /// A new folder beside `target`.
    pub(super) fn beside(target: &Path) -> Result<Self, BuildError> {
        let folder = sibling(target, "partial");
        std::fs::create_dir_all(&folder).map_err(BuildError::unwritable(&folder))?;
        Ok(Self { folder, target: target.into() })
    }

    /// The folder to write into.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the files, the manifest last.
    pub(super) fn write(&self, encoded: &Encoded, manifest: &Manifest) -> Result<(), BuildError> {
        for (name, bytes, _) in &encoded.files {
            let path = self.folder.join(name);
            std::fs::write(&path, bytes).map_err(BuildError::unwritable(path))?;
        }
        let mut text = serde_json::to_string_pretty(manifest).expect("a manifest is plain data");
        text.push('\n');
        let path = self.folder.join(MANIFEST);
        std::fs::write(&path, text).map_err(BuildError::unwritable(path))
    }

    /// Copies a file of the pack that is to be replaced, if it is there, and says so.
    pub(super) fn keep(&self, file: Option<FileEntry>) -> Result<Option<FileEntry>, BuildError> {
        let Some(file) = file.filter(|file| self.target.join(&file.path).is_file()) else { return Ok(None) };
        let path = self.folder.join(&file.path);
        std::fs::copy(self.target.join(&file.path), &path).map_err(BuildError::unwritable(path))?;
        Ok(Some(file))
    }

    /// Puts the folder in place of the target. The pack before it goes only when the new one is there.
    pub(super) fn publish(self) -> Result<(), BuildError> {
        let old = sibling(&self.target, "old");
        let replaces = self.target.exists();
        if replaces {
            std::fs::rename(&self.target, &old).map_err(BuildError::unwritable(&self.target))?;
        }
        if let Err(error) = std::fs::rename(&self.folder, &self.target) {
            if replaces {
                std::fs::rename(&old, &self.target).map_err(BuildError::unwritable(&self.target))?;
            }
            return Err(BuildError::unwritable(&self.target)(error));
        }
        if replaces {
            std::fs::remove_dir_all(&old).map_err(BuildError::unwritable(old))?;
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // After `publish` it is not there any more; if it cannot be removed there is nobody left to tell.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A hidden name beside the folder, of this process.
fn sibling(folder: &Path, word: &str) -> PathBuf {
    let name = folder.file_name().map_or_else(|| OsString::from("pack"), OsString::from);
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{word}-{}", std::process::id()));
    folder.with_file_name(hidden)
}
