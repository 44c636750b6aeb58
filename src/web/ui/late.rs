//! The part of the interface that is fetched late.

use super::super::store::{MapPhase, Store};
use super::panels;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;

/// What a human is told when it does not come.
const MISSING: &str = "Some of the page's panels did not load. Check the connection, then try again.";

/// What makes the late part, once it is here.
type Panels = fn(Store) -> AnyView;

/// How far the late part has come.
#[derive(Clone, Copy)]
enum Phase {
    /// Nobody has asked for it.
    Waiting,
    /// On its way.
    Coming,
    /// It shows.
    Here(Panels),
    /// It did not come; the browser's console has the reason.
    Missing,
}

/// `panels.rs`, fetched once the map shows or cannot show; a sentence and a button where it does not come.
#[component]
pub fn Late() -> impl IntoView {
    let store = expect_context::<Store>();
    let phase = RwSignal::new(Phase::Waiting);
    let fetch = move || {
        phase.set(Phase::Coming);
        spawn_local(async move { phase.set(fetched().await.map_or(Phase::Missing, Phase::Here)) });
    };
    Effect::new(move || {
        let needed = store.map.with(|map| *map != MapPhase::Loading);
        if needed && matches!(phase.get_untracked(), Phase::Waiting) {
            fetch();
        }
    });
    let here = move || match phase.get() {
        Phase::Here(panels) => Some(panels(store)),
        _ => None,
    };
    // A notice has the same place, and comes first.
    let missing = move || matches!(phase.get(), Phase::Missing) && store.notice.with(Option::is_none);
    view! {
        {here}
        {move || missing().then(|| view! {
            <div class="glass panel notice" role="alert">
                <p>{MISSING}</p>
                <button type="button" class="b text fill" on:click=move |_| fetch()>"Try again"</button>
            </div>
        })}
    }
}

/// The one thing that the first WebAssembly knows of the second: only through this function is it reached.
#[cfg(split)]
#[wasm_split_helpers::wasm_split(panels, fallible)]
fn fetched() -> Result<Panels, SplitLoaderError> {
    Ok(panels::panels)
}

/// Not split: it has been here all along.
#[cfg(not(split))]
async fn fetched() -> Result<Panels, SplitLoaderError> {
    Ok(panels::panels)
}
