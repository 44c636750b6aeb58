//! Unicode's normal forms, and which letters are marks: the browser's own in the page, whose first WebAssembly would
//! carry as many tables for them as a quarter of its data; a crate's everywhere else. Both are of one standard, which
//! never changes what a letter that it knows becomes (Unicode's stability policy); the page's tests compare them for every
//! letter there is.

#[cfg(all(feature = "browser", target_arch = "wasm32"))]
pub use browser::{is_mark, nfc, nfd, nfkc};
#[cfg(not(all(feature = "browser", target_arch = "wasm32")))]
pub use tables::{is_mark, nfc, nfd, nfkc};

#[cfg(not(all(feature = "browser", target_arch = "wasm32")))]
mod tables {
    use unicode_normalization::UnicodeNormalization;

    /// Compatibility decomposition, then composition.
    pub fn nfkc(text: &str) -> String {
        text.nfkc().collect()
    }

    /// Canonical decomposition.
    pub fn nfd(text: &str) -> String {
        text.nfd().collect()
    }

    /// Canonical decomposition, then composition.
    pub fn nfc(text: &str) -> String {
        text.nfc().collect()
    }

    /// Whether a letter is a mark that combines with the one before it (general category M).
    pub fn is_mark(c: char) -> bool {
        unicode_normalization::char::is_combining_mark(c)
    }
}

#[cfg(all(feature = "browser", target_arch = "wasm32"))]
mod browser {
    use js_sys::{JsString, RegExp};

    thread_local! {
        static MARK: RegExp = RegExp::new(r"\p{M}", "u");
    }

    /// Compatibility decomposition, then composition.
    pub fn nfkc(text: &str) -> String {
        normalized(text, "NFKC")
    }

    /// Canonical decomposition.
    pub fn nfd(text: &str) -> String {
        normalized(text, "NFD")
    }

    /// Canonical decomposition, then composition.
    pub fn nfc(text: &str) -> String {
        normalized(text, "NFC")
    }

    /// Whether a letter is a mark that combines with the one before it (general category M).
    pub fn is_mark(c: char) -> bool {
        MARK.with(|mark| mark.test(c.encode_utf8(&mut [0; 4])))
    }

    fn normalized(text: &str, form: &str) -> String {
        JsString::from(text).normalize(form).into()
    }
}
