use super::LegKind;
use super::hierarchy::Hierarchy;
use crate::city::pack::{Pace, PackError, Passage, Strings, WalkingTable};
use crate::spatial::{Position, near_distance_m};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// Time on foot, in milliseconds a metre: 5 km/h, as usual among routers.
pub(super) const MS_PER_M: f64 = 720.0;
/// What half a traffic signal costs, in milliseconds: two seconds for each that is passed.
const HALF_SIGNAL_MS: f64 = 1000.0;
/// Stands for a direction that is not walked.
pub(super) const NEVER: u32 = u32::MAX;

type Boxed = GeomWithData<Rectangle<[f64; 2]>, u32>;

/// The network in memory: nodes, edges with their lines and times, and what finds them.
pub(super) struct Graph {
    pub(super) nodes: Vec<Position>,
    pub(super) tails: Vec<u32>,
    pub(super) heads: Vec<u32>,
    /// Length of each edge in metres.
    pub(super) length_m: Vec<f32>,
    /// Time from tail to head in milliseconds, or [`NEVER`].
    pub(super) forward_ms: Vec<u32>,
    /// Time from head to tail in milliseconds, or [`NEVER`].
    pub(super) backward_ms: Vec<u32>,
    pub(super) kinds: Vec<LegKind>,
    strings: Strings,
    names: Vec<u32>,
    point_ends: Vec<u32>,
    points: Vec<Position>,
    /// Which part of the network each node is in; two nodes of one part are joined in some direction.
    pub(super) parts: Vec<u32>,
    /// The part with the most nodes.
    pub(super) main_part: u32,
    /// For each node, where in `out` its edges begin.
    out_starts: Vec<u32>,
    /// Edges at each node: twice the edge's number, one more where the node is its head.
    out: Vec<u32>,
    /// All that is walked, by the rectangle round it.
    tree: RTree<Boxed>,
    pub(super) hierarchy: Hierarchy,
}

/// An edge in the direction it is gone along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Along {
    pub(super) edge: u32,
    /// From its tail to its head.
    pub(super) forward: bool,
}

impl Graph {
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        let table = WalkingTable::decode(bytes)?;
        let edges = table.tails.len();
        let (mut length_m, mut forward_ms, mut backward_ms) =
            (Vec::with_capacity(edges), Vec::with_capacity(edges), Vec::with_capacity(edges));
        let kinds: Vec<_> = (0..edges).map(|edge| table.kind(edge)).collect();
        let mut boxes = Vec::with_capacity(edges);
        let mut start = 0;
        for (edge, kind) in kinds.iter().enumerate() {
            let (tail, head) = (table.nodes[table.tails[edge] as usize], table.nodes[table.heads[edge] as usize]);
            let end = table.point_ends[edge] as usize;
            let (mut length, mut before) = (0.0, tail);
            let (mut low, mut high) = ([tail.lng, tail.lat], [tail.lng, tail.lat]);
            for point in table.points[start..end].iter().chain([&head]) {
                length += near_distance_m(before, *point);
                before = *point;
                low = [low[0].min(point.lng), low[1].min(point.lat)];
                high = [high[0].max(point.lng), high[1].max(point.lat)];
            }
            start = end;
            let ms = match kind {
                LegKind::Ferry => f64::from(table.ferry_s[edge]) * 1000.0,
                _ => {
                    boxes.push(GeomWithData::new(Rectangle::from_corners(low, high), edge as u32));
                    let slower = match table.pace(edge) {
                        Pace::Full => 1.0,
                        Pace::Slow => 4.0 / 3.0,
                        Pace::Slowest => 2.0,
                    };
                    length * MS_PER_M * slower + f64::from(table.half_signals[edge]) * HALF_SIGNAL_MS
                }
            };
            // An edge of no time would make ways round in circles as quick as straight ones.
            let ms = ms.round().clamp(1.0, 1e9) as u32;
            length_m.push(length as f32);
            forward_ms.push(if table.passage(edge) == Passage::Backward { NEVER } else { ms });
            backward_ms.push(if table.passage(edge) == Passage::Forward { NEVER } else { ms });
        }
        let hierarchy = Hierarchy::build(table.nodes.len(), &table.tails, &table.heads, &forward_ms, &backward_ms)?;
        let (out_starts, out) = adjacency(table.nodes.len(), &table.tails, &table.heads);
        let (parts, main_part) = parts_and_main(table.nodes.len(), &table.tails, &table.heads);
        Ok(Self {
            nodes: table.nodes,
            tails: table.tails,
            heads: table.heads,
            length_m,
            forward_ms,
            backward_ms,
            kinds,
            strings: table.strings,
            names: table.names,
            point_ends: table.point_ends,
            points: table.points,
            parts,
            main_part,
            out_starts,
            out,
            tree: RTree::bulk_load(boxes),
            hierarchy,
        })
    }

    /// The points of an edge from its tail to its head.
    pub(super) fn line(&self, edge: u32) -> impl DoubleEndedIterator<Item = Position> + Clone {
        let edge = edge as usize;
        let start = if edge == 0 { 0 } else { self.point_ends[edge - 1] as usize };
        let between = self.points[start..self.point_ends[edge] as usize].iter().copied();
        let end = |nodes: &[u32]| std::iter::once(self.nodes[nodes[edge] as usize]);
        end(&self.tails).chain(between).chain(end(&self.heads))
    }

    /// The name of an edge.
    pub(super) fn name(&self, edge: u32) -> Option<&str> {
        self.strings.get(self.names[edge as usize])
    }

    /// Whether two edges are parts of one street: the same name, and the same kind unless one is a street's pedestrian
    /// stretch.
    pub(super) fn is_same_street(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        let is_even = |kind: LegKind| matches!(kind, LegKind::Street | LegKind::Path);
        let is_named_alike = self.names[a] == self.names[b];
        let may_join = self.names[a] != 0 && is_even(self.kinds[a]) && is_even(self.kinds[b]);
        is_named_alike && (self.kinds[a] == self.kinds[b] || may_join)
    }

    /// The edges that leave a node, the nodes they lead to and the time they take.
    pub(super) fn leaving(&self, node: u32) -> impl Iterator<Item = (u32, u32)> {
        let range = self.out_starts[node as usize] as usize..self.out_starts[node as usize + 1] as usize;
        self.out[range].iter().filter_map(|out| {
            let edge = (out >> 1) as usize;
            let (to, ms) = if out & 1 == 0 {
                (self.heads[edge], self.forward_ms[edge])
            } else {
                (self.tails[edge], self.backward_ms[edge])
            };
            (ms != NEVER).then_some((to, ms))
        })
    }

    /// The edges that are walked and whose rectangles meet that between two corners.
    pub(super) fn near(&self, low: Position, high: Position) -> impl Iterator<Item = u32> {
        let area = AABB::from_corners([low.lng, low.lat], [high.lng, high.lat]);
        self.tree.locate_in_envelope_intersecting(&area).map(|boxed| boxed.data)
    }

    /// The part of the network that an edge is in.
    pub(super) fn part(&self, edge: u32) -> u32 {
        self.parts[self.tails[edge as usize] as usize]
    }
}

fn adjacency(nodes: usize, tails: &[u32], heads: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; nodes + 1];
    for node in tails.iter().chain(heads) {
        starts[*node as usize + 1] += 1;
    }
    for node in 0..nodes {
        starts[node + 1] += starts[node];
    }
    let (mut next, mut out) = (starts.clone(), vec![0; tails.len() * 2]);
    for (edge, (tail, head)) in tails.iter().zip(heads).enumerate() {
        for (node, end) in [(*tail, 0), (*head, 1)] {
            out[next[node as usize] as usize] = (edge as u32) << 1 | end;
            next[node as usize] += 1;
        }
    }
    (starts, out)
}

/// The part of the network that each node is in, numbered by one of its nodes: two nodes are in one part when edges, each
/// given by its ends, join them in whatever direction (union-find with path halving).
pub(crate) fn parts(nodes: usize, edges: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    fn root(parts: &mut [u32], mut node: u32) -> u32 {
        while parts[node as usize] != node {
            parts[node as usize] = parts[parts[node as usize] as usize];
            node = parts[node as usize];
        }
        node
    }
    let mut parts: Vec<u32> = (0..nodes as u32).collect();
    for (tail, head) in edges {
        let (a, b) = (root(&mut parts, tail), root(&mut parts, head));
        parts[a as usize] = b;
    }
    for node in 0..nodes as u32 {
        parts[node as usize] = root(&mut parts, node);
    }
    parts
}

/// The part of each node, and the largest part.
fn parts_and_main(nodes: usize, tails: &[u32], heads: &[u32]) -> (Vec<u32>, u32) {
    let parts = parts(nodes, tails.iter().copied().zip(heads.iter().copied()));
    let mut sizes = vec![0u32; nodes];
    for part in &parts {
        sizes[*part as usize] += 1;
    }
    let largest = (0..nodes as u32).max_by_key(|part| sizes[*part as usize]).unwrap_or_default();
    (parts, largest)
}
