use super::BuildError;
use super::pbf::Extract;
use super::rules::{Dropped, Form, Tags, admit};
use crate::city::CategorySet;
use crate::spatial::Position;
use indicatif::ProgressBar;
use osmpbf::{DenseNode, Element, Node, PrimitiveBlock, RelMemberType, Relation, Way};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Steps of OSM's coordinates in a degree.
const STEPS: f64 = 1e7;
/// Stands for the position of a node that is not in the extract; no latitude reaches it.
const NOWHERE: (i32, i32) = (i32::MIN, i32::MIN);
/// Roles of the ways that make up an area.
const RING_ROLES: [&str; 5] = ["", "outer", "inner", "exclave", "enclave"];

/// An object that may become a feature.
pub(super) struct Object<T> {
    pub(super) id: i64,
    pub(super) tags: Tags,
    pub(super) categories: CategorySet,
    /// A node's position, a way's nodes or a relation's ways.
    pub(super) geometry: T,
}

/// All objects of an extract that may become features, and what their geometry needs.
#[derive(Default)]
pub(super) struct Scan {
    pub(super) nodes: Vec<Object<Position>>,
    pub(super) ways: Vec<Object<Vec<i64>>>,
    pub(super) relations: Vec<Object<Vec<i64>>>,
    /// Why others are none, each time.
    pub(super) dropped: Vec<Dropped>,
    /// When the newest object was made, in seconds since 1970.
    pub(super) newest_s: Option<i64>,
    /// Nodes of the ways that relations are made of.
    pub(super) member_ways: FxHashMap<i64, Vec<i64>>,
    places: NodePlaces,
}

/// Where nodes are.
#[derive(Default)]
pub(super) struct NodePlaces {
    ids: Vec<i64>,
    coordinates: Vec<(i32, i32)>,
}

impl NodePlaces {
    /// The positions of all nodes of the lists that the extract holds; only the blocks that may hold them are read.
    pub(super) fn read<'a>(
        extract: &Extract,
        held: &[Held],
        lists: impl Iterator<Item = &'a Vec<i64>>,
        progress: &ProgressBar,
    ) -> Result<Self, BuildError> {
        let ids = sorted(lists);
        let mut coordinates = vec![NOWHERE; ids.len()];
        // A few blocks at a time, so that what is on its way to the table stays small.
        for blocks in holding(&ids, held).chunks(64) {
            let found = extract.map(blocks, |number, block| {
                progress.inc(1);
                coordinates_in(block, &ids, held[number].among(&ids))
            })?;
            for (index, coordinate) in found.into_iter().flatten() {
                coordinates[index] = coordinate;
            }
        }
        Ok(Self { ids, coordinates })
    }

    /// The position of a node; `None` when the extract does not hold it.
    pub(super) fn get(&self, node: i64) -> Option<Position> {
        let (lng, lat) = self.coordinates[self.ids.binary_search(&node).ok()?];
        ((lng, lat) != NOWHERE).then(|| position(lng, lat))
    }
}

/// What the first reading of one block finds.
#[derive(Default)]
struct Found {
    nodes: Vec<Object<Position>>,
    ways: Vec<Object<Vec<i64>>>,
    relations: Vec<Object<Vec<i64>>>,
    dropped: Vec<Dropped>,
    newest_s: Option<i64>,
    nodes_held: Held,
    ways_held: Held,
}

/// Lowest and highest id of the objects of one kind in a block.
#[derive(Clone, Copy)]
pub(super) struct Held {
    low: i64,
    high: i64,
}

impl Default for Held {
    fn default() -> Self {
        Self { low: i64::MAX, high: i64::MIN }
    }
}

impl Held {
    pub(super) fn add(&mut self, id: i64) {
        (self.low, self.high) = (self.low.min(id), self.high.max(id));
    }

    /// Where in the sorted `ids` those are that the block may hold.
    fn among(self, ids: &[i64]) -> Range<usize> {
        ids.partition_point(|id| *id < self.low)..ids.partition_point(|id| *id <= self.high)
    }
}

impl Scan {
    /// Reads the extract three times: all of it for the objects with tags that matter, then only the blocks that hold
    /// ways of relations, then only those that hold nodes of any of these. Never more is kept than what features need.
    pub(super) fn read(
        extract: &Extract,
        district_level: Option<u8>,
        progress: &ProgressBar,
    ) -> Result<Self, BuildError> {
        progress.set_length(extract.len() as u64 * 3);
        let all: Vec<usize> = (0..extract.len()).collect();
        let found = extract.map(&all, |_, block| {
            progress.inc(1);
            Found::read(block, district_level)
        })?;
        let held: Vec<_> = found.iter().map(|found| (found.nodes_held, found.ways_held)).collect();
        let (nodes_held, ways_held): (Vec<_>, Vec<_>) = held.into_iter().unzip();
        let mut scan = Self::default();
        for found in found {
            scan.take(found);
        }
        scan.drop_repeated();
        scan.read_member_ways(extract, &ways_held, progress)?;
        progress.set_position(extract.len() as u64 * 2);
        scan.read_coordinates(extract, &nodes_held, progress)?;
        Ok(scan)
    }

    fn take(&mut self, found: Found) {
        self.nodes.extend(found.nodes);
        self.ways.extend(found.ways);
        self.relations.extend(found.relations);
        self.dropped.extend(found.dropped);
        self.newest_s = self.newest_s.max(found.newest_s);
    }

    /// Keeps each object once: extracts that were put together from several can hold one twice.
    fn drop_repeated(&mut self) {
        fn once<T>(objects: &mut Vec<Object<T>>) {
            let mut seen = FxHashSet::default();
            objects.retain(|object| seen.insert(object.id));
        }
        once(&mut self.nodes);
        once(&mut self.ways);
        once(&mut self.relations);
    }

    fn read_member_ways(&mut self, extract: &Extract, held: &[Held], progress: &ProgressBar) -> Result<(), BuildError> {
        let wanted = sorted(self.relations.iter().map(|relation| &relation.geometry));
        let ways = extract.map(&holding(&wanted, held), |number, block| {
            progress.inc(1);
            let wanted = &wanted[held[number].among(&wanted)];
            let ways = block.groups().flat_map(|group| group.ways());
            let wanted = ways.filter(|way| wanted.binary_search(&way.id()).is_ok());
            wanted.map(|way| (way.id(), way.refs().collect::<Vec<_>>())).collect::<Vec<_>>()
        })?;
        self.member_ways = ways.into_iter().flatten().collect();
        Ok(())
    }

    fn read_coordinates(&mut self, extract: &Extract, held: &[Held], progress: &ProgressBar) -> Result<(), BuildError> {
        let lists = self.ways.iter().map(|way| &way.geometry).chain(self.member_ways.values());
        self.places = NodePlaces::read(extract, held, lists, progress)?;
        Ok(())
    }

    /// The position of a node; `None` when the extract does not hold it.
    pub(super) fn place(&self, node: i64) -> Option<Position> {
        self.places.get(node)
    }
}

impl Found {
    fn read(block: &PrimitiveBlock, district_level: Option<u8>) -> Self {
        let mut found = Self::default();
        block.for_each_element(|element| match element {
            Element::DenseNode(node) => found.dense_node(&node, district_level),
            Element::Node(node) => found.node(&node, district_level),
            Element::Way(way) => found.way(&way, district_level),
            Element::Relation(relation) => found.relation(&relation, district_level),
        });
        found
    }

    fn dense_node(&mut self, node: &DenseNode, district_level: Option<u8>) {
        self.newer(node.info().map(|info| info.milli_timestamp()));
        self.nodes_held.add(node.id());
        if let Some((tags, categories)) = self.judge(node.tags(), Form::Open, district_level) {
            let geometry = position(node.decimicro_lon(), node.decimicro_lat());
            self.nodes.push(Object { id: node.id(), tags, categories, geometry });
        }
    }

    fn node(&mut self, node: &Node, district_level: Option<u8>) {
        self.newer(node.info().milli_timestamp());
        self.nodes_held.add(node.id());
        if let Some((tags, categories)) = self.judge(node.tags(), Form::Open, district_level) {
            let geometry = position(node.decimicro_lon(), node.decimicro_lat());
            self.nodes.push(Object { id: node.id(), tags, categories, geometry });
        }
    }

    fn way(&mut self, way: &Way, district_level: Option<u8>) {
        self.newer(way.info().milli_timestamp());
        self.ways_held.add(way.id());
        let refs = || way.refs().collect::<Vec<_>>();
        let form = if is_closed(way) { Form::ClosedWay } else { Form::Open };
        if let Some((tags, categories)) = self.judge(way.tags(), form, district_level) {
            self.ways.push(Object { id: way.id(), tags, categories, geometry: refs() });
        }
    }

    fn relation(&mut self, relation: &Relation, district_level: Option<u8>) {
        self.newer(relation.info().milli_timestamp());
        if let Some((tags, categories)) = self.judge(relation.tags(), Form::Relation, district_level) {
            let geometry = ring_ways(relation);
            self.relations.push(Object { id: relation.id(), tags, categories, geometry });
        }
    }

    /// Tags and categories of what may become a feature; what is dropped is counted.
    fn judge<'a>(
        &mut self,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
        form: Form,
        district_level: Option<u8>,
    ) -> Option<(Tags, CategorySet)> {
        let tags = Tags::deciding(tags)?;
        match admit(&tags, form, district_level)? {
            Ok(categories) => Some((tags, categories)),
            Err(reason) => {
                self.dropped.push(reason);
                None
            }
        }
    }

    fn newer(&mut self, milliseconds: Option<i64>) {
        let seconds = milliseconds.map(|milliseconds| milliseconds / 1000).filter(|seconds| *seconds > 0);
        self.newest_s = self.newest_s.max(seconds);
    }
}

/// Whether the way ends where it begins.
fn is_closed(way: &Way) -> bool {
    let mut refs = way.refs();
    let first = refs.next();
    first.is_some() && refs.last() == first
}

/// The ways that make up a relation's area, each once.
fn ring_ways(relation: &Relation) -> Vec<i64> {
    let mut seen = FxHashSet::default();
    let ways = relation.members().filter(|member| member.member_type == RelMemberType::Way);
    let rings = ways.filter(|member| member.role().is_ok_and(|role| RING_ROLES.contains(&role)));
    rings.map(|member| member.member_id).filter(|way| seen.insert(*way)).collect()
}

/// All ids of the lists, each once, in order.
fn sorted<'a>(lists: impl Iterator<Item = &'a Vec<i64>>) -> Vec<i64> {
    let mut ids: Vec<i64> = lists.flatten().copied().collect();
    ids.par_sort_unstable();
    ids.dedup();
    ids.shrink_to_fit();
    ids
}

/// The blocks that may hold one of the sorted `ids`.
fn holding(ids: &[i64], held: &[Held]) -> Vec<usize> {
    (0..held.len()).filter(|block| !held[*block].among(ids).is_empty()).collect()
}

/// The nodes of a block that are among `ids` (sorted) there where the block's are, by their place among all of them.
fn coordinates_in(block: &PrimitiveBlock, ids: &[i64], among: Range<usize>) -> Vec<(usize, (i32, i32))> {
    let (start, near) = (among.start, &ids[among]);
    let mut found = Vec::with_capacity(near.len());
    let mut add = |id: i64, lng: i32, lat: i32| {
        if let Ok(index) = near.binary_search(&id) {
            found.push((start + index, (lng, lat)));
        }
    };
    for group in block.groups() {
        group.dense_nodes().for_each(|node| add(node.id(), node.decimicro_lon(), node.decimicro_lat()));
        group.nodes().for_each(|node| add(node.id(), node.decimicro_lon(), node.decimicro_lat()));
    }
    found
}

fn position(lng: i32, lat: i32) -> Position {
    Position::new(f64::from(lng) / STEPS, f64::from(lat) / STEPS)
}
