//! What OpenStreetMap has of a place, line by line: only ever text, and links only where they are safe.

use super::Icon;
use crate::spatial::Direction;
use crate::web::store::Store;
use crate::web::words::{element, length, phone_link, value, web_link};
use leptos::prelude::*;
use serde_json::Value;

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
    ("brand", "Brand"),
    ("cuisine", "Cuisine"),
    ("stars", "Stars"),
    ("fee", "Fee"),
    ("capacity", "Capacity"),
    ("dispensing", "Fills prescriptions"),
    ("religion", "Religion"),
    ("denomination", "Denomination"),
    ("emergency", "Emergency"),
    ("network", "Network"),
    ("operator", "Run by"),
    ("internet_access", "Internet"),
    ("takeaway", "Takeaway"),
];

/// The month of that number, from 1.
pub fn month(number: u32) -> &'static str {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    (number as usize).checked_sub(1).and_then(|index| MONTHS.get(index)).copied().unwrap_or_default()
}

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
        let told = ["Wheelchair: ", value(wheelchair).as_str(), ", as mappers entered it"].concat();
        lines.push(line("wheelchair", told.into_any()));
    }
    if let Some(id) = text("id").map(str::to_owned) {
        // It changes as the map is moved.
        let away = move || {
            store.version.track();
            store.row(&id).map(|row| {
                let metres = row.distance_m.unwrap_or_default();
                let minutes = (metres / METRES_A_MINUTE).round().max(1.0);
                let walk = if metres > 8_000.0 {
                    String::new()
                } else {
                    [", about ", minutes.to_string().as_str(), " min on foot"].concat()
                };
                let whither = row.direction.map_or("", Direction::in_words);
                [length(metres).as_str(), " ", whither, " of the map’s centre", walk.as_str()].concat()
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
            let known = NAMES.iter().find(|(tag, _)| tag == name).map(|(_, words)| (*words).to_owned());
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
    let from = if of_map.is_some() { "From OpenStreetMap" } else { "From this city’s pack" };
    let date = date.map(|date| [", ", date.as_str()].concat());
    let page = of_map.map(|(href, name)| view! { " · "{link(href, name, true)} }.into_any());
    let body = view! { {from}{date}{page} }.into_any();
    view! { <ul class="facts source">{line("eye", body)}</ul> }.into_any()
}

/// A date such as `2026-11-30` in words.
fn day(date: &str) -> Option<String> {
    let mut parts = date.get(..10)?.split('-');
    let year = parts.next()?;
    let month = month(parts.next()?.parse().ok()?);
    let day: u32 = parts.next()?.parse().ok()?;
    (!month.is_empty()).then(|| [day.to_string().as_str(), " ", month, " ", year].concat())
}
