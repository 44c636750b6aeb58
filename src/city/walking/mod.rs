//! The city's walking graph: routes and reachable areas from the pack alone.

mod graph;
mod hierarchy;
mod outline;
mod reach;
mod route;
mod snap;
#[cfg(test)]
mod tests;
mod walk;

#[cfg(feature = "city")]
pub(crate) use graph::parts;
pub use walk::{Leg, LegKind, Turn, Walk};

use super::pack::PackError;
use crate::spatial::{BBox, Position, Shape};
use graph::Graph;

/// No end of a route may be farther from the network than this, in metres.
pub const MAX_SNAP_M: f64 = 300.0;

/// A city's walking graph in memory.
pub struct Walking(Graph);

impl Walking {
    /// The graph that the bytes of a pack's walking file hold.
    ///
    /// # Errors
    /// Bytes that are none, or that contradict themselves.
    pub fn decode(bytes: &[u8]) -> Result<Self, PackError> {
        Graph::decode(bytes).map(Self)
    }

    /// The quickest walk between two places; `None` when an end is over [`MAX_SNAP_M`] from the network or no way
    /// leads there. Its length and time are those from the point of the network nearest to the start to that nearest
    /// to the end.
    pub fn route(&self, from: Position, to: Position) -> Option<Walk> {
        self.0.walk(from, to)
    }

    /// All ground within [`reach::NEAR_M`] of the network to which [`Self::route`] takes at most that many minutes;
    /// `None` when the centre is over [`MAX_SNAP_M`] from the network.
    pub fn reachable(&self, center: Position, minutes: u32) -> Option<Shape> {
        self.0.reachable(center, minutes)
    }

    /// The rectangle round its nodes.
    pub fn bbox(&self) -> BBox {
        BBox::around(self.0.nodes.iter().copied())
    }

    /// Nodes and edges of the network.
    pub fn size(&self) -> (usize, usize) {
        (self.0.nodes.len(), self.0.tails.len())
    }
}
