//! Which district a position is in.

use super::reader::whole_metres;
use crate::city::features::Feature;
use crate::city::{Category, City};
use crate::spatial::{BBox, Position};
use serde_json::{Value, json};

/// A district this near counts for a place outside every district, in metres.
const NEAR_DISTRICT_M: f64 = 300.0;

/// The district that holds the position, the smallest of several.
pub fn district_of(city: &City, position: Position) -> Option<Feature<'_>> {
    let here = city.features.overlapping(BBox::point(position));
    let districts = here.filter(|feature| feature.categories().has(Category::District));
    let holding = districts.filter_map(|feature| Some((feature.area()?, feature)));
    let holding = holding.filter(|(area, _)| area.shape.contains(position));
    holding.min_by(|(a, _), (b, _)| a.area_m2.total_cmp(&b.area_m2)).map(|(_, feature)| feature)
}

/// The same, else the nearest district that is near, with its distance: as answers show it.
pub(super) fn district_row(city: &City, position: Position) -> Option<Value> {
    let (boundary_m, feature) = match district_of(city, position) {
        Some(feature) => (0.0, feature),
        None => nearest(city, position)?,
    };
    let mut district = json!({ "id": feature.id(), "name": feature.name() });
    if let Some(name_en) = feature.name_en() {
        district["name_en"] = json!(name_en);
    }
    if boundary_m > 0.0 {
        district["boundary_m"] = whole_metres(boundary_m);
    }
    Some(district)
}

/// The district whose boundary is nearest to a position outside all of them, and how far that is in metres.
fn nearest(city: &City, position: Position) -> Option<(f64, Feature<'_>)> {
    let boxes = BBox::within_radius(position, NEAR_DISTRICT_M);
    let near = boxes.flat_map(|bbox| city.features.overlapping(bbox));
    let measured = near.filter(|feature| feature.categories().has(Category::District)).filter_map(|feature| {
        let area = feature.area()?;
        Some((area.shape.distance_m(position), area.area_m2, feature))
    });
    let closer = |a: &(f64, f64, _), b: &(f64, f64, _)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
    let (boundary_m, _, feature) = measured.min_by(closer).filter(|(far_m, ..)| *far_m <= NEAR_DISTRICT_M)?;
    Some((boundary_m, feature))
}
