//! What OpenStreetMap has of a place, line by line: only ever text, and links only where they are safe.

use super::Icon;
use crate::language::word;
use crate::web::store::Store;
use crate::web::words::{date, element, length, phone_link, tr, value, web_link, whither};
use glassmap_hours::LocalTime;
use leptos::prelude::*;
use serde_json::Value;

/// What is nearer to the map's centre than this is there, in metres.
const NOWHERE_M: f64 = 5.0;
/// A walk of so many metres takes a minute.
const METRES_A_MINUTE: f64 = 80.0;
/// Tags that have a line of their own, or a place elsewhere on the card.
const APART: [&str; 19] = [
    "id",
    "name",
    "name_en",
    "category",
    "categories",
    "coordinate",
    "address",
    "phone",
    "website",
    "wheelchair",
    "opening_hours",
    "opening",
    "isError",
    "error",
    "district",
    "row",
    "geometry",
    "attributes",
    "attributes_omitted",
];
/// How tags are called.
const NAMES: [(&str, &str); 13] = [
    ("brand", word!("Brand")),
    ("cuisine", word!("Cuisine")),
    ("stars", word!("Stars")),
    ("fee", word!("Fee")),
    ("capacity", word!("Capacity")),
    ("dispensing", word!("Fills prescriptions")),
    ("religion", word!("Religion")),
    ("denomination", word!("Denomination")),
    ("emergency", word!("Emergency")),
    ("network", word!("Network")),
    ("operator", word!("Run by")),
    ("internet_access", word!("Internet")),
    ("takeaway", word!("Takeaway")),
];

/// A line with a sign.
fn line(icon: &'static str, body: AnyView) -> AnyView {
    view! { <li><Icon name=icon/><span>{body}</span></li> }.into_any()
}

fn link(href: String, words: String, outside: bool) -> AnyView {
    let (target, rel) = if outside { (Some("_blank"), Some("noopener noreferrer")) } else { (None, None) };
    view! { <a href=href target=target rel=rel>{words}</a> }.into_any()
}

/// Each of the parts of a list as a link where it may be one, else as it is written.
fn linked(tag: &str, make: impl Fn(&str) -> Option<AnyView>) -> AnyView {
    let parts = tag.split(';').map(str::trim).filter(|part| !part.is_empty());
    let parts = parts.enumerate().map(|(index, part)| {
        let between = if index > 0 { ", " } else { "" };
        let part = make(part).unwrap_or_else(|| part.to_owned().into_any());
        view! { {between}{part} }.into_any()
    });
    parts.collect_view().into_any()
}

/// Address, telephone, website, steps, distance, and the other tags.
pub fn facts(store: Store, answer: &Value) -> AnyView {
    let text = |name: &str| answer[name].as_str().filter(|text| !text.is_empty());
    let mut lines = Vec::new();
    if let Some(address) = text("address") {
        lines.push(line("note", address.to_owned().into_any()));
    }
    if let Some(phone) = text("phone") {
        let call = |part: &str| phone_link(part).map(|href| link(href, part.to_owned(), false));
        lines.push(line("phone", linked(phone, call)));
    }
    if let Some(website) = text("website") {
        let visit = |part: &str| web_link(part).map(|(href, host)| link(href, host, true));
        lines.push(line("globe", linked(website, visit)));
    }
    if let Some(wheelchair) = text("wheelchair") {
        let told = tr!("Wheelchair: %{value}, as mappers entered it", value = value(wheelchair));
        lines.push(line("wheelchair", told.into_any()));
    }
    if let Some(id) = text("id").map(str::to_owned) {
        // It changes as the map is moved.
        let away = move || {
            store.version.track();
            store.row(&id).map(|row| {
                let metres = row.distance_m.unwrap_or_default();
                if metres < NOWHERE_M {
                    return tr!("At the map’s centre").to_owned();
                }
                let minutes = (metres / METRES_A_MINUTE).round().max(1.0);
                let length = length(metres);
                let far = match row.direction.map(whither) {
                    Some(point) => tr!("%{length} %{point} of the map’s centre", length = length, point = point),
                    None => tr!("%{length} from the map’s centre", length = length),
                };
                if metres > 8_000.0 { far } else { tr!("%{far}, about %{n} min on foot", far = far, n = minutes) }
            })
        };
        lines.push(line("walk", away.into_any()));
    }
    view! { <ul class="facts">{lines}</ul>{others(answer)} }.into_any()
}

/// The tags without a line of their own.
fn others(answer: &Value) -> Option<AnyView> {
    let tags = answer.as_object()?.iter().filter(|(name, _)| !APART.contains(&name.as_str()));
    let rows: Vec<_> = tags
        .filter_map(|(name, tag)| {
            let known = NAMES.iter().find(|(tag, _)| tag == name).map(|(_, words)| tr(words).to_owned());
            let words = known.unwrap_or_else(|| {
                let plain = name.replace(['_', ':'], " ");
                let mut letters = plain.chars();
                letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
            });
            let tag = value(tag.as_str()?);
            Some(view! { <dt>{words}</dt><dd dir="auto">{tag}</dd> }.into_any())
        })
        .collect();
    (!rows.is_empty()).then(|| view! { <dl class="tags">{rows}</dl> }.into_any())
}

/// Where all this comes from, with the element's page.
pub fn source(store: Store, id: &str) -> AnyView {
    let date = store.with_city(|city| city.manifest.data_date.clone()).flatten();
    let date = date.as_deref().and_then(day);
    let of_map = element(id);
    let from = if of_map.is_some() { tr!("From OpenStreetMap") } else { tr!("From this city’s pack") };
    let from = match date {
        Some(date) => tr!("%{source}, %{date}", source = from, date = date),
        None => from.to_owned(),
    };
    let page = of_map.map(|(href, name)| view! { " · "{link(href, name, true)} }.into_any());
    let body = view! { {from}{page} }.into_any();
    view! { <ul class="facts source">{line("eye", body)}</ul> }.into_any()
}

/// A date such as `2026-11-30` in words.
fn day(written: &str) -> Option<String> {
    let at: LocalTime = [written.get(..10)?, "T00:00"].concat().parse().ok()?;
    let days = at.minutes().div_euclid(24 * 60) as f64;
    Some(date(days, &[("day", "numeric"), ("month", "long"), ("year", "numeric")]))
}
