//! Forks are independent and exact, dice and pending choices too, and so are
//! search lines (M26, M29).

mod common;

use std::sync::mpsc::channel;

use common::*;
use rulebook::prelude::*;
use rulebook::{BookBuilder, Digests, Mode, Notice, Observer, SessionOptions};

/// Go adds, Other rolls, Lost asks.
fn rules() -> BookBuilder<Sandbox> {
    book("forks")
        .rule("add", |rule| rule.on(ActKind::Go).then(|cx, ()| [Ev::Add(cx.action.number())]))
        .rule("roll", |rule| {
            rule.on(ActKind::Other).then(|cx, ()| {
                let pips = i64::from(cx.roll(1_000_000));
                [Ev::Add(-pips)]
            })
        })
        .rule("ask", |rule| {
            rule.on(ActKind::Lost).then(|cx, ()| {
                let by = cx.choose(Seat(1), "How many?", [-1, -2, -3])?;
                Ok([Ev::Add(by)])
            })
        })
}

fn forked() -> Book<Sandbox> {
    rules().compile().unwrap()
}

#[test]
fn a_fork_is_the_same_game_and_goes_its_own_way() {
    for recovery in BOTH {
        let mut game = start(&forked(), recovery);
        go(&mut game, Act::Go(1));
        go(&mut game, Act::Go(2));
        game.undo().unwrap();
        let mut fork = game.fork();
        assert_eq!(picture(&mut fork), picture(&mut game));
        let before = picture(&mut game);
        go(&mut fork, Act::Go(10));
        fork.undo().unwrap();
        fork.undo().unwrap();
        assert_eq!(picture(&mut game), before, "the original knows nothing of it");
        assert_eq!(*fork.state(), Table::default());
        // And the other way round.
        let before = picture(&mut fork);
        game.redo().unwrap();
        assert_eq!(game.state().total, 3);
        assert_eq!(picture(&mut fork), before);
    }
}

#[test]
fn the_same_state_and_action_give_the_same_dice_on_every_branch() {
    // In a peer the generator was shared between branches.
    for recovery in BOTH {
        let mut game = start(&forked(), recovery);
        go(&mut game, Act::Other(0));
        let mut forks = [game.fork(), game.fork(), game.fork()];
        // One branch rolls before another is even asked.
        for fork in &mut forks {
            for _ in 0..5 {
                go(fork, Act::Other(0));
            }
        }
        for _ in 0..5 {
            go(&mut game, Act::Other(0));
        }
        for fork in &mut forks {
            assert_eq!(picture(fork), picture(&mut game));
        }
    }
}

#[test]
fn a_fork_has_the_history_of_the_original_and_its_frame_ids() {
    for recovery in BOTH {
        let mut game = start(&forked(), recovery);
        let early = go(&mut game, Act::Go(1)).frame().unwrap();
        let mut fork = game.fork();
        let late = go(&mut game, Act::Go(2)).frame().unwrap();
        go(&mut fork, Act::Go(2));
        assert!(fork.frame(early).is_some());
        assert!(fork.frame(late).is_none());
        fork.rewind(0).unwrap();
        assert_eq!(*fork.state(), Table::default());
    }
}

#[test]
fn a_fork_with_a_pending_choice_is_answered_on_its_own() {
    for recovery in BOTH {
        let mut game = start(&forked(), recovery);
        let Outcome::Pending(choice) = go(&mut game, Act::Lost(0)) else {
            panic!("the effect asks");
        };
        let mut fork = game.fork();
        assert_eq!(fork.pending(), game.pending());
        fork.answer(Seat(1), choice.id, 2).unwrap();
        assert_eq!((fork.state().total, fork.pending()), (-3, None));
        assert_eq!(game.pending(), Some(&*choice));
        game.answer(Seat(1), choice.id, 0).unwrap();
        assert_eq!((game.state().total, fork.state().total), (-1, -3));
    }
}

#[test]
fn a_fork_keeps_switches_and_options() {
    let book = forked();
    let options = SessionOptions {
        mode: Mode::Analysis,
        digests: Digests::PerFrame,
        ..SessionOptions::default()
    };
    let mut game = start_with(&book, BOTH[0], options);
    let add = book.rule("add").unwrap();
    game.disable(add).unwrap();
    let mut fork = game.fork();
    assert!(fork.is_disabled(add));
    assert_eq!(fork.options(), game.options());
    fork.enable(add).unwrap();
    assert!(game.is_disabled(add) && !fork.is_disabled(add));
    assert!(go(&mut fork, Act::Go(1)).is_committed());
}

/// Sends on the names of notices.
struct Names(std::sync::mpsc::Sender<&'static str>);

impl Observer<Sandbox> for Names {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        self.0.send(notice.name()).unwrap();
    }
}

#[test]
fn the_observer_stays_with_the_original() {
    let (sender, heard) = channel();
    let mut game = start(&forked(), BOTH[0]);
    game.observe(Names(sender));
    let mut fork = game.fork();
    go(&mut fork, Act::Go(1));
    assert_eq!(heard.try_iter().count(), 0);
    go(&mut game, Act::Go(1));
    assert!(heard.try_iter().any(|name| name == "committed"));
}

#[test]
fn a_search_line_pushes_and_pops_like_submit_and_undo() {
    for recovery in BOTH {
        let mut game = start(&forked(), recovery);
        go(&mut game, Act::Go(1));
        let before = picture(&mut game);
        let mut line = game.search(Seed(5));
        let mut states = vec![line.state().clone()];
        for action in [Act::Go(2), Act::Other(0), Act::Go(3), Act::Other(1)] {
            assert!(line.push(Seat(0), action).unwrap().is_committed());
            states.push(line.state().clone());
        }
        assert_eq!(line.depth(), 4);
        let end = line.digest().unwrap();
        for _ in 0..3 {
            for expected in states[..4].iter().rev() {
                assert!(line.pop());
                assert_eq!(line.state(), expected);
            }
            assert!(!line.pop(), "there is nothing left to pop");
            for action in [Act::Go(2), Act::Other(0), Act::Go(3), Act::Other(1)] {
                line.push(Seat(0), action).unwrap();
            }
            // The same dice fall again.
            assert_eq!(line.digest().unwrap(), end);
        }
        assert_eq!(picture(&mut game), before);
    }
}

#[test]
fn a_search_line_pops_several_pushes_at_once() {
    for recovery in BOTH {
        let game = start(&forked(), recovery);
        let mut line = game.search(Seed(5));
        let mut seen = vec![(line.digest().unwrap(), line.state().total)];
        for number in 1..=6 {
            let action = if number % 2 == 0 { Act::Other(0) } else { Act::Go(number) };
            line.push(Seat(0), action).unwrap();
            seen.push((line.digest().unwrap(), line.state().total));
        }
        for depth in [9, 6, 4, 1, 1, 0] {
            line.pop_to(depth);
            let depth = depth.min(6);
            assert_eq!(line.depth(), depth);
            assert_eq!((line.digest().unwrap(), line.state().total), seen[depth]);
        }
        line.push(Seat(0), Act::Go(1)).unwrap();
        assert_eq!((line.digest().unwrap(), line.state().total), seen[1]);
    }
}

#[test]
fn a_search_line_has_dice_of_its_own() {
    // M26: nobody may peek.
    let mut game = start(&forked(), BOTH[0]);
    let mut line = game.search(Seed(99));
    line.push(Seat(0), Act::Other(0)).unwrap();
    let guess = line.state().total;
    go(&mut game, Act::Other(0));
    assert_ne!(game.state().total, guess);
    assert_eq!(game.digest().unwrap(), {
        let mut other = start(&forked(), BOTH[0]);
        go(&mut other, Act::Other(0));
        other.digest().unwrap()
    });
}

#[test]
fn a_refused_push_leaves_the_line_as_it_was() {
    let book = rules()
        .invariant("small", |invariant| invariant.holds(|table| table.total < 10))
        .check("no nine", Gate::Specific, |check| {
            check.require(|ask| ask.action.number() != 9, Why::Forbidden)
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let game = start(&book, recovery);
        let mut line = game.search(Seed(1));
        line.push(Seat(0), Act::Go(3)).unwrap();
        let before = (line.state().clone(), line.depth(), line.digest().unwrap());
        for action in [Act::Go(9), Act::Go(50)] {
            let outcome = line.push(Seat(0), action.clone()).unwrap();
            assert_eq!(outcome.refusal().unwrap().action, Some(action));
        }
        assert!(matches!(line.push(Seat(0), Act::Lost(0)).unwrap(), Outcome::Pending(_)));
        let after = (line.state().clone(), line.depth(), line.digest().unwrap());
        assert_eq!(after, before);
        assert!(line.push_with(Seat(0), Act::Lost(0), &[2]).unwrap().is_committed());
        assert_eq!(line.state().total, 0);
        assert!(line.pop() && line.pop() && !line.pop());
    }
}

#[test]
fn answers_of_a_push_do_not_leak_into_what_is_asked_next() {
    let book = book("leaks")
        .strategy(Strategy::ApplyAll)
        .rule("ask", |rule| {
            rule.candidates(|offer| offer.push(Act::Go(2))).then(|cx, ()| {
                // Go(n) offers n options.
                let by = cx.choose(Seat(0), "How many?", 0..cx.action.number())?;
                Ok([Ev::Add(by)])
            })
        })
        .compile()
        .unwrap();
    for recovery in BOTH {
        let game = start(&book, recovery);
        let mut line = game.search(Seed(1));
        line.push_with(Seat(0), Act::Go(9), &[7]).unwrap();
        assert_eq!(line.state().total, 7);
        let mut legal = Vec::new();
        line.legal_into(Seat(0), &mut legal).unwrap();
        assert_eq!(legal.len(), 1);
        assert!(matches!(line.play(&legal[0]).unwrap(), Outcome::Pending(_)));
    }
}

#[test]
fn a_book_is_shared_between_threads_and_sessions_move_between_them() {
    // M2
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    fn moved<T: Send>(_: &T) {}
    let book = forked();
    shared(&book);
    let game = start(&book, BOTH[0]);
    moved(&game);
    moved(&game.search(Seed(1)));
}
