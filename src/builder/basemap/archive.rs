use crate::spatial::BBox;

/// Length of the header of an archive (PMTiles version 3), in bytes.
const HEADER: usize = 127;
/// First bytes of an archive: its name and its version.
const MAGIC: &[u8; 8] = b"PMTiles\x03";
/// Where the header says what the tiles are, and the number for vector tiles.
const TILE_TYPE: (usize, u8) = (99, 1);
/// Where the header holds offset and length of the root directory, the metadata, the leaf directories and the tiles.
const PARTS: [(usize, &str); 4] = [(8, "directory"), (24, "metadata"), (40, "leaf directories"), (56, "tiles")];
/// Where the header holds west, south, east and north, in steps of a ten-millionth of a degree.
const BOUNDS: usize = 102;

/// What is wrong with an archive of vector tiles that is to lie under that rectangle; nothing when all is well.
pub(crate) fn faults(bytes: &[u8], bbox: &BBox) -> Vec<String> {
    let Some(header) = bytes.get(..HEADER).filter(|header| header.starts_with(MAGIC)) else {
        return vec!["it does not begin as a PMTiles archive of version 3".into()];
    };
    let mut faults = Vec::new();
    if header[TILE_TYPE.0] != TILE_TYPE.1 {
        faults.push("its tiles are no vector tiles".into());
    }
    let number = |at: usize| header[at..at + 8].iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    for (at, part) in PARTS {
        let end = number(at).checked_add(number(at + 8));
        if end.is_none_or(|end| end > bytes.len() as u64) {
            faults.push(format!("its {part} should end beyond the end of the file"));
        }
    }
    let degrees = |index: usize| {
        let at = BOUNDS + index * 4;
        f64::from(header[at..at + 4].iter().rev().fold(0_i32, |number, byte| number << 8 | i32::from(*byte))) / 1e7
    };
    let bounds = BBox::from([degrees(0), degrees(1), degrees(2), degrees(3)]);
    if !bounds.overlaps(bbox) {
        let BBox { west, south, east, north } = bounds;
        faults.push(format!("its bounds {west},{south},{east},{north} lie apart from the pack's bbox"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use pmtiles::{PmTilesWriter, TileCoord, TileType};
    use std::io::Cursor;

    const HERE: BBox = BBox { west: -1.5, south: -2.0, east: 1.5, north: 2.0 };

    fn archive() -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let mut writer = PmTilesWriter::new(TileType::Mvt)
            .bounds(HERE.west, HERE.south, HERE.east, HERE.north)
            .create(&mut bytes)
            .expect("what the test made is good");
        writer
            .add_tile(TileCoord::new(0, 0, 0).expect("what the test made is good"), b"tile")
            .expect("what the test made is good");
        writer.finalize().expect("what the test made is good");
        bytes.into_inner()
    }

    #[test]
    fn an_archive_is_whole_or_each_fault_is_named() {
        let whole = archive();
        assert_eq!(faults(&whole, &HERE), Vec::<String>::new());
        let far = BBox { west: 14.0, south: 35.0, east: 15.0, north: 36.0 };
        assert_eq!(faults(&whole, &far), ["its bounds -1.5,-2,1.5,2 lie apart from the pack's bbox"]);
        assert!(faults(&whole[..whole.len() - 1], &HERE)[0].contains("tiles should end beyond"));
        assert!(faults(&whole[..100], &HERE)[0].contains("does not begin"));
        assert!(faults(b"<html>", &HERE)[0].contains("does not begin"));
        let images = [&whole[..99], &[2], &whole[100..]].concat();
        assert_eq!(faults(&images, &HERE), ["its tiles are no vector tiles"]);
    }
}
