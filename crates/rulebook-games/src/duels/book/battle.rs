//! The course of a Battle and of the End.
//!
//! Each thing that was chosen has its turn; between two, everything that
//! follows from the first has happened: that is why the Battle goes on by
//! triggers of the lowest priority, which wait for all others.

use rulebook::prelude::*;
use rulebook::{Group, Occasion, Reaction};

use super::Sheet;
use super::targets::fits;
use crate::duels::asking::{Asker, Radiated};
use crate::duels::attack::{next_attack, strike};
use crate::duels::cards::Status;
use crate::duels::enact::enact;
use crate::duels::{CardId, Duel, Duels, Event, EventKind, Harm, Order, Station};

/// How bad poison gets.
const WORST_POISON: u8 = 3;

pub(super) fn course_of_a_battle(sheet: Sheet) -> Sheet {
    sheet
        .trigger("the battle goes on", |trigger| {
            trigger
                .after(EventKind::Continued)
                .priority(Priority::LOWEST)
                .when("the duel goes on", goes_on)
                .then(|cx| Vec::from_iter(what_is_next(cx.state)))
        })
        .trigger("what was begun is done", |trigger| {
            trigger
                .after([EventKind::Attacking, EventKind::Casting])
                .priority(Priority::LOWEST)
                .when("the duel goes on", goes_on)
                .then(carry_out)
        })
        .trigger("burn and poison act", |trigger| {
            trigger
                .after(EventKind::Expired)
                .priority(Priority::LOWEST)
                .when("the duel goes on", goes_on)
                .then(|cx| {
                    let hurt = Group::batch(ailments(cx.state));
                    cx.propose_group(hurt);
                    cx.propose(Event::Ticked);
                })
        })
        .trigger("the turn passes", |trigger| {
            trigger
                .after(EventKind::Ticked)
                .priority(Priority::LOWEST)
                .when("the duel goes on", goes_on)
                .then(|_| [Event::Passed, Event::Turned { to: Station::Draw }])
        })
}

/// Nothing happens any more once a duel is over.
pub(super) fn goes_on(occasion: &Occasion<'_, Duels>) -> bool {
    occasion.state.ending().is_none()
}

/// The next spell, in the order in which they were chosen; then the next
/// attack; then the End. Whoever is stunned misses the turn.
fn what_is_next(duel: &Duel) -> Vec<Event> {
    let seat = duel.active();
    let orders = duel.player(seat).orders();
    let spell = orders.iter().find_map(|&(card, order)| match order {
        Order::Cast { on } => Some(Event::Casting { card, on }),
        _ => None,
    });
    let attack = || {
        let (card, column, target) = next_attack(duel, seat)?;
        Some(Event::Attacking { card, column, target })
    };
    match spell.or_else(attack) {
        Some(Event::Attacking { card, .. }) if duel.suffers(card, Status::Stun) => {
            vec![Event::Missed { card }, Event::Continued]
        }
        Some(begins) => vec![begins],
        None => vec![Event::Turned { to: Station::End }],
    }
}

/// The blow falls, or the spell does what it does; unless the card has left or
/// was stunned, or the spell was countered.
fn carry_out(cx: &mut Reaction<'_, Duels>) {
    let duel = cx.state;
    match duel.acting {
        Some((card, Order::Attack { column, target })) if !duel.suffers(card, Status::Stun) => {
            cx.propose_group(strike(duel, card, column, target));
        }
        Some((card, Order::Cast { on })) => {
            let group = cast(duel, card, on, &mut |sides| cx.below(sides));
            cx.propose_group(group);
            cx.propose(Event::Spent { card });
        }
        _ => {}
    }
    cx.propose(Event::Continued);
}

/// What a spell comes to: nothing, if its target is no longer right, or what it
/// asks for does not hold any more.
fn cast(
    duel: &Duel,
    card: CardId,
    on: Option<CardId>,
    pick: &mut dyn FnMut(u32) -> u32,
) -> Group<Event> {
    let asker = Asker::of(duel, card).choosing(on);
    match duel.def(card).cast() {
        Some(cast)
            if fits(duel, &asker, cast.choose.as_ref())
                && asker.holds(duel, &cast.when, Radiated::Counts) =>
        {
            enact(duel, &asker, &cast.effects, pick)
        }
        _ => Group::sequence([]),
    }
}

/// What burn and poison do to all who suffer from them, at once.
fn ailments(duel: &Duel) -> Vec<Event> {
    let hurt = |card: CardId, amount: u8| Event::Damaged {
        card,
        amount: u32::from(amount),
        by: None,
        harm: Harm::Ailment,
        piercing: false,
    };
    let mut all = Vec::new();
    for card in duel.fighters() {
        if duel.suffers(card, Status::Burn) {
            all.push(hurt(card, 1));
        }
        if duel.suffers(card, Status::Poison) {
            let acted = duel.card(card).ailments[Status::Poison as usize].acted;
            all.push(hurt(card, (acted + 1).min(WORST_POISON)));
        }
    }
    all
}
