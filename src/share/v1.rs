//! The first form, and all that the later ones share with it: camera, selection, drawings as flat lists, notes.

use super::json::{Writer, string};
use super::number::rounded;
use super::{MAX_ID_CHARS, SharedDrawing, SharedMap, SharedNote};
use crate::domain::{DrawingKind, MAX_ICON, MAX_LABEL, MAX_NOTE, Origin, Selected, Selection, clipped};
use crate::spatial::{Camera, Position};
use serde_json::{Map, Value};
use std::collections::HashSet;

type Object = Map<String, Value>;

/// Decimals of a coordinate, the zoom, the bearing and the pitch.
const DECIMALS: i32 = 5;

/// How a form writes the points of a polygon or line.
pub(super) type WritePoints = fn(&[Position]) -> String;
/// How a form reads them.
pub(super) type ReadPoints = fn(&Value) -> Option<Vec<Position>>;

/// A flat list lng,lat,lng,lat….
pub(super) fn write_flat(points: &[Position]) -> String {
    let numbers = points.iter().flat_map(|point| [point.lng, point.lat]);
    Writer::array(numbers.map(|number| rounded(number, DECIMALS)))
}

/// The points of a flat list.
pub(super) fn flat_points(value: &Value) -> Option<Vec<Position>> {
    let numbers: Option<Vec<f64>> = value.as_array()?.iter().map(Value::as_f64).collect();
    let numbers = numbers.filter(|numbers| numbers.len() % 2 == 0)?;
    Some(numbers.chunks_exact(2).map(|pair| Position::new(pair[0], pair[1])).collect())
}

/// The members before the categories, and the city after them; drawings are what [`drawing`] made of them.
pub(super) fn write(map: &SharedMap, drawings: Vec<String>, categories: Option<String>) -> String {
    let number = |value: f64| rounded(value, DECIMALS);
    let camera = map.camera.bounded();
    let bearing = number(camera.bearing);
    let turned = !matches!(bearing.as_str(), "0" | "360");
    let ids: Vec<_> = map.selection.ids().map(string).collect();
    let users = map.selection.iter().filter(|item| item.origin == Origin::User).map(|item| string(&item.id));
    let notes = map.notes.iter().map(note).collect();
    Writer::object()
        .member("c", &position(camera.center))
        .member("z", &number(camera.zoom))
        .some("b", turned.then_some(bearing))
        .some("p", Some(number(camera.pitch)).filter(|pitch| pitch != "0"))
        .some("s", list(ids))
        .some("su", list(users.collect()))
        .some("d", list(drawings))
        .some("a", list(notes))
        .some("t", categories)
        .some("y", map.city.as_deref().map(string))
        .finish()
}

/// An array, or none when it would be empty.
pub(super) fn list(members: Vec<String>) -> Option<String> {
    (!members.is_empty()).then(|| Writer::array(members))
}

fn position(position: Position) -> String {
    write_flat(&[position])
}

/// A drawing as JSON. `None` when nothing drawable is left of it at five decimals.
pub(super) fn drawing(drawing: &SharedDrawing, write_points: WritePoints) -> Option<String> {
    let head = Writer::object()
        .member("k", &string(drawing.kind.name()))
        .member("o", &string(drawing.origin.name()))
        .some("l", drawing.label.as_deref().map(string));
    let points = |points: &[Position]| points.iter().map(|point| point.rounded()).collect();
    let writer = match &drawing.kind {
        DrawingKind::Circle { center, radius_m } => {
            head.member("c", &position(*center)).member("r", &rounded(radius_m.max(0.01), 2))
        }
        DrawingKind::Polygon { ring } => match DrawingKind::polygon_of_link(points(ring)).ok()? {
            DrawingKind::Polygon { ring } => head.member("g", &write_points(&ring)),
            _ => return None,
        },
        DrawingKind::Line { points, .. } => head.member("g", &write_points(points)),
        DrawingKind::Reachable { center, minutes, .. } => {
            head.member("c", &position(*center)).member("m", &minutes.to_string())
        }
    };
    Some(writer.finish())
}

/// A note as JSON.
pub(super) fn note(note: &SharedNote) -> String {
    Writer::object()
        .member("o", &string(note.origin.name()))
        .member("p", &position(note.position))
        .member("n", &string(&note.note))
        .some("i", note.icon.as_deref().map(string))
        .finish()
}

/// The map in a body and how many broken items were left out; `None` without a centre and a zoom.
pub(super) fn read(body: &Object, read_points: ReadPoints) -> Option<(SharedMap, usize)> {
    let center = read_position(body.get("c")?)?;
    let zoom = body.get("z")?.as_f64().filter(|zoom| (0.0..=22.0).contains(zoom))?;
    let mut skipped = 0;
    let bearing = number_or_zero(body.get("b"), &mut skipped);
    let pitch = number_or_zero(body.get("p"), &mut skipped);
    let selection = read_selection(body, &mut skipped);
    let drawings = items(body.get("d"), &mut skipped, |item| read_drawing(item.as_object()?, read_points));
    let notes = items(body.get("a"), &mut skipped, |item| read_note(item.as_object()?));
    let city = body.get("y").and_then(read_id);
    skipped += usize::from(city.is_none() && body.contains_key("y"));
    let camera = Camera { center, zoom, bearing, pitch }.bounded();
    Some((SharedMap { camera, selection, drawings, notes, categories: vec![], city }, skipped))
}

/// Every item that can be read; the others are counted, and so is a member that is no list.
pub(super) fn items<T>(member: Option<&Value>, skipped: &mut usize, read: impl Fn(&Value) -> Option<T>) -> Vec<T> {
    let Some(member) = member else { return vec![] };
    let Some(found) = member.as_array() else {
        *skipped += 1;
        return vec![];
    };
    let good: Vec<T> = found.iter().filter_map(read).collect();
    *skipped += found.len() - good.len();
    good
}

/// A text of 1 to [`MAX_ID_CHARS`] characters.
pub(super) fn read_id(value: &Value) -> Option<String> {
    let id = value.as_str().filter(|id| !id.is_empty())?;
    (clipped(id, MAX_ID_CHARS).len() == id.len()).then(|| id.to_owned())
}

fn number_or_zero(value: Option<&Value>, skipped: &mut usize) -> f64 {
    let Some(value) = value else { return 0.0 };
    let number = value.as_f64();
    *skipped += usize::from(number.is_none());
    number.unwrap_or(0.0)
}

fn read_selection(body: &Object, skipped: &mut usize) -> Selection {
    let ids = items(body.get("s"), skipped, read_id);
    let users: HashSet<String> = items(body.get("su"), skipped, read_id).into_iter().collect();
    let origin = |id: &String| if users.contains(id) { Origin::User } else { Origin::Agent };
    Selection::of(ids.into_iter().map(|id| Selected { origin: origin(&id), id }))
}

fn read_position(value: &Value) -> Option<Position> {
    let points = flat_points(value)?;
    (points.len() == 1 && points[0].is_valid()).then(|| points[0])
}

fn read_origin(item: &Object) -> Option<Origin> {
    Origin::of_name(item.get("o")?.as_str()?)
}

/// A text clipped to what the tools take. `None` when it is broken; `Some(None)` when there is none.
fn read_text(value: Option<&Value>, most: usize) -> Option<Option<String>> {
    let Some(value) = value else { return Some(None) };
    let text = clipped(value.as_str()?, most);
    Some((!text.trim().is_empty()).then(|| text.to_owned()))
}

fn read_drawing(item: &Object, read_points: ReadPoints) -> Option<SharedDrawing> {
    let (origin, label) = (read_origin(item)?, read_text(item.get("l"), MAX_LABEL)?);
    let center = || read_position(item.get("c")?);
    let number = |key: &str| item.get(key)?.as_f64();
    let points = || read_points(item.get("g")?);
    let kind = match item.get("k")?.as_str()? {
        "circle" => DrawingKind::circle(center()?, number("r")?),
        "polygon" => DrawingKind::polygon_of_link(points()?),
        "line" => DrawingKind::line(points()?, None),
        // The cast saturates, and what is out of range is refused.
        "reachable" => DrawingKind::reachable(center()?, number("m").filter(|m| m.fract() == 0.0)? as u32),
        _ => return None,
    };
    kind.ok().map(|kind| SharedDrawing { origin, label, kind })
}

fn read_note(item: &Object) -> Option<SharedNote> {
    let (origin, position) = (read_origin(item)?, read_position(item.get("p")?)?);
    let (note, icon) = (read_text(item.get("n"), MAX_NOTE)??, read_text(item.get("i"), MAX_ICON)?);
    Some(SharedNote { origin, position, note, icon })
}
