//! What the search found.

use super::column::{close, heading};
use super::sheet::grip;
use super::suggestions::{what_and_where, whither};
use super::{Icon, opening, signs};
use crate::web::store::Store;
use crate::web::store::search::{Asked, Found, PAGE_ROWS, Progress, Row};
use crate::web::words::{grouped, length, tr, trn};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rustc_hash::FxHashMap;
use serde_json::Value;

/// Rows whose opening state is worked out, at most.
const MOST_OPENINGS: usize = 40;

/// What is known of whether each place is open.
type Openings = RwSignal<FxHashMap<String, Value>>;

/// The list of what was found.
pub fn results(store: Store) -> AnyView {
    let search = store.search;
    let title =
        move || search.last.with(|last| last.as_ref().map(|(asked, _)| title(store, asked))).unwrap_or_default();
    let said = move || {
        search.last.with(|last| match last {
            Some((asked, Progress::Done(found))) => summary(asked, found),
            Some((_, Progress::Running)) => tr!("Looking…").to_owned(),
            _ => String::new(),
        })
    };
    let openings: Openings = RwSignal::default();
    let shown = RwSignal::new(PAGE_ROWS);
    Effect::new(move |_| {
        let rows = search.last.with(|last| match last {
            Some((_, Progress::Done(found))) => found.rows.clone(),
            _ => Vec::new(),
        });
        shown.set(PAGE_ROWS);
        spawn_local(learn(store, rows, openings));
    });
    let can_ask_open = move || {
        search.last.with(|last| match last {
            Some((asked, Progress::Done(found))) => asked.open_now || found.rows.iter().any(|row| row.has_hours),
            _ => false,
        })
    };
    let open_now = move || search.last.with(|last| last.as_ref().is_some_and(|(asked, _)| asked.open_now));
    let body = move || match search.last.get() {
        None => ().into_any(),
        Some((_, Progress::Running)) => (0..5).map(|_| view! { <div class="bone"></div> }).collect_view().into_any(),
        Some((_, Progress::Failed(sentence))) => failed(store, sentence),
        Some((asked, Progress::Done(found))) => list(store, asked, found, openings, shown),
    };
    view! {
        <section class="glass panel column results" data-covers="left" aria-labelledby="results-title">
            {grip(store)}
            <header class="head">
                <div>{heading("results-title", title)}<p class="soft" role="status">{said}</p></div>
                <Show when=can_ask_open>
                    <button type="button" class="toggle" aria-pressed=move || open_now().to_string()
                        on:click=move |_| toggle_open(store)>
                        <Icon name="clock"/>{tr!("Open now")}
                    </button>
                </Show>
                {close(store)}
            </header>
            <div class="scroll">{body}</div>
            {foot(store)}
        </section>
    }
    .into_any()
}

fn toggle_open(store: Store) {
    if let Some((asked, _)) = store.search.last.get_untracked() {
        let open_now = !asked.open_now;
        store.look_for(Asked { open_now, ..asked });
    }
}

/// What was asked, as a title.
fn title(store: Store, asked: &Asked) -> String {
    let kinds: Vec<_> = asked.kinds.iter().map(|category| signs::of(category).0).collect();
    let what = match (asked.text.as_str(), kinds.is_empty()) {
        ("", true) => tr!("Places").to_owned(),
        ("", false) => kinds.join(tr!(", " as "list")),
        (text, _) => tr!("“%{text}”", text = text),
    };
    let Some(id) = asked.within else { return what };
    let label = store.session(|session| session.drawing(id)?.label().map(str::to_owned)).flatten();
    match label {
        Some(label) => tr!("%{what} in %{area}", what = what, area = label),
        None => tr!("%{what} in the area", what = what),
    }
}

fn summary(asked: &Asked, found: &Found) -> String {
    let number = found.rows.len();
    let mut said = match (number, asked.open_now) {
        (0, true) => tr!("None known to be open now").to_owned(),
        (0, false) if !found.unloaded.is_empty() => tr!("Choose where to look").to_owned(),
        (0, false) => tr!("Nothing found").to_owned(),
        (_, true) => tr!("%{n} open now", n = grouped(number as u64)),
        (_, false) => trn!(number, "%{n} place", "%{n} places"),
    };
    if found.hours_unknown > 0 {
        said = tr!("%{found}, %{n} more with unknown hours", found = said, n = grouped(found.hours_unknown));
    }
    said
}

fn failed(store: Store, sentence: String) -> AnyView {
    view! {
        <div class="void" role="alert">
            <Icon name="search"/>
            <strong>{tr!("The search did not come through")}</strong>
            <p>{sentence}</p>
            <button type="button" class="b text fill" on:click=move |_| store.look_again()>{tr!("Try again")}</button>
        </div>
    }
    .into_any()
}

fn list(store: Store, asked: Asked, found: Found, openings: Openings, shown: RwSignal<usize>) -> AnyView {
    let is_empty = found.rows.is_empty();
    let nothing = (is_empty && found.unloaded.is_empty()).then(|| nothing(&asked, found.near.is_empty()));
    let near = (!found.near.is_empty()).then(|| {
        let rows = found.near.iter().map(|near| row(store, near, openings)).collect_view();
        view! { <h3>{tr!("Did you mean")}</h3><ul>{rows}</ul> }.into_any()
    });
    let unloaded = (!found.unloaded.is_empty()).then(|| {
        let rows = found.unloaded.iter().map(|(category, number)| {
            let (category, number) = (*category, *number);
            let (words, ..) = signs::of(category);
            view! {
                <li><button type="button" class="row" on:click=move |_| store.widen(category)>
                    {signs::disc(category)}
                    <div><strong>{words}</strong><small>{tr!("Not loaded yet: load and list them")}</small></div>
                    <span class="num">{grouped(number.into())}</span>
                </button></li>
            }
            .into_any()
        });
        let title =
            if is_empty { tr!("Only in kinds that are not loaded") } else { tr!("In kinds that are not loaded") };
        view! { <h3>{title}</h3><ul>{rows.collect_view()}</ul> }.into_any()
    });
    let all = found.rows.len();
    let rows = StoredValue::new(found.rows);
    let listed = move || {
        let most = shown.get();
        rows.with_value(|rows| rows.iter().take(most).map(|found| row(store, found, openings)).collect_view())
    };
    let more = move || {
        (shown.get() < all).then(|| {
            let more = move |_| shown.update(|shown| *shown += PAGE_ROWS);
            view! { <button type="button" class="b text more" on:click=more>{tr!("Show more")}</button> }.into_any()
        })
    };
    view! { {nothing}{near}<ul class="found">{listed}</ul>{more}{unloaded} }.into_any()
}

/// That there is nothing, and what to try next.
fn nothing(asked: &Asked, is_all: bool) -> AnyView {
    let title = match (asked.text.as_str(), asked.open_now) {
        (_, true) => tr!("None of them is known to be open now").to_owned(),
        ("", _) => tr!("Nothing loaded lies in it").to_owned(),
        (text, _) => tr!("Nothing called “%{text}”", text = text),
    };
    let advice = match (asked.text.is_empty(), asked.open_now) {
        (_, true) => tr!("Many places have no hours in OpenStreetMap. Take “Open now” off to see them all."),
        (true, _) => tr!("Show more kinds of places first: press P, or the sign beside the search field."),
        (false, _) => tr!("Try a part of the name, a street, a kind such as cafes, or coordinates."),
    };
    view! {
        <div class="void">
            <Icon name="search"/>
            <strong>{title}</strong>
            {is_all.then_some(advice)}
        </div>
    }
    .into_any()
}

/// A place in a list; it and the map light up together.
fn row(store: Store, found: &Row, openings: Openings) -> AnyView {
    let (id, lit, pressed) = (found.id.clone(), found.id.clone(), found.id.clone());
    let hover = StoredValue::new(found.id.clone());
    let on = move || store.hovered.set(Some(hover.get_value()));
    let off = move || store.hovered.set(None);
    let state = move || openings.with(|openings| openings.get(&id).map(opening::brief));
    let is_selected =
        move || store.session(|session| session.selection().origin_of(&pressed).is_some()).unwrap_or_default();
    view! {
        <li><button type="button" class="row" class:lit=move || store.hovered.with(|id| id.as_deref() == Some(&*lit))
            on:mouseenter=move |_| on() on:mouseleave=move |_| off() on:focus=move |_| on() on:blur=move |_| off()
            on:click=move |_| store.open_place(hover.get_value())>
            {found.disc(store)}
            <div>
                <strong>{found.name.clone()}</strong>
                <small>{state}{what_and_where(store, found)}</small>
            </div>
            <span class="num">
                {found.distance_m.map(length)}
                <small>{move || if is_selected() { tr!("selected") } else { "" }}</small>
                <small>{whither(found)}</small>
            </span>
        </button></li>
    }
    .into_any()
}

/// How many there are, and what can be done with all of them.
fn foot(store: Store) -> AnyView {
    let some = move || {
        store.search.last.with(|last| matches!(last, Some((_, Progress::Done(found))) if !found.rows.is_empty()))
    };
    view! {
        <Show when=some>
            <footer class="foot">
                <span>{tr!("Nearest and best first")}</span>
                <button type="button" class="b text small" on:click=move |_| store.select_found()>{tr!("Select all")}</button>
            </footer>
        </Show>
    }
    .into_any()
}

/// Works out which of the first rows are open, one after another.
async fn learn(store: Store, rows: Vec<Row>, openings: Openings) {
    for row in rows.into_iter().filter(|row| row.has_hours).take(MOST_OPENINGS) {
        if openings.try_with_untracked(|known| known.contains_key(&row.id)) != Some(false) {
            continue;
        }
        if let Some(opening) = store.opening(&row.id).await {
            // The list may have been closed meanwhile.
            drop(openings.try_update(|known| known.insert(row.id, opening)));
        }
    }
}
