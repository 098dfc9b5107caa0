//! A frame's account of its reactions is right: each event that was proposed
//! has one fate that agrees with the rest of its line, those that happened are
//! exactly the frame's events, and every cause stands before what it caused.

use rulebook::{Account, Because, Fate, FrameView, Game, Line};

use crate::line::RECORDING;
use crate::suite::{Findings, Position, Suite};

pub(crate) fn check<G: Game>(suite: &Suite<G>, findings: &mut Findings) {
    let mut seen = false;
    suite.walk(RECORDING, findings, |position| {
        let wrong = match position.session.frames().next_back() {
            Some(frame) => {
                seen |= frame.account().is_some();
                frame.account().map_or_else(Vec::new, |account| look(&frame, account))
            }
            None => Vec::new(),
        };
        tell(position, wrong);
        Ok(())
    });
    if !seen {
        findings.skip("the game has no reactions.");
    }
}

fn tell<G: Game>(position: &mut Position<'_, G>, wrong: Vec<String>) {
    for what in wrong {
        position.fail(what);
    }
}

/// Everything that is wrong with an account.
fn look<G: Game>(frame: &FrameView<'_, G>, account: &Account<G>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, line) in account.lines.iter().enumerate() {
        let told = format!("Line {number} of the account, {:?} ({})", line.event, line.fate);
        let complaint = fate_agrees(line).or_else(|| cause_is_before(account, number, line));
        wrong.extend(complaint.map(|what| format!("{told}, {what}.")));
    }
    for (at, event) in frame.events().enumerate() {
        let lines: Vec<_> = account.lines.iter().filter(|line| line.applied == Some(at)).collect();
        let [line] = lines[..] else {
            let count = lines.len();
            wrong.push(format!(
                "Event {at} of the frame, {:?}, has {count} lines in the account.",
                event.event
            ));
            continue;
        };
        let (told, happened) = (format!("{:?}", line.event), format!("{:?}", event.event));
        if told != happened {
            wrong.push(format!("The account says {told} where {happened} happened."));
        }
        if line.because.origin() != event.origin {
            wrong.push(format!(
                "{happened} comes from {:?}, and for the account from {:?}.",
                event.origin, line.because
            ));
        }
    }
    let (events, applied) = (frame.events().len(), account.lines.iter());
    let beyond = applied.filter(|line| line.applied.is_some_and(|at| at >= events)).count();
    if beyond > 0 {
        wrong.push(format!("{beyond} lines say that they happened, but not in this frame."));
    }
    wrong
}

/// Whether what a line says of itself fits its fate.
fn fate_agrees<G: Game>(line: &Line<G>) -> Option<&'static str> {
    let fell = line.fell_with.is_some();
    match line.fate {
        Fate::Applied if line.applied.is_none() => Some("has no place among the frame's events"),
        Fate::Applied if fell => Some("happened, but fell with another"),
        Fate::Applied => None,
        _ if line.applied.is_some() => Some("has a place among the frame's events"),
        Fate::RolledBack if !fell => Some("was rolled back with nothing"),
        Fate::Prevented | Fate::Replaced if line.by.is_empty() && !fell => Some("was so by nobody"),
        Fate::Impossible | Fate::Vanished | Fate::Replaced | Fate::Fizzled if fell => {
            Some("has a fate of its own, but fell with another")
        }
        _ => None,
    }
}

/// Whether what a line names as its cause is there, and before it.
fn cause_is_before<G: Game>(
    account: &Account<G>,
    number: usize,
    line: &Line<G>,
) -> Option<&'static str> {
    let cause = match line.because {
        Because::Replacement { line, .. }
        | Because::Rider { line, .. }
        | Because::Charge { line, .. }
        | Because::Leaving { line, .. }
        | Because::Entering { line, .. } => line,
        Because::Trigger { firing, .. } => match account.fired.get(firing) {
            Some(fired) => fired.lines.iter().copied().max().unwrap_or(usize::MAX),
            None => usize::MAX,
        },
        _ => return None,
    };
    (cause >= number).then_some("comes before what caused it")
}
