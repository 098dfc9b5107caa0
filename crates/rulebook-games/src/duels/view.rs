//! What each viewer sees of a duel, and what they can imagine of the rest.
//!
//! Both know which cards are in both decks, and which Champion stands beside
//! them. Hidden are the order of the decks, the other's hand, and, until the
//! Strategy is over, what the other has chosen.

use std::fmt;

use rulebook::prelude::*;
use rulebook::{Dice, Imagined, Viewed, Viewer};

use super::text::lay_out;
use super::{Action, Duel, Duels, Event, Station};

/// A duel as somebody sees it.
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::duels::{Action, book, setup};
/// let mut duel = book().start(setup(), Seed(1))?;
/// duel.submit(By::Chance, Action::Deal)?;
/// let seen = duel.view(Seat(0))?.state;
/// // One's own hand, with the Champion; of the other's, how many cards it has.
/// assert_eq!(seen.table().player(Seat(0)).hand().len(), 6);
/// assert_eq!(seen.table().player(Seat(1)).hand().len(), 0);
/// assert_eq!(seen.hand(Seat(1)), 6);
/// assert!(seen.to_string().contains("hand: 6 cards"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    table: Duel,
    hands: [usize; 2],
    decks: [usize; 2],
}

impl Sight {
    /// The table as far as it can be seen: what is hidden is not there.
    pub fn table(&self) -> &Duel {
        &self.table
    }

    /// How many cards a player holds.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered 0 and 1.
    pub fn hand(&self, seat: Seat) -> usize {
        self.hands[seat.index()]
    }

    /// How many cards a player's deck has.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered 0 and 1.
    pub fn deck(&self, seat: Seat) -> usize {
        self.decks[seat.index()]
    }
}

/// As [`show`](super::show) does, and hidden cards are only counted.
impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lay_out(&self.table, self.hands, self.decks))
    }
}

impl Viewed for Duels {
    type Sight = Sight;
    type Report = Event;

    fn sight(duel: &Duel, viewer: Viewer) -> Sight {
        let hands = [0, 1].map(|seat| duel.players[seat].hand.len());
        let decks = [0, 1].map(|seat| duel.players[seat].deck.len());
        let mut table = duel.clone();
        for (seat, player) in [Seat(0), Seat(1)].into_iter().zip(&mut table.players) {
            player.deck.clear();
            if !viewer.is(seat) {
                player.hand.clear();
            }
            if !viewer.is(seat) && duel.station == Station::Strategy {
                player.orders.clear();
            }
        }
        Sight { table, hands, decks }
    }

    /// Everything but how a deck lies, and what another has chosen.
    fn report(event: &Event, _: Option<&()>, _: Viewer) -> Option<Event> {
        match event {
            Event::Shuffled { seat, .. } => Some(Event::Shuffled { seat: *seat, deck: Vec::new() }),
            Event::Chose { .. } | Event::Withdrew { .. } => None,
            open => Some(open.clone()),
        }
    }

    /// Everything but what is chosen in secret.
    fn shows_action(action: &Action, _: By, _: Viewer) -> bool {
        !matches!(
            action,
            Action::Attack { .. }
                | Action::Protect { .. }
                | Action::Pump { .. }
                | Action::Cast { .. }
                | Action::Withdraw { .. }
        )
    }
}

impl Imagined for Duels {
    /// The cards that are not seen lie anywhere among the hidden places of
    /// their owner; nothing was chosen in secret.
    fn imagine(sight: &Sight, viewer: Viewer, dice: &mut Dice) -> Duel {
        let mut duel = sight.table.clone();
        for seat in [Seat(0), Seat(1)] {
            let mut unseen = sight.table.rest_of(seat);
            dice.shuffle(&mut unseen);
            let champion = duel.player(seat).champion;
            // A Champion that is nowhere to be seen is in the hand.
            if let Some(at) = unseen.iter().position(|&card| card == champion) {
                let last = unseen.len() - 1;
                unseen.swap(at, last);
            }
            let held = if viewer.is(seat) { 0 } else { sight.hands[seat.index()] };
            let hand = unseen.split_off(unseen.len().saturating_sub(held));
            let player = duel.player_mut(seat);
            player.hand.extend(hand);
            player.deck = unseen;
        }
        duel
    }
}
