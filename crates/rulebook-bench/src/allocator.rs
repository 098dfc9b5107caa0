//! A global allocator that counts, when asked, the bytes and calls of the
//! thread that asks.
//!
//! Counting is per thread, so that tests which run side by side do not see each
//! other, and off unless asked for: then an allocation costs one predictable
//! branch more than the system's, for every contestant alike.
#![expect(unsafe_code, reason = "a global allocator cannot be written without it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    // `const` and without destructors: neither allocates, so both can be used
    // from inside the allocator.
    static COUNTS: Cell<bool> = const { Cell::new(false) };
    static ALIVE: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

fn count(bytes: i64, calls: u64) {
    if COUNTS.get() {
        let alive = ALIVE.get() + bytes;
        ALIVE.set(alive);
        PEAK.set(PEAK.get().max(alive));
        CALLS.set(CALLS.get() + calls);
    }
}

// SAFETY: every method hands its arguments unchanged to `System`, which upholds
// the contract, and `count` neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64, 1);
        // SAFETY: the caller's promise about `layout` is the one `System` needs.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64, 1);
        // SAFETY: the caller's promise about `layout` is the one `System` needs.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64), 0);
        // SAFETY: `pointer` came from `System` through one of these methods.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as i64 - layout.size() as i64, 1);
        // SAFETY: `pointer` came from `System` through one of these methods.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

/// Runs `work` and says how many heap bytes of this thread are alive after it
/// that were not before.
pub(crate) fn bytes_kept_by<R>(work: impl FnOnce() -> R) -> (R, i64) {
    ALIVE.set(0);
    COUNTS.set(true);
    let result = work();
    COUNTS.set(false);
    (result, ALIVE.get())
}

/// Runs `work` and says how many heap bytes of this thread were alive at the
/// most that were not before.
pub(crate) fn peak_of<R>(work: impl FnOnce() -> R) -> (R, i64) {
    PEAK.set(0);
    let (result, _) = bytes_kept_by(work);
    (result, PEAK.get())
}

/// Runs `work` and says how often it asked this thread's heap for memory.
#[cfg(test)]
pub(crate) fn allocations_of<R>(work: impl FnOnce() -> R) -> (R, u64) {
    CALLS.set(0);
    COUNTS.set(true);
    let result = work();
    COUNTS.set(false);
    (result, CALLS.get())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_counts_what_is_alive_at_the_end() {
        let (vec, bytes) = bytes_kept_by(|| {
            let mut vec: Vec<u8> = Vec::with_capacity(10);
            vec.resize(300, 1);
            vec.shrink_to_fit();
            vec
        });
        assert_eq!((vec.len(), bytes), (300, 300));
    }

    #[test]
    fn the_peak_is_seen_after_it_has_passed() {
        let ((), peak) = peak_of(|| {
            drop(vec![0_u8; 3000]);
            drop(vec![0_u8; 1000]);
        });
        assert_eq!(peak, 3000);
        assert_eq!(peak_of(|| ()).1, 0);
    }

    #[test]
    fn calls_are_counted_and_other_threads_are_not() {
        let ((), calls) = allocations_of(|| drop(Box::new(7)));
        assert_eq!(calls, 1);
        let ((), calls) = allocations_of(|| {
            std::hint::black_box(7);
        });
        assert_eq!(calls, 0);
    }
}
