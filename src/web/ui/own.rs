//! One's own data in the interface: the list of layers and the import in the tray, the target for dropped files, saving.

use super::{Icon, own_words};
use crate::domain::Layer;
use crate::export::What;
use crate::web::store::Store;
use crate::web::store::own::{Outcome, Saved};
use crate::web::words::{grouped, tr};
use glassmap_layers::{FileFormat, Note, Refusal, Report};
use leptos::html::{Input, Select};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

/// Files that the browser offers first.
const ACCEPT: &str = ".geojson,.json,.gpx,.kml,.csv,.tsv,.txt,application/geo+json,application/gpx+xml,text/csv";

/// The tray's part: layers, the button, what became of the last file.
pub fn own(store: Store) -> AnyView {
    let field = NodeRef::<Input>::new();
    let chosen = move |_| {
        let Some(field) = field.get_untracked() else { return };
        let file = field.files().and_then(|files| files.get(0));
        field.set_value("");
        if let Some(file) = file {
            store.import(file, false);
        }
    };
    let open = move |_| {
        if let Some(field) = field.get_untracked() {
            field.click();
        }
    };
    let layers = move || {
        let layers = store.session(|session| session.layers().to_vec()).unwrap_or_default();
        layers.into_iter().map(|layer| row(store, layer)).collect_view()
    };
    view! {
        <section class="own" aria-labelledby="own-title">
            <div class="own-row">
                <h3 id="own-title">{tr(own_words::YOURS)}</h3>
                <button type="button" class="b text small line" title=tr(own_words::HOW) disabled=move || store.own.job.with(Option::is_some) on:click=open>
                    {tr(own_words::ADD)}
                </button>
                <input node_ref=field type="file" class="sr" tabindex="-1" aria-hidden="true" accept=ACCEPT on:change=chosen/>
            </div>
            <ul>{layers}</ul>
            {progress(store)}
            {outcome(store)}
        </section>
    }
    .into_any()
}

fn row(store: Store, layer: Layer) -> AnyView {
    let Layer { number, title, places, .. } = layer;
    let is_hidden = move || store.own.hidden.with(|hidden| hidden.contains(&number));
    let color = move || store.layer_color(number);
    let saved = Saved::Layer(number, title.clone());
    let show = tr!("Show %{title}", title = title);
    let save = tr!("Save %{title}", title = title);
    let remove = tr!("Remove %{title}", title = title);
    view! {
        <li class="layer">
            <i style:color=color>{store.letter_of(number)}</i>
            <span class="name" title=title.clone()>{title.clone()}" "<em>{grouped(places as u64)}</em></span>
            <button type="button" class="b small" aria-label=show title=tr!("Show") aria-pressed=move || (!is_hidden()).to_string()
                on:click=move |_| store.toggle_layer(number)><Icon name="eye"/></button>
            <button type="button" class="b text small" aria-label=save
                on:click=move |_| store.save(saved.clone(), FileFormat::GeoJson)>{tr!("Save")}</button>
            <button type="button" class="b small" aria-label=remove title=tr!("Remove")
                on:click=move |_| store.remove_layer(number)><Icon name="close"/></button>
        </li>
    }
    .into_any()
}

fn progress(store: Store) -> AnyView {
    // Made once a file: what changes is inside, so that the button stays under the finger.
    let is_reading = Memo::new(move |_| store.own.job.with(Option::is_some));
    let told = move || store.own.job.with(|job| job.as_ref().map(|job| own_words::reading(&job.title, job.places)));
    let share =
        move || store.own.job.with(|job| job.as_ref().map_or(0.0, |job| (job.bytes / job.size.max(1.0)).min(1.0)));
    let row = move || {
        view! {
            <div class="own-row reading">
                <span role="status">{told}</span>
                <button type="button" class="b text small line" on:click=move |_| store.cancel_import()>{tr(own_words::CANCEL)}</button>
                <progress class="thin" aria-label=tr!("Reading") max="1" value=move || share().to_string()></progress>
            </div>
        }
    };
    view! { {move || is_reading.get().then(row)} }.into_any()
}

fn outcome(store: Store) -> AnyView {
    (move || {
        store.own.outcome.get().map(|outcome| match outcome {
            Outcome::Failed(sentence) => view! { <p class="bad" role="alert">{sentence}</p> }.into_any(),
            Outcome::Refused(title, refusal) => {
                let sentence = tr!("“%{title}”: %{why}", title = title, why = own_words::refusal(&refusal));
                let findings =
                    if let Refusal::NothingLeft(told) = &refusal { report(store, told, None) } else { ().into_any() };
                view! { <p class="bad" role="alert">{sentence}</p>{findings} }.into_any()
            }
            Outcome::Imported(title, number, told) => {
                view! { <p role="status">{own_words::imported(&title, &told)}</p>{report(store, &told, Some(number))} }
                    .into_any()
            }
        })
    })
    .into_any()
}

/// What was found, row by row.
fn report(store: Store, report: &Report, number: Option<u32>) -> AnyView {
    if report.notes.is_empty() && report.findings.is_empty() {
        return ().into_any();
    }
    let swapped = number.filter(|_| report.notes.contains(&Note::Swapped));
    let notes = report.notes.iter().map(|note| view! { <p>{own_words::note(note)}</p> }).collect_view();
    let rows = report.findings.iter().map(|finding| {
        view! { <li><b>{own_words::row(finding.row)}</b><span>{own_words::finding(finding)}</span></li> }
    });
    let rows = rows.collect_view();
    let more = (report.found as usize).saturating_sub(report.findings.len());
    view! {
        <div class="report" tabindex="0" role="region" aria-label=tr!("What was found in the file")>
            {notes}
            {swapped.map(|number| view! {
                <button type="button" class="b text small line" on:click=move |_| store.import_as_written(number)>{tr(own_words::AS_WRITTEN)}</button>
            })}
            <ul>{rows}</ul>
            {(more > 0).then(|| tr!("and %{n} more", n = grouped(more as u64)))}
        </div>
    }
    .into_any()
}

/// From now on files that are dropped anywhere on the page are read.
pub fn follow_drops(store: Store) {
    let has_files = |event: &web_sys::DragEvent| {
        event.data_transfer().is_some_and(|held| held.types().includes(&"Files".into(), 0))
    };
    let listen = |name: &str, listener: Box<dyn Fn(web_sys::DragEvent)>| {
        let listener = Closure::<dyn Fn(web_sys::DragEvent)>::new(listener).into_js_value();
        drop(web_sys::window().map(|window| window.add_event_listener_with_callback(name, listener.unchecked_ref())));
    };
    listen(
        "dragover",
        Box::new(move |event| {
            if has_files(&event) {
                event.prevent_default();
                store.own.dropping.set(true);
            }
        }),
    );
    listen(
        "dragleave",
        Box::new(move |event| {
            // Left for no other element: it is off the page.
            if event.related_target().is_none() {
                store.own.dropping.set(false);
            }
        }),
    );
    listen(
        "drop",
        Box::new(move |event| {
            if !has_files(&event) {
                return;
            }
            event.prevent_default();
            store.own.dropping.set(false);
            let file = event.data_transfer().and_then(|held| held.files()).and_then(|files| files.get(0));
            if let Some(file) = file {
                store.show(crate::web::store::Column::Places);
                store.import(file, false);
            }
        }),
    );
}

/// Says where files go that are held over the page.
pub fn drop_target(store: Store) -> AnyView {
    (move || store.own.dropping.get().then(|| view! { <div class="drop">{tr(own_words::DROP)}</div> })).into_any()
}

/// Saving, in the sheet of the link.
pub fn save(store: Store) -> AnyView {
    let (what, form) = (NodeRef::<Select>::new(), NodeRef::<Select>::new());
    let choices = Memo::new(move |_| {
        let [marks, selected] = store
            .session(|session| [session.drawings().len() + session.notes().len(), session.selection().len()])
            .unwrap_or_default();
        let found = store.found_ids();
        let of = |what: What, count: usize| {
            let words = [own_words::saved(&what), " (", &grouped(count as u64), ")"].concat();
            (count > 0).then_some((Saved::Of(what), words))
        };
        let layers = store.session(|session| session.layers().to_vec()).unwrap_or_default();
        let layers = layers.into_iter().map(|layer| (Saved::Layer(layer.number, layer.title.clone()), layer.title));
        let places = of(What::Places(found.clone()), found.len());
        let all = [of(What::Marks, marks), of(What::Selection, selected), places];
        all.into_iter().flatten().chain(layers).collect::<Vec<_>>()
    });
    let options = move || {
        let choices = choices.get().into_iter().zip(0..);
        choices
            .map(|((_, words), index): (_, usize)| view! { <option value=index.to_string()>{words}</option> })
            .collect_view()
    };
    let formats = FileFormat::ALL.iter().map(|format| view! { <option value=format.name()>{format.name()}</option> });
    let formats = formats.collect_view();
    let save = move |_| {
        let index = what.get_untracked().and_then(|field| usize::try_from(field.selected_index()).ok());
        let format = form.get_untracked().and_then(|field| usize::try_from(field.selected_index()).ok());
        let chosen = index
            .and_then(|index| choices.with_untracked(|choices| choices.get(index).map(|(saved, _)| saved.clone())));
        if let (Some(saved), Some(format)) = (chosen, format.and_then(|index| FileFormat::ALL.get(index))) {
            store.save(saved, *format);
        }
    };
    let has_layers = move || store.session(|session| !session.layers().is_empty()).unwrap_or_default();
    let none = move || choices.with(Vec::is_empty);
    view! {
        {move || has_layers().then(|| view! { <p class="soft">{tr(own_words::STAYS)}</p> })}
        <section class="save" aria-labelledby="save-title">
            <h3 id="save-title">{tr!("Save")}</h3>
            <div class="own-row">
                <select node_ref=what aria-label=tr!("What to save") disabled=none>{options}</select>
                <select node_ref=form aria-label=tr!("Format") disabled=none>{formats}</select>
                <button type="button" class="b text fill" disabled=none on:click=save>{tr!("Save file")}</button>
            </div>
            <div class="own-row">
                <button type="button" class="b text line" on:click=move |_| store.save_picture()>{tr!("Picture (PNG)")}</button>
                <button type="button" class="b text line" on:click=move |_| store.print()>{tr!("Print…")}</button>
            </div>
        </section>
    }
    .into_any()
}

/// What a file says of a place, on its card: only ever text, and links only where they are safe.
pub fn attributes(answer: &serde_json::Value) -> AnyView {
    let told = answer["attributes"].as_object().into_iter().flatten();
    let rows = told.map(|(name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let value = match crate::web::words::web_link(&text) {
            Some((href, host)) if text.starts_with("http") => {
                view! { <a href=href target="_blank" rel="noopener noreferrer">{host}</a> }.into_any()
            }
            _ => text.into_any(),
        };
        view! { <dt dir="auto">{name.clone()}</dt><dd dir="auto">{value}</dd> }.into_any()
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() { ().into_any() } else { view! { <dl class="tags">{rows}</dl> }.into_any() }
}

/// Where a place of a layer comes from.
pub fn source(layer: &str, row: Option<u64>) -> AnyView {
    let words = match row {
        Some(row) => tr!("From your file %{layer}, row %{n}", layer = layer, n = grouped(row)),
        None => tr!("From your file %{layer}", layer = layer),
    };
    view! { <ul class="facts source"><li><Icon name="eye"/><span>{words}</span></li></ul> }.into_any()
}
