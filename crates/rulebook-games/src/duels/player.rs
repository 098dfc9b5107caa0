//! What one player has: cards in several places, lanes, and what was chosen.

use rulebook::prelude::*;

use super::state::ABILITIES;
use super::{COLUMNS, CardId, Order};

/// What one player has.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::duels::{SIDE_LANE, setup};
/// let duel = setup();
/// assert_eq!(duel.player(Seat(1)).lanes()[0], SIDE_LANE);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Player {
    pub(super) champion: CardId,
    pub(super) hand: Vec<CardId>,
    /// The last is on top.
    pub(super) deck: Vec<CardId>,
    pub(super) discard: Vec<CardId>,
    pub(super) front: [Option<CardId>; COLUMNS],
    pub(super) back: [Option<CardId>; COLUMNS],
    pub(super) lanes: [u8; COLUMNS],
    /// In the order in which they were chosen.
    pub(super) orders: Vec<(CardId, Order)>,
    /// For how many turns each power of the Champion must rest.
    pub(super) rests: [u8; ABILITIES],
}

impl Player {
    /// The Champion, wherever it is.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::{CardId, setup};
    /// assert_eq!(setup().player(Seat(0)).champion(), CardId(0));
    /// ```
    pub fn champion(&self) -> CardId {
        self.champion
    }

    /// The cards in the hand, in the order in which they came.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::setup;
    /// let duel = setup();
    /// let player = duel.player(Seat(1));
    /// assert_eq!(player.hand(), [player.champion()]);
    /// ```
    pub fn hand(&self) -> &[CardId] {
        &self.hand
    }

    /// The deck; the last card is on top.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::setup;
    /// assert_eq!(setup().player(Seat(0)).deck().len(), 38);
    /// ```
    pub fn deck(&self) -> &[CardId] {
        &self.deck
    }

    /// The discard pile; the last card is on top.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::setup;
    /// assert!(setup().player(Seat(0)).discard().is_empty());
    /// ```
    pub fn discard(&self) -> &[CardId] {
        &self.discard
    }

    /// The front row.
    ///
    /// ```
    /// use rulebook::{Game, Seat};
    /// use rulebook_games::duels::{CENTRE, Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = duel.player(Seat(0)).champion();
    /// Duels::apply(&mut duel, &Event::Placed { card, column: CENTRE });
    /// assert_eq!(duel.player(Seat(0)).front(), [None, Some(card), None]);
    /// ```
    pub fn front(&self) -> [Option<CardId>; COLUMNS] {
        self.front
    }

    /// The back row.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::setup;
    /// assert_eq!(setup().player(Seat(0)).back(), [None; 3]);
    /// ```
    pub fn back(&self) -> [Option<CardId>; COLUMNS] {
        self.back
    }

    /// The hit points of the lanes.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::setup;
    /// assert_eq!(setup().player(Seat(0)).lanes(), [5, 9, 5]); // the Champion has DEF 9
    /// ```
    pub fn lanes(&self) -> [u8; COLUMNS] {
        self.lanes
    }

    /// What was chosen for the cards, in the order in which it was.
    ///
    /// ```
    /// use rulebook::{Game, Seat};
    /// use rulebook_games::duels::{Duels, Event, Order, setup};
    /// let mut duel = setup();
    /// let card = duel.player(Seat(0)).champion();
    /// Duels::apply(&mut duel, &Event::Chose { card, order: Order::Protect });
    /// assert_eq!(duel.player(Seat(0)).orders(), [(card, Order::Protect)]);
    /// ```
    pub fn orders(&self) -> &[(CardId, Order)] {
        &self.orders
    }

    /// What was chosen for a card.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::setup;
    /// let duel = setup();
    /// let player = duel.player(Seat(0));
    /// assert_eq!(player.order_of(player.champion()), None);
    /// ```
    pub fn order_of(&self, card: CardId) -> Option<Order> {
        self.orders.iter().find(|(of, _)| *of == card).map(|(_, order)| *order)
    }

    /// Whether a side lane is broken.
    ///
    /// ```
    /// use rulebook::{Game, Seat};
    /// use rulebook_games::duels::{Duels, Event, setup};
    /// let (mut duel, seat) = (setup(), Seat(0));
    /// assert!(!duel.player(seat).is_open());
    /// let hit = Event::LaneHit { seat, lane: 2, amount: 5, by: None, piercing: false };
    /// Duels::apply(&mut duel, &hit);
    /// assert!(duel.player(seat).is_open());
    /// ```
    pub fn is_open(&self) -> bool {
        self.lanes[0] == 0 || self.lanes[2] == 0
    }
}
