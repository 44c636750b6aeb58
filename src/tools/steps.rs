//! A walk as sentences to read out, one for each part of it.

use crate::city::walking::{Leg, LegKind, Turn, Walk};
use crate::domain::clipped;
use crate::language::{Language, t};
use crate::spatial::Direction;

/// Characters of a street's name in a sentence.
const MAX_NAME: usize = 80;

/// A part of a walk in words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SpokenStep {
    /// What to do.
    pub text: String,
    /// How far that leads, in metres.
    pub distance_m: f64,
}

/// What to do on a walk to the place called `goal`, in order.
pub(super) fn spoken(walk: &Walk, goal: &str, language: Language) -> Vec<SpokenStep> {
    let part = |leg: &Leg| SpokenStep { text: sentence(leg, language), distance_m: leg.distance_m };
    let arrival = t!(language, "Arrive at %{goal}", goal = clipped(goal, MAX_NAME));
    walk.legs.iter().map(part).chain([SpokenStep { text: arrival, distance_m: 0.0 }]).collect()
}

fn sentence(leg: &Leg, language: Language) -> String {
    let name = leg.name.as_deref().map(|name| clipped(name, MAX_NAME));
    if leg.kind == LegKind::Ferry {
        return match name {
            None => t!(language, "Take the ferry").into(),
            Some(name) => t!(language, "Take the ferry %{name}", name = name),
        };
    }
    let what = name.unwrap_or(match leg.kind {
        LegKind::Street | LegKind::Ferry => t!(language, "the street"),
        LegKind::Path => t!(language, "the path"),
        LegKind::Steps => t!(language, "the steps"),
    });
    match leg.turn {
        Turn::Depart { bearing_deg } => {
            let point = Direction::of_bearing(bearing_deg).in_words(language);
            match (leg.kind, name) {
                (LegKind::Steps, _) | (LegKind::Path, None) => {
                    t!(language, "Head %{point} along %{way}", point = point, way = what)
                }
                _ => t!(language, "Head %{point} on %{way}", point = point, way = what),
            }
        }
        Turn::By { angle_deg } => match turn(angle_deg, language) {
            None => t!(language, "Continue along %{way}", way = what),
            Some(turn) if leg.kind == LegKind::Steps => {
                t!(language, "%{turn} and take %{way}", turn = turn, way = stairs(name, language))
            }
            Some(turn) => t!(language, "%{turn} onto %{way}", turn = turn, way = what),
        },
    }
}

/// Steps by their name, and without one.
fn stairs(name: Option<&str>, language: Language) -> String {
    match name {
        None => t!(language, "the steps").into(),
        Some(name) => t!(language, "the steps %{name}", name = name),
    }
}

/// The change of direction in words; `None` when it is none to speak of.
fn turn(angle_deg: f64, language: Language) -> Option<&'static str> {
    Some(match (angle_deg.abs(), angle_deg < 0.0) {
        (angle, _) if angle < 20.0 => return None,
        (angle, true) if angle < 60.0 => t!(language, "Bear left"),
        (angle, false) if angle < 60.0 => t!(language, "Bear right"),
        (angle, true) if angle < 120.0 => t!(language, "Turn left"),
        (angle, false) if angle < 120.0 => t!(language, "Turn right"),
        (angle, true) if angle < 165.0 => t!(language, "Turn sharp left"),
        (angle, false) if angle < 165.0 => t!(language, "Turn sharp right"),
        _ => t!(language, "Turn back"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Language = Language::ENGLISH;

    fn leg(kind: LegKind, name: Option<&str>, turn: Turn) -> Leg {
        Leg { kind, name: name.map(str::to_owned), turn, distance_m: 12.5 }
    }

    fn by(angle_deg: f64) -> Turn {
        Turn::By { angle_deg }
    }

    #[test]
    fn each_kind_of_turn_begins_at_its_angle_on_either_side() {
        for (angle_deg, right, left) in [
            (0.0, "Continue along Main Street", "Continue along Main Street"),
            (19.99, "Continue along Main Street", "Continue along Main Street"),
            (20.0, "Bear right onto Main Street", "Bear left onto Main Street"),
            (59.99, "Bear right onto Main Street", "Bear left onto Main Street"),
            (60.0, "Turn right onto Main Street", "Turn left onto Main Street"),
            (119.99, "Turn right onto Main Street", "Turn left onto Main Street"),
            (120.0, "Turn sharp right onto Main Street", "Turn sharp left onto Main Street"),
            (164.99, "Turn sharp right onto Main Street", "Turn sharp left onto Main Street"),
            (165.0, "Turn back onto Main Street", "Turn back onto Main Street"),
            (180.0, "Turn back onto Main Street", "Turn back onto Main Street"),
        ] {
            let of = |angle_deg| sentence(&leg(LegKind::Street, Some("Main Street"), by(angle_deg)), EN);
            assert_eq!((of(angle_deg), of(-angle_deg)), (right.to_owned(), left.to_owned()), "{angle_deg}");
        }
    }

    #[test]
    fn a_walk_begins_with_the_compass() {
        for (bearing_deg, wanted) in [
            (0.0, "north"),
            (22.4, "north"),
            (22.5, "north-east"),
            (67.5, "east"),
            (180.0, "south"),
            (337.4, "north-west"),
            (337.5, "north"),
            (360.0, "north"),
            (-90.0, "west"),
        ] {
            let text = sentence(&leg(LegKind::Street, Some("Triq"), Turn::Depart { bearing_deg }), EN);
            assert_eq!(text, format!("Head {wanted} on Triq"), "{bearing_deg}");
        }
    }

    #[test]
    fn each_kind_of_way_is_named_as_what_it_is() {
        use LegKind::{Ferry, Path, Steps, Street};
        let depart = Turn::Depart { bearing_deg: 90.0 };
        for (kind, name, turn, wanted) in [
            (Street, None, by(90.0), "Turn right onto the street"),
            (Street, None, depart, "Head east on the street"),
            (Path, None, by(-30.0), "Bear left onto the path"),
            (Path, None, by(0.0), "Continue along the path"),
            (Path, Some("Promenade"), by(0.0), "Continue along Promenade"),
            (Path, None, depart, "Head east along the path"),
            (Steps, None, by(0.0), "Continue along the steps"),
            (Steps, None, by(-90.0), "Turn left and take the steps"),
            (Steps, Some("Scala"), by(45.0), "Bear right and take the steps Scala"),
            (Steps, None, depart, "Head east along the steps"),
            (Ferry, Some("Valletta – Sliema"), by(70.0), "Take the ferry Valletta – Sliema"),
            (Ferry, None, depart, "Take the ferry"),
        ] {
            assert_eq!(sentence(&leg(kind, name, turn), EN), wanted);
        }
    }

    #[test]
    fn a_walk_is_told_in_the_language_asked_for() {
        use LegKind::{Ferry, Steps, Street};
        let chinese = Language::of_tag("zh-Hant").expect("it has a file");
        for (kind, name, turn, wanted) in [
            (Street, Some("信義路"), Turn::Depart { bearing_deg: 90.0 }, "沿信義路往東走"),
            (Street, Some("信義路"), by(90.0), "右轉進入信義路"),
            (Street, None, by(0.0), "沿這條街直走"),
            (Steps, None, by(-90.0), "左轉，走階梯"),
            (Ferry, None, by(0.0), "搭乘渡輪"),
        ] {
            assert_eq!(sentence(&leg(kind, name, turn), chinese), wanted);
        }
    }

    #[test]
    fn the_last_sentence_arrives_and_long_names_are_cut() {
        let long = "é".repeat(300);
        let legs = vec![leg(LegKind::Street, Some(&long), by(90.0))];
        let walk = Walk { points: vec![], distance_m: 12.5, duration_s: 9.0, legs };
        let steps = spoken(&walk, &long, EN);
        assert_eq!(steps[0].text, format!("Turn right onto {}", "é".repeat(80)));
        assert_eq!(steps[0].distance_m, 12.5);
        assert_eq!(steps[1], SpokenStep { text: format!("Arrive at {}", "é".repeat(80)), distance_m: 0.0 });
    }
}
