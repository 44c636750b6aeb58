//! `glassmap-call`: calls tools from the command line, without a screen.
//!
//! Reads one line of JSON at a time from standard input, `{"city": "malta", "calls": [{"tool": …, "input": {…}}]}`, runs
//! the calls in order in a fresh session over that city's pack, and writes one line: the list of answers.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    match native::run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("glassmap-call: {sentence}");
            std::process::ExitCode::from(2)
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use glassmap::city::pack::CityIndex;
    use glassmap::language::Language;
    use glassmap::ports::{Fetch, FolderFetch, Loader, NoScreen, SystemClock};
    use glassmap::spatial::Viewport;
    use glassmap::tools::{Context, call};
    use serde::Deserialize;
    use serde_json::Value;
    use std::io::{BufRead, Write};
    use std::path::PathBuf;
    use std::rc::Rc;

    const USAGE: &str = "usage: glassmap-call [--packs DIR]… [--language TAG]  (each DIR holds one folder per city; default assets/cities)";

    /// No list of cities is larger, in bytes.
    const MAX_INDEX: u64 = 1 << 20;

    #[derive(Deserialize)]
    struct Case {
        city: String,
        calls: Vec<Call>,
    }

    #[derive(Deserialize)]
    struct Call {
        tool: String,
        #[serde(default)]
        input: Value,
    }

    pub fn run() -> Result<(), String> {
        let (mut folders, mut language) = (Vec::new(), Language::ENGLISH);
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match (argument.as_str(), arguments.next()) {
                ("--packs", Some(folder)) => folders.push(PathBuf::from(folder)),
                ("--language", Some(tag)) => {
                    let tags = || Language::all().map(Language::tag).collect::<Vec<_>>().join(", ");
                    let known = Language::of_tag(&tag);
                    language = known.ok_or_else(|| format!("--language takes one of {}, not {tag:?}", tags()))?;
                }
                _ => return Err(USAGE.into()),
            }
        }
        folders.push(PathBuf::from("assets/cities"));
        let fetch = Rc::new(FolderFetch::new(folders));
        let index = futures_executor::block_on(fetch.get("index.json", MAX_INDEX)).ok();
        let index: Option<CityIndex> = index.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let mut out = std::io::stdout().lock();
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|error| error.to_string())?;
            if line.trim().is_empty() {
                continue;
            }
            let case: Case = serde_json::from_str(&line).map_err(|error| format!("{error} in {line}"))?;
            let loader = Loader::new(&case.city, fetch.clone(), Rc::new(SystemClock));
            let context = Context::new(loader, Rc::new(NoScreen), Viewport::new(1280.0, 800.0), true);
            context.set_language(language);
            if let Some(index) = &index {
                context.set_cities(index.cities.clone(), |city| {
                    Loader::new(&city.id, fetch.clone(), Rc::new(SystemClock))
                });
            }
            let answers = futures_executor::block_on(answers(&context, case.calls));
            writeln!(out, "{}", Value::Array(answers)).and_then(|()| out.flush()).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    async fn answers(context: &Rc<Context>, calls: Vec<Call>) -> Vec<Value> {
        let mut answers = Vec::with_capacity(calls.len());
        for Call { tool, input } in calls {
            answers.push(call(context, &tool, input).await);
        }
        answers
    }
}
