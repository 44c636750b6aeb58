use crate::ports::Clock;
use futures_util::future::LocalBoxFuture;
use glassmap_hours::LocalTime;
use js_sys::{Array, Date, Function, Object, Reflect};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};

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

    fn unix_minutes(&self) -> i64 {
        (Date::now() / 60_000.0).floor() as i64
    }

    fn offset_minutes(&self, zone: &str, unix_minutes: i64) -> Option<i32> {
        let shown = shown(zone, unix_minutes).ok().flatten()?;
        i32::try_from(shown.minutes() - unix_minutes).ok()
    }
}

/// What the clocks of the zone show at that moment; an error for a zone that the browser does not know.
fn shown(zone: &str, unix_minutes: i64) -> Result<Option<LocalTime>, JsValue> {
    let options = Object::new();
    for name in ["year", "month", "day", "hour", "minute"] {
        Reflect::set(&options, &name.into(), &"numeric".into())?;
    }
    Reflect::set(&options, &"timeZone".into(), &zone.into())?;
    Reflect::set(&options, &"hourCycle".into(), &"h23".into())?;
    // Made by hand: the binding's constructor cannot fail, and an unknown zone does.
    let intl = Reflect::get(&js_sys::global(), &"Intl".into())?;
    let maker: Function = Reflect::get(&intl, &"DateTimeFormat".into())?.dyn_into()?;
    let format = Reflect::construct(&maker, &Array::of2(&"en-u-ca-gregory-nu-latn".into(), &options))?;
    let to_parts: Function = Reflect::get(&format, &"formatToParts".into())?.dyn_into()?;
    let moment = Date::new(&(unix_minutes as f64 * 60_000.0).into());
    let parts: Array = to_parts.call1(&format, &moment)?.dyn_into()?;
    let number = |wanted: &str| {
        let text = |part: &JsValue, field: &str| Reflect::get(part, &field.into()).ok()?.as_string();
        let part = parts.iter().find(|part| text(part, "type").as_deref() == Some(wanted))?;
        text(&part, "value")?.parse::<u32>().ok()
    };
    let numbers = ["year", "month", "day", "hour", "minute"].map(number);
    let [Some(year), Some(month), Some(day), Some(hour), Some(minute)] = numbers else { return Ok(None) };
    Ok(LocalTime::new([year, month, day, hour, minute]))
}
