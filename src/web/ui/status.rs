use super::Icon;
use crate::web::store::Store;
use crate::web::words::tr;
use leptos::prelude::*;

/// What the human should know, until it is dismissed.
pub fn notice(store: Store) -> AnyView {
    (move || {
        store.notice.get().map(|sentence| {
            view! {
                <div class="glass panel notice" role="alert">
                    <p>{sentence}</p>
                    <button type="button" class="b small" aria-label=tr!("Dismiss") on:click=move |_| store.notice.set(None)>
                        <Icon name="close"/>
                    </button>
                </div>
            }
        })
    })
    .into_any()
}
