//! Games that are not the same twice, and games that ask strange questions.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use rulebook::BookBuilder;
use rulebook::prelude::*;
use rulebook_testkit::Check;

use crate::race::{Event, Quirk, Race, State, failed, failures, suite};

struct CountingApply;
impl Quirk for CountingApply {
    fn apply(&self, state: &mut State, n: u32) {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        state.advance(n);
        state.hidden.set(CALLS.fetch_add(1, Ordering::SeqCst));
    }
}

#[test]
fn an_apply_that_counts_its_calls_fails_replay() {
    let failures = failures(&CountingApply);
    let failure = failures.of(Check::Replay).next().expect("replay fails");
    assert!(failure.message.contains("came out differently when the game was played again"));
    // Only what differs is shown: the digests, and not the action.
    assert!(failure.message.contains("state: expected "), "{failure}");
    assert!(!failure.message.contains("Seat("), "{failure}");
    assert!(failures.to_string().contains("Begin with replay"), "{failures}");
}

thread_local! {
    static THREAD: Cell<Option<u32>> = const { Cell::new(None) };
}

struct KnowsItsThread;
impl Quirk for KnowsItsThread {
    fn apply(&self, state: &mut State, n: u32) {
        static THREADS: AtomicU32 = AtomicU32::new(0);
        let thread = THREAD.get().unwrap_or_else(|| THREADS.fetch_add(1, Ordering::SeqCst));
        THREAD.set(Some(thread));
        state.advance(n);
        state.hidden.set(thread);
    }
    fn revert(&self, state: &mut State, n: u32, last: u32) {
        state.go_back(n, last);
        if state.count == 0 {
            state.hidden.set(0);
        }
    }
}

#[test]
fn a_game_that_knows_its_thread_fails_replay() {
    assert!(failed(&KnowsItsThread).contains(&Check::Replay));
}

struct ImpureEffect;
impl Quirk for ImpureEffect {
    fn added(&self, _: &Effect<'_, Race>, n: u32) -> Event {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        Event(n + CALLS.fetch_add(1, Ordering::SeqCst) % 2)
    }
}

#[test]
fn an_effect_that_is_impure_fails_preview() {
    let failures = failures(&ImpureEffect);
    let failure = failures.of(Check::Preview).next().expect("preview fails");
    assert!(failure.message.contains("The preview of \"Add("), "{failure}");
}

struct AsksNobody;
impl Quirk for AsksNobody {
    fn choice(&self, _: &State) -> (Seat, Vec<u32>) {
        (Seat(7), vec![1, 2])
    }
}

#[test]
fn a_choice_for_a_seat_that_does_not_exist_fails_play() {
    let failures = failures(&AsksNobody);
    let failure = failures.of(Check::Play).next().expect("play fails");
    assert!(failure.message.contains("The book is at fault"), "{failure}");
    assert!(failure.message.contains("seat 7"), "{failure}");
}

/// Every event reveals something, so nothing is foreseen or undone in a game.
struct Reveals;
impl Quirk for Reveals {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        book.revealing(Event(1).kind())
    }
}

#[test]
fn a_sound_game_that_reveals_conforms() {
    suite(&Reveals).check();
}

struct TwoOfAKind;
impl Quirk for TwoOfAKind {
    fn choice(&self, state: &State) -> (Seat, Vec<u32>) {
        (state.turn, vec![1, 2, 1])
    }
}

#[test]
fn a_choice_with_two_options_that_look_the_same_fails_choices() {
    let failures = failures(&TwoOfAKind);
    assert_eq!(failures.checks(), [Check::Choices]);
    assert!(failures.to_string().contains("Two options look the same, \"1\""));
}

struct ChangesItsOptions;
impl Quirk for ChangesItsOptions {
    fn choice(&self, state: &State) -> (Seat, Vec<u32>) {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let few = CALLS.fetch_add(1, Ordering::SeqCst) % 2 == 1;
        (state.turn, if few { vec![1, 2] } else { vec![1, 2, 3, 4] })
    }
}

#[test]
fn a_choice_whose_options_change_under_the_answer_fails_play() {
    assert!(failed(&ChangesItsOptions).contains(&Check::Play));
}
