//! Rulebook beside hand-written Rust and its peers: every row in one process,
//! everyone in turn, thread CPU time, medians, goals beside figures.
//!
//! `cargo run --release -p rulebook-bench` runs all rows and prints one table;
//! `--help` says what else it can do. Every contestant's answer is compared with
//! the others' and with what is known beforehand: a figure for work that was
//! not done right is never printed.

mod allocator;
mod args;
mod goal;
mod measure;
mod open_spiel;
mod peers;
mod playout;
mod progress;
mod random;
mod report;
mod rows;
#[cfg(test)]
mod steady;

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use args::Args;
use measure::race::WrongAnswer;
use progress::Progress;
use report::Finding;
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
    // Opened first: nobody wants to hear after a minute that it cannot be.
    let open = |path: &PathBuf| File::create(path).map_err(|error| cannot_write(path, &error));
    let mut file = args.json.as_ref().map(open).transpose()?;
    if cfg!(debug_assertions) {
        eprintln!("This is a debug build: its figures say nothing. Run with --release.");
    }
    let findings = measure(args).map_err(|wrong| format!("WRONG ANSWER. {wrong}"))?;
    if let (Some(file), Some(path)) = (&mut file, &args.json) {
        let value = report::json::json(&findings, args.effort);
        writeln!(file, "{value:#}").map_err(|error| cannot_write(path, &error))?;
        write_plots(path, &findings)?;
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    print(&table(&findings, if colour { Paint::Colour } else { Paint::Plain }))?;
    let missed = findings.iter().any(|finding| finding.goals_missed() > 0);
    Ok(if args.check && missed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Writes a picture beside the JSON for each row in which something grows:
/// `bench.json` and `bench-rules.svg`.
fn write_plots(json: &Path, findings: &[Finding]) -> Result<(), String> {
    let stem = json.file_stem().unwrap_or_default().to_string_lossy();
    for finding in findings {
        if let Some(svg) = report::plot::plot(finding) {
            let path = json.with_file_name(format!("{stem}-{}.svg", finding.row));
            std::fs::write(&path, svg).map_err(|error| cannot_write(&path, &error))?;
        }
    }
    Ok(())
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

fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be written: {error}.", path.display())
}

/// Prints without panicking where the reader has gone away.
fn print(text: &str) -> Result<(), String> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| format!("The table cannot be printed: {error}."))
}
