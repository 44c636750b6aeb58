//! Makes a basemap by itself: `cargo run --features city --example basemap -- EXTRACT OUT`.

use glassmap::builder::basemap::{BasemapReport, BasemapRequest, Ground, build};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(report) => {
            eprintln!("{report:?}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<BasemapReport, Box<dyn std::error::Error>> {
    let mut words = std::env::args_os().skip(1);
    let (Some(extract), Some(out)) = (words.next(), words.next()) else {
        return Err("name an extract and the archive to write".into());
    };
    let without_coast = Ground::default();
    Ok(build(&BasemapRequest { extract: extract.into(), bbox: None, out: out.into(), without_coast })?)
}
