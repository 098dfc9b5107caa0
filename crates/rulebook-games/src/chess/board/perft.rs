//! Counting the ways a game can go on: the usual proof that a move generator
//! is right, and the usual measure of how fast it is.

use super::{Move, Position};

/// How many ways there are to play on for so many moves. Every move is made,
/// the last ones too.
///
/// ```
/// use rulebook_games::chess::board::{Position, perft};
/// assert_eq!(perft(&Position::start(), 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    walk(position, depth, &mut Vec::with_capacity(1024))
}

/// The moves of all depths lie in one list, each depth behind the one before.
fn walk(position: &Position, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = moves.len();
    position.legal_moves(|found| moves.push(found));
    let mut total = 0;
    for index in start..moves.len() {
        let mut next = *position;
        next.apply(moves[index]);
        total += walk(&next, depth - 1, moves);
    }
    moves.truncate(start);
    total
}

/// The same number, but the last moves are counted and not made.
///
/// ```
/// use rulebook_games::chess::board::{Position, perft_bulk};
/// assert_eq!(perft_bulk(&Position::start(), 3), 8_902);
/// ```
pub fn perft_bulk(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        _ => {
            let mut total = 0;
            position.legal_moves(|found| {
                let mut next = *position;
                next.apply(found);
                total += perft_bulk(&next, depth - 1);
            });
            total
        }
    }
}
