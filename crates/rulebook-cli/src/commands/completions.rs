//! `rulebook completions` and `rulebook man`: for shells and manuals.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde_json::json;

use super::Answer;
use crate::failure::Failure;
use crate::paint::Paper;

const COMPLETION_EXAMPLES: &str = "\
Examples:
  rulebook completions bash > ~/.local/share/bash-completion/completions/rulebook
  rulebook completions zsh > ~/.zfunc/_rulebook
  rulebook completions fish > ~/.config/fish/completions/rulebook.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  rulebook man | man -l -
      Reads the page of the program.
  rulebook man --dir ~/.local/share/man/man1
      Writes a page for the program and for each command.";

/// Writes what a shell needs to complete commands, games and options
#[derive(Debug, Args)]
#[command(after_help = COMPLETION_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    #[arg(value_enum)]
    shell: Shell,

    /// As JSON, for programs: the script as a text
    #[arg(long)]
    json: bool,
}

/// Writes the manual page
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct ManArgs {
    /// Writes a page for each command into this folder instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,

    /// As JSON, for programs: the page as a text, or the folder
    #[arg(long)]
    json: bool,
}

/// Writes completions.
pub(crate) fn completions(paper: &mut Paper, args: &CompletionsArgs) -> Result<Answer, Failure> {
    let mut script = Vec::new();
    let mut command = crate::args::Args::command();
    clap_complete::generate(args.shell, &mut command, "rulebook", &mut script);
    let script = String::from_utf8_lossy(&script);
    if args.json {
        let said = json!({ "shell": args.shell.to_string(), "script": script });
        paper.raw(&format!("{said:#}\n"))?;
    } else {
        paper.raw(&script)?;
    }
    Ok(Answer::Yes)
}

/// Writes the manual page, or all of them.
pub(crate) fn man(paper: &mut Paper, args: &ManArgs) -> Result<Answer, Failure> {
    let command = crate::args::Args::command();
    let said = match &args.dir {
        Some(folder) => {
            pages(folder, &command)?;
            json!({ "folder": folder.display().to_string() })
        }
        None if args.json => json!({ "page": page(&command)? }),
        None => {
            paper.raw(&page(&command)?)?;
            return Ok(Answer::Yes);
        }
    };
    if args.json {
        paper.raw(&format!("{said:#}\n"))?;
    }
    Ok(Answer::Yes)
}

fn page(command: &clap::Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// A page for the program, and one for each command.
fn pages(folder: &Path, command: &clap::Command) -> Result<(), Failure> {
    let cannot = |error| {
        let folder = folder.display();
        Failure::Usage(format!("the pages cannot be written into {folder}: {error}"))
    };
    fs::create_dir_all(folder).map_err(cannot)?;
    let command = command.clone().disable_help_subcommand(true);
    clap_mangen::generate_to(command, folder).map_err(cannot)
}
