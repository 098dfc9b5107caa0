//! The same digests in every build profile.
//!
//! The test named `determinism` of the reference games plays fixed games and
//! compares their digests with constants in its source. The release profile
//! optimises and does not check for overflow, so running the one test in both
//! profiles compares them with each other as well.

use std::path::Path;

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::Step;

const TEST: &str = "test --package rulebook-games --all-features --test determinism";

/// The chore: both profiles.
pub(crate) fn steps() -> Vec<Step> {
    let dev = Step::new(
        "determinism, dev",
        "the digests of the reference games are the constants, in the dev profile",
        |root| run(root, ""),
    );
    vec![dev, release()]
}

/// Only the release profile: all that is left to do after the other tests.
pub(crate) fn release() -> Step {
    Step::new(
        "determinism, release",
        "the digests of the reference games are the constants, in the release profile",
        |root| run(root, " --release"),
    )
}

fn run(root: &Path, profile: &str) -> Result<(), Failure> {
    let command = format!("{TEST}{profile}");
    let listed = Invocation::cargo(&format!("{command} -- --list --format terse"));
    // A test file without tests passes, and would prove nothing.
    if tests_listed(&listed.capture(root)?) == 0 {
        return Err(Failure::Found {
            summary: "There are no determinism tests to run. Write one in:",
            findings: vec!["crates/rulebook-games/tests/determinism.rs".to_owned()],
        });
    }
    Invocation::cargo(&command).run(root)
}

/// How many tests the harness lists.
fn tests_listed(list: &str) -> usize {
    list.lines().filter(|line| line.ends_with(": test")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_tests_are_counted() {
        assert_eq!(tests_listed(""), 0);
        assert_eq!(tests_listed("a: test\nb::c: test\nd: benchmark\n"), 2);
    }

    #[test]
    fn both_profiles_are_run() {
        let names: Vec<_> = steps().iter().map(Step::name).collect();
        assert_eq!(names, ["determinism, dev", "determinism, release"]);
    }
}
