//! The interface: nothing of it is needed before the map shows. In a release this module and what only it reaches are a
//! WebAssembly of their own, which the page fetches once the map shows: `late.rs`.

use super::column::LeftColumn;
use super::controls::{Controls, Credit};
use super::dock::Dock;
use super::hand_bar::hand_bar;
use super::keys::{Keys, listen};
use super::lane::Lane;
use super::own::drop_target;
use super::search::SearchBar;
use super::share::Share;
use super::status::notice;
use super::suggestions::suggestions;
use super::top::{Actions, Quick};
use crate::web::store::Store;
use leptos::prelude::*;

/// All of it, in the order of the page; each panel is closed until it is opened.
pub fn panels(store: Store) -> AnyView {
    store.panels_ready.set(true);
    store.follow_panels();
    store.follow_hover();
    store.follow_hand();
    listen(store);
    store.follow_printing();
    view! {
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
}
