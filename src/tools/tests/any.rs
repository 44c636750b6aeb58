//! Any input at all.

use super::super::fixture::Fixture;
use proptest::prelude::*;
use serde_json::{Value, json};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-200i64..20_000).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop_oneof![
            Just("cafe"),
            Just("osm:node:1"),
            Just("daan"),
            Just("drawing:1"),
            Just("annotation:1"),
            Just("circle"),
            Just("otherton")
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let key = prop_oneof![
            Just("query"),
            Just("categories"),
            Just("near"),
            Just("radius_m"),
            Just("limit"),
            Just("lng"),
            Just("lat"),
            Just("place"),
            Just("feature_id"),
            Just("fit"),
            Just("center"),
            Just("zoom"),
            Just("bearing"),
            Just("id"),
            Just("ids"),
            Just("type"),
            Just("within"),
            Just("coordinates"),
            Just("label"),
            Just("at"),
            Just("note"),
            Just("a"),
            Just("b"),
            Just("target"),
            Just("city"),
            Just("heading_deg"),
            Just("fov_deg"),
            Just("area"),
            Just("bbox"),
            Just("group_by"),
            Just("stats"),
        ];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(key.prop_map(str::to_owned), inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_input_gets_an_answer_and_a_refused_one_changes_nothing(input in any_json(), index in 0..super::super::core().len()) {
        let fixture = Fixture::two_cities();
        fixture.context.set_page("https://map.example/");
        fixture.call("draw_shape", json!({ "type": "circle", "center": "daan" }));
        fixture.call("annotate", json!({ "at": "daan", "note": "x" }));
        fixture.call("select_features", json!({ "ids": ["osm:node:1"] }));
        let before = fixture.session();
        let tool = super::super::catalog()[index].name;
        let answer = fixture.call(tool, input);
        prop_assert!(answer.is_object());
        if answer["isError"] == true {
            prop_assert!(answer["code"].is_string() && answer["error"].is_string());
            prop_assert_eq!(fixture.session(), before);
        }
    }
}
