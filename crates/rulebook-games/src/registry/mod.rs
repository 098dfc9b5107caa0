//! All games by name, with their types hidden, for programs that offer every
//! one of them.

mod any_game;
mod start_at;
mod told;

use std::marker::PhantomData;

use rulebook::{Book, Seed, SessionOptions, StartError};

pub use any_game::{AnyGame, Offered};
pub use start_at::StartAtError;
pub use told::{TextError, Told};

use crate::chess::{self, chess960};
use crate::playable::Playable;
use crate::{backgammon, connect_four, duels, night_market, tic_tac_toe};
use any_game::Running;

/// A game in the list of all games.
///
/// # Example
///
/// ```
/// let names: Vec<_> = rulebook_games::games().iter().map(|game| game.name()).collect();
/// assert_eq!(names, ["tic-tac-toe", "connect-four", "chess", "chess960", "backgammon", "night-market", "duels"]);
/// ```
pub trait Registered: Send + Sync {
    /// The game's name, as one writes it on a command line.
    fn name(&self) -> &'static str;

    /// The game in one sentence.
    fn about(&self) -> &'static str;

    /// How many people play.
    fn seats(&self) -> usize;

    /// The rules as an outline, one line for each phase and rule.
    fn outline(&self) -> String;

    /// How a position is written: a sentence that says what to write, with an
    /// example.
    fn positions(&self) -> &'static str;

    /// Starts a game. The seed settles the dice.
    ///
    /// # Errors
    ///
    /// If the options ask for what the game's book does not offer.
    fn start(&self, seed: Seed, options: SessionOptions) -> Result<Box<dyn AnyGame>, StartError>;

    /// Starts a game from a position.
    ///
    /// # Errors
    ///
    /// If the text is no position of the game, or the options ask for what the
    /// game's book does not offer.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::{Seed, SessionOptions};
    ///
    /// let chess = rulebook_games::find("chess").unwrap();
    /// let mate_in_one = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    /// let mut game = chess.start_at(mate_in_one, Seed(1), SessionOptions::default())?;
    /// assert_eq!(game.position(), mate_in_one);
    /// game.submit(rulebook::Seat(0).into(), "a1a8")?;
    /// assert!(game.result().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn start_at(
        &self,
        position: &str,
        seed: Seed,
        options: SessionOptions,
    ) -> Result<Box<dyn AnyGame>, StartAtError>;
}

/// All games, in the order in which one would show them.
///
/// # Example
///
/// ```
/// for game in rulebook_games::games() {
///     println!("{:<14}{} ({} players)", game.name(), game.about(), game.seats());
/// }
/// # assert!(!rulebook_games::games().is_empty());
/// ```
pub fn games() -> &'static [&'static dyn Registered] {
    &[
        &Entry::<tic_tac_toe::TicTacToe>(PhantomData),
        &Entry::<connect_four::ConnectFour>(PhantomData),
        &Entry::<chess::Chess>(PhantomData),
        &Entry::<chess960::Chess960>(PhantomData),
        &Entry::<backgammon::Backgammon>(PhantomData),
        &Entry::<night_market::NightMarket>(PhantomData),
        &Entry::<duels::Duels>(PhantomData),
    ]
}

/// What a program does with a game whose type it must know: one that wants
/// explanations as data, say.
///
/// # Example
///
/// ```
/// use rulebook_games::{Playable, Visit, visit};
///
/// /// Counts the rules of a game.
/// struct Rules;
/// impl Visit for Rules {
///     type Out = usize;
///     fn visit<G: Playable>(self) -> usize {
///         G::book().rules().count()
///     }
/// }
///
/// assert_eq!(visit("tic-tac-toe", Rules), Some(4));
/// assert_eq!(visit("hopscotch", Rules), None);
/// ```
pub trait Visit {
    /// What comes of it.
    type Out;

    /// Does it with this game.
    fn visit<G: Playable>(self) -> Self::Out;
}

/// Does something with the game of that name, if there is one.
///
/// ```
/// use rulebook_games::{Playable, Visit, visit};
/// /// How many people play a game.
/// struct Seats;
/// impl Visit for Seats {
///     type Out = usize;
///     fn visit<G: Playable>(self) -> usize {
///         G::SEATS
///     }
/// }
/// assert_eq!(visit("night-market", Seats), Some(3));
/// ```
pub fn visit<V: Visit>(name: &str, visitor: V) -> Option<V::Out> {
    match name {
        tic_tac_toe::TicTacToe::NAME => Some(visitor.visit::<tic_tac_toe::TicTacToe>()),
        connect_four::ConnectFour::NAME => Some(visitor.visit::<connect_four::ConnectFour>()),
        chess::Chess::NAME => Some(visitor.visit::<chess::Chess>()),
        chess960::Chess960::NAME => Some(visitor.visit::<chess960::Chess960>()),
        backgammon::Backgammon::NAME => Some(visitor.visit::<backgammon::Backgammon>()),
        night_market::NightMarket::NAME => Some(visitor.visit::<night_market::NightMarket>()),
        duels::Duels::NAME => Some(visitor.visit::<duels::Duels>()),
        _ => None,
    }
}

/// The game of that name.
///
/// # Example
///
/// ```
/// use rulebook::{Seat, Seed, SessionOptions};
///
/// let game = rulebook_games::find("tic-tac-toe").unwrap();
/// let mut game = game.start(Seed(1), SessionOptions::default())?;
/// game.submit(Seat(0).into(), "b2")?;
/// assert_eq!(game.show(), "3 . . .\n2 . x .\n1 . . .\n  a b c\n");
///
/// assert!(rulebook_games::find("hopscotch").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(name: &str) -> Option<&'static dyn Registered> {
    games().iter().copied().find(|game| game.name() == name)
}

/// The entry of one game.
struct Entry<G>(PhantomData<fn() -> G>);

impl<G: Playable> Registered for Entry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn seats(&self) -> usize {
        G::SEATS
    }

    fn outline(&self) -> String {
        Book::outline(&G::book())
    }

    fn positions(&self) -> &'static str {
        G::POSITIONS
    }

    fn start(&self, seed: Seed, options: SessionOptions) -> Result<Box<dyn AnyGame>, StartError> {
        let session = G::book().start_with(G::setup(), seed, options)?;
        Ok(Box::new(Running::<G>(session)))
    }

    fn start_at(
        &self,
        position: &str,
        seed: Seed,
        options: SessionOptions,
    ) -> Result<Box<dyn AnyGame>, StartAtError> {
        let session = G::book().start_with(G::read_position(position)?, seed, options)?;
        Ok(Box::new(Running::<G>(session)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;
    impl Visit for Name {
        type Out = &'static str;
        fn visit<G: Playable>(self) -> &'static str {
            G::NAME
        }
    }

    #[test]
    fn every_game_can_be_visited() {
        for game in games() {
            assert_eq!(visit(game.name(), Name), Some(game.name()));
        }
    }
}
