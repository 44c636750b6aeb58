use super::super::store::Store;
use super::Icon;
use crate::domain::Origin;
use js_sys::{Function, Reflect};
use leptos::html::{Form, Input};
use leptos::prelude::*;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{future_to_promise, spawn_local};

/// What a human is told of a note that is none.
const NO_NOTE: &str = "Nothing was pinned: a note has 1 to 500 characters. Write one, then press Pin.";
/// What the browser tells an agent of the form.
const ADD_NOTE: &str = "Pin a note to the middle of the map as it is now; annotate pins one to any place.";

/// The human's tools: a note at the centre, undo and redo.
#[component]
pub fn Dock() -> impl IntoView {
    let store = expect_context::<Store>();
    let open = RwSignal::new(false);
    let field = NodeRef::<Input>::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        spawn_local(async move {
            let answer = store.note(field.value(), Origin::User).await;
            store.notice.set(answer["error"].as_str().map(|_| NO_NOTE.to_owned()));
            if answer["isError"] != true {
                field.set_value("");
                open.set(false);
            }
        });
    };
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        if open.get_untracked()
            && let Some(field) = field.get_untracked()
        {
            request_animation_frame(move || drop(field.focus()));
        }
    };
    view! {
        <AgentsNote/>
        <form class="glass panel note-form" class:closed=move || !open.get() on:submit=submit>
            <label class="sr" for="note">"Note at the middle of the map"</label>
            <input id="note" node_ref=field type="text" maxlength="500" autocomplete="off"
                placeholder="Note at the middle of the map"
                on:keydown=move |event| if event.key() == "Escape" { open.set(false) }/>
            <button type="submit" class="b text fill">"Pin"</button>
        </form>
        <div class="glass panel dock" role="toolbar" aria-label="Tools">
            <button type="button" class="b" aria-label="Note" title="Note at the middle of the map"
                aria-pressed=move || open.get().to_string() on:click=toggle>
                <Icon name="note"/>
            </button>
            <i class="rule" aria-hidden="true"></i>
            <button type="button" class="b" aria-label="Undo" title="Undo (Ctrl Z)" on:click=move |_| store.undo()>
                <Icon name="undo"/>
            </button>
            <button type="button" class="b" aria-label="Redo" title="Redo (Ctrl Shift Z)" on:click=move |_| store.redo()>
                <Icon name="redo"/>
            </button>
        </div>
        <Show when=move || open.get()><span class="aim" aria-hidden="true"></span></Show>
    }
}

/// The form that is the tool `add_note`: the browser reads it off the page and submits it for an agent. It is apart from
/// the human's, whose draft is nobody else's, and empty again after each submission.
#[component]
fn AgentsNote() -> impl IntoView {
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

/// Ctrl or ⌘ with Z takes back, with Shift it makes again; not while a text is being written.
pub fn listen_for_undo(store: Store) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let writing = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()).is_some();
        if writing || !(event.ctrl_key() || event.meta_key()) || !event.key().eq_ignore_ascii_case("z") {
            return;
        }
        event.prevent_default();
        if event.shift_key() { store.redo() } else { store.undo() }
    });
    // The page listens as long as it lives.
    std::mem::forget(handle);
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
