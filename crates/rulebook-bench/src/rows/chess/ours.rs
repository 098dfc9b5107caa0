//! Ours: a search line of the rule book, a session that keeps its history, and
//! the board behind both, with the rules of a game's end around it by hand.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Fault, Legal, Search};
use rulebook_games::chess::board::{Finish, Move, Position, occurrences};
use rulebook_games::chess::notation::{UciCastling, write_uci};
use rulebook_games::chess::{Action, Chess, Match, book, print, setup};

use super::Library;
use crate::playout::Ending;
use crate::random::{Choose, Wyrand};

fn start() -> Session<Chess> {
    book().start(setup(), Seed(1)).expect("chess can start")
}

fn ended(game: &Match) -> Ending {
    let ending = game.ending().expect("nobody can move, so the game is over");
    ending_of(&ending.scores())
}

fn ending_of(scores: &Scores) -> Ending {
    match scores.of(Seat(0)).cmp(&scores.of(Seat(1))) {
        std::cmp::Ordering::Greater => Ending::First,
        std::cmp::Ordering::Less => Ending::Second,
        std::cmp::Ordering::Equal => Ending::Draw,
    }
}

/// One of the moves, each with the same chance: what else is legal (resigning,
/// an offer, a claim) is drawn again.
#[inline]
fn choose<'l>(legal: &'l [Legal<Chess>], dice: &mut Wyrand) -> &'l Legal<Chess> {
    loop {
        let chosen = &legal[dice.choose(legal.len())];
        if is_move(chosen) {
            return chosen;
        }
    }
}

#[inline]
fn is_move(legal: &Legal<Chess>) -> bool {
    matches!(legal.action(), Action::Move(_))
}

fn names(legal: &mut Vec<Legal<Chess>>) -> Vec<String> {
    legal.retain(is_move);
    legal.iter().map(|legal| print(legal.action())).collect()
}

fn committed(outcome: &Result<Outcome<Chess>, Fault>) {
    assert!(matches!(black_box(outcome), Ok(Outcome::Committed(_))), "rulebook refused a move");
}

/// Push and pop on a line without frames.
pub(crate) struct Line {
    line: Search<Chess>,
    legal: Vec<Legal<Chess>>,
}

impl Line {
    pub(crate) fn new() -> Self {
        Self { line: start().search(Seed(2)), legal: Vec::new() }
    }

    #[inline]
    fn list(&mut self) {
        self.line.legal_all_into(&mut self.legal).expect("legal actions can be listed");
    }
}

impl Library for Line {
    fn begin(&mut self) {
        self.line.pop_to(0);
    }

    fn moves(&mut self) -> Vec<String> {
        self.list();
        names(&mut self.legal)
    }

    fn make(&mut self, at: usize) {
        committed(&self.line.play(&self.legal[at]));
    }

    fn ending(&mut self) -> Ending {
        ended(self.line.state())
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            self.list();
            if self.legal.is_empty() {
                return (made, Some(self.ending()));
            }
            committed(&self.line.play(choose(&self.legal, dice)));
        }
        (most, None)
    }
}

/// A session with all its history; the next game begins where this one began.
pub(crate) struct Kept {
    game: Session<Chess>,
    legal: Vec<Legal<Chess>>,
}

impl Kept {
    pub(crate) fn new() -> Self {
        Self { game: start(), legal: Vec::new() }
    }

    #[inline]
    fn list(&mut self) {
        self.legal.clear();
        for by in self.game.active().iter() {
            self.game.legal_into(by, &mut self.legal).expect("legal actions can be listed");
        }
    }
}

impl Library for Kept {
    fn begin(&mut self) {
        self.game.rewind(0).expect("all moves can be undone");
    }

    fn moves(&mut self) -> Vec<String> {
        self.list();
        names(&mut self.legal)
    }

    fn make(&mut self, at: usize) {
        committed(&self.game.play(self.legal[at].clone()));
    }

    fn ending(&mut self) -> Ending {
        ended(self.game.state())
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            self.list();
            if self.legal.is_empty() {
                return (made, Some(self.ending()));
            }
            committed(&self.game.play(choose(&self.legal, dice).clone()));
        }
        (most, None)
    }
}

/// The board, with what else ends a game around it by hand.
pub(crate) struct Board {
    position: Position,
    earlier: Vec<u64>,
    moves: Vec<Move>,
    finish: Option<Finish>,
}

impl Board {
    pub(crate) fn new() -> Self {
        let (earlier, moves) = (Vec::new(), Vec::new());
        Self { position: Position::start(), earlier, moves, finish: None }
    }

    #[inline]
    fn list(&mut self) {
        self.moves.clear();
        if self.finish.is_none() {
            self.position.legal_moves(|found| self.moves.push(found));
        }
    }

    #[inline]
    fn made(&mut self, chosen: Move) {
        self.earlier.push(self.position.hash());
        self.position.apply(chosen);
        // Mate and stalemate are seen when the next moves are listed.
        let position = &self.position;
        if position.is_insufficient() {
            self.finish = position.finish(1);
        } else {
            self.finish = position.finish_by_clock(occurrences(position, &self.earlier));
        }
    }
}

impl Library for Board {
    fn begin(&mut self) {
        self.position = Position::start();
        self.earlier.clear();
        self.finish = None;
    }

    fn moves(&mut self) -> Vec<String> {
        self.list();
        self.moves.iter().map(|&found| write_uci(found, UciCastling::KingMoves)).collect()
    }

    fn make(&mut self, at: usize) {
        self.made(self.moves[at]);
    }

    fn ending(&mut self) -> Ending {
        let finish = self.finish.or_else(|| self.position.finish_by_moves());
        match finish.expect("there are no moves").winner() {
            Some(winner) if winner.seat() == Seat(0) => Ending::First,
            Some(_) => Ending::Second,
            None => Ending::Draw,
        }
    }

    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>) {
        self.begin();
        for made in 0..most {
            self.list();
            if self.moves.is_empty() {
                return (made, Some(self.ending()));
            }
            self.made(self.moves[dice.choose(self.moves.len())]);
        }
        (most, None)
    }
}
