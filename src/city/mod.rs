//! A loaded city: its pack, its features with their indexes, and the names that find them.

mod category;
pub mod features;
pub mod pack;
pub mod places;

pub use category::{Category, CategorySet};
