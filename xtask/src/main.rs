//! `cargo xtask …`: set up, serve, build, check and test glassmap. `cargo xtask --help` lists the commands.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

mod args;
mod bench_builder;
mod bench_core;
mod bench_mcp;
mod bench_routes;
mod bench_start;
mod bless;
mod browser;
mod check;
mod counts;
mod csp;
mod hours;
mod layers;
mod map_files;
mod packs;
mod page;
mod pbf_repeat;
mod programs;
mod root;
mod routers;
mod run;
mod setup;
mod split;
mod stage;
mod test;

use args::Args;
use std::process::ExitCode;

/// What went wrong, as a sentence for the person at the terminal.
pub type Result<T> = std::result::Result<T, String>;

const HELP: &str = "\
cargo xtask COMMAND [OPTIONS]

  serve [--release] [--port N] [--packs DIR]… [--open]
                    set up what is missing, build, serve, print the address; rebuilds on change
  build [--packs DIR]… [--public-url URL]
                    the release into dist/, for any static host (URL is ./ unless given)
  test [--packs DIR]… [--only native|wasm|browser|mcp]
                    set up what is missing and run every test; the last line counts them
  check             formatting, clippy on both targets with warnings denied, the architecture test
  bench             every bench that needs nothing but the checkout: core, start, mcp
  bench core        the core against Turf and indexes in JavaScript, in Chromium and natively; writes docs/bench.json and
                    docs/bench.svg (GLASSMAP_BENCH_SIZES=33,000 for the smaller city alone)
  bench builder [EXTRACT]
                    the city builder against tilemaker, its memory and how its time grows (default: GLASSMAP_EXTRACT)
  bench start       how soon the page's map and tools are there beside a page with the map library alone, and what a
                    call costs beside a tool that does nothing
  bench mcp         the MCP server: time from its start to an answer, and memory
  bench routes      walks and reachable areas in the page against a real router over loopback
  setup             only the set-up: wasm target, trunk, wasm-bindgen, the splitter, npm packages
  bless             write the committed generated files again
  stage             run by Trunk after each build: map library, packs, opening hours; a release is split and gets its
                    security policy

  --packs DIR       a pack, or a folder of packs, to add to assets/cities; the same id there wins
  GLASSMAP_CACHE    where tools are installed (~/.cache/glassmap)
  CHROMIUM, CHROMEDRIVER
                    the browser for the tests, and its driver
";

fn main() -> ExitCode {
    match dispatch(std::env::args().skip(1).collect()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: Vec<String>) -> Result<ExitCode> {
    let mut args = Args::new(words);
    if args.flag("--help") || args.flag("-h") {
        print!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    }
    match args.command().as_deref() {
        Some("setup") => args.finish().and_then(|()| setup::for_release()).map(done),
        Some("build") => page::build(page::BuildOptions::parse(args)?).map(done),
        Some("serve") => page::serve(page::ServeOptions::parse(args)?).map(done),
        Some("announce") => page::announce(args).map(done),
        Some("stage") => args.finish().and_then(|()| stage::run()).map(done),
        Some("check") => args.finish().and_then(|()| check::run()).map(done),
        Some("test") => test::run(test::Options::parse(args)?),
        Some("bench") => bench(args),
        Some("bless") => args.finish().and_then(|()| bless::run()).map(done),
        Some(other) => Err(format!("there is no command {other:?}.\n\n{HELP}")),
        None => Err(format!("which command?\n\n{HELP}")),
    }
}

fn bench(mut args: Args) -> Result<ExitCode> {
    match args.command().as_deref() {
        None => args.finish().and_then(|()| bench_all()),
        Some("core") => args.finish().and_then(|()| bench_core::run()),
        Some("builder") => {
            let extract = args.command();
            args.finish().and_then(|()| bench_builder::run(extract))
        }
        Some("mcp") => args.finish().and_then(|()| bench_mcp::run()),
        Some("start") => args.finish().and_then(|()| bench_start::run()),
        Some("routes") => args.finish().and_then(|()| bench_routes::run()),
        _ => Err(format!("which bench?\n\n{HELP}")),
    }
}

/// Every bench that needs nothing from elsewhere, one after the other, so that none slows another down.
fn bench_all() -> Result<ExitCode> {
    let done = [bench_core::run(), bench_start::run(), bench_mcp::run()];
    let failed: Vec<String> = done.into_iter().filter_map(std::result::Result::err).collect();
    if failed.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(failed.join("; ")) }
}

fn done((): ()) -> ExitCode {
    ExitCode::SUCCESS
}
