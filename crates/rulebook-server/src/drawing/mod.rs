//! How games are drawn: what a board looks like, as JSON, for the page.

mod backgammon;
mod chess;
mod duels;
mod grid;
mod market;

use rulebook::Game;
use rulebook_games::Playable;
use serde_json::Value;

use crate::wire::Drawing;

pub(crate) use backgammon::backgammon;
pub(crate) use chess::chess;
pub(crate) use duels::duels;
pub(crate) use grid::{connect_four, tic_tac_toe};
pub(crate) use market::market;

/// Draws a state or a sight: it is given what is drawn, the last action that
/// the viewer may know, and the same board as text.
type Draw<T> = fn(&T, Option<&str>, &str) -> Drawing;

/// How a game is drawn.
pub(crate) struct Artist<G: Playable> {
    /// The name of the drawing.
    pub(crate) name: &'static str,
    /// Draws all of it.
    pub(crate) whole: Draw<G::State>,
    /// Draws what a viewer sees.
    pub(crate) seen: Draw<G::Sight>,
    /// Says what an action or an event is in more words, if there are any, with
    /// what everybody knows.
    pub(crate) words: Option<fn(&G::State, &str) -> String>,
}

impl<G: Playable> Clone for Artist<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Playable> Copy for Artist<G> {}

impl<G: Playable> Artist<G> {
    /// Nothing is drawn but the text.
    pub(crate) const GENERIC: Self = Artist {
        name: "generic",
        whole: |_, _, text| generic(text),
        seen: |_, _, text| generic(text),
        words: None,
    };
}

impl<G: Playable<Sight = <G as Game>::State>> Artist<G> {
    /// Everybody sees everything.
    pub(crate) const fn open(name: &'static str, draw: Draw<G::State>) -> Self {
        Artist { name, whole: draw, seen: draw, words: None }
    }
}

fn generic(text: &str) -> Drawing {
    Drawing::Generic { text: text.to_owned() }
}

/// A drawing of an author's own, under its name.
///
/// # Example
///
/// ```
/// use rulebook_games::tic_tac_toe::{Board, Cell, TicTacToe};
/// use rulebook_server::{OwnDrawing, Studio};
/// use serde_json::{Value, json};
///
/// struct Corners;
/// impl OwnDrawing<TicTacToe> for Corners {
///     const NAME: &'static str = "corners";
///     fn whole(board: &Board) -> Value {
///         json!([0, 2, 6, 8].map(|cell| board.mark(Cell(cell)).map(|seat| seat.0)))
///     }
///     // Everybody sees everything in this game.
///     fn seen(board: &Board) -> Value { Self::whole(board) }
/// }
///
/// let studio = Studio::new().drawn::<TicTacToe, Corners>();
/// assert_eq!(studio.games().collect::<Vec<_>>(), ["tic-tac-toe"]);
/// ```
pub trait OwnDrawing<G: Playable> {
    /// Its name: what tells a page of the author's own how to draw it.
    const NAME: &'static str;

    /// All of the state, for the eye of everything.
    fn whole(state: &G::State) -> Value;

    /// What a viewer sees, and no more.
    fn seen(sight: &G::Sight) -> Value;
}

/// An artist who draws in an author's own way.
pub(crate) fn own<G: Playable, D: OwnDrawing<G>>() -> Artist<G> {
    Artist {
        name: D::NAME,
        whole: |state, _, _| Drawing::Own { name: D::NAME.to_owned(), value: D::whole(state) },
        seen: |sight, _, _| Drawing::Own { name: D::NAME.to_owned(), value: D::seen(sight) },
        words: None,
    }
}
