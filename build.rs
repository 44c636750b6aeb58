//! Prepares the page's release for being split: `cargo xtask stage` makes two files of its WebAssembly, one of them
//! fetched late. Every other build stays whole and needs no tool for it.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(split)");
    let is = |name: &str, wanted: &str| env::var(name).is_ok_and(|value| value == wanted);
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_ARCH", "wasm32") && env::var_os("CARGO_FEATURE_WEB").is_some() {
        println!("cargo::rustc-cfg=split");
        // The splitter follows what refers to what by the linker's relocations.
        println!("cargo::rustc-link-arg-bin=glassmap=--emit-relocs");
    }
}
