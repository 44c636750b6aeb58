//! The panels over the map: nothing of them is needed at first sight.

use super::column::LeftColumn;
use super::keys::Keys;
use super::lane::Lane;
use super::share::Share;
use super::suggestions::suggestions;
use crate::web::store::Store;
use leptos::prelude::*;

/// All of them, each closed until it is opened.
pub fn panels(store: Store) -> AnyView {
    provide_context(store);
    view! {
        {suggestions(store)}
        <LeftColumn/>
        <Lane/>
        <Share/>
        <Keys/>
    }
    .into_any()
}
