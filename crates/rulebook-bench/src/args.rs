//! The command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, value_parser};

use crate::measure::race::Effort;
use crate::rows::{self, Row};

/// What the caller asked for.
pub(crate) struct Args {
    pub(crate) rows: Vec<Row>,
    pub(crate) effort: Effort,
    pub(crate) list: bool,
    pub(crate) check: bool,
    pub(crate) json: Option<PathBuf>,
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

fn command() -> Command {
    let rows = PossibleValuesParser::new(rows::ALL.map(|row| row.name));
    Command::new("rulebook-bench")
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Measures Rulebook beside hand-written Rust and its peers, and asserts every answer.",
        )
        .after_help(
            "Exit codes: 0 all went well, 1 an answer was wrong, a file could not be written, or \
             (with --check) a goal is missed, 2 the command line could not be understood.",
        )
        .arg(
            Arg::new("only")
                .long("only")
                .value_name("ROW")
                .value_parser(rows)
                .value_delimiter(',')
                .action(ArgAction::Append)
                .help("Run only this row; can be given several times or as a list with commas"),
        )
        .arg(flag("quick", "Take few and short samples: for a first look, not for a claim"))
        .arg(flag("list", "List the rows and run nothing"))
        .arg(flag("check", "Exit with 1 if a goal is missed or could not be measured"))
        .arg(
            Arg::new("json")
                .long("json")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(
                    "Also write everything that was measured to this file, and beside it a plot \
                     for each row in which costs grow with a size",
                ),
        )
}

impl Args {
    /// Reads the process's arguments; does not return if they are wrong or ask
    /// for help.
    pub(crate) fn read() -> Self {
        let matches = command().get_matches();
        let only: Vec<&String> = matches.get_many("only").unwrap_or_default().collect();
        let wanted = |row: &Row| only.is_empty() || only.iter().any(|name| *name == row.name);
        Self {
            rows: rows::ALL.into_iter().filter(wanted).collect(),
            effort: if matches.get_flag("quick") { Effort::QUICK } else { Effort::FULL },
            list: matches.get_flag("list"),
            check: matches.get_flag("check"),
            json: matches.get_one("json").cloned(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::command().debug_assert();
    }
}
