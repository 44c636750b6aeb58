//! The note that is being written with the note tool in hand.

use super::IconButton;
use crate::spatial::Position;
use crate::web::store::{Hand, Store};
use crate::web::words::tr;
use leptos::html::Textarea;
use leptos::prelude::*;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;

/// The field; a tap on the map says where the note goes, and before that it is the middle.
#[component]
pub fn NoteBar() -> impl IntoView {
    let store = expect_context::<Store>();
    let place = RwSignal::new(None::<Position>);
    let field = NodeRef::<Textarea>::new();
    let focus = move || drop(field.get_untracked().map(|field| field.focus()));
    field.on_load(move |field| drop(field.focus()));
    Effect::new(move |_| {
        if let Some(tap) = store.tap.get() {
            place.set(Some(tap.at));
            store.pins(&[(tap.at, "pin")]);
            store.aim.set(false);
            focus();
        }
    });
    let pin = move || {
        let Some(text) = field.get_untracked().map(|field| field.value()) else { return };
        let Some(at) = place.get_untracked().or_else(|| store.middle()) else { return };
        spawn_local(async move {
            let note = json!({ "at": { "lng": at.lng, "lat": at.lat }, "note": text });
            let answer = store.quietly("annotate", note).await;
            store.notice.set(answer["error"].as_str().map(|_| {
                tr!("Nothing was pinned: a note has 1 to 500 characters. Write one, then press Pin.").to_owned()
            }));
            if answer["isError"] != true {
                store.hand.set(Hand::Select);
            }
        });
    };
    let keys = move |event: leptos::ev::KeyboardEvent| match event.key().as_str() {
        "Escape" => store.hand.set(Hand::Select),
        "Enter" if !event.shift_key() && !event.is_composing() => {
            event.prevent_default();
            pin();
        }
        _ => {}
    };
    let words =
        move || if place.get().is_some() { tr!("Note at the pin") } else { tr!("Note at the middle of the map") };
    view! {
        <form class="glass panel note-form hand-bar" aria-label=tr!("Note") on:submit=move |event| { event.prevent_default(); pin() }>
            <label class="sr" for="note">{words}</label>
            <textarea id="note" node_ref=field rows="2" maxlength="500" autocomplete="off" placeholder=words
                on:keydown=keys></textarea>
            <div class="end">
                <span class="soft hints"><span class="key"><kbd>"Enter"</kbd>" "{tr!("pins")}</span><span class="key"><kbd>"Shift Enter"</kbd>" "{tr!("new line")}</span>
                    <span class="say">{move || place.get().is_none().then(|| tr!("tap where it goes"))}</span></span>
                <button type="submit" class="b text fill">{tr!("Pin")}</button>
                <IconButton icon="close" name=tr!("Close") class="small" on_press=move || store.hand.set(Hand::Select)/>
            </div>
        </form>
    }
    .into_any()
}
