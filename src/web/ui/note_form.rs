//! The form that is a tool: the browser reads it off the page.

use crate::domain::Origin;
use crate::web::store::Store;
use js_sys::{Function, Reflect};
use leptos::html::{Form, Input};
use leptos::prelude::*;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

/// What the browser tells an agent of the form.
const ADD_NOTE: &str = "Pin a note to the middle of the map as it is now; annotate pins one to any place.";

/// The form that is the tool `add_note`: the browser reads it off the page and submits it for an agent. It is apart from
/// the human's, whose draft is nobody else's, and empty again after each submission.
#[component]
pub fn AgentsNote() -> impl IntoView {
    let store = expect_context::<Store>();
    let form = NodeRef::<Form>::new();
    let field = NodeRef::<Input>::new();
    form.on_load(|form| {
        // The page checks the note itself, so that what is wrong comes back as an answer.
        set(
            &form,
            &[("novalidate", ""), ("tooldescription", ADD_NOTE), ("toolautosubmit", ""), ("toolname", "add_note")],
        );
    });
    field.on_load(|field| set(&field, &[("toolparamdescription", "The text, 1 to 500 characters.")]));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        let text = field.value();
        field.set_value("");
        let by = if flag(&event, "agentInvoked") { Origin::Agent } else { Origin::User };
        respond(&event, store.note(text, by));
    };
    view! {
        <form class="note-form closed" aria-hidden="true" node_ref=form on:submit=submit>
            <input name="note" node_ref=field type="text" required=true maxlength="500" autocomplete="off" tabindex="-1"
                aria-label="Note"/>
        </form>
    }
}

fn set(element: &web_sys::Element, attributes: &[(&str, &str)]) {
    for (name, value) in attributes {
        let set = element.set_attribute(name, value);
        debug_assert!(set.is_ok(), "the names are valid");
    }
}

fn flag(event: &web_sys::SubmitEvent, name: &str) -> bool {
    Reflect::get(event, &name.into()).is_ok_and(|value| value.is_truthy())
}

/// Gives the answer to the agent that submitted the form.
fn respond(event: &web_sys::SubmitEvent, answer: impl Future<Output = Value> + 'static) {
    let promise = future_to_promise(async move {
        let text = answer.await.to_string();
        js_sys::JSON::parse(&text)
    });
    if let Ok(respond) = Reflect::get(event, &"respondWith".into()).and_then(JsCast::dyn_into::<Function>) {
        let told = respond.call1(event, &promise);
        debug_assert!(told.is_ok(), "the event was submitted by an agent");
    }
}
