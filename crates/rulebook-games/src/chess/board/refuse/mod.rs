//! Why an attempt is not a legal move: every reason that applies.
//!
//! What comes in is an attempt in a position; what comes out is empty exactly
//! if the attempt is a legal move. Reasons of different sorts are found
//! independently: a pinned piece that is also in the wrong place says both.

mod castling;
mod refusal;

pub use refusal::Refusal;

use super::position::passed;
use super::{Attempt, Colour, Move, MoveClass, Piece, Position, Role, Square, Squares, attacks};

impl Position {
    /// Every reason why an attempt is not a legal move; none if it is one.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Attempt, Position, Refusal, Square};
    /// let start = Position::start();
    /// let attempt = Attempt { from: Square::A1, to: Square::A5, promotion: None };
    /// assert_eq!(start.refusals(attempt), [Refusal::Blocked { square: Square::A2 }]);
    /// let attempt = Attempt { from: Square::B1, to: Square::C3, promotion: None };
    /// assert_eq!(start.refusals(attempt), []);
    /// ```
    pub fn refusals(&self, attempt: Attempt) -> Vec<Refusal> {
        let Attempt { from, to, .. } = attempt;
        let Some(Piece { colour, role }) = self.board.piece_at(from) else {
            return vec![Refusal::NoPiece { square: from }];
        };
        let Some(meant) = self.meant(attempt).filter(|_| colour == self.rest.turn) else {
            return vec![Refusal::NotYours { square: from }];
        };
        let mut why = Vec::new();
        if from == to {
            why.push(Refusal::SameSquare { square: from });
        } else if meant.class == MoveClass::Castling {
            if self.is_step_onto_rook(from, to) {
                why.push(Refusal::OwnPiece { square: to });
            }
            self.refuse_castling(meant, &mut why);
        } else {
            self.refuse_shape(meant, &mut why);
            match role {
                Role::King => self.refuse_king(to, &mut why),
                _ => self.refuse_exposed(meant, &mut why),
            }
        }
        self.refuse_promotion(role, attempt, &mut why);
        why
    }

    /// Whether a king that goes to its rook may as well mean a step: the rook is
    /// beside it, and they do not castle.
    fn is_step_onto_rook(&self, king: Square, to: Square) -> bool {
        let beside = attacks::king(king) & self.board.of(self.rest.turn, Role::Rook);
        (beside & !self.rest.castles).contains(to)
    }

    /// That this piece does not go there, whatever happens to the king.
    fn refuse_shape(&self, meant: Move, why: &mut Vec<Refusal>) {
        let Move { from, to, role, .. } = meant;
        if self.board.colour(self.rest.turn).contains(to) {
            why.push(Refusal::OwnPiece { square: to });
        }
        if role == Role::Pawn {
            return self.refuse_pawn(meant, why);
        }
        let piece = Piece { colour: self.rest.turn, role };
        if !attacks::piece(piece, from, Squares::NONE).contains(to) {
            return why.push(Refusal::NotSo { role, from, to });
        }
        if role != Role::Knight {
            self.refuse_blocked(attacks::between(from, to), why);
        }
    }

    fn refuse_blocked(&self, way: Squares, why: &mut Vec<Refusal>) {
        let blockers = way & self.board.occupied();
        why.extend(blockers.into_iter().map(|square| Refusal::Blocked { square }));
    }

    fn refuse_pawn(&self, meant: Move, why: &mut Vec<Refusal>) {
        let Move { from, to, role, .. } = meant;
        let ahead = Squares::from(from).forward(self.rest.turn);
        let further = ahead.forward(self.rest.turn);
        if attacks::pawn(self.rest.turn, from).contains(to) {
            self.refuse_taking(meant, why);
        } else if (ahead | further).contains(to) {
            if self.board.colour(!self.rest.turn).contains(to) {
                why.push(Refusal::TakesAhead { square: to });
            }
            if further.contains(to) {
                self.refuse_blocked(ahead, why);
                if from.rank() != self.rest.turn.pawn_rank() {
                    why.push(Refusal::PawnHasMoved { square: from });
                }
            }
        } else {
            why.push(Refusal::NotSo { role, from, to });
        }
    }

    /// That a pawn that goes diagonally takes nothing.
    fn refuse_taking(&self, meant: Move, why: &mut Vec<Refusal>) {
        let square = meant.to;
        if self.board.occupied().contains(square) || self.rest.skipped == Some(square) {
            return;
        }
        let skippable = match self.rest.turn {
            Colour::White => 5,
            Colour::Black => 2,
        };
        let beside = self.board.of(!self.rest.turn, Role::Pawn).contains(passed(square));
        why.push(if square.rank() == skippable && beside {
            Refusal::NotEnPassant { square }
        } else {
            Refusal::TakesNothing { square }
        });
    }

    /// That the king would be attacked where it goes.
    fn refuse_king(&self, to: Square, why: &mut Vec<Refusal>) {
        let king = self.king(self.rest.turn);
        let occupied = self.board.occupied() & !Squares::from(king);
        let attackers = self.board.attackers(!self.rest.turn, to, occupied) & !Squares::from(to);
        why.extend(attackers.into_iter().map(|by| Refusal::IntoCheck { square: to, by }));
    }

    /// That the king would be attacked where it stands.
    fn refuse_exposed(&self, meant: Move, why: &mut Vec<Refusal>) {
        let Move { from, to, class, .. } = meant;
        let attackers = if class == MoveClass::EnPassant {
            self.exposed_en_passant(from, to)
        } else {
            let occupied = (self.board.occupied() & !Squares::from(from)) | to.into();
            let king = self.king(self.rest.turn);
            self.board.attackers(!self.rest.turn, king, occupied) & !Squares::from(to)
        };
        let (checkers, pinners) = (self.checkers(), self.pinners(from));
        why.extend(attackers.into_iter().map(|by| {
            if checkers.contains(by) {
                Refusal::StillInCheck { by }
            } else if pinners.contains(by) {
                Refusal::Pinned { by }
            } else {
                Refusal::OpensLine { by }
            }
        }));
    }

    fn refuse_promotion(&self, role: Role, attempt: Attempt, why: &mut Vec<Refusal>) {
        let last = (!self.rest.turn).home_rank();
        let reaches = role == Role::Pawn && attempt.to.rank() == last;
        match attempt.promotion {
            None if reaches => why.push(Refusal::PromotionMissing { square: attempt.to }),
            Some(_) if !reaches => why.push(Refusal::NoPromotion),
            Some(role) if !role.is_promotion() => why.push(Refusal::PromotionTo { role }),
            _ => {}
        }
    }
}
