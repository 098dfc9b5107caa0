//! Functions of the author's that can be made to panic, one at a time.
//!
//! Each test has a thread of its own, so the fuse is the thread's.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

thread_local! {
    static ARMED: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// The function of this name is reached.
pub(crate) fn at(spot: &'static str) {
    assert!(ARMED.get() != Some(spot), "boom");
}

/// Runs while the function of this name panics.
pub(crate) fn armed<T>(spot: &'static str, run: impl FnOnce() -> T) -> T {
    ARMED.set(Some(spot));
    let done = run();
    ARMED.set(None);
    done
}

/// Counts calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<AtomicUsize>);

impl Calls {
    /// One more call.
    pub(crate) fn hit(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    /// How many there were since the last time somebody asked.
    pub(crate) fn take(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}
