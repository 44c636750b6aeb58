//! A thousand calls, fifty at a time.

use crate::client::Http;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const CALLS: usize = 1_000;
const AT_ONCE: usize = 50;
/// Memory may grow by so much after the warm-up, in MiB.
const FLAT: f64 = 12.0;

/// A round of calls, half of them in sessions; how many were not answered well.
fn round(http: &Http) -> usize {
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                let session = http.session();
                while next.fetch_add(1, Ordering::Relaxed) < CALLS {
                    let number = next.load(Ordering::Relaxed);
                    let (tool, input) = match number % 4 {
                        0 => ("find_features", json!({ "near": "Valletta", "categories": ["cafe", "bar"] })),
                        1 => ("describe_surroundings", json!({ "from": "Sliema" })),
                        2 => ("get_map_state", json!({})),
                        _ => ("summarize_features", json!({ "group_by": "category" })),
                    };
                    let answer = if number % 8 < 4 { session.call(tool, input) } else { http.call(tool, input) };
                    failed.fetch_add(usize::from(answer.result["isError"] == true), Ordering::Relaxed);
                }
                assert_eq!(http.send("DELETE", &session.headers(), "").status, 202);
            });
        }
    });
    failed.into_inner()
}

#[test]
fn a_thousand_calls_fifty_at_a_time_all_succeed_and_memory_stays_flat() {
    let http = Http::start(&[]);
    assert_eq!(round(&http), 0, "the warm-up");
    let (before, begun) = (http.server.memory(), Instant::now());
    assert_eq!(round(&http), 0);
    let took = begun.elapsed();
    println!("{CALLS} calls, {AT_ONCE} at a time: {took:.1?}, {:.0} a second", CALLS as f64 / took.as_secs_f64());
    if let Some((before, after)) = before.zip(http.server.memory()) {
        println!("memory {before:.1} MiB after the warm-up, {after:.1} MiB after {CALLS} calls more");
        assert!(after - before < FLAT, "memory grew by {:.1} MiB", after - before);
    }
}
