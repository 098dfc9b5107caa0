//! Undo, redo, rewind: exact, by frames, with no inverse code from the author
//! (M24).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Cause, Digests, Mode, Refusal, Reversibility, SessionOptions};

/// Go adds, Other rolls a die of a hundred sides, Lost reveals a word.
fn counter() -> Book<Sandbox> {
    book("counter")
        .revealing(EvKind::Reveal)
        .rule("add", |rule| {
            rule.on(ActKind::Go).then(|cx, ()| [Ev::Add(cx.action.number()), Ev::Note("added")])
        })
        .rule("roll", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| {
                let pips = i64::from(cx.roll(100));
                [Ev::Add(-pips)]
            })
        })
        .rule("reveal", |rule| rule.on(ActKind::Lost).then(|_, ()| [Ev::Reveal("secret")]))
        .compile()
        .unwrap()
}

fn refusal(outcome: &Outcome<Sandbox>) -> &Refusal<Sandbox> {
    assert!(matches!(outcome, Outcome::Disallowed(_)), "{outcome}");
    outcome.refusal().unwrap()
}

const ANALYSIS: SessionOptions = SessionOptions { mode: Mode::Analysis, ..SessionOptions::DEFAULT };

#[test]
fn undo_and_redo_are_exact_and_return_the_frame() {
    for recovery in BOTH {
        let mut game = start(&counter(), recovery);
        let mut pictures = vec![(picture(&mut game), None)];
        for number in 1..=4 {
            let id = go(&mut game, Act::Go(number)).frame();
            pictures.push((picture(&mut game), id));
        }
        let tables: Vec<_> = (0..=4).map(|at| at * (at + 1) / 2).collect();
        for at in (0..4).rev() {
            let outcome = game.undo().unwrap();
            assert!(matches!(outcome, Outcome::Undone(id) if Some(id) == pictures[at + 1].1));
            assert_eq!(game.state().total, tables[at] as i64);
            assert_eq!((game.undo_depth(), game.redo_depth()), (at, 4 - at));
            assert_eq!(game.number(), at as u64);
        }
        for (at, (expected, id)) in pictures.iter().enumerate().skip(1) {
            let outcome = game.redo().unwrap();
            assert!(matches!(outcome, Outcome::Redone(redone) if Some(redone) == *id));
            assert_eq!((game.undo_depth(), game.redo_depth()), (at, 4 - at));
            assert_eq!(game.digest().unwrap(), picture(&mut game).digest());
            assert_eq!(game.state(), expected.table());
        }
        assert_eq!(picture(&mut game), pictures[4].0);
    }
}

#[test]
fn repeated_cycles_of_undo_and_redo_are_stable() {
    for recovery in BOTH {
        let mut game = start(&counter(), recovery);
        for number in 1..=5 {
            go(&mut game, Act::Go(number));
        }
        let end = picture(&mut game);
        for _ in 0..20 {
            for _ in 0..5 {
                game.undo().unwrap();
            }
            assert_eq!(*game.state(), Table::default());
            for _ in 0..5 {
                game.redo().unwrap();
            }
            assert_eq!(picture(&mut game), end);
        }
    }
}

#[test]
fn nothing_to_undo_and_nothing_to_redo_are_refusals_of_their_own() {
    let mut game = start(&counter(), BOTH[0]);
    let before = picture(&mut game);
    let undone = game.undo().unwrap();
    assert!(matches!(refusal(&undone).cause, Cause::NothingToUndo));
    assert_eq!(undone.to_string(), "disallowed: There is nothing to undo.");
    let redone = game.redo().unwrap();
    assert!(matches!(refusal(&redone).cause, Cause::NothingToRedo));
    assert_eq!(redone.to_string(), "disallowed: There is nothing to redo.");
    assert_eq!(picture(&mut game), before);
    // The same after everything was undone.
    go(&mut game, Act::Go(1));
    game.undo().unwrap();
    assert!(matches!(refusal(&game.undo().unwrap()).cause, Cause::NothingToUndo));
}

#[test]
fn a_commit_after_undo_drops_the_redo_branch() {
    for recovery in BOTH {
        let mut game = start(&counter(), recovery);
        let ids: Vec<_> =
            (1..=3).map(|number| go(&mut game, Act::Go(number)).frame().unwrap()).collect();
        game.undo().unwrap();
        game.undo().unwrap();
        // What was undone can still be read.
        assert_eq!(game.frame(ids[2]).unwrap().action(), Some(&Act::Go(3)));
        assert_eq!(game.frames().count(), 1);
        let new = go(&mut game, Act::Go(10)).frame().unwrap();
        assert_eq!((game.undo_depth(), game.redo_depth()), (2, 0));
        assert_eq!(game.state().total, 11);
        // Frame 2 is another one now, and the old id does not read it.
        assert_eq!((new.number(), ids[1].number()), (2, 2));
        assert!(game.frame(ids[1]).is_none());
        assert!(game.frame(ids[2]).is_none());
        assert_eq!(game.frame(new).unwrap().action(), Some(&Act::Go(10)));
        assert!(game.frame(ids[0]).is_some());
        game.undo().unwrap();
        game.undo().unwrap();
        assert_eq!(*game.state(), Table::default());
    }
}

#[test]
fn a_frame_id_of_another_session_reads_nothing() {
    let book = counter();
    let (mut one, mut two) = (start(&book, BOTH[0]), start(&book, BOTH[0]));
    let id = go(&mut one, Act::Go(1)).frame().unwrap();
    go(&mut two, Act::Go(1));
    assert!(two.frame(id).is_none());
}

#[test]
fn a_refused_or_faulty_action_keeps_the_redo_branch() {
    let book = counter()
        .variant("faulty")
        .replace("reveal", |rule| {
            rule.on(ActKind::Lost).then(|cx, ()| {
                assert!(cx.action.number() != 0, "on purpose");
                [Ev::Note("word")]
            })
        })
        .check("no nine", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 9, Why::Forbidden)
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        go(&mut game, Act::Go(1));
        go(&mut game, Act::Go(2));
        game.undo().unwrap();
        let before = picture(&mut game);
        assert!(go(&mut game, Act::Go(9)).refusal().is_some());
        assert!(game.submit(Seat(0), Act::Lost(0)).is_err());
        assert_eq!((picture(&mut game), game.redo_depth()), (before, 1));
        assert!(matches!(game.redo().unwrap(), Outcome::Redone(_)));
        assert_eq!(game.state().total, 3);
    }
}

/// In each way that a frame can be irreversible: the action and how.
fn irreversible(game: &mut Session<Sandbox>, how: &str) -> Outcome<Sandbox> {
    match how {
        "declared" => game.submit_as(Reversibility::Irreversible, Seat(0), Act::Go(7)).unwrap(),
        "dice" => go(game, Act::Other(0)),
        _ => go(game, Act::Lost(0)),
    }
}

#[test]
fn an_irreversible_commit_cuts_the_history_and_what_comes_after_can_be_undone() {
    for recovery in BOTH {
        for how in ["declared", "dice", "revealing"] {
            let mut game = start(&counter(), recovery);
            go(&mut game, Act::Go(1));
            go(&mut game, Act::Go(2));
            game.undo().unwrap();
            let id = irreversible(&mut game, how).frame().unwrap();
            assert_eq!((game.undo_depth(), game.redo_depth()), (0, 0), "{how}");
            let frame = game.frame(id).unwrap();
            assert_eq!(frame.reversibility(), Reversibility::Irreversible);
            let before = picture(&mut game);
            let refused = game.undo().unwrap();
            assert!(matches!(refusal(&refused).cause, Cause::Irreversible));
            assert_eq!(picture(&mut game), before);
            go(&mut game, Act::Go(3));
            assert_eq!(game.undo_depth(), 1);
            assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
            assert_eq!(game.state(), before.table());
            assert!(matches!(game.rewind(0).unwrap(), Outcome::Disallowed(_)));
            game.redo().unwrap();
            assert_eq!(game.undo_depth(), 1);
            // The frames before the cut can still be read.
            assert_eq!(game.frames().count(), 3);
        }
    }
}

#[test]
fn a_session_for_analysis_undoes_everything_dice_included() {
    for recovery in BOTH {
        let mut game = start_with(&counter(), recovery, ANALYSIS);
        let start = picture(&mut game);
        for how in ["dice", "revealing", "declared", "dice"] {
            irreversible(&mut game, how);
        }
        let (end, dice) = (picture(&mut game), game.dice_position());
        assert_eq!(game.undo_depth(), 4);
        for _ in 0..4 {
            assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
        }
        assert_eq!(game.dice_position(), 0);
        assert_eq!(*game.state(), *start.table());
        for _ in 0..4 {
            game.redo().unwrap();
        }
        assert_eq!((picture(&mut game), game.dice_position()), (end.clone(), dice));
        // Played again, the dice fall the same.
        game.rewind(0).unwrap();
        for how in ["dice", "revealing", "declared", "dice"] {
            irreversible(&mut game, how);
        }
        assert_eq!(game.state(), end.table());
    }
}

#[test]
fn rewind_goes_to_any_frame_back_and_forward() {
    for recovery in BOTH {
        let mut game = start(&counter(), recovery);
        let mut digests = vec![game.digest().unwrap()];
        for number in 1..=6 {
            go(&mut game, Act::Go(number));
            digests.push(game.digest().unwrap());
        }
        for to in [3, 0, 6, 2, 5, 5, 1] {
            let from = game.number();
            let outcome = game.rewind(to).unwrap();
            match to {
                _ if to < from => {
                    assert!(matches!(outcome, Outcome::Undone(id) if id.number() == to + 1))
                }
                _ if to > from => {
                    assert!(matches!(outcome, Outcome::Redone(id) if id.number() == to))
                }
                _ => assert!(matches!(outcome, Outcome::NoChange)),
            }
            assert_eq!(game.number(), to);
            assert_eq!(game.digest().unwrap(), digests[to as usize]);
            assert_eq!(game.redo_depth() as u64, 6 - to);
        }
        let before = picture(&mut game);
        let refused = game.rewind(7).unwrap();
        assert!(matches!(refusal(&refused).cause, Cause::NoSuchFrame));
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn ten_thousand_moves_are_rewound_and_played_again() {
    // Peers: cost per move grows with the log, rewinding takes seconds.
    let book =
        book("long").rule("down", |rule| rule.then(|_, ()| [Ev::Add(-1)])).compile().unwrap();
    for recovery in BOTH {
        let mut game = start(&book, recovery);
        for _ in 0..10_000 {
            game.submit(Seat(0), Act::Go(0)).unwrap();
        }
        assert_eq!(game.undo_depth(), 10_000);
        game.rewind(0).unwrap();
        assert_eq!(*game.state(), Table::default());
        game.rewind(10_000).unwrap();
        assert_eq!(game.state().total, -10_000);
    }
}

#[test]
fn each_frame_has_its_digest_if_the_session_keeps_them_and_undo_restores_it() {
    for recovery in BOTH {
        let options = SessionOptions { digests: Digests::PerFrame, ..SessionOptions::default() };
        let mut game = start_with(&counter(), recovery, options);
        let mut digests = vec![game.digest().unwrap()];
        for action in [Act::Go(1), Act::Go(2), Act::Go(0)] {
            let id = go(&mut game, action).frame().unwrap();
            let kept = game.frame(id).unwrap().digest();
            assert!(kept.is_some());
            assert_eq!(kept, game.digest().unwrap());
            digests.push(kept);
        }
        // Also a move that adds nothing writes a word, so all differ.
        for (at, digest) in digests.iter().enumerate() {
            assert!(!digests[..at].contains(digest));
        }
        game.undo().unwrap();
        assert_eq!(game.digest().unwrap(), digests[2]);
        game.redo().unwrap();
        assert_eq!(game.digest().unwrap(), digests[3]);
    }
    // Without the option there is none, and asking works all the same.
    let mut game = start(&counter(), BOTH[0]);
    let id = go(&mut game, Act::Go(1)).frame().unwrap();
    assert_eq!(game.frame(id).unwrap().digest(), None);
    assert!(game.digest().unwrap().is_some());
}

#[test]
fn the_digest_is_of_state_dice_and_switches_and_of_nothing_else() {
    let book = counter();
    let digest = |game: &mut Session<Sandbox>| game.digest().unwrap().unwrap();
    let mut one = start(&book, BOTH[0]);
    let mut two = start(&book, BOTH[1]);
    assert_eq!(digest(&mut one), digest(&mut two));
    // By another way to the same state.
    go(&mut one, Act::Go(1));
    one.undo().unwrap();
    assert_eq!(digest(&mut one), digest(&mut two));
    let mut other_seed = book.start(Table::default(), Seed(8)).unwrap();
    assert_ne!(digest(&mut one), digest(&mut other_seed));
    // The generator's position is part of it: the state alone is the same.
    go(&mut one, Act::Other(0));
    let pips = -one.state().total;
    go(&mut two, Act::Go(-pips));
    assert_ne!(digest(&mut one), digest(&mut two));
}

#[test]
fn a_digest_that_the_state_keeps_itself_is_taken_instead_of_the_full_one() {
    // M23
    let kept = |table: &Table| rulebook::Digest(table.total as u64);
    let full = |table: &Table| rulebook::Digest(table.total as u64 + table.log.len() as u64);
    let book = counter().variant("kept").kept_digest(kept, full).compile().unwrap();
    let start = |log| book.start(Table { log, ..Table::default() }, Seed(7)).unwrap();
    let (mut one, mut two) = (start(vec![]), start(vec!["a word that is not counted"]));
    assert_eq!(one.digest().unwrap(), two.digest().unwrap());
    go(&mut one, Act::Go(1));
    assert_ne!(one.digest().unwrap(), two.digest().unwrap());
    one.undo().unwrap();
    assert_eq!(one.digest().unwrap(), two.digest().unwrap());
    // A test can find out that the two differ.
    let (kept, full) = book.kept_and_full_digest(two.state()).unwrap();
    assert_ne!(kept, full);
}
