//! Links: opening what the address holds, and keeping the address at what the map shows.

use super::Store;
use crate::city::{Category, CategorySet};
use crate::domain::{Changes, Drawing, Edit, Note, Origin, Selection, Session};
use crate::language::word;
use crate::share::{Opened, SharedMap};
use crate::tools::{Context, OpenedLink, compute_shapes};
use crate::web::address;
use crate::web::words::{tr, trn};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use std::time::Duration;

/// The address bar is written at most this often.
const ADDRESS_PAUSE: Duration = Duration::from_millis(500);
/// And later by so much for each selected place.
const PAUSE_PER_SELECTED: Duration = Duration::from_micros(100);
/// A map that does not come to rest has its address written after so many pauses.
const MOST_PAUSES: u32 = 3;
const ADDRESS_FULL: &str = word!(
    "This map no longer fits into a link: the address bar keeps the last one that did, and a reload goes back to \
    that. Remove a large drawing or some notes, or save them to a file."
);
const BROKEN_LINK: &str = word!("The link could not be read, so the map shows its usual view.");
const NEWER_LINK: &str = word!(
    "The link was made by a newer version of this map and cannot be read here. It stays in the address bar; reload later."
);
const NOT_COVERED: &str =
    word!("No city of this site covers the place that the link shows. The map goes there all the same.");

impl Store {
    /// Shows what a link holds. Where marks are here already, the human is asked first what is to become of them.
    pub(super) fn open_link(self, context: &Rc<Context>, opened: Opened) {
        let (map, skipped) = match opened {
            Opened::Absent => return,
            Opened::Newer { .. } => {
                self.address_is_kept.set_value(true);
                return self.notice.set(Some(tr(NEWER_LINK).into()));
            }
            Opened::Broken => return self.notice.set(Some(tr(BROKEN_LINK).into())),
            Opened::Map { map, skipped } => (map, skipped),
        };
        if count(&context.session()) == 0 {
            return self.take_link(context, map, skipped, false);
        }
        let new = without(map.clone(), &context.shared_map());
        let brings = new.drawings.len() + new.notes.len();
        self.waiting_link.set_value(Some((map, skipped)));
        if brings == 0 {
            // All of it is here: the browser went back or forth in this map's own history, or the link is a view alone.
            return self.accept_link(true);
        }
        // The address stays as it was opened until the human has said what to do.
        self.address_is_kept.set_value(true);
        self.arrived.set(Some(brings));
    }

    /// Opens the link that waits: over the marks that are here, or in their place.
    pub fn accept_link(self, add: bool) {
        self.arrived.set(None);
        let Some(context) = self.context.get_value() else { return };
        let mut waiting = None;
        self.waiting_link.update_value(|link| waiting = link.take());
        let Some((map, skipped)) = waiting else { return };
        let elsewhere = self.city_elsewhere(&context, &map);
        spawn_local(async move {
            if let Some(id) = elsewhere {
                self.change_city(&context, &id).await;
            }
            self.take_link(&context, map, skipped, add);
        });
    }

    /// The city that a link is of, when another one is open.
    fn city_elsewhere(self, context: &Context, map: &SharedMap) -> Option<String> {
        let city = self.cities.with_untracked(|cities| address::city_of(cities, map).map(|city| city.id.clone()));
        city.filter(|id| id != context.loader().id())
    }

    /// Leaves the map as it is, and the address with it.
    pub fn decline_link(self) {
        self.arrived.set(None);
        self.waiting_link.set_value(None);
        self.address_is_kept.set_value(false);
        if let Some(context) = self.context.get_value() {
            self.write_address(&context);
        }
    }

    fn take_link(self, context: &Rc<Context>, mut map: SharedMap, skipped: usize, add: bool) {
        self.address_is_kept.set_value(false);
        let categories: CategorySet = map.categories.iter().filter_map(|name| Category::from_name(name)).collect();
        context.set_link(OpenedLink { categories, skipped });
        let covered = context.loader().city().is_some_and(|city| city.manifest.bbox.contains(map.camera.center));
        let gone = {
            let session = context.session();
            let marks = session.drawings().iter().map(Drawing::id).chain(session.notes().iter().map(Note::id));
            if add {
                map = without(map, &context.shared_map());
                let both = session.selection().iter().chain(map.selection.iter()).cloned();
                map.selection = Selection::of(both.collect::<Vec<_>>());
                Edit::Batch(vec![])
            } else {
                Edit::Remove(marks.collect())
            }
        };
        let ids = context.session().ids();
        let opened = context.commit(Edit::Batch(vec![gone, map.into_edit(ids)]), Origin::User, "open a link");
        let sentence = if opened.is_err() {
            Some(tr(BROKEN_LINK).into())
        } else if !covered {
            Some(tr(NOT_COVERED).into())
        } else {
            (skipped > 0).then(|| {
                trn!(
                    skipped,
                    "%{n} broken part of the link was left out; the rest is here.",
                    "%{n} broken parts of the link were left out; the rest is here."
                )
            })
        };
        self.notice.set(sentence);
        let context = Rc::clone(context);
        spawn_local(async move {
            // What does not come shows in the state; places that are not loaded stay selected.
            drop(context.loader().categories(categories).await);
            self.follow(&context);
            if let Err(error) = compute_shapes(&context).await {
                self.notice.set(Some(super::for_human(&error)));
            }
        });
    }

    /// From now on a link that is typed or clicked on this page opens in it.
    pub(super) fn follow_address(self, context: &Rc<Context>) {
        let context = Rc::clone(context);
        let handle = window_event_listener(leptos::ev::hashchange, move |event| {
            let opened = address::read_from(&event.new_url());
            let is_bare = count(&context.session()) == 0;
            let elsewhere = match &opened {
                // Over marks the human is asked first.
                Opened::Map { map, .. } if is_bare => self.city_elsewhere(&context, map),
                _ => None,
            };
            let context = Rc::clone(&context);
            spawn_local(async move {
                if let Some(id) = elsewhere {
                    self.change_city(&context, &id).await;
                }
                self.open_link(&context, opened);
            });
        });
        let leaving = window_event_listener(leptos::ev::beforeunload, move |event| {
            if self.address_is_full.get_value() {
                // The browser asks whether to leave what no link holds.
                event.prevent_default();
            }
        });
        // The page listens as long as it lives.
        std::mem::forget((handle, leaving));
    }

    /// Something was committed: marks are drawn once it is over, and the address bar follows at most twice a second.
    pub(super) fn session_changed(self, changes: Changes) {
        let marks = changes.selection || changes.drawings || changes.notes;
        spawn_local(async move {
            let Some(context) = self.context.get_value() else { return };
            self.version.set(context.session().version());
            if marks {
                self.follow(&context);
            }
            if changes.layers {
                self.follow_layers(&context);
                self.follow(&context);
            }
            if changes.drawings {
                // An undo may bring a reachable area back without its shape. The human hears of a failure on opening
                // a link, and an agent from the tool that needs the shape.
                let context = Rc::clone(&context);
                spawn_local(async move { drop(compute_shapes(&context).await) });
            }
            if self.address_waits.get_value() {
                return;
            }
            self.address_waits.set_value(true);
            // A link of thousands of places takes longer to write than a frame: not while the map moves.
            for _ in 0..MOST_PAUSES {
                let (before, pause) = address_pause(&context.session());
                gloo_timers::future::sleep(pause).await;
                if context.session().version() == before {
                    break;
                }
            }
            self.address_waits.set_value(false);
            self.write_address(&context);
        });
    }

    /// Whether the address bar was full already; from now on it is.
    fn was_full(self) -> bool {
        let before = self.address_is_full.get_value();
        self.address_is_full.set_value(true);
        before
    }

    fn write_address(self, context: &Context) {
        if self.address_is_kept.get_value() || self.about.get_untracked().is_none() {
            return;
        }
        let written = address::write(&context.shared_map());
        if written.is_err() && !self.was_full() {
            self.notice.set(Some(tr(ADDRESS_FULL).into()));
        } else if written.is_ok() {
            self.address_is_full.set_value(false);
        }
    }
}

/// The session's version, and how long it rests before its address is written: longer when there is more to write.
fn address_pause(session: &Session) -> (u64, Duration) {
    let selected = u32::try_from(session.selection().len()).unwrap_or(u32::MAX);
    (session.version(), ADDRESS_PAUSE + PAUSE_PER_SELECTED.saturating_mul(selected))
}

/// The link without the marks that are on the map already.
fn without(mut link: SharedMap, here: &SharedMap) -> SharedMap {
    // As a link would hold them: with five decimals.
    let Some(here) = address::as_linked(here) else { return link };
    link.drawings.retain(|drawing| !here.drawings.contains(drawing));
    link.notes.retain(|note| !here.notes.contains(note));
    link
}

/// How many marks there are.
fn count(session: &Session) -> usize {
    session.drawings().len() + session.notes().len()
}
