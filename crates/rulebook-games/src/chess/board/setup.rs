//! A position as anybody can write it down, legal or not.

use super::{Board, Colour, Piece, Role, Square, Squares};

/// The officers of the usual start, from the a-file to the h-file.
const OFFICERS: [Role; 8] = [
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
    Role::King,
    Role::Bishop,
    Role::Knight,
    Role::Rook,
];

/// A position that has not been checked.
///
/// ```
/// use rulebook_games::chess::board::{Flaw, Position, Setup, Square};
/// let mut setup = Setup::start();
/// setup.board = setup.board.without(Square::H1);
/// let flaws = Position::new(&setup).unwrap_err();
/// assert_eq!(flaws.0, [Flaw::CastlingWithoutRook { square: Square::H1 }]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Colour,
    /// The rooks that may still castle.
    pub castles: Squares,
    /// The square that a pawn skipped in the last move.
    pub en_passant: Option<Square>,
    /// How many moves, of either player, since a pawn moved or a piece was taken.
    pub halfmoves: u16,
    /// The number of the move to be made, from 1.
    pub moves: u16,
}

impl Setup {
    /// The usual start.
    ///
    /// ```
    /// use rulebook_games::chess::board::Setup;
    /// assert_eq!(Setup::start().board.occupied().len(), 32);
    /// ```
    pub fn start() -> Setup {
        Setup::with_officers(OFFICERS)
    }

    /// No piece on the board, White to move.
    ///
    /// ```
    /// use rulebook_games::chess::board::Setup;
    /// assert!(Setup::empty().board.occupied().is_empty());
    /// ```
    pub fn empty() -> Setup {
        Setup {
            board: Board::default(),
            turn: Colour::White,
            castles: Squares::NONE,
            en_passant: None,
            halfmoves: 0,
            moves: 1,
        }
    }

    /// A start with these officers behind the pawns, the same for both.
    pub(super) fn with_officers(officers: [Role; 8]) -> Setup {
        let mut setup = Setup::empty();
        for colour in Colour::ALL {
            for (file, role) in (0..8).zip(officers) {
                let pawn = Piece { colour, role: Role::Pawn };
                let home = Square::wrap(colour.home_rank() * 8 + file);
                let front = Square::wrap(colour.pawn_rank() * 8 + file);
                setup.board = setup.board.with(home, Piece { colour, role }).with(front, pawn);
            }
        }
        setup.castles = setup.board.role(Role::Rook);
        setup
    }
}
