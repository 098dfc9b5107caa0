//! What the program can do, a file or folder for each command.

pub(crate) mod demo;
pub(crate) mod games;
pub(crate) mod perft;

use clap::Subcommand;

use crate::failure::Failure;
use crate::paint::Paper;

/// What a command comes to, where nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// All is well.
    Yes,
    /// A negative answer: what was asked is not so.
    No,
}

/// What the program can do. What each command says of itself stands with its
/// arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(demo::DemoArgs),
    Games(games::GamesArgs),
    Perft(perft::PerftArgs),
}

impl Command {
    /// Does it.
    pub(crate) fn run(&self, paper: &mut Paper) -> Result<Answer, Failure> {
        match self {
            Command::Demo(args) => demo::run(paper, args),
            Command::Games(args) => games::run(paper, args),
            Command::Perft(args) => perft::run(paper, args),
        }
    }
}

impl Default for Command {
    fn default() -> Self {
        Command::Demo(demo::DemoArgs::default())
    }
}
