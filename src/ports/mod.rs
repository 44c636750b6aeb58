//! What the core cannot do itself: fetch a file, ask a server, wait, tell the time, know who is open, draw. Fakes that
//! record stand beside the traits.

mod clock;
mod fetch;
mod hours;
mod loader;
mod map;
mod osrm;
mod router;
mod shelf;
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use clock::SystemClock;
pub use clock::{Clock, FakeClock, moment_in, within};
#[cfg(not(target_arch = "wasm32"))]
pub use fetch::FolderFetch;
pub use fetch::{FakeFetch, Fetch, FetchError};
#[cfg(not(target_arch = "wasm32"))]
pub use hours::LinkedHours;
pub use hours::{FakeHours, Hours, NoHours};
pub use loader::{LoadError, Loader, Loading};
pub use map::{MapPort, NoScreen};
pub use osrm::{MAX_MOVED_M, Unfit};
pub use router::{Router, RouterError};
pub use shelf::Shelf;
pub use web::{FakeWeb, Reply, Web, WebError};
