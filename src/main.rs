//! The web page's entry.

#[cfg(all(feature = "web", target_arch = "wasm32"))]
fn main() {
    glassmap::web::start();
}

#[cfg(not(all(feature = "web", target_arch = "wasm32")))]
fn main() {
    eprintln!("This program is the web page and runs in a browser. Start it with: cargo xtask serve");
}
