//! Rulebook beside hand-written Rust and its peers: everyone in turn, CPU time,
//! medians, goals beside figures. Who is not Rust, or brings too much of it, has a
//! process of its own and reads its own clock.
//!
//! `cargo run --release -p rulebook-bench` runs all rows and prints one table;
//! `--help` says what else it can do. Every contestant's answer is compared with
//! the others' and with what is known beforehand: a figure for work that was
//! not done right is never printed.

mod allocator;
mod args;
mod external;
mod goal;
mod measure;
mod open_spiel;
mod output;
mod peers;
mod playout;
mod progress;
mod random;
mod report;
mod rows;
#[cfg(test)]
mod steady;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use args::Args;
use measure::race::WrongAnswer;
use output::Output;
use progress::Progress;
use report::Finding;
use report::markdown::Page;
use report::table::{Paint, table};

fn main() -> ExitCode {
    let args = Args::read();
    let result = if args.list { list(&args) } else { run(&args) };
    match result {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("rulebook-bench: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn list(args: &Args) -> Result<ExitCode, String> {
    let lines: String =
        args.rows.iter().map(|row| format!("{:<14} {}\n", row.name, row.about)).collect();
    print(&lines)?;
    Ok(ExitCode::SUCCESS)
}

fn run(args: &Args) -> Result<ExitCode, String> {
    // Looked at first: nobody wants to hear after minutes that it cannot be written.
    let json = args.json.as_deref().map(Output::at).transpose()?;
    let plot = args.plot.as_deref().map(Output::at).transpose()?;
    let page = args.markdown.as_deref().map(read_page).transpose()?;
    if cfg!(debug_assertions) {
        eprintln!("This is a debug build: its figures say nothing. Run with --release.");
    }
    let findings = measure(args).map_err(|wrong| format!("WRONG ANSWER. {wrong}"))?;
    if let Some(json) = &json {
        json.write(&format!("{:#}\n", report::json::json(&findings, args.effort)))?;
    }
    if let Some(plot) = &plot {
        plot.write(&report::plot::plot(&findings))?;
    }
    if let Some((page, output)) = &page {
        output.write(&page.with(&findings, args.effort))?;
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    print(&table(&findings, if colour { Paint::Colour } else { Paint::Plain }))?;
    let missed = findings.iter().any(|finding| finding.goals_missed() > 0);
    Ok(if args.check && missed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The page that figures are written into.
fn read_page(path: &Path) -> Result<(Page, Output), String> {
    let named = |why: String| format!("{} cannot be used as a page: {why}.", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let page = Page::read(&text).map_err(named)?;
    Ok((page, Output::at(path)?))
}

fn measure(args: &Args) -> Result<Vec<Finding>, WrongAnswer> {
    let progress = Progress::new(args.rows.len(), args.effort.samples);
    let findings = args.rows.iter().enumerate().map(|(number, row)| {
        Finding::of(row, args.effort, |round| progress.show(number, row.name, round))
    });
    let findings = findings.collect();
    progress.clear();
    findings
}

/// Prints without panicking where the reader has gone away.
fn print(text: &str) -> Result<(), String> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| format!("The table cannot be printed: {error}."))
}
