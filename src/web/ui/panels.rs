//! The interface: nothing of it is needed before the map shows. In a release this module and what only it reaches are a
//! WebAssembly of their own, which the page fetches once the map shows: `late.rs`.

use super::column::LeftColumn;
use super::controls::{Controls, Credit};
use super::dock::Dock;
use super::hand_bar::hand_bar;
use super::keys::{Keys, listen};
use super::lane::Lane;
use super::own::{drop_target, follow_drops};
use super::search::SearchBar;
use super::share::Share;
use super::sheet::follow_drags;
use super::status::notice;
use super::suggestions::{self, suggestions};
use super::top::{Actions, Quick};
use crate::language::Language;
use crate::web::store::{Column, Store};
use crate::web::words::tr;
use leptos::prelude::*;

/// All of it, in the order of the page; each panel is closed until it is opened.
pub fn panels(store: Store) -> AnyView {
    store.panels_ready.set(true);
    store.follow_panels();
    store.follow_hover();
    store.follow_hand();
    listen(store);
    store.follow_printing();
    follow_drags(store);
    follow_drops(store);
    suggestions::follow(store);
    Effect::new(move |before: Option<Language>| {
        let language = store.language.get();
        // Here and not where the language is taken: searching is the panels' part of the page.
        if before.is_some_and(|before| before != language) {
            store.name_found();
        }
        language
    });
    let all = move || {
        // In another language all of it is made anew; what it shows stands in the store.
        store.language.track();
        view! {
            <button type="button" class="skip" on:click=move |_| store.show(Column::InWords)>
                {tr!("Read the map in words")}
            </button>
            <SearchBar/>
            <Quick/>
            {suggestions(store)}
            <LeftColumn/>
            <Actions/>
            <Lane/>
            {hand_bar(store)}
            <Dock/>
            <Controls/>
            <Credit/>
            <Share/>
            <Keys/>
            {notice(store)}
            {drop_target(store)}
        }
        .into_any()
    };
    all.into_any()
}
