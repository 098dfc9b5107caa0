//! What stands in a book without effect, in the author's own names.

use std::fmt;

use crate::book::strategy::Strategy;
use crate::outcome::quoted;

/// Something in a book that has no effect where it stands. The book compiles;
/// [`Book::warnings`](crate::Book::warnings) lists them.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.priority(Priority::HIGH).then(|cx, ()| [*cx.action]))
///     .compile()?;
/// assert_eq!(book.warnings(), [Warning::PriorityAlone { name: "count".into() }]);
/// assert_eq!(
///     book.warnings()[0].to_string(),
///     "The priority of \"count\" has no effect, because it stands alone in the book: leave it out.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A strategy in a phase with a single child.
    StrategyWithoutEffect {
        /// The phase; the book itself if empty.
        phase: String,
    },
    /// A priority in a phase that does not look at priorities.
    PriorityWithoutEffect {
        /// The rule or phase.
        name: String,
        /// The strategy of the phase around it.
        strategy: Strategy,
    },
    /// A priority in a phase that orders by key.
    PriorityBesideKey {
        /// The rule or phase.
        name: String,
    },
    /// A priority of an only child.
    PriorityAlone {
        /// The rule or phase.
        name: String,
    },
    /// A key in a phase that does not order by key.
    KeyWithoutEffect {
        /// The rule or phase.
        name: String,
    },
    /// An exclusivity group that can never mask anything: no two of its rules
    /// stand under one ApplyAll.
    GroupWithoutEffect {
        /// The exclusivity group.
        group: String,
        /// Its rules, by full name.
        rules: Vec<String>,
    },
    /// A liftable check that no exception lifts.
    NeverLifted {
        /// The check.
        check: String,
    },
    /// A generator of the base book leaves to others what the variant has taken
    /// out.
    LeftToNobody {
        /// The rule with the exact generator.
        rule: String,
        /// The checks and rules that it honours and that are gone.
        removed: Vec<String>,
    },
    /// An action kind that no rule concerns.
    KindWithoutRule {
        /// The action kind.
        kind: &'static str,
    },
}

/// The phase around something, in words.
fn around(name: &str) -> String {
    match name.rsplit_once('/') {
        Some((phase, _)) => format!("the phase \"{phase}\""),
        None => "the book".to_owned(),
    }
}

/// Something that has no effect, why not, and what to do.
type Idle = (String, String, &'static str);

impl Warning {
    /// The same in parts, if something has no effect.
    pub(crate) fn idle(&self) -> Option<Idle> {
        let priority = |name: &str| format!("The priority of \"{name}\"");
        Some(match self {
            Warning::StrategyWithoutEffect { phase } => {
                let what = match phase.is_empty() {
                    true => "The book's strategy".to_owned(),
                    false => format!("The strategy of the phase \"{phase}\""),
                };
                (what, "it has a single child".to_owned(), "leave it out")
            }
            Warning::PriorityWithoutEffect { name, strategy } => (
                priority(name),
                format!("{} is {strategy} and does not look at priorities", around(name)),
                match name.contains('/') {
                    true => "give the phase .strategy(Strategy::HighestPriority), or leave it out",
                    false => "give the book .strategy(Strategy::HighestPriority), or leave it out",
                },
            ),
            Warning::PriorityBesideKey { name } => {
                (priority(name), format!("{} is ordered by key", around(name)), "leave it out")
            }
            Warning::PriorityAlone { name } => {
                (priority(name), format!("it stands alone in {}", around(name)), "leave it out")
            }
            Warning::KeyWithoutEffect { name } => (
                format!("The key of \"{name}\""),
                format!("{} is not ordered by key", around(name)),
                "say .by_key() there, or leave it out",
            ),
            Warning::GroupWithoutEffect { group, rules } => (
                format!("The exclusivity group \"{group}\""),
                match &rules[..] {
                    [rule] => format!("it has only one rule, \"{rule}\""),
                    rules => format!(
                        "no two of its rules ({}) stand in different children of one ApplyAll phase",
                        quoted(rules)
                    ),
                },
                match &rules[..] {
                    [_] => "put another rule into it, or leave it out",
                    _ => "put two of them into different children of one, or leave it out",
                },
            ),
            Warning::NeverLifted { .. }
            | Warning::LeftToNobody { .. }
            | Warning::KindWithoutRule { .. } => return None,
        })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::LeftToNobody { rule, removed } => write!(
                f,
                "The candidates of the rule \"{rule}\" leave out what {} decided, which this variant has removed: if such actions are legal now, replace the rule, or let another one propose them.",
                quoted(removed)
            ),
            Warning::NeverLifted { check } => {
                write!(
                    f,
                    "The check \"{check}\" may be lifted, but no exception lifts it: write one, or leave .liftable() out."
                )
            }
            Warning::KindWithoutRule { kind } => {
                write!(
                    f,
                    "No rule concerns the action kind {kind}, so such actions are always refused: add a rule for them, or take the kind out of the game."
                )
            }
            idle => idle.idle().map_or(Ok(()), |(what, why, advice)| {
                write!(f, "{what} has no effect, because {why}: {advice}.")
            }),
        }
    }
}
