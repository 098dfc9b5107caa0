//! What happens at the court.

use rulebook::StackId;
use rulebook::prelude::*;

use super::{Card, Ending, Spell, Step, Table, Target, ThingId};

/// The most mana that a mage gets.
const MANA: u32 = 5;

/// Whether damage can be prevented.
///
/// ```
/// use rulebook_testkit::games::ember_court::Harm;
/// assert_ne!(Harm::Plain, Harm::Keen);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// It can be prevented.
    Plain,
    /// It cannot be prevented.
    Keen,
}

/// What happens at the court.
///
/// ```
/// use rulebook::{Game, Seat};
/// use rulebook_testkit::games::ember_court::{EmberCourt, Event, Harm, Target, setup};
/// let mut table = setup();
/// let to = Target::Mage(Seat(1));
/// EmberCourt::apply(&mut table, &Event::Damaged { by: Seat(0), to, amount: 3, harm: Harm::Keen });
/// assert_eq!(table.mage(Seat(1)).life(), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Kinds)]
pub enum Event {
    /// The decks lie in this order; the next card to draw is the last.
    Shuffled {
        /// The decks, by seat.
        decks: [Vec<Card>; 2],
    },
    /// The game goes on to another step.
    Turned {
        /// Which one.
        to: Step,
    },
    /// A day dawned: mana is filled up, and a window is open.
    Dawned {
        /// Whose day.
        seat: Seat,
    },
    /// A mage drew a card.
    Drew {
        /// Who.
        seat: Seat,
    },
    /// A mage paid mana.
    Paid {
        /// Who.
        seat: Seat,
        /// How much.
        mana: u32,
    },
    /// A card went from the hand to the stack.
    Cast {
        /// Whose.
        seat: Seat,
        /// Which, and at what.
        spell: Spell,
    },
    /// Whoever had priority passed.
    Passed,
    /// A spell left the stack to do what it does.
    Resolved {
        /// Which.
        id: StackId,
    },
    /// A spell left the stack and does nothing.
    Countered {
        /// Which.
        id: StackId,
    },
    /// A card came into play.
    Entered {
        /// Its number.
        id: ThingId,
        /// Whose it is.
        owner: Seat,
        /// The card, and what it clings to.
        spell: Spell,
    },
    /// Damage was dealt.
    Damaged {
        /// For whom.
        by: Seat,
        /// To what.
        to: Target,
        /// How much.
        amount: u32,
        /// Whether it can be prevented.
        harm: Harm,
    },
    /// A creature got power.
    Stoked {
        /// Which.
        id: ThingId,
        /// How much.
        power: u32,
    },
    /// A thing in play was used; with nothing left, it burns.
    Used {
        /// Which.
        id: ThingId,
        /// How much of it.
        charges: u32,
    },
    /// A creature died.
    Died {
        /// Which.
        id: ThingId,
    },
    /// What clung to a dead creature fell.
    Fell {
        /// Which.
        id: ThingId,
    },
    /// The game ended.
    Ended {
        /// How.
        ending: Ending,
    },
}

/// What the stack promises here, because `possible` has looked.
const LOOKED: &str = "an event that cannot happen is not applied";

pub(super) fn apply(table: &mut Table, event: &Event) {
    match *event {
        Event::Shuffled { ref decks } => {
            for (mage, deck) in table.mages.iter_mut().zip(decks) {
                mage.deck.clone_from(deck);
            }
        }
        Event::Turned { to } => table.step = to,
        Event::Dawned { seat } => dawn(table, seat),
        Event::Drew { seat } => draw(table, seat),
        Event::Paid { seat, mana } => table.mages[seat.index()].mana -= mana,
        Event::Cast { seat, spell } => cast(table, seat, spell),
        Event::Passed => {
            table.stack.pass().expect(LOOKED);
        }
        // What stays in play comes there from the ashes, by an event of its own.
        Event::Resolved { id } | Event::Countered { id } => {
            table.stack.take(id).expect(LOOKED);
            table.ashes += 1;
        }
        Event::Entered { id, owner, spell } => {
            table.ashes -= 1;
            table.enter(id, owner, spell);
        }
        Event::Damaged { to, amount, .. } => damage(table, to, amount),
        Event::Stoked { id, power } => {
            let stoked = table.things.get_mut(&id);
            stoked.expect(LOOKED).power += power;
        }
        Event::Used { id, charges } => spend(table, id, charges),
        Event::Died { id } | Event::Fell { id } => burn(table, id),
        Event::Ended { ending } => table.ending = Some(ending),
    }
}

fn dawn(table: &mut Table, seat: Seat) {
    table.day += 1;
    table.turn = seat;
    // The first day of either mage brings one mana.
    table.mages[seat.index()].mana = table.day.div_ceil(2).min(MANA);
    table.stack.open(seat).expect(LOOKED);
}

fn draw(table: &mut Table, seat: Seat) {
    let mage = &mut table.mages[seat.index()];
    mage.hand.extend(mage.deck.pop());
    mage.hand.sort();
}

fn cast(table: &mut Table, seat: Seat, spell: Spell) {
    let hand = &mut table.mages[seat.index()].hand;
    let at = hand.iter().position(|card| *card == spell.card).expect(LOOKED);
    hand.remove(at);
    table.stack.push(seat, spell).expect(LOOKED);
}

fn damage(table: &mut Table, to: Target, amount: u32) {
    match to {
        Target::Mage(seat) => {
            let life = &mut table.mages[seat.index()].life;
            *life = life.saturating_sub_unsigned(amount);
        }
        Target::Creature(id) => {
            let hurt = table.things.get_mut(&id).expect(LOOKED);
            hurt.damage = hurt.damage.saturating_add(amount);
        }
        Target::Nothing | Target::Spell(_) => unreachable!("{LOOKED}"),
    }
}

fn spend(table: &mut Table, id: ThingId, charges: u32) {
    let used = table.things.get_mut(&id).expect(LOOKED);
    used.charges -= charges;
    if used.charges == 0 {
        burn(table, id);
    }
}

fn burn(table: &mut Table, id: ThingId) {
    table.things.remove(&id).expect(LOOKED);
    table.ashes += 1;
}
