use super::Icon;
use crate::language::word;
use crate::web::store::{Hand, Store};
use crate::web::words::tr;
use leptos::prelude::*;

/// A tool's words, sign and key.
pub const TOOLS: [(Hand, &str, &str, &str); 8] = [
    (Hand::Select, word!("Select"), "select", "V"),
    (Hand::Note, word!("Note"), "note", "N"),
    (Hand::Polygon, word!("Area"), "polygon", "A"),
    (Hand::Circle, word!("Circle"), "circle", "C"),
    (Hand::Line, word!("Line"), "line", "L"),
    (Hand::Freehand, word!("Freehand"), "freehand", "F"),
    (Hand::Reach, word!("Reachable area"), "reach", "R"),
    (Hand::Route, word!("Route on foot"), "route", "D"),
];

type Tool = (Hand, &'static str, &'static str, &'static str);

/// Tools that a phone has in a menu.
const fn is_wide(hand: Hand) -> bool {
    matches!(hand, Hand::Line | Hand::Freehand | Hand::Reach)
}

/// The human's tools, undo and redo.
#[component]
pub fn Dock() -> impl IntoView {
    let store = expect_context::<Store>();
    let menu = RwSignal::new(false);
    let can = Memo::new(move |_| {
        let (back, forward) = store.draft.with(|draft| draft.as_ref().map(|draft| draft.turns)).unwrap_or_default();
        let (undo, redo) = store.session(crate::domain::Session::can_turn).unwrap_or_default();
        (back || undo, forward || redo)
    });
    Effect::new(move |_| {
        store.hand.track();
        menu.set(false);
    });
    view! {
        {move || menu.get().then(|| wide_menu(store))}
        <section class="glass panel dock" aria-label=tr!("Draw and undo")>
            <div class="tools" role="toolbar" aria-label=tr!("Tools")>
            {TOOLS.map(|tool| button(store, tool)).collect_view()}
            {more(store, menu)}
            <i class="rule wide" aria-hidden="true"></i>
            <button type="button" class="b" aria-label=tr!("Undo") title=tr!("Undo (Ctrl Z)") disabled=move || !can.get().0
                on:click=move |_| store.back()>
                <Icon name="undo"/>
            </button>
            <button type="button" class="b" aria-label=tr!("Redo") title=tr!("Redo (Ctrl Shift Z)") disabled=move || !can.get().1
                on:click=move |_| store.forward()>
                <Icon name="redo"/>
            </button>
            </div>
        </section>
    }
    .into_any()
}

fn button(store: Store, (hand, words, icon, key): Tool) -> AnyView {
    let class = match hand {
        hand if is_wide(hand) => "b wide",
        Hand::Select => "b neutral",
        _ => "b",
    };
    view! {
        <button type="button" class=class aria-label=tr(words) title=[tr(words), " (", key, ")"].concat()
            aria-pressed=move || (store.hand.get() == hand).to_string() on:click=move |_| store.take(hand)>
            <Icon name=icon/>
        </button>
    }
    .into_any()
}

/// On a phone: the way to the tools that have no room, or the one of them that is in hand.
fn more(store: Store, menu: RwSignal<bool>) -> AnyView {
    let held = move || TOOLS.into_iter().find(|(hand, ..)| is_wide(*hand) && store.hand.get() == *hand);
    view! {
        <button type="button" class="b more" aria-label=tr!("More tools") title=tr!("More tools")
            aria-expanded=move || menu.get().to_string() aria-pressed=move || held().is_some().to_string()
            on:click=move |_| menu.update(|open| *open = !*open)>
            <Icon name=Signal::derive(move || held().map_or("more", |(_, _, icon, _)| icon))/>
        </button>
    }
    .into_any()
}

fn wide_menu(store: Store) -> AnyView {
    let row = move |(hand, words, icon, _): Tool| {
        view! {
            <button type="button" class="b text" aria-pressed=move || (store.hand.get() == hand).to_string()
                on:click=move |_| store.take(hand)>
                <Icon name=icon/>{tr(words)}
            </button>
        }
    };
    let rows = TOOLS.into_iter().filter(|(hand, ..)| is_wide(*hand)).map(row).collect_view();
    view! { <div class="glass panel more-tools" role="group" aria-label=tr!("More tools")>{rows}</div> }.into_any()
}
