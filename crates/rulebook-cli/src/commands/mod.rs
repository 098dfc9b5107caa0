//! What the program can do, a file or folder for each command.

pub(crate) mod cards;
mod completions;
mod convert;
mod coverage;
pub(crate) mod demo;
mod explain;
mod games;
mod legal;
mod lint;
mod new;
mod perft;
mod plan;
mod play;
mod replay;
mod show;
mod simulate;
pub(crate) mod studio;
mod verify;

use clap::Subcommand;
use rulebook_games::{Visit, visit};

use crate::args::GameName;
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
    Show(show::ShowArgs),
    Legal(legal::LegalArgs),
    Explain(explain::ExplainArgs),
    Replay(replay::ReplayArgs),
    Verify(verify::VerifyArgs),
    Convert(convert::ConvertArgs),
    Play(play::PlayArgs),
    Perft(perft::PerftArgs),
    Simulate(simulate::SimulateArgs),
    Lint(lint::LintArgs),
    Plan(plan::PlanArgs),
    Coverage(coverage::CoverageArgs),
    Cards(cards::CardsArgs),
    Studio(studio::StudioArgs),
    New(new::NewArgs),
    Completions(completions::CompletionsArgs),
    Man(completions::ManArgs),
}

impl Command {
    /// Does it.
    pub(crate) fn run(&self, paper: &mut Paper) -> Result<Answer, Failure> {
        match self {
            Command::Demo(args) => demo::run(paper, args),
            Command::Games(args) => games::run(paper, args),
            Command::Show(args) => show::run(paper, args),
            Command::Legal(args) => legal::run(paper, args),
            Command::Explain(args) => explain::run(paper, args),
            Command::Replay(args) => replay::run(paper, args),
            Command::Verify(args) => verify::run(paper, args),
            Command::Convert(args) => convert::run(paper, args),
            Command::Play(args) => play::run(paper, args),
            Command::Perft(args) => perft::run(paper, args),
            Command::Simulate(args) => simulate::run(paper, args),
            Command::Lint(args) => lint::run(paper, args),
            Command::Plan(args) => plan::run(paper, args),
            Command::Coverage(args) => coverage::run(paper, args),
            Command::Cards(args) => cards::run(paper, args),
            Command::Studio(args) => studio::run(paper, args),
            Command::New(args) => new::run(paper, args),
            Command::Completions(args) => completions::completions(paper, args),
            Command::Man(args) => completions::man(paper, args),
        }
    }
}

/// Does something with the game of that name.
fn with_game<V: Visit<Out = Result<Answer, Failure>>>(game: GameName, doing: V) -> V::Out {
    let none = || Failure::Usage(format!("there is no game {:?}", game.0));
    visit(game.0, doing).unwrap_or_else(|| Err(none()))
}

impl Default for Command {
    fn default() -> Self {
        Command::Studio(studio::StudioArgs::default())
    }
}
