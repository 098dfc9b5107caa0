//! The engine and the interpreter play the same book, and come to the same.

use std::sync::Arc;

use rulebook::{Outcome, Recovery, Seat, Seed};

use super::build::book;
use super::dump::Dump;
use super::oracle::{self, Oracle, Stop};
use super::play::{Came, Play};
use super::seen::Sight;
use super::spec::Spec;
use crate::runner::{Coverage, Said, same};

/// Whether the engine, however it recovers, comes to what the interpreter
/// says; and a search line too.
pub(crate) fn agrees(spec: &Spec, seen: &Coverage) -> Said {
    let spec = Arc::new(spec.clone());
    let book = book(&spec);
    let mut sight = Sight::new(&spec);
    for recovery in [Recovery::Snapshot, Recovery::Revert] {
        let mut play = Play::new(&spec, &book, recovery);
        let mut line = play.game.search(Seed(1));
        for (at, (by, act)) in spec.actions.iter().enumerate() {
            let before = play.game.state().clone();
            let (expected, run) = Oracle::run(&spec, &before, *by, *act);
            let came = play.act(*by, *act)?;
            let what = |what: &str| format!("{what}, action {at}, {recovery:?}");
            outcome(&expected, &came, &run).map_err(|why| format!("{}: {why}", what("outcome")))?;
            same(&what("state"), &run.state, play.game.state())?;
            if let Came::Committed(dump) = &came {
                records(&run.dump, dump).map_err(|why| format!("{}: {why}", what("record")))?;
                let answers = &play.past[play.past.len() - 1].2;
                let pushed = line.push_with(Seat(*by), *act, answers);
                if !matches!(pushed, Ok(Outcome::Committed(_))) {
                    return Err(what("a search line did not get through"));
                }
            }
            same(&what("state of a search line"), &run.state, line.state())?;
            sight.note(&came);
        }
        line.pop_to(0);
        same("where a search line began", &spec.start, line.state())?;
    }
    sight.count(seen);
    Ok(())
}

fn outcome(expected: &oracle::Came, came: &Came, run: &Oracle<'_>) -> Said {
    let fine = match (expected, came) {
        (oracle::Came::Committed, Came::Committed(_)) => true,
        (oracle::Came::NoChange, Came::NoChange) => true,
        (oracle::Came::Stopped(Stop::Unpaid(cost, event)), Came::Unpaid(at, unpaid)) => {
            (cost, event) == (at, unpaid)
        }
        (oracle::Came::Stopped(Stop::Limit(_)), Came::Loop) => run.circle,
        (oracle::Came::Stopped(Stop::Limit(limit)), Came::Limit(reached)) => {
            limit == reached && !run.long_circle
        }
        _ => false,
    };
    if fine {
        return Ok(());
    }
    let circle = if run.circle { " (it goes in a circle)" } else { "" };
    let lines = &run.dump.lines[run.dump.lines.len().saturating_sub(40)..];
    Err(format!("\n expected {expected:?}{circle}, {lines:?}\n      got {came:?}"))
}

/// The same record, as far as it is settled what stands there.
fn records(expected: &Dump, got: &Dump) -> Said {
    let (mut expected, mut got) = (expected.plain(), got.plain());
    for dump in [&mut expected, &mut got] {
        // Where there is nothing around a group, its edge means nothing.
        dump.groups.iter_mut().for_each(|group| group.optional &= group.within.is_some());
    }
    same("lines", &expected.lines, &got.lines)?;
    same("groups", &expected.groups, &got.groups)?;
    same("announcements", &expected.told, &got.told)?;
    same("triggers", &expected.shots, &got.shots)?;
    same("rounds", &expected.rounds, &got.rounds)?;
    same("choices", &expected.picked, &got.picked)?;
    same("events", &expected.events, &got.events)
}
