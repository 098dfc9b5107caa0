//! Which piece stands where, and nothing else.

use std::fmt;

use super::attacks;
use super::{Colour, Piece, Role, Square, Squares};

/// The pieces on the board.
///
/// Any arrangement is possible here, also one that no game can reach:
/// [`Position`](super::Position) is what has been checked.
///
/// ```
/// use rulebook_games::chess::board::{Board, Colour, Piece, Role, Square};
/// let king = Piece { colour: Colour::White, role: Role::King };
/// let board = Board::default().with(Square::E1, king);
/// assert_eq!(board.piece_at(Square::E1), Some(king));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) roles: [Squares; 6],
    pub(super) colours: [Squares; 2],
}

impl Board {
    /// This board with a piece put on a square, in place of what stood there.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Board, Piece, Square};
    /// let pawn = Piece::from_letter('p').unwrap();
    /// let rook = Piece::from_letter('R').unwrap();
    /// let board = Board::default().with(Square::A1, pawn).with(Square::A1, rook);
    /// assert_eq!(board.piece_at(Square::A1), Some(rook));
    /// ```
    #[must_use]
    pub fn with(self, square: Square, piece: Piece) -> Board {
        let mut board = self.without(square);
        board.roles[piece.role as usize] |= square.into();
        board.colours[piece.colour as usize] |= square.into();
        board
    }

    /// This board with a square emptied.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Board, Position, Square};
    /// let board = Position::start().board().without(Square::A1);
    /// assert_eq!(board.piece_at(Square::A1), None);
    /// ```
    #[must_use]
    pub fn without(mut self, square: Square) -> Board {
        let rest = !Squares::from(square);
        for set in self.roles.iter_mut().chain(&mut self.colours) {
            *set &= rest;
        }
        self
    }

    /// The occupied squares.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().board().occupied().len(), 32);
    /// ```
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.colours[0] | self.colours[1]
    }

    /// Where the pieces of one player stand.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Colour, Position};
    /// assert_eq!(Position::start().board().colour(Colour::Black).len(), 16);
    /// ```
    #[inline]
    pub fn colour(&self, colour: Colour) -> Squares {
        self.colours[colour as usize]
    }

    /// Where the pieces of one role stand, both players'.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Role};
    /// assert_eq!(Position::start().board().role(Role::Knight).len(), 4);
    /// ```
    #[inline]
    pub fn role(&self, role: Role) -> Squares {
        self.roles[role as usize]
    }

    /// Where a player's pieces of one role stand.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Colour, Position, Role, Squares};
    /// assert_eq!(Position::start().board().of(Colour::White, Role::Pawn), Squares::rank(1));
    /// ```
    #[inline]
    pub fn of(&self, colour: Colour, role: Role) -> Squares {
        self.colour(colour) & self.role(role)
    }

    /// What stands on a square.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Square};
    /// assert_eq!(Position::start().board().piece_at(Square::E4), None);
    /// ```
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let owner = |colour: &Colour| self.colour(*colour).contains(square);
        let colour = Colour::ALL.into_iter().find(owner)?;
        Some(Piece { colour, role: self.role_on(square) })
    }

    /// The role of the piece on a square that is known to be occupied.
    #[inline]
    pub(super) fn role_on(&self, square: Square) -> Role {
        // Its number bit by bit instead of a search: no branch to guess wrong.
        let [_, knights, bishops, rooks, queens, kings] = self.roles;
        let on = |squares: Squares| (squares.0 >> square.index()) as usize & 1;
        let number =
            on(knights | rooks | kings) | on(bishops | rooks) << 1 | on(queens | kings) << 2;
        match number {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => Role::King,
        }
    }

    /// The pieces of one player that attack a square, if these squares were
    /// the occupied ones.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Colour, Position, Square};
    /// let position = Position::start();
    /// let board = position.board();
    /// let attackers = board.attackers(Colour::White, Square::F3, board.occupied());
    /// assert_eq!(attackers.into_iter().collect::<Vec<_>>(), [Square::G1, Square::E2, Square::G2]);
    /// ```
    #[inline]
    pub fn attackers(&self, by: Colour, square: Square, occupied: Squares) -> Squares {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let near = attacks::pawn(!by, square) & pawns
            | attacks::knight(square) & knights
            | attacks::king(square) & kings;
        let far = attacks::bishop(square, occupied) & (bishops | queens)
            | attacks::rook(square, occupied) & (rooks | queens);
        (near | far) & self.colour(by)
    }
}

/// The board as White sees it, a dot for an empty square.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let squares = (0..8).filter_map(|file| Square::at(file, rank));
            let letter = |square| self.piece_at(square).map_or('.', Piece::letter);
            let line: Vec<String> = squares.map(|square| letter(square).to_string()).collect();
            writeln!(f, "{} {}", rank + 1, line.join(" "))?;
        }
        f.write_str("  a b c d e f g h\n")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.occupied().into_iter().map(|square| (square, self.piece_at(square)));
        f.debug_map().entries(pieces.map(|(at, piece)| (at, piece.map(Piece::letter)))).finish()
    }
}
