//! The program `rulebook`, through which a person meets the engine.
//!
//! Without arguments it opens the studio, a page on this machine. What it says
//! goes to the standard output, errors go to the standard error, and the exit
//! code is 0 if all is well, 1 for a negative answer (a count that differs, a
//! book at fault), and 2 if the program was used wrongly or cannot write.

mod args;
mod commands;
mod failure;
mod game_at;
mod interrupt;
mod kit;
mod paint;
mod player;
mod progress;
mod record_file;
mod seats;
mod text;
mod turn;
mod verdict;
mod whole_file;

use std::process::ExitCode;

use commands::Answer;
use failure::Failure;
use paint::Paper;

fn main() -> ExitCode {
    let command = args::parse().command.unwrap_or_default();
    let mut paper = Paper::stdout();
    let ran = command.run(&mut paper).and_then(|answer| {
        paper.flush()?;
        Ok(answer)
    });
    match ran {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(failure) => report(&failure),
    }
}

/// Says what went wrong. Whoever closed the pipe has read enough, and is told
/// nothing.
fn report(failure: &Failure) -> ExitCode {
    if failure.is_closed_pipe() {
        return ExitCode::SUCCESS;
    }
    // If nobody can be told, the exit code must do.
    let _ = Paper::stderr().error(&failure.to_string());
    ExitCode::from(failure.exit_code())
}
