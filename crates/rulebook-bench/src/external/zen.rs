//! zen-engine, in a program of its own: it brings more than four hundred crates,
//! and they are not to be built whenever the workspace is.

use super::{Process, Why, peers};
use crate::measure::clock::Meter;

/// Whether decisions tell how they were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Traced {
    No,
    Yes,
}

/// A zen-engine that decides.
pub(crate) struct Zen(Process);

impl Zen {
    pub(crate) fn new() -> Result<Self, Why> {
        let program = peers().join("zen").join("release").join("zen-peer");
        match program.is_file() {
            true => Ok(Self(Process::new(program, Vec::new()))),
            false => Err("it is not built: run `cargo xtask peers`"),
        }
    }

    /// Decides so often with so many rules, and says how many decisions were
    /// right.
    pub(crate) fn decide(
        &mut self,
        rules: usize,
        decisions: u64,
        traced: Traced,
        meter: &mut Meter,
    ) -> u64 {
        let request = format!("{rules} {decisions} {}", u8::from(traced == Traced::Yes));
        let [nanoseconds, right] = self.0.ask(&request);
        meter.charge(nanoseconds as f64);
        right.cast_unsigned()
    }
}
