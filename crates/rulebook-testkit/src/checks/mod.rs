//! The checks, one file each.

pub(crate) mod accounts;
pub(crate) mod choices;
pub(crate) mod coverage;
pub(crate) mod digest;
pub(crate) mod explain;
pub(crate) mod fork;
pub(crate) mod golden;
pub(crate) mod history;
pub(crate) mod kept;
pub(crate) mod offered;
pub(crate) mod parity;
pub(crate) mod play;
pub(crate) mod preview;
pub(crate) mod recovery;
pub(crate) mod refused;
pub(crate) mod replay;
pub(crate) mod rest;
pub(crate) mod search;
pub(crate) mod sequence;
pub(crate) mod sources;
pub(crate) mod undo;
pub(crate) mod views;

use rulebook::Game;

use crate::check::Check;
use crate::suite::{Findings, Suite};

/// All checks that walk the lines that were played.
pub(crate) fn all<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let checks: [(Check, fn(&Suite<G>, &mut Findings)); 19] = [
        (Check::Offered, offered::check),
        (Check::Refused, refused::check),
        (Check::Undo, undo::check),
        (Check::Fork, fork::check),
        (Check::Preview, preview::check),
        (Check::Search, search::check),
        (Check::Recovery, recovery::check),
        (Check::Replay, replay::check),
        (Check::History, history::check),
        (Check::Sequence, sequence::check),
        (Check::Choices, choices::check),
        (Check::Digest, digest::check),
        (Check::Kept, kept::check),
        (Check::Explain, explain::check),
        (Check::Sources, sources::check),
        (Check::Accounts, accounts::check),
        (Check::Rest, rest::check),
        (Check::Parity, parity::check),
        (Check::Views, views::check),
    ];
    for (name, check) in checks {
        findings.begin(name);
        check(suite, findings);
    }
}
