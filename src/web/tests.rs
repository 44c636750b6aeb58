//! What only a browser can show: values that cross into JavaScript, and fetching.

use super::clock::BrowserClock;
use super::fetch::get;
use super::map::to_plain as plain;
use crate::ports::{FetchError, moment_in};
use glassmap_unicode as unicode;
use serde_json::json;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn values_cross_as_plain_objects_and_never_as_a_map() {
    let value = json!({ "center": [14.5, 35.9], "nested": { "none": null, "text": "Għajnsielem" } });
    let crossed = plain(&value);
    assert!(!crossed.has_type::<js_sys::Map>());
    let text = js_sys::JSON::stringify(&crossed).expect("it is plain").as_string().expect("it is text");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("it is JSON"), value);
}

#[wasm_bindgen_test]
async fn a_file_that_is_not_there_is_missing_for_good() {
    assert_eq!(get("no/such/file.glm", 1000, |_| ()).await, Err(FetchError::Missing));
}

#[wasm_bindgen_test]
async fn a_file_that_is_longer_than_announced_is_refused() {
    let whole = get("data:text/plain,0123456789", 10, |_| ()).await;
    assert_eq!(whole.as_deref(), Ok(b"0123456789".as_slice()));
    let refused = get("data:text/plain,0123456789", 9, |_| ()).await;
    assert!(matches!(refused, Err(FetchError::Temporary(_))), "{refused:?}");
}

#[wasm_bindgen_test]
fn the_browser_knows_the_clocks_of_every_zone() {
    let offset = |zone: &str, at: &str| {
        let at = at.parse().expect("it is a time");
        moment_in(&BrowserClock, zone, Some(at)).map(|(_, offset)| offset)
    };
    assert_eq!(offset("Europe/Malta", "2026-03-29T01:59"), Some(60));
    assert_eq!(offset("Europe/Malta", "2026-03-29T03:00"), Some(120));
    assert_eq!(offset("Europe/Malta", "2026-10-25T02:30"), Some(120));
    assert_eq!(offset("Asia/Taipei", "2026-12-01T00:00"), Some(480));
    assert_eq!(offset("Mars/Olympus", "2026-12-01T00:00"), None);
    assert!(moment_in(&BrowserClock, "Europe/Helsinki", None).is_some());
}

/// What the page's core takes of Unicode from the browser is what the crate's tables say, which the packs are built by; but
/// for letters that are too new for either, to which they are plain.
#[wasm_bindgen_test]
fn the_browser_and_the_tables_know_the_same_letters() {
    use unicode_normalization::UnicodeNormalization;
    let (mut different, mut new) = (Vec::new(), 0);
    for c in (0..=0x10_FFFF).filter_map(char::from_u32) {
        let text = c.to_string();
        let browser = [unicode::nfkc(&text), unicode::nfd(&text), unicode::nfc(&text)];
        let tables = [text.nfkc().collect::<String>(), text.nfd().collect(), text.nfc().collect()];
        let is_mark = unicode_normalization::char::is_combining_mark(c);
        if browser == tables && unicode::is_mark(c) == is_mark {
            continue;
        }
        let is_plain = |forms: &[String; 3], is_mark: bool| !is_mark && forms.iter().all(|form| *form == text);
        if is_plain(&tables, is_mark) || is_plain(&browser, unicode::is_mark(c)) {
            new += 1;
        } else {
            different.push(c);
        }
    }
    // A version of Unicode brings some dozens of them; a browser that knew nothing would be off by 20,000.
    assert!(different.is_empty() && new < 500, "{new} are new to one of the two, others different: {different:?}");
}
