//! What is remembered of shared predicates, and when it is forgotten: parts
//! that are read and written, undo, refusals, looks ahead, forks and lines.

mod common;

use common::plan::*;
use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Forecast, Part, Pass, Passes, Predicate, RefusalKind};

const BY: By = By::Seat(Seat(0));

/// Go notes a word, Other adds its number, Lost is refused; before that the
/// predicate is asked by two rules that have nothing else to say.
fn asks(book: BookBuilder<Sandbox>, predicate: &Predicate<Sandbox>) -> Book<Sandbox> {
    book.rule("first", |rule| skips(rule.while_holds(predicate)))
        .rule("second", |rule| skips(rule.while_holds(predicate)))
        .rule("note", |rule| says("note")(rule.on(ActKind::Go)))
        .rule("add", |rule| rule.on(ActKind::Other).then(|cx, ()| [Ev::Add(cx.action.number())]))
        .rule("no", |rule| refuses(RefusalKind::Disallowed, "lost")(rule.on(ActKind::Lost)))
        .compile()
        .unwrap()
}

/// A predicate that reads the total, in a game that is compared with what is so.
fn reads_total(calls: &Calls) -> Book<Sandbox> {
    let rich = counted("rich", calls, |table| table.total > 10).reads([Of::Total]);
    asks(in_parts(book("reads total")), &rich)
}

#[test]
fn a_predicate_that_does_not_say_what_it_reads_is_asked_in_every_action() {
    let calls = Calls::default();
    let quiet = counted("quiet", &calls, |table| table.log.is_empty());
    let mut game = start(&asks(in_parts(book("says nothing")), &quiet), BOTH[0]);
    for _ in 0..3 {
        go(&mut game, Act::Go(1));
        assert_eq!(calls.take(), 1);
    }
}

#[test]
fn an_event_that_does_not_say_what_it_writes_may_write_everything() {
    let calls = Calls::default();
    let rich = counted("rich", &calls, |table| table.total > 10).reads([Of::Total]);
    let book = book("writes anything").writes(EvKind::Add, [Of::Log]);
    // Notes are not spoken of.
    let mut game = start(&asks(book, &rich), BOTH[0]);
    for (action, times) in
        [(Act::Go(1), 1), (Act::Go(1), 1), (Act::Other(1), 1), (Act::Other(1), 0)]
    {
        go(&mut game, action);
        assert_eq!(calls.take(), times);
    }
}

#[test]
fn what_is_said_twice_of_an_event_is_said_of_both_parts() {
    let calls = Calls::default();
    let rich = counted("rich", &calls, |table| table.total > 10).reads([Of::Total]);
    let book = book("both")
        .writes(EvKind::Note, [Of::Log])
        .writes([EvKind::Note, EvKind::Add], [Of::Total]);
    let mut game = start(&asks(book, &rich), BOTH[0]);
    for _ in 0..3 {
        go(&mut game, Act::Go(1));
        assert_eq!(calls.take(), 1);
    }
}

#[test]
fn a_predicate_may_read_several_parts_said_at_once_or_one_by_one() {
    for at_once in [true, false] {
        let calls = Calls::default();
        let both = counted("both", &calls, |table| table.total > 10 && table.log.is_empty());
        let both = match at_once {
            true => both.reads([Of::Log, Of::Total]),
            false => both.reads([Of::Log]).reads([Of::Total]),
        };
        let mut game = start(&asks(in_parts(book("several")), &both), BOTH[0]);
        for action in [Act::Go(1), Act::Other(1), Act::Other(1), Act::Go(1)] {
            go(&mut game, action);
            assert_eq!(calls.take(), 1);
        }
    }
}

#[test]
fn all_256_parts_are_told_apart() {
    for part in [0, 63, 64, 127, 128, 255] {
        let calls = Calls::default();
        let rich = counted("rich", &calls, |table| table.total > 10).reads([Part(part)]);
        let others = (0..=255).filter(|other| *other != part).map(Part);
        let book = book("parts").writes(EvKind::Note, others).writes(EvKind::Add, [Part(part)]);
        let mut game = start(&asks(book, &rich), BOTH[0]);
        for (action, times) in
            [(Act::Go(1), 1), (Act::Go(1), 0), (Act::Other(1), 0), (Act::Go(1), 1), (Act::Go(1), 0)]
        {
            go(&mut game, action);
            assert_eq!(calls.take(), times, "part {part}");
        }
    }
}

#[test]
fn a_predicate_that_reads_nothing_is_asked_once() {
    let calls = Calls::default();
    let always = counted("always", &calls, |_| true).reads([] as [Part; 0]);
    let mut game = start(&asks(in_parts(book("nothing")), &always), BOTH[0]);
    for number in 0..5 {
        go(&mut game, Act::Go(number));
        go(&mut game, Act::Other(number));
    }
    assert_eq!(calls.take(), 1);
}

#[test]
fn what_was_undone_is_not_remembered() {
    for recovery in BOTH {
        let calls = Calls::default();
        let book = reads_total(&calls);
        let mut game = start_with(&book, recovery, COUNTING);
        let mut rich = Vec::new();
        let mut say = |game: &mut Session<Sandbox>, action| {
            calls.take();
            game.submit(BY, action).unwrap();
            rich.push(calls.take());
        };
        say(&mut game, Act::Other(20));
        say(&mut game, Act::Go(1));
        game.undo().unwrap();
        game.undo().unwrap();
        say(&mut game, Act::Go(1));
        game.undo().unwrap();
        game.redo().unwrap();
        say(&mut game, Act::Go(1));
        assert_eq!(rich, [1, 1, 1, 1], "{recovery:?}");
    }
}

#[test]
fn an_event_that_was_taken_back_wrote_nothing_that_is_remembered() {
    // Lost adds twenty, asks the predicate, and is refused.
    let calls = Calls::default();
    let rich = counted("rich", &calls, |table| table.total > 10).reads([Of::Total]);
    let book = in_parts(book("taken back"))
        .strategy(Strategy::ApplyAll)
        .rule("add", |rule| rule.on(ActKind::Lost).then(|_, ()| [Ev::Add(20)]))
        .rule("rich", |rule| says("rich")(rule.while_holds(&rich)))
        .rule("no", |rule| refuses(RefusalKind::Disallowed, "no")(rule.on(ActKind::Lost)))
        .rule("note", says("note"))
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start_with(&book, recovery, COMPARING);
        for action in [Act::Go(1), Act::Lost(1), Act::Go(1), Act::Lost(1), Act::Go(1)] {
            go(&mut game, action);
        }
        assert_eq!(game.state().log, ["note"; 3]);
    }
}

#[test]
fn a_refusal_without_an_event_changes_no_version() {
    let calls = Calls::default();
    let mut game = start(&reads_total(&calls), BOTH[0]);
    go(&mut game, Act::Go(1));
    calls.take();
    assert!(go(&mut game, Act::Lost(1)).refusal().is_some());
    go(&mut game, Act::Go(1));
    assert!(go(&mut game, Act::Lost(1)).refusal().is_some());
    assert_eq!(calls.take(), 0);
}

#[test]
fn a_look_ahead_leaves_nothing_behind() {
    let calls = Calls::default();
    let mut game = start_with(&reads_total(&calls), BOTH[1], COMPARING);
    for number in [20, -20, 20, -20] {
        game.preview(BY, &Act::Other(number)).unwrap();
        game.explain(BY, &Act::Other(number)).unwrap();
        game.try_sequence([(BY, Act::Other(number)), (BY, Act::Go(1))]).unwrap();
        game.legal(BY).unwrap();
        // Compared: what was remembered of the look would be found out.
        assert!(go(&mut game, Act::Go(1)).is_committed());
        assert!(go(&mut game, Act::Other(number)).is_committed());
    }
}

#[test]
fn a_line_forgets_what_it_pops() {
    let calls = Calls::default();
    let game = start_with(&reads_total(&calls), BOTH[1], COMPARING);
    let mut line = game.search(Seed(1));
    for _ in 0..3 {
        line.push(BY, Act::Other(20)).unwrap();
        line.push(BY, Act::Go(1)).unwrap();
        assert!(line.pop() && line.pop());
        line.push(BY, Act::Go(1)).unwrap();
        line.pop_to(0);
    }
    assert_eq!(line.state().log, [""; 0]);
}

#[test]
fn a_choice_that_was_answered_is_not_remembered_from_before() {
    // The predicate is asked before the choice and after it.
    let calls = Calls::default();
    let rich = counted("rich", &calls, |table| table.total > 10).reads([Of::Total]);
    let book = in_parts(book("choice"))
        .strategy(Strategy::ApplyAll)
        .rule("before", |rule| says("rich before")(rule.while_holds(&rich)))
        .rule("asks", |rule| {
            rule.then(|cx, ()| Ok([Ev::Add(cx.choose(Seat(0), "How many?", [-5, 20])?)]))
        })
        .rule("after", |rule| says("rich after")(rule.while_holds(&rich)))
        .compile()
        .unwrap();
    let mut game = start_with(&book, BOTH[0], COMPARING);
    for option in [0, 1, 0] {
        let Outcome::Pending(choice) = go(&mut game, Act::Go(1)) else { panic!("it asks") };
        assert!(game.answer(BY, choice.id, option).unwrap().is_committed());
    }
    // -5, 15, 10.
    assert_eq!(game.state().log, ["rich after", "rich before"]);
}

#[test]
fn a_switched_off_rule_asks_for_nothing_and_nothing_is_forgotten_for_it() {
    let calls = Calls::default();
    let book = reads_total(&calls);
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    for rule in ["first", "second"] {
        game.disable(book.rule(rule).unwrap()).unwrap();
    }
    calls.take();
    go(&mut game, Act::Other(20));
    go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 0);
    game.enable(book.rule("first").unwrap()).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!(calls.take(), 1);
}

#[test]
fn memory_is_of_a_session_and_not_of_the_book() {
    let calls = Calls::default();
    let book = reads_total(&calls);
    let mut poor = start(&book, BOTH[0]);
    let mut rich = start(&book, BOTH[0]);
    go(&mut rich, Act::Other(20));
    go(&mut poor, Act::Go(1));
    go(&mut rich, Act::Go(1));
    assert_eq!(calls.take(), 3);
    go(&mut poor, Act::Go(1));
    go(&mut rich, Act::Go(1));
    assert_eq!(calls.take(), 0);
}

#[test]
fn each_evaluation_that_is_saved_is_counted_once_as_shared_or_as_remembered() {
    let calls = Calls::default();
    let rich = counted("rich", &calls, |table| table.total > 10).reads([Of::Total]);
    let write = |book: BookBuilder<Sandbox>| {
        in_parts(book)
            .rule("first", |rule| skips(rule.while_holds(&rich)))
            .rule("second", |rule| skips(rule.while_holds(&rich)))
            .rule("note", says("note"))
    };
    // In the first of three actions it is evaluated for the first of two rules.
    for (passes, hoisted, remembered, evaluated) in [
        (Passes::all(), 1, 4, 1),
        (Passes::all().without(Pass::Memo), 3, 0, 3),
        (Passes::all().without(Pass::Hoist), 0, 5, 1),
        (Passes::none(), 0, 0, 6),
    ] {
        let mut game = with_passes(&write, passes, COUNTING);
        calls.take();
        (0..3).for_each(|number| drop(go(&mut game, Act::Go(number))));
        let by = |pass| game.avoided().by(pass);
        let expected = (hoisted, remembered, evaluated);
        assert_eq!((by(Pass::Hoist), by(Pass::Memo), calls.take()), expected, "{passes:?}");
    }
}

#[test]
fn what_was_learnt_on_a_line_is_forgotten_when_it_is_popped() {
    let calls = Calls::default();
    let rich = counted("rich", &calls, |table| table.total > 10);
    for rich in [rich.clone(), rich.reads([Of::Total])] {
        let book = in_parts(book("popped"))
            .rule("rich", |rule| says("rich")(rule.on(ActKind::Go).while_holds(&rich)))
            .rule("poor", |rule| says("poor")(rule.on(ActKind::Go)))
            .rule("add", |rule| {
                let rule = rule.on(ActKind::Other).candidates(|offer| offer.push(Act::Go(1)));
                rule.then(|cx, ()| [Ev::Add(cx.action.number())])
            })
            .compile()
            .unwrap();
        for recovery in BOTH {
            let game = start(&book, recovery);
            let mut line = game.search(Seed(1));
            line.push(BY, Act::Other(20)).unwrap();
            let mut legal = Vec::new();
            line.legal_into(BY, &mut legal).unwrap();
            assert_eq!(legal.len(), 1);
            line.pop();
            line.push(BY, Act::Go(1)).unwrap();
            assert_eq!(line.state().log, ["poor"]);
        }
    }
}

#[test]
fn what_is_remembered_is_forgotten_when_the_state_goes_back_or_forth() {
    // A book that takes the straight line: nothing but rules.
    let low = Predicate::new("low", |table: &Table| table.total < 5);
    let poor = Predicate::new("poor", |table: &Table| table.total < 5).reads([Of::Total]);
    for predicate in [low, poor] {
        let book = in_parts(book("back and forth"))
            .rule("adds", |rule| {
                let rule = rule.on(ActKind::Go).while_holds(&predicate);
                rule.then(|cx, ()| [Ev::Add(cx.action.number())])
            })
            .rule("notes", |rule| says("noted")(rule.on(ActKind::Other)))
            .compile()
            .unwrap();
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            for _ in 0..3 {
                assert!(go(&mut game, Act::Go(5)).is_committed());
                assert!(go(&mut game, Act::Other(1)).is_committed());
                // It is asked here, and known from now on.
                assert!(go(&mut game, Act::Go(1)).refusal().is_some());
                assert!(matches!(game.undo(), Ok(Outcome::Undone(_))));
                assert!(matches!(game.undo(), Ok(Outcome::Undone(_))));
                assert_eq!(game.state().total, 0);
                let kept = game.fork();
                assert!(go(&mut game, Act::Go(1)).is_committed(), "after undo, {recovery:?}");
                game = kept;
                // Asked at the start, and then it is as it was again.
                let forecast = game.explain(Seat(0), &Act::Go(1)).unwrap().forecast();
                assert!(matches!(forecast, Forecast::Commit(_)));
                assert!(matches!(game.redo(), Ok(Outcome::Redone(_))));
                assert!(go(&mut game, Act::Go(1)).refusal().is_some(), "after redo, {recovery:?}");
                game.undo().unwrap();
                assert!(game.legal(Seat(0)).is_ok());
            }
        }
    }
}

#[test]
fn what_is_taken_back_is_written_again_and_all_else_is_remembered() {
    for taken_back in ["explained", "previewed", "refused late"] {
        let (rich, long) = (Calls::default(), Calls::default());
        let totals = counted("rich", &rich, |table| table.total > 10).reads([Of::Total]);
        let logs = counted("long", &long, |table| table.log.len() > 100).reads([Of::Log]);
        let book = in_parts(book("taken back"))
            .invariant("at most five", |it| it.holds(|table: &Table| table.total <= 5))
            .rule("rich", |rule| says("rich")(rule.while_holds(&totals)))
            .rule("long", |rule| says("long")(rule.while_holds(&logs)))
            .rule("add", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number())]))
            .compile()
            .unwrap();
        for recovery in BOTH {
            let mut game = start(&book, recovery);
            game.submit(Seat(0), Act::Go(1)).unwrap().committed().unwrap();
            rich.take();
            long.take();
            match taken_back {
                "explained" => drop(game.explain(Seat(0), &Act::Go(1)).unwrap().to_string()),
                "previewed" => drop(game.preview(Seat(0), &Act::Go(1)).unwrap()),
                _ => assert!(game.submit(Seat(0), Act::Go(9)).unwrap().refusal().is_some()),
            }
            // The total was written by the first action, and the log by none.
            assert_eq!((rich.take(), long.take()), (1, 0), "while it was {taken_back}");
            game.submit(Seat(0), Act::Go(1)).unwrap().committed().unwrap();
            assert_eq!((rich.take(), long.take()), (1, 0), "after it was {taken_back}");
        }
    }
}
