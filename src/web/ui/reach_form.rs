//! Where one can walk to: from a tap, the aim or a place's name, in so many minutes.

use super::{By, IconButton};
use crate::domain::Origin;
use crate::spatial::Position;
use crate::web::store::{Hand, Store};
use crate::web::words::tr;
use leptos::html::Input;
use leptos::prelude::*;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;

/// Minutes to choose from.
const MINUTES: [u32; 4] = [5, 10, 15, 30];

/// The form over the dock.
#[component]
pub fn ReachForm() -> impl IntoView {
    let store = expect_context::<Store>();
    let center = RwSignal::new(None::<Position>);
    let field = NodeRef::<Input>::new();
    let has_name = RwSignal::new(false);
    Effect::new(move |_| {
        if let Some(tap) = store.tap.get() {
            center.set(Some(tap.at));
            store.pins(&[(tap.at, "start")]);
            has_name.set(false);
            if let Some(field) = field.get_untracked() {
                field.set_value("");
            }
        }
    });
    let draw = move |minutes: u32| {
        let name = field.get_untracked().map(|field| field.value()).filter(|name| !name.trim().is_empty());
        let place = match (name, center.get_untracked()) {
            (Some(name), _) => json!(name),
            (None, Some(at)) => json!({ "lng": at.lng, "lat": at.lat }),
            (None, None) => return,
        };
        if store.busy.get_untracked().is_some() {
            return;
        }
        store.busy.set(Some(tr!("Finding where one can walk to")));
        spawn_local(async move {
            let area = json!({ "type": "reachable", "center": place, "minutes": minutes });
            let answer = store.ask("draw_shape", area).await;
            store.busy.set(None);
            if let (Ok(answer), Hand::Reach) = (answer, store.hand.get_untracked()) {
                store.hand.set(Hand::Select);
                if let Some(id) = answer["drawing_id"].as_str() {
                    store.fly_to(id.to_owned());
                }
            }
        });
    };
    let is_ready = move || (center.get().is_some() || has_name.get()) && store.busy.get().is_none();
    let choice = move |minutes: u32| {
        view! {
            <button type="button" disabled=move || !is_ready() on:click=move |_| draw(minutes)
                aria-label=tr!("%{n} minutes", n = minutes)>{minutes}</button>
        }
    };
    let words = move || {
        if center.get().is_some() {
            tr!("From the ring on the map")
        } else {
            tr!("Tap where the walk begins, or name a place")
        }
    };
    view! {
        <form class="glass panel reach hand-bar" aria-label=tr!("Reachable area")
            on:submit=move |event| { event.prevent_default(); draw(10) }>
            <div class="line">
                <By origin=Origin::User/>
                <label class="sr" for="reach-from">{tr!("From")}</label>
                <input id="reach-from" node_ref=field type="text" maxlength="120" autocomplete="off" placeholder=words
                    on:input=move |event| has_name.set(!event_target_value(&event).trim().is_empty())
                    on:keydown=move |event| if event.key() == "Escape" { store.hand.set(Hand::Select) }/>
                <IconButton icon="close" name=tr!("Put the tool down") key="Esc" class="small"
                    on_press=move || store.hand.set(Hand::Select)/>
            </div>
            <div class="line">
                <span class="soft">{tr!("Minutes on foot")}</span>
                <div class="minutes" role="group" aria-label=tr!("Minutes on foot")>{MINUTES.map(choice).collect_view()}</div>
            </div>
            {move || waiting(store)}
        </form>
    }
    .into_any()
}

/// What is being waited for.
pub fn waiting(store: Store) -> Option<AnyView> {
    let what = store.busy.get()?;
    Some(
        view! { <div class="waiting" role="status"><span>{what}"…"</span><progress aria-label=what></progress></div> }
            .into_any(),
    )
}
