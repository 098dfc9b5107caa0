//! my-game: a game for two, written as a book of rules.
//!
//! For now it is this one: twenty-one stones lie on the table. The players take
//! turns and take one, two or three of them. Whoever takes the last stone loses.
//!
//! Make it your own: begin with the types below, go on with the rules in
//! `book.rs`, and run `cargo test` after each change. The guide's chapter "Your
//! first game" explains every line that stands here.

mod book;
mod text;

pub use book::book;
pub use text::{parse, print, show};

use rulebook::prelude::*;

/// How many stones there are at the start.
pub const STONES: u32 = 21;
/// How many stones a player may take at once.
pub const MOST: u32 = 3;

/// Everything that is true now. `Canonical` gives it a digest: two states are
/// the same if their digests are.
#[derive(Clone, Debug, PartialEq, Canonical)]
pub struct State {
    /// How many stones are left.
    pub stones: u32,
    /// Whose turn it is.
    pub turn: Seat,
    /// Who has lost, once somebody has.
    pub loser: Option<Seat>,
}

/// What a player submits. `Kinds` makes `ActionKind`, by which checks and rules
/// say what they are about.
#[derive(Clone, Debug, PartialEq, Kinds)]
pub enum Action {
    /// Take so many stones.
    Take(u32),
    /// Give up.
    Resign,
}

/// What happens. Only events change the state. (Guide: "Reactions and
/// prevention", when cards or statuses are to change what happens.)
#[derive(Clone, Debug, PartialEq, Kinds)]
pub enum Event {
    /// Stones are taken, and it is the other player's turn.
    Took { seat: Seat, stones: u32 },
    /// Somebody has lost.
    Lost { seat: Seat },
}

/// Why an action is refused. The comments are what the player reads.
#[derive(Clone, Debug, PartialEq, Reason)]
pub enum Why {
    /// It is not your turn.
    NotYourTurn,
    /// You may take one, two or three stones, not {stones}.
    NotOneToThree { stones: u32 },
    /// You cannot take {stones} stones: there are {left}.
    TooFew { stones: u32, left: u32 },
}

/// The game itself: it holds nothing, and names the types.
pub struct MyGame;

impl Game for MyGame {
    type State = State;
    type Action = Action;
    type Event = Event;
    type Trace = ();
    type Reason = Why;

    /// The one function that changes the state. It decides nothing.
    fn apply(state: &mut State, event: &Event) {
        match *event {
            Event::Took { seat, stones } => {
                state.stones -= stones;
                state.turn = seat.next(2);
            }
            Event::Lost { seat } => state.loser = Some(seat),
        }
    }

    /// Who may act now.
    fn active(state: &State) -> Actors {
        Actors::only(state.turn)
    }

    /// What each seat got, once the game is over.
    fn result(state: &State) -> Option<Scores> {
        state.loser.map(|loser| Scores::win(loser.next(2), 2))
    }
}

/// Where every game begins. What chance decides is decided in the game, with
/// the engine's dice. (Guide: "Choices, dice and time".)
pub fn setup() -> State {
    State {
        stones: STONES,
        turn: Seat(0),
        loser: None,
    }
}
