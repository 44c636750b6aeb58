//! What the human sees around the map.

mod column;
mod controls;
mod dock;
mod feed;
mod first;
mod hand_bar;
mod in_words;
mod keys;
mod lane;
mod late;
mod mark_card;
mod mark_facts;
mod measure_bar;
mod note_bar;
mod opening;
mod own;
pub mod own_words;
mod panels;
mod place_card;
mod place_facts;
mod places;
mod reach_form;
mod results;
mod route_form;
mod search;
mod share;
mod sheet;
pub mod signs;
mod status;
mod suggestions;
mod tool_keys;
mod top;

use super::store::Store;
use crate::web::words::tr;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

/// The whole page: the map, and the interface once it is here.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::new();
    provide_context(store);
    if let Some(container) = first::element("#map") {
        spawn_local(store.open(container.unchecked_into()));
    }
    late::late(store)
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

/// A round button or an icon button with its name for who does not see the sign.
#[component]
fn IconButton(
    /// The sign's id.
    #[prop(into)]
    icon: Signal<&'static str>,
    /// What it does.
    #[prop(into)]
    name: Signal<String>,
    /// What else is said of it on hover: its key, say.
    #[prop(optional)]
    key: &'static str,
    /// More classes than `b`.
    #[prop(optional)]
    class: &'static str,
    /// What it does.
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    let title = move || if key.is_empty() { name.get() } else { format!("{} ({key})", name.get()) };
    view! {
        <button type="button" class=format!("b {class}") aria-label=name title=title on:click=move |_| on_press()>
            <Icon name=icon/>
        </button>
    }
    .into_any()
}

/// Whose hand made something: a sign, and a word for who does not see it.
#[component]
fn By(
    /// Whose.
    origin: crate::domain::Origin,
) -> impl IntoView {
    let (class, icon, word) = match origin {
        crate::domain::Origin::Agent => ("by agent", "by-agent", tr!("By the agent")),
        crate::domain::Origin::User => ("by user", "by-user", tr!("By you")),
    };
    view! { <span class=class role="img" aria-label=word><Icon name=icon/></span> }.into_any()
}
