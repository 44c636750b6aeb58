//! glassmap: one city map that a person and an agent read and change together.
//!
//! ```text
//! language  what is said, in the reader's language
//! spatial   pure geometry and folding of text          city     a loaded city pack
//! domain    what both hands change                     ports    map, fetch, clock: what the core cannot do itself
//! share     the map in a link                           export   the map as places of a file
//! tools     the catalog: one file per tool             agent    the catalog as each surface shows it
//! web       the page (feature web)                     builder  city packs from OSM extracts (feature city)
//! mcp       the MCP server (feature mcp)
//! ```
//!
//! A call becomes typed arguments, a tool reads or plans an edit, `Session::commit` is the only writer, and what
//! changed reaches the map and the page through signals.

pub mod agent;
#[cfg(feature = "city")]
pub mod builder;
pub mod city;
pub mod domain;
pub mod export;
pub mod language;
#[cfg(all(feature = "mcp", not(target_arch = "wasm32")))]
pub mod mcp;
pub mod ports;
pub mod share;
pub mod spatial;
pub mod tools;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;
