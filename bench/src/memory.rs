//! What is held in memory: an allocator that counts.

#![allow(unsafe_code, reason = "an allocator is an unsafe trait; this one hands every call on unchanged")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static LIVE: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counting the bytes that were asked for and not given back.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

/// Bytes that are held now.
pub fn live() -> usize {
    LIVE.load(Ordering::Relaxed)
}

// SAFETY: every method hands its arguments to the system's allocator and its answer back, and only counts beside that.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as for this method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as for this method.
        unsafe { System.dealloc(start, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as for this method.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LIVE.fetch_add(size, Ordering::Relaxed);
        LIVE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as for this method.
        unsafe { System.realloc(start, layout, size) }
    }
}
