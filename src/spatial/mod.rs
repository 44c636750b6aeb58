//! Geometry on the WGS84 ellipsoid, directions in words, the screen's rectangle on the ground, and the folding of text:
//! pure functions that know nothing of cities, tools or pages.

mod bbox;
mod fold;
mod geodesy;
mod heading;
mod overlap;
mod plane;
mod position;
mod segment;
mod shape;
mod simplify;
mod step;
mod viewport;

pub use bbox::BBox;
pub use fold::{fold, fold_each};
pub use geodesy::{
    Direction, Inverse, destination, distance_m, inverse, line_length_m, ring_area_m2, ring_perimeter_m,
};
pub use heading::{Facing, compass_phrase};
pub use plane::{Plane, metres_per_degree, near_distance_m, nearest_on_segment};
pub use position::{Position, round_to};
pub use segment::{meeting, turn};
pub use shape::{Polygon, PreparedShape, Shape};
pub use simplify::simplified;
pub use step::Step;
pub use viewport::{Camera, Insets, Viewport};
