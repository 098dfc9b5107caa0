//! What happens in a game.

use std::fmt;

use rulebook::prelude::*;

use super::Table;
use super::board::{Play, Roll, Side, Step, Win};

/// How a game was won.
///
/// ```
/// use rulebook_games::backgammon::Victory;
/// use rulebook_games::backgammon::board::Win;
/// assert_eq!(Victory::BorneOff(Win::Gammon).to_string(), "a gammon");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victory {
    /// All checkers were borne off.
    BorneOff(Win),
    /// The opponent dropped a double.
    Dropped,
    /// The opponent resigned.
    Resigned(Win),
}

/// With its article.
impl fmt::Display for Victory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Victory::BorneOff(win) => write!(f, "a {win}"),
            Victory::Dropped => f.write_str("a dropped double"),
            Victory::Resigned(win) => write!(f, "a {win} by resignation"),
        }
    }
}

/// What happens in a game.
///
/// ```
/// use rulebook::Game;
/// use rulebook_games::backgammon::board::Side;
/// use rulebook_games::backgammon::{Backgammon, Event, setup};
/// let mut table = setup();
/// Backgammon::apply(&mut table, &Event::Thrown { white: 3, black: 5 });
/// assert_eq!(table.side(), Side::Black);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Event {
    /// Each player threw a die. If they differ, somebody begins.
    Thrown {
        /// White's die.
        white: u8,
        /// Black's die.
        black: u8,
    },
    /// The dice were rolled.
    Rolled {
        /// How they fell.
        roll: Roll,
    },
    /// A whole roll was played, and it is the other one's turn.
    Played {
        /// How.
        play: Play,
    },
    /// One die was played.
    Stepped {
        /// How.
        step: Step,
    },
    /// The last step was taken back.
    TakenBack {
        /// Which it was.
        step: Step,
    },
    /// The steps stand, and it is the other one's turn.
    Finished,
    /// A player offers a double.
    Doubled {
        /// Who.
        by: Side,
    },
    /// The double was taken and at once turned again.
    Beavered {
        /// By whom.
        by: Side,
    },
    /// The double was taken.
    Taken {
        /// By whom.
        by: Side,
    },
    /// A player resigns, if the opponent accepts it.
    Resigned {
        /// Who.
        by: Side,
        /// What they offer to lose.
        win: Win,
    },
    /// The resignation was not accepted: the game goes on.
    Declined {
        /// By whom.
        by: Side,
    },
    /// A game was won.
    Won {
        /// By whom.
        winner: Side,
        /// How.
        victory: Victory,
        /// How many points it counts.
        points: u32,
    },
}

#[inline]
pub(super) fn apply(table: &mut Table, event: Event) {
    match event {
        Event::Thrown { white, black } => {
            if let Some((side, roll)) = Roll::opening(white, black) {
                table.roll(side, roll);
            }
        }
        Event::Rolled { roll } => table.roll(table.side(), roll),
        Event::Played { play } => table.play(play),
        Event::Stepped { step } => table.step(|turn| turn.go_on(step)),
        Event::TakenBack { .. } => table.step(|turn| {
            turn.undo();
        }),
        Event::Finished => table.pass(),
        Event::Doubled { by } => table.turn_cube(table.cube().offered(by)),
        Event::Beavered { .. } => {
            if let Some(cube) = table.cube().beavered() {
                table.turn_cube(cube);
            }
        }
        Event::Taken { .. } => {
            if let Some(cube) = table.cube().taken() {
                table.turn_cube(cube);
            }
        }
        Event::Resigned { win, .. } => table.resign(Some(win)),
        Event::Declined { .. } => table.resign(None),
        Event::Won { winner, points, .. } => table.win(winner, points),
    }
}
