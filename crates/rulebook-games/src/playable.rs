//! What a reference game offers besides its rules: a setup, its universe of
//! actions, and words for its board, its positions and its actions.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use rulebook::Imagined;
use rulebook::prelude::*;

use crate::{CardsError, Kit, PositionError};

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
pub trait Playable: Imagined + Viewed<Report = <Self as Game>::Event> {
    /// The game's name, as one writes it on a command line.
    const NAME: &'static str;
    /// The game in one sentence.
    const ABOUT: &'static str;
    /// How many people play.
    const SEATS: usize;
    /// How a position is written: a sentence that says what to write, with an
    /// example.
    const POSITIONS: &'static str;
    /// How many actions ahead somebody should look who plays on at random to
    /// find out what a state is worth. Mostly to the end.
    const HORIZON: u32 = 1_000;

    /// The rules.
    fn book() -> Book<Self>;

    /// Where every game begins. What chance decides is decided in the game.
    fn setup() -> Self::State;

    /// Every action that could make sense to anybody in this state, and some
    /// that cannot: tests submit them all.
    fn universe(state: &Self::State) -> Vec<Self::Action>;

    /// The state as a person wants to see it.
    fn show(state: &Self::State) -> String;

    /// What somebody sees of the state, as they want to see it.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_games::{Playable, duels::Duels};
    /// let mut duel = Duels::book().start(Duels::setup(), Seed(1))?;
    /// duel.submit(By::Chance, Duels::parse("deal")?)?;
    /// let shown = Duels::show_sight(&duel.view(Seat(1))?.state);
    /// assert!(shown.contains(", and 5 more")); // the other's: hidden, but counted
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn show_sight(sight: &Self::Sight) -> String;

    /// What the cards say that somebody sees, each card once: its name, what it
    /// is, and a line for each thing that it does. Most games have no cards.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::prelude::*;
    /// use rulebook_games::{Playable, duels::Duels};
    /// let mut duel = Duels::book().start(Duels::setup(), Seed(1))?;
    /// let texts = Duels::card_texts(&duel.view(Seat(0))?.state);
    /// assert!(texts.iter().any(|text| text.starts_with("Tide Warden: Champion, ")), "{texts:?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn card_texts(sight: &Self::Sight) -> Vec<String> {
        let _ = sight;
        Vec::new()
    }

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

    /// Reads an action as a person writes it who looks at this state: what
    /// [`parse`](Self::parse) reads, and, where the game has such a notation,
    /// what means something only on this board.
    ///
    /// # Errors
    ///
    /// If it cannot be read; the error says where, and how to write it. What is
    /// understood but not legal is no error: the engine says why not.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook_games::{Playable, chess::Chess};
    /// let knight = Chess::parse_in(&Chess::setup(), "Nf3")?;
    /// assert_eq!(Chess::print(&knight), "g1f3");
    /// let error = Chess::parse_in(&Chess::setup(), "Nf9").unwrap_err();
    /// assert_eq!(error.at(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn parse_in(state: &Self::State, text: &str) -> Result<Self::Action, ParseError> {
        let _ = state;
        Self::parse(text)
    }

    /// The action as a person writes it who looks at this state, where the game
    /// has such a notation: what [`parse_in`](Self::parse_in) reads. It must say
    /// no more than whoever acts knows.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook_games::{Playable, chess::Chess, connect_four::ConnectFour};
    /// let (board, knight) = (Chess::setup(), Chess::parse("g1f3")?);
    /// assert_eq!(Chess::print_in(&board, &knight), "Nf3");
    /// assert_eq!(Chess::parse_in(&board, "Nf3")?, knight);
    /// let column = ConnectFour::parse("d")?;
    /// assert_eq!(ConnectFour::print_in(&ConnectFour::setup(), &column), "d");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn print_in(state: &Self::State, action: &Self::Action) -> String {
        let _ = state;
        Self::print(action)
    }

    /// The state as a position: one line of text from which it can be set up
    /// again. What stands on the board is in it, and what happened before is
    /// not, except where the game's own notation says so.
    fn write_position(state: &Self::State) -> String;

    /// Sets up a position from its text.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or there is no such position; the error says where
    /// and why.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook_games::{Playable, connect_four::ConnectFour};
    /// let text = "......./......./......./......./...r.../...r...";
    /// let error = ConnectFour::read_position(text).unwrap_err();
    /// assert!(error.to_string().contains("There are 2 r and 0 y"), "{error}");
    /// ```
    fn read_position(text: &str) -> Result<Self::State, PositionError>;

    /// Sets up a position from its text, of a game that began like `setup`: where
    /// cards are data, with its cards.
    ///
    /// # Errors
    ///
    /// As [`read_position`](Self::read_position).
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook_games::{Playable, duels::{Duels, cards::CardSet}};
    /// let mine = CardSet::STANDARD.replace("Ember Hound", "Cinder Hound");
    /// let duel = Duels::with_cards("mine.json", &mine)?.setup;
    /// let text = Duels::write_position(&duel);
    /// assert_eq!(Duels::read_position_like(&duel, &text)?, duel);
    /// assert_ne!(Duels::read_position(&text)?, duel);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn read_position_like(setup: &Self::State, text: &str) -> Result<Self::State, PositionError> {
        let _ = setup;
        Self::read_position(text)
    }

    /// The game with the cards of a file. The file's name is for messages alone.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the file; or that the game has no cards,
    /// as most have none.
    fn with_cards(file: &str, text: &str) -> Result<Kit<Self>, CardsError> {
        let _ = (file, text);
        Err(CardsError::NoCards { game: Self::NAME })
    }

    /// The same position for somebody who counts or searches moves: it is
    /// played on until there is no move, whatever else would end it, and every
    /// move is one action.
    fn for_counting(state: Self::State) -> Self::State {
        state
    }

    /// What a state is worth to a seat as far as one can see without looking
    /// ahead, in thousandths of a point: for who looks no further than the
    /// [horizon](Playable::HORIZON). Nothing, unless the game says otherwise.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::{Playable, chess::Chess};
    /// let queen_up = Chess::read_position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")?;
    /// assert!(Chess::estimate(&queen_up, Seat(0)) > 0);
    /// assert!(Chess::estimate(&queen_up, Seat(1)) < 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn estimate(state: &Self::State, seat: Seat) -> i32 {
        let _ = (state, seat);
        0
    }

    /// What an action is to somebody who counts moves. Unless the game says
    /// otherwise, what is rare is no move, and everything else is one.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook_games::{CountsAs, Playable, chess::{Action, Chess, parse}};
    /// assert_eq!(Chess::counts_as(&parse("e2e4")?), CountsAs::Move);
    /// assert_eq!(Chess::counts_as(&Action::Resign), CountsAs::Aside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn counts_as(action: &Self::Action) -> CountsAs {
        if Self::is_rare(action) { CountsAs::Aside } else { CountsAs::Move }
    }

    /// Whether the action cuts the fun short (resigning, the bell), so that
    /// nobody who plays at random should take it often.
    fn is_rare(action: &Self::Action) -> bool {
        let _ = action;
        false
    }
}

/// What an action is to somebody who counts moves.
///
/// # Example
///
/// ```
/// use rulebook_games::{CountsAs, Playable, backgammon::{Action, Backgammon, parse}};
/// assert_eq!(Backgammon::counts_as(&parse("8/5 6/5")?), CountsAs::Move);
/// assert_eq!(Backgammon::counts_as(&Action::Roll), CountsAs::Chance);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountsAs {
    /// A move, which is counted.
    Move,
    /// It lets dice or lots decide: what comes after it depends on them, and
    /// nobody can count on.
    Chance,
    /// No move: resigning, offering a draw, passing where nothing can be
    /// played.
    Aside,
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
    at: Option<usize>,
    expected: Cow<'static, str>,
}

impl ParseError {
    /// This text cannot be read; `expected` says what to write instead.
    ///
    /// ```
    /// use rulebook_games::ParseError;
    /// assert_eq!(ParseError::new("jump", "write \"walk\".").at(), None);
    /// ```
    pub fn new(text: &str, expected: impl Into<Cow<'static, str>>) -> Self {
        ParseError { text: text.to_owned(), at: None, expected: expected.into() }
    }

    /// This text cannot be read from this character on, counted from 0.
    ///
    /// ```
    /// use rulebook_games::ParseError;
    /// let error = ParseError::at_character("walk 9", 5, "write a number from 1 to 8.");
    /// let said = "\"walk 9\" cannot be read, at character 6: write a number from 1 to 8.";
    /// assert_eq!(error.to_string(), said);
    /// ```
    pub fn at_character(text: &str, at: usize, expected: impl Into<Cow<'static, str>>) -> Self {
        ParseError { at: Some(at), ..ParseError::new(text, expected) }
    }

    /// The text that cannot be read.
    ///
    /// ```
    /// use rulebook_games::ParseError;
    /// assert_eq!(ParseError::new("jump", "write \"walk\".").text(), "jump");
    /// ```
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The character at which it cannot be read, from 0; the length of the text
    /// if something is missing at its end, and nothing if no part of it can be
    /// read.
    ///
    /// ```
    /// use rulebook_games::{Playable, backgammon::Backgammon};
    /// assert_eq!(Backgammon::parse("8/5 6/x").unwrap_err().at(), Some(6));
    /// assert_eq!(Backgammon::parse("jump").unwrap_err().at(), None);
    /// ```
    pub fn at(&self) -> Option<usize> {
        self.at
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be read", self.text)?;
        if let Some(at) = self.at {
            write!(f, ", at character {}", at + 1)?;
        }
        write!(f, ": {}", self.expected)
    }
}

impl Error for ParseError {}
