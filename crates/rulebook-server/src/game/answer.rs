//! Refusals as JSON.

use rulebook::{Cause, Outcome, Reason, RefusalKind};
use rulebook_games::Playable;

use crate::wire;

/// A refusal with all its reasons. None if it is no refusal.
pub(super) fn refused<G: Playable>(outcome: &Outcome<G>) -> Option<wire::Outcome> {
    let (kind, refusal) = (outcome.refusal_kind()?, outcome.refusal()?);
    let reasons = reasons::<G>(&refusal.cause);
    let code = reasons.first().map_or_else(String::new, |reason| reason.code.clone());
    let named = reasons.first().and_then(|reason| reason.rule.clone().or(reason.check.clone()));
    Some(wire::Outcome::Refused {
        refusal: word(kind).to_owned(),
        code,
        rule: named.unwrap_or_else(|| "engine".to_owned()),
        message: refusal.to_string(),
        reasons,
    })
}

/// The kind of a refusal, in a word.
pub(super) fn word(kind: RefusalKind) -> &'static str {
    match kind {
        RefusalKind::Invalid => "invalid",
        RefusalKind::Disallowed => "disallowed",
        RefusalKind::Aborted => "aborted",
    }
}

/// One reason of the game's own.
pub(super) fn reason<R: Reason>(
    reason: &R,
    check: Option<&str>,
    rule: Option<&str>,
) -> wire::Reason {
    wire::Reason {
        code: reason.code().to_owned(),
        message: reason.to_string(),
        check: check.map(str::to_owned),
        rule: rule.map(str::to_owned),
        concerns: reason.concerns(),
    }
}

/// Everything that a cause consists of.
pub(super) fn reasons<G: Playable>(cause: &Cause<G>) -> Vec<wire::Reason> {
    let engines = |code: &str, rule: Option<&str>| wire::Reason {
        code: code.to_owned(),
        message: cause.to_string(),
        check: None,
        rule: rule.map(str::to_owned),
        concerns: None,
    };
    match cause {
        Cause::Checks { violations, .. } => violations
            .iter()
            .map(|violation| reason(&violation.reason, Some(&violation.check), None))
            .collect(),
        Cause::Rule { rule, reason: why } | Cause::Unpaid { rule, reason: why, .. } => {
            vec![reason(why, None, Some(rule))]
        }
        Cause::Invariants { broken, .. } => {
            broken.iter().map(|name| engines("INVARIANT", Some(name))).collect()
        }
        other => vec![engines(code(other), None)],
    }
}

/// The code of a refusal that the engine gives by itself.
fn code<G: Playable>(cause: &Cause<G>) -> &'static str {
    match cause {
        Cause::Unhandled { .. } => "UNHANDLED",
        Cause::Over { .. } => "OVER",
        Cause::StaleProof => "STALE_PROOF",
        Cause::ChoicePending { .. } => "CHOICE_PENDING",
        Cause::NoChoicePending => "NO_CHOICE_PENDING",
        Cause::OtherChoice => "OTHER_CHOICE",
        Cause::NotYourChoice { .. } => "NOT_YOUR_CHOICE",
        Cause::NotOffered { .. } => "NOT_OFFERED",
        Cause::NoSuchSeat { .. } => "NO_SUCH_SEAT",
        _ => "REFUSED",
    }
}
