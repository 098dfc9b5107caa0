//! The program `rulebook`, through which a person meets the engine.
//!
//! Without arguments it opens the studio, a page on this machine. What it says
//! goes to the standard output, errors go to the standard error (as a line of
//! JSON, if `--json` is asked for), and the exit code is 0 if all is well, 1 for
//! a negative answer (a count that differs, a book at fault), and 2 if the
//! program was used wrongly or cannot write.

mod args;
mod commands;
mod events;
mod failure;
mod game_at;
mod interrupt;
mod kit;
mod options;
mod paint;
mod player;
mod progress;
mod record_file;
mod seats;
mod source;
mod subject;
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
        Err(failure) => {
            // First what was said before it. If that cannot be written, then that
            // is what went wrong, or it is told already.
            let _ = paper.flush();
            ExitCode::from(report(&failure))
        }
    }
}

/// Says what went wrong, and gives the exit code. Whoever closed the pipe has read
/// enough, and is told nothing.
fn report(failure: &Failure) -> u8 {
    if failure.is_closed_pipe() {
        return 0;
    }
    let (said, code) = (failure.to_string(), failure.exit_code());
    let mut paper = Paper::stderr();
    // If nobody can be told, the exit code must do.
    let _ = match args::is_for_programs() {
        true => events::error(&mut paper, (&said, code), failure.about()),
        false => paper.error(&said),
    };
    code
}
