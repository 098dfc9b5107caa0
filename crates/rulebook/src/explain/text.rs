//! Explanations as text that a designer can read.

use std::fmt;

use crate::book::names::in_words;
use crate::explain::chain;
use crate::explain::{
    CheckReport, CheckStanding, Explanation, Forecast, RuleReport, Standing, Would,
};
use crate::game::{Game, Reason};
use crate::outcome::quoted;

impl<G: Game> fmt::Debug for Explanation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explanation")
            .field("by", &self.by)
            .field("action", &self.action)
            .field("forecast", &self.forecast())
            .field("gates", &self.gates())
            .field("rules", &self.rules().collect::<Vec<_>>())
            .field("account", &self.account)
            .finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Display for Explanation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?} by {} {}", self.action, self.by, self.forecast())?;
        if self.checks().next().is_some() {
            writeln!(f, "Checks:")?;
        }
        for gate in self.gates() {
            for check in &gate.checks {
                writeln!(f, "  {check} [{}]", gate.gate)?;
            }
        }
        self.write_rules(f)?;
        match &self.account {
            None => Ok(()),
            Some(account) => {
                write!(f, "Events:")?;
                chain::write(f, &self.book.inner, account)?;
                writeln!(f)
            }
        }
    }
}

/// Up to how many rules are listed that an action does not concern. More are told in
/// sum: among them nobody would find those that it does concern.
const OTHERS_LISTED: usize = 12;

/// Up to how many rules are listed that do not decide.
const LISTED: usize = 100;

impl<G: Game> Explanation<G> {
    fn write_rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Rules:")?;
        let others = self.others();
        let unlisted = match others.total() <= OTHERS_LISTED {
            true => write_listed(self.rules(), f)?,
            false => {
                let unlisted = write_listed(self.concerned(), f)?;
                writeln!(f, "  • {others}")?;
                unlisted
            }
        };
        match unlisted {
            0 => Ok(()),
            1 => writeln!(f, "  • 1 more rule does not decide"),
            more => writeln!(f, "  • {more} more rules do not decide"),
        }
    }
}

/// Lists the rules that decide and the first of the rest, and says how many it leaves
/// out.
fn write_listed<'e, R: Reason + 'e>(
    mut rules: impl Iterator<Item = RuleReport<'e, R>>,
    f: &mut fmt::Formatter<'_>,
) -> Result<usize, fmt::Error> {
    let mut rest = 0;
    rules.try_for_each(|rule| {
        rest += usize::from(!rule.standing.decides());
        if rest > LISTED && !rule.standing.decides() { Ok(()) } else { writeln!(f, "  {rule}") }
    })?;
    Ok(rest.saturating_sub(LISTED))
}

impl<G: Game> fmt::Debug for Forecast<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forecast::Commit(rules) => f.debug_tuple("Commit").field(rules).finish(),
            Forecast::NoChange(rules) => f.debug_tuple("NoChange").field(rules).finish(),
            Forecast::Refused(kind, cause) => {
                f.debug_tuple("Refused").field(kind).field(cause).finish()
            }
            Forecast::Choice(choice) => f.debug_tuple("Choice").field(choice).finish(),
            Forecast::Dice(rules) => f.debug_tuple("Dice").field(rules).finish(),
            Forecast::Fault(fault) => f.debug_tuple("Fault").field(fault).finish(),
        }
    }
}

impl<G: Game> fmt::Display for Forecast<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forecast::Commit(rules) => {
                write!(f, "would be committed by {}.", quoted(rules))
            }
            Forecast::NoChange(rules) => {
                write!(f, "would change nothing: {} proposes no event.", quoted(rules))
            }
            Forecast::Refused(kind, cause) => write!(f, "would be refused as {kind}: {cause}"),
            Forecast::Choice(choice) => write!(f, "would wait for a choice: {choice}."),
            Forecast::Dice(rules) => {
                write!(f, "would let the dice decide, by {}.", quoted(rules))
            }
            Forecast::Fault(fault) => write!(f, "would be a fault: {fault}"),
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

impl<R: Reason> fmt::Display for RuleReport<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.standing {
            Standing::Selected => "▸",
            ref other if other.decides() => "✗",
            _ => "•",
        };
        write!(f, "{mark} {} (priority {}", self.name, self.priority)?;
        if let Some(label) = &self.label {
            write!(f, ", {label}")?;
        }
        write!(f, "): {}", self.standing)
    }
}

impl<R: Reason> fmt::Display for Standing<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Selected => f.write_str("selected"),
            Standing::Refused(kind, reason) => write!(f, "selected, refuses as {kind}: {reason}"),
            Standing::Lost { how, to, strategy, would } => {
                write!(f, "{how} to \"{to}\" under {strategy}, {would}")
            }
            Standing::InConflict => f.write_str("decisive, in conflict under Exclusive"),
            Standing::PredicateFalse { phase: "", predicate } => {
                write!(f, "the book's \"{predicate}\" does not hold")
            }
            Standing::PredicateFalse { phase, predicate } => {
                write!(f, "\"{predicate}\" of the phase \"{phase}\" does not hold")
            }
            Standing::OtherKind => f.write_str("concerns other actions"),
            Standing::OtherSubject { concerns } => {
                write!(f, "concerns only {}", in_words(concerns.iter()))
            }
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
