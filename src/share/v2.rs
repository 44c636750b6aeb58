//! The second form: the first with the names of on-demand categories.

use super::json::string;
use super::{SharedMap, v1};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// The categories as JSON; `None` when there are none, and the first form will do.
pub(super) fn write_categories(map: &SharedMap) -> Option<String> {
    v1::list(map.categories.iter().map(|name| string(name)).collect())
}

/// As the first form, and the categories.
pub(super) fn read(body: &Map<String, Value>) -> Option<(SharedMap, usize)> {
    with_categories(body, v1::read(body, v1::flat_points)?)
}

/// Adds the categories that a body names, each once.
pub(super) fn with_categories(body: &Map<String, Value>, read: (SharedMap, usize)) -> Option<(SharedMap, usize)> {
    let (mut map, mut skipped) = read;
    let mut seen = HashSet::new();
    let names = v1::items(body.get("t"), &mut skipped, v1::read_id);
    map.categories = names.into_iter().filter(|name| seen.insert(name.clone())).collect();
    Some((map, skipped))
}
