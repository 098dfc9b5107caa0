//! Numbers for the moves, for programs that learn.
//!
//! A move is numbered by the square that it leaves and the one that it reaches,
//! a promotion to a queen likewise. Behind them stand the other promotions, by
//! piece, by the file of the pawn and by whether it takes to the left, goes
//! straight on or takes to the right. Nothing else has a number: who learns
//! neither resigns nor claims nor agrees to a draw.

use rulebook::Numbered;

use super::board::{Attempt, Role};
use super::{Action, Chess, Match};

/// Squares to leave, times squares to reach.
const MOVES: usize = 64 * 64;
/// Pieces, times files, times directions.
const PROMOTIONS: usize = 3 * 8 * 3;

impl Numbered for Chess {
    const ACTIONS: usize = MOVES + PROMOTIONS;

    fn number(_: &Match, action: &Action) -> Option<usize> {
        match action {
            Action::Move(attempt) => number(*attempt),
            _ => None,
        }
    }
}

fn number(Attempt { from, to, promotion }: Attempt) -> Option<usize> {
    let piece = match promotion {
        None | Some(Role::Queen) => return Some(from.index() * 64 + to.index()),
        Some(Role::Knight) => 0,
        Some(Role::Bishop) => 1,
        Some(Role::Rook) => 2,
        Some(Role::Pawn | Role::King) => return None,
    };
    let file = from.index() % 8;
    let direction = (to.index() % 8 + 1).checked_sub(file)?;
    (direction < 3).then_some(MOVES + (piece * 8 + file) * 3 + direction)
}
