//! Triggers: the abilities of the cards that act after something happened.

use std::fmt;
use std::sync::Arc;

use rulebook::prelude::*;
use rulebook::{Occasion, Reaction, Trigger, TriggerBuilder};

use super::Sheet;
use super::battle::goes_on;
use super::wards::name;
use crate::duels::asking::{Asker, Radiated};
use crate::duels::cards::{Ability, CardSet, DefId, Moment, Side, Triggered};
use crate::duels::enact::enact;
use crate::duels::reactive::{card_of, kind_of};
use crate::duels::{CardId, Duel, Duels, Event, EventKind, Harm, Station};

/// How often a triggered ability of one card acts in a turn at most, and what a
/// ward does in addition, so that no two cards can set each other off for ever.
pub(super) const MOST_A_TURN: u8 = 9;

/// A trigger for each triggered ability of each card.
pub(super) fn triggers_of(mut sheet: Sheet, set: &Arc<CardSet>) -> Sheet {
    for (number, card) in set.cards().iter().enumerate() {
        for (at, ability) in card.abilities.iter().enumerate() {
            let Ability::Triggered(triggered) = ability else { continue };
            let called = name(card, &triggered.label);
            let told = Arc::new(Told {
                def: DefId(number as u16),
                at: at as u8,
                question: format!("{called}: which card?"),
                triggered: triggered.clone(),
            });
            sheet = sheet.trigger(called, |trigger| trigger_of(trigger, &told));
        }
    }
    sheet
}

/// An ability, and where it stands.
struct Told {
    def: DefId,
    /// Its number among the card's abilities.
    at: u8,
    /// What its owner is asked, if it wants a card to be chosen.
    question: String,
    triggered: Triggered,
}

fn trigger_of(trigger: TriggerBuilder<Duels>, told: &Arc<Told>) -> Trigger<Duels> {
    let (on, at) = (told.triggered.on, usize::from(told.at));
    let (conditions, told) = (Arc::clone(told), Arc::clone(told));
    after(trigger, on)
        .carried_by(kind_of(told.def))
        .when("the duel goes on", goes_on)
        .when("it is the moment", move |occasion| is_moment(occasion, on))
        .when("it has not acted too often in this turn", move |occasion| {
            let used = |source: Source| occasion.state.card(card_of(&source)).used[at];
            occasion.source.is_some_and(|source| used(source) < MOST_A_TURN)
        })
        .when("its conditions hold", move |occasion| {
            let Some(source) = occasion.source else { return false };
            let it = it(occasion.event, on);
            let asker = Asker::of(occasion.state, card_of(&source)).about(it);
            asker.holds(occasion.state, &conditions.triggered.when, Radiated::Counts)
        })
        .then(move |cx| act(cx, &told))
}

/// What it waits for. Its own destruction comes before that of others.
fn after(trigger: TriggerBuilder<Duels>, on: Moment) -> TriggerBuilder<Duels> {
    match on {
        Moment::Placed => trigger.after(EventKind::Placed).about_its_subject(),
        Moment::Attacks => trigger.after(EventKind::Attacking).about_its_subject(),
        Moment::Wounds => trigger.after(EventKind::Damaged),
        Moment::Damaged => trigger.after(EventKind::Damaged).about_its_subject(),
        Moment::Prevented => trigger.after_prevention_of(EventKind::Damaged),
        Moment::Destroyed => trigger
            .after(EventKind::Destroyed)
            .looking_back()
            .about_its_subject()
            .priority(Priority::HIGH),
        Moment::OtherDestroyed(_) => trigger.after(EventKind::Destroyed).looking_back(),
        Moment::SpellCast(_) => trigger.after(EventKind::Casting),
        Moment::LaneBroke(_) => trigger.after(EventKind::LaneHit),
        Moment::TurnBegins(_) | Moment::TurnEnds(_) => trigger.after(EventKind::Turned),
    }
}

/// Whether what happened is what the ability waits for.
fn is_moment(occasion: &Occasion<'_, Duels>, on: Moment) -> bool {
    let Some(source) = occasion.source else { return false };
    let duel: &Duel = occasion.state;
    let asker = Asker::of(duel, card_of(&source));
    let turns = |side: Side| side.includes(asker.side_of(duel.active()));
    match (on, occasion.event) {
        (Moment::Wounds, &Event::Damaged { by, harm, .. }) => {
            by == Some(asker.card) && harm == Harm::Attack
        }
        (Moment::Prevented, event) => event.card() == Some(asker.card),
        (Moment::OtherDestroyed(filter), &Event::Destroyed { card }) => {
            card != asker.card && asker.accepted(duel, &filter, card)
        }
        (Moment::SpellCast(side), &Event::Casting { card, .. }) => {
            // Another may have countered it since.
            let waits = duel.acting.is_some_and(|(acting, _)| acting == card);
            waits && side.includes(asker.side_of(duel.owner(card)))
        }
        (Moment::LaneBroke(side), &Event::LaneHit { seat, lane, .. }) => {
            side.includes(asker.side_of(seat)) && duel.player(seat).lanes()[usize::from(lane)] == 0
        }
        (Moment::TurnBegins(side), Event::Turned { to: Station::Draw })
        | (Moment::TurnEnds(side), Event::Turned { to: Station::End }) => turns(side),
        (Moment::TurnBegins(_) | Moment::TurnEnds(_), _) => false,
        _ => true,
    }
}

/// The card that the moment is about.
fn it(event: &Event, on: Moment) -> Option<CardId> {
    match (on, event) {
        (Moment::Attacks, Event::Attacking { target, .. }) => *target,
        (Moment::Damaged, Event::Damaged { by, .. }) => *by,
        (Moment::Wounds | Moment::OtherDestroyed(_) | Moment::SpellCast(_), event) => event.card(),
        _ => None,
    }
}

/// A card among options.
struct Named<'d>(CardId, &'d Duel);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Named(card, duel) = self;
        write!(f, "{} ({card}) of {}", duel.def(*card).name, duel.owner(*card))
    }
}

/// What the ability proposes. Unless it speaks of an end, its card must still
/// be there.
fn act(cx: &mut Reaction<'_, Duels>, told: &Told) -> Result<(), Asked> {
    let Some(source) = cx.source else { return Ok(()) };
    let Told { triggered, question, at, .. } = told;
    let ends = matches!(triggered.on, Moment::Destroyed | Moment::OtherDestroyed(_));
    if cx.source_now.is_none() && !ends {
        return Ok(());
    }
    let duel = cx.state;
    let stood = cx.remembered::<u8>(source.id).copied();
    let it = it(cx.event(), triggered.on);
    let mut asker = Asker::of(duel, card_of(&source)).who_stood(stood).about(it);
    if let Some(filter) = triggered.choose {
        let options = asker.all(duel, filter);
        if options.is_empty() {
            return Ok(());
        }
        let options = options.into_iter().map(|card| Named(card, duel));
        let Named(chosen, _) = cx.choose(asker.owner, question, options)?;
        asker = asker.choosing(Some(chosen));
    }
    let group = enact(duel, &asker, &triggered.effects, &mut |sides| cx.below(sides));
    if cx.source_now.is_some() {
        cx.propose(Event::Acted { card: asker.card, ability: *at });
    }
    cx.propose_group(group);
    Ok(())
}
