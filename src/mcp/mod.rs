//! The MCP server: sessions without a screen on one thread, spoken to over stdio or Streamable HTTP.

mod gate;
mod host;
mod http;
mod limits;
mod packs;
mod server;
mod sessions;
mod view;
mod web;

pub use gate::{Gate, GateError};
pub use host::{Host, Settings};
pub use http::serve_http;
pub use limits::SESSION_IDLE;
pub use packs::{PackError, Packs};
pub use server::{Server, Servers, serve_stdio};
