//! A card of a game: what happened to it, beside what is printed on it.

use std::fmt;

use rulebook::prelude::*;

use super::CardId;
use super::cards::{DefId, Status, Trait};
use super::state::ABILITIES;

/// A status that a card suffers from, if `ends` is above 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Canonical)]
pub(super) struct Ailment {
    /// For how many End phases still.
    pub(super) ends: u8,
    /// How often it has acted.
    pub(super) acted: u8,
}

/// What prevents the next damage to a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Canonical)]
pub(super) struct Shield {
    /// How much of it.
    pub(super) left: u8,
    /// For how many End phases still; none: as long as the card stays.
    pub(super) ends: Option<u8>,
    /// When it was given.
    pub(super) since: u32,
}

/// One card of a game: what is printed on it, and what happened to it.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::duels::{CardId, setup};
/// let duel = setup();
/// let card = duel.card(CardId(0));
/// assert_eq!((card.owner(), card.wounds()), (Seat(0), 0));
/// ```
#[derive(Clone, PartialEq, Eq, Canonical)]
pub struct Card {
    pub(super) def: DefId,
    pub(super) owner: Seat,
    /// When it came into play.
    pub(super) since: u32,
    pub(super) wounds: u8,
    /// In the order of [`Status::ALL`].
    pub(super) ailments: [Ailment; 4],
    pub(super) shield: Shield,
    /// The turn in which it protected last; 0 if it never did.
    pub(super) protected: u16,
    /// How often each of its abilities was used.
    pub(super) used: [u8; ABILITIES],
    /// Whether everybody knows where it is, though it is in a hand or a deck.
    pub(super) known: bool,
}

/// Only what happened to it: most cards of a game are as they were printed.
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let new = Card::new(self.def, self.owner);
        let mut card = f.debug_struct("Card");
        card.field("def", &self.def).field("owner", &self.owner);
        let happened: [(&str, &dyn fmt::Debug, bool); 7] = [
            ("since", &self.since, self.since != new.since),
            ("wounds", &self.wounds, self.wounds != new.wounds),
            ("ailments", &self.ailments, self.ailments != new.ailments),
            ("shield", &self.shield, self.shield != new.shield),
            ("protected", &self.protected, self.protected != new.protected),
            ("used", &self.used, self.used != new.used),
            ("known", &self.known, self.known != new.known),
        ];
        for (name, value, differs) in happened {
            if differs {
                card.field(name, value);
            }
        }
        card.finish()
    }
}

impl Card {
    pub(super) fn new(def: DefId, owner: Seat) -> Self {
        Card {
            def,
            owner,
            since: 0,
            wounds: 0,
            ailments: [Ailment::default(); 4],
            shield: Shield::default(),
            protected: 0,
            used: [0; ABILITIES],
            known: false,
        }
    }

    /// Which card of the set it is.
    ///
    /// ```
    /// use rulebook_games::duels::{CardId, setup};
    /// let duel = setup();
    /// assert_eq!(duel.set().get(duel.card(CardId(0)).def()).name, "Ash Queen");
    /// ```
    pub fn def(&self) -> DefId {
        self.def
    }

    /// Whose it is.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::{CardId, setup};
    /// assert_eq!(setup().card(CardId(0)).owner(), Seat(0));
    /// ```
    pub fn owner(&self) -> Seat {
        self.owner
    }

    /// How much damage it has taken.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::{CardId, Duels, Event, Harm, setup};
    /// let mut duel = setup();
    /// let (card, harm) = (CardId(0), Harm::Effect);
    /// Duels::apply(&mut duel, &Event::Damaged { card, amount: 2, by: None, harm, piercing: false });
    /// assert_eq!(duel.card(card).wounds(), 2);
    /// ```
    pub fn wounds(&self) -> u8 {
        self.wounds
    }

    /// For how many End phases it still suffers from this.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::cards::Status;
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let (card, status) = (CardId(0), Status::Burn);
    /// Duels::apply(&mut duel, &Event::Afflicted { card, status, ends: 2 });
    /// assert_eq!(duel.card(card).ends_of(status), 2);
    /// assert_eq!(duel.card(card).ends_of(Status::Stun), 0);
    /// ```
    pub fn ends_of(&self, status: Status) -> u8 {
        self.ailments[status as usize].ends
    }

    /// How much damage its shield still prevents.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::cards::{Duration, Trait};
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let (card, what) = (CardId(0), Trait::Shield(3));
    /// Duels::apply(&mut duel, &Event::Granted { card, what, lasts: Duration::TURN });
    /// Duels::apply(&mut duel, &Event::ShieldSpent { card, amount: 1 });
    /// assert_eq!(duel.card(card).shield(), 2);
    /// ```
    pub fn shield(&self) -> u8 {
        self.shield.left
    }

    /// Whether everybody knows where it is, though it is in a hand or a deck: a
    /// Champion before it is placed, and a card that everybody saw go there from
    /// the board. Who saw it go onto the deck also knows who draws it.
    ///
    /// ```
    /// use rulebook_games::duels::{CardId, setup};
    /// let duel = setup();
    /// assert!(duel.card(CardId(0)).is_known()); // the Champion
    /// assert!(!duel.card(CardId(1)).is_known());
    /// ```
    pub fn is_known(&self) -> bool {
        self.known
    }
}

/// What a card was given for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub(super) struct Mark {
    pub(super) card: CardId,
    pub(super) what: Trait,
    /// For how many End phases still; none: as long as the card stays.
    pub(super) ends: Option<u8>,
}
