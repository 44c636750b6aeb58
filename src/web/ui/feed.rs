//! What the agent did, call by call: what happened, how it came out, when, and what it touched.

use super::{Icon, IconButton};
use crate::domain::{MarkId, Session};
use crate::web::store::{Activity, Column, Outcome, Store};
use crate::web::words::{self, tr};
use leptos::prelude::*;

/// So many calls are listed before the human asks for all.
const FIRST: usize = 4;
/// A row names so many of the places and marks that its call touched.
const NAMED: usize = 2;

/// The feed, the newest call first.
#[component]
pub fn Feed() -> impl IntoView {
    let store = expect_context::<Store>();
    let all = RwSignal::new(false);
    let count = Memo::new(move |_| store.activity.with(Vec::len));
    let shown = move || {
        let most = if all.get() { usize::MAX } else { FIRST };
        store.activity.with(|rows| rows.iter().rev().take(most).cloned().collect::<Vec<_>>())
    };
    let more = move || {
        (count.get() > FIRST).then(|| {
            let words = move || if all.get() { tr!("Latest") } else { tr!("All") };
            view! { <button type="button" on:click=move |_| all.update(|all| *all = !*all)>{words}</button> }
        })
    };
    view! {
        <section class="feed" class:all=all aria-label=tr!("Activity")>
            <h3>{tr!("Activity")}" "<b>{move || store.calls.get()}</b><span class="ends">{more}</span></h3>
            <ol>
                <For each=shown key=|row| (row.number, row.outcome) children=move |row| row_of(store, row)/>
            </ol>
            <Show when=move || count.get() == 0>
                <p class="soft rest">{tr!("Ask an agent in this browser about the map. What it does is listed here.")}</p>
            </Show>
        </section>
    }
    .into_any()
}

fn row_of(store: Store, row: Activity) -> AnyView {
    let (class, icon) = match row.outcome {
        Outcome::Running => ("call running", "by-agent"),
        Outcome::Done => ("call", sign(&row.tool)),
        Outcome::Failed => ("call failed", "warn"),
        Outcome::TakenBack => ("call over", "close"),
    };
    let title = row.told();
    let took = row.took_ms.map(|took| match took {
        0.0..1000.0 => tr!("%{n} ms · ", n = words::number(took, 0)),
        _ => tr!("%{n} s · ", n = words::number(took / 1000.0, 1)),
    });
    let failed = (row.outcome == Outcome::Failed).then(|| tr!("failed · "));
    let rest = row.ids.len().saturating_sub(NAMED);
    let ids = row.ids.iter().take(NAMED).map(|id| link(store, id.clone())).collect_view();
    let made = row.made;
    let can_undo = move || made.is_some_and(|made| store.session(|session| session.can_undo_at(made)).unwrap_or(false));
    let undo = move || {
        (can_undo()).then(|| {
            let undo = move || {
                if let Some(made) = made {
                    store.undo_call(made);
                }
            };
            view! { <IconButton icon="undo" name=tr!("Take this back") class="small" on_press=undo/> }
        })
    };
    view! {
        <li class=class>
            <span class="dot" aria-hidden="true"><Icon name=icon/></span>
            <div>
                <strong>{title}</strong>
                <small>{failed}{took}<span class="mono">{row.tool.clone()}</span></small>
                {(!row.ids.is_empty()).then(|| view! {
                    <span class="ids">{ids}{(rest > 0).then(|| format!("+{rest}"))}</span>
                })}
            </div>
            <span class="when"><time>{words::time(row.at_ms)}</time>{undo}</span>
        </li>
    }
    .into_any()
}

/// A place or mark that a call touched, by its name where it has one.
fn link(store: Store, id: String) -> AnyView {
    let name = name_of(store, &id);
    let (entered, opened) = (id.clone(), id);
    let open = move |_| {
        store.show(match opened.parse::<MarkId>() {
            Ok(mark) => Column::Mark(mark),
            Err(_) => Column::Place(opened.clone()),
        });
        store.bring_into_view(opened.clone());
    };
    view! {
        <button type="button" class="id" on:click=open
            on:pointerenter=move |_| store.hovered.set(Some(entered.clone()))
            on:pointerleave=move |_| store.hovered.set(None)>
            {name}
        </button>
    }
    .into_any()
}

fn name_of(store: Store, id: &str) -> String {
    if let Ok(mark) = id.parse::<MarkId>() {
        let title = |session: &Session| match mark {
            MarkId::Drawing(_) => session.drawing(mark).map(words::title),
            MarkId::Annotation(_) => session.note(mark).map(|note| note.note.chars().take(24).collect()),
        };
        return untrack(|| store.session(title)).flatten().unwrap_or_else(|| id.to_owned());
    }
    let name = untrack(|| {
        store.read_city(|city| {
            let feature = city.features.by_id(id)?;
            words::either(feature.name_en(), feature.name()).map(str::to_owned)
        })
    });
    name.flatten().unwrap_or_else(|| id.to_owned())
}

/// The sign of what a tool does.
fn sign(tool: &str) -> &'static str {
    match tool {
        "draw_shape" => "polygon",
        "plan_route" => "route",
        "annotate" | "add_note" => "note",
        "select_features" => "check",
        "remove_from_map" => "trash",
        "undo" => "undo",
        "redo" => "redo",
        "update_mark" => "pen",
        "get_share_link" => "share",
        "set_map_view" | "get_map_state" | "set_city" => "eye",
        _ => "search",
    }
}
