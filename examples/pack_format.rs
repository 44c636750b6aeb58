//! How long the base file of a pack takes to decode, beside the same features as plain GeoJSON, in one run:
//! `cargo run --release --features city --example pack_format -- assets/cities/malta [GEOJSON]`. The GeoJSON is written
//! to the second path when one is given.
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use glassmap::builder::{read_features, write_geojson};
use glassmap::city::Category;
use glassmap::city::pack::FeatureColumns;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

const RUNS: usize = 101;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let pack = words.next().ok_or("name the folder of a pack")?;
    let base = std::fs::read(Path::new(&pack).join("base.glm"))?;
    let mut features = read_features(Path::new(&pack))?;
    features.retain(|feature| feature.categories.iter().any(Category::is_base));
    let mut geojson = Vec::new();
    write_geojson(&features, &mut geojson)?;
    if let Some(path) = words.next() {
        std::fs::write(path, &geojson)?;
    }
    let columns = median_ms(|| FeatureColumns::decode(&base).map(|columns| columns.len()))?;
    let text = median_ms(|| serde_json::from_slice::<serde_json::Value>(&geojson).map(|value| value.is_object()))?;
    println!("{} features", features.len());
    println!("base.glm       {:>8} bytes  {columns:.2} ms to columns", base.len());
    println!("plain GeoJSON  {:>8} bytes  {text:.2} ms with serde_json", geojson.len());
    println!("ratio          {:>8.2}        {:.2}", ratio(base.len(), geojson.len()), columns / text);
    Ok(())
}

fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

/// The median time of many runs, in milliseconds.
fn median_ms<T, E>(mut run: impl FnMut() -> Result<T, E>) -> Result<f64, E> {
    let mut times = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        let started = Instant::now();
        black_box(run()?);
        times.push(started.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[RUNS / 2])
}
