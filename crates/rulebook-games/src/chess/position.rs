//! Positions as text: FEN.

use super::Match;
use super::notation::{FenError, FenStyle, read_fen, write_fen, write_fen_as};
use crate::PositionError;

pub(super) const FORM: &str = "write a FEN with its six fields, like \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"; \
     castling may also be written by the rooks' files (HAha).";
pub(super) const FORM_960: &str = "write a FEN with its six fields and castling by the rooks' files, like \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"; \
     or \"unarranged\" if lots are still to be drawn.";

const UNARRANGED: &str = "unarranged";

/// The game as a position: its FEN. It says nothing of offers, of positions
/// that came before, and of a game that was given up or agreed drawn.
///
/// ```
/// use rulebook_games::chess::{setup, write_position};
/// assert_eq!(
///     write_position(&setup()),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
/// );
/// ```
pub fn write_position(game: &Match) -> String {
    write_fen(game.position())
}

/// Sets up a position.
///
/// # Errors
///
/// If it is no FEN, or the position is not legal: every reason.
///
/// ```
/// use rulebook_games::chess::read_position;
/// let error = read_position("8/8/8/8/8/8/8/4K3 w - - 0 1").unwrap_err();
/// assert_eq!(error.at(), Some(0));
/// assert!(error.why().contains("Black has no king"), "{error}");
/// ```
pub fn read_position(text: &str) -> Result<Match, PositionError> {
    read_fen(text).map(Match::from).map_err(misread(text))
}

/// The same for Chess960: castling by the rooks' files, and a word for the
/// board before lots are drawn.
pub(super) fn write_position_960(game: &Match) -> String {
    if game.is_arranged() {
        write_fen_as(game.position(), FenStyle::SHREDDER)
    } else {
        UNARRANGED.to_owned()
    }
}

/// The same for Chess960.
pub(super) fn read_position_960(text: &str) -> Result<Match, PositionError> {
    if text == UNARRANGED {
        return Ok(Match::unarranged());
    }
    read_fen(text).map(Match::chess960).map_err(misread(text))
}

fn misread(text: &str) -> impl Fn(FenError) -> PositionError {
    move |error| {
        let before = text.get(..error.place.offset).unwrap_or(text);
        PositionError::at_character(text, before.chars().count(), error.problem.to_string())
    }
}
