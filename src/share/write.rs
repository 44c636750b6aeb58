use super::json::{body, payload, string};
use super::v1::WritePoints;
use super::{SharedMap, v1, v2, v3};
use crate::domain::{DrawingKind, Origin, Selection};
use serde_json::{Map, Value};
use thiserror::Error;

/// Longest URL that is written, in bytes.
pub const MAX_URL_BYTES: usize = 8_192;
/// How many parts a link that is too long names.
const MAX_CONTRIBUTORS: usize = 5;

/// A link that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The fragment, `#` included.
    pub fragment: String,
    /// The page's address and the fragment.
    pub url: String,
    /// How many drawings are left out because nothing drawable is left of them at five decimals.
    pub omitted: usize,
    /// Whether the selection was given up so that the rest fits.
    pub gave_up_selection: bool,
}

impl Link {
    /// The JSON object that the fragment holds.
    pub fn view(&self) -> Map<String, Value> {
        let payload = self.fragment.split_once('.').map(|(_, payload)| payload);
        payload.and_then(body).unwrap_or_default()
    }
}

/// A part of a map that takes room in its link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of the selection.
    Selection {
        /// How many features are selected.
        count: usize,
    },
    /// The drawing of that index in [`SharedMap::drawings`].
    Drawing {
        /// The index.
        index: usize,
    },
    /// The note of that index in [`SharedMap::notes`].
    Note {
        /// The index.
        index: usize,
    },
}

/// A part and the room it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contributor {
    /// What it is.
    pub part: Part,
    /// About how many bytes shorter the URL would be without it, in the shortest form.
    pub bytes: usize,
}

/// Not even the shortest form fits.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the link would have {bytes} bytes; at most {MAX_URL_BYTES} open everywhere")]
pub struct LinkTooLong {
    /// How long the URL would be in its shortest form, in bytes.
    pub bytes: usize,
    /// The largest parts, the largest first, at most five.
    pub contributors: Vec<Contributor>,
}

/// The link of a map on the page at that address (without a fragment): in the first form if it has no categories, in the
/// second if it has, in the third only when it does not fit otherwise.
pub fn link(map: &SharedMap, page: &str) -> Result<Link, LinkTooLong> {
    let categories = v2::write_categories(map);
    let version = if categories.is_some() { 2 } else { 1 };
    let written = |version: u32, write_points: WritePoints| {
        let drawings: Vec<_> = map.drawings.iter().filter_map(|drawing| v1::drawing(drawing, write_points)).collect();
        let omitted = map.drawings.len() - drawings.len();
        let fragment = format!("#v{version}.{}", payload(&v1::write(map, drawings, categories.clone())));
        Link { url: format!("{page}{fragment}"), fragment, omitted, gave_up_selection: false }
    };
    let plain = written(version, v1::write_flat);
    if plain.url.len() <= MAX_URL_BYTES {
        return Ok(plain);
    }
    let has_points = |kind: &DrawingKind| matches!(kind, DrawingKind::Polygon { .. } | DrawingKind::Line { .. });
    let shortest =
        if map.drawings.iter().any(|drawing| has_points(&drawing.kind)) { written(3, v3::write_packed) } else { plain };
    if shortest.url.len() <= MAX_URL_BYTES {
        return Ok(shortest);
    }
    Err(LinkTooLong { bytes: shortest.url.len(), contributors: contributors(map) })
}

/// The link for the address bar: what does not fit gives up its selection first. When that is not enough, the bar keeps
/// the last link that fitted.
pub fn address_bar_link(map: &SharedMap, page: &str) -> Result<Link, LinkTooLong> {
    link(map, page).or_else(|error| {
        if map.selection.is_empty() {
            return Err(error);
        }
        let without = SharedMap { selection: Selection::default(), ..map.clone() };
        link(&without, page).map(|link| Link { gave_up_selection: true, ..link })
    })
}

fn contributors(map: &SharedMap) -> Vec<Contributor> {
    let of = |part, text: usize| Contributor { part, bytes: text * 4 / 3 };
    let selected = map.selection.iter().map(|item| {
        let length = string(&item.id).len() + 1;
        if item.origin == Origin::User { 2 * length } else { length }
    });
    let selection = of(Part::Selection { count: map.selection.len() }, selected.sum());
    let drawings = map.drawings.iter().enumerate().map(|(index, drawing)| {
        of(Part::Drawing { index }, v1::drawing(drawing, v3::write_packed).map_or(0, |text| text.len() + 1))
    });
    let notes = map.notes.iter().enumerate().map(|(index, note)| of(Part::Note { index }, v1::note(note).len() + 1));
    let mut all: Vec<_> =
        std::iter::once(selection).chain(drawings).chain(notes).filter(|part| part.bytes > 0).collect();
    all.sort_by_key(|part| std::cmp::Reverse(part.bytes));
    all.truncate(MAX_CONTRIBUTORS);
    all
}

#[cfg(test)]
#[path = "write_tests.rs"]
mod tests;
