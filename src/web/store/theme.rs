//! The theme: the system's, or the one that was chosen on this device.

use super::Store;
use crate::web::map::Theme;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// Where the chosen theme is kept; style/theme.js reads it as well.
const THEME_KEY: &str = "glassmap-theme";
/// And that single letters are no keys.
const LETTERS_KEY: &str = "glassmap-letters";

impl Store {
    /// Takes the next choice of theme (the system's, light, dark) and keeps it on this device.
    pub fn next_theme(self) {
        let choice = match self.theme.get_untracked() {
            None => Some(Theme::Light),
            Some(Theme::Light) => Some(Theme::Dark),
            Some(Theme::Dark) => None,
        };
        self.theme.set(choice);
        if let Some(storage) = storage() {
            let kept = match choice {
                Some(theme) => storage.set_item(THEME_KEY, theme.name()),
                None => storage.remove_item(THEME_KEY),
            };
            // A browser that keeps nothing shows the choice until the page is left.
            drop(kept);
        }
        self.apply_theme();
    }

    /// Shows the theme that was chosen, else the system's.
    pub fn apply_theme(self) {
        let theme = self.theme.get_untracked().unwrap_or_else(Theme::of_system);
        let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
        if Theme::of_document() == theme {
            return;
        }
        drop(root.map(|root| root.set_attribute("data-theme", theme.name())));
        if let Some(context) = self.context.get_value() {
            self.screen.get_value().restyle(&context);
        }
    }

    /// Follows the system's theme as it changes, as long as none is chosen.
    pub(super) fn follow_system_theme(self) {
        let query =
            web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
        let changed = Closure::<dyn Fn()>::new(move || self.apply_theme()).into_js_value();
        if let Some(query) = query {
            query.set_onchange(Some(changed.unchecked_ref()));
            // It is heard as long as it is referred to: as long as the page.
            std::mem::forget(query);
        }
    }
}

impl Store {
    /// Whether keys of a single letter do anything; kept on this device.
    pub fn set_letters(self, are_keys: bool) {
        self.letters.set(are_keys);
        if let Some(storage) = storage() {
            drop(if are_keys { storage.remove_item(LETTERS_KEY) } else { storage.set_item(LETTERS_KEY, "off") });
        }
    }
}

/// Whether single letters are keys on this device: unless they were turned off.
pub(super) fn letters_are_keys() -> bool {
    storage().and_then(|storage| storage.get_item(LETTERS_KEY).ok().flatten()).is_none()
}

/// What this device keeps for the page, where it may.
pub(super) fn storage() -> Option<web_sys::Storage> {
    web_sys::window().and_then(|window| window.local_storage().ok().flatten())
}

/// The theme that was chosen on this device before.
pub(super) fn chosen_theme() -> Option<Theme> {
    let name = storage()?.get_item(THEME_KEY).ok()??;
    [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.name() == name)
}
