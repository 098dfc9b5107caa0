//! Who stands before a rule, and whether anything is left of it.
//!
//! A rule is chosen only if at each phase around it that lets one child decide
//! no earlier child was decisive. A rule that is certain is decisive wherever
//! its box is, and so is the child that it stands in; so a rule whose box is
//! covered by such earlier boxes is never chosen. An Exclusive phase between
//! makes it a fault, which chooses nobody either.
//!
//! Below ApplyAll a rule's own conditions are about the working state, while
//! those of phases are about the starting state. The first rule that is chosen
//! there is asked on the starting state; so a box has two dimensions for a
//! fact, and a rule that stands before the ApplyAll phase as a whole narrows
//! the starting state alone.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::analysis::bounds::{Bounds, Budget, Spent};
use crate::analysis::cover::covering;
use crate::analysis::index::{Covers, Which};
use crate::analysis::survey::{Fate, Form, Site, Survey};
use crate::book::strategy::Strategy;
use crate::game::Subject;

/// What is known of the rules so far, in the order of asking.
pub(crate) struct Known<'s, 'b> {
    survey: &'s Survey<'b>,
    fates: Vec<Fate>,
    /// The certain rules that may decide.
    covers: Covers,
}

/// Rules that stand before another at one phase around it.
struct Before {
    ranks: Range<usize>,
    /// The state that they are asked about when the phase settles.
    form: Form,
    /// Whether only those without conditions of their own count: the others
    /// were asked about a state that is neither the starting nor the working
    /// one.
    without_own: bool,
}

/// A box that has to be covered, for actions about one subject.
struct Target {
    subject: Option<Subject>,
    bounds: Bounds,
    /// Whether all is about the starting state.
    first: bool,
}

/// A rule that stands before a target, and its box there.
type Cover<'s> = (usize, &'s Bounds);

impl<'s, 'b> Known<'s, 'b> {
    /// Nothing is known yet.
    pub(crate) fn new(survey: &'s Survey<'b>) -> Self {
        let covers = Covers::new(&survey.sites, &survey.space);
        Known { survey, fates: Vec::new(), covers }
    }

    /// Adds what became of the next rule.
    pub(crate) fn add(&mut self, fate: Fate) {
        let rank = self.fates.len();
        let site = &self.survey.sites[rank];
        if fate == Fate::Live
            && site.certain
            && let Some(bounds) = &site.start
        {
            self.covers.add(rank, bounds, site);
        }
        self.fates.push(fate);
    }

    pub(crate) fn into_fates(self) -> Vec<Fate> {
        self.fates
    }

    /// Whether a rule is ever asked with its conditions met.
    pub(crate) fn is_asked(&self, rank: usize, budget: &mut Budget) -> Result<bool, Spent> {
        for (at, targets) in self.targets(rank).enumerate() {
            budget.spend(usize::from(at > 0))?;
            if !targets.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Everything that has to be covered to keep a rule from being chosen, the
    /// most telling first: if it is asked first, and after each other rule that
    /// may be. Whoever goes on to the next one of these spends a step.
    fn targets(&self, rank: usize) -> impl Iterator<Item = Vec<Target>> {
        let site = &self.survey.sites[rank];
        let first = site
            .start
            .iter()
            .flat_map(|bounds| self.open(bounds, &site.each_subject().collect::<Vec<_>>(), true));
        let first = std::iter::once(first.collect());
        // After a rule of an earlier child of an ApplyAll phase.
        let entries = self.survey.branches(site.node).flat_map(|(phase, strategy, branch)| {
            let earlier = self.earlier(phase, branch);
            if strategy == Strategy::ApplyAll { earlier } else { 0..0 }
        });
        first.chain(entries.map(move |first| self.after(first, site)))
    }

    /// The rules of earlier children of a phase.
    fn earlier(&self, phase: u32, branch: u32) -> Range<usize> {
        let first = |node: u32| self.survey.first[node as usize] as usize;
        first(phase)..first(branch)
    }

    /// What has to be covered to keep a rule from being chosen if another one
    /// was chosen first.
    fn after(&self, first: usize, site: &Site<'_>) -> Vec<Target> {
        let entry = &self.survey.sites[first];
        let bounds = match (site.bounds(Form::Work), &entry.start) {
            (Some(mine), Some(start)) if self.fates[first] == Fate::Live => {
                mine.meet(start, &self.survey.space)
            }
            _ => None,
        };
        let Some(bounds) = bounds else { return Vec::new() };
        let (narrow, wide) = if site.subjects.is_empty() { (entry, site) } else { (site, entry) };
        let subjects = narrow.each_subject().filter(|&subject| wide.concerns(subject));
        self.open(&bounds, &subjects.collect::<Vec<_>>(), false)
    }

    /// What of a box has to be covered, about each of these subjects: what does
    /// not come to the rules need not be.
    fn open(&self, bounds: &Bounds, subjects: &[Option<Subject>], first: bool) -> Vec<Target> {
        let parts = self.survey.space.open_parts(bounds);
        let about = |bounds: Bounds| {
            subjects.iter().map(move |&subject| Target { subject, bounds: bounds.clone(), first })
        };
        parts.flat_map(about).collect()
    }

    /// Where earlier rules stand that keep this one from being asked.
    fn before(&self, rank: usize) -> Vec<Before> {
        let mut before = Vec::new();
        let mut resumed = false;
        for (phase, strategy, branch) in self.survey.branches(self.survey.sites[rank].node) {
            match strategy {
                Strategy::FirstWins | Strategy::LastWins | Strategy::HighestPriority => {
                    let form = self.survey.form(phase);
                    let without_own = resumed && form == Form::Work;
                    before.push(Before { ranks: self.earlier(phase, branch), form, without_own });
                }
                Strategy::ApplyAll => resumed = true,
                Strategy::Exclusive => {}
            }
        }
        before.retain(|before| !before.ranks.is_empty());
        before
    }

    /// The rules that together keep a rule from ever being chosen, if they do:
    /// as few as will do.
    pub(crate) fn shadow(
        &self,
        rank: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Spent> {
        let before = self.before(rank);
        if before.is_empty() {
            return Ok(None);
        }
        budget.spend(1)?;
        let mut covered: Vec<(Target, Vec<Cover<'_>>)> = Vec::new();
        let mut enough = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for (at, targets) in self.targets(rank).enumerate() {
            budget.spend(usize::from(at > 0))?;
            for target in targets {
                budget.spend(usize::from(at > 0) * target.bounds.width())?;
                // The same again, as it is after rules with the same box.
                if !seen.insert((target.subject, target.first, target.bounds.clone())) {
                    continue;
                }
                let covers = self.covers(rank, &target, &before, budget)?;
                match self.covering(&target, &covers, budget)? {
                    Some(ranks) => enough.extend(ranks),
                    None => return Ok(None),
                }
                covered.push((target, covers));
            }
        }
        for (_, covers) in &mut covered {
            covers.retain(|(rank, _)| enough.contains(rank));
        }
        Ok(Some(self.needed(&covered, enough.into_iter().collect(), budget)))
    }

    /// The rules that stand before a target and may be needed to cover it, with
    /// their boxes: the widest first.
    fn covers(
        &self,
        rank: usize,
        target: &Target,
        before: &[Before],
        budget: &mut Budget,
    ) -> Result<Vec<Cover<'s>>, Spent> {
        let sites = &self.survey.sites;
        let mut covers = Vec::new();
        for place in before {
            let ranks = place.ranks.clone();
            if target.first || place.form == Form::Start {
                let about = Which::Only(target.subject);
                let met = self.covers.meeting(&target.bounds, about, ranks, budget)?;
                covers
                    .extend(met.into_iter().filter_map(|at| Some((at, sites[at].start.as_ref()?))));
            } else {
                budget.spend(ranks.len())?;
                let stands = |at: &usize| self.stands_before(*at, rank, place, target);
                let standing = ranks.filter(stands);
                covers.extend(standing.filter_map(|at| Some((at, sites[at].bounds(Form::Work)?))));
            }
        }
        covers.sort_by_key(|(rank, bounds)| (bounds.narrowed().len(), *rank));
        Ok(covers)
    }

    /// Whether a rule keeps another from being asked where both are asked about
    /// a working state.
    fn stands_before(&self, at: usize, rank: usize, place: &Before, target: &Target) -> bool {
        let sites = &self.survey.sites;
        let site = &sites[at];
        // What masks it must mask the other one too.
        let others = &sites[rank].groups;
        let mut groups = site.groups.iter().filter(|&group| !others.contains(group));
        self.fates[at] == Fate::Live
            && site.certain
            && !(place.without_own && site.has_own)
            && site.concerns(target.subject)
            && site.bounds(Form::Work).is_some_and(|bounds| bounds.meets(&target.bounds))
            && !groups.any(|&group| self.may_be_masked(at, group))
    }

    /// Whether a rule of the group may have applied before this one is asked.
    fn may_be_masked(&self, rank: usize, group: u32) -> bool {
        let sites = &self.survey.sites;
        let mut around = self.survey.branches(sites[rank].node);
        around.any(|(phase, strategy, branch)| {
            let applies =
                |at: usize| self.fates[at] == Fate::Live && sites[at].groups.contains(&group);
            strategy == Strategy::ApplyAll && self.earlier(phase, branch).any(applies)
        })
    }

    /// Those of the covers that cover a target, if they do: each that does so
    /// alone, or several together.
    fn covering(
        &self,
        target: &Target,
        covers: &[Cover<'_>],
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, Spent> {
        let space = &self.survey.space;
        budget.spend(covers.iter().map(|(_, bounds)| bounds.width()).sum())?;
        let alone = covers.iter().filter(|(_, bounds)| bounds.contains(&target.bounds, space));
        let alone: Vec<usize> = alone.map(|(rank, _)| *rank).collect();
        if !alone.is_empty() {
            return Ok(Some(alone));
        }
        let boxes: Vec<&Bounds> = covers.iter().map(|(_, bounds)| *bounds).collect();
        let together = covering(&target.bounds, &boxes, space, budget)?;
        Ok(together.map(|places| places.into_iter().map(|at| covers[at].0).collect()))
    }

    /// As few of the rules as will do for all targets: none of them can be left
    /// out. By rank.
    fn needed(
        &self,
        covered: &[(Target, Vec<Cover<'_>>)],
        mut needed: Vec<usize>,
        budget: &mut Budget,
    ) -> Vec<usize> {
        // Those that come last are left out first: what stands first is best
        // known.
        for at in (0..needed.len()).rev() {
            let left = |rank: usize| rank != needed[at] && needed.binary_search(&rank).is_ok();
            let enough = covered.iter().try_fold(true, |enough, (target, covers)| {
                // All together cover the target, so only what this one takes of
                // it could be missing.
                let mine = covers.iter().find(|(rank, _)| *rank == needed[at]);
                let mine =
                    mine.and_then(|(_, bounds)| target.bounds.meet(bounds, &self.survey.space));
                let Some(mine) = mine.filter(|_| enough) else { return Ok(enough) };
                budget.spend(covers.len())?;
                let others = covers.iter().filter(|(rank, _)| left(*rank));
                let others: Vec<&Bounds> = others.map(|(_, bounds)| *bounds).collect();
                let together = covering(&mine, &others, &self.survey.space, budget)?;
                Ok::<_, Spent>(together.is_some())
            });
            match enough {
                Ok(true) => {
                    needed.remove(at);
                }
                Ok(false) => {}
                // More names than need be, but true.
                Err(Spent) => break,
            }
        }
        needed
    }
}
