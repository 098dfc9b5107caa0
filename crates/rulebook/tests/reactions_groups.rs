//! Groups (R1–R5): all or nothing, together, one after the other, nested.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::Fate::{Applied, Fizzled, Impossible, Prevented, Replaced, RolledBack, Skipped};
use rulebook::prelude::*;
use rulebook::{Fate, GroupKind, Instead};

/// Nothing enters the field; what is skipped is replaced by nothing.
fn closed() -> Book<Arena> {
    arena("closed")
        .guard("nothing enters", |g| g.before(EventKind::Move).prevent_all())
        .guard("no turns", |g| g.before(EventKind::Turn).replace(|_| Instead::nothing()))
        .guard("no lamps", |g| g.before(EventKind::Toggle).forbid())
        .compile()
        .unwrap()
}

/// A field with card 5 in limbo, so that it could enter.
fn waiting() -> Field {
    Field::of(3).card(5, SHIELD.0, 1).charged(3).with(|card| card.zone = Zone::Limbo)
}

fn discard() -> Event {
    Event::Discard { who: 0 }
}

#[test]
fn r1_doom_goes_up_required_edges_and_stops_at_optional_ones() {
    let inner = || Group::atomic([heal(4), enter(5), heal(8)]);
    let middle = |group: Group<Event>| Group::atomic([heal(2)]).group(group).with(heal(16));
    let outer = Group::atomic([heal(1)]).group(middle(inner())).with(heal(32));
    let played = play_group(&closed(), &waiting(), outer);
    assert_eq!(*played.state(), waiting());
    let (rolled, fallen) = (RolledBack, Prevented);
    assert_eq!(played.fates(), [rolled, rolled, rolled, fallen, fallen, fallen, fallen]);
    let doomed: Vec<_> = played.account().groups.iter().map(|group| group.doomed_by).collect();
    assert_eq!(doomed, [Some(3), Some(3), Some(3)]);

    let outer = Group::atomic([heal(1)]).optional_group(middle(inner())).with(heal(32));
    let played = play_group(&closed(), &waiting(), outer);
    assert_eq!(played.state().life[0], 20 + 1 + 32);
    assert_eq!(played.fates(), [Applied, rolled, rolled, fallen, fallen, fallen, Applied]);
    let groups = &played.account().groups;
    let doomed: Vec<_> = groups.iter().map(|group| group.doomed_by).collect();
    assert_eq!(doomed, [None, Some(3), Some(3)]);
    let within: Vec<_> = groups.iter().map(|group| (group.within, group.optional)).collect();
    assert_eq!(within[1..], [(Some(0), true), (Some(1), false)]);
}

#[test]
fn r1_doom_stops_at_a_batch_and_at_a_sequence() {
    for kind in [Group::batch, Group::sequence] {
        let between: Group<Event> = kind(Vec::new()).group(Group::atomic([heal(2), enter(5)]));
        let outer = Group::atomic([heal(1)]).group(between.with(heal(4))).with(heal(8));
        let played = play_group(&closed(), &waiting(), outer);
        assert_eq!(played.state().life[0], 20 + 1 + 4 + 8);
        assert_eq!(played.fates(), [Applied, RolledBack, Prevented, Applied, Applied]);
    }
}

#[test]
fn r1_an_optional_member_dooms_nothing() {
    for lost in [enter(5), discard(), Event::Turn, Event::Toggle] {
        let group = Group::atomic([heal(1)]).optional(lost.clone()).with(heal(2));
        let played = play_group(&closed(), &waiting(), group);
        assert_eq!(played.state().life[0], 23, "{lost:?}");
        assert_eq!(played.account().groups[0].doomed_by, None);
    }
}

#[test]
fn r1_what_was_prevented_skipped_or_impossible_dooms_and_says_how() {
    for (lost, own, later) in [
        (enter(5), Prevented, Prevented),
        (discard(), Impossible, Skipped),
        (Event::Turn, Skipped, Skipped),
        (Event::Toggle, Impossible, Skipped),
    ] {
        let group = Group::atomic([heal(1), lost.clone(), heal(2)]);
        let played = play_group(&closed(), &waiting(), group);
        assert_eq!(*played.state(), waiting(), "{lost:?}");
        assert_eq!(played.fates(), [RolledBack, own, later], "{lost:?}");
        let fell: Vec<_> = played.account().lines.iter().map(|line| line.fell_with).collect();
        assert_eq!(fell, [Some(1), None, Some(1)]);
        assert_eq!(played.announced().len(), usize::from(own == Prevented));
    }
}

#[test]
fn r1_what_came_to_nothing_dooms_nothing() {
    let group = Group::atomic([heal(1), damage(1, 0), heal(2)]);
    let played = play_group(&closed(), &waiting(), group);
    assert_eq!(played.state().life, [23, 20, 20]);
    assert_eq!(played.fates(), [Applied, Fate::Vanished, Applied]);
}

#[test]
fn r2_members_see_the_earlier_ones_as_they_would_be() {
    let book = arena("seeing")
        .guard("what is there is healed", |g| {
            g.before(EventKind::Heal).modify(|cx| scaled(cx.event, |n| n + cx.state.made * 10))
        })
        .guard("shield", shield)
        .compile()
        .unwrap();
    let group = Group::atomic([heal(1), create(6), heal(1), create(7), heal(1)]);
    assert_eq!(play_group(&book, &Field::of(2), group).state().life[0], 20 + 1 + 11 + 21);

    // A shield that enters first shields against what comes then.
    let played = play_group(&book, &waiting(), Group::atomic([enter(5), damage(1, 5)]));
    assert_eq!((played.state().life[1], played.state().charges(5)), (18, 0));
    let played = play_group(&book, &waiting(), Group::atomic([damage(1, 5), enter(5)]));
    assert_eq!((played.state().life[1], played.state().charges(5)), (15, 3));
}

#[test]
fn r2_a_doomed_group_is_rolled_back_to_its_start_also_for_those_that_follow() {
    let book = arena("rolled back")
        .guard("what is there is healed", |g| {
            g.before(EventKind::Heal).modify(|cx| scaled(cx.event, |n| n + cx.state.made * 10))
        })
        .guard("shield", shield)
        .compile()
        .unwrap();
    // The shield and the card come and go again with their group.
    let lost = Group::atomic([create(6), enter(5), heal(1), discard()]);
    let group = Group::atomic([heal(2)]).optional_group(lost).with(heal(4)).with(damage(1, 5));
    let played = play_group(&book, &waiting(), group);
    assert_eq!(played.state().life, [26, 15, 20]);
    assert_eq!(played.state().charges(5), 3);
    assert!(!played.state().on_field(5));
}

#[test]
fn r3_a_batch_is_settled_against_one_frozen_state() {
    let book = arena("frozen")
        .guard("what is there is healed", |g| {
            g.before(EventKind::Heal).modify(|cx| scaled(cx.event, |n| n + cx.state.made * 10))
        })
        .guard("shield", shield)
        .compile()
        .unwrap();
    let played = play_group(&book, &waiting(), Group::batch([create(6), heal(1), heal(1)]));
    assert_eq!(played.state().life[0], 22);
    // A shield that enters with it comes too late.
    let played = play_group(&book, &waiting(), Group::batch([enter(5), damage(1, 5)]));
    assert_eq!((played.state().life[1], played.state().charges(5)), (15, 3));
}

#[test]
fn r3_a_shield_that_dies_in_the_batch_still_shields() {
    let book = arena("frozen").guard("shield", shield).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3);
    let dies = Event::Die { card: 5 };
    for members in [[dies.clone(), damage(1, 2)], [damage(1, 2), dies.clone()]] {
        let played = play_group(&book, &field, Group::batch(members));
        assert_eq!((played.state().life[1], played.state().charges(5)), (20, 1));
        assert!(!played.state().on_field(5));
        assert_eq!(played.announced(), [("shield".into(), vec![damage(1, 2)], vec![], 2, 0)]);
    }
    // In a sequence it is gone by then.
    let played = play_group(&book, &field, Group::sequence([dies, damage(1, 2)]));
    assert_eq!((played.state().life[1], played.state().charges(5)), (18, 3));
}

#[test]
fn r3_an_atomic_group_in_a_batch_is_settled_for_itself() {
    let book = arena("for itself").reacts().compile().unwrap();
    // The second group does not see what the first one makes.
    let batch = Group::batch([])
        .group(Group::atomic([create(6), power(6, 1)]))
        .group(Group::atomic([heal(1), power(6, 2)]));
    let played = play_group(&book, &Field::of(2), batch);
    assert_eq!(played.fates(), [Applied, Applied, RolledBack, Impossible]);
    assert_eq!((played.state().life[0], played.state().find(6).unwrap().power), (20, 1));
}

#[test]
fn r3_what_has_become_impossible_fizzles() {
    let book = arena("fizzles").reacts().compile().unwrap();
    let field = Field { hand: vec![1, 0], ..Field::of(2) };
    let played = play_group(&book, &field, Group::batch([discard(), discard(), heal(1)]));
    assert_eq!(played.fates(), [Applied, Fizzled, Applied]);
    assert_eq!((played.state().hand[0], played.state().life[0]), (0, 21));
}

#[test]
fn r3_no_half_of_a_group_that_fizzles() {
    let book = arena("fizzles").guard("shield", shield).compile().unwrap();
    let field = Field { hand: vec![1, 0], ..Field::of(2).card(5, SHIELD.0, 1).charged(1) };
    let second = Group::atomic([heal(1), damage(1, 3), discard(), heal(2)]);
    let batch = Group::batch([discard()]).group(second).with(heal(4));
    let played = play_group(&book, &field, batch);
    assert_eq!(played.state().life, [24, 20]);
    assert_eq!(played.state().charges(5), 1, "what it spent there is given back");
    assert!(played.announced().is_empty());
    let fates = played.fates();
    assert_eq!((fates[0], fates[3], fates[5]), (Applied, Fizzled, Applied));
    assert_eq!([fates[1], fates[2], fates[4]], [RolledBack; 3]);
    assert_eq!(played.account().groups[1].doomed_by, Some(3));
}

#[test]
fn r3_a_group_that_fizzles_dooms_those_that_need_it_and_no_other() {
    let book = arena("fizzles").reacts().compile().unwrap();
    let field = Field { hand: vec![1, 0], ..Field::of(2) };
    let needs = Group::atomic([heal(1)]).group(Group::atomic([heal(2), discard()]));
    let played = play_group(&book, &field, Group::batch([discard()]).group(needs));
    assert_eq!((played.state().hand[0], played.state().life[0]), (0, 20));
    let can_do_without =
        Group::atomic([heal(1)]).optional_group(Group::atomic([heal(2), discard()]));
    let played = play_group(&book, &field, Group::batch([discard()]).group(can_do_without));
    assert_eq!((played.state().hand[0], played.state().life[0]), (0, 21));
}

#[test]
fn a_sequence_in_an_atomic_group_never_dooms_but_dies_with_it() {
    let steps = || Group::sequence([heal(1), enter(5), heal(2)]);
    let played = play_group(&closed(), &waiting(), Group::atomic([heal(4)]).group(steps()));
    assert_eq!(played.state().life[0], 27);
    assert_eq!(played.fates(), [Applied, Applied, Prevented, Applied]);

    let played =
        play_group(&closed(), &waiting(), Group::atomic([]).group(steps()).with(discard()));
    assert_eq!(*played.state(), waiting());
    assert_eq!(played.fates(), [RolledBack, Prevented, RolledBack, Impossible]);
    assert_eq!(played.announced(), [], "the prevention is given back with the group");
}

#[test]
fn the_steps_of_a_sequence_see_the_earlier_ones() {
    let book = arena("steps").guard("shield", shield).compile().unwrap();
    let within = Group::atomic([]).group(Group::sequence([enter(5), damage(1, 5)]));
    for group in [within, Group::sequence([enter(5), damage(1, 5)])] {
        let played = play_group(&book, &waiting(), group);
        assert_eq!((played.state().life[1], played.state().charges(5)), (18, 0));
    }
}

#[test]
fn r4_what_takes_the_place_of_a_member_takes_its_edge() {
    let book = arena("edges")
        .guard("two instead", |g| {
            g.before(EventKind::Toggle).replace(|_| [heal(1), enter(5), heal(2)])
        })
        .guard("nothing enters", |g| g.before(EventKind::Move).prevent_all())
        .compile()
        .unwrap();
    let required = Group::atomic([heal(4), Event::Toggle, heal(8)]);
    let played = play_group(&book, &waiting(), required);
    assert_eq!(*played.state(), waiting());
    assert_eq!(played.fate_of(&Event::Toggle), Replaced);
    assert_eq!(played.fate_of(&heal(1)), RolledBack);
    let optional = Group::atomic([heal(4)]).optional(Event::Toggle).with(heal(8));
    let played = play_group(&book, &waiting(), optional);
    assert_eq!(played.state().life[0], 20 + 4 + 1 + 2 + 8);
}

#[test]
fn r4_a_group_takes_the_place_of_a_member() {
    let book = arena("instead")
        .guard("a group instead", |g| {
            g.before(EventKind::Toggle).replace(|_| Group::atomic([heal(1), enter(5), heal(2)]))
        })
        .guard("nothing enters", |g| g.before(EventKind::Move).prevent_all())
        .compile()
        .unwrap();
    let played = play_group(&book, &waiting(), Group::atomic([heal(4), Event::Toggle]));
    assert_eq!(*played.state(), waiting());
    for kind in [Group::batch, Group::sequence] {
        let played = play_group(&book, &waiting(), kind(vec![heal(4), Event::Toggle, heal(8)]));
        assert_eq!(played.state().life[0], 32);
    }
    let optional = Group::atomic([heal(4)]).optional(Event::Toggle).with(heal(8));
    assert_eq!(play_group(&book, &waiting(), optional).state().life[0], 32);
}

#[test]
fn r4_groups_are_numbered_from_zero_and_lines_name_theirs() {
    let group = Group::atomic([heal(1)]).group(Group::batch([heal(2)])).with(heal(4));
    let played = play(&closed(), &waiting(), Act::Groups(vec![group, Group::sequence([heal(8)])]));
    let account = played.account();
    let of = |event: &Event| account.lines[played.line_of(event)].group;
    assert_eq!([of(&heal(1)), of(&heal(2)), of(&heal(4))], [Some(0), Some(1), Some(0)]);
    assert_eq!(account.groups[0].kind, GroupKind::Atomic);
    assert_eq!((account.groups[1].kind, account.groups[1].within), (GroupKind::Batch, Some(0)));
}

#[test]
fn r5_partial_prevention_modification_and_redirection_doom_nothing() {
    let book = arena("gentle")
        .guard("shield", shield)
        .guard("doubler", doubler)
        .guard("redirect", |g| {
            g.before(EventKind::Damage)
                .when("to seat 0", |on| matches!(on.event, Event::Damage { to: 0, .. }))
                .redirect(|cx| Event::Damage { to: 1, n: cx.amount })
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3).card(6, DOUBLER.0, 1);
    let played = play_group(&book, &field, Group::atomic([heal(1), damage(0, 5), heal(2)]));
    assert_eq!(played.fates()[..3], [Applied; 3]);
    assert_eq!(played.state().life[0], 23);
    assert!(played.state().life[1] < 20 && played.state().charges(5) == 0);
    assert_eq!(played.account().groups[0].doomed_by, None);
}

#[test]
fn nothing_in_a_group_is_nothing_proposed() {
    let book = arena("empty").guard("shield", shield).compile().unwrap();
    let nested = || Group::atomic([]).group(Group::batch([])).optional_group(Group::sequence([]));
    for recovery in BOTH {
        let mut game = start(&book, &Field::of(2), recovery);
        for group in [Group::atomic([]), Group::batch([]), Group::sequence([]), nested()] {
            let outcome = game.submit(Seat(0), Act::Whole(group)).unwrap();
            assert!(matches!(outcome, Outcome::NoChange), "{outcome}");
        }
    }
    let played = play_group(&book, &Field::of(2), nested().with(heal(1)));
    assert_eq!(played.events(), [heal(1)]);
}
