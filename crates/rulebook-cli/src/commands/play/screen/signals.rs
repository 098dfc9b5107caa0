//! Signals that end a program, while the window is full: whoever sends one wants
//! the window back as it was, and the record whole.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// The last signal that was heard, 0 if there was none.
pub(super) struct Signals(Arc<AtomicU8>);

impl Signals {
    /// From now on, a signal that would end the program at once is noted first.
    pub(super) fn listen() -> io::Result<Self> {
        let heard = Arc::new(AtomicU8::new(0));
        #[cfg(unix)]
        unix::listen(&heard)?;
        Ok(Signals(heard))
    }

    /// The number of the signal that wants the program to end, if one came.
    pub(super) fn heard(&self) -> Option<u8> {
        Some(self.0.load(Ordering::SeqCst)).filter(|signal| *signal > 0)
    }
}

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::time::Duration;
    use std::{process, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    use crate::failure::Failure;

    /// How often it is looked whether the game has left the window by itself, and
    /// how long it may take.
    const LOOKS: u32 = 200;
    const BETWEEN: Duration = Duration::from_millis(5);

    /// Notes signals, and sees to it that they end the program.
    pub(super) fn listen(heard: &Arc<AtomicU8>) -> io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
        let heard = Arc::clone(heard);
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // Their numbers are all below 16.
                let signal = u8::try_from(signal).unwrap_or(u8::MAX);
                heard.store(signal, Ordering::SeqCst);
                wait_while_it_leaves();
                // Every move is in the record already. If there is no window any
                // more, there is none to leave.
                let _ = ratatui::try_restore();
                process::exit(Failure::Ended { signal }.exit_code().into());
            }
        });
        Ok(())
    }

    /// Waits until there was time to leave the window. If the terminal has gone,
    /// there is nothing to wait for: whoever reads keys from it never comes back.
    fn wait_while_it_leaves() {
        for _ in 0..LOOKS {
            if !io::stdin().is_terminal() {
                return;
            }
            thread::sleep(BETWEEN);
        }
    }
}
