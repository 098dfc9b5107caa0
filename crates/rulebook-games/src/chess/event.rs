//! What happens in a game, and how each event is taken back.

use std::fmt;

use rulebook::prelude::*;

use super::board::{Colour, Move, Rest, Role};
use super::{Ending, Match};

/// What happens in a game.
///
/// ```
/// use rulebook::Game;
/// use rulebook_games::chess::board::Colour;
/// use rulebook_games::chess::{Chess, Event, setup};
/// let mut game = setup();
/// Chess::apply(&mut game, &Event::Offered { by: Colour::White });
/// assert_eq!(game.offer(), Some(Colour::White));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub enum Event {
    /// A legal move was made, and it is the other one's turn.
    Moved {
        /// Which one.
        chosen: Move,
    },
    /// A player offered a draw.
    Offered {
        /// Who.
        by: Colour,
    },
    /// A check was counted, in three-check.
    Checked {
        /// Who gave it.
        by: Colour,
    },
    /// The pieces were put on the first ranks.
    Arranged {
        /// In which of the 960 orders.
        number: u16,
    },
    /// The game ended.
    Ended {
        /// How.
        ending: Ending,
    },
}

/// What applying an event left behind: what was taken, and what there was
/// before that a move makes forgotten.
///
/// It is kept whatever happened: what has no branches is there at once.
///
/// ```
/// use rulebook::Game;
/// use rulebook_games::chess::board::Colour;
/// use rulebook_games::chess::{Chess, Event, setup};
/// let mut game = setup();
/// let trace = Chess::apply(&mut game, &Event::Offered { by: Colour::White });
/// assert_eq!((trace.taken, trace.offer, trace.moved), (None, None, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Trace {
    /// The position before, without its pieces and its hash.
    pub(super) rest: Rest,
    /// What was taken, if a move was made that took something.
    pub taken: Option<Role>,
    /// Who had offered a draw.
    pub offer: Option<Colour>,
    /// Whether a move was made.
    pub moved: bool,
}

/// What a player would add: what was taken. The rest is for taking it back.
impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.taken {
            Some(role) => write!(f, "took a {role}"),
            None if self.moved => f.write_str("took nothing"),
            None => f.write_str("nothing"),
        }
    }
}

/// Part of each rule's function: there it is known which event it is.
#[inline(always)]
pub(super) fn apply(game: &mut Match, event: Event) -> Trace {
    let (rest, offer) = (game.position().rest(), game.offer());
    let mut trace = Trace { rest, taken: None, offer, moved: false };
    match event {
        Event::Moved { chosen } => {
            (trace.taken, trace.moved) = (game.make(chosen), true);
        }
        Event::Arranged { number } => game.arrange(number),
        Event::Offered { by } => game.set_offer(Some(by)),
        Event::Checked { by } => game.count_check(by),
        Event::Ended { ending } => game.end(Some(ending)),
    }
    trace
}

#[inline(always)]
pub(super) fn revert(game: &mut Match, event: &Event, trace: &Trace) {
    match event {
        Event::Moved { chosen } => game.unmake(chosen, trace),
        other => unsay(game, *other),
    }
}

/// Takes back what is no move.
#[cold]
fn unsay(game: &mut Match, event: Event) {
    match event {
        Event::Moved { .. } => {}
        Event::Arranged { .. } => game.disarrange(),
        Event::Offered { .. } => game.set_offer(None),
        Event::Checked { by } => game.discount_check(by),
        Event::Ended { .. } => game.end(None),
    }
}
