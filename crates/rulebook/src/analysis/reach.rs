//! Which rules can ever be reached.

use crate::analysis::bounds::{Budget, Purse, Spent};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::shadow::Known;
use crate::analysis::survey::{Fate, Form, Survey};

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
        let why = survey.contradictions[node].clone().unwrap_or_default();
        let below = survey.below(node as u32).map(|rank| survey.name(rank));
        findings.push(
            Finding::new(FindingKind::DeadPhase, survey.about(node as u32), Certainty::Proved)
                .with_rules(below)
                .because(why),
        );
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
            return (Fate::Unreachable, Some(finding.because(why_unreachable(survey, rank))));
        }
        Err(Spent) => return (Fate::Live, Some(open(FindingKind::Unreachable))),
    }
    match known.shadow(rank, budget) {
        Ok(None) => (Fate::Live, None),
        Ok(Some(by)) => {
            let finding = Finding::new(FindingKind::Shadowed, about(), Certainty::Proved);
            let by = by.into_iter().map(|rank| survey.name(rank));
            (Fate::Shadowed, Some(finding.with_rules(by)))
        }
        Err(Spent) => (Fate::Live, Some(open(FindingKind::Shadowed))),
    }
}

fn why_unreachable(survey: &Survey<'_>, rank: usize) -> String {
    let site = &survey.sites[rank];
    match &survey.contradictions[site.node as usize] {
        // It may come to hold, but nobody is asked before it.
        Some(contradiction) if site.bounds(Form::Work).is_some() => {
            format!("{contradiction}, and no rule before it can change that")
        }
        Some(contradiction) => contradiction.clone(),
        None => "no step allows its actions".to_owned(),
    }
}
