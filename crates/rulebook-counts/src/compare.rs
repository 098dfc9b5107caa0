//! What was counted beside what the file says, as a table.

use std::fmt::Write;

use crate::ledger::{Ledger, falls, rises, shown};

/// What a comparison came to.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) table: String,
    /// Whether something takes more than it may, or is not in the file, or is
    /// there and was not counted.
    pub(crate) rose: bool,
}

/// Compares counts, by the names of their paths, with the file.
pub(crate) fn compare(ledger: &Ledger, counted: &[(&str, f64)]) -> Comparison {
    let width = counted.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut table = String::new();
    let mut rose = false;
    for &(name, figure) in counted {
        let pad = " ".repeat(width - name.chars().count());
        let known = ledger.find(name).map(|entry| entry.last());
        let (remark, bad) = remark(known, figure);
        rose |= bad;
        let was = known.map_or_else(|| "—".to_owned(), shown);
        let _ = writeln!(table, "{name}{pad}  {:>12}  {was:>12}  {remark}", shown(figure));
    }
    for entry in &ledger.entries {
        if !counted.iter().any(|(name, _)| *name == entry.name) {
            rose = true;
            let _ = writeln!(table, "{} is in the file and no longer counted.", entry.name);
        }
    }
    if rose {
        table.push_str(
            "\nInstructions rose, or the file does not fit. Find out why; if it must be so, write \
             it down: `cargo xtask counts --accept \"why\"`.\n",
        );
    }
    Comparison { table, rose }
}

/// What is to be said of a figure, and whether it fails the check.
fn remark(known: Option<f64>, figure: f64) -> (String, bool) {
    let Some(known) = known else { return ("NOT IN THE FILE".to_owned(), true) };
    let percent = 100.0 * (figure / known - 1.0);
    match percent {
        _ if rises(known, figure) => (format!("ROSE by {percent:.1} %"), true),
        _ if falls(known, figure) => {
            let why = "write it down, so that it stays";
            (format!("fell by {:.1} %: {why}", -percent), false)
        }
        _ if percent.abs() < 0.05 => ("the same".to_owned(), false),
        _ => (format!("{percent:+.1} %"), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(counted: &[(&str, f64)]) -> Comparison {
        let text = "made with: a machine\nsubmit: 200.0\nundo: 50.0\n";
        compare(&Ledger::parse(text).unwrap(), counted)
    }

    #[test]
    fn three_percent_more_pass_and_four_do_not() {
        let fine = compared(&[("submit", 206.0), ("undo", 40.0)]);
        assert!(!fine.rose, "{}", fine.table);
        assert!(fine.table.contains("+3.0 %"), "{}", fine.table);
        assert!(fine.table.contains("fell by 20.0 %: write it down"), "{}", fine.table);
        let worse = compared(&[("submit", 208.0), ("undo", 50.0)]);
        assert!(worse.rose);
        assert!(worse.table.contains("ROSE by 4.0 %"), "{}", worse.table);
        assert!(worse.table.contains("the same"), "{}", worse.table);
        assert!(worse.table.ends_with("`cargo xtask counts --accept \"why\"`.\n"));
    }

    #[test]
    fn a_path_that_came_or_went_fails() {
        let came = compared(&[("submit", 200.0), ("undo", 50.0), ("redo", 1.0)]);
        assert!(came.rose && came.table.contains("NOT IN THE FILE"), "{}", came.table);
        let went = compared(&[("submit", 200.0)]);
        assert!(went.rose && went.table.contains("undo is in the file and no longer counted."));
    }
}
