//! The rule sheet.

use rulebook::prelude::*;
use rulebook::{BookBuilder, Source, SourceId, TriggerOrder};

use super::spell::{by_life, dawn, deal, pass, strike};
use super::{
    Action, ActionKind, Aim, Card, EmberCourt, Ending, Event, EventKind, Harm, Spell, Step, Table,
    Target, ThingId, Why,
};

/// The rules of the ember court, as a book.
///
/// ```
/// use rulebook_testkit::games::ember_court::book;
/// assert_eq!(book().rules().map(|rule| rule.name()).collect::<Vec<_>>(), ["deal", "cast", "pass"]);
/// ```
///
/// # Panics
///
/// Never: the tests compile it.
pub fn book() -> Book<EmberCourt> {
    let mut sheet = Book::<EmberCourt>::builder("ember court").digests();
    for chapter in
        [course_of_a_day, what_may_be_cast, rules, guards, triggers, standing, invariants]
    {
        sheet = chapter(sheet);
    }
    sheet.compile().expect("the rule sheet has no mistakes")
}

type Sheet = BookBuilder<EmberCourt>;

fn course_of_a_day(sheet: Sheet) -> Sheet {
    sheet
        .turn(Table::step, Why::NotNow, |turn| {
            turn.step(Step::Dealing, |step| step.allows(ActionKind::Deal).leads_to(Step::Day))
                .step(Step::Day, |step| {
                    step.allows([ActionKind::Cast, ActionKind::Pass])
                        .entering(|cx| dawn(cx.state))
                        .leads_to(Step::Dusk)
                })
                .step(Step::Dusk, |step| {
                    step.entering(|cx| strike(cx.state)).leads_to(Step::Day).ends()
                })
        })
        .check("chance deals", Gate::Actor, |check| {
            check.on(ActionKind::Deal).require(|ask| ask.by == By::Chance, Why::NotChance)
        })
        .check("you have priority", Gate::Actor, |check| {
            check.on([ActionKind::Cast, ActionKind::Pass]).require(
                |ask| ask.by.seat().is_some_and(|seat| ask.state.stack().priority() == Some(seat)),
                Why::NoPriority,
            )
        })
}

fn what_may_be_cast(sheet: Sheet) -> Sheet {
    sheet
        .check("the card can be aimed at that", Gate::Shape, |check| {
            check.on(ActionKind::Cast).test(|ask| match *ask.action {
                Action::Cast { card, target } => fits(card, target).or(Why::WrongTarget { card }),
                _ => Ok(()),
            })
        })
        .check("it is there", Gate::Targets, |check| {
            check.on(ActionKind::Cast).test(|ask| match *ask.action {
                Action::Cast { card, target } => {
                    ask.state.is_there(target).or(Why::NoSuchTarget { card })
                }
                _ => Ok(()),
            })
        })
        .check("the card is in your hand", Gate::Specific, |check| {
            check.on(ActionKind::Cast).test(|ask| match (*ask.action, ask.by.seat()) {
                (Action::Cast { card, .. }, Some(seat)) => {
                    ask.state.mage(seat).hand().contains(&card).or(Why::NotInHand { card })
                }
                _ => Ok(()),
            })
        })
        .check("slow spells have their time", Gate::Specific, |check| {
            check.on(ActionKind::Cast).test(|ask| match *ask.action {
                Action::Cast { card, .. } => {
                    let calm = ask.state.stack().is_empty() && ask.by.is(ask.state.turn());
                    (calm || !card.is_slow()).or(Why::TooSlow { card })
                }
                _ => Ok(()),
            })
        })
}

fn fits(card: Card, target: Target) -> bool {
    match card.aim() {
        Aim::Nothing => target == Target::Nothing,
        Aim::Anybody => matches!(target, Target::Mage(_) | Target::Creature(_)),
        Aim::Creature => matches!(target, Target::Creature(_)),
        Aim::Spell => matches!(target, Target::Spell(_)),
    }
}

fn rules(sheet: Sheet) -> Sheet {
    sheet
        .rule("deal", |rule| {
            rule.on(ActionKind::Deal)
                .candidates(|offer| offer.push(Action::Deal))
                .then(|cx, ()| deal(cx))
        })
        .rule("cast", |rule| {
            rule.on(ActionKind::Cast)
                .answer(|ask| match (*ask.action, ask.by.seat()) {
                    (Action::Cast { card, target }, Some(seat)) => {
                        Answer::Match((seat, Spell { card, target }))
                    }
                    _ => Answer::Skip,
                })
                .candidates(offer_casts)
                .cost(Why::NoMana, |_, &(seat, spell)| {
                    [Event::Paid { seat, mana: spell.card.mana() }]
                })
                .then(|_, (seat, spell)| [Event::Cast { seat, spell }])
        })
        .rule("pass", |rule| {
            rule.on(ActionKind::Pass)
                .candidates(|offer| offer.push(Action::Pass))
                .then(|cx, ()| pass(cx))
        })
}

/// Every card in hand at everything that it can be aimed at.
fn offer_casts(offer: &mut Offer<'_, EmberCourt>) {
    let table = offer.state;
    let Some(seat) = offer.by.seat().filter(|seat| seat.index() < 2) else { return };
    let mut hand = table.mage(seat).hand().to_vec();
    hand.dedup();
    let mages = [0, 1].map(|seat| Target::Mage(Seat(seat)));
    let things = table.things().map(|(id, _)| Target::Creature(id));
    let spells = table.stack().iter().map(|waiting| Target::Spell(waiting.id));
    let targets: Vec<_> =
        [Target::Nothing].into_iter().chain(mages).chain(things).chain(spells).collect();
    for card in hand {
        let fitting = targets.iter().filter(|target| fits(card, **target));
        offer.extend(fitting.map(|&target| Action::Cast { card, target }));
    }
}

fn guards(sheet: Sheet) -> Sheet {
    sheet
        .affected_chooses()
        .guard("bellows: twice as much", |guard| {
            guard
                .before(EventKind::Damaged)
                .carried_by(Card::Bellows)
                .priority(Priority::HIGH)
                .when("its owner deals it", |occasion| {
                    let owner = occasion.source.and_then(|source| source.seat);
                    matches!(occasion.event, Event::Damaged { by, .. } if Some(*by) == owner)
                })
                .modify(|cx| changed(cx.event, |_, amount| *amount = amount.saturating_mul(2)))
        })
        .guard("mirror: the next damage is the other's", |guard| {
            guard
                .before(EventKind::Damaged)
                .carried_by(Card::Mirror)
                .about_its_subject()
                .uses(charges, used)
                .redirect(|cx| {
                    changed(cx.event, |to, _| {
                        if let Target::Mage(seat) = to {
                            *seat = seat.next(2);
                        }
                    })
                })
        })
        .guard("veil: prevent the next 3", |guard| {
            guard
                .before(EventKind::Damaged)
                .carried_by(Card::Veil)
                .about_its_subject()
                .charges(charges, used)
                .prevent_all()
        })
}

/// The event with something else of it.
fn changed(event: &Event, change: impl Fn(&mut Target, &mut u32)) -> Event {
    let mut event = event.clone();
    if let Event::Damaged { to, amount, .. } = &mut event {
        change(to, amount);
    }
    event
}

fn charges(table: &Table, source: Option<&Source>) -> u32 {
    let thing = source.and_then(|source| table.thing(ThingId(source.id.0)));
    thing.map_or(0, |thing| thing.charges)
}

fn used(source: Option<&Source>, charges: u32) -> Event {
    let SourceId(id) = source.map_or(SourceId(u32::MAX), |source| source.id);
    Event::Used { id: ThingId(id), charges }
}

fn triggers(sheet: Sheet) -> Sheet {
    sheet
        .trigger_order(TriggerOrder::Stack)
        .trigger("a new day dawns", |trigger| {
            trigger
                .after(EventKind::Turned)
                .when("it is dusk, and not all is over", |occasion| {
                    occasion.state.step() == Step::Dusk && occasion.state.ending().is_none()
                })
                .then(|_| [Event::Turned { to: Step::Day }])
        })
        .trigger("moth: when it dies, draw a card", |trigger| {
            trigger
                .after(EventKind::Died)
                .carried_by(Card::Moth)
                .about_its_subject()
                .looking_back()
                .then(|cx| cx.source?.seat.map(|seat| Event::Drew { seat }))
        })
        .trigger("hound: when it dies, it bites", |trigger| {
            trigger
                .after(EventKind::Died)
                .carried_by(Card::Hound)
                .about_its_subject()
                .looking_back()
                .then(|cx| {
                    let source = cx.source?;
                    let (by, amount) = (source.seat?, *cx.remembered::<u32>(source.id)?);
                    let to = Target::Mage(by.next(2));
                    Some(Event::Damaged { by, to, amount, harm: Harm::Plain })
                })
        })
}

fn standing(sheet: Sheet) -> Sheet {
    sheet
        .standing("a creature with as much damage as toughness dies", |rule| {
            rule.woken_by(EventKind::Damaged).propose(|table: &Table| {
                let dead = table.things().filter(|(_, thing)| Table::is_dead(thing));
                Vec::from_iter(dead.map(|(id, _)| Event::Died { id }))
            })
        })
        .standing("what clings to a dead creature falls", |rule| {
            rule.woken_by(EventKind::Died).propose(|table: &Table| {
                let loose = table.things().filter(|(_, thing)| !table.is_there(thing.on));
                Vec::from_iter(loose.map(|(id, _)| Event::Fell { id }))
            })
        })
        .standing("a mage without life has lost", |rule| {
            rule.woken_by(EventKind::Damaged).propose(|table: &Table| {
                let lost = (0..2).any(|seat| table.mage(Seat(seat)).life() <= 0);
                (lost && table.ending().is_none()).then(|| Event::Ended { ending: loss(table) })
            })
        })
}

/// Who loses when somebody has no life: both may.
fn loss(table: &Table) -> Ending {
    match [0, 1].map(|seat| table.mage(Seat(seat)).life() <= 0) {
        [true, true] => Ending::Drawn,
        _ => by_life(table),
    }
}

fn invariants(sheet: Sheet) -> Sheet {
    sheet
        .invariant("every card is somewhere", |invariant| {
            invariant.at_rest().holds(|table| table.count_cards() == table.cards)
        })
        .invariant("no dead creature is in play", |invariant| {
            invariant.at_rest().holds(|table| !table.things().any(|(_, it)| Table::is_dead(it)))
        })
        .invariant("nothing clings to what is not there", |invariant| {
            invariant.at_rest().holds(|table| table.things().all(|(_, it)| table.is_there(it.on)))
        })
        .invariant("spells wait only while a window is open", |invariant| {
            invariant.holds(|table| table.stack().is_open() || table.stack().is_empty())
        })
}
