//! What is not needed at first sight. In a release this module and what only it reaches are a WebAssembly of their own,
//! which the page fetches once the map shows: `late.rs`.

use super::column::LeftColumn;
use super::controls::Controls;
use super::hand_bar::hand_bar;
use super::keys::Keys;
use super::lane::Lane;
use super::share::Share;
use super::suggestions::suggestions;
use crate::web::store::Store;
use leptos::prelude::*;

/// All of it, in the order of the page; each panel is closed until it is opened.
pub fn panels(store: Store) -> AnyView {
    store.panels_ready.set(true);
    store.follow_hand();
    view! {
        {hand_bar(store)}
        <Controls/>
        {suggestions(store)}
        <LeftColumn/>
        <Lane/>
        <Share/>
        <Keys/>
    }
    .into_any()
}
