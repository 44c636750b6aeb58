use super::layers::insert_attributes;
use super::marks::{drawing_row, insert_measure, named};
use super::opening::{When, opening_of};
use super::reader::{Reader, coordinate, identity, whole_metres};
use super::{Query, ToolError};
use crate::city::features::Feature;
use crate::domain::{Drawing, DrawingKind, MarkId, Note};
use crate::spatial::round_to;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// `get_place_details`: everything recorded of one place, drawing or note.
pub struct GetPlaceDetails;

/// Which place.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Id of a feature, drawing or note, exactly as an earlier answer gave it.
    #[schemars(length(min = 1, max = 200))]
    id: String,
    /// When opening is told for, as in find_features. Default now.
    #[schemars(length(max = 40))]
    open_at: Option<String>,
}

impl Query for GetPlaceDetails {
    const NAME: &'static str = "get_place_details";
    const TITLE: &'static str = "Read everything about a place";
    const DESCRIPTION: &'static str = "All that is recorded of one place: coordinate, every category, address, and each \
        OpenStreetMap tag kept, such as opening_hours, phone, website, cuisine, wheelchair, stars, fee. A field that is \
        absent was never recorded, which says nothing about the place itself. opening works opening_hours out: open, \
        closed or unknown, which is not closed. wheelchair is what a mapper entered: pass \
        it on as that. The category of the id is loaded when need be. A drawing's or note's id gives the whole mark, \
        all of a note's text too.";

    type Input = Input;

    async fn answer(input: Input, map: Reader<'_>) -> Result<Map<String, Value>, ToolError> {
        let when = input.open_at.as_deref().map(When::read).transpose()?;
        if let Ok(id) = input.id.parse::<MarkId>() {
            if when.is_some() {
                let sentence = format!("open_at goes with places, and {id} is a mark on the map. Leave open_at out.");
                return Err(ToolError::InvalidArgument(sentence));
            }
            // Without its shape the rest of a reachable area is still worth reading.
            drop(map.with_shape(id).await);
            let session = map.session();
            let mark = session.drawing(id).map(drawing).or_else(|| session.note(id).map(note));
            return mark.ok_or(ToolError::UnknownId { field: "id", id: input.id });
        }
        let place = map.by_id("id", &input.id).await?;
        let key = place.key.ok_or(ToolError::Internal)?;
        let opening = opening_of(map, key, when).await?;
        let mut details = details(map.loaded_city()?.features.get(key));
        if let Some(opening) = opening {
            details.insert("opening".into(), opening);
        }
        Ok(details)
    }
}

fn details(feature: Feature<'_>) -> Map<String, Value> {
    let mut details = identity(feature);
    let layer = feature.is_of_layer().then(|| feature.kind_name());
    let categories = feature.categories().iter().map(|category| category.name()).chain(layer).collect::<Vec<_>>();
    details.insert("categories".into(), json!(categories));
    details.insert("coordinate".into(), coordinate(feature.position()));
    if let Some(address) = feature.address() {
        details.insert("address".into(), json!(address));
    }
    for (name, value) in feature.tags() {
        details.entry(name).or_insert_with(|| json!(value));
    }
    insert_attributes(feature, &mut details);
    details
}

fn drawing(drawing: &Drawing) -> Map<String, Value> {
    let mut details = drawing_row(drawing);
    insert_measure(&mut details, drawing.measure(), true);
    match drawing.kind() {
        DrawingKind::Circle { center, radius_m } => {
            details.insert("center".into(), coordinate(*center));
            details.insert("radius_m".into(), json!(round_to(*radius_m, 2)));
        }
        DrawingKind::Polygon { ring: points } | DrawingKind::Line { points, route: None } => {
            details.insert("points".into(), json!(points.len()));
        }
        DrawingKind::Line { points, route: Some(route) } => {
            details.insert("points".into(), json!(points.len()));
            details.insert("distance_m".into(), whole_metres(route.distance_m));
            details.insert("duration_s".into(), json!(round_to(route.duration_s, 0) as i64));
            if let Some(attribution) = &route.attribution {
                details.insert("attribution".into(), json!(attribution));
            }
        }
        DrawingKind::Reachable { center, minutes, .. } => {
            details.insert("center".into(), coordinate(*center));
            details.insert("minutes".into(), json!(minutes));
        }
    }
    details
}

fn note(note: &Note) -> Map<String, Value> {
    let mut details = named(note.id(), "annotation");
    details.insert("note".into(), json!(note.note));
    if let Some(icon) = &note.icon {
        details.insert("icon".into(), json!(icon));
    }
    details.insert("source".into(), json!(note.origin().name()));
    details.insert("coordinate".into(), coordinate(note.position));
    details
}
