//! The page's themes, and where the map's files are. The style itself is made by `web/start/style.js`.

/// The page's two colourings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark signs on light ground.
    Light,
    /// Light signs on dark ground.
    Dark,
}

impl Theme {
    /// The name that files and the page's `data-theme` use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme that the system asks for.
    pub fn of_system() -> Self {
        let query =
            web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
        if query.is_some_and(|query| query.matches()) { Self::Dark } else { Self::Light }
    }

    /// The theme that the document shows in.
    pub fn of_document() -> Self {
        let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
        let name = root.and_then(|root| root.get_attribute("data-theme"));
        if name.as_deref() == Some("dark") { Self::Dark } else { Self::Light }
    }
}

/// The folder of the map's files, with a hash in its name, as the page's head says.
pub fn folder() -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector("meta[name=glassmap-map]").ok()??.get_attribute("content")
}

/// The address of a file beside the page.
pub fn absolute(path: &str) -> Option<String> {
    let base = web_sys::window()?.document()?.base_uri().ok()??;
    web_sys::Url::new_with_base(path, &base).ok().map(|url| url.href())
}
