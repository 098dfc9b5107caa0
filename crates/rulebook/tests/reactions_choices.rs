//! Choices in reactions: who orders guards, divides a shield, picks a target,
//! says yes or no; and that nobody is asked where it cannot matter. At each
//! choice the session is rebuilt elsewhere and goes on in the same way: that
//! is part of how the arena plays.

#[path = "common/arena/mod.rs"]
mod arena;

use arena::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Capability, GuardBuilder, Mode, SessionOptions, Stance, Verdict};

/// The choice that a submit ends in.
fn choice(book: &Book<Arena>, field: &Field, act: Act) -> rulebook::Choice {
    let [one, two] = BOTH.map(|recovery| {
        let mut game = start(book, field, recovery);
        match game.submit(Seat(0), act.clone()).unwrap() {
            Outcome::Pending(choice) => (*choice).clone(),
            other => panic!("there should be a choice, and not: {other}"),
        }
    });
    assert_eq!(one, two);
    one
}

fn modifier(
    book: BookBuilder<Arena>,
    name: &'static str,
    scale: fn(u32) -> u32,
) -> BookBuilder<Arena> {
    book.guard(name, move |g| g.before(EventKind::Damage).modify(move |cx| scaled(cx.event, scale)))
}

#[test]
fn the_affected_player_orders_guards_where_it_matters() {
    let book = modifier(arena("order").affected_chooses(), "double", |n| 2 * n);
    let book = modifier(book, "plus one", |n| n + 1).compile().unwrap();
    let asked = choice(&book, &Field::of(2), Act::One(damage(1, 3)));
    assert_eq!((asked.seat, asked.options.len()), (Seat(1), 2));
    assert!(asked.options[0].contains("double") && asked.options[1].contains("plus one"));
    let first = play_with(&book, &Field::of(2), Act::One(damage(1, 3)), &[0]);
    let second = play_with(&book, &Field::of(2), Act::One(damage(1, 3)), &[1]);
    assert_eq!((first.state().life[1], second.state().life[1]), (13, 12));
    let made = &first.game.frames().next_back().unwrap().choices()[0];
    assert_eq!((made.seat, made.option, made.alone), (Seat(1), 0, false));
}

#[test]
fn without_that_policy_nobody_is_asked() {
    let book = modifier(arena("order"), "double", |n| 2 * n);
    let book = modifier(book, "plus one", |n| n + 1).compile().unwrap();
    assert_eq!(play_one(&book, &Field::of(2), damage(1, 3)).state().life[1], 13);
}

#[test]
fn nobody_is_asked_where_priorities_differ_or_nobody_is_affected() {
    let book = modifier(arena("order").affected_chooses(), "double", |n| 2 * n)
        .guard("plus one", |g| {
            g.before(EventKind::Damage)
                .priority(Priority::HIGH)
                .modify(|cx| scaled(cx.event, |n| n + 1))
        })
        .guard("one", |g| g.before(EventKind::Mark).modify(|_| Event::Mark(1)))
        .guard("two", |g| g.before(EventKind::Mark).modify(|_| Event::Mark(2)))
        .compile()
        .unwrap();
    assert_eq!(play_one(&book, &Field::of(2), damage(1, 3)).state().life[1], 12);
    assert_eq!(play_one(&book, &Field::of(2), Event::Mark(9)).log(), [2]);
}

#[test]
fn nobody_is_asked_among_guards_that_are_alike() {
    let book = arena("alike").affected_chooses().guard("doubler", doubler).compile().unwrap();
    let field = (5..10).fold(Field::of(2), |field, id| field.card(id, DOUBLER.0, 1));
    assert_eq!(play_one(&book, &field, damage(1, 1)).state().life[1], 20 - 32);
}

#[test]
fn nobody_is_asked_where_all_orders_come_to_the_same() {
    let book = modifier(arena("same").affected_chooses(), "plus one", |n| n + 1);
    let book = modifier(book, "plus two", |n| n + 2);
    let book = modifier(book, "plus three", |n| n + 3).compile().unwrap();
    assert_eq!(play_one(&book, &Field::of(2), damage(1, 1)).state().life[1], 13);
}

#[test]
fn nobody_is_asked_where_a_guard_does_not_get_its_turn() {
    let book = modifier(arena("turn").affected_chooses(), "as it is", |n| n);
    let book = book.guard("shield", shield).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(3);
    assert_eq!(play_one(&book, &field, damage(1, 1)).state().charges(5), 2);
}

#[test]
fn who_prevents_it_is_a_difference() {
    let peace = |g: GuardBuilder<Arena>| g.before(EventKind::Damage).prevent_all();
    let book = arena("who").affected_chooses().guard("one", peace).guard("two", peace);
    let book = book.compile().unwrap();
    for (answer, name) in [(0, "one"), (1, "two")] {
        let played = play_with(&book, &Field::of(2), Act::One(damage(1, 2)), &[answer]);
        assert_eq!(played.announced()[0].0, name);
    }
}

#[test]
fn shields_of_different_charges_matter_by_what_is_left() {
    let book = arena("charges").affected_chooses().guard("shield", shield).compile().unwrap();
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2).card(6, SHIELD.0, 1).charged(3);
    // Which of them is spent is a difference, though the damage is the same.
    let asked = choice(&book, &field, Act::One(damage(1, 2)));
    assert_eq!(asked.seat, Seat(1));
    let one = play_with(&book, &field, Act::One(damage(1, 2)), &[0]);
    let two = play_with(&book, &field, Act::One(damage(1, 2)), &[1]);
    assert_eq!((one.state().charges(5), one.state().charges(6)), (0, 3));
    assert_eq!((two.state().charges(5), two.state().charges(6)), (2, 1));
    // Where both are used up, it is none.
    let played = play_one(&book, &field, damage(1, 7));
    assert_eq!((played.state().life[1], played.game.sources().count()), (18, 0));
    // Equal charges, kind, owner and subject: alike. The subject differs here,
    // because each card is its own; so attach them to one.
    let on_seat = |card: &mut Card| card.host = Some(1);
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(2).with(on_seat);
    let field = field.card(6, SHIELD.0, 1).charged(2).with(on_seat);
    assert_eq!(play_one(&book, &field, damage(1, 2)).state().charges(5), 0);
}

#[test]
fn riders_are_a_difference() {
    let marking = |mark: u32| {
        move |g: GuardBuilder<Arena>| {
            g.before(EventKind::Damage).rider(move |_| [Event::Mark(mark)]).prevent_all()
        }
    };
    let book = arena("riders").affected_chooses().guard("one", marking(1)).guard("two", marking(2));
    let book = book.compile().unwrap();
    for answer in [0, 1] {
        let played = play_with(&book, &Field::of(2), Act::One(damage(1, 2)), &[answer]);
        assert_eq!(played.log(), [answer + 1]);
    }
}

#[test]
fn with_more_than_three_the_player_orders_them_one_by_one() {
    let scales: [(&str, fn(u32) -> u32); 4] =
        [("a", |n| n + 1), ("b", |n| 2 * n), ("c", |n| n + 3), ("d", |n| 3 * n)];
    let book = scales
        .into_iter()
        .fold(arena("four").affected_chooses(), |book, (name, scale)| modifier(book, name, scale));
    let book = book.compile().unwrap();
    let asked = choice(&book, &Field::of(2), Act::One(damage(1, 1)));
    assert_eq!(asked.options.len(), 4);
    // The last first: 3, then c: 6, then b: 12, then a: 13; the last one is
    // not asked about, nor those that come to the same.
    let played = play_with(&book, &Field::of(2), Act::One(damage(1, 1)), &[3, 2, 1]);
    assert_eq!(played.state().life[1], 20 - 13);
}

/// A shield whose owner divides it.
fn dividing() -> Book<Arena> {
    arena("divided")
        .guard("shield", |g| {
            g.before(EventKind::Damage)
                .carried_by(SHIELD)
                .charges(left, spend)
                .divided("How much here?")
                .prevent_all()
        })
        .compile()
        .unwrap()
}

#[test]
fn the_affected_player_divides_a_shield() {
    let field = Field::of(3).card(5, SHIELD.0, 1).charged(3);
    let batch = || Act::Whole(Group::batch([damage(1, 2), damage(1, 4)]));
    let asked = choice(&dividing(), &field, batch());
    assert_eq!(asked.seat, Seat(1));
    assert!(asked.question.starts_with("How much here?"), "{}", asked.question);
    // What is not spent on the first of two is for the second.
    for (answer, option) in asked.options.iter().enumerate() {
        let first: u32 = option.parse().unwrap_or_else(|_| panic!("{option}"));
        assert!(first <= 2);
        let played = play_with(&dividing(), &field, batch(), &[answer as u32]);
        assert_eq!((played.state().life[1], played.state().charges(5)), (20 - 3, 0));
        assert_eq!(played.announced()[0].3, 3);
        let left =
            played.events().iter().filter(|event| matches!(event, Event::Damage { .. })).count();
        assert_eq!(left, if first == 2 { 1 } else { 2 });
    }
    assert_eq!(asked.options.len(), 3, "none, one or two");
}

#[test]
fn nobody_divides_among_millions_of_options() {
    let field = Field::of(3).card(5, SHIELD.0, 1).charged(u32::MAX);
    let batch = Group::batch([damage(1, u32::MAX), damage(1, u32::MAX)]);
    let found = fault(&dividing(), &field, Act::Whole(batch));
    assert!(matches!(found, rulebook::FaultKind::Limit { .. }), "{found}");
}

#[test]
fn nobody_is_asked_to_divide_what_is_enough_or_alone() {
    let enough = Field::of(3).card(5, SHIELD.0, 1).charged(6);
    let batch = Group::batch([damage(1, 2), damage(1, 4)]);
    let played = play_group(&dividing(), &enough, batch);
    assert_eq!((played.state().life[1], played.state().charges(5)), (20, 0));
    let scarce = Field::of(3).card(5, SHIELD.0, 1).charged(3);
    assert_eq!(play_one(&dividing(), &scarce, damage(1, 5)).state().life[1], 18);
    let last = Group::batch([heal(1), damage(1, 5)]);
    assert_eq!(play_group(&dividing(), &scarce, last).state().life[1], 18);
}

#[test]
fn a_guard_asks_for_the_target_of_a_redirection() {
    let book = arena("redirect")
        .guard("elsewhere", |g| {
            g.before(EventKind::Damage).redirect(|cx| {
                let &Event::Damage { to, n } = cx.event else { unreachable!() };
                let others = (0..cx.state.life.len() as u8).filter(|seat| *seat != to);
                let target = cx.choose(Seat(to), "Whom instead?", others.collect::<Vec<_>>())?;
                Ok(damage(target, n))
            })
        })
        .compile()
        .unwrap();
    let asked = choice(&book, &Field::of(3), Act::One(damage(1, 2)));
    assert_eq!(asked.options, ["0", "2"]);
    let played = play_with(&book, &Field::of(3), Act::One(damage(1, 2)), &[1]);
    assert_eq!(played.state().life, [20, 20, 18]);
    // With two seats there is but one other, who is taken without asking.
    assert_eq!(play_one(&book, &Field::of(2), damage(1, 2)).state().life, [18, 20]);
}

/// A guard that may prevent.
fn optional() -> Book<Arena> {
    arena("optional")
        .guard("ward", |g| {
            g.before(EventKind::Damage).carried_by(SHIELD).uses(left, spend).judge(
                [Capability::Prevent],
                |cx| {
                    let owner = cx.source.and_then(|source| source.seat).expect("somebody's");
                    Ok(match cx.confirm(owner, "Use the ward?")? {
                        true => Verdict::PreventAll,
                        false => Verdict::Decline,
                    })
                },
            )
        })
        .guard("doubler", |g| {
            g.before(EventKind::Damage)
                .priority(Priority::LOW)
                .modify(|cx| scaled(cx.event, |n| 2 * n))
        })
        .compile()
        .unwrap()
}

#[test]
fn a_guard_asks_yes_or_no_and_no_is_for_good() {
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(1);
    let yes = play_with(&optional(), &field, Act::One(damage(1, 2)), &[0]);
    assert_eq!((yes.state().life[1], yes.state().charges(5)), (20, 0));
    let no = play_with(&optional(), &field, Act::One(damage(1, 2)), &[1]);
    assert_eq!((no.state().life[1], no.state().charges(5)), (16, 1), "not asked again as 4");
    assert_eq!(no.stances(0)[0], ("ward".into(), Some(5), Stance::Declined));
}

#[test]
fn any_number_of_choices_in_one_action() {
    let field = Field::of(3).card(5, SHIELD.0, 1).charged(1).card(6, SHIELD.0, 2).charged(1);
    // Seat 1 is asked for each event, then seat 2, unless it is settled.
    let batch = || Act::Whole(Group::batch([damage(0, 1), damage(1, 1), damage(2, 1)]));
    let played = play_with(&optional(), &field, batch(), &[1, 1, 1, 0, 0]);
    assert_eq!(played.state().life, [18, 20, 20]);
    assert_eq!((played.state().charges(5), played.state().charges(6)), (0, 0));
    let made = played.game.frames().next_back().unwrap().choices().len();
    assert_eq!(made, 5);
    let list = || Act::List(vec![damage(0, 1), damage(1, 1)]);
    let played = play_with(&optional(), &field, list(), &[1, 1, 0]);
    assert_eq!(played.state().life, [18, 20, 20]);
}

#[test]
fn choices_of_guards_triggers_and_riders_in_one_action() {
    let book = arena("all of them")
        .guard("ward", |g| {
            g.before(EventKind::Damage)
                .rider(|cx| {
                    let mark = cx.choose(Seat(0), "Which mark?", [10, 20])?;
                    Ok([Event::Mark(mark)])
                })
                .judge([Capability::Prevent], |cx| {
                    Ok(match cx.confirm(Seat(1), "Prevent one?")? {
                        true => Verdict::Prevent(1),
                        false => Verdict::Pass,
                    })
                })
        })
        .trigger("hurt", |t| {
            t.after(EventKind::Damage).then(|cx| {
                let seat = cx.choose(Seat(0), "Who draws?", [0_u8, 1])?;
                Ok([Event::Draw { who: seat, n: 1 }])
            })
        })
        .compile()
        .unwrap();
    let played = play_with(&book, &Field::of(2), Act::One(damage(1, 3)), &[0, 1, 1]);
    assert_eq!((played.state().life[1], played.log()), (18, &[20][..]));
    assert_eq!(played.state().hand, [0, 1]);
    let seats: Vec<_> =
        played.game.frames().next_back().unwrap().choices().iter().map(|made| made.seat).collect();
    assert_eq!(seats, [Seat(1), Seat(0), Seat(0)]);
}

#[test]
fn a_choice_in_a_cost() {
    let book = arena("cost")
        .rule("buy", |rule| {
            rule.on(ActKind::Buy)
                .cost(Why::TooPoor, |cx, ()| {
                    let n = cx.choose(Seat(0), "How much?", [1, 2, 3])?;
                    Ok([Event::Pay { who: 0, n }])
                })
                .then(|cx, ()| [Event::Mark(cx.state.mana[0])])
        })
        .compile()
        .unwrap();
    let field = Field { mana: vec![2, 0], ..Field::of(2) };
    assert_eq!(play_with(&book, &field, Act::Buy(0), &[1]).log(), [0]);
    let mut game = start(&book, &field, BOTH[0]);
    let Outcome::Pending(choice) = game.submit(Seat(0), Act::Buy(0)).unwrap() else { panic!() };
    let outcome = game.answer(Seat(0), choice.id, 2).unwrap();
    assert!(outcome.refusal().is_some(), "{outcome}");
    assert_eq!(*game.state(), field);
    check_sources(&game);
}

#[test]
fn a_choice_of_a_guard_that_is_pending_is_like_any_other() {
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(1);
    for recovery in BOTH {
        let mut game = start(&optional(), &field, recovery);
        let Outcome::Pending(choice) = game.submit(Seat(0), Act::One(damage(1, 2))).unwrap() else {
            panic!()
        };
        let before = Untouched::of(&mut game);
        for refused in [
            game.answer(Seat(0), choice.id, 0).unwrap(),
            game.answer(Seat(1), choice.id, 2).unwrap(),
            game.submit(Seat(0), Act::One(damage(1, 1))).unwrap(),
            game.undo().unwrap(),
        ] {
            assert!(refused.refusal().is_some(), "{refused}");
        }
        assert_eq!(before, Untouched::of(&mut game));
        // A line begins before the action that asked.
        let mut line = game.search(Seed(1));
        let pushed = line.push_with(Seat(0), Act::One(damage(1, 2)), &[1]).unwrap();
        assert!(pushed.is_committed());
        assert_eq!(line.state().life[1], 16);
        let mut fork = game.fork();
        fork.answer(Seat(1), choice.id, 1).unwrap().committed().unwrap();
        assert_eq!((fork.state().life[1], before), (16, Untouched::of(&mut game)));
        game.answer(Seat(1), choice.id, 0).unwrap().committed().unwrap();
        assert_eq!(game.state().life[1], 20);
        assert!(game.answer(Seat(1), choice.id, 0).unwrap().refusal().is_some(), "once");
        check_sources(&game);
        game.undo().unwrap();
        assert_eq!(*game.state(), field);
    }
}

#[test]
fn an_action_that_waits_can_be_withdrawn_in_an_analysis() {
    let field = Field::of(2).card(5, SHIELD.0, 1).charged(1);
    let options = SessionOptions { mode: Mode::Analysis, ..SessionOptions::default() };
    let mut game = optional().start_with(field.clone(), Seed(1), options).unwrap();
    let before = Untouched::of(&mut game);
    let outcome = game.submit(Seat(0), Act::One(damage(1, 2))).unwrap();
    assert!(matches!(outcome, Outcome::Pending(_)));
    game.withdraw().unwrap();
    assert_eq!(before, Untouched::of(&mut game));
    let none = Field::of(2).card(5, SHIELD.0, 1);
    assert_eq!(
        play_one(&optional(), &none, damage(1, 2)).state().life[1],
        16,
        "no uses, no choice"
    );
}
