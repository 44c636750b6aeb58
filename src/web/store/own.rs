//! Data of one's own: files that are read, the layers made of them, and files that are saved.

use super::search::Progress;
use super::{CityPhase, Store, webmcp};
use crate::domain::Session;
use crate::export::{CREDIT, What, document, layer};
use crate::tools::Context;
use crate::web::map::{Layers, Theme};
use crate::web::ui::own_words;
use crate::web::words::tr;
use glassmap_layers::{FileFormat, Imported, MAX_BYTES, Refusal, Report, write};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A file that is being read.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its name.
    pub title: String,
    /// Its bytes.
    pub size: f64,
    /// How many of them are here.
    pub bytes: f64,
    /// How many places have been read.
    pub places: f64,
}

/// What became of the last file.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is a layer, of that number.
    Imported(String, u32, Report),
    /// Nothing of it is shown.
    Refused(String, Refusal),
    /// It could not be tried at all; a sentence.
    Failed(String),
}

/// What is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Marks, selection or places found.
    Of(What),
    /// A layer, by its number and title.
    Layer(u32, String),
}

/// The state of all this.
#[derive(Clone, Copy)]
pub struct OwnState {
    /// The file that is being read.
    pub job: RwSignal<Option<Job>>,
    /// What became of the last one.
    pub outcome: RwSignal<Option<Outcome>>,
    /// The numbers of layers that are not drawn.
    pub hidden: RwSignal<Vec<u32>>,
    /// Whether a file is held over the page.
    pub dropping: RwSignal<bool>,
    module: StoredValue<Option<Layers>, LocalStorage>,
    waiting: StoredValue<VecDeque<(web_sys::File, bool)>, LocalStorage>,
    last: StoredValue<Option<web_sys::File>, LocalStorage>,
}

impl OwnState {
    /// Nothing read yet.
    pub fn new() -> Self {
        Self {
            job: RwSignal::default(),
            outcome: RwSignal::default(),
            hidden: RwSignal::default(),
            dropping: RwSignal::default(),
            module: StoredValue::new_local(None),
            waiting: StoredValue::new_local(VecDeque::new()),
            last: StoredValue::new_local(None),
        }
    }
}

impl Store {
    async fn layers_module(self) -> Result<Layers, String> {
        if let Some(module) = self.own.module.get_value() {
            return Ok(module);
        }
        let module = Layers::import().await.map_err(|_| tr(own_words::NO_READER).to_owned())?;
        self.own.module.set_value(Some(module.clone()));
        Ok(module)
    }

    /// Makes a layer of a file, by the human's hand.
    pub fn import(self, file: web_sys::File, as_written: bool) {
        self.own.dropping.set(false);
        if self.own.job.with_untracked(Option::is_some) {
            self.say(&tr!("%{file} is read once the file before it is.", file = file.name()));
            return self.own.waiting.update_value(|waiting| waiting.push_back((file, as_written)));
        }
        self.own.outcome.set(None);
        self.own.job.set(Some(Job { title: file.name(), size: file.size(), bytes: 0.0, places: 0.0 }));
        spawn_local(async move {
            let title = file.name();
            let outcome = match self.imported(file, as_written).await {
                Ok(outcome) => outcome,
                Err(sentence) => Some(Outcome::Failed(sentence)),
            };
            self.own.job.set(None);
            if let Some(Outcome::Imported(_, number, report)) = &outcome {
                self.own.hidden.update(|hidden| hidden.retain(|other| other != number));
                self.say(&own_words::imported(&title, report));
            }
            self.own.outcome.set(outcome);
            if let Some((next, as_written)) = self.own.waiting.try_update_value(VecDeque::pop_front).flatten() {
                self.import(next, as_written);
            }
        });
    }

    async fn imported(self, file: web_sys::File, as_written: bool) -> Result<Option<Outcome>, String> {
        let title = file.name();
        let context = self.context.get_value().filter(|_| self.city.get_untracked() == CityPhase::Ready);
        let context = context.ok_or(tr(own_words::NOT_YET))?;
        if file.size() > MAX_BYTES as f64 {
            return Ok(Some(Outcome::Refused(title, Refusal::TooLarge)));
        }
        if file.size() == 0.0 {
            return Ok(Some(Outcome::Refused(title, Refusal::Empty)));
        }
        if !context.has_room_for_layer() {
            return Err(tr(own_words::NO_ROOM).into());
        }
        self.own.last.set_value(Some(file.clone()));
        let module = self.layers_module().await?;
        let name = context.reserve_layer(&title);
        let bounds = context.loader().city().map(|city| <[f64; 4]>::from(city.manifest.bbox));
        let job = self.own.job;
        let tell = Closure::<dyn Fn(f64, f64)>::new(move |bytes, places| {
            job.update(|job| {
                if let Some(job) = job {
                    (job.bytes, job.places) = (bytes, places);
                }
            });
        });
        let tell_function: &js_sys::Function = tell.as_ref().unchecked_ref();
        let read = module.read_file(&file, &[name.as_str(), "/"].concat(), bounds, as_written, tell_function).await;
        let Some(read) = read.map_err(|_| tr(own_words::BROKE_DOWN).to_owned())? else { return Ok(None) };
        let result = Imported::from_bytes(&read.answer()).ok_or(tr(own_words::BROKE_DOWN))?;
        let imported = match result {
            Ok(imported) => imported,
            Err(refusal) => return Ok(Some(Outcome::Refused(title, refusal))),
        };
        // The page shows a frame between unpacking and indexing.
        gloo_timers::future::sleep(std::time::Duration::ZERO).await;
        let Imported { columns, report } = imported;
        let number = context.add_layer(name, &title, columns).await.map_err(|_| tr(own_words::NO_ROOM).to_owned())?;
        module.keep(number, &read.shown());
        self.follow_layers(&context);
        Ok(Some(Outcome::Imported(title, number, report)))
    }

    /// Gives up the file that is being read.
    pub fn cancel_import(self) {
        if let Some(module) = self.own.module.get_value() {
            module.cancel();
        }
    }

    /// Reads the last file once more with its axes as they are written.
    pub fn import_as_written(self, number: u32) {
        let Some(file) = self.own.last.get_value() else { return };
        self.remove_layer(number);
        self.import(file, true);
    }

    /// Takes a layer off the map.
    pub fn remove_layer(self, number: u32) {
        if let Some(context) = self.context.get_value()
            && context.remove_layer(number).is_ok()
        {
            let told =
                move |outcome: &Option<Outcome>| matches!(outcome, Some(Outcome::Imported(_, of, _)) if *of == number);
            if self.own.outcome.with_untracked(told) {
                self.own.outcome.set(None);
            }
        }
    }

    /// Draws a layer, or hides it; tools search it all the same.
    pub fn toggle_layer(self, number: u32) {
        self.own.hidden.update(|hidden| match hidden.iter().position(|other| *other == number) {
            Some(at) => drop(hidden.remove(at)),
            None => hidden.push(number),
        });
        if let Some(context) = self.context.get_value() {
            self.draw_layers(&context);
        }
    }

    /// A layer has come or gone: the map draws it, and the tools that search it are registered anew.
    pub(super) fn follow_layers(self, context: &Rc<Context>) {
        webmcp::offer(context, true);
        self.draw_layers(context);
    }

    /// Draws the layers that are on the map, in a new style too.
    pub(super) fn draw_layers(self, context: &Rc<Context>) {
        let Some(module) = self.own.module.get_value() else { return };
        let numbers: Vec<u32> = context.session().layers().iter().map(|layer| layer.number).collect();
        self.own.hidden.with_untracked(|hidden| self.screen.get_value().show_layers(&module, &numbers, hidden));
    }

    /// The letter that stands for a layer on the map and in lists, by its name without `layer:`.
    pub fn layer_letter(self, name: &str) -> String {
        let of = |session: &Session| {
            session
                .layers()
                .iter()
                .find(|layer| layer.name.strip_prefix("layer:") == Some(name))
                .map(|layer| layer.number)
        };
        let number = self.session(of).flatten();
        number.map_or_else(String::new, |number| self.letter_of(number))
    }

    /// And by its number.
    pub fn letter_of(self, number: u32) -> String {
        self.own.module.get_value().map_or_else(String::new, |module| module.letter(number))
    }

    /// The color that a layer is drawn in; another once the map shows in the other theme.
    pub fn layer_color(self, number: u32) -> Option<String> {
        self.map.track();
        Some(self.own.module.get_value()?.color(number, Theme::of_document().name()))
    }

    /// The places of the last search, when it is done.
    pub fn found_ids(self) -> Vec<String> {
        self.search.last.with(|last| match last {
            Some((_, Progress::Done(found))) => found.rows.iter().map(|row| row.id.clone()).collect(),
            _ => Vec::new(),
        })
    }

    /// Saves a file of that form.
    pub fn save(self, saved: Saved, format: FileFormat) {
        spawn_local(async move {
            let module = match self.layers_module().await {
                Ok(module) => module,
                Err(sentence) => return self.say(&sentence),
            };
            let Some(context) = self.context.get_value() else { return };
            let document = match &saved {
                Saved::Of(what) => {
                    let title = own_words::saved(what);
                    let Some(city) = context.loader().city() else { return };
                    document(what, &[city.manifest.name.as_str(), ", ", title].concat(), &context.session(), &city)
                }
                Saved::Layer(number, title) => {
                    let Some(file) = context.layer_file(*number) else { return };
                    layer(title, &file)
                }
            };
            if document.records.is_empty() {
                return self.say(tr(own_words::NOTHING_TO_SAVE));
            }
            let stem = match &saved {
                Saved::Of(what) => ["glassmap-", own_words::file_word(what)].concat(),
                Saved::Layer(_, title) => title.rsplit_once('.').map_or(title.as_str(), |(stem, _)| stem).to_owned(),
            };
            module.save(&[&*stem, ".", format.extension()].concat(), format.media_type(), &write(&document, format));
        });
    }

    /// Saves the map as a picture.
    pub fn save_picture(self) {
        spawn_local(async move {
            let saved = match self.layers_module().await {
                Ok(module) => self.screen.get_value().save_picture(&module, "glassmap.png", &self.credit()).await,
                Err(_) => false,
            };
            if !saved {
                self.say(tr(own_words::NO_PICTURE));
            }
        });
    }

    /// Prints the map.
    pub fn print(self) {
        spawn_local(async move {
            match self.layers_module().await {
                // The sheet is made when the browser says that it is about to print.
                Ok(_) => drop(web_sys::window().map(|window| window.print())),
                Err(sentence) => self.say(&sentence),
            }
        });
    }

    /// Makes a sheet whenever the browser prints, by its own menu too.
    pub fn follow_printing(self) {
        let Some(window) = web_sys::window() else { return };
        let on = |event: &str, listener: Closure<dyn Fn()>| {
            drop(window.add_event_listener_with_callback(event, listener.into_js_value().unchecked_ref()));
        };
        on(
            "beforeprint",
            Closure::new(move || {
                let Some(module) = self.own.module.get_value() else { return };
                let title = self.about.with_untracked(|about| about.as_ref().map(|about| about.name.clone()));
                let rows = self
                    .session_untracked(|session| own_words::legend(session, |number| self.letter_of(number)))
                    .unwrap_or_default();
                self.screen.get_value().print_sheet(&module, &title.unwrap_or_default(), rows, &self.credit());
            }),
        );
        on(
            "afterprint",
            Closure::new(move || {
                if let Some(module) = self.own.module.get_value() {
                    module.clear_sheet();
                }
            }),
        );
        // So that the browser's own way to print finds it here.
        spawn_local(async move { drop(self.layers_module().await) });
    }

    fn session_untracked<T>(self, read: impl FnOnce(&Session) -> T) -> Option<T> {
        self.context.get_value().map(|context| read(&context.session()))
    }

    fn credit(self) -> String {
        let told = self.about.with_untracked(|about| about.as_ref().map(|about| about.attribution.clone()));
        let told = told.filter(|told| !told.is_empty());
        told.map_or_else(
            || CREDIT.to_owned(),
            |told| if told.contains("ODbL") { told } else { [&*told, ", ODbL"].concat() },
        )
    }
}
