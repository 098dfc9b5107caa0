//! What the analysis of a book has to say, as data.

use std::fmt;

use crate::analysis::witness::Witness;
use crate::game::any_of;

/// What is wrong with a part of a book, or only useless.
///
/// # Example
///
/// ```
/// use rulebook::FindingKind;
/// assert_eq!(FindingKind::Shadowed.to_string(), "shadowed rules");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// A rule whose conditions can never hold together, or whose actions no
    /// step allows in which they hold.
    Unreachable,
    /// A rule that would answer, but where others always answer before it: one
    /// of them alone, or several together.
    Shadowed,
    /// A phase whose conditions can never hold together with those of the
    /// phases around it, or only in steps that allow no action of its rules.
    DeadPhase,
    /// Two rules of an Exclusive phase that answer one action: a fault in play.
    Overlap,
    /// A kind of action that no rule answers, at all or in some case.
    Gap,
    /// A priority that changes nothing. Where there are several, they can be left out
    /// one after the other, in this order; where one has to wait for others, it says so.
    RedundantPriority,
    /// A declared condition that holds wherever it is asked.
    IdleCondition,
    /// A strategy that has nothing to settle.
    IdleStrategy,
    /// A key in a phase that is not ordered by key.
    IdleKey,
    /// An exclusivity group that changes nothing: no two of its rules apply to one
    /// action, so that none would have applied without it.
    IdleMask,
    /// An exclusivity group that changes nothing for some of its rules: they
    /// neither mask another one nor are masked where they would have applied.
    IdleMember,
    /// A check that no action needs: proved of one for actions that no rule
    /// answers anyway, where at most its reason is of use, and suspected of one
    /// that never failed in play.
    UnusedCheck,
    /// A check that may be lifted, and that no exception lifts.
    NeverLifted,
    /// An exception from such a check, or one that never lifted it in play.
    IdleException,
}

impl FindingKind {
    /// All kinds, in the order of the report.
    pub const ALL: [FindingKind; 14] = [
        FindingKind::Unreachable,
        FindingKind::Shadowed,
        FindingKind::DeadPhase,
        FindingKind::Overlap,
        FindingKind::Gap,
        FindingKind::RedundantPriority,
        FindingKind::IdleCondition,
        FindingKind::IdleStrategy,
        FindingKind::IdleKey,
        FindingKind::IdleMask,
        FindingKind::IdleMember,
        FindingKind::UnusedCheck,
        FindingKind::NeverLifted,
        FindingKind::IdleException,
    ];
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FindingKind::Unreachable => "unreachable rules",
            FindingKind::Shadowed => "shadowed rules",
            FindingKind::DeadPhase => "dead phases",
            FindingKind::Overlap => "overlapping rules",
            FindingKind::Gap => "gaps",
            FindingKind::RedundantPriority => "redundant priorities",
            FindingKind::IdleCondition => "idle conditions",
            FindingKind::IdleStrategy => "idle strategies",
            FindingKind::IdleKey => "idle keys",
            FindingKind::IdleMask => "idle exclusivity groups",
            FindingKind::IdleMember => "idle members of exclusivity groups",
            FindingKind::UnusedCheck => "needless checks",
            FindingKind::NeverLifted => "checks that are never lifted",
            FindingKind::IdleException => "idle exceptions",
        })
    }
}

/// How sure the analysis is. A suspicion is never called a proof.
///
/// What is proved holds for every game of the book as it is written: with all
/// rules switched on, with exact generators that claim the truth, and with facts
/// that have no values but those that their type lists.
///
/// # Example
///
/// ```
/// use rulebook::Certainty;
/// assert!(Certainty::Unknown < Certainty::Suspected && Certainty::Suspected < Certainty::Proved);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// The author's own code decides it, or the budget was not enough to find
    /// out.
    Unknown,
    /// It follows from what is declared, if the game ever gets there: facts may
    /// depend on one another, and checks may refuse the action before.
    Suspected,
    /// It is so.
    Proved,
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::Unknown => "unknown",
            Certainty::Suspected => "suspected",
            Certainty::Proved => "proved",
        })
    }
}

/// The part of a book that a finding is about.
///
/// # Example
///
/// ```
/// use rulebook::About;
/// let about = About::Phase("the night/the market".into());
/// assert_eq!(about.to_string(), "the phase \"the night/the market\"");
/// assert_eq!(about.name(), "the night/the market");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum About {
    /// A rule, by its full name.
    Rule(String),
    /// A phase, by its full name; the book itself if empty.
    Phase(String),
    /// An exclusivity group.
    Group(String),
    /// A check or prohibition.
    Check(String),
    /// An exception.
    Exception(String),
    /// A kind of action.
    Action(&'static str),
}

impl About {
    /// The name alone.
    pub fn name(&self) -> &str {
        match self {
            About::Rule(name)
            | About::Phase(name)
            | About::Group(name)
            | About::Check(name)
            | About::Exception(name) => name,
            About::Action(kind) => kind,
        }
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            About::Rule(name) => write!(f, "the rule \"{name}\""),
            About::Phase(name) if name.is_empty() => f.write_str("the book itself"),
            About::Phase(name) => write!(f, "the phase \"{name}\""),
            About::Group(name) => write!(f, "the exclusivity group \"{name}\""),
            About::Check(name) => write!(f, "the check \"{name}\""),
            About::Exception(name) => write!(f, "the exception \"{name}\""),
            About::Action(kind) => f.write_str(&any_of(kind)),
        }
    }
}

/// Why reasoning left something open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// It would have taken too long.
    Budget,
    /// Nobody sees into the author's own code.
    Code,
}

/// One thing that the analysis found.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Certainty, FindingKind};
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .rule("count twice", |rule| rule.then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// let analysis = book.analyse();
/// let finding = &analysis.findings()[0];
/// assert_eq!(finding.kind, FindingKind::Shadowed);
/// assert_eq!(finding.rules, ["count twice", "count"]);
/// assert_eq!(finding.certainty, Certainty::Proved);
/// assert_eq!(
///     finding.to_string(),
///     "The rule \"count twice\" is shadowed by \"count\", which answers before it whenever it \
///      could. Put it first, narrow the other one, or remove it.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// With what.
    pub about: About,
    /// The rules concerned, by full name: the one that the finding is about
    /// first, then those because of which it is so; for a phase those below it,
    /// for a group those of the group, or those for which it changes nothing.
    pub rules: Vec<String>,
    /// How sure it is.
    pub certainty: Certainty,
    /// A case in which it shows, where that makes sense.
    pub witness: Option<Witness>,
    /// Why it is so, in words, where the kind alone does not say it.
    pub why: String,
    /// Why reasoning left it open, if it did.
    pub(crate) open: Option<Open>,
    /// What to do about it, where the kind alone does not say it.
    pub(crate) advice: Option<String>,
    /// What would show more, before anybody does that.
    pub(crate) further: Option<&'static str>,
}

impl Finding {
    /// A finding about something, with nothing more to say yet.
    pub(crate) fn new(kind: FindingKind, about: About, certainty: Certainty) -> Self {
        let rules = match &about {
            About::Rule(rule) => vec![rule.clone()],
            _ => Vec::new(),
        };
        Finding {
            kind,
            about,
            rules,
            certainty,
            witness: None,
            why: String::new(),
            open: None,
            advice: None,
            further: None,
        }
    }

    /// The same, with these rules too.
    pub(crate) fn with_rules(mut self, rules: impl IntoIterator<Item = String>) -> Self {
        self.rules.extend(rules);
        self
    }

    /// The same, with a reason.
    pub(crate) fn because(mut self, why: impl Into<String>) -> Self {
        self.why = why.into();
        self
    }

    /// The same, with what to do about it: the beginning of a sentence, without its
    /// first capital and its full stop.
    pub(crate) fn advising(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// The same, left open.
    pub(crate) fn open(self, open: Open) -> Self {
        let why = match open {
            Open::Budget => "the budget was not enough to find out",
            Open::Code => "their own code decides it",
        };
        Finding { open: Some(open), ..self.because(why) }
    }

    /// The same, with a witness.
    pub(crate) fn seen(mut self, witness: Witness) -> Self {
        self.witness = Some(witness);
        self
    }

    /// Whether it is about, or because of, something of that full name.
    pub fn names(&self, name: &str) -> bool {
        self.about.name() == name || self.rules.iter().any(|rule| rule == name)
    }
}
