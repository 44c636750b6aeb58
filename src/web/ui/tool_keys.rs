//! The keys of the tool in hand: an aim in the middle of the free map does what a finger would.

use crate::web::store::{Hand, Store};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// An arrow key moves the map by so much, in CSS pixels; with Shift by so little.
const FAR: f64 = 48.0;
const NEAR: f64 = 6.0;

/// Does what the key means to the tool in hand; whether it means anything.
pub fn heard(store: Store, event: &web_sys::KeyboardEvent) -> bool {
    if store.hand.get_untracked() == Hand::Select {
        return false;
    }
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    // A button in focus has its own use for these.
    let on_button = target.is_some_and(|target| matches!(target.tag_name().as_str(), "BUTTON" | "A"));
    let step = if event.shift_key() { NEAR } else { FAR };
    match event.key().as_str() {
        "Enter" if event.ctrl_key() || event.meta_key() => store.finish(),
        _ if event.ctrl_key() || event.meta_key() => return false,
        "Enter" | " " if on_button => return false,
        "Enter" if !store.aim.get_untracked() && store.draft.with_untracked(Option::is_some) => store.finish(),
        "Enter" | " " => store.press(),
        "Backspace" | "Delete" => store.take_back_point(),
        "ArrowLeft" => store.pan(-step, 0.0),
        "ArrowRight" => store.pan(step, 0.0),
        "ArrowUp" => store.pan(0.0, -step),
        "ArrowDown" => store.pan(0.0, step),
        "+" | "=" if store.letters.get_untracked() => store.zoom_by(1.0),
        "-" | "−" if store.letters.get_untracked() => store.zoom_by(-1.0),
        _ => return false,
    }
    true
}
