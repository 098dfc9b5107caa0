//! What several tests need: games played at random.

pub(crate) mod dice;

use dice::Dice;
use rulebook_games::chess::board::{Move, Position};

/// Plays a game at random and shows each position with its legal moves, and
/// the move that is made next.
pub(crate) fn play(
    start: Position,
    dice: &mut Dice,
    most: usize,
    mut show: impl FnMut(&Position, &[Move], Move),
) {
    let mut position = start;
    for _ in 0..most {
        let moves = position.legal_list();
        if moves.is_empty() {
            return;
        }
        let chosen = moves[dice.below(moves.len())];
        show(&position, &moves, chosen);
        position.apply(chosen);
    }
}

/// A start: the usual one, or one of Chess960.
pub(crate) fn start(number: usize) -> Position {
    if number.is_multiple_of(2) {
        Position::start()
    } else {
        Position::chess960((number * 37 % 960) as u16).expect("there are 960 starts")
    }
}
