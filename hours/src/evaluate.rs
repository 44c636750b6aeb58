//! The answers, by the crate opening-hours with the country's holidays and the place's sun.

use crate::rules::read;
use crate::{Batch, LocalTime, Moment, Opening, Place, State, Why};
use chrono::{DateTime, Datelike, Days, FixedOffset, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Timelike};
use compact_calendar::CompactCalendar;
use opening_hours::localization::{Coordinates, Country, TzLocation};
use opening_hours::{Context, ContextHolidays, OpeningHours, RuleKind};
use opening_hours_syntax::rules::day::HolidayKind;
use std::iter::Peekable;
use std::panic::catch_unwind;
use std::sync::Arc;

/// Longer texts, in characters, are not read.
const MAX_CHARACTERS: usize = 1_000;
/// How far ahead the next change is looked for.
const LOOK_AHEAD: TimeDelta = TimeDelta::days(366);
/// The farthest that a rule shifts a holiday, in days, and more.
const SHIFT: u64 = 40;

/// The answer for each place of the question, in its order. Nothing that a tag holds makes it panic.
pub fn evaluate(batch: &Batch) -> Vec<Opening> {
    let Some(when) = When::of(&batch.moment) else {
        return batch.places.iter().map(|_| Opening::unknown(Why::Failed)).collect();
    };
    let answer = |place: &Place| {
        let answered = catch_unwind(|| when.opening(place));
        answered.unwrap_or_else(|_| Opening::unknown(Why::Failed))
    };
    batch.places.iter().map(answer).collect()
}

/// The moment, and which days are holidays round it.
struct When {
    at: DateTime<FixedOffset>,
    /// Those that are known for certain.
    holidays: ContextHolidays,
    /// Those of parts of the country.
    regional: ContextHolidays,
    /// The known ones, and where a calendar is missing every day; `None` when none is missing.
    at_most: Option<ContextHolidays>,
}

impl When {
    fn of(moment: &Moment) -> Option<Self> {
        let offset = FixedOffset::east_opt(moment.offset_minutes * 60)?;
        let [year, month, day, hour, minute] = moment.at.numbers();
        let date = NaiveDate::from_ymd_opt(year as i32, month, day)?;
        let at = offset.from_local_datetime(&date.and_hms_opt(hour, minute, 0)?).single()?;
        let country: Option<Country> = moment.country.as_deref().and_then(|code| code.to_uppercase().parse().ok());
        let holidays = country.map(Country::holidays).unwrap_or_default();
        let regional = country.map(Country::holidays_regional).unwrap_or_default();
        // A calendar that has no day of the year has not heard of it.
        let has_year = |calendar: &CompactCalendar| calendar.year_for(date).is_some_and(|year| year.count() > 0);
        let is_known = |kind| [&holidays, &regional].iter().any(|holidays| has_year(holidays.get_for_kind(kind)));
        let (public, school) = (is_known(HolidayKind::Public), is_known(HolidayKind::School));
        let every_day = || {
            let first = date.checked_sub_days(Days::new(SHIFT)).unwrap_or(date);
            let mut days = CompactCalendar::default();
            first.iter_days().take(LOOK_AHEAD.num_days() as usize + 2 * SHIFT as usize).for_each(|day| {
                days.insert(day);
            });
            Arc::new(days)
        };
        let of = |calendar: &CompactCalendar, is_known: bool| {
            if is_known { Arc::new(calendar.clone()) } else { every_day() }
        };
        let at_most = (!public || !school)
            .then(|| ContextHolidays::new(of(holidays.get_public(), public), of(holidays.get_school(), school)));
        Some(Self { at, holidays, regional, at_most })
    }

    fn opening(&self, place: &Place) -> Opening {
        let hours =
            Some(place.value.as_str()).filter(|text| text.chars().take(MAX_CHARACTERS + 1).count() <= MAX_CHARACTERS);
        let Some(hours) = hours.and_then(read) else {
            return Opening::unknown(Why::Unreadable);
        };
        let with = |holidays: &ContextHolidays| {
            let location = TzLocation::new(*self.at.offset());
            let location = match Coordinates::new(place.lat, place.lng) {
                Some(coordinates) => location.with_coords(coordinates),
                None => location,
            };
            let context =
                Context::default().with_holidays(holidays.clone()).with_holidays_unknown(self.regional.clone());
            let context = context.with_locale(location);
            let day = hours.day.clone().with_context(context.clone());
            let night = hours.night.clone().map(|night| night.with_context(context));
            self.read(&day, night.as_ref())
        };
        let opening = with(&self.holidays);
        let depends = ["PH", "SH"].iter().any(|holidays| place.value.to_ascii_uppercase().contains(holidays));
        let Some(at_most) = self.at_most.as_ref().filter(|_| depends) else { return opening };
        // As many holidays as there can be: what is so with and without them is so.
        let other = with(at_most);
        let next_change = [opening.next_change, other.next_change].into_iter().flatten().min();
        if opening.state != other.state {
            return Opening { next_change, ..Opening::unknown(Why::Holidays) };
        }
        Opening { next_change, ..opening }
    }

    /// The state at the moment and when it changes: by the day's hours, and where those say closed by what goes on from
    /// the evening before.
    fn read(&self, day: &Localized, night: Option<&Localized>) -> Opening {
        let day = periods(day, self.at, TimeDelta::zero());
        let night: Periods = match night {
            Some(night) => periods(night, self.at, TimeDelta::days(1)),
            None => Box::new(std::iter::empty()),
        };
        let mut both = Both { day: day.peekable(), night: night.peekable(), at: self.at, until: self.at + LOOK_AHEAD };
        let (kind, comment) = both.state();
        let change = both.find(|(_, (other, _))| *other != kind).map(|(at, _)| at);
        let state = match kind {
            RuleKind::Open => State::Open,
            RuleKind::Closed => State::Closed,
            RuleKind::Unknown => State::Unknown(Why::Said),
        };
        Opening {
            state,
            next_change: change.and_then(|at| local_time(at.naive_local())),
            comment: Some(comment.to_string()).filter(|comment| !comment.is_empty()),
        }
    }
}

type Localized = OpeningHours<TzLocation<FixedOffset>>;
type Told = (RuleKind, Arc<str>);
type Periods = Box<dyn Iterator<Item = (DateTime<FixedOffset>, DateTime<FixedOffset>, Told)>>;

/// The periods from a moment on, each with its start, its end and what is told of it; all of them `later`.
fn periods(hours: &Localized, at: DateTime<FixedOffset>, later: TimeDelta) -> Periods {
    let from = at - later;
    let periods = hours.iter_range(from, from + LOOK_AHEAD);
    Box::new(
        periods
            .map(move |period| (period.range.start + later, period.range.end + later, (period.kind, period.comment))),
    )
}

/// The hours of days and of the nights after them, as one; each step is a moment when either changes.
struct Both {
    day: Peekable<Periods>,
    night: Peekable<Periods>,
    at: DateTime<FixedOffset>,
    until: DateTime<FixedOffset>,
}

impl Both {
    /// What is so at the moment reached.
    fn state(&mut self) -> Told {
        let at = self.at;
        let now = |periods: &mut Peekable<Periods>| {
            while periods.peek().is_some_and(|(_, end, _)| *end <= at) {
                periods.next();
            }
            periods.peek().filter(|(start, ..)| *start <= at).map(|(.., told)| told.clone()).unwrap_or_default()
        };
        let day = now(&mut self.day);
        let night = now(&mut self.night);
        // The night's own "closed" says nothing of the day.
        if day.0 == RuleKind::Closed && night.0 != RuleKind::Closed { night } else { day }
    }
}

impl Iterator for Both {
    type Item = (DateTime<FixedOffset>, Told);

    fn next(&mut self) -> Option<Self::Item> {
        let ends = [self.day.peek(), self.night.peek()].into_iter().flatten().map(|(_, end, _)| *end);
        // What lies beyond the look-ahead was not asked.
        self.at = ends.min().filter(|end| *end < self.until)?;
        Some((self.at, self.state()))
    }
}

fn local_time(time: NaiveDateTime) -> Option<LocalTime> {
    let year = u32::try_from(time.year()).ok()?;
    LocalTime::new([year, time.month(), time.day(), time.hour(), time.minute()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening_in(country: Option<&str>, at: &str, value: &str) -> Opening {
        let moment =
            Moment { at: at.parse().expect("it is a time"), offset_minutes: 60, country: country.map(str::to_owned) };
        let place = Place { lng: 14.51, lat: 35.9, value: value.into() };
        evaluate(&Batch { moment, places: vec![place] }).remove(0)
    }

    /// State, next change and comment in Malta, as one text.
    fn opening(at: &str, value: &str) -> String {
        opening_in(Some("MT"), at, value).to_text().replace('\t', " ").trim_end().to_owned()
    }

    #[test]
    fn plain_weeks_are_open_or_closed_until_the_next_change() {
        // A Tuesday, and the feast of the Immaculate Conception.
        let at = "2026-12-08T12:30";
        assert_eq!(opening(at, "24/7"), "open");
        assert_eq!(opening(at, "off"), "closed");
        assert_eq!(opening(at, "Mo-Fr 08:00-17:00"), "open 2026-12-08T17:00");
        assert_eq!(opening(at, "Mo-Fr 08:00-17:00; PH off"), "closed 2026-12-09T08:00");
        assert_eq!(opening("2026-12-09T12:30", "Mo-Fr 08:00-17:00; PH off"), "open 2026-12-09T17:00");
        assert_eq!(opening(at, "Mo-Fr 08:00-17:00; PH 12:00-13:00"), "open 2026-12-08T13:00");
        assert_eq!(opening(at, "Tu[2] 09:00-15:00"), "open 2026-12-08T15:00");
        assert_eq!(opening(at, "2019 Mar 01-2019 Apr 30: 10:00-14:00"), "closed");
        assert_eq!(opening(at, "Dec 08 off; 10:00-14:00 \"ask\" || 09:00-10:00"), "unknown 2026-12-08T14:00 ask");
    }

    #[test]
    fn the_night_belongs_to_the_evening_before() {
        let bar = "Fr-Sa 20:00-02:00";
        assert_eq!(opening("2026-12-06T01:30", bar), "open 2026-12-06T02:00");
        assert_eq!(opening("2026-12-06T02:00", bar), "closed 2026-12-11T20:00");
        assert_eq!(opening("2026-12-05T23:59", "Fr-Sa 20:00-26:00"), "open 2026-12-06T02:00");
        assert_eq!(opening("2026-12-31T23:30", "Mo-Su 22:00-04:00"), "open 2027-01-01T04:00");
        // Sunday has hours of its own, and Saturday's night is none of them.
        let week = "Su-Th 20:00-02:00; Fr-Sa 20:00-04:00";
        assert_eq!(opening("2026-12-05T20:30", week), "open 2026-12-06T04:00");
        assert_eq!(opening("2026-12-06T03:30", week), "open 2026-12-06T04:00");
        assert_eq!(opening("2026-12-07T03:30", week), "closed 2026-12-07T20:00");
        assert_eq!(opening("2026-12-06T03:30", "Fr-Sa 20:00-04:00; Su off"), "open 2026-12-06T04:00");
        // Saturday's own hours end at noon, so that no night follows them.
        assert_eq!(opening("2026-12-06T01:30", "Mo-Su 20:00-04:00; Sa 10:00-12:00"), "closed 2026-12-06T20:00");
        assert_eq!(opening("2026-12-08T01:30", "Mo-Su 20:00-04:00; PH off"), "open 2026-12-08T04:00");
        assert_eq!(opening("2026-12-09T01:30", "Mo-Su 20:00-04:00; PH off"), "closed 2026-12-09T20:00");
        assert_eq!(opening("2026-12-06T01:30", "Sa 10:00-12:00 || Mo-Su 20:00-04:00"), "closed 2026-12-06T20:00");
        assert_eq!(opening("2026-12-06T01:30", "sunset-02:00"), "open 2026-12-06T02:00");
        assert_eq!(opening("2026-12-06T01:30", "20:00-sunrise; Su 08:00-10:00"), "open 2026-12-06T06:57");
    }

    #[test]
    fn the_sun_sets_where_the_place_is() {
        let at = |time: &str| opening(time, "sunrise-sunset");
        assert_eq!(at("2026-12-08T12:30"), "open 2026-12-08T16:48");
        assert_eq!(at("2026-12-08T06:30"), "closed 2026-12-08T06:59");
        assert!(opening("2026-06-21T19:30", "dawn-(sunset-00:30)").starts_with("closed"));
    }

    #[test]
    fn what_depends_on_a_remark_is_unknown() {
        let at = "2026-12-08T12:30";
        assert_eq!(opening(at, "\"by appointment\""), "unknown  by appointment");
        assert_eq!(opening(at, "Mo-Fr 10:00-13:00 \"by appointment\""), "unknown 2026-12-08T13:00 by appointment");
        assert_eq!(opening(at, "Mo-Fr 10:00-13:00 open \"kitchen\""), "open 2026-12-08T13:00 kitchen");
        assert_eq!(opening(at, "Mo-Fr 10:00-13:00 off \"works\""), "closed  works");
        assert_eq!(opening(at, "\"in summer\":10:00-13:00"), "unknown 2026-12-08T13:00 in summer");
        assert_eq!(opening(at, "10:00-12:00 open \"a\"; Tu 12:00-13:00 \"b\""), "unknown 2026-12-08T13:00 b");
    }

    #[test]
    fn behind_an_open_end_it_is_unknown_and_not_closed() {
        assert_eq!(opening("2026-12-09T12:30", "10:00+"), "unknown 2026-12-10T00:00");
        let bar = "Mo-Sa 18:00-22:00+";
        assert_eq!(opening("2026-12-09T21:30", bar), "open 2026-12-09T22:00");
        assert_eq!(opening("2026-12-09T22:30", bar), "unknown 2026-12-10T06:00");
        assert_eq!(opening("2026-12-09T17:30", bar), "closed 2026-12-09T18:00");
        assert_eq!(opening("2026-12-10T03:30", "20:00-02:00+"), "unknown 2026-12-10T10:00");
        assert_eq!(opening("2026-12-09T12:30", "09:00-13:00,18:00+"), "open 2026-12-09T13:00");
        assert_eq!(opening("2026-12-09T19:30", "09:00-13:00,18:00+; PH off"), "unknown 2026-12-10T04:00");
    }

    #[test]
    fn without_the_countrys_holidays_only_what_they_cannot_change_is_told() {
        let weekday = "Mo-Fr 08:00-17:00; PH off";
        for country in [None, Some("TW"), Some("XX")] {
            let at = |time: &str| opening_in(country, time, weekday).state;
            assert_eq!(at("2026-12-09T12:30"), State::Unknown(Why::Holidays), "{country:?}");
            assert_eq!(at("2026-12-09T20:30"), State::Closed, "{country:?}");
            assert_eq!(opening_in(country, "2026-12-09T12:30", "Mo-Fr 08:00-17:00").state, State::Open);
        }
        // Of Malta's schools nothing is known, of Denmark's something.
        assert_eq!(opening("2026-12-09T12:30", "SH 10:00-13:00"), "holidays 2026-12-09T13:00");
        let denmark = opening_in(Some("dk"), "2026-03-18T12:30", "Mo-Su 10:00-13:00; SH off");
        assert_eq!(denmark.state, State::Open);
    }

    #[test]
    fn what_cannot_be_read_is_unknown_and_never_closed() {
        assert_eq!(opening("2026-12-08T12:30", "Mo-Su 09:00-19:00; PH Mo-Fr 09:00-13:00"), "unreadable");
        assert_eq!(opening("2026-12-09T12:30", "18:30-18:00+"), "unknown");
        let long = "Mo 10:00-12:00; ".repeat(70);
        for value in ["", " ", "banana", "Mo-Fr 9am-5pm", "25:00-26:00", "Mo-Fr 10:00", "\"", "10:00-", &long, "\0"] {
            assert_eq!(opening("2026-12-08T12:30", value), "unreadable", "{value:?}");
        }
    }

    #[test]
    fn a_change_more_than_a_year_away_is_not_told() {
        assert_eq!(opening("2026-12-08T12:30", "2028 Jan 01-2028 Feb 01"), "closed");
        assert_eq!(opening("2099-12-31T12:30", "08:00-17:00"), "open 2099-12-31T17:00");
        assert_eq!(opening("2099-12-31T18:30", "08:00-17:00"), "closed");
    }
}
