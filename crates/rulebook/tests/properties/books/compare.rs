//! One random book: whatever the engine can be asked about it, against the
//! oracle.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{
    Book, By, Cause, Digests, Fault, FaultKind, FrameView, Legal, Origin, Outcome, Pass, Passes,
    Preview, Recovery, RefusalKind, Search, Seat, Seed, Session, SessionOptions, Transition,
};

use super::build::{self, Call, Happening, Tables, listening};
use super::meaning::{Note, about, open};
use super::notices::Chronicle;
use super::oracle::{Came, Expected, dispatch};
use super::spec::{Act, Answering, Case, Colour, Table, universe};
use super::standing;
use crate::runner::{Coverage, Said, same};

/// Phases are open whatever the action.
const ANY: Act = Act { colour: Colour::Red, about: 0 };
const ME: By = By::Seat(Seat(0));

/// The two ways to play: one copies states and is watched, one reverts events
/// and is not.
struct Pair {
    copying: Session<Tables>,
    reverting: Session<Tables>,
    chronicle: Chronicle,
    passes: Passes,
}

/// Plays a case, asking everything at every step.
pub(crate) fn agrees(case: &Case, passes: Passes, seen: &Coverage) -> Said {
    let book = build::book(case, passes)?;
    let mut pair = Pair {
        copying: start(&book, case, Recovery::Snapshot)?,
        reverting: start(&book, case, Recovery::Revert)?,
        chronicle: Chronicle::default(),
        passes,
    };
    pair.copying.observe(pair.chronicle.clone());
    let mut line = pair.copying.search(Seed(2));
    let mut tables = vec![Table { counters: case.start, log: Vec::new() }];
    for &act in &case.actions {
        let now = &tables[tables.len() - 1];
        let expected = dispatch(case, now, act, seen);
        look_at(&expected.came, seen);
        for session in [&mut pair.copying, &mut pair.reverting] {
            let explanation = session.explain(ME, &act).map_err(|fault| fault.to_string())?;
            standing::agrees(case, now, act, &expected, explanation)?;
            previews(session, act, &expected)?;
            offers(case, session, now, seen)?;
            same("nothing changed by asking", now, session.state())?;
        }
        pair.submits(case, now, act, &expected)?;
        searches(&mut line, now, act, &expected)?;
        if expected.came == Came::Committed {
            tables.push(expected.after);
        }
    }
    pair.travels(&tables)
}

fn start(book: &Book<Tables>, case: &Case, recovery: Recovery) -> Result<Session<Tables>, String> {
    let table = Table { counters: case.start, log: Vec::new() };
    // With a digest for each frame nothing goes in a straight line.
    let digests = if case.start[2] % 2 == 0 { Digests::Off } else { Digests::PerFrame };
    let options = SessionOptions { digests, recovery: Some(recovery), ..SessionOptions::default() };
    let started = book.start_with(table, Seed(1), options);
    let mut session = started.map_err(|error| error.to_string())?;
    for (rule, _) in case.rules().iter().filter(|(rule, _)| rule.off) {
        let id = book.rule(&rule.at.path).ok_or("a rule has lost its name")?;
        session.disable(id).map_err(|fault| fault.to_string())?;
    }
    Ok(session)
}

fn look_at(came: &Came, seen: &Coverage) {
    seen.saw(match came {
        Came::Committed => "committed",
        Came::NoChange => "no change",
        Came::Refused(RefusalKind::Invalid, _) => "refused as invalid",
        Came::Refused(RefusalKind::Disallowed, _) => "refused as disallowed",
        Came::Refused(RefusalKind::Aborted, _) => "refused as aborted",
        Came::Unhandled => "unhandled",
        Came::Conflict { .. } => "conflict",
    });
}

/// What a refusal comes to, in the oracle's words.
pub(crate) fn refusal(kind: RefusalKind, cause: &Cause<Tables>) -> Result<Came, String> {
    match cause {
        Cause::Rule { reason, .. } => Ok(Came::Refused(kind, reason.0)),
        Cause::Unhandled { .. } if kind == RefusalKind::Invalid => Ok(Came::Unhandled),
        other => Err(format!("refused as {kind}: {other:?}")),
    }
}

fn came(outcome: &Result<Outcome<Tables>, Fault>, act: Act) -> Result<Came, String> {
    match outcome {
        Ok(Outcome::Committed(_)) => Ok(Came::Committed),
        Ok(Outcome::NoChange) => Ok(Came::NoChange),
        Ok(other) => match (other.refusal_kind(), other.refusal()) {
            (Some(kind), Some(refused)) => {
                same(
                    "the action comes back",
                    &(Some(ME), Some(act)),
                    &(refused.by, refused.action),
                )?;
                refusal(kind, &refused.cause)
            }
            _ => Err(format!("an outcome that cannot be: {other}")),
        },
        Err(fault) => conflict(fault, act),
    }
}

fn conflict(fault: &Fault, act: Act) -> Result<Came, String> {
    let FaultKind::Conflict { phase, action, rules } = fault.kind() else {
        return Err(fault.to_string());
    };
    same("the kind in a conflict", &format!("{:?}", act.colour).as_str(), action)?;
    let names: BTreeSet<String> = rules.iter().cloned().collect();
    same("each rule once in a conflict", &rules.len(), &names.len())?;
    Ok(Came::Conflict { phase: phase.clone(), rules: names })
}

/// A frame has what the oracle says.
fn frame_agrees(frame: &FrameView<'_, Tables>, act: Act, expected: &Expected) -> Said {
    let what = Transition::Action { by: ME, action: act };
    same("the frame's action", &what, &frame.transition().cloned())?;
    let events: Vec<_> = frame.events().map(|event| (*event.event, *event.trace)).collect();
    same("the frame's events", &expected.events, &events)?;
    for event in frame.events() {
        let Origin::Rule(rule) = event.origin else {
            return Err("an event of no rule".to_owned());
        };
        let by = match event.event {
            Happening::Add { rule, .. } | Happening::Set { rule, .. } => *rule,
            Happening::Note { rule } => *rule,
        };
        same("an event's origin", &usize::from(by), &rule.index())?;
    }
    Ok(())
}

fn previews(session: &mut Session<Tables>, act: Act, expected: &Expected) -> Said {
    let number = session.number();
    let got = match session.preview(ME, &act) {
        Ok(Preview::Commit { frame, state }) => {
            same("preview: the state", &expected.after, &state)?;
            let events: Vec<_> = frame.events.iter().map(|e| (e.event, e.trace)).collect();
            same("preview: the events", &expected.events, &events)?;
            same("preview: the number", &(number + 1), &frame.number)?;
            Came::Committed
        }
        Ok(Preview::NoChange) => Came::NoChange,
        Ok(Preview::Refused(kind, refused)) => {
            same("preview: the action comes back", &Some(act), &refused.action)?;
            refusal(kind, &refused.cause)?
        }
        Ok(other) => return Err(format!("a preview that cannot be: {other:?}")),
        Err(fault) => conflict(&fault, act)?,
    };
    same("preview", &expected.came, &got)
}

/// Offered is what would be accepted, if anybody offers; also a rule that is
/// switched off does.
fn offers(case: &Case, session: &mut Session<Tables>, now: &Table, seen: &Coverage) -> Said {
    let offering = case
        .rules()
        .iter()
        .any(|(rule, around)| rule.offers && around.iter().all(|phase| open(phase, now, ANY)));
    let quiet = Coverage::default();
    let mut wanted = Vec::new();
    for act in universe().filter(|_| offering) {
        match dispatch(case, now, act, &quiet).came {
            Came::Committed | Came::NoChange | Came::Refused(RefusalKind::Aborted, _) => {
                wanted.push(act);
            }
            Came::Refused(..) | Came::Unhandled => {}
            // A fault is no refusal.
            Came::Conflict { .. } => {
                seen.saw("a conflict is offered");
                wanted.push(act);
            }
        }
    }
    match session.legal(ME) {
        Err(fault) => Err(format!("legal: {fault}")),
        Ok(legal) => {
            seen.saw_if(!legal.is_empty(), "legal actions");
            let actions: Vec<_> = legal.iter().map(|legal| *legal.action()).collect();
            same("legal", &wanted, &actions)?;
            legal.into_iter().step_by(5).try_for_each(|legal| proof(case, session, now, legal))
        }
    }
}

/// A proof is played as the action would be submitted.
fn proof(case: &Case, session: &Session<Tables>, now: &Table, legal: Legal<Tables>) -> Said {
    let act = *legal.action();
    let expected = dispatch(case, now, act, &Coverage::default());
    let mut fork = session.fork();
    let outcome = fork.play(legal.clone());
    same("play", &expected.came, &came(&outcome, act)?)?;
    if expected.came == Came::Committed {
        same("play: the state", &expected.after, fork.state())?;
        let again = fork.play(legal).map_err(|fault| fault.to_string())?;
        let stale =
            again.refusal().is_some_and(|refused| matches!(refused.cause, Cause::StaleProof));
        same("play: the proof is stale now", &true, &stale)?;
    }
    Ok(())
}

fn searches(line: &mut Search<Tables>, now: &Table, act: Act, expected: &Expected) -> Said {
    let depth = line.depth();
    same("search: the state before", now, line.state())?;
    for round in 0..2 {
        let outcome = line.push(ME, act);
        same("search", &expected.came, &came(&outcome, act)?)?;
        let committed = expected.came == Came::Committed;
        let after = if committed { &expected.after } else { now };
        same("search: the state", after, line.state())?;
        same("search: the depth", &(depth + usize::from(committed)), &line.depth())?;
        if round == 0 && committed {
            same("search: there is something to pop", &true, &line.pop())?;
            same("search: popped", now, line.state())?;
        }
    }
    Ok(())
}

impl Pair {
    fn submits(&mut self, case: &Case, now: &Table, act: Act, expected: &Expected) -> Said {
        self.chronicle.forget();
        let (watched, calls) = listening(|| self.copying.submit(ME, act));
        needed(case, act, &calls)?;
        self.chronicle.agrees(case, self.passes, now, act, expected)?;
        let (plain, calls) = listening(|| self.reverting.submit(ME, act));
        needed(case, act, &calls)?;
        asked_once(case, self.passes, now, expected, &calls)?;
        same("submit, watched", &expected.came, &came(&watched, act)?)?;
        same("submit", &expected.came, &came(&plain, act)?)?;
        let committed = expected.came == Came::Committed;
        let after = if committed { &expected.after } else { now };
        for (session, outcome) in [(&self.copying, watched), (&self.reverting, plain)] {
            same("submit: the state", after, session.state())?;
            if let Some(id) = outcome.ok().and_then(|outcome| outcome.frame()) {
                let frame = session.frame(id).ok_or("the frame cannot be read")?;
                frame_agrees(&frame, act, expected)?;
            }
        }
        let digests = [&mut self.copying, &mut self.reverting].map(|session| session.digest().ok());
        same("submit: the digests", &digests[0], &digests[1])
    }

    /// All the way back and forth again.
    fn travels(&mut self, tables: &[Table]) -> Said {
        for session in [&mut self.copying, &mut self.reverting] {
            let frames = session.number();
            let digest = session.digest().map_err(|fault| fault.to_string())?;
            for table in tables.iter().rev().skip(1) {
                session.undo().map_err(|fault| fault.to_string())?;
                same("undo: the state", table, session.state())?;
            }
            for table in tables.iter().skip(1) {
                session.redo().map_err(|fault| fault.to_string())?;
                same("redo: the state", table, session.state())?;
            }
            same("redo: the number", &frames, &session.number())?;
            let again = session.digest().map_err(|fault| fault.to_string())?;
            same("redo: the digest", &digest, &again)?;
        }
        Ok(())
    }
}

/// Only the predicates of phases with a rule for this kind of action are
/// asked, whoever watches.
fn needed(case: &Case, act: Act, calls: &[Call]) -> Said {
    let rules = case.rules();
    let concerned: BTreeSet<&str> = rules
        .iter()
        .filter(|(rule, _)| about(rule, act))
        .flat_map(|(_, around)| around.iter().map(|phase| phase.at.path.as_str()))
        .collect();
    calls.iter().try_for_each(|call| match call {
        Call::Predicate(path, ..) if !concerned.contains(path.as_str()) => {
            Err(format!("the predicate of {path:?} was asked for no rule of the kind"))
        }
        _ => Ok(()),
    })
}

/// Predicates see the starting state, each once at most; exactly the rules
/// that were asked were called, each condition and answer once.
fn asked_once(
    case: &Case,
    passes: Passes,
    now: &Table,
    expected: &Expected,
    calls: &[Call],
) -> Said {
    let mut counts: BTreeMap<(String, usize), usize> = BTreeMap::new();
    let mut called = BTreeSet::new();
    let phases_read = case.phases_name_facts();
    for call in calls {
        let key = match call {
            Call::Predicate(path, which, table) => {
                same("what a predicate sees", now, table)?;
                (format!("predicate of {path}"), *which)
            }
            Call::Condition(rule, which, _) => {
                called.insert(*rule);
                (format!("condition of {rule}"), *which)
            }
            Call::Answer(rule, _) => {
                called.insert(*rule);
                (format!("answer of {rule}"), 0)
            }
            // Every event lengthens the log, so its length tells the versions.
            Call::Shared(which, table) if passes.has(Pass::Hoist) => {
                (format!("shared predicate {which}"), table.log.len())
            }
            Call::Shared(..) => continue,
            // A phase below ApplyAll reads its own once more.
            Call::Fact(..) if phases_read => continue,
            Call::Fact(which, table) => (format!("fact {which}"), table.log.len()),
        };
        *counts.entry(key).or_default() += 1;
    }
    if let Some((key, count)) = counts.iter().find(|(_, count)| **count > 1) {
        return Err(format!("{key:?} was evaluated {count} times for one version"));
    }
    let audible = |id: &u16| {
        let (rule, _) = case.rules()[usize::from(*id)];
        !rule.when.is_empty() || rule.answer != Answering::Plain
    };
    let asked = expected
        .notes
        .iter()
        .enumerate()
        .filter(|(_, note)| matches!(note, Some(Note::Unmet(_) | Note::Said(_))));
    let asked = asked.map(|(id, _)| id as u16).filter(audible).collect();
    same("the rules that were called", &asked, &called)
}
