//! What an explanation knows, by number; names are looked up when somebody
//! reads it.

use crate::book::check::Gate;
use crate::book::strategy::Strategy;
use crate::book::{Compiled, RuleId};
use crate::explain::{
    CheckReport, CheckStanding, Explanation, GateReport, RuleReport, Standing, Would,
};
use crate::game::Game;
use crate::observe::Lost;
use crate::outcome::RefusalKind;
use crate::plan::asking::given_name;
use crate::plan::diary::Note;

/// What one check says.
pub(super) enum Checked<R> {
    Passed,
    Failed(Vec<R>),
    /// By which exception, and what the check had to say.
    Lifted(u32, Vec<R>),
    NotReached,
    Panicked(String),
}

impl<R> Checked<R> {
    /// Whether it ends the validation.
    pub(super) fn ends_it(&self) -> bool {
        matches!(self, Checked::Failed(_) | Checked::Panicked(_))
    }
}

/// What one rule comes to.
pub(super) enum Stand<R> {
    /// It was asked, and not chosen.
    Noted(Note<R>),
    Selected,
    Refused(RefusalKind, R),
    Lost {
        how: Lost,
        to: RuleId,
        strategy: Strategy,
        would: Would<R>,
    },
    NotReached(Would<R>),
}

impl<G: Game> Explanation<G> {
    /// What the checks that concern the action say, gate by gate.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
    /// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
    /// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
    /// # struct Counter;
    /// # impl Game for Counter {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// # }
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .check("small steps", Gate::Specific, |check| check
    /// #         .require(|ask| *ask.action <= 10, Why::TooLarge))
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let gates = game.explain(Seat(0), &50)?.gates();
    /// assert_eq!(gates.len(), Gate::ALL.len());
    /// assert_eq!(gates[4].checks[0].to_string(), "✗ small steps: Too large.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gates(&self) -> Vec<GateReport<G::Reason>> {
        let book = &*self.book.inner;
        let gate_of = |check: u32| book.draft.checks[check as usize].gate;
        let at = |gate| {
            let checks = self.checks.iter().filter(move |(check, _)| gate_of(*check) == gate);
            checks.map(|(check, checked)| check_report(book, *check, checked)).collect()
        };
        Gate::ALL.into_iter().map(|gate| GateReport { gate, checks: at(gate) }).collect()
    }

    /// What each rule comes to, in order of declaration.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Counter;
    /// # impl Game for Counter {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// # }
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let rules = game.explain(Seat(0), &5)?.rules();
    /// assert_eq!(rules[0].to_string(), "▸ count (priority Normal (50)): selected");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(&self) -> Vec<RuleReport<G::Reason>> {
        (0..self.stands.len() as u32).map(|rule| self.rule(RuleId(rule))).collect()
    }

    /// What one rule comes to.
    ///
    /// # Panics
    ///
    /// If the rule is not of this book.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Counter;
    /// # impl Game for Counter {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// # }
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// use rulebook::Standing;
    ///
    /// let mut game = book.start(0, Seed(1))?;
    /// let count = book.rule("count").unwrap();
    /// assert_eq!(game.explain(Seat(0), &5)?.rule(count).standing, Standing::Selected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rule(&self, rule: RuleId) -> RuleReport<G::Reason> {
        let stand = &self.stands[rule.index()];
        let view = self.book.rule_view(rule);
        RuleReport {
            rule,
            name: view.name(),
            priority: view.priority(),
            label: view.label().map(str::to_owned),
            standing: standing_of(&self.book.inner, rule, stand),
        }
    }
}

fn check_report<G: Game>(
    book: &Compiled<G>,
    at: u32,
    checked: &Checked<G::Reason>,
) -> CheckReport<G::Reason> {
    let check = &book.draft.checks[at as usize];
    let exception = |at: u32| book.draft.exceptions[at as usize].name.clone();
    CheckReport {
        check: check.name.clone(),
        force: check.force,
        exceptions: book.exceptions_of[at as usize].iter().map(|&at| exception(at)).collect(),
        standing: match checked {
            Checked::Passed => CheckStanding::Passed,
            Checked::Failed(reasons) => CheckStanding::Failed(reasons.clone()),
            Checked::Lifted(by, reasons) => {
                CheckStanding::Lifted { by: exception(*by), reasons: reasons.clone() }
            }
            Checked::NotReached => CheckStanding::NotReached,
            Checked::Panicked(message) => CheckStanding::Panicked(message.clone()),
        },
    }
}

fn standing_of<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    stand: &Stand<G::Reason>,
) -> Standing<G::Reason> {
    match stand {
        Stand::Noted(note) => standing(book, rule, note),
        Stand::Selected => Standing::Selected,
        Stand::Refused(kind, reason) => Standing::Refused(*kind, reason.clone()),
        Stand::Lost { how, to, strategy, would } => Standing::Lost {
            how: *how,
            to: book.rule_name(*to),
            strategy: *strategy,
            would: would.clone(),
        },
        Stand::NotReached(would) => Standing::NotReached { would: would.clone() },
    }
}

/// What a rule that was not chosen comes to, by what was written down about it.
pub(crate) fn standing<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    note: &Note<G::Reason>,
) -> Standing<G::Reason> {
    match note {
        Note::OtherKind => Standing::OtherKind,
        Note::OtherSubject => Standing::OtherSubject,
        Note::Disabled => Standing::Disabled,
        Note::Masked(group) => Standing::Masked { group: book.groups[*group as usize].clone() },
        Note::Given(at) => given_false(book, rule, *at),
        Note::Closed(phase, which) => predicate_false(book, *phase, *which as usize),
        Note::Unmet(at) => {
            let condition = &book.rules[rule.index()].def.conditions[*at];
            Standing::ConditionFalse { condition: condition.name.clone() }
        }
        Note::Skip => Standing::Skipped,
        Note::Match | Note::Refuse(..) => Standing::InConflict,
    }
}

/// A declared condition is false: of the rule's own, or of a phase around it.
fn given_false<G: Game, R>(book: &Compiled<G>, rule: RuleId, at: u32) -> Standing<R> {
    let (phase, name) = given_name(book, rule, at);
    let name = name.to_owned();
    match phase {
        None => Standing::ConditionFalse { condition: name },
        Some(phase) => {
            Standing::PredicateFalse { phase: book.draft.path(phase as usize), predicate: name }
        }
    }
}

fn predicate_false<G: Game, R>(book: &Compiled<G>, phase: u32, which: usize) -> Standing<R> {
    Standing::PredicateFalse {
        phase: book.draft.path(phase as usize),
        predicate: book.draft.predicates(phase)[which].name().to_owned(),
    }
}
