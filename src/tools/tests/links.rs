//! The map in a link.

use super::super::fixture::Fixture;
use crate::domain::{Drawing, DrawingKind, Edit, Origin};
use crate::share::{Opened, open};
use crate::spatial::Position;
use serde_json::json;

#[test]
fn a_link_holds_the_map_and_opens() {
    let fixture = Fixture::new();
    fixture.context.set_page("https://map.example/#v1.old");
    fixture.call("draw_shape", json!({ "type": "circle", "center": "daan", "label": "walk" }));
    fixture.call("find_features", json!({ "categories": ["cafe"] }));
    let answer = fixture.call("get_share_link", json!({}));
    let url = answer["url"].as_str().expect("a URL");
    assert!(url.starts_with("https://map.example/#v2."), "{url}");
    assert_eq!((&answer["bytes"], answer.get("omitted")), (&json!(url.len()), None));
    let Opened::Map { map, skipped: 0 } = open(url) else { panic!("{url} does not open") };
    assert_eq!((map.drawings[0].label.as_deref(), map.categories), (Some("walk"), vec!["cafe".to_owned()]));
    assert_eq!(map.city, None);
}

#[test]
fn a_map_that_is_too_much_names_what_to_remove() {
    let fixture = Fixture::new();
    fixture.context.set_page("https://map.example/");
    fixture.call("get_map_state", json!({}));
    for number in 1..=8 {
        let point = |index: u32| {
            let wild = f64::from((index * 7919 + number * 104_729) % 9973) / 9973.0;
            Position::new(121.3 + wild * 0.4, 24.9 + f64::from((index * 6661) % 9967) / 9967.0 * 0.2)
        };
        let kind = DrawingKind::line((0..500).map(point).collect(), None).expect("it is fine");
        let label = Some(format!("line {number}"));
        fixture.by_hand(Edit::AddDrawing(Drawing::new(number, Origin::User, label, kind)));
    }
    let answer = fixture.call("get_share_link", json!({}));
    assert_eq!((&answer["code"], answer.get("url")), (&json!("link_too_long"), None));
    assert!(answer["bytes"].as_u64() > Some(8192) && answer["max_bytes"] == 8192);
    let first = &answer["remove"][0];
    let sentence = answer["error"].as_str().expect("a sentence");
    assert!(first["label"].as_str().is_some_and(|label| label.starts_with("line ")), "{answer}");
    assert!(sentence.contains(first["id"].as_str().expect("an id")) && sentence.contains("remove_from_map"));
}

#[test]
fn without_the_pages_address_there_is_no_link_to_ask_for() {
    let answer = Fixture::new().call("get_share_link", json!({}));
    assert!(answer["error"].as_str().expect("a sentence").contains("no tool"), "{answer}");
}

#[test]
fn the_citys_id_is_in_the_link_only_where_its_centre_does_not_tell() {
    let fixture = Fixture::two_cities();
    fixture.call("get_map_state", json!({}));
    assert_eq!(fixture.context.shared_map().city, None);
    fixture.call("set_map_view", json!({ "center": { "lng": 121.5, "lat": 26.0 } }));
    assert_eq!(fixture.context.shared_map().city.as_deref(), Some("testville"));
}
