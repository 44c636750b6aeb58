//! The languages in which glassmap speaks to a human. English stands in the source; every other language is one file in
//! `locales/`, which says each English text in that language. A language is a value that is passed: sessions of several
//! live side by side.
//!
//! A file is one JSON object. `_name` is what the language calls itself, `_for` the tags that ask for it, `_fonts` the
//! families with its letter forms; every other key is an English text as the source has it, with `%{names}` for what is
//! put in. An English text that means two things carries the one meant: `Area [measure]`.

mod texts;

pub use texts::{decimal, fill, say, say_as};
#[cfg(target_arch = "wasm32")]
pub use texts::{is_known, learn};

/// One of the languages there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(&'static About);

/// What is known of a language before its file is read.
#[derive(Debug, PartialEq, Eq)]
struct About {
    tag: &'static str,
    name: &'static str,
    /// Tags that ask for it, apart from its own, with spaces between.
    asked_for: &'static str,
    fonts: &'static str,
}

/// What the source itself is written in.
const SOURCE: About = About { tag: "en", name: "English", asked_for: "", fonts: "" };

// One entry for each file in locales/, in the order of their names: build.rs.
include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Language {
    /// English, which needs no file.
    pub const ENGLISH: Self = Self(&SOURCE);

    /// All of them, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(&SOURCE).chain(FILES).map(Self)
    }

    /// The language of that tag.
    pub fn of_tag(tag: &str) -> Option<Self> {
        Self::all().find(|language| language.tag() == tag)
    }

    /// The language for a reader with these preferences, the dearest first: BCP 47 tags such as `zh-TW`, of which a
    /// shorter form counts too. English when there is none.
    pub fn preferred<'a>(tags: impl IntoIterator<Item = &'a str>) -> Self {
        tags.into_iter().find_map(Self::asked_by).unwrap_or(Self::ENGLISH)
    }

    /// What one preference asks for: by the whole tag, else with its last parts left out one by one.
    fn asked_by(tag: &str) -> Option<Self> {
        let mut tag = tag;
        loop {
            let is = |known: &str| known.eq_ignore_ascii_case(tag);
            let asks = |language: &Self| is(language.tag()) || language.0.asked_for.split(' ').any(is);
            if let Some(language) = Self::all().find(asks) {
                return Some(language);
            }
            tag = tag.rsplit_once('-')?.0;
        }
    }

    /// Its tag by BCP 47: `en`, `zh-Hant`.
    pub const fn tag(self) -> &'static str {
        self.0.tag
    }

    /// What it calls itself.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Families of type that have its forms of letters, as a list of CSS; empty where any do.
    pub const fn fonts(self) -> &'static str {
        self.0.fonts
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::ENGLISH
    }
}

/// A text in a language: `t!(language, "Close")` is a `&'static str`; with values for its `%{names}`, as in
/// `t!(language, "Found %{what}", what = name)`, a `String`. `"Area" as "measure"` tells one meaning of a word from
/// another. The test of the language files finds every text by this macro, `tn!`, `word!` and the page's own.
macro_rules! t {
    ($language:expr, $text:literal) => {
        $crate::language::say($language, $text)
    };
    ($language:expr, $text:literal as $meaning:literal) => {
        $crate::language::say_as($language, concat!($text, " [", $meaning, "]"), $text)
    };
    ($language:expr, $text:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::language::fill($language, $text, &[$(stringify!($name)),+], &[$(&$value),+])
    };
}

/// A number of things: `tn!(language, count, "%{n} note", "%{n} notes")`, with further values behind. The first text is
/// for one.
macro_rules! tn {
    ($language:expr, $number:expr, $one:literal, $many:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::language::fill(
            $language,
            if $number == 1 { $one } else { $many },
            &["n" $(, stringify!($name))*],
            &[&$number $(, &$value)*],
        )
    };
}

/// Marks a text that is said later, by [`say`].
macro_rules! word {
    ($text:literal) => {
        $text
    };
}

pub(crate) use {t, tn, word};

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
