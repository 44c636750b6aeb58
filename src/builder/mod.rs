//! Builds city packs from OSM extracts and GeoJSON files, and proves packs whole. Reads in passes and in parallel, so
//! that memory follows the features and not the extract; a pack is put in place whole or not at all.

mod address;
pub mod basemap;
mod date;
mod districts;
mod draft;
mod error;
mod export;
mod files;
mod geojson;
mod index;
mod osm;
mod pbf;
mod report;
mod rings;
mod rules;
mod scan;
mod simplify;
mod stations;
mod underlay;
mod verify;
mod walking;

pub use error::BuildError;
pub use export::write_geojson;
pub use index::write_index;
pub use report::{FileReport, Report};
pub use rules::Dropped;
pub use verify::{Check, read_features, verify};

use crate::city::pack::{CameraSpec, Ground, Manifest, RouterEntry, WalkingRecord, is_city_id, is_tilejson_address};
use crate::spatial::{BBox, Camera, Position, Viewport, round_to};
use address::AddressOrder;
use draft::Draft;
use geojson::Files;
use indicatif::ProgressBar;
use pbf::Extract;
use rayon::prelude::*;
use scan::Scan;
use std::path::PathBuf;
use std::time::Instant;

/// Whom OpenStreetMap asks to be credited (openstreetmap.org/copyright).
const OSM_ATTRIBUTION: &str = "© OpenStreetMap contributors";
/// The window that the default zoom fits the city into, in CSS pixels.
const WINDOW: Viewport = Viewport::new(1280.0, 800.0);
/// Room round the city in that window, in CSS pixels.
const MARGIN: f64 = 40.0;
/// The closest default zoom.
const MAX_ZOOM: f64 = 18.0;

/// What to build, from what, and what to say of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The extract: an `.osm.pbf`, or a folder of GeoJSON files.
    pub extract: PathBuf,
    /// The pack's own folder.
    pub output: PathBuf,
    /// The city's id.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The rectangle to cut at; the header's, or that of all features, when not given.
    pub bbox: Option<BBox>,
    /// The `admin_level` of districts; no districts without it.
    pub district_level: Option<u8>,
    /// Where the map opens; the middle of the bbox when not given.
    pub center: Option<Position>,
    /// The zoom it opens with; one that shows the whole bbox when not given.
    pub zoom: Option<f64>,
    /// IANA name of the time zone.
    pub time_zone: Option<String>,
    /// ISO 3166-1 code of the country.
    pub country: Option<String>,
    /// BCP 47 codes of its languages.
    pub languages: Vec<String>,
    /// The day of the data, `YYYY-MM-DD`; the extract's own when not given.
    pub data_date: Option<String>,
    /// Whom to credit; OpenStreetMap's contributors for an extract of theirs.
    pub attribution: Option<String>,
    /// Whether to make a basemap with tilemaker. Without it, a basemap of the pack that is replaced stays.
    pub basemap: bool,
    /// A TileJSON to name in the manifest instead of a basemap of the pack's own.
    pub basemap_tilejson: Option<String>,
    /// The router to name in the manifest; none leaves the public one.
    pub router: Option<RouterEntry>,
    /// What lies beyond the bbox; as the basemap shows, else as the pack before had it, when not given.
    pub surroundings: Option<Ground>,
}

/// The features of any extract.
struct Source {
    drafts: Vec<Draft>,
    dropped: Vec<Dropped>,
    merged: u32,
    bbox: BBox,
    data_date: Option<String>,
    attribution: Option<&'static str>,
    walking: Option<WalkingRecord>,
}

/// Builds a pack. Nothing of it is left behind on an error, and a pack that was there before stays as it is.
pub fn build(options: &Options, progress: &ProgressBar) -> Result<Report, BuildError> {
    let started = Instant::now();
    if !is_city_id(&options.id) {
        return Err(BuildError::OddId { id: options.id.clone() });
    }
    if let Some(bbox) = options.bbox.filter(|bbox| !is_rectangle(bbox)) {
        return Err(BuildError::OddBBox { bbox });
    }
    if let Some(address) = options.basemap_tilejson.as_ref().filter(|address| !is_tilejson_address(address)) {
        return Err(BuildError::OddTileJson { address: address.clone() });
    }
    if let Some((router, fault)) = options.router.as_ref().and_then(|router| Some((router, router.fault()?))) {
        return Err(BuildError::OddRouter { url: router.url.clone(), fault });
    }
    if options.basemap && options.extract.is_dir() {
        return Err(BuildError::NoBasemapOfFolder { path: options.extract.clone() });
    }
    files::check_target(&options.output)?;
    let source = if options.extract.is_dir() { read_folder(options)? } else { read_extract(options, progress)? };
    let features: Vec<_> = source.drafts.into_par_iter().map(Draft::finish).collect();
    let mut encoded = files::encode(&features);
    let staging = files::Staging::beside(&options.output)?;
    let mut notes = Vec::new();
    let before = files::manifest_of(&options.output).filter(|before| before.id == options.id);
    match &source.walking {
        Some(walking) => {
            encoded.add_walking(walking);
            notes.push(format!("walking graph: {} nodes, {} edges", walking.nodes.len(), walking.edges.len()));
        }
        None => {
            // A folder of features has no streets; the graph of a pack that is replaced stays.
            encoded.entries.walking = staging.keep(before.as_ref().and_then(|before| before.files.walking.clone()))?;
            notes.extend(encoded.entries.walking.iter().map(underlay::kept));
        }
    }
    let under = underlay::lay(options, &source.bbox, before.as_ref(), &staging, progress)?;
    encoded.entries.basemap = under.basemap;
    notes.extend(under.notes);
    let attribution = options.attribution.as_deref().or(source.attribution);
    if attribution.is_none() {
        notes.push("nobody is credited: pass --attribution TEXT".into());
    }
    let manifest = Manifest {
        format: crate::city::pack::FORMAT,
        id: options.id.clone(),
        name: options.name.clone(),
        bbox: source.bbox,
        camera: camera(options, &source.bbox),
        time_zone: options.time_zone.clone(),
        country: options.country.clone(),
        languages: options.languages.clone(),
        data_date: options.data_date.clone().or(source.data_date),
        attribution: attribution.unwrap_or_default().to_owned(),
        district_admin_level: options.district_level,
        surroundings: under.surroundings,
        basemap_tilejson: under.tilejson,
        router: options.router.clone(),
        counts: files::count(&features),
        features: features.len() as u32,
        files: encoded.entries.clone(),
    };
    staging.write(&encoded, &manifest)?;
    let faults: Vec<_> = verify(staging.folder()).into_iter().flat_map(|check| check.faults).collect();
    if !faults.is_empty() {
        return Err(BuildError::Faulty { faults });
    }
    staging.publish()?;
    let reports = encoded.files.into_iter().map(|(name, bytes, geojson_bytes)| FileReport {
        name,
        bytes: bytes.len() as u64,
        geojson_bytes,
    });
    Ok(Report {
        counts: manifest.counts,
        features: manifest.features,
        dropped: Report::tally(&source.dropped),
        merged_stations: source.merged,
        files: reports.collect(),
        seconds: started.elapsed().as_secs_f64(),
        peak_memory: report::peak_memory(),
        basemap: under.made,
        notes,
    })
}

fn read_extract(options: &Options, progress: &ProgressBar) -> Result<Source, BuildError> {
    let extract = Extract::open(&options.extract)?;
    let no_bbox = || BuildError::NoBBox { path: options.extract.clone() };
    let bbox = options.bbox.or(extract.bbox).ok_or_else(no_bbox)?;
    if !is_rectangle(&bbox) {
        return Err(BuildError::OddBBox { bbox });
    }
    let mut listings = Files::default();
    listings.add_listings(&options.extract)?;
    let scan = Scan::read(&extract, options.district_level, progress)?;
    let data_date = extract.replicated_s.or(scan.newest_s).map(date::of_seconds);
    let mut gathered = osm::gather(scan, &bbox, AddressOrder::of_country(options.country.as_deref()));
    let (listings, dropped) = listings.inside(&bbox);
    gathered.drafts.extend(listings);
    gathered.dropped.extend(dropped);
    let osm::Gathered { drafts, dropped, merged } = gathered;
    let walking = walking::read(&extract, &bbox, progress)?;
    Ok(Source { drafts, dropped, merged, bbox, data_date, attribution: Some(OSM_ATTRIBUTION), walking })
}

fn read_folder(options: &Options) -> Result<Source, BuildError> {
    let mut files = Files::of_folder(&options.extract)?;
    files.add_listings(&options.extract)?;
    let empty = || BuildError::Empty { path: options.extract.clone() };
    let bbox = options.bbox.or(files.bbox).ok_or_else(empty)?;
    let (drafts, dropped) = files.inside(&bbox);
    Ok(Source { drafts, dropped, merged: 0, bbox, data_date: None, attribution: None, walking: None })
}

/// Where the map opens: as asked, else the whole bbox in a usual window.
fn camera(options: &Options, bbox: &BBox) -> CameraSpec {
    let fitted = WINDOW.fit(bbox, &Camera::above(bbox.center(), 0.0), MARGIN, MAX_ZOOM);
    let center = options.center.unwrap_or_else(|| bbox.center().rounded());
    CameraSpec { center, zoom: options.zoom.unwrap_or_else(|| round_to(fitted.zoom, 2)) }
}

/// Whether it is a rectangle on Earth that does not cross the antimeridian; a single point is one too.
fn is_rectangle(bbox: &BBox) -> bool {
    let corners = [Position::new(bbox.west, bbox.south), Position::new(bbox.east, bbox.north)];
    corners.into_iter().all(Position::is_valid) && bbox.west <= bbox.east && bbox.south <= bbox.north
}
