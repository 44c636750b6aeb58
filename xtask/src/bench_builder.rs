//! `cargo xtask bench builder`: the builder against tilemaker on the same extract, its memory, and how its time grows
//! with the extract. Ratios of one run; times of another machine say nothing.

use crate::run::{self, cargo};
use crate::{Result, pbf_repeat};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// Each time is the median of as many runs.
const RUNS: usize = 3;
/// How many times larger the large extract is.
const TIMES: u64 = 20;
/// Where Debian puts tilemaker's own configuration.
const TILEMAKER_CONFIG: &str = "/usr/share/doc/tilemaker/examples";
/// The builder's time is at most that of tilemaker.
const MOST_RATIO: f64 = 1.0;
/// The builder's memory stays below, in megabytes.
const MOST_MEMORY_MB: f64 = 500.0;
/// Time per megabyte of the large extract is at most so many times that of the small one.
const MOST_GROWTH: f64 = 1.15;

/// One run of the builder.
struct Run {
    seconds: f64,
    memory_mb: f64,
    features: u64,
}

/// Measures, prints a table, and fails when a target is missed.
pub fn run(extract: Option<String>) -> Result<ExitCode> {
    let named = extract.map(PathBuf::from).or_else(|| env::var_os("GLASSMAP_EXTRACT").map(PathBuf::from));
    let extract = named
        .ok_or("which extract? Name an .osm.pbf, or set GLASSMAP_EXTRACT; docs/CITIES.md says where to get one")?;
    let extract = extract.canonicalize().map_err(|error| format!("{}: {error}", extract.display()))?;
    let builder = built()?;
    let scratch = Scratch::new()?;
    let large = scratch.0.join("large.osm.pbf");
    run::step(&format!("repeating the extract {TIMES} times"), "to see how time and memory grow");
    pbf_repeat::repeat(&extract, &large, TIMES)?;

    let tiles = run::find("tilemaker").filter(|_| Path::new(TILEMAKER_CONFIG).is_dir());
    run::step("measuring", "each time is the median of three");
    let (mut small_runs, mut tile_runs, mut large_runs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        small_runs.push(features(&builder, &extract, &scratch.0)?);
        tile_runs.extend(tiles.as_ref().map(|program| tilemaker(program, &extract, &scratch.0)).transpose()?);
        large_runs.push(features(&builder, &large, &scratch.0)?);
    }
    let small_mb = megabytes(&extract)?;
    let large_mb = megabytes(&large)?;
    let (small_s, large_s) =
        (median(small_runs.iter().map(|run| run.seconds)), median(large_runs.iter().map(|run| run.seconds)));
    let memory_mb = large_runs.iter().chain(&small_runs).map(|run| run.memory_mb).fold(0.0, f64::max);

    println!("{:<48} {:>9}   {:>8}", "builder, release", "measured", "target");
    let plain = |what: &str, value: String| println!("{what:<48} {value:>9}");
    let mut missed = 0;
    let mut judge = |what: &str, value: String, target: String, met: bool| {
        missed += u32::from(!met);
        println!("{what:<48} {value:>9}   {target:>8}   {}", if met { "met" } else { "MISSED" });
    };
    plain(&format!("features of {small_mb:.1} MB"), format!("{small_s:.2} s"));
    if tile_runs.is_empty() {
        plain("tilemaker is not installed with its configuration", "-".to_owned());
    } else {
        let tiles_s = median(tile_runs.into_iter());
        plain("tilemaker's tiles of it, its own configuration", format!("{tiles_s:.2} s"));
        let ratio = small_s / tiles_s;
        judge("features / tiles", format!("{ratio:.2}"), format!("<= {MOST_RATIO:.2}"), ratio <= MOST_RATIO);
    }
    plain(&format!("features of {large_mb:.1} MB, {TIMES} times as many"), format!("{large_s:.2} s"));
    let growth = (large_s / large_mb) / (small_s / small_mb);
    judge("time per MB, large / small", format!("{growth:.2}"), format!("<= {MOST_GROWTH}"), growth <= MOST_GROWTH);
    let target = format!("< {MOST_MEMORY_MB} MB");
    judge("peak memory, both", format!("{memory_mb:.0} MB"), target, memory_mb < MOST_MEMORY_MB);
    let (few, many) = (small_runs[0].features, large_runs[0].features);
    judge(
        "features, large / small",
        format!("{:.2}", many as f64 / few as f64),
        format!("<= {TIMES}"),
        many <= few * TIMES,
    );
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The builder's program, built for release.
fn built() -> Result<PathBuf> {
    run::step("building glassmap-city", "release");
    let said = run::output(&mut cargo([
        "build",
        "--release",
        "--features",
        "city",
        "--bin",
        "glassmap-city",
        "--message-format",
        "json-render-diagnostics",
    ]))?;
    let lines = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = lines.filter_map(|line| line["executable"].as_str().map(PathBuf::from));
    programs.next_back().ok_or_else(|| "cargo names no program that it built".to_owned())
}

/// Builds the features of an extract, at the level of districts that Malta has.
fn features(builder: &Path, extract: &Path, scratch: &Path) -> Result<Run> {
    let mut command = Command::new(builder);
    command.arg("build").arg(extract).arg("-o").arg(scratch.join("pack"));
    command.args(["--id", "bench", "--name", "Bench", "--district-level", "8"]).stdin(Stdio::null());
    let started = Instant::now();
    let said = run::output(&mut command)?;
    let seconds = started.elapsed().as_secs_f64();
    let number_before = |unit: &str| {
        let before = said.split(unit).next().filter(|before| before.len() < said.len())?;
        before.split_whitespace().last()?.parse::<f64>().ok()
    };
    let told = number_before(" features").zip(number_before(" MB of memory"));
    let (features, memory_mb) = told.ok_or("the builder's report names no features, or no memory")?;
    Ok(Run { seconds, memory_mb, features: features as u64 })
}

/// Makes tiles of an extract by tilemaker's own configuration; the seconds it took.
fn tilemaker(program: &Path, extract: &Path, scratch: &Path) -> Result<f64> {
    let own = |name: &str| Path::new(TILEMAKER_CONFIG).join(name);
    let out = scratch.join("tiles.mbtiles");
    let mut command = Command::new(program);
    command.current_dir(scratch).arg("--input").arg(extract).arg("--output").arg(&out).stdin(Stdio::null());
    command.arg("--config").arg(own("config-openmaptiles.json"));
    command.arg("--process").arg(own("process-openmaptiles.lua"));
    let started = Instant::now();
    let ended = command.output().map_err(|error| format!("tilemaker cannot start: {error}"))?;
    let seconds = started.elapsed().as_secs_f64();
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr);
        let said = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
        return Err(format!("tilemaker gave up on this extract ({}): {said}", ended.status));
    }
    fs::remove_file(&out).map_err(|error| format!("tilemaker wrote no tiles: {error}"))?;
    Ok(seconds)
}

fn megabytes(file: &Path) -> Result<f64> {
    let bytes = fs::metadata(file).map_err(|error| format!("{}: {error}", file.display()))?.len();
    Ok(bytes as f64 / 1e6)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A folder of this run, gone at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        let folder = env::temp_dir().join(format!("glassmap-bench-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
