//! The MCP server as clients meet it: the built program, over real pipes and a real socket.

mod client;
mod load;
mod protocol;
mod refusals;
mod sessions;
mod trajectories;
mod walks;

#[path = "../support/mod.rs"]
mod support;
