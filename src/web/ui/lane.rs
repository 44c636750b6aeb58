//! The agent's lane: what is on the map, and what the agent did.

use super::feed::Feed;
use super::sheet::grip;
use super::{By, Icon, IconButton};
use crate::city::Category;
use crate::city::features::Feature;
use crate::domain::{Drawing, MarkId, Note, Origin, Session};
use crate::spatial::Position;
use crate::web::store::{Column, Outcome, Store};
use crate::web::ui::signs;
use crate::web::words::{self, tr};
use leptos::prelude::*;

/// So many selected places are listed before the human asks for all of them, and so many at the most.
const FIRST: usize = 6;
const MOST: usize = 200;

/// The lane, when it is open.
#[component]
pub fn Lane() -> impl IntoView {
    let store = expect_context::<Store>();
    move || {
        store.lane.get().then(|| {
            view! {
                <aside class="glass lane" data-covers="right"
                    aria-label=tr!("What the agent and you have on this map")>
                    {grip(store)}
                    {header(store)}
                    <div class="scroll inspect">{selected(store)} {drawings(store)} {notes(store)} {nothing(store)}</div>
                    <Feed/>
                </aside>
            }
            .into_any()
        })
    }
}

/// Whose lane it is, what the agent is doing, and how to stop it.
fn header(store: Store) -> AnyView {
    let doing = move || {
        if store.paused.get() {
            return tr!("paused: it can read, not change").to_owned();
        }
        store.activity.with(|rows| match rows.last() {
            None => tr!("has not called yet").into(),
            Some(row) if row.outcome == Outcome::Running => format!("{}…", row.title()),
            Some(_) => tr!("waiting for you").into(),
        })
    };
    let paused = move || store.paused.get();
    view! {
        <header>
            {by(Origin::Agent)}
            <h2>{tr!("Agent")}<small>{doing}</small></h2>
            <button type="button" class="b text line small" aria-pressed=move || paused().to_string()
                on:click=move |_| store.pause(!store.paused.get_untracked())>
                {move || if paused() { tr!("Resume") } else { tr!("Pause") }}
            </button>
            <IconButton icon="close" name=tr!("Close the lane") key="G" class="small" on_press=move || store.set_lane(false)/>
        </header>
    }
    .into_any()
}

fn by(origin: Origin) -> AnyView {
    view! { <By origin/> }.into_any()
}

/// A selected place as a row shows it.
#[derive(Clone, PartialEq)]
struct Chosen {
    id: String,
    name: String,
    category: Option<Category>,
    /// Who selected it; nobody where it is only there.
    origin: Option<Origin>,
    away: Option<(String, &'static str)>,
}

/// A place that is on the map, as a row; `from` is where its distance is measured from.
pub fn place(store: Store, feature: &Feature<'_>, from: Option<Position>) -> AnyView {
    place_row(store, Chosen::of(feature, None, from))
}

impl Chosen {
    fn of(feature: &Feature<'_>, origin: Option<Origin>, from: Option<Position>) -> Self {
        let (category, position) = (feature.category(), feature.position());
        let is_own = feature.is_of_layer();
        let one = || if is_own { tr!("A place of yours") } else { signs::one(category) };
        let name = words::either(feature.name_en(), feature.name()).unwrap_or_else(one);
        let away = from.map(|from| words::away(from, position));
        Self {
            id: feature.id().to_owned(),
            name: name.to_owned(),
            category: (!is_own).then_some(category),
            origin,
            away,
        }
    }
}

fn chosen(store: Store, most: usize) -> Vec<Chosen> {
    let center = store.middle();
    let chosen = store.session(|session| {
        let items = session.selection().iter().take(most);
        items.map(|item| (item.id.clone(), item.origin)).collect::<Vec<_>>()
    });
    let row = |(id, origin): (String, Origin)| {
        let known =
            store.read_city(|city| city.features.by_id(&id).map(|feature| Chosen::of(&feature, Some(origin), center)));
        known.flatten().unwrap_or_else(|| Chosen {
            name: tr!("A place that is not loaded yet").into(),
            id,
            category: None,
            origin: Some(origin),
            away: None,
        })
    };
    chosen.unwrap_or_default().into_iter().map(row).collect()
}

pub fn selected(store: Store) -> AnyView {
    let all = RwSignal::new(false);
    let count = Memo::new(move |_| store.session(|session| session.selection().len()).unwrap_or_default());
    let rows = Memo::new(move |_| chosen(store, if all.get() { MOST } else { FIRST }));
    let more = move || {
        (count.get() > FIRST).then(|| {
            let words = if all.get_untracked() { tr!("Show fewer") } else { tr!("Show all") };
            view! { <button type="button" on:click=move |_| all.update(|all| *all = !*all)>{words}</button> }
        })
    };
    let clear = move |_| store.commit("select_features", |_| crate::domain::Edit::Select(Default::default()));
    (move || {
        (count.get() > 0).then(|| {
            view! {
                <h3>
                    {tr!("Selected")}" "<b>{count}</b>
                    <span class="ends">{more}<button type="button" on:click=clear>{tr!("Clear")}</button></span>
                </h3>
                <ul>{rows.get().into_iter().map(|row| place_row(store, row)).collect_view()}</ul>
                {(all.get() && count.get() > MOST).then(|| view! { <p class="soft rest">{tr!("and %{n} more", n = count.get() - MOST)}</p> })}
            }
        })
    })
    .into_any()
}

fn place_row(store: Store, row: Chosen) -> AnyView {
    let Chosen { id, name, category, origin, away } = row;
    let layer = id.strip_prefix("layer:").and_then(|id| Some(id.rsplit_once('/')?.0));
    let sign = match (layer, category) {
        (Some(layer), _) => Some(signs::own_disc(store, layer)),
        (None, category) => category.map(signs::disc),
    };
    let about = category.map(signs::one).unwrap_or_default();
    let (far, way) = away.unwrap_or_default();
    let hand = origin.map(|origin| hand(origin).0);
    let about = [Some(about), hand].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let open = id.clone();
    row_of(store, id, "row", sign.into_any(), (name, about), (far, way.to_owned()), move || {
        store.show(Column::Place(open.clone()));
        store.bring_into_view(open.clone());
    })
}

pub fn drawings(store: Store) -> AnyView {
    let row = move |drawing: &Drawing| {
        let (id, (word, icon)) = (drawing.id(), words::kind(drawing.kind()));
        let (hand, class) = hand(drawing.origin());
        let shape = view! { <span class="shape"><Icon name=icon/></span> }.into_any();
        let texts = (words::title(drawing), format!("{hand} · {}", word.to_lowercase()));
        row_of(store, id.to_string(), class, shape, texts, words::sizes(drawing), move || open_mark(store, id))
    };
    (move || {
        store.session(|session| {
            let rows: Vec<_> = session.drawings().iter().map(row).collect();
            section(tr!("Drawings"), rows)
        })
    })
    .into_any()
}

pub fn notes(store: Store) -> AnyView {
    let row = move |note: &Note| {
        let id = note.id();
        let (hand, class) = hand(note.origin());
        let shape = view! { <span class="shape">{by(note.origin())}</span> }.into_any();
        let icon = note.icon.as_deref().map(|icon| format!("{icon} ")).unwrap_or_default();
        let texts = (format!("{icon}{}", note.note), hand.to_owned());
        row_of(store, id.to_string(), class, shape, texts, Default::default(), move || open_mark(store, id))
    };
    (move || {
        store.session(|session| {
            let rows: Vec<_> = session.notes().iter().map(row).collect();
            section(tr!("Notes"), rows)
        })
    })
    .into_any()
}

fn section(title: &'static str, rows: Vec<AnyView>) -> Option<AnyView> {
    let count = rows.len();
    (count > 0).then(|| view! { <h3>{title}" "<b>{count}</b></h3><ul>{rows}</ul> }.into_any())
}

fn hand(origin: Origin) -> (&'static str, &'static str) {
    match origin {
        Origin::Agent => (tr!("Agent"), "row agent"),
        Origin::User => (tr!("You"), "row user"),
    }
}

fn open_mark(store: Store, id: MarkId) {
    store.show(Column::Mark(id));
    store.bring_into_view(id.to_string());
}

/// A row that lights up with its place or mark on the map, and opens it.
fn row_of(
    store: Store,
    id: String,
    class: &'static str,
    sign: AnyView,
    (title, about): (String, String),
    (number, below): (String, String),
    open: impl Fn() + 'static,
) -> AnyView {
    let (entered, focused, lit) = (id.clone(), id.clone(), id);
    let out = move || store.hovered.set(None);
    view! {
        <li>
            <button type="button" class=class class:lit=move || store.hovered.with(|id| id.as_deref() == Some(lit.as_str()))
                on:click=move |_| open()
                on:pointerenter=move |_| store.hovered.set(Some(entered.clone())) on:pointerleave=move |_| out()
                on:focus=move |_| store.hovered.set(Some(focused.clone())) on:blur=move |_| out()>
                {sign}
                <div><strong>{title}</strong><small>{about}</small></div>
                <span class="num">{number}<small>{below}</small></span>
            </button>
        </li>
    }
    .into_any()
}

fn nothing(store: Store) -> AnyView {
    let is_bare = |session: &Session| {
        session.selection().is_empty() && session.drawings().is_empty() && session.notes().is_empty()
    };
    (move || {
        store.session(is_bare).unwrap_or(true).then(|| {
            view! {
                <div class="void">
                    <Icon name="select"/>
                    <strong>{tr!("Nothing on the map yet")}</strong>
                    {tr!("Places that you or the agent pick, drawings with their measures, and notes gather here.")}
                </div>
            }
        })
    })
    .into_any()
}
