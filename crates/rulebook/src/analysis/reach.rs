//! Which rules can ever be reached.

use crate::analysis::bounds::{Budget, Purse, Spent};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::shadow::Known;
use crate::analysis::survey::{Contradiction, Fate, Form, Survey};

/// What became of each rule, by rank, and what there is to say about it.
pub(crate) struct Reach {
    pub fates: Vec<Fate>,
    pub findings: Vec<Finding>,
}

pub(crate) fn reach(survey: &Survey<'_>, purse: &mut Purse) -> Reach {
    let mut findings = dead_phases(survey);
    let mut known = Known::new(survey);
    for rank in 0..survey.sites.len() {
        let (fate, finding) = purse.pay(|budget| judge(survey, &known, rank, budget));
        findings.extend(finding);
        known.add(fate);
    }
    Reach { fates: known.into_fates(), findings }
}

/// Phases whose declared conditions leave nothing; those below are not named
/// again.
fn dead_phases(survey: &Survey<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (node, phase) in survey.phases.iter().enumerate() {
        let parent = survey.tree.nodes[node].parent as usize;
        let within = survey.phases.get(parent).is_some_and(Option::is_none);
        if phase.is_some() || within || survey.nodes[node].is_rule {
            continue;
        }
        let below = survey.below(node as u32).map(|rank| survey.name(rank));
        let mut finding =
            Finding::new(FindingKind::DeadPhase, survey.about(node as u32), Certainty::Proved)
                .with_rules(below);
        if let Some(contradiction) = &survey.contradictions[node] {
            finding = finding.because(&*contradiction.why);
            if contradiction.of_step {
                finding = finding
                    .advising("correct a condition, let a step allow that, or remove the phase");
            }
        }
        findings.push(finding);
    }
    findings
}

/// What becomes of a rule, if that is known of all before it.
fn judge(
    survey: &Survey<'_>,
    known: &Known<'_, '_>,
    rank: usize,
    budget: &mut Budget,
) -> (Fate, Option<Finding>) {
    let site = &survey.sites[rank];
    let parent = survey.tree.nodes[site.node as usize].parent;
    if survey.phases[parent as usize].is_none() {
        // The phase says it.
        return (Fate::Unreachable, None);
    }
    let about = || About::Rule(survey.name(rank));
    let open = |kind| Finding::new(kind, about(), Certainty::Unknown).open(Open::Budget);
    match known.is_asked(rank, budget) {
        Ok(true) => {}
        Ok(false) => {
            let finding = Finding::new(FindingKind::Unreachable, about(), Certainty::Proved);
            let finding = finding.because(why_unreachable(survey, rank));
            let advice = match &survey.contradictions[site.node as usize] {
                Some(Contradiction { of_step: true, .. }) => {
                    "correct a condition, let a step allow that, or remove the rule"
                }
                Some(_) => return (Fate::Unreachable, Some(finding)),
                None => "let a step allow them, or remove the rule",
            };
            return (Fate::Unreachable, Some(finding.advising(advice)));
        }
        Err(Spent) => return (Fate::Live, Some(open(FindingKind::Unreachable))),
    }
    match known.shadow(rank, budget) {
        Ok(None) => (Fate::Live, None),
        Ok(Some(by)) => {
            let finding = Finding::new(FindingKind::Shadowed, about(), Certainty::Proved);
            let others: Vec<u32> = by.iter().map(|&rank| survey.sites[rank].node).collect();
            let advice = survey.places().advice(site.node, &others);
            let by = by.into_iter().map(|rank| survey.name(rank));
            (Fate::Shadowed, Some(finding.with_rules(by).advising(advice)))
        }
        Err(Spent) => (Fate::Live, Some(open(FindingKind::Shadowed))),
    }
}

fn why_unreachable(survey: &Survey<'_>, rank: usize) -> String {
    let site = &survey.sites[rank];
    match &survey.contradictions[site.node as usize] {
        // It may come to hold, but nobody is asked before it.
        Some(Contradiction { why, .. }) if site.bounds(Form::Work).is_some() => {
            format!("{why}, and no rule before it can change that")
        }
        Some(Contradiction { why, .. }) => why.clone(),
        None => "no step allows its actions".to_owned(),
    }
}
