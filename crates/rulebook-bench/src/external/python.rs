//! pettingzoo and chess, in Python.

use crate::external::{Process, Why, python_folder};
use crate::measure::clock::Meter;
use crate::measure::race::Answer;
use crate::peers::{PETTINGZOO, PYTHON_CHESS, Peer};

const SCRIPT: &str = include_str!("games.py");

/// A Python that plays.
pub(crate) struct Python(Process);

impl Python {
    /// Python, if pettingzoo is there.
    pub(crate) fn pettingzoo() -> Result<Self, Why> {
        Self::with(PETTINGZOO)
    }

    fn with(peer: Peer) -> Result<Self, Why> {
        let folder = python_folder(peer)?;
        Ok(Self(Process::new("python3", vec!["-c".into(), SCRIPT.into(), folder.into()])))
    }

    /// Steps through so many random games of connect four by their masks: moves,
    /// and games won by the first, by the second, and by nobody.
    pub(crate) fn connect_four(&mut self, games: u64, seed: u64, meter: &mut Meter) -> [u64; 4] {
        let [nanoseconds, counts @ ..] = self.0.ask::<5>(&format!("connect-four {games} {seed}"));
        meter.charge(nanoseconds as f64);
        counts.map(i64::cast_unsigned)
    }
}

/// The package chess counting leaves to so small a depth.
pub(crate) fn leaves(depth: u32) -> Result<impl FnMut(&mut Meter) -> Answer, Why> {
    let mut python = Python::with(PYTHON_CHESS)?;
    Ok(move |meter: &mut Meter| {
        let [nanoseconds, leaves] = python.0.ask(&format!("perft {depth} 0"));
        meter.charge(nanoseconds as f64);
        Answer { work: leaves.cast_unsigned(), facts: vec![("depth", u64::from(depth))] }
    })
}
