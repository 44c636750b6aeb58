use super::BuildError;
use crate::spatial::{BBox, round_to};
use osmpbf::{BlobDecode, BlobReader, BlobType, HeaderBlock, PrimitiveBlock};
use rayon::prelude::*;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Largest block that the format allows, in bytes (OpenStreetMap wiki, "PBF Format").
const MAX_BLOCK: i32 = 32 << 20;
/// What a reader must be able to do, as headers name it, that this one can.
const ABILITIES: [&str; 2] = ["OsmSchema-V0.6", "DenseNodes"];

/// An OSM extract whose blocks are found but not yet decoded. Blocks are read one by one, so that an extract of any
/// size takes the memory of a few blocks.
pub(super) struct Extract {
    path: PathBuf,
    file: Mutex<File>,
    blocks: Vec<Block>,
    /// The rectangle that the header names.
    pub(super) bbox: Option<BBox>,
    /// When the data was current by the header, in seconds since 1970.
    pub(super) replicated_s: Option<i64>,
}

/// Where a block is in the file.
struct Block {
    start: u64,
    bytes: usize,
}

impl Extract {
    /// Finds the blocks of a file and reads its header.
    pub(super) fn open(path: &Path) -> Result<Self, BuildError> {
        let mut file = File::open(path).map_err(BuildError::unreadable(path))?;
        let length = file.metadata().map_err(BuildError::unreadable(path))?.len();
        let header = read_header(path, &mut file)?;
        let unknown = header.required_features().iter().find(|feature| !ABILITIES.contains(&feature.as_str()));
        if let Some(feature) = unknown {
            return Err(BuildError::Unsupported { path: path.into(), feature: feature.clone() });
        }
        let bbox = header
            .bbox()
            .map(|bbox| BBox::from([bbox.left, bbox.bottom, bbox.right, bbox.top].map(|degrees| round_to(degrees, 9))));
        let replicated_s = header.osmosis_replication_timestamp().filter(|seconds| *seconds > 0);
        let blocks = find_blocks(path, length)?;
        if blocks.is_empty() {
            return Err(BuildError::Empty { path: path.into() });
        }
        Ok(Self { path: path.into(), file: Mutex::new(file), blocks, bbox, replicated_s })
    }

    /// How many blocks of objects there are.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// What `read` makes of each of the blocks numbered `which` (given with its number), in their order; several at a
    /// time.
    pub(super) fn map<T: Send>(
        &self,
        which: &[usize],
        read: impl Fn(usize, &PrimitiveBlock) -> T + Sync,
    ) -> Result<Vec<T>, BuildError> {
        which.par_iter().map(|number| self.decode(&self.blocks[*number]).map(|block| read(*number, &block))).collect()
    }

    fn decode(&self, block: &Block) -> Result<PrimitiveBlock, BuildError> {
        let damaged = |detail: String| BuildError::Damaged { path: self.path.clone(), block: block.start, detail };
        let mut bytes = vec![0; block.bytes];
        {
            // A panic elsewhere leaves nothing half done here: each reader seeks before it reads.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(block.start)).map_err(BuildError::unreadable(&self.path))?;
            file.read_exact(&mut bytes).map_err(BuildError::unreadable(&self.path))?;
        }
        let blob = BlobReader::new(Cursor::new(bytes)).next().ok_or_else(|| damaged("it is empty".into()))?;
        let decoded = blob.and_then(|blob| blob.to_primitiveblock());
        decoded.map_err(|error| damaged(error.to_string()))
    }
}

/// The header of an extract; what does not begin with one is foreign.
fn read_header(path: &Path, file: &mut File) -> Result<HeaderBlock, BuildError> {
    let foreign = || BuildError::Foreign { path: path.into() };
    let mut reader = BlobReader::new_seekable(&mut *file).map_err(|_| foreign())?;
    let (header, _) = reader.next_header_skip_blob().ok_or_else(foreign)?.map_err(|_| foreign())?;
    if header.blob_type() != BlobType::OsmHeader || !(0..=MAX_BLOCK).contains(&header.get_blob_size()) {
        return Err(foreign());
    }
    let end = reader.seek_raw(SeekFrom::Current(0)).map_err(|_| foreign())?;
    let length = reader.seek_raw(SeekFrom::End(0)).map_err(|_| foreign())?;
    if end > length {
        return Err(BuildError::Truncated { path: path.into(), block: 0, end, length });
    }
    reader.seek_raw(SeekFrom::Start(0)).map_err(|_| foreign())?;
    let damaged = |detail: String| BuildError::Damaged { path: path.into(), block: 0, detail };
    let blob = reader.next().ok_or_else(foreign)?.map_err(|error| damaged(error.to_string()))?;
    match blob.decode() {
        Ok(BlobDecode::OsmHeader(header)) => Ok(*header),
        Ok(_) => Err(foreign()),
        Err(error) => Err(damaged(error.to_string())),
    }
}

/// The blocks of objects in a file of `length` bytes; an error unless the last one ends where the file does.
fn find_blocks(path: &Path, length: u64) -> Result<Vec<Block>, BuildError> {
    let unreadable = |error: osmpbf::Error| BuildError::unreadable(path)(std::io::Error::other(error));
    let mut reader = BlobReader::seekable_from_path(path).map_err(unreadable)?;
    let (mut blocks, mut start) = (Vec::new(), 0);
    while start < length {
        let truncated = |end| BuildError::Truncated { path: path.into(), block: start, end, length };
        let damaged = |detail: String| BuildError::Damaged { path: path.into(), block: start, detail };
        let header = match reader.next_header_skip_blob() {
            None => return Err(truncated(start + 4)),
            Some(Ok((header, _))) => header,
            // A header cut short reads as a damaged one.
            Some(Err(_)) if length - start < 64 => return Err(truncated(length + 1)),
            Some(Err(error)) => return Err(damaged(error.to_string())),
        };
        if !(0..=MAX_BLOCK).contains(&header.get_blob_size()) {
            return Err(damaged(format!("it claims {} bytes", header.get_blob_size())));
        }
        let end = reader.seek_raw(SeekFrom::Current(0)).map_err(unreadable)?;
        if end > length {
            return Err(truncated(end));
        }
        if header.blob_type() == BlobType::OsmData {
            blocks.push(Block { start, bytes: (end - start) as usize });
        }
        start = end;
    }
    Ok(blocks)
}
