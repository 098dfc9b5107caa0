//! Reading a move as people write it.

use super::text::{Sign, Written, WrittenPiece, take_apart};
use super::{Places, SanError, SanProblem};
use crate::chess::board::{
    Attempt, Move, MoveClass, Position, Refusal, Role, Square, Squares, Wing,
};
use crate::chess::notation::cursor::Cursor;
use crate::chess::notation::{Reasons, UciCastling};

/// Reads a legal move.
///
/// The signs `+` and `#` may be left out, but not be wrong; a piece may say
/// more than needed of where it stands.
///
/// ```
/// use rulebook_games::chess::board::{Position, Square};
/// use rulebook_games::chess::notation::read_san;
/// let start = Position::start();
/// assert_eq!(read_san(&start, "Nf3")?.from, Square::G1);
/// assert_eq!(
///     read_san(&start, "Ra3").unwrap_err().to_string(),
///     "line 1, column 1: The move is not legal. The piece on a2 is in the way. \
///      A rook does not move from h1 to a3.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If it cannot be read, means more than one move, or is not legal.
pub fn read_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let mut cursor = Cursor::new(text);
    let chosen = read_from(position, &mut cursor)?;
    match cursor.peek() {
        Some(_) => Err(cursor.wrong(SanProblem::Rest)),
        None => Ok(chosen),
    }
}

/// Reads a move, legal or not, if it is clear which one is meant: the only
/// piece of its kind, or the only one that moves like this.
///
/// # Errors
///
/// If it cannot be read, means more than one move, or is not legal and could be
/// a move of several pieces.
pub(in crate::chess) fn read_san_meant(
    position: &Position,
    castling: UciCastling,
    text: &str,
) -> Result<Attempt, SanError> {
    let read = read_san(position, text).map(|legal| castling.said(legal));
    match &read {
        Err(error) if matches!(error.problem, SanProblem::Illegal { .. }) => {
            let mut cursor = Cursor::new(text);
            let (written, _) = take_apart(&mut cursor)?;
            // What is behind it must be right all the same.
            if cursor.peek().is_some() {
                return Err(cursor.wrong(SanProblem::Rest));
            }
            let meant = match written {
                Written::Castling(wing) => Some(castling.said(position.castling(wing))),
                Written::Piece(piece) => only_meant(position, piece),
            };
            meant.map_or(read, Ok)
        }
        _ => read,
    }
}

/// The move that is meant although it is not legal.
fn only_meant(position: &Position, piece: WrittenPiece) -> Option<Attempt> {
    let attempt = |from| Attempt { from, to: piece.to, promotion: piece.promotion };
    let goes_so = |from: &Square| {
        let refusals = position.refusals(attempt(*from));
        !refusals.iter().any(|why| matches!(why, Refusal::NotSo { .. }))
    };
    let meant = candidates(position, piece);
    let going: Squares = meant.into_iter().filter(goes_so).collect();
    let only = [going, meant].into_iter().find(|pieces| pieces.len() == 1)?;
    only.first().map(attempt)
}

/// Reads a legal move, and leaves what follows it.
pub(in crate::chess::notation) fn read_from(
    position: &Position,
    cursor: &mut Cursor<'_>,
) -> Result<Move, SanError> {
    let begin = cursor.offset();
    let (written, sign) = take_apart(cursor)?;
    let chosen = match written {
        Written::Castling(wing) => castling(position, wing),
        Written::Piece(piece) => find(position, piece),
    };
    let chosen = chosen.map_err(|problem| cursor.wrong_at(begin, problem))?;
    if let Written::Piece(piece) = written {
        check_taking(position, piece, chosen, cursor)?;
    }
    check_sign(position, chosen, sign, cursor)?;
    Ok(chosen)
}

fn castling(position: &Position, wing: Wing) -> Result<Move, SanProblem> {
    let reasons = position.castling_refusals(wing);
    if reasons.is_empty() {
        Ok(position.castling(wing))
    } else {
        Err(SanProblem::Illegal { reasons: Reasons(reasons) })
    }
}

fn find(position: &Position, written: WrittenPiece) -> Result<Move, SanProblem> {
    let meant = candidates(position, written);
    let attempt = |from| Attempt { from, to: written.to, promotion: written.promotion };
    let legal: Vec<Move> = meant
        .into_iter()
        .filter_map(|from| position.find(attempt(from)))
        .filter(|found| found.class != MoveClass::Castling)
        .collect();
    match legal[..] {
        [only] => Ok(only),
        [] if meant.is_empty() => Err(SanProblem::NoPiece { role: written.role }),
        [] => {
            let mut reasons = Vec::new();
            for why in meant.into_iter().flat_map(|from| position.refusals(attempt(from))) {
                if !reasons.contains(&why) {
                    reasons.push(why);
                }
            }
            Err(SanProblem::Illegal { reasons: Reasons(reasons) })
        }
        [..] => {
            let pieces = Places(legal.iter().map(|found| found.from).collect());
            Err(SanProblem::Ambiguous { pieces })
        }
    }
}

/// The pieces that could be meant. Of pawns, only those on the right file:
/// the others are nowhere near.
fn candidates(position: &Position, written: WrittenPiece) -> Squares {
    let WrittenPiece { role, from_file, from_rank, to, .. } = written;
    let file = if role == Role::Pawn { from_file.or(Some(to.file())) } else { from_file };
    let fits = |from: &Square| {
        file.is_none_or(|file| from.file() == file)
            && from_rank.is_none_or(|rank| from.rank() == rank)
    };
    position.board().of(position.turn(), role).into_iter().filter(fits).collect()
}

fn check_taking(
    position: &Position,
    written: WrittenPiece,
    chosen: Move,
    cursor: &Cursor<'_>,
) -> Result<(), SanError> {
    let square = chosen.to;
    match (written.takes, position.taken(chosen).is_some()) {
        (Some(at), false) => Err(cursor.wrong_at(at, SanProblem::NothingTaken { square })),
        (None, true) => Err(cursor.wrong_at(written.to_at, SanProblem::Taken { square })),
        _ => Ok(()),
    }
}

fn check_sign(
    position: &Position,
    chosen: Move,
    sign: Option<Sign>,
    cursor: &Cursor<'_>,
) -> Result<(), SanError> {
    let Some(sign) = sign else { return Ok(()) };
    let (at, next) = match sign {
        Sign::Check(at) | Sign::Mate(at) => (at, position.after(chosen)),
    };
    if !next.is_check() {
        return Err(cursor.wrong_at(at, SanProblem::NoCheck));
    }
    if matches!(sign, Sign::Mate(_)) && next.has_legal_move() {
        return Err(cursor.wrong_at(at, SanProblem::NoMate));
    }
    Ok(())
}
