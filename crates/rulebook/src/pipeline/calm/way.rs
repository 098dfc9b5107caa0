//! The way on which the rule for a kind of action is found, laid down when the book is
//! compiled.

use crate::book::compile::{Banks, FoundBy};
use crate::book::rule::ActionKind;
use crate::book::{Compiled, RuleId, Tests};
use crate::context::Effect;
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::calm::first::{first_in_runs, first_of};
use crate::pipeline::stroke::{Several, Strikes};
use crate::pipeline::validate::Standing;
use crate::pipeline::watched::InOrder;
use crate::pipeline::{Desk, Stop};
use crate::plan::linear::{Flat, Plan};
use crate::plan::lone::{Lone, side_by_side};
use crate::plan::rows::Cell;
use crate::plan::run::Row;

/// What becomes of one kind of action.
pub(crate) struct Way<G: Game> {
    /// The checks on it, in order.
    pub checks: Box<[Standing<G>]>,
    /// How many rules nobody has to look at because they are for other kinds.
    pub others: usize,
    /// How many rules there are for it.
    pub of_kind: usize,
    /// The rules for it, if nothing but their conditions and answers has to be
    /// asked, in order, and the first that is decisive decides.
    pub in_order: Option<InOrder<G>>,
    /// Whether some of them stand [alone](crate::plan::lone), each about its subject,
    /// and nothing but conditions and answers has to be told of these.
    pub alone: bool,
    pub(super) rule: Found<G>,
    /// All of it: in one stroke, if one rule alone is asked.
    pub stroke: Box<dyn Strikes<G>>,
    /// Whether that is the stroke of a [bank](crate::book::bank).
    pub banked: bool,
}

impl<G: Game> Way<G> {
    /// The next rule of those that are asked in order that matches, from behind this one;
    /// it has proposed.
    #[inline(always)]
    pub(super) fn next(
        &self,
        book: &Compiled<G>,
        desk: &mut Desk<G>,
        rule: RuleId,
        cx: &mut Effect<'_, G>,
    ) -> Result<Option<RuleId>, Stop<G>> {
        match &self.rule {
            Found::InOrder(row, _) => {
                let at = row.iter().position(|asked| asked.rule() == rule);
                first_of(book, desk, at.map_or(&[], |at| &row[at + 1..]), cx)
            }
            Found::InRuns(row, _) => first_in_runs(book, desk, row.walk_behind(rule), cx),
            _ => Ok(None),
        }
    }
}

/// How the rule for it is found.
pub(super) enum Found<G: Game> {
    /// Nothing but its answer has to be asked of this one, if that, and nobody
    /// else.
    Alone(RuleId),
    /// Nothing but their conditions and answers has to be asked of these, in
    /// this order, and the first that matches decides. If each that matches
    /// decides, one after the other, then this is the last of them: nobody is
    /// asked behind it.
    InOrder(Box<[Lone<G>]>, Option<RuleId>),
    /// The same, where there are [runs](crate::plan::run) among them.
    InRuns(Row<G>, Option<RuleId>),
    /// The same, but all are asked, and only one may match.
    OnlyOne(Box<[Lone<G>]>),
    /// By what the action is about, which leaves a rule that stands
    /// [alone](crate::plan::lone); or else as below, if there is nothing but
    /// conditions and answers to ask of any.
    BySubject { in_rows: bool },
    /// By what the action is about and what the facts come to. Nothing but their
    /// conditions and answers has to be asked of those that are left, and the first
    /// that matches decides.
    InRows,
    /// As the plan says.
    Planned,
}

/// The way for each kind of action.
pub(crate) fn ways<G: Game>(book: &Compiled<G>, mut banks: Banks<G>) -> Box<[Way<G>]> {
    let is_untested = |rule: RuleId| matches!(book.quick[rule.index()].tests, Tests::None);
    let in_order = |row: &[Cell], last| match Row::new(book, row) {
        Some(runs) => Found::InRuns(runs, last),
        None => Found::InOrder(side_by_side(book, row), last),
    };
    let find = |kind: usize| {
        let Some(plan) = &book.plan else { return Found::Planned };
        let in_rows = plan.flat == Flat::Ordered && plan.rows_of(kind).all(Cell::is_simple);
        if book.lones.has(kind) {
            return Found::BySubject { in_rows };
        }
        if !is_one_row(book, plan, kind) {
            return if in_rows { Found::InRows } else { Found::Planned };
        }
        let row = plan.plain_row(kind);
        // About a single rule there is nothing for a strategy to settle.
        let flat = if row.len() == 1 { Flat::Ordered } else { plan.flat };
        match (flat, row) {
            (Flat::Ordered, [first, ..]) if first.asks() == 0 => Found::Alone(first.rule()),
            (_, row) if !row.iter().all(Cell::is_simple) => Found::Planned,
            (Flat::Ordered, [only]) if is_untested(only.rule()) => Found::Alone(only.rule()),
            (Flat::Ordered, row) => in_order(row, None),
            (Flat::Exclusive, row) => Found::OnlyOne(side_by_side(book, row)),
            (Flat::ApplyAll, row) => in_order(row, row.last().map(|cell| cell.rule())),
            (Flat::Nested, _) => Found::Planned,
        }
    };
    let check = |at: u32| (at, book.draft.checks[at as usize].clone());
    let checks = |kind: usize| -> Box<[Standing<G>]> {
        book.checks_by_kind[kind].iter().map(|&at| check(at)).collect()
    };
    let in_order = |kind: ActionKind<G>| {
        let plan = book.plan.as_ref().filter(|plan| plan.flat == Flat::Ordered)?;
        // Of shared predicates it would have to be told what was remembered.
        if !book.calm || !book.words.shared.is_empty() || !is_one_row(book, plan, kind.index()) {
            return None;
        }
        let row = plan.plain_row(kind.index());
        row.iter().all(Cell::is_simple).then(|| InOrder::of(book, row))
    };
    let alone = |kind: usize| book.calm && book.words.shared.is_empty() && book.lones.has(kind);
    let way = |&kind: &ActionKind<G>| {
        let (checks, rule) = (|| checks(kind.index()), find(kind.index()));
        let found = match rule {
            Found::BySubject { in_rows: false } => Some(FoundBy::Subject),
            Found::BySubject { in_rows: true } => Some(FoundBy::SubjectOrRow),
            Found::InRows => Some(FoundBy::Row),
            _ => None,
        };
        let stroke = match (&rule, found) {
            (Found::Alone(rule), _) => {
                book.quick[rule.index()].code.clone().alone(*rule, checks(), book.minds_kinds)
            }
            (_, Some(found)) => banks.stroke(book, (kind.index(), found), checks()),
            _ => None,
        };
        let banked = matches!(rule, Found::BySubject { .. }) && stroke.is_some();
        let stroke = stroke.unwrap_or_else(|| Box::new(Several));
        let others = book.other_kinds(kind);
        let (in_order, alone) = (in_order(kind), alone(kind.index()));
        let of_kind = book.of_kind(kind);
        Way { checks: checks(), others, of_kind, in_order, alone, rule, stroke, banked }
    };
    ActionKind::<G>::ALL.iter().map(way).collect()
}

/// Whether neither facts nor subjects tell the rules for a kind of action apart.
fn is_one_row<G: Game>(book: &Compiled<G>, plan: &Plan, kind: usize) -> bool {
    let without_facts = book.facts_by_kind[kind].is_empty() && plan.rows_of(kind).table.is_none();
    !book.uses_subjects && without_facts
}

impl<G: Game> Compiled<G> {
    /// The way of an action.
    #[inline(always)]
    pub(crate) fn way(&self, action: &G::Action) -> &Way<G> {
        &self.ways[action.kind().index()]
    }
}
