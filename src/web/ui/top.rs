use super::super::map::Theme;
use super::super::store::{Activity, Column, Popover, Store};
use super::{Icon, IconButton, signs};
use crate::city::Category;
use crate::language::Language;
use crate::web::words::{self, grouped, tr, trn};
use leptos::prelude::*;

/// Categories that one tap shows.
const QUICK: [Category; 5] =
    [Category::Cafe, Category::Restaurant, Category::Pharmacy, Category::Park, Category::Museum];

/// One tap shows the places of a kind, another hides them.
#[component]
pub fn Quick() -> impl IntoView {
    let store = expect_context::<Store>();
    let chip = move |category: Category| {
        let (words, icon, group) = signs::of(category);
        let count = move || {
            let counts = store.about.with(|about| about.as_ref().map(|about| about.counts.clone()));
            let counts = counts.unwrap_or_default();
            counts.into_iter().find(|(counted, _)| *counted == category).map_or(0, |(_, count)| count)
        };
        let wanted = move || store.on_map().has(category);
        let class = move || {
            let busy = if store.loading.get().has(category) { " busy" } else { "" };
            format!("chip {group}{busy}")
        };
        let none = move || store.about.with(Option::is_some) && count() == 0;
        view! {
            <button type="button" class=class aria-pressed=move || wanted().to_string() disabled=none
                on:click=move |_| store.toggle(category)>
                <span class="sign"><Icon name=icon/></span>
                <span>{words}</span>
                <span class="count">{move || (count() > 0).then(|| grouped(count().into()))}</span>
            </button>
        }
    };
    view! { <nav class="quick" aria-label=tr!("Show on the map")>{QUICK.map(chip).collect_view()}</nav> }
}

/// What concerns the whole page.
#[component]
pub fn Actions() -> impl IntoView {
    let store = expect_context::<Store>();
    let words = move || match store.theme.get() {
        None => tr!("Theme: the system's"),
        Some(Theme::Light) => tr!("Theme: light"),
        Some(Theme::Dark) => tr!("Theme: dark"),
    };
    let icon = Signal::derive(move || match store.theme.get() {
        None => "theme",
        Some(Theme::Light) => "sun",
        Some(Theme::Dark) => "moon",
    });
    view! {
        <div class="glass panel actions" role="region" aria-label=tr!("This page")>
            <Presence/>
            <IconButton icon="list" name=tr!("What the map shows, in words") key="I"
                on_press=move || store.toggle_column(Column::InWords)/>
            <IconButton icon="share" name=tr!("Share this map") key="S" on_press=move || store.toggle_popover(Popover::Share)/>
            <IconButton icon="keys" name=tr!("Keys") key="?" class="extra" on_press=move || store.toggle_popover(Popover::Keys)/>
            <button type="button" class="b" aria-label=words title=words on:click=move |_| store.next_theme()>
                <Icon name=icon/>
            </button>
            {language(store)}
        </div>
    }
}

/// The choice of the language, each by its own name.
fn language(store: Store) -> AnyView {
    let option = |language: Language| {
        let chosen = language == words::language();
        view! { <option value=language.tag() lang=language.tag() selected=chosen>{language.name()}</option> }
    };
    let options = Language::all().map(option).collect_view();
    view! {
        <label class="b language" title=tr!("Language")>
            <Icon name="globe"/>
            <select id="language-choice" aria-label=tr!("Language")
                on:change=move |event| store.choose_language(&event_target_value(&event))>
                {options}
            </select>
        </label>
    }
    .into_any()
}

/// Whether an agent is at work, and the way to its lane.
#[component]
fn Presence() -> impl IntoView {
    let store = expect_context::<Store>();
    let words = move || match (store.calls.get(), store.paused.get()) {
        (0, _) => tr!("No agent yet").to_owned(),
        (_, true) => tr!("Agent paused").to_owned(),
        (_, false) if store.lane.get() => tr!("Agent").to_owned(),
        // With the lane closed, the last thing that happened, so that nothing goes unseen and nothing is covered.
        _ => store.activity.with(|rows| rows.last().map(Activity::told)).unwrap_or_default(),
    };
    // Read out, whether the lane is open or not: what the agent did, once it is done.
    let narrated = move || match (store.calls.get(), store.paused.get()) {
        (0, _) => String::new(),
        (_, true) => tr!("Agent paused").to_owned(),
        _ => store.activity.with(|rows| {
            let done = rows.last().filter(|row| !row.runs());
            done.map(|row| tr!("Agent: %{what}", what = row.told())).unwrap_or_default()
        }),
    };
    let unseen = move || Some(store.unseen.get()).filter(|unseen| *unseen > 0);
    view! {
        <button type="button" class="presence" class:present=move || { store.calls.get() > 0 }
            aria-expanded=move || store.lane.get().to_string() title=tr!("What the agent did (G)")
            on:click=move |_| store.set_lane(!store.lane.get_untracked())>
            <span class="pulse" class:running=move || store.activity.with(|rows| rows.last().is_some_and(Activity::runs))
                aria-hidden="true"></span>
            <span class="said">{words}</span>
            {move || unseen().map(|unseen| view! {
                <span class="unseen" aria-label=trn!(unseen, "%{n} call not seen yet", "%{n} calls not seen yet")>{unseen}</span>
            })}
        </button>
        <span class="sr" role="status">{narrated}</span>
    }
}
