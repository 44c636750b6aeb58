//! The keys: one table of them, what they do, and the list that shows them.

use super::IconButton;
use super::column::heading;
use super::dock::TOOLS;
use crate::language::word;
use crate::web::store::{Column, Hand, Popover, Store, is_phone};
use crate::web::words::tr;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Keys beside those of the tools, and what they do.
const OTHERS: [(&str, &str); 15] = [
    ("/", word!("Search")),
    ("P", word!("Places")),
    ("I", word!("What the map shows, in words")),
    ("G", word!("The agent’s lane")),
    ("S", word!("Share")),
    ("Ctrl Z", word!("Undo")),
    ("Ctrl Shift Z", word!("Redo")),
    ("Space", word!("With a tool: set a point at the aim, take hold of one, let go")),
    ("Ctrl Enter", word!("With a tool: finish; so does Enter on the last point")),
    ("Backspace", word!("With a tool: take the last point back, remove the one that was touched")),
    (word!("Arrow keys"), word!("With a tool: move the map under the aim, with Shift a little")),
    ("Esc", word!("Drop what is being drawn, put the tool down, close what is open")),
    (word!("Arrow keys, + and −"), word!("Move and zoom, with the map in focus")),
    (word!("Shift and arrow keys"), word!("Turn and tilt, with the map in focus")),
    ("?", word!("This list")),
];

/// The list of keys, when it is open.
#[component]
pub fn Keys() -> impl IntoView {
    let store = expect_context::<Store>();
    let row = |(keys, what): (&'static str, &'static str)| {
        view! { <div><dt><kbd>{tr(keys)}</kbd></dt><dd>{tr(what)}</dd></div> }
    };
    let tools = TOOLS.map(|(_, words, _, key)| (key, words));
    move || {
        (store.popover.get() == Popover::Keys).then(|| {
            view! {
                <section class="glass panel sheet keys" role="dialog" aria-labelledby="keys-title">
                    <div class="head">
                        {heading("keys-title", || tr!("Keys").to_owned())}
                        <IconButton icon="close" name=tr!("Close") class="small"
                            on_press=move || store.popover.set(Popover::None)/>
                    </div>
                    <dl>{tools.map(row).collect_view()}{OTHERS.map(row).collect_view()}</dl>
                    <button type="button" class="b text line" aria-pressed=move || store.letters.get().to_string()
                        on:click=move |_| store.set_letters(!store.letters.get_untracked())>
                        {tr!("Single letters are keys")}
                    </button>
                </section>
            }
        })
    }
}

/// From now on keys do what the list says, unless a text is being written.
pub fn listen(store: Store) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let writing =
            target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        if writing || event.alt_key() || event.default_prevented() {
            return;
        }
        let done = if super::tool_keys::heard(store, &event) {
            true
        } else if event.ctrl_key() || event.meta_key() {
            with_control(store, &event.key(), event.shift_key())
        } else {
            plain(store, &event.key())
        };
        if done {
            event.prevent_default();
        }
    });
    // The page listens as long as it lives.
    std::mem::forget(handle);
}

fn with_control(store: Store, key: &str, shift: bool) -> bool {
    match key.to_ascii_lowercase().as_str() {
        "z" if shift => store.forward(),
        "z" => store.back(),
        "y" => store.forward(),
        _ => return false,
    }
    true
}

fn plain(store: Store, key: &str) -> bool {
    // Who speaks to the page, or hits keys by accident, turns single keys off.
    if !store.letters.get_untracked() && key.chars().count() == 1 {
        return false;
    }
    let tool = TOOLS.iter().find(|(_, _, _, letter)| letter.eq_ignore_ascii_case(key));
    if let Some((hand, ..)) = tool {
        store.take(*hand);
        return true;
    }
    match key.to_ascii_lowercase().as_str() {
        "/" => super::search::focus(),
        "p" => store.toggle_column(Column::Places),
        "i" => store.toggle_column(Column::InWords),
        "g" => store.set_lane(!store.lane.get_untracked()),
        "s" => store.toggle_popover(Popover::Share),
        "?" => store.toggle_popover(Popover::Keys),
        "escape" => return escape(store),
        _ => return false,
    }
    true
}

/// Puts down, or closes, what is nearest to the hand.
fn escape(store: Store) -> bool {
    if store.popover.get_untracked() != Popover::None {
        store.popover.set(Popover::None);
    } else if is_phone() && store.notice.get_untracked().is_some() {
        // There it lies over the sheet, maybe over what has the focus.
        store.notice.set(None);
    } else if store.let_go() || store.drop_draft() {
        // The tool stays in hand for another.
    } else if store.hand.get_untracked() != Hand::Select {
        store.hand.set(Hand::Select);
    } else if store.column.get_untracked() != Column::Closed {
        store.show(Column::Closed);
    } else if store.notice.get_untracked().is_some() {
        store.notice.set(None);
    } else {
        return false;
    }
    true
}
