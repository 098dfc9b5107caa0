//! The file of counts: for each path all figures that it ever had, the last one
//! valid, and a reason for every rise.
//!
//! ```text
//! made with: rustc 1.95.0, x86_64-unknown-linux-gnu, valgrind-3.19.0
//!
//! submit, taken back by revert: 485.0, 231.5, 260.2
//!   260.2: refusals are counted, which no table could know before.
//! ```
//!
//! A figure that is more than 3 % above the one before it has a line with its
//! reason; a file in which one is missing is not accepted. Changes of less are
//! not written down, so that small ones cannot add up unseen.

use std::fmt;

/// By what share a count may differ from the file.
pub(crate) const TOLERANCE: f64 = 0.03;

const PREAMBLE: &str = "\
# Instructions for one operation of each core path, counted by `cargo xtask counts`.
# The last figure of a path is valid: 3 % more fail the check. A change that needs more
# says why, with `cargo xtask counts --accept \"why\"`; the reason is kept below the path.
";
const MADE_WITH: &str = "made with: ";

/// What the file says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ledger {
    /// Compiler, platform and valgrind.
    pub(crate) machine: String,
    pub(crate) entries: Vec<Entry>,
}

/// What is known of one path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// Instructions of one operation, oldest first; never empty.
    pub(crate) figures: Vec<f64>,
    /// Figures, and why they may be so.
    pub(crate) reasons: Vec<(f64, String)>,
}

/// Why the file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    NoMachine,
    Unreadable { line: usize },
    Twice { name: String },
    NoReason { name: String, from: String, to: String },
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMachine => write!(f, "a line `{MADE_WITH}…` is missing."),
            Self::Unreadable { line } => write!(f, "line {line}: this cannot be read."),
            Self::Twice { name } => write!(f, "`{name}` stands there twice."),
            Self::NoReason { name, from, to } => write!(
                f,
                "`{name}` rises from {from} to {to} without a reason. Write below it: `  {to}: why`."
            ),
        }
    }
}

impl std::error::Error for Mistake {}

/// Whether the second is too much, if the first was right.
pub(crate) fn rises(from: f64, to: f64) -> bool {
    to > from * (1.0 + TOLERANCE)
}

/// Whether the second is so much less that it is worth writing down.
pub(crate) fn falls(from: f64, to: f64) -> bool {
    to < from * (1.0 - TOLERANCE)
}

/// A figure as it is written.
pub(crate) fn shown(figure: f64) -> String {
    format!("{figure:.1}")
}

impl Ledger {
    pub(crate) fn parse(text: &str) -> Result<Self, Mistake> {
        let mut machine = None;
        let mut entries: Vec<Entry> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let unreadable = Mistake::Unreadable { line };
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if let Some(name) = text.strip_prefix(MADE_WITH) {
                machine = Some(name.to_owned());
            } else if let Some(reason) = text.strip_prefix("  ") {
                let entry = entries.last_mut().ok_or(unreadable.clone())?;
                entry.reasons.push(read_reason(reason).ok_or(unreadable)?);
            } else {
                let entry = read_entry(text).ok_or(unreadable)?;
                if entries.iter().any(|other| other.name == entry.name) {
                    return Err(Mistake::Twice { name: entry.name });
                }
                entries.push(entry);
            }
        }
        entries.iter().try_for_each(Entry::check)?;
        Ok(Self { machine: machine.ok_or(Mistake::NoMachine)?, entries })
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Writes down what differs by more than the tolerance. With another
    /// machine everything begins anew. Paths that are gone are dropped.
    pub(crate) fn accept(&mut self, machine: String, counted: &[(&str, f64)], why: &str) {
        let anew = machine != self.machine;
        let entries = counted.iter().map(|&(name, figure)| match self.find(name) {
            Some(entry) if !anew => entry.clone().accept(figure, why),
            _ => Entry { name: name.to_owned(), figures: vec![figure], reasons: Vec::new() },
        });
        *self = Self { entries: entries.collect(), machine };
    }
}

fn read_reason(text: &str) -> Option<(f64, String)> {
    let (figure, why) = text.split_once(": ")?;
    let why = why.trim();
    (!why.is_empty()).then_some(())?;
    Some((figure.parse().ok()?, why.to_owned()))
}

fn read_entry(text: &str) -> Option<Entry> {
    let (name, figures) = text.split_once(": ")?;
    let figures = figures.split(", ").map(|figure| figure.parse().ok());
    let figures: Vec<f64> = figures.collect::<Option<_>>()?;
    let sound = figures.iter().all(|figure| figure.is_finite() && *figure > 0.0);
    sound.then(|| Entry { name: name.to_owned(), figures, reasons: Vec::new() })
}

impl Entry {
    /// The figure that is valid.
    pub(crate) fn last(&self) -> f64 {
        self.figures.last().copied().unwrap_or_default()
    }

    fn check(&self) -> Result<(), Mistake> {
        for pair in self.figures.windows(2) {
            let explained = self.reasons.iter().any(|(figure, _)| *figure == pair[1]);
            if rises(pair[0], pair[1]) && !explained {
                let (from, to) = (shown(pair[0]), shown(pair[1]));
                return Err(Mistake::NoReason { name: self.name.clone(), from, to });
            }
        }
        Ok(())
    }

    fn accept(mut self, figure: f64, why: &str) -> Self {
        // As it will be read again.
        let figure = (figure * 10.0).round() / 10.0;
        if rises(self.last(), figure) {
            self.reasons.push((figure, why.to_owned()));
        } else if !falls(self.last(), figure) {
            return self;
        }
        self.figures.push(figure);
        self
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREAMBLE}{MADE_WITH}{}\n\n", self.machine)?;
        for Entry { name, figures, reasons } in &self.entries {
            let figures: Vec<String> = figures.iter().copied().map(shown).collect();
            writeln!(f, "{name}: {}", figures.join(", "))?;
            for (figure, why) in reasons {
                writeln!(f, "  {}: {why}", shown(*figure))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "made with: a machine\n\nsubmit: 485.0, 231.5, 260.2\n  260.2: refusals are counted\nundo: 60.0\n";

    fn ledger() -> Ledger {
        Ledger::parse(TEXT).unwrap()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let written = ledger().to_string();
        assert!(
            written.starts_with("# Instructions") && written.ends_with(&TEXT[22..]),
            "{written}"
        );
        assert_eq!(Ledger::parse(&written).unwrap(), ledger());
    }

    #[test]
    fn a_rise_without_a_reason_is_not_accepted() {
        let text = TEXT.replace("  260.2: refusals are counted\n", "");
        assert_eq!(
            Ledger::parse(&text).unwrap_err().to_string(),
            "`submit` rises from 231.5 to 260.2 without a reason. Write below it: `  260.2: why`."
        );
        assert!(Ledger::parse(&TEXT.replace(": refusals are counted", ": ")).is_err());
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        for wrong in ["undo", "undo: many", "undo: 0", "undo: -3.0"] {
            let text = TEXT.replace("undo: 60.0", wrong);
            assert_eq!(Ledger::parse(&text).unwrap_err(), Mistake::Unreadable { line: 5 });
        }
        assert_eq!(Ledger::parse("a: 1.0\n").unwrap_err(), Mistake::NoMachine);
        let twice = TEXT.replace("undo", "submit");
        assert_eq!(Ledger::parse(&twice).unwrap_err(), Mistake::Twice { name: "submit".into() });
    }

    #[test]
    fn changes_beyond_the_tolerance_are_written_down_and_rises_explained() {
        let mut ledger = ledger();
        ledger.accept(
            "a machine".into(),
            &[("submit", 267.0), ("undo", 50.04), ("redo", 70.0)],
            "so",
        );
        let figures: Vec<_> = ledger.entries.iter().map(|entry| entry.figures.clone()).collect();
        assert_eq!(figures, [vec![485.0, 231.5, 260.2], vec![60.0, 50.0], vec![70.0]]);
        ledger.accept("a machine".into(), &[("submit", 270.0), ("redo", 70.0)], "it is safer");
        assert_eq!(ledger.entries.len(), 2);
        assert_eq!(ledger.entries[0].last(), 270.0);
        assert_eq!(ledger.entries[0].reasons[1], (270.0, "it is safer".to_owned()));
        assert_eq!(Ledger::parse(&ledger.to_string()), Ok(ledger));
    }

    #[test]
    fn another_machine_begins_anew() {
        let mut ledger = ledger();
        ledger.accept("another".into(), &[("undo", 90.0)], "another compiler");
        assert_eq!(
            (ledger.machine.as_str(), &ledger.entries[0].figures[..]),
            ("another", &[90.0][..])
        );
    }
}
