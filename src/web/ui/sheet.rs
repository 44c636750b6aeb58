//! Panels as sheets at the bottom of a phone: the handle, or the head of the panel, is dragged, and the sheet stays low,
//! at half height or tall; pulled down further it closes.

use crate::web::store::{Column, Store, is_phone};
use crate::web::words::tr;
use leptos::ev::{pointercancel, pointerdown, pointermove, pointerup};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, MouseEvent, PointerEvent};

/// What of a panel can be dragged; and what in it is for something else.
const HANDLES: &str = ".grab, .column > header, .column > .title, .lane > header";
const NO_HANDLES: &str = "button:not(.grab), a, input, textarea";
/// A pointer that moves less than this, in CSS pixels, has tapped.
const SLOP_PX: f64 = 6.0;
/// Where a sheet comes to rest, as parts of the window's height: its head, half, and with a strip of the map left.
const LOW: f64 = 0.16;
const HALF: f64 = 0.52;
const TALL: f64 = 0.88;
/// A sheet pulled below this part of the window closes.
const CLOSES: f64 = 0.08;
/// A throw is followed for so long, in milliseconds.
const THROW_MS: f64 = 120.0;

/// A sheet in the human's hand.
#[derive(Clone)]
struct Drag {
    pointer: i32,
    from: f64,
    height: f64,
    /// The last place of the pointer, when that was, and how fast it went down, in CSS pixels a millisecond.
    last: (f64, f64),
    speed: f64,
    moved: bool,
    on_grip: bool,
}

/// The handle at the upper edge of a panel; it shows on a phone only.
pub fn grip(store: Store) -> AnyView {
    // Taps are heard with the drags, since a mouse that has dragged clicks as well; a key's click has no count.
    let press = move |event: MouseEvent| {
        if event.detail() == 0 {
            toggle(store);
        }
    };
    view! { <button type="button" class="grab" aria-label=tr!("Taller or lower") on:click=press></button> }.into_any()
}

/// Follows the pointer on the heads of all panels.
pub fn follow_drags(store: Store) {
    let drag = StoredValue::new_local(None::<Drag>);
    Effect::new(move |_| {
        // What opens next opens at its own height.
        if store.column.get() == Column::Closed && !store.lane.get() {
            set_height(None);
        }
    });
    let down = window_event_listener(pointerdown, move |event| {
        drag.set_value(begun(&event));
    });
    let moved = window_event_listener(pointermove, move |event| {
        drag.update_value(|drag| {
            if let Some(drag) = drag.as_mut().filter(|drag| drag.pointer == event.pointer_id()) {
                follow(drag, &event);
            }
        });
    });
    let end = move |event: PointerEvent| {
        let ended = drag.try_update_value(|drag| drag.take_if(|drag| drag.pointer == event.pointer_id())).flatten();
        match ended {
            Some(drag) if drag.moved => rest(store, &drag),
            Some(drag) if drag.on_grip && event.type_() == "pointerup" => toggle(store),
            _ => {}
        }
    };
    let up = window_event_listener(pointerup, end);
    let given_up = window_event_listener(pointercancel, end);
    on_cleanup(move || [down, moved, up, given_up].into_iter().for_each(|listener| listener.remove()));
}

fn begun(event: &PointerEvent) -> Option<Drag> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let handle = target.closest(HANDLES).ok().flatten()?;
    if !is_phone() || !event.is_primary() || target.closest(NO_HANDLES).ok().flatten().is_some() {
        return None;
    }
    let panel: HtmlElement = handle.parent_element()?.dyn_into().ok()?;
    let y = f64::from(event.client_y());
    Some(Drag {
        pointer: event.pointer_id(),
        from: y,
        height: f64::from(panel.offset_height()),
        last: (y, event.time_stamp()),
        speed: 0.0,
        moved: false,
        on_grip: handle.class_list().contains("grab"),
    })
}

fn follow(drag: &mut Drag, event: &PointerEvent) {
    let (y, now) = (f64::from(event.client_y()), event.time_stamp());
    drag.moved |= (y - drag.from).abs() >= SLOP_PX;
    if !drag.moved {
        return;
    }
    let passed = now - drag.last.1;
    if passed > 0.0 {
        drag.speed = (y - drag.last.0) / passed;
        drag.last = (y, now);
    }
    set_height(Some(&format!("{:.0}px", (drag.height + drag.from - y).clamp(0.0, window_height() * TALL))));
}

/// Where the sheet comes to rest: at the height next to where the throw would take it.
fn rest(store: Store, drag: &Drag) {
    let end = drag.height + drag.from - drag.last.0 - drag.speed * THROW_MS;
    let part = end / window_height();
    if part < CLOSES {
        store.show(Column::Closed);
        store.set_lane(false);
        return;
    }
    let nearest = [LOW, HALF, TALL].into_iter().min_by(|a, b| (a - part).abs().total_cmp(&(b - part).abs()));
    set_part(store, nearest.unwrap_or(HALF));
}

/// From half to tall, from tall to low, from low to half: each height is to be had without a drag.
fn toggle(store: Store) {
    let document = web_sys::window().and_then(|window| window.document());
    let panel = document.and_then(|document| document.query_selector(".column, .lane").ok().flatten());
    let height = panel.map_or(0.0, |panel| panel.get_bounding_client_rect().height());
    set_part(store, next(height / window_height()));
}

/// The height after this one; both are parts of the window's.
fn next(part: f64) -> f64 {
    match part {
        _ if part > (HALF + TALL) / 2.0 => LOW,
        _ if part > (LOW + HALF) / 2.0 => TALL,
        _ => HALF,
    }
}

fn set_part(store: Store, part: f64) {
    set_height(Some(&format!("{:.0}dvh", part * 100.0)));
    store.measure_panels();
}

/// Sets the height of every sheet, or lets each have its own.
fn set_height(height: Option<&str>) {
    let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
    let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) else { return };
    drop(match height {
        Some(height) => root.style().set_property("--sheet", height),
        None => root.style().remove_property("--sheet").map(drop),
    });
}

fn window_height() -> f64 {
    crate::web::map::window_size().1
}
