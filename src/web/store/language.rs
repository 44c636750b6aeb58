//! The language that the page is read in: the one that was chosen on this device, else what the browser asks for.

use super::Store;
use super::search::Progress;
use super::theme::storage;
use crate::language::{Language, is_known, learn};
use crate::web::fetch::get;
use crate::web::words::{self, tr};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Map, Value};
use wasm_bindgen::JsCast;

/// Where the chosen language is kept.
const LANGUAGE_KEY: &str = "glassmap-language";
/// The style sheets' name for the families that have the language's letters.
const LETTERS: &str = "--letters";
/// No file of a language is larger, in bytes.
const MAX_FILE: u64 = 1 << 20;

impl Store {
    /// Speaks the language that this reader wants, as soon as its texts are here.
    pub(super) fn open_language(self) {
        let wanted = wanted();
        // Type and reading voices go by it; the texts follow.
        mark_document(wanted);
        spawn_local(async move {
            self.take_language(wanted).await;
            self.language_ready.set(true);
        });
    }

    /// Takes the language that the human chose, and keeps the choice on this device.
    pub fn choose_language(self, tag: &str) {
        let Some(language) = Language::of_tag(tag) else { return };
        if let Some(storage) = storage() {
            // A browser that keeps nothing shows the choice until the page is left.
            drop(storage.set_item(LANGUAGE_KEY, language.tag()));
        }
        spawn_local(async move {
            self.take_language(language).await;
            // The interface was made anew: the focus goes back to where it was.
            request_animation_frame(|| {
                request_animation_frame(|| {
                    let document = web_sys::window().and_then(|window| window.document());
                    let choice = document.and_then(|document| document.get_element_by_id("language-choice"));
                    if let Some(choice) = choice.and_then(|choice| choice.dyn_into::<web_sys::HtmlElement>().ok()) {
                        drop(choice.focus());
                    }
                });
            });
        });
    }

    async fn take_language(self, language: Language) {
        if !is_known(language) {
            let Some(texts) = fetched(language).await else {
                mark_document(words::language());
                return self
                    .say(tr!("The texts of that language did not load. Check the connection and choose it again."));
            };
            learn(language, texts);
        }
        words::speak(language);
        mark_document(language);
        if let Some(context) = self.context.get_value() {
            context.set_language(language);
            // Marks have their measures beside them.
            self.follow(&context);
        }
        self.screen.get_value().set_language(language);
        if self.language.get_untracked() != language {
            // What was said in passing was said in the other one.
            self.notice.set(None);
            self.language.set(language);
        }
    }

    /// Calls what was found anew, in the language that is read now.
    pub fn name_found(self) {
        let state = self.search;
        let Some((asked, Progress::Done(_))) = state.last.get_untracked() else { return };
        let number = state.number.get_value();
        spawn_local(async move {
            let found = self.find(&asked).await.ok().filter(|_| state.number.get_value() == number);
            if let Some(found) = found {
                state.last.set(Some((asked, Progress::Done(found))));
            }
        });
    }
}

/// The language that was chosen here, else the browser's first that there is.
fn wanted() -> Language {
    let chosen = storage().and_then(|storage| storage.get_item(LANGUAGE_KEY).ok()?);
    chosen.and_then(|tag| Language::of_tag(&tag)).unwrap_or_else(|| {
        let asked = web_sys::window().map(|window| window.navigator().languages()).unwrap_or_default();
        let asked: Vec<String> = asked.iter().filter_map(|tag| tag.as_string()).collect();
        Language::preferred(asked.iter().map(String::as_str))
    })
}

/// Says on the document which language it is in.
fn mark_document(language: Language) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
    if let Some(root) = root {
        drop(root.set_attribute("lang", language.tag()));
        if let Some(root) = root.dyn_ref::<web_sys::HtmlElement>() {
            let letters = language.fonts();
            // Without any of its own a language has those of style/tokens.css.
            drop(if letters.is_empty() {
                root.style().remove_property(LETTERS).map(drop)
            } else {
                root.style().set_property(LETTERS, letters)
            });
        }
    }
}

/// The texts of a language's file.
async fn fetched(language: Language) -> Option<Map<String, Value>> {
    let document = web_sys::window()?.document()?;
    let folder = document.query_selector("meta[name=glassmap-locales]").ok()??.get_attribute("content")?;
    let path = [folder.as_str(), language.tag(), ".json"].concat();
    let bytes = get(&path, MAX_FILE, |_| ()).await.ok()?;
    serde_json::from_slice(&bytes).ok()
}
