use super::rules::{Obstacle, Way};
use crate::builder::simplify::simplify_line;
use crate::city::pack::{Passage, WalkingEdge};
use crate::city::walking::{LegKind, parts};
use crate::spatial::{Position, near_distance_m};
use rustc_hash::FxHashMap;

/// How far a line may move, in metres.
const TOLERANCE_M: f64 = 0.5;
/// Speed of a ferry whose tags name no duration, in metres a second: routers take it to be as fast as a walker.
const FERRY_M_PER_S: f64 = 5.0 / 3.6;
/// Parts of the network shorter than this in all are left out, in metres: nobody walks from there to anywhere.
const LEAST_PART_M: f64 = 100.0;

/// A way of the extract that may be walked.
pub(super) struct WayOfNodes {
    pub(super) way: Way,
    pub(super) nodes: Vec<i64>,
}

/// Nodes and edges, in no order yet.
#[derive(Default)]
pub(super) struct Network {
    pub(super) nodes: Vec<Position>,
    pub(super) edges: Vec<WalkingEdge>,
}

impl Network {
    /// The network that ways make: cut where they meet, at what nobody passes, and where nodes are missing.
    pub(super) fn of_ways(
        ways: &[WayOfNodes],
        obstacles: &FxHashMap<i64, Obstacle>,
        place: impl Fn(i64) -> Option<Position>,
    ) -> Self {
        let mut uses: FxHashMap<i64, u32> = FxHashMap::default();
        for way in ways {
            for node in &way.nodes {
                *uses.entry(*node).or_default() += 1;
            }
        }
        let mut maker = Maker { network: Self::default(), numbers: FxHashMap::default(), uses, obstacles };
        for way in ways {
            let places: Vec<Option<Position>> = way.nodes.iter().map(|node| place(*node)).collect();
            let length_m: f64 = places.windows(2).filter_map(|pair| Some(near_distance_m(pair[0]?, pair[1]?))).sum();
            let s_per_m = way.way.ferry_s.map_or(1.0 / FERRY_M_PER_S, |seconds| seconds / length_m.max(1.0));
            let mut start = 0;
            while start < places.len() {
                let run = places[start..].iter().map_while(|place| *place).collect::<Vec<_>>();
                if run.len() >= 2 {
                    maker.add(&way.way, &way.nodes[start..start + run.len()], &run, s_per_m);
                }
                start += run.len().max(1);
            }
        }
        let mut network = maker.network;
        network.join();
        network.drop_small_parts();
        for edge in &mut network.edges {
            edge.simplify(&network.nodes);
        }
        network
    }

    /// Makes one edge of two that meet where nothing else does and nothing changes.
    fn join(&mut self) {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            at[edge.tail as usize].push(index);
            at[edge.head as usize].push(index);
        }
        let mut gone = vec![false; self.edges.len()];
        for node in 0..self.nodes.len() as u32 {
            let &[a, b] = &at[node as usize][..] else { continue };
            if a == b {
                continue;
            }
            let (first, second) = (self.edges[a].clone().ending_at(node), self.edges[b].clone().beginning_at(node));
            let alike = first.kind == second.kind && first.pace == second.pace && first.name == second.name;
            if !alike || first.passage != second.passage || first.tail == second.head {
                continue;
            }
            let mut joined = first;
            joined.between.push(self.nodes[node as usize]);
            joined.between.extend(second.between);
            joined.head = second.head;
            joined.half_signals = joined.half_signals.saturating_add(second.half_signals);
            joined.ferry_s += second.ferry_s;
            for end in &mut at[joined.head as usize] {
                if *end == b {
                    *end = a;
                }
            }
            at[node as usize].clear();
            gone[b] = true;
            self.edges[a] = joined;
        }
        let mut gone = gone.into_iter();
        self.edges.retain(|_| !gone.next().unwrap_or_default());
    }

    fn drop_small_parts(&mut self) {
        let parts = parts(self.nodes.len(), self.edges.iter().map(|edge| (edge.tail, edge.head)));
        let mut lengths_m: FxHashMap<u32, f64> = FxHashMap::default();
        for edge in &self.edges {
            *lengths_m.entry(parts[edge.tail as usize]).or_default() += edge.length_m(&self.nodes);
        }
        self.edges.retain(|edge| lengths_m[&parts[edge.tail as usize]] >= LEAST_PART_M);
        // Only nodes that edges still need, renumbered.
        let mut numbers = vec![u32::MAX; self.nodes.len()];
        let mut nodes = Vec::new();
        for edge in &mut self.edges {
            for node in [&mut edge.tail, &mut edge.head] {
                let number = &mut numbers[*node as usize];
                if *number == u32::MAX {
                    *number = nodes.len() as u32;
                    nodes.push(self.nodes[*node as usize]);
                }
                *node = *number;
            }
        }
        self.nodes = nodes;
    }
}

struct Maker<'a> {
    network: Network,
    numbers: FxHashMap<i64, u32>,
    uses: FxHashMap<i64, u32>,
    obstacles: &'a FxHashMap<i64, Obstacle>,
}

impl Maker<'_> {
    /// Adds a stretch of a way that has all its nodes.
    fn add(&mut self, way: &Way, nodes: &[i64], places: &[Position], s_per_m: f64) {
        let last = nodes.len() - 1;
        let mut start = 0;
        for end in 1..=last {
            let node = nodes[end];
            let cuts = end == last || self.uses[&node] > 1 || self.obstacles.get(&node) == Some(&Obstacle::Barrier);
            if cuts {
                self.add_piece(way, &nodes[start..=end], &places[start..=end], s_per_m);
                start = end;
            }
        }
    }

    fn add_piece(&mut self, way: &Way, nodes: &[i64], places: &[Position], s_per_m: f64) {
        let last = nodes.len() - 1;
        if nodes[0] == nodes[last] {
            // No edge ends where it begins: a loop is two.
            if last >= 2 {
                let middle = last / 2;
                // From now on a node where edges meet.
                self.uses.insert(nodes[middle], 2);
                self.add_piece(way, &nodes[..=middle], &places[..=middle], s_per_m);
                self.add_piece(way, &nodes[middle..], &places[middle..], s_per_m);
            }
            return;
        }
        let signals = |node: &i64, halves: u8| match self.obstacles.get(node) {
            Some(Obstacle::Signal) => halves,
            _ => 0,
        };
        let ends = signals(&nodes[0], 1) + signals(&nodes[last], 1);
        let inner = nodes[1..last].iter().fold(0u8, |sum, node| sum.saturating_add(signals(node, 2)));
        let (tail, head) = (self.number(nodes[0], places[0]), self.number(nodes[last], places[last]));
        let mut between = places[1..last].to_vec();
        between.dedup();
        let mut edge = WalkingEdge {
            tail,
            head,
            between,
            kind: way.kind,
            pace: way.pace,
            passage: way.passage,
            name: way.name.clone(),
            half_signals: inner.saturating_add(ends),
            ferry_s: 0,
        };
        if way.kind == LegKind::Ferry {
            edge.ferry_s = (edge.length_m(&self.network.nodes) * s_per_m).round().max(1.0) as u32;
        }
        self.network.edges.push(edge);
    }

    /// The network's node for a node of the extract; at a barrier a new one each time, so that no way leads through.
    fn number(&mut self, node: i64, place: Position) -> u32 {
        let next = self.network.nodes.len() as u32;
        let number = match self.obstacles.get(&node) {
            Some(Obstacle::Barrier) => next,
            _ => *self.numbers.entry(node).or_insert(next),
        };
        if number == next {
            self.network.nodes.push(place);
        }
        number
    }
}

impl WalkingEdge {
    /// The edge the other way round.
    pub(super) fn reversed(mut self) -> Self {
        (self.tail, self.head) = (self.head, self.tail);
        self.between.reverse();
        self.passage = match self.passage {
            Passage::Both => Passage::Both,
            Passage::Forward => Passage::Backward,
            Passage::Backward => Passage::Forward,
        };
        self
    }

    fn ending_at(self, node: u32) -> Self {
        if self.head == node { self } else { self.reversed() }
    }

    fn beginning_at(self, node: u32) -> Self {
        if self.tail == node { self } else { self.reversed() }
    }

    fn line(&self, nodes: &[Position]) -> Vec<Position> {
        let end = |node: u32| nodes[node as usize];
        std::iter::once(end(self.tail)).chain(self.between.iter().copied()).chain([end(self.head)]).collect()
    }

    /// Its length in metres.
    pub(super) fn length_m(&self, nodes: &[Position]) -> f64 {
        self.line(nodes).windows(2).map(|pair| near_distance_m(pair[0], pair[1])).sum()
    }

    fn simplify(&mut self, nodes: &[Position]) {
        if self.between.is_empty() {
            return;
        }
        let line = self.line(nodes);
        let mut kept = simplify_line(&line, TOLERANCE_M);
        kept.pop();
        self.between = kept.into_iter().skip(1).map(|index| line[index]).collect();
    }
}
