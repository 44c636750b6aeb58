//! Drawings and notes as tools take them and answer with them.

use super::ToolError;
use super::reader::{Reader, whole_metres};
use crate::city::Inside;
use crate::domain::{
    Drawing, DrawingKind, GeometryError, MAX_MINUTES, MAX_POINTS, MAX_RADIUS_M, MarkId, Measure, Note, Origin, Region,
    clipped,
};
use crate::spatial::Position;
use serde_json::{Map, Value, json};

/// Characters of a note that lists show.
const SHORT_NOTE: usize = 80;
/// Why a mark of the human's stays as it is.
pub(super) const HUMANS_OWN: &str =
    "The human made these, so they stay as they are; ask the human to change or remove them by hand.";

/// The mark's id in the text; refused when it has another form.
pub(super) fn mark_id(field: &str, text: &str) -> Result<MarkId, ToolError> {
    text.parse().map_err(|_| {
        ToolError::InvalidArgument(format!(
            "{field} takes a mark's id, drawing:<n> or annotation:<n>; you gave {text:?}. list_marks lists them."
        ))
    })
}

/// The inside of the drawing of that id.
pub(super) async fn inside_of(map: Reader<'_>, within: &str) -> Result<Inside, ToolError> {
    let id = mark_id("within", within)?;
    map.with_shape(id).await?;
    let session = map.session();
    let nothing = |sentence: String| Err(ToolError::InvalidArgument(sentence));
    if let MarkId::Annotation(_) = id {
        return nothing(format!("within takes a drawing; {id} is a note, which has no inside. Use near instead."));
    }
    let drawing = session.drawing(id).ok_or_else(|| ToolError::UnknownId { field: "within", id: within.to_owned() })?;
    match drawing.region() {
        Some(Region::Circle { center, radius_m }) => Ok(Inside::Circle { center, radius_m }),
        Some(Region::Area(shape)) => Ok(Inside::Area(shape)),
        None => nothing(format!(
            "within takes a circle, polygon or reachable area; {id} is a {}, which has no inside. Draw an area round it, or use near.",
            drawing.kind().name()
        )),
    }
}

/// Adds the measures that the answer gives: a length, or an area, with its perimeter if asked for; all whole.
pub(super) fn insert_measure(answer: &mut Map<String, Value>, measure: Option<Measure>, with_perimeter: bool) {
    match measure {
        Some(Measure::Line { length_m }) => {
            answer.insert("length_m".into(), whole_metres(length_m));
        }
        Some(Measure::Area { area_m2, perimeter_m }) => {
            answer.insert("area_m2".into(), whole_metres(area_m2));
            if with_perimeter {
                answer.insert("perimeter_m".into(), whole_metres(perimeter_m));
            }
        }
        None => {}
    }
}

/// A drawing as lists show it: id, kind, label, source and size.
pub(super) fn drawing_row(drawing: &Drawing) -> Map<String, Value> {
    let mut row = named(drawing.id(), drawing.kind().name());
    if let Some(label) = drawing.label() {
        row.insert("label".into(), json!(label));
    }
    row.insert("source".into(), json!(drawing.origin().name()));
    insert_measure(&mut row, drawing.measure(), false);
    row
}

/// A note as lists show it: id, the first of its text, and source.
pub(super) fn note_row(note: &Note) -> Map<String, Value> {
    let mut row = Map::new();
    row.insert("id".into(), json!(note.id().to_string()));
    row.insert("note".into(), json!(clipped(&note.note, SHORT_NOTE)));
    row.insert("source".into(), json!(note.origin().name()));
    row
}

/// A row that begins with an id and what has it.
pub(super) fn named(id: impl ToString, kind: &str) -> Map<String, Value> {
    let mut row = Map::new();
    row.insert("id".into(), json!(id.to_string()));
    row.insert("kind".into(), json!(kind));
    row
}

/// A mark that is not the agent's to change.
pub(super) fn refused_row(id: MarkId, kind: &str, source: Origin) -> Value {
    let mut row = named(id, kind);
    row.insert("source".into(), json!(source.name()));
    Value::Object(row)
}

/// The points, each a place on Earth, none of which looks swapped.
pub(super) async fn points(map: Reader<'_>, coordinates: &[[f64; 2]]) -> Result<Vec<Position>, ToolError> {
    let points: Vec<_> = coordinates.iter().map(|[lng, lat]| Position::new(*lng, *lat)).collect();
    for (index, point) in points.iter().enumerate() {
        let field = format!("coordinates[{index}]");
        map.check_swapped(&field, *point).await?;
    }
    Ok(points)
}

/// The geometry, or what is wrong with it in words.
pub(super) fn checked(kind: Result<DrawingKind, GeometryError>) -> Result<DrawingKind, ToolError> {
    kind.map_err(|error| {
        ToolError::InvalidArgument(match error {
            GeometryError::Coordinate { index, position } => format!(
                "coordinates[{index}] is [{}, {}]; longitude must be -180 to 180, latitude -90 to 90.",
                position.lng, position.lat
            ),
            GeometryError::Count { count } => {
                format!("coordinates must be a list of 2 to {MAX_POINTS} points; you gave {count}.")
            }
            GeometryError::Degenerate { distinct } => {
                format!("A polygon needs at least 3 distinct points in coordinates; you gave {distinct}.")
            }
            GeometryError::Crossing { at } => {
                let Position { lng, lat } = at.rounded();
                format!(
                    "The outline in coordinates meets itself at [{lng}, {lat}], so what is inside is unclear. List \
                     the points in order round the area."
                )
            }
            GeometryError::Radius { radius_m } => {
                format!("radius_m must be a number above 0 and at most {MAX_RADIUS_M}; you gave {radius_m}.")
            }
            GeometryError::Minutes { minutes } => {
                format!("minutes must be a whole number of 1 to {MAX_MINUTES}; you gave {minutes}.")
            }
        })
    })
}
