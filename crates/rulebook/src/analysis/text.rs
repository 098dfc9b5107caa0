//! Findings as text that a designer can read.

use std::fmt;

use crate::analysis::finding::{Certainty, Finding, FindingKind, Open};
use crate::analysis::{About, Analysis};
use crate::book::names::list;

/// What there is to say of a suspicion after a complete search.
pub(crate) const UNMET: &str = "a search through every state never met it";

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    list(&names, "and")
}

/// The same, but of many no more than the first ones.
fn some_quoted(names: &[String]) -> String {
    const MANY: usize = 12;
    if names.len() <= MANY {
        return quoted(names);
    }
    let mut some: Vec<String> = names[..MANY].iter().map(|name| format!("\"{name}\"")).collect();
    some.push(format!("{} others", names.len() - MANY));
    list(&some, "and")
}

/// One thing, two things.
pub(crate) fn many(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = match self.certainty {
            Certainty::Unknown => self.question(),
            Certainty::Suspected | Certainty::Proved => self.claim(),
        };
        let mut letters = claim.chars();
        let first = letters.next().map(|first| first.to_uppercase()).into_iter().flatten();
        first.chain(letters).try_for_each(|letter| write!(f, "{letter}"))?;
        write!(f, " {}", self.advice())
    }
}

impl Finding {
    fn sure(&self) -> bool {
        self.certainty == Certainty::Proved
    }

    /// What is so, or seems to be.
    fn claim(&self) -> String {
        let (about, why) = (&self.about, &self.why);
        let perhaps = if self.sure() { "" } else { "perhaps " };
        match self.kind {
            FindingKind::Unreachable => format!("{about} is {perhaps}never reached: {why}."),
            FindingKind::Shadowed => self.shadowed(),
            FindingKind::DeadPhase => self.dead_phase(),
            FindingKind::Overlap => self.overlap(),
            FindingKind::Gap => self.gap(),
            FindingKind::RedundantPriority => {
                format!("the priority of {about} changes nothing: {why}.")
            }
            FindingKind::IdleCondition => {
                format!("{about} has a condition that changes nothing: {why}.")
            }
            FindingKind::IdleStrategy => {
                format!("the strategy of {about} has nothing to settle: {why}.")
            }
            FindingKind::IdleKey => format!("the key of {about} orders nothing: {why}."),
            // To explain a decision, a rule may still be called masked that could not have
            // matched anyway.
            FindingKind::IdleMask => format!("{about} {perhaps}changes nothing: {why}."),
            FindingKind::IdleMember => {
                format!("{about} changes nothing for {}: {why}.", some_quoted(&self.rules))
            }
            // It is used in play: it gives its reason where nobody answers.
            FindingKind::UnusedCheck | FindingKind::IdleException if self.sure() => {
                format!("{about} is {why}.")
            }
            FindingKind::UnusedCheck | FindingKind::IdleException => {
                format!("{about} is perhaps never used: {why}.")
            }
            FindingKind::NeverLifted => format!("{about} is never lifted: {why}."),
        }
    }

    fn dead_phase(&self) -> String {
        let (about, why) = (&self.about, &self.why);
        let perhaps = if self.sure() { "" } else { "perhaps " };
        let asked = match &self.rules[..] {
            [one] => format!("Its rule \"{one}\" is never asked."),
            all => format!("Its {} rules are never asked.", all.len()),
        };
        format!("{about} is {perhaps}never of use: {why}. {asked}")
    }

    fn shadowed(&self) -> String {
        let about = &self.about;
        let by = self.rules.get(1..).unwrap_or_default();
        match by {
            _ if !self.sure() => {
                format!("{about} is perhaps shadowed by {}: {}.", quoted(by), self.why)
            }
            [one] => format!(
                "{about} is shadowed by \"{one}\", which answers before it whenever it could."
            ),
            all => format!(
                "{about} is shadowed by {} together: one of them answers before it whenever it \
                 could.",
                quoted(all)
            ),
        }
    }

    fn overlap(&self) -> String {
        let rules = quoted(&self.rules);
        let place = match &self.about {
            About::Phase(phase) if phase.is_empty() => "in the book, which is Exclusive".to_owned(),
            about => format!("in {about}, which is Exclusive"),
        };
        let case = self.witness.as_ref().map(ToString::to_string).unwrap_or_default();
        let played = self.witness.as_ref().is_some_and(|witness| witness.played.is_some());
        match (self.sure(), played) {
            (true, true) => format!("{rules} overlap {place}; it was a fault in play: {case}."),
            (true, false) => format!("{rules} overlap {place}: every {case} is a fault."),
            (false, _) => format!(
                "{rules} may overlap {place}: {case} is a fault, if the game ever gets there{}.",
                self.aside()
            ),
        }
    }

    fn gap(&self) -> String {
        match &self.witness {
            None => format!("no rule answers {}: {}.", self.about, self.why),
            Some(case) if self.sure() => format!("no rule answered {case}."),
            Some(case) => {
                let aside = self.aside();
                format!("no rule answers {case}, if the game ever gets there{aside}.")
            }
        }
    }

    /// What else there is to say, if there is something.
    fn aside(&self) -> String {
        if self.why.is_empty() { String::new() } else { format!("; {}", self.why) }
    }

    /// What is not known.
    fn question(&self) -> String {
        let (about, why) = (&self.about, &self.why);
        let whether = match self.kind {
            FindingKind::Unreachable => format!("{about} is ever reached"),
            FindingKind::Shadowed => format!("{about} is shadowed"),
            FindingKind::DeadPhase => format!("{about} is ever open"),
            FindingKind::Overlap if self.rules.is_empty() => {
                format!("rules overlap in {about}, which is Exclusive,")
            }
            FindingKind::Overlap => {
                format!("{} overlap in {about}, which is Exclusive,", quoted(&self.rules))
            }
            FindingKind::Gap => format!("{about} is always answered"),
            FindingKind::RedundantPriority => format!("all priorities in {about} matter"),
            FindingKind::IdleCondition => format!("all conditions of {about} matter"),
            FindingKind::IdleStrategy => format!("the strategy of {about} matters"),
            FindingKind::IdleKey => format!("the key of {about} matters"),
            FindingKind::IdleMask => format!("{about} changes anything"),
            FindingKind::IdleMember => format!("{about} changes something for each of its rules"),
            FindingKind::UnusedCheck | FindingKind::IdleException => {
                format!("{about} is ever used")
            }
            FindingKind::NeverLifted => format!("{about} is ever lifted"),
        };
        format!("whether {whether} is unknown: {why}.")
    }

    /// What to do about it.
    fn advice(&self) -> &'static str {
        if self.certainty == Certainty::Unknown {
            return match self.open {
                Some(Open::Budget) => "Analyse it with a larger budget.",
                Some(Open::Code) => {
                    "Declare their conditions with .given(…), or look for a case by play."
                }
                None => "Play more games, or other ones.",
            };
        }
        match self.kind {
            FindingKind::Unreachable => "Correct a condition, or remove the rule.",
            FindingKind::Shadowed if self.rules.len() > 2 => {
                "Put it before them, narrow one of them, or remove it."
            }
            FindingKind::Shadowed => "Put it first, narrow the other one, or remove it.",
            FindingKind::DeadPhase => "Correct a condition, or remove the phase.",
            FindingKind::Overlap => "Narrow one of them, or give the phase another strategy.",
            FindingKind::Gap if self.witness.is_none() => {
                "Add a rule or a step for it, or remove the action."
            }
            FindingKind::Gap => "Add a rule for it, or a check that says why it is refused.",
            FindingKind::RedundantPriority
            | FindingKind::IdleCondition
            | FindingKind::IdleStrategy
            | FindingKind::IdleKey => "Leave it out.",
            FindingKind::IdleMask => "Put another rule into the group, or leave it out.",
            FindingKind::IdleMember if self.rules.len() == 1 => "Take it out of the group.",
            FindingKind::IdleMember => "Take them out of the group.",
            FindingKind::UnusedCheck if self.sure() => {
                "Remove it, unless players are to read its reason."
            }
            FindingKind::IdleException if self.sure() => {
                "Remove it, so that the check gives its reason."
            }
            FindingKind::UnusedCheck | FindingKind::IdleException => {
                "Name other actions, or remove it."
            }
            FindingKind::NeverLifted => "Write an exception, or leave .liftable() out.",
        }
    }
}

/// A report for people, by kind. It ends with a line that counts.
impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in FindingKind::ALL {
            let mut findings = self.of(kind).peekable();
            if findings.peek().is_none() {
                continue;
            }
            writeln!(f, "{}:", heading(kind))?;
            findings.try_for_each(|finding| writeln!(f, "- [{}] {finding}", finding.certainty))?;
        }
        let count = self.findings.len();
        let book = &self.book;
        if count == 0 {
            return write!(f, "Nothing was found in the book \"{book}\".");
        }
        let of = |certainty| self.with(certainty).count();
        write!(
            f,
            "{} in the book \"{book}\": {} proved, {} suspected, {} unknown.",
            many(count as u64, "finding"),
            of(Certainty::Proved),
            of(Certainty::Suspected),
            of(Certainty::Unknown),
        )
    }
}

fn heading(kind: FindingKind) -> String {
    let name = kind.to_string();
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}
