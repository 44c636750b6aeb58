//! The map in a link: a pure codec between [`SharedMap`] and a URL's fragment. Older forms are read for ever, what
//! needs no newer form is written in the older one, and nothing in a link is ever evaluated.

mod fragment;
#[cfg(test)]
mod golden;
mod json;
mod map;
mod number;
mod v1;
mod v2;
mod v3;
mod write;

pub use map::{SharedDrawing, SharedMap, SharedNote};
pub use write::{Contributor, Link, LinkTooLong, MAX_URL_BYTES, Part, address_bar_link, link};

use fragment::Fragment;

/// Longest text that is read as a link, in characters.
pub const MAX_READ_CHARS: usize = 16_384;
/// Longest id of a selected feature, in characters.
pub const MAX_ID_CHARS: usize = 128;
/// The newest form that is read.
const NEWEST: u32 = 3;

/// What a text holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// No link.
    Absent,
    /// A link of a form that is newer than this program: to be left as it is.
    Newer {
        /// Its form's number.
        version: u32,
    },
    /// A link that cannot be read.
    Broken,
    /// A link.
    Map {
        /// The map in it.
        map: SharedMap,
        /// How many items of it were broken, and are left out.
        skipped: usize,
    },
}

/// Reads a URL, its fragment, or what a chat or a server made of either. Any text has an answer.
pub fn open(text: &str) -> Opened {
    let (version, payload) = match fragment::find(text) {
        Fragment::Absent => return Opened::Absent,
        Fragment::TooLong => return Opened::Broken,
        Fragment::Link { version, .. } if version > NEWEST => return Opened::Newer { version },
        Fragment::Link { version, payload } => (version, payload),
    };
    let Some(body) = json::body(&payload) else { return Opened::Broken };
    let read = match version {
        1 => v1::read(&body, v1::flat_points),
        2 => v2::read(&body),
        _ => v3::read(&body),
    };
    read.map_or(Opened::Broken, |(map, skipped)| Opened::Map { map, skipped })
}

/// Reads the JSON object of a link, of whatever form, as [`Link::view`] gives it.
pub fn open_view(view: &serde_json::Map<String, serde_json::Value>) -> Opened {
    v3::read(view).map_or(Opened::Broken, |(map, skipped)| Opened::Map { map, skipped })
}
