//! What came of a run: a report, or everything that failed.

use std::error::Error;
use std::fmt;

use rulebook::{Book, Game, Seed, Warning};

use crate::check::Check;

/// What a passed run has seen, so that one can tell how much it means.
///
/// # Example
///
/// ```
/// use rulebook_games::tic_tac_toe::{book, setup, universe};
/// use rulebook_testkit::Conformance;
///
/// let report = Conformance::new(book(), setup).universe(universe).check();
/// assert_eq!(report.ended, report.games);
/// assert!(report.never_fired.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The book's name.
    pub book: String,
    /// How many games were played at random.
    pub games: usize,
    /// How many of them came to an end within the bound.
    pub ended: usize,
    /// How many actions were committed in them.
    pub actions: usize,
    /// How many dice fell.
    pub draws: usize,
    /// How many choices the players were asked.
    pub choices: usize,
    /// How many actions were submitted without proof to see whether they are
    /// accepted exactly if they are offered.
    pub attempts: usize,
    /// The rules that never fired, by full name: none applied, and none refused.
    pub never_fired: Vec<String>,
    /// What has no effect in the book.
    pub warnings: Vec<Warning>,
    /// Which checks had nothing to do, and why.
    pub skipped: Vec<(Check, &'static str)>,
    /// What the run cannot have seen, in sentences.
    pub untested: Vec<String>,
}

impl Report {
    /// Nothing was seen of this book yet.
    pub(crate) fn of<G: Game>(book: &Book<G>) -> Self {
        Report {
            book: book.name().to_owned(),
            games: 0,
            ended: 0,
            actions: 0,
            draws: 0,
            choices: 0,
            attempts: 0,
            never_fired: Vec::new(),
            warnings: book.warnings().to_vec(),
            skipped: Vec::new(),
            untested: Vec::new(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" conforms: {} games ({} ended), {} actions, {} dice, {} choices, {} attempts without proof.",
            self.book,
            self.games,
            self.ended,
            self.actions,
            self.draws,
            self.choices,
            self.attempts
        )?;
        for rule in &self.never_fired {
            write!(f, "\n- The rule \"{rule}\" never fired.")?;
        }
        for warning in &self.warnings {
            write!(f, "\n- {warning}")?;
        }
        for (check, why) in &self.skipped {
            write!(f, "\n- The check {check} was skipped: {why}")?;
        }
        for untested in &self.untested {
            write!(f, "\n- {untested}")?;
        }
        Ok(())
    }
}

/// One thing that failed, and how to get there.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # fn book() -> Book<Counter> { Book::<Counter>::builder("counter").digests()
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile().unwrap() }
/// use rulebook_testkit::{Check, Conformance};
///
/// // Nothing is ever offered, so nobody can play.
/// let failures = Conformance::new(book(), || 0).run().unwrap_err();
/// let failure = &failures.iter().next().unwrap();
/// assert_eq!(failure.check, Check::Play);
/// assert!(failure.moves.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which check failed.
    pub check: Check,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The seed of the game, if it is about one.
    pub seed: Option<Seed>,
    /// The actions that lead there, by whom and with the answers to their
    /// choices.
    pub moves: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &[])
    }
}

impl Failure {
    /// As text. Actions that one of these has listed are not listed again.
    fn write(&self, f: &mut fmt::Formatter<'_>, above: &[&Failure]) -> fmt::Result {
        let Failure { check, message, seed, moves } = self;
        write!(f, "✗ {check}: {message}")?;
        let Some(Seed(seed)) = seed else {
            return Ok(());
        };
        if let Some(listed) = above.iter().find(|above| above.leads_through(self)) {
            let (n, all, check) = (moves.len(), listed.moves.len(), listed.check);
            return match n == all {
                true => {
                    write!(f, "\n  With seed {seed}, after the {n} actions listed under {check}.")
                }
                false => write!(
                    f,
                    "\n  With seed {seed}, after the first {n} of the {all} actions listed under \
                     {check}."
                ),
            };
        }
        match moves.len() {
            0 => write!(f, "\n  With seed {seed}, at the start."),
            1 => write!(f, "\n  With seed {seed}, after this action:"),
            n => write!(f, "\n  With seed {seed}, after these {n} actions:"),
        }?;
        for (number, action) in moves.iter().enumerate() {
            write!(f, "\n  {:>4}. {action}", number + 1)?;
        }
        Ok(())
    }

    /// Whether its actions begin with the several of another one.
    fn leads_through(&self, other: &Failure) -> bool {
        other.moves.len() > 1 && self.seed == other.seed && self.moves.starts_with(&other.moves)
    }
}

/// Everything that failed, all at once.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook_testkit::{Check, Conformance};
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let failures = Conformance::new(book, || 0).run().unwrap_err();
/// assert!(failures.of(Check::Start).next().is_some());
/// assert!(failures.to_string().contains("add .digests() to the book"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failures {
    pub(crate) book: String,
    pub(crate) failures: Vec<Failure>,
    /// How many more of a check were found than are kept.
    pub(crate) more: Vec<(Check, usize)>,
    /// Whether a predicate was remembered that has changed.
    pub(crate) misremembered: bool,
}

impl Failures {
    /// The failures that are kept: of each check the first few that are about a
    /// position, and all others.
    pub fn iter(&self) -> impl Iterator<Item = &Failure> {
        self.failures.iter()
    }

    /// The failures of one check.
    pub fn of(&self, check: Check) -> impl Iterator<Item = &Failure> {
        self.iter().filter(move |failure| failure.check == check)
    }

    /// The checks that failed, in order.
    pub fn checks(&self) -> Vec<Check> {
        let mut checks: Vec<_> = self.iter().map(|failure| failure.check).collect();
        checks.dedup();
        checks
    }

    /// The check from whose failure those of others may follow, if several failed.
    fn root(&self) -> Option<Check> {
        let failed = self.checks();
        // Whoever remembers what has changed plays otherwise the second time. What is not
        // the same twice for another reason fails whatever compares two games.
        let roots = match self.misremembered {
            true => [Check::Parity, Check::Replay],
            false => [Check::Replay, Check::Parity],
        };
        roots.into_iter().find(|root| failed.len() > 1 && failed.contains(root))
    }
}

/// How many failures of one check the text lists; [`Failures::iter`] gives all that
/// are kept.
const TOLD: usize = 12;

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.checks().len();
        let s = if count == 1 { "" } else { "s" };
        let this = if count == 1 { "This does" } else { "These do" };
        writeln!(f, "The game \"{}\" fails {count} check{s}. {this} not hold:", self.book)?;
        for check in self.checks() {
            writeln!(f, "- {check}: {}", check.promise())?;
        }
        let root = self.root();
        if let Some(root) = root {
            writeln!(f, "Begin with {root}: the others may follow from it.")?;
        }
        let mut checks = self.checks();
        checks.sort_by_key(|check| Some(*check) != root);
        let mut above: Vec<&Failure> = Vec::new();
        for check in checks {
            let mut all = self.of(check);
            for failure in all.by_ref().take(TOLD) {
                f.write_str("\n")?;
                failure.write(f, &above)?;
                f.write_str("\n")?;
                if !above.iter().any(|above| above.leads_through(failure)) {
                    above.push(failure);
                }
            }
            let kept = all.count();
            let beyond = self.more.iter().find(|(more, _)| *more == check);
            match kept + beyond.map_or(0, |(_, beyond)| *beyond) {
                0 => {}
                1 => writeln!(f, "\n({check} failed once more.)")?,
                more => writeln!(f, "\n({check} failed {more} more times.)")?,
            }
        }
        Ok(())
    }
}

impl Error for Failures {}
