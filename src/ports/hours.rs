use futures_util::future::LocalBoxFuture;
use glassmap_hours::{Batch, Opening, Why};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::ready;
use std::rc::Rc;

/// Knowing who is open: too much for the page's core, so that it may have to be fetched first.
pub trait Hours {
    /// The answer for each place of the question, in its order; `None` when what answers could not be had.
    fn openings(&self, batch: Batch) -> LocalBoxFuture<'static, Option<Vec<Opening>>>;
}

/// What answers is part of this program.
#[cfg(not(target_arch = "wasm32"))]
pub struct LinkedHours;

#[cfg(not(target_arch = "wasm32"))]
impl Hours for LinkedHours {
    fn openings(&self, batch: Batch) -> LocalBoxFuture<'static, Option<Vec<Opening>>> {
        Box::pin(ready(Some(glassmap_hours::evaluate(&batch))))
    }
}

/// Nothing here answers.
pub struct NoHours;

impl Hours for NoHours {
    fn openings(&self, _batch: Batch) -> LocalBoxFuture<'static, Option<Vec<Opening>>> {
        Box::pin(ready(None))
    }
}

/// Answers for tests, by the tag; what was not set is unreadable.
#[derive(Clone, Default)]
pub struct FakeHours(Rc<FakeOpenings>);

#[derive(Default)]
struct FakeOpenings {
    answers: RefCell<BTreeMap<String, Opening>>,
    is_gone: Cell<bool>,
    asked: RefCell<Vec<Batch>>,
}

impl FakeHours {
    /// From now on places with that tag answer so.
    pub fn set(&self, value: &str, opening: Opening) {
        self.0.answers.borrow_mut().insert(value.to_owned(), opening);
    }

    /// From now on it can be had, or not.
    pub fn set_gone(&self, is_gone: bool) {
        self.0.is_gone.set(is_gone);
    }

    /// The questions so far.
    pub fn asked(&self) -> Vec<Batch> {
        self.0.asked.borrow().clone()
    }
}

impl Hours for FakeHours {
    fn openings(&self, batch: Batch) -> LocalBoxFuture<'static, Option<Vec<Opening>>> {
        let answers = self.0.answers.borrow();
        let unreadable = || Opening::unknown(Why::Unreadable);
        let openings = batch.places.iter().map(|place| answers.get(&place.value).cloned().unwrap_or_else(unreadable));
        let openings = (!self.0.is_gone.get()).then(|| openings.collect());
        self.0.asked.borrow_mut().push(batch);
        Box::pin(ready(openings))
    }
}
