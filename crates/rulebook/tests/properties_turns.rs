//! Random turn machines against a recursive reading of them: what happens on
//! leaving and entering steps, and in which order.

#[path = "properties/runner.rs"]
mod runner;
#[path = "properties/turns/mod.rs"]
mod turns;

use std::collections::BTreeSet;

use rulebook::{
    Cause, Fault, FaultKind, Gate, Outcome, Preview, Recovery, RuleId, Seat, Seed, Session,
    SessionOptions,
};
use runner::{Cases, Coverage, Said, check, same};
use turns::generate::{case, sound_case};
use turns::oracle::{Came, Expected, dispatch, mistakes};
use turns::spec::{Act, Case, Event, Proposal, RuleSpec, Sort, StepSpec, Table, Turns, book};

const CASES: Cases = Cases { usual: 2_000, full: 60_000 };
const SEED: Seed = Seed(3);

#[test]
fn leaving_comes_before_entering_and_both_before_what_waits() {
    let seen = Coverage::default();
    check("turns", CASES, sound_case(), |case| plays(case, &seen));
    seen.insist(
        "turns",
        CASES,
        &[
            ("committed", 2),
            ("no change", 20),
            ("not now", 10),
            ("unhandled", 20),
            ("a step out of reach", 20),
            ("a step that nobody declared", 50),
            ("the limit of depth", 40),
            ("the limit of events", 20),
            ("a loop", 150),
            ("the turn moved", 3),
            ("a step's effect moved the turn", 5),
            ("the turn moved often, and came to rest", 150),
            ("dice in a transition", 10),
        ],
    );
}

#[test]
fn every_mistake_in_a_machine_is_named() {
    let seen = Coverage::default();
    check("machines", CASES, case(), |case| {
        let expected = mistakes(case);
        seen.saw_if(!expected.is_empty(), "mistakes");
        seen.saw_if(expected.is_empty(), "none");
        seen.saw_if(expected.len() > 1, "several");
        let got: BTreeSet<String> = match book(case) {
            Ok(_) => BTreeSet::new(),
            Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
        };
        same("the mistakes", &expected, &got)
    });
    seen.insist("machines", CASES, &[("mistakes", 4), ("none", 20), ("several", 4)]);
}

/// Machines in which the turn is often where it was before, but not with the
/// same state, or not with the same to do: they come to rest.
#[test]
fn what_comes_to_rest_is_no_loop() {
    let goto = |step: u8| Proposal::always(Event::Goto(step));
    let tick = Proposal::always(Event::Tick);
    let back = Proposal { below: Some(30), ..goto(0) };
    let idle = step(&[], &[]);
    let there_and_back = [idle.clone(), step(&[&[goto(0)]], &[]), idle.clone()];
    let often = fixed(&there_and_back, &vec![vec![goto(1)]; 12]);
    let winding = [
        idle,
        step(&[&[goto(1)]], &[]),
        step(&[&[goto(2)]], &[&[goto(3)]]),
        step(&[], &[&[goto(1)], &[goto(0)]]),
    ];
    let winding = fixed(&winding, &[vec![goto(2), goto(3)], vec![goto(2), tick, goto(1)]]);
    let to_and_fro = [step(&[&[tick, goto(1)]], &[]), step(&[&[back]], &[])];
    let long = fixed(&to_and_fro, &[vec![goto(1)]]);
    for case in [often, winding, long] {
        let seen = Coverage::default();
        plays(&case, &seen).unwrap_or_else(|why| panic!("{why}\n{case:?}"));
        seen.insist("no loop", Cases { usual: 1, full: 1 }, &[("committed", 1)]);
    }
}

fn step(entering: &[&[Proposal]], leaving: &[&[Proposal]]) -> StepSpec {
    let effects = |all: &[&[Proposal]]| all.iter().map(|effect| effect.to_vec()).collect();
    StepSpec {
        allows: vec![Sort::Play],
        leads_to: vec![],
        ends: false,
        entering: effects(entering),
        leaving: effects(leaving),
    }
}

/// A machine in which every step leads to every other.
fn fixed(steps: &[StepSpec], rules: &[Vec<Proposal>]) -> Case {
    let all: Vec<u8> = (0..steps.len() as u8).collect();
    let lead = |step: &StepSpec| StepSpec { leads_to: all.clone(), ..step.clone() };
    let rule = |proposes: &Vec<Proposal>| RuleSpec { sorts: vec![], proposes: proposes.clone() };
    Case {
        steps: steps.iter().map(lead).collect(),
        always: vec![],
        rules: rules.iter().map(rule).collect(),
        start: Table { step: 0, count: 0, dial: 100 },
        depth: 200,
        events: 500,
        actions: vec![Act(Sort::Play)],
    }
}

fn plays(case: &Case, seen: &Coverage) -> Said {
    let book = book(case).map_err(|mistakes| mistakes.to_string())?;
    let rules: Vec<RuleId> = book.rules().map(|rule| rule.id()).collect();
    for recovery in [Recovery::Snapshot, Recovery::Revert] {
        let options = SessionOptions { recovery: Some(recovery), ..SessionOptions::default() };
        let started = book.start_with(case.start, SEED, options);
        let mut session = started.map_err(|error| error.to_string())?;
        let mut past = vec![case.start];
        for &act in &case.actions {
            let now = past[past.len() - 1];
            let dice = session.dice_position();
            let expected = dispatch(case, &rules, SEED, dice, now, act);
            previews(&mut session, act, &expected)?;
            submits(&mut session, now, act, &expected, seen)?;
            if expected.came == Came::Committed {
                past.push(expected.after);
            }
        }
        travels(&mut session, &past)?;
    }
    Ok(())
}

/// Undo goes back as far as the last dice, and redo forth again.
fn travels(session: &mut Session<Turns>, past: &[Table]) -> Said {
    let depth = session.undo_depth();
    for table in past.iter().rev().skip(1).take(depth) {
        session.undo().map_err(|fault| fault.to_string())?;
        same("undone", table, session.state())?;
    }
    for _ in 0..depth {
        session.redo().map_err(|fault| fault.to_string())?;
    }
    same("redone", &past[past.len() - 1], session.state())
}

fn submits(
    session: &mut Session<Turns>,
    now: Table,
    act: Act,
    expected: &Expected,
    seen: &Coverage,
) -> Said {
    let outcome = session.submit(Seat(0), act);
    let got = came(&outcome, expected)?;
    look_at(expected, &outcome, seen);
    same("submit", &expected.came, &got)?;
    if expected.came != Came::Committed {
        return same("the state", &now, session.state());
    }
    same("the state", &expected.after, session.state())?;
    same("the dice", &expected.dice, &session.dice_position())?;
    let frame = session.frames().next_back().ok_or("there is no frame")?;
    let events: Vec<_> = frame.events().map(|event| (*event.event, event.origin)).collect();
    same("the events", &expected.events, &events)?;
    same("the draws", &&expected.draws[..], &frame.draws())
}

/// A preview sees the same, up to the first die.
fn previews(session: &mut Session<Turns>, act: Act, expected: &Expected) -> Said {
    let diced = !expected.draws.is_empty();
    match session.preview(Seat(0), &act) {
        Ok(Preview::DiceAhead) => same("preview: dice", &true, &diced),
        Ok(Preview::Commit { state, .. }) => {
            same("preview: no dice", &false, &diced)?;
            same("preview", &expected.came, &Came::Committed)?;
            same("preview: the state", &expected.after, &state)
        }
        Ok(Preview::NoChange) => same("preview", &expected.came, &Came::NoChange),
        Ok(Preview::Refused(..)) => {
            let refused = matches!(expected.came, Came::NotNow | Came::Unhandled);
            same("preview: refused", &true, &refused)
        }
        Ok(other) => Err(format!("a preview that cannot be: {other:?}")),
        Err(fault) => came(&Err(fault), expected).map(drop),
    }
}

/// What the engine says, in the oracle's words. A loop is a limit that is not
/// waited for, so it is one only where the oracle runs into a limit.
fn came(outcome: &Result<Outcome<Turns>, Fault>, expected: &Expected) -> Result<Came, String> {
    let number = |step: &str| step.parse().map_err(|error| format!("the step {step}: {error}"));
    let fault = match outcome {
        Ok(Outcome::Committed(_)) => return Ok(Came::Committed),
        Ok(Outcome::NoChange) => return Ok(Came::NoChange),
        Ok(other) => {
            let refusal = other.refusal().ok_or_else(|| format!("cannot be: {other}"))?;
            return match &refusal.cause {
                Cause::Checks { gate: Gate::Timing, .. } => Ok(Came::NotNow),
                Cause::Unhandled { .. } => Ok(Came::Unhandled),
                other => Err(format!("refused: {other:?}")),
            };
        }
        Err(fault) => fault,
    };
    match (fault.kind(), &expected.came) {
        (FaultKind::Limit { limit, .. }, _) => Ok(Came::Limit(limit)),
        (FaultKind::UnknownStep { step }, _) => Ok(Came::UnknownStep(number(step)?)),
        (FaultKind::StepNotReached { from, to, .. }, _) => {
            Ok(Came::NotReached(number(from)?, number(to)?))
        }
        (FaultKind::Loop { .. }, Came::Limit(limit)) => Ok(Came::Limit(limit)),
        _ => Err(format!("expected {:?}, got {fault}", expected.came)),
    }
}

fn look_at(expected: &Expected, outcome: &Result<Outcome<Turns>, Fault>, seen: &Coverage) {
    let looped = |fault: &Fault| matches!(fault.kind(), FaultKind::Loop { .. });
    seen.saw_if(outcome.as_ref().is_err_and(looped), "a loop");
    let committed = expected.came == Came::Committed;
    seen.saw(match expected.came {
        Came::Committed => "committed",
        Came::NoChange => "no change",
        Came::NotNow => "not now",
        Came::Unhandled => "unhandled",
        Came::UnknownStep(_) => "a step that nobody declared",
        Came::NotReached(..) => "a step out of reach",
        Came::Limit("depth") => "the limit of depth",
        Came::Limit(_) => "the limit of events",
    });
    seen.saw_if(committed && expected.moves > 0, "the turn moved");
    seen.saw_if(committed && expected.deepest > 0, "a step's effect moved the turn");
    seen.saw_if(committed && expected.moves > 9, "the turn moved often, and came to rest");
    seen.saw_if(committed && !expected.draws.is_empty(), "dice in a transition");
}
