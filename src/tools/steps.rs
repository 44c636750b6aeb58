//! A walk as sentences to read out, one for each part of it.

use crate::city::walking::{Leg, LegKind, Turn, Walk};
use crate::domain::clipped;

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
pub(super) fn spoken(walk: &Walk, goal: &str) -> Vec<SpokenStep> {
    let part = |leg: &Leg| SpokenStep { text: sentence(leg), distance_m: leg.distance_m };
    let arrival = SpokenStep { text: format!("Arrive at {}", clipped(goal, MAX_NAME)), distance_m: 0.0 };
    walk.legs.iter().map(part).chain([arrival]).collect()
}

fn sentence(leg: &Leg) -> String {
    let name = leg.name.as_deref().map(|name| clipped(name, MAX_NAME));
    if leg.kind == LegKind::Ferry {
        return name.map_or_else(|| "Take the ferry".into(), |name| format!("Take the ferry {name}"));
    }
    let what = name.unwrap_or(match leg.kind {
        LegKind::Street | LegKind::Ferry => "the street",
        LegKind::Path => "the path",
        LegKind::Steps => "the steps",
    });
    let on = match (leg.kind, name) {
        (LegKind::Steps, _) | (LegKind::Path, None) => "along",
        _ => "on",
    };
    match leg.turn {
        Turn::Depart { bearing_deg } => format!("Head {} {on} {what}", compass(bearing_deg)),
        Turn::By { angle_deg } => match turn(angle_deg) {
            None => format!("Continue along {what}"),
            Some(turn) if leg.kind == LegKind::Steps => format!("{turn} and take {}", stairs(name)),
            Some(turn) => format!("{turn} onto {what}"),
        },
    }
}

/// Steps by their name, and without one.
fn stairs(name: Option<&str>) -> String {
    name.map_or_else(|| "the steps".into(), |name| format!("the steps {name}"))
}

/// The change of direction in words; `None` when it is none to speak of.
fn turn(angle_deg: f64) -> Option<String> {
    let side = if angle_deg < 0.0 { "left" } else { "right" };
    match angle_deg.abs() {
        angle if angle < 20.0 => None,
        angle if angle < 60.0 => Some(format!("Bear {side}")),
        angle if angle < 120.0 => Some(format!("Turn {side}")),
        angle if angle < 165.0 => Some(format!("Turn sharp {side}")),
        _ => Some("Turn back".into()),
    }
}

/// The nearest of eight directions in words.
fn compass(bearing_deg: f64) -> &'static str {
    const NAMES: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    // The remainder is in 0..8; the cast takes its whole part.
    NAMES[((bearing_deg + 22.5).rem_euclid(360.0) / 45.0) as usize % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let of = |angle_deg| sentence(&leg(LegKind::Street, Some("Main Street"), by(angle_deg)));
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
            let text = sentence(&leg(LegKind::Street, Some("Triq"), Turn::Depart { bearing_deg }));
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
            assert_eq!(sentence(&leg(kind, name, turn)), wanted);
        }
    }

    #[test]
    fn the_last_sentence_arrives_and_long_names_are_cut() {
        let long = "é".repeat(300);
        let legs = vec![leg(LegKind::Street, Some(&long), by(90.0))];
        let walk = Walk { points: vec![], distance_m: 12.5, duration_s: 9.0, legs };
        let steps = spoken(&walk, &long);
        assert_eq!(steps[0].text, format!("Turn right onto {}", "é".repeat(80)));
        assert_eq!(steps[0].distance_m, 12.5);
        assert_eq!(steps[1], SpokenStep { text: format!("Arrive at {}", "é".repeat(80)), distance_m: 0.0 });
    }
}
