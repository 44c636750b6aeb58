//! Reading a tag, with three things set right that the crate opening-hours takes another way: spaces in lists of days,
//! as they are often written; what a tag leaves in doubt is unknown rather than open; the hours after midnight, which go by the rules of the evening before, not of the new day.

use opening_hours::OpeningHours;
use opening_hours_syntax::rules::time::{Time, TimeEvent, TimeSelector, TimeSpan};
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleOperator, RuleSequence};
use opening_hours_syntax::{ExtendedTime, RuleKind};

/// What a tag tells.
pub struct Hours {
    /// Of each day, up to midnight.
    pub day: OpeningHours,
    /// Of what goes on after that day's midnight, as if it were of the day itself; nothing when nothing does.
    pub night: Option<OpeningHours>,
}

/// The opening hours that the text tells; `None` when it is not written as it should be.
pub fn read(text: &str) -> Option<Hours> {
    let text = &tidied(text);
    if restricts_holidays(text) {
        return None;
    }
    let hours: OpeningHours = text.parse().ok()?;
    let written = hours.get_expression();
    let rules = doubted(text, &written.rules);
    if !rules.iter().any(|rule| rule.time_selector.spans.iter().any(|span| parted(span).1.is_some())) {
        let day = if rules == written.rules { hours } else { of_rules(rules)? };
        return Some(Hours { day, night: None });
    }
    let night = of_rules(rules.iter().filter_map(of_night).collect())?;
    let day = of_rules(rules.into_iter().map(of_day).collect())?;
    Some(Hours { day, night: Some(night) })
}

/// The days that rules name.
const DAYS: [&str; 9] = ["mo", "tu", "we", "th", "fr", "sa", "su", "ph", "sh"];

/// The text with spaces round the commas and dashes of days as its rules ask: "Mo, We" is a list of days, and would
/// otherwise be all of Monday and then some of Wednesday; "12:00-14:00,Su" begins another rule.
fn tidied(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_remark = false;
    while let Some(index) = rest.find(['"', ',', '-']) {
        let (before, after) = (&rest[..index], &rest[index + 1..]);
        tidy.push_str(before);
        let mark = &rest[index..=index];
        rest = after;
        is_remark ^= mark == "\"";
        if is_remark || mark == "\"" || !begins_with_day(after.trim_start()) {
            tidy.push_str(mark);
        } else if ends_with_day(tidy.trim_end()) {
            tidy.truncate(tidy.trim_end().len());
            tidy.push_str(mark);
            rest = after.trim_start();
        } else {
            tidy.push_str(mark);
            if mark == "," && tidy.trim_end_matches(',').ends_with(|c: char| c.is_ascii_digit()) {
                tidy.push(' ');
                rest = after.trim_start();
            }
        }
    }
    tidy + rest
}

/// Whether the text has holidays that only count on some days ("PH Mo-Fr"): the crate takes that for either of the two.
fn restricts_holidays(text: &str) -> bool {
    let is_holiday = |word: &str| DAYS[7..].iter().any(|holiday| word.eq_ignore_ascii_case(holiday));
    let mut outside = text.split('"').step_by(2);
    outside.any(|part| {
        let words: Vec<_> = part.split_whitespace().collect();
        words.windows(2).any(|pair| {
            let last = pair[0].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let first = pair[1].split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            is_day(last) && is_day(first) && (is_holiday(last) || is_holiday(first))
        })
    })
}

fn is_day(word: &str) -> bool {
    DAYS.iter().any(|day| word.eq_ignore_ascii_case(day))
}

fn begins_with_day(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphanumeric()).next();
    word.is_some_and(is_day)
}

fn ends_with_day(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphanumeric()).next();
    word.is_some_and(is_day)
}

/// The hours of these rules. The crate makes them only from text.
fn of_rules(rules: Vec<RuleSequence>) -> Option<OpeningHours> {
    let text = OpeningHoursExpression { rules }.to_string();
    let hours: OpeningHours = text.parse().ok()?;
    (hours.to_string() == text).then_some(hours)
}

/// The rule up to midnight.
fn of_day(mut rule: RuleSequence) -> RuleSequence {
    rule.time_selector.spans.iter_mut().for_each(|span| *span = parted(span).0);
    rule
}

/// What the rule says of the hours after midnight, told of the day before. Where it says nothing of them, it still takes
/// the place of the rules before it.
fn of_night(rule: &RuleSequence) -> Option<RuleSequence> {
    let spans: Vec<_> = rule.time_selector.spans.iter().filter_map(|span| parted(span).1).collect();
    if !spans.is_empty() {
        return Some(RuleSequence { time_selector: TimeSelector::new(spans), ..rule.clone() });
    }
    let is_whole_day = rule.time_selector == TimeSelector::default();
    let replaces = rule.operator == RuleOperator::Normal && (rule.kind != RuleKind::Closed || is_whole_day);
    replaces.then(|| RuleSequence {
        kind: RuleKind::Closed,
        time_selector: TimeSelector::default(),
        // A day that is closed without a word would let a fallback rule in.
        comment: "-".into(),
        ..rule.clone()
    })
}

/// A span up to midnight, and what of it comes after, if anything surely does, counted from that midnight.
fn parted(span: &TimeSpan) -> (TimeSpan, Option<TimeSpan>) {
    let minutes = |time: Time| match time {
        Time::Fixed(time) => Some(i32::from(time.mins_from_midnight())),
        Time::Variable(_) => None,
    };
    let in_the_morning = |time: Time| matches!(time.as_time_event(), Some(TimeEvent::Dawn | TimeEvent::Sunrise));
    let (start, end) = (span.range.start, span.range.end);
    let is_late = minutes(start).map_or(!in_the_morning(start), |start| start >= 12 * 60);
    let after = match minutes(end) {
        Some(end) if end > 24 * 60 => ExtendedTime::from_mins_from_midnight((end - 24 * 60) as u16).map(Time::Fixed),
        Some(end) if minutes(start).map_or(is_late && end <= 12 * 60, |start| end <= start) => Some(span.range.end),
        None if is_late && in_the_morning(end) => Some(end),
        _ => None,
    };
    let Some(after) = after.filter(|_| span.repeats.is_none()) else { return (span.clone(), None) };
    let before = TimeSpan { range: start..Time::Fixed(ExtendedTime::MIDNIGHT_24), ..span.clone() };
    let has_hours = after != Time::Fixed(ExtendedTime::MIDNIGHT_00);
    (before, has_hours.then(|| TimeSpan { range: Time::Fixed(ExtendedTime::MIDNIGHT_00)..after, ..span.clone() }))
}

/// The rules, with what is in doubt as unknown: a rule with a remark that does not say "open" is so only under the
/// remark's condition, and behind an open end ("18:00+") nobody knows when it closes.
fn doubted(text: &str, rules: &[RuleSequence]) -> Vec<RuleSequence> {
    let mut remarks = said_open(text).into_iter();
    let remarked = rules.iter().filter(|rule| !rule.comment.is_empty()).count();
    let all_found = remarks.len() == remarked;
    let mut all = Vec::with_capacity(rules.len());
    for rule in rules {
        let mut rule = rule.clone();
        if !rule.comment.is_empty() {
            let is_open = remarks.next().unwrap_or_default() && all_found;
            if rule.kind == RuleKind::Open && !is_open {
                rule.kind = RuleKind::Unknown;
            }
        }
        if rule.kind != RuleKind::Closed && rule.time_selector.spans.iter().any(|span| span.open_end) {
            all.extend(without_open_end(rule));
        } else {
            all.push(rule);
        }
    }
    all
}

/// Of each remark in quotes, whether the word before it is "open".
fn said_open(text: &str) -> Vec<bool> {
    let outside = text.split('"').step_by(2);
    let mut said: Vec<_> = outside.map(|before| before.trim_end().to_lowercase().ends_with("open")).collect();
    said.pop();
    said
}

/// The rule as two: unknown as long as it may still be open, then open as long as it surely is.
fn without_open_end(rule: RuleSequence) -> Vec<RuleSequence> {
    let (doubtful, certain): (Vec<_>, Vec<_>) =
        rule.time_selector.spans.iter().cloned().partition(|span| span.open_end);
    // Nobody means 18:30-18:00 to be nearly a day.
    let is_round = |span: &TimeSpan| match (span.range.start, span.range.end) {
        (Time::Fixed(start), Time::Fixed(end)) => {
            let (start, end) = (start.mins_from_midnight(), end.mins_from_midnight());
            end <= start && start - end < 6 * 60
        }
        _ => false,
    };
    let told = |span: &&TimeSpan| span.range.end != Time::Fixed(ExtendedTime::MIDNIGHT_24) && !is_round(span);
    let until_end = doubtful.iter().filter(told).map(|span| TimeSpan { open_end: false, ..span.clone() });
    let certain: Vec<_> = certain.into_iter().chain(until_end).collect();
    let beyond = doubtful.iter().map(|span| {
        let range = span.range.start..Time::Fixed(guessed_end(span));
        TimeSpan { range, open_end: false, repeats: span.repeats }
    });
    let unknown =
        RuleSequence { kind: RuleKind::Unknown, time_selector: TimeSelector::new(beyond.collect()), ..rule.clone() };
    if certain.is_empty() {
        return vec![unknown];
    }
    if rule.operator == RuleOperator::Fallback {
        // A second rule would apply also where this fallback does not.
        let spans = unknown.time_selector.spans.into_iter().chain(certain).collect();
        return vec![RuleSequence { time_selector: TimeSelector::new(spans), ..unknown }];
    }
    let certain =
        RuleSequence { operator: RuleOperator::Additional, time_selector: TimeSelector::new(certain), ..rule };
    vec![unknown, certain]
}

/// Until when something with an open end may be open: to midnight, in the evening ten hours on, late at night eight; as
/// opening_hours.js guesses.
fn guessed_end(span: &TimeSpan) -> ExtendedTime {
    let minutes = |time: Time| match time {
        Time::Fixed(time) => Some(time.mins_from_midnight()),
        Time::Variable(_) => None,
    };
    let start = minutes(span.range.start).unwrap_or(20 * 60);
    let last = match span.range.end {
        Time::Fixed(ExtendedTime::MIDNIGHT_24) => start,
        end => minutes(end).map_or(start, |end| if end < start { end + 24 * 60 } else { end }),
    };
    let end = match last / 60 {
        22.. => last + 8 * 60,
        17.. => last + 10 * 60,
        _ => 24 * 60,
    };
    ExtendedTime::from_mins_from_midnight(end).unwrap_or(ExtendedTime::MIDNIGHT_48)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_in_lists_of_days_are_put_right() {
        for (text, wanted) in [
            ("Mo, We 10:00-12:00", "Mo,We 10:00-12:00"),
            ("Mo-Th , Su 11:00-15:00, 17:30-22:30; Fr, PH off", "Mo-Th,Su 11:00-15:00, 17:30-22:30; Fr,PH off"),
            ("Mo - Su 08:00-22:00", "Mo-Su 08:00-22:00"),
            ("Mo-Sa 12:00-22:30,Su 18:30-22:30", "Mo-Sa 12:00-22:30, Su 18:30-22:30"),
            ("Mo-Fr 08:00-12:00,14:00-18:00", "Mo-Fr 08:00-12:00,14:00-18:00"),
            ("Mo 10:00-12:00 \"ask, Mo - Tu\"; Tu , We off", "Mo 10:00-12:00 \"ask, Mo - Tu\"; Tu,We off"),
            ("Jan, Mar: Mo off, Tu off", "Jan, Mar: Mo off, Tu off"),
            ("ä,Mo - Mö", "ä,Mo - Mö"),
            ("", ""),
        ] {
            assert_eq!(tidied(text), wanted, "{text}");
        }
    }
}
