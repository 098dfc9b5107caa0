//! Cases in which a finding shows, as data.

use std::fmt;

use crate::analysis::text::many;
use crate::book::names::{SubjectName, in_words, told};
use crate::game::{Subject, is_only_kind};

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
        let (named, more) = told(self.values.len());
        write!(f, "{} is {}", self.fact, self.values[..named].join(" or "))?;
        if more > 0 {
            write!(f, " or {more} more")?;
        }
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
        let place = match self.before.len() {
            0 => "at the start".to_owned(),
            actions => format!("after {}", many(actions as u64, "action")),
        };
        write!(f, "{action} {place} of the game with seed {seed}")?;
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
/// let subject = WitnessSubject::Named(Subject(3).into());
/// let witness = Witness { subject, ..Witness::of("Steal") };
/// assert_eq!(witness.to_string(), "Steal about subject 3");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WitnessSubject {
    /// Anything.
    #[default]
    Any,
    /// This subject.
    Named(SubjectName),
    /// None, or a subject that no rule for the action names.
    Other,
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
    pub also: Vec<SubjectName>,
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
        let is_it = |named: &SubjectName| subject == Some(named.subject);
        self.also.iter().any(is_it)
            || match &self.subject {
                WitnessSubject::Any => true,
                WitnessSubject::Named(named) => is_it(named),
                WitnessSubject::Other => subject.is_none(),
            }
    }

    /// What it is about, in words.
    fn about(&self) -> String {
        let first = match &self.subject {
            WitnessSubject::Named(named) => Some(named),
            WitnessSubject::Any | WitnessSubject::Other => None,
        };
        let named = in_words(first.into_iter().chain(&self.also));
        match (&*named, self.subject == WitnessSubject::Other) {
            ("", false) => String::new(),
            (named, false) => format!(" about {named}"),
            ("", true) => " about nothing or a subject that no rule names".to_owned(),
            (named, true) => {
                format!(" about {named}, about nothing, or about a subject that no rule names")
            }
        }
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
        let action = if is_only_kind(self.action) { "any action" } else { self.action };
        write!(f, "{action}{}", self.about())?;
        let facts = self.facts.iter().map(ToString::to_string);
        let holds = self.holds.iter().map(ToString::to_string);
        let (named, more) = told(self.facts.len() + self.holds.len());
        for (at, condition) in facts.chain(holds).take(named).enumerate() {
            write!(f, " {} {condition}", if at == 0 { "when" } else { "and" })?;
        }
        if more > 0 {
            write!(f, " and {more} more conditions")?;
        }
        match &self.played {
            Some(played) => write!(f, ": {played}"),
            None => Ok(()),
        }
    }
}
