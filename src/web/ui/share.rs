//! The link to this map: to copy, to hand over, to point a phone at; and the question what to do with a link that was
//! opened over one's own marks.

use super::column::{heading, lend_focus};
use super::own::save;
use super::{By, Icon, IconButton};
use crate::domain::{Drawing, Note, Origin, Session};
use crate::share::MAX_URL_BYTES;
use crate::web::store::{Popover, Store};
use crate::web::words::{number, refusal, tr, trn};
use leptos::prelude::*;
use leptos::task::spawn_local;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};
use std::fmt::Write;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// A link longer than this, in bytes, makes squares too small for a phone's camera to read off a screen.
const MAX_QR_BYTES: usize = 1200;
/// Some messengers cut links that are longer than this, in bytes.
const LONG_BYTES: usize = 2000;
/// Empty squares round a code, as its standard asks for.
const QUIET: i32 = 4;

/// The link's popover, when it is open, and the question about a link that was opened.
#[component]
pub fn Share() -> impl IntoView {
    let store = expect_context::<Store>();
    let answer = RwSignal::new(None::<Value>);
    Effect::new(move |_| {
        store.version.track();
        if store.popover.get() == Popover::Share {
            spawn_local(async move { answer.set(Some(store.quietly("get_share_link", json!({})).await)) });
        }
    });
    lend_focus(store, move || store.popover.get() != Popover::None);
    let sheet = move || {
        (store.popover.get() == Popover::Share).then(|| {
            view! {
                <section class="glass panel sheet share" role="dialog" aria-labelledby="share-title">
                    <div class="head">
                        {heading("share-title", || tr!("Share this map").to_owned())}
                        <IconButton icon="close" name=tr!("Close") class="small"
                            on_press=move || store.popover.set(Popover::None)/>
                    </div>
                    <p class="soft">{tr!("The link is the map. Nothing is stored anywhere else.")}</p>
                    {move || answer.get().map(|answer| link(store, &answer))}
                    {holds(store)}
                    {save(store)}
                </section>
            }
        })
    };
    view! { {sheet}<Arrived/> }.into_any()
}

/// The link, or why there is none.
fn link(store: Store, answer: &Value) -> AnyView {
    let Some(url) = answer["url"].as_str().map(str::to_owned) else { return too_long(store, answer) };
    let bytes = url.len();
    let word = match bytes {
        0..LONG_BYTES => tr!("fits everywhere"),
        _ => tr!("long: some messengers cut it"),
    };
    let shown: String = url.trim_start_matches("https://").trim_start_matches("http://").chars().take(120).collect();
    let (copied, shared) = (url.clone(), url.clone());
    let omitted = answer["omitted"].as_u64().filter(|omitted| *omitted > 0);
    view! {
        <div class="link">
            <code>{shown}</code>
            <button type="button" class="b text fill" on:click=move |_| copy(store, copied.clone())>
                <Icon name="copy"/>{tr!("Copy")}
            </button>
        </div>
        <div class="meter" aria-hidden="true"><i style:width=format!("{}%", (bytes * 100 / MAX_URL_BYTES).max(1))></i></div>
        <p class="bytes"><span>{tr!("%{n} of %{most} bytes", n = bytes, most = MAX_URL_BYTES)}</span><span>{word}</span></p>
        {omitted.map(|omitted| view! { <p class="soft">{tr!("%{n} drawings could not be put into the link.", n = omitted)}</p> })}
        <div class="end">
            {can_share().then(|| view! {
                <button type="button" class="b text line" on:click=move |_| hand_over(store, &shared)>
                    <Icon name="share"/>{tr!("Send…")}
                </button>
            })}
        </div>
        {code(&url)}
    }
    .into_any()
}

/// What of this map is too large for a link, each with a way to remove it.
fn too_long(store: Store, answer: &Value) -> AnyView {
    let row = |part: &Value| {
        let id = part["id"].as_str()?.parse().ok()?;
        let name = part["label"].as_str().or(part["id"].as_str()).unwrap_or_default().to_owned();
        let bytes = part["bytes"].as_u64().unwrap_or_default();
        Some(view! {
            <li>
                <Icon name="polygon"/><span>{name}</span>
                <span class="pair">
                    {tr!("%{n} bytes", n = number(bytes as f64, 0))}
                    <button type="button" class="b text small line" on:click=move |_| store.remove(id)>{tr!("Remove")}</button>
                </span>
            </li>
        })
    };
    let rows: Vec<_> = answer["remove"].as_array().into_iter().flatten().filter_map(row).collect();
    let sentence = refusal(answer).unwrap_or_default();
    view! { <p class="bad" role="alert">{sentence}</p><ul class="holds">{rows}</ul> }.into_any()
}

/// What the link holds, and of whose hand.
fn holds(store: Store) -> AnyView {
    let row = move |icon: &'static str, words: String, [agent, user]: [usize; 2]| {
        (agent + user > 0).then(|| {
            let hand = |origin, count: usize| (count > 0).then(|| view! { <span><By origin/>{count}</span> });
            view! {
                <li>
                    <Icon name=icon/><span>{words}</span>
                    <span class="pair">{hand(Origin::Agent, agent)}{hand(Origin::User, user)}</span>
                </li>
            }
        })
    };
    let rows = move |session: &Session| {
        let selected = by_hand(session.selection().iter().map(|item| item.origin));
        let drawings = by_hand(session.drawings().iter().map(Drawing::origin));
        let notes = by_hand(session.notes().iter().map(Note::origin));
        let [places, shapes, texts] = [selected, drawings, notes].map(|[agent, user]| agent + user);
        view! {
            {row("check", trn!(places, "%{n} selected place", "%{n} selected places"), selected)}
            {row("polygon", trn!(shapes, "%{n} drawing", "%{n} drawings"), drawings)}
            {row("note", trn!(texts, "%{n} note", "%{n} notes"), notes)}
        }
    };
    let view_words = move || {
        let city = store.about.get().map(|about| about.name).unwrap_or_default();
        match store.camera.get() {
            Some(camera) => tr!("%{city}, zoom %{zoom}", city = city, zoom = number(camera.zoom, 1)),
            None => city,
        }
    };
    view! {
        <ul class="holds">
            <li><Icon name="eye"/><span>{tr!("View and city")}</span><span class="pair">{view_words}</span></li>
            {move || store.session(rows)}
        </ul>
    }
    .into_any()
}

fn by_hand(origins: impl Iterator<Item = Origin>) -> [usize; 2] {
    origins.fold([0, 0], |[agent, user], origin| match origin {
        Origin::Agent => [agent + 1, user],
        Origin::User => [agent, user + 1],
    })
}

/// The link for a phone's camera, when its squares are large enough to be read.
fn code(url: &str) -> Option<AnyView> {
    if url.len() > MAX_QR_BYTES {
        return Some(view! { <p class="soft">{tr!("Too long for a QR code that a phone can read.")}</p> }.into_any());
    }
    let code = QrCode::encode_text(url, QrCodeEcc::Low).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            write!(path, "M{x} {y}h1v1h-1z").ok()?;
        }
    }
    let side = size + 2 * QUIET;
    let view_box = format!("{} {} {side} {side}", -QUIET, -QUIET);
    Some(
        view! {
            <figure class="qr">
                <svg viewBox=view_box role="img" aria-label=tr!("QR code of the link") shape-rendering="crispEdges">
                    <path d=path></path>
                </svg>
                <figcaption>{tr!("Point a phone’s camera at it")}</figcaption>
            </figure>
        }
        .into_any(),
    )
}

fn copy(store: Store, url: String) {
    spawn_local(async move {
        let promise = web_sys::window().map(|window| window.navigator().clipboard().write_text(&url));
        let written = match promise {
            Some(promise) => JsFuture::from(promise).await.is_ok(),
            None => false,
        };
        store.say(if written {
            tr!("The link is copied.")
        } else {
            tr!("The browser did not let this page copy. The link is in the address bar: copy it there.")
        });
    });
}

/// Whether the system has a sheet to hand a link over with.
fn can_share() -> bool {
    let navigator = web_sys::window().map(|window| window.navigator());
    navigator.is_some_and(|navigator| js_sys::Reflect::has(&navigator, &"share".into()).unwrap_or(false))
}

fn hand_over(store: Store, url: &str) {
    let Some(window) = web_sys::window() else { return };
    let data = web_sys::ShareData::new();
    data.set_url(url);
    data.set_title(&store.about.get_untracked().map(|about| about.name).unwrap_or_default());
    let promise = window.navigator().share_with_data(&data);
    spawn_local(async move {
        // Closing the sheet is no failure.
        let gone: Result<JsValue, JsValue> = JsFuture::from(promise).await;
        drop(gone);
    });
}

/// A link was opened over marks that are here: what to do with them.
#[component]
fn Arrived() -> impl IntoView {
    let store = expect_context::<Store>();
    lend_focus(store, move || store.arrived.get().is_some());
    move || {
        store.arrived.get().map(|arrived| {
            let words = match arrived {
                0 => tr!("The link brings a view and no marks. There are marks on this map already.").to_owned(),
                _ => trn!(
                    arrived,
                    "The link brings %{n} mark. There are marks on this map already.",
                    "The link brings %{n} marks. There are marks on this map already."
                ),
            };
            view! {
                <section class="glass panel failure arrived" role="alertdialog" aria-labelledby="arrived-title">
                    <div>{heading("arrived-title", || tr!("Open the link?").to_owned())}<p>{words}</p></div>
                    <div class="end">
                        <button type="button" class="b text fill" on:click=move |_| store.accept_link(true)>
                            {tr!("Add to this map")}
                        </button>
                        <button type="button" class="b text line" on:click=move |_| store.accept_link(false)>{tr!("Replace")}</button>
                        <button type="button" class="b text" on:click=move |_| store.decline_link()>{tr!("Stay here")}</button>
                    </div>
                </section>
            }
            .into_any()
        })
    }
}
