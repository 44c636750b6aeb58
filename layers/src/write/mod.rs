//! Places as files: GeoJSON, GPX, CSV.

mod csv;
mod geojson;
mod gpx;

#[cfg(feature = "read")]
pub use csv::unguarded;
#[cfg(feature = "read")]
pub use gpx::{GPX_ATTRIBUTE, GPX_GEOMETRY};

use crate::Record;

/// What is written into one file.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What the file is called inside.
    pub title: String,
    /// The places.
    pub records: Vec<Record>,
    /// Whom to credit, where some of it is of others.
    pub credit: Option<String>,
}

/// A form of file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the formats")]
pub enum FileFormat {
    GeoJson,
    Gpx,
    Csv,
}

impl FileFormat {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::GeoJson, Self::Gpx, Self::Csv];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GeoJson => "GeoJSON",
            Self::Gpx => "GPX",
            Self::Csv => "CSV",
        }
    }

    /// What names of its files end with.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::GeoJson => "geojson",
            Self::Gpx => "gpx",
            Self::Csv => "csv",
        }
    }

    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::GeoJson => "application/geo+json",
            Self::Gpx => "application/gpx+xml",
            Self::Csv => "text/csv;charset=utf-8",
        }
    }
}

/// The text of the file. Reading it again gives the same geometries and attributes: GPX keeps what it has no element for
/// among its extensions, CSV has shapes as well-known text.
pub fn write(document: &Document, format: FileFormat) -> String {
    match format {
        FileFormat::GeoJson => geojson::write(document),
        FileFormat::Gpx => gpx::write(document),
        FileFormat::Csv => csv::write(document),
    }
}
