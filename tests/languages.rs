//! The files of languages against the source: each says every text that the source has, nothing else, and puts the same
//! values in.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Macros whose literals are texts.
const MACROS: [&str; 6] = ["t", "tn", "tr", "trn", "word", "words"];

fn root() -> &'static Path {
    Path::new(".")
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|of_file| of_file == extension) {
            found.push(path);
        }
    }
    found
}

fn text(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| text.value())
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

/// The texts directly in a macro's call: each literal, with the meaning that follows it.
fn in_call(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        // A value put in, as in `name = "…"`, is no text; nor is the meaning itself.
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_value = matches!(before, Some(TokenTree::Punct(punct)) if punct.as_char() == '=');
        let Some(text) = text(token).filter(|_| !is_value && !is_word(before, "as")) else { continue };
        let meaning = is_word(tokens.get(at + 1), "as").then(|| tokens.get(at + 2).and_then(self::text)).flatten();
        found.push(meaning.map_or(text.clone(), |meaning| format!("{text} [{meaning}]")));
    }
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            let called = at.checked_sub(2).and_then(|name| match (&tokens[name], &tokens[at - 1]) {
                (TokenTree::Ident(name), TokenTree::Punct(punct)) if punct.as_char() == '!' => Some(name.to_string()),
                _ => None,
            });
            if called.is_some_and(|name| MACROS.contains(&name.as_str())) {
                in_call(group.stream(), found);
            }
            if group.delimiter() != Delimiter::None || !group.stream().is_empty() {
                collect(group.stream(), found);
            }
        }
        // The titles of tools, which the feed shows.
        if is_word(Some(token), "TITLE") && !is_word(tokens.get(at + 1), "TITLE") {
            let rest = tokens[at + 1..].iter().take_while(|token| token.to_string() != ";");
            found.extend(rest.filter_map(text));
        }
    }
}

/// What the source says, by file.
fn source() -> BTreeMap<String, PathBuf> {
    let mut texts = BTreeMap::new();
    for file in files(&root().join("src"), "rs") {
        let written = fs::read_to_string(&file).expect("it was just listed");
        // The macros' own definitions and what tests say are no texts of the product.
        let product = written.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let tests = file.components().any(|part| part.as_os_str() == "tests") || file.ends_with("language/tests.rs");
        if tests || file.ends_with("language/mod.rs") {
            continue;
        }
        let mut found = Vec::new();
        collect(product.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display())), &mut found);
        texts.extend(found.into_iter().map(|text| (text, file.clone())));
    }
    texts
}

/// The names of what is put into a text.
fn names(text: &str) -> BTreeSet<&str> {
    text.split("%{").skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

fn languages() -> Vec<(String, Map<String, Value>)> {
    let read = |file: PathBuf| {
        let tag = file.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let texts = serde_json::from_str(&fs::read_to_string(&file).expect("it was just listed"));
        (tag, texts.unwrap_or_else(|error| panic!("{}: {error}", file.display())))
    };
    files(&root().join("locales"), "json").into_iter().map(read).collect()
}

#[test]
fn every_language_says_every_text_and_nothing_else() {
    let source = source();
    assert!(source.len() > 500, "only {} texts were found", source.len());
    assert!(!languages().is_empty());
    for (tag, texts) in languages() {
        let missing: Vec<_> = source.iter().filter(|(text, _)| !texts.contains_key(*text)).collect();
        assert!(missing.is_empty(), "{tag} does not say {missing:#?}");
        let left: Vec<_> = texts.keys().filter(|key| !key.starts_with('_') && !source.contains_key(*key)).collect();
        assert!(left.is_empty(), "{tag} says what nobody asks for: {left:#?}");
        for about in ["_name", "_for", "_fonts"] {
            assert!(texts[about].is_string(), "{tag} has no {about}");
        }
    }
}

#[test]
fn no_text_is_in_a_file_twice() {
    for file in files(&root().join("locales"), "json") {
        let text = fs::read_to_string(&file).expect("it was just listed");
        let mut seen = BTreeSet::new();
        for key in text.lines().filter_map(|line| line.trim_start().split_once("\": ").map(|(key, _)| key)) {
            assert!(seen.insert(key), "{}: {key}", file.display());
        }
        let texts: Map<String, Value> = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(seen.len(), texts.len(), "{}: one text a line", file.display());
    }
}

#[test]
fn every_language_puts_the_same_values_in() {
    let source = source();
    for (tag, texts) in languages() {
        for (text, file) in &source {
            let said = texts[text].as_str().unwrap_or_else(|| panic!("{tag}: {text:?} is no text"));
            let (ours, theirs) = (names(text), names(said));
            // A refusal's words for an agent, the names of arguments say, need not be told to a human.
            let may_leave_out = file.ends_with("agent/refusal.rs");
            assert!(ours == theirs || may_leave_out && theirs.is_subset(&ours), "{tag}: {text:?} became {said:?}");
        }
    }
}

#[test]
fn the_languages_on_offer_are_english_and_the_files() {
    let files: BTreeSet<_> = languages().into_iter().map(|(tag, _)| tag).collect();
    let offered: Vec<_> = glassmap::language::Language::all().map(|language| language.tag()).collect();
    assert_eq!(offered[0], "en");
    assert_eq!(offered[1..].iter().map(|tag| (*tag).to_owned()).collect::<BTreeSet<_>>(), files);
}

/// The answers of `glassmap-call` in that language to calls over Malta; none when it refuses.
fn called(language: &str, calls: &Value) -> Option<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_glassmap-call"));
    program.args(["--language", language]).current_dir(root());
    let mut running =
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
    let line = json!({ "city": "malta", "calls": calls }).to_string();
    // A program that refused reads nothing.
    drop(running.stdin.take().map(|mut input| input.write_all(line.as_bytes())));
    let output = running.wait_with_output().expect("it ends");
    output.status.success().then(|| serde_json::from_slice(&output.stdout).expect("it answers in JSON"))
}

#[test]
fn sentences_in_answers_are_in_the_session_s_language_and_refusals_in_english() {
    let calls = json!([
        { "tool": "compare_areas", "input": { "a": "Valletta", "b": "Sliema", "categories": ["park"] } },
        { "tool": "describe_surroundings", "input": { "from": "Valletta", "categories": ["park"] } },
        { "tool": "summarize_features", "input": { "categories": ["park"], "group_by": "district" } },
        { "tool": "plan_route", "input": { "from": "Valletta", "to": "Floriana", "steps": true } },
        { "tool": "measure", "input": { "target": "drawing:9" } },
    ]);
    let (english, chinese) =
        (called("en", &calls).expect("it is known"), called("zh-Hant", &calls).expect("it is known"));
    let text = |answers: &Value, at: usize, path: &str| {
        answers[at].pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    for (at, path, english_has, chinese_has) in [
        (0, "/summary", "Within 800 m, Valletta has", "在 800 公尺內，Valletta 有"),
        (1, "/groups/0/features/0/direction_phrase", "to the ", "往"),
        (2, "/summary", " places match; by district, first come", " 個地點符合；依行政區，最多的是"),
        (3, "/steps/0/text", "Head ", "沿"),
        (3, "/label", "walk: Valletta → ", "步行：Valletta → "),
    ] {
        let (of_english, of_chinese) = (text(&english, at, path), text(&chinese, at, path));
        assert!(of_english.contains(english_has), "{path}: {of_english}");
        assert!(of_chinese.contains(chinese_has), "{path}: {of_chinese}");
    }
    assert_eq!(english[4], chinese[4]);
    assert_eq!(called("tlh", &calls), None);
}
