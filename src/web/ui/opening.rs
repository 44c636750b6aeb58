//! When a place is open: whether it is now and until when, a bar of the day, and the coming week. It asks the tool for one
//! moment after another, so that nothing here reads the tag anew.

use super::Icon;
use crate::web::store::Store;
use crate::web::words::{date, tr};
use glassmap_hours::LocalTime;
use glassmap_hours::week::{Span, between, week};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};

/// Minutes of a day.
const DAY: i64 = 24 * 60;
/// A tag that changes oftener than this within nine days is not told day by day.
const MOST_TURNS: usize = 64;
/// A Monday, in days since 1970.
const MONDAY: usize = 4;

/// When the place is open by the minute, around this day.
#[derive(Clone, Debug, PartialEq)]
struct Turns {
    turns: Vec<(i64, bool)>,
    end: i64,
    today: i64,
    now: i64,
}

fn time(opening: &Value, name: &str) -> Option<LocalTime> {
    opening[name].as_str()?.parse().ok()
}

/// The state as a word, its class, and when it changes.
fn state(opening: &Value) -> (&'static str, &'static str, String) {
    let change = time(opening, "at").zip(time(opening, "next_change")).map(|(at, change)| moment(at, change));
    match (opening["state"].as_str(), change) {
        (Some("open"), Some(change)) => ("good", tr!("Open"), tr!("until %{time}", time = change)),
        (Some("open"), None) => ("good", tr!("Open"), tr!("around the clock").into()),
        (Some("closed"), Some(change)) => ("bad", tr!("Closed"), tr!("opens %{time}", time = change)),
        (Some("closed"), None) => ("bad", tr!("Closed"), String::new()),
        _ => ("soft", tr!("Hours unknown"), String::new()),
    }
}

/// The state in a few words for a row.
pub fn brief(opening: &Value) -> AnyView {
    let (class, word, change) = state(opening);
    view! { <span class=class>{word}</span>" "{change}" · " }.into_any()
}

/// A moment as one says it at another: the time alone within a day, else with its day.
fn moment(now: LocalTime, then: LocalTime) -> String {
    let clock = clock(then.minutes().rem_euclid(DAY));
    let days = then.minutes().div_euclid(DAY) - now.minutes().div_euclid(DAY);
    match days {
        0 => clock,
        1 => tr!("tomorrow %{time}", time = clock),
        2..=6 => tr!("%{day} %{time}", day = day_name(weekday(then.minutes()), "long"), time = clock),
        _ => {
            let day = date(then.minutes().div_euclid(DAY) as f64, &[("day", "numeric"), ("month", "long")]);
            tr!("%{day}, %{time}", day = day, time = clock)
        }
    }
}

/// The name of a day of the week, Monday being 0; `long` or `short`.
fn day_name(day: usize, length: &str) -> String {
    date((MONDAY + day) as f64, &[("weekday", length)])
}

/// Monday is 0.
fn weekday(minutes: i64) -> usize {
    (minutes.div_euclid(DAY) + 3).rem_euclid(7) as usize
}

/// Minutes of the day as a clock shows them; the end of a day is 24:00.
fn clock(minutes: i64) -> String {
    let minutes = if minutes > DAY { minutes - DAY } else { minutes };
    let two = |number: i64| [if number < 10 { "0" } else { "" }, number.to_string().as_str()].concat();
    [two(minutes / 60), ":".into(), two(minutes % 60)].concat()
}

fn spans(spans: &[Span]) -> String {
    match spans {
        [] => tr!("closed").into(),
        [(0, DAY)] => tr!("all day").into(),
        spans => {
            let span = |(from, to): &Span| [clock(*from), "–".into(), clock(*to)].concat();
            spans.iter().map(span).collect::<Vec<_>>().join(tr!(", " as "list"))
        }
    }
}

/// All that is known of when a place is open: its tag, and what the tool makes of it.
pub fn hours(store: Store, id: &str, tag: Option<&str>, opening: Option<&Value>) -> AnyView {
    let (Some(tag), Some(opening)) = (tag, opening) else {
        let recorded = tag.map(|tag| view! { <p class="recorded">{tr!("As recorded: %{tag}", tag = tag)}</p> });
        return view! {
            <div class="open"><p class="now soft"><Icon name="clock"/><b>{tr!("Hours unknown")}</b></p>{recorded}</div>
        }
        .into_any();
    };
    let (class, word, change) = state(opening);
    let turns = RwSignal::new(None::<Turns>);
    if let Some(at) = time(opening, "at").filter(|_| opening["state"] != "unknown") {
        let id = id.to_owned();
        spawn_local(async move {
            let told = turns_of(store, &id, at).await;
            // The card may have been closed meanwhile.
            drop(turns.try_set(told));
        });
    }
    let remark = opening["comment"].as_str().or(opening["reason"].as_str()).map(str::to_owned);
    view! {
        <div class="open">
            <p class=["now ", class].concat()><Icon name="clock"/><b>{word}</b><span>{change}</span></p>
            {move || turns.get().map(|turns| view! { {day(&turns)}{days(&turns)} }.into_any())}
            {remark.map(|remark| view! { <p class="recorded">{remark}</p> })}
            <p class="recorded">{tr!("As recorded: %{tag}", tag = tag)}</p>
        </div>
    }
    .into_any()
}

/// Follows the changes from yesterday's midnight on; nothing when one of them is unknown.
async fn turns_of(store: Store, id: &str, now: LocalTime) -> Option<Turns> {
    let today = now.minutes().div_euclid(DAY) * DAY;
    let (mut at, end) = (today - DAY, today + 7 * DAY + DAY / 2);
    let mut turns = Vec::new();
    while at < end {
        let moment = LocalTime::of_minutes(at)?.to_string();
        let answer = store.quietly("get_place_details", json!({ "id": id, "open_at": moment })).await;
        let opening = answer.get("opening")?;
        turns.push((
            at,
            match opening["state"].as_str()? {
                "open" => true,
                "closed" => false,
                _ => return None,
            },
        ));
        let Some(next) = time(opening, "next_change").map(LocalTime::minutes) else { break };
        if next <= at || turns.len() > MOST_TURNS {
            return None;
        }
        at = next;
    }
    Some(Turns { turns, end, today, now: now.minutes() })
}

/// The bar of the day, with now.
fn day(turns: &Turns) -> AnyView {
    let spans_today = between(&turns.turns, turns.end, turns.today, turns.today + DAY);
    let percent = |minutes: i64| (minutes as f64 / DAY as f64 * 1000.0).round() / 10.0;
    let share = |minutes: i64| [percent(minutes).to_string().as_str(), "%"].concat();
    let bars = spans_today.iter().map(|(from, to)| {
        view! { <i style:left=share(*from) style:width=share(to - from)></i> }
    });
    let now = turns.now - turns.today;
    let words = tr!("Today %{hours}, now %{time}", hours = spans(&spans_today), time = clock(now));
    view! {
        <div class="day" role="img" aria-label=words>{bars.collect_view()}<b style:left=share(now)></b></div>
        <div class="hours" aria-hidden="true">
            <span>"0"</span><span>"6"</span><span>"12"</span><span>"18"</span><span>"24"</span>
        </div>
    }
    .into_any()
}

/// The coming week, days of the same hours together, from Monday on.
fn days(turns: &Turns) -> AnyView {
    let coming = week(&turns.turns, turns.end, turns.today);
    let first = weekday(turns.today);
    let of_day = |day: usize| &coming[(day + 7 - first) % 7];
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for day in 0..7 {
        match rows.last_mut() {
            Some((from, to)) if of_day(*from) == of_day(day) => *to = day,
            _ => rows.push((day, day)),
        }
    }
    let rows = rows.into_iter().map(|(from, to)| {
        let name = match to - from {
            0 => day_name(from, "long"),
            6 => tr!("Every day").to_owned(),
            1 => [day_name(from, "short"), day_name(to, "short")].join(tr!(", " as "list")),
            _ => tr!("%{from} to %{to}", from = day_name(from, "short"), to = day_name(to, "short")),
        };
        let today = (from..=to).contains(&first);
        view! { <dt class:today=today>{name}</dt><dd class:today=today>{spans(of_day(from))}</dd> }
    });
    view! { <dl class="week">{rows.collect_view()}</dl> }.into_any()
}
