//! What comes of every case there is.

use rulebook::prelude::*;
use rulebook::{Cause, FaultKind};

use super::build::{Bench, build};
use super::spec::{Phase, Point};

/// What came of a case.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Came {
    /// The numbers of the rules that were chosen, and the state after them.
    Chosen(Vec<usize>, Bench),
    /// The rules in conflict, by full name, and those that were chosen before.
    Conflict(Vec<String>, Vec<usize>),
    Unhandled,
}

impl Came {
    /// Whether a rule was chosen.
    pub(crate) fn chose(&self, number: usize) -> bool {
        match self {
            Came::Chosen(rules, _) | Came::Conflict(_, rules) => rules.contains(&number),
            Came::Unhandled => false,
        }
    }

    /// Whether a rule was in conflict with another.
    pub(crate) fn conflict(&self) -> &[String] {
        match self {
            Came::Conflict(rules, _) => rules,
            Came::Chosen(..) | Came::Unhandled => &[],
        }
    }
}

/// Plays every case, each from its own state.
pub(crate) fn play(root: &Phase, points: &[Point]) -> Vec<Came> {
    let (book, chosen) = build(root);
    let came = points.iter().map(|point| {
        chosen.lock().expect("nobody panics with the list").clear();
        let mut game = book.start(point.state(), Seed(1)).expect("any state is a fine start");
        let outcome = game.submit(Seat(0), point.action());
        let rules = chosen.lock().expect("nobody panics with the list").clone();
        match outcome {
            Ok(Outcome::Committed(_) | Outcome::NoChange) => {
                Came::Chosen(rules, game.state().clone())
            }
            Ok(Outcome::InvalidInput(refusal)) => match refusal.cause {
                Cause::Unhandled { .. } => Came::Unhandled,
                other => panic!("nothing else refuses here: {other:?}"),
            },
            Ok(other) => panic!("nothing else can come of it: {other}"),
            Err(fault) => match fault.kind() {
                FaultKind::Conflict { rules: conflict, .. } => {
                    Came::Conflict(conflict.clone(), rules)
                }
                other => panic!("no other fault is to be had here: {other:?}"),
            },
        }
    });
    came.collect()
}
