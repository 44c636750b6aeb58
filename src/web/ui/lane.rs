//! The agent’s lane: what is on the map, and what the agent did.

use crate::web::store::Store;
use leptos::prelude::*;

/// The agent’s lane: what is on the map, and what the agent did.
#[component]
pub fn Lane() -> impl IntoView {
    let store = expect_context::<Store>();
    move || store.lane.get().then(|| view! { <aside class="glass lane" data-covers="right"></aside> })
}
