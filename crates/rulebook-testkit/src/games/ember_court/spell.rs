//! What spells do when they resolve, and what follows from a pass.

use rulebook::prelude::*;
use rulebook::{Passed, StackItem};

use super::{Card, EmberCourt, Ending, Event, Harm, Spell, Step, Table, Target, ThingId};

/// How many cards a mage begins with.
const HAND: usize = 4;

/// The decks are shuffled, the hands dealt, and the first day dawns.
pub(super) fn deal(cx: &mut Effect<'_, EmberCourt>) -> Vec<Event> {
    let mut decks = [0, 1].map(|seat| cx.state.mage(Seat(seat)).deck().to_vec());
    for deck in &mut decks {
        cx.shuffle(deck);
    }
    let mut events = vec![Event::Shuffled { decks }];
    for _ in 0..HAND {
        events.extend([0, 1].map(|seat| Event::Drew { seat: Seat(seat) }));
    }
    events.push(Event::Turned { to: Step::Day });
    events
}

/// The other mage's day dawns, with a card; without one the game is over.
pub(super) fn dawn(table: &Table) -> [Event; 2] {
    let seat = table.turn().next(2);
    let then = match table.mage(seat).deck().is_empty() {
        true => Event::Ended { ending: by_life(table) },
        false => Event::Drew { seat },
    };
    [Event::Dawned { seat }, then]
}

/// The creatures of the day strike the other mage, all at once.
pub(super) fn strike(table: &Table) -> Group<Event> {
    let by = table.turn();
    let to = Target::Mage(by.next(2));
    Group::batch(table.creatures(by).map(|(_, creature)| Event::Damaged {
        by,
        to,
        amount: creature.power,
        harm: Harm::Plain,
    }))
}

/// Whoever has more life wins.
pub(super) fn by_life(table: &Table) -> Ending {
    let [zero, one] = [0, 1].map(|seat| table.mage(Seat(seat)).life());
    match zero.cmp(&one) {
        std::cmp::Ordering::Greater => Ending::Won { by: Seat(0) },
        std::cmp::Ordering::Less => Ending::Won { by: Seat(1) },
        std::cmp::Ordering::Equal => Ending::Drawn,
    }
}

/// What a pass leads to: the top of the stack resolves when both have passed;
/// dusk falls when nothing is there.
pub(super) fn pass(cx: &mut Effect<'_, EmberCourt>) {
    let table = cx.state;
    cx.propose(Event::Passed);
    match (table.stack().if_passed(), table.stack().top()) {
        (Ok(Passed::Resolves(id)), Some(top)) => {
            cx.propose(Event::Resolved { id });
            cx.propose_group(resolve(table, top));
        }
        (Ok(Passed::Closes), _) => cx.propose(Event::Turned { to: Step::Dusk }),
        _ => {}
    }
}

/// What a spell does. If what it is aimed at has gone, the event is impossible,
/// and the spell does nothing.
fn resolve(table: &Table, waiting: &StackItem<Spell>) -> Group<Event> {
    let (by, spell) = (waiting.by, waiting.item);
    let damaged = |amount, harm| Event::Damaged { by, to: spell.target, amount, harm };
    let does = match (spell.card, spell.target) {
        (Card::Flare, _) => return flare(table, by),
        (Card::Lance, _) => damaged(3, Harm::Keen),
        (Card::Snuff, Target::Spell(id)) => Event::Countered { id },
        (Card::Stoke, Target::Creature(id)) => Event::Stoked { id, power: 2 },
        (Card::Veil | Card::Mirror | Card::Bellows | Card::Moth | Card::Hound, _) => {
            Event::Entered { id: ThingId(table.next), owner: by, spell }
        }
        // The checks let a snuff aim at nothing but spells, a stoke at nothing
        // but creatures.
        (Card::Spark | Card::Snuff | Card::Stoke, _) => damaged(2, Harm::Plain),
    };
    Group::atomic([does])
}

/// Every creature takes damage, all at once.
fn flare(table: &Table, by: Seat) -> Group<Event> {
    let creatures = table.things().filter(|(_, thing)| thing.card.creature().is_some());
    Group::batch(creatures.map(|(id, _)| Event::Damaged {
        by,
        to: Target::Creature(id),
        amount: 2,
        harm: Harm::Plain,
    }))
}
