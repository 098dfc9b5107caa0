//! Golden playthroughs that are missing, tampered with, or out of date.

use std::fs;
use std::path::PathBuf;

use rulebook::Seed;
use rulebook_testkit::Check;

use crate::race::{Sound, suite};

/// The playthrough of the sound race, as the suite wrote it.
const GOLDEN: &str = "tests/broken/race.txt";

/// A file of this test's own, with that content.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the folder for tests' files can be written to");
    path
}

fn golden() -> String {
    fs::read_to_string(GOLDEN).expect("the playthrough is there")
}

fn failure(path: PathBuf) -> String {
    let failures = suite(&Sound).golden(path).run().expect_err("the file is not as it should be");
    assert_eq!(failures.checks(), [Check::Golden]);
    failures.to_string()
}

#[test]
fn a_golden_playthrough_is_compared_byte_for_byte() {
    suite(&Sound).golden(GOLDEN).check();
}

#[test]
fn a_missing_playthrough_fails_golden_and_says_how_to_make_one() {
    let failure = failure("no-such-folder/race.txt".into());
    assert!(failure.contains("run this test with RULEBOOK_BLESS=1"), "{failure}");
}

#[test]
fn a_playthrough_that_was_tampered_with_fails_golden_at_the_first_difference() {
    let golden = golden();
    let line = golden.lines().position(|line| line.starts_with("2. ")).expect("a second move");
    let was = golden.lines().nth(line).expect("that line");
    let tampered = golden.replacen(was, "2. seat 1: nothing", 1);
    let failure = failure(file("tampered.txt", &tampered));
    let line = line + 1;
    assert!(failure.contains(&format!("Line {line} of the file: 2. seat 1: nothing")), "{failure}");
    assert!(failure.contains(&format!("Line {line} now:         {was}")), "{failure}");
}

#[test]
fn a_playthrough_that_ends_early_fails_golden() {
    let golden = golden();
    let failure = failure(file("short.txt", &golden[..golden.len() / 2]));
    assert!(failure.contains("is not what the game plays now"), "{failure}");
}

#[test]
fn a_playthrough_with_other_ends_of_lines_fails_golden() {
    let failure = failure(file("carriage.txt", &golden().replace('\n', "\r\n")));
    assert!(failure.contains("is not what the game plays now"), "{failure}");
}

#[test]
fn another_seed_gives_another_playthrough() {
    let failures = suite(&Sound).golden(GOLDEN).golden_seed(Seed(2)).run();
    assert_eq!(failures.expect_err("another game").checks(), [Check::Golden]);
}
