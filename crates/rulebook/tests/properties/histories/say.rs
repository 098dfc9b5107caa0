//! What the engine says, in the words that the model uses.

use rulebook::{
    Cause, Choice, Fault, FaultKind, Forecast, Outcome, Preview, Refusal, RefusalKind, Sequence,
    Stopped,
};

use super::game::{Ledger, Purse};

pub(crate) fn outcome(outcome: &Result<Outcome<Ledger>, Fault>) -> String {
    match outcome {
        Ok(Outcome::Committed(id)) => format!("committed {}", id.number()),
        Ok(Outcome::Undone(id)) => format!("undone {}", id.number()),
        Ok(Outcome::Redone(id)) => format!("redone {}", id.number()),
        Ok(Outcome::NoChange) => "no change".to_owned(),
        Ok(Outcome::Pending(asked)) => choice(asked),
        Ok(Outcome::InvalidInput(why)) => refusal(RefusalKind::Invalid, why),
        Ok(Outcome::Disallowed(why)) => refusal(RefusalKind::Disallowed, why),
        Ok(Outcome::Aborted(why)) => refusal(RefusalKind::Aborted, why),
        Err(fault) => said(fault),
    }
}

pub(crate) fn said(fault: &Fault) -> String {
    match fault.kind() {
        FaultKind::Limit { limit, bound, .. } => {
            format!("fault: The limit of {bound} {limit} for one action was reached")
        }
        FaultKind::Poisoned { .. } => "poisoned".to_owned(),
        _ => format!("fault: {fault}"),
    }
}

pub(crate) fn choice(asked: &Choice) -> String {
    let Choice { id, seat, question, options } = asked;
    format!("choice {} of {}: {seat}, {question} {options:?}", id.nth, id.frame)
}

fn refusal(kind: RefusalKind, why: &Refusal<Ledger>) -> String {
    format!("refused as {kind}: {}", cause(&why.cause))
}

fn cause(cause: &Cause<Ledger>) -> String {
    match cause {
        Cause::Checks { gate, violations } => {
            let each = violations.iter().map(|one| format!(" {} {:?}", one.check, one.reason));
            format!("at {gate}:{}", each.collect::<String>())
        }
        Cause::Rule { rule, reason } => format!("by {rule}: {reason:?}"),
        Cause::Unhandled { kind } => format!("unhandled {kind}"),
        Cause::Invariants { broken, events } => {
            format!("broken: {}, after {events:?}", broken.join(", "))
        }
        Cause::Over { .. } => "over".to_owned(),
        Cause::StaleProof => "stale".to_owned(),
        Cause::ChoicePending { seat, question } => format!("first {seat} answers {question}"),
        Cause::NoChoicePending => "no choice".to_owned(),
        Cause::OtherChoice => "another choice".to_owned(),
        Cause::NotYourChoice { seat } => format!("the choice of {seat}"),
        Cause::NotOffered { option, offered } => format!("option {option} of {offered}"),
        Cause::NothingToUndo => "nothing to undo".to_owned(),
        Cause::Irreversible => "irreversible".to_owned(),
        Cause::NothingToRedo => "nothing to redo".to_owned(),
        Cause::NoSuchFrame => "no such frame".to_owned(),
        Cause::WithinStep => "within a step".to_owned(),
        Cause::OnlyInAnalysis => "only in analysis".to_owned(),
        other => format!("{other:?}"),
    }
}

pub(crate) fn preview(preview: &Result<Preview<Ledger>, Fault>) -> String {
    match preview {
        Ok(Preview::Commit { frame, state: Purse(plain) }) => {
            let events: Vec<_> = frame.events.iter().map(|event| &event.event).collect();
            format!("would commit {} with {events:?}, {plain:?}", frame.number)
        }
        Ok(Preview::NoChange) => "no change".to_owned(),
        Ok(Preview::Refused(kind, why)) => refusal(*kind, why),
        Ok(Preview::Choice(asked)) => choice(asked),
        Ok(Preview::DiceAhead) => "dice ahead".to_owned(),
        Err(fault) => said(fault),
    }
}

pub(crate) fn sequence(sequence: &Result<Sequence<Ledger>, Fault>) -> String {
    match sequence {
        Ok(Sequence::Through { frames }) => {
            let numbers: Vec<_> = frames.iter().map(|frame| frame.number).collect();
            format!("through {numbers:?}")
        }
        Ok(Sequence::Stopped { at, why }) => {
            let why = match why {
                Stopped::Refused(kind, why) => refusal(*kind, why),
                Stopped::Choice(asked) => choice(asked),
                Stopped::DiceAhead => "dice ahead".to_owned(),
            };
            format!("stopped at {at}: {why}")
        }
        Err(fault) => said(fault),
    }
}

pub(crate) fn verdict(verdict: &Forecast<'_, Ledger>) -> String {
    match verdict {
        Forecast::Commit(rules) => format!("would commit by {rules:?}"),
        Forecast::NoChange(rules) => format!("no change by {rules:?}"),
        Forecast::Refused(kind, why) => format!("refused as {kind}: {}", cause(why)),
        Forecast::Choice(_) => "a choice".to_owned(),
        Forecast::Dice(rules) => format!("dice ahead by {rules:?}"),
        Forecast::Fault(fault) => said(fault),
    }
}
