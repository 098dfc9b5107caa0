//! Charges and riders (R3, R12, R13): what is spent, what is given back, and
//! what is done in addition.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::Fate::{Applied, Fizzled, Prevented, RolledBack};
use rulebook::prelude::*;
use rulebook::{Because, BookBuilder, Stance};

fn spent(card: u32, n: u32) -> Event {
    Event::Spend { card, n }
}

/// A shield with a rider, and a ward of one use that lets nothing enter.
fn warded() -> BookBuilder<Arena> {
    arena("warded")
        .guard("shield", |g| {
            g.before(EventKind::Damage)
                .carried_by(SHIELD)
                .charges(left, spend)
                .rider(|cx| [Event::Mark(100 + cx.prevented)])
                .prevent_all()
        })
        .guard("ward", |g| {
            g.before(EventKind::Move)
                .carried_by(WATCHER)
                .uses(left, spend)
                .rider(|_| [Event::Mark(1)])
                .prevent_all()
        })
}

/// Shield 5 with 3 charges, ward 6 with one, card 7 that would enter.
fn warded_field() -> Field {
    let field = Field::of(3).card(5, SHIELD.0, 1).charged(3).card(6, WATCHER.0, 1).charged(1);
    field.card(7, 9, 0).with(|card| card.zone = Zone::Limbo)
}

#[test]
fn r3_three_in_all_are_prevented_in_the_order_of_members() {
    let book = arena("ledger").guard("shield", shield).compile().unwrap();
    let field = Field::of(3).card(5, SHIELD.0, 1).charged(3);
    let batch = Group::batch([damage(0, 2), damage(1, 2), damage(2, 2)]);
    let played = play_group(&book, &field, batch);
    assert_eq!(played.state().life, [20, 19, 18]);
    assert_eq!(played.fates(), [Prevented, Applied, Applied, Applied]);
    let named = vec![damage(0, 2), damage(1, 2)];
    assert_eq!(played.announced(), [("shield".into(), named, vec![], 3, 1)]);
    assert_eq!(played.stances(2), [("shield".into(), Some(5), Stance::NoCharges)]);
    assert_eq!(played.events(), [damage(1, 1), damage(2, 2), spent(5, 3)], "spent at once");
    assert!(matches!(played.account().lines[3].because, Because::Charge { line: 0, .. }));
}

#[test]
fn r3_also_over_groups_within_the_batch() {
    let book = arena("ledger").guard("shield", shield).compile().unwrap();
    let field = Field::of(3).card(5, SHIELD.0, 1).charged(3);
    let batch = Group::batch([])
        .group(Group::atomic([damage(0, 3), heal(1)]))
        .group(Group::sequence([damage(1, 2), damage(2, 2)]));
    // All three are used up by the first group, which dies of it.
    let played = play_group(&book, &field, batch);
    assert_eq!(played.state().life, [20, 18, 18]);
    assert_eq!(played.announced(), [("shield".into(), vec![damage(0, 3)], vec![heal(1)], 3, 0)]);
}

#[test]
fn r12_charges_are_spent_by_what_was_prevented() {
    let book = arena("amounts").guard("shield", shield).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(10);
    let played = play_one(&book, &field, damage(1, 3));
    assert_eq!(played.events(), [spent(5, 3)]);
    assert_eq!((played.state().life[1], played.state().charges(5)), (20, 7));
    // Two shields share what there is.
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2).card(6, SHIELD.0, 1).charged(2);
    let played = play_one(&book, &field, damage(1, 3));
    assert_eq!((played.state().charges(5), played.state().charges(6)), (0, 1));
    let said: Vec<_> = played.announced().iter().map(|said| (said.3, said.4)).collect();
    assert_eq!(said, [(2, 1), (1, 0)]);
    assert_eq!(played.account().lines[0].by.len(), 2, "both prevented it");
}

#[test]
fn r12_what_a_guard_would_prevent_is_capped_by_its_charges() {
    let book = arena("capped")
        .guard("two at a time", |g| {
            g.before(EventKind::Damage).carried_by(SHIELD).charges(left, spend).prevent(|cx| {
                assert_eq!(cx.charges(), Some(cx.state.charges(5)));
                2
            })
        })
        .compile()
        .unwrap();
    for (charges, prevented) in [(5, 2), (2, 2), (1, 1)] {
        let field = Field::of(2).card(5, SHIELD.0, 1).charged(charges);
        let played = play_one(&book, &field, damage(1, 4));
        assert_eq!(played.state().life[1], 16 + i64::from(prevented));
        assert_eq!(played.state().charges(5), charges - prevented);
    }
    let field = Field::of(2).card(5, SHIELD.0, 1);
    let played = play_one(&book, &field, damage(1, 4));
    assert_eq!(played.stances(0), [("two at a time".into(), Some(5), Stance::NoCharges)]);
}

#[test]
fn r12_the_spending_is_of_the_same_commit_and_no_guard_is_asked_about_it() {
    let book = arena("spending")
        .guard("shield", shield)
        .guard("no spending", |g| g.before(EventKind::Spend).prevent_all())
        .trigger("spent", |t| {
            t.after([EventKind::Spend, EventKind::Damage])
                .once_per_commit()
                .then(|cx| [Event::Mark(cx.events.len() as u32)])
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3);
    let played = play_one(&book, &field, damage(1, 5));
    assert_eq!(played.state().charges(5), 0);
    assert_eq!(played.log(), [2], "one commit of two events");
    assert!(played.stances(played.line_of(&spent(5, 3))).is_empty());
}

#[test]
fn r12_when_a_group_dies_only_its_killers_keep_what_they_spent() {
    let book = warded().compile().unwrap();
    let group = Group::atomic([damage(1, 5), enter(7), damage(2, 1)]);
    let played = play_group(&book, &warded_field(), group);
    assert_eq!(played.fates()[..3], [RolledBack, Prevented, Prevented]);
    let state = played.state();
    assert_eq!((&state.life[..], state.charges(5), state.charges(6)), (&[20, 20, 20][..], 3, 0));
    let fell = vec![damage(1, 5), damage(2, 1)];
    assert_eq!(played.announced(), [("ward".into(), vec![enter(7)], fell, 1, 0)]);
    assert_eq!(played.log(), [1], "the rider of the ward, and not that of the shield");
    assert_eq!(played.events(), [spent(6, 1), Event::Mark(1)]);
}

#[test]
fn r12_what_was_given_back_can_be_spent_again() {
    let book = warded().compile().unwrap();
    let dying = || Group::atomic([damage(1, 5), enter(7)]);
    let played =
        play_group(&book, &warded_field(), Group::batch([]).group(dying()).with(damage(1, 3)));
    assert_eq!((played.state().life[1], played.state().charges(5)), (20, 0));
    assert_eq!(played.log(), [1, 103]);
    let inner = Group::atomic([heal(1)]).optional_group(dying()).with(damage(1, 4));
    let played = play_group(&book, &warded_field(), inner);
    assert_eq!((&played.state().life[..], played.state().charges(5)), (&[21, 19, 20][..], 0));
}

#[test]
fn r12_what_was_spent_around_a_group_that_dies_stays_spent() {
    let book = warded().compile().unwrap();
    let dying = Group::atomic([damage(1, 2), enter(7)]);
    let group = Group::atomic([damage(1, 3)]).optional(damage(1, 1)).optional_group(dying);
    let played = play_group(&book, &Field { active: 0, ..warded_field() }, group);
    // The first is prevented whole, which dooms everything: the shield kills.
    assert_eq!((played.state().life[1], played.state().charges(5)), (20, 0));
    assert_eq!(played.announced()[0].3, 3);
    let dying = Group::atomic([damage(1, 2), enter(7)]);
    let group = Group::atomic([damage(1, 5)]).optional_group(dying);
    let played = play_group(&book, &warded_field(), group);
    assert_eq!((played.state().life[1], played.state().charges(5)), (18, 0));
    assert_eq!((played.state().charges(6), played.log().len()), (0, 2));
}

#[test]
fn r12_everybody_who_prevented_the_member_that_doomed_it_is_a_killer() {
    let book = arena("killers").guard("shield", shield).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2).card(6, SHIELD.0, 1).charged(2);
    let played = play_group(&book, &field, Group::atomic([heal(1), damage(1, 3), heal(2)]));
    assert_eq!(played.fates()[..3], [RolledBack, Prevented, Prevented]);
    assert_eq!((played.state().charges(5), played.state().charges(6)), (0, 1));
    let said: Vec<_> = played.announced().iter().map(|said| (said.1.clone(), said.3)).collect();
    assert_eq!(said, [(vec![damage(1, 3)], 2), (vec![damage(1, 3)], 1)]);
}

#[test]
fn r12_uses_are_spent_by_each_application_of_any_verdict() {
    let book = arena("uses")
        .guard("twice, once", |g| {
            g.before(EventKind::Damage)
                .carried_by(DOUBLER)
                .uses(left, spend)
                .modify(|cx| scaled(cx.event, |n| 2 * n))
        })
        .guard("elsewhere, twice", |g| {
            g.before(EventKind::Heal).carried_by(SHIELD).uses(left, spend).replace(|_| [draw(1)])
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, DOUBLER.0, 0).charged(1).card(6, SHIELD.0, 0).charged(2);
    let played = play_group(&book, &field, Group::batch([damage(1, 2), damage(1, 2)]));
    assert_eq!((played.state().life[1], played.state().charges(5)), (14, 0));
    let played = play_group(&book, &field, Group::batch([heal(1), heal(2), heal(4)]));
    assert_eq!((played.state().life[0], played.state().hand[0]), (24, 2));
    assert_eq!(played.events().last(), Some(&spent(6, 2)));
}

#[test]
fn r12_a_spending_that_has_become_impossible_fizzles() {
    // Two guards of one card count the same charge.
    let amulet = |g: rulebook::GuardBuilder<Arena>, kind| {
        g.before(kind).carried_by(SHIELD).uses(left, spend).prevent_all()
    };
    let book = arena("shared")
        .guard("against damage", move |g| amulet(g, EventKind::Damage))
        .guard("against healing", move |g| amulet(g, EventKind::Heal))
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(1);
    let played = play_group(&book, &field, Group::batch([damage(1, 1), heal(1)]));
    assert_eq!(played.fates(), [Prevented, Prevented, Applied, Fizzled]);
    assert_eq!(played.state().charges(5), 0);
}

#[test]
fn r12_charges_that_are_the_books_own() {
    let book = arena("own")
        .guard("mercy", |g| {
            g.before(EventKind::Damage)
                .charges(
                    |field, source| {
                        assert!(source.is_none());
                        field.mana[1]
                    },
                    |_, n| Event::Pay { who: 1, n },
                )
                .prevent_all()
        })
        .compile()
        .unwrap();
    let played = play_one(&book, &Field { mana: vec![0, 2], ..Field::of(2) }, damage(1, 5));
    assert_eq!((played.state().life[1], played.state().mana[1]), (17, 0));
}

#[test]
fn r13_riders_run_right_after_the_commit_before_the_next_and_before_triggers() {
    let book = arena("riders")
        .guard("thorns", |g| {
            g.before(EventKind::Damage)
                .rider(|cx| [Event::Mark(10 + cx.state.life[1] as u32)])
                .modify(|cx| cx.event.clone())
        })
        .trigger("hurt", |t| t.after(EventKind::Damage).then(|_| [Event::Mark(1)]))
        .compile()
        .unwrap();
    let events = vec![damage(1, 1), Event::Mark(2), damage(1, 2), Event::Mark(3)];
    let played = play(&book, &Field::of(2), Act::List(events.clone()));
    assert_eq!(played.log(), [29, 2, 27, 3, 1, 1], "each sees the state of then");
    let played = play_group(&book, &Field::of(2), Group::atomic(events));
    assert_eq!(played.log(), [2, 3, 27, 27, 1, 1], "after the whole group");
    let because = &played.account().lines[played.line_of(&Event::Mark(27))].because;
    assert!(matches!(because, Because::Rider { line: 0, .. }), "{because:?}");
}

#[test]
fn r13_r21_what_a_rider_proposes_is_guarded_anew() {
    let book = arena("anew")
        .guard("doubler", doubler)
        .guard("reflect", |g| {
            g.before(EventKind::Damage)
                .when("to seat 1", |on| matches!(on.event, Event::Damage { to: 1, .. }))
                .rider(|cx| [damage(0, cx.prevented)])
                .prevent_all()
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, DOUBLER.0, 0);
    // Doubled, prevented, reflected, and doubled again: no record is inherited.
    let played = play_one(&book, &field, damage(1, 2));
    let doubled_first = played.stances(0)[0].0 == "doubler";
    assert_eq!(played.state().life, [20 - if doubled_first { 8 } else { 4 }, 20]);
    assert!(doubled_first, "cards come before the book's own");
}
