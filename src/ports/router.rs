use super::osrm::{self, Unfit};
use super::{Clock, Web, WebError, within};
use crate::city::pack::RouterEntry;
use crate::city::walking::Walk;
use crate::spatial::Position;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

/// Between the beginnings of two requests lies at least this.
const PAUSE: Duration = Duration::from_secs(1);
/// How often who is not first in the queue looks again, at the least.
const LOOK: Duration = Duration::from_millis(50);
/// No answer is longer, in bytes.
const MAX_ANSWER: u64 = 2 << 20;

/// Why a router gave no walk.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RouterError {
    /// It took longer than it may, waiting for its turn included.
    #[error("it did not answer in time")]
    Slow,
    /// No connection.
    #[error("it cannot be reached")]
    Unreachable,
    /// It answered with a status that says it failed.
    #[error("it answered with the status {status}")]
    Status {
        /// The HTTP status.
        status: u16,
    },
    /// It answered, but with no walk that can be drawn.
    #[error(transparent)]
    Unfit(#[from] Unfit),
}

/// Asks OSRM services for walks: one request a second, whichever city and whichever service.
pub struct Router {
    web: Rc<dyn Web>,
    clock: Rc<dyn Clock>,
    queue: RefCell<VecDeque<u64>>,
    tickets: Cell<u64>,
    last: Cell<Option<Duration>>,
}

impl Router {
    /// A client for all services that this program asks.
    pub fn new(web: Rc<dyn Web>, clock: Rc<dyn Clock>) -> Rc<Self> {
        let (queue, tickets, last) = (RefCell::default(), Cell::default(), Cell::default());
        Rc::new(Self { web, clock, queue, tickets, last })
    }

    /// The walk that the service knows, within `limit`, waiting for its turn included.
    ///
    /// # Errors
    /// No answer, or one that is no walk between these places.
    pub async fn walk(
        &self,
        service: &RouterEntry,
        from: Position,
        to: Position,
        limit: Duration,
    ) -> Result<Walk, RouterError> {
        let url = address(&service.url, from, to);
        let asked = async {
            self.turn().await;
            self.web.get(&url, MAX_ANSWER).await
        };
        let reply = match within(self.clock.as_ref(), limit, asked).await {
            None => return Err(RouterError::Slow),
            Some(Err(WebError::Unreachable)) => return Err(RouterError::Unreachable),
            Some(Err(WebError::TooLong)) => return Err(Unfit::Nonsense("it is longer than 2 MiB").into()),
            Some(Ok(reply)) => reply,
        };
        // OSRM says with 400 that it knows no way, and its body says so.
        match reply.status {
            200 | 400 => Ok(osrm::walk(&reply.body, from, to)?),
            status => Err(RouterError::Status { status }),
        }
    }

    /// Waits until a request may be made, those that came before having been.
    async fn turn(&self) {
        let ticket = Ticket::draw(self);
        loop {
            let now = self.clock.now();
            let is_first = self.queue.borrow().front() == Some(&ticket.number);
            let free = self.last.get().map_or(now, |last| last + PAUSE);
            if is_first && free <= now {
                return self.last.set(Some(now));
            }
            let wait = free.saturating_sub(now);
            self.clock.sleep(if is_first { wait } else { wait.max(LOOK) }).await;
        }
    }
}

/// A place in the queue, given up when it is dropped.
struct Ticket<'a> {
    router: &'a Router,
    number: u64,
}

impl<'a> Ticket<'a> {
    fn draw(router: &'a Router) -> Self {
        let number = router.tickets.get();
        router.tickets.set(number + 1);
        router.queue.borrow_mut().push_back(number);
        Self { router, number }
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.router.queue.borrow_mut().retain(|number| *number != self.number);
    }
}

fn address(service: &str, from: Position, to: Position) -> String {
    let pair = |position: Position| format!("{:.6},{:.6}", position.lng, position.lat);
    let asked = "overview=full&geometries=geojson&steps=true&alternatives=false";
    format!("{}/{};{}?{asked}", service.trim_end_matches('/'), pair(from), pair(to))
}

#[cfg(test)]
#[path = "router_tests.rs"]
mod tests;
