//! Exclusivity groups that change nothing, and members for which theirs changes
//! nothing.
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
    let groups = survey.groups.iter().zip(&members);
    let found = groups.filter_map(|(name, ranks)| {
        let group = Group { survey, name, ranks };
        group.without_effect(fates).or_else(|| group.idle_members(fates, purse))
    });
    found.collect()
}

/// An exclusivity group, and the ranks of its rules.
struct Group<'s, 'b> {
    survey: &'s Survey<'b>,
    name: &'s String,
    ranks: &'s [usize],
}

impl Group<'_, '_> {
    /// The finding that it changes nothing.
    fn idle(&self, certainty: Certainty) -> Finding {
        let about = About::Group(self.name.clone());
        let rules = self.ranks.iter().map(|&rank| self.survey.name(rank));
        Finding::new(FindingKind::IdleMask, about, certainty).with_rules(rules)
    }

    /// That it changes nothing, if that can be seen without a look at what its rules are
    /// about.
    fn without_effect(&self, fates: &[Fate]) -> Option<Finding> {
        let because = |why| Some(self.idle(Certainty::Proved).because(why));
        if self.ranks.len() < 2 {
            return because("it has only one rule");
        }
        let live = self.live(fates);
        if live.len() < 2 {
            return because("no two of its rules can be reached");
        }
        if share_apply_all(self.survey, &live) {
            return None;
        }
        let apart =
            because("no two of its rules stand in different children of one ApplyAll phase");
        apart.map(|idle| {
            idle.advising("put two of them into different children of one, or leave it out")
        })
    }

    fn live(&self, fates: &[Fate]) -> Vec<usize> {
        self.ranks.iter().copied().filter(|&rank| fates[rank] == Fate::Live).collect()
    }

    /// The rules for which it changes nothing, if there are any: all, or some.
    fn idle_members(&self, fates: &[Fate], purse: &mut Purse) -> Option<Finding> {
        let live = self.live(fates);
        let mut meets = vec![false; live.len()];
        let looked = purse.pay(|budget| self.pair_up(&live, &mut meets, budget));
        let members = |certainty| {
            let about = About::Group(self.name.clone());
            Finding::new(FindingKind::IdleMember, about, certainty)
        };
        match (looked, meets.contains(&true)) {
            (Err(Spent), true) => Some(members(Certainty::Unknown).open(Open::Budget)),
            (Err(Spent), false) => Some(self.idle(Certainty::Unknown).open(Open::Budget)),
            (Ok(()), false) => {
                let why = "no two of its rules apply to the same action";
                Some(self.idle(Certainty::Proved).because(why))
            }
            (Ok(()), true) => {
                let alone = live.iter().zip(&meets).filter(|(_, meets)| !**meets);
                let alone: Vec<String> = alone.map(|(&rank, _)| self.survey.name(rank)).collect();
                let why = match alone.len() {
                    0 => return None,
                    1 => "it applies to no action to which another rule of the group applies",
                    _ => {
                        "none of them applies to an action to which another rule of the group \
                         applies"
                    }
                };
                Some(members(Certainty::Proved).with_rules(alone).because(why))
            }
        }
    }

    /// Marks the rules that may apply to one action together with another of them.
    /// As soon as one is marked, nobody looks any further for it.
    fn pair_up(
        &self,
        live: &[usize],
        meets: &mut [bool],
        budget: &mut Budget,
    ) -> Result<(), Spent> {
        for a in 0..live.len() {
            for b in 0..live.len() {
                // Where two are unmarked, the first was compared with all others.
                if meets[a] || a == b || b < a && !meets[b] {
                    continue;
                }
                budget.spend(1)?;
                if self.may_both_apply(live[a], live[b]) {
                    (meets[a], meets[b]) = (true, true);
                }
            }
        }
        Ok(())
    }

    /// Whether, for all that is known, two rules may apply to one action.
    fn may_both_apply(&self, a: usize, b: usize) -> bool {
        let survey = self.survey;
        let (one, other) = (&survey.sites[a], &survey.sites[b]);
        let parting = survey.tree.parting(one.node, other.node);
        let strategy = parting.map(|(phase, ..)| survey.tree.strategy(phase));
        let meet = one.around.as_ref().zip(other.around.as_ref());
        strategy == Some(Strategy::ApplyAll)
            && meet.is_some_and(|(one, other)| survey.space.meet_open(one, other))
            && one.common_subject(other).is_some()
    }
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
