//! A coverage as a table that a designer can read.

use std::collections::BTreeMap;
use std::fmt;

use super::report::CoverageReport;
use super::uses::{Covered, Side, Uses};

impl Uses {
    /// The heading under which it stands.
    fn heading(&self) -> &'static str {
        match self {
            Uses::Rule { .. } => "rules",
            Uses::Phase { .. } => "phases",
            Uses::Cost { .. } => "costs that could not be paid",
            Uses::Check { .. } => "checks that refused or were lifted",
            Uses::Exception { .. } => "exceptions",
            Uses::Guard { .. } => "guards",
            Uses::Trigger { .. } => "triggers",
            Uses::Standing { .. } => "standing rules",
            Uses::Entering { .. } | Uses::Leaving { .. } => "steps",
            Uses::Reason { .. } => "reasons",
        }
    }
}

impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.uses {
            Uses::Rule { .. } => write!(f, "the rule \"{name}\""),
            Uses::Phase { .. } => write!(f, "the phase \"{name}\""),
            Uses::Cost { code, .. } => write!(f, "the cost {code} of the rule \"{name}\""),
            Uses::Check { .. } => write!(f, "the check \"{name}\""),
            Uses::Exception { .. } => write!(f, "the exception \"{name}\""),
            Uses::Guard { .. } => write!(f, "the guard \"{name}\""),
            Uses::Trigger { .. } => write!(f, "the trigger \"{name}\""),
            Uses::Standing { .. } => write!(f, "the standing rule \"{name}\""),
            Uses::Entering { .. } => write!(f, "entering the step {name}"),
            Uses::Leaving { .. } => write!(f, "leaving the step {name}"),
            Uses::Reason { .. } => write!(f, "the reason {name}"),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Matched => "matched",
            Side::Refused => "refused",
        })
    }
}

impl fmt::Display for CoverageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CoverageReport { book, committed, unchanged, refused, faults, items, .. } = self;
        let (fired, all, percent) = (self.fired(), items.len(), self.percent());
        writeln!(f, "Coverage of \"{book}\": {fired} of {all} fired ({percent} %).")?;
        let actions = committed + unchanged + refused + faults;
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let s = plural(actions);
        write!(f, "{actions} action{s}: {committed} committed, {unchanged} without change, ")?;
        writeln!(f, "{refused} refused, {faults} fault{}.", plural(*faults))?;
        let mut heading = "";
        for item in items {
            if item.uses.heading() != heading {
                heading = item.uses.heading();
                writeln!(f, "{heading}")?;
            }
            line(f, item)?;
        }
        if !self.unhandled.is_empty() {
            writeln!(f, "actions that nobody answered")?;
        }
        self.unhandled.iter().try_for_each(|(kind, times)| writeln!(f, "{times:>8}  {kind}"))
    }
}

fn line(f: &mut fmt::Formatter<'_>, item: &Covered) -> fmt::Result {
    match item.times() {
        0 => write!(f, "{:>8}  ", "never")?,
        times => write!(f, "{times:>8}  ")?,
    }
    let name = &item.name;
    match &item.uses {
        Uses::Cost { code, .. } => write!(f, "{name}: {code}")?,
        Uses::Entering { .. } => write!(f, "entering {name}")?,
        Uses::Leaving { .. } => write!(f, "leaving {name}")?,
        _ => f.write_str(name)?,
    }
    writeln!(f, "{}", notes(item))
}

/// What there is to say besides the number.
fn notes(item: &Covered) -> String {
    let notes: Vec<String> = match &item.uses {
        Uses::Rule { refused, .. } => {
            let mut notes = given("refused", refused);
            notes.extend(item.lacks().map(|side| format!("never {side}")));
            notes
        }
        Uses::Check { lifted, reasons, .. } => {
            let mut notes = given("refused", reasons);
            notes.extend((*lifted > 0).then(|| format!("lifted {lifted}")));
            notes
        }
        Uses::Guard { applied, asked } if asked > applied => vec![format!("asked {asked}")],
        Uses::Trigger { fizzled, .. } if *fizzled > 0 => vec![format!("fizzled {fizzled}")],
        _ => Vec::new(),
    };
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) }
}

fn given(what: &str, codes: &BTreeMap<&'static str, u64>) -> Vec<String> {
    if codes.is_empty() {
        return Vec::new();
    }
    let codes: Vec<_> = codes.iter().map(|(code, times)| format!("{code} {times}")).collect();
    vec![format!("{what}: {}", codes.join(", "))]
}
