//! Random games with Rulebook, for any of its games: on a search line, and in a
//! session that keeps its history.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Fault, Legal, Search};

use crate::playout::{Ending, Player};
use crate::random::Choose;

impl Ending {
    /// What the two seats get.
    pub(crate) fn scores(self) -> Scores {
        match self {
            Self::First => Scores::win(Seat(0), 2),
            Self::Second => Scores::win(Seat(1), 2),
            Self::Draw => Scores::draw(2),
        }
    }

    pub(crate) fn of(scores: &Scores) -> Self {
        match scores.of(Seat(0)).cmp(&scores.of(Seat(1))) {
            std::cmp::Ordering::Greater => Self::First,
            std::cmp::Ordering::Less => Self::Second,
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }
}

/// An action was committed: what whoever made it holds is the frame's id.
#[inline(always)]
pub(crate) fn committed<G: Game>(outcome: Result<Outcome<G>, Fault>) {
    let committed = outcome.expect("rulebook can go on").committed();
    black_box(committed.expect("rulebook refused an action"));
}

/// Plays by push and pop on a line without frames.
pub(crate) struct Line<G: Game> {
    line: Search<G>,
    legal: Vec<Legal<G>>,
}

impl<G: Game> Line<G> {
    pub(crate) fn new(game: &Session<G>) -> Self {
        Self { line: game.search(Seed(2)), legal: Vec::new() }
    }
}

impl<G: Game> Player for Line<G> {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let Self { line, legal } = self;
        let mut moves = 0;
        loop {
            line.legal_all_into(legal).expect("legal actions can be listed");
            if legal.is_empty() {
                break;
            }
            let outcome = line.play(&legal[dice.choose(legal.len())]);
            let outcome = outcome.expect("rulebook is not at fault");
            outcome.committed().expect("rulebook accepts a legal move");
            moves += 1;
        }
        let ending = Ending::of(&line.result().expect("nobody can move, so the game is over"));
        line.pop_to(0);
        (moves, ending)
    }
}

/// How an action is submitted to a session.
pub(crate) enum How {
    /// Legal actions are played with the proof that they are.
    Proven,
    /// Only the action is handed over, and validated again.
    Plain,
}

/// Plays in a session with all its history, which is begun anew for each game.
pub(crate) struct Kept<G: Game> {
    pub(crate) game: Session<G>,
    pub(crate) how: How,
    start: G::State,
    legal: Vec<Legal<G>>,
}

impl<G: Game> Kept<G> {
    pub(crate) fn new(game: Session<G>, how: How) -> Self {
        let start = game.state().clone();
        Self { game, how, start, legal: Vec::new() }
    }
}

impl<G: Game> Player for Kept<G> {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        let Self { game, how, start, legal } = self;
        loop {
            game.legal_all_into(legal).expect("legal actions can be listed");
            if legal.is_empty() {
                break;
            }
            let chosen = legal[dice.choose(legal.len())].clone();
            committed(match how {
                How::Proven => game.play(chosen),
                How::Plain => game.submit(chosen.by(), chosen.into_action()),
            });
        }
        let ending = Ending::of(&game.result().expect("nobody can move, so the game is over"));
        let moves = game.number();
        game.restart(start.clone(), Seed(1)).expect("it began there before");
        (moves, ending)
    }
}
