use super::basemap::BasemapReport;
use super::rules::Dropped;
use crate::city::Category;
use crate::city::pack::Ground;
use std::collections::BTreeMap;
use std::fmt;

/// What a build did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Features of each category.
    pub counts: BTreeMap<Category, u32>,
    /// Features in all, each once.
    pub features: u32,
    /// Objects that fit a category and are not in the pack, by reason.
    pub dropped: BTreeMap<Dropped, u32>,
    /// Station objects that went into a station with another object's id.
    pub merged_stations: u32,
    /// The files, in the order they were written.
    pub files: Vec<FileReport>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The most memory the process held, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// The basemap that was asked for, or the sentence that says why there is none; none when it was not asked for.
    pub basemap: Option<Result<BasemapReport, String>>,
    /// What whoever reads the report should know.
    pub notes: Vec<String>,
}

/// A file of the pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Bytes of the same features as plain GeoJSON; none for what is no file of features.
    pub geojson_bytes: Option<u64>,
}

impl Report {
    /// Counts reasons.
    pub(super) fn tally(dropped: &[Dropped]) -> BTreeMap<Dropped, u32> {
        let mut tally = BTreeMap::new();
        for reason in dropped {
            *tally.entry(*reason).or_default() += 1;
        }
        tally
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} features", self.features)?;
        for (category, count) in self.counts.iter().filter(|(_, count)| **count > 0) {
            writeln!(f, "  {:<18} {count:>8}", category.name())?;
        }
        if self.merged_stations > 0 {
            writeln!(f, "{} objects merged into stations of the same name", self.merged_stations)?;
        }
        let dropped: u32 = self.dropped.values().sum();
        writeln!(f, "{dropped} objects of these categories dropped")?;
        for (reason, count) in &self.dropped {
            writeln!(f, "  {count:>8}  {}", reason.reason())?;
        }
        writeln!(f, "{:<24} {:>10} {:>15}", "file", "bytes", "plain GeoJSON")?;
        for file in &self.files {
            let plain = file.geojson_bytes.map_or_else(|| "-".to_owned(), |bytes| bytes.to_string());
            writeln!(f, "  {:<22} {:>10} {plain:>15}", file.name, file.bytes)?;
        }
        let bytes: u64 = self.files.iter().map(|file| file.bytes).sum();
        let plain: u64 = self.files.iter().filter_map(|file| file.geojson_bytes).sum();
        writeln!(f, "  {:<22} {bytes:>10} {plain:>15}", "in all")?;
        if let Some(Ok(basemap)) = &self.basemap {
            let around = if basemap.surroundings == Ground::Sea { "sea" } else { "land" };
            let (bytes, tiles, sea) = (basemap.bytes, basemap.tiles, basemap.sea_polygons);
            writeln!(f, "basemap: {bytes} bytes, {tiles} tiles, {sea} polygons of sea; {around} beyond the bbox")?;
            if basemap.dropped_coast > 0 {
                writeln!(f, "  {:>8}  lines of the coast left out: they do not close", basemap.dropped_coast)?;
            }
        }
        for note in &self.notes {
            writeln!(f, "note: {note}")?;
        }
        let memory =
            self.peak_memory.map_or_else(String::new, |bytes| format!(", at most {} MB of memory", bytes / 1_000_000));
        write!(f, "{:.2} s{memory}", self.seconds)
    }
}

/// The most memory this process held so far, in bytes, as Linux tells it.
pub(super) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
