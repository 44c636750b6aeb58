//! What an answer shows: the session's map, with what was found in it, as a link's object and as an address.

use super::limits::MAX_ANSWER;
use crate::domain::{MarkId, Origin, Selected, Selection};
use crate::share::{Link, SharedMap, link};
use crate::spatial::{BBox, Position};
use crate::tools::Context;
use serde_json::{Map, Value};

/// Pixels kept free round what was found.
const MARGIN_PX: f64 = 64.0;
/// What was found is framed no closer than this zoom.
const MAX_ZOOM: f64 = 17.0;

/// Adds `view` and `url` to an answer that did not fail; `url` is null without the page's address. Both are null when the
/// map does not fit into a link.
pub fn add(context: &Context, read_only: bool, answer: &mut Map<String, Value>) {
    if context.loader().city().is_none() {
        return;
    }
    let map = context.shared_map();
    let map = if read_only { with_found(context, map, answer) } else { with_new(context, map, answer) };
    let page = context.page();
    let link = fitting(&map, page.as_deref().unwrap_or_default());
    let view = link.as_ref().map(|link| Value::Object(link.view()));
    let url = link.filter(|_| page.is_some()).map(|link| Value::String(link.url));
    answer.insert("view".into(), view.unwrap_or_default());
    // A tool's own url is this very map's.
    answer.entry("url").or_insert(url.unwrap_or_default());
    crate::tools::bound(answer);
    if serde_json::to_string(answer).is_ok_and(|text| text.len() > MAX_ANSWER) && answer["url"].is_string() {
        answer.insert("view".into(), Value::Null);
    }
}

/// A link of the map, its selection given up when it does not fit with it.
fn fitting(map: &SharedMap, page: &str) -> Option<Link> {
    crate::share::address_bar_link(map, page).or_else(|_| link(map, "")).ok()
}

/// The map with what a reading tool found selected and framed; unchanged when it found nothing.
fn with_found(context: &Context, map: SharedMap, answer: &Map<String, Value>) -> SharedMap {
    let Some(city) = context.loader().city() else { return map };
    let mut found = Found::default();
    for key in ["features", "results"] {
        answer.get(key).and_then(Value::as_array).into_iter().flatten().for_each(|row| found.add(row, &city));
    }
    for group in answer.get("groups").and_then(Value::as_array).into_iter().flatten() {
        group["features"].as_array().into_iter().flatten().for_each(|row| found.add(row, &city));
    }
    if answer.contains_key("coordinate") && answer.contains_key("category") {
        found.add(&Value::Object(answer.clone()), &city);
    }
    // Where somebody stands is part of what is shown; the middle of the screen is not.
    let round = if answer.contains_key("radius_m") && !found.positions.is_empty() { Some("origin") } else { None };
    for key in ["from", "a", "b"].into_iter().chain(round) {
        found.positions.extend(answer.get(key).and_then(position));
    }
    if found.positions.is_empty() {
        return map;
    }
    let bbox = BBox::around(found.positions.iter().copied());
    let camera = context.session().viewport().fit(&bbox, &map.camera, MARGIN_PX, MAX_ZOOM);
    SharedMap { camera, selection: Selection::of(found.selected), ..map }
}

/// The map so that a new mark, or what is newly selected, is on it: as it is when it shows that already.
fn with_new(context: &Context, map: SharedMap, answer: &Map<String, Value>) -> SharedMap {
    let session = context.session();
    let id = ["drawing_id", "annotation_id"].iter().find_map(|key| answer.get(*key)?.as_str()?.parse::<MarkId>().ok());
    let drawing = id.and_then(|id| session.drawing(id)).map(|drawing| drawing.kind().bbox());
    let note = || id.and_then(|id| session.note(id)).map(|note| BBox::point(note.position));
    let Some(new) = drawing.or_else(note).or_else(|| selected(context, answer)) else { return map };
    let corners = [Position::new(new.west, new.south), Position::new(new.east, new.north)];
    if session.bounds().is_some_and(|bounds| corners.iter().all(|corner| bounds.contains(*corner))) {
        return map;
    }
    let camera = session.viewport().fit(&new, &map.camera, MARGIN_PX, MAX_ZOOM);
    SharedMap { camera, ..map }
}

/// The rectangle round what was selected just now, as far as it is loaded.
fn selected(context: &Context, answer: &Map<String, Value>) -> Option<BBox> {
    let city = context.loader().city()?;
    let rows = answer.get("selected")?.as_array()?;
    let position = |row: &Value| city.features.by_id(row["id"].as_str()?).map(|feature| feature.position());
    let positions: Vec<_> = rows.iter().filter_map(position).collect();
    (!positions.is_empty()).then(|| BBox::around(positions))
}

#[derive(Default)]
struct Found {
    selected: Vec<Selected>,
    positions: Vec<Position>,
}

impl Found {
    fn add(&mut self, row: &Value, city: &crate::city::City) {
        let id = row["id"].as_str().or_else(|| row["entity"]["place"].as_str());
        let feature = id.and_then(|id| city.features.by_id(id));
        if let Some(feature) = feature {
            self.selected.push(Selected { id: feature.id().to_owned(), origin: Origin::Agent });
        }
        self.positions.extend(feature.map(|feature| feature.position()).or_else(|| position(row)));
    }
}

fn position(row: &Value) -> Option<Position> {
    let at = row.get("coordinate").unwrap_or(row);
    Some(Position::new(at["lng"].as_f64()?, at["lat"].as_f64()?)).filter(|position| position.is_valid())
}
