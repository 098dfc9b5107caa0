//! Coverage beside other observers, on many threads, and merged.

mod common;

use std::sync::mpsc::{Sender, channel};

use common::covered::*;
use common::*;
use rulebook::{Coverage, Detail, Notice, Observer};

/// Tells the names of what it is told.
struct Names(Sender<&'static str>, Detail);

impl Observer<Sandbox> for Names {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        self.0.send(notice.name()).unwrap();
    }
    fn detail(&self) -> Detail {
        self.1
    }
}

#[test]
fn whoever_watched_before_is_told_the_same_as_before() {
    for detail in [Detail::Outcomes, Detail::Selections, Detail::Decisions] {
        let book = full().compile().unwrap();
        let told = |coverage: Option<&Coverage<Sandbox>>| {
            let (sender, names) = channel();
            let mut game = start(&book, BOTH[0]);
            game.observe(Names(sender, detail));
            if let Some(coverage) = coverage {
                coverage.watch(&mut game).unwrap();
            }
            go(&mut game, Act::Go(60));
            go(&mut game, Act::Go(13));
            drop(game);
            names.iter().collect::<Vec<_>>()
        };
        let coverage = Coverage::of(&book);
        assert_eq!(told(Some(&coverage)), told(None), "{detail:?}");
        assert_eq!(coverage.report().committed, 1);
    }
}

#[test]
fn two_coverages_watch_one_session() {
    let (first, mut game) = watched(full());
    go(&mut game, Act::Go(1));
    let second = Coverage::of(game.book());
    second.watch(&mut game).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!((first.report().committed, second.report().committed), (2, 1));
    assert!(game.unobserve().is_some());
    go(&mut game, Act::Go(1));
    assert_eq!((first.report().committed, second.report().committed), (2, 1));
}

/// Holds a counting observer of its own.
struct Around(rulebook::Watch<Sandbox>);

impl Observer<Sandbox> for Around {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        self.0.notice(notice);
    }
    fn detail(&self) -> Detail {
        self.0.detail()
    }
    fn counts_for(&self, coverage: &Coverage<Sandbox>) -> bool {
        self.0.counts_for(coverage)
    }
}

#[test]
fn a_session_that_is_watched_twice_counts_once() {
    let (first, mut game) = watched(full());
    first.watch(&mut game).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!(first.report().committed, 1);
    // Also where another one stands around it, or a clone asks.
    let second = Coverage::of(game.book());
    second.watch(&mut game).unwrap();
    first.clone().watch(&mut game).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!((first.report().committed, second.report().committed), (2, 1));
    // Once it was taken off, it can be watched again.
    game.observe(Around(second.observer()));
    second.watch(&mut game).unwrap();
    first.watch(&mut game).unwrap();
    go(&mut game, Act::Go(1));
    assert_eq!((first.report().committed, second.report().committed), (3, 2));
}

#[test]
fn an_observer_says_for_which_coverages_it_counts() {
    let (first, mut game) = watched(full());
    let [second, third] = [(); 2].map(|()| Coverage::of(game.book()));
    second.watch(&mut game).unwrap();
    let observer = game.unobserve().unwrap();
    let counts = [&first, &second, &third].map(|coverage| observer.counts_for(coverage));
    assert_eq!(counts, [true, true, false]);
    assert!(observer.counts_for(&second.clone()), "a clone counts into the same counters");
    let (sender, _names) = channel();
    assert!(!Names(sender, Detail::Outcomes).counts_for(&first));
    // Taken off, it counts nothing more.
    third.watch(&mut game).unwrap();
    go(&mut game, Act::Go(1));
    let committed = [first, second, third].map(|coverage| coverage.report().committed);
    assert_eq!(committed, [0, 0, 1]);
}

/// Panics when something is committed.
struct Bomb;

impl Observer<Sandbox> for Bomb {
    fn notice(&mut self, notice: &Notice<'_, Sandbox>) {
        assert!(!matches!(notice, Notice::Committed { .. }), "on purpose");
    }
}

#[test]
fn what_another_observer_spoils_is_not_counted() {
    let book = full().compile().unwrap();
    let mut game = start(&book, BOTH[0]);
    game.observe(Bomb);
    let coverage = Coverage::of(&book);
    coverage.watch(&mut game).unwrap();
    fault(&mut game, Act::Go(1));
    let report = coverage.report();
    assert_eq!((report.committed, report.faults, report.fired()), (0, 1, 0));
}

#[test]
fn watching_asks_no_rule_more_than_playing() {
    let calls = Calls::default();
    let count = calls.clone();
    let builder = book("asked").rule("first", says("first")).rule("second", move |rule| {
        rule.when("asked", move |_| {
            count.hit();
            true
        })
        .then(|_, ()| ())
    });
    let (coverage, mut game) = watched(builder);
    go(&mut game, Act::Go(1));
    assert_eq!((calls.take(), coverage.report().committed), (0, 1));
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the caller may run sessions on many threads")]
fn many_sessions_on_many_threads_feed_one_coverage() {
    let book = full().compile().unwrap();
    let coverage = Coverage::of(&book);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    let mut game = start(&book, BOTH[0]);
                    coverage.watch(&mut game).unwrap();
                    (0..40).for_each(|_| drop(go(&mut game, Act::Go(1))));
                    (0..10).for_each(|_| drop(go(&mut game, Act::Go(13))));
                }
            });
        }
    });
    assert_eq!(times(&coverage, "the rule \"going/add\""), 800);
    assert_eq!(times(&coverage, "the rule \"going/no\""), 200);
    assert_eq!((coverage.report().committed, coverage.report().refused), (800, 200));
}

#[test]
fn coverages_can_be_merged_also_with_themselves() {
    let (first, mut game) = watched(full());
    go(&mut game, Act::Go(1));
    go(&mut game, Act::Go(13));
    go(&mut game, Act::Lost(1));
    let (second, mut game) = watched(full());
    go(&mut game, Act::Go(60));
    go(&mut game, Act::Other(51));
    first.merge(&second).unwrap();
    let report = first.report();
    assert_eq!((report.committed, report.refused), (2, 3));
    assert_eq!(times(&first, "the rule \"going/no\""), 1);
    assert_eq!(times(&first, "the exception \"sixty\""), 1);
    assert_eq!(times(&first, "the check \"even\""), 1);
    first.merge(&first).unwrap();
    assert_eq!((first.report().committed, first.report().unhandled["Lost"]), (4, 2));
    assert_eq!(times(&first, "the rule \"going/no\""), 2);
    assert_eq!(second.report().committed, 1);
}
