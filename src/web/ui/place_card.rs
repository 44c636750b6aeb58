//! All that is recorded of a place.

use crate::web::store::Store;
use leptos::prelude::*;

/// All that is recorded of a place.
#[component]
pub fn PlaceCard(id: String) -> impl IntoView {
    let store = expect_context::<Store>();
    view! { <article class="glass panel column place" data-covers="left"><button type="button" on:click=move |_| store.show(crate::web::store::Column::Closed)>{id}</button></article> }
}
