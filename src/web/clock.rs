use crate::ports::Clock;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;

/// The browser's clock and timers.
pub struct BrowserClock;

impl Clock for BrowserClock {
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(gloo_timers::future::sleep(duration))
    }

    fn now(&self) -> Duration {
        let performance = web_sys::window().and_then(|window| window.performance());
        Duration::from_secs_f64(performance.map_or(0.0, |performance| performance.now()) / 1000.0)
    }
}
