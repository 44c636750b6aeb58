//! What the page calls: text goes in through a buffer, text comes out through another.

#![allow(
    unsafe_code,
    reason = "a function that another module calls needs its plain name, which Rust counts as unsafe"
)]

use crate::{Batch, evaluate};
use std::cell::RefCell;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Where to write a question of that many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn question(bytes: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(bytes, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was written, one line a place; how many bytes that takes. Nothing when it was none.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = QUESTION.with_borrow_mut(std::mem::take);
    let batch = std::str::from_utf8(&question).ok().and_then(|text| Batch::from_text(text).ok());
    let line = |batch: &Batch| evaluate(batch).iter().map(crate::Opening::to_text).collect::<Vec<_>>().join("\n");
    let text = batch.as_ref().map(line).unwrap_or_default();
    ANSWER.with_borrow_mut(|answer| {
        *answer = text.into_bytes();
        answer.len()
    })
}

/// Where the last answer is to be read.
#[unsafe(no_mangle)]
pub extern "C" fn answer_start() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}
