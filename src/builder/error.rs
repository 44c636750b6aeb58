use crate::spatial::BBox;
use std::path::PathBuf;

/// Why a pack cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file or folder cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Not an extract at all.
    #[error("{} is not an OSM extract in PBF form (.osm.pbf): it does not begin with an OSM header", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file ends before its last block does.
    #[error("{} is cut short: its block at byte {block} should end at byte {end}, the file ends at {length}", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Where its last, incomplete block starts, in bytes.
        block: u64,
        /// Where that block should end at the least, in bytes.
        end: u64,
        /// Where the file ends, in bytes.
        length: u64,
    },
    /// A block of the extract does not decode.
    #[error("{} is damaged: its block at byte {block} cannot be decoded ({detail})", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the block starts, in bytes.
        block: u64,
        /// What the decoder says.
        detail: String,
    },
    /// The extract needs a reader that can do more.
    #[error("{} needs {feature:?} of its reader, which this builder does not have", path.display())]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// The required feature that its header names.
        feature: String,
    },
    /// Nothing is in the extract.
    #[error("{} holds no objects: it is empty, or cut short after its header", path.display())]
    Empty {
        /// The file or folder.
        path: PathBuf,
    },
    /// The extract does not say which rectangle it covers.
    #[error("{} has no bbox in its header: pass --bbox WEST,SOUTH,EAST,NORTH", path.display())]
    NoBBox {
        /// The file.
        path: PathBuf,
    },
    /// The rectangle is none.
    #[error(
        "the bbox {},{},{},{} is no rectangle: it takes west,south,east,north in degrees, west below east, south below north",
        bbox.west, bbox.south, bbox.east, bbox.north
    )]
    OddBBox {
        /// What was given or read.
        bbox: BBox,
    },
    /// The id may not name a city.
    #[error("the id {id:?} must be 1 to 40 lower-case letters, digits and hyphens")]
    OddId {
        /// What was given.
        id: String,
    },
    /// The router is named from an odd place, or nobody is credited for it.
    #[error("the router {url:?} {fault}")]
    OddRouter {
        /// The address that was given.
        url: String,
        /// What is wrong.
        fault: &'static str,
    },
    /// The basemap is named from an odd place.
    #[error("the TileJSON {address:?} must be an https:// address, or a path relative to the pack's folder")]
    OddTileJson {
        /// What was given.
        address: String,
    },
    /// A basemap is made of roads and land, which a folder of features does not hold.
    #[error("{} is a folder of features: a basemap is made from an OSM extract (.osm.pbf); leave out --basemap", path.display())]
    NoBasemapOfFolder {
        /// The folder.
        path: PathBuf,
    },
    /// A file of the folder is not named after a category.
    #[error("{} is not named after a category; the file's name must be one of: {known}", path.display())]
    UnknownCategory {
        /// The file.
        path: PathBuf,
        /// The names it may have.
        known: String,
    },
    /// A file is no GeoJSON that can be taken.
    #[error("{} is no GeoJSON FeatureCollection that can be read: {detail}", path.display())]
    GeoJson {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        detail: String,
    },
    /// The output folder holds something that is no pack.
    #[error("{} is there and holds no pack (no manifest.json); it is left as it is", path.display())]
    NotAPack {
        /// The folder.
        path: PathBuf,
    },
    /// The pack cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The new pack does not pass its own proof; nothing was put in place.
    #[error("the pack that was built is not whole, and was thrown away: {}", faults.join("; "))]
    Faulty {
        /// One sentence each.
        faults: Vec<String>,
    },
}

impl BuildError {
    /// For `map_err` on reading.
    pub(super) fn unreadable(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        |source| Self::Unreadable { path, source }
    }

    /// For `map_err` on writing.
    pub(super) fn unwritable(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        |source| Self::Unwritable { path, source }
    }
}
