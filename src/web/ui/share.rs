//! The link to this map.

use crate::web::store::Store;
use leptos::prelude::*;

/// The link to this map.
#[component]
pub fn Share() -> impl IntoView {
    let store = expect_context::<Store>();
    move || {
        (store.popover.get() == crate::web::store::Popover::Share)
            .then(|| view! { <section class="glass sheet"></section> })
    }
}
