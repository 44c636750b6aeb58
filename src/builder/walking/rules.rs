//! Which ways may be walked, and how: OpenStreetMap's own customs (its wiki: "OSM tags for routing/Access restrictions",
//! "Key:foot", "Key:sidewalk", "Tag:route=ferry") as routers for pedestrians read them.

use crate::city::pack::{Pace, Passage};
use crate::city::walking::LegKind;

/// Streets that may be walked unless their tags say otherwise.
const STREETS: [&str; 12] = [
    "primary",
    "primary_link",
    "secondary",
    "secondary_link",
    "tertiary",
    "tertiary_link",
    "unclassified",
    "residential",
    "living_street",
    "service",
    "pedestrian",
    "road",
];
/// Other ways made for walking.
const PATHS: [&str; 5] = ["footway", "path", "track", "platform", "pier"];
/// What is walked along its edge though it is no highway.
const OTHERS: [(&str, &str); 4] =
    [("railway", "platform"), ("man_made", "pier"), ("amenity", "parking"), ("amenity", "parking_entrance")];
/// Values of `foot` or `access` that keep walkers out.
const CLOSED: [&str; 6] = ["no", "private", "agricultural", "forestry", "delivery", "use_sidepath"];
/// Values that let them in for certain.
const OPEN: [&str; 4] = ["yes", "designated", "permissive", "foot"];
/// Barriers that nobody passes, where no tag of access says otherwise.
const WALLS: [&str; 3] = ["yes", "wall", "fence"];

/// What a way is for a walker.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    pub(super) kind: LegKind,
    pub(super) pace: Pace,
    pub(super) passage: Passage,
    pub(super) name: Option<String>,
    /// What a ferry takes by its tags, in seconds.
    pub(super) ferry_s: Option<f64>,
}

/// What a node is for a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// Nobody passes.
    Barrier,
    /// One waits.
    Signal,
}

/// The tags of an object, asked by key.
#[derive(Clone, Copy)]
pub(super) struct Tagged<'a>(pub(super) &'a [(&'a str, &'a str)]);

impl<'a> Tagged<'a> {
    fn get(self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    fn is(self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }
}

/// The way as a walker sees it; `None` when it is not for walking.
pub(super) fn way(tags: Tagged<'_>) -> Option<Way> {
    let highway = tags.get("highway");
    let is_ferry = tags.is("route", "ferry");
    let is_other = OTHERS.iter().any(|(key, value)| tags.is(key, value));
    if highway.is_none() && !is_ferry && !is_other && !tags.is("public_transport", "platform") {
        return None;
    }
    let is_blocked = tags.is("motorroad", "yes") || tags.is("impassable", "yes") || tags.is("status", "impassable");
    if is_blocked || highway == Some("proposed") {
        return None;
    }
    let access = [access(tags, "forward"), access(tags, "backward")];
    let by_custom = is_ferry || is_other || highway.is_some_and(is_walked);
    let may = |access: Option<&str>| match access {
        Some(value) => !CLOSED.contains(&value),
        None => by_custom,
    };
    let mut open = access.map(may);
    if has_separate_sidewalk(tags) {
        // The pavement is a way of its own there; the carriageway counts only where walkers are let in for certain.
        open = [open[0] && access[0].is_some(), open[1] && access[1].is_some()];
    }
    let [one_way_forward, one_way_backward] = one_way(tags, highway);
    let passage = match (open[0] && !one_way_backward, open[1] && !one_way_forward) {
        (true, true) => Passage::Both,
        (true, false) => Passage::Forward,
        (false, true) => Passage::Backward,
        (false, false) => return None,
    };
    let kind = match highway {
        _ if is_ferry => LegKind::Ferry,
        Some("steps") => LegKind::Steps,
        Some("pedestrian") if tags.is("area", "yes") => LegKind::Path,
        Some(highway) if PATHS.contains(&highway) => LegKind::Path,
        Some(_) => LegKind::Street,
        None => LegKind::Path,
    };
    let ferry_s = tags.get("duration").filter(|_| is_ferry).and_then(duration_s);
    Some(Way { kind, pace: pace(tags), passage, name: name(tags, highway), ferry_s })
}

fn is_walked(highway: &str) -> bool {
    highway == "steps" || STREETS.contains(&highway) || PATHS.contains(&highway)
}

/// What the tags say of walking in a direction: `foot` before `access`, the direction's own key before the plain one.
fn access<'a>(tags: Tagged<'a>, direction: &str) -> Option<&'a str> {
    let said = ["foot", "access"]
        .into_iter()
        .find_map(|key| tags.get(&format!("{key}:{direction}")).or_else(|| tags.get(key)));
    said.map(best_of)
}

/// Of several values, the one that lets most in.
fn best_of(values: &str) -> &str {
    let rank = |value: &&str| match *value {
        value if OPEN.contains(&value) => 2,
        value if CLOSED.contains(&value) => 1,
        _ => 0,
    };
    // The first of equals: the one written first.
    values.split(';').map(str::trim).rev().max_by_key(rank).unwrap_or(values)
}

fn has_separate_sidewalk(tags: Tagged<'_>) -> bool {
    ["sidewalk", "sidewalk:both", "sidewalk:left", "sidewalk:right"].iter().any(|key| tags.is(key, "separate"))
}

/// Whether it is only walked forward, and only backward: by its tag for walkers, and as escalators run.
fn one_way(tags: Tagged<'_>, highway: Option<&str>) -> [bool; 2] {
    let tagged = match tags.get("oneway:foot") {
        Some("yes" | "1" | "true") => [true, false],
        Some("-1") => [false, true],
        _ => [false, false],
    };
    let may_run = matches!(highway, Some("steps" | "footway")) && !tags.is("oneway", "no");
    let runs = match tags.get("conveying") {
        Some("forward") if may_run => [true, false],
        Some("backward") if may_run => [false, true],
        _ => [false, false],
    };
    [tagged[0] || runs[0], tagged[1] || runs[1]]
}

fn pace(tags: Tagged<'_>) -> Pace {
    match tags.get("surface") {
        Some("gravel" | "fine_gravel" | "pebblestone") => Pace::Slow,
        Some("mud" | "sand") => Pace::Slowest,
        _ => Pace::Full,
    }
}

/// Its name; that of its street where it is a pavement.
fn name(tags: Tagged<'_>, highway: Option<&str>) -> Option<String> {
    let is_pavement = matches!(highway, Some("footway" | "cycleway" | "path"))
        && (tags.is("footway", "sidewalk") || tags.is("cycleway", "sidepath") || tags.is("is_sidepath", "yes"));
    let of_street = || tags.get("is_sidepath:of:name").or_else(|| tags.get("street:name")).filter(|_| is_pavement);
    tags.get("name").or_else(of_street).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// The obstacle that a node is, if any.
pub(super) fn obstacle(tags: Tagged<'_>) -> Option<Obstacle> {
    let is_closed = match tags.get("foot").or_else(|| tags.get("access")) {
        Some(value) => CLOSED.contains(&best_of(value)),
        None => {
            let lets_through = tags.is("bollard", "rising") || matches!(tags.get("sensory"), Some("audible" | "audio"));
            tags.get("barrier").is_some_and(|barrier| WALLS.contains(&barrier)) && !lets_through
        }
    };
    match tags.is("highway", "traffic_signals") {
        _ if is_closed => Some(Obstacle::Barrier),
        true => Some(Obstacle::Signal),
        false => None,
    }
}

/// A duration in seconds: minutes, `h:mm`, `h:mm:ss`, or ISO 8601 as `PT1H30M`.
fn duration_s(text: &str) -> Option<f64> {
    let number = |text: &str| text.parse::<u32>().ok().map(f64::from);
    if let Some(iso) = text.strip_prefix("PT") {
        let (mut seconds, mut digits) = (0.0, String::new());
        for c in iso.chars() {
            let unit = match c {
                '0'..='9' => {
                    digits.push(c);
                    continue;
                }
                'H' => 3600.0,
                'M' => 60.0,
                'S' => 1.0,
                _ => return None,
            };
            seconds += unit * number(&std::mem::take(&mut digits))?;
        }
        return (digits.is_empty() && seconds > 0.0).then_some(seconds);
    }
    let parts: Vec<f64> = text.trim().split(':').map(number).collect::<Option<_>>()?;
    let seconds = match parts[..] {
        [minutes] => minutes * 60.0,
        [hours, minutes] => (hours * 60.0 + minutes) * 60.0,
        [hours, minutes, seconds] => (hours * 60.0 + minutes) * 60.0 + seconds,
        _ => return None,
    };
    (seconds > 0.0).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(tags: &[(&str, &str)]) -> Option<Passage> {
        way(Tagged(tags)).map(|way| way.passage)
    }

    #[test]
    fn what_may_be_walked_follows_its_tags() {
        use Passage::{Backward, Both, Forward};
        type Tagging = &'static [(&'static str, &'static str)];
        let cases: &[(Tagging, Option<Passage>)] = &[
            (&[("highway", "residential")], Some(Both)),
            (&[("highway", "residential"), ("oneway", "yes")], Some(Both)),
            (&[("highway", "footway"), ("oneway:foot", "yes")], Some(Forward)),
            (&[("highway", "footway"), ("oneway:foot", "-1")], Some(Backward)),
            (&[("highway", "motorway")], None),
            (&[("highway", "trunk")], None),
            (&[("highway", "trunk"), ("foot", "yes")], Some(Both)),
            (&[("highway", "cycleway")], None),
            (&[("highway", "cycleway"), ("foot", "designated")], Some(Both)),
            (&[("highway", "path"), ("foot", "no")], None),
            (&[("highway", "path"), ("access", "private")], None),
            (&[("highway", "path"), ("access", "private"), ("foot", "yes")], Some(Both)),
            (&[("highway", "path"), ("foot", "private; yes")], Some(Both)),
            (&[("highway", "path"), ("foot:forward", "no")], Some(Backward)),
            (&[("highway", "secondary"), ("motorroad", "yes")], None),
            (&[("highway", "proposed"), ("foot", "yes")], None),
            (&[("highway", "construction")], None),
            (&[("highway", "tertiary"), ("sidewalk:left", "separate")], None),
            (&[("highway", "tertiary"), ("sidewalk:left", "separate"), ("foot", "yes")], Some(Both)),
            (&[("highway", "tertiary"), ("foot", "use_sidepath")], None),
            (&[("highway", "steps"), ("conveying", "forward")], Some(Forward)),
            (&[("highway", "steps"), ("conveying", "backward"), ("oneway", "no")], Some(Both)),
            (&[("railway", "platform")], Some(Both)),
            (&[("railway", "rail")], None),
            (&[("amenity", "parking")], Some(Both)),
            (&[("amenity", "school"), ("access", "yes")], None),
            (&[("man_made", "pier")], Some(Both)),
            (&[("route", "ferry")], Some(Both)),
            (&[("route", "ferry"), ("foot", "no")], None),
            (&[("building", "yes")], None),
        ];
        for (tags, expected) in cases {
            assert_eq!(passage(tags), *expected, "{tags:?}");
        }
    }

    #[test]
    fn a_way_has_its_kind_pace_and_name() {
        let of = |tags: &[(&str, &str)]| way(Tagged(tags)).map(|way| (way.kind, way.pace, way.name));
        let steps = of(&[("highway", "steps"), ("name", "Triq it-Taraġ")]);
        assert_eq!(steps, Some((LegKind::Steps, Pace::Full, Some("Triq it-Taraġ".into()))));
        let pavement = [("highway", "footway"), ("footway", "sidewalk"), ("street:name", "High Street")];
        assert_eq!(of(&pavement), Some((LegKind::Path, Pace::Full, Some("High Street".into()))));
        let beach = of(&[("highway", "track"), ("surface", "sand"), ("name", " ")]);
        assert_eq!(beach, Some((LegKind::Path, Pace::Slowest, None)));
        let square = of(&[("highway", "pedestrian"), ("area", "yes"), ("surface", "gravel")]);
        assert_eq!(square, Some((LegKind::Path, Pace::Slow, None)));
    }

    #[test]
    fn barriers_stop_walkers_and_signals_hold_them() {
        for (tags, expected) in [
            (&[("barrier", "fence")][..], Some(Obstacle::Barrier)),
            (&[("barrier", "gate")], None),
            (&[("barrier", "gate"), ("access", "private")], Some(Obstacle::Barrier)),
            (&[("barrier", "wall"), ("foot", "yes")], None),
            (&[("barrier", "fence"), ("sensory", "audio")], None),
            (&[("highway", "traffic_signals")], Some(Obstacle::Signal)),
            (&[("highway", "crossing")], None),
        ] {
            assert_eq!(obstacle(Tagged(tags)), expected, "{tags:?}");
        }
    }

    #[test]
    fn a_ferry_takes_what_its_duration_says() {
        for (text, seconds) in [
            ("00:25", Some(1500.0)),
            ("1:45", Some(6300.0)),
            ("15", Some(900.0)),
            ("0:10:30", Some(630.0)),
            ("PT1H5M", Some(3900.0)),
            ("PT", None),
            ("soon", None),
            ("1:2:3:4", None),
            ("0", None),
            ("-5", None),
        ] {
            assert_eq!(duration_s(text), seconds, "{text}");
        }
        let ferry = way(Tagged(&[("route", "ferry"), ("duration", "00:25")])).expect("it takes walkers");
        assert_eq!((ferry.kind, ferry.ferry_s), (LegKind::Ferry, Some(1500.0)));
    }
}
