use futures_util::future::{Either, LocalBoxFuture, select};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Time, and waiting for it to pass.
pub trait Clock {
    /// Ends after that time.
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()>;

    /// The time since some fixed moment; never runs backwards.
    fn now(&self) -> Duration;
}

/// The future's value, or `None` when it took longer than `limit`.
pub async fn within<T>(clock: &dyn Clock, limit: Duration, future: impl Future<Output = T>) -> Option<T> {
    match select(pin!(future), clock.sleep(limit)).await {
        Either::Left((value, _)) => Some(value),
        Either::Right(_) => None,
    }
}

/// The computer's own clock.
#[cfg(not(target_arch = "wasm32"))]
pub struct SystemClock;

#[cfg(not(target_arch = "wasm32"))]
impl Clock for SystemClock {
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(futures_timer::Delay::new(duration))
    }

    fn now(&self) -> Duration {
        static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

/// A clock for tests: time passes only by [`FakeClock::advance`].
#[derive(Clone, Default)]
pub struct FakeClock(Rc<FakeTime>);

#[derive(Default)]
struct FakeTime {
    now: Cell<Duration>,
    sleepers: RefCell<Vec<Waker>>,
}

impl FakeClock {
    /// Lets time pass and wakes who slept.
    pub fn advance(&self, duration: Duration) {
        self.0.now.set(self.0.now.get() + duration);
        self.0.sleepers.borrow_mut().drain(..).for_each(Waker::wake);
    }
}

impl Clock for FakeClock {
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(FakeSleep { time: Rc::clone(&self.0), until: self.0.now.get() + duration })
    }

    fn now(&self) -> Duration {
        self.0.now.get()
    }
}

struct FakeSleep {
    time: Rc<FakeTime>,
    until: Duration,
}

impl Future for FakeSleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.time.now.get() >= self.until {
            return Poll::Ready(());
        }
        self.time.sleepers.borrow_mut().push(context.waker().clone());
        Poll::Pending
    }
}
