//! Guards: shields, those who take damage for others, immunity, and the wards
//! of the cards.

use std::sync::Arc;

use rulebook::prelude::*;
use rulebook::{Guard, GuardBuilder, Instead, Occasion, Reactive, Verdict};

use super::Sheet;
use super::moments::MOST_A_TURN;
use crate::duels::asking::{Asker, Radiated};
use crate::duels::cards::{Ability, CardDef, CardSet, DefId, Trait, Uses, Ward, WardAct, Warded};
use crate::duels::enact::enact;
use crate::duels::reactive::{SHIELD, card_of, kind_of};
use crate::duels::{CardId, Duel, Duels, Event, EventKind, Harm};

/// What every game has, whatever its cards.
pub(super) fn shields_and_takers(sheet: Sheet) -> Sheet {
    sheet
        .guard("a card takes the damage of another", |guard| {
            guard
                .before(EventKind::Damaged)
                .priority(Priority::HIGH)
                .when("there is one that does", |occasion| taker(occasion).is_some())
                .redirect(|cx| match taker(cx) {
                    Some(card) => with_card(cx.event, card),
                    None => cx.event.clone(),
                })
        })
        .guard("a shield holds", |guard| {
            guard
                .before(EventKind::Damaged)
                .carried_by(SHIELD)
                .about_its_subject()
                .charges(
                    |duel, source| {
                        source.map_or(0, |shield| duel.card(card_of(shield)).shield().into())
                    },
                    |source, amount| Event::ShieldSpent { card: bearer(source), amount },
                )
                .prevent_all()
        })
        .guard("a card is immune", |guard| {
            guard
                .before(EventKind::Afflicted)
                .when("to just that", |occasion| match *occasion.event {
                    Event::Afflicted { card, status, .. } => {
                        occasion.state.has(card, |what| what == Trait::Immune(status))
                    }
                    _ => false,
                })
                .forbid()
        })
}

fn bearer(source: Option<&Source>) -> CardId {
    source.map_or(CardId(0), card_of)
}

/// The card that takes the damage. It must be there to take it.
fn taker(occasion: &Occasion<'_, Duels>) -> Option<CardId> {
    occasion.state.taker_for(occasion.event.card()?)
}

/// The same event, happening to another card.
fn with_card(event: &Event, new: CardId) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Damaged { card, .. }
        | Event::Healed { card, .. }
        | Event::Destroyed { card }
        | Event::Afflicted { card, .. } => *card = new,
        // What would have hit a lane hits the card.
        Event::LaneHit { amount, by, piercing, .. } => {
            return Event::Damaged {
                card: new,
                amount: *amount,
                by: *by,
                harm: Harm::Effect,
                piercing: *piercing,
            };
        }
        _ => {}
    }
    event
}

/// A guard for each ward of each card.
pub(super) fn wards_of(mut sheet: Sheet, set: &Arc<CardSet>) -> Sheet {
    for (number, card) in set.cards().iter().enumerate() {
        for (at, ability) in card.abilities.iter().enumerate() {
            let Ability::Ward(ward) = ability else { continue };
            let def = DefId(number as u16);
            sheet = sheet.guard(name(card, &ward.label), |guard| {
                ward_of(guard, def, at as u8, &Arc::new(ward.clone()))
            });
        }
    }
    sheet
}

/// What an ability is called in the book.
pub(super) fn name(card: &CardDef, label: &str) -> String {
    format!("{}: {label}", card.name)
}

fn ward_of(guard: GuardBuilder<Duels>, def: DefId, at: u8, ward: &Arc<Ward>) -> Guard<Duels> {
    let concerned = Arc::clone(ward);
    let mut guard = guard
        .before(kind_before(ward.before))
        .carried_by(kind_of(def))
        .when("it concerns such a card", move |occasion| concerns(occasion, &concerned));
    if ward.uses != Uses::Always {
        let uses = ward.uses;
        guard = guard.uses(
            move |duel, source| {
                left(
                    uses,
                    source.map_or(0, |source| duel.card(card_of(source)).used[usize::from(at)]),
                )
            },
            move |source, times| Event::WardUsed { card: bearer(source), ability: at, times },
        );
    }
    if !ward.rider.is_empty() {
        let ward = Arc::clone(ward);
        guard = guard.rider(move |cx| {
            let (duel, card) = (cx.state, bearer(cx.source.as_ref()));
            // What it does besides could set it off again, for ever.
            if ward.uses == Uses::Always {
                if duel.exists(card) && duel.card(card).used[usize::from(at)] >= MOST_A_TURN {
                    return;
                }
                cx.propose(Event::Acted { card, ability: at });
            }
            let asker = Asker::of(duel, card).about(cx.event().card());
            let group = enact(duel, &asker, &ward.rider, &mut |sides| cx.below(sides));
            cx.propose_group(group);
        });
    }
    act(guard, ward)
}

fn kind_before(before: Warded) -> EventKind {
    match before {
        Warded::Damage => EventKind::Damaged,
        Warded::LaneDamage => EventKind::LaneHit,
        Warded::Destruction => EventKind::Destroyed,
        Warded::Status(_) => EventKind::Afflicted,
        Warded::Healing => EventKind::Healed,
        Warded::Draw => EventKind::Drew,
    }
}

/// How often it can still act.
fn left(uses: Uses, used: u8) -> u32 {
    match uses {
        Uses::Always => u32::MAX,
        Uses::Times(times) | Uses::EachTurn(times) => u32::from(times.saturating_sub(used)),
    }
}

/// Whether the event is one that the ward stands before.
fn concerns(occasion: &Occasion<'_, Duels>, ward: &Ward) -> bool {
    let duel: &Duel = occasion.state;
    let Some(source) = occasion.source else { return false };
    let asker = Asker::of(duel, card_of(&source)).about(occasion.event.card());
    let whom = match (ward.before, occasion.event) {
        (Warded::LaneDamage, &Event::LaneHit { seat, lane, .. }) => {
            asker.accepts_lane(&ward.whom, seat, lane)
        }
        (Warded::Draw, &Event::Drew { seat }) => ward.whom.side.includes(asker.side_of(seat)),
        (Warded::Status(Some(named)), &Event::Afflicted { status, .. }) if named != status => false,
        (_, event) => event.card().is_some_and(|card| asker.accepts(duel, &ward.whom, card)),
    };
    // What it would take over happens to it anyway.
    let itself = ward.act == WardAct::TakeOver && occasion.event.card() == Some(asker.card);
    whom && !itself && asker.holds(duel, &ward.when, Radiated::Counts)
}

fn act(guard: GuardBuilder<Duels>, ward: &Arc<Ward>) -> Guard<Duels> {
    match ward.act {
        WardAct::Prevent(amount) => guard.prevent(move |_| u32::from(amount)),
        WardAct::PreventAll => guard.prevent_all(),
        WardAct::Forbid => guard.forbid(),
        WardAct::Add(more) => guard.modify(move |cx| {
            Duels::with_amount(cx.event, cx.amount.saturating_add_signed(i32::from(more)))
        }),
        WardAct::Double => {
            guard.modify(|cx| Duels::with_amount(cx.event, cx.amount.saturating_mul(2)))
        }
        WardAct::TakeOver => guard.redirect(|cx| with_card(cx.event, bearer(cx.source.as_ref()))),
        WardAct::Instead(_) => {
            let ward = Arc::clone(ward);
            guard.judge([rulebook::Capability::Replace], move |cx| {
                let card = bearer(cx.source.as_ref());
                let asker = Asker::of(cx.state, card).about(cx.event.card());
                let WardAct::Instead(effects) = &ward.act else { return Verdict::Pass };
                // There are no dice here: the loader refuses what would need them.
                let group = enact(cx.state, &asker, effects, &mut |_| 0);
                Verdict::Replace(Instead::from(group))
            })
        }
    }
}
