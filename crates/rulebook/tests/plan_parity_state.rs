//! Parity compares the state, always, as the book says how; in games that react
//! it compares the fates of events too, and what reactions write is not
//! remembered.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rulebook::prelude::*;
use rulebook::{
    BookBuilder, Encoder, FaultKind, Parity, Part, Predicate, Reactive, RuleBuilder, Session,
    SessionOptions, StartError,
};

struct Ledger;

/// The secret is what a state should not have: it is shared by all copies.
#[derive(Clone, Debug, Default)]
struct Page {
    total: u32,
    notes: u32,
    secret: Arc<AtomicU32>,
    /// Whether it does not let itself be compared.
    touchy: bool,
}

impl PartialEq for Page {
    fn eq(&self, other: &Page) -> bool {
        assert!(!self.touchy, "leave me alone");
        (self.total, self.notes) == (other.total, other.notes)
    }
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
    /// The same, but only after so many times.
    LeakedAfter(u32),
    Touched,
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
            Entry::LeakedAfter(times) => {
                page.total += page.secret.fetch_add(1, Ordering::SeqCst).saturating_sub(times - 1);
            }
            Entry::Touched => page.touchy = true,
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

/// A book in which the same event comes to another state each time.
fn leaks(book: BookBuilder<Ledger>) -> BookBuilder<Ledger> {
    book.rule("leak", |rule| rule.then(|_, ()| [Entry::Leaked]))
}

#[test]
fn an_apply_that_is_different_each_time_is_caught_at_the_state() {
    let mut game = started(leaks(Book::builder("leaks").digests()), Parity::Every);
    let (what, reference, plan) = difference(&mut game, Act::Pass);
    assert_eq!(what, "the state");
    assert_ne!(reference, plan);
    // Both are digests, as a frame would show them.
    let digest = Digest(u64::from_str_radix(&reference, 16).unwrap());
    assert_eq!(digest.to_string(), reference);
    assert_eq!(game.state().total, 0, "nothing was committed");
}

#[test]
fn it_is_caught_and_shown_where_the_book_compares() {
    let mut game = started(leaks(Book::builder("leaks").compares()), Parity::Every);
    let (what, reference, plan) = difference(&mut game, Act::Pass);
    assert_eq!(what, "the state");
    assert!(reference.contains("total: 0") && plan.contains("total: 1"), "{reference} {plan}");
    assert_eq!(game.state().total, 0, "nothing was committed");
}

#[test]
fn it_is_caught_where_only_the_way_that_is_really_taken_differs() {
    // Both copies read the same of what leaks, and then the third time is odd; or the
    // third time is as the first two, and only the straight line is left.
    for (times, in_line) in [(2, false), (3, true)] {
        let book = Book::builder("leaks").compares();
        let leak =
            move |rule: RuleBuilder<Ledger>| rule.then(move |_, ()| [Entry::LeakedAfter(times)]);
        let mut game = started(book.rule("leak", leak), Parity::Every);
        let (what, reference, plan) = difference(&mut game, Act::Pass);
        assert_eq!(what, "the state");
        assert!(reference.contains("total: 0") && plan.contains("total: 1"), "{reference} {plan}");
        assert_eq!(plan.ends_with("in a straight line"), in_line, "{plan}");
        assert_eq!(game.state().total, 0, "nothing was committed");
    }
}

#[test]
fn a_kept_digest_that_does_not_see_it_is_held_against_the_full_one() {
    let full = |page: &Page| Digest(u64::from(page.total));
    let book =
        Book::builder("leaks").kept_digest(|page: &Page| Digest(u64::from(page.notes)), full);
    let (what, reference, plan) = difference(&mut started(leaks(book), Parity::Every), Act::Pass);
    assert_eq!(what, "the state");
    let from_scratch = |total: u64| format!("{} from scratch", Digest(total));
    assert_eq!((reference, plan), (from_scratch(0), from_scratch(1)));
}

#[test]
fn a_book_that_cannot_tell_states_apart_does_not_start_in_parity() {
    let blind = leaks(Book::builder("blind")).compile().unwrap();
    assert!(!blind.has_comparison());
    let one_in = Parity::OneIn(NonZeroU32::new(1_000).unwrap());
    for parity in [Parity::Every, one_in] {
        let options = SessionOptions { parity, ..SessionOptions::default() };
        let refused = blind.start_with(Page::default(), Seed(1), options).unwrap_err();
        assert!(matches!(refused, StartError::NoComparison));
        let said = refused.to_string();
        assert!(said.contains("add .compares() or .digests() to it"), "{said}");
    }
    assert!(blind.start(Page::default(), Seed(1)).is_ok(), "and otherwise it does");
    // A variant compares as its base does, and may learn to.
    let seeing = blind.variant("seeing").compares().compile().unwrap();
    assert!(seeing.has_comparison() && seeing.variant("too").compile().unwrap().has_comparison());
}

#[test]
fn a_comparison_that_panics_is_a_fault_like_any_other() {
    let book = Book::builder("touchy").compares();
    let mut game =
        started(book.rule("touch", |rule| rule.then(|_, ()| [Entry::Touched])), Parity::Every);
    let fault = game.submit(Seat(0), Act::Pass).expect_err("it does not let itself be compared");
    assert!(matches!(fault.kind(), FaultKind::Panic { .. }), "{fault}");
    assert!(!game.state().touchy, "nothing was committed");
}

#[test]
fn a_trigger_that_fires_now_and_then_is_caught_at_the_fates_of_events() {
    let calls = AtomicU32::new(0);
    let book = gains(Book::builder("fickle").compares()).trigger("sometimes", |trigger| {
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
