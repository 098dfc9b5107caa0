//! A move's text, taken apart, before it meets a position.

use super::{SanError, SanProblem};
use crate::chess::board::{Role, Square, Wing};
use crate::chess::notation::cursor::Cursor;

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Castling(Wing),
    Piece(WrittenPiece),
}

/// A move of one piece as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenPiece {
    pub(super) role: Role,
    pub(super) from_file: Option<u8>,
    pub(super) from_rank: Option<u8>,
    /// Where the x is.
    pub(super) takes: Option<usize>,
    pub(super) to: Square,
    /// Where the square is written.
    pub(super) to_at: usize,
    pub(super) promotion: Option<Role>,
}

/// The sign after a move, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Check(usize),
    Mate(usize),
}

/// Takes a move apart. What follows the move is left to be read.
pub(super) fn take_apart(cursor: &mut Cursor<'_>) -> Result<(Written, Option<Sign>), SanError> {
    let written = match cursor.peek() {
        Some('O') => Written::Castling(castling(cursor)?),
        Some('0') => return Err(cursor.wrong(SanProblem::Zero)),
        Some('K' | 'Q' | 'R' | 'B' | 'N' | 'a'..='h') => Written::Piece(piece(cursor)?),
        _ => return Err(cursor.wrong(SanProblem::NoMove)),
    };
    let sign_at = cursor.offset();
    let sign = match cursor.next_if(|found| matches!(found, '+' | '#')) {
        Some('+') => Some(Sign::Check(sign_at)),
        Some(_) => Some(Sign::Mate(sign_at)),
        None => None,
    };
    Ok((written, sign))
}

fn castling(cursor: &mut Cursor<'_>) -> Result<Wing, SanError> {
    let wing = if cursor.eat_all("O-O-O") {
        Wing::Queen
    } else if cursor.eat_all("O-O") {
        Wing::King
    } else {
        return Err(cursor.wrong(SanProblem::Castling));
    };
    match cursor.peek() {
        Some('-' | 'O' | '0') => Err(cursor.wrong(SanProblem::Castling)),
        _ => Ok(wing),
    }
}

fn piece(cursor: &mut Cursor<'_>) -> Result<WrittenPiece, SanError> {
    let begin = cursor.offset();
    let letter = cursor.next_if(|found| found.is_ascii_uppercase());
    let role = letter.and_then(Role::from_letter).unwrap_or(Role::Pawn);
    let first_at = cursor.offset();
    let first = (file(cursor), rank(cursor));
    let takes_at = cursor.offset();
    let takes = cursor.eat('x').then_some(takes_at);
    let second_at = cursor.offset();
    let second = (file(cursor), rank(cursor));
    let ((from_file, from_rank), goal, to_at) = match (first, takes, second) {
        // There is but one square: the goal.
        (goal, None, (None, None)) => ((None, None), goal, first_at),
        (from, _, goal) => (from, goal, second_at),
    };
    let (Some(to_file), Some(to_rank)) = goal else {
        return Err(cursor.wrong(SanProblem::NoSquare));
    };
    let to = Square::wrap(to_rank * 8 + to_file);
    let promotion = promotion(cursor)?;
    let written = WrittenPiece { role, from_file, from_rank, takes, to, to_at, promotion };
    check_pawn(&written).map_err(|problem| cursor.wrong_at(begin, problem))?;
    Ok(written)
}

/// A pawn says its file when it takes, and nothing else of where it stands.
fn check_pawn(written: &WrittenPiece) -> Result<(), SanProblem> {
    let WrittenPiece { role, from_file, from_rank, takes, to, .. } = *written;
    if role != Role::Pawn {
        return Ok(());
    }
    match (takes, from_file, from_rank) {
        (Some(_), Some(_), None) | (None, None, None) => Ok(()),
        (Some(_), ..) => Err(SanProblem::PawnTakes),
        (None, ..) => Err(SanProblem::PawnGoal { to }),
    }
}

fn file(cursor: &mut Cursor<'_>) -> Option<u8> {
    cursor.next_if(|found| matches!(found, 'a'..='h')).map(|file| file as u8 - b'a')
}

fn rank(cursor: &mut Cursor<'_>) -> Option<u8> {
    cursor.next_if(|found| matches!(found, '1'..='8')).map(|rank| rank as u8 - b'1')
}

fn promotion(cursor: &mut Cursor<'_>) -> Result<Option<Role>, SanError> {
    if !cursor.eat('=') {
        return match cursor.peek() {
            Some('Q' | 'R' | 'B' | 'N') => Err(cursor.wrong(SanProblem::NoEquals)),
            _ => Ok(None),
        };
    }
    let found = cursor.peek().and_then(Role::from_letter).filter(|role| role.is_promotion());
    let role = found.ok_or_else(|| cursor.wrong(SanProblem::NoPromotion))?;
    cursor.next();
    Ok(Some(role))
}
