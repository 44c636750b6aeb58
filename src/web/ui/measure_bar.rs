//! What is being drawn or reshaped in numbers, and how to end it.

use super::{By, Icon, IconButton};
use crate::domain::{MAX_RADIUS_M, Measure, Origin};
use crate::spatial::Step;
use crate::web::store::{Draft, Hand, Outline, Store};
use crate::web::words::{self, tr};
use leptos::html::Input;
use leptos::prelude::*;

/// The bar over the dock while a shape is in hand, and the size beside the pointer.
#[component]
pub fn MeasureBar() -> impl IntoView {
    let store = expect_context::<Store>();
    let size = Memo::new(move |_| store.draft.with(|draft| draft.as_ref().and_then(Draft::size)));
    // What a tap has chosen waits for the next one: nothing else matters then.
    let is_chosen = Memo::new(move |_| store.draft.with(|draft| draft.as_ref().is_some_and(|draft| draft.is_chosen)));
    let measured = move || size.get().map(words::measure);
    let headline = move || if is_chosen.get() { Some(tr!("Tap where it goes").to_owned()) } else { measured() };
    let is_enough = Memo::new(move |_| store.draft.with(|draft| draft.as_ref().is_some_and(Draft::is_enough)));
    let reshapes = move || matches!(store.hand.get(), Hand::Reshape(_));
    let is_circle = move || {
        store.hand.get() == Hand::Circle
            || store.draft.with(|draft| draft.as_ref().is_some_and(|draft| draft.outline == Outline::Circle))
    };
    let spoken = move || {
        let is_still = store.draft.with(|draft| draft.as_ref().is_some_and(|draft| !draft.is_live));
        is_still.then(headline).flatten()
    };
    view! {
        <div class="glass panel measure hand-bar" role="region" aria-label=tr!("What you draw")>
            <By origin=Origin::User/>
            <strong>{move || headline().or_else(|| Some(title(store)))}</strong>
            {move || (!is_chosen.get()).then(|| facts(store, size))}
            {move || is_circle().then(|| radius(store))}
            {move || matches!(store.hand.get(), Hand::Polygon | Hand::Line).then(|| step(store))}
            <span class="soft hints">{move || hints(store)}</span>
            <span class="sr" aria-live="polite">{spoken}</span>
            <button type="button" class="b text fill" disabled=move || !is_enough.get() on:click=move |_| store.finish()>
                {move || if reshapes() { tr!("Done") } else { tr!("Finish") }}
            </button>
            <IconButton icon="close" name=Signal::derive(move || drop_words(store).to_owned()) key="Esc" class="small"
                on_press=move || if !store.drop_draft() { store.hand.set(Hand::Select) }/>
        </div>
        {move || beside_pointer(store, size)}
    }
    .into_any()
}

fn title(store: Store) -> String {
    match store.hand.get() {
        Hand::Polygon => tr!("Area"),
        Hand::Circle => tr!("Circle"),
        Hand::Line => tr!("Line"),
        Hand::Freehand => tr!("Freehand"),
        _ => tr!("Move it"),
    }
    .to_owned()
}

fn drop_words(store: Store) -> &'static str {
    match (store.hand.get(), store.draft.with(Option::is_some)) {
        (Hand::Reshape(_), _) => tr!("Leave it as it was"),
        (_, true) => tr!("Drop it"),
        (_, false) => tr!("Put the tool down"),
    }
}

/// Length round it or of the side that was drawn last.
fn facts(store: Store, size: Memo<Option<Measure>>) -> AnyView {
    let fact = |name: &'static str, text: String| view! { <div><dt>{name}</dt><dd>{text}</dd></div> };
    let around = match size.get() {
        Some(Measure::Area { perimeter_m, .. }) => Some(fact(tr!("Around"), words::length(perimeter_m))),
        _ => None,
    };
    let draws = matches!(store.hand.get(), Hand::Polygon | Hand::Line);
    let side = store.draft.with(|draft| draft.as_ref().filter(|_| draws).and_then(Draft::last_side_m));
    let side = side.map(|side_m| fact(tr!("Last side"), words::length(side_m)));
    view! { <dl>{around}{side}</dl> }.into_any()
}

/// The circle's radius, to be read and typed.
fn radius(store: Store) -> AnyView {
    let field = NodeRef::<Input>::new();
    let value = move || store.draft.with(|draft| draft.as_ref().and_then(Draft::radius_m)).map(|m| format!("{m:.0}"));
    Effect::new(move |_| {
        let value = value().unwrap_or_default();
        let Some(field) = field.get() else { return };
        // What is being typed is not overwritten.
        if !field.matches(":focus").unwrap_or_default() {
            field.set_value(&value);
        }
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = field.get_untracked().and_then(|field| field.value().trim().parse::<f64>().ok());
        match typed.filter(|radius_m| *radius_m > 0.0 && *radius_m <= MAX_RADIUS_M) {
            Some(radius_m) => store.set_radius(radius_m),
            None => store
                .notice
                .set(Some(tr!("A radius is a number of metres from 1 to %{n}.", n = words::number(MAX_RADIUS_M, 0)))),
        }
    };
    view! {
        <form class="radius" on:submit=submit on:keydown=move |event| leave(store, &event)>
            <label for="radius">{tr!("Radius")}</label>
            <input id="radius" node_ref=field type="text" inputmode="numeric" size="5" maxlength="6" autocomplete="off"
                placeholder="800"/>
            <span aria-hidden="true">{tr!("m" as "unit")}</span>
        </form>
    }
    .into_any()
}

/// The next point by how far and which way it lies from the last one.
fn step(store: Store) -> AnyView {
    let field = NodeRef::<Input>::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        match Step::read(&field.value(), words::language()) {
            Some(step) => {
                store.step(step);
                field.select();
            }
            None => {
                store.say(tr!("A step is a length and a direction, such as 200 m north or 80 m 45°; at most 50 km."))
            }
        }
    };
    view! {
        <form class="radius step" on:submit=submit on:keydown=move |event| leave(store, &event)>
            <label for="step">{tr!("Step")}</label>
            <input id="step" node_ref=field type="text" size="13" maxlength="40" autocomplete="off"
                placeholder=tr!("200 m north")/>
            <button type="submit" class="b small" aria-label=tr!("Add the point") title=tr!("Add the point")>
                <Icon name="plus"/>
            </button>
        </form>
    }
    .into_any()
}

/// Escape in a field goes back to the map.
fn leave(store: Store, event: &leptos::ev::KeyboardEvent) {
    if event.key() == "Escape" {
        store.screen_focus();
        event.stop_propagation();
    }
}

/// What to press next.
fn hints(store: Store) -> AnyView {
    let key =
        |key: &'static str, what: &'static str| view! { <span class="key"><kbd>{key}</kbd>" "{what}</span> }.into_any();
    let (set, mends) = store.draft.with(|draft| draft.as_ref().map_or((0, false), |d| (d.set(), d.is_mended)));
    let hand = store.hand.get();
    let say = match (hand, set) {
        _ if mends => tr!("Drag or tap a point to mend it"),
        (Hand::Reshape(_), _) => tr!("Drag or tap a point"),
        (Hand::Freehand, 0) => tr!("Press and draw round it"),
        (Hand::Circle, 0) => tr!("Drag from the centre"),
        (_, 0) => tr!("Tap the first point"),
        _ => "",
    };
    let keys = match (hand, set) {
        (Hand::Reshape(_), _) if store.aim.get() => vec![key("Space", tr!("takes hold")), key("Del", tr!("removes"))],
        (Hand::Reshape(_), _) => vec![key("Del", tr!("removes it"))],
        _ if mends => vec![key("Del", tr!("removes it"))],
        (_, 0) if store.aim.get() => vec![key("←↑→↓", tr!("move")), key("Space", tr!("sets a point"))],
        _ if store.aim.get() => vec![key("Space", tr!("sets a point")), key("Ctrl Enter", tr!("finishes"))],
        (_, 0) => Vec::new(),
        (Hand::Circle, _) => vec![key("Esc", tr!("drop"))],
        _ => vec![key("Enter", tr!("finish")), key("Esc", tr!("drop"))],
    };
    // Where there is no keyboard the words are enough; beside keys they are one too many.
    let class = if keys.is_empty() || mends || matches!(hand, Hand::Reshape(_)) { "say" } else { "say instead" };
    view! { <span class=class>{say}</span>{keys} }.into_any()
}

/// The size where the eye is.
fn beside_pointer(store: Store, size: Memo<Option<Measure>>) -> Option<AnyView> {
    let at = store.draft.with(|draft| draft.as_ref().filter(|draft| draft.is_live).and_then(|draft| draft.at))?;
    let text = size.get().map(words::measure)?;
    let (left, top) = (format!("{:.0}px", at.0), format!("{:.0}px", at.1));
    Some(view! { <div class="follow" aria-hidden="true" style:left=left style:top=top>{text}</div> }.into_any())
}
