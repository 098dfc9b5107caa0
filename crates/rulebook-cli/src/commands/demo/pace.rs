//! Rests between the moves.
//!
//! The terminal stays in its ordinary mode, so that nothing has to be put back
//! when the program is interrupted: a line from the keyboard, that is the Enter
//! key, ends a rest.

use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::paint::Paper;

/// How long to rest between moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pace {
    /// Until Enter is pressed
    Step,
    /// Five seconds
    Slow,
    /// Two seconds and a half
    #[default]
    Normal,
    /// Half a second
    Fast,
    /// Not at all
    None,
}

/// What is shown while the match rests. The next line takes its place.
const HINT: &str = "(Enter goes on, Ctrl-C stops)";
/// Back to the start of the line, and clear it.
const ERASE: &str = "\r\x1b[2K";
/// The same, after the Enter key has moved on to the next line.
const ERASE_ABOVE: &str = "\x1b[1A\r\x1b[2K";

/// Rests between the moves.
pub(super) enum Pauses {
    /// There are none.
    Never,
    /// Each ends after a while, or by the Enter key.
    Timed(Duration, Receiver<()>),
    /// Each ends by the Enter key.
    Stepped(Receiver<()>),
}

impl Pauses {
    /// Rests of that length, if there is a terminal to look at and one to press
    /// keys on.
    pub(super) fn new(pace: Pace) -> Self {
        if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            return Pauses::Never;
        }
        match pace {
            Pace::None => Pauses::Never,
            Pace::Step => Pauses::Stepped(keys()),
            Pace::Slow => Pauses::Timed(Duration::from_millis(5000), keys()),
            Pace::Normal => Pauses::Timed(Duration::from_millis(2500), keys()),
            Pace::Fast => Pauses::Timed(Duration::from_millis(500), keys()),
        }
    }

    /// Rests once.
    pub(super) fn rest(&mut self, paper: &mut Paper) -> io::Result<()> {
        let hint = match self {
            Pauses::Never => return Ok(()),
            Pauses::Timed(..) => paper.can_erase(),
            Pauses::Stepped(_) => true,
        };
        if hint {
            paper.remark(HINT)?;
        }
        paper.flush()?;
        let pressed = self.wait();
        if !pressed && matches!(self, Pauses::Stepped(_)) {
            // The keyboard has gone, so nobody can ask for the next step.
            *self = Pauses::Never;
        }
        match (paper.can_erase(), pressed) {
            (true, true) => paper.raw(ERASE_ABOVE),
            (true, false) => paper.raw(ERASE),
            (false, _) => Ok(()),
        }
    }

    /// Waits, and says whether the Enter key was pressed.
    fn wait(&self) -> bool {
        match self {
            Pauses::Never => false,
            Pauses::Stepped(keys) => keys.recv().is_ok(),
            Pauses::Timed(length, keys) => {
                let end = Instant::now() + *length;
                match keys.recv_timeout(*length) {
                    Ok(()) => true,
                    Err(RecvTimeoutError::Timeout) => false,
                    // The keyboard has gone, the eyes may have not.
                    Err(RecvTimeoutError::Disconnected) => {
                        thread::sleep(end.saturating_duration_since(Instant::now()));
                        false
                    }
                }
            }
        }
    }
}

/// A message for each line from the keyboard, until it is closed.
fn keys() -> Receiver<()> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let pressed = io::stdin().lock().lines().map_while(Result::ok);
        // Nobody listens any more once the match is over.
        let _ = pressed.into_iter().try_for_each(|_| sender.send(()));
    });
    receiver
}
