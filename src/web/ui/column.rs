//! The left column: all kinds of places, what was found, one place, one mark. One of them at a time.

use super::mark_card::MarkCard;
use super::place_card::PlaceCard;
use super::places::Places;
use super::results::Results;
use crate::web::store::{Column, Store};
use leptos::prelude::*;

/// The column, when it is open.
#[component]
pub fn LeftColumn() -> impl IntoView {
    let store = expect_context::<Store>();
    move || match store.column.get() {
        Column::Closed => ().into_any(),
        Column::Places => view! { <Places/> }.into_any(),
        Column::Results => view! { <Results/> }.into_any(),
        Column::Place(id) => view! { <PlaceCard id/> }.into_any(),
        Column::Mark(id) => view! { <MarkCard id/> }.into_any(),
    }
}
