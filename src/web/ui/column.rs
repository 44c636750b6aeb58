//! The left column: all kinds of places, the map in words, what was found, one place, one mark. One of them at a time.

use super::in_words::in_words;
use super::mark_card::mark_card;
use super::place_card::place_card;
use super::places::places;
use super::results::results;
use super::{Icon, IconButton};
use crate::web::store::search::Progress;
use crate::web::store::{Column, Store};
use crate::web::words::{tr, trn};
use leptos::html::H2;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

/// The column, when it is open.
#[component]
pub fn LeftColumn() -> impl IntoView {
    let store = expect_context::<Store>();
    lend_focus(store, move || store.column.get() != Column::Closed);
    follow_height(store);
    move || match store.column.get() {
        Column::Closed => ().into_any(),
        Column::Places => places(store),
        Column::InWords => in_words(store),
        Column::Results => results(store),
        Column::Place(id) => place_card(store, id),
        Column::Mark(id) => mark_card(store, id),
    }
}

/// What opens takes the focus to its heading; when it closes, the focus goes back to where it was, or to the map if that
/// was a text field: there the next key would be text, and a phone would open its keyboard.
pub fn lend_focus(store: Store, is_open: impl Fn() -> bool + 'static) {
    let before = StoredValue::new_local(None::<HtmlElement>);
    Effect::new(move |was_open: Option<bool>| {
        let open = is_open();
        match (was_open.unwrap_or_default(), open) {
            (false, true) => before.set_value(focused()),
            (true, false) => give_back(store, before.try_update_value(Option::take).flatten()),
            _ => {}
        }
        open
    });
}

/// As a sheet at the bottom the column covers more of the map once what it shows has come.
fn follow_height(store: Store) {
    let grown = Closure::<dyn Fn()>::new(move || store.measure_panels()).into_js_value();
    let observer = StoredValue::new_local(web_sys::ResizeObserver::new(grown.unchecked_ref()).ok());
    Effect::new(move |_| {
        store.column.track();
        request_animation_frame(move || {
            let document = web_sys::window().and_then(|window| window.document());
            let open = document.and_then(|document| document.query_selector(".column").ok().flatten());
            // In another language the interface is made anew, maybe before this frame came.
            if let Some(observer) = observer.try_get_value().flatten() {
                observer.disconnect();
                open.iter().for_each(|open| observer.observe(open));
            }
        });
    });
}

fn focused() -> Option<HtmlElement> {
    web_sys::window()?.document()?.active_element()?.dyn_into().ok()
}

/// Gives the focus back, when it is nowhere else by now.
fn give_back(store: Store, element: Option<HtmlElement>) {
    request_animation_frame(move || {
        let is_lost = focused().is_none_or(|element| element.tag_name() == "BODY");
        if let Some(element) = element.filter(|element| is_lost && element.is_connected()) {
            if matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA") {
                store.screen_focus();
            } else {
                focus(&element);
            }
        }
    });
}

fn focus(element: &HtmlElement) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    drop(element.focus_with_options(&options));
}

/// The heading of what just opened: the focus goes there, and what is read out begins there.
pub fn heading(id: &'static str, words: impl Fn() -> String + Send + Sync + 'static) -> AnyView {
    let node = NodeRef::<H2>::new();
    node.on_load(|element| {
        let element: HtmlElement = element.unchecked_into();
        // Once it is in the page, unless a hand has gone elsewhere meanwhile: a frame may be long in coming.
        let before = focused();
        request_animation_frame(move || {
            if focused() == before {
                focus(&element);
            }
        });
    });
    view! { <h2 id=id tabindex="-1" node_ref=node>{words}</h2> }.into_any()
}

/// The button that closes the column.
pub fn close(store: Store) -> AnyView {
    view! { <IconButton icon="close" name=tr!("Close") class="small" on_press=move || store.show(Column::Closed)/> }
        .into_any()
}

/// The way from a card back to the list that it was opened from.
pub fn back(store: Store) -> AnyView {
    let count = move || {
        store.search.last.with(|last| match last {
            Some((_, Progress::Done(found))) if !found.rows.is_empty() => Some(found.rows.len()),
            _ => None,
        })
    };
    view! {
        {move || count().map(|count| view! {
            <button type="button" class="back" on:click=move |_| store.show(Column::Results)>
                <Icon name="undo"/>
                {trn!(count, "%{n} result", "%{n} results")}
            </button>
        }.into_any())}
    }
    .into_any()
}
