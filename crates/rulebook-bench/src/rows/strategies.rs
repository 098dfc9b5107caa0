//! `strategies`: each conflict strategy where exactly one of the rules matches,
//! against FirstWins.

use crate::goal::Goal;
use crate::measure::race::{Key, Missing, Race, Sizing, Unit};

const WORK: &str = "one of four rules matches";

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let first = key("rulebook, FirstWins");
    let others = ["LastWins", "HighestPriority", "Exclusive", "ApplyAll"];
    let others = others.map(|name| match name {
        "LastWins" => key("rulebook, LastWins"),
        "HighestPriority" => key("rulebook, HighestPriority"),
        "Exclusive" => key("rulebook, Exclusive"),
        _ => key("rulebook, ApplyAll"),
    });
    let missing = |key| Missing {
        key,
        why: super::NO_ENGINE_YET,
    };
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: Vec::new(),
        missing: [first].into_iter().chain(others).map(missing).collect(),
        goals: others.map(|ours| Goal::at_most(ours, 1.05, first)).to_vec(),
        check: Box::new(super::dispatch::check),
        verify_ops: 100,
    }
}
