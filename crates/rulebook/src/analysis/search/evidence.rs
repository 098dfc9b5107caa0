//! What was seen in play: for each rule whether it decided, lost or what stood
//! in its way, for each check whether it failed, for each phase whether it was
//! open.

use std::collections::{BTreeMap, BTreeSet};

use crate::actor::Seat;
use crate::analysis::witness::Witness;
use crate::book::Compiled;
use crate::book::draft::Asks;
use crate::book::fact::wants;
use crate::coverage::CoverageReport;
use crate::error::FaultKind;
use crate::explain::{CheckStanding, Explanation, Forecast, RuleReport, Standing, Would};
use crate::game::{Game, Subject};
use crate::outcome::Cause;
use crate::pipeline::guarded;

/// What was seen of a rule.
#[derive(Clone, Default)]
pub(super) struct RuleSeen {
    /// How many actions of its kinds came through the checks.
    pub tried: u64,
    /// How often it decided.
    pub decided: u64,
    /// How often it would have decided, and others did.
    pub lost: u64,
    /// Who these were, and how often.
    pub lost_to: BTreeMap<String, u64>,
    /// A case of that.
    pub case: Option<Witness>,
    /// How often it stood after a choice, where nobody can see beforehand.
    pub late: u64,
    /// What else stood in its way, and how often.
    pub obstacles: BTreeMap<String, u64>,
}

/// What was seen of a check.
#[derive(Clone, Copy, Default)]
pub(super) struct CheckSeen {
    pub asked: u64,
    pub failed: u64,
    pub lifted: u64,
}

/// Everything that was seen.
pub(super) struct Evidence {
    /// By id.
    pub rules: Vec<RuleSeen>,
    pub checks: BTreeMap<String, CheckSeen>,
    /// The exceptions that lifted a check.
    pub lifting: BTreeSet<String>,
    /// By node: whether the phase was open in some state.
    pub open: Vec<bool>,
    /// The exclusivity groups that masked a rule which would have decided.
    pub masking: BTreeSet<String>,
    /// Rules in conflict under an Exclusive phase, each with a case.
    pub overlaps: BTreeMap<(String, Vec<String>), Seen>,
    /// The kinds of actions that nobody answered, each with a case.
    pub gaps: BTreeMap<&'static str, Seen>,
    /// Whether an action waited for a choice: what comes after it is seen only as
    /// far as it is played.
    pub choices: bool,
    /// How many actions were tried.
    pub tried: u64,
    /// How many of them were about something.
    pub about_something: u64,
    /// The seats that are not at the table, and for which something was tried.
    pub strangers: BTreeSet<Seat>,
    /// How many of them came through the checks.
    pub passed: u64,
}

/// A case, and how often there was one.
pub(super) struct Seen {
    pub case: Witness,
    pub times: u64,
}

impl Seen {
    fn note<K: Ord>(all: &mut BTreeMap<K, Seen>, key: K, case: impl FnOnce() -> Witness) {
        all.entry(key).or_insert_with(|| Seen { case: case(), times: 0 }).times += 1;
    }
}

impl Evidence {
    pub(super) fn new<G: Game>(book: &Compiled<G>) -> Self {
        let checks = book.draft.checks.iter();
        Evidence {
            rules: vec![RuleSeen::default(); book.rules.len()],
            checks: checks.map(|check| (check.name.clone(), CheckSeen::default())).collect(),
            lifting: BTreeSet::new(),
            open: vec![false; book.draft.nodes.len()],
            masking: BTreeSet::new(),
            overlaps: BTreeMap::new(),
            gaps: BTreeMap::new(),
            choices: false,
            tried: 0,
            about_something: 0,
            strangers: BTreeSet::new(),
            passed: 0,
        }
    }

    /// Looks which phases are open.
    pub(super) fn state<G: Game>(&mut self, book: &Compiled<G>, state: &G::State) {
        let mut open_now = vec![false; self.open.len()];
        // Parents stand before their children.
        for node in 0..open_now.len() {
            let within = book.draft.nodes[node].parent.is_none_or(|parent| open_now[parent]);
            open_now[node] = within && holds(book.draft.predicates(node as u32), state);
            self.open[node] |= open_now[node];
        }
    }

    /// Takes down what an explanation says of everybody.
    pub(super) fn explained<G: Game>(
        &mut self,
        explanation: &Explanation<G>,
        subject: Option<Subject>,
        case: impl Fn() -> Witness,
    ) {
        self.tried += 1;
        self.about_something += u64::from(subject.is_some());
        if !self.comes_through(explanation, &case) {
            return;
        }
        self.passed += 1;
        let waits = matches!(explanation.forecast(), Forecast::Choice(_));
        self.choices |= waits;
        let rules: Vec<_> = explanation.rules().collect();
        let deciding: Vec<&str> =
            rules.iter().filter(|rule| is_decisive(&rule.standing)).map(|rule| rule.name).collect();
        for rule in &rules {
            if waits && matches!(rule.standing, Standing::NotReached { .. }) {
                self.rules[rule.rule.index()].late += 1;
            } else {
                self.rule(rule, subject, &deciding, &case);
            }
        }
    }

    /// Takes down what came of an action in all; whether it came to the rules.
    fn comes_through<G: Game>(
        &mut self,
        explanation: &Explanation<G>,
        case: impl FnOnce() -> Witness,
    ) -> bool {
        let refusing = self.checked(explanation);
        match explanation.forecast() {
            Forecast::Fault(fault) => {
                if let FaultKind::Conflict { phase, rules, .. } = fault.kind() {
                    Seen::note(&mut self.overlaps, (phase.clone(), rules.clone()), case);
                }
            }
            Forecast::Refused(_, Cause::Unhandled { kind }) => {
                Seen::note(&mut self.gaps, kind, case);
            }
            Forecast::Refused(
                _,
                Cause::Rule { .. } | Cause::Unpaid { .. } | Cause::Invariants { .. },
            ) => {}
            Forecast::Refused(_, Cause::Checks { .. }) => {
                self.refused(explanation, &refusing);
                return false;
            }
            Forecast::Refused(_, Cause::NoSuchSeat { seat, .. }) => {
                self.strangers.insert(*seat);
                return false;
            }
            // Whatever else refuses it refuses it whatever the rules are.
            Forecast::Refused(..) => return false,
            _ => {}
        }
        true
    }

    /// Whether something was tried, and nothing of it was about anything.
    pub(super) fn is_about_nothing(&self) -> bool {
        self.tried > 0 && self.about_something == 0
    }

    /// What was seen of the check of that name.
    pub(super) fn check(&self, name: &str) -> CheckSeen {
        self.checks.get(name).copied().unwrap_or_default()
    }

    /// Takes down what was decided in play, also after choices.
    pub(super) fn played(&mut self, coverage: &CoverageReport) {
        // Rules come first, by id.
        for (rule, covered) in self.rules.iter_mut().zip(&coverage.items) {
            rule.decided += covered.times();
        }
    }

    /// Takes down what the checks said; the names of those that refused.
    fn checked<G: Game>(&mut self, explanation: &Explanation<G>) -> Vec<String> {
        let mut refusing = Vec::new();
        for report in explanation.gates().iter().flat_map(|gate| &gate.checks) {
            let seen = self.checks.entry(report.check.clone()).or_default();
            match &report.standing {
                CheckStanding::NotReached | CheckStanding::Panicked(_) => continue,
                CheckStanding::Passed => {}
                CheckStanding::Failed(_) => {
                    seen.failed += 1;
                    refusing.push(report.check.clone());
                }
                CheckStanding::Lifted { by, .. } => {
                    seen.lifted += 1;
                    self.lifting.insert(by.clone());
                }
            }
            seen.asked += 1;
        }
        refusing
    }

    /// Takes down that a rule would have answered, had checks not refused.
    fn refused<G: Game>(&mut self, explanation: &Explanation<G>, refusing: &[String]) {
        for report in explanation.rules() {
            if let Standing::NotReached { would: Would::Match | Would::Refuse(..) } =
                report.standing
            {
                let seen = &mut self.rules[report.rule.index()];
                for check in refusing {
                    seen.meets(format!("the check \"{check}\" refused"));
                }
            }
        }
    }

    fn rule<R>(
        &mut self,
        report: &RuleReport<'_, R>,
        subject: Option<Subject>,
        deciding: &[&str],
        case: &impl Fn() -> Witness,
    ) {
        let seen = &mut self.rules[report.rule.index()];
        if matches!(report.standing, Standing::OtherKind | Standing::Disabled) {
            return;
        }
        seen.tried += 1;
        match &report.standing {
            decisive if is_decisive(decisive) => seen.decided += 1,
            Standing::Lost { to, .. } => seen.loses(&[to], case),
            Standing::NotReached { would: Would::Match | Would::Refuse(..) } => {
                seen.loses(deciding, case);
            }
            Standing::NotReached { would: Would::Panic(_) } => seen.meets("it panicked"),
            Standing::NotReached { would: Would::Skip } | Standing::Skipped => {
                seen.meets("it skipped");
            }
            Standing::Masked { group } => {
                seen.meets(format!("a rule of \"{group}\" had applied"));
            }
            Standing::OtherSubject { .. } if subject.is_none() => {
                seen.meets("the action was about nothing");
            }
            Standing::OtherSubject { .. } => seen.meets("the action was about another subject"),
            // As they say themselves.
            Standing::PredicateFalse { phase: "", predicate } => {
                seen.meets(format!("the book's \"{predicate}\" did not hold"));
            }
            Standing::PredicateFalse { phase, predicate } => {
                seen.meets(format!("\"{predicate}\" of the phase \"{phase}\" did not hold"));
            }
            Standing::ConditionFalse { condition } => {
                seen.meets(format!("\"{condition}\" did not hold"));
            }
            _ => {}
        }
    }
}

impl RuleSeen {
    fn meets(&mut self, obstacle: impl Into<String>) {
        *self.obstacles.entry(obstacle.into()).or_default() += 1;
    }

    fn loses(&mut self, winners: &[impl AsRef<str>], case: impl Fn() -> Witness) {
        self.lost += 1;
        self.case.get_or_insert_with(case);
        for winner in winners {
            *self.lost_to.entry(winner.as_ref().to_owned()).or_default() += 1;
        }
    }
}

/// Whether a rule decides, alone or against others.
pub(super) fn is_decisive<R>(standing: &Standing<'_, R>) -> bool {
    matches!(standing, Standing::Selected | Standing::Refused(..) | Standing::InConflict)
}

/// Whether all predicates of a phase hold. One that panics does not.
fn holds<G: Game>(predicates: &[Asks<G>], state: &G::State) -> bool {
    predicates.iter().all(|asks| {
        let asked = guarded(|| match asks {
            Asks::Own(_, holds) => holds(state),
            Asks::Shared(predicate) => predicate.holds(state),
            // The compiler has seen to it that it is no fact of the action.
            Asks::Given(given) => {
                given.fact.of_state(state).is_none_or(|value| wants(given.allowed, value))
            }
        });
        asked.unwrap_or(false)
    })
}
