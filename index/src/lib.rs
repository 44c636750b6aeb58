//! Where things are: static packed trees over points and over rectangles, and distances on the ellipsoid that are good
//! enough to decide all but the closest questions. Coordinates are whole steps of 1e-7 degrees. Nothing here is generic, so
//! that all of it is compiled here, for speed, whatever the crate that calls it is compiled for.

mod grams;
mod hilbert;
mod near;
mod points;
mod rects;
mod ring;
mod sort;
mod tree;

pub use grams::Grams;
pub use near::{Near, Ranked, rank};
pub use points::{Points, has_bit};
pub use rects::Rects;
pub use ring::{Ring, Side};
pub use tree::Window;

/// Steps in a degree: OpenStreetMap's own, about a centimetre.
pub const STEPS: f64 = 1e7;

/// Degrees as the nearest whole step.
pub fn step(degrees: f64) -> i32 {
    (degrees * STEPS).round() as i32
}
