//! Routes and reachable areas against OSRM's own router over the same extract: `cargo xtask test` fetches both and sets
//! `GLASSMAP_ROUTERS` to a folder with `bin/osrm-routed`, and for each city `<id>/<id>.osm.pbf` with the router's files
//! beside it. Without the variable there is nothing to compare with, and the tests say so and pass.
#![cfg(feature = "city")]
#![allow(clippy::unwrap_used, reason = "what a test expects and does not find fails it")]
#![allow(clippy::print_stdout, reason = "what was compared is told")]

use futures_util::future::LocalBoxFuture;
use glassmap::builder::{Options, build};
use glassmap::city::pack::{Manifest, RouterEntry};
use glassmap::city::walking::{Turn, Walk, Walking};
use glassmap::ports::{Reply, SystemClock, Web, WebError};
use glassmap::spatial::{BBox, Position, distance_m};
use indicatif::ProgressBar;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

/// A running router; it ends with this.
struct Router {
    process: Child,
    port: u16,
}

impl Router {
    fn start(routers: &std::path::Path, city: &str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new(routers.join("bin/osrm-routed"))
            .args(["--algorithm", "mld", "-i", "127.0.0.1", "-p", &port.to_string()])
            .arg(routers.join(city).join(format!("{city}.osrm")))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let router = Self { process, port };
        for _ in 0..100 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return router;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("the router of {city} does not answer");
    }

    fn get(&self, path: &str) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let body = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
        serde_json::from_slice(&answer[body..]).unwrap()
    }

    /// What the router says of a walk; `None` when it knows no way.
    fn route(&self, from: Position, to: Position) -> Option<Theirs> {
        let (a, b, c, d) = (from.lng, from.lat, to.lng, to.lat);
        let answer = self.get(&format!("/route/v1/foot/{a:.6},{b:.6};{c:.6},{d:.6}?overview=false&steps=true"));
        let route = answer["routes"].get(0)?;
        let away = |end: usize| answer["waypoints"][end]["distance"].as_f64().unwrap();
        let steps = route["legs"][0]["steps"].as_array().unwrap();
        Some(Theirs {
            distance_m: route["distance"].as_f64().unwrap(),
            duration_s: route["duration"].as_f64().unwrap(),
            away_m: [away(0), away(1)],
            uses_ferry: steps.iter().any(|step| step["mode"] == "ferry"),
        })
    }
}

impl Drop for Router {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Debug)]
struct Theirs {
    distance_m: f64,
    duration_s: f64,
    /// How far each end is from the network.
    away_m: [f64; 2],
    uses_ferry: bool,
}

/// The router as a server that the tools may ask.
struct Loopback(Rc<Router>);

impl Web for Loopback {
    fn get(&self, url: &str, _max_bytes: u64) -> LocalBoxFuture<'static, Result<Reply, WebError>> {
        let path = url.strip_prefix("https://router.example").unwrap_or(url);
        let body = self.0.get(path).to_string().into_bytes();
        Box::pin(std::future::ready(Ok(Reply { status: 200, body })))
    }
}

/// Numbers that look random and are the same each time (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn within(&mut self, bbox: BBox) -> Position {
        let (x, y) = (self.share(), self.share());
        Position::new(bbox.west + x * (bbox.east - bbox.west), bbox.south + y * (bbox.north - bbox.south))
    }
}

/// A city's graph out of a pack built from its extract, and the router over the same extract.
struct City {
    walking: Walking,
    router: Router,
    bbox: BBox,
}

fn city(id: &str) -> Option<City> {
    let Some(routers) = std::env::var_os("GLASSMAP_ROUTERS").map(PathBuf::from) else {
        eprintln!("not compared: GLASSMAP_ROUTERS names no folder of routers");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        extract: routers.join(id).join(format!("{id}.osm.pbf")),
        output: folder.path().join(id),
        id: id.into(),
        name: id.into(),
        ..Options::default()
    };
    build(&options, &ProgressBar::hidden()).unwrap();
    let manifest = Manifest::parse(&std::fs::read_to_string(options.output.join("manifest.json")).unwrap()).unwrap();
    let bytes = std::fs::read(options.output.join(&manifest.files.walking.unwrap().path)).unwrap();
    Some(City { walking: Walking::decode(&bytes).unwrap(), router: Router::start(&routers, id), bbox: manifest.bbox })
}

/// A pair of places and what both say of the walk between them.
struct Pair {
    ends: [Position; 2],
    ours: Option<Walk>,
    theirs: Theirs,
}

/// Random pairs that lie within `near_m` of the router's network.
fn pairs(city: &City, count: usize, from: BBox, to: BBox, near_m: f64, seed: u64) -> Vec<Pair> {
    let mut random = Random(seed);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let ends = [random.within(from), random.within(to)];
        let Some(theirs) = city.router.route(ends[0], ends[1]) else { continue };
        if theirs.away_m.iter().any(|away_m| *away_m > near_m) {
            continue;
        }
        pairs.push(Pair { ends, ours: city.walking.route(ends[0], ends[1]), theirs });
    }
    pairs
}

/// Fails unless 95 % of distances agree to 2 % and all others but for 1 % of the pairs are not longer; and unless the
/// durations of those agree to 10 %. Prints what differs.
fn compare(name: &str, pairs: &[Pair]) {
    let (mut close, mut in_time, mut worst) = (0, 0, Vec::new());
    for pair in pairs {
        let Some(ours) = &pair.ours else {
            worst.push(format!("no way: {:?} {:?}", pair.ends, pair.theirs));
            continue;
        };
        // A metre for ends that are snapped to within a metre of each other.
        let by = |a: f64, b: f64| (a - b).abs().max(2.0) - 2.0;
        let apart = by(ours.distance_m, pair.theirs.distance_m) / pair.theirs.distance_m.max(1.0);
        let later = by(ours.duration_s, pair.theirs.duration_s) / pair.theirs.duration_s.max(1.0);
        close += usize::from(apart <= 0.02);
        in_time += usize::from(later <= 0.1);
        if apart > 0.02 || later > 0.1 || ours.uses_ferry() != pair.theirs.uses_ferry {
            let [a, b] = pair.ends;
            worst.push(format!(
                "{:.6},{:.6};{:.6},{:.6} ours {:.0} m {:.0} s{} theirs {:.0} m {:.0} s{} away {:?}",
                a.lng,
                a.lat,
                b.lng,
                b.lat,
                ours.distance_m,
                ours.duration_s,
                if ours.uses_ferry() { " ferry" } else { "" },
                pair.theirs.distance_m,
                pair.theirs.duration_s,
                if pair.theirs.uses_ferry { " ferry" } else { "" },
                pair.theirs.away_m,
            ));
        }
    }
    let count = pairs.len();
    println!("{name}: {close} of {count} distances within 2 %, {in_time} durations within 10 %");
    worst.iter().for_each(|line| println!("  {line}"));
    assert!(close * 100 >= count * 95, "{name}: {close} of {count} distances within 2 %");
    assert!(in_time * 100 >= count * 95, "{name}: {in_time} of {count} durations within 10 %");
}

/// The island of Malta, and that of Gozo.
const MALTA: [f64; 4] = [14.32, 35.8, 14.58, 35.99];
const GOZO: [f64; 4] = [14.18, 36.0, 14.34, 36.09];

#[test]
fn walks_are_as_long_as_a_real_router_says() {
    let Some(malta) = city("malta") else { return };
    let (main, gozo) = (BBox::from(MALTA), BBox::from(GOZO));
    compare("Malta", &pairs(&malta, 300, main, main, 100.0, 1));
    compare("Gozo", &pairs(&malta, 100, gozo, gozo, 100.0, 2));
    let across = pairs(&malta, 50, main, gozo, 100.0, 3);
    compare("Malta to Gozo", &across);
    assert!(across.iter().all(|pair| pair.ours.as_ref().is_some_and(Walk::uses_ferry)));
    let Some(helsinki) = city("helsinki") else { return };
    compare("Helsinki", &pairs(&helsinki, 100, helsinki.bbox, helsinki.bbox, 100.0, 4));
}

#[test]
fn a_walk_is_a_whole_line_and_its_legs_are_all_of_it() {
    let Some(malta) = city("malta") else { return };
    for pair in pairs(&malta, 100, BBox::from(MALTA), BBox::from(MALTA), 100.0, 5) {
        let walk = pair.ours.unwrap();
        let along: f64 = walk.points.windows(2).map(|pair| distance_m(pair[0], pair[1])).sum();
        assert!((along / walk.distance_m - 1.0).abs() < 1e-4, "{along} {}", walk.distance_m);
        let legs: f64 = walk.legs.iter().map(|leg| leg.distance_m).sum();
        assert!((legs - walk.distance_m).abs() < 1e-6 * walk.distance_m, "{legs} {}", walk.distance_m);
        for (index, leg) in walk.legs.iter().enumerate() {
            assert_eq!(index == 0, matches!(leg.turn, Turn::Depart { .. }));
        }
        let longest = walk.points.windows(2).map(|pair| distance_m(pair[0], pair[1])).fold(0.0, f64::max);
        assert!(longest < 1000.0 || walk.uses_ferry(), "a jump of {longest} m");
    }
}

#[test]
fn a_reachable_area_holds_what_a_real_router_reaches_in_the_time() {
    let Some(malta) = city("malta") else { return };
    let mut random = Random(6);
    let centers = [(14.5126, 35.8997), (14.5045, 35.9125), (14.4, 35.886), (14.2397, 36.0444)];
    for (minutes, count) in [(15, 200), (5, 200), (40, 200)] {
        let limit_s = f64::from(minutes) * 60.0;
        let (mut wrong, mut tried) = (Vec::new(), 0);
        for (lng, lat) in centers.iter().cycle() {
            if tried >= count {
                break;
            }
            let center = Position::new(*lng, *lat);
            let area = malta.walking.reachable(center, minutes).unwrap();
            let bbox = area.bbox();
            let mut here = 0;
            while here < count / centers.len() {
                let place = random.within(bbox);
                let Some(theirs) = malta.router.route(center, place) else { continue };
                let is_near_edge = (theirs.duration_s / limit_s - 1.0).abs() <= 0.2;
                // The area ends 75 m from the network whatever the time.
                if !is_near_edge || theirs.away_m[1] > 70.0 {
                    continue;
                }
                here += 1;
                tried += 1;
                if area.contains(place) != (theirs.duration_s <= limit_s) {
                    wrong.push(format!("{:.6},{:.6} from {center:?}: {theirs:?}", place.lng, place.lat));
                }
            }
        }
        println!("{minutes} minutes: {} of {tried} points near the edge are otherwise", wrong.len());
        wrong.iter().for_each(|line| println!("  {line}"));
        assert!(wrong.len() * 100 <= tried * 2, "{minutes} minutes: {} of {tried}", wrong.len());
    }
}

#[test]
fn a_real_routers_answers_become_the_same_walks() {
    let Some(City { router, bbox, walking }) = city("helsinki") else { return };
    let router = Rc::new(router);
    let service = RouterEntry { url: "https://router.example/route/v1/foot".into(), attribution: "Tests".into() };
    let mut random = Random(8);
    let mut walks = 0;
    while walks < 8 {
        let (from, to) = (random.within(bbox), random.within(bbox));
        let Some(ours) = walking.route(from, to) else { continue };
        // A client of its own each time: they ask at most once a second.
        let client = glassmap::ports::Router::new(Rc::new(Loopback(Rc::clone(&router))), Rc::new(SystemClock));
        let theirs = client.walk(&service, from, to, std::time::Duration::from_secs(8));
        let theirs = futures_executor::block_on(theirs).unwrap();
        assert!((theirs.distance_m / ours.distance_m - 1.0).abs() < 0.02, "{from:?} {to:?}");
        let legs: f64 = theirs.legs.iter().map(|leg| leg.distance_m).sum();
        assert!((legs / theirs.distance_m - 1.0).abs() < 0.01 && !theirs.uses_ferry());
        walks += 1;
    }
}
