//! Random checks, prohibitions and exceptions against a naive reading of them.

#[path = "properties/runner.rs"]
mod runner;
#[path = "properties/validation/mod.rs"]
mod validation;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use rulebook::{By, Cause, Fault, Notice, Observer, Outcome, Seed, Session};
use runner::{Cases, Coverage, Said, check, same};
use validation::oracle::{Judged, judge, kind, mistakes, warnings};
use validation::spec::{Act, Case, Gates, book, case, sound_case, universe};

const CASES: Cases = Cases { usual: 600, full: 25_000 };

#[test]
fn the_first_gate_with_an_unlifted_violation_ends_it() {
    let seen = Coverage::default();
    check("validation", CASES, sound_case(), |case| plays(case, &seen));
    seen.insist(
        "validation",
        CASES,
        &[
            ("passed", 2),
            ("refused", 2),
            ("several violations of a gate", 10),
            ("lifted", 5),
            ("lifted, and refused at the same gate", 20),
            ("lifted, and refused at a later gate", 20),
            ("a prohibition beside a lifted check", 80),
            ("a check beyond the gate that ended it", 4),
            ("legal actions", 2),
        ],
    );
}

#[test]
fn an_exception_for_what_cannot_be_lifted_does_not_compile() {
    let seen = Coverage::default();
    check("exceptions", CASES, case(), |case| {
        let expected = mistakes(case);
        let got: BTreeSet<String> = match book(case) {
            Ok(_) => BTreeSet::new(),
            Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
        };
        seen.saw_if(!expected.is_empty(), "mistakes");
        seen.saw_if(expected.is_empty(), "none");
        same("the mistakes", &expected, &got)
    });
    seen.insist("exceptions", CASES, &[("mistakes", 4), ("none", 20)]);
}

/// Hears which exceptions lift something.
#[derive(Clone, Default)]
struct Ear(Arc<Mutex<Vec<String>>>);

impl Observer<Gates> for Ear {
    fn notice(&mut self, notice: &Notice<'_, Gates>) {
        if let Notice::Lifted { exception, .. } = notice {
            self.0.lock().unwrap().push((*exception).to_owned());
        }
    }
}

fn said(fault: Fault) -> String {
    fault.to_string()
}

fn plays(case: &Case, seen: &Coverage) -> Said {
    let book = book(case).map_err(|mistakes| mistakes.to_string())?;
    same("the warnings", &&warnings(case)[..], &book.warnings())?;
    let mut session = book.start(case.start, Seed(1)).map_err(|error| error.to_string())?;
    let ear = Ear::default();
    session.observe(ear.clone());
    let mut state = case.start;
    for &(by, act) in &case.actions {
        let judged = judge(case, state, act, by);
        look_at(case, &judged, seen);
        explains(&mut session, &judged, by, act)?;
        offers(case, &mut session, state, by, seen)?;
        same("asking is not told", &0, &ear.0.lock().unwrap().len())?;
        let outcome = session.submit(by, act).map_err(said)?;
        same("the lifted checks", &judged.lifted, &std::mem::take(&mut *ear.0.lock().unwrap()))?;
        comes_to(&session, &outcome, &judged, by, act)?;
        if judged.ended.is_none() {
            state = (state + act.size) % 4;
        }
        same("the state", &state, session.state())?;
    }
    Ok(())
}

/// The outcome has every violation of the gate, or the exceptions used.
fn comes_to(
    session: &Session<Gates>,
    outcome: &Outcome<Gates>,
    judged: &Judged,
    by: By,
    act: Act,
) -> Said {
    let Some((gate, violations)) = &judged.ended else {
        let id = outcome.frame().ok_or_else(|| format!("refused: {outcome}"))?;
        let frame = session.frame(id).ok_or("the frame cannot be read")?;
        let used: Vec<_> = frame.exceptions().map(str::to_owned).collect();
        return same("the exceptions used", &judged.lifted, &used);
    };
    let refusal = outcome.refusal().ok_or_else(|| format!("not refused: {outcome}"))?;
    same("the kind of refusal", &Some(kind(*gate)), &outcome.refusal_kind())?;
    same("what comes back", &(Some(by), Some(act)), &(refusal.by, refusal.action))?;
    let Cause::Checks { gate: got, violations: all } = &refusal.cause else {
        return Err(format!("refused for another reason: {refusal}"));
    };
    same("the gate", gate, got)?;
    let all: Vec<_> = all.iter().map(|one| (one.check.clone(), one.reason)).collect();
    same("the violations", violations, &all)
}

fn explains(session: &mut Session<Gates>, judged: &Judged, by: By, act: Act) -> Said {
    let explanation = session.explain(by, &act).map_err(said)?;
    let gates = explanation.gates();
    let reports = gates.iter().flat_map(|gate| &gate.checks);
    let standings: Vec<_> =
        reports.map(|report| (report.check.clone(), report.standing.clone())).collect();
    same("explain", &judged.standings, &standings)
}

fn offers(case: &Case, session: &mut Session<Gates>, state: u8, by: By, seen: &Coverage) -> Said {
    let passes = |act: &Act| judge(case, state, *act, by).ended.is_none();
    let expected: Vec<Act> = universe().filter(passes).collect();
    let legal = session.legal(by).map_err(said)?;
    let actions: Vec<Act> = legal.iter().map(|legal| *legal.action()).collect();
    seen.saw_if(!actions.is_empty(), "legal actions");
    same("legal", &expected, &actions)?;
    let Some(first) = legal.into_iter().next() else { return Ok(()) };
    let judged = judge(case, state, *first.action(), by);
    let act = *first.action();
    let mut fork = session.fork();
    let outcome = fork.play(first).map_err(said)?;
    comes_to(&fork, &outcome, &judged, by, act)
}

fn look_at(case: &Case, judged: &Judged, seen: &Coverage) {
    use rulebook::{CheckStanding, Force};
    seen.saw(if judged.ended.is_some() { "refused" } else { "passed" });
    seen.saw_if(!judged.lifted.is_empty(), "lifted");
    let named = |name: &str| name.rsplit(' ').next().and_then(|at| at.parse::<usize>().ok());
    let spec = |name: &str| named(name).map(|at| &case.checks[at]);
    let beyond = judged.standings.iter().any(|(_, at)| *at == CheckStanding::NotReached);
    seen.saw_if(beyond, "a check beyond the gate that ended it");
    let Some((gate, violations)) = &judged.ended else { return };
    seen.saw_if(violations.len() > 1, "several violations of a gate");
    let lifted_at = |same: bool| {
        judged.standings.iter().any(|(name, standing)| {
            let here = spec(name).is_some_and(|check| check.gate == *gate);
            matches!(standing, CheckStanding::Lifted { .. }) && here == same
        })
    };
    seen.saw_if(lifted_at(true), "lifted, and refused at the same gate");
    seen.saw_if(lifted_at(false), "lifted, and refused at a later gate");
    let prohibited = violations
        .iter()
        .any(|(name, _)| spec(name).is_some_and(|check| check.force == Force::Prohibition));
    seen.saw_if(prohibited && lifted_at(true), "a prohibition beside a lifted check");
}
