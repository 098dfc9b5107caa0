//! Moves as chess programs write them: the squares where they start and end,
//! and what a pawn becomes.

use super::cursor::Cursor;
use super::{Misread, Reasons};
use crate::chess::board::{Attempt, Move, MoveClass, Position, Role, Square, Wing};
use crate::chess::sentences::sentences;

/// A move that cannot be read: where, and why.
///
/// ```
/// use rulebook_games::chess::notation::{UciError, read_attempt};
/// let error: UciError = read_attempt("e2e9").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 4: Write a digit from 1 to 8 here, for the rank.");
/// ```
pub type UciError = Misread<UciProblem>;

sentences! {
    /// What is wrong with a move as programs write it.
    ///
    /// ```
    /// use rulebook_games::chess::notation::UciProblem;
    /// assert_eq!(UciProblem::NoFile.to_string(), "Write a letter from a to h here, for the file.");
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum UciProblem {
        "Write a letter from a to h here, for the file."
        NoFile,
        "Write a digit from 1 to 8 here, for the rank."
        NoRank,
        "{found:?} is not what a pawn becomes: write q, r, b or n."
        NoPromotion {
            /// What stands there.
            found: char,
        },
        "The move ends before this: remove the rest."
        Rest,
        "{reasons}"
        Illegal {
            /// Why the move is not legal: all reasons.
            reasons: Reasons,
        },
    }
}

/// How castling is written.
///
/// ```
/// use rulebook_games::chess::board::{Attempt, Square};
/// use rulebook_games::chess::notation::{UciCastling, read_fen, write_uci};
/// let position = read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// let attempt = Attempt { from: Square::E1, to: Square::G1, promotion: None };
/// let castling = position.find(attempt).unwrap();
/// assert_eq!(write_uci(castling, UciCastling::KingMoves), "e1g1");
/// assert_eq!(write_uci(castling, UciCastling::TakesRook), "e1h1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciCastling {
    /// As in usual chess: the king goes two squares. Where that is not what
    /// castling does, because the king does not start on the e-file or the
    /// rook not in the corner, the king takes the rook all the same.
    KingMoves,
    /// As in Chess960: the king takes its rook.
    TakesRook,
}

/// Reads what a player says, without asking what it means on the board.
///
/// ```
/// use rulebook_games::chess::board::{Attempt, Role, Square};
/// use rulebook_games::chess::notation::read_attempt;
/// let attempt = read_attempt("a7a8q")?;
/// assert_eq!(attempt, Attempt { from: Square::A7, to: Square::A8, promotion: Some(Role::Queen) });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If it is not two squares, and perhaps one of `q`, `r`, `b` and `n`.
pub fn read_attempt(text: &str) -> Result<Attempt, UciError> {
    let mut cursor = Cursor::new(text);
    let from = read_square(&mut cursor)?;
    let to = read_square(&mut cursor)?;
    let promotion = match cursor.peek() {
        None => None,
        Some(found) => Some(
            read_promotion(found).ok_or_else(|| cursor.wrong(UciProblem::NoPromotion { found }))?,
        ),
    };
    cursor.next();
    match cursor.peek() {
        Some(_) => Err(cursor.wrong(UciProblem::Rest)),
        None => Ok(Attempt { from, to, promotion }),
    }
}

fn read_square(cursor: &mut Cursor<'_>) -> Result<Square, UciError> {
    let file = cursor.next_if(|found| matches!(found, 'a'..='h'));
    let file = file.ok_or_else(|| cursor.wrong(UciProblem::NoFile))?;
    let rank = cursor.next_if(|found| matches!(found, '1'..='8'));
    let rank = rank.ok_or_else(|| cursor.wrong(UciProblem::NoRank))?;
    Ok(Square::wrap((rank as u8 - b'1') * 8 + (file as u8 - b'a')))
}

fn read_promotion(found: char) -> Option<Role> {
    Role::PROMOTIONS.into_iter().find(|role| role.letter().to_ascii_lowercase() == found)
}

/// Reads a legal move. Castling may be written in either way, whatever the
/// variant, because they cannot be confused.
///
/// ```
/// use rulebook_games::chess::board::{MoveClass, Position};
/// use rulebook_games::chess::notation::read_uci;
/// let start = Position::start();
/// assert_eq!(read_uci(&start, "e2e4")?.class, MoveClass::DoubleStep);
/// assert_eq!(
///     read_uci(&start, "a1a3").unwrap_err().to_string(),
///     "line 1, column 1: The piece on a2 is in the way.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If it cannot be read, or is not legal: with every reason.
pub fn read_uci(position: &Position, text: &str) -> Result<Move, UciError> {
    let attempt = read_attempt(text)?;
    position.find(attempt).ok_or_else(|| {
        let reasons = Reasons(position.refusals(attempt));
        Cursor::new(text).wrong(UciProblem::Illegal { reasons })
    })
}

/// Writes a move.
///
/// ```
/// use rulebook_games::chess::board::Position;
/// use rulebook_games::chess::notation::{UciCastling, read_uci, write_uci};
/// let start = Position::start();
/// let chosen = read_uci(&start, "g1f3")?;
/// assert_eq!(write_uci(chosen, UciCastling::KingMoves), "g1f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_uci(chosen: Move, castling: UciCastling) -> String {
    castling.said(chosen).to_string()
}

impl UciCastling {
    /// The move as a player says it, with castling in this way.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Move, MoveClass, Role, Square};
    /// use rulebook_games::chess::notation::UciCastling;
    /// let (from, to) = (Square::E8, Square::A8);
    /// let long = Move { from, to, role: Role::King, class: MoveClass::Castling };
    /// assert_eq!(UciCastling::KingMoves.said(long).to_string(), "e8c8");
    /// ```
    pub fn said(self, chosen: Move) -> Attempt {
        let mut attempt = chosen.attempt();
        let usual = chosen.from.file() == 4
            && match Wing::of(chosen.from, chosen.to) {
                Wing::King => chosen.to.file() == 7,
                Wing::Queen => chosen.to.file() == 0,
            };
        if chosen.class == MoveClass::Castling && self == UciCastling::KingMoves && usual {
            attempt.to = chosen.castled().0;
        }
        attempt
    }
}
