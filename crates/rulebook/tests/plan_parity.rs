//! Parity: which actions are compared, what that costs, and that a sound game
//! comes to the same with it as without it (M19).

mod common;

use std::num::NonZeroU32;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Limits, Parity, Passes, PhaseBuilder, Predicate, Recovery, RefusalKind,
    SessionOptions,
};

fn parity(parity: Parity) -> SessionOptions {
    SessionOptions { parity, ..SessionOptions::default() }
}

fn one_in(n: u32) -> SessionOptions {
    parity(Parity::OneIn(NonZeroU32::new(n).expect("one in none is nothing")))
}

/// A book whose only rule counts how often it is asked.
fn counting(calls: &Calls) -> Book<Sandbox> {
    book("counting")
        .rule("only", |rule| says("said")(rule.when("asked", asked(calls))))
        .compile()
        .unwrap()
}

/// Which of so many actions were compared: those in which the rule was asked
/// four times.
fn compared(options: SessionOptions, actions: usize) -> Vec<usize> {
    let calls = Calls::default();
    let mut game = start_with(&counting(&calls), BOTH[1], options);
    let asked = (0..actions).map(|_| {
        go(&mut game, Act::Go(1));
        calls.take()
    });
    let asked: Vec<_> = asked.collect();
    assert!(asked.iter().all(|times| [1, 4].contains(times)), "{asked:?}");
    (0..actions).filter(|action| asked[*action] == 4).collect()
}

#[test]
fn off_compares_nothing_and_every_compares_every_action() {
    assert_eq!(compared(SessionOptions::default(), 20), [0; 0]);
    assert_eq!(compared(parity(Parity::Off), 20), [0; 0]);
    // By the reference, by the plan, as it really runs, and in a straight line.
    assert_eq!(compared(parity(Parity::Every), 20), Vec::from_iter(0..20));
    assert_eq!(compared(one_in(1), 20), Vec::from_iter(0..20));
}

#[test]
fn what_would_not_go_in_a_straight_line_is_not_compared_there() {
    let calls = Calls::default();
    let book = counting(&calls).variant("more").rule("unused", says("unused")).compile().unwrap();
    let mut game = start_with(&book, BOTH[1], parity(Parity::Every));
    let asked = |game: &mut Session<Sandbox>| {
        go(game, Act::Go(1));
        calls.take()
    };
    assert_eq!(asked(&mut game), 4);
    let unused = book.rule("unused").unwrap();
    game.disable(unused).unwrap();
    assert_eq!(asked(&mut game), 3);
    game.enable(unused).unwrap();
    assert_eq!(asked(&mut game), 4);
    // To look ahead goes by the stages, where dice are sealed.
    assert!(game.preview(Seat(0), &Act::Go(1)).is_ok());
    assert_eq!(calls.take(), 3);
}

#[test]
fn a_sample_is_about_as_large_as_it_says_and_the_same_in_every_run() {
    for (n, exactly) in [(2, 492), (10, 97), (100, 10)] {
        let sample = compared(one_in(n), 1_000);
        assert_eq!(sample, compared(one_in(n), 1_000));
        let about = 1_000 / n as usize;
        assert!((about / 2..=about * 2).contains(&sample.len()), "one in {n}: {}", sample.len());
        assert_eq!(sample.len(), exactly, "one in {n}");
    }
}

#[test]
fn a_sample_does_not_always_meet_the_same_player() {
    let sample = compared(one_in(2), 200);
    let even = sample.iter().filter(|action| *action % 2 == 0).count();
    assert!(even > 20 && sample.len() - even > 20, "{sample:?}");
}

#[test]
fn what_is_not_compared_is_not_copied() {
    let copies = |options| {
        let mut game = start_with(&counting(&Calls::default()), Recovery::Revert, options);
        (0..10).for_each(|_| drop(go(&mut game, Act::Go(1))));
        game.state().copies.made()
    };
    // The start of a session makes a copy or two, whatever its options are.
    let off = copies(SessionOptions::default());
    assert_eq!(copies(parity(Parity::Every)), off + 3 * 10);
    let sampled = compared(one_in(4), 10).len();
    assert_eq!(copies(one_in(4)), off + 3 * sampled);
}

#[test]
fn what_parity_doubts_in_one_action_it_believes_again_in_the_next() {
    let calls = Calls::default();
    let quiet = counted("quiet", &calls, |table| table.total == 0).reads([Of::Total]);
    let book = in_parts(book("doubts"))
        .rule("quiet", |rule| says("quiet")(rule.while_holds(&quiet)))
        .compile()
        .unwrap();
    let sample = compared(one_in(3), 30);
    assert!(sample.len() > 3 && sample.len() < 27, "{sample:?}");
    let mut game = start_with(&book, BOTH[0], one_in(3));
    for action in 0..30 {
        go(&mut game, Act::Go(1));
        // Two of the three copies know nothing, and the one in a straight line what the
        // game remembers, which is asked again; in other actions it is remembered.
        let known = if action == 0 || sample.contains(&action) { 1 } else { 0 };
        let in_line = if action == 0 { 1 } else { 0 };
        let on_copies = if sample.contains(&action) { 2 + in_line } else { 0 };
        assert_eq!(calls.take(), known + on_copies, "action {action}");
    }
}

/// A phase in which an action's number says what breaks.
fn fragile(phase: PhaseBuilder<'_, Sandbox>) -> PhaseBuilder<'_, Sandbox> {
    let lucky = Predicate::new("lucky", |table: &Table| {
        assert!(table.total != -13, "unlucky");
        true
    });
    let about = |number: i64| move |ask: &Ask<'_, Sandbox>| ask.action.number() == number;
    phase
        .while_holds(&lucky)
        .rule("condition", |rule| {
            says("never")(rule.given(&number(), Sign::Plus).when("breaks", |ask| {
                assert!(ask.action.number() != 20, "condition breaks");
                false
            }))
        })
        .rule("effect", |rule| {
            let rule = rule.when("21", about(21));
            rule.then(|_, ()| -> [Ev; 1] { panic!("effect breaks") })
        })
        .rule("endless", |rule| rule.when("22", about(22)).then(|_, ()| vec![Ev::Note("more"); 9]))
        .phase("conflict", |conflict| {
            conflict
                .strategy(Strategy::Exclusive)
                .rule("one", |rule| says("one")(rule.when("23", about(23))))
                .rule("two", |rule| says("two")(rule.when("23", about(23))))
        })
}

/// A book in which an action's number says what becomes of it.
fn eventful(book: BookBuilder<Sandbox>) -> BookBuilder<Sandbox> {
    let step = step();
    let quiet = Predicate::new("quiet", |table: &Table| table.log.len() < 6).reads([Of::Log]);
    in_parts(book)
        .limits(Limits { events: 5, ..Limits::default() })
        .check("small", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() < 50, Why::TooLarge(50))
        })
        .invariant("not seven", |invariant| invariant.holds(|table: &Table| table.total != 7))
        .phase("breaks", fragile)
        .rule("nothing", |rule| rule.subject(Subject(0)).then(|_, ()| ()))
        .rule("refuses", |rule| refuses(RefusalKind::Disallowed, "nine")(rule.subject(Subject(9))))
        .rule("rolls", |rule| {
            rule.subject(Subject(6))
                .given(&step, Step::Draw)
                .then(|cx, ()| [Ev::Add(cx.roll(6).into())])
        })
        .rule("asks", |rule| {
            rule.subject(Subject(8)).then(|cx, ()| {
                let more = cx.choose(Seat(0), "How many?", [1, 2, 3])?;
                let again = cx.choose(Seat(1), "And how many?", [1, 2])?;
                Ok([Ev::Add(more), Ev::Add(again)])
            })
        })
        .rule("unlucky", |rule| {
            rule.subject(Subject(5)).then(|cx, ()| [Ev::Add(-13 - cx.state.total)])
        })
        .phase("all", |phase| {
            phase
                .strategy(Strategy::ApplyAll)
                .rule("quiet", |rule| says("quiet")(rule.while_holds(&quiet).exclusive("word")))
                .rule("loud", |rule| says("loud")(rule.exclusive("word")))
                .rule("adds", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number())]))
        })
}

/// Plays whatever can happen; choices are answered.
fn all_of_it(game: &mut Session<Sandbox>) -> Vec<String> {
    let mut told = Vec::new();
    let numbers = [1, 6, 0, 9, 8, 60, 20, 21, 22, 23, -1, 2, 6, 8, 3, 7, 5, 0, 6];
    for number in numbers {
        for action in [Act::Go(number), Act::Other(number)] {
            told.push(match game.submit(Seat(0), action) {
                Ok(outcome) => outcome.to_string(),
                Err(fault) => format!("fault: {fault}"),
            });
            while let Some(choice) = game.pending().cloned() {
                let answered = game.answer(choice.seat, choice.id, choice.options.len() as u32 - 1);
                told.push(answered.expect("the book is not at fault").to_string());
            }
        }
    }
    told
}

#[test]
fn a_sound_game_comes_to_the_same_with_parity_and_without() {
    for recovery in BOTH {
        let book = eventful(book("eventful")).compile().unwrap();
        let mut plain = start(&book, recovery);
        let expected = all_of_it(&mut plain);
        for word in [
            "committed",
            "no change",
            "disallowed",
            "must choose",
            "unlucky",
            "condition breaks",
            "effect breaks",
            "limit",
            "Exclusive",
            "not seven",
        ] {
            assert!(expected.iter().any(|told| told.contains(word)), "{word}: {expected:#?}");
        }
        for options in [COMPARING, one_in(2)] {
            let mut game = start_with(&book, recovery, options);
            assert_eq!(all_of_it(&mut game), expected);
            assert_eq!(picture(&mut game), picture(&mut plain));
        }
        // And so does the reference itself.
        let reference =
            eventful(common::book("eventful").passes(Passes::none())).compile().unwrap();
        let mut game = start_with(&reference, recovery, COMPARING);
        assert_eq!(all_of_it(&mut game), expected);
        assert_eq!(picture(&mut game), picture(&mut plain));
    }
}

#[test]
fn observers_are_told_once_and_the_same() {
    let book = eventful(book("watched")).compile().unwrap();
    let told = |options| {
        let mut game = start_with(&book, BOTH[0], options);
        let watcher = Watcher::of(&mut game);
        all_of_it(&mut game);
        (watcher.take(), avoided(&game))
    };
    let (expected, counted) = told(SessionOptions::default());
    let (compared, also) = told(COMPARING);
    assert_eq!(compared.names, expected.names);
    assert_eq!(compared.skipped, expected.skipped);
    assert_eq!((compared.avoided, also), (expected.avoided, counted));
}

#[test]
fn what_is_counted_is_the_work_of_the_game_and_not_of_the_copies() {
    let book = eventful(book("counted")).compile().unwrap();
    let count = |parity| {
        let mut game = start_with(&book, BOTH[0], SessionOptions { parity, ..COUNTING });
        all_of_it(&mut game);
        avoided(&game)
    };
    assert_eq!(count(Parity::Every), count(Parity::Off));
}

#[test]
fn looking_ahead_is_the_same_with_parity() {
    let book = eventful(book("ahead")).compile().unwrap();
    let mut plain = start(&book, BOTH[1]);
    let mut compared = start_with(&book, BOTH[1], COMPARING);
    for number in [1, 0, 9, 8, 60, 20, 21, 22, 23, -1] {
        let action = Act::Go(number);
        let look = |game: &mut Session<Sandbox>| {
            let preview = match game.preview(Seat(0), &action) {
                Ok(rulebook::Preview::Commit { frame, .. }) => format!("{frame:?}"),
                Ok(rulebook::Preview::Refused(kind, refusal)) => format!("{kind}: {refusal}"),
                Ok(rulebook::Preview::Choice(choice)) => choice.to_string(),
                Ok(rulebook::Preview::NoChange) => "nothing".to_owned(),
                Ok(rulebook::Preview::DiceAhead) => "dice".to_owned(),
                Err(fault) => format!("fault: {fault}"),
            };
            (preview, game.explain(Seat(0), &action).unwrap().to_string(), picture(game))
        };
        assert_eq!(look(&mut compared), look(&mut plain), "{action:?}");
    }
}
