//! Connect four of the `board-game` crate.

use board_game::board::{Board, BoardMoves, Outcome, Player};
use board_game::games::connect4::Connect4;
use internal_iterator::InternalIterator;

use super::hand::COLUMNS;
use crate::playout::Ending;
use crate::playout::own_order::Library;
use crate::random::Wyrand;
use crate::rows::tic_tac_toe::board_game::playout;

/// A column as everybody writes it.
pub(super) fn name(column: u32) -> String {
    assert!(column < COLUMNS, "there are seven columns");
    char::from(b'a' + column as u8).to_string()
}

#[derive(Default)]
pub(super) struct Boards {
    board: Connect4,
}

impl Library for Boards {
    fn begin(&mut self) {
        self.board = Connect4::default();
    }

    fn moves(&mut self) -> Vec<String> {
        let moves = self.board.available_moves();
        moves.map(|moves| moves.map(|column| name(column.into())).collect()).unwrap_or_default()
    }

    fn make(&mut self, at: usize) {
        let available = self.board.available_moves().expect("the game is not over");
        let column = available.nth(at).expect("one of those that were listed");
        self.board.play(column).expect("an available move can be played");
    }

    fn ending(&mut self) -> Ending {
        match self.board.outcome().expect("the game is over") {
            Outcome::WonBy(Player::A) => Ending::First,
            Outcome::WonBy(Player::B) => Ending::Second,
            Outcome::Draw => Ending::Draw,
        }
    }

    fn play(&mut self, dice: &mut Wyrand, _: u64) -> (u64, Option<Ending>) {
        let (moves, ending) = playout(Connect4::default(), dice);
        (moves, Some(ending))
    }
}
