//! The browser that the tests drive: found, or installed where that can be done.

use crate::{Result, root, run};
use serde_json::json;
use std::env;
use std::fs;
use std::path::PathBuf;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// How Chromium runs in the tests: without a sandbox (containers have none), with a software renderer that gives the
/// same picture everywhere, without talking to anybody.
const FLAGS: &str = "tests/browser/support/chromium-flags.json";

/// A browser and the program that drives it.
pub struct Browser {
    pub chromium: PathBuf,
    pub driver: PathBuf,
}

/// The browser, installed when it is missing and this is Debian's root; an error says what to install.
pub fn ensure() -> Result<Browser> {
    if let Some(found) = find() {
        return Ok(found);
    }
    install()?;
    find().ok_or_else(|| "Chromium was installed, and yet it is not on PATH".to_owned())
}

fn find() -> Option<Browser> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let chromium = set("CHROMIUM").or_else(|| BROWSERS.iter().find_map(|name| run::find(name)))?;
    let driver = set("CHROMEDRIVER").or_else(|| run::find("chromedriver"))?;
    Some(Browser { chromium, driver })
}

fn install() -> Result<()> {
    let advice = "The tests need Chromium 150 or newer and its chromedriver: install both (Debian: chromium and \
                  chromium-driver), or name them in CHROMIUM and CHROMEDRIVER";
    install_packages(&["chromium", "chromium-driver"], "the tests drive a real browser", advice)
}

/// Firefox and a display for it to draw on: without one it has no WebGL. The same page, by hand, in another engine.
pub struct Firefox {
    pub firefox: PathBuf,
    pub xvfb: PathBuf,
}

/// Firefox, installed when it is missing and this is Debian's root; an error says what to install.
pub fn ensure_firefox() -> Result<Firefox> {
    if let Some(found) = find_firefox() {
        return Ok(found);
    }
    let advice = "To try the page in Firefox as well, install it, Xvfb and Mesa's drivers (Debian: firefox-esr, xvfb, \
                  libgl1-mesa-dri, libegl1), or name the first two in FIREFOX and XVFB";
    let packages = ["firefox-esr", "xvfb", "xauth", "libgl1-mesa-dri", "libegl1", "libgl1"];
    install_packages(&packages, "the page is tried in a second browser", advice)?;
    find_firefox().ok_or_else(|| "Firefox was installed, and yet it is not on PATH".to_owned())
}

fn find_firefox() -> Option<Firefox> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let firefox = set("FIREFOX").or_else(|| ["firefox-esr", "firefox"].iter().find_map(|name| run::find(name)))?;
    let xvfb = set("XVFB").or_else(|| run::find("Xvfb"))?;
    Some(Firefox { firefox, xvfb })
}

/// Debian packages, where this is its root; else the advice is the error.
fn install_packages(packages: &[&str], why: &str, advice: &str) -> Result<()> {
    let is_root = run::output(run::command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if run::find("apt-get").is_none() || !is_root {
        return Err(advice.to_owned());
    }
    run::step(&format!("apt-get install {}", packages.join(" ")), &format!("{why}; takes a minute or two, once"));
    let apt = |args: &[&str]| run::run(run::command("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"));
    apt(&["update", "-qq"])
        .and_then(|()| apt(&[&["install", "-y", "-qq", "--no-install-recommends"], packages].concat()))
        .map_err(|error| format!("{error}. {advice}"))
}

/// The file that tells wasm-bindgen-test-runner which browser to start, and how.
pub fn webdriver_json(browser: &Browser) -> Result<PathBuf> {
    let file = root::root().join(".cache/webdriver.json");
    let mut flags: Vec<String> =
        serde_json::from_str(&root::read(FLAGS)?).map_err(|error| format!("{FLAGS}: {error}"))?;
    flags.push("--headless=new".to_owned());
    let text = json!({ "goog:chromeOptions": { "binary": browser.chromium, "args": flags } }).to_string();
    fs::create_dir_all(root::root().join(".cache"))
        .and_then(|()| fs::write(&file, text))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(file)
}
