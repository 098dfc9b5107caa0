//! A game of chess as it stands: the position, and what of the past counts.

use rulebook::prelude::*;

use super::board::{Attempt, Claim, Colour, FIFTY_MOVES, Finish, Move, MoveClass, Position, Role};
use super::notation::UciCastling;
use super::past::Past;
use super::{Ending, Trace};

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
    past: Past,
    offer: Option<Colour>,
    /// The checks that each player gave, where they are counted.
    checks: [u8; 2],
    /// How the game was ended, if somebody ended it. Whether it has ended by
    /// itself is to be seen on the board.
    ended: Option<Ending>,
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
        Match {
            position,
            past: Past::new(),
            offer: None,
            checks: [0; 2],
            ended: None,
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

    /// How castling is said here.
    pub(super) fn castling(&self) -> UciCastling {
        self.castling
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

    /// How the game ended, once it has: somebody ended it, or it ended by
    /// itself, which the position and its past show.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// assert_eq!(setup().ending(), None);
    /// ```
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ended.or_else(|| self.finish().map(|finish| Ending::Finished { finish }))
    }

    /// How the game ended by itself, if it did.
    #[inline]
    fn finish(&self) -> Option<Finish> {
        let position = &self.position;
        match self.draws {
            Draws::All => position.finish(self.times()),
            Draws::NotForLackOfPieces => {
                position.finish_by_moves().or_else(|| position.finish_by_clock(self.times()))
            }
            Draws::None => position.finish_by_moves(),
        }
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

    /// Whether a draw is offered to a player.
    ///
    /// ```
    /// use rulebook_games::chess::board::Colour;
    /// use rulebook_games::chess::setup;
    /// assert!(!setup().is_offered_to(Colour::Black));
    /// ```
    #[inline]
    pub fn is_offered_to(&self, player: Colour) -> bool {
        self.offer == Some(!player)
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
    #[inline]
    pub fn times(&self) -> usize {
        self.past.times()
    }

    /// How often the position after a legal move will have come about.
    ///
    /// ```
    /// use rulebook_games::chess::setup;
    /// let game = setup();
    /// let first = game.position().legal_list()[0];
    /// assert_eq!(game.times_after(first), 1);
    /// ```
    pub fn times_after(&self, chosen: Move) -> usize {
        let next = self.position.after(chosen);
        self.past.times_after(next.hash(), next.halfmoves())
    }

    /// Hands out the draws that can be claimed by announcing a move, each with
    /// the move.
    #[inline]
    pub(super) fn announceable(&self, each: impl FnMut(Claim, Move)) {
        let halfmoves = self.position.halfmoves();
        // Almost always there is nothing to be looked for.
        if halfmoves.saturating_add(1) >= FIFTY_MOVES || self.past.may_repeat(halfmoves) {
            self.look_for_claims(each);
        }
    }

    #[cold]
    fn look_for_claims(&self, mut each: impl FnMut(Claim, Move)) {
        self.position.legal_moves(|found| {
            let claims = self.position.after(found).claims(self.times_after(found));
            claims.for_each(|claim| each(claim, found));
        });
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

    /// The digest that is kept move by move.
    pub(super) fn digest(&self) -> Digest {
        self.digest_with(self.position.hash(), self.past.sum())
    }

    /// The same, worked out anew.
    pub(super) fn digest_anew(&self) -> Digest {
        self.digest_with(self.position.hash_anew(), self.past.sum_anew())
    }

    fn digest_with(&self, hash: u64, past: u64) -> Digest {
        let position = &self.position;
        let skipped = position.en_passant().map(|square| square.index() as u8);
        let clocks = (position.halfmoves(), position.moves());
        let style = self.castling == UciCastling::TakesRook;
        let rest = (self.offer, self.checks, self.ended, style, self.draws, self.is_arranged);
        Digest::of(&((hash, past), skipped, clocks, rest))
    }

    /// Makes a move, and says what it takes. Part of each rule's function: there
    /// it is known what class of move it is.
    #[inline(always)]
    pub(super) fn make(&mut self, chosen: Move) -> Option<Role> {
        if self.offer.is_some_and(|by| by != self.position.turn()) {
            // Who moves does not accept.
            self.offer = None;
        }
        let from = self.position.hash();
        let taken = self.position.apply_taking(chosen);
        self.past.add(from, self.position.hash(), self.position.halfmoves());
        taken
    }

    #[inline(always)]
    pub(super) fn unmake(&mut self, chosen: &Move, trace: &Trace) {
        let Some(hash) = self.past.remove() else { return };
        self.offer = trace.offer;
        self.position.unapply(chosen, trace.taken, (hash, &trace.rest));
    }

    pub(super) fn arrange(&mut self, number: u16) {
        if let Some(position) = Position::chess960(number) {
            self.position = position;
        }
        self.is_arranged = true;
    }

    /// Back to [`Match::unarranged`].
    #[cold]
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
        self.ended = ending;
    }
}
