//! Games that mean one thing to the plan and another to the reference.

use std::sync::atomic::{AtomicU32, Ordering};

use rulebook::prelude::*;
use rulebook::{BookBuilder, Part, Passes, Predicate};
use rulebook_testkit::Check;

use crate::race::{Action, ActionKind, Event, Quirk, Race, State, failures, suite};

/// The total is the only part of the state that events write.
const TOTAL: Part = Part(1);

/// A race in which rushes are slower once the total has reached ten. The
/// predicate says that it reads some part.
fn slows_down(book: BookBuilder<Race>, reads: Part) -> BookBuilder<Race> {
    let early = Predicate::new("early", |state: &State| state.total < 10).reads([reads]);
    book.writes(Event(1).kind(), [TOTAL])
        .replace("rush", |rule| {
            rule.on(ActionKind::Rush)
                .while_holds(&early)
                .candidates(|offer| offer.push(Action::Rush))
                .then(|_, ()| [Event(1), Event(2), Event(3)])
        })
        .rule("late rush", |rule| rule.on(ActionKind::Rush).then(|_, ()| [Event(1)]))
}

struct SaysWhatItReads;
impl Quirk for SaysWhatItReads {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        slows_down(book, TOTAL)
    }
}

#[test]
fn a_predicate_that_says_what_it_reads_passes() {
    let report = suite(&SaysWhatItReads).every_rule().check();
    assert!(report.skipped.iter().all(|(check, _)| *check != Check::Parity), "{report}");
}

struct ReadsMoreThanItSays;
impl Quirk for ReadsMoreThanItSays {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        slows_down(book, Part(2))
    }
}

#[test]
fn a_predicate_that_reads_more_than_it_says_fails_parity_by_name() {
    let failures = failures(&ReadsMoreThanItSays);
    let failure = failures.of(Check::Parity).next().expect("parity fails");
    assert!(failure.message.contains("differ in a remembered predicate"), "{failure}");
    assert!(failure.message.contains("\"early\" is remembered as true"), "{failure}");
    // Whoever repeats the moves arrives there.
    assert!(!failure.moves.is_empty(), "{failure}");
}

#[test]
fn whoever_remembers_what_has_changed_is_sent_to_parity_which_comes_first() {
    let failures = failures(&ReadsMoreThanItSays);
    assert!(failures.of(Check::Replay).next().is_some(), "{failures}");
    let text = failures.to_string();
    assert!(
        text.contains("Begin with parity: the others may follow from it.\n\n✗ parity: "),
        "{text}"
    );
}

#[test]
fn the_same_actions_are_listed_once() {
    let text = failures(&ReadsMoreThanItSays).to_string();
    let lists = text.split("\n\n").map(|failure| failure.split_once("actions:\n"));
    let mut lists: Vec<_> = lists.flatten().map(|(_, list)| list).collect();
    let all = lists.len();
    lists.sort_unstable();
    lists.dedup();
    assert_eq!(lists.len(), all, "{text}");
    assert!(text.contains("actions listed under parity."), "{text}");
}

struct WritesMoreThanItSays;
impl Quirk for WritesMoreThanItSays {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        // The events are said to write another part than the one that is read.
        let late = Predicate::new("late", |state: &State| state.total >= 10).reads([TOTAL]);
        book.writes(Event(1).kind(), [Part(3)]).replace("rush", |rule| {
            rule.on(ActionKind::Rush)
                .while_holds(&late)
                .candidates(|offer| offer.push(Action::Rush))
                .then(|_, ()| [Event(1)])
        })
    }
}

#[test]
fn an_event_that_writes_more_than_is_said_fails_parity() {
    let failures = failures(&WritesMoreThanItSays);
    let failure = failures.of(Check::Parity).next().expect("parity fails");
    assert!(failure.message.contains("\"late\" is remembered as false"), "{failure}");
}

struct FickleRule;
impl Quirk for FickleRule {
    fn adds(&self, ask: &Ask<'_, Race>) -> bool {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let odd = CALLS.fetch_add(1, Ordering::SeqCst) % 2 == 1;
        matches!(ask.action, Action::Add(1)) || odd && matches!(ask.action, Action::Add(2))
    }
}

#[test]
fn a_rule_that_answers_otherwise_each_time_fails_parity() {
    let failures = failures(&FickleRule);
    let failure = failures.of(Check::Parity).next().expect("parity fails");
    assert!(failure.message.contains("differ in the outcome"), "{failure}");
}

struct LeakyApply;
impl Quirk for LeakyApply {
    fn apply(&self, state: &mut State, n: u32) {
        state.advance(n);
        // The same event, and another state each time.
        state.last = state.shared.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn an_apply_that_is_different_each_time_fails_parity_at_the_state() {
    let failures = failures(&LeakyApply);
    let failure = failures.of(Check::Parity).next().expect("parity fails");
    assert!(failure.message.contains("differ in the state"), "{failure}");
}

struct LeftToTheReference;
impl Quirk for LeftToTheReference {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        book.passes(Passes::none())
    }
}

#[test]
fn a_book_without_a_plan_skips_parity_and_says_so() {
    let report = suite(&LeftToTheReference).check();
    assert!(report.skipped.iter().any(|(check, _)| *check == Check::Parity), "{report}");
}
