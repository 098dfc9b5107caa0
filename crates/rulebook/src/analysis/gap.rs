//! Actions that no rule answers.

use std::collections::BTreeMap;

use crate::analysis::bounds::{Bounds, Budget, KIND, Spent, subtract};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::survey::{Fate, Survey};
use crate::analysis::text::list;
use crate::analysis::witness::{Witness, WitnessSubject};
use crate::game::Subject;

pub(crate) fn gaps(survey: &Survey<'_>, fates: &[Fate], budget: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, &kind) in survey.kinds.iter().enumerate() {
        let gap = |certainty| Finding::new(FindingKind::Gap, About::Action(kind), certainty);
        let may_answer = |bounds: &Option<Bounds>| {
            bounds.as_ref().is_some_and(|bounds| survey.may_answer(bounds, at))
        };
        if survey.allowed >> at & 1 == 0 {
            findings.push(gap(Certainty::Proved).because("no step allows it"));
            continue;
        }
        let sites = survey.sites.iter().zip(fates);
        let answering =
            sites.filter(|(site, fate)| **fate == Fate::Live && may_answer(&site.start));
        if answering.count() == 0 {
            findings.push(gap(Certainty::Proved).because(why_nobody(survey, at)));
            continue;
        }
        let question = Question::new(survey, fates, at);
        match question.open_cases(&mut Budget::new(budget)) {
            Ok(witnesses) => findings.extend(witnesses.into_iter().map(|seen| {
                let why = question.no_step(&seen).unwrap_or_default();
                gap(Certainty::Suspected).because(why).seen(seen)
            })),
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
            let may_answer = |bounds: &&Bounds| survey.may_answer(bounds, kind);
            let Some(bounds) = start.filter(may_answer) else { continue };
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
    /// no fact is the step.
    fn open_cases(&self, budget: &mut Budget) -> Result<Vec<Witness>, Spent> {
        let mut witnesses = Vec::new();
        for case in self.parts() {
            witnesses.extend(self.open_case(&case, budget)?);
        }
        Ok(witnesses)
    }

    /// The action in each step that allows it.
    fn parts(&self) -> Vec<Bounds> {
        let Survey { space, steps, .. } = self.survey;
        let of_kind = Bounds::everything().narrow(KIND, 1 << self.kind, space);
        let Some(of_kind) = of_kind else { return Vec::new() };
        let Some(fact) = self.survey.step_fact else { return vec![of_kind] };
        let allowing = steps.iter().filter(|step| step.allows >> self.kind & 1 == 1);
        let step = space.fact(fact, true);
        allowing.filter_map(|at| of_kind.clone().narrow(step, at.value, space)).collect()
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

    /// A word on facts that look like the step, and are taken for another one
    /// because nobody has said so.
    fn no_step(&self, witness: &Witness) -> Option<String> {
        let Survey { steps, facts, hides_step, .. } = self.survey;
        if steps.is_empty() || !hides_step {
            return None;
        }
        let is_like_step = |name: &str| {
            let fact = facts.iter().find(|fact| fact.name == name);
            fact.is_some_and(|fact| steps.iter().all(|step| fact.values.contains(&&*step.name)))
        };
        let named = witness.facts.iter().find(|named| is_like_step(&named.fact))?;
        Some(format!("if \"{}\" is the step of the turn, say so with .turn_by(…)", named.fact))
    }
}
