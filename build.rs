//! Prepares the page's release for being split: `cargo xtask stage` makes two files of its WebAssembly, one of them
//! fetched late. Every other build stays whole and needs no tool for it. And lists the languages that have a file.

use serde_json::Value;
use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    list_languages()?;
    println!("cargo::rustc-check-cfg=cfg(split)");
    let is = |name: &str, wanted: &str| env::var(name).is_ok_and(|value| value == wanted);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_ARCH", "wasm32") && env::var_os("CARGO_FEATURE_WEB").is_some() {
        println!("cargo::rustc-cfg=split");
        // The splitter follows what refers to what by the linker's relocations.
        println!("cargo::rustc-link-arg-bin=glassmap=--emit-relocs");
    }
    Ok(())
}

/// What src/language knows of each file in locales/, in the order of their names. Whoever adds a file adds a language.
fn list_languages() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=locales");
    let mut files: Vec<PathBuf> = fs::read_dir("locales")?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut list = format!("const FILES: &[About; {}] = &[", files.len());
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let texts: Value = serde_json::from_str(&fs::read_to_string(&file)?)?;
        let tag = file.file_stem().ok_or("a language file without a name")?.to_string_lossy();
        let text = |key: &str| texts[key].as_str().ok_or(format!("{} has no {key}", file.display()));
        let (name, asked_for, fonts) = (text("_name")?, text("_for")?, text("_fonts")?);
        write!(list, "About {{ tag: {tag:?}, name: {name:?}, asked_for: {asked_for:?}, fonts: {fonts:?} }},")?;
    }
    list.push_str("];");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("languages.rs"), list)?;
    Ok(())
}
