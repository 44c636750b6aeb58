//! Walks and reachable areas: what is drawn and said of one, and what is when there is none.

use super::super::fixture::Fixture;
use super::super::plan_route::{End, Found, planned};
use super::super::reader::Place;
use super::super::{Reader, ToolError};
use crate::city::walking::{Leg, LegKind, Turn, Walk};
use crate::domain::{Drawing, DrawingKind, Edit, MAX_POINTS, MarkId, Origin};
use crate::ports::{Reply, WebError};
use crate::share::{Opened, open};
use crate::spatial::{Polygon, Position, Shape};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::time::Duration;

const CENTER: Position = Position::new(121.5, 25.0);

/// What a router answers for the walk from Daan to the Café, in two steps.
fn answer() -> Value {
    let step = |distance: f64, name: &str, kind: &str, after: f64| {
        let maneuver = json!({ "type": kind, "bearing_before": 0, "bearing_after": after });
        json!({ "distance": distance, "name": name, "mode": "walking", "maneuver": maneuver })
    };
    let steps =
        [step(60.4, "Main Street", "depart", 90.0), step(40.5, "", "turn", 270.0), step(0.0, "", "arrive", 0.0)];
    json!({ "code": "Ok", "routes": [{
        "distance": 100.9, "duration": 72.6, "legs": [{ "steps": steps }],
        "geometry": { "type": "LineString", "coordinates": [[121.5, 25.0], [121.5006, 25.0], [121.501, 25.0]] },
    }] })
}

fn ends() -> Value {
    json!({ "from": "osm:node:1", "to": { "lng": 121.501, "lat": 25.0 } })
}

#[test]
fn a_walk_is_drawn_with_what_the_router_said_of_it() {
    let fixture = Fixture::new();
    fixture.web.push_body(answer());
    let route = fixture.call("plan_route", ends());
    let asked = "https://routing.openstreetmap.de/routed-foot/route/v1/foot/121.500000,25.000000;121.501000,25.000000";
    assert!(fixture.web.asked()[0].starts_with(asked), "{:?}", fixture.web.asked());
    let attribution = route["attribution"].as_str().expect("whom to credit");
    assert!(attribution.contains("FOSSGIS") && attribution.contains("OpenStreetMap contributors"), "{attribution}");
    assert_eq!(route["state"]["drawings"]["items"][0]["length_m"], 101);
    let mut rest = route.clone();
    let fields = rest.as_object_mut().expect("an object");
    assert!(fields.remove("state").is_some() && fields.remove("attribution").is_some());
    let wanted = json!({
        "drawing_id": "drawing:1", "label": "walk: 大安 → 121.501, 25", "distance_m": 101, "duration_s": 73,
        "from": { "lng": 121.5, "lat": 25.0, "id": "osm:node:1", "name": "大安" },
        "to": { "lng": 121.501, "lat": 25.0 }, "points": 3,
    });
    assert_eq!(rest, wanted);
    let details = fixture.call("get_place_details", json!({ "id": "drawing:1" }));
    assert_eq!((&details["duration_s"], &details["attribution"]), (&json!(73), &json!(attribution)));
    assert_eq!(fixture.call("measure", json!({ "target": "drawing:1" }))["length_m"], 101);
    fixture.call("undo", json!({}));
    assert_eq!(fixture.call("get_map_state", json!({}))["drawings"]["count"], 0);
}

#[test]
fn steps_come_when_they_are_asked_for() {
    let fixture = Fixture::new();
    fixture.web.push_body(answer());
    let mut input = ends();
    input["steps"] = json!(true);
    input["label"] = json!("home");
    let route = fixture.call("plan_route", input);
    let wanted = json!([
        { "text": "Head east on Main Street", "distance_m": 60 },
        { "text": "Turn left onto the path", "distance_m": 41 },
        { "text": "Arrive at 121.501, 25", "distance_m": 0 },
    ]);
    assert_eq!((&route["steps"], route.get("steps_total"), &route["label"]), (&wanted, None, &json!("home")));
}

#[test]
fn a_router_that_gives_no_walk_leaves_the_map_as_it_is() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let before = fixture.session();
    let reply = |status: u16, body: Value| Ok(Reply { status, body: body.to_string().into_bytes() });
    let changed = |pointer: &str, value: Value| {
        let mut answer = answer();
        *answer.pointer_mut(pointer).expect("it is there") = value;
        reply(200, answer)
    };
    let far = json!([[121.52, 25.0], [121.501, 25.0]]);
    for (answer, reason, part) in [
        (Err(WebError::Unreachable), "unreachable", "cannot be reached"),
        (Err(WebError::TooLong), "nonsense", "longer than 2 MiB"),
        (reply(503, json!("busy")), "failed", "status 503"),
        (reply(400, json!({ "code": "NoRoute" })), "no_way", "no way on foot"),
        (reply(400, json!({ "code": "NoSegment" })), "no_way", "no way on foot"),
        (reply(200, json!("<html>")), "nonsense", "nothing was drawn"),
        (changed("/routes/0/distance", json!(-1)), "nonsense", "nothing was drawn"),
        (changed("/routes/0/duration", json!(0)), "nonsense", "speed"),
        (changed("/routes/0/geometry/coordinates", far), "too_far", "from is 2019 m"),
    ] {
        fixture.web.push(answer);
        let answer = fixture.call("plan_route", ends());
        let sentence = answer["error"].as_str().unwrap_or_default();
        assert_eq!((&answer["code"], &answer["reason"]), (&json!("route_unavailable"), &json!(reason)), "{answer}");
        assert!(sentence.contains(part) && sentence.ends_with('.'), "{sentence}");
        assert_eq!(fixture.session(), before, "{reason}");
        fixture.clock.advance(Duration::from_secs(1));
    }
}

#[test]
fn a_router_that_is_silent_is_given_up_after_eight_seconds() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let before = fixture.session();
    fixture.web.push_silence();
    let answer = fixture.call_after("plan_route", ends(), 8);
    assert_eq!((&answer["code"], &answer["reason"]), (&json!("route_unavailable"), &json!("slow")));
    assert_eq!((fixture.session(), fixture.web.aborted()), (before, 1));
}

#[test]
fn ends_that_are_no_two_places_are_refused_saying_which() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let before = fixture.session();
    for (from, to, code, field) in [
        (json!("Nowhere"), json!("daan"), "unknown_place", json!("from")),
        (json!("daan"), json!("Twin Garden"), "ambiguous_place", json!("to")),
        (json!("daan"), json!("osm:node:999"), "unknown_id", json!("to")),
        (json!("osm:node:1"), json!("Daan"), "invalid_argument", Value::Null),
        (json!("daan"), json!({ "lng": 121.500_001, "lat": 25.0 }), "invalid_argument", Value::Null),
        (json!({ "lng": 25.0, "lat": 121.5 }), json!("daan"), "invalid_argument", Value::Null),
    ] {
        let answer = fixture.call("plan_route", json!({ "from": from, "to": to }));
        assert_eq!((&answer["code"], answer.get("field").unwrap_or(&Value::Null)), (&json!(code), &field), "{answer}");
        assert_eq!(fixture.session(), before);
    }
    for input in [json!({ "from": "daan" }), json!({ "from": "daan", "to": "x", "mode": "car" })] {
        assert_eq!(fixture.call("plan_route", input)["code"], "invalid_argument");
    }
    assert!(fixture.web.asked().is_empty(), "nobody was asked");
    let mut same = answer();
    same["routes"][0]["geometry"]["coordinates"] = json!([[121.5, 25.0], [121.5, 25.0]]);
    same["routes"][0]["distance"] = json!(0);
    same["routes"][0]["duration"] = json!(0);
    fixture.web.push_body(same);
    let answer = fixture.call("plan_route", ends());
    assert_eq!(answer["code"], "invalid_argument", "{answer}");
    assert!(answer["error"].as_str().is_some_and(|sentence| sentence.contains("same point")));
}

/// A walk through these points, eastward along streets of that number.
fn walk(points: Vec<Position>, legs: usize) -> Found {
    let leg = |index: usize| Leg {
        kind: if index == 1 { LegKind::Ferry } else { LegKind::Street },
        name: Some("街".repeat(200)),
        turn: Turn::By { angle_deg: 90.0 },
        distance_m: 10.0,
    };
    let legs = (0..legs).map(leg).collect();
    Found { walk: Walk { points, distance_m: 5000.0, duration_s: 3600.0, legs }, attribution: "© them".into() }
}

/// The answer and the drawing of a walk that was found, without a map's state.
fn planned_walk(found: Found, steps: bool) -> Result<(Value, Drawing), ToolError> {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let city = Reader::new(&fixture.context, "test", Origin::Agent).loaded_city().expect("it is loaded");
    let ends = [CENTER, Position::new(121.6, 25.0)].map(|position| End::of(&city, &Place { position, key: None }));
    let plan = planned((7, Origin::Agent), None, &ends, found, steps, crate::language::Language::ENGLISH)?;
    let Some(Edit::AddDrawing(drawing)) = plan.drawn() else { panic!("nothing is drawn") };
    Ok((Value::Object(plan.answer.clone()), drawing.clone()))
}

#[test]
fn a_line_of_many_points_is_simplified_and_says_so() {
    let wave = |index: u32| Position::new(121.5 + f64::from(index) * 1e-5, 25.0 + f64::from(index).sin() * 1e-4);
    let points: Vec<_> = (0..5000).map(wave).collect();
    let (answer, drawing) = planned_walk(walk(points.clone(), 2), false).expect("it is drawn");
    let DrawingKind::Line { points: drawn, route: Some(route) } = drawing.kind() else { panic!("{drawing:?}") };
    assert_eq!((drawn.len(), drawn.first(), drawn.last()), (MAX_POINTS, points.first(), points.last()));
    assert_eq!((&answer["points"], &answer["simplified"]), (&json!(500), &json!(true)));
    assert_eq!((&answer["distance_m"], route.distance_m), (&json!(5000), 5000.0), "the router's own");
    assert_eq!((&answer["uses_ferry"], answer.get("steps")), (&json!(true), None));
    let (answer, _) = planned_walk(walk(points[..500].to_vec(), 1), false).expect("it is drawn");
    assert_eq!((answer.get("simplified"), answer.get("uses_ferry")), (None, None));
    let repeated: Vec<_> = points[..300].iter().flat_map(|point| [*point; 2]).collect();
    let (answer, _) = planned_walk(walk(repeated, 1), false).expect("it is drawn");
    assert_eq!((&answer["points"], answer.get("simplified")), (&json!(300), None), "what repeats is nothing lost");
}

#[test]
fn steps_are_forty_at_most_and_a_line_to_nowhere_is_no_walk() {
    let points = vec![CENTER, Position::new(121.6, 25.0)];
    for (legs, listed, total) in
        [(38, 39, Value::Null), (39, 40, Value::Null), (40, 40, json!(41)), (900, 40, json!(901))]
    {
        let (answer, _) = planned_walk(walk(points.clone(), legs), true).expect("it is drawn");
        let steps = answer["steps"].as_array().expect("a list");
        assert_eq!((steps.len(), answer.get("steps_total").unwrap_or(&Value::Null)), (listed, &total));
        assert!(answer.to_string().len() < 16 * 1024, "{}", answer.to_string().len());
    }
    let refused = planned_walk(walk(vec![CENTER; 4], 1), false);
    assert!(matches!(refused, Err(ToolError::InvalidArgument(_))), "the ends come to one point");
}

#[test]
fn without_a_router_the_answer_says_that_nobody_can_be_asked() {
    let fixture = Fixture::without_router();
    let answer = fixture.call("plan_route", ends());
    assert_eq!((&answer["code"], &answer["reason"]), (&json!("route_unavailable"), &json!("no_router")));
}

fn square() -> Shape {
    let corners = [(-0.003, -0.003), (0.003, -0.003), (0.003, 0.003), (-0.003, 0.003)];
    let outer = corners.map(|(x, y)| Position::new(121.5 + x, 25.0 + y)).to_vec();
    Shape { polygons: vec![Polygon { outer, holes: vec![] }] }
}

/// A map with a reachable area of the human's, its shape computed or not.
fn with_area(shape: Option<Shape>) -> Fixture {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let kind = DrawingKind::reachable(CENTER, 5).expect("it is fine");
    let kind = shape.into_iter().fold(kind, DrawingKind::with_shape);
    fixture.by_hand(Edit::AddDrawing(Drawing::new(1, Origin::User, Some("five".into()), kind)));
    fixture
}

#[test]
fn a_reachable_area_is_searched_measured_and_framed_like_any_area() {
    let fixture = with_area(Some(square()));
    let found = fixture.call("find_features", json!({ "within": "drawing:1", "categories": ["cafe"] }));
    assert_eq!(found["total"], 2, "{found}");
    let size = fixture.call("measure", json!({ "target": "drawing:1" }));
    assert!(size["area_m2"].as_i64().is_some_and(|area| (400_000..405_000).contains(&area)), "{size}");
    let details = fixture.call("get_place_details", json!({ "id": "drawing:1" }));
    assert_eq!((&details["minutes"], &details["area_m2"]), (&json!(5), &size["area_m2"]));
    let view = fixture.call("set_map_view", json!({ "fit": "drawing:1" }));
    assert!(view["bounds"]["east"].as_f64().is_some_and(|east| (121.503..121.52).contains(&east)), "{view}");
}

#[test]
fn what_needs_a_shape_that_cannot_be_computed_says_so() {
    let fixture = with_area(None);
    let before = fixture.session();
    for (tool, input) in [
        ("find_features", json!({ "within": "drawing:1" })),
        ("select_features", json!({ "within": "drawing:1" })),
        ("measure", json!({ "target": "drawing:1" })),
        ("set_map_view", json!({ "fit": "drawing:1" })),
        ("draw_shape", json!({ "type": "reachable", "center": "daan", "minutes": 10 })),
    ] {
        let answer = fixture.call(tool, input);
        assert_eq!(
            (&answer["code"], &answer["reason"]),
            (&json!("route_unavailable"), &json!("no_walking_data")),
            "{tool}"
        );
        assert!(answer["error"].as_str().is_some_and(|sentence| sentence.contains("Testville")), "{answer}");
        assert_eq!(fixture.session(), before, "{tool}");
    }
    assert_eq!(fixture.call("list_marks", json!({}))["marks"][0]["kind"], "reachable");
    assert_eq!(fixture.call("get_place_details", json!({ "id": "drawing:1" }))["minutes"], 5);
    let mut computed = Box::pin(crate::tools::compute_shapes(&fixture.context));
    assert!((&mut computed).now_or_never().is_none(), "the page moves on first");
    fixture.clock.advance(Duration::from_millis(100));
    assert!(matches!(computed.now_or_never(), Some(Err(ToolError::RouteUnavailable(_)))));
}

#[test]
fn a_shape_that_comes_later_is_no_edit() {
    let fixture = with_area(None);
    let version = fixture.call("get_map_state", json!({}))["state_version"].clone();
    fixture.context.set_reachable_shape(MarkId::Drawing(1), square());
    let state = fixture.call("get_map_state", json!({}));
    assert_eq!((&state["state_version"], state.get("changed_by_user")), (&version, None));
    assert!(state["drawings"]["items"][0]["area_m2"].is_i64(), "{state}");
    assert_eq!(crate::tools::compute_shapes(&fixture.context).now_or_never(), Some(Ok(())), "nothing is left to do");
}

#[test]
fn each_kind_of_shape_takes_only_what_belongs_to_it() {
    let fixture = Fixture::new();
    let points = json!([[121.5, 25.0], [121.51, 25.0]]);
    for (input, part) in [
        (json!({ "type": "reachable", "minutes": 5 }), "A reachable area needs center"),
        (json!({ "type": "reachable", "center": "daan" }), "needs minutes"),
        (json!({ "type": "reachable", "center": "daan", "minutes": 5, "radius_m": 5 }), "radius_m belongs to a circle"),
        (json!({ "type": "reachable", "center": "daan", "minutes": 5, "coordinates": points }), "coordinates belong"),
        (json!({ "type": "circle", "center": "daan", "minutes": 5 }), "minutes belong to a reachable area; a circle"),
        (json!({ "type": "line", "coordinates": points, "minutes": 5 }), "minutes belong"),
        (json!({ "type": "reachable", "center": "daan", "minutes": 0 }), "1 to 60"),
        (json!({ "type": "reachable", "center": "daan", "minutes": 61 }), "1 to 60"),
        (json!({ "type": "reachable", "center": "daan", "minutes": 5.5 }), "whole number"),
        (json!({ "type": "circle" }), "A circle needs center"),
    ] {
        let answer = fixture.call("draw_shape", input);
        assert_eq!(answer["code"], "invalid_argument", "{answer}");
        assert!(answer["error"].as_str().is_some_and(|sentence| sentence.contains(part)), "{answer}");
    }
}

#[test]
fn a_reachable_area_is_moved_only_by_its_centre_and_only_where_it_can_be_computed() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let kind = DrawingKind::reachable(CENTER, 5).expect("it is fine").with_shape(square());
    let edit = Edit::AddDrawing(Drawing::new(1, Origin::Agent, None, kind));
    fixture.context.commit(edit, Origin::Agent, "draw_shape").expect("it is new");
    let named = fixture.call("update_mark", json!({ "id": "drawing:1", "label": "near" }));
    assert!(named["area_m2"].is_i64(), "{named}");
    for (input, code) in [
        (json!({ "id": "drawing:1", "radius_m": 5 }), "invalid_argument"),
        (json!({ "id": "drawing:1", "coordinates": [[121.5, 25.0], [121.6, 25.0]] }), "invalid_argument"),
        (json!({ "id": "drawing:1", "center": "osm:node:20" }), "route_unavailable"),
    ] {
        assert_eq!(fixture.call("update_mark", input)["code"], code);
    }
}

#[test]
fn a_link_keeps_whose_a_reachable_area_is_and_what_it_is_called() {
    let fixture = with_area(Some(square()));
    fixture.context.set_page("https://map.example/");
    let url = fixture.call("get_share_link", json!({}))["url"].clone();
    let Opened::Map { map, skipped: 0 } = open(url.as_str().expect("a URL")) else { panic!("{url} does not open") };
    let drawing = &map.drawings[0];
    assert_eq!((drawing.origin, drawing.label.as_deref()), (Origin::User, Some("five")));
    assert_eq!(drawing.kind, DrawingKind::reachable(CENTER, 5).expect("it is fine"), "the shape is computed again");
}
