use super::graph::NEVER;
use super::*;
use crate::city::pack::{Pace, Passage, WalkingEdge, WalkingRecord};
use crate::spatial::{destination, distance_m};
use proptest::prelude::*;

fn edge(tail: u32, head: u32) -> WalkingEdge {
    WalkingEdge {
        tail,
        head,
        between: vec![],
        kind: LegKind::Street,
        pace: Pace::Full,
        passage: Passage::Both,
        name: None,
        half_signals: 0,
        ferry_s: 0,
    }
}

fn walking(nodes: &[(f64, f64)], mut edges: Vec<WalkingEdge>) -> Walking {
    edges.sort_by_key(|edge| (edge.tail, edge.head));
    let nodes = nodes.iter().map(|(lng, lat)| Position::new(*lng, *lat)).collect();
    Walking::decode(&WalkingRecord { nodes, edges }.encode()).expect("it is whole")
}

/// A cross of two streets with a staircase and a ferry: metres are about 90 and 111 for a thousandth of a degree.
fn town() -> Walking {
    let nodes = [(14.5, 35.9), (14.501, 35.9), (14.502, 35.9), (14.501, 35.901), (14.501, 35.899), (14.53, 35.9)];
    let named = |tail, head, name: &str| WalkingEdge { name: Some(name.into()), ..edge(tail, head) };
    let steps = WalkingEdge { kind: LegKind::Steps, ..edge(1, 3) };
    let ferry = WalkingEdge { kind: LegKind::Ferry, ferry_s: 600, name: Some("Boat".into()), ..edge(2, 5) };
    walking(
        &nodes,
        vec![named(0, 1, "High Street"), named(1, 2, "High Street"), steps, named(1, 4, "Well Lane"), ferry],
    )
}

#[test]
fn a_walk_follows_streets_and_says_how_each_is_entered() {
    let town = town();
    let walk = town.route(Position::new(14.5, 35.9001), Position::new(14.5011, 35.9009)).expect("there is a way");
    let names: Vec<_> = walk.legs.iter().map(|leg| (leg.kind, leg.name.as_deref())).collect();
    assert_eq!(names, [(LegKind::Street, Some("High Street")), (LegKind::Steps, None)]);
    let Turn::Depart { bearing_deg } = walk.legs[0].turn else { panic!("a walk begins by setting out") };
    assert!((bearing_deg - 90.0).abs() < 0.5, "{bearing_deg}");
    let Turn::By { angle_deg } = walk.legs[1].turn else { panic!("then it turns") };
    assert!((angle_deg + 90.0).abs() < 0.5, "to the left: {angle_deg}");
    assert!((walk.distance_m - (90.3 + 99.9)).abs() < 1.0, "{}", walk.distance_m);
    assert!((walk.duration_s - walk.distance_m * 0.72).abs() < 0.1, "{}", walk.duration_s);
    assert!(!walk.uses_ferry());
}

#[test]
fn a_ferry_takes_its_own_time_and_is_told() {
    let quay = Position::new(14.53, 35.9);
    assert!(town().route(Position::new(14.5015, 35.9), quay).is_none(), "nobody begins or ends a walk on a ferry");
    let nodes = [(14.5, 35.9), (14.502, 35.9), (14.53, 35.9), (14.531, 35.9)];
    let ferry = WalkingEdge { kind: LegKind::Ferry, ferry_s: 600, ..edge(1, 2) };
    let town = walking(&nodes, vec![edge(0, 1), ferry, edge(2, 3)]);
    let walk = town.route(Position::new(14.502, 35.9), quay).expect("by ferry");
    assert!(walk.uses_ferry() && (walk.duration_s - 600.0).abs() < 1.0, "{walk:?}");
}

#[test]
fn one_way_for_walkers_is_kept_also_within_one_edge() {
    let one_way = WalkingEdge { passage: Passage::Forward, ..edge(0, 1) };
    let town = walking(&[(14.5, 35.9), (14.502, 35.9)], vec![one_way]);
    let (a, b) = (Position::new(14.5005, 35.9), Position::new(14.5015, 35.9));
    assert!(town.route(a, b).is_some() && town.route(b, a).is_none());
}

#[test]
fn an_end_too_far_from_any_street_has_no_way() {
    let town = town();
    let start = Position::new(14.5, 35.9);
    let beside = |metres: f64| destination(start, 270.0, metres);
    assert!(town.route(beside(299.0), start).is_some() && town.route(beside(301.0), start).is_none());
    assert!(town.reachable(beside(299.0), 5).is_some() && town.reachable(beside(301.0), 5).is_none());
}

#[test]
fn a_place_beside_a_street_apart_from_the_others_is_walked_to_from_the_next() {
    // A courtyard that nothing leads to, nearer than the street; the street is the network.
    let nodes = [(14.5, 35.9), (14.504, 35.9), (14.502, 35.9003), (14.503, 35.9003), (14.51, 35.9)];
    let town = walking(&nodes, vec![edge(0, 1), edge(1, 4), edge(2, 3)]);
    let inside = Position::new(14.5025, 35.9004);
    let walk = town.route(inside, Position::new(14.508, 35.9)).expect("from the street");
    assert!((walk.points[0].lat - 35.9).abs() < 1e-9, "{:?}", walk.points[0]);
    let within = town.route(inside, Position::new(14.5021, 35.9004)).expect("within the courtyard");
    assert!((within.points[0].lat - 35.9003).abs() < 1e-9);
}

#[test]
fn an_area_ends_where_the_time_does_and_is_no_wider_than_it_says() {
    let street = walking(&[(14.5, 35.9), (14.55, 35.9)], vec![edge(0, 1)]);
    let center = Position::new(14.52, 35.9);
    let area = street.reachable(center, 5).expect("it is on the street");
    // Five minutes at 5 km/h are 416.7 m, either way, and 75 m aside.
    for (bearing, metres, inside) in [
        (90.0, 413.0, true),
        (90.0, 420.0, false),
        (270.0, 413.0, true),
        (270.0, 420.0, false),
        (0.0, 73.0, true),
        (0.0, 77.0, false),
        (180.0, 73.0, true),
    ] {
        assert_eq!(area.contains(destination(center, bearing, metres)), inside, "{bearing} {metres}");
    }
    let expected = 2.0 * 416.7 * 150.0;
    assert!((area.area_m2() / expected - 1.0).abs() < 0.01, "{} {expected}", area.area_m2());
}

#[test]
fn an_area_has_a_hole_where_no_street_is_near() {
    // A square of streets 400 m wide: its middle is 200 m from all of them.
    let nodes = [(14.5, 35.9), (14.5044, 35.9), (14.5044, 35.9036), (14.5, 35.9036)];
    let square = walking(&nodes, vec![edge(0, 1), edge(1, 2), edge(2, 3), edge(0, 3)]);
    let area = square.reachable(Position::new(14.5, 35.9), 30).expect("it is on the street");
    assert_eq!((area.polygons.len(), area.polygons[0].holes.len()), (1, 1));
    assert!(!area.contains(Position::new(14.5022, 35.9018)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_hierarchy_is_as_quick_as_the_plainest_search(
        times in proptest::collection::vec((1u32..5000, 1u32..5000, 0u8..10), 60),
        pairs in proptest::collection::vec((0u32..36, 0u32..36), 8),
    ) {
        // A grid of six by six, some streets one way, some shut.
        let (mut tails, mut heads, mut forward, mut backward) = (vec![], vec![], vec![], vec![]);
        let mut times = times.into_iter();
        for node in 0..36u32 {
            for next in [(node % 6 < 5).then_some(node + 1), (node < 30).then_some(node + 6)].into_iter().flatten() {
                let (there, back, kind) = times.next().unwrap_or((7, 7, 5));
                tails.push(node);
                heads.push(next);
                forward.push(if kind == 0 || kind == 2 { NEVER } else { there });
                backward.push(if kind == 1 || kind == 2 { NEVER } else { back });
            }
        }
        let hierarchy = hierarchy::Hierarchy::build(36, &tails, &heads, &forward, &backward).expect("it is whole");
        for (from, to) in pairs {
            let mut quickest = vec![u64::MAX; 36];
            quickest[from as usize] = 0;
            for _ in 0..36 {
                for edge in 0..tails.len() {
                    for (a, b, ms) in [(tails[edge], heads[edge], forward[edge]), (heads[edge], tails[edge], backward[edge])] {
                        let (a, b) = (a as usize, b as usize);
                        if ms != NEVER && quickest[a] != u64::MAX {
                            quickest[b] = quickest[b].min(quickest[a] + u64::from(ms));
                        }
                    }
                }
            }
            let path = hierarchy.path([Some((from, 0)), None], [Some((to, 0)), None]);
            prop_assert_eq!(path.as_ref().map_or(u64::MAX, |path| u64::from(path.ms)), quickest[to as usize]);
            let Some(path) = path else { continue };
            let (mut at, mut ms) = (path.first, 0u64);
            for along in path.edges {
                let edge = along.edge as usize;
                let (start, end, time) = if along.forward {
                    (tails[edge], heads[edge], forward[edge])
                } else {
                    (heads[edge], tails[edge], backward[edge])
                };
                prop_assert_eq!(start, at);
                (at, ms) = (end, ms + u64::from(time));
            }
            prop_assert_eq!((at, ms), (to, quickest[to as usize]));
        }
    }

    #[test]
    fn a_walk_is_never_shorter_than_the_straight_line(x in 0.0..0.002f64, y in -0.001..0.001f64) {
        let (from, to) = (Position::new(14.5, 35.9), Position::new(14.5 + x, 35.9 + y));
        let walk = town().route(from, to).expect("all is near");
        let (first, last) = (walk.points[0], walk.points[walk.points.len() - 1]);
        prop_assert!(walk.distance_m >= distance_m(first, last) - 0.01);
    }
}
