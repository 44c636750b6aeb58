//! Lists of features as the searching tools answer with them.

use super::ToolError;
use super::opening::OpenAt;
use super::reader::{Place, identity, unsearched, whole_metres};
use crate::city::features::Features;
use crate::city::{City, Hit};
use crate::language::Language;
use crate::spatial::{Direction, Facing, Inverse, Position, compass_phrase, round_to};
use serde_json::{Map, Value, json};

/// Rows that a list has when no `limit` is given.
pub(super) const DEFAULT_LIMIT: u32 = 20;
/// No answer is longer, in bytes of JSON.
const MAX_ANSWER: usize = 16 * 1024;
/// Nearer than this, in metres, a place is where the search began and lies in no direction.
const SAME_PLACE_M: f64 = 1e-3;

/// Which way to face, when that was said.
pub(super) fn facing(heading_deg: Option<f64>, fov_deg: Option<f64>) -> Result<Option<Facing>, ToolError> {
    match (heading_deg, fov_deg) {
        (Some(heading_deg), _) => Ok(Some(Facing::new(heading_deg, fov_deg))),
        (None, None) => Ok(None),
        (None, Some(fov_deg)) => Err(ToolError::InvalidArgument(format!(
            "fov_deg {fov_deg} says how wide a view is, but without heading_deg nobody knows where it looks. Pass \
             heading_deg too, or leave fov_deg out."
        ))),
    }
}

/// What of a search is in somebody's field of view: all of it when nobody faces anywhere.
pub(super) struct Seen {
    /// How many features they see.
    pub total: usize,
    /// The nearest of them, nearest first; all of them when somebody faces somewhere.
    pub hits: Vec<Hit>,
    /// How many more there are outside the field of view.
    pub out_of_view: usize,
    /// Which way they face.
    pub facing: Option<Facing>,
    /// When it was asked who is open, and who else is in view.
    open: Option<OpenAt>,
    language: Language,
}

impl Seen {
    /// What of the hits somebody who faces so sees. The place where they stand is in no direction, so never out of view.
    ///
    /// `all` is how many there are; of somebody who faces somewhere they must all be among the hits.
    pub fn of(all: usize, mut hits: Vec<Hit>, facing: Option<Facing>, language: Language) -> Self {
        let mut total = all;
        if let Some(facing) = facing {
            hits.retain(|hit| {
                let line = hit.line();
                !has_direction(line) || facing.sees(line.bearing_deg)
            });
            total = hits.len();
        }
        Self { out_of_view: all - total, total, hits, facing, open: None, language }
    }

    /// What of the open ones somebody who faces so sees.
    pub fn of_open(open: OpenAt, facing: Option<Facing>, language: Language) -> Self {
        let of = |hits: Vec<Hit>| Self::of(hits.len(), hits, facing, language);
        let seen = of(open.open());
        Self { open: Some(open.among(|candidates| of(candidates).hits)), ..seen }
    }

    /// Adds how many there are, how many are listed, and how many more are out of view.
    pub fn count(&self, answer: &mut Map<String, Value>, returned: usize) {
        answer.insert("total".into(), json!(self.total));
        answer.insert("returned".into(), json!(returned));
        if self.out_of_view > 0 {
            answer.insert("out_of_view".into(), json!(self.out_of_view));
        }
    }

    /// The rows of the nearest, with directions by compass, or in words for who faces somewhere.
    pub fn rows(&self, features: &Features, limit: u32) -> Vec<Map<String, Value>> {
        let row = |hit: &Hit| {
            let (mut row, line) = (identity(features.get(hit.key)), hit.line());
            row.insert("distance_m".into(), whole_metres(line.distance_m));
            if has_direction(line) {
                self.direct(line, &mut row);
            }
            if let Some(opening) = self.open.as_ref().and_then(|open| open.row(hit.key)) {
                row.insert("opening".into(), opening);
            }
            row
        };
        self.hits.iter().take(limit as usize).map(row).collect()
    }

    fn direct(&self, line: Inverse, row: &mut Map<String, Value>) {
        let bearing_deg = line.bearing_deg;
        let Some(facing) = self.facing else {
            row.insert("direction".into(), json!(Direction::of_bearing(bearing_deg)));
            return;
        };
        row.insert("bearing_deg".into(), json!(round_to(bearing_deg, 1) % 360.0));
        row.insert("relative_bearing_deg".into(), json!(round_to(facing.relative_deg(bearing_deg), 1)));
        row.insert("direction_phrase".into(), json!(facing.phrase(line, self.language)));
    }
}

/// Whether the end of the line lies in any direction at all: the place searched from does not.
fn has_direction(line: Inverse) -> bool {
    line.distance_m >= SAME_PLACE_M
}

/// The nearest `limit` of what is seen in groups by direction, groups in the order of their nearest, each row with a
/// phrase to read out.
pub(super) fn groups(features: &Features, seen: &Seen, limit: u32) -> Vec<Value> {
    let mut groups: Vec<(Option<Value>, Vec<Value>)> = Vec::new();
    for (hit, mut row) in seen.hits.iter().zip(seen.rows(features, limit)) {
        let line = hit.line();
        let side = has_direction(line).then(|| match seen.facing {
            Some(facing) => json!(facing.side(line.bearing_deg, seen.language)),
            None => {
                row.insert("direction_phrase".into(), json!(compass_phrase(line, seen.language)));
                row.shift_remove("direction").unwrap_or_default()
            }
        });
        match groups.iter_mut().find(|(of, _)| *of == side) {
            Some((_, members)) => members.push(Value::Object(row)),
            None => groups.push((side, vec![Value::Object(row)])),
        }
    }
    let name = if seen.facing.is_some() { "direction_phrase" } else { "direction" };
    let group = |(side, members): (Option<Value>, Vec<Value>)| match side {
        Some(side) => json!({ name: side, "features": members }),
        None => json!({ "features": members }),
    };
    groups.into_iter().map(group).collect()
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
    seen: &Seen,
    limit: Option<u32>,
    every_category: bool,
) -> Map<String, Value> {
    let rows = seen.rows(&city.features, limit.unwrap_or(DEFAULT_LIMIT));
    seen.count(&mut head, rows.len());
    if let Some(open) = &seen.open {
        open.tell(&city.features, &mut head);
    }
    head.insert("features".into(), rows.into_iter().map(Value::Object).collect());
    if every_category {
        insert_unsearched(city, &mut head);
    }
    head
}

/// Adds which on-demand categories were left out, if there are any.
pub(super) fn insert_unsearched(city: &City, answer: &mut Map<String, Value>) {
    let unsearched = unsearched(city);
    if !unsearched.is_empty() {
        answer.insert("unsearched_categories".into(), Value::Array(unsearched));
    }
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
pub fn bound(answer: &mut Map<String, Value>) {
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
