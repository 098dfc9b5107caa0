//! Where in a text each part of a position was read, so that what is wrong
//! with the position can be pointed at.

use super::FenField;
use crate::chess::board::{Colour, Flaw, Role, Setup, Square, Squares, Wing};

/// After how many bytes each part stands.
pub(super) struct Offsets {
    /// Each field's first character.
    pub(super) fields: [usize; 6],
    /// The piece on each square.
    pub(super) pieces: [usize; 64],
    /// The right to castle with a rook on each square.
    pub(super) rights: [usize; 64],
}

impl Offsets {
    pub(super) fn new() -> Self {
        Offsets { fields: [0; 6], pieces: [0; 64], rights: [0; 64] }
    }

    /// The character to look at: the first one that is too much or stands
    /// where it may not. What is missing, and what no single character is to
    /// blame for, is pointed at where its field begins.
    pub(super) fn of(&self, flaw: Flaw, setup: &Setup) -> usize {
        let board = &setup.board;
        match flaw {
            Flaw::NoKing { .. } | Flaw::ManyPromoted { .. } | Flaw::ManyCheckers { .. } => {
                self.field(FenField::Pieces)
            }
            Flaw::ManyKings { colour, .. } => self.piece(board.of(colour, Role::King), 1),
            Flaw::ManyPawns { colour, .. } => self.piece(board.of(colour, Role::Pawn), 8),
            Flaw::ManyPieces { colour, .. } => self.piece(board.colour(colour), 16),
            Flaw::PawnOnLastRank { square }
            | Flaw::CheckFromHome { square }
            | Flaw::ImpossibleChecks { one: square, .. } => self.pieces[square.index()],
            Flaw::OpponentInCheck { .. } => self.field(FenField::Turn),
            Flaw::CastlingWithoutRook { square } | Flaw::CastlingWithoutKing { square } => {
                self.rights[square.index()]
            }
            Flaw::CastlingTwice { colour, wing } => self.second_right(setup, colour, wing),
            Flaw::EnPassantRank { .. }
            | Flaw::EnPassantWithoutPawn { .. }
            | Flaw::EnPassantBlocked { .. }
            | Flaw::EnPassantCheck { .. } => self.field(FenField::EnPassant),
            Flaw::EnPassantClock { .. } => self.field(FenField::Halfmoves),
            Flaw::MoveZero => self.field(FenField::Moves),
        }
    }

    fn field(&self, field: FenField) -> usize {
        self.fields[field as usize]
    }

    /// The piece after so many of these, in the order of reading.
    fn piece(&self, squares: Squares, before: usize) -> usize {
        let mut offsets: Vec<usize> =
            squares.into_iter().map(|square| self.pieces[square.index()]).collect();
        offsets.sort_unstable();
        offsets.get(before).copied().unwrap_or(self.field(FenField::Pieces))
    }

    /// The later one of two rights to castle on the same side.
    fn second_right(&self, setup: &Setup, colour: Colour, wing: Wing) -> usize {
        let home = Squares::rank(colour.home_rank());
        let king = (setup.board.of(colour, Role::King) & home).first();
        let beside = |rook: &Square| king.is_some_and(|king| Wing::of(king, *rook) == wing);
        let rights = (setup.castles & home).into_iter().filter(beside);
        let offsets = rights.map(|rook| self.rights[rook.index()]);
        offsets.max().unwrap_or(self.field(FenField::Castling))
    }
}
