//! Rows that are asked in order, and runs in them: rules one behind the other whose
//! first conditions are of one type and lie side by side.
//!
//! What only a closure knows, nobody can look up: the rules for a kind of action are
//! asked one by one. But rules that are written down in a loop have closures of one
//! type. So their first conditions are asked by a loop that the compiler has made for
//! them alone, and of the rules nothing is touched but the one whose condition holds.

use std::cell::Cell as Noted;

use crate::book::bank::Lying;
use crate::book::{Compiled, RuleId};
use crate::context::Ask;
use crate::game::Game;
use crate::pipeline::Place;
use crate::plan::lone::{Lone, side_by_side};
use crate::plan::rows::Cell;

/// How many rules are worth a loop of their own.
pub(crate) const MANY: usize = 12;

/// Rules that are asked in order.
pub(crate) struct Row<G: Game> {
    rules: Box<[Lone<G>]>,
    runs: Box<[Run<G>]>,
}

/// Some that stand one behind the other: how many, and where their first conditions lie
/// if that is side by side.
struct Run<G: Game> {
    rules: usize,
    tests: Option<Lying<G>>,
}

/// A rule to be asked.
pub(crate) struct Turn<'r, G: Game> {
    pub asked: &'r Lone<G>,
    /// Whether its first condition is known to hold.
    pub begun: bool,
}

/// How far a row was asked.
pub(crate) struct Walk<'r, G: Game> {
    row: &'r Row<G>,
    /// The next rule.
    next: usize,
    /// The runs from the one on in which it stands, and where that begins.
    runs: &'r [Run<G>],
    begin: usize,
}

impl<G: Game> Row<G> {
    /// The rules of a row, if there are runs among them.
    pub(crate) fn new(book: &Compiled<G>, row: &[Cell]) -> Option<Self> {
        let mut found: Vec<Run<G>> = Vec::new();
        for cell in row {
            let tests = book.first_tests.get(&cell.rule()).cloned();
            match (found.last_mut(), tests) {
                (Some(Run { rules, tests: Some(run) }), Some(next))
                    if next.follows(run, *rules) =>
                {
                    *rules += 1;
                }
                (_, tests) => found.push(Run { rules: 1, tests }),
            }
        }
        let mut runs: Vec<Run<G>> = Vec::new();
        for mut run in found {
            if run.rules < MANY {
                run.tests = None;
            }
            match (runs.last_mut(), &run.tests) {
                (Some(Run { rules, tests: None }), None) => *rules += run.rules,
                _ => runs.push(run),
            }
        }
        let any = runs.iter().any(|run| run.tests.is_some());
        any.then(|| Row { rules: side_by_side(book, row), runs: runs.into() })
    }

    /// Begins with the first rule.
    pub(crate) fn walk(&self) -> Walk<'_, G> {
        Walk { row: self, next: 0, runs: &self.runs, begin: 0 }
    }

    /// Begins behind a rule.
    pub(crate) fn walk_behind(&self, rule: RuleId) -> Walk<'_, G> {
        let at = self.rules.iter().position(|asked| asked.rule() == rule);
        Walk { next: at.map_or(self.rules.len(), |at| at + 1), ..self.walk() }
    }
}

impl<'r, G: Game> Walk<'r, G> {
    /// The next rule that has to be asked: one whose first condition holds, or of which
    /// nothing is known.
    pub(crate) fn next(&mut self, ask: &Ask<'_, G>, place: &mut Place) -> Option<Turn<'r, G>> {
        while let [run, others @ ..] = self.runs {
            let end = self.begin + run.rules;
            if self.next < end {
                let found = match &run.tests {
                    None => Some((self.next, false)),
                    Some(lying) => {
                        let within = (self.begin, self.next, end);
                        self.row.first_in(lying, within, ask, place).map(|at| (at, true))
                    }
                };
                if let Some((at, begun)) = found {
                    self.next = at + 1;
                    return Some(Turn { asked: &self.row.rules[at], begun });
                }
            }
            (self.runs, self.begin) = (others, end);
            self.next = self.next.max(end);
        }
        None
    }
}

impl<G: Game> Row<G> {
    /// The first rule of a run from a place on whose first condition holds.
    #[inline(always)]
    fn first_in(
        &self,
        lying: &Lying<G>,
        (begin, from, end): (usize, usize, usize),
        ask: &Ask<'_, G>,
        place: &mut Place,
    ) -> Option<usize> {
        let lies = |at: usize| lying.at + (at - begin) as u32;
        let asked = Noted::new(lies(from));
        let noting =
            StoppedInRow { row: &self.rules[begin..end], first: lying.at, asked: &asked, place };
        let holds = lying.tests.first((lies(from), lies(end)), ask, &asked);
        std::mem::forget(noting);
        holds.then(|| begin + (asked.get() - lying.at) as usize)
    }
}

/// Notes which condition was asked last, where a panic passes by.
struct StoppedInRow<'r, G: Game> {
    row: &'r [Lone<G>],
    first: u32,
    asked: &'r Noted<u32>,
    place: &'r mut Place,
}

impl<G: Game> Drop for StoppedInRow<'_, G> {
    fn drop(&mut self) {
        let at = (self.asked.get() - self.first) as usize;
        if let Some(asked) = self.row.get(at) {
            *self.place = Place::Condition(asked.rule(), 0);
        }
    }
}
