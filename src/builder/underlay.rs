use super::basemap::{BasemapError, BasemapReport, BasemapRequest, archive, build};
use super::files::{Staging, entry};
use super::{BuildError, Options};
use crate::city::pack::{FileEntry, Ground, Manifest};
use crate::spatial::BBox;
use indicatif::ProgressBar;

/// The file of a pack's own basemap.
const BASEMAP: &str = "basemap.pmtiles";

/// What lies under a pack's features and round them.
#[derive(Default)]
pub(super) struct Underlay {
    pub(super) basemap: Option<FileEntry>,
    pub(super) tilejson: Option<String>,
    pub(super) surroundings: Option<Ground>,
    /// The basemap that was asked for, or why there is none.
    pub(super) made: Option<Result<BasemapReport, String>>,
    pub(super) notes: Vec<String>,
}

/// Puts a basemap into the folder of a pack in the making: a new one when it is asked for, else that of the pack
/// before. A basemap that cannot be made is no error: what is wrong is told, and the features stand without it.
pub(super) fn lay(
    options: &Options,
    bbox: &BBox,
    before: Option<&Manifest>,
    staging: &Staging,
    progress: &ProgressBar,
) -> Result<Underlay, BuildError> {
    let mut under = Underlay::default();
    if options.basemap {
        progress.println("making the basemap with tilemaker");
        match make(options, bbox, staging) {
            Ok((basemap, report)) => {
                under.basemap = Some(basemap);
                under.surroundings = options.surroundings.or(Some(report.surroundings));
                under.made = Some(Ok(report));
                return Ok(under);
            }
            Err(error) => under.made = Some(Err(error.to_string())),
        }
    }
    under.surroundings = options.surroundings.or(before.and_then(|before| before.surroundings));
    under.tilejson = options.basemap_tilejson.clone();
    if under.tilejson.is_none()
        && let Some(before) = before
    {
        under.keep(before, bbox, staging)?;
    }
    Ok(under)
}

impl Underlay {
    /// Takes over the basemap of the pack before, unless it lies elsewhere.
    fn keep(&mut self, before: &Manifest, bbox: &BBox, staging: &Staging) -> Result<(), BuildError> {
        self.tilejson = before.basemap_tilejson.clone();
        let Some(file) = staging.keep(before.files.basemap.clone())? else { return Ok(()) };
        let path = staging.folder().join(&file.path);
        let bytes = std::fs::read(&path).map_err(BuildError::unreadable(&path))?;
        let faults = archive::faults(&bytes, bbox);
        if faults.is_empty() {
            self.notes.push(kept(&file));
            self.basemap = Some(file);
        } else {
            std::fs::remove_file(&path).map_err(BuildError::unwritable(&path))?;
            self.notes.push(format!("{} of the pack before was left out: {}", file.path, faults.join("; ")));
        }
        Ok(())
    }
}

/// Says that a file of the pack before is in the new one.
pub(super) fn kept(file: &FileEntry) -> String {
    format!("{} was kept from the pack before", file.path)
}

fn make(options: &Options, bbox: &BBox, staging: &Staging) -> Result<(FileEntry, BasemapReport), BasemapError> {
    let out = staging.folder().join(BASEMAP);
    let request = BasemapRequest {
        extract: options.extract.clone(),
        bbox: Some(*bbox),
        out: out.clone(),
        without_coast: options.surroundings.unwrap_or_default(),
    };
    let made = build(&request).and_then(|report| Ok((entry(BASEMAP, &std::fs::read(&out)?), report)));
    if made.is_err() && out.exists() {
        std::fs::remove_file(&out)?;
    }
    made
}
