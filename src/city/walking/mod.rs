//! The city's walking graph: routes and reachable areas from the pack alone.

mod walk;

pub use walk::{Leg, LegKind, Turn, Walk};

use super::pack::PackError;
use crate::spatial::{Position, Shape};

/// No end of a route may be farther from the network than this, in metres.
pub const MAX_SNAP_M: f64 = 300.0;

/// A city's walking graph in memory.
pub struct Walking {}

impl Walking {
    /// The graph that the bytes of a pack's walking file hold.
    ///
    /// # Errors
    /// Bytes that are none, or that contradict themselves.
    pub fn decode(_bytes: &[u8]) -> Result<Self, PackError> {
        Ok(Self {})
    }

    /// The quickest walk between two places; `None` when an end is over [`MAX_SNAP_M`] from the network or no way
    /// leads there.
    pub fn route(&self, _from: Position, _to: Position) -> Option<Walk> {
        None
    }

    /// All ground near the network to which [`Self::route`] takes at most that many minutes; `None` when the centre is
    /// over [`MAX_SNAP_M`] from the network.
    pub fn reachable(&self, _center: Position, _minutes: u32) -> Option<Shape> {
        None
    }
}
