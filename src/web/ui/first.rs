//! What shows before the interface is here: how far the page has come, and why it does not come. The elements are the
//! document's own (`index.html`), so that this needs nothing of what draws the interface.

use super::city_name;
use crate::web::store::{CityPhase, MapPhase, Store};
use crate::web::words::tr;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement};

/// From now on the document's first elements say what there is to say. `fetch` gets the interface once more.
pub fn show(store: Store, fetch: impl Fn() + 'static) {
    Effect::new(move |_| {
        store.language.track();
        name_elements(&city_name(store));
    });
    Effect::new(move |_| show_progress(progress(store)));
    Effect::new(move |_| show_failure(failure(store)));
    let again = Closure::<dyn Fn()>::new(move || {
        if matches!(store.city.get_untracked(), CityPhase::Failed(_)) { store.retry() } else { fetch() }
    });
    if let Some(button) = element("#failure button").and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        button.set_onclick(Some(again.into_js_value().unchecked_ref()));
    }
}

/// The first element of the document that fits.
pub fn element(selector: &str) -> Option<Element> {
    web_sys::window()?.document()?.query_selector(selector).ok()?
}

/// Says in the page's language what the document's own elements are.
fn name_elements(city: &str) {
    let name = |selector: &str, attribute: &str, words: &str| {
        if let Some(element) = element(selector) {
            drop(element.set_attribute(attribute, words));
        }
    };
    name("#map", "aria-label", &tr!("Map of %{city}", city = city));
    name("#add-note input", "aria-label", tr!("Note"));
    name("meta[name=description]", "content", tr!("A city map that a person and an agent read and change together."));
    if let Some(button) = element("#failure button") {
        button.set_text_content(Some(tr!("Try again")));
    }
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(tr!("glassmap"));
    }
}

fn progress(store: Store) -> Option<(&'static str, Option<f64>)> {
    store.language.track();
    if !store.language_ready.get() {
        // It is not known yet how to say it.
        return None;
    }
    match (store.city.get(), store.map.get()) {
        (CityPhase::Failed(_), _) | (_, MapPhase::Failed(_)) | (CityPhase::Ready, MapPhase::Shown) => None,
        (_, MapPhase::Lost) => Some((tr!("The browser took the map’s graphics away; they are coming back"), None)),
        (CityPhase::Loading(Some((so_far, in_all))), _) => {
            Some((tr!("Loading places"), Some(so_far as f64 / in_all.max(1) as f64)))
        }
        (CityPhase::Loading(None), _) => Some((tr!("Loading places"), None)),
        (CityPhase::Ready, MapPhase::Loading) => Some((tr!("Drawing the map"), None)),
    }
}

fn show_progress(progress: Option<(&'static str, Option<f64>)>) {
    let Some(line) = element("#loading") else { return };
    let hidden = line.toggle_attribute_with_force("hidden", progress.is_none());
    let (Some((what, share)), Ok(false)) = (progress, hidden) else { return };
    let (Some(words), Some(bar)) = (element("#loading span"), element("#loading progress")) else { return };
    words.set_text_content(Some(&format!("{what}…")));
    let told = match share {
        Some(share) => bar.set_attribute("value", &format!("{share:.2}")),
        None => bar.remove_attribute("value"),
    };
    drop(told.and_then(|()| bar.set_attribute("aria-label", what)));
}

/// A sentence, whether it can be tried again, and whether the map is there all the same.
fn failure(store: Store) -> Option<(String, bool, bool)> {
    match (store.city.get(), store.map.get()) {
        (CityPhase::Failed(sentence), _) => Some((sentence, true, false)),
        // Where something was said in passing it has the same place, and comes first.
        _ if store.panels_missing.get() => store.notice.with(Option::is_none).then(|| {
            (
                tr!("Some of the page's panels did not load. Check the connection, then try again.").to_owned(),
                true,
                true,
            )
        }),
        (_, MapPhase::Failed(sentence)) => Some((sentence, false, false)),
        _ => None,
    }
}

fn show_failure(failure: Option<(String, bool, bool)>) {
    let (Some(panel), Some(words), Some(button)) =
        (element("#failure"), element("#failure p"), element("#failure button"))
    else {
        return;
    };
    let (sentence, can_retry, in_passing) = failure.unwrap_or_default();
    panel.set_class_name(if in_passing { "glass panel notice" } else { "glass panel failure" });
    words.set_text_content(Some(&sentence));
    drop(button.toggle_attribute_with_force("hidden", !can_retry));
    drop(panel.toggle_attribute_with_force("hidden", sentence.is_empty()));
}
