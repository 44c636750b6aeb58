//! What the page's worker calls: bytes go in through a buffer, bytes come out through others.

#![allow(
    unsafe_code,
    reason = "a function that another module calls needs its plain name, which Rust counts as unsafe"
)]

use crate::{Imported, Options, draw, read};
use std::cell::RefCell;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Hears how many places have been read.
    safe fn progress(places: u32);
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NAME: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DRAWING: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn room(buffer: &RefCell<Vec<u8>>, bytes: usize) -> *mut u8 {
    let mut buffer = buffer.borrow_mut();
    buffer.clear();
    buffer.resize(bytes, 0);
    buffer.as_mut_ptr()
}

/// Where to write a file of that many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    INPUT.with(|buffer| room(buffer, bytes))
}

/// Where to write a text of that many bytes: the file's name, a line break, what the ids of its places begin with.
#[unsafe(no_mangle)]
pub extern "C" fn name(bytes: usize) -> *mut u8 {
    NAME.with(|buffer| room(buffer, bytes))
}

/// Reads the file that was written, expected in that rectangle (not a number where nothing is expected); how many bytes
/// the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn read_file(west: f64, south: f64, east: f64, north: f64, as_written: u32) -> usize {
    let file = INPUT.with_borrow_mut(std::mem::take);
    let name = NAME.with_borrow(|name| String::from_utf8_lossy(name).into_owned());
    let (name, prefix) = name.split_once('\n').unwrap_or((&name, ""));
    let bounds = [west, south, east, north];
    let bounds = bounds.iter().all(|edge| edge.is_finite()).then_some(bounds);
    let result = read(&file, name, &Options { bounds, as_written: as_written != 0 }, &mut |places| progress(places));
    drop(file);
    let drawing = result.as_ref().map(|imported| draw(&imported.columns, prefix)).unwrap_or_default();
    DRAWING.set(drawing.into_bytes());
    ANSWER.set(Imported::to_bytes(&result));
    ANSWER.with_borrow(Vec::len)
}

/// Where the answer is to be read.
#[unsafe(no_mangle)]
pub extern "C" fn answer_start() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// How many bytes the map's drawing of the places has.
#[unsafe(no_mangle)]
pub extern "C" fn drawing() -> usize {
    DRAWING.with_borrow(Vec::len)
}

/// Where the drawing is to be read.
#[unsafe(no_mangle)]
pub extern "C" fn drawing_start() -> *const u8 {
    DRAWING.with_borrow(Vec::as_ptr)
}
