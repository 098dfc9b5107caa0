//! What happens in a game, and how each event is taken back.

use std::fmt;

use rulebook::prelude::*;

use super::board::{Colour, Move, Position, Role};
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

/// What applying an event left behind: what it overwrote.
///
/// ```
/// use rulebook::Game;
/// use rulebook_games::chess::board::Colour;
/// use rulebook_games::chess::{Chess, Event, Trace, setup};
/// let offered = Event::Offered { by: Colour::White };
/// assert_eq!(Chess::apply(&mut setup(), &offered), Trace::Nothing);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Trace {
    /// A move was made. A position is small: it is kept as it was, which is
    /// less work than to take a move back.
    Was {
        /// The position before.
        position: Position,
        /// What was taken.
        taken: Option<Role>,
        /// Who offered a draw.
        offer: Option<Colour>,
    },
    /// Nothing that the event does not say.
    Nothing,
}

/// What a player would add: what was taken. The rest is for taking it back.
impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trace::Was { taken: Some(role), .. } => write!(f, "took a {role}"),
            Trace::Was { taken: None, .. } => f.write_str("took nothing"),
            Trace::Nothing => f.write_str("nothing"),
        }
    }
}

#[inline]
pub(super) fn apply(game: &mut Match, event: Event) -> Trace {
    match event {
        Event::Moved { chosen } => {
            let taken = game.position().taken(chosen);
            let was = Trace::Was { position: *game.position(), taken, offer: game.offer() };
            game.make(chosen, taken);
            return was;
        }
        Event::Arranged { number } => game.arrange(number),
        Event::Offered { by } => game.set_offer(Some(by)),
        Event::Checked { by } => game.count_check(by),
        Event::Ended { ending } => game.end(Some(ending)),
    }
    Trace::Nothing
}

#[inline]
pub(super) fn revert(game: &mut Match, event: Event, trace: &Trace) {
    match (event, trace) {
        (Event::Moved { .. }, Trace::Was { position, offer, .. }) => game.unmake(position, *offer),
        (Event::Moved { .. }, Trace::Nothing) => unreachable!("a move leaves what was before"),
        (Event::Arranged { .. }, _) => game.disarrange(),
        (Event::Offered { .. }, _) => game.set_offer(None),
        (Event::Checked { by }, _) => game.discount_check(by),
        (Event::Ended { .. }, _) => game.end(None),
    }
}
