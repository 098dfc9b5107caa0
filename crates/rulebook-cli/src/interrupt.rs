//! Ctrl-C that lets the program come to an end: what is done is reported, and
//! files are whole.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What shells say of a program that was interrupted.
const KILLED_BY_INTERRUPT: i32 = 130;

/// From now on, the first Ctrl-C only asks the program to stop; the second one
/// ends it.
pub(crate) fn listen() -> io::Result<()> {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            process::exit(KILLED_BY_INTERRUPT);
        }
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// Whether somebody has asked the program to stop.
pub(crate) fn is_asked() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}
