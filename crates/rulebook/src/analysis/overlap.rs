//! Rules of an Exclusive phase that could answer one action.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::analysis::bounds::{Bounds, Budget, KIND, Purse, Spent};
use crate::analysis::finding::{Certainty, Finding, FindingKind, Open};
use crate::analysis::index::{Index, Which};
use crate::analysis::survey::{Fate, Form, Survey};
use crate::analysis::witness::{Witness, WitnessSubject};
use crate::book::names::list;
use crate::book::strategy::Strategy;

/// What a pair takes of the budget.
const EACH: usize = 100;

pub(crate) fn overlaps(survey: &Survey<'_>, fates: &[Fate], purse: &mut Purse) -> Vec<Finding> {
    let mut findings = Vec::new();
    for phase in survey.phases_with(Strategy::Exclusive) {
        let mut meetings =
            Meetings { survey, fates, phase, sure: Vec::new(), open: BTreeSet::new() };
        let asked = purse.pay(|budget| meetings.find(budget));
        findings.extend(meetings.sure.iter().map(|&(a, b)| meetings.overlap(a, b)));
        let whether =
            || Finding::new(FindingKind::Overlap, survey.about(phase), Certainty::Unknown);
        if !meetings.open.is_empty() {
            let rules = meetings.open.iter().map(|&rank| survey.name(rank));
            findings.push(whether().with_rules(rules).open(Open::Code));
        }
        if asked == Err(Spent) {
            findings.push(whether().open(Open::Budget));
        }
    }
    findings
}

/// Which rules of an Exclusive phase meet.
struct Meetings<'s, 'b> {
    survey: &'s Survey<'b>,
    fates: &'s [Fate],
    phase: u32,
    /// Pairs that both answer where their declared conditions hold.
    sure: Vec<(usize, usize)>,
    /// Rules that meet others, where somebody's own code decides.
    open: BTreeSet<usize>,
}

impl Meetings<'_, '_> {
    fn find(&mut self, budget: &mut Budget) -> Result<(), Spent> {
        let form = self.survey.form(self.phase);
        let mut index = Index::default();
        let children = self.survey.children(self.phase);
        let start = self.survey.below(self.phase).start;
        for &child in children {
            let below = self.survey.below(child);
            for rank in below.clone() {
                self.find_with(rank, start..below.start, form, &index, budget)?;
            }
            for rank in below {
                let site = &self.survey.sites[rank];
                if let Some(bounds) = site.bounds(form).filter(|_| self.fates[rank] == Fate::Live) {
                    index.add(rank, bounds, site);
                }
            }
        }
        Ok(())
    }

    /// The rules of earlier children that a rule meets.
    fn find_with(
        &mut self,
        rank: usize,
        earlier: Range<usize>,
        form: Form,
        index: &Index,
        budget: &mut Budget,
    ) -> Result<(), Spent> {
        let sites = &self.survey.sites;
        let site = &sites[rank];
        let Some(bounds) = site.bounds(form).filter(|_| self.fates[rank] == Fate::Live) else {
            return Ok(());
        };
        let subjects = site.each_subject().map(|subject| match subject {
            // It concerns every subject that an earlier one names.
            None => Which::All,
            named => Which::Only(named),
        });
        let mut met = BTreeSet::new();
        for which in subjects {
            met.extend(index.meeting(bounds, which, earlier.clone(), budget)?);
        }
        for other in met {
            budget.spend(bounds.width())?;
            let theirs = sites[other].bounds(form);
            if !theirs.is_some_and(|theirs| self.survey.space.meet_open(theirs, bounds)) {
                continue;
            }
            if site.certain && sites[other].certain && self.agree(other, rank, form) {
                // Each is a finding of its own: there should not be millions.
                budget.spend(EACH)?;
                self.sure.push((other, rank));
            } else {
                self.open.extend([other, rank]);
            }
        }
        Ok(())
    }

    /// Whether one of two rules needs no predicate that the other does not: else
    /// it may well be that only one of them holds.
    fn agree(&self, a: usize, b: usize, form: Form) -> bool {
        let needs = |rank: usize| {
            let bounds = self.survey.sites[rank].bounds(form);
            let needs = bounds.iter().flat_map(|bounds| bounds.predicates(&self.survey.space));
            needs.collect::<BTreeSet<u32>>()
        };
        let (a, b) = (needs(a), needs(b));
        a.is_subset(&b) || b.is_subset(&a)
    }

    /// Two certain rules that meet.
    fn overlap(&self, a: usize, b: usize) -> Finding {
        let (survey, form) = (self.survey, self.survey.form(self.phase));
        let (one, other) = (&survey.sites[a], &survey.sites[b]);
        let both = one.bounds(form).zip(other.bounds(form));
        let both = both.and_then(|(one, other)| one.meet(other, &survey.space));
        let subject = one.common_subject(other).flatten();
        let subject = subject.cloned().map_or(WitnessSubject::Any, WitnessSubject::Named);
        let kinds = both.as_ref().map_or(0, |both| survey.space.open_kinds(both));
        let always = kinds & self.always_asked(a, b);
        let about = survey.about(self.phase);
        let rules = [survey.name(a), survey.name(b)];
        let certainty = if always != 0 { Certainty::Proved } else { Certainty::Suspected };
        let finding = Finding::new(FindingKind::Overlap, about, certainty).with_rules(rules);
        let told = if always != 0 { always } else { kinds };
        let cases = both.map(|both| self.cases(&both, told, &subject)).unwrap_or_default();
        let Some((first, others)) = cases.split_first() else { return finding };
        let others: Vec<String> = others.iter().map(|other| beside(first, other)).collect();
        let why = match &others[..] {
            [] => String::new(),
            others => format!("the same holds for {}", list(others, "and")),
        };
        finding.because(why).seen(first.clone())
    }

    /// For each of these kinds a case in which it is in a box.
    fn cases(&self, both: &Bounds, kinds: u128, subject: &WitnessSubject) -> Vec<Witness> {
        let survey = self.survey;
        let all = (0..128).map(|at| 1_u128 << at).filter(|kind| kinds & kind != 0);
        let cases = all.filter_map(|kind| {
            let case = survey.space.case(&both.clone().narrow(KIND, kind, &survey.space)?)?;
            Some(survey.witness(&case, subject.clone()))
        });
        cases.collect()
    }

    /// The kinds of which every action is asked of both rules, and both answer:
    /// no check, no condition and no other rule stands between.
    fn always_asked(&self, a: usize, b: usize) -> u128 {
        let survey = self.survey;
        let unconditional = |rank: usize| {
            let site = &survey.sites[rank];
            let narrowed = site.start.iter().flat_map(|bounds| bounds.narrowed());
            site.start.is_some()
                && site.subjects.is_empty()
                && narrowed.copied().all(|(dim, _)| dim == KIND)
        };
        if !unconditional(a) || !unconditional(b) {
            return 0;
        }
        let earlier = 0..survey.below(self.phase).start;
        let in_branch = |rank: usize| {
            let child = survey.children(self.phase).iter().map(|&child| survey.below(child));
            child.filter(move |below| below.contains(&rank)).map(move |below| below.start..rank)
        };
        let between = earlier.chain(in_branch(a).flatten()).chain(in_branch(b).flatten());
        let around = between.filter_map(|rank| survey.sites[rank].around.as_ref());
        let answered = around.fold(0, |all, bounds| all | bounds.allows(KIND, &survey.space));
        let checked = survey.checks.iter().fold(0, |all, check| all | check.kinds);
        !answered & !checked
    }
}

/// A case beside another one: its kind, if it is the same otherwise.
fn beside(first: &Witness, other: &Witness) -> String {
    let same = Witness { action: first.action, ..other.clone() } == *first;
    if same { other.action.to_owned() } else { other.to_string() }
}
