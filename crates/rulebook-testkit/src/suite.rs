//! What every check works with: the lines of play, and ways to walk them.

use std::fmt::Debug;
use std::sync::Arc;

use rulebook::{
    Choice, Coverage, Dice, Digest, Fault, Game, Outcome, Seed, Session, SessionOptions, StartError,
};

use crate::budget::Budget;
use crate::check::Check;
use crate::difference::difference;
use crate::line::{Ending, Line, Source, make};
use crate::report::{Failure, Failures};

pub(crate) type UniverseFn<G> =
    Arc<dyn Fn(&<G as Game>::State) -> Vec<<G as Game>::Action> + Send + Sync>;
pub(crate) type MutateFn<G> =
    Arc<dyn Fn(&<G as Game>::Action, &mut Dice) -> <G as Game>::Action + Send + Sync>;
pub(crate) type ShowFn<G> = Arc<dyn Fn(&<G as Game>::State) -> String + Send + Sync>;
pub(crate) type PrintFn<G> = Arc<dyn Fn(&<G as Game>::Action) -> String + Send + Sync>;
pub(crate) type RarelyFn<G> = Arc<dyn Fn(&<G as Game>::Action) -> bool + Send + Sync>;

/// How somebody's views are looked at, at a position.
pub(crate) type LookFn<G> = fn(&Source<G>, &mut Position<'_, G>, &mut Dice) -> Visited;

/// What the author told of the game.
pub(crate) struct Author<G: Game> {
    pub universe: Option<UniverseFn<G>>,
    pub mutate: Option<MutateFn<G>>,
    /// That there is neither is meant.
    pub without_universe: bool,
    pub show: Option<ShowFn<G>>,
    pub print: PrintFn<G>,
    pub rarely: RarelyFn<G>,
    /// How views are looked at, if the game has any.
    pub views: Option<LookFn<G>>,
}

impl<G: Game> Author<G> {
    /// Whether nothing is tried but what was played somewhere.
    pub(crate) fn is_without_universe(&self) -> bool {
        self.universe.is_none() && self.mutate.is_none()
    }
}

/// What every check works with.
pub(crate) struct Suite<G: Game> {
    pub source: Source<G>,
    pub author: Author<G>,
    pub budget: Budget,
    pub lines: Vec<Line<G>>,
    /// Every action that was played somewhere, once.
    pub played: Vec<G::Action>,
    /// What fired where games were played and everything was tried.
    pub coverage: Coverage<G>,
}

/// How many failures of one check at positions are kept.
const KEPT: usize = 3;

/// What was found so far.
pub(crate) struct Findings {
    pub failures: Vec<Failure>,
    /// How many failures at positions each check has, in the order of [`Check::ALL`].
    pub counts: [usize; Check::ALL.len()],
    pub skipped: Vec<(Check, &'static str)>,
    pub attempts: usize,
    /// Whether a predicate was remembered that has changed.
    pub misremembered: bool,
    check: Check,
}

impl Findings {
    pub(crate) fn new() -> Self {
        Findings {
            failures: Vec::new(),
            counts: [0; Check::ALL.len()],
            skipped: Vec::new(),
            attempts: 0,
            misremembered: false,
            check: Check::Start,
        }
    }

    /// Says which check finds from now on.
    pub(crate) fn begin(&mut self, check: Check) {
        self.check = check;
    }

    pub(crate) fn skip(&mut self, why: &'static str) {
        self.skipped.push((self.check, why));
    }

    /// Adds a failure; the moves that lead there are asked for only if it is
    /// kept.
    pub(crate) fn fail(
        &mut self,
        message: impl Into<String>,
        seed: Seed,
        moves: impl FnOnce() -> Vec<String>,
    ) {
        let count = &mut self.counts[self.check as usize];
        *count += 1;
        if *count <= KEPT {
            self.failures.push(Failure {
                check: self.check,
                message: message.into(),
                seed: Some(seed),
                moves: moves(),
            });
        }
    }

    /// Adds a failure that is about no position. It is kept however many there
    /// are: each is about something else.
    pub(crate) fn fail_at_large(&mut self, message: impl Into<String>) {
        let (check, message) = (self.check, message.into());
        self.failures.push(Failure { check, message, seed: None, moves: Vec::new() });
    }

    /// What failed, in which book.
    pub(crate) fn failed(self, book: String) -> Failures {
        let (more, misremembered) = (self.more(), self.misremembered);
        Failures { book, failures: self.failures, more, misremembered }
    }

    /// How many more of each check were found than are kept.
    fn more(&self) -> Vec<(Check, usize)> {
        let counted = Check::ALL.into_iter().zip(self.counts);
        counted
            .filter(|(_, count)| *count > KEPT)
            .map(|(check, count)| (check, count - KEPT))
            .collect()
    }
}

/// A session at some point of a line.
pub(crate) struct Position<'p, G: Game> {
    pub session: &'p mut Session<G>,
    pub line: &'p Line<G>,
    /// How many moves of the line were made.
    pub at: usize,
    pub findings: &'p mut Findings,
    pub print: &'p PrintFn<G>,
}

impl<G: Game> Position<'_, G> {
    /// Adds a failure here.
    pub(crate) fn fail(&mut self, message: impl Into<String>) {
        let (line, at, print) = (self.line, self.at, &**self.print);
        self.findings.fail(message, line.seed, || line.describe(at, print));
    }

    /// Adds a failure unless the two are equal.
    pub(crate) fn same<T: PartialEq + Debug>(&mut self, what: &str, expected: &T, found: &T) {
        if expected != found {
            self.part(what, &format!("{expected:?}"), &format!("{found:?}"));
        }
    }

    /// Adds a failure unless the two texts are equal.
    pub(crate) fn same_text(&mut self, what: &str, expected: &str, found: &str) {
        if expected != found {
            self.part(what, expected, found);
        }
    }

    fn part(&mut self, what: &str, expected: &str, found: &str) {
        self.fail(format!("{what}:{}", difference(expected, found)));
    }

    /// The digest that the line had here.
    pub(crate) fn recorded(&self) -> Option<Digest> {
        self.line.digests[self.at]
    }
}

/// What a check does at a position.
pub(crate) type Visited = Result<(), Fault>;

impl<G: Game> Suite<G> {
    /// A suite that has not played yet.
    pub(crate) fn new(source: Source<G>, author: Author<G>) -> Self {
        let coverage = Coverage::of(&source.book);
        let (budget, lines, played) = (Budget::default(), Vec::new(), Vec::new());
        Suite { source, author, budget, lines, played, coverage }
    }

    /// Counts what fires in a session from now on.
    pub(crate) fn count(&self, session: &mut Session<G>) {
        let watched = self.coverage.watch(session);
        assert!(watched.is_ok(), "the session is of the suite's book");
    }

    /// Reports the lines that broke down for a reason that is this check's
    /// business.
    pub(crate) fn tell_broken(&self, check: Check, findings: &mut Findings) {
        for line in &self.lines {
            if let Ending::Broken(concerned, what) = &line.ending
                && *concerned == check
            {
                let print = &*self.author.print;
                findings.fail(what, line.seed, || line.describe(usize::MAX, print));
            }
        }
    }

    /// Every position of every line, in turn: the session plays the line's
    /// moves between the visits.
    pub(crate) fn walk(
        &self,
        options: SessionOptions,
        findings: &mut Findings,
        mut visit: impl FnMut(&mut Position<'_, G>) -> Visited,
    ) {
        for line in &self.lines {
            self.walk_line(line, options, findings, &mut visit);
        }
    }

    /// Every position of one line.
    pub(crate) fn walk_line(
        &self,
        line: &Line<G>,
        options: SessionOptions,
        findings: &mut Findings,
        visit: &mut dyn FnMut(&mut Position<'_, G>) -> Visited,
    ) {
        let mut session = match self.source.start(line.seed, options) {
            Ok(session) => session,
            Err(error) => return findings.fail(error.to_string(), line.seed, Vec::new),
        };
        for at in 0..=line.moves.len() {
            let mut position =
                Position { session: &mut session, line, at, findings, print: &self.author.print };
            if let Err(fault) = visit(&mut position) {
                return position.fail(format!("The book is at fault: {fault}"));
            }
            let Some(next) = line.moves.get(at) else {
                return;
            };
            match make(position.session, next) {
                Ok(Outcome::Committed(_)) => {}
                Ok(other) => {
                    let next = describe(next.by, &(self.author.print)(&next.action));
                    return position.fail(format!("{next} was committed once, now it is: {other}"));
                }
                Err(fault) => return position.fail(format!("The book is at fault: {fault}")),
            }
        }
    }

    /// As [`walk`](Self::walk), but visits only so many positions in all,
    /// spread evenly.
    pub(crate) fn walk_some(
        &self,
        options: SessionOptions,
        findings: &mut Findings,
        mut visit: impl FnMut(&mut Position<'_, G>) -> Visited,
    ) {
        let all: usize = self.lines.iter().map(|line| line.moves.len() + 1).sum();
        let stride = all.div_ceil(self.budget.positions.max(1)).max(1);
        let mut number = 0;
        self.walk(options, findings, |position| {
            number += 1;
            // The end of a game is always worth a look.
            let last = position.at == position.line.moves.len();
            if number % stride == 0 || last { visit(position) } else { Ok(()) }
        });
    }

    /// The digest of a state alone: that of a game that would begin there.
    pub(crate) fn digest_of(&self, state: &G::State) -> Result<Option<Digest>, Fault> {
        match self.source.book.start(state.clone(), Seed(0)) {
            Ok(mut session) => session.digest(),
            Err(StartError::Fault(fault)) => Err(fault),
            Err(_) => Ok(None),
        }
    }

    /// Actions to try here: the author's universe, actions played elsewhere,
    /// and mutations of both; a sample of them where they are too many.
    pub(crate) fn to_try(&self, state: &G::State, dice: &mut Dice) -> Vec<G::Action> {
        let mut tried: Vec<G::Action> = match &self.author.universe {
            Some(universe) => universe(state),
            None => Vec::new(),
        };
        dice_sample(&mut tried, self.budget.attempts, dice);
        let mut foreign = self.played.clone();
        dice_sample(&mut foreign, self.budget.attempts / 8, dice);
        let fresh: Vec<_> = foreign.into_iter().filter(|action| !tried.contains(action)).collect();
        tried.extend(fresh);
        if let Some(mutate) = &self.author.mutate {
            let mut mutants: Vec<_> = tried.iter().map(|action| mutate(action, dice)).collect();
            dice_sample(&mut mutants, self.budget.attempts / 8, dice);
            tried.extend(mutants);
        }
        tried
    }
}

/// Keeps so many, chosen at random, if there are more.
pub(crate) fn dice_sample<T>(items: &mut Vec<T>, most: usize, dice: &mut Dice) {
    if items.len() > most {
        dice.shuffle(items);
        items.truncate(most);
    }
}

/// An action in a sentence.
pub(crate) fn describe(by: rulebook::By, action: &str) -> String {
    format!("\"{action}\" by {by}")
}

/// Everything about a session that a refused call must leave as it was.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fingerprint {
    digest: Option<Digest>,
    dice: u64,
    number: u64,
    undo: usize,
    redo: usize,
    pending: Option<Choice>,
}

impl Fingerprint {
    pub(crate) fn of<G: Game>(session: &mut Session<G>) -> Result<Self, Fault> {
        Ok(Fingerprint {
            digest: session.digest()?,
            dice: session.dice_position(),
            number: session.number(),
            undo: session.undo_depth(),
            redo: session.redo_depth(),
            pending: session.pending().cloned(),
        })
    }
}
