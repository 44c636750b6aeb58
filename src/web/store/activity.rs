//! What the agent did, call by call, and whether it may go on.

use super::Store;
use super::told::told;
use crate::domain::Origin;
use crate::tools::{Call, Context, Interceptor, Next, ToolError, catalog};
use crate::web::map::may_move;
use crate::web::words::tr;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// The feed keeps this many calls.
const KEPT: usize = 50;
/// How long what a call touched is lit up.
const FLASH: Duration = Duration::from_millis(1400);
/// So long after a call its row is drawn, and what it found is ringed.
pub(super) const SHOWN_AFTER: Duration = Duration::from_millis(40);
/// A row names at most this many of the ids that a call touched.
const MAX_IDS: usize = 12;

/// How a call came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It is on its way.
    Running,
    /// It was answered.
    Done,
    /// It was refused or failed, and changed nothing.
    Failed,
    /// Its agent took it back before the answer.
    TakenBack,
}

/// One call of the agent's.
#[derive(Clone, Debug, PartialEq)]
pub struct Activity {
    /// Numbers count from 1 in the order in which the calls came.
    pub number: u32,
    /// The tool.
    pub tool: String,
    /// What was asked.
    pub input: Arc<Value>,
    /// What was answered, once it was.
    pub answer: Option<Arc<Value>>,
    /// How it came out.
    pub outcome: Outcome,
    /// When it came, in milliseconds since 1970, UTC.
    pub at_ms: f64,
    /// How long it took, in milliseconds, once it is over.
    pub took_ms: Option<f64>,
    /// Places and marks that it found, made, changed or removed, the first few.
    pub ids: Vec<String>,
    /// The session's version that it made, when it changed something: what [`Context::undo_at`] takes.
    pub made: Option<u64>,
}

impl Activity {
    /// What happened, or what is happening.
    pub fn told(&self) -> String {
        match self.outcome {
            Outcome::Running => format!("{}…", self.title()),
            Outcome::TakenBack => tr!("%{what}: taken back by the agent", what = self.title()),
            Outcome::Done | Outcome::Failed => {
                self.answer.as_ref().map(|answer| told(&self.tool, &self.input, answer)).unwrap_or_default()
            }
        }
    }

    /// Whether it is on its way.
    pub fn runs(&self) -> bool {
        self.outcome == Outcome::Running
    }

    /// What the tool does, in a few words, as its title says.
    pub fn title(&self) -> String {
        let known = catalog().iter().find(|known| known.name == self.tool);
        known.map_or_else(|| self.tool.clone(), |known| tr(known.title).to_owned())
    }
}

impl Store {
    /// From now on every call of the agent's is a row of the feed, and waits for nothing but the human's leave.
    pub(super) fn watch(self, context: &Context) {
        context.intercept(Rc::new(Watch(self)));
    }

    /// Lets the agent go on, or only read.
    pub fn pause(self, paused: bool) {
        self.paused.set(paused);
    }

    /// Takes back what the call of that row changed.
    pub fn undo_call(self, made: u64) {
        self.turn(|context| context.undo_at(made), tr!("There is nothing to undo."));
    }

    /// Lights up for a moment, on the map, what a call has just touched; not for who wants no motion.
    fn flash(self, ids: Vec<String>) {
        if ids.is_empty() || !may_move() {
            return;
        }
        let screen = self.screen.get_value();
        screen.light(&ids, true);
        spawn_local(async move {
            gloo_timers::future::sleep(FLASH).await;
            screen.light(&ids, false);
        });
    }

    fn begin(self, call: &Call) -> u32 {
        let number = self.calls.get_untracked() + 1;
        self.calls.update_untracked(|calls| *calls = number);
        if !self.lane.get_untracked() {
            self.unseen.update_untracked(|unseen| *unseen += 1);
        }
        let row = Activity {
            number,
            tool: call.tool.clone(),
            input: Arc::new(call.input.clone()),
            answer: None,
            outcome: Outcome::Running,
            at_ms: js_sys::Date::now(),
            took_ms: None,
            ids: Vec::new(),
            made: None,
        };
        self.activity.update_untracked(|rows| {
            rows.push(row);
            if rows.len() > KEPT {
                rows.remove(0);
            }
        });
        self.show_activity_later();
        number
    }

    fn end(self, number: u32, finish: impl FnOnce(&mut Activity)) {
        self.activity.update_untracked(|rows| {
            if let Some(row) = rows.iter_mut().find(|row| row.number == number) {
                row.took_ms = Some(js_sys::Date::now() - row.at_ms);
                finish(row);
            }
        });
        self.show_activity_later();
    }

    /// Draws the feed anew a moment from now: no answer waits for that, and calls in quick succession share one drawing.
    fn show_activity_later(self) {
        if self.activity_waits.get_value() {
            return;
        }
        self.activity_waits.set_value(true);
        let show = move || {
            self.activity_waits.set_value(false);
            self.calls.notify();
            self.unseen.notify();
            self.activity.notify();
        };
        set_timeout(show, SHOWN_AFTER);
    }
}

/// Goes round every call: what the human does is not in the feed.
struct Watch(Store);

impl Interceptor for Watch {
    fn around(&self, _: &Rc<Context>, call: Call, next: Next) -> LocalBoxFuture<'static, Value> {
        let store = self.0;
        if call.by == Origin::User || call.parent.is_some() {
            return next(call);
        }
        let work = async move {
            let running = Running { store, number: store.begin(&call), is_over: false };
            let tool = call.tool.clone();
            let changes = catalog().iter().any(|known| known.name == tool && !known.read_only);
            let answer =
                if changes && store.paused.get_untracked() { ToolError::Paused.to_answer() } else { next(call).await };
            running.end(&tool, &answer);
            answer
        };
        work.boxed_local()
    }
}

/// A row whose call is on its way; dropped before its end, the call was taken back.
struct Running {
    store: Store,
    number: u32,
    is_over: bool,
}

impl Running {
    fn end(mut self, tool: &str, answer: &Value) {
        self.is_over = true;
        let failed = answer["isError"] == true;
        let version = [&answer["state"]["state_version"], &answer["state_version"]].into_iter().find_map(Value::as_u64);
        let reads = catalog().iter().any(|known| known.name == tool && known.read_only);
        if !failed && !reads {
            self.store.flash(touched(answer));
        }
        self.store.end(self.number, |row| {
            row.answer = Some(Arc::new(answer.clone()));
            row.outcome = if failed { Outcome::Failed } else { Outcome::Done };
            row.ids = if failed { Vec::new() } else { touched(answer) };
            row.made = version.filter(|_| !failed && !reads);
        });
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.is_over {
            self.store.end(self.number, |row| row.outcome = Outcome::TakenBack);
        }
    }
}

/// The ids in an answer, in its order.
fn touched(answer: &Value) -> Vec<String> {
    let mut ids = Vec::new();
    let single = ["drawing_id", "annotation_id", "id"].into_iter().filter_map(|key| answer[key].as_str());
    let listed = ["selected", "features", "removed"].into_iter().filter_map(|key| answer[key].as_array()).flatten();
    for id in single.chain(listed.filter_map(|row| row["id"].as_str())) {
        if ids.len() < MAX_IDS && !ids.iter().any(|other| other == id) {
            ids.push(id.to_owned());
        }
    }
    ids
}
