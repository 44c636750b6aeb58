use super::PackError;
use crate::city::Category;
use crate::spatial::{BBox, Camera, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the pack format that this code reads and writes.
pub const FORMAT: u32 = 1;
/// Most characters of a router's attribution.
const MAX_ROUTER_ATTRIBUTION: usize = 200;

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
    /// What lies beyond the bbox, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surroundings: Option<Ground>,
    /// A TileJSON of tiles in the OpenMapTiles schema, named instead of an archive of the pack's own: an `https://`
    /// address, or a path relative to the pack's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basemap_tilejson: Option<String>,
    /// The router to ask where the pack's own walking graph knows no way; the public one when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub router: Option<RouterEntry>,
    /// Features of each category; zeros too.
    pub counts: BTreeMap<Category, u32>,
    /// Features in all, each once.
    pub features: u32,
    /// The files.
    pub files: PackFiles,
}

/// An OSRM service with a profile for walking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouterEntry {
    /// Its address up to the coordinates, such as `https://router.example/route/v1/foot`: `https://`, or a path relative
    /// to the page.
    pub url: String,
    /// Whom to credit for what it answers.
    pub attribution: String,
}

impl Default for RouterEntry {
    /// The public service of FOSSGIS.
    fn default() -> Self {
        Self {
            url: "https://routing.openstreetmap.de/routed-foot/route/v1/foot".into(),
            attribution: "Route by OSRM at FOSSGIS e.V., data © OpenStreetMap contributors (ODbL)".into(),
        }
    }
}

impl RouterEntry {
    /// What is wrong with it, if anything is.
    pub fn fault(&self) -> Option<&'static str> {
        let length = self.attribution.chars().count();
        if !is_tilejson_address(&self.url) || self.url.contains(['?', '#']) {
            Some("must be an https:// address without ? and #, or such a path relative to the page")
        } else if self.attribution.trim().is_empty() || length > MAX_ROUTER_ATTRIBUTION {
            Some("needs an attribution of 1 to 200 characters")
        } else {
            None
        }
    }
}

/// What lies where the data says nothing: under an extract without a coast, and beyond the pack's rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Plain ground.
    #[default]
    Land,
    /// Open water.
    Sea,
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
    /// The manifest that the text holds; an error for another version, an odd id, a file outside its folder, or a
    /// basemap or router from an odd place.
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
        if let Some((router, fault)) = manifest.router.as_ref().and_then(|router| Some((router, router.fault()?))) {
            return Err(PackError::Manifest(format!("the router {:?} {fault}", router.url)));
        }
        match (&manifest.basemap_tilejson, &manifest.files.basemap) {
            (Some(address), _) if !is_tilejson_address(address) => {
                let odd = format!("basemap_tilejson {address:?} is neither an https:// address nor a relative path");
                Err(PackError::Manifest(odd))
            }
            (Some(_), Some(_)) => {
                Err(PackError::Manifest("it has basemap_tilejson and a basemap of its own; it takes one".into()))
            }
            _ => Ok(manifest),
        }
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

/// Whether a basemap may be named so: an `https://` address, or a path that stays on the page's own host.
pub fn is_tilejson_address(address: &str) -> bool {
    let plain = !address.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\');
    let is_address = || address.strip_prefix("https://").is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    let is_relative = || !address.is_empty() && !address.starts_with('/') && !address.contains(':');
    plain && (is_address() || is_relative())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_basemap_is_named_by_an_https_address_or_a_relative_path() {
        for fine in ["https://tiles.example/osm.json", "tiles.json", "../tiles/osm.json?v=2"] {
            assert!(is_tilejson_address(fine), "{fine}");
        }
        for odd in [
            "",
            "http://a.example/t.json",
            "https://",
            "https:///t",
            "/t.json",
            "//a.example/t.json",
            "data:,{}",
            "javascript:alert(1)",
            "\\\\a.example\\t.json",
            "https://a b",
            "HTTPS://a.example",
        ] {
            assert!(!is_tilejson_address(odd), "{odd}");
        }
    }

    #[test]
    fn a_router_is_named_like_a_basemap_and_always_credited() {
        assert_eq!(RouterEntry::default().fault(), None);
        let router = |url: &str, attribution: &str| RouterEntry { url: url.into(), attribution: attribution.into() };
        for fine in ["https://router.example/route/v1/foot", "router/foot"] {
            assert_eq!(router(fine, "© them").fault(), None, "{fine}");
        }
        for odd in ["", "http://router.example/foot", "/foot", "//a.example/foot", "foot?x=", "foot#", "javascript:x"] {
            assert!(router(odd, "© them").fault().is_some_and(|fault| fault.contains("https://")), "{odd}");
        }
        assert_eq!(router("foot", &"é".repeat(200)).fault(), None);
        for odd in ["", " ", &"é".repeat(201)] {
            assert!(router("foot", odd).fault().is_some_and(|fault| fault.contains("attribution")), "{odd}");
        }
    }

    #[test]
    fn what_surrounds_a_city_and_whose_tiles_it_shows_come_back_as_written() {
        let plain = r#"{"format":1,"id":"a","name":"A","bbox":[0,0,1,1],"camera":{"center":{"lng":0.5,"lat":0.5},
            "zoom":9},"attribution":"","counts":{},"features":0,"files":{"base":FILE,"categories":{},"text":FILE}}"#;
        let plain = plain.replace("FILE", r#"{"path":"a.glm","bytes":0,"sha256":""}"#);
        let manifest = Manifest::parse(&plain).expect("it is one");
        assert_eq!((manifest.surroundings, manifest.basemap_tilejson.as_deref()), (None, None));
        let text = serde_json::to_string(&manifest).expect("plain data");
        assert!(!text.contains("surroundings") && !text.contains("tilejson"), "{text}");

        let named = plain.replacen("\"counts\"", r#""surroundings":"sea","basemap_tilejson":"t.json","counts""#, 1);
        let manifest = Manifest::parse(&named).expect("it is one");
        assert_eq!((manifest.surroundings, manifest.basemap_tilejson.as_deref()), (Some(Ground::Sea), Some("t.json")));
        let text = serde_json::to_string(&manifest).expect("plain data");
        assert_eq!(Manifest::parse(&text).expect("it is one"), manifest);

        let router = r#""router":{"url":"route/foot","attribution":"© them"},"counts""#;
        let routed = plain.replacen("\"counts\"", router, 1);
        let manifest = Manifest::parse(&routed).expect("it is one");
        assert_eq!(manifest.router.map(|router| router.url).as_deref(), Some("route/foot"));
        assert!(Manifest::parse(&routed.replace("route/foot", "http://a.example/foot")).is_err());

        assert!(Manifest::parse(&named.replace("t.json", "http://a.example/t.json")).is_err());
        let both = named.replace(r#""categories""#, r#""basemap":{"path":"b","bytes":0,"sha256":""},"categories""#);
        assert!(Manifest::parse(&both).is_err(), "one basemap, not two");
    }
}
