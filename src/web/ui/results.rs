//! What the search found.

use crate::web::store::Store;
use leptos::prelude::*;

/// What the search found.
#[component]
pub fn Results() -> impl IntoView {
    let store = expect_context::<Store>();
    view! { <section class="glass panel column" data-covers="left"><button type="button" on:click=move |_| store.show(crate::web::store::Column::Closed)>"Close"</button></section> }
}
