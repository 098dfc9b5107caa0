//! Where a run is, on a terminal's last line.

use std::cell::Cell;
use std::io::{IsTerminal, Write};

/// Says which row and round is being run; silent where nobody watches.
pub(crate) struct Progress {
    watched: Cell<bool>,
    rows: usize,
    samples: usize,
}

impl Progress {
    pub(crate) fn new(rows: usize, samples: usize) -> Self {
        Self { watched: Cell::new(std::io::stderr().is_terminal()), rows, samples }
    }

    pub(crate) fn show(&self, row: usize, name: &str, round: usize) {
        let (row, rows, round, samples) = (row + 1, self.rows, round + 1, self.samples);
        self.write(&format!("row {row} of {rows}, {name}: round {round} of {samples}"));
    }

    pub(crate) fn clear(&self) {
        self.write("");
    }

    fn write(&self, text: &str) {
        if self.watched.get() {
            let mut stderr = std::io::stderr().lock();
            let written = write!(stderr, "\r\x1b[2K{text}").and_then(|()| stderr.flush());
            // A terminal that has gone away is not written to again.
            self.watched.set(written.is_ok());
        }
    }
}
