//! What the tool in hand asks and tells, over the dock, and the aim of the keyboard.

use super::measure_bar::MeasureBar;
use super::note_bar::NoteBar;
use super::reach_form::ReachForm;
use super::route_form::RouteForm;
use crate::web::store::{Hand, Store};
use leptos::prelude::*;

/// The bar of the tool in hand, and the aim while the keyboard leads.
pub fn hand_bar(store: Store) -> AnyView {
    view! {
        {move || bar(store)}
        {move || store.aim.get().then(|| aim(store))}
    }
    .into_any()
}

fn bar(store: Store) -> AnyView {
    match store.hand.get() {
        Hand::Select => ().into_any(),
        Hand::Note => view! { <NoteBar/> }.into_any(),
        Hand::Reach => view! { <ReachForm/> }.into_any(),
        Hand::Route => view! { <RouteForm/> }.into_any(),
        Hand::Polygon | Hand::Circle | Hand::Line | Hand::Freehand | Hand::Reshape(_) => {
            view! { <MeasureBar/> }.into_any()
        }
    }
}

/// The cross where the keyboard's presses go: the middle of the free map.
fn aim(store: Store) -> AnyView {
    let beside = |before: f64, after: f64| format!("calc(50% + {}px)", (before - after) / 2.0);
    let left = move || store.covered.with(|covered| beside(covered.left, covered.right));
    let top = move || store.covered.with(|covered| beside(covered.top, covered.bottom));
    view! { <span class="aim" aria-hidden="true" style:left=left style:top=top></span> }.into_any()
}
