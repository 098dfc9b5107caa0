//! The choices one has in writing a position.

/// How castling rights are written.
///
/// ```
/// use rulebook_games::chess::notation::{CastlingStyle, FenStyle};
/// assert_eq!(FenStyle::STANDARD.castling, CastlingStyle::Wings);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingStyle {
    /// `K` and `Q`, where they mean the right rook; else the rook's file.
    Wings,
    /// The rook's file always, as the program Shredder does.
    Files,
}

/// When a skipped square is written.
///
/// ```
/// use rulebook_games::chess::notation::{EnPassantStyle, FenStyle};
/// assert_eq!(FenStyle::STANDARD.en_passant, EnPassantStyle::Always);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnPassantStyle {
    /// After every double step.
    Always,
    /// If a pawn can legally be taken there.
    Legal,
}

/// How a position is written.
///
/// ```
/// use rulebook_games::chess::notation::{CastlingStyle, EnPassantStyle, FenStyle};
/// let style = FenStyle { en_passant: EnPassantStyle::Legal, ..FenStyle::SHREDDER };
/// assert_eq!(style.castling, CastlingStyle::Files);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FenStyle {
    /// How castling rights are written.
    pub castling: CastlingStyle,
    /// When a skipped square is written.
    pub en_passant: EnPassantStyle,
}

impl FenStyle {
    /// `KQkq`, and the skipped square after every double step.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// use rulebook_games::chess::notation::{FenStyle, write_fen_as};
    /// let start = Position::start();
    /// assert!(write_fen_as(&start, FenStyle::STANDARD).contains(" KQkq "));
    /// ```
    pub const STANDARD: FenStyle =
        FenStyle { castling: CastlingStyle::Wings, en_passant: EnPassantStyle::Always };
    /// `HAha`, and the skipped square after every double step.
    ///
    /// ```
    /// use rulebook_games::chess::board::Position;
    /// use rulebook_games::chess::notation::{FenStyle, write_fen_as};
    /// let start = Position::start();
    /// assert!(write_fen_as(&start, FenStyle::SHREDDER).contains(" HAha "));
    /// ```
    pub const SHREDDER: FenStyle =
        FenStyle { castling: CastlingStyle::Files, en_passant: EnPassantStyle::Always };
}
