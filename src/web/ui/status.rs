use super::super::store::{CityPhase, MapPhase, Store};
use super::Icon;
use leptos::prelude::*;

/// What is on its way, why it does not come, and what else the human should know.
#[component]
pub fn Status() -> impl IntoView {
    let store = expect_context::<Store>();
    let failure = move || match (store.city.get(), store.map.get()) {
        (CityPhase::Failed(sentence), _) => Some((sentence, true)),
        (_, MapPhase::Failed(sentence)) => Some((sentence, false)),
        _ => None,
    };
    let progress = move || match (store.city.get(), store.map.get()) {
        (CityPhase::Failed(_), _) | (_, MapPhase::Failed(_)) | (CityPhase::Ready, MapPhase::Shown) => None,
        (_, MapPhase::Lost) => Some(("The browser took the map’s graphics away; they are coming back", None)),
        (CityPhase::Loading(Some((so_far, in_all))), _) => {
            Some(("Loading places", Some(so_far as f64 / in_all.max(1) as f64)))
        }
        (CityPhase::Loading(None), _) => Some(("Loading places", None)),
        (CityPhase::Ready, MapPhase::Loading) => Some(("Drawing the map", None)),
    };
    view! {
        <div class="status" role="status">
            {move || progress().map(|(what, share)| view! {
                <p class="glass loading">
                    <span>{what}"…"</span>
                    <progress aria-label=what value=share.map(|share| format!("{share:.2}")) max="1"></progress>
                </p>
            })}
        </div>
        {move || failure().map(|(sentence, can_retry)| view! {
            <div class="glass panel failure" role="alert">
                <p>{sentence}</p>
                {can_retry.then(|| view! {
                    <button type="button" class="b text fill" on:click=move |_| store.retry()>"Try again"</button>
                })}
            </div>
        })}
        {move || store.notice.get().map(|sentence| view! {
            <div class="glass panel notice" role="alert">
                <p>{sentence}</p>
                <button type="button" class="b small" aria-label="Dismiss" on:click=move |_| store.notice.set(None)>
                    <Icon name="close"/>
                </button>
            </div>
        })}
    }
}
