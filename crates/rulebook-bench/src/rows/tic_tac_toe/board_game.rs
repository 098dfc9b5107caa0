//! Tic-tac-toe of the `board-game` crate.

use board_game::board::{Board, Outcome, Player as Side};
use board_game::games::ttt::TTTBoard;
use internal_iterator::InternalIterator;

use crate::playout::{Ending, Player};
use crate::random::Choose;

pub(super) struct Boards;

impl Player for Boards {
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending) {
        playout(TTTBoard::default(), dice)
    }
}

/// The crate's own way to a random move (count, then take the nth), with the
/// dice that everyone uses.
pub(in crate::rows) fn playout<B: Board, C: Choose>(mut board: B, dice: &mut C) -> (u64, Ending) {
    let mut moves = 0;
    loop {
        if let Some(outcome) = board.outcome() {
            let ending = match outcome {
                Outcome::WonBy(Side::A) => Ending::First,
                Outcome::WonBy(Side::B) => Ending::Second,
                Outcome::Draw => Ending::Draw,
            };
            return (moves, ending);
        }
        let count = board.available_moves().expect("the game is not over").count();
        let chosen = dice.choose(count);
        let available = board.available_moves().expect("the game is not over");
        let action = available.nth(chosen).expect("one of those that were counted");
        board.play(action).expect("an available move can be played");
        moves += 1;
    }
}
