//! Texts in a language: native programs have all files compiled in, the page reads the one that it needs.

use super::{Language, t};
use std::fmt::Display;

#[cfg(not(target_arch = "wasm32"))]
use compiled_in::text;
#[cfg(target_arch = "wasm32")]
use read::text;
#[cfg(target_arch = "wasm32")]
pub use read::{is_known, learn};

/// The text in that language; in English where its file has none.
pub fn say(language: Language, text: &'static str) -> &'static str {
    say_as(language, text, text)
}

/// What the language's file has under `key`, else `english`.
pub fn say_as(language: Language, key: &str, english: &'static str) -> &'static str {
    if language == Language::ENGLISH { english } else { text(language, key).unwrap_or(english) }
}

/// The text with each `%{name}` replaced by the value at the same place.
pub fn fill(language: Language, text: &'static str, names: &[&str], values: &[&dyn Display]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    rust_i18n::replace_patterns(say(language, text), names, &values)
}

/// A number with so many decimals, by the language's decimal mark.
pub fn decimal(language: Language, number: f64, decimals: usize) -> String {
    let plain = format!("{number:.decimals$}");
    match t!(language, "." as "decimal mark") {
        "." => plain,
        mark => plain.replace('.', mark),
    }
}

/// Native programs: every file is in them.
#[cfg(not(target_arch = "wasm32"))]
mod compiled_in {
    use super::Language;
    use std::borrow::Cow;

    rust_i18n::i18n!("locales");

    pub fn text(language: Language, key: &str) -> Option<&'static str> {
        match _rust_i18n_backend().translate(language.tag(), key)? {
            Cow::Borrowed(text) => Some(text),
            // What was compiled in is never made while it is asked for.
            Cow::Owned(_) => None,
        }
    }
}

/// The page: a file that was read stays. It has one reader, so nothing more than a list is needed.
#[cfg(target_arch = "wasm32")]
mod read {
    use super::super::FILES;
    use super::Language;
    use serde_json::{Map, Value};
    use std::sync::OnceLock;

    /// The texts of each file, in the order of the list of languages.
    static READ: [OnceLock<Map<String, Value>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

    fn place(language: Language) -> Option<&'static OnceLock<Map<String, Value>>> {
        READ.get(FILES.iter().position(|about| about.tag == language.tag())?)
    }

    /// Keeps the texts of a language's file.
    pub fn learn(language: Language, texts: Map<String, Value>) {
        if let Some(place) = place(language) {
            // A second reading says the same.
            drop(place.set(texts));
        }
    }

    /// Whether its texts are here.
    pub fn is_known(language: Language) -> bool {
        language == Language::ENGLISH || place(language).is_some_and(|place| place.get().is_some())
    }

    pub fn text(language: Language, key: &str) -> Option<&'static str> {
        place(language)?.get()?.get(key)?.as_str()
    }
}
