//! Sequences: which action fails and why, all or none as one step of undo
//! (M26).

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use common::*;
use rulebook::example::Counter;
use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Cause, Digests, FaultKind, History, Mode, Parity, Preview, Recovery, Sequence,
    SessionOptions, Stopped,
};

const BY: By = By::Seat(Seat(0));

/// With a digest for each frame, so that a picture has them too.
const WITH_DIGESTS: SessionOptions =
    SessionOptions { digests: Digests::PerFrame, ..SessionOptions::DEFAULT };

/// Go adds (nothing for zero), Other rolls, Lost asks or panics.
fn steps() -> BookBuilder<Sandbox> {
    book("steps")
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
                assert!(cx.action.number() != 13, "on purpose");
                let word = cx.choose(Seat(1), "Which?", ["a", "b"])?;
                Ok([Ev::Note(word)])
            })
        })
        .check("small steps", Gate::Specific, |check| {
            check.test(|ask| (ask.action.number() < 50).or(Why::TooLarge(ask.action.number())))
        })
}

fn compiled() -> Book<Sandbox> {
    steps().compile().unwrap()
}

fn moves<const N: usize>(actions: [Act; N]) -> [(By, Act); N] {
    actions.map(|action| (BY, action))
}

fn numbers(sequence: Sequence<Sandbox>) -> Vec<u64> {
    match sequence {
        Sequence::Through { frames } => frames.iter().map(|frame| frame.number).collect(),
        Sequence::Stopped { at, why } => panic!("stopped at {at}: {why}"),
    }
}

fn stopped(sequence: Sequence<Sandbox>) -> (usize, Stopped<Sandbox>) {
    match sequence {
        Sequence::Stopped { at, why } => (at, why),
        Sequence::Through { .. } => panic!("it should have stopped"),
    }
}

/// A game with something to undo and something to redo.
fn midway(book: &Book<Sandbox>, recovery: Recovery, history: History) -> Session<Sandbox> {
    let options = SessionOptions { history, ..WITH_DIGESTS };
    let mut game = start_with(book, recovery, options);
    for number in 1..=4 {
        go(&mut game, Act::Go(number));
    }
    game.undo().unwrap();
    game
}

#[test]
fn try_sequence_says_that_all_gets_through_and_changes_nothing() {
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::All);
        let before = picture(&mut game);
        let tried = game.try_sequence(moves([Act::Go(1), Act::Go(0), Act::Go(2)])).unwrap();
        assert_eq!(numbers(tried), [4, 5]);
        assert_eq!(picture(&mut game), before);
        assert_eq!(numbers(game.try_sequence([]).unwrap()), [0; 0]);
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn try_sequence_names_the_action_that_fails_and_why() {
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::All);
        let before = picture(&mut game);
        let tried =
            game.try_sequence(moves([Act::Go(1), Act::Go(2), Act::Go(60), Act::Go(3)])).unwrap();
        let (at, Stopped::Refused(kind, refusal)) = stopped(tried) else {
            panic!("the third is refused");
        };
        assert_eq!((at, kind), (2, rulebook::RefusalKind::Disallowed));
        assert_eq!(violations(&refusal), [("small steps", Why::TooLarge(60))]);
        assert_eq!((refusal.by, refusal.action), (Some(BY), Some(Act::Go(60))));
        let tried = game.try_sequence(moves([Act::Go(1), Act::Lost(0), Act::Go(3)])).unwrap();
        let (at, Stopped::Choice(choice)) = stopped(tried) else {
            panic!("the second asks");
        };
        assert_eq!((at, choice.seat, choice.id.frame), (1, Seat(1), 5));
        assert_eq!(picture(&mut game), before);
        assert_eq!(game.pending(), None);
    }
}

#[test]
fn nobody_may_peek_at_dice_through_a_sequence() {
    let mut game = midway(&compiled(), BOTH[0], History::All);
    let before = picture(&mut game);
    let tried = game.try_sequence(moves([Act::Go(1), Act::Other(0)])).unwrap();
    let (at, why) = stopped(tried);
    assert_eq!(at, 1);
    assert!(matches!(why, Stopped::DiceAhead));
    assert_eq!(
        why.to_string(),
        "Dice would fall, or something hidden be revealed, before the sequence is through."
    );
    assert_eq!(picture(&mut game), before);
}

#[test]
fn in_analysis_dice_fall_for_real_and_are_taken_back() {
    for recovery in BOTH {
        let options = SessionOptions { mode: Mode::Analysis, ..WITH_DIGESTS };
        let mut game = start_with(&compiled(), recovery, options);
        go(&mut game, Act::Go(30));
        let before = picture(&mut game);
        let tried = game.try_sequence(moves([Act::Other(0), Act::Other(0), Act::Go(1)])).unwrap();
        let Sequence::Through { frames } = tried else {
            panic!("it gets through");
        };
        assert_eq!(picture(&mut game), before);
        // The same dice fall when it is played.
        let played = game.submit_all(moves([Act::Other(0), Act::Other(0), Act::Go(1)])).unwrap();
        let Sequence::Through { frames: same } = played else {
            panic!("it gets through");
        };
        assert_eq!(format!("{frames:?}"), format!("{same:?}"));
        game.undo().unwrap();
        assert_eq!(game.digest().unwrap(), before.digest());
    }
}

#[test]
fn submit_all_commits_all_as_one_step_of_undo() {
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::All);
        let before = game.state().clone();
        let done =
            game.submit_all(moves([Act::Go(1), Act::Go(0), Act::Go(2), Act::Go(3)])).unwrap();
        assert_eq!(numbers(done), [4, 5, 6]);
        assert_eq!((game.state().total, game.number()), (12, 6));
        assert_eq!(game.redo_depth(), 0);
        let after = picture(&mut game);
        go(&mut game, Act::Go(1));
        game.undo().unwrap();
        assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
        assert_eq!((game.state(), game.number()), (&before, 3));
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
        assert_eq!((game.state(), game.number()), (after.table(), 6));
        // The next step is the one after it.
        assert_eq!(game.redo_depth(), 1);
        game.redo().unwrap();
        assert_eq!(game.number(), 7);
        // Nobody stops in the middle of it.
        let before = picture(&mut game);
        for middle in [4, 5] {
            let refused = game.rewind(middle).unwrap();
            assert!(matches!(refused.refusal().unwrap().cause, Cause::WithinStep));
            assert_eq!(picture(&mut game), before);
        }
        game.rewind(3).unwrap();
        game.rewind(6).unwrap();
        assert_eq!(game.state(), after.table());
    }
}

#[test]
fn submit_all_that_fails_commits_none_and_keeps_the_redo_branch() {
    for recovery in BOTH {
        for history in [History::All, History::Last(2), History::None] {
            let mut game = match history {
                History::None => {
                    let options = SessionOptions { history, ..WITH_DIGESTS };
                    start_with(&compiled(), recovery, options)
                }
                _ => midway(&compiled(), recovery, history),
            };
            let before = picture(&mut game);
            let sequence = [Act::Go(1), Act::Go(2), Act::Go(3), Act::Go(4), Act::Go(60)];
            let (at, _) = stopped(game.submit_all(moves(sequence)).unwrap());
            assert_eq!(at, 4);
            assert_eq!(picture(&mut game), before, "{history:?}");
            let (at, why) = stopped(game.submit_all(moves([Act::Go(1), Act::Lost(0)])).unwrap());
            assert!(at == 1 && matches!(why, Stopped::Choice(_)));
            assert_eq!(picture(&mut game), before, "nothing is pending");
            if history != History::None {
                assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
                assert_eq!(game.state().total, 10);
            }
        }
    }
}

#[test]
fn a_fault_in_a_sequence_leaves_everything_as_it_was() {
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::All);
        let before = picture(&mut game);
        for _ in 0..2 {
            let fault =
                game.submit_all(moves([Act::Go(1), Act::Go(2), Act::Lost(13)])).unwrap_err();
            assert!(matches!(fault.kind(), FaultKind::Panic { .. }));
            assert_eq!(picture(&mut game), before);
            let tried = game.try_sequence(moves([Act::Go(1), Act::Lost(13)]));
            assert_eq!(tried.unwrap_err(), fault);
            assert_eq!(picture(&mut game), before);
        }
    }
}

#[test]
fn only_the_last_action_of_a_sequence_may_draw_dice() {
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::All);
        let before = picture(&mut game);
        let (at, why) =
            stopped(game.submit_all(moves([Act::Go(1), Act::Other(0), Act::Go(2)])).unwrap());
        assert!(at == 1 && matches!(why, Stopped::DiceAhead));
        assert_eq!(picture(&mut game), before);
        let done = game.submit_all(moves([Act::Go(1), Act::Other(0)])).unwrap();
        assert_eq!(numbers(done), [4, 5]);
        assert_eq!(game.undo_depth(), 0, "dice cut the history");
    }
}

#[test]
fn a_sequence_that_changes_nothing_keeps_the_redo_branch() {
    // M6
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::All);
        let before = picture(&mut game);
        for sequence in [vec![], moves([Act::Go(0), Act::Go(0)]).to_vec()] {
            assert_eq!(numbers(game.submit_all(sequence).unwrap()), [0; 0]);
            assert_eq!(picture(&mut game), before);
        }
        game.redo().unwrap();
        assert_eq!(game.state().total, 10);
    }
}

#[test]
fn the_history_policy_holds_after_a_sequence() {
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::Last(4));
        for _ in 0..10 {
            game.submit_all(moves([Act::Go(1), Act::Go(-1)])).unwrap();
            assert!(game.frames().count() <= 8);
            assert!(game.undo_depth() <= 4);
        }
        assert_eq!(game.number(), 23);
        let options = SessionOptions { history: History::None, ..WITH_DIGESTS };
        let mut game = start_with(&compiled(), recovery, options);
        let done = game.submit_all(moves([Act::Go(1), Act::Go(2), Act::Go(3)])).unwrap();
        assert_eq!(numbers(done), [1, 2, 3]);
        assert_eq!((game.number(), game.undo_depth()), (3, 0));
        assert_eq!(game.frames().count(), 1);
        assert!(game.state().copies.alive() <= 2);
        for number in 4..8 {
            let id = go(&mut game, Act::Go(number)).frame().unwrap();
            assert_eq!(game.frame(id).unwrap().digest(), game.digest().unwrap());
        }
    }
}

#[test]
fn a_sequence_is_never_undone_by_halves() {
    // Also when the history policy or a revealing event would cut through it.
    let book = steps()
        .revealing(EvKind::Reveal)
        .phase("secrets", |secrets| {
            secrets.rule("reveal", |rule| rule.on(ActKind::Go).then(|_, ()| [Ev::Reveal("secret")]))
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        for most in 1..=4 {
            let mut game = midway(&book, recovery, History::Last(most));
            let before = game.state().total;
            game.submit_all(moves([Act::Go(10), Act::Go(10), Act::Go(10)])).unwrap();
            go(&mut game, Act::Go(1));
            let whole = [before, before + 30, before + 31];
            for _ in 0..6 {
                game.undo().unwrap();
                let total = game.state().total;
                assert!(total <= before || whole.contains(&total), "{total} is half-way");
            }
            for _ in 0..6 {
                game.redo().unwrap();
                let total = game.state().total;
                assert!(total <= before || whole.contains(&total), "{total} is half-way");
            }
        }
    }
}

#[test]
fn after_the_end_a_sequence_stops() {
    let mut game = start(&compiled(), BOTH[0]);
    let tried =
        game.try_sequence(moves([Act::Go(49), Act::Go(49), Act::Go(2), Act::Go(1)])).unwrap();
    let (at, Stopped::Refused(_, refusal)) = stopped(tried) else {
        panic!("the game is over");
    };
    assert_eq!(at, 3);
    assert!(matches!(refusal.cause, Cause::Over { .. }));
}

#[test]
fn a_callers_list_that_panics_half_way_leaves_the_session_as_it_was() {
    for recovery in BOTH {
        let mut game = midway(&compiled(), recovery, History::Last(3));
        let before = picture(&mut game);
        let actions = || {
            (1..=3).map(|number| {
                assert!(number < 3, "on purpose");
                (BY, Act::Go(number))
            })
        };
        let submitted = catch_unwind(AssertUnwindSafe(|| game.submit_all(actions())));
        assert!(submitted.is_err());
        assert_eq!(picture(&mut game), before);
        let tried = catch_unwind(AssertUnwindSafe(|| game.try_sequence(actions())));
        assert!(tried.is_err());
        assert_eq!(picture(&mut game), before);
        game.redo().unwrap();
        assert_eq!(game.state().total, 10);
        // The history policy still holds.
        for _ in 0..20 {
            go(&mut game, Act::Go(1));
        }
        assert_eq!(game.undo_depth(), 3);
    }
}

/// Counts what it is told.
struct Listener(Calls);

impl rulebook::Observer<Sandbox> for Listener {
    fn notice(&mut self, _: &rulebook::Notice<'_, Sandbox>) {
        self.0.hit();
    }
}

#[test]
fn an_observer_is_still_told_after_a_callers_list_that_panicked() {
    let mut game = start(&compiled(), BOTH[0]);
    let told = Calls::default();
    game.observe(Listener(told.clone()));
    let panics = std::iter::repeat_with(|| -> (By, Act) { panic!("on purpose") });
    assert!(catch_unwind(AssertUnwindSafe(|| game.try_sequence(panics))).is_err());
    assert_eq!(told.take(), 0);
    go(&mut game, Act::Go(1));
    assert!(told.take() > 0);
}

#[test]
fn what_an_effect_makes_of_decoy_dice_is_no_fault_of_a_sequence() {
    let book = Book::<Counter>::builder("counter").compares().rule("roll", |rule| {
        rule.then(|cx, ()| {
            let rolled = cx.roll(6);
            assert!(rolled > 6, "no such number");
            [rolled]
        })
    });
    let book = book.compile().unwrap();
    let rolls = || [(By::Seat(Seat(0)), 0), (By::Seat(Seat(0)), 0)];
    for parity in [Parity::Off, Parity::Every] {
        let options = SessionOptions { parity, ..SessionOptions::DEFAULT };
        let mut game = book.start_with(0, Seed(1), options).unwrap();
        assert!(matches!(game.preview(Seat(0), &0), Ok(Preview::DiceAhead)));
        for sequence in [game.submit_all(rolls()), game.try_sequence(rolls())] {
            let Ok(Sequence::Stopped { at: 0, why: Stopped::DiceAhead }) = sequence else {
                panic!("{parity:?}: {sequence:?}")
            };
        }
        assert_eq!((*game.state(), game.dice_position(), game.number()), (0, 0, 0));
        // With real dice it is one.
        assert!(game.submit(Seat(0), 0).unwrap_err().to_string().contains("no such number"));
    }
}
