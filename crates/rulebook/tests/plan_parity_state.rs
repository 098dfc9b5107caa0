//! Parity in games that react: the state is compared where the book has
//! digests, and the fates of events are; what reactions write is not remembered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Encoder, FaultKind, Parity, Part, Predicate, Reactive, Session, SessionOptions,
};

struct Ledger;

/// The secret is what a state should not have: it is shared by all copies.
#[derive(Clone, Debug, Default)]
struct Page {
    total: u32,
    notes: u32,
    secret: Arc<AtomicU32>,
}

#[derive(Clone, Debug, PartialEq, Kinds)]
enum Act {
    Gain(u32),
    Pass,
}

#[derive(Clone, Debug, PartialEq, Kinds)]
enum Entry {
    Gained(u32),
    Noted,
    /// Applying it is different each time.
    Leaked,
}

impl Game for Ledger {
    type State = Page;
    type Action = Act;
    type Event = Entry;
    type Trace = ();
    type Reason = Never;
    fn apply(page: &mut Page, entry: &Entry) {
        match entry {
            Entry::Gained(by) => page.total += by,
            Entry::Noted => page.notes += 1,
            Entry::Leaked => page.total += page.secret.fetch_add(1, Ordering::SeqCst),
        }
    }
}

impl Reactive for Ledger {
    fn amount(entry: &Entry) -> Option<u32> {
        match entry {
            Entry::Gained(by) => Some(*by),
            _ => None,
        }
    }
    fn with_amount(entry: &Entry, by: u32) -> Entry {
        match entry {
            Entry::Gained(_) => Entry::Gained(by),
            other => other.clone(),
        }
    }
}

impl Canonical for Page {
    fn encode(&self, into: &mut Encoder) {
        (self.total, self.notes).encode(into);
    }
}

fn gains(book: BookBuilder<Ledger>) -> BookBuilder<Ledger> {
    book.rule("gain", |rule| {
        rule.on(ActKind::Gain).then(|cx, ()| match cx.action {
            Act::Gain(by) => vec![Entry::Gained(*by)],
            Act::Pass => Vec::new(),
        })
    })
}

fn started(book: BookBuilder<Ledger>, parity: Parity) -> Session<Ledger> {
    let options = SessionOptions { parity, ..SessionOptions::default() };
    book.compile().unwrap().start_with(Page::default(), Seed(1), options).unwrap()
}

/// What two ways disagree about.
fn difference(game: &mut Session<Ledger>, action: Act) -> (&'static str, String, String) {
    let fault = game.submit(Seat(0), action).expect_err("there is a difference");
    match fault.kind().clone() {
        FaultKind::Diverged { what, reference, plan } => (what.name(), reference, plan),
        other => panic!("there should be a divergence, and not: {other}"),
    }
}

#[test]
fn an_apply_that_is_different_each_time_is_caught_at_the_state() {
    let leaks =
        |book: BookBuilder<Ledger>| book.rule("leak", |rule| rule.then(|_, ()| [Entry::Leaked]));
    let mut game = started(leaks(Book::builder("leaks").digests()), Parity::Every);
    let (what, reference, plan) = difference(&mut game, Act::Pass);
    assert_eq!(what, "the state");
    assert_ne!(reference, plan);
    // Both are digests, as a frame would show them.
    let digest = Digest(u64::from_str_radix(&reference, 16).unwrap());
    assert_eq!(digest.to_string(), reference);
    assert_eq!(game.state().total, 0, "nothing was committed");
    // A book without digests has no way to tell.
    let mut blind = started(leaks(Book::builder("blind")), Parity::Every);
    assert!(blind.submit(Seat(0), Act::Pass).unwrap().is_committed());
}

#[test]
fn a_trigger_that_fires_now_and_then_is_caught_at_the_fates_of_events() {
    let calls = AtomicU32::new(0);
    let book = gains(Book::builder("fickle")).trigger("sometimes", |trigger| {
        trigger
            .after(EntryKind::Gained)
            .when("odd", move |_| calls.fetch_add(1, Ordering::SeqCst) % 2 == 1)
            .then(|_| ())
    });
    // The same events happen with it and without it.
    let (what, ..) = difference(&mut started(book, Parity::Every), Act::Gain(3));
    assert_eq!(what, "the fates of events");
}

/// A book in which events are prevented, replaced and followed by others.
fn reacting() -> BookBuilder<Ledger> {
    let poor = Predicate::new("poor", |page: &Page| page.total < 10).reads([Part(0)]);
    let book = Book::builder("reacting").digests();
    book.writes([EntryKind::Gained, EntryKind::Leaked], [Part(0)])
        .writes(EntryKind::Noted, [Part(1)])
        .strategy(Strategy::ApplyAll)
        .rule("gain", |rule| {
            rule.on(ActKind::Gain).then(|cx, ()| match cx.action {
                Act::Gain(by) => vec![Entry::Gained(*by)],
                Act::Pass => Vec::new(),
            })
        })
        .rule("poor", |rule| rule.while_holds(&poor).then(|_, ()| [Entry::Noted]))
        .rule("still poor", |rule| rule.while_holds(&poor).then(|_, ()| [Entry::Noted]))
        .guard("tax", |guard| guard.before(EntryKind::Gained).prevent(|_| 1))
        // A note is worth four, which the predicate reads.
        .trigger("worth", |trigger| trigger.after(EntryKind::Noted).then(|_| [Entry::Gained(5)]))
        .standing("never eleven", |rule| {
            rule.woken_by(EntryKind::Gained)
                .propose(|page: &Page| (page.total == 11).then_some(Entry::Gained(2)))
        })
}

#[test]
fn what_reactions_write_is_not_remembered_from_before() {
    for parity in [Parity::Off, Parity::Every] {
        let mut game = started(reacting(), parity);
        let mut seen = Vec::new();
        for action in [Act::Gain(4), Act::Pass, Act::Gain(1), Act::Gain(3)] {
            game.submit(Seat(0), action).unwrap();
            seen.push((game.state().total, game.state().notes));
        }
        // 4 - 1, and a note is worth 4: 7, and another one: 11, and one more.
        assert_eq!(seen, [(12, 2), (12, 2), (12, 2), (14, 2)], "{parity:?}");
    }
}
