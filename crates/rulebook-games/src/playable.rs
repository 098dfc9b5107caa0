//! What a reference game offers besides its rules: a setup, its universe of
//! actions, and words for its board and its actions.

use std::error::Error;
use std::fmt;

use rulebook::prelude::*;

/// A game that programs can offer to people: it has a name, starts by itself,
/// and can be shown, read and written as text.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::Playable;
///
/// /// The first move in the middle, whatever the game calls it.
/// fn open<G: Playable>(text: &str) -> Result<String, Box<dyn std::error::Error>> {
///     let mut game = G::book().start(G::setup(), Seed(1))?;
///     game.submit(Seat(0), G::parse(text)?)?;
///     Ok(G::show(game.state()))
/// }
///
/// assert_eq!(
///     open::<rulebook_games::tic_tac_toe::TicTacToe>("b2")?,
///     "3 . . .\n2 . x .\n1 . . .\n  a b c\n",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Playable: Game {
    /// The game's name, as one writes it on a command line.
    const NAME: &'static str;
    /// The game in one sentence.
    const ABOUT: &'static str;
    /// How many people play.
    const SEATS: usize;

    /// The rules.
    fn book() -> Book<Self>;

    /// Where every game begins. What chance decides is decided in the game.
    fn setup() -> Self::State;

    /// Every action that could make sense to anybody in this state, and some
    /// that cannot: tests submit them all.
    fn universe(state: &Self::State) -> Vec<Self::Action>;

    /// The state as a person wants to see it.
    fn show(state: &Self::State) -> String;

    /// An action as a person writes it.
    fn print(action: &Self::Action) -> String;

    /// An event as a person tells it.
    fn tell(event: &Self::Event) -> String;

    /// Reads an action as a person writes it.
    ///
    /// # Errors
    ///
    /// If it cannot be read; the error says how to write it.
    fn parse(text: &str) -> Result<Self::Action, ParseError>;

    /// Whether the action cuts the fun short (resigning, the bell), so that
    /// nobody who plays at random should take it often.
    fn is_rare(action: &Self::Action) -> bool {
        let _ = action;
        false
    }
}

/// A text that is no action of the game.
///
/// # Example
///
/// ```
/// use rulebook_games::ParseError;
/// let error = ParseError::new("jump", "write \"walk\".");
/// assert_eq!(error.to_string(), "\"jump\" cannot be read: write \"walk\".");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    text: String,
    expected: &'static str,
}

impl ParseError {
    /// This text cannot be read; `expected` says what to write instead.
    pub fn new(text: &str, expected: &'static str) -> Self {
        ParseError { text: text.to_owned(), expected }
    }

    /// The text that cannot be read.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be read: {}", self.text, self.expected)
    }
}

impl Error for ParseError {}
