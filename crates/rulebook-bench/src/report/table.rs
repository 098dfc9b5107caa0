//! The table for people.

use super::Finding;
use super::growth::Growth;
use crate::goal::{Goal, Verdict, times};
use crate::measure::race::{Key, Measured, Missing, Unit};
use crate::measure::stats::Summary;

const COLUMNS: usize = 6;
const HEAD: [&str; COLUMNS] = ["row: work", "figure", "spread", "cost / ours", "goal", "verdict"];
/// Figures stand to the right, words to the left.
const RIGHT: [bool; COLUMNS] = [false, true, true, true, false, false];

const LEGEND: &str = "\
Figures are medians, taken in turn, or counted bytes. Time is the CPU time of the thread that works;
of Node, with threads that collect garbage, that of its process; and \"by the wall\" what a clock says.
zen-engine and those in Python and Node run in processes of their own, all others in this one.
A ratio is the median of the ratios of all rounds; the spread is half the distance between quartiles.
";

/// Whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    Colour,
}

impl Paint {
    fn start(self, cell: &str) -> &'static str {
        match (self, cell) {
            (Self::Colour, "met") => "\x1b[32m",
            (Self::Colour, "MISSED" | "NOT MEASURED") => "\x1b[1;31m",
            _ => "",
        }
    }
}

type Cells = [String; COLUMNS];

enum Line {
    /// A row with one of its works; it may run over the columns.
    Heading(String),
    Cells(Cells),
}

/// All findings as one table, and a sentence about the goals.
pub(crate) fn table(findings: &[Finding], paint: Paint) -> String {
    let mut lines = vec![Line::Cells(HEAD.map(String::from))];
    findings.iter().for_each(|finding| lines.extend(lines_of(finding)));
    let widths = widths(&lines);

    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        match line {
            Line::Heading(heading) => text.push_str(heading),
            Line::Cells(cells) => push_cells(&mut text, cells, &widths, paint),
        }
        text.push('\n');
        if number == 0 {
            text.push_str(&widths.map(|width| "─".repeat(width)).join("  "));
            text.push('\n');
        }
    }
    text.push('\n');
    findings.iter().for_each(|finding| push_growths(&mut text, finding));
    text.push_str(&summary(findings));
    text.push_str(LEGEND);
    text
}

fn widths(lines: &[Line]) -> [usize; COLUMNS] {
    let mut widths = [0; COLUMNS];
    for line in lines {
        if let Line::Cells(cells) = line {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = (*width).max(cell.chars().count());
            }
        }
    }
    widths
}

fn push_cells(text: &mut String, cells: &Cells, widths: &[usize; COLUMNS], paint: Paint) {
    let start = text.len();
    for (column, cell) in cells.iter().enumerate() {
        let gap = if column == 0 { "" } else { "  " };
        let pad = " ".repeat(widths[column] - cell.chars().count());
        let (left, right) = if RIGHT[column] { (pad.as_str(), "") } else { ("", pad.as_str()) };
        let on = paint.start(cell);
        let off = if on.is_empty() { "" } else { "\x1b[0m" };
        text.extend([gap, left, on, cell, off, right]);
    }
    text.truncate(start + text[start..].trim_end().len());
}

/// A heading for each work, and below it everyone who did it or should have.
fn lines_of(finding: &Finding) -> Vec<Line> {
    let mut works: Vec<&str> = Vec::new();
    let measured = finding.measured.iter().map(|measured| measured.key.work);
    for work in measured.chain(finding.missing.iter().map(|missing| missing.key.work)) {
        if !works.contains(&work) {
            works.push(work);
        }
    }
    let mut lines = Vec::new();
    for work in works {
        lines.push(Line::Heading(format!("{}: {work}", finding.row)));
        for measured in finding.measured.iter().filter(|measured| measured.key.work == work) {
            push_with_goals(&mut lines, figures(finding, measured), finding, measured.key);
        }
        for Missing { key, .. } in finding.missing.iter().filter(|missing| missing.key.work == work)
        {
            let cells = [&format!("  {}", key.name), "missing", "", "", "", ""].map(String::from);
            push_with_goals(&mut lines, cells, finding, *key);
        }
    }
    lines
}

fn figures(finding: &Finding, measured: &Measured) -> Cells {
    let none = || "—".to_string();
    let summary = Summary::of(&measured.samples);
    let mut cells = Cells::default();
    cells[0] = format!("  {}", measured.maker.with(measured.key.name));
    cells[1] = summary.map_or_else(none, |summary| finding.unit.show(summary.median));
    cells[2] = summary.map_or_else(none, |summary| spread(finding.unit, &summary));
    cells[3] = finding.times_ours(measured).map_or_else(none, times);
    cells
}

/// Half the distance between the quartiles, in percent of the median.
pub(super) fn spread(unit: Unit, summary: &Summary) -> String {
    match unit {
        _ if unit.is_counted() && summary.min == summary.max => "exact".into(),
        _ => format!("± {:.1} %", 100.0 * summary.relative_spread()),
    }
}

/// The first goal stands in the contestant's line, the others below.
fn push_with_goals(lines: &mut Vec<Line>, mut cells: Cells, finding: &Finding, key: Key) {
    let mut goals = finding.goals_of(key);
    if let Some((goal, verdict)) = goals.next() {
        set_goal(&mut cells, finding.unit, goal, *verdict);
    }
    lines.push(Line::Cells(cells));
    for (goal, verdict) in goals {
        let mut below = Cells::default();
        set_goal(&mut below, finding.unit, goal, *verdict);
        lines.push(Line::Cells(below));
    }
}

fn set_goal(cells: &mut Cells, unit: Unit, goal: &Goal, verdict: Verdict) {
    cells[4] = goal.describe(unit, verdict);
    cells[5] = verdict.to_string();
}

/// With which power of the size costs grow, a line for each series.
fn push_growths(text: &mut String, finding: &Finding) {
    for growths in finding.growths.chunk_by(|a, b| a.series == b.series) {
        let [Growth { series, of, .. }, ..] = growths else { continue };
        let exponent = |growth: &Growth| {
            let name = growth.maker.with(growth.name);
            format!("{name} {}", growth.shown())
        };
        let all: Vec<String> = growths.iter().map(exponent).collect();
        let all = all.join("; ");
        text.push_str(&format!(
            "{}, {series}: exponents of growth with {of}: {all}.\n",
            finding.row
        ));
    }
}

/// How the goals stand, and why somebody is missing.
fn summary(findings: &[Finding]) -> String {
    let all: usize = findings.iter().map(|finding| finding.goals.len()).sum();
    let missed: usize = findings.iter().map(Finding::goals_missed).sum();
    let mut text = match missed {
        0 if all == 1 => "The goal is met.\n".to_owned(),
        0 => format!("All {all} goals are met.\n"),
        1 => format!("1 of {all} goals is not met.\n"),
        _ => format!("{missed} of {all} goals are not met.\n"),
    };
    for finding in findings {
        for Missing { key, why } in &finding.missing {
            text.push_str(&format!("Missing in {}: {key}, because {why}.\n", finding.row));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::finding;

    #[test]
    fn a_table_as_people_read_it() {
        let expected = "\
row: work                figure   spread  cost / ours  goal                     verdict
──────────────────  ───────────  ───────  ───────────  ───────────────────────  ────────────
example: adding
  rulebook          2,000 ns/op  ± 2.5 %       1.00 ×  ≤ 3 × in place: 2.00 ×   met
                                                       ≤ 1.5 × in place: 2.00 × MISSED
  by hand, in place 1,000 ns/op  ± 2.5 %       0.50 ×
  rulebook, faster      missing                        ≤ 1 × rulebook           NOT MEASURED

example, adding: exponents of growth with numbers: rulebook 0.00; by hand, in place 1.00.
2 of 3 goals are not met.
Missing in example: rulebook, faster (adding), because it is gone.
";
        let text = table(&[finding()], Paint::Plain);
        let squeeze = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
        };
        let rules = |line: &String| !line.starts_with('─');
        let seen: Vec<_> = squeeze(text.strip_suffix(LEGEND).unwrap());
        let (seen, expected): (Vec<_>, Vec<_>) = (
            seen.into_iter().filter(rules).collect(),
            squeeze(expected).into_iter().filter(rules).collect(),
        );
        assert_eq!(seen, expected);
    }

    #[test]
    fn one_goal_is_not_met_and_several_are_not() {
        let mut finding = finding();
        assert!(summary(std::slice::from_ref(&finding)).starts_with("2 of 3 goals are not met."));
        finding.goals.truncate(2);
        assert!(summary(std::slice::from_ref(&finding)).starts_with("1 of 2 goals is not met."));
        finding.goals.truncate(1);
        assert!(summary(&[finding]).starts_with("The goal is met."));
    }

    #[test]
    fn columns_stand_below_each_other() {
        let text = table(&[finding()], Paint::Plain);
        let column = |line: &str, word: &str| {
            line.find(word)
                .map(|byte| line[..byte].chars().count())
                .unwrap_or_else(|| panic!("{text}"))
        };
        let lines: Vec<&str> = text.lines().collect();
        let verdict = column(lines[0], "verdict");
        assert_eq!(column(lines[3], "met"), verdict);
        assert_eq!(column(lines[4], "MISSED"), verdict);
        assert_eq!(column(lines[3], "≤"), column(lines[0], "goal"));
        assert!(lines.iter().all(|line| !line.ends_with(' ')), "{text}");
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let plain = table(&[finding()], Paint::Plain);
        let painted = table(&[finding()], Paint::Colour);
        assert!(!plain.contains('\x1b'));
        assert!(painted.contains("\x1b[32mmet\x1b[0m"));
        assert!(painted.contains("\x1b[1;31mMISSED\x1b[0m"));
        let codes = ["\x1b[32m", "\x1b[1;31m", "\x1b[0m"];
        assert_eq!(codes.iter().fold(painted, |text, code| text.replace(code, "")), plain);
    }
}
