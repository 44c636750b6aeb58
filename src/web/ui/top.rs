use super::super::map::Theme;
use super::super::store::Store;
use super::{Icon, city_name};
use crate::city::Category;
use leptos::prelude::*;

/// Categories that one tap shows, each with its words and its group's colour.
const QUICK: [(Category, &str, &str); 5] = [
    (Category::Cafe, "Cafes", "food"),
    (Category::Restaurant, "Restaurants", "food"),
    (Category::Pharmacy, "Pharmacies", "health"),
    (Category::Park, "Parks", "green"),
    (Category::Museum, "Museums", "culture"),
];

/// The mark, the city, and the way to another city.
#[component]
pub fn CityBar() -> impl IntoView {
    let store = expect_context::<Store>();
    let several = move || store.cities.with(|cities| cities.len() > 1);
    let others = move || {
        let current = store.about.get().map(|about| about.id).unwrap_or_default();
        let cities = store.cities.get();
        let option = |city: crate::city::pack::CityEntry| {
            let chosen = city.id == current;
            view! { <option value=city.id.clone() selected=chosen>{city.name.clone()}</option> }
        };
        cities.into_iter().map(option).collect_view()
    };
    view! {
        <header class="glass panel city">
            <svg class="mark" viewBox="0 0 22 22" aria-hidden="true">
                <circle class="mark-user" cx="8.6" cy="11" r="6.2"></circle>
                <circle class="mark-agent" cx="13.4" cy="11" r="7.2"></circle>
                <circle class="mark-agent" cx="13.4" cy="11" r="4.9"></circle>
            </svg>
            <h1><span class="sr">"glassmap: "</span>{move || city_name(store)}</h1>
            <Show when=several>
                <label class="sr" for="city-choice">"City"</label>
                <select id="city-choice" on:change=move |event| store.choose(event_target_value(&event))>
                    {others}
                </select>
                <Icon name="down"/>
            </Show>
        </header>
    }
}

/// One tap shows the places of a kind, another hides them.
#[component]
pub fn Quick() -> impl IntoView {
    let store = expect_context::<Store>();
    let chip = move |(category, words, group): (Category, &'static str, &'static str)| {
        let count = move || {
            let counts = store.about.with(|about| about.as_ref().map(|about| about.counts.clone()));
            let counts = counts.unwrap_or_default();
            counts.into_iter().find(|(counted, _)| *counted == category).map_or(0, |(_, count)| count)
        };
        let wanted = move || store.wanted.get().has(category);
        let class = move || {
            let busy = if store.loading.get().has(category) { " busy" } else { "" };
            format!("chip {group}{busy}")
        };
        let none = move || store.about.with(Option::is_some) && count() == 0;
        view! {
            <button type="button" class=class aria-pressed=move || wanted().to_string() disabled=none
                on:click=move |_| store.toggle(category)>
                <span class="sign"><Icon name=sign(category)/></span>
                <span>{words}</span>
                <span class="count">{move || (count() > 0).then(count)}</span>
            </button>
        }
    };
    view! { <nav class="quick" aria-label="Show on the map">{QUICK.map(chip).collect_view()}</nav> }
}

const fn sign(category: Category) -> &'static str {
    match category {
        Category::Cafe => "cat-cafe",
        Category::Restaurant => "cat-restaurant",
        Category::Pharmacy => "cat-pharmacy",
        Category::Park => "cat-park",
        _ => "cat-museum",
    }
}

/// What concerns the whole page.
#[component]
pub fn Actions() -> impl IntoView {
    let store = expect_context::<Store>();
    let words = move || match store.theme.get() {
        None => "Theme: the system's",
        Some(Theme::Light) => "Theme: light",
        Some(Theme::Dark) => "Theme: dark",
    };
    let icon = Signal::derive(move || match store.theme.get() {
        None => "theme",
        Some(Theme::Light) => "sun",
        Some(Theme::Dark) => "moon",
    });
    view! {
        <div class="glass panel actions">
            <button type="button" class="b" aria-label=words title=words on:click=move |_| store.next_theme()>
                <Icon name=icon/>
            </button>
        </div>
    }
}
