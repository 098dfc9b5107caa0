//! Games whose state cannot be copied, taken back or told apart.

use std::sync::atomic::Ordering;

use rulebook::{BookBuilder, Digest, Encoder};
use rulebook_testkit::Check;

use crate::race::{Quirk, Race, State, failed, failures, suite};

struct WrongRevert;
impl Quirk for WrongRevert {
    fn revert(&self, state: &mut State, n: u32, last: u32) {
        state.go_back(n, last);
        state.count += 1;
    }
}

#[test]
fn a_wrong_revert_fails_recovery_and_undo() {
    let failed = failed(&WrongRevert);
    assert!(failed.contains(&Check::Recovery) && failed.contains(&Check::Undo), "{failed:?}");
}

struct ForgetfulClone;
impl Quirk for ForgetfulClone {
    fn reverts(&self) -> bool {
        false
    }
    fn clone(&self, state: &State) -> State {
        State { count: 0, ..state.copied() }
    }
}

#[test]
fn a_clone_that_forgets_something_fails_undo_fork_and_sequence() {
    let failed = failed(&ForgetfulClone);
    for check in [Check::Undo, Check::Fork, Check::Sequence, Check::Preview] {
        assert!(failed.contains(&check), "{check} should be among {failed:?}");
    }
}

struct WrongCloneFrom;
impl Quirk for WrongCloneFrom {
    fn reverts(&self) -> bool {
        false
    }
    fn clone_from(&self, into: &mut State, state: &State) {
        let count = into.count;
        *into = State { count, ..state.copied() };
    }
}

#[test]
fn a_clone_from_that_is_no_clone_fails_search_and_history() {
    let failed = failed(&WrongCloneFrom);
    assert!(failed.contains(&Check::Search) && failed.contains(&Check::History), "{failed:?}");
}

struct SharedBetweenForks;
impl Quirk for SharedBetweenForks {
    fn apply(&self, state: &mut State, n: u32) {
        state.advance(n);
        state.shared.fetch_add(1, Ordering::SeqCst);
    }
    fn revert(&self, state: &mut State, n: u32, last: u32) {
        state.go_back(n, last);
        state.shared.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn a_state_that_forks_share_fails_fork() {
    let failures = failures(&SharedBetweenForks);
    let failure = failures.of(Check::Fork).next().expect("fork fails");
    assert!(failure.message.contains("A fork, after a move in another fork"), "{failure}");
}

struct ForgetfulEncoding;
impl Quirk for ForgetfulEncoding {
    fn encode(&self, state: &State, into: &mut Encoder) {
        into.u32(state.total);
    }
}

#[test]
fn an_encoding_that_forgets_whose_turn_it_is_fails_digest() {
    let failures = failures(&ForgetfulEncoding);
    assert_eq!(failures.checks(), [Check::Digest]);
    assert!(failures.to_string().contains("Another position has the same digest"));
}

/// A digest kept in the state: what was added, and how often.
fn from_scratch(state: &State) -> Digest {
    Digest(u64::from(state.total * 1_000 + state.count))
}

fn keeps(book: BookBuilder<Race>) -> BookBuilder<Race> {
    book.kept_digest(|state| Digest(u64::from(state.hidden.get())), from_scratch)
}

fn keep(state: &State) {
    state.hidden.set(state.total * 1_000 + state.count);
}

struct KeepsADigest;
impl Quirk for KeepsADigest {
    fn apply(&self, state: &mut State, n: u32) {
        state.advance(n);
        keep(state);
    }
    fn revert(&self, state: &mut State, n: u32, last: u32) {
        state.go_back(n, last);
        keep(state);
    }
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        keeps(book)
    }
}

#[test]
fn a_digest_that_is_kept_well_passes() {
    let report = suite(&KeepsADigest).check();
    assert!(report.skipped.iter().all(|(check, _)| *check != Check::Kept), "{report}");
}

struct KeepsOnTheWayForth;
impl Quirk for KeepsOnTheWayForth {
    fn apply(&self, state: &mut State, n: u32) {
        state.advance(n);
        keep(state);
    }
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        keeps(book)
    }
}

#[test]
fn a_digest_that_is_not_kept_on_the_way_back_fails_kept() {
    let failures = failures(&KeepsOnTheWayForth);
    let failure = failures.of(Check::Kept).next().expect("kept fails");
    assert!(failure.message.contains("after an undo"), "{failure}");
}

struct KeepsTooLittle;
impl Quirk for KeepsTooLittle {
    fn more(&self, book: BookBuilder<Race>) -> BookBuilder<Race> {
        keeps(book)
    }
}

#[test]
fn a_digest_that_is_not_kept_at_all_fails_kept() {
    let failed = failed(&KeepsTooLittle);
    assert!(failed.contains(&Check::Kept), "{failed:?}");
}
