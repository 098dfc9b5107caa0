//! Explanations as JSON.

use rulebook::{
    Book, CheckReport, CheckStanding, Explanation, Force, Forecast, Lost, Reason, RuleReport,
    Standing, Strategy,
};
use rulebook_games::Playable;

use super::account;
use super::answer::reason;
use crate::wire::{self, Who};

/// Everything for and against an action.
pub(super) fn decision<G: Playable>(book: &Book<G>, explained: &Explanation<G>) -> wire::Decision {
    let forecast = forecast(&explained.forecast());
    let gates = explained.gates();
    let gates = gates.iter().map(|gate| wire::GateReport {
        gate: gate.gate.to_string(),
        checks: gate.checks.iter().map(check).collect(),
    });
    wire::Decision {
        by: Who(explained.by),
        action: G::print(&explained.action),
        legal: !matches!(forecast.kind.as_str(), "refused" | "fault"),
        forecast,
        gates: gates.collect(),
        rules: explained.rules().map(|report| rule(book, &report)).collect(),
        account: explained.account.as_deref().map(|account| account::account(book, account)),
        text: explained.to_string(),
    }
}

fn forecast<G: Playable>(forecast: &Forecast<'_, G>) -> wire::Forecast {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let (kind, rules) = match forecast {
        Forecast::Commit(rules) => ("commit", owned(rules)),
        Forecast::NoChange(rules) => ("no_change", owned(rules)),
        Forecast::Refused(..) => ("refused", Vec::new()),
        Forecast::Choice(_) => ("choice", Vec::new()),
        Forecast::Dice(rules) => ("dice", owned(rules)),
        Forecast::Fault(_) => ("fault", Vec::new()),
    };
    wire::Forecast { kind: kind.to_owned(), words: forecast.to_string(), rules }
}

fn check<R: Reason>(report: &CheckReport<R>) -> wire::CheckReport {
    let told = |reasons: &[R]| {
        reasons.iter().map(|why| reason(why, Some(&report.check), None)).collect::<Vec<_>>()
    };
    let (standing, lifted_by, reasons, message) = match &report.standing {
        CheckStanding::Passed => ("passed", None, Vec::new(), None),
        CheckStanding::Failed(reasons) => ("failed", None, told(reasons), None),
        CheckStanding::Lifted { by, reasons } => ("lifted", Some(by.clone()), told(reasons), None),
        CheckStanding::NotReached => ("not_reached", None, Vec::new(), None),
        CheckStanding::Panicked(message) => ("panicked", None, Vec::new(), Some(message.clone())),
    };
    wire::CheckReport {
        name: report.check.clone(),
        force: force(report.force).to_owned(),
        standing: standing.to_owned(),
        lifted_by,
        reasons,
        exceptions: report.exceptions.clone(),
        message,
    }
}

/// How firmly a check stands, in a word.
pub(super) fn force(force: Force) -> &'static str {
    match force {
        Force::Hard => "hard",
        Force::Liftable => "liftable",
        Force::Prohibition => "prohibition",
    }
}

/// A strategy with its tie-break.
pub(super) fn strategy(strategy: Strategy) -> String {
    let how = match strategy {
        Strategy::FirstWins => "the first that decides, in the order of the book",
        Strategy::LastWins => "the last that decides, in the order of the book",
        Strategy::HighestPriority => "the highest priority; of equals the first in the book",
        Strategy::Exclusive => "only one may decide: two are a fault",
        Strategy::ApplyAll => "all apply, by priority; of equals the first in the book",
    };
    format!("{strategy}: {how}")
}

fn rule<G: Playable>(book: &Book<G>, report: &RuleReport<'_, G::Reason>) -> wire::RuleReport {
    let mut path: Vec<String> = report.name.split('/').map(str::to_owned).collect();
    let name = path.pop().unwrap_or_default();
    wire::RuleReport {
        name,
        path,
        priority: report.priority.to_string(),
        label: report.label.map(str::to_owned),
        strategy: strategy(book.rule_view(report.rule).strategy()),
        standing: standing(&report.standing),
    }
}

fn standing<R: Reason>(standing: &Standing<'_, R>) -> wire::RuleStanding {
    let said = |kind: &str| wire::RuleStanding {
        kind: kind.to_owned(),
        words: standing.to_string(),
        ..wire::RuleStanding::default()
    };
    match standing {
        Standing::Selected => said("selected"),
        Standing::Refused(..) => said("refused"),
        Standing::Lost { how, to, strategy: by, would } => wire::RuleStanding {
            to: Some(to.to_string()),
            how: Some(match how {
                Lost::ByPriority => "priority".to_owned(),
                Lost::ByOrder => "order".to_owned(),
            }),
            strategy: Some(strategy(*by)),
            would: Some(would.to_string()),
            ..said("lost")
        },
        Standing::InConflict => said("in_conflict"),
        Standing::PredicateFalse { .. } => said("predicate_false"),
        Standing::OtherKind => said("other_kind"),
        Standing::OtherSubject { .. } => said("other_subject"),
        Standing::Disabled => said("disabled"),
        Standing::ConditionFalse { .. } => said("condition_false"),
        Standing::Skipped => said("skipped"),
        Standing::Masked { .. } => said("masked"),
        Standing::NotReached { would } => {
            wire::RuleStanding { would: Some(would.to_string()), ..said("not_reached") }
        }
    }
}
