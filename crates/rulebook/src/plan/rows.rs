//! The rows of the plan: the rules for one kind of action by declared value
//! and subject, and how several rows are read as one.

use std::collections::BTreeMap;

use crate::book::names::SubjectName;
use crate::book::{Given, RuleEntry, RuleId};
use crate::game::{Game, Subject};
use crate::plan::linear::Entry;
use crate::plan::passes::{Pass, Passes};
use crate::plan::table::{Choice, Table, room};

/// What has to be asked of a rule once its row has been found: one bit each.
pub(crate) mod asks {
    /// Whether it is about this kind or subject, whether its declared
    /// conditions hold, or whether one of its groups has applied.
    pub(crate) const WHETHER: u8 = 1;
    /// Predicates of the phases around it.
    pub(crate) const PHASES: u8 = 2;
    /// Conditions of its own.
    pub(crate) const CONDITIONS: u8 = 4;
    /// The rule itself.
    pub(crate) const ANSWER: u8 = 8;
}

/// A rule in a row: its rank, its number, and what has to be asked of it. With
/// many rules it is memory that takes the time, so that is all in one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub rank: u32,
    /// The rule's number, and above it what has to be asked.
    packed: u32,
}

impl Cell {
    const RULES: u32 = (1 << 28) - 1;

    fn new(rank: u32, RuleId(rule): RuleId) -> Self {
        assert!(rule <= Self::RULES, "a book has at most {} rules", Self::RULES);
        Cell { rank, packed: rule }
    }

    #[inline]
    pub(crate) fn rule(self) -> RuleId {
        RuleId(self.packed & Self::RULES)
    }

    /// What has to be asked: [`asks`].
    #[inline]
    pub(crate) fn asks(self) -> u8 {
        (self.packed >> 28) as u8
    }

    /// Whether that is nothing but its own conditions and the rule itself.
    pub(crate) fn is_simple(&self) -> bool {
        self.asks() & (asks::WHETHER | asks::PHASES) == 0
    }
}

/// Rules by subject.
#[derive(Debug, Default)]
pub(crate) struct Leaf {
    /// Those about no subject in particular.
    pub any: Box<[Cell]>,
    /// The one about a subject, by number, where there is one alone.
    pub alone: Box<[Option<Cell>]>,
    /// Those about one, subject by subject in one piece; with those about none among
    /// them, if the leaf is whole.
    about: Box<[Cell]>,
    /// Where those about a subject begin there, by number, and where the last
    /// end; empty if subjects are not small numbers.
    starts: Box<[u32]>,
    /// The same where they are not.
    ranges: BTreeMap<u32, (u32, u32)>,
    /// How many rules there are in all.
    rules: usize,
    /// Whether one row holds all that there are about a subject, also those about
    /// none in particular.
    whole: bool,
}

impl Leaf {
    #[inline]
    pub(crate) fn about(&self, subject: Option<Subject>) -> &[Cell] {
        let Some(Subject(subject)) = subject else { return &[] };
        let at = subject as usize;
        if let Some(Some(alone)) = self.alone.get(at) {
            return std::slice::from_ref(alone);
        }
        match self.starts.get(at..).and_then(|from| from.first_chunk()) {
            Some(&[start, end]) => &self.about[start as usize..end as usize],
            None if self.ranges.is_empty() => &[],
            None => match self.ranges.get(&subject) {
                Some(&(start, end)) => &self.about[start as usize..end as usize],
                None => &[],
            },
        }
    }
}

impl Leaf {
    /// Those that are concerned by an action about this subject, where one row holds
    /// them all.
    #[inline]
    pub(crate) fn row(&self, subject: Option<Subject>) -> &[Cell] {
        match self.about(subject) {
            [] => &self.any,
            row => row,
        }
    }

    /// The same in two rows.
    pub(crate) fn rows(&self, subject: Option<Subject>) -> [&[Cell]; 2] {
        match self.whole {
            true => [self.row(subject), &[]],
            false => [&self.any, self.about(subject)],
        }
    }

    /// How many subjects are looked up by number, unless they are too far apart for
    /// that.
    pub(crate) fn subjects(&self) -> Option<u32> {
        self.ranges.is_empty().then(|| self.starts.len().saturating_sub(1) as u32)
    }

    /// Whether some are about a subject.
    pub(crate) fn has_subjects(&self) -> bool {
        self.any.len() < self.rules
    }
}

/// The rules for one kind of action.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// Those that stand in no table.
    pub open: Leaf,
    /// The others, by what some facts come to.
    pub table: Option<Table>,
    /// All of them by subject, where there is a table: whoever wants to know of each
    /// rule that an action concerns asks also those that want other values.
    whatever: Option<Leaf>,
    /// How many rules there are of this kind.
    pub rules: usize,
    kept: Kept,
}

/// Where the rules of a kind are kept that an action concerns.
#[derive(Clone, Copy, Debug, Default)]
enum Kept {
    /// In one row, whatever the facts are.
    #[default]
    Open,
    /// In one row for each case of the table.
    InTable,
    /// In several rows.
    Apart,
}

/// The rules that an action could concern.
pub(crate) enum Concerned<'p> {
    /// In one row, as mostly: it is read more quickly than four.
    One(&'p [Cell]),
    Several(Merged<'p>),
}

impl Rows {
    /// Whether this is so of each rule.
    pub(crate) fn all(&self, is_so: impl Fn(&Cell) -> bool) -> bool {
        let leaves = self.table.iter().flat_map(|table| &table.leaves);
        let mut cells =
            leaves.chain([&self.open]).flat_map(|leaf| leaf.any.iter().chain(&leaf.about));
        cells.all(is_so)
    }

    /// Whether the rules are looked up by a fact.
    pub(crate) fn settles(&self, fact: u32) -> bool {
        self.table.as_ref().is_some_and(|table| table.facts().any(|settled| settled == fact))
    }

    /// The rules of the table where the facts are like this.
    #[inline]
    pub(crate) fn leaf(&self, facts: &[u8]) -> Option<&Leaf> {
        Some(self.table.as_ref()?.leaf(facts))
    }

    fn new(open: Leaf, table: Option<Table>, rules: usize) -> Self {
        let kept = match &table {
            None if open.whole => Kept::Open,
            Some(table) if open.rules == 0 && table.leaves.iter().all(|leaf| leaf.whole) => {
                Kept::InTable
            }
            _ => Kept::Apart,
        };
        Rows { open, table, whatever: None, rules, kept }
    }

    /// The rules of this kind by subject, whatever the facts are.
    pub(crate) fn whatever(&self) -> &Leaf {
        self.whatever.as_ref().unwrap_or(&self.open)
    }

    /// Whether one row holds all that an action concerns, whatever the facts are.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.kept, Kept::Open)
    }

    /// The table, if one row of one of its leaves holds all that an action concerns.
    #[inline(always)]
    pub(crate) fn whole_table(&self) -> Option<&Table> {
        self.table.as_ref().filter(|_| matches!(self.kept, Kept::InTable))
    }

    /// The rules that an action about this subject could concern, where the facts
    /// are like this.
    #[inline(always)]
    pub(crate) fn concerned(&self, subject: Option<Subject>, facts: &[u8]) -> Concerned<'_> {
        match (self.kept, &self.table) {
            (Kept::Open, _) => Concerned::One(self.open.row(subject)),
            (Kept::InTable, Some(table)) => Concerned::One(table.leaf(facts).row(subject)),
            _ => self.gathered(subject, facts),
        }
    }

    /// The same where they are kept in several places.
    #[inline(never)]
    fn gathered(&self, subject: Option<Subject>, facts: &[u8]) -> Concerned<'_> {
        let rows = self.merged(subject, facts);
        rows.single().map_or(Concerned::Several(rows), Concerned::One)
    }

    /// The same, by rank.
    pub(crate) fn merged(&self, subject: Option<Subject>, facts: &[u8]) -> Merged<'_> {
        let [any, about] = self.open.rows(subject);
        let [any_here, about_here] = self.leaf(facts).map_or([&[][..]; 2], |it| it.rows(subject));
        Merged { rows: [any, about, any_here, about_here] }
    }

    /// How many rules are left where the facts are like this.
    pub(crate) fn about_facts(&self, facts: &[u8]) -> usize {
        self.open.rules + self.leaf(facts).map_or(0, |leaf| leaf.rules)
    }
}

/// Up to four rows, merged by rank.
#[derive(Clone, Copy)]
pub(crate) struct Merged<'p> {
    pub rows: [&'p [Cell]; 4],
}

/// Rules that are read by rank, each time from no lower rank than before.
pub(crate) trait ByRank {
    /// The next one whose rank is `from` or more.
    fn next(&mut self, from: u32) -> Option<Cell>;

    /// Takes the next one, if its rank is less than `to`.
    fn take(&mut self, to: u32) -> Option<Cell>;

    /// Passes over those whose ranks are less than `from`.
    fn skip(&mut self, from: u32);

    /// How many there are within a range of ranks.
    fn between(&self, from: u32, to: u32) -> usize;
}

impl ByRank for &[Cell] {
    #[inline]
    fn next(&mut self, from: u32) -> Option<Cell> {
        let first = *self.first()?;
        if first.rank >= from {
            return Some(first);
        }
        // Mostly it is the one behind; a jump goes over many at once.
        *self = &self[1..];
        if self.first().is_some_and(|next| next.rank < from) {
            *self = &self[before(self, from)..];
        }
        self.first().copied()
    }

    #[inline]
    fn take(&mut self, to: u32) -> Option<Cell> {
        let (first, rest) = self.split_first().filter(|(first, _)| first.rank < to)?;
        *self = rest;
        Some(*first)
    }

    #[inline]
    fn skip(&mut self, from: u32) {
        if self.first().is_some_and(|first| first.rank < from) {
            *self = &self[before(self, from)..];
        }
    }

    fn between(&self, from: u32, to: u32) -> usize {
        before(self, to) - before(self, from)
    }
}

impl ByRank for Merged<'_> {
    #[inline]
    fn next(&mut self, from: u32) -> Option<Cell> {
        let mut least: Option<Cell> = None;
        for row in &mut self.rows {
            while let Some((head, rest)) = row.split_first() {
                if head.rank >= from {
                    break;
                }
                // A jump goes over many at once.
                *row = match rest.first() {
                    Some(next) if next.rank < from => &rest[before(rest, from)..],
                    _ => rest,
                };
            }
            if let Some(&head) = row.first()
                && least.is_none_or(|least| head.rank < least.rank)
            {
                least = Some(head);
            }
        }
        least
    }

    #[inline]
    fn take(&mut self, to: u32) -> Option<Cell> {
        let heads = self.rows.iter_mut().filter(|row| !row.is_empty());
        heads.min_by_key(|row| row[0].rank)?.take(to)
    }

    #[inline]
    fn skip(&mut self, from: u32) {
        self.rows.iter_mut().for_each(|row| row.skip(from));
    }

    fn between(&self, from: u32, to: u32) -> usize {
        self.rows.iter().map(|row| row.between(from, to)).sum()
    }
}

impl<'p> Merged<'p> {
    /// The only row there is, if there is but one.
    pub(crate) fn single(&self) -> Option<&'p [Cell]> {
        match self.rows {
            [row, [], [], []] | [[], row, [], []] | [[], [], row, []] | [[], [], [], row] => {
                Some(row)
            }
            _ => None,
        }
    }
}

/// How many of a row stand before a rank. Where none is missing, that is the rank.
#[inline]
fn before(row: &[Cell], rank: u32) -> usize {
    match row.get(rank as usize) {
        Some(cell) if cell.rank == rank => rank as usize,
        _ => row.partition_point(|cell| cell.rank < rank),
    }
}

/// The rows of one kind, with what it takes to explain an action.
pub(crate) fn rows_to_explain<G: Game>(
    of_kind: &[u32],
    entries: &[Entry],
    rules: &[RuleEntry<G>],
    facts: &[usize],
    passes: Passes,
) -> Rows {
    let rows = rows(of_kind, entries, rules, |rule| &rule.givens[..], facts, passes);
    let whatever = rows.table.as_ref().map(|_| by_subject(of_kind, entries, rules, passes));
    Rows { whatever, ..rows }
}

/// Rules by subject, if subjects are told apart.
fn by_subject<G: Game>(
    ranks: &[u32],
    entries: &[Entry],
    rules: &[RuleEntry<G>],
    passes: Passes,
) -> Leaf {
    let by_subject = passes.has(Pass::Subjects);
    let cell = |&rank: &u32| Cell::new(rank, entries[rank as usize].rule);
    leaf(ranks.iter().map(cell), |cell: Cell| match by_subject {
        true => &rules[cell.rule().index()].subjects[..],
        false => &[],
    })
}

/// The rows of one kind, in a table of the facts that tell most of them apart.
pub(crate) fn rows<'r, G: Game>(
    of_kind: &[u32],
    entries: &[Entry],
    rules: &'r [RuleEntry<G>],
    givens: impl Fn(&'r RuleEntry<G>) -> &'r [Given],
    facts: &[usize],
    passes: Passes,
) -> Rows {
    let givens = |rank: u32| givens(&rules[entries[rank as usize].rule.index()]);
    let leaf = |ranks: &[u32]| by_subject(ranks, entries, rules, passes);
    let wanted: Vec<&[Given]> = of_kind.iter().map(|&rank| givens(rank)).collect();
    let choice = match passes.has(Pass::Facts) {
        true => Choice::among(&wanted, facts),
        false => Choice::default(),
    };
    if choice.is_empty() {
        return Rows::new(leaf(of_kind), None, of_kind.len());
    }
    // One row is read more quickly than two, so all rules stand in the table if
    // there is room for them.
    let whole = choice.has_room(&wanted);
    let (inside, outside): (Vec<u32>, Vec<u32>) =
        of_kind.iter().partition(|&&rank| whole || choice.concerns(givens(rank)));
    let table = Table::new(&choice, inside.into_iter(), givens, leaf);
    Rows::new(leaf(&outside), Some(table), of_kind.len())
}

fn leaf<'r>(
    cells: impl Iterator<Item = Cell>,
    subjects: impl Fn(Cell) -> &'r [SubjectName],
) -> Leaf {
    let mut leaf = Leaf::default();
    let mut any = Vec::new();
    let mut about: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
    for cell in cells {
        leaf.rules += 1;
        match subjects(cell) {
            [] => any.push(cell),
            named => {
                for SubjectName { subject, .. } in named {
                    about.entry(subject.0).or_default().push(cell);
                }
            }
        }
    }
    // One row is read more quickly than two, so those about no subject stand beside
    // those about one if there is room for them.
    let named: usize = about.values().map(Vec::len).sum();
    let fits = any.len().saturating_mul(about.len()).saturating_add(named) <= room(leaf.rules);
    leaf.whole = any.is_empty() || fits;
    if !any.is_empty() && fits {
        for row in about.values_mut() {
            row.extend(&any);
            row.sort_unstable_by_key(|cell| cell.rank);
        }
    }
    leaf.any = any.into();
    leaf.place(about);
    leaf
}

/// Whether so many subjects up to this one lie close enough together to be looked
/// up by number.
pub(crate) fn are_dense(Subject(last): Subject, subjects: usize) -> bool {
    (last as usize) < subjects * 4 + 64
}

impl Leaf {
    /// Lays out the rules about subjects: by number if these are small.
    fn place(&mut self, about: BTreeMap<u32, Vec<Cell>>) {
        let last = about.last_key_value().map(|(last, _)| Subject(*last));
        let dense = last.is_none_or(|last| are_dense(last, about.len()));
        let (mut cells, mut starts, mut alone) = (Vec::new(), Vec::new(), Vec::new());
        for (subject, row) in about {
            let start = cells.len() as u32;
            if dense {
                starts.resize(subject as usize + 1, start);
                alone.resize(subject as usize, None);
                alone.push(if let [cell] = row[..] { Some(cell) } else { None });
            }
            cells.extend(row);
            if !dense {
                self.ranges.insert(subject, (start, cells.len() as u32));
            }
        }
        if !starts.is_empty() {
            starts.push(cells.len() as u32);
        }
        self.about = cells.into();
        self.starts = starts.into();
        // Nobody looks for somebody who is never there.
        if alone.iter().any(Option::is_some) {
            self.alone = alone.into();
        }
    }

    /// Notes what has to be asked of each rule, by rank.
    fn note_asks(&mut self, asked: &[u8]) {
        let alone = self.alone.iter_mut().flatten();
        for cell in self.any.iter_mut().chain(&mut self.about).chain(alone) {
            cell.packed = cell.rule().0 | u32::from(asked[cell.rank as usize]) << 28;
        }
    }
}

impl Rows {
    /// Notes what has to be asked of each rule, by rank.
    pub(crate) fn note_asks(&mut self, asked: &[u8]) {
        let table = self.table.iter_mut().flat_map(|table| &mut table.leaves);
        std::iter::once(&mut self.open).chain(table).for_each(|leaf| leaf.note_asks(asked));
    }
}
