//! A drawing or a note, and what can be done with it.

use super::column::{back, close, heading};
use super::mark_facts::{Facts, inside, of};
use super::sheet::grip;
use super::{By, Icon};
use crate::domain::{MAX_LABEL, MAX_NOTE, MarkId, Origin};
use crate::web::store::search::Asked;
use crate::web::store::{Column, Hand, Store};
use crate::web::words::{tr, trn};
use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;

/// A mark's card. It closes with a word when the mark goes.
pub fn mark_card(store: Store, id: MarkId) -> AnyView {
    let facts = Memo::new(move |_| store.session(|session| of(session, id)).flatten());
    Effect::new(move |was_there: Option<bool>| {
        let is_there = facts.with(Option::is_some);
        if was_there == Some(true) && !is_there {
            // A reshaping that ended with it has said more already.
            if store.notice.with_untracked(Option::is_none) {
                let sentence = match id {
                    MarkId::Drawing(_) => tr!("That drawing is no longer on the map."),
                    MarkId::Annotation(_) => tr!("That note is no longer on the map."),
                };
                store.say(sentence);
            }
            store.show(Column::Closed);
        }
        is_there
    });
    // What is in the fields stays while measures change: only another kind of mark, or none, is another card.
    let is_there = Memo::new(move |_| facts.with(Option::is_some));
    let body = move || {
        if !is_there.get() {
            return gone(store);
        }
        match id {
            MarkId::Drawing(_) => drawing(store, id, facts),
            MarkId::Annotation(_) => note(store, id, facts),
        }
    };
    view! {
        <section class="glass panel column mark-card" data-covers="left" aria-labelledby="mark-title"
            class:agent=move || facts.with(|facts| facts.as_ref().is_some_and(|facts| facts.origin == Origin::Agent))>
            {grip(store)}
            {body}
        </section>
    }
    .into_any()
}

fn gone(store: Store) -> AnyView {
    view! {
        <header class="head">{heading("mark-title", || tr!("Not on the map").to_owned())}{close(store)}</header>
        <div class="void"><p>{tr!("That mark was removed or taken back. Undo or redo brings it back.")}</p></div>
    }
    .into_any()
}

/// What the card needs of the mark, while it is there.
fn part<T: Default>(facts: Memo<Option<Facts>>, read: impl Fn(&Facts) -> T) -> T {
    facts.with(|facts| facts.as_ref().map(read).unwrap_or_default())
}

fn top(store: Store, facts: Memo<Option<Facts>>) -> AnyView {
    let origin = facts.with_untracked(|facts| facts.as_ref().map_or(Origin::User, |facts| facts.origin));
    let icon = facts.with_untracked(|facts| facts.as_ref().map_or("note", |facts| facts.icon));
    let whose = if origin == Origin::User { "user" } else { "agent" };
    let title = move || part(facts, |facts| facts.title.clone());
    view! {
        {back(store)}
        <header class="title">
            <span class=["badge ", whose].concat()><Icon name=icon/></span>
            <div>
                {heading("mark-title", title)}
                <p class="soft by-line"><By origin/>{move || part(facts, |facts| facts.kind)}</p>
            </div>
            {close(store)}
        </header>
    }
    .into_any()
}

fn remove(store: Store, id: MarkId) -> AnyView {
    view! {
        <button type="button" class="b line" aria-label=tr!("Remove") title=tr!("Remove (Undo brings it back)")
            on:click=move |_| store.remove(id)>
            <Icon name="trash"/>
        </button>
    }
    .into_any()
}

fn show(store: Store, id: MarkId) -> AnyView {
    view! {
        <button type="button" class="b line" aria-label=tr!("Show it whole") title=tr!("Show it whole")
            on:click=move |_| store.fly_to(id.to_string())>
            <Icon name="eye"/>
        </button>
    }
    .into_any()
}

/// Takes the mark in hand, so that its points can be moved, and puts it down again.
fn reshape(store: Store, id: MarkId, words: &'static str) -> AnyView {
    let pressed = move || (store.hand.get() == Hand::Reshape(id)).to_string();
    view! {
        <button type="button" class="b text line" aria-pressed=pressed on:click=move |_| store.take(Hand::Reshape(id))>
            <Icon name="pen"/>{words}
        </button>
    }
    .into_any()
}

fn drawing(store: Store, id: MarkId, facts: Memo<Option<Facts>>) -> AnyView {
    let is_area = part(facts, |facts| facts.is_area);
    let can_reshape = part(facts, |facts| facts.can_reshape);
    let measures = move || {
        let rows = part(facts, |facts| facts.measures.clone());
        let rows =
            rows.into_iter().map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> }.into_any());
        rows.collect_view()
    };
    let field = NodeRef::<Input>::new();
    let rename = move || {
        let Some(field) = field.get_untracked() else { return };
        let label = field.value();
        if label.trim() == part(facts, |facts| facts.label.clone()) {
            return;
        }
        spawn_local(async move {
            drop(store.ask("update_mark", json!({ "id": id.to_string(), "label": label.trim() })).await);
        });
    };
    let list = move |_| store.look_for(Asked { within: Some(id), ..Asked::default() });
    view! {
        {top(store, facts)}
        <div class="go">
            {can_reshape.then(|| reshape(store, id, tr!("Reshape")))}
            {is_area.then(|| view! {
                <button type="button" class="b text line" on:click=list><Icon name="search"/>{tr!("What is inside")}</button>
            })}
            {show(store, id)}
            {remove(store, id)}
        </div>
        <div class="scroll">
            <dl class="measures">{measures}</dl>
            <form class="label" on:submit=move |event| { event.prevent_default(); rename(); }>
                <label for="mark-label">{tr!("Label")}</label>
                <input id="mark-label" node_ref=field type="text" maxlength=MAX_LABEL.to_string() autocomplete="off"
                    placeholder=tr!("Give it a name") prop:value=move || part(facts, |facts| facts.label.clone())
                    on:change=move |_| rename()/>
            </form>
            {is_area.then(|| inside(store, id))}
            {move || part(facts, |facts| facts.credit.clone()).map(|credit| view! { <p class="credit-line">{credit}</p> })}
        </div>
    }
    .into_any()
}

fn note(store: Store, id: MarkId, facts: Memo<Option<Facts>>) -> AnyView {
    let field = NodeRef::<Textarea>::new();
    let written = RwSignal::new(part(facts, |facts| facts.label.clone()));
    // What another hand writes meanwhile, and what is taken back, is what the field shows.
    Effect::new(move |_| written.set(part(facts, |facts| facts.label.clone())));
    let is_other = move || written.with(|written| *written != part(facts, |facts| facts.label.clone()));
    let save = move || {
        let note = written.get_untracked();
        if note.trim().is_empty() || !is_other() {
            return;
        }
        spawn_local(async move {
            drop(store.ask("update_mark", json!({ "id": id.to_string(), "note": note })).await);
        });
    };
    let left = move || {
        let left = MAX_NOTE.saturating_sub(written.with(|written| written.chars().count()));
        if left < 100 { trn!(left, "%{n} character left", "%{n} characters left") } else { String::new() }
    };
    view! {
        {top(store, facts)}
        <form class="write" on:submit=move |event| { event.prevent_default(); save(); }>
            <label class="sr" for="mark-note">{tr!("Text of the note")}</label>
            <textarea id="mark-note" node_ref=field rows="4" maxlength=MAX_NOTE.to_string() prop:value=written
                on:input=move |event| written.set(event_target_value(&event))
                on:keydown=move |event| if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) { save() }>
            </textarea>
            <p class="soft" role="status">{left}</p>
            <div class="go">
                <button type="submit" class="b text fill" disabled=move || !is_other()>{tr!("Save")}</button>
                {reshape(store, id, tr!("Move it"))}
                {show(store, id)}
                {remove(store, id)}
            </div>
        </form>
    }
    .into_any()
}
