//! Which line two squares share, and what lies between them.

use super::rays::{DIAGONAL, Direction, STRAIGHT, seen, through};
use crate::chess::board::{Square, Squares};

const DIRECTIONS: [Direction; 4] = [STRAIGHT[0], STRAIGHT[1], DIAGONAL[0], DIAGONAL[1]];

static BETWEEN: [[Squares; 64]; 64] = between_table();
static LINE: [[Squares; 64]; 64] = line_table();
static STRAIGHTS: [Squares; 64] = both(STRAIGHT);
static DIAGONALS: [Squares; 64] = both(DIAGONAL);

const fn both(directions: [Direction; 2]) -> [Squares; 64] {
    let mut table = [Squares::NONE; 64];
    let mut from = 0;
    while from < 64 {
        table[from].0 = through(from, directions[0]) | through(from, directions[1]);
        from += 1;
    }
    table
}

const fn line_table() -> [[Squares; 64]; 64] {
    let mut table = [[Squares::NONE; 64]; 64];
    let mut pair = 0;
    while pair < 64 * 64 * 4 {
        let (a, b, line) = (pair / 256, pair / 4 % 64, through(pair / 256, DIRECTIONS[pair % 4]));
        if line >> b & 1 != 0 {
            table[a][b].0 = line | 1 << a;
        }
        pair += 1;
    }
    table
}

const fn between_table() -> [[Squares; 64]; 64] {
    let mut table = [[Squares::NONE; 64]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        let line = LINE[a][b].0;
        if line != 0 {
            let (from_a, from_b) = (line & !(1 << a), line & !(1 << b));
            table[a][b].0 = seen(a, from_a, 1 << b) & seen(b, from_b, 1 << a);
        }
        pair += 1;
    }
    table
}

/// The squares strictly between two squares of one line; none if they share
/// no line.
///
/// ```
/// use rulebook_games::chess::board::Square;
/// use rulebook_games::chess::board::attacks::between;
/// assert_eq!(between(Square::A1, Square::D4).into_iter().collect::<Vec<_>>(), [Square::B2, Square::C3]);
/// assert!(between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> Squares {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal that two squares share, from edge to
/// edge; none if they share no line or are the same.
///
/// ```
/// use rulebook_games::chess::board::Square;
/// use rulebook_games::chess::board::attacks::line;
/// assert_eq!(line(Square::B2, Square::D4).len(), 8);
/// assert!(line(Square::B2, Square::C4).is_empty());
/// ```
#[inline]
pub fn line(a: Square, b: Square) -> Squares {
    LINE[a.index()][b.index()]
}

/// What a rook attacks on an empty board.
#[inline]
pub(in crate::chess::board) fn straights(from: Square) -> Squares {
    STRAIGHTS[from.index()]
}

/// What a bishop attacks on an empty board.
#[inline]
pub(in crate::chess::board) fn diagonals(from: Square) -> Squares {
    DIAGONALS[from.index()]
}
