//! Actions that no rule answers.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::bounds::{Bounds, Budget, KIND, Purse, Spent};
use crate::analysis::cover::{merge, subtract};
use crate::analysis::finding::{About, Certainty, Finding, FindingKind, Open};
use crate::analysis::survey::{Fate, Survey};
use crate::analysis::witness::{Witness, WitnessSubject};
use crate::book::names::SubjectName;
use crate::book::names::list;

/// So many cases of one action are told; the others are counted.
const MOST: usize = 4;

pub(crate) fn gaps(survey: &Survey<'_>, fates: &[Fate], purse: &mut Purse) -> Vec<Finding> {
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
        let mut cases = Cases::default();
        let asked = purse.pay(|budget| question.find(&mut cases, budget));
        let told = question.told(cases).into_iter();
        findings.extend(
            told.map(|(witness, why)| gap(Certainty::Suspected).because(why).seen(witness)),
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

/// Cases of which no two share an action: boxes that do not meet, and those that
/// meet are about different subjects.
#[derive(Default)]
struct Cases<'b> {
    all: Vec<Case<'b>>,
    places: BTreeMap<Bounds, usize>,
}

impl<'b> Cases<'b> {
    /// The case with this box, which may be a new one.
    fn of(&mut self, bounds: Bounds) -> &mut Case<'b> {
        let place = *self.places.entry(bounds.clone()).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(Case { bounds, other: false, subjects: Vec::new() });
        }
        &mut self.all[place]
    }
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
            let declared = bounds.declared(&survey.space).freed(KIND);
            for subject in site.subjects {
                question.about.entry(subject).or_default().push(declared.clone());
            }
            if site.subjects.is_empty() {
                question.any.push(declared);
            }
        }
        let by_width = |a: &Bounds, b: &Bounds| (a.width(), a).cmp(&(b.width(), b));
        for boxes in question.about.values_mut().chain([&mut question.any]) {
            boxes.sort_by(by_width);
            boxes.dedup();
        }
        question
    }

    /// Finds all such cases. Those that were found before the budget was spent
    /// are cases all the same.
    fn find(&self, cases: &mut Cases<'b>, budget: &mut Budget) -> Result<(), Spent> {
        let Some(part) = self.part() else { return Ok(()) };
        let space = &self.survey.space;
        let left = merge(subtract(&part, &self.any, space, budget)?, space, budget);
        // If each rule names its own subjects, they are taken to be all.
        if !self.any.is_empty() {
            left.iter().for_each(|bounds| cases.of(bounds.clone()).other = true);
        }
        let whole: BTreeSet<&Bounds> = left.iter().collect();
        for (covers, subjects) in self.alike() {
            let mut mine = Vec::new();
            for one in &left {
                mine.extend(subtract(one, covers, space, budget)?);
            }
            // What is left as it was is the case of others, too.
            let (mine, pieces) = mine.into_iter().partition(|one| whole.contains(one));
            let boxes: Vec<Bounds> = [mine, merge(pieces, space, budget)].concat();
            budget.spend(boxes.iter().map(Bounds::width).sum())?;
            boxes.into_iter().for_each(|bounds| cases.of(bounds).subjects.extend(&subjects));
        }
        Ok(())
    }

    /// The action in all steps that allow it.
    fn part(&self) -> Option<Bounds> {
        let Survey { space, steps, .. } = self.survey;
        let of_kind = Bounds::everything().narrow(KIND, 1 << self.kind, space)?;
        let Some(fact) = self.survey.step_fact else { return Some(of_kind) };
        let allowing = steps.iter().filter(|step| step.allows >> self.kind & 1 == 1);
        let values = allowing.fold(0, |values, step| values | step.value);
        of_kind.narrow(space.fact(fact, true), values, space)
    }

    /// Subjects with the same covers together: of thousands of cards there are a
    /// few sorts. In the order of the first ones.
    fn alike(&self) -> Vec<(&[Bounds], Vec<&'b SubjectName>)> {
        let mut places: BTreeMap<&[Bounds], usize> = BTreeMap::new();
        let mut alike: Vec<(&[Bounds], Vec<&'b SubjectName>)> = Vec::new();
        for (&subject, covers) in &self.about {
            let place = *places.entry(covers).or_insert(alike.len());
            match alike.get_mut(place) {
                Some((_, subjects)) => subjects.push(subject),
                None => alike.push((covers, vec![subject])),
            }
        }
        alike
    }

    /// The widest of the cases, and how many more there are.
    fn told(&self, cases: Cases<'b>) -> Vec<Told> {
        let mut cases = cases.all;
        cases.sort_by_key(|case| case.bounds.width());
        let more = cases.len().saturating_sub(MOST);
        cases.truncate(MOST);
        let last = cases.len().saturating_sub(1);
        let told = cases.iter().enumerate().map(|(at, case)| {
            let witness = self.witness(case);
            let why = [self.no_step(&witness), left_out(if at == last { more } else { 0 })];
            (witness, why.into_iter().flatten().collect::<Vec<_>>().join("; "))
        });
        told.collect()
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

/// A word on cases that are not told.
fn left_out(more: usize) -> Option<String> {
    match more {
        0 => None,
        1 => Some("there is 1 more case".to_owned()),
        more => Some(format!("there are {more} more cases")),
    }
}
