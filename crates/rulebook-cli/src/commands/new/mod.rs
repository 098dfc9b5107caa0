//! `rulebook new`: a crate for a game of one's own.

mod engine;
mod folder;
mod name;
mod template;

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::paint::{FAINT, PLAIN, Paper, STRONG};
use engine::Engine;
use folder::Folder;
use name::Name;

const EXAMPLES: &str = "\
Examples:
  rulebook new my-game
      Makes the folder my-game, with the engine copied into it.
  rulebook new games/my-game --engine ../rulebook
      Uses the engine where it is, in a copy of its repository.
  cd my-game && cargo run && cargo test
      Plays it, and tests that it keeps every promise.";

/// Makes a crate for a game of your own
///
/// It compiles, plays and passes the conformance suite at once; its comments
/// lead to the guide. The engine is not published yet: unless you say where it
/// is, it is copied into the folder, with the test kit and the documentation.
/// The first build fetches two crates by others, and needs the network for them.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NewArgs {
    /// The game's name, or a path that ends with it
    #[arg(value_name = "NAME")]
    path: PathBuf,

    /// Uses the engine in this copy of its repository, and copies nothing
    #[arg(long, value_name = "DIR")]
    engine: Option<PathBuf>,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Makes the crate.
pub(crate) fn run(paper: &mut Paper, args: &NewArgs) -> Result<Answer, Failure> {
    let name = Name::of(&args.path)?;
    let engine = Engine::choose(args.engine.as_deref())?;
    // Who presses Ctrl-C now gets a folder that is whole: that is sooner done than
    // taking away half of one.
    interrupt::listen()?;
    let mut folder = Folder::begin(&args.path)?;
    for (path, text) in template::files(&name, &engine) {
        folder.write(&path, text.as_bytes())?;
    }
    for (path, bytes) in engine.copies() {
        folder.write(&format!("vendor/{path}"), &bytes)?;
    }
    folder.finish()?;
    if args.json {
        let told = json!({
            "name": name.package(),
            "folder": args.path,
            "engine": engine.word(),
        });
        paper.line(PLAIN, &told.to_string())?;
    } else {
        tell(paper, args, &name, &engine)?;
    }
    Ok(Answer::Yes)
}

fn tell(paper: &mut Paper, args: &NewArgs, name: &Name, engine: &Engine) -> Result<(), Failure> {
    let folder = args.path.display();
    paper.prose(0, STRONG, &format!("The game {} is in {folder}.", name.package()))?;
    paper.prose(0, PLAIN, &engine.sentence())?;
    paper.blank()?;
    for (command, what) in [
        (format!("cd {folder}"), ""),
        ("cargo run".to_owned(), "plays it in the terminal"),
        ("cargo test".to_owned(), "passes the conformance suite"),
    ] {
        paper.line(PLAIN, format!("  {command:<14}{what}").trim_end())?;
    }
    paper.blank()?;
    let next = "Begin with src/lib.rs; README.md there says what stands where.";
    paper.prose(0, FAINT, next)?;
    Ok(())
}
