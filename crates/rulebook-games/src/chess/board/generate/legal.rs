//! One move: what a player means by an attempt, and whether it is legal.

use super::masks::Masks;
use crate::chess::board::{
    Attempt, Colour, Move, MoveClass, Piece, Position, Role, Square, Squares, Wing, attacks,
};

/// The file on which a king stands that castles by going two squares.
const E_FILE: u8 = 4;

impl Position {
    /// The move that a player means, by its shape, whether or not it is legal;
    /// nothing if no piece of the player whose turn it is stands there.
    ///
    /// A king that goes to its own rook, or from the e-file two squares
    /// sideways, castles. A pawn that goes two squares steps twice; one that
    /// goes diagonally to the square that a pawn has just skipped takes en
    /// passant; one that goes to the last rank is promoted, if it is said to
    /// what. All else is ordinary.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Attempt, MoveClass, Position, Square};
    /// let attempt = Attempt { from: Square::E1, to: Square::G1, promotion: None };
    /// let meant = Position::start().meant(attempt).unwrap();
    /// assert_eq!((meant.class, meant.to), (MoveClass::Castling, Square::H1));
    /// ```
    #[inline]
    pub fn meant(&self, attempt: Attempt) -> Option<Move> {
        let Attempt { from, to, promotion } = attempt;
        if !self.board.colour(self.rest.turn).contains(from) {
            return None;
        }
        let class = match self.board.role_on(from) {
            Role::King if promotion.is_none() && self.castling_rook(from, to).is_some() => {
                MoveClass::Castling
            }
            Role::Pawn => self.pawn_class(from, to, promotion),
            _ => MoveClass::Ordinary,
        };
        Some(self.meant_as(attempt, class))
    }

    /// The move that a player means, of whom it is known by which rule.
    #[inline(always)]
    pub(in crate::chess) fn meant_as(&self, attempt: Attempt, class: MoveClass) -> Move {
        let Attempt { from, to, .. } = attempt;
        let (role, to) = match class {
            MoveClass::Ordinary => (self.board.role_on(from), to),
            MoveClass::Castling => (Role::King, self.castling_rook(from, to).unwrap_or(to)),
            MoveClass::DoubleStep | MoveClass::EnPassant | MoveClass::Promotion(_) => {
                (Role::Pawn, to)
            }
        };
        Move { from, to, role, class }
    }

    /// The rook that a king's move from here to there castles with.
    #[inline]
    fn castling_rook(&self, from: Square, to: Square) -> Option<Square> {
        let home = Squares::rank(self.rest.turn.home_rank());
        if !home.contains(from) || !home.contains(to) {
            return None;
        }
        if self.mine(Role::Rook).contains(to) {
            return Some(to);
        }
        let two = from.file() == E_FILE && from.file().abs_diff(to.file()) == 2;
        two.then(|| self.wing_rook(from, Wing::of(from, to)))
    }

    /// The rook on one side of the king: the one that may castle; else the
    /// outermost; else where it stood at the start.
    pub(in crate::chess::board) fn wing_rook(&self, king: Square, wing: Wing) -> Square {
        let rooks = self.mine(Role::Rook) & Squares::rank(king.rank());
        let beside: Squares = rooks
            .into_iter()
            .filter(|&rook| rook != king && Wing::of(king, rook) == wing)
            .collect();
        let able = (beside & self.rest.castles).first();
        let (outermost, corner) = match wing {
            Wing::King => (beside.last(), king.on_file(7)),
            Wing::Queen => (beside.first(), king.on_file(0)),
        };
        able.or(outermost).unwrap_or(corner)
    }

    #[inline]
    fn pawn_class(&self, from: Square, to: Square, promotion: Option<Role>) -> MoveClass {
        let last = Squares::rank((!self.rest.turn).home_rank());
        match promotion {
            Some(role) if last.contains(to) => MoveClass::Promotion(role),
            Some(_) => MoveClass::Ordinary,
            None if self.rest.skipped == Some(to)
                && attacks::pawn(self.rest.turn, from).contains(to) =>
            {
                MoveClass::EnPassant
            }
            None if is_double(self.rest.turn, from, to) => MoveClass::DoubleStep,
            None => MoveClass::Ordinary,
        }
    }

    /// The legal move that a player means, if there is one.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Attempt, Position, Square};
    /// let start = Position::start();
    /// let attempt = |from, to| Attempt { from, to, promotion: None };
    /// assert!(start.find(attempt(Square::E2, Square::E4)).is_some());
    /// assert!(start.find(attempt(Square::E2, Square::E5)).is_none());
    /// ```
    pub fn find(&self, attempt: Attempt) -> Option<Move> {
        let meant = self.meant(attempt)?;
        // A promotion that is said where there is none belongs to no move.
        let whole = attempt.promotion == meant.attempt().promotion;
        (whole && self.is_legal(meant)).then_some(meant)
    }

    /// Whether a move is legal here.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// let start = Position::start();
    /// assert!(start.legal_list().into_iter().all(|found| start.is_legal(found)));
    /// ```
    pub fn is_legal(&self, chosen: Move) -> bool {
        let piece = Piece { colour: self.rest.turn, role: chosen.role };
        self.board.piece_at(chosen.from) == Some(piece) && self.is_legal_by(&self.masks(), chosen)
    }

    fn is_legal_by(&self, masks: &Masks, chosen: Move) -> bool {
        let mut found = false;
        let matches = |other: Move| found |= other == chosen;
        match chosen.class {
            MoveClass::Ordinary if chosen.role == Role::King => {
                return self.king_steps(masks).contains(chosen.to);
            }
            MoveClass::Ordinary if chosen.role != Role::Pawn => {
                return self.officer_reach(masks, chosen).contains(chosen.to);
            }
            MoveClass::Ordinary => self.ordinary_moves(masks, matches),
            MoveClass::DoubleStep => self.double_steps(masks, matches),
            MoveClass::EnPassant => self.en_passants(matches),
            MoveClass::Castling => self.castlings(masks, matches),
            MoveClass::Promotion(_) => self.promotions(masks, matches),
        }
        found
    }

    fn officer_reach(&self, masks: &Masks, chosen: Move) -> Squares {
        let piece = Piece { colour: self.rest.turn, role: chosen.role };
        let reach = attacks::piece(piece, chosen.from, self.board.occupied());
        reach & masks.targets & masks.leash(chosen.from)
    }
}

/// Whether a pawn goes straight ahead by two squares, from wherever.
#[inline]
fn is_double(colour: Colour, from: Square, to: Square) -> bool {
    to.index() as i8 - from.index() as i8 == 2 * colour.step()
}
