//! A table on which a test puts what it needs.

use std::sync::Arc;

use rulebook::prelude::*;
use rulebook::{SessionOptions, Verify};
use rulebook_games::duels::cards::{CardSet, Duration, Status, Trait};
use rulebook_games::duels::*;

/// The two players. The first begins, with the deck "ash"; the second has the
/// deck "tide".
pub(crate) const ASH: Seat = Seat(0);
pub(crate) const TIDE: Seat = Seat(1);

/// A table being laid.
#[derive(Clone)]
pub(crate) struct Table {
    set: Arc<CardSet>,
    pub(crate) duel: Duel,
}

impl Table {
    /// The first turn, in the Strategy, with both Champions placed and empty
    /// hands.
    pub(crate) fn new() -> Table {
        Table::of(CardSet::standard())
    }

    pub(crate) fn of(set: Arc<CardSet>) -> Table {
        let duel = setup_of(&set, [0, 1]);
        let mut table = Table { set, duel };
        table.happens(Event::Began { first: ASH });
        for seat in [ASH, TIDE] {
            let card = table.champion(seat);
            table.happens(Event::Placed { card, column: CENTRE });
        }
        table.happens(Event::Passed);
        table.at(Station::Strategy);
        table
    }

    /// The standard cards, with a change.
    pub(crate) fn with(change: impl FnOnce(&mut serde_json::Value)) -> Table {
        let mut file = serde_json::from_str(CardSet::STANDARD).expect("it is JSON");
        change(&mut file);
        let set = CardSet::parse("changed.json", &file.to_string()).expect("it can be loaded");
        Table::of(Arc::new(set))
    }

    pub(crate) fn happens(&mut self, event: Event) {
        Duels::apply(&mut self.duel, &event);
    }

    pub(crate) fn at(&mut self, to: Station) {
        self.happens(Event::Turned { to });
    }

    pub(crate) fn champion(&self, seat: Seat) -> CardId {
        self.duel.player(seat).champion()
    }

    /// A new card in the front row.
    pub(crate) fn front(&mut self, owner: Seat, column: u8, id: &str) -> CardId {
        let def = self.set.find(id).expect(id);
        let card = CardId(self.duel.cards() as u16);
        self.happens(Event::Summoned { card, def, owner, column });
        card
    }

    /// A card of the player's own deck, in the hand.
    pub(crate) fn hand(&mut self, seat: Seat, id: &str) -> CardId {
        let def = self.set.find(id).expect(id);
        let mut deck = self.duel.player(seat).deck().to_vec();
        let at = deck.iter().position(|&card| self.duel.card(card).def() == def).expect(id);
        let card = deck.remove(at);
        deck.push(card);
        self.happens(Event::Shuffled { seat, deck });
        self.happens(Event::Drew { seat });
        card
    }

    /// A spell of the player's own deck, in the back row.
    pub(crate) fn back(&mut self, seat: Seat, column: u8, id: &str) -> CardId {
        let card = self.hand(seat, id);
        self.happens(Event::Placed { card, column });
        card
    }

    /// A lane loses all of its hit points.
    pub(crate) fn broken(&mut self, seat: Seat, lane: u8) {
        self.lane_hit(seat, lane, 99);
    }

    pub(crate) fn lane_hit(&mut self, seat: Seat, lane: u8, amount: u32) {
        self.happens(Event::LaneHit { seat, lane, amount, by: None, piercing: false });
    }

    pub(crate) fn hurt(&mut self, card: CardId, amount: u32) {
        let harm = Harm::Effect;
        self.happens(Event::Damaged { card, amount, by: None, harm, piercing: false });
    }

    /// The game from here, verified after every event.
    pub(crate) fn play(self) -> Session<Duels> {
        let options = SessionOptions { verify: Verify::EveryEvent, ..SessionOptions::default() };
        book_of(&self.set).start_with(self.duel, Seed(1), options).expect("it can start")
    }
}

/// Does something that must be accepted.
pub(crate) fn act(duel: &mut Session<Duels>, action: Action) {
    let seat = duel.state().active();
    let outcome = duel.submit(seat, action).expect("no faults");
    assert!(outcome.is_committed(), "{}: {outcome}", print(&action));
}

/// The codes of all reasons of a refusal.
pub(crate) fn codes(
    duel: &mut Session<Duels>,
    by: impl Into<By>,
    action: Action,
) -> Vec<&'static str> {
    let outcome = duel.submit(by, action).expect("no faults");
    let refusal = outcome.refusal().unwrap_or_else(|| panic!("{}: {outcome}", print(&action)));
    refusal.reasons().map(Reason::code).collect()
}

/// An attack on the other side.
pub(crate) fn attack(card: CardId, side: Seat, column: u8) -> Action {
    Action::Attack { card, side, column }
}

/// The Strategy is over, and they fight; then it is the other player's Draw.
pub(crate) fn fight(duel: &mut Session<Duels>) {
    act(duel, Action::Done);
    act(duel, Action::Fight);
}

/// The whole next turn, in which nothing is done but what is said.
pub(crate) fn turn(duel: &mut Session<Duels>, actions: &[Action]) {
    act(duel, Action::Draw);
    for &action in actions {
        act(duel, action);
    }
    fight(duel);
}

/// The events of the last frame.
pub(crate) fn events(duel: &Session<Duels>) -> Vec<Event> {
    let frame = duel.frames().next_back().expect("something happened");
    frame.events().map(|event| event.event.clone()).collect()
}

/// The events of the last frame that this picks, in order.
pub(crate) fn told<T>(duel: &Session<Duels>, pick: impl Fn(&Event) -> Option<T>) -> Vec<T> {
    events(duel).iter().filter_map(pick).collect()
}

/// Gives a card something for good.
pub(crate) fn grant(table: &mut Table, card: CardId, what: Trait) {
    table.happens(Event::Granted { card, what, lasts: Duration::Lasting });
}

/// Stuns a card for two Ends.
pub(crate) fn stun(table: &mut Table, card: CardId) {
    table.happens(Event::Afflicted { card, status: Status::Stun, ends: 2 });
}
