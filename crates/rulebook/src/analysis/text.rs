//! Findings as text that a designer can read.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt;

use crate::analysis::finding::{Certainty, Finding, FindingKind, Open};
use crate::analysis::{About, Analysis};
use crate::book::names::few;

/// So many findings of a kind are for a report: all of them are in the data.
const MOST: usize = 20;

/// What there is to say of a suspicion after a complete search.
pub(crate) const UNMET: &str = "a search through every state never met it";

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    few(&names, "and")
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
        write!(f, "{} {}.", capital(&claim), capital(&self.advice()))
    }
}

/// The same with a capital at its beginning.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_uppercase()).into_iter().flatten();
    first.chain(letters).collect()
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
                format!("{about} changes nothing for {}: {why}.", quoted(&self.rules))
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
        let (perhaps, is, are) = match self.sure() {
            true => ("", "is never", "are never"),
            // What was so in play is all that is known.
            false => ("perhaps ", "was not", "were not"),
        };
        let asked = match &self.rules[..] {
            [one] => format!("Its rule \"{one}\" {is} asked."),
            all => format!("Its {} rules {are} asked.", all.len()),
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
            (true, false) => {
                let case = case.strip_prefix("any ").unwrap_or(&case);
                format!("{rules} overlap {place}: every {case} is a fault{}.", self.aside())
            }
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
                // Each of them meets another one, but not every one each other.
                let any = if self.rules.len() > 2 { "any two of " } else { "" };
                format!("{any}{} overlap in {about}, which is Exclusive,", quoted(&self.rules))
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

    /// What to do about it, as the beginning of a sentence.
    fn advice(&self) -> Cow<'_, str> {
        if self.certainty == Certainty::Unknown {
            return self.advice_on_a_question().into();
        }
        let advice = self.advice.as_deref().unwrap_or_else(|| self.usual_advice());
        match self.further.filter(|_| !self.sure()) {
            // Who has not looked everywhere should not take things out.
            Some(further) => format!("{further}; if it stays so, {advice}").into(),
            None => advice.into(),
        }
    }

    /// What answers what is not known.
    fn advice_on_a_question(&self) -> &str {
        match (self.open, self.further) {
            (Some(Open::Budget), _) => "analyse it with a larger budget",
            (Some(Open::Code), _) => {
                "declare their conditions with .given(…), or look for a case by play"
            }
            (None, Some(further)) => further,
            (None, None) => "begin in other states, or try other actions",
        }
    }

    /// What to do about it, if nobody has said more.
    fn usual_advice(&self) -> &'static str {
        match self.kind {
            FindingKind::Unreachable => "correct a condition, or remove the rule",
            FindingKind::Shadowed => "narrow one of them, or remove it",
            FindingKind::DeadPhase => "correct a condition, or remove the phase",
            FindingKind::Overlap => "narrow one of them, or give the phase another strategy",
            FindingKind::Gap if self.witness.is_none() => {
                "add a rule or a step for it, or remove the action"
            }
            FindingKind::Gap => "add a rule for it, or a check that says why it is refused",
            FindingKind::RedundantPriority
            | FindingKind::IdleCondition
            | FindingKind::IdleStrategy
            | FindingKind::IdleKey => "leave it out",
            FindingKind::IdleMask => "put another rule into the group, or leave it out",
            FindingKind::IdleMember if self.rules.len() == 1 => "take it out of the group",
            FindingKind::IdleMember => "take them out of the group",
            FindingKind::UnusedCheck if self.sure() => {
                "remove it, unless players are to read its reason"
            }
            FindingKind::IdleException if self.sure() => {
                "remove it, so that the check gives its reason"
            }
            FindingKind::UnusedCheck | FindingKind::IdleException => {
                "name other actions, or remove it"
            }
            FindingKind::NeverLifted => "write an exception, or leave .liftable() out",
        }
    }
}

impl Analysis {
    /// What was looked at in vain.
    fn nothing_found(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = many(self.rules as u64, "rule");
        write!(f, "Nothing was found in the {rules} of the book \"{}\".", self.book)?;
        match self.opaque {
            // Whoever plays sees what their code decides.
            _ if self.extent.is_some() => Ok(()),
            0 => Ok(()),
            1 => write!(f, " Whether 1 of them answers, only its own code decides."),
            more => write!(f, " Whether {more} of them answer, only their own code decides."),
        }
    }
}

/// A report for people, by kind. It ends with a line that counts.
impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(extent) = &self.extent {
            writeln!(f, "{extent}")?;
        }
        for kind in FindingKind::ALL {
            let mut findings: Vec<&Finding> = self.of(kind).collect();
            if findings.is_empty() {
                continue;
            }
            writeln!(f, "{}:", heading(kind))?;
            let more = findings.len().saturating_sub(MOST);
            if more > 0 {
                // What is surest is told; of that, what stands first.
                findings.sort_by_key(|finding| Reverse(finding.certainty));
                findings.truncate(MOST);
            }
            let mut told = findings.iter();
            told.try_for_each(|finding| writeln!(f, "- [{}] {finding}", finding.certainty))?;
            if more > 0 {
                writeln!(f, "- … and {more} more: `Analysis::findings` has all of them.")?;
            }
        }
        let count = self.findings.len();
        let book = &self.book;
        if count == 0 {
            return self.nothing_found(f);
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
