//! What a game must say about itself so that it can be recorded.

use rulebook::Game;

/// A game whose actions and setups can be written as text and read back.
///
/// With the feature `games`, every
/// [`Playable`](https://docs.rs/rulebook-games) game is one.
///
/// # Example
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_record::{Recordable, Recorder, Replay, session_options};
///
/// struct Counter;
/// impl Game for Counter {
///     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
///     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// }
///
/// impl Recordable for Counter {
///     fn game_name() -> &'static str { "counter" }
///     fn standard_setup() -> Option<u32> { Some(0) }
///     fn write_action(action: &u32) -> String { action.to_string() }
///     fn read_action(text: &str) -> Result<u32, String> {
///         text.parse().map_err(|_| "write a whole number.".to_owned())
///     }
///     fn write_setup(total: &u32) -> String { total.to_string() }
///     fn read_setup(text: &str) -> Result<u32, String> { Self::read_action(text) }
/// }
///
/// let book = Book::<Counter>::builder("counter")
///     .digests()
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start_with(0, Seed(1), session_options())?;
/// let mut recorder = Recorder::start(Vec::new(), &mut game)?;
/// recorder.submit(&mut game, Seat(0), 5)?;
/// recorder.submit(&mut game, Seat(1), 6)?;
/// let record = recorder.into_inner();
///
/// let mut replay = Replay::open(&book, &record[..])?;
/// replay.run()?;
/// assert_eq!(*replay.session().state(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Recordable: Game {
    /// The game's name, which stands in the header.
    fn game_name() -> &'static str;

    /// Where every game of its kind begins, if they all begin in one place.
    fn standard_setup() -> Option<Self::State>;

    /// An action as text. What [`read_action`](Recordable::read_action) reads
    /// from it must be the same action.
    fn write_action(action: &Self::Action) -> String;

    /// Reads an action.
    ///
    /// # Errors
    ///
    /// If it is none, a sentence that says what to write.
    fn read_action(text: &str) -> Result<Self::Action, String>;

    /// A state as text, from which a game can be started. It need not be lossless
    /// for every state; a recorder refuses to begin where it is not.
    fn write_setup(state: &Self::State) -> String;

    /// Reads a state.
    ///
    /// # Errors
    ///
    /// If it is none, a sentence that says why.
    fn read_setup(text: &str) -> Result<Self::State, String>;

    /// Reads a state of a game that is played with the same things as another
    /// state of it: where cards are data, with its cards.
    ///
    /// # Errors
    ///
    /// As [`read_setup`](Recordable::read_setup).
    fn read_setup_like(other: &Self::State, text: &str) -> Result<Self::State, String> {
        let _ = other;
        Self::read_setup(text)
    }

    /// The state as a person wants to see it, line by line: where a replay
    /// diverges, the two sides are compared like this.
    fn picture(state: &Self::State) -> String {
        Self::write_setup(state)
    }
}

#[cfg(feature = "games")]
impl<G: rulebook_games::Playable> Recordable for G {
    fn game_name() -> &'static str {
        G::NAME
    }

    fn standard_setup() -> Option<G::State> {
        Some(G::setup())
    }

    fn write_action(action: &G::Action) -> String {
        G::print(action)
    }

    fn read_action(text: &str) -> Result<G::Action, String> {
        G::parse(text).map_err(|error| error.to_string())
    }

    fn write_setup(state: &G::State) -> String {
        G::write_position(state)
    }

    fn read_setup(text: &str) -> Result<G::State, String> {
        G::read_position(text).map_err(|error| error.to_string())
    }

    fn read_setup_like(other: &G::State, text: &str) -> Result<G::State, String> {
        G::read_position_like(other, text).map_err(|error| error.to_string())
    }

    fn picture(state: &G::State) -> String {
        G::show(state)
    }
}
