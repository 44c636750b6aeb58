//! What the human sees around the map.

mod controls;
mod dock;
mod late;
mod panels;
mod status;
mod top;

use super::store::Store;
use controls::Credit;
use dock::{Dock, listen_for_undo};
use late::Late;
use leptos::html::Main;
use leptos::prelude::*;
use leptos::task::spawn_local;
use status::Status;
use top::{Actions, CityBar, Quick};
use wasm_bindgen::JsCast;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::new();
    provide_context(store);
    listen_for_undo(store);
    let container = NodeRef::<Main>::new();
    container.on_load(move |element| {
        let element: web_sys::HtmlElement = element.unchecked_into();
        spawn_local(store.open(element));
    });
    view! {
        <main id="map" node_ref=container aria-label=move || format!("Map of {}", city_name(store))></main>
        <CityBar/>
        <Quick/>
        <Actions/>
        <Dock/>
        <Late/>
        <Credit/>
        <Status/>
    }
}

fn city_name(store: Store) -> String {
    store.about.get().map_or_else(|| "glassmap".into(), |about| about.name)
}

/// A sign of `icons.svg` at 16 by 16 pixels; what it says must also be said in words beside it.
#[component]
fn Icon(
    /// The sign's id.
    #[prop(into)]
    name: Signal<&'static str>,
) -> impl IntoView {
    let file = super::map::folder().unwrap_or_default();
    let href = move || format!("{file}icons.svg#{}", name.get());
    view! { <svg class="i" aria-hidden="true"><use href=href></use></svg> }
}
