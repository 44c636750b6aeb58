//! Layers of one's own: every tool searches them, and they come and go.

use super::super::catalog;
use super::super::fixture::{Fixture, ids};
use crate::domain::{EditError, Origin, Selection};
use crate::export::{CREDIT, What, document, layer};
use futures_util::FutureExt;
use glassmap_layers::{Columns, FileFormat, Imported, Options, read, write};
use serde_json::{Value, json};
use std::time::Instant;

/// Three trees: one at the station, one 300 m to the north of it, one line of them to the east.
const TREES: &str = "name,kind,height,lat,lng,wkt\n\
    Oak by the gate,Quercus robur,12,25.0,121.5,\n\
    =Maple,Acer,8.5,25.003,121.5,\n\
    Alley,Quercus rubra,,,,\"LINESTRING(121.503 25.0,121.506 25.0,121.506 25.001)\"\n";

fn imported(text: &str, name: &str) -> Imported {
    read(text.as_bytes(), name, &Options::default(), &mut |_| ()).expect("it is fine")
}

/// Adds a layer; time stands still here, so that there is nothing to wait for.
fn add(fixture: &Fixture, name: String, title: &str, columns: Columns) -> Result<u32, EditError> {
    fixture.context.add_layer(name, title, columns).now_or_never().expect("nothing to wait for")
}

fn with_trees() -> (Fixture, u32) {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let name = fixture.context.reserve_layer("Trees.csv");
    assert_eq!(name, "layer:trees");
    let number = add(&fixture, name, "Trees.csv", imported(TREES, "Trees.csv").columns);
    (fixture, number.expect("there is room"))
}

#[test]
fn every_searching_tool_takes_the_layer_for_a_category() {
    let (fixture, _) = with_trees();
    let trees = json!(["layer:trees"]);
    let found = fixture.call("find_features", json!({ "categories": trees }));
    assert_eq!(ids(&found), ["layer:trees/2", "layer:trees/3", "layer:trees/4"]);
    assert_eq!(
        (&found["features"][1]["name"], &found["features"][1]["category"]),
        (&json!("=Maple"), &json!("layer:trees"))
    );
    let quercus = fixture.call("find_features", json!({ "query": "quercus" }));
    assert_eq!(ids(&quercus), ["layer:trees/2", "layer:trees/4"]);
    let near = fixture.call("find_features", json!({ "near": "layer:trees/3", "radius_m": 10, "categories": trees }));
    assert_eq!((ids(&near), &near["origin"]["name"]), (vec!["layer:trees/3"], &json!("=Maple")));
    let in_view = fixture.call("list_features_in_view", json!({}));
    assert_eq!(in_view["category_counts"]["layer:trees"], 3);
    let around = fixture.call("describe_surroundings", json!({ "from": "Daan", "radius_m": 350 }));
    let text = around["groups"].to_string();
    assert!(text.contains("layer:trees/2") && text.contains("layer:trees/3"), "{text}");
    let sides = json!({ "a": "Daan", "b": { "lng": 121.4, "lat": 25.0 }, "categories": ["layer:trees", "park"] });
    let compared = fixture.call("compare_areas", sides);
    assert_eq!(compared["by_category"]["layer:trees"]["a"]["count"], 3);
    assert!(compared["summary"].as_str().is_some_and(|text| text.contains("layer:trees 3 to 0")), "{compared}");
    let all = fixture.call("compare_areas", json!({ "a": "Daan", "b": "Longtan" }));
    assert_eq!(all["by_category"]["layer:trees"]["b"]["count"], 1);
    let groups =
        fixture.call("summarize_features", json!({ "categories": trees, "group_by": "kind", "stats": "height" }));
    assert_eq!((&groups["total"], &groups["stats"]["max"]), (&json!(3), &json!(12)), "{groups}");
    let kinds = fixture.call("summarize_features", json!({ "group_by": "category" }));
    assert!(
        kinds["groups"].as_array().expect("groups").contains(&json!({ "key": "layer:trees", "count": 3 })),
        "{kinds}"
    );
    let selected = fixture.call("select_features", json!({ "categories": trees }));
    assert_eq!(selected["state"]["selection"]["count"], 3);
    let names = fixture.call("resolve_names", json!({ "queries": [{ "text": "Oak by the gate" }] }));
    assert_eq!(names["results"][0]["entity"]["place"], "layer:trees/2", "{names}");
    let length = fixture.call("measure", json!({ "target": "layer:trees/4" }));
    assert!((400..430).contains(&length["length_m"].as_i64().expect("a length")), "{length}");
    let view = fixture.call("set_map_view", json!({ "fit": "layer:trees/4" }));
    assert!((view["center"]["lng"].as_f64().expect("a number") - 121.5045).abs() < 1e-3, "{view}");
    fixture
        .call("draw_shape", json!({ "type": "circle", "center": { "lng": 121.506, "lat": 25.001 }, "radius_m": 20 }));
    let inside = fixture.call("find_features", json!({ "within": "drawing:1", "categories": trees }));
    assert_eq!(ids(&inside), ["layer:trees/4"]);
}

#[test]
fn details_have_the_attributes_apart_whatever_they_are_called() {
    let (fixture, _) = with_trees();
    let details = fixture.call("get_place_details", json!({ "id": "layer:trees/2" }));
    assert_eq!(details["attributes"], json!({ "name": "Oak by the gate", "kind": "Quercus robur", "height": 12 }));
    assert_eq!((&details["categories"], &details["row"]), (&json!(["layer:trees"]), &json!(2)));
    let features = r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[121.5,25]},
        "properties":{"id":"osm:node:1","isError":true,"error":"stop","category":"park","__proto__":{"x":1},"long":"LONG"}}]}"#;
    let text = features.replace("LONG", &"x".repeat(100_000));
    let name = fixture.context.reserve_layer("evil.json");
    add(&fixture, name, "evil.json", imported(&text, "evil.json").columns).expect("there is room");
    let evil = fixture.call("get_place_details", json!({ "id": "layer:evil/1" }));
    assert_eq!(
        (evil.get("isError"), &evil["id"], &evil["category"]),
        (None, &json!("layer:evil/1"), &json!("layer:evil"))
    );
    assert_eq!(
        (&evil["attributes"]["isError"], &evil["attributes"]["__proto__"]),
        (&json!(true), &json!(r#"{"x":1}"#))
    );
    assert!(evil.to_string().len() < 2_000);
}

#[test]
fn schemas_name_the_layers_that_are_there_and_a_layer_that_is_not_is_refused() {
    let (fixture, number) = with_trees();
    let names = |name: &str| {
        let tool = catalog().iter().find(|tool| tool.name == name).expect("it is there");
        let schema = tool.schema_with(&fixture.context.layer_names());
        schema["properties"]["categories"]["items"]["enum"].to_string().contains("layer:trees")
    };
    let searching =
        ["find_features", "list_features_in_view", "select_features", "describe_surroundings", "compare_areas"];
    assert!(searching.into_iter().all(names));
    let wrong = fixture.call("find_features", json!({ "categories": ["layer:bushes"] }));
    assert!(wrong["error"].as_str().is_some_and(|text| text.contains("police, layer:trees")), "{wrong}");
    let wrong = fixture.call("summarize_features", json!({ "categories": ["layer:bushes"] }));
    assert!(wrong["error"].as_str().is_some_and(|text| text.contains("layer:trees")), "{wrong}");
    fixture.context.remove_layer(number).expect("it is there");
    assert!(!names("find_features"));
    assert_eq!(fixture.call("find_features", json!({ "categories": ["layer:trees"] }))["code"], "invalid_argument");
}

#[test]
fn a_layer_comes_and_goes_with_undo_and_its_selection_with_it() {
    let (fixture, number) = with_trees();
    let context = &fixture.context;
    let count = || fixture.call("find_features", json!({ "query": "quercus" }))["total"].clone();
    let state = fixture.call("get_map_state", json!({}));
    assert_eq!(state["layers"], json!([{ "name": "layer:trees", "title": "Trees.csv", "features": 3 }]));
    assert_eq!(state["changed_by_user"], true);
    fixture.call("select_features", json!({ "ids": ["layer:trees/2", "osm:node:1"] }));
    assert!(context.shared_map().selection.ids().eq(["osm:node:1"]), "a link has nothing of a layer");
    context.remove_layer(number).expect("it is there");
    assert_eq!((count(), context.session().selection().len()), (json!(0), 1));
    assert!(fixture.call("get_map_state", json!({})).get("layers").is_none());
    assert_eq!(fixture.call("undo", json!({}))["code"], "changed_since");
    context.undo(Origin::User).expect("the removal");
    assert_eq!((count(), context.session().selection().len()), (json!(2), 2));
    context.redo(Origin::User).expect("again");
    context.undo(Origin::User).expect("and back");
    context.undo(Origin::User).expect("the agent's selection");
    context.undo(Origin::User).expect("the import");
    assert_eq!((count(), context.session().selection()), (json!(0), &Selection::default()));
    assert_eq!(context.reserve_layer("trees.geojson"), "layer:trees-2");
}

#[test]
fn there_are_eight_layers_at_most_and_they_follow_into_another_city() {
    let fixture = Fixture::two_cities();
    fixture.call("get_map_state", json!({}));
    let add_one = |index: u32| {
        let name = fixture.context.reserve_layer(&format!("l{index}.csv"));
        add(&fixture, name, "l.csv", imported(TREES, "l.csv").columns)
    };
    assert!((0..8).all(|index| add_one(index).is_ok()) && !fixture.context.has_room_for_layer());
    assert!(add_one(8).is_err());
    assert_eq!(fixture.call("find_features", json!({ "query": "maple" }))["total"], 8);
    let other = fixture.call("set_city", json!({ "city": "otherton" }));
    assert_eq!(other["state"]["city"]["id"], "otherton", "{other}");
    assert_eq!(fixture.call("find_features", json!({ "query": "maple" }))["total"], 8);
}

#[test]
fn what_is_saved_and_imported_again_is_what_it_was() {
    let (fixture, number) = with_trees();
    fixture.call(
        "draw_shape",
        json!({ "type": "polygon", "label": "=A1", "coordinates": [[121.5, 25.0], [121.51, 25.0], [121.51, 25.01]] }),
    );
    fixture.call("annotate", json!({ "at": "Daan", "note": "Meet <here>", "icon": "☕" }));
    fixture.call("select_features", json!({ "ids": ["layer:trees/4", "osm:way:10"] }));
    let context = &fixture.context;
    let city = context.loader().city().expect("it is there");
    let found = What::Places(vec!["osm:node:1".into(), "layer:trees/3".into()]);
    let documents = [
        (document(&What::Marks, "Marks", &context.session(), &city), 2, false),
        (document(&What::Selection, "Selection", &context.session(), &city), 2, true),
        (document(&found, "Found", &context.session(), &city), 2, true),
        (layer("Trees", &context.layer_file(number).expect("kept")), 3, false),
    ];
    for (document, count, is_osm) in documents {
        assert_eq!((document.records.len(), document.credit.as_deref()), (count, is_osm.then_some(CREDIT)));
        for format in FileFormat::ALL {
            let text = write(&document, format);
            let again = imported(&text, &format!("a.{}", format.extension()));
            assert_eq!((again.report.kept as usize, again.report.found), (count, 0), "{text}");
            assert_eq!(text.contains("OpenStreetMap contributors, ODbL"), is_osm, "{text}");
            let mut before: Vec<_> = document.records.iter().map(|record| record.geometry.wkt()).collect();
            let mut after: Vec<_> = again.columns.geometries.iter().map(glassmap_layers::Geometry::wkt).collect();
            before.sort();
            after.sort();
            assert_eq!(before, after);
            let names = |name: &dyn Fn(usize) -> Option<String>| {
                (0..count).filter_map(name).collect::<std::collections::BTreeSet<_>>()
            };
            let before = names(&|index| document.records[index].property("name").map(str::to_owned));
            let after = names(&|index| again.columns.record(index).property("name").map(str::to_owned));
            assert_eq!(before, after);
        }
    }
}

/// Not a limit on the time of one machine, but far below the ten seconds of a call.
#[test]
fn tools_stay_quick_over_two_hundred_thousand_places() {
    let fixture = Fixture::new();
    fixture.call("get_map_state", json!({}));
    let rows: String = (0..200_000)
        .map(|i| {
            format!("Tree {i},oak,{},{}\n", 24.9 + f64::from(i / 500) / 2000.0, 121.3 + f64::from(i % 500) / 1250.0)
        })
        .collect();
    let columns = imported(&format!("name,kind,lat,lng\n{rows}"), "many.csv").columns;
    let start = Instant::now();
    let name = fixture.context.reserve_layer("many.csv");
    add(&fixture, name, "many.csv", columns).expect("there is room");
    println!("indexed in {:?}", start.elapsed());
    let calls: [(&str, Value); 6] = [
        ("find_features", json!({ "query": "tree 12345", "categories": ["layer:many"] })),
        ("find_features", json!({ "near": "Daan", "radius_m": 500 })),
        ("list_features_in_view", json!({})),
        ("compare_areas", json!({ "a": "Daan", "b": "Longtan" })),
        ("summarize_features", json!({ "group_by": "kind", "categories": ["layer:many"] })),
        ("resolve_names", json!({ "queries": [{ "text": "Tree 777" }] })),
    ];
    for (tool, input) in calls {
        let start = Instant::now();
        let answer = fixture.call(tool, input);
        println!("{tool}: {:?}", start.elapsed());
        assert!(answer.get("isError").is_none() && start.elapsed().as_secs() < 5, "{tool}: {answer}");
    }
}
