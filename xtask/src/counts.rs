//! Instructions of the engine's core paths, counted under valgrind and compared
//! with those that `crates/rulebook-counts/counts.txt` allows.
//!
//! Where valgrind cannot be had, or the counts were made by another compiler,
//! there is nothing to compare: the step is skipped, and says why.

use std::path::Path;

use crate::failure::Failure;
use crate::shell::Invocation;
use crate::steps::{Step, Verdict};

/// With this the program says that there is nothing to compare here.
const INCOMPARABLE: i32 = 3;

const PROGRAM: &str = "run --quiet --profile counts --package rulebook-counts";

/// The chore, and a step of `test`. With a reason, what changed is written down.
pub(crate) fn steps(why: Option<String>) -> Vec<Step> {
    vec![Step::optional(
        "counts",
        "no core path takes more instructions than counts.txt allows",
        move |root| count(root, why.as_deref()),
    )]
}

fn count(root: &Path, why: Option<&str>) -> Result<Verdict, Failure> {
    if !find_valgrind(root) {
        let why = "valgrind is not installed, so no instructions were counted. Install it with \
                   `apt-get install valgrind`.";
        return Ok(Verdict::Skipped(why.to_owned()));
    }
    verdict(program(why).run(root))
}

fn program(why: Option<&str>) -> Invocation {
    let program = Invocation::cargo(PROGRAM);
    match why {
        None => program,
        Some(why) => program.with_arguments("-- --accept").with_argument(why),
    }
}

/// What the program's end means.
fn verdict(ran: Result<(), Failure>) -> Result<Verdict, Failure> {
    match ran {
        Ok(()) => Ok(Verdict::Passed),
        Err(Failure::Ended { status, .. }) if status.code() == Some(INCOMPARABLE) => {
            let why = "the counts in counts.txt cannot be compared here, as is said above.";
            Ok(Verdict::Skipped(why.to_owned()))
        }
        Err(failure) => Err(failure),
    }
}

/// Debian has it; whoever may, gets it from there.
fn find_valgrind(root: &Path) -> bool {
    let valgrind = Invocation::new("valgrind", "--version");
    if valgrind.works(root) {
        return true;
    }
    println!("valgrind is not installed; apt-get is asked for it.");
    let install = "install --yes --no-install-recommends valgrind";
    Invocation::new("apt-get", install).works(root) && valgrind.works(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::workspace_root;

    #[test]
    fn a_reason_is_one_argument() {
        let program = program(Some("it is safer now"));
        assert!(program.to_string().ends_with("-- --accept it is safer now"), "{program}");
    }

    #[cfg(unix)]
    #[test]
    fn who_cannot_compare_is_skipped_and_who_finds_a_rise_fails() {
        let ended = |code: &str| {
            let shell = Invocation::new("sh", "-c").with_argument(format!("exit {code}"));
            verdict(shell.run(&workspace_root()))
        };
        assert_eq!(ended("0").unwrap(), Verdict::Passed);
        assert!(matches!(ended("3").unwrap(), Verdict::Skipped(_)));
        assert!(matches!(ended("1"), Err(Failure::Ended { .. })));
    }

    #[test]
    fn the_profile_and_the_program_are_there() {
        let root = workspace_root();
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[profile.counts]"));
        assert!(root.join("crates/rulebook-counts/counts.txt").is_file());
    }
}
