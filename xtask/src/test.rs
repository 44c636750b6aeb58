//! `test`: every suite, one count. A suite that cannot run is a failure, and the others run all the same.

use crate::args::Args;
use crate::check::NATIVE_FEATURES;
use crate::counts::Counts;
use crate::page::{self, BuildOptions};
use crate::{Result, browser, programs, root, routers, run, setup};
use std::cell::Cell;
use std::fs;
use std::process::{Command, ExitCode};

const SUITES: [&str; 4] = ["native", "wasm", "browser", "mcp"];
/// Programs that tests start, and the variables that say where they are.
const PROGRAMS: [(&str, &str); 3] =
    [("GLASSMAP_MCP", "glassmap-mcp"), ("GLASSMAP_CALL", "glassmap-call"), ("GLASSMAP_CITY", "glassmap-city")];

/// `test`'s command line.
pub struct Options {
    packs: Vec<String>,
    only: Option<String>,
}

impl Options {
    pub fn parse(mut args: Args) -> Result<Self> {
        let (packs, only) = (args.options("--packs")?, args.option("--only")?);
        args.finish()?;
        match only {
            Some(name) if !SUITES.contains(&name.as_str()) => {
                Err(format!("--only {name}: the suites are {}", SUITES.join(", ")))
            }
            only => Ok(Self { packs, only }),
        }
    }
}

/// Runs the suites; prints `N passed, N failed` as the last line.
pub fn run(options: Options) -> Result<ExitCode> {
    let mut total = Counts::default();
    let release = Release { packs: options.packs, is_built: Cell::new(false) };
    for suite in SUITES.iter().filter(|suite| options.only.as_ref().is_none_or(|only| only == *suite)) {
        eprintln!("\nxtask: {suite} tests");
        let counts = match *suite {
            "native" => native(),
            "wasm" => wasm(),
            "mcp" => mcp(&release),
            _ => in_browser(&release),
        };
        let counts = counts.unwrap_or_else(|error| {
            eprintln!("xtask: the {suite} tests could not run: {error}");
            Counts::BROKEN
        });
        eprintln!("xtask: {suite}: {} passed, {} failed", counts.passed, counts.failed);
        total += counts;
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    Ok(if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The page that suites open in a browser, built by the first that does.
struct Release {
    packs: Vec<String>,
    is_built: Cell<bool>,
}

impl Release {
    fn build(&self) -> Result<()> {
        if !self.is_built.get() {
            page::build(BuildOptions { packs: self.packs.clone(), public_url: "./".to_owned() })?;
            self.is_built.set(true);
        }
        Ok(())
    }
}

/// The core, the builder and this program, with the host's compiler; examples in documentation too.
fn native() -> Result<Counts> {
    let scope = ["--workspace", "--features", NATIVE_FEATURES];
    let routers = match routers::ensure() {
        Ok(folder) => Some(folder),
        Err(error) if root::is_ci() => return Err(error),
        Err(error) => {
            eprintln!("xtask: walks are not compared with a real router's: {error}");
            None
        }
    };
    let tests = |mut cargo: Command| {
        if let Some(folder) = &routers {
            cargo.env("GLASSMAP_ROUTERS", folder);
        }
        run::watched(cargo.args(scope))
    };
    if run::find("cargo-nextest").is_none() {
        let tests = tests(run::cargo(["test", "--no-fail-fast"]))?;
        return Ok(Counts::of_cargo_test(&tests));
    }
    let tests = tests(run::cargo(["nextest", "run", "--no-fail-fast"]))?;
    let mut counts = Counts::of_nextest(&tests);
    let examples = run::watched(run::cargo(["test", "--doc", "--no-fail-fast"]).args(scope))?;
    counts += Counts::of_cargo_test(&examples);
    Ok(counts)
}

/// The library's own tests, compiled for the browser and run in one.
fn wasm() -> Result<Counts> {
    setup::for_page()?;
    let browser = browser::ensure()?;
    let mut tests = run::cargo(["test", "--target", setup::WASM, "--features", "web", "--lib"]);
    tests
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", browser::webdriver_json(&browser)?)
        .env("CHROMEDRIVER", &browser.driver);
    Ok(Counts::of_cargo_test(&run::watched(&mut tests)?))
}

/// The release, in the browser, as agents and people use it.
fn in_browser(release: &Release) -> Result<Counts> {
    let browser = browser::ensure()?;
    let firefox = match browser::ensure_firefox() {
        Ok(firefox) => Some(firefox),
        Err(error) if root::is_ci() => return Err(error),
        Err(error) => {
            eprintln!("xtask: the page is not tried in Firefox: {error}");
            None
        }
    };
    setup::npm_packages_in("tests/browser/")?;
    release.build()?;
    let programs = built_programs()?;
    node_tests("tests/browser", |node| {
        node.env("CHROMIUM", &browser.chromium).envs(programs);
        if let Some(firefox) = firefox {
            node.env("FIREFOX", firefox.firefox).env("XVFB", firefox.xvfb);
        }
    })
}

/// The MCP server, as clients of others' making meet it; and the page, as other MCP servers drive it.
fn mcp(release: &Release) -> Result<Counts> {
    setup::npm_packages_in("")?;
    setup::npm_packages_in("tests/mcp/")?;
    let browser = match browser::ensure() {
        Ok(browser) => Some(browser),
        Err(error) if root::is_ci() => return Err(error),
        Err(error) => {
            eprintln!("xtask: the trajectories are not run in a browser: {error}");
            None
        }
    };
    if browser.is_some() {
        release.build()?;
    }
    let programs = built_programs()?;
    node_tests("tests/mcp", |node| {
        node.envs(programs);
        if let Some(browser) = browser {
            node.env("CHROMIUM", browser.chromium);
        }
    })
}

/// The programs that tests start, each by its variable.
fn built_programs() -> Result<Vec<(&'static str, String)>> {
    let files = programs::build(&["--features", NATIVE_FEATURES], &PROGRAMS.map(|(_, program)| program))?;
    Ok(PROGRAMS.iter().map(|(variable, _)| *variable).zip(files).collect())
}

/// Runs every *.test.mjs of a folder.
fn node_tests(folder: &str, set: impl FnOnce(&mut Command)) -> Result<Counts> {
    let report = root::root().join(format!(".cache/{}.tap", folder.replace('/', "-")));
    fs::create_dir_all(root::root().join(".cache")).map_err(|error| format!(".cache: {error}"))?;
    let mut node = run::command("node");
    node.args([
        "--test",
        "--test-concurrency=1",
        "--test-timeout=1800000",
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
    ])
    .args(["--test-reporter=tap", "--test-reporter-destination"])
    .arg(&report)
    .args(test_files(folder)?);
    set(&mut node);
    // An old report must not stand in for one that this run failed to write.
    fs::remove_file(&report).or_else(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Ok(()),
        _ => Err(format!("{}: {error}", report.display())),
    })?;
    let tests = run::watched(&mut node)?;
    let tap = fs::read_to_string(&report).map_err(|error| format!("{}: {error}", report.display()))?;
    Ok(Counts::of_tap(&tap, &tests))
}

/// The folder's *.test.mjs, listed here: Node 20 knows no patterns.
fn test_files(folder: &str) -> Result<Vec<String>> {
    let entries = fs::read_dir(root::root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut files: Vec<_> =
        names.filter(|name| name.ends_with(".test.mjs")).map(|name| format!("{folder}/{name}")).collect();
    files.sort();
    if files.is_empty() { Err(format!("{folder} holds no *.test.mjs")) } else { Ok(files) }
}
