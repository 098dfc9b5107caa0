//! The table: who has which cards where, what was chosen, and how it stands.

use std::fmt;
use std::sync::Arc;

use rulebook::prelude::*;

use super::card::{Card, Mark};
use super::cards::{Ability, CardDef, CardKind, CardSet, DefId, Standing};
use super::{CENTRE, COLUMNS, CardId, Order, SIDE_LANE, Station};
use crate::Ending;

/// How many abilities of one card can be counted.
pub(super) const ABILITIES: usize = 8;

/// The cards as they are printed. Digests take its fingerprint for all of it.
#[derive(Clone)]
pub(super) struct Printed {
    pub(super) set: Arc<CardSet>,
    /// By card: what holds as long as it is in play. Most have nothing.
    standing: Arc<[Box<[Standing]>]>,
    fingerprint: Digest,
}

impl Printed {
    fn new(set: Arc<CardSet>) -> Self {
        let fingerprint = set.fingerprint();
        let standing = set.cards().iter().map(|card| {
            let abilities = card.abilities.iter();
            let standing = abilities.filter_map(|ability| match ability {
                Ability::Standing(standing) => Some(standing.clone()),
                _ => None,
            });
            standing.collect()
        });
        Printed { standing: standing.collect(), set, fingerprint }
    }

    /// What holds as long as a card is in play.
    pub(super) fn standing(&self, def: DefId) -> &[Standing] {
        &self.standing[def.index()]
    }
}

/// Not all of it: whoever wants to read the cards reads the set.
impl fmt::Debug for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the cards {}", self.fingerprint)
    }
}

impl PartialEq for Printed {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}
impl Eq for Printed {}

impl Canonical for Printed {
    fn encode(&self, into: &mut rulebook::Encoder) {
        self.fingerprint.encode(into);
    }
}

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
    pub fn champion(&self) -> CardId {
        self.champion
    }

    /// The cards in the hand, in the order in which they came.
    pub fn hand(&self) -> &[CardId] {
        &self.hand
    }

    /// The deck; the last card is on top.
    pub fn deck(&self) -> &[CardId] {
        &self.deck
    }

    /// The discard pile; the last card is on top.
    pub fn discard(&self) -> &[CardId] {
        &self.discard
    }

    /// The front row.
    pub fn front(&self) -> [Option<CardId>; COLUMNS] {
        self.front
    }

    /// The back row.
    pub fn back(&self) -> [Option<CardId>; COLUMNS] {
        self.back
    }

    /// The hit points of the lanes.
    pub fn lanes(&self) -> [u8; COLUMNS] {
        self.lanes
    }

    /// What was chosen for the cards, in the order in which it was.
    pub fn orders(&self) -> &[(CardId, Order)] {
        &self.orders
    }

    /// What was chosen for a card.
    pub fn order_of(&self, card: CardId) -> Option<Order> {
        self.orders.iter().find(|(of, _)| *of == card).map(|(_, order)| *order)
    }

    /// Whether a side lane is broken.
    pub fn is_open(&self) -> bool {
        self.lanes[0] == 0 || self.lanes[2] == 0
    }
}

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
    pub fn set(&self) -> &CardSet {
        &self.printed.set
    }

    /// Where the game stands.
    pub fn station(&self) -> Station {
        self.station
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.active
    }

    /// Which turn it is, counting those of both players from 1; 0 before.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What a player has.
    ///
    /// # Panics
    ///
    /// If nobody sits there: seats are numbered 0 and 1.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// How many cards there are, with those that were summoned.
    pub fn cards(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is a card of that number.
    pub fn exists(&self, card: CardId) -> bool {
        card.index() < self.cards.len()
    }

    /// A card.
    ///
    /// # Panics
    ///
    /// If there is none of that number; see [`exists`](Duel::exists).
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
    pub fn def(&self, card: CardId) -> &CardDef {
        self.set().get(self.card(card).def)
    }

    /// Whose card it is.
    ///
    /// # Panics
    ///
    /// If there is none of that number.
    pub fn owner(&self, card: CardId) -> Seat {
        self.card(card).owner
    }

    /// Whether it is somebody's Champion.
    ///
    /// # Panics
    ///
    /// If there is no card of that number.
    pub fn is_champion(&self, card: CardId) -> bool {
        self.def(card).kind == CardKind::Champion
    }

    /// The cards of both players in both rows: each front row from left to
    /// right, then each back row.
    pub fn in_play(&self) -> impl Iterator<Item = CardId> {
        let front = self.players.iter().flat_map(|player| player.front);
        let back = self.players.iter().flat_map(|player| player.back);
        front.chain(back).flatten()
    }

    /// The cards of both players in the front rows.
    pub fn fighters(&self) -> impl Iterator<Item = CardId> {
        self.players.iter().flat_map(|player| player.front).flatten()
    }

    /// In which column a card of the front row stands.
    pub fn front_column(&self, card: CardId) -> Option<u8> {
        self.column_in(card, |player| &player.front)
    }

    /// In which column a card of either row stands.
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
    pub fn first_hit_points(&self, seat: Seat, lane: u8) -> u8 {
        match lane {
            CENTRE => self.def(self.player(seat).champion).def,
            _ => SIDE_LANE,
        }
    }
}
