//! The search field, and the city beside it.

use super::{Icon, IconButton, city_name};
use crate::web::store::{Column, Store};
use crate::web::words::tr;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The mark, the city, the way to another city, and the search field.
#[component]
pub fn SearchBar() -> impl IntoView {
    let store = expect_context::<Store>();
    let search = store.search;
    let active = move || search.active.get().filter(|_| search.open.get()).map(super::suggestions::option_id);
    let several = move || store.cities.with(|cities| cities.len() > 1);
    let others = move || {
        let current = store.about.get().map(|about| about.id).unwrap_or_default();
        let option = |city: crate::city::pack::CityEntry| {
            let chosen = city.id == current;
            view! { <option value=city.id.clone() selected=chosen>{city.name.clone()}</option> }
        };
        store.cities.get().into_iter().map(option).collect_view()
    };
    view! {
        <header class="glass panel search">
            <div class="city">
                <svg class="mark" viewBox="0 0 22 22" aria-hidden="true">
                    <circle class="mark-user" cx="8.6" cy="11" r="6.2"></circle>
                    <circle class="mark-agent" cx="13.4" cy="11" r="7.2"></circle>
                    <circle class="mark-agent" cx="13.4" cy="11" r="4.9"></circle>
                </svg>
                <h1><span class="sr">{tr!("glassmap: ")}</span>{move || city_name(store)}</h1>
                <Show when=several>
                    <label class="sr" for="city-choice">{tr!("City")}</label>
                    <select id="city-choice" on:change=move |event| store.choose(event_target_value(&event))>
                        {others}
                    </select>
                    <Icon name="down"/>
                </Show>
            </div>
            <i class="rule" aria-hidden="true"></i>
            <form role="search" on:submit=|event| event.prevent_default()>
                <label class="sr" for="search">{tr!("Search places and addresses")}</label>
                <input id="search" type="search" placeholder=tr!("Search places") autocomplete="off" enterkeyhint="search"
                    role="combobox" aria-autocomplete="list" aria-controls="suggestions" spellcheck="false"
                    aria-expanded=move || search.open.get().to_string() aria-activedescendant=active
                    maxlength="200" prop:value=search.text
                    on:input=move |event| {
                        search.text.set(event_target_value(&event));
                        search.typed.update(|typed| *typed = typed.wrapping_add(1));
                    }/>
            </form>
            <Show when=move || !search.text.with(String::is_empty)>
                <IconButton icon="close" name=tr!("Clear the search") class="clear" on_press=move || {
                    store.clear_search();
                    focus();
                }/>
            </Show>
            <IconButton icon="places" name=tr!("Places of every kind") key="P" on_press=move || toggle_places(store)/>
        </header>
    }
}

fn toggle_places(store: Store) {
    let open = store.column.get_untracked() == Column::Places;
    store.show(if open { Column::Closed } else { Column::Places });
}

/// Puts the cursor into the search field.
pub fn focus() {
    let field =
        web_sys::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id("search"));
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        drop(field.focus());
    }
}
