//! Lists of features as the searching tools answer with them.

use super::reader::{Place, identity, unsearched, whole_metres};
use crate::city::features::Features;
use crate::city::{City, Hit};
use crate::spatial::{Direction, Position};
use serde_json::{Map, Value, json};

/// Rows that a list has when no `limit` is given.
pub(super) const DEFAULT_LIMIT: u32 = 20;
/// No answer is longer, in bytes of JSON.
const MAX_ANSWER: usize = 16 * 1024;
/// Nearer than this, in metres, a place is where the search began and lies in no direction.
const SAME_PLACE_M: f64 = 1e-3;

/// The rows of the nearest hits.
pub(super) fn rows(features: &Features, hits: &[Hit], limit: Option<u32>) -> Vec<Value> {
    let row = |hit: &Hit| {
        let mut row = identity(features.get(hit.key));
        row.insert("distance_m".into(), whole_metres(hit.line.distance_m));
        if hit.line.distance_m >= SAME_PLACE_M {
            row.insert("direction".into(), json!(Direction::of_bearing(hit.line.bearing_deg)));
        }
        Value::Object(row)
    };
    hits.iter().take(limit.unwrap_or(DEFAULT_LIMIT) as usize).map(row).collect()
}

/// Where distances were measured from: a coordinate, with id and name when it was a feature.
pub(super) fn origin(features: &Features, place: &Place) -> Value {
    let Position { lng, lat } = place.position.rounded();
    let mut origin = json!({ "lng": lng, "lat": lat });
    if let Some(key) = place.key {
        let feature = features.get(key);
        origin["id"] = json!(feature.id());
        if let Some(name) = feature.name() {
            origin["name"] = json!(name);
        }
    }
    origin
}

/// The answer of a search: `head`, then the counts and rows, then what was left out when no category was named.
pub(super) fn answer(
    city: &City,
    mut head: Map<String, Value>,
    hits: &[Hit],
    limit: Option<u32>,
    every_category: bool,
) -> Map<String, Value> {
    let rows = rows(&city.features, hits, limit);
    head.insert("total".into(), json!(hits.len()));
    head.insert("returned".into(), json!(rows.len()));
    head.insert("features".into(), Value::Array(rows));
    if every_category {
        let unsearched = unsearched(city);
        if !unsearched.is_empty() {
            head.insert("unsearched_categories".into(), Value::Array(unsearched));
        }
    }
    head
}

/// Lists that are cut when an answer is too long, in the order that they are given up in.
const CUT: [&str; 10] = [
    "steps",
    "features",
    "groups",
    "marks",
    "selected",
    "malformed_ids",
    "unknown_ids",
    "not_selected",
    "removed",
    "refused",
];

/// Leaves out the last rows, which are the farthest, until the answer is small enough, and says so.
pub(super) fn bound(answer: &mut Map<String, Value>) {
    let size = |answer: &Map<String, Value>| serde_json::to_string(answer).map_or(0, |text| text.len());
    while size(answer) > MAX_ANSWER {
        let excess = size(answer) - MAX_ANSWER;
        let Some(gone) = CUT.iter().find_map(|name| cut(answer.get_mut(*name)?, excess)) else { return };
        if let Some(returned) = answer.get("returned").and_then(Value::as_u64) {
            answer.insert("returned".into(), json!(returned.saturating_sub(gone)));
        }
        answer.insert("truncated".into(), json!(true));
    }
}

/// Takes rows off the end of the list until `excess` bytes are gone; how many rows went, `None` when there was none.
fn cut(list: &mut Value, excess: usize) -> Option<u64> {
    let rows = list.as_array_mut()?;
    let (mut freed, mut gone) = (0, 0);
    while freed < excess {
        let Some(row) = farthest(rows) else { break };
        freed += row.to_string().len() + 1;
        gone += 1;
    }
    (gone > 0).then_some(gone)
}

/// The last row taken off; of groups, the farthest of all their rows.
fn farthest(rows: &mut Vec<Value>) -> Option<Value> {
    let reach = |group: &Value| group["features"].as_array()?.last()?["distance_m"].as_i64();
    let (index, _) = rows.iter().enumerate().max_by_key(|(_, group)| reach(group))?;
    if !rows[index]["features"].is_array() {
        return rows.pop();
    }
    let row = rows[index]["features"].as_array_mut().and_then(Vec::pop);
    if rows[index]["features"].as_array().is_some_and(Vec::is_empty) {
        rows.remove(index);
    }
    row
}
