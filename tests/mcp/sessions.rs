//! Sessions over HTTP: kept, fresh, unknown, too many.

use crate::client::Http;
use serde_json::json;
use std::time::Duration;

#[test]
fn a_session_keeps_what_was_drawn_and_others_do_not_see_it() {
    let http = Http::start(&[]);
    let (first, second) = (http.session(), http.session());
    let circle = json!({ "type": "circle", "center": "Valletta" });
    assert_eq!(first.call("draw_shape", circle.clone()).object["drawing_id"], "drawing:1");
    assert_eq!(first.call("draw_shape", circle).object["drawing_id"], "drawing:2");
    first.call("find_features", json!({ "categories": ["cafe"], "near": "Valletta" }));
    let state = second.call("get_map_state", json!({})).object;
    assert_eq!(state["drawings"]["count"], 0);
    assert_eq!(state["features_loaded"], 641, "what one session has loaded, another has not");
    assert!(state.get("tier2").is_none());
}

#[test]
fn without_a_session_every_call_is_fresh_and_its_link_carries_the_state() {
    let http = Http::start(&["--app-url", "https://maps.example/"]);
    let circle = json!({ "type": "circle", "center": "Valletta", "label": "round" });
    for _ in 0..2 {
        let answer = http.call("draw_shape", circle.clone()).object;
        assert_eq!(answer["drawing_id"], "drawing:1");
        assert_eq!(answer["view"]["d"][0]["l"], "round");
        assert!(answer["url"].as_str().is_some_and(|url| url.starts_with("https://maps.example/#v1.")));
        let shown = http.call("show_map", json!({ "view": answer["view"] })).object;
        assert_eq!(shown["state"]["drawings"]["count"], 1, "the view brings it back");
    }
}

#[test]
fn a_session_that_has_ended_or_never_was_is_unknown() {
    let http = Http::start(&[]);
    let session = http.session();
    assert_eq!(http.send("DELETE", &session.headers(), "").status, 202);
    assert_eq!(session.ask("ping", json!({})).status, 404);
    assert_eq!(http.ask(&[("mcp-session-id", "made-up")], "ping", json!({})).status, 404);
    assert_eq!(http.send("GET", &[("mcp-session-id", "made-up")], "").status, 404);
    assert_eq!(http.session().call("get_map_state", json!({})).object["city"]["id"], "malta");
}

#[test]
fn a_session_that_is_idle_for_too_long_ends_and_one_in_use_stays() {
    let http = Http::start(&["--session-idle", "3"]);
    let (idle, used) = (http.session(), http.session());
    for session in [&idle, &used] {
        let drawn = session.call("draw_shape", json!({ "type": "circle", "center": "Valletta" }));
        assert_eq!(drawn.object["drawing_id"], "drawing:1");
    }
    for _ in 0..12 {
        std::thread::sleep(Duration::from_millis(500));
        let state = used.call("get_map_state", json!({})).object;
        assert_eq!(state["drawings"]["count"], 1, "twice the limit, but never idle for so long");
    }
    assert_eq!(idle.ask("ping", json!({})).status, 404, "it has ended by itself");
    assert_eq!(http.session().call("get_map_state", json!({})).object["drawings"]["count"], 0);
}

#[test]
fn two_hundred_sessions_share_the_city_and_one_more_ends_the_oldest() {
    let http = Http::start(&[]);
    let first = http.session();
    let look = |session: &crate::client::Session<'_>| {
        let walk = json!({ "from": "Valletta", "to": { "lng": 14.505, "lat": 35.89 } });
        assert!(session.call("plan_route", walk).object["distance_m"].is_number());
        let all = json!({ "near": "Valletta", "categories": ["restaurant", "cafe", "bar", "hotel"], "limit": 1 });
        assert!(session.call("find_features", all).object["total"].is_number());
    };
    look(&first);
    let before = http.server.memory();
    let others: Vec<_> = (0..199).map(|_| http.session()).collect();
    others.iter().for_each(look);
    if let Some((before, after)) = before.zip(http.server.memory()) {
        println!(
            "one session {before:.1} MiB, two hundred {after:.1} MiB: {:.0} KiB each",
            (after - before) * 1024.0 / 199.0
        );
        assert!(after - before < 100.0, "two hundred sessions take {:.0} MiB", after - before);
    }
    let newest = http.session();
    assert_eq!(first.ask("ping", json!({})).status, 404, "the one idle longest has given way");
    assert_eq!(others[0].ask("ping", json!({})).status, 200);
    look(&newest);
}
