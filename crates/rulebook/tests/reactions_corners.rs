//! Corners where several rules meet: groups in groups, replacements in groups,
//! guards of another subject, large numbers, no seats, loops that are none.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::Fate::{Applied, Fizzled, Impossible, Prevented, Replaced, RolledBack};
use rulebook::prelude::*;
use rulebook::{
    Capability, FaultKind, KindSet, RefusalKind, SourceKind, Stance, TriggerOrder, Verdict,
};

fn discard() -> Event {
    Event::Discard { who: 0 }
}

#[test]
fn a_batch_in_an_atomic_group_is_frozen_where_it_stands() {
    let book = arena("frozen inside").reacts().compile().unwrap();
    let group = Group::atomic([create(6)])
        .group(Group::batch([power(6, 1), create(7), power(7, 1)]))
        .with(power(7, 2));
    let played = play_group(&book, &Field::of(2), group);
    assert_eq!(played.fates(), [Applied, Applied, Applied, Impossible, Applied]);
    assert_eq!(played.state().find(7).unwrap().power, 2);
}

#[test]
fn the_second_of_two_groups_that_make_the_same_fizzles_whole() {
    let book = arena("twins").reacts().compile().unwrap();
    let twin = |n| Group::atomic([create(6), power(6, n)]);
    let batch = Group::batch([]).group(twin(1)).group(twin(2));
    let played = play_group(&book, &Field::of(2), batch);
    assert_eq!(played.fates(), [Applied, Applied, Fizzled, RolledBack]);
    assert_eq!(played.state().find(6).unwrap().power, 1);
    assert_eq!((played.state().made, played.state().cards.len()), (1, 1));
}

#[test]
fn what_fizzles_within_an_optional_part_leaves_the_rest() {
    let book = arena("parts").reacts().compile().unwrap();
    let field = Field { hand: vec![1, 0], ..Field::of(2) };
    let group = Group::atomic([heal(1)]).optional(discard()).with(heal(2));
    let played = play_group(&book, &field, Group::batch([discard()]).group(group));
    assert_eq!(played.fates(), [Applied, Applied, Fizzled, Applied]);
    assert_eq!(played.state().life[0], 23);
}

#[test]
fn several_events_in_the_place_of_one_are_of_one_commit() {
    let book = arena("one commit")
        .guard("three", |g| g.before(EventKind::Toggle).replace(|_| [heal(1), heal(2), draw(1)]))
        .trigger("once", |t| {
            t.after(KindSet::all())
                .when("not its own", |on| !matches!(on.event, Event::Mark(_)))
                .once_per_commit()
                .then(|cx| [Event::Mark(cx.events.len() as u32)])
        })
        .compile()
        .unwrap();
    assert_eq!(play_one(&book, &Field::of(2), Event::Toggle).log(), [3]);
}

#[test]
fn what_takes_the_place_is_settled_as_its_group_says() {
    let book = |instead: fn() -> rulebook::Instead<Event>| {
        arena("instead")
            .guard("instead", move |g| g.before(EventKind::Toggle).replace(move |_| instead()))
            .compile()
            .unwrap()
    };
    let steps = || vec![create(6), power(6, 1)];
    // By themselves they are members of a batch of one, and frozen.
    let bare: fn() -> rulebook::Instead<Event> = || vec![create(6), power(6, 1)].into();
    let played = play_one(&book(bare), &Field::of(2), Event::Toggle);
    assert_eq!(played.fates(), [Replaced, Applied, Impossible]);
    for group in [
        (|| Group::atomic([create(6), power(6, 1)]).into()) as fn() -> rulebook::Instead<Event>,
        || Group::sequence([create(6), power(6, 1)]).into(),
    ] {
        let played = play_one(&book(group), &Field::of(2), Event::Toggle);
        assert_eq!(played.events(), steps());
    }
    // In an Atomic group they see each other as its members do.
    let played = play_group(&book(bare), &Field::of(2), Group::atomic([Event::Toggle]));
    assert_eq!(played.events(), steps());
}

#[test]
fn a_redirected_event_meets_the_guards_of_its_new_subject() {
    let book = arena("subjects")
        .guard("armour", |g| {
            g.before(EventKind::Damage)
                .carried_by(SHIELD)
                .about_its_subject()
                .charges(left, spend)
                .prevent_all()
        })
        .guard("to seat 1", |g| {
            g.before(EventKind::Damage)
                .priority(Priority::HIGH)
                .when("to seat 0", |on| matches!(on.event, Event::Damage { to: 0, .. }))
                .redirect(|cx| damage(1, cx.amount))
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 0).charged(9).with(|card| card.host = Some(1000));
    let field = field.card(6, SHIELD.0, 1).charged(3).with(|card| card.host = Some(1001));
    let played = play_one(&book, &field, damage(0, 5));
    assert_eq!(played.state().life, [20, 18]);
    assert_eq!((played.state().charges(5), played.state().charges(6)), (9, 0));
}

#[test]
fn an_event_that_became_impossible_by_a_guard_does_not_happen() {
    let book = arena("impossible")
        .guard("discard", |g| g.before(EventKind::Draw).modify(|_| discard()))
        .compile()
        .unwrap();
    let played = play_one(&book, &Field::of(2), draw(1));
    assert_eq!((played.fates(), played.events()), (vec![Impossible], vec![]));
    let played = play_one(&book, &Field { hand: vec![1, 0], ..Field::of(2) }, draw(1));
    assert_eq!(played.events(), [discard()]);
}

#[test]
fn all_of_nothing_is_prevented_where_nothing_is_something() {
    let book = arena("nothing").guard("no", |g| g.before(EventKind::Power).prevent_all());
    let field = Field::of(2).card(5, 9, 0);
    let played = play_one(&book.compile().unwrap(), &field, power(5, 0));
    assert_eq!((played.fates(), played.events()), (vec![Prevented], vec![]));
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let book = arena("large")
        .guard("peace", |g| {
            let shields = g.before(EventKind::Damage).carried_by(SHIELD);
            shields.charges(left, spend).prevent(|_| u32::MAX - 1)
        })
        .trigger("sum", |t| {
            t.after(EventKind::Heal).once_per_commit().then(|cx| [Event::Mark(cx.amount())])
        })
        .compile()
        .unwrap();
    let most = || vec![damage(0, u32::MAX), damage(1, u32::MAX), damage(0, 5)];
    let field = Field::of(2).card(5, SHIELD.0, 0).charged(u32::MAX);
    let played = play_group(&book, &field, Group::batch(most()));
    assert_eq!(played.announced()[0].3, u32::MAX, "in all, as far as it can be counted");
    assert_eq!(played.state().charges(5), 0);
    let played = play_group(&book, &Field::of(2), Group::batch([heal(u32::MAX), heal(u32::MAX)]));
    assert_eq!(played.log(), [u32::MAX]);
    // Without charges, what was prevented and what was left are sums, too.
    let book = arena("large")
        .guard("peace", |g| g.before(EventKind::Damage).prevent(|_| u32::MAX / 2))
        .compile()
        .unwrap();
    let played = play_group(&book, &Field::of(2), Group::batch(most()));
    let (.., amount, left) = played.announced().remove(0);
    assert_eq!((amount, left), (u32::MAX, u32::MAX));
}

#[test]
fn a_table_without_seats() {
    let book = |order| {
        arena("empty table")
            .trigger_order(order)
            .guard("as it is", |g| {
                g.before(EventKind::Mark)
                    .carried_by(SHIELD)
                    .judge([Capability::Modify], |_| Verdict::Pass)
            })
            .trigger("echo", |t| {
                t.after(EventKind::Mark)
                    .carried_by(WATCHER)
                    .when("few", |on| on.state.log.len() < 5)
                    .then(|_| [Event::Rolled(1)])
            })
            .compile()
            .unwrap()
    };
    let field = Field::of(0).card(5, WATCHER.0, 0).card(6, WATCHER.0, 3).card(7, SHIELD.0, 2);
    for order in [TriggerOrder::Stack, TriggerOrder::Queue, TriggerOrder::Priority] {
        let mut game = start(&book(order), &field.clone().card(8, SHIELD.0, 1), BOTH[0]);
        game.submit(By::Chance, Act::One(Event::Mark(0))).unwrap().committed().unwrap();
        assert_eq!(game.state().log, [0, 1, 1]);
    }
}

#[test]
fn reactions_of_somebody_who_is_not_at_the_table() {
    let book = arena("guests")
        .guard("doubler", doubler)
        .trigger("hurt", |t| {
            t.after(EventKind::Damage)
                .carried_by(WATCHER)
                .then(|cx| [Event::Mark(cx.source.expect("a card").id.0)])
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, WATCHER.0, 77).card(6, DOUBLER.0, 255).card(7, WATCHER.0, 1);
    let field = Field { active: 9, ..field };
    let played = play_one(&book, &field, damage(1, 1));
    assert_eq!((played.state().life[1], played.log().len()), (18, 2));
}

#[test]
fn the_same_state_with_other_work_is_no_loop() {
    // Nothing ever changes, but each time it is about another card.
    let book = arena("countdown")
        .trigger("the one below", |t| {
            t.after(EventKind::Power)
                .when("not the last", |on| !matches!(on.event, Event::Power { card: 0, .. }))
                .then(|cx| {
                    let &Event::Power { card, n } = cx.event() else { unreachable!() };
                    [power(card - 1, n)]
                })
        })
        .compile()
        .unwrap();
    let field = (0..100).fold(Field::of(2), |field, id| field.card(id, 9, 0));
    let played = play_one(&book, &field, power(99, 0));
    assert_eq!(played.events().len(), 100);
    assert_eq!(*played.state(), field);
}

#[test]
fn without_digests_a_toggle_ends_at_a_limit() {
    let book = Book::<Arena>::builder("no digests")
        .reverts()
        .rule("toggle", |rule| rule.then(|_, ()| [Event::Toggle]))
        .trigger("switch", |t| t.after(EventKind::Toggle).then(|_| [Event::Toggle]))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, &Field::of(2), recovery);
        let fault = game.submit(Seat(0), Act::Nothing).unwrap_err();
        assert!(matches!(fault.kind(), FaultKind::Limit { limit: "depth", .. }), "{fault}");
        assert_eq!(*game.state(), Field::of(2));
    }
}

#[test]
fn riders_go_with_every_verdict_that_is_applied() {
    let verdicts: [(Capability, fn() -> Verdict<Event>); 5] = [
        (Capability::Forbid, || Verdict::Forbid),
        (Capability::Prevent, || Verdict::PreventAll),
        (Capability::Modify, || Verdict::Modify(heal(1))),
        (Capability::Modify, || Verdict::Redirect(damage(0, 1))),
        (Capability::Replace, || Verdict::replace([])),
    ];
    for (may, verdict) in verdicts {
        let book = arena("riders").guard("guard", move |g| {
            g.before(EventKind::Damage).rider(|_| [Event::Mark(1)]).judge([may], move |_| verdict())
        });
        let played = play_one(&book.compile().unwrap(), &Field::of(2), damage(1, 3));
        assert_eq!(played.log(), [1], "{may:?}");
    }
    for silent in [Verdict::Pass, Verdict::Decline, Verdict::Prevent(0)] {
        let book = arena("riders").guard("guard", move |g| {
            let silent = silent.clone();
            g.before(EventKind::Damage)
                .rider(|_| [Event::Mark(1)])
                .judge([Capability::Prevent], move |_| silent.clone())
        });
        let played = play_one(&book.compile().unwrap(), &Field::of(2), damage(1, 3));
        assert_eq!(played.log(), []);
    }
}

#[test]
fn groups_of_riders_triggers_and_standing_rules_are_groups() {
    let pair = |n| Group::atomic([heal(n), discard()]);
    let book = arena("groups")
        .guard("rider", move |g| {
            g.before(EventKind::Damage).rider(move |_| pair(1)).modify(|cx| cx.event.clone())
        })
        .trigger("trigger", move |t| t.after(EventKind::Damage).then(move |_| pair(10)))
        .standing("standing", move |s| {
            s.woken_by(EventKind::Damage).propose(move |_: &Field| pair(100))
        })
        .compile()
        .unwrap();
    let gained = |cards: u32| {
        let field = Field { hand: vec![cards, 0], ..Field::of(2) };
        play_one(&book, &field, damage(1, 1)).state().life[0] - 20
    };
    // The rider comes first, then the standing rule, then the trigger.
    assert_eq!([gained(0), gained(1), gained(2), gained(3)], [0, 1, 101, 111]);
}

#[test]
fn a_cost_that_is_unpaid_under_apply_all_refuses_the_whole_action() {
    let book = Book::<Arena>::builder("all")
        .digests()
        .reverts()
        .strategy(Strategy::ApplyAll)
        .rule("turns", |rule| rule.on(ActKind::One).then(|_, ()| [Event::Turn]))
        .rule("free", |rule| rule.on(ActKind::Buy).then(|_, ()| [heal(1), draw(1)]))
        .rule("dear", |rule| {
            rule.on(ActKind::Buy)
                .cost(Why::TooPoor, |_, ()| [discard(), Event::Pay { who: 0, n: 1 }])
                .then(|_, ()| [heal(10)])
        })
        .compile()
        .unwrap();
    let (kind, _) = refuse(&book, &Field::of(2), Act::Buy(0));
    assert_eq!(kind, RefusalKind::Disallowed);
    // The card that the first rule draws pays for the second.
    let rich = Field { mana: vec![1, 0], ..Field::of(2) };
    let played = play(&book, &rich, Act::Buy(0));
    assert_eq!((played.state().life[0], played.state().hand[0]), (31, 0));
}

#[test]
fn a_variant_keeps_the_reactions_and_adds_to_them() {
    let base = arena("base").guard("doubler", doubler).compile().unwrap();
    let variant = base
        .variant("variant")
        .guard("plus one", |g| g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |n| n + 1)))
        .trigger("hurt", |t| t.after(EventKind::Damage).then(|cx| [Event::Mark(cx.amount())]))
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, DOUBLER.0, 0);
    assert_eq!(play_one(&variant, &field, damage(1, 3)).log(), [7]);
    assert_eq!(play_one(&base, &field, damage(1, 3)).state().life[1], 14);
    let again = base.variant("again").guard("doubler", doubler).compile();
    assert!(again.is_err(), "there are two of that name");
}

#[test]
fn a_cost_in_a_phase_or_in_the_place_of_a_rule_is_a_cost() {
    let pay = |rule: rulebook::RuleBuilder<Arena>| {
        rule.on(ActKind::Buy)
            .cost(Why::TooPoor, |_, ()| [Event::Pay { who: 0, n: 1 }])
            .then(|_, ()| [heal(1)])
    };
    let phased = arena("phased").phase("shop", |phase| phase.rule("buy", pay)).compile().unwrap();
    let free = arena("free").phase("shop", |phase| {
        phase.rule("buy", |rule| rule.on(ActKind::Buy).then(|_, ()| [heal(1)]))
    });
    let free = free.compile().unwrap();
    let replaced = free.variant("dear").replace("shop/buy", pay).compile().unwrap();
    let added = arena("added").phase("shop", |phase| {
        phase.rule("other", |rule| rule.on(ActKind::Nothing).then(|_, ()| [heal(1)]))
    });
    let added = added.in_phase("shop", |phase| phase.rule("buy", pay)).compile().unwrap();
    for book in [phased, replaced, added] {
        let (kind, _) = refuse(&book, &Field::of(2), Act::Buy(0));
        assert_eq!(kind, RefusalKind::Disallowed);
        let rich = Field { mana: vec![1, 0], ..Field::of(2) };
        assert_eq!(play(&book, &rich, Act::Buy(0)).state().mana[0], 0);
    }
    assert_eq!(play(&free, &Field::of(2), Act::Buy(0)).events(), [heal(1)]);
}

#[test]
fn a_guard_of_several_kinds_of_sources_and_events() {
    let book = arena("several")
        .guard("minus one", |g| {
            g.before([EventKind::Damage, EventKind::Heal])
                .before(EventKind::Draw)
                .carried_by(SHIELD)
                .carried_by(SourceKind(44))
                .prevent(|_| 1)
        })
        .compile()
        .unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 0).card(6, 44, 1).card(7, 45, 1);
    let batch = Group::batch([damage(1, 5), heal(5), draw(5), power(7, 5)]);
    let played = play_group(&book, &field, batch);
    assert_eq!(played.events(), [damage(1, 3), heal(3), draw(3), power(7, 5)]);
}

#[test]
fn equal_guards_of_which_one_asks_are_ordered_by_the_player() {
    let book = arena("asks")
        .affected_chooses()
        .guard("asks", |g| {
            g.before(EventKind::Damage).prevent(|cx| cx.choose(Seat(1), "How much?", [1, 2]))
        })
        .guard("double", |g| g.before(EventKind::Damage).modify(|cx| scaled(cx.event, |n| 2 * n)))
        .compile()
        .unwrap();
    let hit = || Act::One(damage(1, 3));
    let first = play_with(&book, &Field::of(2), hit(), &[0, 1]);
    assert_eq!(first.state().life[1], 20 - 2);
    let second = play_with(&book, &Field::of(2), hit(), &[1, 1]);
    assert_eq!(second.state().life[1], 20 - 4);
    assert_eq!(second.stances(0)[0].2, Stance::Modified);
}
