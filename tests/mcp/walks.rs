//! Walks that the pack does not know: asked of a router, with progress, and given up when the client says so.

use crate::client::{Pipes, assets};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

/// Malta without its walking graph, its router beside the page.
fn pack_without_paths() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pack = folder.path().join("malta");
    std::fs::create_dir(&pack).expect("it is ours");
    let copied = ["base.glm", "text.glm"];
    let from = assets().join("malta");
    for name in copied {
        std::fs::copy(from.join(name), pack.join(name)).expect("it is committed");
    }
    let text = std::fs::read_to_string(from.join("manifest.json")).expect("it is committed");
    let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
    let files = manifest["files"].as_object_mut().expect("it lists files");
    files.remove("walking");
    files.remove("basemap");
    manifest["router"] = json!({ "url": "router/foot", "attribution": "© the test" });
    std::fs::write(pack.join("manifest.json"), manifest.to_string()).expect("it is ours");
    folder
}

fn client(pack: &Path, listener: &TcpListener, more: &[&str]) -> Pipes {
    let page = format!("http://{}/map/", listener.local_addr().expect("it is bound"));
    let pack = pack.to_str().expect("plain").to_owned();
    let mut arguments = vec!["--city", &pack, "--app-url", &page];
    arguments.extend(more);
    Pipes::open(&arguments)
}

fn walk() -> Value {
    json!({ "from": { "lng": 14.5089, "lat": 35.8962 }, "to": { "lng": 14.5126, "lat": 35.8997 } })
}

#[test]
fn a_router_is_asked_beside_the_page_and_its_walk_is_drawn() {
    let (pack, listener) = (pack_without_paths(), TcpListener::bind("127.0.0.1:0").expect("a port is free"));
    let mut client = client(pack.path(), &listener, &[]);
    let router = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("it is asked");
        let mut head = [0; 4096];
        let length = stream.read(&mut head).expect("a request");
        let route = json!({ "code": "Ok", "routes": [{ "distance": 515.0, "duration": 390.0,
            "geometry": { "type": "LineString", "coordinates": [[14.5089, 35.8962], [14.5126, 35.8997]] } }] });
        let body = route.to_string();
        let head_of_answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
        stream.write_all((head_of_answer + &body).as_bytes()).expect("it reads");
        String::from_utf8_lossy(&head[..length]).into_owned()
    });
    let answer = client.call("plan_route", walk());
    let asked = router.join().expect("it answered");
    assert!(asked.starts_with("GET /map/router/foot/14.508900,35.896200;14.512600,35.899700?"), "{asked}");
    assert!(!asked.to_ascii_lowercase().contains("cookie"), "{asked}");
    assert_eq!((&answer.object["distance_m"], &answer.object["attribution"]), (&json!(515), &json!("© the test")));
}

#[test]
fn offline_no_router_is_asked() {
    let (pack, listener) = (pack_without_paths(), TcpListener::bind("127.0.0.1:0").expect("a port is free"));
    let mut client = client(pack.path(), &listener, &["--offline"]);
    assert_eq!(client.call("plan_route", walk()).object["code"], "route_unavailable");
    listener.set_nonblocking(true).expect("it can be");
    assert!(listener.accept().is_err(), "somebody was asked");
}

#[test]
fn a_long_call_tells_of_its_progress_and_ends_when_it_is_cancelled() {
    let (pack, listener) = (pack_without_paths(), TcpListener::bind("127.0.0.1:0").expect("a port is free"));
    let mut client = client(pack.path(), &listener, &[]);
    let call = json!({ "name": "plan_route", "arguments": walk(), "_meta": { "progressToken": "walk" } });
    let (begun, id) = (Instant::now(), client.begin("tools/call", call));
    let mut last = 0.0;
    for _ in 0..3 {
        let told = client.read();
        assert_eq!(
            (&told["method"], &told["params"]["progressToken"]),
            (&json!("notifications/progress"), &json!("walk"))
        );
        let progress = told["params"]["progress"].as_f64().expect("a number");
        assert!(progress > last && told["params"]["message"].is_string(), "{told}");
        last = progress;
    }
    client.tell("notifications/cancelled", json!({ "requestId": id, "reason": "changed my mind" }));
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    // Nothing more is heard of it: neither an answer nor progress.
    client.notifications.clear();
    std::thread::sleep(Duration::from_millis(2_500));
    client.ask("ping", json!({}));
    assert!(client.notifications.is_empty(), "{:?}", client.notifications);
    assert!(begun.elapsed() < Duration::from_secs(8), "it did not wait for the router");
}
