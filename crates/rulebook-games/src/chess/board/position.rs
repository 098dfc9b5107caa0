//! A position that can be played from: what the pieces stand on, whose turn
//! it is, and what of the past still matters.

use std::fmt;

use super::validity;
use super::zobrist;
use super::{Board, Colour, Flaws, Piece, Role, Setup, Square, Squares, attacks};

/// A legal position.
///
/// It is made from a [`Setup`], which anybody can write down, by checking it;
/// or from another position, by making a legal move. It is small and `Copy`,
/// so trying a move costs a copy.
///
/// ```
/// use rulebook_games::chess::board::{Colour, Position};
/// let position = Position::start();
/// assert_eq!(position.turn(), Colour::White);
/// assert_eq!(position.count_legal(), 20);
/// assert!(size_of::<Position>() <= 96);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) hash: u64,
    pub(super) rest: Rest,
}

/// What a position is besides its pieces and its hash. A move makes it forgotten, so it is
/// kept in one piece by whoever takes moves back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::chess) struct Rest {
    /// The rooks that may still castle.
    pub(super) castles: Squares,
    pub(super) halfmoves: u16,
    pub(super) moves: u16,
    /// The square that a pawn skipped in the last move.
    pub(super) skipped: Option<Square>,
    /// Whether a pawn may legally take en passant on that square.
    pub(super) takeable: bool,
    pub(super) turn: Colour,
}

impl Position {
    /// The position in which a game of chess starts.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Piece, Position, Square};
    /// assert_eq!(Position::start().board().piece_at(Square::E1), Piece::from_letter('K'));
    /// ```
    pub fn start() -> Position {
        Position::unchecked(&Setup::start())
    }

    /// The position that a setup describes.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Setup};
    /// assert_eq!(Position::new(&Setup::start())?, Position::start());
    /// assert!(Position::new(&Setup::empty()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not a legal position: with every reason that was found.
    pub fn new(setup: &Setup) -> Result<Position, Flaws> {
        let flaws = validity::flaws(setup);
        if flaws.is_empty() { Ok(Position::unchecked(setup)) } else { Err(Flaws(flaws)) }
    }

    /// Reads a setup that has no flaws.
    pub(super) fn unchecked(setup: &Setup) -> Position {
        let rest = Rest {
            castles: setup.castles,
            halfmoves: setup.halfmoves,
            moves: setup.moves,
            skipped: setup.en_passant,
            takeable: false,
            turn: setup.turn,
        };
        let mut position = Position { board: setup.board, hash: 0, rest };
        position.rest.takeable = !position.en_passant_takers().is_empty();
        position.hash = position.hash_anew();
        position
    }

    /// The position as something that can be changed and checked anew.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Setup};
    /// assert_eq!(Position::start().setup(), Setup::start());
    /// ```
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.rest.turn,
            castles: self.rest.castles,
            en_passant: self.rest.skipped,
            halfmoves: self.rest.halfmoves,
            moves: self.rest.moves,
        }
    }

    /// The pieces.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert!(Position::start().board().to_string().starts_with("8 r n b q k b n r\n"));
    /// ```
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Colour, Position};
    /// assert_eq!(Position::start().turn(), Colour::White);
    /// ```
    #[inline]
    pub fn turn(&self) -> Colour {
        self.rest.turn
    }

    /// The rooks that neither have moved nor have a king that has.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Position, Square};
    /// let rooks: Vec<Square> = Position::start().castles().into_iter().collect();
    /// assert_eq!(rooks, [Square::A1, Square::H1, Square::A8, Square::H8]);
    /// ```
    #[inline]
    pub fn castles(&self) -> Squares {
        self.rest.castles
    }

    /// The square that a pawn skipped in the last move, whether or not it can
    /// be taken there.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().en_passant(), None);
    /// ```
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.rest.skipped
    }

    /// The square on which a pawn can legally be taken en passant now.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().legal_en_passant(), None);
    /// ```
    #[inline]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.rest.skipped.filter(|_| self.rest.takeable)
    }

    /// How many moves, of either player, since a pawn moved or a piece was taken.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().halfmoves(), 0);
    /// ```
    #[inline]
    pub fn halfmoves(&self) -> u16 {
        self.rest.halfmoves
    }

    /// The number of the move to be made, from 1; it grows after Black's.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().moves(), 1);
    /// ```
    #[inline]
    pub fn moves(&self) -> u16 {
        self.rest.moves
    }

    /// A number that stands for the position as repetition sees it: pieces,
    /// turn, castling rights, and a possible en passant capture; not the clocks.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Attempt, Position, Square};
    /// let mut position = Position::start();
    /// let before = position.hash();
    /// for (from, to) in [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")] {
    ///     let attempt = Attempt { from: from.parse()?, to: to.parse()?, promotion: None };
    ///     position.apply(position.find(attempt).unwrap());
    /// }
    /// assert_eq!(position.hash(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Where a player's king stands.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Colour, Position, Square};
    /// assert_eq!(Position::start().king(Colour::Black), Square::E8);
    /// ```
    #[inline]
    pub fn king(&self, colour: Colour) -> Square {
        self.board.of(colour, Role::King).lowest()
    }

    /// The pieces that give check to the player whose turn it is.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert!(Position::start().checkers().is_empty());
    /// ```
    #[inline]
    pub fn checkers(&self) -> Squares {
        self.board.attackers(!self.rest.turn, self.king(self.rest.turn), self.board.occupied())
    }

    /// The pawns that may legally take en passant.
    pub(super) fn en_passant_takers(&self) -> Squares {
        let Some(skipped) = self.rest.skipped else { return Squares::NONE };
        let near =
            attacks::pawn(!self.rest.turn, skipped) & self.board.of(self.rest.turn, Role::Pawn);
        near.into_iter().filter(|&from| self.exposed_en_passant(from, skipped).is_empty()).collect()
    }

    /// The pieces that would attack the mover's king after a capture en passant.
    pub(super) fn exposed_en_passant(&self, from: Square, to: Square) -> Squares {
        let taken = Squares::from(passed(to));
        let occupied = (self.board.occupied() ^ from.into() ^ taken) | to.into();
        let king = self.king(self.rest.turn);
        self.board.attackers(!self.rest.turn, king, occupied) & !taken
    }

    /// The position without its pieces and its hash.
    #[inline]
    pub(in crate::chess) fn rest(&self) -> Rest {
        self.rest
    }

    /// The hash, summed up from all parts.
    pub(in crate::chess) fn hash_anew(&self) -> u64 {
        let occupied = self.board.occupied().into_iter();
        let pieces = occupied.filter_map(|at| Some((at, self.board.piece_at(at)?)));
        let sum = |hash, (at, Piece { colour, role })| hash ^ zobrist::piece(colour, role, at);
        let turn = if self.rest.turn == Colour::Black { zobrist::BLACK } else { 0 };
        let en_passant = self.legal_en_passant().map_or(0, zobrist::en_passant);
        pieces.fold(turn ^ en_passant ^ zobrist::castles(self.rest.castles), sum)
    }
}

/// Where the pawn stands that skipped a square: one rank further on.
#[inline]
pub(super) const fn passed(skipped: Square) -> Square {
    Square::wrap(skipped.index() as u8 ^ 8)
}

/// As the setup that it was made from.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.setup()).finish()
    }
}
