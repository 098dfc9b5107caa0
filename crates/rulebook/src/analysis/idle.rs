//! What stands in a book and does nothing: checks that never matter, exceptions
//! from them, and what the compiler has warned of already.

use std::collections::BTreeSet;

use crate::analysis::finding::{About, Certainty, Finding, FindingKind};
use crate::analysis::survey::{Fate, Survey};
use crate::book::names::few;
use crate::book::warning::Warning;

/// Checks for actions that nobody answers, and exceptions from them. Such a
/// check still refuses with its own reason, but nothing comes of the action
/// without it either.
pub(crate) fn unused(survey: &Survey<'_>, fates: &[Fate]) -> Vec<Finding> {
    let live = survey.sites.iter().zip(fates).filter(|(_, fate)| **fate == Fate::Live);
    let answered = live.fold(0, |all, (site, _)| {
        all | site.start.as_ref().map_or(0, |bounds| survey.space.open_kinds(bounds))
    });
    let mut findings = Vec::new();
    for check in survey.checks.iter().filter(|check| !check.of_turn && check.kinds & answered == 0)
    {
        let kinds = few(&survey.kind_names(check.kinds), "and");
        let why = format!("only about {kinds}, which no rule answers anyway");
        let about = About::Check(check.name.clone());
        findings
            .push(Finding::new(FindingKind::UnusedCheck, about, Certainty::Proved).because(why));
        for exception in &check.exceptions {
            let about = About::Exception(exception.clone());
            let why = format!(
                "only for the check \"{}\", about actions that no rule answers anyway",
                check.name
            );
            findings.push(
                Finding::new(FindingKind::IdleException, about, Certainty::Proved).because(why),
            );
        }
    }
    findings
}

/// Declared conditions that change nothing. All of them can be left out
/// together: each follows from others that stay.
pub(crate) fn conditions(survey: &Survey<'_>) -> Vec<Finding> {
    let idle = survey.idle.iter().map(|(node, why)| {
        let about = survey.about(*node);
        Finding::new(FindingKind::IdleCondition, about, Certainty::Proved).because(why)
    });
    idle.collect()
}

/// Findings for warnings. Groups and kinds are looked into more closely
/// elsewhere.
pub(crate) fn warned(survey: &Survey<'_>, warnings: &[Warning]) -> Vec<Finding> {
    let rules = survey.nodes.iter().filter(|node| node.is_rule);
    let rules: BTreeSet<&str> = rules.map(|node| node.path.as_str()).collect();
    let node = |name: &String| match rules.contains(name.as_str()) {
        true => About::Rule(name.clone()),
        false => About::Phase(name.clone()),
    };
    let found = warnings.iter().filter_map(|warning| {
        let (kind, about) = match warning {
            Warning::StrategyWithoutEffect { phase } => {
                (FindingKind::IdleStrategy, About::Phase(phase.clone()))
            }
            Warning::PriorityWithoutEffect { name, .. }
            | Warning::PriorityBesideKey { name }
            | Warning::PriorityAlone { name } => (FindingKind::RedundantPriority, node(name)),
            Warning::KeyWithoutEffect { name } => (FindingKind::IdleKey, node(name)),
            Warning::NeverLifted { check } => {
                (FindingKind::NeverLifted, About::Check(check.clone()))
            }
            // Found otherwise, or nothing that stands without effect.
            Warning::GroupWithoutEffect { .. }
            | Warning::KindWithoutRule { .. }
            | Warning::LeftToNobody { .. } => return None,
        };
        let finding = Finding::new(kind, about, Certainty::Proved);
        Some(match warning.idle() {
            Some((_, why, advice)) => finding.because(why).advising(advice),
            None => finding.because("no exception lifts it"),
        })
    });
    found.collect()
}
