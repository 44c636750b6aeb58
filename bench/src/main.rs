//! `glassmap-bench`: makes the cities that the bench asks, and asks the core natively.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use glassmap::ports::{FolderFetch, Loader, SystemClock};
    use glassmap::spatial::BBox;
    use glassmap_bench::made::{self, Recipe, Spread};
    use glassmap_bench::{Query, State};
    use serde_json::json;
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;
    use std::rc::Rc;
    use std::time::Instant;

    const USAGE: &str = "usage: glassmap-bench make PACKS COUNT DEGREES|W,S,E,N bare|whole FOLDER   (PACKS holds malta)
       glassmap-bench run FOLDER QUERIES.json ROUNDS
       glassmap-bench weigh FOLDER";

    pub fn main() -> ExitCode {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = match words.as_slice() {
            ["make", packs, count, spread, what, folder] => {
                make(packs, count, spread, *what == "bare", Path::new(folder))
            }
            ["run", folder, queries, rounds] => run(Path::new(folder), queries, rounds),
            ["weigh", folder] => weigh(Path::new(folder)),
            _ => Err(USAGE.into()),
        };
        match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(sentence) => {
                eprintln!("glassmap-bench: {sentence}");
                ExitCode::from(2)
            }
        }
    }

    fn make(packs: &str, count: &str, spread: &str, bare: bool, folder: &Path) -> Result<(), String> {
        let numbers: Vec<f64> = spread.split(',').filter_map(|number| number.parse().ok()).collect();
        let spread = match numbers.as_slice() {
            [degrees] => Spread::Jitter(*degrees),
            [west, south, east, north] => Spread::Over(BBox { west: *west, south: *south, east: *east, north: *north }),
            _ => return Err(USAGE.into()),
        };
        let count = count.parse().map_err(|_| USAGE)?;
        let fetch = FolderFetch::new(vec![PathBuf::from(packs)]);
        let loader = Loader::new("malta", Rc::new(fetch), Rc::new(SystemClock));
        let all = glassmap::city::Category::ALL.iter().copied().collect();
        let load = async {
            loader.open().await.map_err(|error| error.to_string())?;
            loader.categories(all).await.map_err(|(_, error)| error.to_string())
        };
        futures_util::FutureExt::now_or_never(load).ok_or("a file did not come at once")??;
        let models = made::records(&loader.city().ok_or("there is no city")?.features);
        for (path, bytes) in made::pack(&models, Recipe { count, spread, bare })? {
            let file = folder.join(path);
            let parent = file.parent().ok_or("a file has a folder")?;
            let written = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&file, bytes));
            written.map_err(|error| format!("{}: {error}", file.display()))?;
        }
        Ok(())
    }

    fn filled(folder: &Path) -> Result<State, String> {
        let mut state = State::default();
        let folder = folder.join(made::CITY);
        let failure = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in std::fs::read_dir(&folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            let path = format!("{}/{}", made::CITY, entry.file_name().to_string_lossy());
            state.put(&path, std::fs::read(entry.path()).map_err(failure)?);
        }
        Ok(state)
    }

    /// Prints, by work, the time of every query in nanoseconds: of each the median of the rounds.
    fn run(folder: &Path, queries: &str, rounds: &str) -> Result<(), String> {
        let text = std::fs::read_to_string(queries).map_err(|error| format!("{queries}: {error}"))?;
        let rounds: usize = rounds.parse().map_err(|_| USAGE)?;
        let mut state = filled(folder)?;
        let begun = Instant::now();
        let features = state.open()?;
        let open_ms = begun.elapsed().as_secs_f64() * 1e3;
        let count = state.set_queries(&text)?;
        let works: Vec<Query> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let mut rows = Vec::new();
        for (number, query) in works.iter().enumerate().take(count) {
            let mut total = state.answer(number);
            let mut times: Vec<u128> = (0..rounds)
                .map(|_| {
                    let begun = Instant::now();
                    total = std::hint::black_box(state.answer(number));
                    begun.elapsed().as_nanos()
                })
                .collect();
            times.sort_unstable();
            rows.push(json!({ "work": work(query), "ns": times[rounds / 2] as u64, "total": total, "listed": state.listed() }));
        }
        println!("{}", json!({ "features": features, "open_ms": open_ms, "queries": rows }));
        Ok(())
    }

    const fn work(query: &Query) -> &'static str {
        match query {
            Query::Radius { .. } => "radius",
            Query::Nearest { .. } => "nearest",
            Query::Text { .. } => "text",
            Query::Polygon { .. } => "polygon",
            Query::View { .. } => "view",
            Query::Compare { .. } => "compare",
        }
    }

    fn weigh(folder: &Path) -> Result<(), String> {
        let mut state = filled(folder)?;
        let (bytes, count) = state.weigh();
        println!("{}", json!({ "bytes": bytes, "features": count, "per_feature": bytes as f64 / count.max(1) as f64 }));
        Ok(())
    }
}
