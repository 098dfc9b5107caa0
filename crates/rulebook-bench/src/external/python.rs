//! pettingzoo and chess, in Python.

use crate::external::{Process, Why, python};
use crate::measure::clock::Meter;
use crate::measure::race::Answer;
use crate::peers::{PETTINGZOO, PYTHON_CHESS};

const SCRIPT: &str = include_str!("games.py");

/// A Python that plays.
pub(crate) struct Python(Process);

impl Python {
    /// Python, if pettingzoo is there.
    pub(crate) fn pettingzoo() -> Result<Self, Why> {
        python(PETTINGZOO, SCRIPT, "connect-four 1 1").map(Self)
    }

    /// Steps through so many random games of connect four by their masks: moves,
    /// and games won by the first, by the second, and by nobody.
    pub(crate) fn connect_four(&mut self, games: u64, seed: u64, meter: &mut Meter) -> [u64; 4] {
        let [nanoseconds, counts @ ..] =
            self.0.ask::<5>(&format!("connect-four {games} {seed}"), meter);
        meter.charge(nanoseconds as f64);
        counts.map(i64::cast_unsigned)
    }
}

/// The package chess counting leaves to so small a depth.
pub(crate) fn leaves(depth: u32) -> Result<impl FnMut(&mut Meter) -> Answer, Why> {
    let mut python = python(PYTHON_CHESS, SCRIPT, "perft 1 0")?;
    Ok(move |meter: &mut Meter| {
        let [nanoseconds, leaves] = python.ask(&format!("perft {depth} 0"), meter);
        meter.charge(nanoseconds as f64);
        Answer { work: leaves.cast_unsigned(), facts: vec![("depth", u64::from(depth))] }
    })
}
