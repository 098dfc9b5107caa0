//! The workspace's chores, run as `cargo xtask CHORE`.
//!
//! Every chore has a file of its own. A chore ends with exit code 0 if it
//! passed and 1 if it did not; a command line that nobody understands ends
//! with 2 and the usage.

mod args;
mod counts;
mod determinism;
mod failure;
mod package;
mod peers;
mod purity;
mod shell;
mod source;
mod steps;
mod studio;
mod test;
mod tidy;

use std::process::ExitCode;

use crate::args::Chore;
use crate::steps::Step;

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1);
    match args::parse(words.map(|word| word.to_string_lossy().into_owned())) {
        Ok(Chore::Help) => {
            println!("{}", args::USAGE);
            ExitCode::SUCCESS
        }
        Ok(chore) => run(chore),
        Err(mistake) => {
            eprintln!("{mistake}\n\n{}", args::USAGE);
            ExitCode::from(2)
        }
    }
}

fn run(chore: Chore) -> ExitCode {
    match steps::run_all(&shell::workspace_root(), &plan(chore)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("{failed}");
            ExitCode::FAILURE
        }
    }
}

/// What a chore does, in order.
fn plan(chore: Chore) -> Vec<Step> {
    match chore {
        Chore::Help => Vec::new(),
        Chore::Test(extent) => test::steps(extent),
        Chore::Counts(why) => counts::steps(why),
        Chore::Determinism => determinism::steps(),
        Chore::Package => package::steps(),
        Chore::Peers => peers::steps(),
        Chore::Purity => purity::steps(),
        Chore::Studio => studio::steps(studio::Program::Alone),
        Chore::Tidy => tidy::steps(),
    }
}
