//! The tools against a small city whose files and time are in the tests' hands.

mod any;
mod areas;
mod arguments;
mod base;
mod camera;
mod catalog;
mod cities;
mod ground;
mod headings;
mod history;
#[cfg(not(target_arch = "wasm32"))] // as in city/layer.rs
mod layers;
mod links;
mod marks;
mod opening;
mod remove;
mod routes;
mod search;
mod select;
mod summaries;
