//! What comes of a submit, what is copied for it, and what the frame holds
//! (M1, M3, M6, M23).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, Origin, Recovery, RefusalKind, Reversibility, Transition};

/// Writes as many words as the action says; nothing for zero.
fn words() -> BookBuilder<Sandbox> {
    book("words").rule("write", |rule| {
        rule.on(ActKind::Go).then(|cx, ()| {
            let count = usize::try_from(cx.action.number()).unwrap_or(0);
            vec![Ev::Note("word"); count]
        })
    })
}

#[test]
fn the_committed_state_moves_only_on_input() {
    // M3
    let book = words().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let before = picture(&mut game);
    for _ in 0..3 {
        game.legal_all().unwrap();
        game.preview(Seat(0), &Act::Go(1)).unwrap();
        game.explain(Seat(0), &Act::Go(1)).unwrap();
        game.try_sequence([(By::Seat(Seat(0)), Act::Go(1))]).unwrap();
        let mut line = game.search(Seed(1));
        line.push(Seat(0), Act::Go(1)).unwrap();
    }
    assert_eq!(picture(&mut game), before);
    go(&mut game, Act::Go(1));
    assert_ne!(picture(&mut game), before);
}

#[test]
fn a_dispatch_that_changes_nothing_copies_nothing_and_leaves_no_trace() {
    // M6, with a redo branch that must stay.
    let book = words().compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(1));
        go(&mut game, Act::Go(1));
        game.undo().unwrap();
        let before = picture(&mut game);
        let copies = game.state().copies.made();
        assert!(matches!(go(&mut game, Act::Go(0)), Outcome::NoChange));
        assert_eq!(game.state().copies.made(), copies);
        assert_eq!(picture(&mut game), before);
        assert_eq!((game.undo_depth(), game.redo_depth()), (1, 1));
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
    }
}

#[test]
fn an_irreversible_dispatch_that_changes_nothing_cuts_nothing() {
    let book = words().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    go(&mut game, Act::Go(1));
    let outcome = game.submit_as(Reversibility::Irreversible, Seat(0), Act::Go(0));
    assert!(matches!(outcome.unwrap(), Outcome::NoChange));
    assert_eq!(game.undo_depth(), 1);
}

#[test]
fn the_first_event_makes_the_copy_and_only_one() {
    for (recovery, expected) in [(Recovery::Snapshot, 1), (Recovery::Revert, 0)] {
        let book = book("copies")
            .strategy(Strategy::ApplyAll)
            .check("no copy yet", Gate::Specific, |check| {
                check.require(|ask| ask.state.copies.made() == 0, Why::NotNow)
            })
            .rule("one", |rule| {
                rule.when("no copy yet", |ask| ask.state.copies.made() == 0).then(|cx, ()| {
                    assert_eq!(cx.state.copies.made(), 0, "nothing has happened yet");
                    [Ev::Note("one"), Ev::Note("two")]
                })
            })
            .rule("three", move |rule| {
                rule.when("one copy", move |ask| ask.state.copies.made() == expected)
                    .then(|_, ()| [Ev::Note("three")])
            })
            .compile()
            .unwrap();
        let mut game = start(&book, recovery);
        assert_eq!(game.state().copies.made(), 0, "a start copies nothing");
        go(&mut game, Act::Go(1));
        assert_eq!(game.state().log, ["one", "two", "three"]);
        assert_eq!(game.state().copies.made(), expected);
        // Time travel copies nothing.
        game.undo().unwrap();
        game.redo().unwrap();
        game.rewind(0).unwrap();
        assert_eq!(game.state().copies.made(), expected);
    }
}

#[test]
fn a_refusal_or_fault_before_the_first_event_copies_nothing() {
    let book = words()
        .check("no nine", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 9, Why::Forbidden)
        })
        .rule("refuses", |rule| refuses(RefusalKind::Disallowed, "no")(rule.on(ActKind::Other)))
        .rule("panics", |rule| rule.on(ActKind::Lost).then(|_, ()| -> () { panic!("on purpose") }))
        .compile()
        .unwrap();
    let mut game = start(&book, Recovery::Snapshot);
    go(&mut game, Act::Go(9));
    go(&mut game, Act::Other(1));
    assert!(game.submit(Seat(0), Act::Lost(1)).is_err());
    assert_eq!(game.state().copies.made(), 0);
}

#[test]
fn a_rollback_copies_nothing_more() {
    let book = words()
        .invariant("few words", |invariant| invariant.holds(|table| table.log.len() < 5))
        .compile()
        .unwrap();
    for (recovery, expected) in [(Recovery::Snapshot, 1), (Recovery::Revert, 0)] {
        let mut game = start(&book, recovery);
        assert!(matches!(go(&mut game, Act::Go(5)), Outcome::Aborted(_)));
        assert_eq!(game.state().copies.made(), expected);
        assert_eq!(game.state().log.len(), 0);
    }
}

#[test]
fn an_action_that_no_rule_handles_is_invalid_and_not_silence() {
    // M6
    let book = words().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let outcome = go(&mut game, Act::Lost(3));
    assert!(matches!(outcome, Outcome::InvalidInput(_)));
    let refusal = outcome.refusal().unwrap();
    assert!(matches!(refusal.cause, Cause::Unhandled { kind: "Lost" }));
    assert_eq!(refusal.action, Some(Act::Lost(3)));
    assert_eq!(refusal.to_string(), "No rule of an active phase handles the action Lost.");
}

#[test]
fn each_kind_of_refusal_comes_back_with_its_information() {
    for kind in [RefusalKind::Invalid, RefusalKind::Disallowed, RefusalKind::Aborted] {
        let book = book("refuses")
            .phase("play", |play| play.rule("no", refuses(kind, "it rains")))
            .compile()
            .unwrap();
        let outcome = go(&mut start(&book, BOTH[0]), Act::Go(1));
        let right = match kind {
            RefusalKind::Invalid => matches!(outcome, Outcome::InvalidInput(_)),
            RefusalKind::Disallowed => matches!(outcome, Outcome::Disallowed(_)),
            RefusalKind::Aborted => matches!(outcome, Outcome::Aborted(_)),
        };
        assert!(right, "{outcome}");
        let refusal = outcome.refusal().unwrap();
        let Cause::Rule { rule, reason } = &refusal.cause else {
            panic!("{outcome}");
        };
        assert_eq!(rule, "play/no");
        assert_eq!(*reason, Why::Because("it rains"));
        assert_eq!(refusal.to_string(), "Because it rains.");
        assert_eq!(refusal.reasons().count(), 1);
    }
}

#[test]
fn the_frame_holds_action_actor_events_and_a_trace_for_each_in_order() {
    // M23
    let book = book("frames")
        .rule("add", |rule| {
            rule.then(|cx, ()| {
                cx.propose(Ev::Add(1));
                cx.propose(Ev::Note("word"));
                [Ev::Add(cx.action.number())]
            })
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let id = game.submit(Seat(1), Act::Go(4)).unwrap().frame().unwrap();
        let frame = game.frame(id).unwrap();
        assert_eq!((frame.number(), id.number()), (1, 1));
        assert_eq!(
            frame.transition(),
            Transition::Action { by: By::Seat(Seat(1)), action: &Act::Go(4) }
        );
        let seen: Vec<_> = frame
            .events()
            .map(|event| (event.event.clone(), event.trace.total, event.origin))
            .collect();
        let origin = Origin::Rule(book.rule("add").unwrap());
        // Each trace is made at the moment of application.
        assert_eq!(
            seen,
            [(Ev::Add(1), 1, origin), (Ev::Note("word"), 1, origin), (Ev::Add(4), 5, origin)]
        );
        assert_eq!(
            frame.to_string(),
            "frame 1: Go(4) by seat 1\n  Add(1) (the rule \"add\")\n  Note(\"word\") (the rule \
             \"add\")\n  Add(4) (the rule \"add\")"
        );
        // The owned copy says the same, and stays when the session goes on.
        let owned = frame.to_frame();
        game.undo().unwrap();
        go(&mut game, Act::Go(5));
        assert_eq!((owned.number, owned.events.len()), (1, 3));
        assert_eq!(owned.events[2].event, Ev::Add(4));
    }
}

#[test]
fn dice_without_an_event_are_a_frame() {
    // M6: NoChange only if no dice were drawn.
    let book = book("dice")
        .rule("roll", |rule| {
            rule.then(|cx, ()| {
                cx.roll(6);
            })
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        let outcome = go(&mut game, Act::Go(1));
        assert!(outcome.is_committed(), "{outcome}");
        let frame = game.frame(outcome.frame().unwrap()).unwrap();
        assert_eq!(frame.events().len(), 0);
        assert_eq!(frame.draws().len(), 1);
        assert_eq!(frame.draws()[0].sides, 6);
        assert_eq!(frame.reversibility(), Reversibility::Irreversible);
        assert!(game.dice_position() > 0);
    }
}

#[test]
fn rules_are_asked_in_the_same_order_in_every_run() {
    let run = || {
        let book = book("order")
            .strategy(Strategy::ApplyAll)
            .by_key()
            .rule("b", |rule| says("b")(rule.key(1)))
            .rule("c", |rule| says("c")(rule.key(0)))
            .rule("a", |rule| says("a")(rule.key(1)))
            .compile()
            .unwrap();
        let mut game = start(&book, BOTH[0]);
        go(&mut game, Act::Go(1));
        (game.state().log.clone(), game.digest().unwrap())
    };
    let first = run();
    assert_eq!(first.0, ["c", "a", "b"]);
    for _ in 0..20 {
        assert_eq!(run(), first);
    }
}

#[test]
fn outcomes_read_as_sentences() {
    let book = words().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    assert_eq!(go(&mut game, Act::Go(1)).to_string(), "committed as frame 1");
    assert_eq!(go(&mut game, Act::Go(0)).to_string(), "no change");
    assert_eq!(game.undo().unwrap().to_string(), "frame 1 undone");
    assert_eq!(game.redo().unwrap().to_string(), "frame 1 redone");
}

#[test]
fn whoever_insists_on_a_commit_gets_the_frame_or_the_outcome_back() {
    let book = words().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    let id = go(&mut game, Act::Go(1)).committed().unwrap();
    assert_eq!(id.number(), 1);
    let other = go(&mut game, Act::Go(0)).committed().unwrap_err();
    assert!(matches!(other, Outcome::NoChange));
    let refused = go(&mut game, Act::Lost(1)).committed().unwrap_err();
    assert_eq!(refused.refusal().unwrap().action, Some(Act::Lost(1)));
}
