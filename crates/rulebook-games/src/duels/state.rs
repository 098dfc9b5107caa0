//! The table: who has which cards where, what was chosen, and how it stands.

use std::sync::Arc;

use rulebook::prelude::*;

use super::card::{Card, Mark};
use super::cards::{CardDef, CardKind, CardSet};
use super::player::Player;
use super::printed::Printed;
use super::{CENTRE, COLUMNS, CardId, Order, SIDE_LANE, Station};
use crate::Ending;

/// How many abilities of one card can be counted.
pub(super) const ABILITIES: usize = 8;

/// Everything that is true of a duel.
///
/// ```
/// use rulebook_games::duels::{Station, setup};
/// assert_eq!(setup().station(), Station::Dealing);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub struct Duel {
    pub(super) printed: Printed,
    /// Which decks of the set are played.
    pub(super) decks: [usize; 2],
    pub(super) station: Station,
    pub(super) active: Seat,
    /// Counts the turns of both players; 0 before the first.
    pub(super) turn: u16,
    /// Counts what came into play.
    pub(super) clock: u32,
    /// Counts what happened in this Battle.
    pub(super) clashes: u16,
    pub(super) players: [Player; 2],
    pub(super) cards: Vec<Card>,
    pub(super) marks: Vec<Mark>,
    /// The attack or spell that is about to do what it does.
    pub(super) acting: Option<(CardId, Order)>,
    pub(super) ending: Option<Ending>,
}

/// A duel of the two decks that come with the game, before the first card.
///
/// ```
/// use rulebook::Seat;
/// use rulebook_games::duels::setup;
/// assert_eq!(setup().player(Seat(0)).hand().len(), 1); // the Champion
/// ```
pub fn setup() -> Duel {
    setup_of(&CardSet::standard(), [0, 1])
}

/// A duel with other cards: two decks of a set, by number.
///
/// # Panics
///
/// If the set has no such deck.
///
/// ```
/// use rulebook_games::duels::cards::CardSet;
/// use rulebook_games::duels::{setup, setup_of};
/// assert_eq!(setup_of(&CardSet::standard(), [0, 1]), setup());
/// ```
pub fn setup_of(set: &Arc<CardSet>, decks: [usize; 2]) -> Duel {
    let mut cards = Vec::new();
    let players = [0, 1].map(|seat: u8| {
        let deck = &set.decks()[decks[usize::from(seat)]];
        let mut add = |def| {
            cards.push(Card::new(def, Seat(seat)));
            CardId(cards.len() as u16 - 1)
        };
        let champion = add(deck.champion);
        let deck = deck.cards.iter().map(|&def| add(def)).collect();
        cards[champion.index()].known = true;
        let centre = set.get(set.decks()[decks[usize::from(seat)]].champion).def;
        Player {
            champion,
            hand: vec![champion],
            deck,
            discard: Vec::new(),
            front: [None; COLUMNS],
            back: [None; COLUMNS],
            lanes: [SIDE_LANE, centre, SIDE_LANE],
            orders: Vec::new(),
            rests: [0; ABILITIES],
        }
    });
    Duel {
        printed: Printed::new(Arc::clone(set)),
        decks,
        station: Station::Dealing,
        active: Seat(0),
        turn: 0,
        clock: 0,
        clashes: 0,
        players,
        cards,
        marks: Vec::new(),
        acting: None,
        ending: None,
    }
}

impl Duel {
    /// The set of cards that is played with.
    ///
    /// ```
    /// assert_eq!(rulebook_games::duels::setup().set().name(), "Ash and Tide");
    /// ```
    pub fn set(&self) -> &CardSet {
        &self.printed.set
    }

    /// Where the game stands.
    ///
    /// ```
    /// use rulebook_games::duels::{Station, setup};
    /// assert_eq!(setup().station(), Station::Dealing);
    /// ```
    pub fn station(&self) -> Station {
        self.station
    }

    /// Whose turn it is.
    ///
    /// ```
    /// use rulebook::{Game, Seat};
    /// use rulebook_games::duels::{Duels, Event, setup};
    /// let mut duel = setup();
    /// Duels::apply(&mut duel, &Event::Began { first: Seat(1) });
    /// assert_eq!(duel.active(), Seat(1));
    /// ```
    pub fn active(&self) -> Seat {
        self.active
    }

    /// Which turn it is, counting those of both players from 1; 0 before.
    ///
    /// ```
    /// assert_eq!(rulebook_games::duels::setup().turn(), 0);
    /// ```
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// The card whose attack or spell is about to do what it does. There is none
    /// between two actions, unless a choice is waited for.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// assert_eq!(duel.acting(), None);
    /// Duels::apply(&mut duel, &Event::Casting { card: CardId(9), on: None });
    /// assert_eq!(duel.acting(), Some(CardId(9)));
    /// ```
    pub fn acting(&self) -> Option<CardId> {
        self.acting.map(|(card, _)| card)
    }

    /// How it ended, once it has.
    ///
    /// ```
    /// assert_eq!(rulebook_games::duels::setup().ending(), None);
    /// ```
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What a player has.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered 0 and 1.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::setup;
    /// assert_eq!(setup().player(Seat(1)).lanes(), [5, 10, 5]);
    /// ```
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// Who stands there in the front row, if there is such a place at all.
    pub(super) fn standing_at(&self, seat: Seat, column: u8) -> Option<Option<CardId>> {
        let player = self.players.get(seat.index())?;
        player.front().get(usize::from(column)).copied()
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// How many cards there are, with those that were summoned.
    ///
    /// ```
    /// // Two decks of 38, and the Champions.
    /// assert_eq!(rulebook_games::duels::setup().cards(), 38 + 38 + 2);
    /// ```
    pub fn cards(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is a card of that number.
    ///
    /// ```
    /// use rulebook_games::duels::{CardId, setup};
    /// assert!(setup().exists(CardId(77)) && !setup().exists(CardId(78)));
    /// ```
    pub fn exists(&self, card: CardId) -> bool {
        card.index() < self.cards.len()
    }

    /// A card.
    ///
    /// # Panics
    ///
    /// If there is none of that number; see [`exists`](Duel::exists).
    ///
    /// ```
    /// use rulebook_games::duels::{CardId, setup};
    /// assert_eq!(setup().card(CardId(0)).wounds(), 0);
    /// ```
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.index()]
    }

    pub(super) fn card_mut(&mut self, card: CardId) -> &mut Card {
        &mut self.cards[card.index()]
    }

    /// What is printed on a card.
    ///
    /// # Panics
    ///
    /// If there is none of that number.
    ///
    /// ```
    /// use rulebook_games::duels::{CardId, setup};
    /// assert_eq!(setup().def(CardId(0)).name, "Ash Queen");
    /// ```
    pub fn def(&self, card: CardId) -> &CardDef {
        self.set().get(self.card(card).def)
    }

    /// Whose card it is.
    ///
    /// # Panics
    ///
    /// If there is none of that number.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::{CardId, setup};
    /// assert_eq!(setup().owner(CardId(77)), Seat(1));
    /// ```
    pub fn owner(&self, card: CardId) -> Seat {
        self.card(card).owner
    }

    /// Whether it is somebody's Champion.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    ///
    /// ```
    /// use rulebook_games::duels::{CardId, setup};
    /// assert!(setup().is_champion(CardId(0)) && !setup().is_champion(CardId(1)));
    /// ```
    pub fn is_champion(&self, card: CardId) -> bool {
        self.def(card).kind == CardKind::Champion
    }

    /// The cards of both players in both rows: each front row from left to
    /// right, then each back row.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = CardId(0);
    /// Duels::apply(&mut duel, &Event::Placed { card, column: 1 });
    /// assert!(duel.in_play().eq([card]));
    /// ```
    pub fn in_play(&self) -> impl Iterator<Item = CardId> {
        let front = self.players.iter().flat_map(|player| player.front);
        let back = self.players.iter().flat_map(|player| player.back);
        front.chain(back).flatten()
    }

    /// The cards of both players in the front rows.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = CardId(0);
    /// Duels::apply(&mut duel, &Event::Placed { card, column: 1 });
    /// assert!(duel.fighters().eq([card]));
    /// ```
    pub fn fighters(&self) -> impl Iterator<Item = CardId> {
        self.players.iter().flat_map(|player| player.front).flatten()
    }

    /// In which column a card of the front row stands.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = CardId(0);
    /// Duels::apply(&mut duel, &Event::Placed { card, column: 1 });
    /// assert_eq!(duel.front_column(card), Some(1));
    /// assert_eq!(duel.front_column(CardId(1)), None);
    /// ```
    pub fn front_column(&self, card: CardId) -> Option<u8> {
        self.column_in(card, |player| &player.front)
    }

    /// In which column a card of either row stands.
    ///
    /// ```
    /// use rulebook::Game;
    /// use rulebook_games::duels::{CardId, Duels, Event, setup};
    /// let mut duel = setup();
    /// let card = CardId(0);
    /// Duels::apply(&mut duel, &Event::Placed { card, column: 1 });
    /// assert_eq!(duel.column(card), Some(1));
    /// ```
    pub fn column(&self, card: CardId) -> Option<u8> {
        self.front_column(card).or_else(|| self.column_in(card, |player| &player.back))
    }

    fn column_in(
        &self,
        card: CardId,
        row: impl Fn(&Player) -> &[Option<CardId>; COLUMNS],
    ) -> Option<u8> {
        let owner = self.cards.get(card.index())?.owner;
        let row = row(self.player(owner));
        row.iter().position(|place| *place == Some(card)).map(|column| column as u8)
    }

    /// The cards that were summoned, with their owners.
    pub(super) fn summoned(&self) -> impl Iterator<Item = (CardId, Seat)> {
        let dealt: usize =
            self.decks.iter().map(|&deck| self.set().decks()[deck].cards.len()).sum();
        let new = self.cards.iter().enumerate().skip(dealt + 2);
        new.map(|(number, card)| (CardId(number as u16), card.owner))
    }

    /// The cards of a player that are neither in play nor in the hand nor
    /// discarded: those that must be in the deck, in the order of their numbers.
    pub(super) fn rest_of(&self, seat: Seat) -> Vec<CardId> {
        let player = self.player(seat);
        let rows = player.front.iter().chain(&player.back).flatten();
        let mut seen = vec![false; self.cards.len()];
        for card in rows.chain(&player.hand).chain(&player.discard) {
            seen[card.index()] = true;
        }
        let all = self.cards.iter().zip(seen).enumerate();
        let rest = all.filter(|(_, (card, seen))| card.owner == seat && !seen);
        rest.map(|(number, _)| CardId(number as u16)).collect()
    }

    /// How many hit points a lane had at first.
    ///
    /// ```
    /// use rulebook::Seat;
    /// use rulebook_games::duels::{CENTRE, setup};
    /// assert_eq!(setup().first_hit_points(Seat(1), CENTRE), 10);
    /// ```
    pub fn first_hit_points(&self, seat: Seat, lane: u8) -> u8 {
        match lane {
            CENTRE => self.def(self.player(seat).champion).def,
            _ => SIDE_LANE,
        }
    }
}
