//! Why the king does not castle.

use super::Refusal;
use crate::chess::board::generate::{castled, castling_path};
use crate::chess::board::{Move, MoveClass, Position, Role, Square, Squares, Wing, attacks};

impl Position {
    /// Castling on one side, whether or not it is legal: with the rook that
    /// may castle, else the outermost one, else none, from the corner.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Square, Wing};
    /// let start = Position::start();
    /// assert_eq!(start.castling(Wing::Queen).to, Square::A1);
    /// assert!(!start.is_legal(start.castling(Wing::Queen)));
    /// ```
    pub fn castling(&self, wing: Wing) -> Move {
        let from = self.king(self.rest.turn);
        let to = self.wing_rook(from, wing);
        Move { from, to, role: Role::King, class: MoveClass::Castling }
    }

    /// Every reason why the king does not castle on one side; none if it may.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Refusal, Square, Wing};
    /// assert_eq!(Position::start().castling_refusals(Wing::King), [
    ///     Refusal::Blocked { square: Square::F1 },
    ///     Refusal::Blocked { square: Square::G1 },
    /// ]);
    /// ```
    pub fn castling_refusals(&self, wing: Wing) -> Vec<Refusal> {
        let mut why = Vec::new();
        self.refuse_castling(self.castling(wing), &mut why);
        why
    }

    pub(super) fn refuse_castling(&self, meant: Move, why: &mut Vec<Refusal>) {
        if !self.is_kings_home(meant.from) {
            return why.push(Refusal::KingHasMoved);
        }
        self.refuse_rights(meant, why);
        self.refuse_blocked(castling_path(meant), why);
        let checkers = self.checkers();
        why.extend(checkers.into_iter().map(|by| Refusal::CastlesInCheck { by }));
        self.refuse_path(meant, checkers, why);
    }

    /// Whether a king can have started here: on its rank, with a rook on
    /// either side.
    fn is_kings_home(&self, square: Square) -> bool {
        square.rank() == self.rest.turn.home_rank() && !matches!(square.file(), 0 | 7)
    }

    /// That king and rook are not both where they started.
    fn refuse_rights(&self, meant: Move, why: &mut Vec<Refusal>) {
        let square = meant.to;
        let ours = self.rest.castles & self.board.colour(self.rest.turn);
        if !self.board.of(self.rest.turn, Role::Rook).contains(square) {
            why.push(Refusal::NoRook { square });
        } else if ours.is_empty() {
            why.push(Refusal::KingOrRookHasMoved { square });
        } else if !ours.contains(square) {
            // The other rook may castle, so it was not the king that moved.
            why.push(Refusal::RookHasMoved { square });
        }
    }

    /// That the king passes an attacked square, or ends on one.
    fn refuse_path(&self, meant: Move, checkers: Squares, why: &mut Vec<Refusal>) {
        let (square, rook) = meant.castled();
        let occupied = self.board.occupied();
        for square in attacks::between(meant.from, square) {
            let attackers = self.board.attackers(!self.rest.turn, square, occupied);
            why.extend(attackers.into_iter().map(|by| Refusal::PassesAttacked { square, by }));
        }
        let afterwards = castled(occupied, meant, square, rook);
        let mut attackers = self.board.attackers(!self.rest.turn, square, afterwards);
        if square == meant.from {
            // Those have been named as giving check already.
            attackers &= !checkers;
        }
        why.extend(attackers.into_iter().map(|by| Refusal::IntoCheck { square, by }));
    }
}
