//! Selecting by the plan: the rows that an action could concern, merged by
//! rank, asked up to the first decisive rule.

use crate::book::RuleId;
use crate::book::tree::NONE;
use crate::context::Ask;
use crate::game::{Game, Kind};
use crate::plan::asking::{Asking, Selected, Tried};
use crate::plan::linear::{Flat, Plan};
use crate::plan::passes::Pass;
use crate::plan::reference::{Decided, Tally};
use crate::plan::rows::{ByRank, Cell, Merged, asks, before};

/// Where a decisive rule leads.
enum Leads<R> {
    /// It decides.
    Decides(Selected<R>),
    /// It was counted; what comes next has at least this rank.
    On(u32),
}

impl<'a, G: Game> Asking<'a, G> {
    /// The rule that decides, by the plan.
    #[inline]
    pub(crate) fn select(&mut self, plan: &'a Plan) -> Decided<G> {
        if plan.flat == Flat::Few && self.is_quiet() {
            return self.settle(0);
        }
        let rows = plan.row(self.kind.index(), self.desk.subject, &self.desk.facts);
        if self.is_quiet() && !matches!(plan.flat, Flat::Few | Flat::No) {
            return match (plan.flat, rows.single()) {
                (Flat::Exclusive, Some(row)) => self.only_one_of(plan, row),
                (Flat::Exclusive, None) => {
                    self.select_within(plan, rows, 0, plan.entries.len() as u32, NONE)
                }
                (_, Some(row)) => Ok(self.first_of(plan, row)),
                (_, None) => Ok(self.first_of_merged(plan, rows)),
            };
        }
        if self.desk.counts {
            self.count_avoided(plan, &rows);
        }
        if self.desk.diary.is_some()
            && matches!(plan.flat, Flat::Ordered | Flat::ApplyAll)
            && let Some(row) = rows.single()
        {
            return Ok(self.first_noted(row));
        }
        self.select_within(plan, rows, 0, plan.entries.len() as u32, NONE)
    }

    /// The same where transitions are calm: there are no facts, subjects or
    /// groups, no rule is switched off and nobody watches.
    #[inline(always)]
    pub(crate) fn select_calmly(&mut self, plan: &'a Plan) -> Decided<G> {
        let row = plan.plain_row(self.kind.index());
        match plan.flat {
            Flat::Ordered | Flat::ApplyAll => Ok(self.first_of(plan, row)),
            Flat::Exclusive => self.only_one_of(plan, row),
            Flat::Nested | Flat::Few | Flat::No => self.select(plan),
        }
    }

    /// Whether nobody wants to know more than who decides.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.disabled.is_empty() && self.desk.diary.is_none() && !self.desk.counts
    }

    /// The first decisive rule of a row.
    #[inline(never)]
    fn first_of(&mut self, plan: &Plan, row: &[Cell]) -> Option<Selected<G::Reason>> {
        let question = self.question();
        let mut at = 0;
        while let Some(&cell) = row.get(at) {
            at += 1;
            match self.attempt(cell, &question) {
                Tried::Decides(selected) => return Some(selected),
                Tried::No => {}
                Tried::Closed(phase) => {
                    let end = plan.ends[phase as usize];
                    if row.get(at).is_some_and(|next| next.rank < end) {
                        at += before(&row[at..], end);
                    }
                }
            }
        }
        None
    }

    /// The same, with everything written down: also about each rule behind a
    /// closed phase somebody wants to know.
    fn first_noted(&mut self, row: &[Cell]) -> Option<Selected<G::Reason>> {
        for &cell in row {
            let evaluated = self.desk.evaluated;
            match self.ask(cell.rule()) {
                Tried::Decides(selected) => return Some(selected),
                Tried::No => {}
                Tried::Closed(_) => {
                    self.desk.avoid(Pass::Linear, usize::from(self.desk.evaluated == evaluated));
                }
            }
        }
        None
    }

    /// The first decisive rule of several rows.
    #[inline(never)]
    fn first_of_merged(
        &mut self,
        plan: &Plan,
        mut rows: Merged<'_>,
    ) -> Option<Selected<G::Reason>> {
        let question = self.question();
        let mut from = 0;
        while let Some(cell) = rows.next(from) {
            from = cell.rank + 1;
            match self.attempt(cell, &question) {
                Tried::Decides(selected) => return Some(selected),
                Tried::No => {}
                Tried::Closed(phase) => from = plan.ends[phase as usize],
            }
        }
        None
    }

    /// The only decisive rule of a row, each of whose rules is a child of an
    /// Exclusive book.
    #[inline(never)]
    fn only_one_of(&mut self, plan: &Plan, row: &[Cell]) -> Decided<G> {
        let question = self.question();
        let mut winner = None;
        for (at, &cell) in row.iter().enumerate() {
            if let Tried::Decides(selected) = self.attempt(cell, &question) {
                let clears = plan.entries[cell.rank as usize].clears;
                let cleared = clears && selected.refusal.is_none();
                if let Some(first) = winner.take() {
                    return self.conflict(plan, first, selected, &row[at + 1..]);
                }
                winner = Some(selected);
                if cleared {
                    break;
                }
            }
        }
        Ok(winner)
    }

    /// Two rules of an Exclusive book are decisive: the others are asked too,
    /// so that all can be named.
    #[cold]
    fn conflict(
        &mut self,
        plan: &Plan,
        first: Selected<G::Reason>,
        second: Selected<G::Reason>,
        rest: &[Cell],
    ) -> Decided<G> {
        let question = self.question();
        let mut tally = Tally::new();
        tally.count(first);
        tally.count(second);
        for &cell in rest {
            if let Tried::Decides(selected) = self.attempt(cell, &question) {
                tally.count(selected);
            }
        }
        self.verdict_of(tally, plan.nodes[0].phase)
    }

    /// Asks a rule whose row has been found what is still to be asked.
    #[inline(always)]
    fn attempt(&mut self, cell: Cell, question: &Ask<'_, G>) -> Tried<G::Reason> {
        let (rule, asked) = (cell.rule(), cell.asks());
        if asked == 0 {
            return Tried::Decides(Selected { rule, refusal: None });
        }
        let book = self.book;
        if asked & asks::WHETHER != 0 && self.stands_aside(&book.rules[rule.index()]) {
            return Tried::No;
        }
        if asked & asks::PHASES != 0
            && let Some((phase, _)) = self.closed(&book.rules[rule.index()])
        {
            return Tried::Closed(phase);
        }
        if asked & asks::CONDITIONS != 0 && self.fails(question, rule) {
            return Tried::No;
        }
        if asked & asks::ANSWER == 0 {
            return Tried::Decides(Selected { rule, refusal: None });
        }
        Tried::of(rule, self.answer_alone(rule))
    }

    /// The rule that decides after this one has been resolved, by the plan.
    pub(crate) fn select_next(&mut self, plan: &'a Plan, rule: RuleId) -> Decided<G> {
        if plan.flat == Flat::Few && self.is_quiet() {
            return self.next(rule);
        }
        let rank = plan.ranks[rule.index()];
        if matches!(plan.flat, Flat::ApplyAll | Flat::Nested) && self.is_quiet() {
            let mut rows = plan.row(self.kind.index(), self.desk.subject, &self.desk.facts);
            if plan.flat == Flat::Nested {
                return Ok(self.next_nested(plan, rows, rank));
            }
            return Ok(match rows.single() {
                Some(row) => self.first_of(plan, &row[before(row, rank + 1)..]),
                None => {
                    rows.next(rank + 1);
                    self.first_of_merged(plan, rows)
                }
            });
        }
        let entry = &plan.entries[rank as usize];
        let (mut node, mut from) = (entry.node, entry.branch_end);
        while node != NONE {
            let around = &plan.nodes[node as usize];
            if !around.exclusive {
                let rows = plan.row(self.kind.index(), self.desk.subject, &self.desk.facts);
                let selected = self.select_within(plan, rows, from, around.end, node)?;
                if selected.is_some() {
                    return Ok(selected);
                }
            }
            (node, from) = (around.within, around.branch_end);
        }
        Ok(None)
    }

    /// The same where ApplyAll phases stand in each other and beside others: as
    /// far as each goes of those around the rule, the innermost first.
    fn next_nested(
        &mut self,
        plan: &Plan,
        mut rows: Merged<'_>,
        rank: u32,
    ) -> Option<Selected<G::Reason>> {
        let entry = &plan.entries[rank as usize];
        let (mut node, mut from) = (entry.node, entry.branch_end);
        let single = rows.single();
        while node != NONE {
            let around = &plan.nodes[node as usize];
            let selected = match single {
                Some(row) => {
                    let row = &row[before(row, from)..];
                    self.first_of(plan, &row[..before(row, around.end)])
                }
                None => self.first_of_merged(plan, rows.up_to(from, around.end)),
            };
            if selected.is_some() {
                return selected;
            }
            (node, from) = (around.within, around.branch_end);
        }
        None
    }

    /// The first rule that decides among those of a range of ranks, as far as
    /// the node around them goes.
    fn select_within(
        &mut self,
        plan: &'a Plan,
        rows: Merged<'a>,
        from: u32,
        to: u32,
        base: u32,
    ) -> Decided<G> {
        // The Exclusive phases that are open, by number; each has a tally.
        let mut open = std::mem::take(&mut self.desk.open_nodes);
        open.clear();
        let range = (from, to);
        // Mostly there is one row, which is read more quickly than four.
        let selected = match rows.single() {
            Some(row) => self.select_open(plan, row, range, base, &mut open),
            None => self.select_open(plan, rows, range, base, &mut open),
        };
        self.desk.open_nodes = open;
        selected
    }

    fn select_open(
        &mut self,
        plan: &'a Plan,
        mut rows: impl ByRank,
        (mut from, to): (u32, u32),
        base: u32,
        open: &mut Vec<u32>,
    ) -> Decided<G> {
        let (quiet, question) = (self.is_quiet(), self.question());
        while let Some(cell) = rows.next(from).filter(|cell| cell.rank < to) {
            let rank = cell.rank;
            if let Some(left) = open.last().filter(|&&left| plan.nodes[left as usize].end <= rank) {
                let left = *left;
                match self.leave(plan, left, base, open)? {
                    Some(Leads::Decides(selected)) => return Ok(Some(selected)),
                    Some(Leads::On(next)) => from = next.max(from),
                    None => {}
                }
                continue;
            }
            let entry = &plan.entries[rank as usize];
            self.enter(plan, entry.node, base, open);
            from = rank + 1;
            let evaluated = self.desk.evaluated;
            let tried = if quiet { self.attempt(cell, &question) } else { self.ask(entry.rule) };
            let selected = match tried {
                Tried::Decides(selected) => selected,
                Tried::No => continue,
                // Somebody wants to know about each rule behind a closed phase.
                Tried::Closed(_) if self.desk.diary.is_some() => {
                    self.desk.avoid(Pass::Linear, usize::from(self.desk.evaluated == evaluated));
                    continue;
                }
                Tried::Closed(phase) => {
                    let end = plan.ends[phase as usize];
                    self.count(Pass::Linear, &rows, from, end);
                    from = end;
                    continue;
                }
            };
            let clears = entry.clears && selected.refusal.is_none();
            match self.lead(plan, (entry.node, entry.branch_end), base, selected) {
                Leads::Decides(selected) => {
                    self.desk.tallies.truncate(self.desk.tallies.len() - open.len());
                    return Ok(Some(selected));
                }
                Leads::On(next) if clears => {
                    let end = plan.nodes[entry.node as usize].end;
                    self.count(Pass::ShortCut, &rows, next, end);
                    from = end;
                }
                Leads::On(next) => from = next,
            }
        }
        while let Some(&left) = open.last() {
            if let Some(Leads::Decides(selected)) = self.leave(plan, left, base, open)? {
                self.desk.tallies.truncate(self.desk.tallies.len() - open.len());
                return Ok(Some(selected));
            }
        }
        Ok(None)
    }

    /// Opens the Exclusive phases around a rule that are not open yet.
    #[inline]
    fn enter(&mut self, plan: &Plan, node: u32, base: u32, open: &mut Vec<u32>) {
        if node == base || open.last() == Some(&node) {
            return;
        }
        let at = open.len();
        let mut node = node;
        while node != base && node != NONE {
            let around = &plan.nodes[node as usize];
            if around.exclusive {
                if open[..at].contains(&node) {
                    break;
                }
                open.insert(at, node);
                self.desk.tallies.push(Tally::new());
            }
            node = around.within;
        }
    }

    /// An Exclusive phase has been asked: what its rules came to.
    fn leave(
        &mut self,
        plan: &Plan,
        left: u32,
        base: u32,
        open: &mut Vec<u32>,
    ) -> Result<Option<Leads<G::Reason>>, crate::error::Fault> {
        open.pop();
        let node = &plan.nodes[left as usize];
        let said = self.verdict(node.phase)?;
        Ok(said.map(|said| self.lead(plan, (node.within, node.branch_end), base, said)))
    }

    /// A rule or phase is decisive: what that means for the node around it.
    #[inline]
    fn lead(
        &mut self,
        plan: &Plan,
        (mut node, mut branch_end): (u32, u32),
        base: u32,
        selected: Selected<G::Reason>,
    ) -> Leads<G::Reason> {
        while node != base && node != NONE {
            let around = &plan.nodes[node as usize];
            if around.exclusive {
                let tally = self.desk.tallies.last_mut();
                tally.expect("an open Exclusive phase has a tally").count(selected);
                return Leads::On(branch_end);
            }
            // An ApplyAll phase is decisive as soon as a child of its is.
            (node, branch_end) = (around.within, around.branch_end);
        }
        Leads::Decides(selected)
    }

    /// Counts what the rows leave out.
    #[cold]
    fn count_avoided(&mut self, plan: &Plan, rows: &Merged<'_>) {
        let all = plan.entries.len();
        let of_kind = plan.rows_of(self.kind.index()).rules;
        if plan.has(Pass::Kinds) {
            self.desk.avoid(Pass::Kinds, all - of_kind);
        }
        let by_facts = plan.rows_of(self.kind.index()).about_facts(&self.desk.facts);
        if plan.has(Pass::Facts) {
            self.desk.avoid(Pass::Facts, of_kind - by_facts);
        }
        if plan.has(Pass::Subjects) {
            self.desk.avoid(Pass::Subjects, by_facts - rows.len());
        }
    }

    /// Counts the rules between two ranks that a pass leaves out.
    #[inline]
    fn count(&mut self, pass: Pass, rows: &impl ByRank, from: u32, to: u32) {
        if self.desk.counts {
            self.desk.avoid(pass, rows.between(from, to));
        }
    }
}
