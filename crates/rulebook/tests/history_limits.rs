//! Memory of history is bounded by choice: all, the last N, none (M25).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Cause, Digests, History, Recovery, SessionOptions};

fn counter() -> Book<Sandbox> {
    book("counter")
        .rule("add", |rule| rule.then(|cx, ()| [Ev::Add(cx.action.number()), Ev::Turn(Seat(1))]))
        .compile()
        .unwrap()
}

fn keeping(history: History, recovery: Recovery) -> Session<Sandbox> {
    let options =
        SessionOptions { history, digests: Digests::PerFrame, ..SessionOptions::default() };
    start_with(&counter(), recovery, options)
}

/// Small numbers that never end the game.
fn play(game: &mut Session<Sandbox>, moves: usize) {
    for at in 0..moves {
        let number = if at % 2 == 0 { 1 } else { -1 };
        assert!(go(game, Act::Go(number)).is_committed());
    }
}

#[test]
fn all_keeps_all() {
    for recovery in BOTH {
        let mut game = keeping(History::All, recovery);
        play(&mut game, 100);
        assert_eq!((game.undo_depth(), game.frames().count()), (100, 100));
    }
    let mut game = keeping(History::All, Recovery::Snapshot);
    play(&mut game, 100);
    assert_eq!(game.state().copies.alive(), 101);
    let mut game = keeping(History::All, Recovery::Revert);
    play(&mut game, 100);
    assert_eq!(game.state().copies.alive(), 1, "no state is ever copied");
}

#[test]
fn the_last_n_can_be_undone_and_memory_is_bounded() {
    for recovery in BOTH {
        for most in [1_usize, 2, 3, 7] {
            let mut game = keeping(History::Last(most), recovery);
            for moves in 1..=50 {
                play(&mut game, 1);
                assert_eq!(game.undo_depth(), most.min(moves), "{most} after {moves}");
                assert_eq!(game.number(), moves as u64);
                assert!(game.frames().count() <= 2 * most);
                assert!(game.frames().count() >= most.min(moves));
                // The state, the snapshots, and one to be overwritten.
                assert!(game.state().copies.alive() <= most + 2);
            }
            let mut expected = game.state().total;
            for _ in 0..most {
                assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
                expected -= 1;
                assert_eq!(game.state().total, expected);
            }
            let before = picture(&mut game);
            let refused = game.undo().unwrap();
            assert!(matches!(refused.refusal().unwrap().cause, Cause::Irreversible));
            assert_eq!(picture(&mut game), before);
            for _ in 0..most {
                game.redo().unwrap();
            }
            assert_eq!((game.state().total, game.number()), (50, 50));
        }
    }
}

#[test]
fn the_last_n_survive_undo_and_new_commits() {
    for recovery in BOTH {
        let mut game = keeping(History::Last(3), recovery);
        play(&mut game, 10);
        for _ in 0..30 {
            game.undo().unwrap();
            game.undo().unwrap();
            assert_eq!((game.undo_depth(), game.redo_depth()), (1, 2));
            play(&mut game, 2);
            assert_eq!((game.undo_depth(), game.redo_depth()), (3, 0));
            assert_eq!(game.number(), 10);
        }
        let numbers: Vec<_> = game.frames().map(|frame| frame.number()).collect();
        assert_eq!(numbers[numbers.len() - 3..], [8, 9, 10]);
        assert!(numbers.is_sorted());
    }
}

/// A counter whose copies own no memory.
struct Plain;

impl Game for Plain {
    type State = u32;
    type Action = u32;
    type Event = u32;
    type Trace = ();
    type Reason = Never;
    fn apply(total: &mut u32, by: &u32) {
        *total += by;
    }
}

impl Revert for Plain {
    fn revert(total: &mut u32, by: &u32, (): &()) {
        *total -= by;
    }
}

#[test]
fn the_last_n_of_a_plain_state_can_be_undone_at_any_time() {
    let book = Book::<Plain>::builder("plain").reverts();
    let book = book.rule("add", |rule| rule.then(|cx, ()| [*cx.action])).compile().unwrap();
    for (recovery, most) in BOTH.into_iter().flat_map(|it| [0, 1, 2, 3, 7].map(|most| (it, most))) {
        let history = History::Last(most);
        let options =
            SessionOptions { history, recovery: Some(recovery), ..SessionOptions::default() };
        let mut game = book.start_with(0, Seed(1), options).unwrap();
        let mut reach = 0;
        for action in 1..=40 {
            assert!(game.submit(Seat(0), action).unwrap().is_committed());
            reach = most.min(reach + 1);
            assert_eq!(game.undo_depth(), reach, "{recovery:?}, {most} after {action}");
            game.preview(Seat(0), &action).unwrap();
            assert_eq!(game.undo_depth(), reach, "{recovery:?}, {most} after a preview");
            if action % 5 == 0 {
                let total = *game.state();
                undo_all(&mut game, reach);
                (0..reach).for_each(|_| drop(game.redo().unwrap()));
                assert_eq!((*game.state(), game.undo_depth()), (total, reach));
                // Frames that were too old once do not come back for those undone.
                for _ in 0..reach.min(2) {
                    game.undo().unwrap();
                    reach -= 1;
                }
                assert_eq!(game.undo_depth(), reach);
            }
        }
    }
}

/// Undoes as many frames as can be undone, and no more.
fn undo_all(game: &mut Session<Plain>, reach: usize) {
    for left in (0..reach).rev() {
        game.undo().unwrap();
        assert_eq!(game.undo_depth(), left);
    }
    assert!(game.undo().unwrap().refusal().is_some(), "there is nothing more to undo");
}

#[test]
fn the_last_none_is_like_keeping_none() {
    for recovery in BOTH {
        let mut game = keeping(History::Last(0), recovery);
        play(&mut game, 20);
        assert_eq!(game.undo_depth(), 0);
        assert!(game.frames().count() <= 2);
        assert!(game.undo().unwrap().refusal().is_some());
    }
}

#[test]
fn keeping_none_undoes_nothing_and_the_latest_frame_can_be_read() {
    for recovery in BOTH {
        let mut game = keeping(History::None, recovery);
        let mut last = None;
        for at in 1..=20 {
            let id = go(&mut game, Act::Go(1)).frame().unwrap();
            assert_eq!((game.undo_depth(), game.redo_depth()), (0, 0));
            let frame = game.frame(id).unwrap();
            assert_eq!((frame.number(), frame.events().len()), (at, 2));
            assert_eq!(frame.digest(), game.digest().unwrap());
            assert_eq!(game.frames().count(), 1);
            assert!(last.is_none_or(|last| game.frame(last).is_none()));
            assert!(game.state().copies.alive() <= 2);
            last = Some(id);
        }
        let before = picture(&mut game);
        assert!(game.undo().unwrap().refusal().is_some());
        assert!(game.rewind(19).unwrap().refusal().is_some());
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn without_history_a_refused_action_is_still_taken_back_exactly() {
    let book = counter()
        .variant("bounded")
        .invariant("small", |invariant| invariant.holds(|table| table.total < 10))
        .compile()
        .unwrap();
    for recovery in BOTH {
        for history in [History::None, History::Last(2)] {
            let options = SessionOptions { history, ..SessionOptions::default() };
            let mut game = start_with(&book, recovery, options);
            play(&mut game, 9);
            let before = picture(&mut game);
            assert!(matches!(go(&mut game, Act::Go(50)), Outcome::Aborted(_)));
            assert_eq!(picture(&mut game), before);
            play(&mut game, 1);
        }
    }
}

#[test]
fn the_history_of_a_session_does_not_change_what_is_played() {
    let digests = |history| {
        BOTH.map(|recovery| {
            let mut game = keeping(history, recovery);
            play(&mut game, 25);
            game.digest().unwrap()
        })
    };
    let all = digests(History::All);
    assert_eq!(all[0], all[1]);
    assert_eq!(digests(History::Last(3)), all);
    assert_eq!(digests(History::None), all);
}

#[test]
fn a_session_cannot_be_asked_for_what_its_book_does_not_offer() {
    let bare = Book::<Sandbox>::builder("bare").rule("one", says("one")).compile().unwrap();
    let digests = SessionOptions { digests: Digests::PerFrame, ..SessionOptions::default() };
    let error = bare.start_with(Table::default(), Seed(1), digests).unwrap_err();
    assert_eq!(
        error.to_string(),
        "The session is to keep digests, but the book has none: add .digests() to it."
    );
    let revert = SessionOptions { recovery: Some(Recovery::Revert), ..SessionOptions::default() };
    let error = bare.start_with(Table::default(), Seed(1), revert).unwrap_err();
    assert_eq!(
        error.to_string(),
        "The session is to revert events, but the book cannot: add .reverts() to it."
    );
    assert!(!bare.has_digests() && !bare.has_revert());
    assert_eq!(bare.start(Table::default(), Seed(1)).unwrap().digest().unwrap(), None);
}

#[test]
fn in_analysis_dice_are_undone_with_whatever_history_is_kept() {
    // Frames with and without dice, so that each finds its own place again.
    let book = counter()
        .variant("dice")
        .phase("dice", |dice| {
            dice.rule("roll", |rule| {
                rule.on(ActKind::Other).then(|cx, ()| [Ev::Add(-i64::from(cx.roll(6)))])
            })
        })
        .replace("add", |rule| rule.on(ActKind::Go).then(|cx, ()| [Ev::Add(cx.action.number())]))
        .compile()
        .unwrap();
    for recovery in BOTH {
        for history in [History::All, History::Last(4)] {
            let mode = rulebook::Mode::Analysis;
            let options = SessionOptions { history, mode, ..SessionOptions::default() };
            let mut game = start_with(&book, recovery, options);
            let mut pictures = vec![(game.digest().unwrap(), game.dice_position())];
            for at in 0..21 {
                let action = if at % 3 == 1 { Act::Other(0) } else { Act::Go(1) };
                assert!(go(&mut game, action).is_committed());
                pictures.push((game.digest().unwrap(), game.dice_position()));
            }
            let mut fork = game.fork();
            for game in [&mut game, &mut fork] {
                for back in 1..=4 {
                    game.undo().unwrap();
                    let now = (game.digest().unwrap(), game.dice_position());
                    assert_eq!(now, pictures[21 - back], "{history:?}");
                }
                // The dice fall again as they fell, or are redone.
                go(game, Act::Go(1));
                game.undo().unwrap();
                assert_eq!(game.dice_position(), pictures[17].1);
            }
        }
    }
}
