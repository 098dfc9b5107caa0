//! Why: what stands for and against an action, as data and as text.
//!
//! An explanation changes nothing. It asks also the rules that a decision
//! would not reach, each protected against its own panic.

use std::fmt;

use crate::actor::By;
use crate::book::check::{Force, Gate};
use crate::book::draft::What;
use crate::book::rule::{Said, Slot};
use crate::book::strategy::{Priority, Strategy};
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Seal};
use crate::error::{Fault, FaultKind};
use crate::game::{Game, Kind, Kinded, Reason};
use crate::observe::{Lost, Rejected};
use crate::outcome::{Cause, RefusalKind};
use crate::pipeline::{Core, Desk, Log, Stop, guarded, validate};
use crate::plan::reference::{Diary, Note, holds, is_disabled};
use crate::session::Session;
use crate::session::legal::{Legal, Stamp};

/// Why an action is legal or not, which rule decides, and why not the others.
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
/// let book = Book::<Counter>::builder("counter")
///     .strategy(Strategy::HighestPriority)
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .rule("count twice", |rule| rule.priority(Priority::HIGH).then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// assert_eq!(game.explain(Seat(0), &5)?.to_string(), "\
/// 5 by seat 0 would be committed by \"count twice\".
/// Rules:
///   • count (priority Normal (50)): lost by priority to \"count twice\" under HighestPriority, would have matched
///   ▸ count twice (priority High (75)): selected
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Explanation<G: Game> {
    /// By whom it would be submitted.
    pub by: By,
    /// The action.
    pub action: G::Action,
    /// What a submit would come to.
    pub verdict: Verdict<G>,
    /// The gates, in order.
    pub gates: Vec<GateReport<G::Reason>>,
    /// All rules, in order of declaration.
    pub rules: Vec<RuleReport<G::Reason>>,
}

/// What a submit would come to.
pub enum Verdict<G: Game> {
    /// It would be committed by these rules, by full name.
    Commit(Vec<String>),
    /// These rules match, but nothing would change.
    NoChange(Vec<String>),
    /// It would be refused.
    Refused(RefusalKind, Cause<G>),
    /// A player would have to choose first.
    Choice(String),
    /// Dice would fall in the effect of these rules.
    Dice(Vec<String>),
    /// The book is at fault.
    Fault(Fault),
}

/// What the checks of a gate say.
#[derive(Clone, Debug, PartialEq)]
pub struct GateReport<R> {
    /// The gate.
    pub gate: Gate,
    /// Its checks that concern the action.
    pub checks: Vec<CheckReport<R>>,
}

/// What one check says.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport<R> {
    /// The check's name.
    pub check: String,
    /// How firmly it stands.
    pub force: Force,
    /// The exceptions that could lift it, whether or not they do now.
    pub exceptions: Vec<String>,
    /// What it says.
    pub standing: CheckStanding<R>,
}

/// What one check says.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckStanding<R> {
    /// Nothing against it.
    Passed,
    /// It objects, with these reasons.
    Failed(Vec<R>),
    /// It objects, but an exception lifts it.
    Lifted {
        /// The exception.
        by: String,
        /// The reasons it had.
        reasons: Vec<R>,
    },
    /// An earlier gate has ended it.
    NotReached,
    /// It panicked.
    Panicked(String),
}

/// What one rule comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport<R> {
    /// The rule.
    pub rule: RuleId,
    /// Its full name.
    pub name: String,
    /// Its priority.
    pub priority: Priority,
    /// Its label.
    pub label: Option<String>,
    /// What it comes to.
    pub standing: Standing<R>,
}

/// What one rule comes to, for one action.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing<R> {
    /// It matches and is chosen.
    Selected,
    /// It is chosen, and it refuses.
    Refused(RefusalKind, R),
    /// It would have decided, but another one does.
    Lost {
        /// How.
        how: Lost,
        /// The rule that decides, by full name.
        to: String,
        /// The strategy that settled it.
        strategy: Strategy,
        /// What it would have answered.
        would: Would<R>,
    },
    /// It is decisive under Exclusive together with others.
    InConflict,
    /// The predicate of a phase around it is false.
    PredicateFalse {
        /// The phase; the book itself if empty.
        phase: String,
        /// The predicate.
        predicate: String,
    },
    /// It concerns other kinds of actions.
    OtherKind,
    /// It concerns other subjects.
    OtherSubject,
    /// It is switched off.
    Disabled,
    /// One of its conditions does not hold.
    ConditionFalse {
        /// The condition.
        condition: String,
    },
    /// It answered Skip.
    Skipped,
    /// A rule of the same exclusivity group has applied already.
    Masked {
        /// The exclusivity group.
        group: String,
    },
    /// Nobody asked it, because it was settled before.
    NotReached {
        /// What it would have answered.
        would: Would<R>,
    },
}

/// What a rule would have answered, had it been asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Would<R> {
    /// Match.
    Match,
    /// Skip, or a condition that does not hold.
    Skip,
    /// Refuse.
    Refuse(RefusalKind, R),
    /// It would have panicked.
    Panic(String),
}

impl<R> Would<R> {
    fn is_decisive(&self) -> bool {
        matches!(self, Would::Match | Would::Refuse(..))
    }
}

impl<G: Game> Session<G> {
    /// Why an action is legal or not, which rule decides, and why not the
    /// others. Nothing changes.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more.
    pub fn explain(
        &mut self,
        by: impl Into<By>,
        action: &G::Action,
    ) -> Result<Explanation<G>, Fault> {
        if let Some(fault) = self.poisoned() {
            return Err(fault.clone());
        }
        let by = by.into();
        let stamp = Stamp::plain(self.core.ticket);
        let legal = self.core.guard(|_| Legal::stamped(action.clone(), by, stamp))?;
        let seal = self.seal();
        self.core.log.muted = true;
        let explained = self.core.guard(|core| -> Result<_, Fault> {
            let gates = gates(core, &legal);
            let (verdict, diary) = dry_run(core, &legal, seal)?;
            Ok((gates, verdict, rules(core, &legal, &diary)))
        });
        self.core.log.muted = false;
        let (gates, mut verdict, rules) = match explained.flatten() {
            Ok(explained) => explained,
            Err(fault) if matches!(fault.kind(), FaultKind::Poisoned { .. }) => {
                return Err(self.poison(fault));
            }
            Err(fault) => return Err(fault),
        };
        if let Some(cause) = self.pending_cause() {
            verdict = Verdict::Refused(RefusalKind::Invalid, cause);
        }
        Ok(Explanation { by, action: legal.into_action(), verdict, gates, rules })
    }
}

/// Runs each check on its own, up to the gate that ends it.
fn gates<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
) -> Vec<GateReport<G::Reason>> {
    let Core { book, state, desk, .. } = core;
    let book = &*book.inner;
    let ask = Ask { state, action: &legal.action, by: legal.by };
    let mut ended = false;
    let mut gates = Vec::new();
    for gate in Gate::ALL {
        let concerned = book.checks_by_kind[legal.action.kind().index()].iter().copied();
        let at_gate = concerned.filter(|&at| book.draft.checks[at as usize].gate == gate);
        let checks: Vec<_> = at_gate
            .map(|at| {
                let check = &book.draft.checks[at as usize];
                let standing =
                    if ended { CheckStanding::NotReached } else { run_check(book, at, &ask, desk) };
                let exceptions = book.exceptions_of[at as usize].iter();
                CheckReport {
                    check: check.name.clone(),
                    force: check.force,
                    exceptions: exceptions
                        .map(|&at| book.draft.exceptions[at as usize].name.clone())
                        .collect(),
                    standing,
                }
            })
            .collect();
        ended |= checks.iter().any(|check| {
            matches!(check.standing, CheckStanding::Failed(_) | CheckStanding::Panicked(_))
        });
        gates.push(GateReport { gate, checks });
    }
    gates
}

fn run_check<G: Game>(
    book: &Compiled<G>,
    at: u32,
    ask: &Ask<'_, G>,
    desk: &mut Desk<G>,
) -> CheckStanding<G::Reason> {
    let check = &book.draft.checks[at as usize];
    let ran = guarded(|| {
        let mut reasons = Vec::new();
        (check.test)(ask, &mut |reason| reasons.push(reason));
        let lifting =
            if reasons.is_empty() { None } else { validate::lifting(book, at, check, ask, desk) };
        (reasons, lifting)
    });
    match ran {
        Err(message) => CheckStanding::Panicked(message),
        Ok((reasons, _)) if reasons.is_empty() => CheckStanding::Passed,
        Ok((reasons, None)) => CheckStanding::Failed(reasons),
        Ok((reasons, Some(exception))) => CheckStanding::Lifted {
            by: book.draft.exceptions[exception as usize].name.clone(),
            reasons,
        },
    }
}

type Dry<G> = (Verdict<G>, Diary<<G as Game>::Reason>);

/// Runs the stages with everything written down, and takes it back.
fn dry_run<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    seal: Seal,
) -> Result<Dry<G>, Fault> {
    let rules = core.book.inner.rules.len();
    let dice = core.dice.position();
    core.bench.answers.clear();
    core.begin::<false>(seal);
    core.desk.diary = Some(Diary::new(rules));
    let ran = core.guard(|core| {
        let Core { book, state, desk, .. } = core;
        let ask = Ask { state, action: &legal.action, by: legal.by };
        if let Some(refused) = validate::judge(&book.inner, &ask, desk) {
            return Err(Stop::Refused(refused));
        }
        core.transition::<false>(legal).map(drop)
    });
    core.roll_back(dice)?;
    let diary = core.desk.diary.take().unwrap_or_else(|| Diary::new(rules));
    let book = &*core.book.inner;
    let names = || diary.selected.iter().map(|selected| book.rule_name(selected.rule)).collect();
    let verdict = match ran {
        Err(fault) => Verdict::Fault(fault),
        Ok(Ok(())) => Verdict::Commit(names()),
        Ok(Err(Stop::NoChange)) => Verdict::NoChange(names()),
        Ok(Err(Stop::Refused(refused))) => Verdict::Refused(refused.0, refused.1),
        Ok(Err(Stop::Asked(choice))) => Verdict::Choice(choice.to_string()),
        Ok(Err(Stop::DiceAhead)) => Verdict::Dice(names()),
        Ok(Err(Stop::Fault(fault))) => Verdict::Fault(fault),
    };
    Ok((verdict, diary))
}

/// What each rule comes to.
fn rules<G: Game, L>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    diary: &Diary<G::Reason>,
) -> Vec<RuleReport<G::Reason>> {
    let all = 0..core.book.inner.rules.len() as u32;
    all.map(RuleId)
        .map(|rule| {
            let standing = noted(&core.book.inner, diary, rule)
                .unwrap_or_else(|| unreached(core, legal, diary, rule));
            let view = core.book.rule_view(rule);
            RuleReport {
                rule,
                name: view.name(),
                priority: view.priority(),
                label: view.label().map(str::to_owned),
                standing,
            }
        })
        .collect()
}

/// What the walk wrote down about a rule.
pub(crate) fn noted<G: Game>(
    book: &Compiled<G>,
    diary: &Diary<G::Reason>,
    rule: RuleId,
) -> Option<Standing<G::Reason>> {
    if let Some(selected) = diary.selected.iter().find(|selected| selected.rule == rule) {
        return Some(match &selected.refusal {
            None => Standing::Selected,
            Some((kind, reason)) => Standing::Refused(*kind, reason.clone()),
        });
    }
    let entry = &book.rules[rule.index()];
    match &diary.rules[rule.index()] {
        Some(Note::OtherKind) => Some(Standing::OtherKind),
        Some(Note::OtherSubject) => Some(Standing::OtherSubject),
        Some(Note::Disabled) => Some(Standing::Disabled),
        Some(Note::Masked(group)) => {
            Some(Standing::Masked { group: book.groups[*group as usize].clone() })
        }
        Some(Note::Unmet(at)) => {
            Some(Standing::ConditionFalse { condition: entry.def.conditions[*at].name.clone() })
        }
        Some(Note::Skip) => Some(Standing::Skipped),
        Some(Note::Match | Note::Refuse(..)) => Some(Standing::InConflict),
        None => {
            let closed = |phase: u32| diary.closed.iter().find(|(closed, _)| *closed == phase);
            let (phase, which) = book.tree.ancestors(entry.node).find_map(closed)?;
            Some(predicate_false(book, *phase, *which))
        }
    }
}

fn predicate_false<G: Game, R>(book: &Compiled<G>, phase: u32, which: usize) -> Standing<R> {
    let predicate = match &book.draft.nodes[phase as usize].what {
        What::Phase(def) => def.predicates.get(which).map_or("?", |predicate| &predicate.name),
        What::Rule(_) => "?",
    };
    Standing::PredicateFalse {
        phase: book.draft.path(phase as usize),
        predicate: predicate.to_owned(),
    }
}

/// What a rule that nobody asked comes to.
fn unreached<G: Game, L>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    diary: &Diary<G::Reason>,
    rule: RuleId,
) -> Standing<G::Reason> {
    let would = match ask_anyway(core, legal, rule) {
        Ok(would) => would,
        Err(standing) => return standing,
    };
    let book = &*core.book.inner;
    let winners = diary.selected.iter().map(|selected| selected.rule);
    let lost = winners.filter_map(|winner| Some((winner, how_lost(book, winner, rule)?))).next();
    match lost {
        Some((winner, (how, strategy))) if would.is_decisive() => {
            Standing::Lost { how, to: book.rule_name(winner), strategy, would }
        }
        _ => Standing::NotReached { would },
    }
}

/// Asks a rule that the decision does not need, protected against its panic.
fn ask_anyway<G: Game, L>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    rule: RuleId,
) -> Result<Would<G::Reason>, Standing<G::Reason>> {
    let Core { book, state, ticket, disabled, desk, .. } = core;
    let book = &*book.inner;
    let entry = &book.rules[rule.index()];
    let asked = guarded(|| {
        if !entry.kinds.contains(legal.action.kind()) {
            return Err(Standing::OtherKind);
        }
        if !entry.subjects.is_empty() {
            let subject = G::subject(state, &legal.action);
            if !subject.is_some_and(|subject| entry.subjects.contains(&subject)) {
                return Err(Standing::OtherSubject);
            }
        }
        if is_disabled(disabled, rule) {
            return Err(Standing::Disabled);
        }
        if let Some(closed) = closed_above(book, state, entry.node, *ticket, desk) {
            return Err(closed);
        }
        let ask = Ask { state, action: &legal.action, by: legal.by };
        let unmet = entry.def.conditions.iter().find(|condition| !(condition.holds)(&ask));
        if let Some(unmet) = unmet {
            return Err(Standing::ConditionFalse { condition: unmet.name.clone() });
        }
        // A slot of its own: what the chosen rule found must not be lost.
        Ok(entry.def.code.ask(&ask, &mut Slot::default()))
    });
    match asked {
        Err(message) => Ok(Would::Panic(message)),
        Ok(Err(standing)) => Err(standing),
        Ok(Ok(Said::Match)) => Ok(Would::Match),
        Ok(Ok(Said::Refuse(kind, reason))) => Ok(Would::Refuse(kind, reason)),
        Ok(Ok(Said::Skip | Said::Unmet(_))) => Ok(Would::Skip),
    }
}

/// The outermost phase around a node whose predicate is false.
fn closed_above<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    node: u32,
    ticket: u64,
    desk: &mut Desk<G>,
) -> Option<Standing<G::Reason>> {
    if !book.tree.guarded {
        return None;
    }
    let mut around: Vec<u32> = book.tree.ancestors(node).collect();
    around.reverse();
    let closed = around.into_iter().find(|&phase| !holds(book, state, phase, ticket, desk))?;
    let which = desk.holds[closed as usize].first_false.unwrap_or_default();
    Some(predicate_false(book, closed, which as usize))
}

/// How one rule lost against another, unless both could have applied.
fn how_lost<G: Game>(
    book: &Compiled<G>,
    winner: RuleId,
    loser: RuleId,
) -> Option<(Lost, Strategy)> {
    let node = |rule: RuleId| book.rules[rule.index()].node;
    let (phase, winning, losing) = book.tree.parting(node(winner), node(loser))?;
    let priority =
        |node: u32| book.draft.nodes[node as usize].attributes.priority.unwrap_or_default();
    match book.tree.strategy(phase) {
        Strategy::ApplyAll | Strategy::Exclusive => None,
        Strategy::HighestPriority
            if !book.draft.orders_by_key(phase) && priority(winning) != priority(losing) =>
        {
            Some((Lost::ByPriority, Strategy::HighestPriority))
        }
        strategy => Some((Lost::ByOrder, strategy)),
    }
}

/// The rules that would have decided too, had they been asked.
pub(crate) fn rejected<G: Game, L>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
    winner: RuleId,
) -> Vec<Rejected> {
    let all = (0..core.book.inner.rules.len() as u32).map(RuleId);
    all.filter_map(|rule| {
        let reached = |diary: &Diary<_>| diary.rules[rule.index()].is_some();
        if core.desk.diary.as_ref().is_some_and(reached) {
            return None;
        }
        let (lost, strategy) = how_lost(&core.book.inner, winner, rule)?;
        let decisive = ask_anyway(core, legal, rule).is_ok_and(|would| would.is_decisive());
        decisive.then_some(Rejected { rule, strategy, lost })
    })
    .collect()
}

impl<G: Game> fmt::Debug for Explanation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explanation")
            .field("by", &self.by)
            .field("action", &self.action)
            .field("gates", &self.gates)
            .field("rules", &self.rules)
            .finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Display for Explanation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} by {} {}", self.action, self.by, self.verdict)?;
        if self.gates.iter().any(|gate| !gate.checks.is_empty()) {
            writeln!(f, "Checks:")?;
        }
        for gate in &self.gates {
            for check in &gate.checks {
                writeln!(f, "  {check} [{}]", gate.gate)?;
            }
        }
        writeln!(f, "Rules:")?;
        self.rules.iter().try_for_each(|rule| writeln!(f, "  {rule}"))
    }
}

impl<G: Game> fmt::Display for Verdict<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Commit(rules) => {
                write!(f, "would be committed by {}.", crate::outcome::quoted(rules))
            }
            Verdict::NoChange(rules) => {
                write!(
                    f,
                    "would change nothing: {} proposes no event.",
                    crate::outcome::quoted(rules)
                )
            }
            Verdict::Refused(kind, cause) => write!(f, "would be refused as {kind}: {cause}"),
            Verdict::Choice(choice) => write!(f, "would wait for a choice: {choice}."),
            Verdict::Dice(rules) => {
                write!(f, "would let the dice decide, by {}.", crate::outcome::quoted(rules))
            }
            Verdict::Fault(fault) => write!(f, "would be a fault: {fault}"),
        }
    }
}

fn sentences<R: Reason>(reasons: &[R]) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl<R: Reason> fmt::Display for CheckReport<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.standing {
            CheckStanding::Passed => write!(f, "✓ {}", self.check),
            CheckStanding::Failed(reasons) => write!(f, "✗ {}: {}", self.check, sentences(reasons)),
            CheckStanding::Lifted { by, reasons } => {
                write!(f, "✓ {}: lifted by \"{by}\" ({})", self.check, sentences(reasons))
            }
            CheckStanding::NotReached => write!(f, "• {}: not reached", self.check),
            CheckStanding::Panicked(message) => write!(f, "✗ {}: panicked: {message}", self.check),
        }
    }
}

impl<R: Reason> fmt::Display for RuleReport<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.standing {
            Standing::Selected => "▸",
            Standing::Refused(..) | Standing::InConflict => "✗",
            _ => "•",
        };
        write!(f, "{mark} {} (priority {}", self.name, self.priority)?;
        if let Some(label) = &self.label {
            write!(f, ", {label}")?;
        }
        write!(f, "): {}", self.standing)
    }
}

impl<R: Reason> fmt::Display for Standing<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Selected => f.write_str("selected"),
            Standing::Refused(kind, reason) => write!(f, "selected, refuses as {kind}: {reason}"),
            Standing::Lost { how, to, strategy, would } => {
                write!(f, "{how} to \"{to}\" under {strategy}, {would}")
            }
            Standing::InConflict => f.write_str("decisive, in conflict under Exclusive"),
            Standing::PredicateFalse { phase, predicate } if phase.is_empty() => {
                write!(f, "the book's \"{predicate}\" does not hold")
            }
            Standing::PredicateFalse { phase, predicate } => {
                write!(f, "\"{predicate}\" of the phase \"{phase}\" does not hold")
            }
            Standing::OtherKind => f.write_str("concerns other actions"),
            Standing::OtherSubject => f.write_str("concerns other subjects"),
            Standing::Disabled => f.write_str("switched off"),
            Standing::ConditionFalse { condition } => write!(f, "\"{condition}\" does not hold"),
            Standing::Skipped => f.write_str("skipped"),
            Standing::Masked { group } => write!(f, "masked: a rule of \"{group}\" has applied"),
            Standing::NotReached { would } => write!(f, "not reached, {would}"),
        }
    }
}

impl<R: Reason> fmt::Display for Would<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Would::Match => f.write_str("would have matched"),
            Would::Skip => f.write_str("would have skipped"),
            Would::Refuse(kind, reason) => write!(f, "would have refused as {kind}: {reason}"),
            Would::Panic(message) => write!(f, "would have panicked: {message}"),
        }
    }
}
