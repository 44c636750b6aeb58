//! What the search suggests as one types: a list box under the field, which keeps the focus.

use super::{By, Icon, signs};
use crate::city::Category;
use crate::web::store::Store;
use crate::web::store::search::{Asked, Row, Suggestion};
use crate::web::words::{self, grouped, length, tr, trn};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

/// The id of the option of that number.
pub fn option_id(number: usize) -> String {
    ["suggestion-", number.to_string().as_str()].concat()
}

/// From now on what is typed is followed by suggestions, and the field by its keys.
pub fn follow(store: Store) {
    let search = store.search;
    listen(store);
    Effect::new(move |before: Option<u32>| {
        let typed = search.typed.get();
        if before.is_some_and(|before| before != typed) {
            if search.text.with_untracked(|text| text.trim().is_empty()) {
                search.open.set(false);
                search.options.set(Vec::new());
            } else {
                search.open.set(true);
                spawn_local(store.suggest());
            }
        }
        typed
    });
}

/// The list box, when it is open.
pub fn suggestions(store: Store) -> AnyView {
    let search = store.search;
    let said = move || match search.options.with(Vec::len) {
        0 => tr!("No suggestions yet").to_owned(),
        number => trn!(number, "%{n} suggestion", "%{n} suggestions"),
    };
    let list = move || {
        let options = search.options.get();
        options.into_iter().enumerate().map(|(number, option)| one(store, number, option)).collect_view()
    };
    view! {
        {move || search.open.get().then(|| view! {
            <section class="glass panel suggest" aria-label=tr!("Suggestions")>
                <div id="suggestions" role="listbox" aria-label=tr!("Suggestions")>{list}</div>
                <p class="sr" role="status">{said}</p>
            </section>
        }.into_any())}
    }
    .into_any()
}

fn one(store: Store, number: usize, option: Suggestion) -> AnyView {
    let search = store.search;
    let id = match &option {
        Suggestion::Place(row) => Some(row.id.clone()),
        Suggestion::Mark(id, ..) => Some(id.to_string()),
        _ => None,
    };
    let is_active = move || search.active.get() == Some(number);
    Effect::new(move |_| {
        // The place that an arrow key has come to lights up on the map.
        if is_active() {
            store.hovered.set(id.clone());
        }
    });
    let chosen = option.clone();
    view! {
        <div class="row option" role="option" id=option_id(number) class:lit=is_active
            aria-selected=move || is_active().to_string()
            // The field keeps the focus.
            on:mousedown=|event| event.prevent_default()
            on:click=move |_| choose(store, chosen.clone())>
            {look(store, option)}
        </div>
    }
    .into_any()
}

fn choose(store: Store, option: Suggestion) {
    store.hovered.set(None);
    store.choose_suggestion(option);
}

/// Sign, words and what is told of it at the right.
fn look(store: Store, option: Suggestion) -> AnyView {
    let (sign, title, small, right) = match option {
        Suggestion::Go(at) => (
            plain_sign("here"),
            format!("{:.5}, {:.5}", at.lat, at.lng),
            tr!("Go to these coordinates").to_owned(),
            String::new(),
        ),
        Suggestion::Kind(category, count) => (
            signs::disc(category),
            signs::of(category).0.to_owned(),
            tr!("Show all of them on the map").to_owned(),
            grouped(count.into()),
        ),
        Suggestion::Mark(_, words, origin) => {
            let whose = if origin == crate::domain::Origin::User {
                tr!("Yours, on the map")
            } else {
                tr!("The agent’s, on the map")
            };
            (view! { <span class="shape"><By origin/></span> }.into_any(), words, whose.to_owned(), String::new())
        }
        Suggestion::Place(row) => {
            let right = row.distance_m.map(length).unwrap_or_default();
            (row.disc(store), row.name.clone(), what_and_where(store, &row), right)
        }
        Suggestion::Unloaded(category, count) => (
            signs::disc(category),
            signs::of(category).0.to_owned(),
            tr!("Not loaded yet: load and list them").to_owned(),
            grouped(count.into()),
        ),
        Suggestion::All(text) => (
            plain_sign("search"),
            tr!("“%{text}”", text = text),
            tr!("List everything that fits").to_owned(),
            "Enter".to_owned(),
        ),
    };
    view! {
        {sign}
        <div><strong>{title}</strong><small>{small}</small></div>
        <span class="num">{right}</span>
    }
    .into_any()
}

fn plain_sign(icon: &'static str) -> AnyView {
    view! { <span class="shape"><Icon name=icon/></span> }.into_any()
}

/// A place's kind and address, or at least its district.
pub fn what_and_where(store: Store, row: &Row) -> String {
    let what = row.layer.as_deref().unwrap_or(signs::one(row.category));
    let place = || (row.category != Category::District).then(|| store.district_of(&row.id)).flatten();
    match row.address.clone().or_else(place) {
        Some(place) => [what, " · ", place.as_str()].concat(),
        None => what.to_owned(),
    }
}

/// Direction in words, or nothing.
pub fn whither(row: &Row) -> &'static str {
    row.direction.map_or("", words::whither)
}

/// The field's keys: the field itself is on the page before this is.
fn listen(store: Store) {
    let search = store.search;
    let is_field = |event: &web_sys::Event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        target.is_some_and(|target| target.id() == "search")
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if !is_field(&event) || event.is_composing() {
            return;
        }
        let count = search.options.with_untracked(Vec::len);
        let active = search.active.get_untracked();
        match event.key().as_str() {
            "ArrowDown" | "ArrowUp" if count > 0 => {
                if !search.open.get_untracked() {
                    search.open.set(true);
                }
                let step = |down: bool| match (active, down) {
                    (None, true) => Some(0),
                    (None, false) => Some(count - 1),
                    (Some(last), true) if last + 1 >= count => None,
                    (Some(at), true) => Some(at + 1),
                    (Some(0), false) => None,
                    (Some(at), false) => Some(at - 1),
                };
                let next = step(event.key() == "ArrowDown");
                search.active.set(next);
                if let Some(next) = next {
                    reveal(next);
                } else {
                    store.hovered.set(None);
                }
            }
            "Enter" => enter(store, active.filter(|_| search.open.get_untracked())),
            "Escape" => {
                store.hovered.set(None);
                if search.open.get_untracked() {
                    search.open.set(false);
                    search.active.set(None);
                } else {
                    store.clear_search();
                }
            }
            _ => return,
        }
        event.prevent_default();
    });
    let left = window_event_listener(leptos::ev::focusout, move |event| {
        if is_field(&event) {
            search.open.set(false);
            search.active.set(None);
        }
    });
    let pressed = window_event_listener(leptos::ev::click, move |event| {
        if is_field(&event) && search.options.with_untracked(|options| !options.is_empty()) {
            search.open.set(true);
        }
    });
    // The page listens as long as it lives.
    std::mem::forget((keys, left, pressed));
}

/// What Enter does: takes what is chosen; else coordinates and kinds by their whole name, else lists all that fits.
fn enter(store: Store, active: Option<usize>) {
    let search = store.search;
    let text = search.text.get_untracked().trim().to_owned();
    if text.is_empty() {
        return;
    }
    let options = search.options.get_untracked();
    let chosen = active.and_then(|number| options.get(number).cloned());
    let certain = store.certain(&text);
    search.open.set(false);
    search.active.set(None);
    match chosen.or(certain) {
        Some(option) => choose(store, option),
        None => {
            store.hovered.set(None);
            store.look_for(Asked { text, ..Asked::default() });
        }
    }
}

fn reveal(number: usize) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(option) = document.and_then(|document| document.get_element_by_id(&option_id(number))) {
        let how = web_sys::ScrollIntoViewOptions::new();
        how.set_block(web_sys::ScrollLogicalPosition::Nearest);
        option.scroll_into_view_with_scroll_into_view_options(&how);
    }
}
