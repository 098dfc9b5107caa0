//! `dispatch-text`: as `dispatch`, where every trace can be read as text.
//!
//! HerdingCats makes the text when the action happens; a typed trace makes it
//! when somebody reads it.

use rulebook::Recovery;

use super::dispatch::rulebook::{Added, Reading, session};
use super::dispatch::{SINCE_THE_CUT, check, contestant, herdingcats};
use crate::goal::Goal;
use crate::measure::race::{Key, Race, Sizing, Unit};
use crate::peers::{HERDINGCATS, Maker};

const WORK: &str = "one action whose trace can be read";

pub(crate) fn race() -> Race {
    let key = |name| Key { work: WORK, name };
    let typed = key("rulebook, typed trace");
    let fresh = session::<Added>(Recovery::Snapshot, SINCE_THE_CUT);
    let reading = move || Reading { game: fresh(), text: String::new() };
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants: vec![
            contestant(
                WORK,
                typed.name,
                Maker::Ours,
                session::<Added>(Recovery::Snapshot, SINCE_THE_CUT),
            ),
            contestant(WORK, "rulebook, every trace read", Maker::Ours, reading),
            contestant(
                WORK,
                "herdingcats",
                Maker::Peer(HERDINGCATS),
                herdingcats::engine::<String>,
            ),
        ],
        missing: Vec::new(),
        goals: vec![Goal::faster(typed, 4.0, key("herdingcats"))],
        series: Vec::new(),
        check: Box::new(check),
        verify_ops: 1000,
    }
}
