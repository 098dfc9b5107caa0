//! Every legal move, by the rule that it is made by.
//!
//! What comes in is a legal position; what comes out are legal moves only,
//! each of them once. Nothing is generated first and thrown away later:
//! checks and pins are sets of squares, and a move is in the sets or not.

mod legal;
mod masks;
mod ordinary;
mod sink;
mod special;

pub use masks::Masks;
pub(super) use special::{castled, castling_path};

use super::{Move, Position, Role, Squares};
use sink::{Any, Count, Each};
use special::double;

impl Position {
    /// Hands out every ordinary move: a piece goes to a square and takes what
    /// stands there.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// let position = Position::start();
    /// let mut moves = Vec::new();
    /// position.ordinary_moves(&position.masks(), |found| moves.push(found));
    /// assert_eq!(moves.len(), 12);
    /// ```
    #[inline]
    pub fn ordinary_moves(&self, masks: &Masks, each: impl FnMut(Move)) {
        self.ordinary_into(masks, &mut Each(each));
    }

    /// Hands out every first move of a pawn that goes two squares.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// let position = Position::start();
    /// let mut moves = Vec::new();
    /// position.double_steps(&position.masks(), |found| moves.push(found));
    /// assert_eq!(moves.len(), 8);
    /// ```
    #[inline]
    pub fn double_steps(&self, masks: &Masks, each: impl FnMut(Move)) {
        self.double_steps_into(masks, &mut Each(each));
    }

    /// Hands out every capture of a pawn that has just gone two squares. It
    /// needs no masks: whether there is one was worked out with the last move.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// use rulebook_games::chess::notation::read_fen;
    /// let position = read_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// let mut moves = Vec::new();
    /// position.en_passants(|found| moves.push(found));
    /// assert_eq!(moves[0].to, Square::D6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn en_passants(&self, each: impl FnMut(Move)) {
        self.en_passant_into(&mut Each(each));
    }

    /// Hands out every castling.
    ///
    /// ```
    /// use rulebook_games::chess::board::Square;
    /// use rulebook_games::chess::notation::read_fen;
    /// let position = read_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// let mut rooks = Vec::new();
    /// position.castlings(&position.masks(), |found| rooks.push(found.to));
    /// assert_eq!(rooks, [Square::A1, Square::H1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn castlings(&self, masks: &Masks, each: impl FnMut(Move)) {
        self.castling_into(masks, &mut Each(each));
    }

    /// Hands out every move with which a pawn reaches the last rank, once for
    /// each piece that it may become.
    ///
    /// ```
    /// use rulebook_games::chess::notation::read_fen;
    /// let position = read_fen("8/4P3/8/8/8/8/k7/7K w - - 0 1")?;
    /// let mut moves = Vec::new();
    /// position.promotions(&position.masks(), |found| moves.push(found));
    /// assert_eq!(moves.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn promotions(&self, masks: &Masks, each: impl FnMut(Move)) {
        self.promotions_into(masks, &mut Each(each));
    }

    /// Whether castling is worth asking about: there is a right, and nothing
    /// stands in the way. Checks and attacks are left to the generator.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// use rulebook_games::chess::notation::read_fen;
    /// assert!(!Position::start().may_castle());
    /// assert!(read_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?.may_castle());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn may_castle(&self) -> bool {
        !self.open_castles(self.king(self.rest.turn)).is_empty()
    }

    /// Whether a double step is worth asking about: a pawn at home has two
    /// empty squares ahead. Checks and pins are left to the generator.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert!(Position::start().may_step_twice());
    /// ```
    #[inline]
    pub fn may_step_twice(&self) -> bool {
        let home = self.mine(Role::Pawn) & Squares::rank(self.rest.turn.pawn_rank());
        !(double(self, home) & !self.board.occupied()).is_empty()
    }

    /// Whether promotion is worth asking about: a pawn is one step away.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert!(!Position::start().may_promote());
    /// ```
    #[inline]
    pub fn may_promote(&self) -> bool {
        !self.ready_pawns().is_empty()
    }

    /// Hands out every legal move.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// let mut count = 0;
    /// Position::start().legal_moves(|_| count += 1);
    /// assert_eq!(count, 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self, each: impl FnMut(Move)) {
        self.legal_into(&self.masks(), &mut Each(each));
    }

    /// Every legal move in a list.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().legal_list().len(), 20);
    /// ```
    pub fn legal_list(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves(|found| moves.push(found));
        moves
    }

    /// How many legal moves there are, without making a list of them.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert_eq!(Position::start().count_legal(), 20);
    /// ```
    #[inline]
    pub fn count_legal(&self) -> usize {
        let mut count = Count::default();
        self.legal_into(&self.masks(), &mut count);
        count.0
    }

    /// Whether there is a legal move. This stops early: almost always a pawn
    /// that is not pinned can step, and nobody gives check.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// assert!(Position::start().has_legal_move());
    /// ```
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        let masks = self.masks();
        let free = self.mine(Role::Pawn) & !masks.pinned;
        let steps = free.forward(self.rest.turn) & !self.board.occupied();
        // A step to the last rank is as good: a promotion.
        !(steps & masks.targets).is_empty() || self.has_other_move(&masks)
    }

    /// Any of these may be all there is: also a double step that ends a check,
    /// or, where the rook starts beside the king, castling.
    #[inline(never)]
    fn has_other_move(&self, masks: &Masks) -> bool {
        let mut any = Any::default();
        if !masks.is_double() {
            self.officers_into(masks, &mut any);
        }
        if !any.0 && !masks.is_double() {
            self.pawns_into(masks, &mut any);
            self.double_steps_into(masks, &mut any);
            self.en_passant_into(&mut any);
            self.promotions_into(masks, &mut any);
            self.castling_into(masks, &mut any);
        }
        any.0 || !self.king_steps(masks).is_empty()
    }

    #[inline]
    fn legal_into(&self, masks: &Masks, sink: &mut impl sink::Sink) {
        self.ordinary_into(masks, sink);
        // With two checkers only the king moves.
        if !masks.is_double() {
            self.double_steps_into(masks, sink);
            self.en_passant_into(sink);
            self.promotions_into(masks, sink);
            self.castling_into(masks, sink);
        }
    }
}
