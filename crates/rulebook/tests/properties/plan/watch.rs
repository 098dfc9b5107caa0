//! Somebody who is told everything, and writes it down in two columns: what
//! must be the same with every choice of passes, and what the passes did.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rulebook::{Notice, Observer, Pass, Standing};

use crate::books::build::{No, Tables};
use crate::books::kept::kept;

/// How much each pass has avoided.
pub(crate) type Counts = BTreeMap<Pass, u64>;

/// What a watcher was told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// All but the rules that were passed over.
    pub(crate) lines: Vec<String>,
    /// These, in order.
    pub(crate) skipped: Vec<(usize, Standing<'static, No>)>,
    pub(crate) avoided: Counts,
}

#[derive(Clone, Default)]
pub(crate) struct Watcher(Arc<Mutex<Told>>);

impl Watcher {
    /// What it was told since last time.
    pub(crate) fn told(&self) -> Told {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Observer<Tables> for Watcher {
    fn notice(&mut self, notice: &Notice<'_, Tables>) {
        let mut told = self.0.lock().unwrap();
        match notice {
            Notice::Skipped { rule, why } => told.skipped.push((rule.index(), kept(why))),
            Notice::Avoided { pass, count } => *told.avoided.entry(*pass).or_default() += count,
            other => {
                let line = format!("{}{}", other.name(), about(other));
                told.lines.push(line);
            }
        }
    }
}

fn about(notice: &Notice<'_, Tables>) -> String {
    match notice {
        Notice::Submitted { by, action } => format!(" {action:?} by {by}"),
        Notice::Selected { rule, strategy } => format!(" {} under {strategy}", rule.index()),
        Notice::Conflict { selected, rejected } => format!(" {}: {rejected:?}", selected.index()),
        Notice::Happened { event, trace, origin } => format!(" {event:?} {trace} {origin:?}"),
        Notice::Committed { frame } => format!(" {frame}"),
        Notice::Undone { frame } | Notice::Redone { frame } => format!(" {frame:?}"),
        Notice::Refused { kind, refusal } => format!(" {kind} {refusal:?}"),
        Notice::Pending { choice } => format!(" {choice}"),
        Notice::RolledBack { to } => format!(" {to}"),
        Notice::Fault { fault } => format!(" {fault}"),
        _ => String::new(),
    }
}
