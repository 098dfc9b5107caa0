//! Games whose reactions are broken in one place.

use rulebook_testkit::Check;

use crate::bonfire::{Flaw, suite};
use crate::race::{self, Sound};

#[test]
fn a_sound_game_with_reactions_conforms_and_its_reactions_are_looked_at() {
    let report = suite(Flaw::None).every_rule().check();
    let skipped: Vec<_> = report.skipped.iter().map(|(check, _)| check.name()).collect();
    assert_eq!(skipped, ["recovery", "choices", "kept", "views", "golden"]);
}

#[test]
fn a_game_without_reactions_skips_what_concerns_them() {
    let report = race::suite(&Sound).check();
    let skipped = |check| report.skipped.iter().any(|(skipped, _)| *skipped == check);
    assert!([Check::Sources, Check::Accounts, Check::Rest].into_iter().all(skipped), "{report}");
}

#[test]
fn a_source_that_leaves_without_an_event_that_says_so_fails_sources() {
    let failures = suite(Flaw::UnsaidLeaving).run().expect_err("it is broken");
    let failure = failures.of(Check::Sources).next().expect("sources fails");
    assert!(failure.message.contains("an event must name it in `Reactive::touches`"), "{failure}");
    assert!(!failure.moves.is_empty(), "{failure}");
    // Whatever tries such a move meets the fault, but play is not blamed.
    assert!(!failures.checks().contains(&Check::Play), "{failures}");
}

#[test]
fn a_source_that_is_another_among_all_than_alone_fails_sources() {
    let failures = suite(Flaw::TwoFaces).run().expect_err("it is broken");
    assert!(failures.checks().contains(&Check::Sources), "{failures}");
    assert!(!failures.checks().contains(&Check::Play), "{failures}");
}

#[test]
fn an_event_whose_copy_is_another_event_fails_accounts() {
    let failures = suite(Flaw::FickleCopy).run().expect_err("it is broken");
    let failure = failures.of(Check::Accounts).next().expect("accounts fails");
    assert!(failure.message.starts_with("The account says Heated { by: "), "{failure}");
    assert!(failure.message.contains(" where Heated { by: "), "{failure}");
}

#[test]
fn a_standing_rule_that_nothing_wakes_when_it_should_fails_rest() {
    let failures = suite(Flaw::SleepyRule).run().expect_err("it is broken");
    let failure = failures.of(Check::Rest).next().expect("rest fails");
    assert!(failure.message.contains("\"at heat five the oldest log burns\""), "{failure}");
    assert!(failure.message.contains(".woken_by("), "{failure}");
    assert!(!failures.checks().contains(&Check::Play), "{failures}");
}
