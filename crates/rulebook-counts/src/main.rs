//! Instructions of the engine's core paths, counted under valgrind and compared
//! with those in `counts.txt`.
//!
//! Time is noise on a shared machine; instructions are the same in every run. A
//! path that takes more than 3 % more of them than the file says fails the
//! check, unless the file says why: see [`ledger`]. Every path runs in a process
//! of its own, which asserts its answer, and only what happens within
//! [`paths::counted_section`] is counted.
//!
//! The program exits with 0 if nothing rose, with 1 if something did, with 2 if
//! it was called wrongly, and with 3 if there is nothing to compare with here:
//! without valgrind, or with another compiler.

mod args;
mod compare;
mod ledger;
mod paths;
mod valgrind;

use std::path::Path;
use std::process::ExitCode;

use args::Wanted;
use compare::{Comparison, compare};
use ledger::Ledger;
use paths::PATHS;
use valgrind::Machine;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

/// Nothing here can be compared.
const INCOMPARABLE: u8 = 3;

fn main() -> ExitCode {
    let result = match args::parse(std::env::args().skip(1)) {
        Ok(Wanted::Help) => {
            println!("{}", args::USAGE);
            Ok(ExitCode::SUCCESS)
        }
        Ok(Wanted::Run(path)) => {
            println!("{}", (path.run)());
            Ok(ExitCode::SUCCESS)
        }
        Ok(Wanted::Check) => check(None),
        Ok(Wanted::Accept(why)) => check(Some(&why)),
        Err(mistake) => {
            eprintln!("{mistake}\n\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    result.unwrap_or_else(|sentence| {
        eprintln!("{sentence}");
        ExitCode::FAILURE
    })
}

/// Counts everything and compares; with a reason, writes down what changed.
fn check(why: Option<&str>) -> Result<ExitCode, String> {
    let text = std::fs::read_to_string(FILE)
        .map_err(|error| format!("counts.txt cannot be read: {error}."))?;
    let mut ledger = Ledger::parse(&text).map_err(|mistake| format!("counts.txt, {mistake}"))?;
    let machine = match Machine::here() {
        Ok(machine) => machine,
        Err(sentence) => {
            println!("{sentence}");
            return Ok(ExitCode::from(INCOMPARABLE));
        }
    };
    if why.is_none() && machine.name() != ledger.machine {
        println!(
            "The counts were made with {}, and this is {}: they cannot be compared. To begin \
             anew here, run `cargo xtask counts --accept \"another compiler\"`.",
            ledger.machine,
            machine.name()
        );
        return Ok(ExitCode::from(INCOMPARABLE));
    }
    let mut counted = Vec::new();
    for path in &PATHS {
        counted.push((path.name, machine.count(path)?));
    }
    let Comparison { table, rose, .. } = compare(&ledger, &counted);
    print!("{table}");
    let Some(why) = why else {
        return Ok(if rose { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    };
    ledger.accept(machine.name(), &counted, why);
    write(Path::new(FILE), &ledger.to_string())?;
    println!("counts.txt is written.");
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("counts.txt cannot be written: {error}."))
}
