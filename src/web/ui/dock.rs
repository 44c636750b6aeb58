use super::{Icon, IconButton};
use crate::web::store::{Hand, Store};
use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// What a human is told of a note that is none.
const NO_NOTE: &str = "Nothing was pinned: a note has 1 to 500 characters. Write one, then press Pin.";

/// A tool's words, sign and key.
pub const TOOLS: [(Hand, &str, &str, &str); 8] = [
    (Hand::Select, "Select", "select", "V"),
    (Hand::Note, "Note", "note", "N"),
    (Hand::Polygon, "Area", "polygon", "A"),
    (Hand::Circle, "Circle", "circle", "C"),
    (Hand::Line, "Line", "line", "L"),
    (Hand::Freehand, "Freehand", "freehand", "F"),
    (Hand::Reach, "Reachable area", "reach", "R"),
    (Hand::Route, "Route on foot", "route", "D"),
];

/// The human's tools, undo and redo.
#[component]
pub fn Dock() -> impl IntoView {
    let store = expect_context::<Store>();
    let tool = move |(hand, words, icon, key): (Hand, &'static str, &'static str, &'static str)| {
        let wide = matches!(hand, Hand::Line | Hand::Freehand | Hand::Reach);
        let class = if wide { "b wide" } else { "b" };
        view! {
            <button type="button" class=class aria-label=words title=format!("{words} ({key})")
                aria-pressed=move || (store.hand.get() == hand).to_string() class:neutral=hand == Hand::Select
                on:click=move |_| store.take(hand)>
                <Icon name=icon/>
            </button>
        }
        .into_any()
    };
    let can = move || store.session(crate::domain::Session::can_turn).unwrap_or_default();
    view! {
        <NoteForm/>
        <div class="glass panel dock" role="toolbar" aria-label="Tools">
            {TOOLS.map(tool).collect_view()}
            <i class="rule wide" aria-hidden="true"></i>
            <button type="button" class="b" aria-label="Undo" title="Undo (Ctrl Z)" disabled=move || !can().0
                on:click=move |_| store.undo()>
                <Icon name="undo"/>
            </button>
            <button type="button" class="b" aria-label="Redo" title="Redo (Ctrl Shift Z)" disabled=move || !can().1
                on:click=move |_| store.redo()>
                <Icon name="redo"/>
            </button>
        </div>
    }
}

/// The note that is being written with the note tool in hand.
#[component]
fn NoteForm() -> impl IntoView {
    let store = expect_context::<Store>();
    let open = move || store.hand.get() == Hand::Note;
    let field = NodeRef::<Input>::new();
    Effect::new(move |_| {
        if open() {
            request_animation_frame(move || drop(field.get_untracked().map(|field| field.focus())));
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        spawn_local(async move {
            let answer = store.note(field.value(), crate::domain::Origin::User).await;
            store.notice.set(answer["error"].as_str().map(|_| NO_NOTE.to_owned()));
            if answer["isError"] != true {
                field.set_value("");
                store.hand.set(Hand::Select);
            }
        });
    };
    view! {
        <form class="glass panel note-form" class:closed=move || !open() on:submit=submit>
            <label class="sr" for="note">"Note at the middle of the map"</label>
            <input id="note" node_ref=field type="text" maxlength="500" autocomplete="off"
                placeholder="Note at the middle of the map"
                on:keydown=move |event| if event.key() == "Escape" { store.hand.set(Hand::Select) }/>
            <button type="submit" class="b text fill">"Pin"</button>
            <IconButton icon="close" name="Close" class="small" on_press=move || store.hand.set(Hand::Select)/>
        </form>
        <Show when=open><span class="aim" aria-hidden="true"></span></Show>
    }
}
