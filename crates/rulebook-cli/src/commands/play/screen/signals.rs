//! Signals that end a program, while the window is full: whoever sends one wants
//! the window back as it was, and the record whole.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The last signal that was heard, 0 if there was none.
pub(super) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From now on, signals that would end the program are only noted.
    pub(super) fn listen() -> io::Result<Self> {
        let heard = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                let number = signal.unsigned_abs() as usize;
                signal_hook::flag::register_usize(signal, Arc::clone(&heard), number)?;
            }
        }
        Ok(Signals(heard))
    }

    /// The number of the signal that wants the program to end, if one came.
    pub(super) fn heard(&self) -> Option<u8> {
        let signal = self.0.load(Ordering::SeqCst);
        u8::try_from(signal).ok().filter(|signal| *signal > 0)
    }
}
