//! The order in which the nodes of a network are contracted: nested dissection by small cuts that inertial flow finds
//! (Schild and Sommer, "On Balanced Separators in Road Networks", 2015). Nodes of a cut come after all that it parts, so
//! that contraction adds few arcs; and since what lies together is numbered together, differences stay small too.

use super::network::Network;
use crate::spatial::Position;
use rayon::prelude::*;

/// The directions in which the nodes are sorted, as degrees of longitude and latitude.
const DIRECTIONS: [(f64, f64); 4] = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0)];
/// The share of nodes at either end that a cut may not part.
const SHARE: f64 = 0.3;
/// Stands for no node and no arc.
const NONE: u32 = u32::MAX;

/// The nodes, first to be contracted first.
pub(super) fn contraction_order(network: &Network) -> Vec<u32> {
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); network.nodes.len()];
    for edge in &network.edges {
        neighbours[edge.tail as usize].push(edge.head);
        neighbours[edge.head as usize].push(edge.tail);
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    dissect(&neighbours, &network.nodes, (0..network.nodes.len() as u32).collect())
}

/// The order of the nodes `own`.
fn dissect(neighbours: &[Vec<u32>], places: &[Position], own: Vec<u32>) -> Vec<u32> {
    if own.len() <= 2 {
        return own;
    }
    let part = Part::of(neighbours, &own);
    let parts = part.connected();
    if parts.len() > 1 {
        let named = |locals: Vec<u32>| locals.into_iter().map(|local| own[local as usize]).collect();
        let orders: Vec<Vec<u32>> =
            parts.into_par_iter().map(|locals| dissect(neighbours, places, named(locals))).collect();
        return orders.concat();
    }
    let cuts: Vec<_> = DIRECTIONS.par_iter().map(|direction| part.cut(&own, places, *direction)).collect();
    let best = cuts.into_iter().min_by_key(|cut| (cut.separator.len(), cut.larger)).expect("there are directions");
    let side = |wanted: Side| {
        let locals = (0..own.len()).filter(|local| best.sides[*local] == wanted);
        locals.map(|local| own[local]).collect::<Vec<_>>()
    };
    let (first, second) = (side(Side::First), side(Side::Second));
    let (mut order, second) = if own.len() > 1000 {
        rayon::join(|| dissect(neighbours, places, first), || dissect(neighbours, places, second))
    } else {
        (dissect(neighbours, places, first), dissect(neighbours, places, second))
    };
    order.extend(second);
    order.extend(best.separator.into_iter().map(|local| own[local as usize]));
    order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
    Cut,
}

struct Cut {
    sides: Vec<Side>,
    separator: Vec<u32>,
    /// Nodes of the larger side.
    larger: usize,
}

/// Some nodes and the arcs between them, both ways, with numbers of their own.
struct Part {
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The arc that leads back.
    back: Vec<u32>,
}

impl Part {
    fn of(neighbours: &[Vec<u32>], own: &[u32]) -> Self {
        let mut sorted: Vec<(u32, u32)> = own.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let local = |node: u32| sorted.binary_search_by_key(&node, |(node, _)| *node).ok().map(|at| sorted[at].1);
        let (mut starts, mut targets) = (vec![0], Vec::new());
        for node in own {
            targets.extend(neighbours[*node as usize].iter().filter_map(|other| local(*other)));
            let from = *starts.last().unwrap_or(&0) as usize;
            targets[from..].sort_unstable();
            starts.push(targets.len() as u32);
        }
        let mut part = Self { starts, targets, back: Vec::new() };
        let back = (0..own.len() as u32).flat_map(|node| {
            let part = &part;
            part.arcs(node).map(move |arc| {
                let arcs = part.arcs(part.targets[arc]);
                let at = part.targets[arcs.clone()].binary_search(&node).expect("neighbours are mutual");
                (arcs.start + at) as u32
            })
        });
        part.back = back.collect();
        part
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn arcs(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// The nodes of each connected piece.
    fn connected(&self) -> Vec<Vec<u32>> {
        let (mut seen, mut pieces) = (vec![false; self.len()], Vec::new());
        for start in 0..self.len() as u32 {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let (mut piece, mut next) = (vec![start], 0);
            while next < piece.len() {
                for arc in self.arcs(piece[next]) {
                    let target = self.targets[arc];
                    if !std::mem::replace(&mut seen[target as usize], true) {
                        piece.push(target);
                    }
                }
                next += 1;
            }
            piece.sort_unstable();
            pieces.push(piece);
        }
        pieces
    }

    /// The smallest cut between the first and the last nodes in a direction.
    fn cut(&self, own: &[u32], places: &[Position], direction: (f64, f64)) -> Cut {
        let count = self.len();
        let mut sorted: Vec<u32> = (0..count as u32).collect();
        let key = |local: &u32| {
            let place = places[own[*local as usize] as usize];
            place.lng * direction.0 + place.lat * direction.1
        };
        sorted.sort_by(|a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
        let ends = ((count as f64 * SHARE) as usize).max(1);
        let mut role = vec![0u8; count];
        for local in &sorted[..ends] {
            role[*local as usize] = 1;
        }
        for local in &sorted[count - ends..] {
            role[*local as usize] = 2;
        }
        let mut flow = vec![0i8; self.targets.len()];
        let mut by = vec![NONE; count];
        let mut queue = Vec::with_capacity(count);
        loop {
            by.fill(NONE);
            queue.clear();
            queue.extend_from_slice(&sorted[..ends]);
            let (mut next, mut reached) = (0, NONE);
            'search: while next < queue.len() {
                let node = queue[next];
                next += 1;
                for arc in self.arcs(node) {
                    let target = self.targets[arc];
                    if flow[arc] >= 1 || by[target as usize] != NONE || role[target as usize] == 1 {
                        continue;
                    }
                    by[target as usize] = arc as u32;
                    if role[target as usize] == 2 {
                        reached = target;
                        break 'search;
                    }
                    queue.push(target);
                }
            }
            if reached == NONE {
                break;
            }
            let mut node = reached;
            while role[node as usize] != 1 {
                let arc = by[node as usize] as usize;
                flow[arc] += 1;
                flow[self.back[arc] as usize] -= 1;
                node = self.targets[self.back[arc] as usize];
            }
        }
        // What was reached last is the first side; the cut is where arcs leave it.
        let is_first = |node: u32| role[node as usize] == 1 || by[node as usize] != NONE;
        let border = |of_first: bool| -> Vec<u32> {
            let touches = |node: &u32| {
                is_first(*node) == of_first && self.arcs(*node).any(|arc| is_first(self.targets[arc]) != of_first)
            };
            (0..count as u32).filter(touches).collect()
        };
        let (near, far) = (border(true), border(false));
        let separator = if near.len() <= far.len() { near } else { far };
        let side = |node: u32| if is_first(node) { Side::First } else { Side::Second };
        let mut sides: Vec<Side> = (0..count as u32).map(side).collect();
        for node in &separator {
            sides[*node as usize] = Side::Cut;
        }
        let first = sides.iter().filter(|side| **side == Side::First).count();
        let second = count - separator.len() - first;
        Cut { sides, separator, larger: first.max(second) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::pack::{Pace, Passage, WalkingEdge};
    use crate::city::walking::LegKind;

    fn grid(side: u32) -> Network {
        let mut network = Network::default();
        for y in 0..side {
            for x in 0..side {
                network.nodes.push(Position::new(f64::from(x), f64::from(y)));
                let node = y * side + x;
                let mut edge = |head| {
                    network.edges.push(WalkingEdge {
                        tail: node,
                        head,
                        between: vec![],
                        kind: LegKind::Street,
                        pace: Pace::Full,
                        passage: Passage::Both,
                        name: None,
                        half_signals: 0,
                        ferry_s: 0,
                    });
                };
                if x + 1 < side {
                    edge(node + 1);
                }
                if y + 1 < side {
                    edge(node + side);
                }
            }
        }
        network
    }

    #[test]
    fn every_node_is_contracted_once_and_a_cut_after_what_it_parts() {
        let network = grid(20);
        let order = contraction_order(&network);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..400).collect::<Vec<_>>());
        // The first cut of a grid of 20 by 20 is a line of about 20 nodes: without it there are two halves.
        let last: std::collections::BTreeSet<u32> = order[378..].iter().copied().collect();
        let rest = Part::of(
            &(0..400u32)
                .map(|node| {
                    let ends = network.edges.iter().filter_map(|edge| match (edge.tail == node, edge.head == node) {
                        (true, _) => Some(edge.head),
                        (_, true) => Some(edge.tail),
                        _ => None,
                    });
                    ends.collect()
                })
                .collect::<Vec<_>>(),
            &(0..400).filter(|node| !last.contains(node)).collect::<Vec<_>>(),
        );
        assert!(rest.connected().len() >= 2);
    }

    #[test]
    fn a_network_in_pieces_and_an_empty_one_have_an_order_too() {
        assert!(contraction_order(&Network::default()).is_empty());
        let mut network = grid(3);
        network.nodes.push(Position::new(9.0, 9.0));
        assert_eq!(contraction_order(&network).len(), 10);
    }
}
