//! An arena for reactions: seats with life, hands and mana, cards that carry
//! guards and triggers while they are on the field. An action says itself what
//! is proposed, so that a test writes down nothing but its reactions.
#![allow(dead_code, unused_imports, reason = "each file of tests uses a part of this")]

mod fuse;
mod play;
mod reactive;

pub(crate) use fuse::*;
pub(crate) use play::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Guard, GuardBuilder, Reactive, Reason, Source, SourceKind};

/// The game.
pub(crate) struct Arena;

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Canonical)]
pub(crate) enum Zone {
    Limbo,
    Field,
    Grave,
}

/// A card. It is a source while it is on the field.
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub(crate) struct Card {
    pub(crate) id: u32,
    pub(crate) kind: u32,
    pub(crate) owner: u8,
    pub(crate) zone: Zone,
    pub(crate) since: u64,
    pub(crate) power: u32,
    pub(crate) charges: u32,
    /// What it is attached to, if not to itself.
    pub(crate) host: Option<u32>,
}

/// The state.
#[derive(Clone, Debug, PartialEq, Eq, Canonical)]
pub(crate) struct Field {
    pub(crate) life: Vec<i64>,
    pub(crate) hand: Vec<u32>,
    pub(crate) mana: Vec<u32>,
    pub(crate) active: u8,
    /// Counts the cards that entered the field.
    pub(crate) clock: u64,
    /// Counts the cards that were made.
    pub(crate) made: u32,
    pub(crate) cards: Vec<Card>,
    pub(crate) lamp: bool,
    pub(crate) log: Vec<u32>,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Kinds)]
pub(crate) enum Event {
    Damage {
        to: u8,
        n: u32,
    },
    /// Damage that cannot be prevented.
    Pierce {
        to: u8,
        n: u32,
    },
    Heal {
        to: u8,
        n: u32,
    },
    Draw {
        who: u8,
        n: u32,
    },
    Discard {
        who: u8,
    },
    Pay {
        who: u8,
        n: u32,
    },
    Create {
        card: u32,
        kind: u32,
        owner: u8,
    },
    Move {
        card: u32,
        zone: Zone,
    },
    /// Power is given also if it is none.
    Power {
        card: u32,
        n: u32,
    },
    Die {
        card: u32,
    },
    /// A card without charges goes to the grave.
    Spend {
        card: u32,
        n: u32,
    },
    /// A card gets another owner, and stays the same source.
    Give {
        card: u32,
        to: u8,
    },
    Toggle,
    Mark(u32),
    Rolled(u32),
    Turn,
    /// A card comes to the field, and `touches` does not say so.
    Sneak {
        card: u32,
    },
    /// `with_amount` does not tell the truth about it.
    Crooked(u32),
}

/// What an event left behind, to take it back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Was {
    Plain,
    Card(Box<Card>, u64),
}

/// What is submitted: what is proposed.
#[derive(Clone, Debug, PartialEq, Kinds)]
pub(crate) enum Act {
    One(Event),
    List(Vec<Event>),
    Whole(Group<Event>),
    Groups(Vec<Group<Event>>),
    /// For the rules of a test.
    Buy(u32),
    Nothing,
}

/// Why something is refused.
#[derive(Clone, Debug, PartialEq, Reason)]
pub(crate) enum Why {
    /// You cannot pay for it.
    TooPoor,
    /// You cannot pay for that either.
    StillTooPoor,
}

impl Field {
    /// Everybody with 20 life and nothing else.
    pub(crate) fn of(seats: usize) -> Field {
        Field {
            life: vec![20; seats],
            hand: vec![0; seats],
            mana: vec![0; seats],
            active: 0,
            clock: 100,
            made: 0,
            cards: Vec::new(),
            lamp: false,
            log: Vec::new(),
        }
    }

    /// A card on the field, there since its own number.
    pub(crate) fn card(mut self, id: u32, kind: u32, owner: u8) -> Field {
        let (zone, since) = (Zone::Field, u64::from(id));
        self.cards.push(Card { id, kind, owner, zone, since, power: 0, charges: 0, host: None });
        self
    }

    /// Changes the card that was added last.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Card)) -> Field {
        change(self.cards.last_mut().expect("there is a card"));
        self
    }

    /// The last card has so many charges.
    pub(crate) fn charged(self, charges: u32) -> Field {
        self.with(|card| card.charges = charges)
    }

    pub(crate) fn find(&self, id: u32) -> Option<&Card> {
        self.cards.iter().find(|card| card.id == id)
    }

    pub(crate) fn charges(&self, id: u32) -> u32 {
        self.find(id).map_or(0, |card| card.charges)
    }

    pub(crate) fn on_field(&self, id: u32) -> bool {
        self.find(id).is_some_and(|card| card.zone == Zone::Field)
    }

    fn change(&mut self, id: u32, change: impl FnOnce(&mut Card)) -> Was {
        let clock = self.clock;
        let card = self.cards.iter_mut().find(|card| card.id == id).expect("only what is possible");
        let was = Was::Card(Box::new(card.clone()), clock);
        change(card);
        was
    }

    fn enter(&mut self, id: u32, zone: Zone) -> Was {
        let since = self.clock + u64::from(zone == Zone::Field);
        let was = self.change(id, |card| {
            card.zone = zone;
            if zone == Zone::Field {
                card.since = since;
            }
        });
        self.clock = since;
        was
    }
}

impl Game for Arena {
    type State = Field;
    type Action = Act;
    type Event = Event;
    type Trace = Was;
    type Reason = Why;

    fn apply(field: &mut Field, event: &Event) -> Was {
        match *event {
            Event::Damage { to, n } | Event::Pierce { to, n } => {
                field.life[to as usize] -= i64::from(n);
            }
            Event::Heal { to, n } => field.life[to as usize] += i64::from(n),
            Event::Draw { who, n } => field.hand[who as usize] += n,
            Event::Discard { who } => field.hand[who as usize] -= 1,
            Event::Pay { who, n } => field.mana[who as usize] -= n,
            Event::Create { card, kind, owner } => {
                let (zone, host) = (Zone::Limbo, None);
                let (since, power, charges) = (0, 0, 0);
                field.cards.push(Card { id: card, kind, owner, zone, since, power, charges, host });
                field.made += 1;
            }
            Event::Move { card, zone } => return field.enter(card, zone),
            Event::Sneak { card } => return field.enter(card, Zone::Field),
            Event::Power { card, n } => return field.change(card, |card| card.power += n),
            Event::Die { card } => return field.enter(card, Zone::Grave),
            Event::Give { card, to } => return field.change(card, |card| card.owner = to),
            Event::Spend { card, n } => {
                return field.change(card, |card| {
                    card.charges -= n;
                    if card.charges == 0 {
                        card.zone = Zone::Grave;
                    }
                });
            }
            Event::Toggle => field.lamp = !field.lamp,
            Event::Mark(mark) | Event::Rolled(mark) => field.log.push(mark),
            Event::Turn => field.active = (field.active + 1) % field.life.len() as u8,
            Event::Crooked(n) => field.life[0] -= i64::from(n),
        }
        Was::Plain
    }

    fn seats(field: &Field) -> usize {
        field.life.len()
    }
}

impl Revert for Arena {
    fn revert(field: &mut Field, event: &Event, was: &Was) {
        if let Was::Card(was, clock) = was {
            let card = field.cards.iter_mut().find(|card| card.id == was.id);
            *card.expect("it was changed") = (**was).clone();
            field.clock = *clock;
            return;
        }
        let seats = field.life.len() as u8;
        match *event {
            Event::Damage { to, n } | Event::Pierce { to, n } => {
                field.life[to as usize] += i64::from(n);
            }
            Event::Heal { to, n } => field.life[to as usize] -= i64::from(n),
            Event::Draw { who, n } => field.hand[who as usize] -= n,
            Event::Discard { who } => field.hand[who as usize] += 1,
            Event::Pay { who, n } => field.mana[who as usize] += n,
            Event::Create { .. } => {
                field.cards.pop();
                field.made -= 1;
            }
            Event::Toggle => field.lamp = !field.lamp,
            Event::Mark(_) | Event::Rolled(_) => {
                field.log.pop();
            }
            Event::Turn => field.active = (field.active + seats - 1) % seats,
            Event::Crooked(n) => field.life[0] += i64::from(n),
            _ => unreachable!("these leave the card behind"),
        }
    }
}

/// A book of the arena, with digests and revert, in which an action proposes
/// what it says.
pub(crate) fn arena(name: &str) -> BookBuilder<Arena> {
    let says = [ActKind::One, ActKind::List, ActKind::Whole, ActKind::Groups];
    Book::<Arena>::builder(name).digests().reverts().rule("as said", move |rule| {
        rule.on(says).then(|cx, ()| match cx.action.clone() {
            Act::One(event) => cx.propose(event),
            Act::List(events) => events.into_iter().for_each(|event| cx.propose(event)),
            Act::Whole(group) => cx.propose_group(group),
            Act::Groups(groups) => groups.into_iter().for_each(|group| cx.propose_group(group)),
            Act::Buy(_) | Act::Nothing => {}
        })
    })
}

/// Damage to a seat.
pub(crate) fn damage(to: u8, n: u32) -> Event {
    Event::Damage { to, n }
}

/// Life for seat 0.
pub(crate) fn heal(n: u32) -> Event {
    Event::Heal { to: 0, n }
}

/// Cards for seat 0.
pub(crate) fn draw(n: u32) -> Event {
    Event::Draw { who: 0, n }
}

/// A card of seat 0 is made.
pub(crate) fn create(card: u32) -> Event {
    Event::Create { card, kind: 90, owner: 0 }
}

/// A card comes to the field.
pub(crate) fn enter(card: u32) -> Event {
    Event::Move { card, zone: Zone::Field }
}

/// A card gets power.
pub(crate) fn power(card: u32, n: u32) -> Event {
    Event::Power { card, n }
}

/// A card comes: made, moved to the field, two stronger. All or nothing.
pub(crate) fn summon(card: u32) -> Group<Event> {
    Group::atomic([create(card), enter(card), power(card, 2)])
}

/// The kind of cards that shield.
pub(crate) const SHIELD: SourceKind = SourceKind(1);
/// The kind of cards that double.
pub(crate) const DOUBLER: SourceKind = SourceKind(2);
/// The kind of cards that watch.
pub(crate) const WATCHER: SourceKind = SourceKind(3);

/// How many charges the card has that carries the guard.
pub(crate) fn left(field: &Field, source: Option<&Source>) -> u32 {
    source.map_or(0, |source| field.charges(source.id.0))
}

/// The card that carries the guard spends charges.
pub(crate) fn spend(source: Option<&Source>, n: u32) -> Event {
    Event::Spend { card: source.map_or(0, |source| source.id.0), n }
}

/// "Prevent the next so many damage", carried by shields.
pub(crate) fn shield(guard: GuardBuilder<Arena>) -> Guard<Arena> {
    guard.before(EventKind::Damage).carried_by(SHIELD).charges(left, spend).prevent_all()
}

/// "Damage is doubled", carried by doublers.
pub(crate) fn doubler(guard: GuardBuilder<Arena>) -> Guard<Arena> {
    guard.before(EventKind::Damage).carried_by(DOUBLER).modify(|cx| scaled(cx.event, |n| 2 * n))
}

/// The event with another amount.
pub(crate) fn scaled(event: &Event, scale: impl Fn(u32) -> u32) -> Event {
    let amount = Arena::amount(event).expect("it can be counted");
    Arena::with_amount(event, scale(amount))
}
