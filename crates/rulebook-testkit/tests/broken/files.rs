//! Golden playthroughs: written when blessed, compared otherwise, and a failure
//! if they are missing, tampered with, or out of date.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rulebook::Seed;
use rulebook_testkit::Check;

use crate::race::{Sound, suite};

/// The playthrough of the sound race, as the suite wrote it.
const GOLDEN: &str = "tests/broken/race.txt";

/// Names another file, for the test that blesses one.
const ANOTHER_FILE: &str = "RULEBOOK_TEST_PLAYTHROUGH";

#[test]
fn a_golden_playthrough_is_compared_byte_for_byte() {
    let path = env::var_os(ANOTHER_FILE).unwrap_or_else(|| GOLDEN.into());
    suite(&Sound).golden(path).check();
}

#[test]
fn a_blessed_playthrough_is_written_in_a_folder_of_its_own_if_need_be() {
    let path = scratch("blessed/race.txt");
    let blessed = bless(&path);
    assert!(blessed.status.success(), "{}", String::from_utf8_lossy(&blessed.stdout));
    let told = String::from_utf8_lossy(&blessed.stderr).into_owned();
    assert!(told.contains(&format!("wrote {}", path.display())), "{told}");
    assert_eq!(fs::read_to_string(path).expect("it was written"), golden());
}

#[test]
fn a_blessed_playthrough_is_not_written_where_more_than_one_folder_is_missing() {
    let path = scratch("not/there/race.txt");
    let blessed = bless(&path);
    assert!(!blessed.status.success());
    let told = String::from_utf8_lossy(&blessed.stderr).into_owned();
    let what = format!("{} could not be written", path.display());
    assert!(told.contains(&what) && told.contains("Is the path right?"), "{told}");
    assert!(!path.parent().and_then(Path::parent).is_some_and(Path::exists));
}

/// Runs the first test once more, with that file, and blesses it.
fn bless(path: &Path) -> Output {
    let this_test = env::current_exe().expect("a test is a program");
    Command::new(this_test)
        .args(["--exact", "files::a_golden_playthrough_is_compared_byte_for_byte", "--nocapture"])
        .env("RULEBOOK_BLESS", "1")
        .env(ANOTHER_FILE, path)
        .output()
        .expect("a test can be started")
}

#[test]
fn a_missing_playthrough_fails_golden_and_says_how_to_make_one() {
    if blessing() {
        return;
    }
    let failure = failure("tests/broken/missing.txt".into()).expect("nothing is written");
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/missing.txt");
    assert!(failure.contains(&format!("{} could not be read", whole.display())), "{failure}");
    assert!(failure.contains("run this test with RULEBOOK_BLESS=1"), "{failure}");
}

#[test]
fn a_playthrough_that_was_tampered_with_fails_golden_at_the_first_difference() {
    let golden = golden();
    let line = golden.lines().position(|line| line.starts_with("2. ")).expect("a second move");
    let was = golden.lines().nth(line).expect("that line");
    let tampered = golden.replacen(was, "2. seat 1: nothing", 1);
    let Some(failure) = failure(file("tampered.txt", &tampered)) else { return };
    let line = line + 1;
    assert!(failure.contains(&format!("Line {line} of the file: 2. seat 1: nothing")), "{failure}");
    assert!(failure.contains(&format!("Line {line} now:         {was}")), "{failure}");
}

#[test]
fn a_playthrough_that_ends_early_fails_golden() {
    let golden = golden();
    let Some(failure) = failure(file("short.txt", &golden[..golden.len() / 2])) else { return };
    assert!(failure.contains("is not what the game plays now"), "{failure}");
}

#[test]
fn a_playthrough_with_other_ends_of_lines_fails_golden() {
    let Some(failure) = failure(file("ends.txt", &golden().replace('\n', "\r\n"))) else { return };
    assert!(failure.contains("is not what the game plays now"), "{failure}");
}

#[test]
fn another_seed_gives_another_playthrough() {
    let path = file("another-seed.txt", &golden());
    let outcome = suite(&Sound).golden(path).golden_seed(Seed(2)).run();
    if !blessing() {
        assert_eq!(outcome.expect_err("another game").checks(), [Check::Golden]);
    }
}

/// Whether files are written instead of compared: then none can be wrong.
fn blessing() -> bool {
    env::var_os("RULEBOOK_BLESS").is_some_and(|bless| bless == "1")
}

fn golden() -> String {
    fs::read_to_string(GOLDEN).expect("the playthrough is there")
}

/// A path for this test alone, where nothing is yet.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        fs::remove_file(&path).expect("what an earlier run left can be removed");
    }
    path
}

/// A file of this test's own, with that content.
fn file(name: &str, content: &str) -> PathBuf {
    let path = scratch(name);
    fs::write(&path, content).expect("the folder for tests' files can be written to");
    path
}

/// What the suite says of a wrong file, unless it has just written it anew.
fn failure(path: PathBuf) -> Option<String> {
    match suite(&Sound).golden(path).run() {
        Err(failures) => {
            assert_eq!(failures.checks(), [Check::Golden]);
            Some(failures.to_string())
        }
        Ok(report) => {
            assert!(blessing(), "the file should have been refused: {report}");
            None
        }
    }
}
