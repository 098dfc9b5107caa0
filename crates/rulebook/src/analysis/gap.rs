//! Actions that no rule answers.

use std::collections::BTreeMap;

use crate::analysis::bounds::{Bounds, Budget, KIND, Spent, subtract};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::survey::{Fate, StepName, Survey};
use crate::analysis::text::list;
use crate::analysis::witness::{Witness, WitnessSubject};
use crate::game::Subject;

pub(crate) fn gaps(survey: &Survey<'_>, fates: &[Fate], budget: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, &kind) in survey.kinds.iter().enumerate() {
        let gap = |certainty| Finding::new(FindingKind::Gap, About::Action(kind), certainty);
        let is_named = |bounds: &Option<Bounds>| {
            bounds.as_ref().is_some_and(|bounds| bounds.allows(KIND, &survey.space) >> at & 1 == 1)
        };
        if survey.allowed >> at & 1 == 0 {
            findings.push(gap(Certainty::Proved).because("no step allows it"));
            continue;
        }
        let sites = survey.sites.iter().zip(fates);
        let answering = sites.filter(|(site, fate)| **fate == Fate::Live && is_named(&site.start));
        if answering.count() == 0 {
            findings.push(gap(Certainty::Proved).because(why_nobody(survey, at)));
            continue;
        }
        match Question::new(survey, fates, at).open_cases(&mut Budget::new(budget)) {
            Ok(witnesses) => findings
                .extend(witnesses.into_iter().map(|seen| gap(Certainty::Suspected).seen(seen))),
            Err(Spent) => findings.push(gap(Certainty::Unknown).open(Open::Budget)),
        }
    }
    findings
}

/// Why no rule answers an action at all.
fn why_nobody(survey: &Survey<'_>, kind: usize) -> String {
    let allowing = survey.steps.iter().filter(|step| step.allows >> kind & 1 == 1);
    let allowing: Vec<String> = allowing.map(|step| step.name.clone()).collect();
    match &allowing[..] {
        [] => "no rule that can be reached is about it".to_owned(),
        [step] => format!("the step {step} allows it, but no rule that can be reached is about it"),
        steps => {
            let steps = list(steps, "and");
            format!("the steps {steps} allow it, but no rule that can be reached is about it")
        }
    }
}

/// In which cases no rule answers an action of one kind.
struct Question<'s, 'b> {
    survey: &'s Survey<'b>,
    kind: usize,
    /// Where rules for all subjects may answer, if there are some.
    any: Vec<Bounds>,
    /// Where rules about a subject may answer, by subject.
    about: BTreeMap<Subject, Vec<Bounds>>,
}

impl<'s, 'b> Question<'s, 'b> {
    fn new(survey: &'s Survey<'b>, fates: &[Fate], kind: usize) -> Self {
        let mut question = Question { survey, kind, any: Vec::new(), about: BTreeMap::new() };
        for (site, fate) in survey.sites.iter().zip(fates) {
            let start = site.start.as_ref().filter(|_| *fate == Fate::Live);
            let named = |bounds: &&Bounds| bounds.allows(KIND, &survey.space) >> kind & 1 == 1;
            let Some(bounds) = start.filter(named) else { continue };
            // What predicates say nobody knows: they may hold.
            let declared = bounds.declared(&survey.space);
            for subject in site.each_subject() {
                match subject {
                    None => question.any.push(declared.clone()),
                    Some(subject) => {
                        question.about.entry(subject).or_default().push(declared.clone());
                    }
                }
            }
        }
        question.any.sort_by_key(|bounds| bounds.narrowed().len());
        question
    }

    /// A witness for each step in which there is such a case; one in all if
    /// there is no fact for the step.
    fn open_cases(&self, budget: &mut Budget) -> Result<Vec<Witness>, Spent> {
        let mut witnesses = Vec::new();
        for case in self.cases() {
            witnesses.extend(self.open_case(&case, budget)?);
        }
        Ok(witnesses)
    }

    fn cases(&self) -> Vec<Bounds> {
        let Survey { space, steps, facts, .. } = self.survey;
        let of_kind = Bounds::everything().narrow(KIND, 1 << self.kind, space);
        let Some(of_kind) = of_kind else { return Vec::new() };
        let Some(fact) = self.survey.step_fact.filter(|_| !steps.is_empty()) else {
            return vec![of_kind];
        };
        let in_step = |step: &StepName| {
            let values = &facts[fact as usize].values;
            let value = values.iter().position(|value| *value == step.name)?;
            of_kind.clone().narrow(space.fact(fact, true), 1 << value, space)
        };
        let allowing = steps.iter().filter(|step| step.allows >> self.kind & 1 == 1);
        allowing.filter_map(in_step).collect()
    }

    /// A part of a case that no rule covers.
    fn open_case(&self, case: &Bounds, budget: &mut Budget) -> Result<Option<Witness>, Spent> {
        let space = &self.survey.space;
        let left = subtract(case, &self.any, space, budget)?.boxes;
        let widest =
            |left: &[Bounds]| left.iter().min_by_key(|bounds| bounds.narrowed().len()).cloned();
        let Some(open) = widest(&left) else { return Ok(None) };
        if !self.any.is_empty() {
            let subject = match self.about.is_empty() {
                true => WitnessSubject::Any,
                false => WitnessSubject::Other,
            };
            return Ok(Some(self.survey.witness(&open, subject)));
        }
        // Each rule names its own subjects, which are taken to be all.
        for (&subject, covers) in &self.about {
            let left = subtract(case, covers, space, budget)?.boxes;
            if let Some(open) = widest(&left) {
                return Ok(Some(self.survey.witness(&open, WitnessSubject::Named(subject))));
            }
        }
        Ok(None)
    }
}
