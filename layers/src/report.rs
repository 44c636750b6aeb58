use serde::{Deserialize, Serialize};

/// Findings that a report keeps in full; of the others it keeps the count.
pub const KEPT_FINDINGS: usize = 100;

/// A form of file that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of the formats")]
pub enum Format {
    #[default]
    GeoJson,
    Gpx,
    Kml,
    Csv,
}

impl Format {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GeoJson => "GeoJSON",
            Self::Gpx => "GPX",
            Self::Kml => "KML",
            Self::Csv => "CSV",
        }
    }
}

/// What may be said of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Code {
    /// Left out: it has no place. The detail is empty.
    NoGeometry,
    /// Left out: a coordinate is no number. The detail is the coordinate, where there is a text of it.
    NotANumber,
    /// Left out: out of range, and nothing else would be in range. The detail is the coordinate.
    OutOfRange,
    /// Left out: out of range as written, in range with its axes exchanged. The detail is the coordinate.
    LooksSwapped,
    /// Left out: its geometry has not the form of its kind. The detail is the kind.
    BadGeometry,
    /// Left out: it is no feature. The detail is what stands there.
    NotAFeature,
    /// Kept: its outline crosses itself. The detail is where.
    SelfCrossing,
    /// Kept: its outline was not closed, and is now.
    Unclosed,
    /// Kept: it has more attributes than are kept. The detail is how many there were.
    TooManyProperties,
    /// Left out: a line of a table has more or fewer cells than the heading. The detail is how many.
    Cells,
}

impl Code {
    /// Whether the row is on the map all the same.
    pub const fn is_kept(self) -> bool {
        matches!(self, Self::SelfCrossing | Self::Unclosed | Self::TooManyProperties)
    }
}

/// One thing said of one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The row: [`crate::Record::row`].
    pub row: u32,
    /// What it is.
    pub code: Code,
    /// What the code says of it.
    pub detail: String,
}

/// What is said of a file as a whole that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Note {
    /// It was read as this encoding, which it does not name and which is not UTF-8.
    Encoding(String),
    /// Letters could not be read and are replaced.
    Unreadable,
    /// Its coordinates have latitude first; they were read so.
    Swapped,
    /// Its outlines are too many to look at each for crossings.
    NotAllChecked,
}

/// What was found in a file that could be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// What it was.
    pub format: Format,
    /// How many rows it has.
    pub rows: u32,
    /// How many of them are on the map.
    pub kept: u32,
    /// What is said of all of it.
    pub notes: Vec<Note>,
    /// The first things found.
    pub findings: Vec<Finding>,
    /// How many things were found in all.
    pub found: u32,
}

impl Report {
    /// Takes note of something.
    pub fn find(&mut self, row: u32, code: Code, detail: impl Into<String>) {
        self.found += 1;
        if self.findings.len() < KEPT_FINDINGS {
            let detail: String = detail.into();
            self.findings.push(Finding { row, code, detail: detail.chars().take(120).collect() });
        }
    }
}

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// It is empty.
    Empty,
    /// It has more bytes than [`crate::MAX_BYTES`].
    TooLarge,
    /// It has more places than [`crate::MAX_FEATURES`].
    TooMany,
    /// It has more points than [`crate::MAX_VERTICES`].
    TooDetailed,
    /// It is packed: KMZ, ZIP, gzip.
    Packed,
    /// It is no text.
    Binary,
    /// Nothing that is read: neither GeoJSON, GPX, KML nor a table.
    Unknown,
    /// It is TopoJSON, or JSON of another kind.
    OtherJson,
    /// It breaks off or is not written by the rules of its format; what the parser says, with the line.
    Broken(String),
    /// It declares a document type of its own, which may stand for anything.
    Doctype,
    /// Its parts are nested too deep.
    TooDeep,
    /// Its coordinates are in another reference system, which is named.
    OtherCrs(String),
    /// A table without columns of coordinates; the columns that it has.
    NoCoordinates(Vec<String>),
    /// It holds no place at all that can be shown; what was found.
    NothingLeft(Report),
}
