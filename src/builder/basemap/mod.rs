//! The basemap of a pack: vector tiles in the OpenMapTiles schema in one PMTiles archive.
//! tilemaker makes them by our own rules (`process.lua`, `config.json`); the sea, which it cannot make from an
//! extract, is cut from the coastline here.

pub(super) mod archive;
mod coast;
mod cut;
mod extract;
mod proto;
mod tidy;
mod tile;

use crate::city::pack::Ground;
use crate::spatial::BBox;
use pmtiles::{Compression, PmTilesWriter, TileCoord, TileId, TileType};
use serde_json::{Value, json};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The zooms that the tiles are made for; the map magnifies the last one.
pub const ZOOMS: std::ops::RangeInclusive<u8> = 0..=14;

/// What to build a basemap from.
#[derive(Clone, Debug)]
pub struct BasemapRequest {
    /// The OSM extract, `.osm.pbf`.
    pub extract: PathBuf,
    /// The rectangle of the pack; none takes the one in the extract's header.
    pub bbox: Option<BBox>,
    /// The archive to write, `.pmtiles`.
    pub out: PathBuf,
    /// What the rectangle is where the extract has no usable coastline.
    pub without_coast: Ground,
}

/// What was built.
#[derive(Clone, Debug, PartialEq)]
pub struct BasemapReport {
    /// The archive's size.
    pub bytes: u64,
    /// Tiles in it, the equal ones counted each.
    pub tiles: usize,
    /// Polygons of sea; zero when the extract has no coast.
    pub sea_polygons: usize,
    /// Lines of the coast left out because they do not close.
    pub dropped_coast: usize,
    /// Whether ways of the extract lacked nodes and were mended.
    pub mended: bool,
    /// What surrounds the rectangle: sea where its edge is all sea.
    pub surroundings: Ground,
}

/// Why there is no basemap.
#[derive(Debug, thiserror::Error)]
pub enum BasemapError {
    /// The program is not there.
    #[error(
        "tilemaker was not found. Install it (Debian, Ubuntu: apt install tilemaker), or build without a basemap: the pack works without its own and shows plain ground"
    )]
    NoTilemaker,
    /// The program failed.
    #[error("tilemaker stopped: {0}")]
    Tilemaker(String),
    /// Neither the request nor the extract names a rectangle.
    #[error("the extract's header names no rectangle: give one")]
    NoBbox,
    /// The extract cannot be read.
    #[error("the extract cannot be read: {0}")]
    Extract(#[from] osmpbf::Error),
    /// The archive cannot be written.
    #[error("the archive cannot be written: {0}")]
    Archive(#[from] pmtiles::PmtError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Makes the basemap with the program `tilemaker` on the search path.
pub fn build(request: &BasemapRequest) -> Result<BasemapReport, BasemapError> {
    let bbox = match request.bbox {
        Some(bbox) => bbox,
        None => extract::bbox(&request.extract)?.ok_or(BasemapError::NoBbox)?,
    };
    let folder = tempfile::tempdir()?;
    let mended_extract = folder.path().join("extract.osm.pbf");
    let mended = extract::without_gaps(&request.extract, &mended_extract)?;
    let tiles = folder.path().join("tiles");
    std::fs::create_dir(&tiles)?;
    run_tilemaker(if mended { &mended_extract } else { &request.extract }, &bbox, folder.path(), &tiles)?;

    // Wide enough that a screen over the pack's edge shows no second edge; the page covers what lies beyond.
    let margin = (bbox.east - bbox.west).max(bbox.north - bbox.south).max(0.05);
    let mut sea = coast::sea(&extract::coast(&request.extract)?, &bbox, margin);
    if !sea.known && request.without_coast == Ground::Sea {
        sea.polygons = coast::everything(&bbox, margin);
    }
    let surroundings = if coast::edge_is_sea(&sea.polygons, &bbox) { Ground::Sea } else { Ground::Land };
    let metadata = metadata(&tiles, surroundings);

    let mut archive = PmTilesWriter::new(TileType::Mvt)
        .tile_compression(Compression::Gzip)
        .min_zoom(*ZOOMS.start())
        .max_zoom(*ZOOMS.end())
        .bounds(bbox.west, bbox.south, bbox.east, bbox.north)
        .center(bbox.center().lng, bbox.center().lat)
        .center_zoom(12)
        .metadata(metadata.to_string())
        .create(BufWriter::new(File::create(&request.out)?))?;
    let mut count = 0;
    for zoom in ZOOMS {
        let mut made = Vec::new();
        cut::cut(&sea.polygons, &bbox, zoom, *ZOOMS.end(), |x, y, sea| made.push((x, y, sea.clone())));
        let id = |x, y| TileCoord::new(zoom, x, y).map(|coord| TileId::from(coord).value());
        made.sort_by_key(|&(x, y, _)| id(x, y).unwrap_or(u64::MAX));
        for (x, y, sea) in made {
            let content = tile::with_sea(&tidy::tidied(&read_tile(&tiles, zoom, x, y)?), &sea);
            if !content.is_empty() {
                archive.add_tile(TileCoord::new(zoom, x, y)?, &content)?;
                count += 1;
            }
        }
    }
    archive.finalize()?;
    Ok(BasemapReport {
        bytes: std::fs::metadata(&request.out)?.len(),
        tiles: count,
        sea_polygons: sea.polygons.0.len(),
        dropped_coast: sea.dropped,
        mended,
        surroundings,
    })
}

/// The tile that tilemaker wrote; empty when it wrote none.
fn read_tile(tiles: &Path, zoom: u8, x: u32, y: u32) -> std::io::Result<Vec<u8>> {
    match std::fs::read(tiles.join(format!("{zoom}/{x}/{y}.pbf"))) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

fn run_tilemaker(extract: &Path, bbox: &BBox, folder: &Path, tiles: &Path) -> Result<(), BasemapError> {
    let (config, process) = (folder.join("config.json"), folder.join("process.lua"));
    std::fs::write(&config, include_str!("config.json"))?;
    std::fs::write(&process, include_str!("process.lua"))?;
    let BBox { west, south, east, north } = bbox;
    let run = Command::new("tilemaker")
        .arg("--input")
        .arg(extract)
        .arg("--output")
        .arg(tiles)
        .arg("--config")
        .arg(config)
        .arg("--process")
        .arg(process)
        .arg("--bbox")
        .arg(format!("{west},{south},{east},{north}"))
        .stdin(Stdio::null())
        .output()
        .map_err(
            |error| if error.kind() == std::io::ErrorKind::NotFound { BasemapError::NoTilemaker } else { error.into() },
        )?;
    if run.status.success() {
        return Ok(());
    }
    let said = [run.stderr, run.stdout].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    Err(BasemapError::Tilemaker(lines[lines.len().saturating_sub(3)..].join("; ")))
}

/// What the archive says of itself: the layers as tilemaker lists them, whom to credit, what surrounds the rectangle.
fn metadata(tiles: &Path, surroundings: Ground) -> Value {
    let written = std::fs::read(tiles.join("metadata.json")).ok();
    let written: Value = written.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    json!({
        "name": "glassmap basemap",
        "attribution": "© OpenStreetMap contributors",
        "vector_layers": written.get("vector_layers").cloned().unwrap_or_else(|| json!([])),
        "glassmap:surroundings": surroundings,
    })
}
