//! What happens in a duel.

use rulebook::prelude::*;

use super::cards::{DefId, Destination, Duration, Stat, Status, Trait};
use super::{CardId, Order, Station};
use crate::Ending;

/// Where damage comes from.
///
/// ```
/// use rulebook_games::duels::Harm;
/// assert_ne!(Harm::Attack, Harm::Ailment);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Harm {
    /// An attack.
    Attack,
    /// What a card does otherwise.
    Effect,
    /// Burn or poison.
    Ailment,
}

/// What happens in a duel.
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_games::duels::{Duels, Event, setup};
/// let mut duel = setup();
/// let hit = Event::LaneHit { seat: Seat(1), lane: 0, amount: 2, by: None, piercing: false };
/// Duels::apply(&mut duel, &hit);
/// assert_eq!(duel.player(Seat(1)).lanes()[0], 3);
/// ```
#[derive(Clone, Debug, PartialEq, Kinds)]
pub enum Event {
    /// A deck was shuffled.
    Shuffled {
        /// Whose.
        seat: Seat,
        /// Its order; the last is on top.
        deck: Vec<CardId>,
    },
    /// Somebody was drawn to begin.
    Began {
        /// Who.
        first: Seat,
    },
    /// The game went on to another step.
    Turned {
        /// Which one.
        to: Station,
    },
    /// It is the other player's turn to place the Champion.
    HandedOver,
    /// The next turn began, of the other player.
    Passed,
    /// A player drew a card.
    Drew {
        /// Who.
        seat: Seat,
    },
    /// A card was placed from the hand.
    Placed {
        /// Which.
        card: CardId,
        /// In which column.
        column: u8,
    },
    /// An action was chosen for a card.
    Chose {
        /// Which card.
        card: CardId,
        /// What it is to do.
        order: Order,
    },
    /// What was chosen for a card was taken back.
    Withdrew {
        /// Which card.
        card: CardId,
    },
    /// What was chosen was shown.
    Opened,
    /// A card protects its side until its next turn.
    Protected {
        /// Which.
        card: CardId,
    },
    /// A card made another stronger until the End.
    Pumped {
        /// Which one did.
        card: CardId,
        /// Which one became stronger.
        target: CardId,
        /// In what.
        stat: Stat,
    },
    /// A card attacks; the blow has not fallen yet.
    Attacking {
        /// Which.
        card: CardId,
        /// Which column of the other side.
        column: u8,
        /// The card that was chosen as the target.
        target: Option<CardId>,
    },
    /// A spell is about to do what it does.
    Casting {
        /// Which.
        card: CardId,
        /// On which card.
        on: Option<CardId>,
    },
    /// A card did not do what was chosen for it.
    Missed {
        /// Which.
        card: CardId,
    },
    /// The Battle went on to what is next.
    Continued,
    /// A card took damage.
    Damaged {
        /// Which.
        card: CardId,
        /// How much.
        amount: u32,
        /// From which card.
        by: Option<CardId>,
        /// In which way.
        harm: Harm,
        /// Whether it cannot be prevented.
        piercing: bool,
    },
    /// A lane lost hit points.
    LaneHit {
        /// Whose.
        seat: Seat,
        /// Which.
        lane: u8,
        /// How many.
        amount: u32,
        /// By which card.
        by: Option<CardId>,
        /// Whether it cannot be prevented.
        piercing: bool,
    },
    /// Damage of a card was taken back.
    Healed {
        /// Which.
        card: CardId,
        /// How much.
        amount: u32,
    },
    /// A lane got hit points back.
    LaneHealed {
        /// Whose.
        seat: Seat,
        /// Which.
        lane: u8,
        /// How many.
        amount: u32,
    },
    /// A card was destroyed: it lies on its owner's discard pile.
    Destroyed {
        /// Which.
        card: CardId,
    },
    /// A card suffers from a status.
    Afflicted {
        /// Which.
        card: CardId,
        /// From what.
        status: Status,
        /// For how many End phases.
        ends: u8,
    },
    /// A status ended early.
    Cured {
        /// Whose.
        card: CardId,
        /// Which.
        status: Status,
    },
    /// A card was given something.
    Granted {
        /// Which.
        card: CardId,
        /// What.
        what: Trait,
        /// For how long.
        lasts: Duration,
    },
    /// A shield prevented damage and wore off by so much.
    ShieldSpent {
        /// Whose.
        card: CardId,
        /// By how much.
        amount: u32,
    },
    /// A shield ended by itself.
    ShieldEnded {
        /// Whose.
        card: CardId,
    },
    /// A triggered ability has acted.
    Acted {
        /// Whose.
        card: CardId,
        /// Its number among the card's abilities.
        ability: u8,
    },
    /// A ward that acts only so often has acted.
    WardUsed {
        /// Whose.
        card: CardId,
        /// Its number among the card's abilities.
        ability: u8,
        /// How often.
        times: u32,
    },
    /// A power was used, and must rest.
    PowerUsed {
        /// Whose.
        card: CardId,
        /// Its number among the card's abilities.
        power: u8,
    },
    /// A card left the board.
    Moved {
        /// Which.
        card: CardId,
        /// Where it is now.
        to: Destination,
    },
    /// A card went to another column of its row.
    SteppedAside {
        /// Which.
        card: CardId,
        /// Where it is now.
        column: u8,
    },
    /// A new card came into play.
    Summoned {
        /// Its number.
        card: CardId,
        /// What it is.
        def: DefId,
        /// Whose it is.
        owner: Seat,
        /// In which column of the front row.
        column: u8,
    },
    /// A spell does nothing: it was countered.
    Countered {
        /// Which.
        card: CardId,
    },
    /// A spell was cast and is discarded.
    Spent {
        /// Which.
        card: CardId,
    },
    /// What lasted until the End has ended.
    Expired,
    /// Durations and rests became shorter by one.
    Ticked,
    /// The duel is over.
    Ended {
        /// How.
        ending: Ending,
    },
}

impl Event {
    /// The card that it happens to, if it is one.
    ///
    /// ```
    /// use rulebook_games::duels::{CardId, Event};
    /// assert_eq!(Event::Destroyed { card: CardId(3) }.card(), Some(CardId(3)));
    /// assert_eq!(Event::Continued.card(), None);
    /// ```
    pub fn card(&self) -> Option<CardId> {
        match *self {
            Event::Placed { card, .. }
            | Event::Chose { card, .. }
            | Event::Withdrew { card }
            | Event::Protected { card }
            | Event::Attacking { card, .. }
            | Event::Casting { card, .. }
            | Event::Missed { card }
            | Event::Damaged { card, .. }
            | Event::Healed { card, .. }
            | Event::Destroyed { card }
            | Event::Afflicted { card, .. }
            | Event::Cured { card, .. }
            | Event::Granted { card, .. }
            | Event::ShieldSpent { card, .. }
            | Event::ShieldEnded { card }
            | Event::Acted { card, .. }
            | Event::WardUsed { card, .. }
            | Event::PowerUsed { card, .. }
            | Event::Moved { card, .. }
            | Event::SteppedAside { card, .. }
            | Event::Summoned { card, .. }
            | Event::Countered { card }
            | Event::Spent { card } => Some(card),
            Event::Pumped { target, .. } => Some(target),
            Event::Shuffled { .. }
            | Event::Began { .. }
            | Event::Turned { .. }
            | Event::HandedOver
            | Event::Passed
            | Event::Drew { .. }
            | Event::Opened
            | Event::Continued
            | Event::LaneHit { .. }
            | Event::LaneHealed { .. }
            | Event::Expired
            | Event::Ticked
            | Event::Ended { .. } => None,
        }
    }
}
