//! What the core cannot do itself: fetch a file, wait, draw. Fakes that record stand beside the traits.

mod clock;
mod fetch;
mod loader;
mod map;

#[cfg(not(target_arch = "wasm32"))]
pub use clock::SystemClock;
pub use clock::{Clock, FakeClock, within};
#[cfg(not(target_arch = "wasm32"))]
pub use fetch::FolderFetch;
pub use fetch::{FakeFetch, Fetch, FetchError};
pub use loader::{LoadError, Loader, Loading};
pub use map::{MapPort, NoScreen};
