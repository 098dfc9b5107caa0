//! Losing: which rules would have decided too, and how they lost.

use crate::actor::By;
use crate::book::strategy::Strategy;
use crate::book::{Compiled, RuleId};
use crate::explain::inquiry::Anyway;
use crate::game::{Game, Kind, Kinded};
use crate::observe::{Lost, Rejected};
use crate::pipeline::Core;
use crate::plan::diary::Diary;

/// How one rule lost against another, unless both could have applied.
pub(super) fn how_lost<G: Game>(
    book: &Compiled<G>,
    winner: RuleId,
    loser: RuleId,
) -> Option<(Lost, Strategy)> {
    let node = |rule: RuleId| book.rules[rule.index()].node;
    let (phase, winning, losing) = book.tree.parting(node(winner), node(loser))?;
    let priority =
        |node: u32| book.draft.nodes[node as usize].attributes.priority.unwrap_or_default();
    match book.tree.strategy(phase) {
        Strategy::ApplyAll | Strategy::Exclusive => None,
        Strategy::HighestPriority
            if !book.draft.orders_by_key(phase) && priority(winning) != priority(losing) =>
        {
            Some((Lost::ByPriority, Strategy::HighestPriority))
        }
        strategy => Some((Lost::ByOrder, strategy)),
    }
}

/// The rules that could decide about an action and were not asked, by number.
fn unasked<G: Game, L>(core: &Core<G, L>, action: &G::Action) -> Vec<RuleId> {
    let Core { book, desk, .. } = core;
    let book = &*book.inner;
    let was_asked = |diary: &Diary<_>, rule: RuleId| diary.rules[rule.index()].is_some();
    let unasked = |rule: &RuleId| !desk.diary.as_ref().is_some_and(|it| was_asked(it, *rule));
    let Some(plan) = &book.plan else {
        return (0..book.rules.len() as u32).map(RuleId).filter(unasked).collect();
    };
    let rows = plan.row(action.kind().index(), desk.subject, &desk.facts);
    // Mostly there is one row, and everybody in it was asked.
    if let Some(row) = rows.single()
        && !row.iter().any(|cell| unasked(&cell.rule()))
    {
        return Vec::new();
    }
    let mut rules = Vec::new();
    for row in rows.rows {
        rules.extend(row.iter().map(|cell| cell.rule()).filter(unasked));
    }
    rules.sort_unstable();
    rules
}

/// The rules that would have decided too, had they been asked.
pub(crate) fn rejected<G: Game, L>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    winner: RuleId,
) -> Vec<Rejected> {
    let rules = unasked(core, action);
    if rules.is_empty() {
        return Vec::new();
    }
    rejected_of(core, by, action, winner, rules)
}

/// The same, of these rules.
pub(crate) fn rejected_of<G: Game, L>(
    core: &mut Core<G, L>,
    by: By,
    action: &G::Action,
    winner: RuleId,
    rules: Vec<RuleId>,
) -> Vec<Rejected> {
    let mut anyway = Anyway::new(by, action, action.kind());
    rules
        .into_iter()
        .filter_map(|rule| {
            // Under ApplyAll, what lost against an earlier rule was told then.
            let known = |diary: &Diary<_>| {
                let mut earlier = diary.selected.iter().filter(|earlier| earlier.rule != winner);
                earlier.any(|earlier| how_lost(&core.book.inner, earlier.rule, rule).is_some())
            };
            if core.desk.diary.as_ref().is_some_and(known) {
                return None;
            }
            let (lost, strategy) = how_lost(&core.book.inner, winner, rule)?;
            let decisive = anyway.ask(core, rule).is_ok_and(|would| would.is_decisive());
            decisive.then_some(Rejected { rule, strategy, lost })
        })
        .collect()
}
