//! A walk between two places: taps, names, or where the human is.

use super::controls::locate;
use super::reach_form::waiting;
use super::{By, Icon, IconButton};
use crate::city::Category;
use crate::domain::{MarkId, Origin};
use crate::spatial::Position;
use crate::web::store::{Hand, Store};
use crate::web::words::{self, refusal, tr};
use leptos::prelude::*;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;

/// A place that a name may mean: its id, and words that tell it from the others.
type Choice = (String, String);

/// One end of the walk.
#[derive(Clone, Debug, Default, PartialEq)]
struct End {
    /// What the field says.
    text: String,
    /// The place as a tool takes it, when it is more than the text.
    place: Option<Value>,
    /// Where it is on the map, when it was tapped.
    at: Option<Position>,
}

impl End {
    fn reference(&self) -> Option<Value> {
        self.place.clone().or_else(|| (!self.text.trim().is_empty()).then(|| json!(self.text.trim())))
    }

    fn at(text: String, at: Position) -> Self {
        Self { text, place: Some(json!({ "lng": at.lng, "lat": at.lat })), at: Some(at) }
    }
}

/// What is in the form.
#[derive(Clone, Copy)]
struct Form {
    store: Store,
    ends: [RwSignal<End>; 2],
    /// How far and how long, of the walk that was found.
    found: RwSignal<Option<String>>,
    /// The end that several places fit, and those places: id and words.
    choices: RwSignal<Option<(usize, Vec<Choice>)>>,
}

/// The form over the dock.
#[component]
pub fn RouteForm() -> impl IntoView {
    let store = expect_context::<Store>();
    let form = Form {
        store,
        ends: [RwSignal::default(), RwSignal::default()],
        found: RwSignal::default(),
        choices: RwSignal::default(),
    };
    Effect::new(move |_| {
        if let Some(id) = store.route_to.get() {
            store.route_to.set(None);
            form.set(1, form.of_feature(&id).unwrap_or(End { text: id.clone(), place: Some(json!(id)), at: None }));
        }
    });
    Effect::new(move |_| {
        if let Some(tap) = store.tap.get() {
            form.tapped(tap.at, tap.hit);
        }
    });
    let is_ready =
        move || form.ends.iter().all(|end| end.with(|end| end.reference().is_some())) && store.busy.get().is_none();
    view! {
        <form class="glass panel route hand-bar" aria-label=tr!("Route on foot")
            on:submit=move |event| { event.prevent_default(); form.plan() }>
            <div class="line">
                <By origin=Origin::User/>
                <strong>{move || form.found.get().unwrap_or_else(|| tr!("Route on foot").into())}</strong>
                <IconButton icon="close" name=tr!("Put the tool down") key="Esc" class="small"
                    on_press=move || store.hand.set(Hand::Select)/>
            </div>
            {field(form, 0, tr!("From"), tr!("Tap the map, or name a place"))}
            {field(form, 1, tr!("To"), tr!("Then where it goes"))}
            {move || choices(form)}
            <div class="line end">
                <button type="button" class="b text" on:click=move |_| form.swap()><Icon name="swap"/>{tr!("Swap")}</button>
                <button type="submit" class="b text fill" disabled=move || !is_ready()>{tr!("Find the way")}</button>
            </div>
            {move || waiting(store)}
        </form>
    }
    .into_any()
}

fn field(form: Form, index: usize, name: &'static str, hint: &'static str) -> AnyView {
    let id = format!("route-{index}");
    let end = form.ends[index];
    let here = move || {
        locate(form.store, move |at| form.set(index, End::at(tr!("Where I am").into(), at)));
    };
    view! {
        <div class="line">
            <label class="soft" for=id.clone()>{name}</label>
            <input id=id type="text" maxlength="120" autocomplete="off" placeholder=hint prop:value=move || end.get().text
                on:input=move |event| form.set(index, End { text: event_target_value(&event), ..End::default() })
                on:keydown=move |event| if event.key() == "Escape" { form.store.hand.set(Hand::Select) }/>
            <IconButton icon="here" name=tr!("%{end} where I am", end = name) class="small" on_press=here/>
        </div>
    }
    .into_any()
}

/// The places that fit, to choose from.
fn choices(form: Form) -> Option<AnyView> {
    let (index, places) = form.choices.get()?;
    let row = move |(id, words): Choice| {
        let end = End { text: words.clone(), place: Some(json!(id)), at: None };
        view! {
            <button type="button" class="b text line" on:click=move |_| { form.set(index, end.clone()); form.plan() }>
                {words}
            </button>
        }
    };
    let which = if index == 0 { tr!("From which one?") } else { tr!("To which one?") };
    Some(view! { <div class="choices" role="group" aria-label=which><span class="soft">{which}</span>{places.into_iter().map(row).collect_view()}</div> }.into_any())
}

impl Form {
    fn set(self, index: usize, end: End) {
        self.choices.set(None);
        self.found.set(None);
        self.ends[index].set(end);
        self.show();
    }

    /// The ends that are known show on the map.
    fn show(self) {
        let pins = ["start", "finish"]
            .into_iter()
            .zip(self.ends)
            .filter_map(|(kind, end)| Some((end.with_untracked(|end| end.at)?, kind)));
        self.store.pins(&pins.collect::<Vec<_>>());
    }

    fn of_feature(self, id: &str) -> Option<End> {
        self.store.read_city(|city| {
            let feature = city.features.by_id(id)?;
            let name = words::either(feature.name_en(), feature.name())?.to_owned();
            Some(End { text: name, place: Some(json!(id)), at: Some(feature.position()) })
        })?
    }

    /// A tap is the first end that is open; after a walk it begins the next one.
    fn tapped(self, at: Position, hit: Option<String>) {
        let place = hit.filter(|id| id.parse::<MarkId>().is_err()).and_then(|id| self.of_feature(&id));
        let end = place.unwrap_or_else(|| End::at(tr!("On the map").into(), at));
        let both = self.ends.map(|end| end.with_untracked(|end| end.reference().is_some()));
        if both == [true, true] {
            self.ends[1].set(End::default());
        }
        let index = usize::from(both == [true, false]);
        self.set(index, end);
        if both[1 - index] && both != [true, true] {
            self.plan();
        }
    }

    fn swap(self) {
        let [from, to] = self.ends.map(|end| end.get_untracked());
        self.ends[0].set(to);
        self.set(1, from);
    }

    fn plan(self) {
        let [Some(from), Some(to)] = self.ends.map(|end| end.with_untracked(End::reference)) else { return };
        if self.store.busy.get_untracked().is_some() {
            return;
        }
        self.choices.set(None);
        self.store.busy.set(Some(tr!("Finding the way")));
        spawn_local(async move {
            let answer = self.store.quietly("plan_route", json!({ "from": from, "to": to })).await;
            self.store.busy.set(None);
            if self.store.hand.get_untracked() == Hand::Route {
                self.answered(&answer);
            }
        });
    }

    fn answered(self, answer: &Value) {
        if answer["isError"] == true {
            let index = usize::from(answer["field"] == "to");
            let several =
                answer["candidates"].as_array().map(|rows| rows.iter().filter_map(choice).collect::<Vec<_>>());
            let several = several.filter(|several| !several.is_empty());
            if several.is_none() {
                self.store.notice.set(refusal(answer));
            }
            return self.choices.set(several.map(|several| (index, several)));
        }
        self.store.notice.set(None);
        self.store.pins(&[]);
        let length_m = answer["distance_m"].as_f64().unwrap_or_default();
        let minutes = words::minutes(answer["duration_s"].as_f64().unwrap_or_default());
        let length = words::length(length_m);
        self.found.set(Some(if answer["uses_ferry"] == true {
            tr!("%{length} · %{minutes}, ferry included", length = length, minutes = minutes)
        } else {
            tr!("%{length} · %{minutes}", length = length, minutes = minutes)
        }));
    }
}

/// A candidate as an answer lists it.
fn choice(row: &Value) -> Option<Choice> {
    let id = row["id"].as_str()?.to_owned();
    let name = words::either(row["name_en"].as_str(), row["name"].as_str()).unwrap_or(&id).to_owned();
    let kind = row["category"].as_str().and_then(Category::from_name);
    let kind = kind.map(|category| category.in_words(words::language())).unwrap_or_default();
    let away = row["distance_m"].as_f64().map(words::length).unwrap_or_default();
    Some((id, format!("{name} · {kind} · {away}")))
}
