//! Rules that stand alone: where kind and subject leave a single rule, all that
//! a decision and a resolution need of it lies in one place.
//!
//! With many rules it is memory that takes the time: a row that has to be found,
//! then the rule that it names, then the author's code, each from memory that
//! nobody has looked at for long, and none before the one before. Here the first
//! two are one.

use crate::book::rule::ActionKind;
use crate::book::{Compiled, Quick, RuleId, Tests};
use crate::game::{Game, Kind, Subject};
use crate::plan::linear::Plan;
use crate::plan::rows::{Cell, asks};

/// A rule that stands alone in its row, or one of a row in which each is asked in
/// its turn. It fills one line of a cache.
#[repr(align(64))]
pub(crate) struct Lone<G: Game> {
    cell: Cell,
    pub quick: Quick<G>,
}

impl<G: Game> Lone<G> {
    #[inline]
    pub(crate) fn rule(&self) -> RuleId {
        self.cell.rule()
    }

    /// Whether the rule itself has to be asked.
    #[inline]
    pub(crate) fn answers(&self) -> bool {
        self.cell.asks() & asks::ANSWER != 0
    }
}

/// The rules that stand alone.
pub(crate) struct Lones<G: Game> {
    /// Kind by kind, and there by subject.
    all: Box<[Option<Lone<G>>]>,
    /// By kind: where its rules begin and end.
    of_kind: Box<[(u32, u32)]>,
}

impl<G: Game> Default for Lones<G> {
    fn default() -> Self {
        Lones { all: Box::default(), of_kind: Box::default() }
    }
}

impl<G: Game> Lones<G> {
    pub(crate) fn of(book: &Compiled<G>) -> Self {
        let mut all = Vec::new();
        let mut put = |cells: &[Option<Cell>]| {
            let begin = all.len() as u32;
            all.extend(cells.iter().map(|cell| cell.and_then(|cell| lone(book, cell))));
            (begin, all.len() as u32)
        };
        let kinds = ActionKind::<G>::ALL.iter().map(|kind| kind.index());
        let of_kind = kinds.map(|kind| put(rows_of_one(book, kind))).collect();
        Lones { all: all.into(), of_kind }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a rule for a kind of action stands alone.
    pub(crate) fn has(&self, kind: usize) -> bool {
        let of_kind = self.of_kind.get(kind).map(|&(begin, end)| begin as usize..end as usize);
        of_kind.is_some_and(|of_kind| self.all[of_kind].iter().any(Option::is_some))
    }

    /// The place of the only rule for a kind of action about a subject.
    #[inline]
    pub(crate) fn place(&self, kind: usize, Subject(subject): Subject) -> Option<u32> {
        let (begin, end) = self.of_kind[kind];
        let at = begin.saturating_add(subject);
        (at < end).then_some(at)
    }

    /// Puts two rules in each other's place.
    #[cfg(test)]
    pub(super) fn swap(&mut self, one: usize, other: usize) {
        self.all.swap(one, other);
    }

    /// The rule at a place.
    #[inline]
    pub(crate) fn get(&self, place: u32) -> Option<&Lone<G>> {
        self.all.get(place as usize)?.as_ref()
    }
}

/// By subject: the rule that stands alone, where nothing but kind and subject
/// has to be known to find it.
fn rows_of_one<G: Game>(book: &Compiled<G>, kind: usize) -> &[Option<Cell>] {
    let by_kind = |plan: &&Plan| plan.rows.len() == ActionKind::<G>::ALL.len();
    let plan = book.plan.as_ref().filter(by_kind);
    let Some(rows) = plan.map(|plan| plan.rows_of(kind)) else { return &[] };
    let only = rows.table.is_none() && rows.open.any.is_empty();
    if only && book.facts_by_kind[kind].is_empty() { &rows.open.alone } else { &[] }
}

/// A rule of which nothing but one condition and its answer have to be asked.
fn lone<G: Game>(book: &Compiled<G>, cell: Cell) -> Option<Lone<G>> {
    let quick = &book.quick[cell.rule().index()];
    let few = !matches!(quick.tests, Tests::Many(_));
    (cell.is_simple() && few).then(|| Lone { cell, quick: quick.clone() })
}

/// The rules of a row, with what a decision needs of each.
pub(crate) fn side_by_side<G: Game>(book: &Compiled<G>, row: &[Cell]) -> Box<[Lone<G>]> {
    let quick = |cell: Cell| book.quick[cell.rule().index()].clone();
    row.iter().map(|&cell| Lone { cell, quick: quick(cell) }).collect()
}
