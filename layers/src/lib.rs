//! Places of one's own: files read and checked (feature `read`), the columns in which what was read crosses from one
//! WebAssembly to another, and the same places written to files again.
//!
//! Reading is for a worker of the page or for a program; writing needs no more than this crate.

#[cfg(all(feature = "read", target_arch = "wasm32"))]
mod abi;
mod columns;
#[cfg(feature = "read")]
mod crossing;
mod geometry;
#[cfg(feature = "read")]
mod read;
mod report;
mod write;

pub use columns::{Columns, ColumnsError};
pub use geometry::{Geometry, Point};
#[cfg(feature = "read")]
pub use read::{Options, draw, read};
pub use report::{Code, Finding, Format, Note, Refusal, Report};
pub use write::{Document, FileFormat, write};

use serde::{Deserialize, Serialize};

/// No file is read that is larger, in bytes.
pub const MAX_BYTES: usize = 50 << 20;
/// No file is read with more places.
pub const MAX_FEATURES: usize = 200_000;
/// No file is read with more points on its lines and outlines.
pub const MAX_VERTICES: usize = 2_000_000;
/// No place keeps more attributes.
pub const MAX_PROPERTIES: usize = 256;
/// Characters of a place's name.
pub const MAX_NAME: usize = 200;

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number, `true`, `false`, `null`, a list or an object, as JSON.
    Json(String),
}

impl Value {
    /// The value as it is shown and searched: a text, or JSON.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Json(text) => text,
        }
    }

    /// A number.
    pub fn number(number: f64) -> Self {
        Self::Json(number.to_string())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// One place with what is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The row of its file, as the format counts them: the first feature, placemark or waypoint is 1; the first line of a
    /// table is its heading, so that the first place is in row 2.
    pub row: u32,
    /// Where it is and what shape it has.
    pub geometry: Geometry,
    /// Its attributes in their order.
    pub properties: Vec<(String, Value)>,
}

impl Record {
    /// The attribute of that name.
    pub fn property(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// What reading a file gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// The places.
    pub columns: Columns,
    /// What was found on the way.
    pub report: Report,
}

impl Imported {
    /// The bytes in which it crosses from the worker to the page.
    pub fn to_bytes(result: &Result<Self, Refusal>) -> Vec<u8> {
        // Columns of numbers and text always serialise into memory.
        postcard::to_stdvec(result).unwrap_or_default()
    }

    /// What those bytes hold; `None` of others.
    pub fn from_bytes(bytes: &[u8]) -> Option<Result<Self, Refusal>> {
        let result: Result<Self, Refusal> = postcard::from_bytes(bytes).ok()?;
        match result {
            Ok(mut imported) => imported.columns.finish().ok().map(|()| Ok(imported)),
            refused => Some(refused),
        }
    }
}
