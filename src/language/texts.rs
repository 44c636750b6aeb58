//! Texts in a language: on a native program all files are compiled in, the page reads the one that it needs.

use super::{Language, t};
use std::borrow::Cow;

#[cfg(not(target_arch = "wasm32"))]
rust_i18n::i18n!("locales");
#[cfg(target_arch = "wasm32")]
use page::_rust_i18n_backend;
#[cfg(target_arch = "wasm32")]
pub use page::{is_known, learn};

/// The text in that language; in English where its file has none.
pub fn say(language: Language, text: &'static str) -> &'static str {
    say_as(language, text, text)
}

/// What the language's file has under `key`, else `english`.
pub fn say_as(language: Language, key: &str, english: &'static str) -> &'static str {
    if language == Language::ENGLISH {
        return english;
    }
    match _rust_i18n_backend().translate(language.tag(), key) {
        Some(Cow::Borrowed(text)) => text,
        // No backend here makes texts while it is asked.
        Some(Cow::Owned(_)) | None => english,
    }
}

/// The text with each `%{name}` replaced by the value at the same place.
pub fn fill(language: Language, text: &'static str, names: &[&str], values: &[String]) -> String {
    rust_i18n::replace_patterns(say(language, text), names, values)
}

/// A number with so many decimals, by the language's decimal mark.
pub fn decimal(language: Language, number: f64, decimals: usize) -> String {
    let plain = format!("{number:.decimals$}");
    match t!(language, "." as "decimal mark") {
        "." => plain,
        mark => plain.replace('.', mark),
    }
}

/// The page's texts: nothing is compiled in, and what was read stays.
#[cfg(target_arch = "wasm32")]
mod page {
    use super::Language;
    use rustc_hash::FxHashMap;
    use std::borrow::Cow;
    use std::sync::OnceLock;

    rust_i18n::i18n!("locales/none", backend = Read);

    type Texts = FxHashMap<String, String>;

    /// The texts of each language by its place among all of them.
    static READ: [OnceLock<Texts>; 1 + super::super::FILES.len()] =
        [const { OnceLock::new() }; 1 + super::super::FILES.len()];

    fn place(tag: &str) -> Option<&'static OnceLock<Texts>> {
        READ.get(Language::all().position(|language| language.tag() == tag)?)
    }

    /// Keeps the texts of a language's file.
    pub fn learn(language: Language, texts: FxHashMap<String, String>) {
        if let Some(place) = place(language.tag()) {
            // A second reading says the same.
            drop(place.set(texts));
        }
    }

    /// Whether its texts are here.
    pub fn is_known(language: Language) -> bool {
        language == Language::ENGLISH || place(language.tag()).is_some_and(|place| place.get().is_some())
    }

    struct Read;

    impl rust_i18n::Backend for Read {
        fn available_locales(&self) -> Vec<Cow<'_, str>> {
            Language::all().filter(|language| is_known(*language)).map(|language| language.tag().into()).collect()
        }

        fn translate(&self, locale: &str, key: &str) -> Option<Cow<'_, str>> {
            place(locale)?.get()?.get(key).map(|text| Cow::Borrowed(text.as_str()))
        }

        fn messages_for_locale(&self, locale: &str) -> Option<Vec<(Cow<'_, str>, Cow<'_, str>)>> {
            let texts = place(locale)?.get()?;
            Some(texts.iter().map(|(key, text)| (key.as_str().into(), text.as_str().into())).collect())
        }
    }
}
