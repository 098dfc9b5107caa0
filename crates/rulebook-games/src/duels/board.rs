//! Small words: which card, where the game stands, what is chosen for a card.

use std::fmt;

use rulebook::prelude::*;

use super::cards::{Stat, Step};

/// How many columns each side has.
///
/// ```
/// use rulebook_games::duels::{CENTRE, COLUMNS};
/// assert!(usize::from(CENTRE) < COLUMNS);
/// ```
pub const COLUMNS: usize = 3;
/// The column in which Champions stand.
///
/// ```
/// assert_eq!(rulebook_games::duels::CENTRE, 1);
/// ```
pub const CENTRE: u8 = 1;
/// The hit points of a side lane.
///
/// ```
/// assert_eq!(rulebook_games::duels::SIDE_LANE, 5);
/// ```
pub const SIDE_LANE: u8 = 5;
/// How many cards each player begins with.
///
/// ```
/// assert_eq!(rulebook_games::duels::HAND, 5);
/// ```
pub const HAND: usize = 5;

/// One card of a game, by number. Cards that are alike have different numbers.
///
/// ```
/// use rulebook_games::duels::CardId;
/// assert_eq!(CardId(12).to_string(), "12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub struct CardId(pub u16);

impl CardId {
    /// The number, to index with.
    ///
    /// ```
    /// assert_eq!(rulebook_games::duels::CardId(12).index(), 12);
    /// ```
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a game stands: before the first turn, or at a step of a turn.
///
/// ```
/// use rulebook_games::duels::Station;
/// use rulebook_games::duels::cards::Step;
/// assert_eq!(Station::Battle.step(), Some(Step::Battle));
/// assert_eq!(Station::Dealing.step(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Kinds, Canonical)]
pub enum Station {
    /// The decks are to be shuffled.
    Dealing,
    /// Each player places the Champion.
    Champions,
    /// One card is drawn.
    Draw,
    /// Cards are placed, actions chosen.
    Strategy,
    /// What was chosen happens.
    Battle,
    /// What was temporary ends.
    End,
}

impl Station {
    /// The step of the turn, once turns have begun.
    ///
    /// ```
    /// use rulebook_games::duels::Station;
    /// use rulebook_games::duels::cards::Step;
    /// assert_eq!(Station::Draw.step(), Some(Step::Draw));
    /// assert_eq!(Station::Champions.step(), None);
    /// ```
    pub fn step(self) -> Option<Step> {
        match self {
            Station::Dealing | Station::Champions => None,
            Station::Draw => Some(Step::Draw),
            Station::Strategy => Some(Step::Strategy),
            Station::Battle => Some(Step::Battle),
            Station::End => Some(Step::End),
        }
    }
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a player has chosen for a card to do in the Battle. The opponent does
/// not see it before.
///
/// ```
/// use rulebook_games::duels::Order;
/// assert_ne!(Order::Protect, Order::Cast { on: None });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Canonical)]
pub enum Order {
    /// To attack what stands in a column of the other side, or its lane.
    Attack {
        /// The column.
        column: u8,
        /// The card that stood there when it was chosen; if there was none, the
        /// lane.
        target: Option<CardId>,
    },
    /// To protect its side until its next turn.
    Protect,
    /// To make a friendly card stronger until the End.
    Pump {
        /// Which card.
        target: CardId,
        /// In what.
        stat: Stat,
    },
    /// To do what the spell does.
    Cast {
        /// To whom.
        on: Option<CardId>,
    },
}

/// The other player.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::duels::opponent;
/// assert_eq!(opponent(Seat(0)), Seat(1));
/// ```
pub fn opponent(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}
