//! What the gates say, written down a second time: every check of a gate, the
//! first gate with a violation that nothing lifts ends it.

use std::collections::BTreeSet;

use rulebook::{By, CheckStanding, Force, Gate, Mistake, RefusalKind, Warning};

use super::spec::{Act, Case, CheckSpec, Objection, check_name, exception_name};

/// What validation comes to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judged {
    /// The gate that ended it, with every violation there.
    pub(crate) ended: Option<(Gate, Vec<(String, Objection)>)>,
    /// The exceptions that lifted something, in order.
    pub(crate) lifted: Vec<String>,
    /// What each check says that concerns the action, gate by gate.
    pub(crate) standings: Vec<(String, CheckStanding<Objection>)>,
}

pub(crate) fn judge(case: &Case, state: u8, act: Act, by: By) -> Judged {
    let mut judged = Judged { ended: None, lifted: Vec::new(), standings: Vec::new() };
    for gate in Gate::ALL {
        let mut violations = Vec::new();
        let over = judged.ended.is_some();
        for (at, check) in case.checks.iter().enumerate() {
            if check.gate != gate || !concerns(check, act) {
                continue;
            }
            let standing = if over {
                CheckStanding::NotReached
            } else {
                standing(case, at, check, (state, act, by))
            };
            match &standing {
                CheckStanding::Failed(reasons) => {
                    violations.extend(reasons.iter().map(|&reason| (check_name(at), reason)));
                }
                CheckStanding::Lifted { by, .. } => judged.lifted.push(by.clone()),
                _ => {}
            }
            judged.standings.push((check_name(at), standing));
        }
        if !violations.is_empty() {
            judged.ended = Some((gate, violations));
        }
    }
    judged
}

fn concerns(check: &CheckSpec, act: Act) -> bool {
    check.sorts.is_empty() || check.sorts.contains(&act.sort)
}

fn standing(
    case: &Case,
    at: usize,
    check: &CheckSpec,
    (state, act, by): (u8, Act, By),
) -> CheckStanding<Objection> {
    let objects = check.objects.iter().enumerate();
    let reasons: Vec<_> = objects
        .filter(|(_, object)| object.holds(state, act, by))
        .map(|(nth, _)| Objection(nth))
        .collect();
    if reasons.is_empty() {
        return CheckStanding::Passed;
    }
    let lifting = case
        .exceptions
        .iter()
        .position(|exception| exception.lifts == at && exception.when.holds(state, act, by));
    match lifting {
        Some(by) if check.force == Force::Liftable => {
            CheckStanding::Lifted { by: exception_name(by), reasons }
        }
        _ => CheckStanding::Failed(reasons),
    }
}

/// What a refusal at a gate is.
pub(crate) fn kind(gate: Gate) -> RefusalKind {
    match gate {
        Gate::Shape | Gate::Timing => RefusalKind::Invalid,
        Gate::Actor | Gate::Targets | Gate::Specific => RefusalKind::Disallowed,
    }
}

/// The exceptions that may not stand, and why, as text.
pub(crate) fn mistakes(case: &Case) -> BTreeSet<String> {
    let wrong = case.exceptions.iter().enumerate().filter_map(|(at, exception)| {
        let (exception, check) = (exception_name(at), check_name(exception.lifts));
        match case.checks.get(case.exceptions[at].lifts) {
            None => Some(Mistake::UnknownCheck { exception, check }),
            Some(spec) if spec.force == Force::Prohibition => {
                Some(Mistake::LiftsProhibition { exception, prohibition: check })
            }
            Some(spec) if spec.force != Force::Liftable => {
                Some(Mistake::HardCheck { exception, check })
            }
            Some(_) => None,
        }
    });
    wrong.map(|mistake| mistake.to_string()).collect()
}

/// The checks that may be lifted, and never are.
pub(crate) fn warnings(case: &Case) -> Vec<Warning> {
    let idle = case.checks.iter().enumerate().filter(|(at, check)| {
        let lifted = case.exceptions.iter().any(|exception| exception.lifts == *at);
        check.force == Force::Liftable && !lifted
    });
    idle.map(|(at, _)| Warning::NeverLifted { check: check_name(at) }).collect()
}
