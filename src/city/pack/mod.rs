//! The files of a city pack, written by the builder and read by everything else. Features are columns (postcard)
//! inside zlib, so that they are small on any host and come apart without parsing text.

mod columns;
mod features;
mod manifest;
mod text;
mod walking;

pub(super) use columns::id_order;
pub use columns::{Ids, Strings};
pub(super) use features::position_of_steps;
pub use features::{Area, FeatureColumns, FeatureRecord};
pub use manifest::{
    CameraSpec, CityEntry, CityIndex, FORMAT, FileEntry, Ground, Manifest, PackFiles, RouterEntry, is_city_id,
    is_tilejson_address,
};
pub use text::{TextColumns, TextRecord};
pub use walking::{Pace, Passage, WalkingEdge, WalkingRecord, WalkingTable};

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// First bytes of every binary file of a pack: four letters and the format's version.
const MAGIC: &[u8; 5] = b"GLSM\x01";
/// No file of a pack may be larger than this when unpacked, in bytes.
const MAX_UNPACKED: usize = 256 << 20;

/// Why a file of a pack cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// Not a pack file, or one of another version of the format.
    #[error("it is not a glassmap pack file of this version")]
    Foreign,
    /// Cut short or changed on the way.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The manifest is no JSON of the expected shape.
    #[error("the manifest cannot be read: {0}")]
    Manifest(String),
}

/// Packs a value: magic, then postcard inside zlib.
pub fn pack<T: Serialize>(value: &T) -> Vec<u8> {
    let plain = postcard::to_stdvec(value).expect("columns of numbers and strings always serialise into memory");
    let mut bytes = MAGIC.to_vec();
    bytes.extend(compress_to_vec_zlib(&plain, 9));
    bytes
}

/// The value that [`pack`] wrote. Bounded in size; whatever the bytes are, it answers with a value or an error.
fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, PackError> {
    let packed = bytes.strip_prefix(MAGIC).ok_or(PackError::Foreign)?;
    let plain = decompress_to_vec_zlib_with_limit(packed, MAX_UNPACKED)
        .map_err(|_| PackError::Damaged("it does not unpack"))?;
    postcard::from_bytes(&plain).map_err(|_| PackError::Damaged("its columns do not end where they should"))
}
