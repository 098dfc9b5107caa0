//! A counter and few rules: what an action costs where nothing reacts.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Detail, History, Notice, Observer, Recovery, SessionOptions};

use super::counted_section;

const ACTIONS: u64 = 1_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counter {
    pub(super) total: u64,
    pub(super) actions: u64,
}

pub(super) struct Counting;

#[derive(Clone, Debug, PartialEq, Reason)]
pub(super) enum Why {
    /// {amount} is too much.
    TooMuch { amount: u64 },
}

const MOST: u64 = 100;

impl Game for Counting {
    type State = Counter;
    type Action = u64;
    type Event = u64;
    type Trace = ();
    type Reason = Why;

    fn apply(counter: &mut Counter, amount: &u64) {
        counter.total += amount;
        counter.actions += 1;
    }
}

impl Revert for Counting {
    fn revert(counter: &mut Counter, amount: &u64, (): &()) {
        counter.total -= amount;
        counter.actions -= 1;
    }
}

fn book() -> Book<Counting> {
    let huge = |ask: &Ask<'_, Counting>| *ask.action > 10 * MOST;
    Book::<Counting>::builder("counter")
        .reverts()
        .rule("a", |rule| rule.when("huge", huge).then(|cx, ()| [*cx.action]))
        .rule("b", |rule| rule.when("huge", huge).then(|cx, ()| [*cx.action]))
        .rule("c", |rule| rule.when("huge", huge).then(|cx, ()| [*cx.action]))
        .rule("add", |rule| {
            rule.answer(|ask| match *ask.action {
                amount if amount > MOST => Answer::disallowed(Why::TooMuch { amount }),
                _ => Answer::Match(()),
            })
            .then(|cx, ()| [*cx.action])
        })
        .compile()
        .expect("the book has no mistakes")
}

/// A session in which everything has found its size.
fn session(recovery: Recovery, history: History) -> Session<Counting> {
    let options = SessionOptions { recovery: Some(recovery), history, ..SessionOptions::default() };
    let mut game = book().start_with(Counter::default(), Seed(1), options).expect("it can start");
    add(&mut game);
    game
}

fn add(game: &mut Session<Counting>) {
    for amount in 0..ACTIONS {
        let outcome = game.submit(Seat(0), black_box(amount % 8));
        assert!(matches!(black_box(&outcome), Ok(Outcome::Committed(_))), "refused");
    }
}

fn submit(recovery: Recovery) -> u64 {
    let mut game = session(recovery, History::Last(64));
    counted_section(|| add(&mut game));
    assert_eq!(*game.state(), Counter { total: 7_000, actions: 2 * ACTIONS });
    ACTIONS
}

pub(super) fn submit_by_copy() -> u64 {
    submit(Recovery::Snapshot)
}

pub(super) fn submit_by_revert() -> u64 {
    submit(Recovery::Revert)
}

/// One rule that nobody has to ask, with room for all frames.
pub(super) fn alone() -> u64 {
    let book = Book::<Counting>::builder("counter")
        .rule("add", |rule| rule.then(|cx, ()| [*cx.action]))
        .compile()
        .expect("the book has no mistakes");
    let mut game = book.start(Counter::default(), Seed(1)).expect("it can start");
    // The lists have doubled to hold more than twice as many when the count begins.
    (0..3).for_each(|_| add(&mut game));
    counted_section(|| add(&mut game));
    assert_eq!(*game.state(), Counter { total: 14_000, actions: 4 * ACTIONS });
    ACTIONS
}

pub(super) fn refused() -> u64 {
    let mut game = session(Recovery::Revert, History::Last(64));
    counted_section(|| {
        for _ in 0..ACTIONS {
            let outcome = game.submit(Seat(0), black_box(MOST + 1));
            assert!(matches!(black_box(&outcome), Ok(Outcome::Disallowed(_))), "not refused");
        }
    });
    assert_eq!(*game.state(), Counter { total: 3_500, actions: ACTIONS });
    ACTIONS
}

pub(super) fn undo() -> u64 {
    let mut game = session(Recovery::Revert, History::All);
    counted_section(|| {
        for _ in 0..ACTIONS {
            assert!(matches!(black_box(game.undo()), Ok(Outcome::Undone(_))));
        }
    });
    assert_eq!(*game.state(), Counter::default());
    ACTIONS
}

pub(super) fn redo() -> u64 {
    let mut game = session(Recovery::Revert, History::All);
    game.rewind(0).expect("everything can be undone");
    counted_section(|| {
        for _ in 0..ACTIONS {
            assert!(matches!(black_box(game.redo()), Ok(Outcome::Redone(_))));
        }
    });
    assert_eq!(*game.state(), Counter { total: 3_500, actions: ACTIONS });
    ACTIONS
}

/// Hears of everything, and forgets it.
struct Listener;

impl Observer<Counting> for Listener {
    fn notice(&mut self, notice: &Notice<'_, Counting>) {
        black_box(notice);
    }

    fn detail(&self) -> Detail {
        Detail::Decisions
    }
}

pub(super) fn observed() -> u64 {
    let mut game = session(Recovery::Revert, History::Last(64));
    game.observe(Listener);
    add(&mut game);
    counted_section(|| add(&mut game));
    assert_eq!(*game.state(), Counter { total: 10_500, actions: 3 * ACTIONS });
    ACTIONS
}

pub(super) fn explained() -> u64 {
    let mut game = session(Recovery::Revert, History::Last(64));
    let mut explain = || {
        for amount in 0..ACTIONS {
            let explanation = game.explain(Seat(0), &black_box(amount % 8)).expect("no fault");
            assert_eq!(
                black_box(explanation).rules().inspect(|report| _ = black_box(report)).count(),
                4
            );
        }
    };
    explain();
    counted_section(explain);
    ACTIONS
}
