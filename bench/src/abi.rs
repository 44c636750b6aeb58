//! What a page of the bench calls: bytes go in through a buffer, bytes and numbers come out through others.

#![allow(
    unsafe_code,
    reason = "a function that another module calls needs its plain name, which Rust counts as unsafe"
)]

use crate::{State, memory};
use glassmap::spatial::{Position, distance_m};
use std::cell::RefCell;

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Where to write that many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Where the last output is to be read.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

fn text() -> String {
    INPUT.with_borrow(|input| String::from_utf8_lossy(input).into_owned())
}

fn out(bytes: Vec<u8>) -> usize {
    OUTPUT.with_borrow_mut(|output| {
        *output = bytes;
        output.len()
    })
}

/// Takes a file; the input begins with its path, of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn put(path_bytes: usize) {
    let input = INPUT.with_borrow_mut(std::mem::take);
    let (path, bytes) = input.split_at(path_bytes.min(input.len()));
    let path = String::from_utf8_lossy(path).into_owned();
    STATE.with_borrow_mut(|state| state.put(&path, bytes.to_vec()));
}

/// Loads the files; how many features they have, 0 when they cannot be read.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> usize {
    STATE.with_borrow_mut(|state| state.open().unwrap_or_default())
}

/// Puts all places on the map once more, as a layer; how many.
#[unsafe(no_mangle)]
pub extern "C" fn add_layer() -> usize {
    STATE.with_borrow_mut(|state| state.add_layer().unwrap_or_default())
}

/// Puts seven numbers of each feature out; how many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn columns() -> usize {
    out(STATE.with_borrow(State::columns).into_iter().flat_map(f64::to_le_bytes).collect())
}

/// Puts the line of each feature out; how many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn texts() -> usize {
    out(STATE.with_borrow(State::texts).into_bytes())
}

/// Takes the queries in the input; how many.
#[unsafe(no_mangle)]
pub extern "C" fn queries() -> usize {
    STATE.with_borrow_mut(|state| state.set_queries(&text()).unwrap_or_default())
}

/// Answers a query: how many features fit.
#[unsafe(no_mangle)]
pub extern "C" fn answer(number: usize) -> usize {
    STATE.with_borrow_mut(|state| state.answer(number))
}

/// Puts out the numbers of the features last answered with; how many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn listed() -> usize {
    out(STATE.with_borrow(State::listed).into_iter().flat_map(u32::to_le_bytes).collect())
}

/// Answers a call of a tool; how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let text = text();
    out(STATE.with_borrow(|state| state.call(&text)).to_string().into_bytes())
}

/// Moves the map.
#[unsafe(no_mangle)]
pub extern "C" fn look_at(lng: f64, lat: f64, zoom: f64) {
    STATE.with_borrow(|state| state.look_at(lng, lat, zoom));
}

/// Puts the map as a link out; how many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn link() -> usize {
    out(STATE.with_borrow(State::link).into_bytes())
}

/// Opens the link in the input; how many marks it holds.
#[unsafe(no_mangle)]
pub extern "C" fn open_link() -> usize {
    let text = text();
    STATE.with_borrow(|state| state.open_link(&text))
}

/// Reads the file whose path is the input; how many features it has.
#[unsafe(no_mangle)]
pub extern "C" fn read() -> usize {
    let path = text();
    STATE.with_borrow(|state| state.read(&path))
}

/// Bytes that a feature takes, all features read once more.
#[unsafe(no_mangle)]
pub extern "C" fn weigh() -> f64 {
    let (bytes, count) = STATE.with_borrow_mut(State::weigh);
    bytes as f64 / count.max(1) as f64
}

/// Bytes that are held now.
#[unsafe(no_mangle)]
pub extern "C" fn live() -> usize {
    memory::live()
}

/// Length of the geodesic between two positions, in metres.
#[unsafe(no_mangle)]
pub extern "C" fn distance(from_lng: f64, from_lat: f64, to_lng: f64, to_lat: f64) -> f64 {
    distance_m(Position::new(from_lng, from_lat), Position::new(to_lng, to_lat))
}
