//! `diagnostics`: what it costs to be told why.

use crate::goal::Goal;
use crate::measure::race::{Key, Missing, Race, Sizing, Unit};

const WORK: &str = "one action, told why";

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let plain = key("rulebook, plain");
    let told = [key("rulebook, explain"), key("rulebook, observer")];
    let missing = |key| Missing {
        key,
        why: super::NO_ENGINE_YET,
    };
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: Vec::new(),
        missing: [plain].into_iter().chain(told).map(missing).collect(),
        goals: told.map(|ours| Goal::at_most(ours, 2.0, plain)).to_vec(),
        check: Box::new(super::dispatch::check),
        verify_ops: 100,
    }
}
