//! A game of chess as it stands: the position, and what of the past counts.

use rulebook::prelude::*;

use super::Ending;
use super::board::{
    Attempt, Colour, Finish, Move, MoveClass, Overwritten, Position, Role, occurrences,
};
use super::notation::UciCastling;

/// Everything that is true of a game of chess.
///
/// It starts from any legal position:
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::chess::notation::read_fen;
/// use rulebook_games::chess::{Match, book, parse};
/// let position = read_fen("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")?;
/// let mut game = book().start(Match::from(position), Seed(1))?;
/// game.submit(Seat(0), parse("a1a8")?)?;
/// assert_eq!(game.result(), Some(Scores::win(Seat(0), 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    position: Position,
    /// The hashes of the positions before it, oldest first.
    earlier: Vec<u64>,
    /// What stands for `earlier` in the digest.
    past: u64,
    offer: Option<Colour>,
    /// The checks that each player gave, where they are counted.
    checks: [u8; 2],
    ending: Option<Ending>,
    castling: UciCastling,
    draws: Draws,
    is_arranged: bool,
}

/// Which draws come about by themselves, besides stalemate.
///
/// ```
/// use rulebook_games::chess::notation::read_fen;
/// use rulebook_games::chess::{Draws, Match};
/// let bare = Match::from(read_fen("8/8/4k3/8/8/4K3/8/8 w - - 0 1")?);
/// assert!(bare.ending().is_some());
/// assert_eq!(bare.with_draws(Draws::None).ending(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub enum Draws {
    /// All that the laws know.
    All,
    /// All but for lack of pieces, where a game can be won without mate.
    NotForLackOfPieces,
    /// None: the game goes on as long as there is a legal move. Who counts
    /// moves or analyses a position wants this.
    None,
}

impl Draws {
    /// How the game ends by itself in a position, if it does.
    #[inline]
    fn finish(self, position: &Position, times: impl Fn() -> usize) -> Option<Finish> {
        match self {
            Draws::All => position.finish(times()),
            Draws::NotForLackOfPieces if position.is_insufficient() => {
                position.finish_by_moves().or_else(|| position.finish_by_clock(times()))
            }
            Draws::NotForLackOfPieces => position.finish(times()),
            Draws::None => position.finish_by_moves(),
        }
    }
}

/// The usual start.
///
/// ```
/// use rulebook_games::chess::setup;
/// assert_eq!(setup().ending(), None);
/// ```
pub fn setup() -> Match {
    Match::from(Position::start())
}

/// A game that starts here, perhaps with its end. Castling is said as usual.
impl From<Position> for Match {
    fn from(position: Position) -> Match {
        let ending = position.finish(1).map(|finish| Ending::Finished { finish });
        Match {
            position,
            earlier: Vec::new(),
            past: 0,
            offer: None,
            checks: [0; 2],
            ending,
            castling: UciCastling::KingMoves,
            draws: Draws::All,
            is_arranged: true,
        }
    }
}

impl Match {
    /// A game that starts here, with castling said as in Chess960: the king
    /// goes to its rook.
    ///
    /// ```
    /// use rulebook_games::chess::Match;
    /// use rulebook_games::chess::board::Position;
    /// let game = Match::chess960(Position::chess960(0).unwrap());
    /// assert!(game.is_arranged());
    /// ```
    pub fn chess960(position: Position) -> Match {
        Match { castling: UciCastling::TakesRook, ..Match::from(position) }
    }

    /// A game of Chess960 before lots are drawn for its start.
    ///
    /// ```
    /// use rulebook_games::chess::Match;
    /// assert!(!Match::unarranged().is_arranged());
    /// ```
    pub fn unarranged() -> Match {
        Match { is_arranged: false, ..Match::chess960(Position::start()) }
    }

    /// The same game, in which only these draws come about by themselves.
    ///
    /// ```
    /// use rulebook_games::chess::{Draws, setup};
    /// assert_eq!(setup().with_draws(Draws::None).ending(), None);
    /// ```
    #[must_use]
    pub fn with_draws(mut self, draws: Draws) -> Match {
        self.draws = draws;
        if matches!(self.ending, None | Some(Ending::Finished { .. })) {
            let finish = draws.finish(&self.position, || self.times());
            self.ending = finish.map(|finish| Ending::Finished { finish });
        }
        self
    }

    /// The position on the board.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert_eq!(setup().position().count_legal(), 20);
    /// ```
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose turn it is.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::chess::setup;
    /// assert_eq!(setup().turn(), Seat(0));
    /// ```
    #[inline]
    pub fn turn(&self) -> Seat {
        self.position.turn().seat()
    }

    /// How the game ended, once it has.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert_eq!(setup().ending(), None);
    /// ```
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who offers a draw, if somebody does.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert_eq!(setup().offer(), None);
    /// ```
    #[inline]
    pub fn offer(&self) -> Option<Colour> {
        self.offer
    }

    /// Whether the player whose turn it is may accept a draw.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert!(!setup().is_offered());
    /// ```
    #[inline]
    pub fn is_offered(&self) -> bool {
        self.offer == Some(!self.position.turn())
    }

    /// Whether the pieces stand where the game starts, so that it can.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert!(setup().is_arranged());
    /// ```
    #[inline]
    pub fn is_arranged(&self) -> bool {
        self.is_arranged
    }

    /// How many checks a player gave; only three-check counts them.
    ///
    /// ```
    /// use rulebook_games::chess::board::Colour;
    /// use rulebook_games::chess::setup;
    /// assert_eq!(setup().checks(Colour::White), 0);
    /// ```
    #[inline]
    pub fn checks(&self, by: Colour) -> u8 {
        self.checks[by as usize]
    }

    /// How often this position has come about, now included.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert_eq!(setup().times(), 1);
    /// ```
    pub fn times(&self) -> usize {
        occurrences(&self.position, &self.earlier)
    }

    /// How a legal move is said: from here to there, and castling as two steps
    /// of the king, or, in Chess960 and wherever it is not that, as the king's
    /// move to its rook.
    ///
    /// ```
    /// use rulebook_games::chess::Match;
    /// use rulebook_games::chess::board::Wing;
    /// use rulebook_games::chess::notation::read_fen;
    /// let position = read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castling = position.castling(Wing::King);
    /// assert_eq!(Match::from(position).said(castling).to_string(), "e1g1");
    /// assert_eq!(Match::chess960(position).said(castling).to_string(), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn said(&self, chosen: Move) -> Attempt {
        match (chosen.class, self.castling) {
            (MoveClass::Castling, castling) => castling.said(chosen),
            _ => chosen.attempt(),
        }
    }

    /// How the game will have ended by itself after a legal move, if it will.
    #[inline]
    pub(super) fn finish_after(&self, chosen: Move) -> Option<Finish> {
        let next = self.position.after(chosen);
        self.draws.finish(&next, || self.times_after(&next))
    }

    /// How often the next position will have come about.
    #[inline]
    fn times_after(&self, next: &Position) -> usize {
        // As `occurrences` counts, but the position now is not in the list yet.
        let reach = usize::from(next.halfmoves()).saturating_sub(1).min(self.earlier.len());
        let recent = &self.earlier[self.earlier.len() - reach..];
        1 + recent.iter().rev().step_by(2).filter(|&&hash| hash == next.hash()).count()
    }

    /// Whether each player has one king.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert!(setup().has_two_kings());
    /// ```
    pub fn has_two_kings(&self) -> bool {
        Colour::ALL.iter().all(|&colour| self.position.board().of(colour, Role::King).len() == 1)
    }

    /// The digest that is kept move by move.
    pub(super) fn digest(&self) -> Digest {
        self.digest_with(self.position.hash(), self.past)
    }

    /// The same, worked out anew.
    pub(super) fn digest_anew(&self) -> Digest {
        let places = self.earlier.iter().enumerate();
        let past = places.fold(0, |past: u64, (at, &hash)| past.wrapping_add(share(at, hash)));
        self.digest_with(self.position.hash_anew(), past)
    }

    fn digest_with(&self, hash: u64, past: u64) -> Digest {
        let position = &self.position;
        let skipped = position.en_passant().map(|square| square.index() as u8);
        let clocks = (position.halfmoves(), position.moves());
        let style = self.castling == UciCastling::TakesRook;
        let rest = (self.offer, self.checks, self.ending, style, self.draws, self.is_arranged);
        Digest::of(&((hash, past), skipped, clocks, rest))
    }

    #[inline]
    pub(super) fn make(&mut self, chosen: Move) {
        let hash = self.position.hash();
        self.past = self.past.wrapping_add(share(self.earlier.len(), hash));
        self.earlier.push(hash);
        if self.offer != Some(self.position.turn()) {
            // Who moves does not accept.
            self.offer = None;
        }
        self.position.apply(chosen);
    }

    #[inline]
    pub(super) fn unmake(&mut self, chosen: Move, was: Overwritten, offer: Option<Colour>) {
        self.position.unapply(chosen, was);
        self.earlier.pop();
        self.past = self.past.wrapping_sub(share(self.earlier.len(), self.position.hash()));
        self.offer = offer;
    }

    pub(super) fn arrange(&mut self, number: u16) {
        if let Some(position) = Position::chess960(number) {
            self.position = position;
        }
        self.is_arranged = true;
    }

    /// Back to [`Match::unarranged`].
    pub(super) fn disarrange(&mut self) {
        self.position = Position::start();
        self.is_arranged = false;
    }

    #[inline]
    pub(super) fn set_offer(&mut self, offer: Option<Colour>) {
        self.offer = offer;
    }

    pub(super) fn count_check(&mut self, by: Colour) {
        self.checks[by as usize] += 1;
    }

    pub(super) fn discount_check(&mut self, by: Colour) {
        self.checks[by as usize] -= 1;
    }

    #[inline]
    pub(super) fn end(&mut self, ending: Option<Ending>) {
        self.ending = ending;
    }
}

/// What an earlier position adds to the digest: it depends on its place, so
/// that the order matters, and can be taken back.
#[inline]
fn share(at: usize, hash: u64) -> u64 {
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64.wrapping_add(2 * at as u64))
}
