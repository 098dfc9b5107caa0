//! What can be wrong with a book, in the author's own names.

use std::error::Error;
use std::fmt::{self, Write};

use crate::book::signs::OneLine;
use crate::outcome::quoted;

/// A mistake of the author's that keeps a book from compiling.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let mistakes = Book::<Counter>::builder("counter")
///     .phase("play", |play| play)
///     .exception("bypass", |exception| exception.lifts("no such check").always())
///     .compile()
///     .unwrap_err();
/// // All of them at once: the empty phase, the lost exception, no rules.
/// assert_eq!(mistakes.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// A phase declares a condition on a fact of the action; phases see only
    /// the state.
    FactOfAction {
        /// The fact.
        fact: String,
        /// The phase's full name.
        phase: String,
    },
    /// The turn is read from a fact of the action; only the state has a step.
    StepOfAction {
        /// The fact.
        fact: String,
    },
    /// A guard or trigger names no kind of event.
    NoEventKinds {
        /// What it is.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A rule is on no kind of action.
    NoActionKinds {
        /// The rule's full name.
        rule: String,
    },
    /// A guard's charges or uses are counted twice.
    CountedTwice {
        /// The guard.
        guard: String,
    },
    /// A trigger asks for events and for announcements.
    HearsBoth {
        /// The trigger.
        trigger: String,
    },
    /// A guard declares no capability, so it can say nothing.
    GuardMayNothing {
        /// The guard.
        guard: String,
    },
    /// A guard's charges are spent by what it prevents, and it may not prevent.
    ChargesPreventNothing {
        /// The guard.
        guard: String,
    },
    /// A guard's charges are to be divided, and it has none.
    NothingToDivide {
        /// The guard.
        guard: String,
    },
    /// A guard or trigger of the book itself is to be about its source's
    /// subject.
    NoSubject {
        /// What it is.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A trigger asks for no fate.
    NoFates {
        /// The trigger.
        trigger: String,
    },
    /// A trigger asks for events that came to nothing.
    TriggerOnNothing {
        /// The trigger.
        trigger: String,
    },
    /// A trigger looks back at events that did not happen.
    LooksBackInVain {
        /// The trigger.
        trigger: String,
    },
    /// A book needs at least one rule.
    NoRules,
    /// Something has no name.
    NoName {
        /// A rule, a phase, a check, …
        what: &'static str,
        /// Where it stands.
        within: String,
    },
    /// A name contains a slash, which separates names in full names.
    SlashInName {
        /// A rule or a phase.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name contains a line break or another control character, which would
    /// break the lines of plans, reports and explanations.
    ControlInName {
        /// A rule, a phase, a check, …
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Two things have one name.
    DuplicateName {
        /// A rule or phase, a check, …
        what: &'static str,
        /// The full name.
        name: String,
    },
    /// Two different facts or shared predicates have one name.
    MadeTwice {
        /// A fact or a predicate.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A shared predicate and its opposite have one name.
    NamedLikeOpposite {
        /// The name.
        predicate: String,
    },
    /// A phase without rules and phases in it.
    EmptyPhase {
        /// The phase.
        phase: String,
    },
    /// An exception for a check that does not exist.
    UnknownCheck {
        /// The exception.
        exception: String,
        /// What it wants to lift.
        check: String,
    },
    /// An exception that does not say which check it lifts.
    LiftsNothing {
        /// The exception.
        exception: String,
    },
    /// An exception that lifts more than one check.
    LiftsSeveral {
        /// The exception.
        exception: String,
        /// What it wants to lift.
        checks: Vec<String>,
    },
    /// An exception for a check that cannot be lifted.
    HardCheck {
        /// The exception.
        exception: String,
        /// What it wants to lift.
        check: String,
    },
    /// An exception for a prohibition.
    LiftsProhibition {
        /// The exception.
        exception: String,
        /// What it wants to lift.
        prohibition: String,
    },
    /// A turn machine without steps.
    NoSteps,
    /// The turn is written twice in one book.
    DuplicateTurn,
    /// A step declared twice.
    DuplicateStep {
        /// The step.
        step: String,
    },
    /// A step that leads to one that was not declared.
    UnknownStep {
        /// The step that leads there.
        from: String,
        /// The one that is missing.
        to: String,
    },
    /// A step that no path from the first step reaches.
    UnreachableStep {
        /// The step.
        step: String,
    },
    /// A step that leads nowhere and does not say that the game ends there.
    DeadEnd {
        /// The step.
        step: String,
    },
    /// A child without a key in a phase that orders by key.
    NoKey {
        /// The child.
        name: String,
    },
    /// Keys of different types in one phase.
    MixedKeys {
        /// The phase.
        phase: String,
    },
    /// A rule claims an exact generator, and something that it does not name
    /// could overrule a candidate.
    Overruled {
        /// The rule.
        rule: String,
        /// What could overrule it.
        by: Vec<String>,
    },
    /// A rule's exact generator honours something that does not exist.
    HonoursNothing {
        /// The rule.
        rule: String,
        /// The name.
        name: String,
    },
    /// A variant changes a phase that is not there.
    UnknownPhase {
        /// The full name.
        phase: String,
    },
    /// A variant replaces a rule that is not there.
    UnknownRule {
        /// The full name.
        rule: String,
    },
    /// A variant adds to a phase, and there is a rule of that name.
    NotAPhase {
        /// The rule's full name.
        rule: String,
    },
    /// A variant replaces a rule, and there is a phase of that name.
    NotARule {
        /// The phase's full name.
        phase: String,
    },
    /// A variant removes something that is not there.
    NothingToRemove {
        /// The name.
        name: String,
    },
    /// A limit of zero.
    ZeroLimit {
        /// The field of [`Limits`](crate::Limits).
        limit: &'static str,
    },
    /// Kinds whose numbers are not their places in `Kind::ALL`.
    KindsOutOfOrder {
        /// Actions or events.
        what: &'static str,
    },
    /// More than 128 kinds of actions or events.
    TooManyKinds {
        /// Actions or events.
        what: &'static str,
        /// How many.
        count: usize,
    },
    /// A fact with more than 128 values.
    TooManyValues {
        /// The fact.
        fact: String,
        /// How many.
        count: usize,
    },
    /// The values of a fact are not numbered in their order.
    ValuesOutOfOrder {
        /// The fact.
        fact: String,
    },
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&mut OneLine(f))
    }
}

impl Mistake {
    /// As text, with names as they are.
    fn write(&self, f: &mut impl Write) -> fmt::Result {
        match self {
            Mistake::FactOfAction { fact, phase } => write!(
                f,
                "The phase \"{phase}\" asks for the fact \"{fact}\" of the action, but a phase sees only the state: ask for it in its rules, or make it a fact of the state."
            ),
            Mistake::StepOfAction { fact } => write!(
                f,
                "The turn goes by the fact \"{fact}\" of the action, but only the state has a step: make it a fact of the state."
            ),
            Mistake::NoEventKinds { what, name } => {
                let call = if *what == "guard" { "before" } else { "after" };
                write!(f, "The {what} \"{name}\" names no kind of event: say .{call}(…).")
            }
            Mistake::NoActionKinds { rule } => write!(
                f,
                "The rule \"{rule}\" is on no kind of action: name one in .on(…), or leave .on(…) out if it concerns all kinds."
            ),
            Mistake::CountedTwice { guard } => write!(
                f,
                "The guard \"{guard}\" counts its charges or uses twice: say .charges(…) or .uses(…) once."
            ),
            Mistake::HearsBoth { trigger } => write!(
                f,
                "The trigger \"{trigger}\" asks for events and for announcements of preventions: write two triggers."
            ),
            Mistake::GuardMayNothing { guard } => write!(
                f,
                "The guard \"{guard}\" declares no capability: name what it may do in .judge([…], …)."
            ),
            Mistake::ChargesPreventNothing { guard } => write!(
                f,
                "The charges of the guard \"{guard}\" are spent by what it prevents, but it prevents nothing: count its .uses(…)."
            ),
            Mistake::NothingToDivide { guard } => write!(
                f,
                "The guard \"{guard}\" has no charges to divide: say .charges(…), or leave .divided(…) out."
            ),
            Mistake::NoSubject { what, name } => write!(
                f,
                "The {what} \"{name}\" has no source whose subject it could be about: say .carried_by(…)."
            ),
            Mistake::NoFates { trigger } => {
                write!(f, "The trigger \"{trigger}\" asks for no fate: name one in .fates([…]).")
            }
            Mistake::TriggerOnNothing { trigger } => write!(
                f,
                "The trigger \"{trigger}\" asks for events that vanished, but nothing triggers on what came to nothing: leave Fate::Vanished out."
            ),
            Mistake::LooksBackInVain { trigger } => write!(
                f,
                "The trigger \"{trigger}\" looks back at events that did not happen: only Fate::Applied can be looked back at."
            ),
            Mistake::NoRules => write!(f, "The book has no rules: add one with .rule(…)."),
            Mistake::NoName { what, within } if within.is_empty() => {
                write!(f, "There is a nameless {what}: give it a name.")
            }
            Mistake::NoName { what, within } => {
                write!(f, "There is a nameless {what} in \"{within}\": give it a name.")
            }
            Mistake::SlashInName { what, name } => write!(
                f,
                "The {what} \"{name}\" has a slash in its name: slashes separate the parts of a full name, so use another sign."
            ),
            Mistake::ControlInName { what, name } => write!(
                f,
                "The {what} {name:?} has a line break or another control character in its name, which would break the lines of reports: take it out."
            ),
            Mistake::MadeTwice { what, name } => {
                // Facts do not say what they read.
                let whole = if *what == "predicate" { ", with all that it reads," } else { "" };
                write!(
                    f,
                    "There are two {what}s named {name:?}: make it once{whole} and hand the same one to every rule and phase that needs it."
                )
            }
            Mistake::NamedLikeOpposite { predicate } => write!(
                f,
                "The predicate {predicate:?} and its opposite have one name: give the opposite a name for what holds when {predicate:?} does not."
            ),
            Mistake::DuplicateName { what, name } => {
                let instead = match *what {
                    "rule" => ".replace(…)",
                    _ => ".remove(…)",
                };
                write!(
                    f,
                    "There are two things named \"{name}\" ({what}): rename one, or {instead} the other."
                )
            }
            Mistake::EmptyPhase { phase } => {
                write!(f, "The phase \"{phase}\" is empty: add a rule to it, or remove it.")
            }
            Mistake::UnknownCheck { exception, check } => {
                write!(
                    f,
                    "The exception \"{exception}\" lifts the check \"{check}\", which does not exist: name one of the book's checks in .lifts(…)."
                )
            }
            Mistake::LiftsNothing { exception } => {
                write!(
                    f,
                    "The exception \"{exception}\" lifts nothing: name a check with .lifts(…)."
                )
            }
            Mistake::LiftsSeveral { exception, checks } => write!(
                f,
                "The exception \"{exception}\" lifts {}: write one exception for each.",
                quoted(checks)
            ),
            Mistake::HardCheck { exception, check } => write!(
                f,
                "The exception \"{exception}\" lifts the check \"{check}\", which is hard: mark the check .liftable(), or drop the exception."
            ),
            Mistake::LiftsProhibition { exception, prohibition } => write!(
                f,
                "The exception \"{exception}\" lifts \"{prohibition}\", which is a prohibition: nothing lifts those, so make it a check or drop the exception."
            ),
            Mistake::NoSteps => write!(f, "The turn has no steps: add one with .step(…)."),
            Mistake::DuplicateTurn => write!(
                f,
                "The turn is written twice: write all steps in one .turn(…). Only a variant's turn takes the place of another."
            ),
            Mistake::DuplicateStep { step } => {
                write!(f, "The step {step} is declared twice: put both into one .step(…).")
            }
            Mistake::UnknownStep { from, to } => write!(
                f,
                "The step {from} leads to {to}, which is not declared: declare it with .step(…), or drop the .leads_to(…)."
            ),
            Mistake::UnreachableStep { step } => write!(
                f,
                "The step {step} cannot be reached from the first step: let another one lead to it with .leads_to(…), or remove it."
            ),
            Mistake::DeadEnd { step } => write!(
                f,
                "The step {step} leads nowhere: say where with .leads_to(…), or that the game ends there with .ends()."
            ),
            Mistake::NoKey { name } => {
                write!(f, "\"{name}\" stands in a phase ordered by key and has none: add .key(…).")
            }
            Mistake::MixedKeys { phase } if phase.is_empty() => {
                write!(
                    f,
                    "The keys of the book's own children are of different types and cannot be compared: give all of them keys of one type."
                )
            }
            Mistake::MixedKeys { phase } => {
                write!(
                    f,
                    "The keys in the phase \"{phase}\" are of different types and cannot be compared: give all of them keys of one type."
                )
            }
            Mistake::Overruled { rule, by } => write!(
                f,
                "The rule \"{rule}\" claims an exact generator, but its candidates could be overruled by {}: let the generator take them into account and name them in .exact([…]), or use .candidates(…).",
                quoted(by)
            ),
            Mistake::HonoursNothing { rule, name } => write!(
                f,
                "The exact generator of the rule \"{rule}\" honours \"{name}\", which is no check, prohibition, rule or phase of this book: correct the name, or take it out of .exact([…])."
            ),
            Mistake::UnknownPhase { phase } => write!(
                f,
                "There is no phase \"{phase}\" to change: give its full name, with the phases around it."
            ),
            Mistake::UnknownRule { rule } => write!(
                f,
                "There is no rule \"{rule}\" to change: give its full name, with the phases around it."
            ),
            Mistake::NotAPhase { rule } => write!(
                f,
                "\"{rule}\" is a rule, and .in_phase(…) adds to a phase: change it with .replace(…), or give the full name of a phase."
            ),
            Mistake::NotARule { phase } => write!(
                f,
                "\"{phase}\" is a phase, and .replace(…) changes a rule: change it with .in_phase(…), or .remove(…) it and write it anew."
            ),
            Mistake::NothingToRemove { name } => write!(
                f,
                "There is nothing named \"{name}\" to remove: give the full name of a rule or phase, with the phases around it, or the name of a check, exception, invariant, guard, trigger or standing rule."
            ),
            Mistake::ZeroLimit { limit } => write!(
                f,
                "The limit `{limit}` is zero, so nothing could ever happen: set it to one or more."
            ),
            Mistake::KindsOutOfOrder { what } => write!(
                f,
                "The kinds of {what} are not listed in `Kind::ALL` by their `index`: put them in order, or derive `Kinds`."
            ),
            Mistake::TooManyKinds { what, count } => write!(
                f,
                "There are {count} kinds of {what}, and 128 at most can be told apart: put some of them together as one kind with a field."
            ),
            Mistake::TooManyValues { fact, count } => write!(
                f,
                "The fact {fact:?} has {count} values, and 128 at most can be told apart: put some of them together as one."
            ),
            Mistake::ValuesOutOfOrder { fact } => write!(
                f,
                "The values of the fact {fact:?} must be listed in `Kind::ALL` by their index, from zero on: put them in order, or derive `Kinds`."
            ),
        }
    }
}

/// Every mistake of a book, all at once.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let mistakes = Book::<Counter>::builder("counter").compile().unwrap_err();
/// assert_eq!(mistakes.iter().next(), Some(&Mistake::NoRules));
/// assert_eq!(
///     mistakes.to_string(),
///     "The book \"counter\" has 1 mistake:\n- The book has no rules: add one with .rule(…).",
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Mistakes {
    pub(crate) book: String,
    pub(crate) mistakes: Vec<Mistake>,
}

impl Mistakes {
    /// How many there are.
    #[expect(clippy::len_without_is_empty, reason = "there is always at least one")]
    pub fn len(&self) -> usize {
        self.mistakes.len()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Mistake> {
        self.mistakes.iter()
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.mistakes.len();
        let s = if count == 1 { "" } else { "s" };
        write!(OneLine(f), "The book \"{}\" has {count} mistake{s}:", self.book)?;
        self.mistakes.iter().try_for_each(|mistake| write!(f, "\n- {mistake}"))
    }
}

/// The text for people, because that is what `unwrap` and `main` print; the
/// data is in [`iter`](Mistakes::iter).
impl fmt::Debug for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for Mistakes {}
