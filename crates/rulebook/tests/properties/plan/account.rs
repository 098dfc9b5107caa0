//! The passes give an exact account of what they avoided.

use rulebook::{Pass, Passes, Strategy};

use super::play::{Page, Way};
use super::watch::Counts;
use crate::books::avoided;
use crate::books::meaning::declared;
use crate::books::spec::{Case, Node, Phase};
use crate::runner::{Said, same};

/// Compares the work of two ways to take one step.
pub(crate) fn agrees(case: &Case, passes: Passes, way: Way, reference: &Page, plan: &Page) -> Said {
    match way {
        Way::Watched => {
            rules_passed_over(case, passes, reference, plan)?;
            // Of what it takes to list legal actions nobody is told.
            if plan.single.is_none() {
                return Ok(());
            }
            predicates(reference, plan, &plan.told.avoided)
        }
        Way::Counted => predicates(reference, plan, &plan.avoided),
        Way::Quiet | Way::Explained | Way::InParity => Ok(()),
    }
}

fn by(counts: &Counts, pass: Pass) -> u64 {
    counts.get(&pass).copied().unwrap_or(0)
}

/// A shared predicate was evaluated, or that was avoided and counted.
fn predicates(reference: &Page, plan: &Page, avoided: &Counts) -> Said {
    // Where it ended with a fault, nobody is told of the last decision.
    if plan.fault.is_some() {
        return Ok(());
    }
    let spared = by(avoided, Pass::Hoist) + by(avoided, Pass::Memo);
    same(
        "evaluations of shared predicates, made or avoided",
        &reference.evaluated,
        &(plan.evaluated + spared),
    )
}

/// The plan tells of the same rules in the same order, but for those that the
/// index left out; and these are as many as it says.
fn rules_passed_over(case: &Case, passes: Passes, reference: &Page, plan: &Page) -> Said {
    same("the reference avoids nothing", &true, &reference.told.avoided.is_empty())?;
    let mut told = plan.told.skipped.iter().peekable();
    let rules = case.rules();
    let mut missing = 0;
    for skip in &reference.told.skipped {
        if told.next_if(|next| *next == skip).is_some() {
            continue;
        }
        missing += 1;
        let (rule, around) = &rules[skip.0];
        if !avoided::may_leave_out(rule, &declared(rule, around), &skip.1, passes) {
            return Err(format!("nobody was told that rule {} came to {:?}", skip.0, skip.1));
        }
    }
    same("nobody else was passed over", &None, &told.next())?;
    let masked = |(_, why): &&(usize, _)| matches!(why, rulebook::Standing::Masked { .. });
    if passes.has(Pass::Masks) && plan.fault.is_none() {
        let masked = plan.told.skipped.iter().filter(masked).count() as u64;
        same("rules that a mask left out", &masked, &by(&plan.told.avoided, Pass::Masks))?;
    }
    let Some((start, act)) = plan.single.as_ref().filter(|_| plan.fault.is_none()) else {
        return Ok(());
    };
    let index = [Pass::Kinds, Pass::Facts, Pass::Subjects, Pass::ShortCut];
    let left_out: u64 = index.into_iter().map(|pass| by(&plan.told.avoided, pass)).sum();
    if plan.unhandled || asks_all(&case.root) {
        same("each rule was passed over or left out", &left_out, &missing)?;
    }
    // Without rows by kind, facts that nobody has read may tell rules apart.
    if passes.has(Pass::Kinds) {
        avoided::are_exact(case, passes, start, *act, &plan.told.avoided)?;
    }
    Ok(())
}

/// Whether every rule is come to, whoever decides.
fn asks_all(phase: &Phase) -> bool {
    let all = |child: &Node| match child {
        Node::Phase(inner) => asks_all(inner),
        Node::Rule(_) => true,
    };
    phase.strategy == Some(Strategy::Exclusive) && phase.children.iter().all(all)
}
