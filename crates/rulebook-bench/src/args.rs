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
    pub(crate) plot: Option<PathBuf>,
    pub(crate) markdown: Option<PathBuf>,
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
        .arg(file("json", "FILE", "Also write everything that was measured to this file"))
        .arg(
            file("plot", "FILE.svg", "Also draw it: how fast others are, and how costs grow")
                .value_parser(picture),
        )
        .arg(file(
            "markdown",
            "FILE",
            "Also write it into this page, between the lines `<!-- measured: begin -->` and \
             `<!-- measured: end -->`",
        ))
}

fn file(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).value_parser(value_parser!(PathBuf)).help(help)
}

/// A file whose name says that it is a picture.
fn picture(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("the picture is an SVG, so its name must end in .svg".to_owned()),
    }
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
            plot: matches.get_one("plot").cloned(),
            markdown: matches.get_one("markdown").cloned(),
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
