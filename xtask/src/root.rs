//! Where things are: the checkout, the cache, the versions that the checkout's own files name.

use crate::{Result, run};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The checkout's root.
pub fn root() -> PathBuf {
    // Cargo sets it at run time too; the compiled-in value serves a direct call and must not win: a cached target
    // folder may have been filled from another checkout.
    let own =
        env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    own.parent().map_or(own.clone(), Path::to_path_buf)
}

/// The folder for tools and build results that outlive a checkout.
pub fn cache() -> Result<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("GLASSMAP_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|cache| cache.join("glassmap")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/glassmap")))
        .ok_or_else(|| "neither GLASSMAP_CACHE nor XDG_CACHE_HOME nor HOME is set; set one".to_owned())
}

/// Cargo's folder for what it builds.
pub fn target() -> Result<PathBuf> {
    let metadata = run::output(&mut run::cargo(["metadata", "--format-version", "1", "--no-deps", "--offline"]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    metadata["target_directory"]
        .as_str()
        .map(PathBuf::from)
        .ok_or_else(|| "cargo metadata tells no target folder".into())
}

/// What stands for the bytes in a file's name, so that caches may keep the file for ever.
pub fn short_hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text of a file of the checkout.
pub fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Whether a test that cannot be made is a failure: where tests are to prove something, not at somebody's desk.
pub fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// The wasm-bindgen that Cargo.lock holds; the command-line tool must be the same one.
pub fn wasm_bindgen_version() -> Result<String> {
    locked_version(&read("Cargo.lock")?, "wasm-bindgen").ok_or_else(|| "Cargo.lock holds no wasm-bindgen".to_owned())
}

/// The trunk that Trunk.toml asks for.
pub fn trunk_version() -> Result<String> {
    let text = read("Trunk.toml")?;
    let line = text.lines().find_map(|line| line.strip_prefix("trunk-version"));
    line.and_then(|line| line.split('"').nth(1))
        .map(|version| version.trim_start_matches('=').to_owned())
        .ok_or_else(|| "Trunk.toml has no line trunk-version = \"=…\"".to_owned())
}

fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"').map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_that_of_the_very_package() {
        let lock =
            "[[package]]\nname = \"a-b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"2.0.0\"\n";
        assert_eq!(locked_version(lock, "a").as_deref(), Some("2.0.0"));
        assert_eq!(locked_version(lock, "c"), None);
    }

    #[test]
    fn this_checkout_names_its_tools() {
        assert!(wasm_bindgen_version().is_ok_and(|version| version.starts_with("0.2.")));
        assert!(trunk_version().is_ok_and(|version| version.split('.').count() == 3));
    }
}
