use super::address::AddressOrder;
use super::districts::{cut, name_districts};
use super::draft::{Draft, Origin, line_centroid};
use super::rings::{Area, area_of_ring, area_of_ways};
use super::rules::{Dropped, Tags, without};
use super::scan::{Object, Scan};
use super::stations::merge_stations;
use crate::city::{Category, CategorySet};
use crate::spatial::{BBox, Position};
use rayon::prelude::*;

/// Parks without a name are kept from this geodesic area on, in square metres.
const UNNAMED_PARK_M2: f64 = 2000.0;

/// The features that the objects of an extract make.
pub(super) struct Gathered {
    pub(super) drafts: Vec<Draft>,
    /// Why others are none, each time.
    pub(super) dropped: Vec<Dropped>,
    /// How many objects went into a station that has another object's id.
    pub(super) merged: u32,
}

/// Builds the geometry of every object, merges stations, cuts at the bbox and names districts.
pub(super) fn gather(scan: Scan, bbox: &BBox, order: AddressOrder) -> Gathered {
    let mut dropped = scan.dropped.clone();
    let mut drafts = Vec::new();
    let nodes = scan
        .nodes
        .iter()
        .map(|node| Ok(Draft::of_object(Origin::Node(node.id), &node.tags, node.categories, node.geometry, order)));
    let ways: Vec<_> = scan.ways.par_iter().map(|way| draft_way(way, &scan, order)).collect();
    let relations: Vec<_> = scan.relations.par_iter().map(|relation| draft_relation(relation, &scan, order)).collect();
    for result in nodes.chain(ways).chain(relations) {
        match result {
            Ok(draft) => drafts.push(draft),
            Err(reason) => dropped.push(reason),
        }
    }
    let before = drafts.len();
    drafts = merge_stations(drafts);
    let merged = (before - drafts.len()) as u32;
    let mut kept = Vec::with_capacity(drafts.len());
    for draft in drafts {
        match within(draft, bbox) {
            Ok(draft) => kept.push(draft),
            Err(reason) => dropped.push(reason),
        }
    }
    name_districts(&mut kept);
    Gathered { drafts: kept, dropped, merged }
}

fn draft_way(way: &Object<Vec<i64>>, scan: &Scan, order: AddressOrder) -> Result<Draft, Dropped> {
    let nodes = &way.geometry;
    let places: Option<Vec<_>> = nodes.iter().map(|node| scan.place(*node)).collect();
    let mut places = places.ok_or(Dropped::MissingNodes)?;
    let origin = Origin::Way(way.id);
    if nodes.first() == nodes.last() && !way.tags.denies_area() {
        places.pop();
        let area = area_of_ring(places)?;
        return draft_area(origin, &way.tags, way.categories, area, order);
    }
    let position = line_centroid(&[places]).ok_or(Dropped::MissingNodes)?;
    Ok(Draft::of_object(origin, &way.tags, way.categories, position, order))
}

fn draft_relation(relation: &Object<Vec<i64>>, scan: &Scan, order: AddressOrder) -> Result<Draft, Dropped> {
    let ways = relation.geometry.iter().map(|way| scan.member_ways.get(way).map(Vec::as_slice));
    let ways: Vec<&[i64]> = ways.collect::<Option<_>>().ok_or(Dropped::MissingMembers)?;
    if ways.is_empty() {
        return Err(Dropped::MissingMembers);
    }
    let area = area_of_ways(&ways, |node| scan.place(node))?;
    draft_area(Origin::Relation(relation.id), &relation.tags, relation.categories, area, order)
}

fn draft_area(
    origin: Origin,
    tags: &Tags,
    categories: CategorySet,
    area: Area,
    order: AddressOrder,
) -> Result<Draft, Dropped> {
    let position: Position = area.shape.centroid().ok_or(Dropped::NoArea)?;
    let unnamed_park = tags.name().is_none() && categories.has(Category::Park);
    if unnamed_park && area.shape.area_m2() < UNNAMED_PARK_M2 {
        return Err(Dropped::SmallUnnamedPark);
    }
    let draft = Draft::of_object(origin, tags, categories, position, order);
    Ok(Draft { area: Some(area), ..draft })
}

/// The feature, if it is in the rectangle; a district cut too short is no district.
fn within(mut draft: Draft, bbox: &BBox) -> Result<Draft, Dropped> {
    let is_district = draft.categories.has(Category::District);
    if is_district && draft.area.as_ref().is_none_or(|area| cut(&area.shape, bbox)) {
        draft.categories = without(draft.categories, Category::District);
        if draft.categories.is_empty() {
            return Err(Dropped::CutDistrict);
        }
    }
    if bbox.contains(draft.position) { Ok(draft) } else { Err(Dropped::OutsideBBox) }
}
