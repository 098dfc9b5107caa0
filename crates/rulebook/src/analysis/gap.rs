//! Actions that no rule answers.

use std::collections::BTreeMap;

use crate::analysis::bounds::{Bounds, Budget, KIND, Spent, subtract};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::survey::{Fate, Survey};
use crate::analysis::witness::{Witness, WitnessSubject};
use crate::book::names::SubjectName;
use crate::book::names::list;

/// So many cases of one action in one step are told apart by what they are about.
const MOST: usize = 4;

pub(crate) fn gaps(survey: &Survey<'_>, fates: &[Fate], budget: usize) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, &kind) in survey.kinds.iter().enumerate() {
        let gap = |certainty| Finding::new(FindingKind::Gap, About::Action(kind), certainty);
        if survey.allowed >> at & 1 == 0 {
            findings.push(gap(Certainty::Proved).because("no step allows it"));
            continue;
        }
        let question = Question::new(survey, fates, at);
        if question.any.is_empty() && question.about.is_empty() {
            findings.push(gap(Certainty::Proved).because(why_nobody(survey, at)));
            continue;
        }
        let mut open = Vec::new();
        let asked = question.open_cases(&mut open, &mut Budget::new(budget));
        findings.extend(
            open.into_iter()
                .map(|(witness, why)| gap(Certainty::Suspected).because(why).seen(witness)),
        );
        if asked == Err(Spent) {
            findings.push(gap(Certainty::Unknown).open(Open::Budget));
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
    about: BTreeMap<&'b SubjectName, Vec<Bounds>>,
}

/// A case that nobody answers, and what it is about.
struct Case<'b> {
    bounds: Bounds,
    /// Whether it may be about nothing that a rule names.
    other: bool,
    subjects: Vec<&'b SubjectName>,
}

/// A witness, and what else there is to say.
type Told = (Witness, String);

impl<'s, 'b> Question<'s, 'b> {
    fn new(survey: &'s Survey<'b>, fates: &[Fate], kind: usize) -> Self {
        let mut question = Question { survey, kind, any: Vec::new(), about: BTreeMap::new() };
        for (site, fate) in survey.sites.iter().zip(fates) {
            let start = site.start.as_ref().filter(|_| *fate == Fate::Live);
            let may_answer = |bounds: &&Bounds| survey.may_answer(bounds, kind);
            let Some(bounds) = start.filter(may_answer) else { continue };
            // What predicates say nobody knows: they may hold.
            let declared = bounds.declared(&survey.space);
            for subject in site.subjects {
                question.about.entry(subject).or_default().push(declared.clone());
            }
            if site.subjects.is_empty() {
                question.any.push(declared);
            }
        }
        question.any.sort_by_key(|bounds| bounds.narrowed().len());
        question
    }

    /// Such cases for each step in which there are some; in all if no fact is
    /// the step.
    fn open_cases(&self, told: &mut Vec<Told>, budget: &mut Budget) -> Result<(), Spent> {
        for part in self.parts() {
            let (mut cases, mut more) = (Vec::new(), 0);
            let asked = self.open_in(&part, &mut cases, &mut more, budget);
            let last = cases.len().saturating_sub(1);
            told.extend(cases.iter().enumerate().map(|(at, case)| {
                let witness = self.witness(case);
                let why = [self.no_step(&witness), left_out(if at == last { more } else { 0 })];
                (witness, why.into_iter().flatten().collect::<Vec<_>>().join("; "))
            }));
            asked?;
        }
        Ok(())
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

    /// The cases in a part that no rule covers, and how many subjects with cases
    /// of their own are left out.
    fn open_in(
        &self,
        part: &Bounds,
        cases: &mut Vec<Case<'b>>,
        more: &mut u64,
        budget: &mut Budget,
    ) -> Result<(), Spent> {
        let left = self.without(vec![part.clone()], &self.any, budget)?;
        let Some(open) = widest(&left) else { return Ok(()) };
        // If each rule names its own subjects, they are taken to be all.
        if !self.any.is_empty() {
            cases.push(Case { bounds: open.clone(), other: true, subjects: Vec::new() });
        }
        for (&subject, covers) in &self.about {
            budget.spend(cases.len() * covers.len())?;
            let as_open = |case: &&mut Case<'_>| !covers.iter().any(|one| one.meets(&case.bounds));
            if let Some(case) = cases.iter_mut().find(as_open) {
                case.subjects.push(subject);
                continue;
            }
            let mine = self.without(left.clone(), covers, budget)?;
            match widest(&mine).cloned() {
                None => {}
                Some(_) if cases.len() == MOST => *more += 1,
                Some(bounds) => cases.push(Case { bounds, other: false, subjects: vec![subject] }),
            }
        }
        Ok(())
    }

    /// What is left of boxes without others.
    fn without(
        &self,
        boxes: Vec<Bounds>,
        others: &[Bounds],
        budget: &mut Budget,
    ) -> Result<Vec<Bounds>, Spent> {
        let mut left = Vec::new();
        for one in boxes {
            left.extend(subtract(&one, others, &self.survey.space, budget)?.boxes);
        }
        Ok(left)
    }

    fn witness(&self, case: &Case<'_>) -> Witness {
        let mut subjects = case.subjects.iter().copied().cloned();
        let all = case.other && case.subjects.len() == self.about.len();
        let subject = match case.other {
            true if all => WitnessSubject::Any,
            true => WitnessSubject::Other,
            false => subjects.next().map_or(WitnessSubject::Other, WitnessSubject::Named),
        };
        let also = if all { Vec::new() } else { subjects.collect() };
        Witness { also, ..self.survey.witness(&case.bounds, subject) }
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

/// The box that narrows least.
fn widest(boxes: &[Bounds]) -> Option<&Bounds> {
    boxes.iter().min_by_key(|bounds| bounds.narrowed().len())
}

/// A word on subjects that are not named.
fn left_out(more: u64) -> Option<String> {
    match more {
        0 => None,
        1 => Some("1 more subject has a case of its own".to_owned()),
        more => Some(format!("{more} more subjects have cases of their own")),
    }
}
