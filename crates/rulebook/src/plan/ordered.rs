//! Ordered lists: FirstWins, LastWins and HighestPriority, however nested,
//! come to one list of rules for each action kind, of which the first decisive
//! one decides.
//!
//! A book with an Exclusive or ApplyAll phase has none, and is walked by the
//! [reference interpreter](super::reference). So is an action that somebody
//! wants explained, because a list does not know what it left out. Both call
//! the same functions of the author's in the same order: rules of other kinds
//! are not asked, and neither are the predicates of phases that have no rule
//! for this one.

use crate::book::rule::{ActionKind, Said};
use crate::book::strategy::Strategy;
use crate::book::tree::Tree;
use crate::book::{RuleEntry, RuleId};
use crate::context::Ask;
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::{Core, Place};
use crate::plan::reference::{Selected, holds, is_disabled};
use crate::session::legal::Legal;

/// For each action kind its rules, in the order of asking.
pub(crate) struct Lists {
    by_kind: Vec<Box<[Entry]>>,
}

#[derive(Clone, Copy)]
struct Entry {
    rule: RuleId,
    /// Whether it decides without being asked.
    plain: bool,
}

/// The lists of a book, if they can stand in for its tree.
pub(crate) fn lists<G: Game>(tree: &Tree, rules: &[RuleEntry<G>]) -> Option<Lists> {
    let needs_nodes =
        |node: u32| matches!(tree.strategy(node), Strategy::Exclusive | Strategy::ApplyAll);
    if (0..tree.nodes.len() as u32).any(needs_nodes) {
        return None;
    }
    let entries = tree.rules_below(0).map(|rule| {
        let entry = &rules[rule.index()];
        let plain = entry.always && entry.subjects.is_empty() && entry.guards.is_empty();
        Entry { rule, plain }
    });
    let entries: Vec<_> = entries.collect();
    let of_kind = |kind: ActionKind<G>| {
        let concerned =
            entries.iter().filter(|entry| rules[entry.rule.index()].kinds.contains(kind));
        concerned.copied().collect()
    };
    Some(Lists { by_kind: ActionKind::<G>::ALL.iter().map(|&kind| of_kind(kind)).collect() })
}

/// The rule that decides, by the list of the action's kind.
#[inline(always)]
pub(crate) fn settle<G: Game, L>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
) -> Option<Selected<G::Reason>> {
    let lists = core.book.inner.lists.as_ref()?;
    let list = &lists.by_kind[legal.action().kind().index()];
    match list.first() {
        Some(first) if first.plain && core.disabled.is_empty() => {
            Some(Selected { rule: first.rule, refusal: None })
        }
        _ => ask_in_order(core, legal),
    }
}

#[inline(never)]
fn ask_in_order<G: Game, L>(
    core: &mut Core<G, L>,
    legal: &Legal<G>,
) -> Option<Selected<G::Reason>> {
    let Core { book, state, ticket, disabled, desk, .. } = core;
    let book = &*book.inner;
    let lists = book.lists.as_ref()?;
    let ask = Ask { state, action: legal.action(), by: legal.by() };
    for entry in &lists.by_kind[legal.action().kind().index()] {
        let rule = &book.rules[entry.rule.index()];
        if !rule.guards.iter().all(|&phase| holds(book, state, phase, *ticket, desk)) {
            continue;
        }
        let concerned = rule.subjects.is_empty()
            || desk.subject.is_some_and(|subject| rule.subjects.contains(&subject));
        if !concerned || is_disabled(disabled, entry.rule) {
            continue;
        }
        let mut conditions = rule.def.conditions.iter().enumerate();
        let met = conditions.all(|(at, condition)| {
            desk.place = Place::Condition(entry.rule, at as u32);
            (condition.holds)(&ask)
        });
        if !met {
            continue;
        }
        desk.place = Place::Answer(entry.rule);
        match rule.def.code.ask(&ask, &mut desk.slots[rule.slot as usize]) {
            Said::Match => return Some(Selected { rule: entry.rule, refusal: None }),
            Said::Refuse(kind, reason) => {
                return Some(Selected { rule: entry.rule, refusal: Some((kind, reason)) });
            }
            Said::Skip | Said::Unmet(_) => {}
        }
    }
    None
}
