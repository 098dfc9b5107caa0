//! An observer that hands every notice to `tracing`.

use tracing::{debug, error, info, trace, warn};

use crate::game::Game;
use crate::observe::{Detail, Notice, Observer};

/// Turns notices into events of the `tracing` crate, with the target
/// `rulebook`: faults and broken invariants as errors, refusals as warnings,
/// frames as information, decisions and events as debugging.
///
/// Only with the feature `tracing`.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// use rulebook::{Detail, TracingObserver};
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.observe(TracingObserver::new(Detail::Decisions));
/// game.submit(Seat(0), 5)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TracingObserver {
    detail: Detail,
}

impl TracingObserver {
    /// An adapter that asks for so much detail.
    pub fn new(detail: Detail) -> Self {
        TracingObserver { detail }
    }
}

impl<G: Game> Observer<G> for TracingObserver {
    fn detail(&self) -> Detail {
        self.detail
    }

    fn notice(&mut self, notice: &Notice<'_, G>) {
        let name = notice.name();
        match notice {
            Notice::Submitted { by, action } => {
                debug!(target: "rulebook", %by, ?action, "{name}");
            }
            Notice::Lifted { exception, check } => {
                debug!(target: "rulebook", exception, check, "{name}");
            }
            Notice::Skipped { rule, why } => {
                trace!(target: "rulebook", rule = rule.index(), why = %why, "{name}");
            }
            Notice::Avoided { pass, count } => {
                trace!(target: "rulebook", %pass, count, "{name}");
            }
            Notice::Selected { rule, strategy } => {
                debug!(target: "rulebook", rule = rule.index(), %strategy, "{name}");
            }
            Notice::Conflict { selected, rejected } => {
                debug!(target: "rulebook", selected = selected.index(), ?rejected, "{name}");
            }
            Notice::Happened { event, trace, origin } => {
                debug!(target: "rulebook", ?event, ?trace, ?origin, "{name}");
            }
            Notice::Settled { line } => {
                debug!(target: "rulebook", event = ?line.event, fate = %line.fate, "{name}");
            }
            Notice::Prevented { announcement } => {
                let (amount, left) = (announcement.amount, announcement.left);
                debug!(target: "rulebook", by = ?announcement.by, amount, left, "{name}");
            }
            Notice::Triggered { fired } => {
                let trigger = fired.trigger.index();
                debug!(target: "rulebook", trigger, came_to = ?fired.came_to, "{name}");
            }
            Notice::Rest { round, standing } => {
                debug!(target: "rulebook", round, ?standing, "{name}");
            }
            Notice::Committed { frame } => {
                info!(target: "rulebook", frame = frame.number(), "{name}: {frame}");
            }
            Notice::Undone { frame } | Notice::Redone { frame } => {
                info!(target: "rulebook", frame = frame.number, "{name}");
            }
            Notice::Refused { kind, refusal } if refusal.is_retryable() => {
                warn!(target: "rulebook", %kind, "{name}: {refusal}");
            }
            Notice::Refused { kind, refusal } => {
                error!(target: "rulebook", %kind, "{name}: {refusal}");
            }
            Notice::Pending { choice } => {
                info!(target: "rulebook", seat = %choice.seat, "{name}: {choice}");
            }
            Notice::NoChange => debug!(target: "rulebook", "{name}"),
            Notice::RolledBack { to } => info!(target: "rulebook", to, "{name}"),
            Notice::Fault { fault } => error!(target: "rulebook", "{name}: {fault}"),
        }
    }
}
