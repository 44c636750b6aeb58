//! The interface, which is fetched late.

use super::{first, panels};
use crate::web::store::{MapPhase, Store};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;

/// What makes the interface, once it is here.
type Panels = fn(Store) -> AnyView;

/// `panels.rs`, fetched once the map shows or cannot show; a sentence and a button where it does not come.
pub fn late(store: Store) -> impl IntoView {
    let here = RwSignal::new(None::<Panels>);
    let fetch = move || {
        store.panels_missing.set(false);
        spawn_local(async move {
            match fetched().await {
                Ok(panels) => here.set(Some(panels)),
                // The browser's console has the reason.
                Err(_) => store.panels_missing.set(true),
            }
        });
    };
    let asked = StoredValue::new(false);
    Effect::new(move || {
        let needed = store.map.with(|map| *map != MapPhase::Loading);
        if needed && !asked.get_value() {
            asked.set_value(true);
            fetch();
        }
    });
    first::show(store, fetch);
    // In the reader's language from the start.
    move || store.language_ready.get().then(|| here.get()).flatten().map(|panels| panels(store))
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
