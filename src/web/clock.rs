use crate::ports::Clock;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;

/// The browser's timers.
pub struct BrowserClock;

impl Clock for BrowserClock {
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(gloo_timers::future::sleep(duration))
    }
}
