//! How a game of chess ends by itself, and which draws can be claimed.

use std::fmt;

use rulebook::prelude::*;

use super::{Colour, Position, Role, Squares};

/// After so many moves of either player without a capture or a pawn's move, a
/// draw can be claimed.
///
/// ```
/// use rulebook_games::chess::board::FIFTY_MOVES;
/// assert_eq!(FIFTY_MOVES, 2 * 50);
/// ```
pub const FIFTY_MOVES: u16 = 100;
/// After so many, the game is drawn.
///
/// ```
/// use rulebook_games::chess::board::SEVENTY_FIVE_MOVES;
/// assert_eq!(SEVENTY_FIVE_MOVES, 2 * 75);
/// ```
pub const SEVENTY_FIVE_MOVES: u16 = 150;

/// How a game ended by itself.
///
/// ```
/// use rulebook_games::chess::board::{Colour, Finish};
/// assert_eq!(Finish::Checkmate { winner: Colour::Black }.to_string(), "Black wins by checkmate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Finish {
    /// The king is in check and there is no legal move.
    Checkmate {
        /// Who gave mate.
        winner: Colour,
    },
    /// The king is not in check and there is no legal move.
    Stalemate,
    /// Neither player has the pieces to give mate, whatever the moves.
    InsufficientMaterial,
    /// Seventy-five moves of each player without a capture or a pawn's move.
    SeventyFiveMoves,
    /// The position has come about for the fifth time.
    FivefoldRepetition,
}

impl Finish {
    /// Who won; nobody if it is a draw.
    ///
    /// ```
    /// use rulebook_games::chess::board::Finish;
    /// assert_eq!(Finish::Stalemate.winner(), None);
    /// ```
    pub fn winner(self) -> Option<Colour> {
        match self {
            Finish::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finish::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Finish::Stalemate => f.write_str("drawn by stalemate"),
            Finish::InsufficientMaterial => f.write_str("drawn by insufficient material"),
            Finish::SeventyFiveMoves => f.write_str("drawn by the seventy-five-move rule"),
            Finish::FivefoldRepetition => f.write_str("drawn by fivefold repetition"),
        }
    }
}

/// A draw that the player whose turn it is may claim.
///
/// ```
/// use rulebook_games::chess::board::Claim;
/// assert_eq!(Claim::FiftyMoves.to_string(), "fifty-move rule");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Claim {
    /// Fifty moves of each player without a capture or a pawn's move.
    FiftyMoves,
    /// The position has come about for the third time.
    ThreefoldRepetition,
}

impl Claim {
    /// Both claims.
    ///
    /// ```
    /// use rulebook_games::chess::board::Claim;
    /// assert_eq!(Claim::ALL.len(), 2);
    /// ```
    pub const ALL: [Claim; 2] = [Claim::FiftyMoves, Claim::ThreefoldRepetition];
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::FiftyMoves => "fifty-move rule",
            Claim::ThreefoldRepetition => "threefold repetition",
        })
    }
}

impl Position {
    /// Whether the player whose turn it is is in check.
    ///
    /// ```
    /// use rulebook_games::chess::notation::read_fen;
    /// assert!(read_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1")?.is_check());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the player whose turn it is has lost.
    ///
    /// ```
    /// use rulebook_games::chess::notation::read_fen;
    /// assert!(read_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")?.is_checkmate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the player whose turn it is cannot move, and need not.
    ///
    /// ```
    /// use rulebook_games::chess::notation::read_fen;
    /// assert!(read_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?.is_stalemate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether no game from here ends in mate, because the pieces do not
    /// suffice: bare kings, with one knight, or with bishops that all stand on
    /// squares of one colour.
    ///
    /// ```
    /// use rulebook_games::chess::notation::read_fen;
    /// assert!(read_fen("8/8/4k3/8/8/3BK3/8/8 w - - 0 1")?.is_insufficient());
    /// assert!(!read_fen("8/8/4k3/8/8/2NNK3/8/8 w - - 0 1")?.is_insufficient());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn is_insufficient(&self) -> bool {
        let [pawns, knights, bishops, rooks, queens, _] = self.board.roles;
        if !(pawns | rooks | queens).is_empty() {
            return false;
        }
        if knights.is_empty() {
            let light = bishops & Squares::LIGHT;
            return light.is_empty() || light == bishops;
        }
        bishops.is_empty() && !knights.is_many()
    }

    /// Whether a player has nothing but the king.
    ///
    /// ```
    /// use rulebook_games::chess::board::Colour;
    /// use rulebook_games::chess::notation::read_fen;
    /// let position = read_fen("8/8/4k3/8/8/3BK3/8/8 w - - 0 1")?;
    /// assert!(position.is_bare(Colour::Black) && !position.is_bare(Colour::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_bare(&self, colour: Colour) -> bool {
        self.board.colour(colour) == self.board.of(colour, Role::King)
    }

    /// How the game has ended by itself, if it has. `times` says how often
    /// this position has come about, now included: see [`occurrences`].
    ///
    /// ```
    /// use rulebook_games::chess::board::{Finish, Position};
    /// assert_eq!(Position::start().finish(1), None);
    /// assert_eq!(Position::start().finish(5), Some(Finish::FivefoldRepetition));
    /// ```
    #[inline]
    pub fn finish(&self, times: usize) -> Option<Finish> {
        let insufficient = self.is_insufficient().then_some(Finish::InsufficientMaterial);
        self.finish_by_moves().or(insufficient).or_else(|| self.finish_by_clock(times))
    }

    /// Mate and stalemate: the same, if no other draw came about by itself.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().finish_by_moves(), None);
    /// ```
    #[inline]
    pub fn finish_by_moves(&self) -> Option<Finish> {
        if self.has_legal_move() {
            return None;
        }
        let mate = Finish::Checkmate { winner: !self.rest.turn };
        Some(if self.is_check() { mate } else { Finish::Stalemate })
    }

    /// The draws by too many moves and too many repetitions alone.
    ///
    /// ```
    /// use rulebook_games::chess::board::{Finish, Position};
    /// let drawn = Position::start().finish_by_clock(5);
    /// assert_eq!(drawn, Some(Finish::FivefoldRepetition));
    /// ```
    #[inline]
    pub fn finish_by_clock(&self, times: usize) -> Option<Finish> {
        if self.rest.halfmoves >= SEVENTY_FIVE_MOVES {
            Some(Finish::SeventyFiveMoves)
        } else if times >= 5 {
            Some(Finish::FivefoldRepetition)
        } else {
            None
        }
    }

    /// The draws that can be claimed now. `times` is as for
    /// [`finish`](Position::finish).
    ///
    /// ```
    /// use rulebook_games::chess::board::{Claim, Position};
    /// assert!(Position::start().claims(3).eq([Claim::ThreefoldRepetition]));
    /// ```
    #[inline]
    pub fn claims(&self, times: usize) -> impl Iterator<Item = Claim> + use<> {
        let fifty = (self.rest.halfmoves >= FIFTY_MOVES).then_some(Claim::FiftyMoves);
        let threefold = (times >= 3).then_some(Claim::ThreefoldRepetition);
        fifty.into_iter().chain(threefold)
    }
}

/// How often a position has come about, now included, given the hashes of the
/// positions before it, oldest first.
///
/// ```
/// use rulebook_games::chess::board::{Position, occurrences};
/// let start = Position::start();
/// assert_eq!(occurrences(&start, &[]), 1);
/// ```
pub fn occurrences(position: &Position, earlier: &[u64]) -> usize {
    // A pawn's move or a capture is never undone, and the same player must be
    // to move: so every second one, as far back as the clock reaches.
    let reach = earlier.len().saturating_sub(position.rest.halfmoves.into());
    let same = earlier[reach..].iter().rev().skip(1).step_by(2);
    1 + same.filter(|&&hash| hash == position.hash).count()
}
