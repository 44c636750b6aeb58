//! A drawing or a note, and what can be done with it.

use crate::web::store::Store;
use leptos::prelude::*;

/// A drawing or a note, and what can be done with it.
#[component]
pub fn MarkCard(id: crate::domain::MarkId) -> impl IntoView {
    let store = expect_context::<Store>();
    view! { <article class="glass panel column place" data-covers="left"><button type="button" on:click=move |_| store.show(crate::web::store::Column::Closed)>{id.to_string()}</button><button type="button" on:click=move |_| store.hand.set(crate::web::store::Hand::Reshape(id))>"Reshape"</button></article> }
}
