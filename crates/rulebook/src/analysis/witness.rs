//! Cases in which a finding shows, as data.

use std::fmt;

use crate::analysis::text::{list, many};
use crate::game::Subject;

/// So many subjects are told by name, and one more if it is the last.
const MOST: usize = 5;

/// Values of a fact that belong to a witness.
///
/// # Example
///
/// ```
/// use rulebook::FactValues;
/// let light = FactValues { fact: "light".into(), values: vec!["Dusk", "Night"], at_start: false };
/// assert_eq!(light.to_string(), "light is Dusk or Night");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactValues {
    /// The fact's name.
    pub fact: String,
    /// Any of these will do.
    pub values: Vec<&'static str>,
    /// Whether the state at the start of the action is meant, where rules are
    /// asked after others have changed it.
    pub at_start: bool,
}

impl fmt::Display for FactValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}", self.fact, self.values.join(" or "))?;
        if self.at_start { f.write_str(" at the start") } else { Ok(()) }
    }
}

/// A place in a game that was played where a finding showed.
///
/// # Example
///
/// ```
/// use rulebook::{Played, Seed};
/// let before = vec!["Sleep by seat 0".to_owned(), "Wake by seat 0".to_owned()];
/// let played = Played { seed: Seed(7), before, action: "Steal by seat 1".into() };
/// assert_eq!(
///     played.to_string(),
///     "Steal by seat 1 after 2 actions of the game with seed 7 (Sleep by seat 0, Wake by seat 0)",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The seed of the game.
    pub seed: crate::dice::Seed,
    /// The actions that led there, in order, each with whoever submitted it and the
    /// numbers of the options that were chosen.
    pub before: Vec<String>,
    /// The action, and by whom it was submitted.
    pub action: String,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// More are not for a sentence: all of them are in the field.
        const MOST: usize = 8;
        let (action, seed) = (&self.action, self.seed.0);
        let actions = many(self.before.len() as u64, "action");
        write!(f, "{action} after {actions} of the game with seed {seed}")?;
        let last = &self.before[self.before.len().saturating_sub(MOST)..];
        if !last.is_empty() {
            let begin = if last.len() < self.before.len() { "…, " } else { "" };
            write!(f, " ({begin}{})", last.join(", "))?;
        }
        Ok(())
    }
}

/// What the action of a witness is about.
///
/// # Example
///
/// ```
/// use rulebook::{Subject, Witness, WitnessSubject};
/// let witness = Witness { subject: WitnessSubject::Named(Subject(3)), ..Witness::of("Steal") };
/// assert_eq!(witness.to_string(), "Steal about the subject 3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WitnessSubject {
    /// Anything.
    #[default]
    Any,
    /// This subject.
    Named(Subject),
    /// None, or a subject that no rule for the action names.
    Other,
}

impl fmt::Display for WitnessSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WitnessSubject::Any => Ok(()),
            WitnessSubject::Named(Subject(subject)) => write!(f, " about the subject {subject}"),
            WitnessSubject::Other => f.write_str(" about no subject that a rule names"),
        }
    }
}

/// A predicate that holds in a [`Witness`].
///
/// # Example
///
/// ```
/// use rulebook::{Held, Witness};
/// let rich = Held { predicate: "rich".into(), at_start: false };
/// let witness = Witness { holds: vec![rich], ..Witness::of("Spend") };
/// assert_eq!(witness.to_string(), "Spend when \"rich\" holds");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The predicate's name.
    pub predicate: String,
    /// Whether it held at the start of the action, where that has to be told from
    /// what holds when a rule is asked.
    pub at_start: bool,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" holds", self.predicate)?;
        if self.at_start { f.write_str(" at the start") } else { Ok(()) }
    }
}

/// A case in which a finding shows.
///
/// # Example
///
/// ```
/// use rulebook::{FactValues, Witness};
/// let light = FactValues { fact: "light".into(), values: vec!["Night"], at_start: false };
/// let witness = Witness { facts: vec![light], ..Witness::of("Steal") };
/// assert_eq!(witness.to_string(), "Steal when light is Night");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The kind of the action.
    pub action: &'static str,
    /// What the action is about.
    pub subject: WitnessSubject,
    /// Subjects about which it is the same.
    pub also: Vec<Subject>,
    /// The facts that matter, with their values.
    pub facts: Vec<FactValues>,
    /// The predicates that hold.
    pub holds: Vec<Held>,
    /// Where it was seen in play, if it was.
    pub played: Option<Played>,
}

impl Witness {
    /// Any action of this kind.
    pub fn of(action: &'static str) -> Self {
        Witness {
            action,
            subject: WitnessSubject::Any,
            also: Vec::new(),
            facts: Vec::new(),
            holds: Vec::new(),
            played: None,
        }
    }

    /// Whether an action about this is such a case, as far as that matters. A
    /// subject that no rule for the action names is none.
    pub(crate) fn is_about(&self, subject: Option<Subject>) -> bool {
        subject.is_some_and(|subject| self.also.contains(&subject))
            || match self.subject {
                WitnessSubject::Any => true,
                WitnessSubject::Named(named) => subject == Some(named),
                WitnessSubject::Other => subject.is_none(),
            }
    }

    /// What it is about, in words.
    fn about(&self) -> String {
        let named = match self.subject {
            WitnessSubject::Named(named) => Some(named),
            WitnessSubject::Any | WitnessSubject::Other => None,
        };
        let mut names: Vec<String> =
            named.iter().chain(&self.also).map(|subject| subject.0.to_string()).collect();
        let more = names.len().saturating_sub(MOST);
        if self.also.is_empty() {
            return self.subject.to_string();
        }
        if more > 1 {
            names.truncate(MOST);
            names.push(format!("{more} others"));
        }
        let s = if names.len() == 1 { "" } else { "s" };
        let or = if named.is_none() { " or none that a rule names" } else { "" };
        format!(" about the subject{s} {}{or}", list(&names, "and"))
    }

    /// Whether it says nothing but the kind.
    fn is_plain(&self) -> bool {
        self.subject == WitnessSubject::Any
            && self.also.is_empty()
            && self.facts.is_empty()
            && self.holds.is_empty()
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The action itself says more than its kind.
        if let (Some(played), true) = (&self.played, self.is_plain()) {
            return played.fmt(f);
        }
        write!(f, "{}{}", self.action, self.about())?;
        let facts = self.facts.iter().map(ToString::to_string);
        let holds = self.holds.iter().map(ToString::to_string);
        for (at, condition) in facts.chain(holds).enumerate() {
            write!(f, " {} {condition}", if at == 0 { "when" } else { "and" })?;
        }
        match &self.played {
            Some(played) => write!(f, ": {played}"),
            None => Ok(()),
        }
    }
}
