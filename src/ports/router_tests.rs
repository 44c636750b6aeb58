use super::super::{FakeClock, FakeWeb, Reply};
use super::*;
use futures_util::FutureExt;
use serde_json::json;

const FROM: Position = Position::new(14.5, 35.9);
const TO: Position = Position::new(14.51, 35.9);
const LIMIT: Duration = Duration::from_secs(8);

struct Bench {
    web: FakeWeb,
    clock: FakeClock,
    router: Rc<Router>,
}

impl Bench {
    fn new() -> Self {
        let (web, clock) = (FakeWeb::default(), FakeClock::default());
        let router = Router::new(Rc::new(web.clone()), Rc::new(clock.clone()));
        Self { web, clock, router }
    }

    fn service() -> RouterEntry {
        RouterEntry { url: "https://router.example/route/v1/foot/".into(), attribution: "them".into() }
    }

    /// A walk on its way.
    fn walk(&self) -> std::pin::Pin<Box<dyn Future<Output = Result<Walk, RouterError>>>> {
        let router = Rc::clone(&self.router);
        Box::pin(async move { router.walk(&Self::service(), FROM, TO, LIMIT).await })
    }

    fn pass(&self, milliseconds: u64) {
        self.clock.advance(Duration::from_millis(milliseconds));
    }
}

fn answer() -> String {
    let geometry = json!({ "type": "LineString", "coordinates": [[14.5, 35.9], [14.51, 35.9]] });
    json!({ "code": "Ok", "routes": [{ "distance": 903.0, "duration": 650.0, "geometry": geometry }] }).to_string()
}

#[test]
fn it_asks_for_all_that_a_walk_needs_with_six_decimals() {
    let bench = Bench::new();
    bench.web.push_body(answer());
    let walk = bench.walk().now_or_never().expect("it is answered at once").expect("it is a walk");
    assert_eq!(walk.distance_m, 903.0);
    let wanted = "https://router.example/route/v1/foot/14.500000,35.900000;14.510000,35.900000?overview=full\
                  &geometries=geojson&steps=true&alternatives=false";
    assert_eq!(bench.web.asked(), [wanted]);
}

#[test]
fn between_two_requests_lies_a_second_and_the_queue_is_kept() {
    let bench = Bench::new();
    (0..3).for_each(|_| bench.web.push_body(answer()));
    assert!(bench.walk().now_or_never().is_some_and(|walk| walk.is_ok()));
    let (mut second, mut third) = (bench.walk(), bench.walk());
    assert!(second.as_mut().now_or_never().is_none());
    for _ in 0..3 {
        // Whoever came later and is looked at first still waits.
        assert!(third.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none());
    }
    bench.pass(999);
    assert!(third.as_mut().now_or_never().is_none() && second.as_mut().now_or_never().is_none());
    assert_eq!(bench.web.asked().len(), 1);
    bench.pass(1);
    assert!(third.as_mut().now_or_never().is_none());
    assert!(second.now_or_never().is_some_and(|walk| walk.is_ok()));
    bench.pass(50);
    assert!(third.as_mut().now_or_never().is_none());
    bench.pass(949);
    assert!(third.as_mut().now_or_never().is_none());
    bench.pass(1);
    assert!(third.now_or_never().is_some_and(|walk| walk.is_ok()));
    bench.pass(1000);
    bench.web.push_body(answer());
    assert!(bench.walk().now_or_never().is_some_and(|walk| walk.is_ok()), "and then nobody waits");
}

#[test]
fn who_gives_up_waiting_is_in_nobodys_way() {
    let bench = Bench::new();
    (0..2).for_each(|_| bench.web.push_body(answer()));
    assert!(bench.walk().now_or_never().is_some());
    let mut given_up: Vec<_> = (0..5).map(|_| bench.walk()).collect();
    assert!(given_up.iter_mut().all(|walk| walk.as_mut().now_or_never().is_none()));
    let mut last = bench.walk();
    assert!(last.as_mut().now_or_never().is_none());
    drop(given_up);
    bench.pass(1000);
    assert!(last.now_or_never().is_some_and(|walk| walk.is_ok()));
    assert_eq!(bench.web.asked().len(), 2);
}

#[test]
fn waiting_and_request_together_have_their_limit() {
    let bench = Bench::new();
    bench.web.push_silence();
    let mut slow = bench.walk();
    assert!(slow.as_mut().now_or_never().is_none());
    let mut behind = bench.walk();
    assert!(behind.as_mut().now_or_never().is_none());
    bench.web.push_silence();
    bench.pass(1000);
    assert!(behind.as_mut().now_or_never().is_none());
    assert_eq!((bench.web.asked().len(), bench.web.aborted()), (2, 0));
    bench.pass(6999);
    assert!(slow.as_mut().now_or_never().is_none() && behind.as_mut().now_or_never().is_none());
    bench.pass(1);
    assert_eq!(slow.now_or_never(), Some(Err(RouterError::Slow)));
    assert_eq!(behind.now_or_never(), Some(Err(RouterError::Slow)), "its second of waiting counts");
    assert_eq!(bench.web.aborted(), 2, "and neither request goes on");
}

#[test]
fn a_call_that_is_given_up_ends_its_request() {
    let bench = Bench::new();
    bench.web.push_silence();
    let mut walk = bench.walk();
    assert!(walk.as_mut().now_or_never().is_none());
    assert_eq!(bench.web.aborted(), 0);
    drop(walk);
    assert_eq!(bench.web.aborted(), 1);
}

#[test]
fn each_failure_is_told_apart() {
    let reply = |status: u16, body: &str| Ok(Reply { status, body: body.as_bytes().to_vec() });
    let no_way = r#"{"code":"NoRoute","message":"Impossible route between points"}"#;
    let bench = Bench::new();
    for (answer, wanted) in [
        (reply(400, no_way), RouterError::Unfit(Unfit::NoWay)),
        (reply(500, no_way), RouterError::Status { status: 500 }),
        (reply(404, "not found"), RouterError::Status { status: 404 }),
        (reply(429, ""), RouterError::Status { status: 429 }),
        (reply(204, ""), RouterError::Status { status: 204 }),
        (Err(WebError::Unreachable), RouterError::Unreachable),
        (Err(WebError::TooLong), RouterError::Unfit(Unfit::Nonsense("it is longer than 2 MiB"))),
        (reply(200, &" ".repeat(3 << 20)), RouterError::Unfit(Unfit::Nonsense("it is longer than 2 MiB"))),
    ] {
        bench.web.push(answer);
        assert_eq!(bench.walk().now_or_never(), Some(Err(wanted)));
        bench.pass(1000);
    }
}
