//! Reading a tag, with what the crate opening-hours takes for open although the tag leaves it in doubt made unknown.

use opening_hours::OpeningHours;
use opening_hours_syntax::rules::time::{Time, TimeSelector, TimeSpan};
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleOperator, RuleSequence};
use opening_hours_syntax::{ExtendedTime, RuleKind};

/// The opening hours that the text tells; `None` when it is not written as it should be.
pub fn read(text: &str) -> Option<OpeningHours> {
    let hours: OpeningHours = text.parse().ok()?;
    let expression = hours.get_expression();
    let doubted = OpeningHoursExpression { rules: doubted(text, &expression.rules) };
    if doubted == *expression {
        return Some(hours);
    }
    // The crate makes hours only from text.
    let text = doubted.to_string();
    let hours: OpeningHours = text.parse().ok()?;
    (hours.to_string() == text).then_some(hours)
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
    let told = |span: &TimeSpan| span.range.end != Time::Fixed(ExtendedTime::MIDNIGHT_24);
    let until_end = doubtful.iter().filter(|span| told(span)).map(|span| TimeSpan { open_end: false, ..span.clone() });
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
