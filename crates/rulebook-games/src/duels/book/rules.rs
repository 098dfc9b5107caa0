//! The rules: what each action comes to, once the checks let it pass.

use rulebook::prelude::*;
use rulebook::{PhaseBuilder, Rule, RuleBuilder};

use super::checks::power;
use super::facts::deck_is_empty;
use super::{Sheet, step};
use crate::Ending;
use crate::duels::asking::Asker;
use crate::duels::cards::{Ability, CheckName, Duration, Filter, Stat, Trait};
use crate::duels::enact::enact;
use crate::duels::{
    Action, ActionKind, CENTRE, COLUMNS, CardId, Duel, Duels, Event, HAND, Order, Station,
    StationKind, Why, opponent,
};

pub(super) fn rules(sheet: Sheet) -> Sheet {
    sheet
        .phase("before the first turn", before_the_first_turn)
        .phase("draw", |phase| {
            phase
                .given(&step(), StationKind::Draw)
                .rule("lose by an empty deck", |rule| {
                    rule.on(ActionKind::Draw).while_holds(&deck_is_empty()).then(|cx, ()| {
                        let by = opponent(cx.state.active());
                        [Event::Ended { ending: Ending::Won { by } }]
                    })
                })
                .rule("draw a card", |rule| {
                    rule.on(ActionKind::Draw).candidates(|offer| offer.push(Action::Draw)).then(
                        |cx, ()| {
                            let seat = cx.state.active();
                            [Event::Drew { seat }, Event::Turned { to: Station::Strategy }]
                        },
                    )
                })
        })
        .phase("strategy", strategy)
        .rule("use a power", use_a_power)
        .rule("fight", |rule| {
            rule.on(ActionKind::Fight)
                .candidates(|offer| offer.push(Action::Fight))
                .then(|_, ()| [Event::Continued])
        })
        .rule("resign", |rule| {
            rule.on(ActionKind::Resign)
                .candidates(|offer| offer.push(Action::Resign))
                .answer(|ask| Answer::from(ask.by.seat()))
                .then(|_, seat| [Event::Ended { ending: Ending::Won { by: opponent(seat) } }])
        })
}

fn before_the_first_turn(phase: PhaseBuilder<'_, Duels>) -> PhaseBuilder<'_, Duels> {
    phase
        .given(&step(), [StationKind::Dealing, StationKind::Champions])
        .rule("deal", |rule| {
            rule.on(ActionKind::Deal).candidates(|offer| offer.push(Action::Deal)).then(deal)
        })
        .rule("place the champion", |rule| {
            rule.on(ActionKind::Place).candidates(offer_places).answer(placed).then(
                |cx, (card, column)| {
                    let other = cx.state.player(opponent(cx.state.active()));
                    let both = !other.hand().contains(&other.champion());
                    let mut events = Vec::from_iter(lets_stand_aside(card, column));
                    events.extend([Event::Placed { card, column }, Event::HandedOver]);
                    if both {
                        events.extend([Event::Passed, Event::Turned { to: Station::Draw }]);
                    }
                    events
                },
            )
        })
}

/// A Champion that is placed aside by an exception may stay there, whatever
/// becomes of the exception.
fn lets_stand_aside(card: CardId, column: u8) -> Option<Event> {
    let what = Trait::Lifts(CheckName::ChampionInCentre);
    (column != CENTRE).then_some(Event::Granted { card, what, lasts: Duration::Lasting })
}

fn strategy(phase: PhaseBuilder<'_, Duels>) -> PhaseBuilder<'_, Duels> {
    phase
        .given(&step(), StationKind::Strategy)
        .rule("place a card", |rule| {
            rule.on(ActionKind::Place)
                .candidates(offer_places)
                .answer(placed)
                .then(|_, (card, column)| [Event::Placed { card, column }])
        })
        .rule("choose an attack", |rule| choice(rule, ActionKind::Attack, offer_attacks))
        .rule("choose to protect", |rule| {
            choice(rule, ActionKind::Protect, |offer| {
                let cards = own_front(offer);
                offer.extend(cards.into_iter().map(|card| Action::Protect { card }));
            })
        })
        .rule("choose to pump", |rule| choice(rule, ActionKind::Pump, offer_pumps))
        .rule("choose to cast", |rule| choice(rule, ActionKind::Cast, offer_casts))
        .rule("withdraw a choice", |rule| {
            rule.on(ActionKind::Withdraw)
                .candidates(|offer| {
                    let Some(seat) = offer.by.seat() else { return };
                    let ordered = offer.state.player(seat).orders().iter();
                    let ordered: Vec<_> = ordered.map(|&(card, _)| card).collect();
                    offer.extend(ordered.into_iter().map(|card| Action::Withdraw { card }));
                })
                .answer(|ask| Answer::from(ask.action.card()))
                .then(|_, card| [Event::Withdrew { card }])
        })
        .rule("end the strategy", |rule| {
            rule.on(ActionKind::Done)
                .candidates(|offer| offer.push(Action::Done))
                .then(|_, ()| [Event::Turned { to: Station::Battle }])
        })
}

/// Shuffles both decks, deals the hands, and draws who begins.
fn deal(cx: &mut Effect<'_, Duels>, (): ()) -> Vec<Event> {
    let mut events = Vec::new();
    for seat in [Seat(0), Seat(1)] {
        let mut deck = cx.state.player(seat).deck().to_vec();
        cx.shuffle(&mut deck);
        events.push(Event::Shuffled { seat, deck });
        events.extend([(); HAND].map(|()| Event::Drew { seat }));
    }
    let first = Seat(cx.below(2) as u8);
    events.extend([Event::Began { first }, Event::Turned { to: Station::Champions }]);
    events
}

/// A rule that queues what was chosen.
fn choice(
    rule: RuleBuilder<Duels>,
    kind: ActionKind,
    offer: impl Fn(&mut Offer<'_, Duels>) + Send + Sync + 'static,
) -> Rule<Duels> {
    rule.on(kind)
        .candidates(offer)
        .answer(|ask| Answer::from(ordered(ask.state, ask.action)))
        .then(|_, (card, order)| [Event::Chose { card, order }])
}

/// The order that an action gives.
fn ordered(duel: &Duel, action: &Action) -> Option<(CardId, Order)> {
    match *action {
        Action::Attack { card, side, column } => {
            let target = duel.standing_at(side, column)?;
            Some((card, Order::Attack { column, target }))
        }
        Action::Protect { card } => Some((card, Order::Protect)),
        Action::Pump { card, target, stat } => Some((card, Order::Pump { target, stat })),
        Action::Cast { card, on } => Some((card, Order::Cast { on })),
        _ => None,
    }
}

fn placed(ask: &Ask<'_, Duels>) -> Answer<(CardId, u8), Why> {
    match *ask.action {
        Action::Place { card, column } => Answer::Match((card, column)),
        _ => Answer::Skip,
    }
}

fn use_a_power(rule: RuleBuilder<Duels>) -> Rule<Duels> {
    rule.on(ActionKind::Use)
        .candidates(offer_powers)
        .answer(|ask| match *ask.action {
            Action::Use { card, power, on } => Answer::Match((card, power, on)),
            _ => Answer::Skip,
        })
        .then(|cx, (card, number, on)| {
            let duel = cx.state;
            let used = power(duel, cx.action);
            let asker = Asker::of(duel, card).choosing(on);
            let effects = used.map_or(&[][..], |power| &power.effects);
            let group = enact(duel, &asker, effects, &mut |sides| cx.below(sides));
            cx.propose(Event::PowerUsed { card, power: number });
            cx.propose_group(group);
        })
}

/// More than is allowed, but never less: the checks sort it out.
fn offer_places(offer: &mut Offer<'_, Duels>) {
    let Some(seat) = offer.by.seat() else { return };
    for card in offer.state.player(seat).hand().to_vec() {
        offer.extend((0..COLUMNS as u8).map(|column| Action::Place { card, column }));
    }
}

fn own_front(offer: &Offer<'_, Duels>) -> Vec<CardId> {
    let seat = offer.by.seat();
    let front = seat.map(|seat| offer.state.player(seat).front());
    front.into_iter().flatten().flatten().collect()
}

fn offer_attacks(offer: &mut Offer<'_, Duels>) {
    let Some(side) = offer.by.seat().map(opponent) else { return };
    for card in own_front(offer) {
        offer.extend((0..COLUMNS as u8).map(|column| Action::Attack { card, side, column }));
    }
}

fn offer_pumps(offer: &mut Offer<'_, Duels>) {
    let front = own_front(offer);
    for &card in &front {
        for &target in &front {
            offer.extend(Stat::ALL.map(|stat| Action::Pump { card, target, stat }));
        }
    }
}

fn offer_casts(offer: &mut Offer<'_, Duels>) {
    let Some(seat) = offer.by.seat() else { return };
    for card in offer.state.player(seat).back().into_iter().flatten() {
        let Some(cast) = offer.state.def(card).cast() else { continue };
        for on in targets(offer.state, card, cast.choose.as_ref()) {
            offer.push(Action::Cast { card, on });
        }
    }
}

fn offer_powers(offer: &mut Offer<'_, Duels>) {
    let Some(seat) = offer.by.seat() else { return };
    let (duel, card) = (offer.state, offer.state.player(seat).champion());
    for (number, ability) in duel.def(card).abilities.iter().enumerate() {
        let Ability::Power(power) = ability else { continue };
        for on in targets(duel, card, power.choose.as_ref()) {
            offer.push(Action::Use { card, power: number as u8, on });
        }
    }
}

/// The cards that can be named as targets; nothing, if none is wanted.
fn targets(duel: &Duel, card: CardId, choose: Option<&Filter>) -> Vec<Option<CardId>> {
    match choose {
        None => vec![None],
        Some(&filter) => Asker::of(duel, card).all(duel, filter).into_iter().map(Some).collect(),
    }
}
