use crate::city::walking::MAX_SNAP_M;
use crate::ports::{LoadError, MAX_MOVED_M, RouterError, Unfit};

/// Why there is no walk, or no reachable area.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoRoute {
    /// The pack knows no way, and there is nobody else to ask.
    #[error(
        "The city's own walking data, where it has any, knows no way between these places (each end within {MAX_SNAP_M} m \
         of a path), and this program asks no routing service. Pass places nearer to a street."
    )]
    NoRouter,
    /// The router did not answer in time.
    #[error("The routing service took too long, so nothing was drawn. Ask again in a moment.")]
    Slow,
    /// There is no connection to the router.
    #[error("The routing service cannot be reached, so nothing was drawn. Ask again in a moment.")]
    Unreachable,
    /// The router says that it failed.
    #[error("The routing service failed (status {0}), so nothing was drawn. Ask again in a minute.")]
    Failed(u16),
    /// The router answered with what is no walk between the places.
    #[error("What the routing service answered cannot be a walk between these places, so nothing was drawn: {0}.")]
    Nonsense(&'static str),
    /// There is no way.
    #[error("There is no way on foot between these places in the map data. Choose another start or end.")]
    NoWay,
    /// The router's nearest path is too far from an end.
    #[error(
        "{field} is {metres:.0} m from the nearest path that the routing service knows, and at most {MAX_MOVED_M} m is \
         taken for the same place. Pass a place nearer to a street."
    )]
    TooFar {
        /// The argument.
        field: &'static str,
        /// How far, in metres.
        metres: f64,
    },
    /// The pack has no walking graph.
    #[error(
        "{city} has no walking data of its own, which a reachable area is computed from. Draw a circle instead: 80 m of \
         radius for each minute is a usual walk, as the crow flies."
    )]
    NoGraph {
        /// The city's name.
        city: String,
    },
    /// The walking graph did not come.
    #[error("The city's walking data could not be loaded: {}", if *.is_final {
        "this site does not have that file. Draw a circle instead."
    } else {
        "the connection failed or took too long. Ask again to try once more."
    })]
    GraphFailed {
        /// Whether asking again is of no use.
        is_final: bool,
    },
    /// The centre of a reachable area is nowhere near a path.
    #[error(
        "The centre is over {MAX_SNAP_M} m from every path of the city's walking data, so nowhere can be walked to from \
         it. Pass a place nearer to a street."
    )]
    FarFromPaths,
}

impl NoRoute {
    /// The kind of failure in a word.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoRouter => "no_router",
            Self::Slow => "slow",
            Self::Unreachable => "unreachable",
            Self::Failed(_) => "failed",
            Self::Nonsense(_) => "nonsense",
            Self::NoWay => "no_way",
            Self::TooFar { .. } | Self::FarFromPaths => "too_far",
            Self::NoGraph { .. } => "no_walking_data",
            Self::GraphFailed { .. } => "not_loaded",
        }
    }

    /// What the lack of a walking graph is.
    pub fn of_load(error: &LoadError) -> Self {
        Self::GraphFailed { is_final: error.is_final() || matches!(error, LoadError::Pack { .. }) }
    }
}

impl From<&RouterError> for NoRoute {
    fn from(error: &RouterError) -> Self {
        match error {
            RouterError::Slow => Self::Slow,
            RouterError::Unreachable => Self::Unreachable,
            RouterError::Status { status } => Self::Failed(*status),
            RouterError::Unfit(Unfit::NoWay | Unfit::SamePoint) => Self::NoWay,
            RouterError::Unfit(Unfit::Moved { at_start, moved_m }) => {
                Self::TooFar { field: if *at_start { "from" } else { "to" }, metres: *moved_m }
            }
            RouterError::Unfit(Unfit::Nonsense(what)) => Self::Nonsense(what),
        }
    }
}
