use super::columns::{Strings, StringsBuilder};
use super::{PackError, pack, unpack};
use crate::city::walking::LegKind;
use crate::spatial::Position;
use serde::{Deserialize, Serialize};

/// Steps of coordinates in a degree, about a decimetre.
const STEPS: f64 = 1e6;
/// No graph may have more nodes or edges.
const MAX_COUNT: usize = 1 << 25;

/// How fast one walks on a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As usual.
    #[default]
    Full,
    /// Three quarters of that: gravel, pebbles.
    Slow,
    /// Half of that: mud, sand.
    Slowest,
}

/// In which direction an edge may be walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passage {
    /// Both.
    #[default]
    Both,
    /// Only from its tail to its head.
    Forward,
    /// Only from its head to its tail.
    Backward,
}

/// A stretch between two junctions.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkingEdge {
    /// The node it begins at, below `head`.
    pub tail: u32,
    /// The node it ends at.
    pub head: u32,
    /// The points between the two.
    pub between: Vec<Position>,
    /// What it is.
    pub kind: LegKind,
    /// How fast it is walked.
    pub pace: Pace,
    /// In which direction.
    pub passage: Passage,
    /// Its name.
    pub name: Option<String>,
    /// Traffic signals on it, in halves: one at an end counts 1, one between the ends 2.
    pub half_signals: u8,
    /// How long a ferry takes, in seconds; 0 for what is walked.
    pub ferry_s: u32,
}

/// A walking graph as the builder makes it. Nodes are numbered in the order in which they are contracted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkingRecord {
    /// Where the nodes are.
    pub nodes: Vec<Position>,
    /// The edges, by tail and then head.
    pub edges: Vec<WalkingEdge>,
}

/// The graph as columns. Coordinates are differences: a node's from the node before, a point's from the one before it on
/// its edge.
#[derive(Default, Serialize, Deserialize)]
struct Columns {
    strings: Strings,
    node_lng: Vec<i32>,
    node_lat: Vec<i32>,
    /// Edges that begin at each node.
    edge_counts: Vec<u32>,
    /// Head less tail, above 0.
    reaches: Vec<u32>,
    /// Kind, pace and passage, two bits each from the lowest.
    classes: Vec<u8>,
    names: Vec<u32>,
    half_signals: Vec<u8>,
    /// One for each edge that is a ferry.
    ferry_s: Vec<u32>,
    /// Points between the ends of each edge.
    point_counts: Vec<u32>,
    point_lng: Vec<i32>,
    point_lat: Vec<i32>,
}

const KINDS: [LegKind; 4] = [LegKind::Street, LegKind::Path, LegKind::Steps, LegKind::Ferry];
const PACES: [Pace; 3] = [Pace::Full, Pace::Slow, Pace::Slowest];
const PASSAGES: [Passage; 3] = [Passage::Both, Passage::Forward, Passage::Backward];

fn bits<T: PartialEq>(all: &[T], value: &T) -> u8 {
    all.iter().position(|other| other == value).unwrap_or_default() as u8
}

/// Coordinates in steps, as differences from the one before.
#[derive(Default)]
struct Steps {
    lng: i32,
    lat: i32,
}

impl Steps {
    fn of(position: Position) -> Self {
        let steps = |degrees: f64| (degrees * STEPS).round() as i32;
        Self { lng: steps(position.lng), lat: steps(position.lat) }
    }

    fn push(&mut self, position: Position, lng: &mut Vec<i32>, lat: &mut Vec<i32>) {
        let next = Self::of(position);
        lng.push(next.lng.wrapping_sub(self.lng));
        lat.push(next.lat.wrapping_sub(self.lat));
        *self = next;
    }

    fn advance(&mut self, lng: i32, lat: i32) -> Result<Position, PackError> {
        (self.lng, self.lat) = (self.lng.wrapping_add(lng), self.lat.wrapping_add(lat));
        let position = Position::new(f64::from(self.lng) / STEPS, f64::from(self.lat) / STEPS);
        if position.is_valid() { Ok(position) } else { Err(PackError::Damaged("a point of it is nowhere on Earth")) }
    }
}

impl WalkingRecord {
    /// The bytes of a pack's walking file.
    pub fn encode(&self) -> Vec<u8> {
        let (mut columns, mut strings) = (Columns::default(), StringsBuilder::default());
        let mut before = Steps::default();
        for node in &self.nodes {
            before.push(*node, &mut columns.node_lng, &mut columns.node_lat);
        }
        columns.edge_counts = vec![0; self.nodes.len()];
        for edge in &self.edges {
            columns.edge_counts[edge.tail as usize] += 1;
            columns.reaches.push(edge.head - edge.tail);
            let class = bits(&KINDS, &edge.kind) | bits(&PACES, &edge.pace) << 2 | bits(&PASSAGES, &edge.passage) << 4;
            columns.classes.push(class);
            columns.names.push(strings.optional(edge.name.as_deref()));
            columns.half_signals.push(edge.half_signals);
            if edge.kind == LegKind::Ferry {
                columns.ferry_s.push(edge.ferry_s);
            }
            columns.point_counts.push(edge.between.len() as u32);
            let mut before = Steps::of(self.nodes[edge.tail as usize]);
            for point in &edge.between {
                before.push(*point, &mut columns.point_lng, &mut columns.point_lat);
            }
        }
        columns.strings = strings.build();
        pack(&columns)
    }
}

/// A walking graph as it is read: value `i` of each column belongs to edge `i`, in order of tails.
#[derive(Default)]
pub struct WalkingTable {
    /// Where the nodes are.
    pub nodes: Vec<Position>,
    /// The node each edge begins at.
    pub tails: Vec<u32>,
    /// The node it ends at, above its tail.
    pub heads: Vec<u32>,
    /// The table of names.
    pub strings: Strings,
    /// Names, as numbers of strings.
    pub names: Vec<u32>,
    /// Traffic signals in halves.
    pub half_signals: Vec<u8>,
    /// How long a ferry takes, in seconds; 0 for what is walked.
    pub ferry_s: Vec<u32>,
    /// Where in `points` the points between the ends of each edge stop.
    pub point_ends: Vec<u32>,
    /// The points between the ends of all edges.
    pub points: Vec<Position>,
    classes: Vec<u8>,
}

impl WalkingTable {
    /// What the edge is.
    pub fn kind(&self, edge: usize) -> LegKind {
        KINDS[usize::from(self.classes[edge] & 3)]
    }

    /// How fast it is walked.
    pub fn pace(&self, edge: usize) -> Pace {
        PACES[usize::from(self.classes[edge] >> 2 & 3)]
    }

    /// In which direction.
    pub fn passage(&self, edge: usize) -> Passage {
        PASSAGES[usize::from(self.classes[edge] >> 4 & 3)]
    }

    /// The graph that [`WalkingRecord::encode`] wrote.
    ///
    /// # Errors
    /// Bytes that are none, or whose columns contradict each other.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        let mut columns: Columns = unpack(bytes)?;
        columns.strings.finish()?;
        columns.strings.check(&columns.names)?;
        columns.check_lengths()?;
        let fits = |class: &u8| class >> 6 == 0 && class >> 2 & 3 < 3 && class >> 4 & 3 < 3;
        if !columns.classes.iter().all(fits) {
            return Err(PackError::Damaged("an edge of it is of no known kind"));
        }
        let mut before = Steps::default();
        let nodes = columns.node_lng.iter().zip(&columns.node_lat).map(|(lng, lat)| before.advance(*lng, *lat));
        let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
        let tails = columns.edge_counts.iter().zip(0u32..);
        let tails: Vec<u32> = tails.flat_map(|(count, node)| std::iter::repeat_n(node, *count as usize)).collect();
        let mut table = Self { nodes, tails, classes: columns.classes, ..Self::default() };
        let mut ferries = columns.ferry_s.into_iter();
        table.points.reserve_exact(columns.point_lng.len());
        for (edge, tail) in table.tails.iter().enumerate() {
            let head = u64::from(*tail) + u64::from(columns.reaches[edge]);
            if head == u64::from(*tail) || head >= table.nodes.len() as u64 {
                return Err(PackError::Damaged("an edge of it leads nowhere"));
            }
            table.heads.push(head as u32);
            let mut before = Steps::of(table.nodes[*tail as usize]);
            let start = table.points.len();
            for point in start..start + columns.point_counts[edge] as usize {
                table.points.push(before.advance(columns.point_lng[point], columns.point_lat[point])?);
            }
            table.point_ends.push(table.points.len() as u32);
            let is_ferry = KINDS[usize::from(table.classes[edge] & 3)] == LegKind::Ferry;
            let duration = if is_ferry { ferries.next() } else { Some(0) };
            table.ferry_s.push(duration.ok_or(PackError::Damaged("a ferry of it has no duration"))?);
        }
        if ferries.next().is_some() {
            return Err(PackError::Damaged("it has more durations than ferries"));
        }
        (table.strings, table.names, table.half_signals) = (columns.strings, columns.names, columns.half_signals);
        Ok(table)
    }
}

impl Columns {
    fn check_lengths(&self) -> Result<(), PackError> {
        let (nodes, edges, points) = (self.node_lng.len(), self.reaches.len(), self.point_lng.len());
        let sum = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum::<u64>();
        let of_nodes = [self.node_lat.len(), self.edge_counts.len()];
        if nodes > MAX_COUNT || of_nodes.iter().any(|length| *length != nodes) {
            return Err(PackError::Damaged("its nodes are incomplete"));
        }
        let of_edges = [self.classes.len(), self.names.len(), self.half_signals.len(), self.point_counts.len()];
        if edges > MAX_COUNT || of_edges.iter().any(|length| *length != edges) || sum(&self.edge_counts) != edges as u64
        {
            return Err(PackError::Damaged("its edges are incomplete"));
        }
        if sum(&self.point_counts) != points as u64 || self.point_lat.len() != points {
            return Err(PackError::Damaged("its points are incomplete"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record() -> WalkingRecord {
        let at = |lng: f64, lat: f64| Position::new(lng, lat);
        let edge = |tail, head, kind| WalkingEdge {
            tail,
            head,
            between: vec![],
            kind,
            pace: Pace::Full,
            passage: Passage::Both,
            name: None,
            half_signals: 0,
            ferry_s: 0,
        };
        let street = WalkingEdge {
            between: vec![at(14.500_1, 35.900_2), at(14.500_2, 35.9)],
            name: Some("Triq il-Kbira".into()),
            half_signals: 3,
            ..edge(0, 1, LegKind::Street)
        };
        let steps = WalkingEdge { pace: Pace::Slowest, passage: Passage::Backward, ..edge(0, 2, LegKind::Steps) };
        let ferry = WalkingEdge { ferry_s: 1500, ..edge(1, 2, LegKind::Ferry) };
        WalkingRecord {
            nodes: vec![at(14.5, 35.9), at(14.501, 35.901), at(-14.5, -35.9)],
            edges: vec![street, steps, ferry],
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let record = record();
        let table = WalkingTable::decode(&record.encode()).expect("it is whole");
        assert_eq!(table.nodes, record.nodes);
        let mut start = 0;
        for (index, edge) in record.edges.iter().enumerate() {
            let end = table.point_ends[index] as usize;
            let read = WalkingEdge {
                tail: table.tails[index],
                head: table.heads[index],
                between: table.points[start..end].to_vec(),
                kind: table.kind(index),
                pace: table.pace(index),
                passage: table.passage(index),
                name: table.strings.get(table.names[index]).map(str::to_owned),
                half_signals: table.half_signals[index],
                ferry_s: table.ferry_s[index],
            };
            assert_eq!(&read, edge);
            start = end;
        }
    }

    #[test]
    fn a_graph_cut_at_any_byte_is_refused() {
        let bytes = record().encode();
        for end in 0..bytes.len() {
            assert!(WalkingTable::decode(&bytes[..end]).is_err(), "cut at {end}");
        }
    }

    proptest! {
        #[test]
        fn columns_of_any_numbers_are_read_or_refused(
            lng in proptest::collection::vec(any::<i32>(), 0..4),
            counts in proptest::collection::vec(0u32..4, 0..4),
            reaches in proptest::collection::vec(any::<u32>(), 0..6),
            classes in proptest::collection::vec(any::<u8>(), 0..6),
            points in proptest::collection::vec(any::<i32>(), 0..6),
        ) {
            let edges = reaches.len();
            let columns = Columns {
                node_lat: vec![0; lng.len()],
                node_lng: lng,
                edge_counts: counts,
                names: vec![0; edges],
                half_signals: vec![0; edges],
                point_counts: vec![(points.len() / edges.max(1)) as u32; edges],
                point_lat: points.clone(),
                point_lng: points,
                ferry_s: classes.iter().filter(|class| **class & 3 == 3).map(|_| 60).collect(),
                reaches,
                classes,
                strings: Strings::default(),
            };
            let _ = WalkingTable::decode(&pack(&columns));
        }
    }
}
