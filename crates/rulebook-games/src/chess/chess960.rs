//! Chess960: chess from one of 960 starts, for which lots are drawn.
//!
//! Chance arranges the officers first: the bishops on squares of both colours,
//! the king between its rooks. King and rook castle to where they would in
//! chess, wherever they started. Castling is written as the king's move to its
//! rook.

use rulebook::prelude::*;

use super::book::sheet;
use super::{Action, ChessGame, Draws, Ending, Event, Match, Trace, Why, event, position};
use super::{parse, parse_in, print, print_in, show, tell, universe};
use crate::{CountsAs, ParseError, Playable, PositionError};

/// The game of Chess960; see the [module](self).
///
/// ```
/// use rulebook::{By, Game};
/// use rulebook_games::chess::chess960::{Chess960, setup};
/// assert!(Chess960::active(&setup()).contains(By::Chance));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Chess960;

super::chess_game!(Chess960);
super::playable!(
    Chess960,
    "chess960",
    "Chess from one of 960 starts, for which lots are drawn.",
    book,
    setup,
    position::FORM_960,
    position::write_position_960,
    position::read_position_960
);

/// The rules of Chess960: the rule sheet of chess.
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::chess::Action;
/// use rulebook_games::chess::chess960::{book, setup};
/// let mut game = book().start(setup(), Seed(1))?;
/// game.submit(By::Chance, Action::Arrange)?;
/// assert!(game.state().position().chess960_number().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<Chess960> {
    sheet("chess960").compile().expect("the rule sheet has no mistakes")
}

/// The board before lots are drawn. A game from a known start begins with
/// [`Match::chess960`].
///
/// ```
/// use rulebook_games::chess::chess960::setup;
/// assert!(!setup().is_arranged());
/// ```
pub fn setup() -> Match {
    Match::unarranged()
}
