//! What each viewer sees of a duel, and what they can imagine of the rest.
//!
//! Both know which cards are in both decks, and which Champion stands beside
//! them. Hidden are the order of the decks, the other's hand, and, until the
//! Strategy is over, what the other has chosen. Of a card that everybody saw go
//! to a hand or a deck, everybody knows that it is there, until it is in play
//! again.

use std::fmt;

use rulebook::prelude::*;
use rulebook::{Dice, Imagined, Viewed, Viewer};

use super::text::lay_out;
use super::{Action, CardId, Duel, Duels, Event, Station};

/// A duel as somebody sees it.
///
/// ```
/// use rulebook::prelude::*;
/// use rulebook_games::duels::{Action, book, setup};
/// let mut duel = book().start(setup(), Seed(1))?;
/// duel.submit(By::Chance, Action::Deal)?;
/// let seen = duel.view(Seat(0))?.state;
/// // One's own hand, with the Champion; of the other's, what everybody knows
/// // to be there, and how many cards it has.
/// let other = seen.table().player(Seat(1));
/// assert_eq!(seen.table().player(Seat(0)).hand().len(), 6);
/// assert_eq!(other.hand(), [other.champion()]);
/// assert_eq!(seen.hand(Seat(1)), 6);
/// assert!(seen.to_string().contains("hand: 39 Tide Warden, and 5 more"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    table: Duel,
    hands: [usize; 2],
    decks: [usize; 2],
    /// The cards of the decks that everybody knows to be there, by how many lie
    /// under each.
    places: [Vec<(usize, CardId)>; 2],
}

impl Sight {
    /// The table as far as it can be seen: what is hidden is not there. Decks
    /// are empty; of the other's hand there is what everybody knows.
    ///
    /// ```
    /// use rulebook::{Seat, Viewed};
    /// use rulebook_games::duels::{Duels, setup};
    /// let seen = Duels::sight(&setup(), Seat(0).into());
    /// assert!(seen.table().player(Seat(0)).deck().is_empty());
    /// ```
    pub fn table(&self) -> &Duel {
        &self.table
    }

    /// The cards that can be seen: hands first, then what is in play, then what
    /// is spent.
    pub(super) fn cards(&self) -> impl Iterator<Item = CardId> {
        let players = || [Seat(0), Seat(1)].map(|seat| self.table.player(seat)).into_iter();
        let hands = players().flat_map(|player| player.hand().to_vec());
        let fronts = players().flat_map(|player| player.front().into_iter().flatten());
        let backs = players().flat_map(|player| player.back().into_iter().flatten());
        let spent = players().flat_map(|player| player.discard().to_vec());
        hands.chain(fronts).chain(backs).chain(spent)
    }

    /// How many cards a player holds.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered 0 and 1.
    ///
    /// ```
    /// use rulebook::{Seat, Viewed};
    /// use rulebook_games::duels::{Duels, setup};
    /// let seen = Duels::sight(&setup(), Seat(0).into());
    /// assert_eq!(seen.hand(Seat(1)), 1);
    /// ```
    pub fn hand(&self, seat: Seat) -> usize {
        self.hands[seat.index()]
    }

    /// How many cards a player's deck has.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered 0 and 1.
    ///
    /// ```
    /// use rulebook::{Seat, Viewed};
    /// use rulebook_games::duels::{Duels, setup};
    /// let seen = Duels::sight(&setup(), Seat(0).into());
    /// assert_eq!(seen.deck(Seat(1)), 38);
    /// ```
    pub fn deck(&self, seat: Seat) -> usize {
        self.decks[seat.index()]
    }

    /// The cards of a player's deck that everybody knows to be there, with how
    /// many cards lie under each.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered 0 and 1.
    ///
    /// ```
    /// use rulebook::{Game, Seat, Viewed};
    /// use rulebook_games::duels::cards::Destination;
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = duel.player(Seat(0)).deck()[37];
    /// for event in [Event::Drew { seat: Seat(0) }, Event::Placed { card, column: 0 }] {
    ///     Duels::apply(&mut duel, &event);
    /// }
    /// // Everybody sees it go back.
    /// Duels::apply(&mut duel, &Event::Moved { card, to: Destination::DeckBottom });
    /// let seen = Duels::sight(&duel, Seat(1).into());
    /// assert_eq!(seen.known_in_deck(Seat(0)), [(0, card)]);
    /// ```
    pub fn known_in_deck(&self, seat: Seat) -> &[(usize, CardId)] {
        &self.places[seat.index()]
    }
}

/// As [`show`](super::show) does, and hidden cards are only counted; with what
/// everybody knows to be in the decks.
impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lay_out(&self.table, self.hands, self.decks))?;
        for seat in [Seat(0), Seat(1)] {
            for &(under, card) in self.known_in_deck(seat) {
                let (name, above) = (&self.table.def(card).name, self.deck(seat) - 1 - under);
                writeln!(f, "In the deck of {seat}: {card} {name}, under {above} cards.")?;
            }
        }
        Ok(())
    }
}

impl Viewed for Duels {
    type Sight = Sight;
    type Report = Event;

    fn sight(duel: &Duel, viewer: Viewer) -> Sight {
        let hands = duel.players.each_ref().map(|player| player.hand.len());
        let decks = duel.players.each_ref().map(|player| player.deck.len());
        let is_known = |card: CardId| duel.card(card).is_known();
        let places = duel.players.each_ref().map(|player| {
            let deck = player.deck.iter().copied().enumerate();
            deck.filter(|&(_, card)| is_known(card)).collect()
        });
        let mut table = duel.clone();
        for (seat, player) in [Seat(0), Seat(1)].into_iter().zip(&mut table.players) {
            player.deck.clear();
            if !viewer.is(seat) {
                player.hand.retain(|&card| is_known(card));
            }
            if !viewer.is(seat) && duel.station == Station::Strategy {
                player.orders.clear();
            }
        }
        Sight { table, hands, decks, places }
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
    /// their owner, except where everybody knows what lies; nothing was chosen
    /// in secret.
    fn imagine(sight: &Sight, _: Viewer, dice: &mut Dice) -> Duel {
        let mut duel = sight.table.clone();
        for seat in [Seat(0), Seat(1)] {
            let mut unseen = sight.table.rest_of(seat);
            // What is known to be in the deck is not among what could be anywhere.
            unseen.retain(|&card| !duel.card(card).is_known());
            dice.shuffle(&mut unseen);
            let seen = duel.player(seat).hand.len();
            let held = sight.hand(seat).saturating_sub(seen);
            let mut deck = unseen.split_off(held.min(unseen.len()));
            for &(place, card) in sight.known_in_deck(seat) {
                deck.insert(place.min(deck.len()), card);
            }
            let player = duel.player_mut(seat);
            player.hand.extend(unseen);
            player.deck = deck;
        }
        duel
    }
}
