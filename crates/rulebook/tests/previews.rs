//! Preview: what a submit would come to, without changing anything, and
//! without a look at dice that have not fallen (M26).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Cause, Digests, Forecast, Mode, Preview, RefusalKind, SessionOptions};

/// Go adds (nothing for zero), Other rolls, Lost asks.
fn rules() -> BookBuilder<Sandbox> {
    book("rules")
        .rule("add", |rule| {
            rule.on(ActKind::Go)
                .then(|cx, ()| (cx.action.number() != 0).then(|| Ev::Add(cx.action.number())))
        })
        .rule("roll", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| {
                let pips = i64::from(cx.roll(6));
                [Ev::Add(-pips)]
            })
        })
        .rule("ask", |rule| {
            rule.on(ActKind::Lost).then(|cx, ()| {
                let word = cx.choose(Seat(1), "Which?", ["a", "b"])?;
                Ok([Ev::Note(word)])
            })
        })
        .check("small steps", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() < 50, Why::TooLarge(0))
        })
}

fn game(recovery: rulebook::Recovery, mode: Mode) -> Session<Sandbox> {
    let options = SessionOptions { mode, digests: Digests::PerFrame, ..SessionOptions::default() };
    let mut game = start_with(&rules().compile().unwrap(), recovery, options);
    go(&mut game, Act::Go(1));
    go(&mut game, Act::Go(2));
    game.undo().unwrap();
    game
}

#[test]
fn a_preview_equals_the_submit_and_changes_nothing() {
    for recovery in BOTH {
        let mut game = game(recovery, Mode::Play);
        let before = picture(&mut game);
        let Preview::Commit { frame, state } = game.preview(Seat(0), &Act::Go(5)).unwrap() else {
            panic!("it would be committed");
        };
        assert_eq!(picture(&mut game), before);
        let id = go(&mut game, Act::Go(5)).frame().unwrap();
        let committed = game.frame(id).unwrap().to_frame();
        assert_eq!(format!("{frame:?}"), format!("{committed:?}"));
        assert_eq!(state, *game.state());
    }
}

#[test]
fn a_preview_says_what_would_stand_against_it() {
    for recovery in BOTH {
        let mut game = game(recovery, Mode::Play);
        let before = picture(&mut game);
        let Preview::Refused(kind, refusal) = game.preview(Seat(0), &Act::Go(60)).unwrap() else {
            panic!("it would be refused");
        };
        assert_eq!(kind, RefusalKind::Disallowed);
        assert!(matches!(refusal.cause, Cause::Checks { .. }));
        assert_eq!(refusal.action, Some(Act::Go(60)));
        assert!(matches!(game.preview(Seat(0), &Act::Go(0)).unwrap(), Preview::NoChange));
        let Preview::Choice(choice) = game.preview(Seat(0), &Act::Lost(0)).unwrap() else {
            panic!("it would ask");
        };
        assert_eq!((choice.id.frame, game.pending()), (2, None));
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn nobody_may_peek_at_dice_through_a_preview_outside_analysis() {
    for recovery in BOTH {
        let mut playing = game(recovery, Mode::Play);
        let before = picture(&mut playing);
        let preview = playing.preview(Seat(0), &Act::Other(0)).unwrap();
        assert!(matches!(preview, Preview::DiceAhead), "{preview:?}");
        let explained = playing.explain(Seat(0), &Act::Other(0)).unwrap();
        assert!(matches!(explained.forecast(), Forecast::Dice(_)));
        assert_eq!(picture(&mut playing), before);

        let mut analysing = game(recovery, Mode::Analysis);
        let before = picture(&mut analysing);
        let preview = analysing.preview(Seat(0), &Act::Other(0)).unwrap();
        let Preview::Commit { state, frame } = preview else {
            panic!("{preview:?}");
        };
        assert_eq!(picture(&mut analysing), before);
        assert_eq!(frame.draws.len(), 1);
        go(&mut analysing, Act::Other(0));
        assert_eq!(*analysing.state(), state);
    }
}

/// Rolls until a six comes, and gives up after far too many rolls.
fn until_six() -> Book<Sandbox> {
    book("until six")
        .strategy(Strategy::ApplyAll)
        .rule("roll", |rule| {
            rule.candidates(|offer| offer.push(Act::Go(1))).then(|cx, ()| {
                let rolls = (1..).find(|&rolls| {
                    assert!(rolls < 10_000, "no six in ten thousand rolls");
                    cx.roll(6) == 6
                });
                rolls.map(Ev::Add)
            })
        })
        .compile()
        .unwrap()
}

#[test]
fn an_effect_that_rolls_until_a_six_comes_ends_also_where_dice_are_sealed() {
    for recovery in BOTH {
        let mut game = start(&until_six(), recovery);
        let preview = game.preview(Seat(0), &Act::Go(1)).unwrap();
        assert!(matches!(preview, Preview::DiceAhead), "{preview:?}");
        assert_eq!(game.legal(Seat(0)).unwrap().len(), 1);
        let explained = game.explain(Seat(0), &Act::Go(1)).unwrap();
        assert!(matches!(explained.forecast(), Forecast::Dice(_)), "{explained}");
        assert!(go(&mut game, Act::Go(1)).is_committed());
    }
}

#[test]
fn an_effect_that_would_panic_on_impossible_dice_is_only_sealed() {
    // What a sealed draw gives must not be taken for a real roll.
    let book = book("impossible")
        .rule("roll", |rule| {
            rule.then(|cx, ()| {
                let mut order = [0, 1, 2, 3];
                cx.shuffle(&mut order);
                let picked = *cx.pick(&order).expect("there are four");
                let (one, two) = (cx.roll(6), cx.below(6));
                assert!(one <= 6 && two < 6);
                [Ev::Add(-i64::from(one + two) - picked)]
            })
        })
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let preview = game.preview(Seat(0), &Act::Go(1)).unwrap();
    assert!(matches!(preview, Preview::DiceAhead));
}

#[test]
fn a_preview_ends_in_the_fault_of_the_submit() {
    let book = book("faulty")
        .strategy(Strategy::Exclusive)
        .rule("one", says("one"))
        .rule("two", says("two"))
        .compile()
        .unwrap();
    let mut game = start(&book, BOTH[0]);
    let before = picture(&mut game);
    let fault = game.preview(Seat(0), &Act::Go(1)).unwrap_err();
    assert_eq!(picture(&mut game), before);
    assert_eq!(game.submit(Seat(0), Act::Go(1)).unwrap_err(), fault);
}
