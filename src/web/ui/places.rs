//! All kinds of places, to be shown on the map.

use crate::web::store::Store;
use leptos::prelude::*;

/// All kinds of places, to be shown on the map.
#[component]
pub fn Places() -> impl IntoView {
    let store = expect_context::<Store>();
    view! { <section class="glass panel column" data-covers="left"><button type="button" on:click=move |_| store.show(crate::web::store::Column::Closed)>"Close"</button></section> }
}
