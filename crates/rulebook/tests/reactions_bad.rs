//! Bad books and bad input: a fault with a name and a chain of causes, nothing
//! has moved, and the session goes on.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{
    Capability, Fate, FaultKind, GuardBuilder, Instead, SessionOptions, TriggerOrder, Verdict,
    Verify,
};

#[test]
fn a_capability_that_was_not_declared() {
    let verdicts: [(fn() -> Verdict<Event>, Capability, &str); 6] = [
        (|| Verdict::Forbid, Capability::Forbid, "forbid"),
        (|| Verdict::Prevent(1), Capability::Prevent, "prevent"),
        (|| Verdict::PreventAll, Capability::Prevent, "prevent"),
        (|| Verdict::Modify(heal(1)), Capability::Modify, "modify"),
        (|| Verdict::Redirect(heal(1)), Capability::Modify, "modify"),
        (|| Verdict::Replace(Instead::nothing()), Capability::Replace, "replace"),
    ];
    let all = [Capability::Forbid, Capability::Modify, Capability::Prevent, Capability::Replace];
    for (verdict, needs, name) in verdicts {
        let others: Vec<_> = all.into_iter().filter(|capability| *capability != needs).collect();
        let book = arena("undeclared")
            .guard("sly", move |g| g.before(EventKind::Damage).judge(others, move |_| verdict()))
            .compile()
            .unwrap();
        let found = fault(&book, &Field::of(2), Act::One(damage(1, 1)));
        assert_eq!(found, FaultKind::Capability { guard: "sly".into(), capability: name });
        let book = arena("declared")
            .guard("fair", move |g| g.before(EventKind::Damage).judge([needs], move |_| verdict()))
            .compile()
            .unwrap();
        play_one(&book, &Field::of(2), damage(1, 1));
    }
}

#[test]
fn a_trigger_loop_that_grows() {
    let book = |order| {
        arena("grows")
            .trigger_order(order)
            .limits(Limits { events: 500, depth: 100, ..Limits::default() })
            .trigger("twice", |t| t.after(EventKind::Heal).then(|_| [heal(1), heal(1)]))
            .compile()
            .unwrap()
    };
    // Broad where the first come first, deep where the last do.
    for (order, expected) in [(TriggerOrder::Queue, "events"), (TriggerOrder::Stack, "depth")] {
        let found = fault(&book(order), &Field::of(2), Act::One(heal(1)));
        let FaultKind::Limit { limit, chain, .. } = &found else { panic!("{found}") };
        assert_eq!(*limit, expected, "{found}");
        assert!(chain.iter().any(|cause| cause.contains("twice")), "{found}");
    }
}

#[test]
fn a_toggle_of_two_triggers_is_a_loop_that_names_both() {
    let book = arena("toggles")
        .trigger("lit", |t| {
            t.after(EventKind::Toggle).when("on", |on| on.state.lamp).then(|_| [Event::Toggle])
        })
        .trigger("dark", |t| {
            t.after(EventKind::Toggle).when("off", |on| !on.state.lamp).then(|_| [Event::Toggle])
        })
        .compile()
        .unwrap();
    let found = fault(&book, &Field::of(2), Act::One(Event::Toggle));
    let FaultKind::Loop { chain } = &found else { panic!("{found}") };
    for name in ["lit", "dark"] {
        assert!(chain.iter().any(|cause| cause.contains(name)), "{found}");
    }
}

#[test]
fn a_toggle_with_a_die_or_a_choice_in_it_is_no_loop_but_a_limit() {
    let dice = arena("dice")
        .trigger("switch", |t| {
            t.after(EventKind::Toggle).then(|cx| {
                cx.roll(6);
                [Event::Toggle]
            })
        })
        .compile()
        .unwrap();
    let found = fault(&dice, &Field::of(2), Act::One(Event::Toggle));
    assert!(matches!(found, FaultKind::Limit { limit: "depth", .. }), "{found}");
    let choice = arena("choice")
        .limits(Limits { choices: 20, ..Limits::default() })
        .trigger("switch", |t| {
            t.after(EventKind::Toggle)
                .then(|cx| Ok(cx.confirm(Seat(0), "Again?")?.then_some(Event::Toggle)))
        })
        .compile()
        .unwrap();
    let played = play_with(&choice, &Field::of(2), Act::One(Event::Toggle), &[0, 0, 0, 0, 1]);
    assert_eq!(played.events().len(), 5, "whoever can stop it is asked");
    let mut game = start(&choice, &Field::of(2), BOTH[1]);
    let before = Untouched::of(&mut game);
    let mut outcome = game.submit(Seat(0), Act::One(Event::Toggle));
    while let Ok(Outcome::Pending(choice)) = outcome {
        outcome = game.answer(Seat(0), choice.id, 0);
    }
    let found = outcome.unwrap_err();
    assert!(matches!(found.kind(), FaultKind::Limit { limit: "choices", .. }), "{found}");
    assert_eq!(Untouched::of(&mut game), before);
}

#[test]
fn a_choice_without_options() {
    let guard = arena("nothing to choose").guard("asks", |g| {
        g.before(EventKind::Damage).prevent(|cx| cx.choose(Seat(0), "What?", Vec::<u32>::new()))
    });
    let rider = arena("nothing to choose").guard("asks", |g| {
        g.before(EventKind::Damage)
            .rider(|cx| Ok([Event::Mark(cx.choose(Seat(0), "What?", Vec::<u32>::new())?)]))
            .prevent_all()
    });
    let trigger = arena("nothing to choose").trigger("asks", |t| {
        t.after(EventKind::Damage)
            .then(|cx| Ok([Event::Mark(cx.choose(Seat(0), "What?", Vec::<u32>::new())?)]))
    });
    for book in [guard, rider, trigger] {
        let found = fault(&book.compile().unwrap(), &Field::of(2), Act::One(damage(1, 1)));
        let FaultKind::NoOptions { place, question } = &found else { panic!("{found}") };
        assert!(place.contains("\"asks\"") && question == "What?", "{found}");
    }
}

#[test]
fn a_choice_of_somebody_who_is_not_at_the_table() {
    let book = arena("nobody").guard("asks", |g| {
        g.before(EventKind::Damage).judge([Capability::Prevent], |cx| {
            cx.confirm(Seat(9), "Well?")?;
            Ok(Verdict::Pass)
        })
    });
    let found = fault(&book.compile().unwrap(), &Field::of(2), Act::One(damage(1, 1)));
    let FaultKind::NoSuchSeat { place, seat: Seat(9), .. } = &found else { panic!("{found}") };
    assert!(place.contains("\"asks\""), "{found}");
}

#[test]
fn an_affected_seat_that_is_not_at_the_table() {
    let scale = |book: rulebook::BookBuilder<Arena>, name: &str, scale: fn(u32) -> u32| {
        book.guard(name, move |g| {
            g.before(EventKind::Damage).modify(move |cx| scaled(cx.event, scale))
        })
    };
    let book = scale(arena("nobody").affected_chooses(), "double", |n| 2 * n);
    let book = scale(book, "plus one", |n| n + 1).compile().unwrap();
    let found = fault(&book, &Field::of(2), Act::One(damage(9, 3)));
    let FaultKind::NoSuchSeat { place, seat: Seat(9), .. } = &found else { panic!("{found}") };
    assert_eq!(place, "`Reactive::affected`", "{found}");
}

#[test]
fn a_group_of_ten_thousand() {
    let book = |group| {
        arena("large")
            .guard("none enters", |g| g.before(EventKind::Move).prevent_all())
            .limits(Limits { group, ..Limits::default() })
            .compile()
            .unwrap()
    };
    for kind in [Group::atomic, Group::batch, Group::sequence] {
        let group = || kind(vec![heal(1); 10_000]);
        let found = fault(&book(4_096), &Field::of(2), Act::Whole(group()));
        let FaultKind::Limit { limit: "group", bound: 4_096, chain } = &found else {
            panic!("{found}")
        };
        assert!(chain.iter().any(|cause| cause.contains("as said")), "{found}");
        let mut game = start(&book(10_000), &Field::of(2), BOTH[0]);
        game.submit(Seat(0), Act::Whole(group())).unwrap().committed().unwrap();
        assert_eq!(game.state().life[0], 10_020);
    }
    // And one of them that dies at its very end.
    let field = Field::of(2).card(5, 9, 0).with(|card| card.zone = Zone::Limbo);
    let mut game = start(&book(10_001), &field, BOTH[1]);
    let group = Group::atomic(vec![heal(1); 10_000]).with(enter(5));
    game.submit(Seat(0), Act::Whole(group)).unwrap().committed().unwrap();
    assert_eq!(*game.state(), field);
    let frame = game.frames().next_back().unwrap();
    assert_eq!(frame.account().unwrap().announcements[0].fell.len(), 10_000);
}

#[test]
fn a_guard_that_puts_ten_thousand_in_the_place_of_one() {
    let book = |n: usize| {
        arena("many")
            .guard("many", move |g| {
                g.before(EventKind::Damage).replace(move |_| vec![Event::Mark(1); n])
            })
            .compile()
            .unwrap()
    };
    // In a group they are members of it.
    let group = || Act::Whole(Group::atomic([heal(1), damage(1, 1)]));
    let found = fault(&book(10_000), &Field::of(2), group());
    let FaultKind::Limit { limit: "group", chain, .. } = &found else { panic!("{found}") };
    assert!(chain.iter().any(|cause| cause.contains("many")), "{found}");
    play(&book(1_000), &Field::of(2), group());
    // By themselves they are bounded like all events of an action.
    let found = fault(&book(70_000), &Field::of(2), Act::One(damage(1, 1)));
    let FaultKind::Limit { chain, .. } = &found else { panic!("{found}") };
    assert!(chain.iter().any(|cause| cause.contains("many")), "{found}");
}

/// Atomic groups in each other, so many.
fn nested(depth: usize, innermost: Event) -> Group<Event> {
    (1..depth).fold(Group::atomic([innermost]), |inner, _| Group::atomic([]).group(inner))
}

#[test]
fn groups_nested_ten_thousand_deep() {
    let book = |depth| {
        arena("deep")
            .guard("none enters", |g| {
                g.before(EventKind::Move).when("it is dark", |on| !on.state.lamp).prevent_all()
            })
            .limits(Limits { depth, ..Limits::default() })
            .compile()
            .unwrap()
    };
    let deep = nested(10_000, enter(5));
    let dark = Field::of(2).card(5, 9, 0).with(|card| card.zone = Zone::Limbo);
    let found = fault(&book(256), &dark, Act::Whole(deep.clone()));
    assert!(matches!(found, FaultKind::Limit { limit: "depth", bound: 256, .. }), "{found}");
    let lit = Field { lamp: true, ..dark.clone() };
    for recovery in BOTH {
        let mut game = start(&book(20_000), &lit, recovery);
        game.submit(Seat(0), Act::Whole(deep.clone())).unwrap().committed().unwrap();
        assert!(game.state().on_field(5));
    }
    // Doom goes all the way up.
    let mut game = start(&book(20_000), &dark, BOTH[0]);
    let doomed = Group::atomic([heal(1)]).group(deep);
    game.submit(Seat(0), Act::Whole(doomed)).unwrap().committed().unwrap();
    assert_eq!(*game.state(), dark);
    let frame = game.frames().next_back().unwrap();
    let groups = &frame.account().unwrap().groups;
    assert!(groups.iter().all(|group| group.doomed_by == Some(1)));
    assert_eq!(groups.len(), 10_001);
    assert!(!frame.to_string().is_empty());
}

#[test]
fn causes_chained_ten_thousand_deep() {
    let book = |write: fn(rulebook::BookBuilder<Arena>) -> rulebook::BookBuilder<Arena>, depth| {
        let limits = Limits { depth, rounds: depth, ..Limits::default() };
        write(arena("chained")).limits(limits).compile().unwrap()
    };
    let trigger = |book: rulebook::BookBuilder<Arena>| {
        book.trigger("again", |t| {
            t.after(EventKind::Heal)
                .when("not enough", |on| on.state.life[0] < 10_000)
                .then(|_| [heal(1)])
        })
    };
    let rider = |book: rulebook::BookBuilder<Arena>| {
        book.guard("again", |g| {
            g.before(EventKind::Heal)
                .when("not enough", |on| on.state.life[0] < 9_999)
                .rider(|_| [heal(1)])
                .modify(|cx| cx.event.clone())
        })
    };
    let standing = |book: rulebook::BookBuilder<Arena>| {
        book.standing("again", |s| {
            s.woken_by(EventKind::Heal)
                .propose(|field: &Field| (field.life[0] < 10_000).then_some(heal(1)))
        })
    };
    for write in [trigger, rider, standing] {
        let found = fault(&book(write, 256), &Field::of(2), Act::One(heal(1)));
        assert!(matches!(found, FaultKind::Limit { bound: 256, .. }), "{found}");
        let mut game = start(&book(write, 20_000), &Field::of(2), BOTH[1]);
        game.submit(Seat(0), Act::One(heal(1))).unwrap().committed().unwrap();
        assert_eq!(game.state().life[0], 10_000);
        let frame = game.frames().next_back().unwrap();
        assert!(frame.account().unwrap().lines.iter().all(|line| line.fate == Fate::Applied));
    }
}

#[test]
fn with_amount_that_lies() {
    let crooked = Act::One(Event::Crooked(5));
    let book = arena("lies").guard("some", |g| g.before(EventKind::Crooked).prevent(|_| 2));
    let found = fault(&book.compile().unwrap(), &Field::of(2), crooked.clone());
    let lie = FaultKind::WrongAmount { event: "Crooked", asked: 3, gave: Some(4) };
    assert_eq!(found, lie);
    // Prevented whole, nobody asks for it.
    let book = arena("lies").guard("all", |g| g.before(EventKind::Crooked).prevent_all());
    assert_eq!(play(&book.compile().unwrap(), &Field::of(2), crooked).fates(), [Fate::Prevented]);
}

/// The fault of an action where everything is verified.
fn verified(book: &Book<Arena>, field: &Field, act: Act) -> FaultKind {
    let [one, two] = BOTH.map(|recovery| {
        let recovery = Some(recovery);
        let options =
            SessionOptions { verify: Verify::EveryEvent, recovery, ..SessionOptions::default() };
        let mut game = book.start_with(field.clone(), Seed(1), options).unwrap();
        let before = Untouched::of(&mut game);
        let fault = game.submit(Seat(0), act.clone()).unwrap_err();
        assert_eq!(before, Untouched::of(&mut game));
        check_usable(&mut game);
        fault.kind().clone()
    });
    assert_eq!(one, two);
    one
}

#[test]
fn sources_that_come_without_an_event_that_says_so() {
    let book = arena("sneaks").guard("shield", shield).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).with(|card| card.zone = Zone::Limbo);
    let found = verified(&book, &field, Act::One(Event::Sneak { card: 5 }));
    let FaultKind::Sources { source } = &found else { panic!("{found}") };
    assert!(source.contains('5'), "{found}");
    assert!(found.to_string().contains("touches"), "it says what to do: {found}");
    // The same card by the ordinary door.
    play_one(&book, &field, enter(5));
}

#[test]
fn a_standing_rule_that_is_not_woken_by_what_concerns_it() {
    let book = arena("asleep")
        .standing("no lamp", |s| {
            s.woken_by(EventKind::Heal).propose(|field: &Field| field.lamp.then_some(Event::Toggle))
        })
        .compile()
        .unwrap();
    let found = verified(&book, &Field::of(2), Act::One(Event::Toggle));
    assert_eq!(found, FaultKind::Unrest { standing: vec!["no lamp".into()] });
}

#[test]
fn a_guard_that_never_comes_to_an_end_by_itself_does() {
    // Each applies once to what an event becomes: where no new ones come, it ends.
    let grow = |g: GuardBuilder<Arena>| g.before(EventKind::Heal).replace(|_| [heal(1), heal(1)]);
    let book = (0..8).fold(arena("many"), |book, n| book.guard(format!("g{n}"), grow));
    let played = play_one(&book.compile().unwrap(), &Field::of(2), heal(1));
    assert_eq!(played.state().life[0], 20 + 256);
}
