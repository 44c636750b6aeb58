//! The walking graph of a pack: what of an extract may be walked, cut at junctions and put in the order that makes
//! routes quick.

mod network;
mod order;
mod rules;

use super::BuildError;
use super::pbf::Extract;
use super::scan::{Held, NodePlaces};
use crate::city::pack::WalkingRecord;
use crate::spatial::{BBox, Position, metres_per_degree};
use indicatif::ProgressBar;
use network::{Network, WayOfNodes};
use order::contraction_order;
use osmpbf::{Element, PrimitiveBlock};
use rules::{Obstacle, Tagged};
use rustc_hash::{FxHashMap, FxHashSet};

/// What lies this far outside the bbox still belongs to the graph, in metres: the shortest way between two places near
/// the edge may lead round it.
const MARGIN_M: f64 = 1000.0;

/// What one block holds for walkers.
#[derive(Default)]
struct Found {
    ways: Vec<(i64, WayOfNodes)>,
    obstacles: Vec<(i64, Obstacle)>,
    nodes_held: Held,
}

/// The walking graph of an extract within a rectangle; `None` when nothing there is walked.
pub(super) fn read(
    extract: &Extract,
    bbox: &BBox,
    progress: &ProgressBar,
) -> Result<Option<WalkingRecord>, BuildError> {
    progress.set_position(0);
    progress.set_length(extract.len() as u64 * 2);
    let all: Vec<usize> = (0..extract.len()).collect();
    let found = extract.map(&all, |_, block| {
        progress.inc(1);
        Found::read(block)
    })?;
    let held: Vec<_> = found.iter().map(|found| found.nodes_held).collect();
    let (mut ways, mut obstacles, mut seen) = (Vec::new(), FxHashMap::default(), FxHashSet::default());
    for found in found {
        ways.extend(found.ways.into_iter().filter(|(id, _)| seen.insert(*id)).map(|(_, way)| way));
        obstacles.extend(found.obstacles);
    }
    let places = NodePlaces::read(extract, &held, ways.iter().map(|way| &way.nodes), progress)?;
    let (east, north) = metres_per_degree(bbox.center().lat);
    let (dx, dy) = (MARGIN_M / east.max(1.0), MARGIN_M / north);
    let wider = BBox { west: bbox.west - dx, south: bbox.south - dy, east: bbox.east + dx, north: bbox.north + dy };
    let place = |node: i64| places.get(node).filter(|place: &Position| wider.contains(*place));
    let network = Network::of_ways(&ways, &obstacles, place);
    Ok((!network.edges.is_empty()).then(|| ordered(network)))
}

/// The network with its nodes numbered in the order of contraction, and its edges by those numbers.
fn ordered(network: Network) -> WalkingRecord {
    let order = contraction_order(&network);
    let mut numbers = vec![0; network.nodes.len()];
    for (number, node) in order.iter().enumerate() {
        numbers[*node as usize] = number as u32;
    }
    let mut edges: Vec<_> = network
        .edges
        .into_iter()
        .map(|mut edge| {
            (edge.tail, edge.head) = (numbers[edge.tail as usize], numbers[edge.head as usize]);
            if edge.tail > edge.head { edge.reversed() } else { edge }
        })
        .collect();
    edges.sort_by_key(|edge| (edge.tail, edge.head));
    WalkingRecord { nodes: order.iter().map(|node| network.nodes[*node as usize]).collect(), edges }
}

impl Found {
    fn read(block: &PrimitiveBlock) -> Self {
        let mut found = Self::default();
        block.for_each_element(|element| match element {
            Element::DenseNode(node) => {
                found.nodes_held.add(node.id());
                found.node(node.id(), &node.tags().collect::<Vec<_>>());
            }
            Element::Node(node) => {
                found.nodes_held.add(node.id());
                found.node(node.id(), &node.tags().collect::<Vec<_>>());
            }
            Element::Way(way) => {
                let tags: Vec<_> = way.tags().collect();
                if let Some(walked) = rules::way(Tagged(&tags)) {
                    let nodes = way.refs().collect();
                    found.ways.push((way.id(), WayOfNodes { way: walked, nodes }));
                }
            }
            Element::Relation(_) => {}
        });
        found
    }

    fn node(&mut self, id: i64, tags: &[(&str, &str)]) {
        self.obstacles.extend(rules::obstacle(Tagged(tags)).map(|obstacle| (id, obstacle)));
    }
}
