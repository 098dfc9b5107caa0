//! The suite as an author calls it.

use std::path::PathBuf;
use std::sync::Arc;

use rulebook::{Book, Dice, Game, Imagined, Seed};

use crate::budget::Budget;
use crate::check::Check;
use crate::checks;
use crate::line::Source;
use crate::quiet::Quiet;
use crate::report::{Failures, Report};
use crate::setup::Setup;
use crate::suite::{Author, Findings, Suite};

/// What a suite without a universe cannot see.
const UNTESTED: &str = "There is no universe, so only actions that were played somewhere were tried: \
     an action that would be accepted but is never offered was not found.";

/// The conformance suite of one game. See the [crate](crate) for what it
/// checks.
///
/// # Example
///
/// ```
/// use rulebook_games::tic_tac_toe::{book, setup, universe};
/// use rulebook_testkit::Conformance;
///
/// Conformance::new(book(), setup).universe(universe).check();
/// ```
#[must_use = "a suite does nothing until it is told to .check()"]
pub struct Conformance<G: Game> {
    suite: Suite<G>,
    golden: Option<PathBuf>,
    golden_seed: Seed,
    every_rule: bool,
}

impl<G: Game> Conformance<G> {
    /// The suite for a book, and how its games are set up: a function of the
    /// seed, or of nothing.
    pub fn new<M>(book: Book<G>, setup: impl Setup<G::State, M>) -> Self {
        let source = Source { book, setup: Arc::new(move |seed| setup.set_up(seed)) };
        let author = Author {
            universe: None,
            mutate: None,
            without_universe: false,
            show: None,
            print: Arc::new(|action| format!("{action:?}")),
            rarely: Arc::new(|_| false),
            views: None,
        };
        Conformance {
            suite: Suite::new(source, author),
            golden: None,
            golden_seed: Seed(1),
            every_rule: false,
        }
    }

    /// Every action that could make sense in a state, and better also some
    /// that cannot. Each is tried by everybody: every seat, one that does not
    /// exist, chance and the clock. What is not listed is not tried: an action
    /// that is legal but never offered is found only if it is in the universe.
    ///
    /// Without a universe and without [`mutate`](Self::mutate) the check
    /// `offered` fails, unless it is said that
    /// [there is none](Self::without_universe).
    pub fn universe(
        mut self,
        universe: impl Fn(&G::State) -> Vec<G::Action> + Send + Sync + 'static,
    ) -> Self {
        self.suite.author.universe = Some(Arc::new(universe));
        self
    }

    /// Changes an action a little, by the dice, into one that may make no
    /// sense: for actions whose universe is too large to list.
    pub fn mutate(
        mut self,
        mutate: impl Fn(&G::Action, &mut Dice) -> G::Action + Send + Sync + 'static,
    ) -> Self {
        self.suite.author.mutate = Some(Arc::new(mutate));
        self
    }

    /// Goes without a universe: only actions that were played somewhere are
    /// tried. The report then says what was not tested.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{book, setup};
    /// use rulebook_testkit::Conformance;
    ///
    /// let report = Conformance::new(book(), setup).without_universe().check();
    /// assert!(report.untested[0].contains("no universe"));
    /// ```
    pub fn without_universe(mut self) -> Self {
        self.suite.author.without_universe = true;
        self
    }

    /// Actions that random play takes only once in a while: resigning, say,
    /// since otherwise few games would come far.
    pub fn rarely(mut self, rarely: impl Fn(&G::Action) -> bool + Send + Sync + 'static) -> Self {
        self.suite.author.rarely = Arc::new(rarely);
        self
    }

    /// The state as text, for the golden playthrough and to tell positions
    /// apart.
    pub fn show(mut self, show: impl Fn(&G::State) -> String + Send + Sync + 'static) -> Self {
        self.suite.author.show = Some(Arc::new(show));
        self
    }

    /// An action as text, for the golden playthrough and for failures. Its
    /// `Debug` unless said otherwise.
    pub fn print(mut self, print: impl Fn(&G::Action) -> String + Send + Sync + 'static) -> Self {
        self.suite.author.print = Arc::new(print);
        self
    }

    /// The golden playthrough: a text file that must stay as it is, byte for
    /// byte. A relative path starts from the package's folder. Run the tests
    /// with `RULEBOOK_BLESS=1` to write it.
    pub fn golden(mut self, path: impl Into<PathBuf>) -> Self {
        self.golden = Some(path.into());
        self
    }

    /// The seed of the golden playthrough. 1 unless said otherwise.
    pub fn golden_seed(mut self, seed: Seed) -> Self {
        self.golden_seed = seed;
        self
    }

    /// Also looks at the game through everybody's eyes: whatever a viewer
    /// imagines must look to them as the game does, with the same legal
    /// actions, the same actors and the same result. Bots rely on it.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook_games::tic_tac_toe::{book, setup, universe};
    /// use rulebook_testkit::Conformance;
    ///
    /// Conformance::new(book(), setup).universe(universe).views().check();
    /// ```
    pub fn views(mut self) -> Self
    where
        G: Imagined,
    {
        self.suite.author.views = Some(checks::views::look::<G>);
        self
    }

    /// Fails if there is a rule that never fires, neither in random play nor when
    /// everything of the universe is tried there: it never applied, and it never
    /// refused.
    pub fn every_rule(mut self) -> Self {
        self.every_rule = true;
        self
    }

    /// How much work is done.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.suite.budget = budget;
        self
    }

    /// Runs all checks, and prints the report: `cargo test -- --nocapture`
    /// shows it.
    ///
    /// Panics in the game's own functions are part of the report. So that they
    /// do not bury it, the suite puts a panic hook before the usual one, which
    /// keeps silent for the threads of the suite while it runs.
    ///
    /// # Panics
    ///
    /// If a check fails: with everything that failed, and how to get there.
    pub fn check(self) -> Report {
        match self.run() {
            Ok(report) => {
                println!("{report}");
                report
            }
            Err(failures) => panic!("{failures}"),
        }
    }

    /// Runs all checks and gives what came of them as data.
    ///
    /// # Errors
    ///
    /// Everything that failed, all at once.
    pub fn run(mut self) -> Result<Report, Failures> {
        let _quiet = Quiet::begin();
        let mut findings = Findings::new();
        let mut report = Report::of(&self.suite.source.book);
        if self.suite.author.is_without_universe() {
            report.untested.push(UNTESTED.to_owned());
        }
        if checks::play::record(&mut self.suite, &mut findings, &mut report) {
            checks::all(&self.suite, &mut findings);
            self.check_golden(&mut findings);
            report.never_fired = checks::coverage::never_fired(&self.suite.coverage);
            self.check_coverage(&report, &mut findings);
        }
        report.attempts = findings.attempts;
        report.skipped = std::mem::take(&mut findings.skipped);
        if findings.failures.is_empty() {
            return Ok(report);
        }
        Err(findings.failed(report.book))
    }

    fn check_golden(&self, findings: &mut Findings) {
        findings.begin(Check::Golden);
        match &self.golden {
            Some(path) => checks::golden::check(&self.suite, path, self.golden_seed, findings),
            None => findings.skip("no file was named with .golden(…)."),
        }
    }

    fn check_coverage(&self, report: &Report, findings: &mut Findings) {
        findings.begin(Check::Coverage);
        if self.every_rule {
            checks::coverage::check(&report.never_fired, findings);
        } else {
            findings.skip("it was not asked for with .every_rule().");
        }
    }
}
