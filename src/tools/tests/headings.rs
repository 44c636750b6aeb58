//! What somebody sees who faces one way.

use super::super::fixture::{Fixture, ids};
use crate::city::pack::FeatureRecord;
use crate::city::{Category, CategorySet};
use crate::spatial::{Position, inverse};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

const TOOLS: [&str; 3] = ["find_features", "list_features_in_view", "describe_surroundings"];

#[test]
fn with_a_heading_rows_are_phrased_from_where_one_looks() {
    let fixture = Fixture::new();
    let east = json!({ "near": "osm:node:1", "radius_m": 1100, "heading_deg": 90 });
    let answer = fixture.call("find_features", east);
    let rows = answer["features"].as_array().expect("a list");
    let lidl = json!({
        "id": "osm:way:13", "name": "Lidl", "category": "supermarket", "distance_m": 202,
        "bearing_deg": 90.0, "relative_bearing_deg": 0.0, "direction_phrase": "directly ahead, about 200 metres",
    });
    assert_eq!(rows[2], lidl);
    assert_eq!(rows[3]["direction_phrase"], "to your left, about 550 metres");
    assert_eq!((&rows[3]["bearing_deg"], &rows[3]["relative_bearing_deg"]), (&json!(0.0), &json!(-90.0)));
    assert!(answer.get("out_of_view").is_none() && rows.iter().all(|row| row.get("direction").is_none()));
    for here in &rows[..2] {
        assert!(here["distance_m"] == 0 && here.get("direction_phrase").is_none(), "{here}");
        assert!(here.get("bearing_deg").is_none() && here.get("relative_bearing_deg").is_none(), "{here}");
    }
}

#[test]
fn the_field_of_view_comes_before_the_limit_and_what_it_drops_is_counted() {
    let fixture = Fixture::new();
    let west = json!({ "near": { "lng": 121.5001, "lat": 25.0 }, "radius_m": 1500, "limit": 1,
        "categories": ["park", "supermarket"], "heading_deg": 270, "fov_deg": 60 });
    let answer = fixture.call("find_features", west);
    assert_eq!((ids(&answer), &answer["total"]), (vec!["osm:way:11"], &json!(1)));
    assert_eq!((&answer["returned"], &answer["out_of_view"]), (&json!(1), &json!(2)));
}

#[test]
fn category_counts_are_of_what_is_seen() {
    let fixture = Fixture::new();
    let answer = fixture.call("list_features_in_view", json!({ "heading_deg": 0, "fov_deg": 90 }));
    assert_eq!(answer["category_counts"], json!({ "mrt_station": 1, "park": 1, "district": 1 }));
    assert_eq!((&answer["total"], answer["out_of_view"].as_u64() > Some(0)), (&json!(3), true));
}

#[test]
fn surroundings_are_grouped_by_side_for_who_faces_somewhere_and_say_you_only_then() {
    let fixture = Fixture::new();
    let plain = fixture.call("describe_surroundings", json!({ "from": "osm:node:1", "radius_m": 1100 }));
    assert_eq!(plain["groups"][1]["features"][0]["direction_phrase"], "to the east, about 200 metres");
    assert_eq!(plain["groups"][1]["direction"], "E");
    assert!(!plain.to_string().contains("you"), "{plain}");
    let facing = json!({ "from": "osm:node:1", "radius_m": 1100, "heading_deg": 300, "fov_deg": 200 });
    let answer = fixture.call("describe_surroundings", facing);
    let sides: Vec<_> = answer["groups"].as_array().expect("a list").iter().map(|g| &g["direction_phrase"]).collect();
    assert_eq!(sides, [&json!(null), &json!("to your right"), &json!("ahead and slightly to your left")]);
    assert_eq!(answer["groups"][1]["features"][0]["relative_bearing_deg"], 60.0);
    assert_eq!((&answer["total"], &answer["returned"], &answer["out_of_view"]), (&json!(3), &json!(3), &json!(2)));
    assert!(!answer.to_string().contains("\"direction\":"), "{answer}");
}

#[test]
fn a_field_of_view_without_a_heading_or_out_of_range_is_refused() {
    let fixture = Fixture::new();
    for tool in TOOLS {
        for (input, part) in [
            (json!({ "fov_deg": 90 }), "without heading_deg"),
            (json!({ "heading_deg": -1 }), "heading_deg must be a number of 0 to 360"),
            (json!({ "heading_deg": 360.1 }), "you gave 360.1"),
            (json!({ "heading_deg": 10, "fov_deg": 0.5 }), "fov_deg must be a number of 1 to 360"),
            (json!({ "heading_deg": 10, "fov_deg": 361 }), "you gave 361"),
            (json!({ "heading_deg": "north" }), "heading_deg must be a number"),
        ] {
            let answer = fixture.call(tool, input);
            assert_eq!(answer["code"], "invalid_argument", "{tool}");
            assert!(answer["error"].as_str().expect("a sentence").contains(part), "{answer}");
        }
        let turned = fixture.call(tool, json!({ "heading_deg": 360, "fov_deg": 90 }));
        assert_eq!(turned, fixture.call(tool, json!({ "heading_deg": 0, "fov_deg": 90 })), "360 is 0");
    }
}

/// Where the places of the next test are: on rings round the centre, none of them the same way as another.
fn scattered() -> Vec<Position> {
    let at = |index: u32| {
        let (way, far) = (f64::from(index) * 2.4, 0.0004 * f64::from(index + 1));
        Position::new(121.5 + far * way.cos(), 25.0 + far * way.sin())
    };
    (0..40).map(at).collect()
}

#[test]
fn the_cone_is_what_brute_force_finds_from_anywhere_and_out_of_view_is_the_rest() {
    let positions = scattered();
    let school = |(index, position): (usize, &Position)| FeatureRecord {
        id: format!("osm:node:{}", index + 1),
        name: Some("School".into()),
        position: Some(*position),
        categories: CategorySet::NONE.with(Category::School),
        ..FeatureRecord::default()
    };
    let fixture = Fixture::of(positions.iter().enumerate().map(school).collect(), true);
    let stored = fixture.call("find_features", json!({ "limit": 100 }));
    assert_eq!(stored["returned"], 40);
    let near = (121.48..121.52, 24.98..25.02);
    let mut runner = TestRunner::new(Config { cases: 1_000, ..Config::default() });
    let case = (near.0, near.1, 0.0..=360.0, 1.0..=360.0, 200.0..4_000.0);
    let ran = runner.run(&case, |(lng, lat, heading, fov, radius_m): (f64, f64, f64, f64, f64)| {
        let origin = Position::new(lng, lat);
        let (mut seen, mut dropped, mut close) = (Vec::new(), 0, false);
        for position in &positions {
            let line = inverse(origin, *position);
            let off = (line.bearing_deg - heading).abs();
            let off = if off > 180.0 { 360.0 - off } else { off };
            // Packs keep positions to a tenth of a millionth of a degree: what hangs on that is no test.
            close |= (line.distance_m - radius_m).abs() < 0.1 || (off - fov / 2.0).abs() * line.distance_m < 10.0;
            if line.distance_m <= radius_m {
                if off <= fov / 2.0 { seen.push(line.distance_m) } else { dropped += 1 }
            }
        }
        prop_assume!(!close);
        let input = json!({ "near": { "lng": lng, "lat": lat }, "radius_m": radius_m, "limit": 5,
            "heading_deg": heading, "fov_deg": fov });
        let answer = fixture.call("find_features", input);
        prop_assert_eq!(&answer["total"], &json!(seen.len()));
        prop_assert_eq!(&answer["returned"], &json!(seen.len().min(5)));
        prop_assert_eq!(answer["out_of_view"].as_u64().unwrap_or(0), dropped);
        prop_assert!(dropped > 0 || answer.get("out_of_view").is_none());
        seen.sort_by(f64::total_cmp);
        let empty = vec![];
        let rows = answer["features"].as_array().unwrap_or(&empty);
        for (row, metres) in rows.iter().zip(&seen) {
            let off = row["relative_bearing_deg"].as_f64().unwrap_or(999.0).abs();
            prop_assert!(off <= fov / 2.0 + 0.1, "{}", row);
            prop_assert!((row["distance_m"].as_f64().unwrap_or_default() - metres).abs() <= 0.6, "{}", row);
            prop_assert!(row["direction_phrase"].as_str().is_some_and(|said| said.contains(" a")), "{}", row);
        }
        Ok(())
    });
    ran.expect("the cone is exact");
}

#[test]
fn without_a_heading_nothing_of_it_is_in_the_answer() {
    let fixture = Fixture::new();
    let answer = fixture.call("find_features", json!({ "radius_m": 900 }));
    for row in answer["features"].as_array().expect("a list") {
        let of_headings = ["bearing_deg", "relative_bearing_deg", "direction_phrase"];
        assert!(of_headings.iter().all(|field| row.get(field).is_none_or(Value::is_null)), "{row}");
    }
}
