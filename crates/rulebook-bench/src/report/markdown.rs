//! The same as Markdown, for a page of documentation: figures, growth and goals,
//! written between two marks.

use std::fmt::Write;

use super::Finding;
use super::growth::Growth;
use super::machine;
use super::table::spread;
use crate::goal::{Goal, Verdict, times};
use crate::measure::race::{Effort, Key, Measured, Missing};
use crate::measure::stats::Summary;

/// What is between these lines belongs to the benchmarks.
pub(crate) const BEGIN: &str = "<!-- measured: begin -->";
pub(crate) const END: &str = "<!-- measured: end -->";

/// What figures, spreads and ratios are.
const RATIOS: &str = "\
Figures are medians of all samples; the spread is half the distance between their quartiles, in percent of the median.
A ratio is the median of the ratios of all rounds, in each of which everybody had a turn: it need not be the ratio of
the two medians.
";

/// A page in two parts, between which the figures go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    before: String,
    after: String,
}

impl Page {
    /// Finds the marks, or says what is missing.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let missing = |mark| format!("it has no line `{mark}`");
        let (before, rest) = text.split_once(BEGIN).ok_or_else(|| missing(BEGIN))?;
        let (_, after) = rest.split_once(END).ok_or_else(|| missing(END))?;
        Ok(Self { before: before.to_owned(), after: after.to_owned() })
    }

    /// The page with these figures.
    pub(crate) fn with(&self, findings: &[Finding], effort: Effort) -> String {
        let figures = markdown(findings, effort);
        format!("{}{BEGIN}\n\n{figures}\n{END}{}", self.before, self.after)
    }
}

fn markdown(findings: &[Finding], effort: Effort) -> String {
    let mut text = sentence(findings, effort);
    text.push_str("\n| row | contestant | figure | spread | cost / ours | goal: reached | |\n");
    text.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    findings.iter().for_each(|finding| push_figures(&mut text, finding));
    if findings.iter().any(|finding| !finding.growths.is_empty()) {
        text.push_str("\n### Growth\n\n");
        text.push_str(
            "Nanoseconds for each size, and the power of the size with which they grow, fitted by \
             least squares to\nthe logarithms.\n",
        );
        findings.iter().for_each(|finding| push_growths(&mut text, finding));
    }
    text
}

/// Where it was measured, how the goals stand, and who is missing.
fn sentence(findings: &[Finding], effort: Effort) -> String {
    let all: usize = findings.iter().map(|finding| finding.goals.len()).sum();
    let missed: usize = findings.iter().map(Finding::goals_missed).sum();
    let (processor, cores) = (machine::processor(), machine::cores_in_words());
    let are = if missed == 1 { "is" } else { "are" };
    let mut text = format!(
        "Measured in one run of {} samples on {processor}, {cores}; {missed} of {all} goals {are} \
         missed.\n{RATIOS}",
        effort.samples
    );
    let missing: Vec<String> = findings
        .iter()
        .flat_map(|finding| finding.missing.iter().map(move |missing| (finding.row, missing)))
        .map(|(row, Missing { key, why })| {
            format!("- Missing in {row}: {}, because {why}.\n", key.name)
        })
        .collect();
    if !missing.is_empty() {
        text.push('\n');
        text.extend(missing);
    }
    text
}

/// Works of one size, everyone in a line of their own.
fn push_figures(text: &mut String, finding: &Finding) {
    let mut last = None;
    let apart = |measured: &&Measured| !finding.grows(measured.key.work);
    for measured in finding.measured.iter().filter(apart) {
        let Key { work, name } = measured.key;
        let head = match last == Some(work) {
            true => String::new(),
            false => format!("{}: {work}", finding.row),
        };
        last = Some(work);
        let summary = Summary::of(&measured.samples);
        let figure = summary.map(|it| finding.unit.show(it.median)).unwrap_or_default();
        let spread = summary.map(|it| spread(finding.unit, &it)).unwrap_or_default();
        let times = finding.times_ours(measured).map(times).unwrap_or_default();
        let goals: Vec<String> =
            finding.goals_of(measured.key).map(|(goal, it)| told(finding, goal, *it)).collect();
        let first = goals.first().map_or(" | ", String::as_str);
        let who = measured.maker.with(name);
        let _ = writeln!(text, "| {head} | {who} | {figure} | {spread} | {times} | {first} |");
        for goal in goals.iter().skip(1) {
            let _ = writeln!(text, "|  |  |  |  |  | {goal} |");
        }
    }
}

/// A goal and its verdict, in two cells.
fn told(finding: &Finding, goal: &Goal, verdict: Verdict) -> String {
    let stands = match verdict {
        Verdict::Met(_) => "met",
        Verdict::Missed(_) => "**missed**",
        Verdict::NotMeasured => "**not measured**",
    };
    format!("{} | {stands}", goal.describe(finding.unit, verdict))
}

/// Works of several sizes: a table for each series, and one of their goals.
fn push_growths(text: &mut String, finding: &Finding) {
    for growths in finding.growths.chunk_by(|a, b| a.series == b.series) {
        push_series(text, finding, growths);
    }
    let goals: Vec<_> =
        finding.goals.iter().filter(|(goal, _)| finding.grows(goal.ours.work)).collect();
    if !goals.is_empty() {
        text.push_str("\n| ours | goal: reached | |\n| --- | --- | --- |\n");
    }
    for (goal, verdict) in goals {
        let Key { work, name } = goal.ours;
        let _ = writeln!(text, "| {name}, {work} | {} |", told(finding, goal, *verdict));
    }
}

fn push_series(text: &mut String, finding: &Finding, growths: &[Growth]) {
    let [Growth { series, of, .. }, ..] = growths else { return };
    let mut sizes: Vec<f64> =
        growths.iter().flat_map(|growth| growth.points.iter().map(|(size, _)| *size)).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    let heads: Vec<String> = sizes.iter().map(|size| grouped(*size)).collect();
    let _ =
        writeln!(text, "\n| {}, {series}; {of}: | {} | exponent |", finding.row, heads.join(" | "));
    let _ = writeln!(text, "| --- |{}", " --- |".repeat(sizes.len() + 1));
    for growth in growths {
        let cell = |size: &f64| {
            let point = growth.points.iter().find(|(other, _)| other == size);
            point.map(|(_, cost)| figure(*cost)).unwrap_or_default()
        };
        let cells: Vec<String> = sizes.iter().map(cell).collect();
        let who = growth.maker.with(growth.name);
        let _ = writeln!(text, "| {who} | {} | {} |", cells.join(" | "), growth.shown());
    }
}

fn grouped(number: f64) -> String {
    super::plot::grouped(number)
}

fn figure(cost: f64) -> String {
    match cost {
        _ if cost < 10.0 => format!("{cost:.2}"),
        _ if cost < 1000.0 => format!("{cost:.1}"),
        _ => grouped(cost),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example::finding;

    #[test]
    fn figures_stand_between_the_marks_and_nothing_else_is_touched() {
        let page = format!("# Title\n\n{BEGIN}\nold\n{END}\n\nEnd.\n");
        let page = Page::read(&page).unwrap();
        let written = page.with(&[finding()], Effort::QUICK);
        assert!(
            written.starts_with(&format!(
                "# Title\n\n{BEGIN}\n\nMeasured in one run of 7 samples on "
            ))
        );
        assert!(written.ends_with(&format!("\n{END}\n\nEnd.\n")), "{written}");
        assert!(!written.contains("old"));
        assert_eq!(Page::read(&written).unwrap(), page);
    }

    #[test]
    fn a_page_without_marks_is_refused() {
        let why = Page::read("# Title\n").unwrap_err();
        assert_eq!(why, "it has no line `<!-- measured: begin -->`");
        let why = Page::read(&format!("{BEGIN}\n")).unwrap_err();
        assert_eq!(why, "it has no line `<!-- measured: end -->`");
    }

    #[test]
    fn everyone_has_a_line_and_every_goal_a_verdict() {
        let text = markdown(&[finding()], Effort::QUICK);
        for line in [
            "| example: adding | rulebook | 2,000 ns/op | ± 2.5 % | 1.00 × | ≤ 3 × in place: 2.00 × | met |",
            "|  |  |  |  |  | ≤ 1.5 × in place: 2.00 × | **missed** |",
            "|  | by hand, in place | 1,000 ns/op | ± 2.5 % | 0.50 × |  |  |",
            "| example, adding; numbers: | 10 | 100 | exponent |",
            "| rulebook | 40.0 | 40.0 | 0.00 |",
            "- Missing in example: rulebook, faster, because it is gone.",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n\n{text}");
        }
        assert!(text.contains("2 of 3 goals are missed."), "{text}");
        assert!(text.contains("A ratio is the median of the ratios of all rounds"), "{text}");
        let mut finding = finding();
        finding.goals.truncate(2);
        let text = markdown(&[finding], Effort::QUICK);
        assert!(text.contains("1 of 2 goals is missed."), "{text}");
    }
}
