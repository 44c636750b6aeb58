//! The layers of ARCHITECTURE.md, read off the `use` lines, and the few rules that no compiler keeps.

use std::fs;
use std::path::{Path, PathBuf};

/// Each layer and what it may use of this crate.
const LAYERS: &[(&str, &[&str])] = &[
    ("language", &[]),
    ("spatial", &["language"]),
    ("city", &["language", "spatial"]),
    ("domain", &["language", "spatial"]),
    ("share", &["language", "spatial", "domain"]),
    ("ports", &["language", "spatial", "city", "domain"]),
    ("export", &["language", "spatial", "city", "domain"]),
    ("tools", &["language", "spatial", "city", "domain", "share", "ports", "export"]),
    ("agent", &["language", "city", "tools"]),
    ("builder", &["language", "spatial", "city"]),
    ("mcp", &["language", "spatial", "city", "domain", "share", "ports", "tools", "agent"]),
];
const MAX_LINES: usize = 600;

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn source() -> PathBuf {
    PathBuf::from("src")
}

/// The part of a file that is no test; nothing of a file of tests.
fn product<'a>(file: &Path, text: &'a str) -> &'a str {
    if file.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_tests")) {
        return "";
    }
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default()
}

#[test]
fn every_layer_uses_only_the_layers_below_it() {
    let mut read = 0;
    for (layer, allowed) in LAYERS {
        for file in rust_files(&source().join(layer)) {
            read += 1;
            let text = fs::read_to_string(&file).expect("it was just listed");
            for used in product(&file, &text).split("crate::").skip(1) {
                let name: String = used.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let fine = name == *layer || allowed.contains(&name.as_str());
                assert!(fine, "{} uses {name}, which {layer} may not", file.display());
            }
        }
    }
    assert!(read > 30, "only {read} files were read");
}

#[test]
fn the_core_knows_no_browser() {
    for (layer, _) in LAYERS {
        for file in rust_files(&source().join(layer)) {
            let text = fs::read_to_string(&file).expect("it was just listed");
            for name in ["web_sys", "js_sys", "wasm_bindgen", "leptos"] {
                assert!(!text.contains(name), "{} names {name}", file.display());
            }
        }
    }
}

#[test]
fn no_file_is_longer_than_six_hundred_lines() {
    let files = rust_files(&source());
    assert!(files.len() > 40, "only {} files were read", files.len());
    for file in files {
        let lines = fs::read_to_string(&file).expect("it was just listed").lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", file.display());
    }
}

#[test]
fn nothing_unfinished_and_no_hidden_panic_is_in_the_product() {
    for file in rust_files(&source()) {
        let text = fs::read_to_string(&file).expect("it was just listed");
        for banned in ["todo!(", "unimplemented!(", ".unwrap()", "#[ignore]"] {
            assert!(!product(&file, &text).contains(banned), "{} has {banned}", file.display());
        }
    }
}

#[test]
fn no_view_has_a_style_attribute_which_the_security_policy_forbids() {
    for file in rust_files(&source().join("web")) {
        let text = fs::read_to_string(&file).expect("it was just listed");
        assert!(!text.contains(" style="), "{}: set properties one by one, as style:left=…", file.display());
    }
}

#[test]
fn only_one_file_names_the_browsers_agent_interface() {
    let allowed = Path::new("web/webmcp/early.js");
    let mut scripts = Vec::new();
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { scripts.push(path) }
        }
    }
    for file in scripts {
        let text = fs::read_to_string(&file).unwrap_or_default();
        assert!(!text.contains("modelContext") || file.ends_with(allowed), "{} names modelContext", file.display());
    }
}
