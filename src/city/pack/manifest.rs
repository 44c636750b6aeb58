use super::PackError;
use crate::city::Category;
use crate::spatial::{BBox, Camera, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the pack format that this code reads and writes.
pub const FORMAT: u32 = 1;

/// `manifest.json`: what a pack is and which files it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format's version.
    pub format: u32,
    /// The city's id: lower-case letters, digits and hyphens.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The rectangle whose features are in the pack.
    pub bbox: BBox,
    /// Where the map opens.
    pub camera: CameraSpec,
    /// IANA name of the city's time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// ISO 3166-1 code of its country: order of addresses, holidays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// BCP 47 codes of the languages its names are in, the local one first.
    #[serde(default)]
    pub languages: Vec<String>,
    /// The day of the data, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_date: Option<String>,
    /// Whom to credit wherever the data shows.
    pub attribution: String,
    /// The `admin_level` of its districts; none when it has no districts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub district_admin_level: Option<u8>,
    /// Features of each category; zeros too.
    pub counts: BTreeMap<Category, u32>,
    /// Features in all, each once.
    pub features: u32,
    /// The files.
    pub files: PackFiles,
}

/// A default camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CameraSpec {
    /// Its centre.
    pub center: Position,
    /// Its zoom.
    pub zoom: f64,
}

impl CameraSpec {
    /// The camera, looking straight down, north up.
    pub fn camera(&self) -> Camera {
        Camera::above(self.center, self.zoom).bounded()
    }
}

/// The files of a pack, beside its manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PackFiles {
    /// The features of the first tier.
    pub base: FileEntry,
    /// One file per on-demand category; a category without features has none.
    pub categories: BTreeMap<Category, FileEntry>,
    /// The city-wide text index.
    pub text: FileEntry,
    /// The basemap's vector tiles, where the pack has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basemap: Option<FileEntry>,
    /// The walking graph, where the pack has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walking: Option<FileEntry>,
}

impl PackFiles {
    /// Every file of the pack but the manifest.
    pub fn all(&self) -> impl Iterator<Item = &FileEntry> {
        let parts = self.categories.values().chain(&self.basemap).chain(&self.walking);
        [&self.base, &self.text].into_iter().chain(parts)
    }
}

/// One file of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name, without any folder.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its content in hexadecimal.
    pub sha256: String,
}

impl FileEntry {
    /// The address of this very content, for caches: the name and the start of its hash.
    pub fn versioned_path(&self) -> String {
        format!("{}?{}", self.path, self.sha256.get(..12).unwrap_or_default())
    }
}

impl Manifest {
    /// The manifest that the text holds; an error for another version, an odd id or a file outside its folder.
    pub fn parse(text: &str) -> Result<Self, PackError> {
        let manifest: Self = serde_json::from_str(text).map_err(|error| PackError::Manifest(error.to_string()))?;
        if manifest.format != FORMAT {
            let seen = manifest.format;
            return Err(PackError::Manifest(format!("format {seen}, where this version reads {FORMAT}")));
        }
        if !is_city_id(&manifest.id) {
            return Err(PackError::Manifest("id must be lower-case letters, digits and hyphens".into()));
        }
        let inside = |file: &FileEntry| !file.path.is_empty() && !file.path.contains(['/', '\\', '?', '#']);
        if let Some(file) = manifest.files.all().find(|file| !inside(file)) {
            return Err(PackError::Manifest(format!("{:?} is no name of a file beside it", file.path)));
        }
        Ok(manifest)
    }

    /// How many features of that category the city has.
    pub fn count(&self, category: Category) -> u32 {
        self.counts.get(&category).copied().unwrap_or(0)
    }
}

/// Whether the text may be a city's id.
pub fn is_city_id(id: &str) -> bool {
    (1..=40).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// `assets/cities/index.json`: the cities of a deployment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CityIndex {
    /// The cities; the first is the default.
    pub cities: Vec<CityEntry>,
}

/// One city of the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CityEntry {
    /// Its id, the name of its folder.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The rectangle it covers.
    pub bbox: BBox,
}
