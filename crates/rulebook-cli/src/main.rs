//! The program `rulebook`, through which a person meets the engine.
//!
//! Without arguments it plays a match and explains each decision. What it says
//! goes to the standard output, errors go to the standard error, and the exit
//! code is 0 if all is well, 1 for a negative answer (a book at fault), and 2
//! if the program was used wrongly or cannot write.

mod args;
mod demo;
mod failure;
mod games;
mod paint;
mod text;

use std::process::ExitCode;

use args::{Command, DemoArgs};
use failure::Failure;
use paint::Paper;

fn main() -> ExitCode {
    let args = args::parse();
    let mut paper = Paper::stdout();
    let ran = match args.command.unwrap_or_else(|| Command::Demo(DemoArgs::default())) {
        Command::Demo(args) => demo::run(&mut paper, &args),
        Command::Games(args) => games::run(&mut paper, &args),
    };
    match ran.and_then(|()| Ok(paper.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(&failure),
    }
}

/// Says what went wrong. Whoever closed the pipe has read enough, and is told
/// nothing.
fn report(failure: &Failure) -> ExitCode {
    if failure.is_closed_pipe() {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {failure}");
    ExitCode::from(failure.exit_code())
}
