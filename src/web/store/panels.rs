//! What is open over the map, and how much of the map it covers.

use super::Store;
use crate::domain::MarkId;
use crate::spatial::Insets;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::JsCast;

/// From this width on a panel stands at the side of the map; below it is a sheet at the bottom, in CSS pixels.
pub const SHEET_BELOW_PX: f64 = 640.0;
/// Between a panel and the free part of the map, in CSS pixels.
const GAP_PX: f64 = 12.0;

/// What the left column shows; one thing at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// It is closed.
    #[default]
    Closed,
    /// All kinds of places, to be shown on the map.
    Places,
    /// What the map shows, in words.
    InWords,
    /// What the search found.
    Results,
    /// One place, by its id.
    Place(String),
    /// One drawing or note.
    Mark(MarkId),
}

/// What floats over everything else; one thing at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Popover {
    /// Nothing.
    #[default]
    None,
    /// The link to this map.
    Share,
    /// The keys.
    Keys,
}

impl Store {
    /// Shows this in the left column; on a phone the lane makes room.
    pub fn show(self, column: Column) {
        if is_phone() && column != Column::Closed {
            self.lane.set(false);
        }
        self.popover.set(Popover::None);
        // What the pointer was over may be gone with what showed it.
        self.hovered.set(None);
        let leaves = column == Column::Closed && self.column.get_untracked() == Column::Results;
        self.column.set(column);
        if leaves && self.search.text.with_untracked(|text| text.trim().is_empty()) {
            // No words of a search are left to clear it by.
            self.clear_search();
        }
    }

    /// Shows this in the left column, or closes that when it shows it already.
    pub fn toggle_column(self, column: Column) {
        let open = self.column.with_untracked(|open| *open == column);
        self.show(if open { Column::Closed } else { column });
    }

    /// Opens the agent's lane, or closes it.
    pub fn set_lane(self, open: bool) {
        if open && is_phone() {
            self.column.set(Column::Closed);
        }
        if open {
            self.unseen.set(0);
        }
        self.lane.set(open);
    }

    /// Opens this, or closes it when it is open.
    pub fn toggle_popover(self, popover: Popover) {
        let open = self.popover.get_untracked() == popover;
        self.popover.set(if open { Popover::None } else { popover });
    }

    /// From now on the map knows what panels cover, whatever opens and closes.
    pub fn follow_panels(self) {
        Effect::new(move |_| {
            self.column.track();
            self.lane.track();
            self.panels_ready.track();
            self.measure_panels();
        });
        let resized = window_event_listener(leptos::ev::resize, move |_| self.measure_panels());
        // The page listens as long as it lives.
        std::mem::forget(resized);
    }

    /// Measures what panels cover once they stand where they will.
    pub fn measure_panels(self) {
        spawn_local(async move {
            // After the elements are there; a hidden page draws no frame to wait for.
            gloo_timers::future::sleep(Duration::ZERO).await;
            if let Some(context) = self.context.get_value() {
                let insets = insets();
                self.covered.set(insets);
                self.screen.get_value().set_insets(&context, insets);
            }
        });
    }
}

/// Whether panels are sheets at the bottom.
pub fn is_phone() -> bool {
    crate::web::map::window_size().0 <= SHEET_BELOW_PX
}

/// What the open panels cover at each edge. An element with `data-covers` is a panel: `left`, `right`, or on a phone
/// the bottom, whichever it says.
fn insets() -> Insets {
    let (width, height) = crate::web::map::window_size();
    let mut insets = Insets::default();
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return insets };
    let Ok(panels) = document.query_selector_all("[data-covers]") else { return insets };
    for index in 0..panels.length() {
        let Some(panel) = panels.item(index).and_then(|node| node.dyn_into::<web_sys::HtmlElement>().ok()) else {
            continue;
        };
        // Where it will be, not where a transition has taken it: offsets know nothing of translations.
        let (left, top) = (f64::from(panel.offset_left()), f64::from(panel.offset_top()));
        let wide = f64::from(panel.offset_width());
        if is_phone() {
            insets.bottom = insets.bottom.max(height - top);
        } else if panel.get_attribute("data-covers").as_deref() == Some("left") {
            insets.left = insets.left.max(left + wide + GAP_PX);
        } else {
            insets.right = insets.right.max(width - left + GAP_PX);
        }
    }
    // Something of the map is always left.
    insets.bottom = insets.bottom.min(height * 0.7);
    insets.left = insets.left.min(width * 0.5);
    insets.right = insets.right.min(width * 0.5);
    insets
}
