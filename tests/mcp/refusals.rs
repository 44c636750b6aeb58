//! What is refused, and that the server lives on.

use crate::client::{Http, Reply, command, head, reply};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

const TOKEN: &str = "correct-horse-battery-staple";

fn ping() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })
}

/// The status, and that a refusal has a sentence.
fn status(reply: &Reply) -> u16 {
    if reply.status >= 400 {
        let text = format!("{reply:?}");
        assert!(reply.body.len() > 10, "{text}");
    }
    reply.status
}

fn lives(http: &mut Http) {
    assert!(http.server.lives());
    assert_eq!(http.call("get_map_state", json!({})).object["city"]["id"], "malta");
}

#[test]
fn what_does_not_come_from_this_computer_is_refused() {
    let mut http = Http::start(&["--app-url", "https://maps.example/"]);
    let with = |headers: &[(&str, &str)]| status(&http.post(headers, &ping()));
    assert_eq!(with(&[]), 200);
    assert_eq!(with(&[("host", "evil.example")]), 403);
    assert_eq!(with(&[("host", "localhost"), ("Host", "evil.example")]), 403);
    assert_eq!(with(&[("origin", "https://evil.example")]), 403);
    assert_eq!(with(&[("origin", "null")]), 403);
    assert_eq!(with(&[("origin", "https://maps.example")]), 200);
    assert_eq!(with(&[("origin", "http://localhost:3000")]), 200);
    for name in ["forwarded", "x-forwarded-for", "x-forwarded-proto", "via"] {
        assert_eq!(with(&[(name, "for=1.2.3.4")]), 403, "{name}");
    }
    lives(&mut http);
}

#[test]
fn what_is_no_request_is_refused() {
    let mut http = Http::start(&[]);
    let malformed = http.send("POST", &[], "{\"jsonrpc\":");
    assert_eq!((status(&malformed), &malformed.message()["error"]["code"]), (400, &json!(-32700)));
    assert_eq!(status(&http.send("POST", &[], "\u{0}\u{1}")), 400);
    for odd in ["[]", "{}", "\"x\"", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}"] {
        assert!((400..500).contains(&status(&http.send("POST", &[], odd))), "{odd}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(status(&http.send("POST", &[], &deep)), 400);
    assert_eq!(status(&http.send("POST", &[("content-type", "text/plain")], &ping().to_string())), 415);
    assert_eq!(status(&http.send("POST", &[("accept", "text/html")], &ping().to_string())), 406);
    assert_eq!(status(&http.send("PUT", &[], "{}")), 405);
    let mut stream = http.connect();
    stream.write_all(head("POST", "/elsewhere", &[], 0).as_bytes()).expect("it reads");
    assert_eq!(reply(stream).status, 404);
    let mut stream = http.connect();
    stream.write_all(b"\x16\x03\x01 no HTTP at all\r\n\r\n").expect("it reads");
    assert!([0, 400].contains(&reply(stream).status));
    lives(&mut http);
}

#[test]
fn a_huge_body_is_refused_whatever_its_length_says() {
    let mut http = Http::start(&[]);
    let huge = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": { "x": "y".repeat(2 << 20) } });
    assert_eq!(status(&http.post(&[], &huge)), 413);
    let mut stream = http.connect();
    stream.write_all(head("POST", "/mcp", &[("content-length", "99999999999")], 0).as_bytes()).expect("it reads");
    assert_eq!(status(&reply(stream)), 413);
    let mut stream = http.connect();
    let chunked = head("POST", "/mcp", &[("transfer-encoding", "chunked")], 0).replace("content-length: 0\r\n", "");
    let chunk = format!("{:x}\r\n{}\r\n", 64 << 10, "z".repeat(64 << 10));
    // It may hang up before it has read everything.
    drop(
        stream
            .write_all(chunked.as_bytes())
            .and_then(|()| (0..40).try_for_each(|_| stream.write_all(chunk.as_bytes()))),
    );
    assert!([413, 0].contains(&reply(stream).status));
    let long = "x".repeat(100_000);
    let refused = http.post(&[("x-long", &long)], &ping()).status;
    assert!([431, 400, 0].contains(&refused), "{refused}");
    lives(&mut http);
}

#[test]
fn connections_that_say_nothing_or_half_of_it_are_closed() {
    let mut http = Http::start(&[]);
    let begun = Instant::now();
    let mut silent = http.connect();
    let mut half = http.connect();
    half.write_all(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nacc").expect("it reads");
    let mut slow = http.connect();
    slow.write_all(head("POST", "/mcp", &[], 500).as_bytes()).expect("it reads");
    slow.write_all(b"{\"jsonrpc\"").expect("it reads");
    lives(&mut http);
    assert_eq!(reply(slow).status, 408);
    for stream in [&mut silent, &mut half] {
        let mut rest = Vec::new();
        drop(stream.read_to_end(&mut rest));
    }
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(20), "closed after {took:?}");
    lives(&mut http);
}

#[test]
fn more_requests_at_once_than_it_bears_are_told_to_wait() {
    let mut http = Http::start(&[]);
    let body = ping().to_string();
    let (start, end) = body.split_at(10);
    let mut open: Vec<_> = (0..64)
        .map(|_| {
            let mut stream = http.connect();
            stream.write_all(head("POST", "/mcp", &[], body.len()).as_bytes()).expect("it reads");
            stream.write_all(start.as_bytes()).expect("it reads");
            stream
        })
        .collect();
    let deadline = Instant::now() + Duration::from_secs(5);
    let busy = loop {
        let reply = http.post(&[], &ping());
        if reply.status == 503 || Instant::now() > deadline {
            break reply;
        }
    };
    assert_eq!(status(&busy), 503);
    assert_eq!(busy.header("retry-after"), Some("1"));
    for mut stream in open.drain(..) {
        stream.write_all(end.as_bytes()).expect("it reads");
        assert_eq!(reply(stream).status, 200, "those that were first are answered");
    }
    lives(&mut http);
}

#[test]
fn others_may_ask_only_with_a_token() {
    let output = command(&["--http", "0.0.0.0:0"]).output().expect("it was built");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("a token is needed"), "{said}");
    let output = command(&["--http", "0.0.0.0:0"]).env("GLASSMAP_MCP_TOKEN", "short").output().expect("it was built");
    assert!(!output.status.success());

    let mut asked = command(&[]);
    asked.env("GLASSMAP_MCP_TOKEN", TOKEN);
    let http = Http::start_with(asked);
    let refused = http.post(&[], &ping());
    assert_eq!((status(&refused), refused.header("www-authenticate")), (401, Some("Bearer")));
    assert_eq!(status(&http.post(&[("authorization", "Bearer correct-horse-battery-stapl")], &ping())), 401);
    let right = format!("Bearer {TOKEN}");
    assert_eq!(status(&http.post(&[("authorization", &right)], &ping())), 200);

    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), format!("{TOKEN}\n")).expect("it can be written");
    let http = Http::start(&["--token-file", file.path().to_str().expect("plain")]);
    assert_eq!(status(&http.post(&[("authorization", &right)], &ping())), 200);
    assert_eq!(status(&http.post(&[], &ping())), 401);
}
