//! Real values of `opening_hours`: each is read or unknown, and none breaks anything.

use glassmap_hours::{Batch, Moment, Opening, Place, State, Why, evaluate};
use serde_json::Value;

/// City, country, centre and minutes ahead of UTC in winter.
const CITIES: [(&str, &str, f64, f64, i32); 2] =
    [("malta", "MT", 14.51, 35.9, 60), ("helsinki", "FI", 24.94, 60.17, 120)];

/// What the values of all cities say at a time.
fn openings(at: &str) -> Vec<(String, Opening)> {
    let values: Value = serde_json::from_str(include_str!("opening_hours/values.json")).expect("it is JSON");
    let mut all = Vec::new();
    for (city, country, lng, lat, offset_minutes) in CITIES {
        let values = values[city].as_array().expect("each city has some");
        let values: Vec<_> = values.iter().map(|value| value.as_str().expect("a tag is text").to_owned()).collect();
        let places = values.iter().map(|value| Place { lng, lat, value: value.clone() }).collect();
        let moment = Moment { at: at.parse().expect("a time"), offset_minutes, country: Some(country.into()) };
        all.extend(values.into_iter().zip(evaluate(&Batch { moment, places })));
    }
    all
}

#[test]
fn five_hundred_real_values_are_read_or_unknown_and_none_breaks_down() {
    for at in ["2026-01-01T00:00", "2026-03-29T02:30", "2026-06-24T23:59", "2026-12-05T20:30", "2099-12-31T12:00"] {
        let openings = openings(at);
        assert_eq!(openings.len(), 500);
        let count = |wanted: fn(State) -> bool| openings.iter().filter(|(_, opening)| wanted(opening.state)).count();
        let broken: Vec<_> =
            openings.iter().filter(|(_, opening)| opening.state == State::Unknown(Why::Failed)).collect();
        assert!(broken.is_empty(), "{broken:?}");
        let unreadable = count(|state| state == State::Unknown(Why::Unreadable));
        eprintln!(
            "{at}: {} open, {} closed, {} unknown, {unreadable} unreadable",
            count(|state| state == State::Open),
            count(|state| state == State::Closed),
            count(|state| matches!(state, State::Unknown(Why::Said | Why::Holidays))),
        );
        assert!(unreadable <= 40, "{unreadable} are not read");
    }
}

#[test]
fn a_change_lies_ahead_and_leads_to_another_state() {
    let at = "2026-12-05T20:30";
    for (value, opening) in openings(at) {
        let Some(next) = opening.next_change else { continue };
        assert!(next > at.parse().expect("a time"), "{value}: {next}");
        let (country, offset_minutes) = (Some("MT".to_owned()), 60);
        let moment = Moment { at: next, offset_minutes, country };
        let place = Place { lng: 14.51, lat: 35.9, value: value.clone() };
        let then = evaluate(&Batch { moment, places: vec![place] });
        let is_foreign = value.contains("PH") || value.contains("sun");
        assert!(is_foreign || then[0].state != opening.state, "{value}: {opening:?} then {then:?}");
    }
}
