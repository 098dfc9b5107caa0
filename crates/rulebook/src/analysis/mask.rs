//! Exclusivity groups that never mask a rule.
//!
//! A rule is masked by another of its group that has applied to the same
//! action before. Only under ApplyAll do two rules apply to one action; and
//! what the first one did may have changed everything but the kind, the subject
//! and the conditions of the phases around.

use std::collections::BTreeMap;

use crate::analysis::bounds::{Budget, Purse, Spent};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::survey::{Fate, Survey};
use crate::book::strategy::Strategy;

pub(crate) fn idle(survey: &Survey<'_>, fates: &[Fate], purse: &mut Purse) -> Vec<Finding> {
    let mut members = vec![Vec::new(); survey.groups.len()];
    for (rank, site) in survey.sites.iter().enumerate() {
        for &group in site.groups {
            members[group as usize].push(rank);
        }
    }
    let mut findings = Vec::new();
    for (name, ranks) in survey.groups.iter().zip(&members) {
        let idle =
            |certainty| Finding::new(FindingKind::IdleMask, About::Group(name.clone()), certainty);
        let finding = match purse.pay(|budget| masks(survey, fates, ranks, budget)) {
            Ok(None) => continue,
            Ok(Some(why)) => idle(Certainty::Proved).because(why),
            Err(Spent) => idle(Certainty::Unknown).open(Open::Budget),
        };
        findings.push(finding.with_rules(ranks.iter().map(|&rank| survey.name(rank))));
    }
    findings
}

/// Why no rule of a group masks another, if none does.
fn masks(
    survey: &Survey<'_>,
    fates: &[Fate],
    ranks: &[usize],
    budget: &mut Budget,
) -> Result<Option<&'static str>, Spent> {
    if ranks.len() < 2 {
        return Ok(Some("it has only one rule"));
    }
    let live: Vec<usize> =
        ranks.iter().copied().filter(|&rank| fates[rank] == Fate::Live).collect();
    if live.len() < 2 {
        return Ok(Some("no two of its rules can be reached"));
    }
    if !share_apply_all(survey, &live) {
        return Ok(Some("no two of its rules stand in different children of one ApplyAll phase"));
    }
    for (at, &a) in live.iter().enumerate() {
        for &b in &live[at + 1..] {
            budget.spend(1)?;
            let (one, other) = (&survey.sites[a], &survey.sites[b]);
            let parting = survey.tree.parting(one.node, other.node);
            let strategy = parting.map(|(phase, ..)| survey.tree.strategy(phase));
            let meet = one.around.as_ref().zip(other.around.as_ref());
            if strategy == Some(Strategy::ApplyAll)
                && meet.is_some_and(|(one, other)| survey.space.meet_open(one, other))
                && one.common_subject(other).is_some()
            {
                return Ok(None);
            }
        }
    }
    Ok(Some("no two of its rules apply to the same action"))
}

/// Whether two of these rules stand in different children of one ApplyAll
/// phase.
fn share_apply_all(survey: &Survey<'_>, ranks: &[usize]) -> bool {
    let mut branches = BTreeMap::new();
    ranks.iter().any(|&rank| {
        let mut around = survey.branches(survey.sites[rank].node);
        around.any(|(phase, strategy, branch)| {
            strategy == Strategy::ApplyAll && *branches.entry(phase).or_insert(branch) != branch
        })
    })
}
