use super::*;
use serde_json::{Value, json};

const FROM: Position = Position::new(14.5, 35.9);
const TO: Position = Position::new(14.51, 35.9);

/// A walk of 903 m as the crow flies, along two streets.
fn fine() -> Value {
    let step = |distance: f64, name: &str, kind: &str, before: f64, after: f64| {
        json!({
            "distance": distance, "name": name, "mode": "walking",
            "maneuver": { "type": kind, "bearing_before": before, "bearing_after": after },
        })
    };
    let steps = [
        step(500.0, "Triq ir-Repubblika", "depart", 0.0, 91.0),
        step(100.0, "Triq ir-Repubblika", "new name", 90.0, 100.0),
        step(302.0, "", "turn", 90.0, 0.0),
        step(0.0, "", "arrive", 0.0, 0.0),
    ];
    json!({
        "code": "Ok", "waypoints": [],
        "routes": [{
            "distance": 902.0, "duration": 650.5, "weight": 1,
            "geometry": { "type": "LineString", "coordinates": [[14.5001, 35.9], [14.505, 35.9001], [14.51, 35.9]] },
            "legs": [{ "steps": steps }],
        }],
    })
}

fn read(answer: &Value) -> Result<Walk, Unfit> {
    walk(answer.to_string().as_bytes(), FROM, TO)
}

/// The answer with one member changed.
fn with(path: &str, value: Value) -> Value {
    let mut answer = fine();
    *answer.pointer_mut(path).unwrap_or_else(|| panic!("there is no {path}")) = value;
    answer
}

#[test]
fn a_good_answer_is_a_walk_with_its_parts() {
    let walk = read(&fine()).expect("it is one");
    assert_eq!((walk.points.len(), walk.distance_m, walk.duration_s), (3, 902.0, 650.5));
    let street = Leg {
        kind: LegKind::Street,
        name: Some("Triq ir-Repubblika".into()),
        turn: Turn::Depart { bearing_deg: 91.0 },
        distance_m: 600.0,
    };
    let path = Leg { kind: LegKind::Path, name: None, turn: Turn::By { angle_deg: -90.0 }, distance_m: 302.0 };
    assert_eq!(walk.legs, [street, path]);
    assert!(!walk.uses_ferry());
}

#[test]
fn a_service_that_knows_no_way_says_so() {
    for code in ["NoRoute", "NoSegment"] {
        assert_eq!(read(&json!({ "code": code, "message": "Impossible" })), Err(Unfit::NoWay));
    }
    assert!(matches!(read(&json!({ "code": "InvalidQuery" })), Err(Nonsense(_))));
}

#[test]
fn whatever_cannot_be_is_refused() {
    let route = "/routes/0";
    let line = "/routes/0/geometry/coordinates";
    let long: Vec<_> = (0..200_001).map(|index| json!([14.5 + f64::from(index) * 5e-8, 35.9])).collect();
    let cases = [
        ("no code", json!({ "routes": fine()["routes"] })),
        ("no route", with("/routes", json!([]))),
        ("routes are no list", with("/routes", json!("none"))),
        ("negative distance", with("/routes/0/distance", json!(-902.0))),
        ("distance as text", with("/routes/0/distance", json!("902"))),
        ("distance null, as NaN is written", with("/routes/0/distance", Value::Null)),
        ("distance far too long", with("/routes/0/distance", json!(1_100.0))),
        ("distance far too short", with("/routes/0/distance", json!(760.0))),
        ("shorter than the straight line", with("/routes/0/distance", json!(880.0))),
        ("no time at all", with("/routes/0/duration", json!(0.0))),
        ("negative time", with("/routes/0/duration", json!(-650.5))),
        ("as fast as a car", with("/routes/0/duration", json!(60.0))),
        ("slower than a snail", with("/routes/0/duration", json!(100_000.0))),
        ("no geometry", with("/routes/0/geometry", Value::Null)),
        ("an encoded line", with("/routes/0/geometry", json!("_p~iF~ps|U_ulLnnqC"))),
        ("points, no line", with("/routes/0/geometry/type", json!("MultiPoint"))),
        ("one point", with(line, json!([[14.5, 35.9]]))),
        ("no point", with(line, json!([]))),
        ("too many points", with(line, Value::Array(long))),
        ("a point of one number", with(line, json!([[14.5001, 35.9], [14.505], [14.51, 35.9]]))),
        ("a point of three numbers", with(line, json!([[14.5001, 35.9, 7], [14.51, 35.9, 7]]))),
        ("a point off the Earth", with(line, json!([[14.5001, 35.9], [14.505, 95.0], [14.51, 35.9]]))),
        ("a point of null", with(line, json!([[14.5001, 35.9], [null, 35.9], [14.51, 35.9]]))),
        ("steps that are no list", with("/routes/0/legs/0/steps", json!({}))),
        ("a step of negative length", with("/routes/0/legs/0/steps/0/distance", json!(-1.0))),
        ("a step without a manoeuvre", with("/routes/0/legs/0/steps/0", json!({ "distance": 1.0 }))),
        ("a name that is no text", with("/routes/0/legs/0/steps/0/name", json!({ "x": 1 }))),
        ("a list", json!([])),
    ];
    for (what, answer) in cases {
        let found = read(&answer);
        assert!(matches!(found, Err(Nonsense(_))), "{what}: {found:?}");
    }
    assert!(fine().pointer(route).is_some());
    let text = fine().to_string();
    for (what, bytes) in [
        ("HTML", "<!doctype html><title>busy</title>".to_owned()),
        ("nothing", String::new()),
        ("NaN", text.replace("902.0", "NaN")),
        ("Infinity", text.replace("902.0", "1e999")),
        ("cut short", text[..text.len() / 2].to_owned()),
        ("nested without end", "[".repeat(100_000)),
    ] {
        let found = walk(bytes.as_bytes(), FROM, TO);
        assert!(matches!(found, Err(Nonsense(_))), "{what}: {found:?}");
    }
    assert!(matches!(walk(&[0xff, 0xfe, 0x00], FROM, TO), Err(Nonsense(_))));
}

#[test]
fn a_walk_between_other_places_is_refused_saying_which_end() {
    for (at_start, line) in [
        (true, json!([[14.485, 35.9], [14.51, 35.9]])),
        (false, json!([[14.5, 35.9], [14.525, 35.9]])),
        (true, json!([[14.512, 35.9], [14.5, 35.95]])),
        // Longitude and latitude exchanged.
        (true, json!([[35.9, 14.5001], [35.9, 14.51]])),
    ] {
        let found = read(&with("/routes/0/geometry/coordinates", line.clone()));
        let Err(Unfit::Moved { at_start: at, moved_m }) = found else { panic!("{line}: {found:?}") };
        assert!(at == at_start && moved_m > 1_000.0, "{line}");
    }
}

#[test]
fn two_ends_at_one_point_are_no_walk() {
    let mut answer = with("/routes/0/geometry/coordinates", json!([[14.505, 35.9], [14.505, 35.9]]));
    answer["routes"][0]["distance"] = json!(0.0);
    answer["routes"][0]["duration"] = json!(0.0);
    assert_eq!(read(&answer), Err(Unfit::SamePoint));
}

#[test]
fn only_a_ferry_is_faster_than_walking() {
    let mut answer = with("/routes/0/duration", json!(120.0));
    assert!(read(&answer).is_err());
    answer["routes"][0]["legs"][0]["steps"][1]["mode"] = json!("ferry");
    let walk = read(&answer).expect("ferries are fast");
    assert!(walk.uses_ferry());
    assert_eq!(walk.legs[1].kind, LegKind::Ferry);
    answer["routes"][0]["duration"] = json!(20.0);
    assert!(read(&answer).is_err(), "but not as fast as that");
}

#[test]
fn a_walk_without_steps_is_one_all_the_same() {
    assert_eq!(read(&with("/routes/0/legs", json!([]))).map(|walk| walk.legs), Ok(vec![]));
    assert_eq!(read(&with("/routes/0/legs", json!([{}]))).map(|walk| walk.legs), Ok(vec![]));
}

#[test]
fn names_are_clipped_and_cleaned() {
    let leg_named = |name: &str| {
        let walk = read(&with("/routes/0/legs/0/steps/2/name", json!(name))).expect("it is one");
        walk.legs[1].name.clone()
    };
    assert_eq!(leg_named("Triq\u{0}\n il-\u{1b}[31mKbira\u{85}").as_deref(), Some("Triq il-[31mKbira"));
    assert_eq!(leg_named(&"é".repeat(300)), Some("é".repeat(200)));
    assert_eq!(leg_named(" \n\t"), None);
}

#[test]
fn turns_come_from_bearings_and_else_from_words() {
    let turned = |maneuver: Value| {
        let walk = read(&with("/routes/0/legs/0/steps/2/maneuver", maneuver)).expect("it is one");
        walk.legs[1].turn
    };
    for (before, after, angle_deg) in
        [(350, 10, 20.0), (10, 350, -20.0), (0, 180, -180.0), (90, 90, 0.0), (359, 180, -179.0)]
    {
        let maneuver = json!({ "type": "turn", "modifier": "left", "bearing_before": before, "bearing_after": after });
        assert_eq!(turned(maneuver), Turn::By { angle_deg });
    }
    for (word, angle_deg) in [
        ("uturn", 180.0),
        ("sharp right", 135.0),
        ("right", 90.0),
        ("slight right", 45.0),
        ("straight", 0.0),
        ("slight left", -45.0),
        ("left", -90.0),
        ("sharp left", -135.0),
        ("sideways", 0.0),
    ] {
        assert_eq!(turned(json!({ "type": "turn", "modifier": word })), Turn::By { angle_deg });
        let odd = json!({ "type": "turn", "modifier": word, "bearing_before": -5, "bearing_after": 1e9 });
        assert_eq!(turned(odd), Turn::By { angle_deg });
    }
}

#[test]
fn paths_without_a_name_are_one_only_when_they_go_straight_on() {
    let unnamed = |angle: f64| {
        let mut answer = with("/routes/0/legs/0/steps/1/name", json!(""));
        answer["routes"][0]["legs"][0]["steps"][2]["maneuver"]["bearing_after"] = json!(90.0 + angle);
        read(&answer).expect("it is one").legs.len()
    };
    assert_eq!((unnamed(10.0), unnamed(25.0)), (2, 3));
}
