//! What the human sees around the map.

use super::store::{CityPhase, MapPhase, Store};
use leptos::html::Main;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::new();
    provide_context(store);
    let container = NodeRef::<Main>::new();
    container.on_load(move |element| {
        let element: web_sys::HtmlElement = element.unchecked_into();
        spawn_local(store.open(element));
    });
    view! {
        <main id="map" node_ref=container aria-label=move || format!("Map of {}", name_or_map(store))></main>
        <header class="glass panel city">
            <h1>{move || name_or_map(store)}</h1>
        </header>
        <Status/>
        <footer class="credit">{move || store.attribution.get()}</footer>
    }
}

fn name_or_map(store: Store) -> String {
    store.city_name.get().unwrap_or_else(|| "glassmap".into())
}

/// What is on its way, or why it does not come.
#[component]
fn Status() -> impl IntoView {
    let store = expect_context::<Store>();
    let failure = move || match (store.city.get(), store.map.get()) {
        (CityPhase::Failed(sentence), _) => Some((sentence, true)),
        (_, MapPhase::Failed(sentence)) => Some((sentence, false)),
        _ => None,
    };
    let progress = move || match (store.city.get(), store.map.get()) {
        (CityPhase::Failed(_), _) | (_, MapPhase::Failed(_)) | (CityPhase::Ready, MapPhase::Shown) => None,
        (CityPhase::Loading(Some((so_far, in_all))), _) => {
            Some(("Loading places", Some(so_far as f64 / in_all.max(1) as f64)))
        }
        (CityPhase::Loading(None), _) => Some(("Loading the city", None)),
        (CityPhase::Ready, MapPhase::Loading) => Some(("Drawing the map", None)),
    };
    view! {
        <div class="status" role="status" aria-live="polite">
            {move || progress().map(|(what, share)| view! {
                <p class="glass panel loading">
                    {what} <progress aria-label=what value=share.map(|share| share.to_string()) max="1"></progress>
                </p>
            })}
        </div>
        {move || failure().map(|(sentence, can_retry)| view! {
            <div class="glass panel failure" role="alert">
                <p>{sentence}</p>
                {can_retry.then(|| view! {
                    <button type="button" on:click=move |_| store.retry()>"Try again"</button>
                })}
            </div>
        })}
    }
}
