//! What happens in a game, and how each event is taken back.

use std::fmt;

use rulebook::prelude::*;

use super::board::{Cube, Play, Roll, Side, Step, Turn, Win};
use super::{Stage, Table};

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

/// What applying an event left behind: what it overwrote.
///
/// ```
/// use rulebook::Game;
/// use rulebook_games::backgammon::board::{Position, Roll, Side};
/// use rulebook_games::backgammon::{Backgammon, Event, Table, Trace};
/// let roll = Roll::new(3, 1).unwrap();
/// let mut table = Table::rolled(Position::START, Side::White, roll);
/// let play = "8/5 6/5".parse()?;
/// assert_eq!(Backgammon::apply(&mut table, &Event::Played { play }), Trace::Played { roll });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum Trace {
    /// Nothing that the event does not say.
    Nothing,
    /// A whole roll was played.
    Played {
        /// How the dice had fallen.
        roll: Roll,
    },
    /// A turn was ended that was played step by step.
    Finished {
        /// How the dice had fallen.
        roll: Roll,
        /// The steps.
        made: Play,
    },
    /// The cube was turned, or a double was answered.
    Cube {
        /// The cube as it was.
        was: Cube,
    },
    /// A resignation was declined.
    Declined {
        /// What was resigned.
        win: Win,
    },
    /// A game was won: what the table was like. That is too much to carry
    /// along with every event.
    Game {
        /// The table.
        was: Box<Table>,
    },
}

/// What was overwritten, in a few words; of a whole table its text.
impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trace::Nothing => f.write_str("()"),
            Trace::Played { roll } => write!(f, "the dice were {roll}"),
            Trace::Finished { roll, made } => write!(f, "the dice were {roll}, made was {made}"),
            Trace::Cube { was } => write!(f, "the cube was {}", was.value()),
            Trace::Declined { win } => write!(f, "a {win} was resigned"),
            Trace::Game { was } => write!(f, "the table was {was}"),
        }
    }
}

#[inline]
pub(super) fn apply(table: &mut Table, event: Event) -> Trace {
    match event {
        Event::Thrown { white, black } => {
            if let Some((side, roll)) = Roll::opening(white, black) {
                table.roll(side, roll);
            }
        }
        Event::Rolled { roll } => table.roll(table.side(), roll),
        Event::Played { play } => {
            let (roll, _) = dice(table);
            table.play(play);
            return Trace::Played { roll };
        }
        Event::Stepped { step } => table.step(|turn| turn.go_on(step)),
        Event::TakenBack { .. } => table.step(take_back),
        Event::Finished => {
            let (roll, made) = dice(table);
            table.pass();
            return Trace::Finished { roll, made };
        }
        Event::Doubled { by } => return turn_cube(table, Some(table.cube().offered(by))),
        Event::Beavered { .. } => return turn_cube(table, table.cube().beavered()),
        Event::Taken { .. } => return turn_cube(table, table.cube().taken()),
        Event::Resigned { win, .. } => table.resign(Some(win)),
        Event::Declined { .. } => {
            let was = table.resignation();
            table.resign(None);
            return was.map_or(Trace::Nothing, |win| Trace::Declined { win });
        }
        Event::Won { winner, points, .. } => {
            let was = Box::new(*table);
            table.win(winner, points);
            return Trace::Game { was };
        }
    }
    Trace::Nothing
}

#[inline]
pub(super) fn revert(table: &mut Table, event: Event, trace: &Trace) {
    match (event, trace) {
        (_, Trace::Game { was }) => *table = **was,
        (_, Trace::Cube { was }) => table.turn_cube(*was),
        (_, Trace::Declined { win }) => table.resign(Some(*win)),
        (Event::Played { play }, Trace::Played { roll }) => table.unplay(play, *roll),
        (_, Trace::Finished { roll, made }) => table.unpass(*roll, *made),
        (Event::Thrown { white, black }, _) if white != black => table.unroll(Stage::Opening),
        (Event::Rolled { .. }, _) => table.unroll(Stage::Rolling),
        (Event::Stepped { .. }, _) => table.step(take_back),
        (Event::TakenBack { step }, _) => table.step(|turn| turn.go_on(step)),
        (Event::Resigned { .. }, _) => table.resign(None),
        // Two dice that fell alike, and what found nothing to change.
        _ => {}
    }
}

/// The dice, and the steps made with them. A turn is only ended in its course.
#[inline]
fn dice(table: &Table) -> (Roll, Play) {
    match table.stage() {
        Stage::Moving { roll, made } => (roll, made),
        _ => unreachable!("a turn is played once the dice are rolled"),
    }
}

fn take_back(turn: &mut Turn) {
    turn.undo();
}

fn turn_cube(table: &mut Table, cube: Option<Cube>) -> Trace {
    let was = table.cube();
    match cube {
        Some(cube) => {
            table.turn_cube(cube);
            Trace::Cube { was }
        }
        None => Trace::Nothing,
    }
}
