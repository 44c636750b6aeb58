//! The address bar: the link that the page was opened with, and the link of what it shows now.

use crate::city::pack::CityEntry;
use crate::share::{LinkTooLong, Opened, SharedMap, address_bar_link, open};
use wasm_bindgen::JsValue;

/// The address without query and fragment: what links are built on.
pub fn page() -> String {
    let location = web_sys::window().map(|window| window.location());
    let part = |read: fn(&web_sys::Location) -> Result<String, JsValue>| {
        location.as_ref().and_then(|location| read(location).ok()).unwrap_or_default()
    };
    format!("{}{}", part(web_sys::Location::origin), part(web_sys::Location::pathname))
}

/// What the address holds.
pub fn read() -> Opened {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    open(&hash)
}

/// What an address holds that was just gone to. It may stand in the bar no longer: the page writes there itself.
pub fn read_from(url: &str) -> Opened {
    open(url.find('#').map_or("", |at| &url[at..]))
}

/// A map as it would come out of its own link; none when it fits into none.
pub fn as_linked(map: &SharedMap) -> Option<SharedMap> {
    match open(&address_bar_link(map, &page()).ok()?.fragment) {
        Opened::Map { map, .. } => Some(map),
        Opened::Absent | Opened::Newer { .. } | Opened::Broken => None,
    }
}

/// The city that the query names.
pub fn asked_city() -> Option<String> {
    let search = web_sys::window()?.location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&search).ok()?.get("city")
}

/// The city of a link: the one whose rectangle holds its centre; where that is none or several, the one it names.
pub fn city_of<'a>(cities: &'a [CityEntry], map: &SharedMap) -> Option<&'a CityEntry> {
    let holding: Vec<_> = cities.iter().filter(|city| city.bbox.contains(map.camera.center)).collect();
    let named = cities.iter().find(|city| Some(&city.id) == map.city.as_ref());
    match holding.as_slice() {
        [only] => Some(only),
        [] => named,
        several => named.filter(|city| several.contains(city)).or(several.first().copied()),
    }
}

/// Writes the map's link into the address bar, as no new entry of the browser's history. The query no longer names the
/// city: the link does.
///
/// # Errors
/// When it does not fit; the bar keeps what it had.
pub fn write(map: &SharedMap) -> Result<(), LinkTooLong> {
    let link = address_bar_link(map, &page())?;
    let address = format!("{}{}{}", path(), query_without_city(), link.fragment);
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let replaced = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        debug_assert!(replaced.is_ok(), "at most two a second are written");
    }
    Ok(())
}

fn path() -> String {
    web_sys::window().and_then(|window| window.location().pathname().ok()).unwrap_or_default()
}

fn query_without_city() -> String {
    let search = web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default();
    let Ok(parameters) = web_sys::UrlSearchParams::new_with_str(&search) else { return String::new() };
    parameters.delete("city");
    let rest = String::from(parameters.to_string());
    if rest.is_empty() { rest } else { format!("?{rest}") }
}
