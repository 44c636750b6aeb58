//! What is not needed at first sight. In a release this module and what only it reaches are a WebAssembly of their own,
//! which the page fetches once the map shows: `late.rs`.

use super::super::store::Store;
use super::controls::Controls;
use leptos::prelude::*;

/// All of it, in the order of the page.
pub fn panels(_store: Store) -> AnyView {
    view! { <Controls/> }.into_any()
}
