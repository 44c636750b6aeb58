//! Shortest paths in microseconds: a customizable contraction hierarchy (Dibbelt, Strasser, Wagner, "Customizable
//! Contraction Hierarchies", 2016). The builder numbers the nodes in an order from nested dissection, so that the pack
//! holds the plain network alone; what contraction adds is computed here, when the graph is loaded.

use super::graph::{Along, NEVER};
use crate::city::pack::PackError;
use std::cell::RefCell;

/// Stands for no node.
const NONE: u32 = u32::MAX;
/// Set in what an arc stands for when that is an edge of the network rather than a detour over a node.
const IS_EDGE: u32 = 1 << 31;
/// A graph is refused when contraction would add more arcs than this for each node: it was not numbered for it.
const MAX_ARCS_PER_NODE: usize = 64;

/// The arcs of the contracted graph, each from a lower node to a higher one.
pub(super) struct Hierarchy {
    /// For each node, where its arcs begin.
    starts: Vec<u32>,
    /// The higher node of each arc, in order.
    highs: Vec<u32>,
    /// Time from the lower node to the higher, in milliseconds.
    up_ms: Vec<u32>,
    /// And from the higher to the lower.
    down_ms: Vec<u32>,
    /// What the arc stands for on the way up: an edge, or the node between two lower arcs.
    up_via: Vec<u32>,
    /// And on the way down.
    down_via: Vec<u32>,
    work: RefCell<Work>,
}

/// What one query writes; kept, so that a query allocates nothing.
struct Work {
    from: Vec<u32>,
    to: Vec<u32>,
    from_arc: Vec<u32>,
    to_arc: Vec<u32>,
}

/// A node where a path may begin or end, and the time that it takes from or to there, in milliseconds.
pub(super) type End = Option<(u32, u32)>;

/// A quickest path: its time in milliseconds and the edges it takes.
pub(super) struct Path {
    pub(super) ms: u32,
    /// The node it begins at.
    pub(super) first: u32,
    pub(super) edges: Vec<Along>,
}

impl Hierarchy {
    /// Contracts the nodes in the order of their numbers and computes the times of all arcs.
    pub(super) fn build(
        nodes: usize,
        tails: &[u32],
        heads: &[u32],
        forward_ms: &[u32],
        backward_ms: &[u32],
    ) -> Result<Self, PackError> {
        let (starts, highs) = contract(nodes, tails, heads)?;
        let arcs = highs.len();
        let mut hierarchy = Self {
            starts,
            highs,
            up_ms: vec![NEVER; arcs],
            down_ms: vec![NEVER; arcs],
            up_via: vec![NONE; arcs],
            down_via: vec![NONE; arcs],
            work: RefCell::new(Work {
                from: vec![NEVER; nodes],
                to: vec![NEVER; nodes],
                from_arc: vec![NONE; nodes],
                to_arc: vec![NONE; nodes],
            }),
        };
        for edge in 0..tails.len() {
            let Some(arc) = hierarchy.arc(tails[edge], heads[edge]) else {
                return Err(PackError::Damaged("an edge of it is lost"));
            };
            let via = edge as u32 | IS_EDGE;
            if forward_ms[edge] < hierarchy.up_ms[arc] {
                (hierarchy.up_ms[arc], hierarchy.up_via[arc]) = (forward_ms[edge], via);
            }
            if backward_ms[edge] < hierarchy.down_ms[arc] {
                (hierarchy.down_ms[arc], hierarchy.down_via[arc]) = (backward_ms[edge], via);
            }
        }
        hierarchy.customize();
        Ok(hierarchy)
    }

    fn arcs(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// The arc between two nodes, the lower given first.
    fn arc(&self, low: u32, high: u32) -> Option<usize> {
        let arcs = self.arcs(low);
        let index = self.highs[arcs.clone()].binary_search(&high).ok()?;
        Some(arcs.start + index)
    }

    /// The next node up the elimination tree.
    fn parent(&self, node: u32) -> u32 {
        let arcs = self.arcs(node);
        if arcs.is_empty() { NONE } else { self.highs[arcs.start] }
    }

    /// Lets every arc be as quick as the quickest detour over a lower node.
    fn customize(&mut self) {
        for node in 0..self.starts.len() as u32 - 1 {
            let arcs = self.arcs(node);
            for low in arcs.clone() {
                let (x, x_down, x_up) = (self.highs[low], self.down_ms[low], self.up_ms[low]);
                if x_down == NEVER && x_up == NEVER {
                    continue;
                }
                let mut target = self.starts[x as usize] as usize;
                for high in low + 1..arcs.end {
                    // Contraction has joined all higher neighbours of a node: x has an arc to this one too.
                    while self.highs[target] != self.highs[high] {
                        target += 1;
                    }
                    let up = x_down.saturating_add(self.up_ms[high]);
                    if up < self.up_ms[target] {
                        (self.up_ms[target], self.up_via[target]) = (up, node);
                    }
                    let down = self.down_ms[high].saturating_add(x_up);
                    if down < self.down_ms[target] {
                        (self.down_ms[target], self.down_via[target]) = (down, node);
                    }
                }
            }
        }
    }

    /// The quickest path from one of two nodes to one of two others.
    pub(super) fn path(&self, from: [End; 2], to: [End; 2]) -> Option<Path> {
        let mut work = self.work.borrow_mut();
        let Work { from: from_ms, to: to_ms, from_arc, to_arc } = &mut *work;
        for (ends, ms) in [(from, &mut *from_ms), (to, &mut *to_ms)] {
            for (node, time) in ends.into_iter().flatten() {
                ms[node as usize] = ms[node as usize].min(time);
            }
        }
        for node in self.climb(from) {
            let here = from_ms[node as usize];
            if here != NEVER {
                self.relax(node, here, &self.up_ms, from_ms, from_arc);
            }
        }
        let mut best = (NEVER, NONE);
        for node in self.climb(to) {
            let here = to_ms[node as usize];
            if here == NEVER {
                continue;
            }
            self.relax(node, here, &self.down_ms, to_ms, to_arc);
            let through = here.saturating_add(from_ms[node as usize]);
            if through < best.0 {
                best = (through, node);
            }
        }
        let (ms, meeting) = best;
        let path = (ms != NEVER).then(|| {
            let mut arcs = Vec::new();
            let mut node = meeting;
            while from_arc[node as usize] != NONE {
                let arc = from_arc[node as usize];
                node = self.low_of(arc);
                arcs.push((arc, node, true));
            }
            let first = node;
            arcs.reverse();
            node = meeting;
            while to_arc[node as usize] != NONE {
                let arc = to_arc[node as usize];
                node = self.low_of(arc);
                arcs.push((arc, node, false));
            }
            Path { ms, first, edges: self.unpack(arcs) }
        });
        for (ends, ms, arc) in [(from, from_ms, from_arc), (to, to_ms, to_arc)] {
            for node in self.climb(ends) {
                (ms[node as usize], arc[node as usize]) = (NEVER, NONE);
            }
        }
        path
    }

    /// The nodes above two nodes in the elimination tree, themselves included, lowest first: all that a search from
    /// there can reach.
    fn climb(&self, ends: [End; 2]) -> impl Iterator<Item = u32> {
        let mut at = ends.map(|end| end.map_or(NONE, |(node, _)| node));
        std::iter::from_fn(move || {
            let node = at[0].min(at[1]);
            if node == NONE {
                return None;
            }
            for at in &mut at {
                if *at == node {
                    *at = self.parent(node);
                }
            }
            Some(node)
        })
    }

    fn relax(&self, node: u32, here: u32, arc_ms: &[u32], ms: &mut [u32], by: &mut [u32]) {
        for arc in self.arcs(node) {
            let there = here.saturating_add(arc_ms[arc]);
            let high = self.highs[arc] as usize;
            if there < ms[high] {
                (ms[high], by[high]) = (there, arc as u32);
            }
        }
    }

    /// The lower node of an arc.
    fn low_of(&self, arc: u32) -> u32 {
        self.starts.partition_point(|start| *start <= arc) as u32 - 1
    }

    /// The edges that arcs stand for; each arc with its lower node and whether it is taken upwards.
    fn unpack(&self, mut arcs: Vec<(u32, u32, bool)>) -> Vec<Along> {
        let mut edges = Vec::new();
        arcs.reverse();
        while let Some((arc, low, up)) = arcs.pop() {
            let via = if up { self.up_via[arc as usize] } else { self.down_via[arc as usize] };
            if via & IS_EDGE != 0 && via != NONE {
                edges.push(Along { edge: via & !IS_EDGE, forward: up });
                continue;
            }
            let high = self.highs[arc as usize];
            // Down from the one end to the node between, and up to the other; what comes last is pushed first.
            let (first, second) = if up { (low, high) } else { (high, low) };
            let leg = |end: u32| self.arc(via, end).expect("a detour goes over two arcs of its lower node") as u32;
            arcs.push((leg(second), via, true));
            arcs.push((leg(first), via, false));
        }
        edges
    }
}

/// The arcs that contraction in the order of numbers leaves: starts and higher nodes.
fn contract(nodes: usize, tails: &[u32], heads: &[u32]) -> Result<(Vec<u32>, Vec<u32>), PackError> {
    let mut above: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for (tail, head) in tails.iter().zip(heads) {
        above[*tail as usize].push(*head);
    }
    let (mut starts, mut highs) = (Vec::with_capacity(nodes + 1), Vec::with_capacity(tails.len() * 3));
    for node in 0..nodes {
        let mut own = std::mem::take(&mut above[node]);
        own.sort_unstable();
        own.dedup();
        starts.push(highs.len() as u32);
        if let Some((parent, rest)) = own.split_first() {
            above[*parent as usize].extend_from_slice(rest);
        }
        highs.extend_from_slice(&own);
        if highs.len() > nodes.saturating_mul(MAX_ARCS_PER_NODE) {
            return Err(PackError::Damaged("its nodes are in no order that helps"));
        }
    }
    starts.push(highs.len() as u32);
    Ok((starts, highs))
}
