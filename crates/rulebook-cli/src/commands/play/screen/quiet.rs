//! Panics while the window is full.
//!
//! The engine makes a fault of a panic in an author's function, and the fault is
//! told in the window; what a panic writes by itself would destroy the picture.
//! If it is the program that panics, the window is left first, and then it is
//! told.

use std::io;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};

use crate::paint::Paper;

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;

/// Puts the hook back that was there before.
struct Before(Option<Hook>);

impl Drop for Before {
    fn drop(&mut self) {
        if let Some(hook) = self.0.take() {
            panic::set_hook(hook);
        }
    }
}

/// Does something between entering the window and leaving it. No panic says
/// anything meanwhile, except one that nobody catches: it goes on once the
/// window is left.
pub(super) fn quietly<W, T>(
    enter: impl FnOnce() -> io::Result<W>,
    doing: impl FnOnce(&mut W) -> T,
    leave: impl FnOnce() -> io::Result<()>,
) -> io::Result<T> {
    let before = Before(Some(panic::take_hook()));
    let mut window = enter()?;
    let last = Arc::new(Mutex::new(None));
    let heard = Arc::clone(&last);
    // Instead of the hook that comes with the window, which leaves it at any
    // panic, also one that is caught.
    panic::set_hook(Box::new(move |panic| {
        *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic.to_string());
    }));
    let done = panic::catch_unwind(AssertUnwindSafe(|| doing(&mut window)));
    drop(window);
    let left = leave();
    drop(before);
    match done {
        Ok(done) => left.map(|()| done),
        Err(panic) => {
            let said = last.lock().unwrap_or_else(PoisonError::into_inner).take();
            let said = said.unwrap_or_else(|| "the program panicked".to_owned());
            // If nobody can be told, the exit code must do.
            let _ = Paper::stderr().error(&said);
            panic::resume_unwind(panic)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// One test, because there is one hook for all.
    #[test]
    fn a_panic_that_is_caught_says_nothing_and_one_that_is_not_leaves_the_window() {
        static TOLD: AtomicUsize = AtomicUsize::new(0);
        let usual = panic::take_hook();
        panic::set_hook(Box::new(|panic| {
            // Other tests may panic too.
            if panic.payload_as_str().is_some_and(|said| said.starts_with("quietly:")) {
                TOLD.fetch_add(1, Ordering::SeqCst);
            }
        }));
        let steps = RefCell::new(Vec::new());
        let enter = || {
            steps.borrow_mut().push("enter");
            Ok(())
        };
        let leave = || {
            steps.borrow_mut().push("leave");
            Ok(())
        };
        let caught = quietly(
            enter,
            |()| panic::catch_unwind(|| panic!("quietly: an author's function")).is_err(),
            leave,
        );
        assert!(caught.is_ok_and(|caught| caught));
        let through = panic::catch_unwind(AssertUnwindSafe(|| {
            quietly(enter, |()| panic!("quietly: the program"), leave)
        }));
        assert!(through.is_err());
        let told_meanwhile = TOLD.load(Ordering::SeqCst);
        let after = panic::catch_unwind(|| panic!("quietly: after it"));
        let told_after = TOLD.load(Ordering::SeqCst);
        panic::set_hook(usual);
        assert_eq!((told_meanwhile, after.is_err(), told_after), (0, true, 1));
        assert_eq!(steps.into_inner(), ["enter", "leave", "enter", "leave"]);
    }
}
