//! What is read of an extract: its rectangle, its coast, and, where ways lack nodes, a copy without the gaps.

use super::BasemapError;
use super::proto::Message;
use crate::spatial::BBox;
use geo::Coord;
use osmpbf::{BlobDecode, BlobReader, Element, ElementReader, RelMemberType};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::Path;

/// Nodes per block, ways and relations per block of the copy.
const PER_BLOCK: usize = 8000;
/// Degrees to the unit of coordinates in the copy.
const UNIT: f64 = 1e7;

/// The rectangle that the extract's header names.
pub(super) fn bbox(extract: &Path) -> Result<Option<BBox>, BasemapError> {
    let mut blobs = BlobReader::from_path(extract)?;
    let Some(blob) = blobs.next() else { return Ok(None) };
    let BlobDecode::OsmHeader(header) = blob?.decode()? else { return Ok(None) };
    Ok(header.bbox().map(|b| BBox { west: b.left, south: b.bottom, east: b.right, north: b.top }))
}

/// The lines of the coast, joined as far as they go; a way is cut where it lacks a node.
pub(super) fn coast(extract: &Path) -> Result<Vec<Vec<Coord<f64>>>, BasemapError> {
    let mut ways = Vec::new();
    ElementReader::from_path(extract)?.for_each(|element| {
        if let Element::Way(way) = element
            && way.tags().any(|tag| tag == ("natural", "coastline"))
        {
            ways.push(way.refs().collect::<Vec<_>>());
        }
    })?;
    let wanted: HashSet<i64> = ways.iter().flatten().copied().collect();
    let mut places = HashMap::with_capacity(wanted.len());
    if !wanted.is_empty() {
        ElementReader::from_path(extract)?.for_each(|element| match element {
            Element::DenseNode(n) if wanted.contains(&n.id()) => {
                places.insert(n.id(), Coord { x: n.lon(), y: n.lat() });
            }
            Element::Node(n) if wanted.contains(&n.id()) => {
                places.insert(n.id(), Coord { x: n.lon(), y: n.lat() });
            }
            _ => {}
        })?;
    }
    let known = |ids: Vec<i64>| runs(&ids, |id| places.contains_key(id));
    let lines = join(ways.into_iter().flat_map(known).collect());
    Ok(lines.into_iter().map(|ids| ids.iter().filter_map(|id| places.get(id).copied()).collect()).collect())
}

/// The stretches of at least two ids in a row that are known.
fn runs(ids: &[i64], known: impl Fn(&i64) -> bool) -> Vec<Vec<i64>> {
    let stretches = ids.split(|id| !known(id));
    stretches.filter(|run| run.len() > 1).map(<[i64]>::to_vec).collect()
}

/// Joins lines where one ends and another begins; lines keep their direction.
fn join(lines: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let mut begins: HashMap<i64, Vec<usize>> = HashMap::new();
    for (i, line) in lines.iter().enumerate().rev() {
        begins.entry(line[0]).or_default().push(i);
    }
    let ends: HashSet<i64> = lines.iter().filter_map(|line| line.last().copied()).collect();
    let mut left: Vec<Option<Vec<i64>>> = lines.into_iter().map(Some).collect();
    // Open chains first, from where nothing ends; what is left then goes round.
    let heads = |open: bool, left: &[Option<Vec<i64>>]| -> Vec<usize> {
        let is_head = |line: &Vec<i64>| !open || !ends.contains(&line[0]);
        (0..left.len()).filter(|&i| left[i].as_ref().is_some_and(is_head)).collect()
    };
    let mut joined = Vec::new();
    for open in [true, false] {
        for head in heads(open, &left) {
            let Some(mut line) = left[head].take() else { continue };
            while line.first() != line.last() {
                let next = line.last().and_then(|end| begins.get(end));
                let Some(more) = next.and_then(|next| next.iter().find_map(|&i| left[i].take())) else { break };
                line.extend_from_slice(&more[1..]);
            }
            joined.push(line);
        }
    }
    joined
}

/// Writes a copy of the extract to `to` in which every way has all its nodes and every relation only members that are
/// there; false, and no file, when the extract is like that already. tilemaker gives up on a missing node.
pub(super) fn without_gaps(extract: &Path, to: &Path) -> Result<bool, BasemapError> {
    let (mut nodes, mut ways, mut gaps) = (HashSet::new(), HashSet::new(), false);
    ElementReader::from_path(extract)?.for_each(|element| match element {
        Element::DenseNode(n) => drop(nodes.insert(n.id())),
        Element::Node(n) => drop(nodes.insert(n.id())),
        Element::Way(w) => {
            ways.insert(w.id());
            gaps |= w.refs().any(|id| !nodes.contains(&id));
        }
        Element::Relation(_) => {}
    })?;
    if !gaps {
        return Ok(false);
    }
    let mut copy = Copy::new(std::fs::File::create(to)?, bbox(extract)?)?;
    let mut new_id = ways.iter().max().copied().unwrap_or(0);
    let mut failed = None;
    ElementReader::from_path(extract)?.for_each(|element| {
        let written = match element {
            Element::DenseNode(n) => copy.node(n.id(), n.lon(), n.lat(), n.tags()),
            Element::Node(n) => copy.node(n.id(), n.lon(), n.lat(), n.tags()),
            Element::Way(w) => {
                let ids: Vec<i64> = w.refs().collect();
                let parts = if ids.first() == ids.last() {
                    vec![closed_again(&ids, &nodes)]
                } else {
                    runs(&ids, |id| nodes.contains(id))
                };
                parts.iter().filter(|part| part.len() > 1).enumerate().try_for_each(|(i, part)| {
                    new_id += i64::from(i > 0);
                    copy.way(if i == 0 { w.id() } else { new_id }, part, w.tags())
                })
            }
            Element::Relation(r) => {
                let members = r.members().filter(|m| match m.member_type {
                    RelMemberType::Node => nodes.contains(&m.member_id),
                    RelMemberType::Way => ways.contains(&m.member_id),
                    RelMemberType::Relation => false,
                });
                let members =
                    members.map(|m| (m.role().unwrap_or_default().to_owned(), m.member_id, m.member_type as u64));
                copy.relation(r.id(), members.collect(), r.tags())
            }
        };
        failed = failed.take().or(written.err());
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    copy.flush()?;
    Ok(true)
}

/// A closed way without the nodes that are missing, closed again.
fn closed_again(ids: &[i64], nodes: &HashSet<i64>) -> Vec<i64> {
    let mut left: Vec<i64> = ids.iter().copied().filter(|id| nodes.contains(id)).collect();
    if left.len() > 2 && left.first() != left.last() {
        left.push(left[0]);
    }
    left
}

/// An extract in the making: dense nodes, then ways, then relations.
struct Copy<W: Write> {
    out: W,
    texts: HashMap<String, u64>,
    order: Vec<String>,
    nodes: Vec<(i64, i64, i64)>,
    node_tags: Vec<u64>,
    group: Message,
    count: usize,
    kind: u8,
}

impl<W: Write> Copy<W> {
    fn new(out: W, bbox: Option<BBox>) -> std::io::Result<Self> {
        let mut copy = Self {
            out,
            texts: HashMap::new(),
            order: vec![String::new()],
            nodes: Vec::new(),
            node_tags: Vec::new(),
            group: Message::default(),
            count: 0,
            kind: 1,
        };
        let mut header = Message::default();
        if let Some(b) = bbox {
            let mut area = Message::default();
            for (field, value) in [(1, b.west), (2, b.east), (3, b.north), (4, b.south)] {
                area.signed(field, (value * 1e9).round() as i64);
            }
            header.bytes(1, &area.0);
        }
        header.bytes(4, b"OsmSchema-V0.6");
        header.bytes(4, b"DenseNodes");
        copy.blob(b"OSMHeader", &header.0)?;
        Ok(copy)
    }

    fn text(&mut self, text: &str) -> u64 {
        if let Some(&known) = self.texts.get(text) {
            return known;
        }
        let number = self.order.len() as u64;
        self.order.push(text.to_owned());
        self.texts.insert(text.to_owned(), number);
        number
    }

    /// Begins another element; a block holds elements of one kind.
    fn begin(&mut self, kind: u8) -> std::io::Result<()> {
        if self.count == PER_BLOCK || self.kind != kind {
            self.flush()?;
        }
        (self.kind, self.count) = (kind, self.count + 1);
        Ok(())
    }

    fn node<'a>(
        &mut self,
        id: i64,
        lng: f64,
        lat: f64,
        tags: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> std::io::Result<()> {
        self.begin(1)?;
        self.nodes.push((id, (lat * UNIT).round() as i64, (lng * UNIT).round() as i64));
        for (key, value) in tags {
            let pair = [self.text(key), self.text(value)];
            self.node_tags.extend(pair);
        }
        self.node_tags.push(0);
        Ok(())
    }

    fn tagged<'a>(&mut self, id: i64, tags: impl Iterator<Item = (&'a str, &'a str)>) -> Message {
        let pairs: Vec<_> = tags.map(|(key, value)| (self.text(key), self.text(value))).collect();
        let mut element = Message::default();
        element.number(1, id as u64);
        element.packed(2, pairs.iter().map(|pair| pair.0));
        element.packed(3, pairs.iter().map(|pair| pair.1));
        element
    }

    fn way<'a>(&mut self, id: i64, ids: &[i64], tags: impl Iterator<Item = (&'a str, &'a str)>) -> std::io::Result<()> {
        self.begin(2)?;
        let mut way = self.tagged(id, tags);
        way.deltas(8, ids.iter().copied());
        self.group.bytes(3, &way.0);
        Ok(())
    }

    fn relation<'a>(
        &mut self,
        id: i64,
        members: Vec<(String, i64, u64)>,
        tags: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> std::io::Result<()> {
        self.begin(3)?;
        let mut relation = self.tagged(id, tags);
        let roles: Vec<u64> = members.iter().map(|member| self.text(&member.0)).collect();
        relation.packed(8, roles);
        relation.deltas(9, members.iter().map(|member| member.1));
        relation.packed(10, members.iter().map(|member| member.2));
        self.group.bytes(4, &relation.0);
        Ok(())
    }

    /// Writes the block that was gathered.
    fn flush(&mut self) -> std::io::Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        if !self.nodes.is_empty() {
            let mut dense = Message::default();
            dense.deltas(1, self.nodes.iter().map(|node| node.0));
            dense.deltas(8, self.nodes.iter().map(|node| node.1));
            dense.deltas(9, self.nodes.iter().map(|node| node.2));
            dense.packed(10, self.node_tags.drain(..));
            self.group.bytes(2, &dense.0);
            self.nodes.clear();
        }
        let (mut texts, mut block) = (Message::default(), Message::default());
        self.order.iter().for_each(|text| texts.bytes(1, text.as_bytes()));
        block.bytes(1, &texts.0);
        block.bytes(2, &std::mem::take(&mut self.group).0);
        self.texts.clear();
        self.order.truncate(1);
        self.count = 0;
        self.blob(b"OSMData", &block.0)
    }

    fn blob(&mut self, kind: &[u8], content: &[u8]) -> std::io::Result<()> {
        let (mut blob, mut header) = (Message::default(), Message::default());
        // Only compressed blobs: tilemaker reads no others.
        blob.number(2, content.len() as u64);
        blob.bytes(3, &miniz_oxide::deflate::compress_to_vec_zlib(content, 6));
        header.bytes(1, kind);
        header.number(3, blob.0.len() as u64);
        self.out.write_all(&(header.0.len() as u32).to_be_bytes())?;
        self.out.write_all(&header.0)?;
        self.out.write_all(&blob.0)
    }
}

#[cfg(test)]
#[path = "extract_tests.rs"]
mod tests;
