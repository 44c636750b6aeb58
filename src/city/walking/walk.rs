use crate::spatial::Position;

/// A way to walk from one place to another, as a router planned it.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The line, from the nearest point of the network to the start to that nearest to the end; never empty.
    pub points: Vec<Position>,
    /// Length in metres, the router's own.
    pub distance_m: f64,
    /// Time in seconds, the router's own: walking, and ferries as long as they take.
    pub duration_s: f64,
    /// Its parts in order, each along one street, path, staircase or ferry.
    pub legs: Vec<Leg>,
}

impl Walk {
    /// Whether a part of it is by ferry.
    pub fn uses_ferry(&self) -> bool {
        self.legs.iter().any(|leg| leg.kind == LegKind::Ferry)
    }
}

/// A part of a walk along one street, path, staircase or ferry.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// What is walked on.
    pub kind: LegKind,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// How it is entered.
    pub turn: Turn,
    /// Its length in metres.
    pub distance_m: f64,
}

/// What a part of a walk is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegKind {
    /// A street.
    Street,
    /// A footway, path or track, or the edge of a square.
    Path,
    /// Steps.
    Steps,
    /// A ferry.
    Ferry,
}

/// How a part of a walk is entered from the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// The walk begins, in that direction: degrees clockwise from north.
    Depart {
        /// The direction in degrees.
        bearing_deg: f64,
    },
    /// By turning that far: degrees, −180 to 180, positive to the right.
    By {
        /// The angle in degrees.
        angle_deg: f64,
    },
}
