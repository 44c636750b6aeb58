//! What a build needs beyond cargo: the wasm target, trunk, wasm-bindgen, npm packages. Nothing is done twice.

use crate::{Result, root, run};
use sha2::{Digest, Sha256};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The target that the page is compiled for.
pub const WASM: &str = "wasm32-unknown-unknown";

/// What the compiler uses of WebAssembly, as wasm-opt wants to be told.
pub const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-reference-types",
    "--enable-mutable-globals",
    "--enable-multivalue",
];
/// The program that makes two files of one WebAssembly, and its version: one that reads what the crate
/// wasm_split_helpers of Cargo.lock leaves in the program.
pub const SPLITTER: &str = "wasm-split-cli";
const SPLITTER_VERSION: &str = "0.2.4";

/// Everything that building and serving the page takes.
pub fn for_page() -> Result<()> {
    wasm_target()?;
    let trunk =
        Tool { name: "trunk", package: "trunk", version: root::trunk_version()?, opt_level: "0", feature: None };
    let bindgen = Tool {
        name: "wasm-bindgen",
        package: "wasm-bindgen-cli",
        version: root::wasm_bindgen_version()?,
        opt_level: "1",
        feature: None,
    };
    trunk.install("it builds and serves the page; takes two or three minutes, once")?;
    bindgen.install("it must be the version in Cargo.lock; takes a minute or two, once")?;
    link_for_plain_trunk(&[&trunk, &bindgen])?;
    npm_packages()?;
    // Trunk is kept off the network, and keeps cargo off it too; silent when nothing is missing.
    run::run(
        run::cargo(["fetch", "--quiet", "--locked", "--target", WASM, "--target", "host-tuple"]).stdin(Stdio::null()),
    )
}

/// The same for a release.
pub fn for_release() -> Result<()> {
    for_page()?;
    splitter()
}

/// What the bench of the core takes: no page, but what compiles and optimises for one, and its rivals.
pub fn for_core_bench() -> Result<()> {
    wasm_target()?;
    npm_packages()?;
    npm_packages_in("tests/bench/")
}

/// What only a release takes.
pub fn splitter() -> Result<()> {
    let splitter = Tool {
        name: SPLITTER,
        package: "wasm_split_cli_support",
        version: SPLITTER_VERSION.to_owned(),
        opt_level: "1",
        feature: Some("build-binary"),
    };
    splitter.install("a release is split in two; takes a minute or two, once")
}

/// The folders of the tools installed here, for PATH.
pub fn tool_folders() -> Vec<PathBuf> {
    let versions = [
        ("trunk", root::trunk_version()),
        ("wasm-bindgen", root::wasm_bindgen_version()),
        (SPLITTER, Ok(SPLITTER_VERSION.to_owned())),
    ];
    let Ok(cache) = root::cache() else { return Vec::new() };
    versions
        .into_iter()
        .filter_map(|(name, version)| Some(cache.join("tools").join(format!("{name}-{}", version.ok()?)).join("bin")))
        .collect()
}

/// A program from crates.io, at one version, in its own folder of the cache.
struct Tool {
    /// The program and its folder.
    name: &'static str,
    /// The crate that holds it.
    package: &'static str,
    version: String,
    /// How far the compiler optimises it: building trunk as its authors release it takes ten minutes longer.
    opt_level: &'static str,
    /// The crate's feature that makes it a program.
    feature: Option<&'static str>,
}

impl Tool {
    fn folder(&self) -> Result<PathBuf> {
        Ok(root::cache()?.join("tools").join(format!("{}-{}", self.name, self.version)))
    }

    fn program(&self) -> Result<PathBuf> {
        Ok(self.folder()?.join("bin").join(format!("{}{}", self.name, env::consts::EXE_SUFFIX)))
    }

    fn install(&self, why: &str) -> Result<()> {
        if self.program()?.is_file() {
            return Ok(());
        }
        let folder = self.folder()?;
        run::step(&format!("installing {} {} into {}", self.name, self.version, folder.display()), why);
        let mut cargo = run::cargo(["install", "--locked", "--no-default-features", "--force", self.package]);
        cargo.args(["--version", &self.version, "--root"]).arg(&folder);
        if let Some(feature) = self.feature {
            cargo.args(["--features", feature]);
        }
        cargo.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_DEBUG", "0");
        cargo.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16").env("CARGO_PROFILE_RELEASE_OPT_LEVEL", self.opt_level);
        // Its own target folder, gone afterwards: in the project's it would leave a gigabyte behind.
        cargo.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_BUILD_TARGET_DIR").env_remove("RUSTFLAGS");
        run::run(&mut cargo)
    }
}

/// `rustup target add`, when the compiler has no standard library for wasm.
pub fn wasm_target() -> Result<()> {
    let mut rustc = run::command("rustc");
    let libraries = run::output(rustc.args(["--print", "target-libdir", "--target", WASM]))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    run::step(&format!("rustup target add {WASM}"), "the page is compiled to WebAssembly");
    run::run(run::command("rustup").args(["target", "add", WASM])).map_err(|error| {
        format!(
            "{error}. The standard library for {WASM} is missing; install it, with rustup or your system's packages"
        )
    })
}

/// After this, `trunk serve` typed by hand works too. What is already on PATH is left alone.
fn link_for_plain_trunk(tools: &[&Tool]) -> Result<()> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"))) else {
        return Ok(());
    };
    for tool in tools {
        let (program, link) = (tool.program()?, home.join("bin").join(tool.name));
        // A link that leads nowhere is an earlier one of ours, into a cache that was deleted.
        let stale = link.is_symlink() && !link.exists();
        if run::find(tool.name).is_some() || (link.symlink_metadata().is_ok() && !stale) {
            continue;
        }
        run::step(&format!("linking {} to {}", link.display(), program.display()), "so that plain `trunk serve` works");
        if stale {
            fs::remove_file(&link).map_err(|error| format!("{}: {error}", link.display()))?;
        }
        symlink(&program, &link).unwrap_or_else(|error| eprintln!("xtask: no link, {error}; cargo xtask serve works"));
    }
    Ok(())
}

#[cfg(unix)]
fn symlink(program: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(program, link)
}

#[cfg(not(unix))]
fn symlink(program: &Path, link: &Path) -> std::io::Result<()> {
    fs::copy(program, link.with_extension("exe")).map(drop)
}

/// `npm ci`, when node_modules was not made from this package-lock.json.
fn npm_packages() -> Result<()> {
    npm_packages_in("")
}

/// The same in a folder of the checkout that has packages of its own; the folder ends with a slash.
pub fn npm_packages_in(folder: &str) -> Result<()> {
    let lock = root::read(&format!("{folder}package-lock.json"))?;
    let stamp_file = root::root().join(format!("{folder}node_modules/.glassmap-lock"));
    let stamp = Sha256::digest(lock.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    if fs::read_to_string(&stamp_file).is_ok_and(|found| found == stamp) {
        return Ok(());
    }
    node()?;
    run::step(&format!("npm ci {folder}"), "node_modules does not match package-lock.json");
    let mut npm = run::command("npm");
    npm.current_dir(root::root().join(folder));
    run::run(npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::write(&stamp_file, stamp).map_err(|error| format!("{}: {error}", stamp_file.display()))
}

/// An error when Node is missing or older than what the tools here take.
fn node() -> Result<()> {
    const NEEDED: u32 = 20;
    let version = run::output(run::command("node").arg("--version"))
        .map_err(|error| format!("{error}. Node {NEEDED} or newer is needed, with npm: https://nodejs.org"))?;
    let major: Option<u32> =
        version.trim().trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    match major {
        Some(major) if major < NEEDED => {
            Err(format!("Node {} is too old: {NEEDED} or newer is needed", version.trim()))
        }
        _ => Ok(()),
    }
}
