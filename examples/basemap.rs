//! Makes a basemap by itself: `cargo run --features city --example basemap -- EXTRACT OUT`.

use glassmap::builder::basemap::{BasemapRequest, Ground, build};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args_os().skip(1);
    let (Some(extract), Some(out)) = (words.next(), words.next()) else {
        return Err("name an extract and the archive to write".into());
    };
    let report =
        build(&BasemapRequest { extract: extract.into(), bbox: None, out: out.into(), without_coast: Ground::Land })?;
    eprintln!("{report:?}");
    Ok(())
}
