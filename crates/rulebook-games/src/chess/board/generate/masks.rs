//! What limits the moves of the player to move: checks and pins, as sets.

use crate::chess::board::{Position, Role, Square, Squares, attacks};

/// What limits the moves of the player whose turn it is.
///
/// Worked out once for a position, and then handed to every generator.
///
/// ```
/// use rulebook_games::chess::board::{Position, Square};
/// let masks = Position::start().masks();
/// assert_eq!(masks.king, Square::E1);
/// assert!(masks.checkers.is_empty() && masks.pinned.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Masks {
    /// Where the king stands.
    pub king: Square,
    /// The pieces that give check.
    pub checkers: Squares,
    /// The player's own pieces that stand alone between the king and an
    /// attacker: they stay on that line.
    pub pinned: Squares,
    /// Where a piece other than the king may go: not on its own kind, and in
    /// check only where that ends the check.
    pub targets: Squares,
}

impl Position {
    /// Works out what limits the moves of the player whose turn it is.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Squares};
    /// let masks = Position::start().masks();
    /// assert_eq!(masks.targets, !(Squares::rank(0) | Squares::rank(1)));
    /// ```
    #[inline]
    pub fn masks(&self) -> Masks {
        let king = self.king(self.rest.turn);
        let [pawns, knights, bishops, rooks, queens, _] = self.board.roles;
        let (ours, theirs) =
            (self.board.colour(self.rest.turn), self.board.colour(!self.rest.turn));
        let mut pinned = Squares::NONE;
        let mut checkers = (attacks::pawn(self.rest.turn, king) & pawns
            | attacks::knight(king) & knights)
            & theirs;
        let aimed = (attacks::straights(king) & (rooks | queens)
            | attacks::diagonals(king) & (bishops | queens))
            & theirs;
        for attacker in aimed {
            let between = attacks::between(king, attacker) & (ours | theirs);
            if between.is_empty() {
                checkers |= attacker.into();
            } else if !between.is_many() {
                pinned |= between & ours;
            }
        }
        let targets = if checkers.is_empty() { !ours } else { answers(king, checkers) };
        Masks { king, checkers, pinned, targets }
    }

    /// The pieces of the opponent that pin a piece of the player to move.
    pub(in crate::chess::board) fn pinners(&self, pinned: Square) -> Squares {
        let king = self.king(self.rest.turn);
        let without = self.board.occupied() & !Squares::from(pinned);
        let lifted = self.board.attackers(!self.rest.turn, king, without);
        lifted & !self.checkers() & attacks::line(king, pinned)
    }
}

/// Where a piece ends a check: on the only checker, or in its way.
#[inline]
fn answers(king: Square, checkers: Squares) -> Squares {
    if checkers.is_many() {
        Squares::NONE
    } else {
        checkers | attacks::between(king, checkers.lowest())
    }
}

impl Masks {
    /// Where a piece on this square may go, as far as a pin is concerned.
    #[inline]
    pub(super) fn leash(&self, from: Square) -> Squares {
        if self.pinned.contains(from) { attacks::line(self.king, from) } else { Squares::ALL }
    }

    /// Whether the king is in check from two pieces, so that only it can move.
    #[inline]
    pub(super) fn is_double(&self) -> bool {
        self.checkers.is_many()
    }
}

impl Position {
    /// Whether the opponent attacks a square, if these were the occupied ones.
    #[inline]
    pub(super) fn is_attacked(&self, square: Square, occupied: Squares) -> bool {
        let theirs = self.board.colour(!self.rest.turn);
        let [pawns, knights, bishops, rooks, queens, kings] = self.board.roles;
        let near = attacks::pawn(self.rest.turn, square) & pawns
            | attacks::knight(square) & knights
            | attacks::king(square) & kings;
        if !(near & theirs).is_empty() {
            return true;
        }
        // Most squares are in line with no attacker at all; the empty board
        // says so without asking what stands between.
        let diagonal = (bishops | queens) & theirs & attacks::diagonals(square);
        let straight = (rooks | queens) & theirs & attacks::straights(square);
        !diagonal.is_empty() && !(attacks::bishop(square, occupied) & diagonal).is_empty()
            || !straight.is_empty() && !(attacks::rook(square, occupied) & straight).is_empty()
    }

    /// Where the king may step: to squares that would not be attacked.
    #[inline]
    pub(super) fn king_steps(&self, masks: &Masks) -> Squares {
        let ours = self.board.colour(self.rest.turn);
        // The king does not hide the squares behind itself.
        let occupied = self.board.occupied() ^ masks.king.into();
        let mut steps = Squares::NONE;
        for to in attacks::king(masks.king) & !ours {
            if !self.is_attacked(to, occupied) {
                steps |= to.into();
            }
        }
        steps
    }

    /// Where a player's pieces of one role stand that is to move.
    #[inline]
    pub(super) fn mine(&self, role: Role) -> Squares {
        self.board.of(self.rest.turn, role)
    }
}
