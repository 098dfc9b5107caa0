//! Panics that the engine catches are part of the report. While the suite runs,
//! the panic hook says nothing about them: a check that panics would otherwise
//! print hundreds of messages before the report that names it once.

use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::Once;
use std::thread;

thread_local! {
    /// How many guards of this thread are alive.
    static QUIET: Cell<usize> = const { Cell::new(0) };
    /// The last panic about which nothing was said.
    static UNSAID: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// While it lives, the panics of its thread are not printed. If it is dropped
/// because of a panic that nobody caught, it prints that one.
pub(crate) struct Quiet;

impl Quiet {
    pub(crate) fn begin() -> Self {
        install();
        QUIET.set(QUIET.get() + 1);
        Quiet
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        QUIET.set(QUIET.get() - 1);
        let unsaid = UNSAID.take();
        if let (true, Some(unsaid)) = (thread::panicking(), unsaid) {
            eprintln!("{unsaid}");
        }
    }
}

/// Puts a hook before the one that is there, once for the whole program. It
/// stays, because another thread may set a hook of its own at any time; without
/// a guard it does what the other one does.
fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if QUIET.get() == 0 {
                usual(info);
            } else {
                UNSAID.set(Some(info.to_string()));
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{QUIET, Quiet, UNSAID};

    #[test]
    fn a_panic_is_kept_back_while_a_guard_lives_and_forgotten_when_it_was_caught() {
        let quiet = Quiet::begin();
        catch_unwind(|| panic!("caught")).expect_err("it panics");
        let unsaid = UNSAID.with_borrow(Clone::clone).expect("it is kept back");
        assert!(unsaid.contains("caught") && unsaid.contains("quiet.rs"), "{unsaid}");
        drop(quiet);
        assert_eq!((QUIET.get(), UNSAID.take()), (0, None));
    }

    #[test]
    fn a_guard_that_a_panic_drops_leaves_the_thread_as_it_was() {
        let panicked = catch_unwind(|| {
            let _quiet = Quiet::begin();
            panic!("nobody in here catches it");
        });
        assert!(panicked.is_err());
        assert_eq!((QUIET.get(), UNSAID.take()), (0, None));
    }
}
