use futures_util::future::{Either, LocalBoxFuture, select};
use glassmap_hours::LocalTime;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
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

    /// Minutes since the start of 1970 in UTC.
    fn unix_minutes(&self) -> i64;

    /// How many minutes the clocks of a time zone, by its IANA name, are ahead of UTC at that moment; `None` for a zone
    /// that is not known.
    fn offset_minutes(&self, zone: &str, unix_minutes: i64) -> Option<i32>;
}

/// What the clocks of a time zone show, now or at that time there, and how far they are then ahead of UTC in minutes;
/// `None` for an unknown zone. A time that they show twice is the first; one that they skip is told as it is.
pub fn moment_in(clock: &dyn Clock, zone: &str, at: Option<LocalTime>) -> Option<(LocalTime, i32)> {
    const DAY: i64 = 24 * 60;
    let Some(at) = at else {
        let now = clock.unix_minutes();
        let offset = clock.offset_minutes(zone, now)?;
        return Some((LocalTime::of_minutes(now + i64::from(offset))?, offset));
    };
    let before = clock.offset_minutes(zone, at.minutes() - DAY)?;
    let after = clock.offset_minutes(zone, at.minutes() + DAY)?;
    let holds = |offset: &i32| clock.offset_minutes(zone, at.minutes() - i64::from(*offset)) == Some(*offset);
    Some((at, [before, after].into_iter().find(holds).unwrap_or(before)))
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

    fn unix_minutes(&self) -> i64 {
        jiff::Timestamp::now().as_second().div_euclid(60)
    }

    fn offset_minutes(&self, zone: &str, unix_minutes: i64) -> Option<i32> {
        let moment = jiff::Timestamp::from_second(unix_minutes * 60).ok()?;
        Some(jiff::tz::TimeZone::get(zone).ok()?.to_offset(moment).seconds() / 60)
    }
}

/// A clock for tests: time passes only by [`FakeClock::advance`].
#[derive(Clone, Default)]
pub struct FakeClock(Rc<FakeTime>);

#[derive(Default)]
struct FakeTime {
    now: Cell<Duration>,
    unix_minutes: Cell<i64>,
    zones: RefCell<BTreeMap<String, i32>>,
    sleepers: RefCell<Vec<Waker>>,
}

impl FakeClock {
    /// Lets time pass and wakes who slept.
    pub fn advance(&self, duration: Duration) {
        self.0.now.set(self.0.now.get() + duration);
        self.0.sleepers.borrow_mut().drain(..).for_each(Waker::wake);
    }

    /// From now on it is that time in that zone, the only one beside those that were set before; it has no summer time.
    pub fn set_zone(&self, zone: &str, time: LocalTime, offset_minutes: i32) {
        self.0.unix_minutes.set(time.minutes() - i64::from(offset_minutes));
        self.0.zones.borrow_mut().insert(zone.to_owned(), offset_minutes);
    }
}

impl Clock for FakeClock {
    fn sleep(&self, duration: Duration) -> LocalBoxFuture<'static, ()> {
        Box::pin(FakeSleep { time: Rc::clone(&self.0), until: self.0.now.get() + duration })
    }

    fn now(&self) -> Duration {
        self.0.now.get()
    }

    fn unix_minutes(&self) -> i64 {
        self.0.unix_minutes.get()
    }

    fn offset_minutes(&self, zone: &str, _unix_minutes: i64) -> Option<i32> {
        self.0.zones.borrow().get(zone).copied()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> LocalTime {
        text.parse().expect("it is a time")
    }

    #[test]
    fn now_is_what_the_clocks_of_the_zone_show() {
        let clock = FakeClock::default();
        clock.set_zone("Asia/Kathmandu", time("2026-01-01T02:00"), 345);
        assert_eq!(moment_in(&clock, "Asia/Kathmandu", None), Some((time("2026-01-01T02:00"), 345)));
        assert_eq!(moment_in(&clock, "Europe/Malta", None), None);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn the_offset_of_a_time_follows_summer_time() {
        let offset = |zone: &str, at: &str| moment_in(&SystemClock, zone, Some(time(at))).map(|(_, offset)| offset);
        assert_eq!(offset("Europe/Malta", "2026-07-01T12:00"), Some(120));
        assert_eq!(offset("Europe/Malta", "2026-12-01T12:00"), Some(60));
        // The clocks go from two to three, and back from three to two.
        assert_eq!(offset("Europe/Malta", "2026-03-29T01:59"), Some(60));
        assert_eq!(offset("Europe/Malta", "2026-03-29T02:30"), Some(60));
        assert_eq!(offset("Europe/Malta", "2026-03-29T03:00"), Some(120));
        assert_eq!(offset("Europe/Malta", "2026-10-25T02:30"), Some(120));
        assert_eq!(offset("Europe/Malta", "2026-10-25T03:00"), Some(60));
        assert_eq!(offset("Asia/Taipei", "2026-07-01T12:00"), Some(480));
        assert_eq!(offset("Pacific/Kiritimati", "2026-07-01T12:00"), Some(840));
        assert_eq!(offset("Mars/Olympus", "2026-07-01T12:00"), None);
        assert!(
            moment_in(&SystemClock, "Europe/Helsinki", None).is_some_and(|(now, _)| now > time("2026-01-01T00:00"))
        );
    }
}
