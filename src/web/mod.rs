//! The page: the same core as everywhere, with MapLibre for a screen, the browser's fetch and clock, and WebMCP.

mod address;
mod clock;
mod fetch;
mod hours;
mod map;
mod store;
#[cfg(test)]
mod tests;
mod ui;
mod webmcp;
mod words;

/// Starts the page: hooks for panics first, then the interface.
pub fn start() {
    webmcp::settle_calls_on_panic();
    leptos::mount::mount_to_body(ui::App);
}
