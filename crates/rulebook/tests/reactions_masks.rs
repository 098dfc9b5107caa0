//! Exclusivity groups where guards have a say (M17): a rule has applied once an event of
//! its own has happened. What a rule costs, what a guard spends, does in addition or puts
//! in its place, and what a trigger makes of it are events, but not the rule's.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Parity, Passes, SessionOptions, Trigger, TriggerBuilder};

/// A blow and a curse in one exclusivity group, and another curse outside of it.
fn book(passes: Passes, blow: fn() -> Vec<Event>) -> BookBuilder<Arena> {
    arena("masks")
        .passes(passes)
        .strategy(Strategy::ApplyAll)
        .rule("strike", move |rule| {
            let rule = rule.on([ActKind::Nothing, ActKind::Buy]).exclusive("harm");
            rule.then(move |_, ()| blow())
        })
        .rule("curse", |rule| {
            let rule = rule.on([ActKind::Nothing, ActKind::Buy]).exclusive("harm");
            rule.then(|_, ()| [Event::Mark(7)])
        })
        .rule("free", |rule| rule.on(ActKind::Nothing).then(|_, ()| [Event::Mark(8)]))
}

/// Seat 1 has a shield with so many charges.
fn shielded(charges: u32) -> Field {
    Field::of(2).card(5, SHIELD.0, 1).charged(charges)
}

/// What happens with all passes, with none, and in parity.
fn events(write: impl Fn(Passes) -> BookBuilder<Arena>, field: &Field, act: &Act) -> Vec<Event> {
    let [plan, reference] = [Passes::all(), Passes::none()].map(|passes| {
        let book = write(passes).compile().unwrap();
        play(&book, field, act.clone()).events()
    });
    assert_eq!(plan, reference);
    let book = write(Passes::all()).compile().unwrap();
    let options = SessionOptions { parity: Parity::Every, ..SessionOptions::default() };
    let mut game = book.start_with(field.clone(), Seed(7), options).unwrap();
    let frame = game.submit(Seat(0), act.clone()).unwrap().committed().unwrap();
    let frame = game.frame(frame).unwrap();
    let compared: Vec<_> = frame.events().map(|event| event.event.clone()).collect();
    assert_eq!(compared, plan);
    plan
}

fn blow() -> Vec<Event> {
    vec![damage(1, 3)]
}

const CURSE: Event = Event::Mark(7);
const FREE: Event = Event::Mark(8);

#[test]
fn m17_a_rule_whose_event_happens_masks_its_group() {
    let write = |passes| book(passes, blow).guard("shield", shield);
    assert_eq!(events(write, &Field::of(2), &Act::Nothing), [damage(1, 3), FREE]);
}

#[test]
fn m17_so_does_one_of_whose_event_a_part_is_left() {
    let write = |passes| book(passes, blow).guard("shield", shield);
    let spent = Event::Spend { card: 5, n: 2 };
    assert_eq!(events(write, &shielded(2), &Act::Nothing), [damage(1, 1), spent, FREE]);
}

#[test]
fn m17_and_one_of_whose_events_one_is_left() {
    let write = |passes| book(passes, || vec![damage(1, 3), heal(1)]).guard("shield", shield);
    let spent = Event::Spend { card: 5, n: 3 };
    assert_eq!(events(write, &shielded(9), &Act::Nothing), [spent, heal(1), FREE]);
}

#[test]
fn m17_what_a_guard_spends_is_no_event_of_the_rule() {
    let write = |passes| book(passes, blow).guard("shield", shield);
    let spent = Event::Spend { card: 5, n: 3 };
    assert_eq!(events(write, &shielded(9), &Act::Nothing), [spent, CURSE, FREE]);
}

#[test]
fn m17_nor_is_what_a_guard_does_in_addition() {
    let write = |passes| {
        book(passes, blow).guard("shield", |guard| {
            guard.before(EventKind::Damage).rider(|_| [Event::Mark(1)]).prevent_all()
        })
    };
    assert_eq!(events(write, &Field::of(2), &Act::Nothing), [Event::Mark(1), CURSE, FREE]);
}

#[test]
fn m17_nor_what_a_guard_puts_in_its_place() {
    let write = |passes| {
        book(passes, blow).guard("mirror", |guard| {
            guard.before(EventKind::Damage).replace(|_| Group::sequence([heal(2)]))
        })
    };
    assert_eq!(events(write, &Field::of(2), &Act::Nothing), [heal(2), CURSE, FREE]);
}

#[test]
fn m17_nor_what_a_trigger_makes_of_a_prevention() {
    fn mourns(trigger: TriggerBuilder<Arena>) -> Trigger<Arena> {
        trigger.after_prevention_of(EventKind::Damage).then(|_| [Event::Mark(2)])
    }
    let write = |passes| {
        let all =
            |guard: rulebook::GuardBuilder<Arena>| guard.before(EventKind::Damage).prevent_all();
        book(passes, blow).guard("shield", all).trigger("mourns", mourns)
    };
    assert_eq!(events(write, &Field::of(2), &Act::Nothing), [CURSE, FREE, Event::Mark(2)]);
}

#[test]
fn m17_nor_what_it_costs() {
    let write = |passes| {
        arena("bought")
            .passes(passes)
            .strategy(Strategy::ApplyAll)
            .rule("buy nothing", |rule| {
                let rule = rule.on(ActKind::Buy).exclusive("harm");
                rule.cost(Why::TooPoor, |_, ()| [Event::Pay { who: 0, n: 2 }])
                    .then(|_, ()| Vec::<Event>::new())
            })
            .rule("curse", |rule| {
                rule.on(ActKind::Buy).exclusive("harm").then(|_, ()| [Event::Mark(7)])
            })
    };
    let field = Field { mana: vec![5, 0], ..Field::of(2) };
    assert_eq!(events(write, &field, &Act::Buy(0)), [Event::Pay { who: 0, n: 2 }, CURSE]);
}

#[test]
fn what_a_phase_asks_is_about_the_start_also_where_a_guard_leaves_nothing_to_mask_it() {
    // The blow may mask the phase, so that nobody need ask; but it is replaced, and what
    // happens in its place would close the phase.
    let write = |passes| {
        arena("start")
            .passes(passes)
            .strategy(Strategy::ApplyAll)
            .rule("strike", |rule| {
                rule.on(ActKind::Nothing).exclusive("harm").then(|_, ()| [damage(1, 3)])
            })
            .phase("fresh", |phase| {
                phase
                    .exclusive("harm")
                    .when("unhealed", |field: &Field| field.life == Field::of(2).life)
                    .rule("curse", |rule| rule.on(ActKind::Nothing).then(|_, ()| [Event::Mark(7)]))
            })
            .guard("mirror", |guard| {
                guard.before(EventKind::Damage).replace(|_| Group::sequence([heal(2)]))
            })
    };
    assert_eq!(events(write, &Field::of(2), &Act::Nothing), [heal(2), Event::Mark(7)]);
}
