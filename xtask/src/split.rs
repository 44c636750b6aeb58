//! Makes two files of the release's WebAssembly: one for the first load, and the panels, which the page fetches late.
//! They share memory and code, and fit each other only: both have the hash of both in their names.

use crate::{Result, root, run, setup};
use std::fs;
use std::path::{Path, PathBuf};

/// The program's name, of which Trunk and wasm-bindgen make the names of files.
const NAME: &str = "glassmap";
/// The splitter's module, which fetches what was split off, and the WebAssembly of src/web/ui/panels.rs.
const LINK: &str = "__wasm_split.js";
const PANELS: &str = "split_panels.wasm";
/// How the splitter lets a file be compiled, and how the page does it: from a host that calls WebAssembly by a wrong
/// media type too, and never from a page that says that there is none.
const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";
const WHOLE: &str = "src.then((response) => { if (!response.ok) throw new Error(`${response.url}: ${response.status}`); \
                     return response.arrayBuffer(); }).then((bytes) => WebAssembly.instantiate(bytes, imports))";

/// Replaces Trunk's files in `staging`; the page with the names of the new ones.
pub fn replace(staging: &Path, html: &str) -> Result<String> {
    setup::splitter()?;
    let old = stem(staging)?;
    // Of this process alone: a page may be served while another release is built.
    let folder = root::root().join(format!(".cache/split-{}", std::process::id()));
    let files = made(&folder);
    let removed = fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()));
    let files = files?;
    removed?;
    let new = format!("{NAME}-{}", files.hash());
    for suffix in [".js", "_bg.wasm"] {
        let file = staging.join(format!("{old}{suffix}"));
        fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    for (suffix, content) in files.named(&new)? {
        let file = staging.join(format!("{new}{suffix}"));
        fs::write(&file, content).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    with_names(html, &old, &new)
}

/// Splits, binds and optimises what the compiler made, in `folder`.
fn made(folder: &Path) -> Result<Files> {
    let parts = folder.join("parts");
    let mut split = run::command(setup::SPLITTER);
    run::run(split.arg(compiled()?).arg(&parts).args(["--out-name", NAME]))?;
    let mut bind = run::command("wasm-bindgen");
    // The other file takes memory and table from this one's exports.
    bind.args(["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-name", NAME, "--out-dir"]);
    run::run(bind.arg(folder).arg(parts.join(format!("{NAME}.wasm"))))?;
    let (main, panels) = (folder.join("main.wasm"), folder.join("panels.wasm"));
    optimise(&folder.join(format!("{NAME}_bg.wasm")), &main)?;
    optimise(&parts.join(PANELS), &panels)?;

    Ok(Files {
        script: text(&folder.join(format!("{NAME}.js")))?,
        link: text(&parts.join(LINK))?,
        main: bytes(&main)?,
        panels: bytes(&panels)?,
    })
}

/// What the splitter and wasm-bindgen made, before it has its names.
struct Files {
    script: String,
    link: String,
    main: Vec<u8>,
    panels: Vec<u8>,
}

impl Files {
    fn hash(&self) -> String {
        let parts = [self.script.as_bytes(), self.link.as_bytes(), &self.main, &self.panels, WHOLE.as_bytes()];
        root::short_hash(&parts.concat())
    }

    /// What follows `name` in each file's name, and the content, which names the others.
    fn named(self, name: &str) -> Result<[(&'static str, Vec<u8>); 4]> {
        // Not where it is what the WebAssembly calls the module.
        let script = replaced(&self.script, &format!("from \"./{LINK}\""), &format!("from \"./{name}_link.js\""))?;
        let script = replaced(&script, &format!("'{NAME}_bg.wasm'"), &format!("'{name}_bg.wasm'"))?;
        let link = replaced(&self.link, &format!("\"./{NAME}.js\""), &format!("\"./{name}.js\""))?;
        let link = replaced(&link, &format!("\"./{PANELS}\""), &format!("\"./{name}_panels.wasm\""))?;
        let link = replaced(&link, STREAMED, WHOLE)?;
        Ok([
            (".js", script.into_bytes()),
            ("_link.js", link.into_bytes()),
            ("_bg.wasm", self.main),
            ("_panels.wasm", self.panels),
        ])
    }
}

/// The page with the new names; the module between the two files is on its way as early as the others.
fn with_names(html: &str, old: &str, new: &str) -> Result<String> {
    let html = replaced(html, old, new)?;
    let script = format!("{new}.js");
    let tag = html
        .split_inclusive('>')
        .map(|text| &text[text.rfind('<').unwrap_or(0)..])
        .find(|tag| tag.starts_with("<link") && tag.contains("modulepreload") && tag.contains(&script))
        .ok_or("Trunk's page preloads no script")?;
    let both = format!("{tag}\n{}", tag.replace(&script, &format!("{new}_link.js")));
    replaced(&html, tag, &both)
}

fn replaced(text: &str, from: &str, to: &str) -> Result<String> {
    // Another version of a tool may write it otherwise: better no release than one that misses a file.
    if text.contains(from) { Ok(text.replace(from, to)) } else { Err(format!("what was built does not say {from}")) }
}

/// How Trunk's files are named, without their endings.
fn stem(staging: &Path) -> Result<String> {
    let entries = fs::read_dir(staging).map_err(|error| format!("{}: {error}", staging.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut stems = names.filter_map(|name| name.strip_suffix("_bg.wasm").map(str::to_owned));
    stems.find(|stem| stem.starts_with(NAME)).ok_or_else(|| "Trunk staged no WebAssembly".to_owned())
}

/// The file as the compiler makes it.
fn compiled() -> Result<PathBuf> {
    Ok(root::target()?.join(setup::WASM).join("release").join(format!("{NAME}.wasm")))
}

fn optimise(from: &Path, to: &Path) -> Result<()> {
    let mut optimise = run::command("wasm-opt");
    optimise.args(setup::WASM_FEATURES).arg("-O3").arg(from).arg("-o").arg(to);
    // Told only where it fails: it warns of names that the splitter left, and which it is about to leave out.
    let output = optimise.output().map_err(|error| format!("wasm-opt cannot start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "wasm-opt failed on {} ({}): {}",
        from.display(),
        output.status,
        String::from_utf8_lossy(&output.stderr)
    ))
}

fn text(file: &Path) -> Result<String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn bytes(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        Files {
            script: "import * as import2 from \"./__wasm_split.js\"\n{ \"./__wasm_split.js\": import2 }\n\
                     new URL('glassmap_bg.wasm', import.meta.url)"
                .into(),
            link: format!("import {{ initSync }} from \"./glassmap.js\";\nfetch(\"./split_panels.wasm\"); {STREAMED}"),
            main: vec![1],
            panels: vec![2],
        }
    }

    #[test]
    fn the_files_name_each_other() {
        let [(_, script), (_, link), ..] = files().named("glassmap-0123").expect("what the test made is good");
        let (script, link) = (
            String::from_utf8(script).expect("what the test made is good"),
            String::from_utf8(link).expect("what the test made is good"),
        );
        assert!(script.contains("from \"./glassmap-0123_link.js\"\n{ \"./__wasm_split.js\":"), "{script}");
        assert!(script.contains("'glassmap-0123_bg.wasm'"), "{script}");
        assert!(link.contains("\"./glassmap-0123.js\"") && link.contains("\"./glassmap-0123_panels.wasm\""), "{link}");
        assert!(link.contains("response.ok"), "{link}");
    }

    #[test]
    fn either_file_changes_both_names() {
        let other = Files { panels: vec![3], ..files() };
        assert_ne!(files().hash(), other.hash());
    }

    #[test]
    fn what_a_tool_writes_otherwise_is_an_error() {
        let other = Files { link: "import(\"./split_panels.wasm\")".into(), ..files() };
        assert!(other.named("glassmap-0123").is_err());
    }

    #[test]
    fn the_page_names_the_new_files_and_preloads_the_module_between_them() {
        let html = "<link rel=\"modulepreload\" href=\"./glassmap-a.js\"><script>init('./glassmap-a_bg.wasm')</script>";
        let page = with_names(html, "glassmap-a", "glassmap-b").expect("what the test made is good");
        assert!(page.contains("href=\"./glassmap-b.js\">\n<link rel=\"modulepreload\" href=\"./glassmap-b_link.js\">"));
        assert!(page.contains("glassmap-b_bg.wasm") && !page.contains("glassmap-a"), "{page}");
    }
}
