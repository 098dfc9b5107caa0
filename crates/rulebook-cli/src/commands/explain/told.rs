//! An explanation in words, line by line: for a sheet, or for a window.

use anstyle::Style;
use rulebook::{CheckReport, CheckStanding, Explanation, Forecast, RuleReport, Standing};
use rulebook_games::Playable;

use crate::paint::{BAD, FAINT, GOOD, OPEN, PLAIN, STRONG};
use crate::text::list;

/// When it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Before it is done: what would come of it.
    Before,
    /// Before it is done, to somebody who may not see everything: whether it is
    /// allowed, and not what would come of it.
    BeforeInSecret,
    /// Afterwards: it was done.
    After,
    /// Meanwhile: somebody must choose before it is done.
    Meanwhile,
}

/// A line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// What it begins with; nothing for a heading.
    pub(crate) mark: &'static str,
    /// How far it is indented.
    pub(crate) indent: usize,
    pub(crate) style: Style,
    pub(crate) text: String,
}

impl Told {
    /// Whether it is a heading, above which there is room.
    pub(crate) fn is_heading(&self) -> bool {
        self.mark.is_empty()
    }

    fn heading(text: &str) -> Self {
        Told { mark: "", indent: 0, style: STRONG, text: text.to_owned() }
    }

    fn below(mark: &'static str, style: Style, text: String) -> Self {
        Told { mark, indent: 2, style, text }
    }
}

/// Whether a submit would not refuse it.
pub(super) fn is_legal<G: Playable>(explained: &Explanation<G>) -> bool {
    !matches!(explained.forecast(), Forecast::Refused(..) | Forecast::Fault(_))
}

/// Why an action is legal or not, which rule decides and why not the others. Once
/// it is done, what was asked of somebody is not in it: not everybody may know.
pub(crate) fn told<G: Playable>(explained: &Explanation<G>, when: When) -> Vec<Told> {
    let (mark, style) = if is_legal(explained) { ("✓", GOOD) } else { ("✗", BAD) };
    let action = G::print(&explained.action);
    let text = format!("{action} by {} {}", explained.by, came_to(explained, when));
    let mut lines = vec![Told { mark, indent: 0, style, text }];
    let gates = explained.gates();
    let checks = gates.iter().flat_map(|gate| {
        gate.checks.iter().map(move |check| {
            let said = unmarked(&check.to_string());
            Told::below(check_mark(check), check_style(check), format!("{said} [{}]", gate.gate))
        })
    });
    let checks: Vec<Told> = checks.collect();
    if !checks.is_empty() {
        lines.push(Told::heading("Checks"));
        lines.extend(checks);
    }
    lines.push(Told::heading("Rules"));
    lines.extend(rules(explained));
    lines
}

/// The rules that concern the action, and then the names of all others.
fn rules<G: Playable>(explained: &Explanation<G>) -> Vec<Told> {
    let is_other = |rule: &RuleReport<'_, G::Reason>| rule.standing == Standing::OtherKind;
    let (others, concerned): (Vec<_>, Vec<_>) = explained.rules().partition(is_other);
    let line = |rule: &RuleReport<'_, G::Reason>| {
        Told::below(rule_mark(rule), rule_style(rule), unmarked(&rule.to_string()))
    };
    let mut lines: Vec<Told> = concerned.iter().map(line).collect();
    let others: Vec<&str> = others.iter().map(|rule| rule.name).collect();
    if !others.is_empty() {
        let text = format!("for other actions: {}", list(&others, "and"));
        lines.push(Told::below("•", FAINT, text));
    }
    lines
}

/// What would come of it, or what came of it.
fn came_to<G: Playable>(explained: &Explanation<G>, when: When) -> String {
    let forecast = explained.forecast();
    match (when, &forecast) {
        (When::BeforeInSecret, Forecast::Refused(..) | Forecast::Fault(_)) => forecast.to_string(),
        // Whether somebody must choose then depends on what others hide.
        (When::BeforeInSecret, _) => format!("would be accepted{}.", by_rules(explained)),
        (When::Meanwhile, _) => format!("waits for a choice{}.", by_rules(explained)),
        (When::After, Forecast::Commit(_) | Forecast::Choice(_)) => {
            format!("was committed{}.", by_rules(explained))
        }
        (When::After, Forecast::Dice(_)) => {
            format!("let the dice decide,{}.", by_rules(explained))
        }
        _ => forecast.to_string(),
    }
}

/// By which rules, if any decide.
fn by_rules<G: Playable>(explained: &Explanation<G>) -> String {
    let selected = explained.rules().filter(|rule| rule.standing == Standing::Selected);
    let names: Vec<String> = selected.map(|rule| format!("\"{}\"", rule.name)).collect();
    if names.is_empty() { String::new() } else { format!(" by {}", list(&names, "and")) }
}

/// A report without the mark that it begins with.
fn unmarked(report: &str) -> String {
    report.split_once(' ').map_or(report, |(_, rest)| rest).to_owned()
}

fn check_mark<R>(check: &CheckReport<R>) -> &'static str {
    match check.standing {
        CheckStanding::Passed | CheckStanding::Lifted { .. } => "✓",
        CheckStanding::Failed(_) | CheckStanding::Panicked(_) => "✗",
        CheckStanding::NotReached => "•",
    }
}

fn check_style<R>(check: &CheckReport<R>) -> Style {
    match check.standing {
        CheckStanding::Passed => PLAIN,
        CheckStanding::Failed(_) | CheckStanding::Panicked(_) => BAD,
        CheckStanding::Lifted { .. } => OPEN,
        CheckStanding::NotReached => FAINT,
    }
}

fn rule_mark<R>(rule: &RuleReport<'_, R>) -> &'static str {
    match rule.standing {
        Standing::Selected => "▸",
        Standing::Refused(..) | Standing::InConflict => "✗",
        _ => "•",
    }
}

fn rule_style<R>(rule: &RuleReport<'_, R>) -> Style {
    match rule.standing {
        Standing::Selected => GOOD,
        Standing::Refused(..) | Standing::InConflict => BAD,
        Standing::Lost { .. } => OPEN,
        _ => FAINT,
    }
}
