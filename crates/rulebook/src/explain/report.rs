//! What an explanation knows, by number; names are looked up when somebody
//! reads it.

use crate::book::check::Gate;
use crate::book::strategy::Strategy;
use crate::book::{Compiled, RuleId};
use crate::error::Fault;
use crate::explain::{
    CheckReport, CheckStanding, Explanation, Forecast, GateReport, RuleReport, Standing, Would,
};
use crate::game::{Game, Subject};
use crate::observe::Lost;
use crate::outcome::RefusalKind;
use crate::pipeline::{Refused, Stop};
use crate::plan::asking::given_name;
use crate::plan::diary::Note;

/// What was found out about an action.
pub(super) struct Found<G: Game> {
    pub end: End<G>,
    /// By rule, in order of declaration, what each comes to. Those that are not
    /// here concern other kinds of actions or other subjects.
    pub stands: Vec<(RuleId, Stand<G::Reason>)>,
    /// What there is not in every book. It is apart because an explanation that
    /// is handed on is copied.
    pub more: Option<Box<More<G::Reason>>>,
}

/// What there is not in every book.
pub(super) struct More<R> {
    /// The checks that concern the action, in the order of their gates.
    pub checks: Vec<(u32, Checked<R>)>,
    /// What it is about, or with what message that was not said, if a rule of
    /// its kind wants to know.
    pub subject: Result<Option<Subject>, String>,
    /// The rules that decide, in that order, if there are several.
    pub deciding: Vec<RuleId>,
}

impl<G: Game> Found<G> {
    /// Nothing yet.
    pub(super) fn nothing() -> Self {
        Found { end: End::NoChange, stands: Vec::new(), more: None }
    }

    /// What there is not in every book, to be written down.
    pub(super) fn more(&mut self) -> &mut More<G::Reason> {
        let none = || More { checks: Vec::new(), subject: Ok(None), deciding: Vec::new() };
        self.more.get_or_insert_with(|| Box::new(none()))
    }

    /// The checks that concern the action.
    pub(super) fn checks(&self) -> &[(u32, Checked<G::Reason>)] {
        self.more.as_ref().map_or(&[], |more| &more.checks)
    }
}

/// What a submit would come to.
pub(super) enum End<G: Game> {
    Commit,
    NoChange,
    Refused(Box<Refused<G>>),
    Choice(String),
    Dice,
    Fault(Fault),
}

impl<G: Game> End<G> {
    /// How the stages ended.
    pub(super) fn of<T>(ran: Result<Result<T, Stop<G>>, Fault>) -> Self {
        match ran {
            Err(fault) | Ok(Err(Stop::Fault(fault))) => End::Fault(fault),
            Ok(Ok(_)) => End::Commit,
            Ok(Err(Stop::NoChange)) => End::NoChange,
            Ok(Err(Stop::Refused(refused))) => End::Refused(refused),
            Ok(Err(Stop::Asked(choice))) => End::Choice(choice.to_string()),
            Ok(Err(Stop::DiceAhead)) => End::Dice,
        }
    }
}

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
    /// What a submit would come to.
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
    /// let explanation = game.explain(Seat(0), &5)?;
    /// assert_eq!(explanation.forecast().to_string(), "would be committed by \"count\".");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forecast(&self) -> Forecast<'_, G> {
        match &self.found.end {
            End::Commit => Forecast::Commit(self.deciding()),
            End::NoChange => Forecast::NoChange(self.deciding()),
            End::Refused(refused) => Forecast::Refused(refused.0, &refused.1),
            End::Choice(choice) => Forecast::Choice(choice),
            End::Dice => Forecast::Dice(self.deciding()),
            End::Fault(fault) => Forecast::Fault(fault),
        }
    }

    /// The names of the rules that decide.
    fn deciding(&self) -> Vec<&str> {
        let name = |rule: RuleId| &*self.book.inner.names[rule.index()];
        let Found { stands, more, .. } = &self.found;
        if let Some(more) = more
            && !more.deciding.is_empty()
        {
            return more.deciding.iter().map(|&rule| name(rule)).collect();
        }
        let decides = |(_, stand): &&(_, _)| matches!(stand, Stand::Selected | Stand::Refused(..));
        stands.iter().filter(decides).map(|&(rule, _)| name(rule)).collect()
    }

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
            let checks =
                self.found.checks().iter().filter(move |(check, _)| gate_of(*check) == gate);
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
    /// let explanation = game.explain(Seat(0), &5)?;
    /// let rules: Vec<String> = explanation.rules().map(|report| report.to_string()).collect();
    /// assert_eq!(rules, ["▸ count (priority Normal (50)): selected"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(&self) -> impl ExactSizeIterator<Item = RuleReport<'_, G::Reason>> {
        let mut stands = self.found.stands.iter();
        let mut next = stands.next();
        (0..self.book.inner.rules.len() as u32).map(RuleId).map(move |rule| {
            let stand = next.filter(|(at, _)| *at == rule).map(|(_, stand)| stand);
            if stand.is_some() {
                next = stands.next();
            }
            self.report(rule, stand)
        })
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
    pub fn rule(&self, rule: RuleId) -> RuleReport<'_, G::Reason> {
        let stands = &self.found.stands;
        let at = stands.binary_search_by_key(&rule, |(rule, _)| *rule);
        self.report(rule, at.ok().map(|at| &stands[at].1))
    }

    #[inline]
    fn report(&self, rule: RuleId, stand: Option<&Stand<G::Reason>>) -> RuleReport<'_, G::Reason> {
        let book = &*self.book.inner;
        let view = self.book.rule_view(rule);
        RuleReport {
            rule,
            name: &book.names[rule.index()],
            priority: view.priority(),
            label: view.label(),
            standing: match stand {
                Some(stand) => standing_of(book, rule, stand),
                None => self.standing_of_others(rule),
            },
        }
    }

    /// What a rule comes to of which nothing was written down.
    fn standing_of_others(&self, rule: RuleId) -> Standing<'_, G::Reason> {
        let concerned = self.book.inner.rules[rule.index()].kinds.contains(self.kind);
        match &self.found.more {
            _ if !concerned => Standing::OtherKind,
            Some(more) => match &more.subject {
                Err(message) => Standing::NotReached { would: Would::Panic(message.clone()) },
                Ok(_) => Standing::OtherSubject,
            },
            None => Standing::OtherSubject,
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

#[inline]
fn standing_of<'b, G: Game>(
    book: &'b Compiled<G>,
    rule: RuleId,
    stand: &Stand<G::Reason>,
) -> Standing<'b, G::Reason> {
    match stand {
        Stand::Noted(Note::Unmet(at)) => condition_false(book, rule, *at),
        Stand::Noted(note) => standing(book, rule, note),
        Stand::Selected => Standing::Selected,
        Stand::Refused(kind, reason) => Standing::Refused(*kind, reason.clone()),
        Stand::Lost { how, to, strategy, would } => Standing::Lost {
            how: *how,
            to: (&*book.names[to.index()]).into(),
            strategy: *strategy,
            would: would.clone(),
        },
        Stand::NotReached(would) => Standing::NotReached { would: would.clone() },
    }
}

/// What a rule that was not chosen comes to, by what was written down about it.
pub(crate) fn standing<'b, G: Game>(
    book: &'b Compiled<G>,
    rule: RuleId,
    note: &Note<G::Reason>,
) -> Standing<'b, G::Reason> {
    match note {
        Note::OtherKind => Standing::OtherKind,
        Note::OtherSubject => Standing::OtherSubject,
        Note::Disabled => Standing::Disabled,
        Note::Masked(group) => {
            Standing::Masked { group: book.groups[*group as usize].as_str().into() }
        }
        Note::Given(at) => given_false(book, rule, *at),
        Note::Closed(phase, which) => predicate_false(book, *phase, *which as usize),
        Note::Unmet(at) => condition_false(book, rule, *at),
        Note::Skip => Standing::Skipped,
        Note::Match | Note::Refuse(..) => Standing::InConflict,
    }
}

/// A condition of a rule's own is false.
#[inline]
pub(crate) fn condition_false<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    at: usize,
) -> Standing<'_, G::Reason> {
    let condition = &book.rules[rule.index()].def.conditions[at];
    Standing::ConditionFalse { condition: condition.name.as_str().into() }
}

/// A declared condition is false: of the rule's own, or of a phase around it.
fn given_false<G: Game, R>(book: &Compiled<G>, rule: RuleId, at: u32) -> Standing<'_, R> {
    let (phase, name) = given_name(book, rule, at);
    match phase {
        None => Standing::ConditionFalse { condition: name.into() },
        Some(phase) => Standing::PredicateFalse {
            phase: book.draft.path(phase as usize).into(),
            predicate: name.into(),
        },
    }
}

fn predicate_false<G: Game, R>(book: &Compiled<G>, phase: u32, which: usize) -> Standing<'_, R> {
    Standing::PredicateFalse {
        phase: book.draft.path(phase as usize).into(),
        predicate: book.draft.predicates(phase)[which].name().into(),
    }
}
