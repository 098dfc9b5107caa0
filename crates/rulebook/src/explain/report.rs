//! What an explanation knows, by number; names are looked up when somebody
//! reads it.

use crate::book::check::Gate;
use crate::book::strategy::Strategy;
use crate::book::{Compiled, Head, RuleId};
use crate::error::Fault;
use crate::explain::{
    CheckReport, CheckStanding, Explanation, Forecast, GateReport, RuleReport, Standing, Would,
};
use crate::game::{Game, Kind, Subject};
use crate::observe::Lost;
use crate::outcome::RefusalKind;
use crate::pipeline::watched::{Doubt, InOrder, Told};
use crate::pipeline::{Refused, Stop};
use crate::plan::asking::given_name;
use crate::plan::diary::Note;

/// What was found out about an action.
pub(super) struct Found<G: Game> {
    pub end: End<G>,
    /// By rule, in order of declaration, what each comes to. Those that are not
    /// here were asked in order, or concern other kinds of actions or other
    /// subjects.
    pub stands: Vec<(RuleId, Stand<G::Reason>)>,
    /// Which rules were asked in a straight line, and how far.
    pub asked: Straight,
    /// What there is not in every book.
    pub more: Option<Box<More<G::Reason>>>,
}

/// Which rules were asked in a straight line, and how far.
#[derive(Clone, Copy)]
pub(super) enum Straight {
    /// None: whatever is known was written down.
    Nobody,
    /// Those for the kind of the action, in order.
    InOrder(InTurn),
    /// The only one about what the action is about, which was chosen.
    Alone(RuleId),
}

/// How far rules were asked in order.
#[derive(Clone, Copy)]
pub(super) struct InTurn {
    /// Whether it came to that, because all checks passed.
    pub begun: bool,
    /// How many were passed over.
    pub passed: u32,
    /// Whether the one after them was chosen.
    pub selected: bool,
}

impl Straight {
    /// The only rule about what the action is about, if it was chosen.
    #[inline(always)]
    pub(super) fn alone(self) -> Option<RuleId> {
        match self {
            Straight::Alone(rule) => Some(rule),
            Straight::Nobody | Straight::InOrder(_) => None,
        }
    }

    /// Whether it came to that, because all checks passed.
    fn begun(self) -> bool {
        match self {
            Straight::Nobody => false,
            Straight::InOrder(in_turn) => in_turn.begun,
            Straight::Alone(_) => true,
        }
    }
}

/// What there is not in every book.
#[derive(Clone)]
pub(super) struct More<R> {
    /// The checks that concern the action, in the order of their gates.
    pub checks: Vec<(u32, Checked<R>)>,
    /// What it is about, if a rule of its kind wants to know; or what each of
    /// these comes to if that was not said: a panic.
    pub subject: Result<Option<Subject>, Would<R>>,
    /// The rules that decide, in that order, if there are several.
    pub deciding: Vec<RuleId>,
    /// Why rules that were asked in order were passed over, where the book alone
    /// does not say it.
    pub doubts: Vec<Doubt>,
}

impl<R> More<R> {
    /// Nothing any more.
    fn clear(&mut self) {
        self.checks.clear();
        self.subject = Ok(None);
        self.deciding.clear();
        self.doubts.clear();
    }
}

impl<G: Game> Found<G> {
    /// Nothing yet, about an action that is supposed to be committed. What was
    /// found out before is forgotten.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        if !matches!(self.end, End::Commit) {
            self.end = End::Commit;
        }
        if !self.stands.is_empty() {
            self.stands.clear();
        }
        if let Some(more) = &mut self.more {
            more.clear();
        }
    }

    /// Nothing yet.
    pub(super) fn nothing() -> Self {
        Found { end: End::NoChange, stands: Vec::new(), asked: Straight::Nobody, more: None }
    }

    /// What there is not in every book, to be written down.
    pub(super) fn more(&mut self) -> &mut More<G::Reason> {
        self.more.get_or_insert_with(|| {
            let (checks, deciding, doubts) = (Vec::new(), Vec::new(), Vec::new());
            Box::new(More { checks, subject: Ok(None), deciding, doubts })
        })
    }

    /// Why rules that were asked in order were passed over, where the book alone
    /// does not say it.
    fn doubts(&self) -> &[Doubt] {
        self.more.as_ref().map_or(&[], |more| &more.doubts)
    }
}

/// What a submit would come to.
pub(crate) enum End<G: Game> {
    Commit,
    NoChange,
    Refused(Box<Refused<G>>),
    Choice(String),
    Dice,
    Fault(Fault),
}

impl<G: Game> Clone for Found<G> {
    fn clone(&self) -> Self {
        Found {
            end: self.end.clone(),
            stands: self.stands.clone(),
            asked: self.asked,
            more: self.more.clone(),
        }
    }
}

impl<G: Game> Clone for End<G> {
    fn clone(&self) -> Self {
        match self {
            End::Commit => End::Commit,
            End::NoChange => End::NoChange,
            End::Refused(refused) => End::Refused(refused.clone()),
            End::Choice(choice) => End::Choice(choice.clone()),
            End::Dice => End::Dice,
            End::Fault(fault) => End::Fault(fault.clone()),
        }
    }
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
#[derive(Clone)]
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
#[derive(Clone)]
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
    /// # use rulebook::example::Counter;
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
        let name = |rule: RuleId| &*self.head(rule).name;
        let Found { stands, more, .. } = &self.found;
        if let Some(more) = more
            && !more.deciding.is_empty()
        {
            return more.deciding.iter().map(|&rule| name(rule)).collect();
        }
        let decides = |(_, stand): &&(_, _)| matches!(stand, Stand::Selected | Stand::Refused(..));
        let selected = self.in_order().filter(|(_, asked)| asked.selected);
        let selected = selected.map(|(rules, asked)| rules.row[asked.passed as usize].rule);
        let selected = selected.or(self.found.asked.alone());
        let noted = stands.iter().filter(decides).map(|&(rule, _)| rule);
        selected.into_iter().chain(noted).map(name).collect()
    }

    /// The rules that were asked in order, and how far.
    #[inline]
    fn in_order(&self) -> Option<(&InOrder<G>, InTurn)> {
        let Straight::InOrder(asked) = self.found.asked else { return None };
        Some((self.book.inner.ways[self.kind.index()].in_order.as_ref()?, asked))
    }

    /// The checks that concern the action, and what each says.
    pub(super) fn checks(&self) -> impl Iterator<Item = (u32, &Checked<G::Reason>)> {
        let all_passed = self.found.asked.begun();
        let concerned = &self.book.inner.checks_by_kind[self.kind.index()];
        let passed = concerned.iter().filter(move |_| all_passed);
        let noted = self.found.more.as_ref().map_or(&[][..], |more| &more.checks);
        let noted = noted.iter().map(|(at, checked)| (*at, checked));
        passed.map(|&at| (at, &Checked::Passed)).chain(noted)
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
            let checks = self.checks().filter(move |(check, _)| gate_of(*check) == gate);
            checks.map(|(check, checked)| check_report(book, check, checked)).collect()
        };
        Gate::ALL.into_iter().map(|gate| GateReport { gate, checks: at(gate) }).collect()
    }

    /// What each rule comes to, in order of declaration. Those that the action
    /// [concerns](Explanation::concerned) can be read without the others.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let explanation = game.explain(Seat(0), &5)?;
    /// let rules: Vec<String> = explanation.rules().map(|report| report.to_string()).collect();
    /// assert_eq!(rules, ["▸ count (priority Normal (50)): selected"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(&self) -> impl ExactSizeIterator<Item = RuleReport<'_, G::Reason>> {
        let heads = self.book.inner.heads.iter();
        Rules { next: RuleId(0), heads, known: self.known() }
    }

    /// What is always said of a rule.
    #[inline(always)]
    pub(super) fn head(&self, rule: RuleId) -> &Head {
        &self.book.inner.heads[rule.index()]
    }

    /// Whether it was not said what the action is about, and rules want to know.
    #[inline(always)]
    pub(super) fn subject_unknown(&self) -> bool {
        self.found.more.as_ref().is_some_and(|more| more.subject.is_err())
    }

    /// What is known of the rules that were asked or have something to say.
    #[inline(always)]
    pub(super) fn known(&self) -> Known<'_, G> {
        let (asked, passed) = match self.in_order() {
            Some((rules, asked)) => (&rules.by_number[..], asked.passed),
            None => (&[][..], 0),
        };
        Known { explanation: self, stands: &self.found.stands[..], asked, passed }
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
    /// # use rulebook::example::Counter;
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
        let heads = &self.book.inner.heads;
        assert!(rule.index() < heads.len(), "rule {} is of another book", rule.0);
        let head = &heads[rule.index()];
        let stands = &self.found.stands;
        if let Ok(at) = stands.binary_search_by_key(&rule, |(rule, _)| *rule) {
            return self.report_noted(rule, head, Some(&stands[at].1));
        }
        let asked = self.in_order().and_then(|(rules, asked)| {
            let at = rules.by_number.binary_search_by_key(&rule, |told| told.rule).ok()?;
            Some(self.case_in_order(&rules.by_number[at], asked.passed))
        });
        self.report(rule, head, asked.unwrap_or(Case::Noted(None)))
    }

    /// The case of a rule that was asked in order, where so many were passed over.
    #[inline(always)]
    fn case_in_order<'e>(&'e self, told: &'e Told, passed: u32) -> Case<'e, G> {
        if told.at >= passed {
            return Case::Selected;
        }
        Case::PassedOver(told.passed_over(&self.book.inner, || self.found.doubts()))
    }

    /// The report on a rule.
    #[inline(always)]
    pub(super) fn report<'e>(
        &'e self,
        rule: RuleId,
        head: &'e Head,
        case: Case<'e, G>,
    ) -> RuleReport<'e, G::Reason> {
        match case {
            Case::Selected => report(rule, head, Standing::Selected),
            Case::PassedOver(Some(name)) => {
                report(rule, head, Standing::ConditionFalse { condition: name })
            }
            Case::PassedOver(None) => report(rule, head, Standing::Skipped),
            Case::Noted(stand) => self.report_noted(rule, head, stand),
        }
    }

    /// The report on a rule of which this was written down, or nothing.
    #[inline(never)]
    pub(super) fn report_noted<'e>(
        &'e self,
        rule: RuleId,
        head: &'e Head,
        stand: Option<&'e Stand<G::Reason>>,
    ) -> RuleReport<'e, G::Reason> {
        let book = &*self.book.inner;
        let standing = match stand {
            Some(stand) => standing_of(book, rule, stand),
            None => self.standing_of_others(rule),
        };
        report(rule, head, standing)
    }

    /// What a rule comes to of which nothing was written down: mostly it is not concerned.
    fn standing_of_others(&self, rule: RuleId) -> Standing<'_, G::Reason> {
        let concerned = self.book.inner.rules[rule.index()].kinds.contains(self.kind);
        match &self.found.more {
            _ if self.found.asked.alone() == Some(rule) => Standing::Selected,
            _ if !concerned => Standing::OtherKind,
            Some(more) => match &more.subject {
                Err(would) => Standing::NotReached { would },
                Ok(_) => other_subject(&self.book.inner, rule),
            },
            None => other_subject(&self.book.inner, rule),
        }
    }
}

/// The report on a rule. What it comes to is written where it stays: it comes
/// last, when nothing can panic any more, and in each case apart.
#[inline(always)]
pub(super) fn report<'e, R>(
    rule: RuleId,
    head: &'e Head,
    standing: Standing<'e, R>,
) -> RuleReport<'e, R> {
    let Head { name, label, priority } = head;
    RuleReport { rule, name, priority: *priority, label: label.as_deref(), standing }
}

/// What each rule comes to, in order of declaration.
struct Rules<'e, G: Game> {
    next: RuleId,
    heads: std::slice::Iter<'e, Head>,
    known: Known<'e, G>,
}

/// What is known of the rules that were asked or have something to say, those that
/// are still to come in order of declaration.
pub(super) struct Known<'e, G: Game> {
    pub explanation: &'e Explanation<G>,
    /// What was written down.
    stands: &'e [(RuleId, Stand<G::Reason>)],
    /// The rules that were asked in order, and how many were passed over.
    asked: &'e [Told],
    passed: u32,
}

/// What is to be reported of a rule.
pub(super) enum Case<'e, G: Game> {
    /// It was asked in order, and chosen.
    Selected,
    /// It was asked in order, and passed over because of a condition, or by its
    /// own answer.
    PassedOver(Option<&'e str>),
    /// What was written down of it, if anything was.
    Noted(Option<&'e Stand<G::Reason>>),
}

impl<'e, G: Game> Known<'e, G> {
    /// The first rule of which something is known. Where rules were asked in order,
    /// nothing was written down of any but these.
    #[inline(always)]
    pub(super) fn first(&self) -> Option<RuleId> {
        match self.asked {
            [told, ..] => Some(told.rule),
            [] => self.stands.first().map(|(rule, _)| *rule),
        }
    }

    /// Of how many something is known, for the same reason.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.asked.len().max(self.stands.len())
    }

    /// The case of a rule. Nothing is asked afterwards of any before it.
    #[inline(always)]
    pub(super) fn case(&mut self, rule: RuleId) -> Case<'e, G> {
        let mut asked = None;
        if let [told, others @ ..] = self.asked
            && told.rule == rule
        {
            self.asked = others;
            asked = Some(told);
        }
        if let [(at, stand), stands @ ..] = self.stands
            && *at == rule
        {
            self.stands = stands;
            return Case::Noted(Some(stand));
        }
        match asked {
            Some(told) => self.explanation.case_in_order(told, self.passed),
            None => Case::Noted(None),
        }
    }
}

impl<'e, G: Game> Iterator for Rules<'e, G> {
    type Item = RuleReport<'e, G::Reason>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let head = self.heads.next()?;
        let rule = self.next;
        self.next.0 += 1;
        let case = self.known.case(rule);
        Some(self.known.explanation.report(rule, head, case))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.heads.size_hint()
    }

    /// In each case apart, so that a report is written where it is read: to copy
    /// what was just written in pieces, a processor has to wait for them.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (rule, head) in (self.next.0..).map(RuleId).zip(self.heads.clone()) {
            folded = match self.known.case(rule) {
                Case::Selected => f(folded, report(rule, head, Standing::Selected)),
                Case::PassedOver(Some(name)) => {
                    f(folded, report(rule, head, Standing::ConditionFalse { condition: name }))
                }
                Case::PassedOver(None) => f(folded, report(rule, head, Standing::Skipped)),
                Case::Noted(stand) => {
                    f(folded, self.known.explanation.report_noted(rule, head, stand))
                }
            };
        }
        folded
    }
}

impl<G: Game> ExactSizeIterator for Rules<'_, G> {}

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
    stand: &'b Stand<G::Reason>,
) -> Standing<'b, G::Reason> {
    match stand {
        Stand::Noted(Note::Unmet(at)) => condition_false(book, rule, *at),
        Stand::Noted(note) => standing(book, rule, note),
        Stand::Selected => Standing::Selected,
        Stand::Refused(kind, reason) => Standing::Refused(*kind, reason),
        Stand::Lost { how, to, strategy, would } => Standing::Lost {
            how: *how,
            to: &book.heads[to.index()].name,
            strategy: *strategy,
            would,
        },
        Stand::NotReached(would) => Standing::NotReached { would },
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
        Note::OtherSubject => other_subject(book, rule),
        Note::Disabled => Standing::Disabled,
        Note::Masked(group) => Standing::Masked { group: &book.groups[*group as usize] },
        Note::Given(at) => given_false(book, rule, *at),
        Note::Closed(phase, which) => predicate_false(book, *phase, *which as usize),
        Note::Unmet(at) => condition_false(book, rule, *at),
        Note::Skip => Standing::Skipped,
        Note::Match | Note::Refuse(..) => Standing::InConflict,
    }
}

/// A rule is about something else.
fn other_subject<G: Game, R>(book: &Compiled<G>, rule: RuleId) -> Standing<'_, R> {
    Standing::OtherSubject { concerns: &book.rules[rule.index()].subjects }
}

/// A condition of a rule's own is false.
#[inline]
pub(crate) fn condition_false<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    at: usize,
) -> Standing<'_, G::Reason> {
    let condition = &book.rules[rule.index()].def.conditions[at];
    Standing::ConditionFalse { condition: &condition.name }
}

/// A declared condition is false: of the rule's own, or of a phase around it.
fn given_false<G: Game, R>(book: &Compiled<G>, rule: RuleId, at: u32) -> Standing<'_, R> {
    let (phase, name) = given_name(book, rule, at);
    match phase {
        None => Standing::ConditionFalse { condition: name },
        Some(phase) => Standing::PredicateFalse { phase: &book.paths[&phase], predicate: name },
    }
}

fn predicate_false<G: Game, R>(book: &Compiled<G>, phase: u32, which: usize) -> Standing<'_, R> {
    Standing::PredicateFalse {
        phase: &book.paths[&phase],
        predicate: book.draft.predicates(phase)[which].name(),
    }
}
