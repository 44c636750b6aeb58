//! All that is recorded of a place, and what can be done with it.

use super::column::{back, close, heading};
use super::place_facts::{facts, source};
use super::sheet::grip;
use super::{Icon, opening, own, signs};
use crate::city::Category;
use crate::spatial::Camera;
use crate::web::store::{Column, Hand, Store};
use crate::web::words::{either, refusal, tr};
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};

/// A link to a place opens the map at least this near.
const LINK_ZOOM: f64 = 16.5;

/// A place's card.
pub fn place_card(store: Store, id: String) -> AnyView {
    let answer = RwSignal::new(None::<Value>);
    let look = StoredValue::new(id.clone());
    let ask = move || {
        answer.set(None);
        spawn_local(async move {
            let id = look.get_value();
            let told = store.quietly("get_place_details", json!({ "id": id })).await;
            // The card may have been closed meanwhile.
            drop(answer.try_set(Some(told)));
        });
    };
    ask();
    let body = move || match answer.get() {
        None => loading(store),
        Some(answer) if answer["isError"] == true => failed(store, &answer, ask),
        Some(answer) => card(store, &answer),
    };
    view! {
        <section class="glass panel column place" data-covers="left" aria-labelledby="place-title">
            {grip(store)}
            {body}
        </section>
    }
    .into_any()
}

fn loading(store: Store) -> AnyView {
    view! {
        <header class="head"><p class="soft" role="status">{tr!("Looking the place up…")}</p>{close(store)}</header>
        <div class="bone"></div><div class="bone"></div>
    }
    .into_any()
}

fn failed(store: Store, answer: &Value, ask: impl Fn() + Send + Sync + 'static) -> AnyView {
    let is_gone = answer["code"] == "unknown_id";
    let title = if is_gone { tr!("This place is not known here") } else { tr!("This place did not come") };
    let sentence = if is_gone {
        tr!("It may be of another city, or gone from OpenStreetMap since the link was made.").to_owned()
    } else {
        refusal(answer).unwrap_or_default()
    };
    view! {
        <header class="head">{heading("place-title", move || title.to_owned())}{close(store)}</header>
        <div class="void" role="alert">
            <p>{sentence}</p>
            {(!is_gone).then(|| view! {
                <button type="button" class="b text fill" on:click=move |_| ask()>{tr!("Try again")}</button>
            })}
        </div>
    }
    .into_any()
}

fn text(answer: &Value, name: &str) -> Option<String> {
    answer[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

fn card(store: Store, answer: &Value) -> AnyView {
    let id = text(answer, "id").unwrap_or_default();
    let category = answer["category"].as_str().and_then(Category::from_name).unwrap_or(Category::Listing);
    let (name, name_en) = (text(answer, "name"), text(answer, "name_en"));
    let layer = answer["category"].as_str().and_then(|name| name.strip_prefix("layer:")).map(str::to_owned);
    let one = if layer.is_some() { tr!("A place of yours") } else { signs::one(category) };
    let title = either(name_en.as_deref(), name.as_deref()).unwrap_or(one).to_owned();
    // The other name, which is on the signs in the street or on other maps.
    let local = [name, name_en].into_iter().flatten().find(|other| *other != title);
    let kind = match &layer {
        Some(layer) => tr!("Yours · %{layer}", layer = layer),
        None => kinds_and_district(store, &id, category, answer),
    };
    let row = answer["row"].as_u64();
    let from = layer.as_ref().map(|layer| own::source(layer, row));
    let is_noting = RwSignal::new(false);
    // A district is drawn, not opened and closed.
    let hours = (answer.get("opening_hours").is_some() || layer.is_none() && may_have_hours(category))
        .then(|| opening::hours(store, &id, answer["opening_hours"].as_str(), answer.get("opening")));
    view! {
        {back(store)}
        <header class="title">
            {match &layer {
                Some(layer) => signs::own_disc(store, layer),
                None => signs::disc(category),
            }}
            <div>
                {heading("place-title", move || title.clone())}
                {local.map(|local| view! { <p class="local" dir="auto">{local}</p> })}
                <p class="soft">{kind}</p>
            </div>
            {close(store)}
        </header>
        {actions(store, &id, is_noting)}
        {note_here(store, &id, is_noting)}
        <div class="scroll">
            {hours}
            {facts(store, answer)}
            {own::attributes(answer)}
            {from.unwrap_or_else(|| source(store, &id))}
        </div>
    }
    .into_any()
}

/// Kinds of places whose hours people ask for.
fn may_have_hours(category: Category) -> bool {
    !matches!(
        category,
        Category::District | Category::Listing | Category::MrtStation | Category::Park | Category::Parking
    )
}

fn kinds_and_district(store: Store, id: &str, category: Category, answer: &Value) -> String {
    let all = answer["categories"].as_array().into_iter().flatten();
    let others = all.filter_map(|name| Category::from_name(name.as_str()?)).filter(|other| *other != category);
    let mut words: Vec<String> = vec![signs::one(category).to_owned()];
    words.extend(others.map(|other| signs::one(other).to_lowercase()));
    let words = words.join(tr!(", " as "list"));
    let district = (category != Category::District).then(|| store.district_of(id)).flatten();
    match district {
        Some(district) => [words.as_str(), " · ", district.as_str()].concat(),
        None => words,
    }
}

fn actions(store: Store, id: &str, is_noting: RwSignal<bool>) -> AnyView {
    let (to, picked, toggled, shared) = (id.to_owned(), id.to_owned(), id.to_owned(), id.to_owned());
    let selected =
        move || store.session(|session| session.selection().origin_of(&picked).is_some()).unwrap_or_default();
    let selected = Memo::new(move |_| selected());
    let route = move |_| {
        store.route_to.set(Some(to.clone()));
        store.hand.set(Hand::Route);
    };
    let copied = RwSignal::new(false);
    let share = move |_| {
        let id = shared.clone();
        spawn_local(async move {
            let done = store.copy_link_to(&id).await;
            let _ = copied.try_set(done);
        });
    };
    let copy_words = move || if copied.get() { tr!("The link is copied") } else { tr!("Copy a link to this place") };
    view! {
        <div class="go">
            <button type="button" class="b text fill" on:click=route><Icon name="route"/>{tr!("Route here")}</button>
            <button type="button" class="b text line" aria-pressed=move || selected.get().to_string()
                on:click=move |_| store.toggle_selected(toggled.clone())>
                <Icon name=Signal::derive(move || if selected.get() { "check" } else { "select" })/>
                {move || if selected.get() { tr!("Selected") } else { tr!("Select") }}
            </button>
            <button type="button" class="b line" aria-label=tr!("Note here") title=tr!("Note here")
                aria-expanded=move || is_noting.get().to_string() on:click=move |_| is_noting.update(|on| *on = !*on)>
                <Icon name="note"/>
            </button>
            <button type="button" class="b line" aria-label=copy_words title=copy_words on:click=share>
                <Icon name=Signal::derive(move || if copied.get() { "check" } else { "copy" })/>
            </button>
        </div>
        <p class="sr" role="status">{move || if copied.get() { tr!("The link is copied.") } else { "" }}</p>
    }
    .into_any()
}

/// The form for a note at the place, when it is open.
fn note_here(store: Store, id: &str, is_noting: RwSignal<bool>) -> AnyView {
    let id = StoredValue::new(id.to_owned());
    let form = move || {
        let field = NodeRef::<Textarea>::new();
        field.on_load(|field| {
            request_animation_frame(move || drop(field.focus()));
        });
        let pin = move || {
            let Some(field) = field.get_untracked() else { return };
            let note = field.value();
            spawn_local(async move {
                let input = json!({ "at": id.get_value(), "note": note });
                if let Ok(answer) = store.ask("annotate", input).await {
                    let _ = is_noting.try_set(false);
                    if let Some(Ok(id)) = answer["annotation_id"].as_str().map(str::parse) {
                        store.show(Column::Mark(id));
                    }
                }
            });
        };
        view! {
            <form class="write" on:submit=move |event| { event.prevent_default(); pin(); }>
                <label class="sr" for="place-note">{tr!("Note at this place")}</label>
                <textarea id="place-note" node_ref=field rows="2" maxlength="500" required=true
                    placeholder=tr!("Note at this place")
                    on:keydown=move |event| match event.key().as_str() {
                        "Escape" => is_noting.set(false),
                        "Enter" if event.ctrl_key() || event.meta_key() => pin(),
                        _ => {}
                    }></textarea>
                <button type="submit" class="b text fill">{tr!("Pin")}</button>
            </form>
        }
        .into_any()
    };
    view! { {move || is_noting.get().then(form)} }.into_any()
}

impl Store {
    /// Puts a link to the place, selected and without any marks, on the clipboard. Whether that worked.
    async fn copy_link_to(self, id: &str) -> bool {
        let Some(url) = self.link_to(id) else { return false };
        let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
        let copied = match clipboard {
            Some(clipboard) => wasm_bindgen_futures::JsFuture::from(clipboard.write_text(&url)).await.is_ok(),
            None => false,
        };
        if !copied {
            self.notice.set(Some(tr!("The browser did not let the link be copied. It is: %{url}", url = url)));
        }
        copied
    }

    fn link_to(self, id: &str) -> Option<String> {
        let context = self.context()?;
        let center = self.with_city(|city| Some(city.features.by_id(id)?.position()))??;
        let mut map = context.shared_map();
        let zoom = map.camera.zoom.max(LINK_ZOOM);
        map.camera = Camera { center, zoom, bearing: 0.0, pitch: 0.0 };
        map.selection = crate::domain::Selection::replaced([id.to_owned()], crate::domain::Origin::User);
        map.drawings.clear();
        map.notes.clear();
        crate::share::link(&map, &context.page()?).ok().map(|link| link.url)
    }
}
