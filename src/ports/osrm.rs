//! What an OSRM service answers, checked before any of it is believed.

use crate::city::walking::{Leg, LegKind, Turn, Walk};
use crate::spatial::{Position, distance_m, line_length_m};
use serde::Deserialize;

/// A router moves the ends to the nearest path; farther than this, in metres, it is another walk.
pub const MAX_MOVED_M: f64 = 1_000.0;
/// Most points of a walk.
const MAX_POINTS: usize = 200_000;
/// Most steps of a walk.
const MAX_STEPS: usize = 20_000;
/// Characters kept of a name.
const MAX_NAME: usize = 200;
/// How far the distance that is claimed may be from the line's own length: a share and metres.
const LENGTH_SHARE: f64 = 0.1;
const LENGTH_M: f64 = 50.0;
/// OSRM measures on a sphere, which is off by up to half a per cent.
const SPHERE_SHARE: f64 = 0.006;
/// A line shorter than this, in metres, leads nowhere.
const NOWHERE_M: f64 = 1.0;
/// Metres a second of who walks, and of who takes ferries between.
const WALKING: std::ops::RangeInclusive<f64> = 0.05..=3.0;
const FERRYING: std::ops::RangeInclusive<f64> = 0.05..=30.0;
/// A change of direction below this, in degrees, is none.
const STRAIGHT_DEG: f64 = 20.0;

/// Why an answer is no walk between the places.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unfit {
    /// The service knows no way.
    #[error("it knows no way on foot between them")]
    NoWay,
    /// Both ends are moved to one point.
    #[error("both ends come to the same point of its network")]
    SamePoint,
    /// The line begins or ends too far from what was asked.
    #[error("its nearest path is {moved_m:.0} m away")]
    Moved {
        /// Whether it is the beginning.
        at_start: bool,
        /// How far, in metres.
        moved_m: f64,
    },
    /// It contradicts itself, or is no answer of a router at all.
    #[error("{0}")]
    Nonsense(&'static str),
}

use Unfit::Nonsense;

#[derive(Deserialize)]
struct Answer {
    code: String,
    #[serde(default)]
    routes: Vec<RawRoute>,
}

#[derive(Deserialize)]
struct RawRoute {
    distance: f64,
    duration: f64,
    geometry: Geometry,
    #[serde(default)]
    legs: Vec<RawLeg>,
}

#[derive(Deserialize)]
struct Geometry {
    r#type: String,
    coordinates: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
struct RawLeg {
    #[serde(default)]
    steps: Vec<RawStep>,
}

#[derive(Deserialize)]
struct RawStep {
    distance: f64,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    mode: Option<String>,
    maneuver: Maneuver,
}

#[derive(Deserialize)]
struct Maneuver {
    #[serde(default)]
    r#type: Option<String>,
    #[serde(default)]
    modifier: Option<String>,
    #[serde(default)]
    bearing_before: Option<f64>,
    #[serde(default)]
    bearing_after: Option<f64>,
}

/// The walk in the bytes of an answer.
pub(super) fn walk(bytes: &[u8], from: Position, to: Position) -> Result<Walk, Unfit> {
    let answer: Answer =
        serde_json::from_slice(bytes).map_err(|_| Nonsense("it is not what an OSRM service answers"))?;
    match answer.code.as_str() {
        "Ok" => {}
        "NoRoute" | "NoSegment" => return Err(Unfit::NoWay),
        _ => return Err(Nonsense("its code is not Ok")),
    }
    let route = answer.routes.into_iter().next().ok_or(Nonsense("it has no route"))?;
    let points = points(&route.geometry)?;
    let steps: Vec<RawStep> = route.legs.into_iter().flat_map(|leg| leg.steps).collect();
    if steps.len() > MAX_STEPS || !steps.iter().all(|step| is_length(step.distance)) {
        return Err(Nonsense("its steps cannot be"));
    }
    let legs = legs(steps);
    let walk = Walk { points, distance_m: route.distance, duration_s: route.duration, legs };
    check(&walk, from, to)?;
    Ok(walk)
}

fn is_length(metres: f64) -> bool {
    metres.is_finite() && metres >= 0.0
}

fn points(geometry: &Geometry) -> Result<Vec<Position>, Unfit> {
    if geometry.r#type != "LineString" {
        return Err(Nonsense("its geometry is no line"));
    }
    if !(2..=MAX_POINTS).contains(&geometry.coordinates.len()) {
        return Err(Nonsense("its line has too few or too many points"));
    }
    let points: Vec<_> = geometry.coordinates.iter().map(|[lng, lat]| Position::new(*lng, *lat)).collect();
    if points.iter().all(|point| point.is_valid()) { Ok(points) } else { Err(Nonsense("its line leaves the Earth")) }
}

fn check(walk: &Walk, from: Position, to: Position) -> Result<(), Unfit> {
    let [first, last] = [walk.points[0], walk.points[walk.points.len() - 1]];
    for (at_start, moved_m) in [(true, distance_m(from, first)), (false, distance_m(to, last))] {
        if moved_m > MAX_MOVED_M {
            return Err(Unfit::Moved { at_start, moved_m });
        }
    }
    let length_m = line_length_m(&walk.points);
    if !is_length(walk.distance_m) || !walk.duration_s.is_finite() {
        return Err(Nonsense("its distance or time cannot be"));
    }
    if (walk.distance_m - length_m).abs() > LENGTH_SHARE * length_m + LENGTH_M {
        return Err(Nonsense("its distance is not that of its line"));
    }
    if length_m < NOWHERE_M && walk.distance_m < NOWHERE_M {
        return Err(Unfit::SamePoint);
    }
    if walk.distance_m < distance_m(first, last) * (1.0 - SPHERE_SHARE) - NOWHERE_M {
        return Err(Nonsense("it is shorter than the straight line"));
    }
    let speed = walk.distance_m / walk.duration_s;
    let possible = if walk.uses_ferry() { FERRYING } else { WALKING };
    if walk.duration_s <= 0.0 || !possible.contains(&speed) {
        return Err(Nonsense("nobody walks at its speed"));
    }
    Ok(())
}

/// The walk's parts: steps that go on along the same street are one.
fn legs(steps: Vec<RawStep>) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for step in steps.into_iter().filter(|step| step.maneuver.r#type.as_deref() != Some("arrive")) {
        let leg = leg(step);
        let goes_on = |last: &Leg| {
            let same = last.kind == leg.kind && last.name == leg.name;
            let straight = matches!(leg.turn, Turn::By { angle_deg } if angle_deg.abs() < STRAIGHT_DEG);
            same && (leg.name.is_some() || straight)
        };
        match legs.last_mut().filter(|last| goes_on(last)) {
            Some(last) => last.distance_m += leg.distance_m,
            None => legs.push(leg),
        }
    }
    legs
}

fn leg(step: RawStep) -> Leg {
    let name = step.name.as_deref().and_then(plain);
    let kind = match (step.mode.as_deref(), &name) {
        (Some("ferry"), _) => LegKind::Ferry,
        (_, Some(_)) => LegKind::Street,
        (_, None) => LegKind::Path,
    };
    Leg { kind, name, turn: turn(&step.maneuver), distance_m: step.distance }
}

/// The text without control characters, clipped; `None` when nothing is left.
fn plain(text: &str) -> Option<String> {
    let kept: String = text.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    let kept = kept.trim();
    (!kept.is_empty()).then(|| kept.to_owned())
}

fn turn(maneuver: &Maneuver) -> Turn {
    let bearing = |degrees: Option<f64>| degrees.filter(|degrees| (0.0..=360.0).contains(degrees));
    let (before, after) = (bearing(maneuver.bearing_before), bearing(maneuver.bearing_after));
    if maneuver.r#type.as_deref() == Some("depart") {
        return Turn::Depart { bearing_deg: after.unwrap_or(0.0) };
    }
    let told = match maneuver.modifier.as_deref() {
        Some("slight right") => 45.0,
        Some("right") => 90.0,
        Some("sharp right") => 135.0,
        Some("slight left") => -45.0,
        Some("left") => -90.0,
        Some("sharp left") => -135.0,
        Some("uturn") => 180.0,
        _ => 0.0,
    };
    let angle_deg =
        before.zip(after).map_or(told, |(before, after)| (after - before + 540.0).rem_euclid(360.0) - 180.0);
    Turn::By { angle_deg }
}

#[cfg(test)]
#[path = "osrm_tests.rs"]
mod tests;
