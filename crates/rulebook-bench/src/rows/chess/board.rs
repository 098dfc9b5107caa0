//! The board of our game, with what else ends a game of chess around it by
//! hand: what the book costs is the difference.

use rulebook::Seat;
use rulebook_games::chess::board::{Finish, Move, Position, occurrences};
use rulebook_games::chess::notation::{UciCastling, write_uci};

use crate::playout::Ending;
use crate::playout::own_order::Library;
use crate::random::{Choose, Wyrand};

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
