//! Selecting by the plan: the rows that an action could concern, merged by
//! rank, asked up to the first decisive rule.

use crate::book::RuleId;
use crate::book::tree::NONE;
use crate::context::Ask;
use crate::game::{Game, Kind};
use crate::plan::asking::{Asking, Selected, Tried};
use crate::plan::linear::Plan;
use crate::plan::passes::Pass;
use crate::plan::reference::{Decided, Tally};
use crate::plan::rows::{ByRank, Cell, Concerned, asks};

/// Where a decisive rule leads.
enum Leads<R> {
    /// It decides.
    Decides(Selected<R>),
    /// It was counted; what comes next has at least this rank.
    On(u32),
}

/// Up to which rank rules are asked, and the node within which what they say is
/// settled, with the innermost Exclusive phase around that.
#[derive(Clone, Copy)]
struct Range {
    to: u32,
    base: u32,
    claim: u32,
}

impl Range {
    const ALL: Self = Range { to: u32::MAX, base: NONE, claim: NONE };
}

impl<'a, G: Game> Asking<'a, G> {
    /// The rule that decides, by the plan.
    #[inline]
    pub(crate) fn select(&mut self, plan: &'a Plan) -> Decided<G> {
        if self.desk.counts {
            self.count_avoided(plan);
        }
        match self.concerned(plan) {
            Concerned::One(row) if self.desk.diary.is_some() && plan.is_in_order() => {
                Ok(self.first_noted(row))
            }
            Concerned::One(row) => self.settled(plan, row, Range::ALL, 0),
            Concerned::Several(rows) => self.settled(plan, rows, Range::ALL, 0),
        }
    }

    /// The same where transitions are calm: there are no groups, no rule is switched
    /// off and nobody watches.
    #[inline(always)]
    pub(crate) fn select_calmly(&mut self, plan: &'a Plan) -> Decided<G> {
        match self.concerned(plan) {
            Concerned::One(row) => self.decisive(plan, row, Range::ALL),
            Concerned::Several(rows) => self.decisive(plan, rows, Range::ALL),
        }
    }

    /// The rules that the action could concern.
    #[inline(always)]
    fn concerned(&self, plan: &'a Plan) -> Concerned<'a> {
        plan.rows_of(self.kind.index()).concerned(self.desk.subject, &self.desk.facts)
    }

    /// Whether nobody wants to know more than who decides.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.disabled.is_empty() && self.desk.diary.is_none() && !self.desk.counts
    }

    /// The rule that decides in a range of ranks.
    #[inline(always)]
    fn settled<R: ByRank>(
        &mut self,
        plan: &'a Plan,
        rows: R,
        range: Range,
        from: u32,
    ) -> Decided<G> {
        match self.is_quiet() {
            true => self.decisive(plan, rows, range),
            false => self.decisive_counted(plan, rows, range, from),
        }
    }

    /// The same with everybody counted.
    #[inline(never)]
    fn decisive_counted(
        &mut self,
        plan: &'a Plan,
        rows: impl ByRank,
        range: Range,
        from: u32,
    ) -> Decided<G> {
        // The Exclusive phases that are open, by number; each has a tally.
        let mut open = std::mem::take(&mut self.desk.open_nodes);
        open.clear();
        let selected = self.select_open(plan, rows, range, from, &mut open);
        self.desk.open_nodes = open;
        selected
    }

    /// The first decisive rule of a range of ranks, if nobody else may be decisive
    /// or is. As long as nobody has been, all rules are asked in order, whatever
    /// phases stand around them.
    #[inline(never)]
    fn decisive<R: ByRank>(&mut self, plan: &'a Plan, mut rows: R, range: Range) -> Decided<G> {
        let question = self.question();
        while let Some(cell) = rows.take(range.to) {
            match self.attempt(cell, &question) {
                Tried::Decides(first) => {
                    let alone =
                        !plan.excludes || plan.entries[cell.rank as usize].claim == range.claim;
                    return match alone {
                        true => Ok(Some(first)),
                        false => self.only(plan, rows, range, cell.rank, first),
                    };
                }
                Tried::No => {}
                Tried::Closed(phase) => rows.skip(plan.ends[phase as usize]),
            }
        }
        Ok(None)
    }

    /// A rule is decisive: whether nobody else is in the Exclusive phases around it,
    /// from the innermost outwards, each behind the branch that is decisive now.
    #[inline(never)]
    fn only<R: ByRank>(
        &mut self,
        plan: &'a Plan,
        mut rows: R,
        range: Range,
        rank: u32,
        first: Selected<G::Reason>,
    ) -> Decided<G> {
        let mut claim = plan.claim(rank);
        if plan.entries[rank as usize].clears && first.refusal.is_none() {
            claim = plan.nodes[claim.node as usize].claim;
        }
        let question = self.question();
        while claim.node != range.claim {
            let node = &plan.nodes[claim.node as usize];
            rows.skip(claim.branch_end);
            while let Some(cell) = rows.take(node.end) {
                match self.attempt(cell, &question) {
                    Tried::Decides(second) => {
                        let told = (claim.node, first, second);
                        return self.conflict(plan, rows, range, cell.rank, told);
                    }
                    Tried::No => {}
                    Tried::Closed(phase) => rows.skip(plan.ends[phase as usize]),
                }
            }
            claim = node.claim;
        }
        Ok(Some(first))
    }

    /// Two rules of an Exclusive phase are decisive: those behind them are asked too,
    /// so that all can be named.
    #[cold]
    fn conflict(
        &mut self,
        plan: &'a Plan,
        rows: impl ByRank,
        range: Range,
        rank: u32,
        (node, first, second): (u32, Selected<G::Reason>, Selected<G::Reason>),
    ) -> Decided<G> {
        let mut open = Vec::new();
        self.enter(plan, node, range.base, &mut open);
        let tally = self.desk.tallies.last_mut();
        tally.expect("an open Exclusive phase has a tally").count(first);
        let entry = &plan.entries[rank as usize];
        self.enter(plan, entry.node, range.base, &mut open);
        let from = match self.lead(plan, (entry.node, entry.branch_end), range.base, second) {
            Leads::On(from) => from,
            Leads::Decides(_) => rank + 1,
        };
        self.select_open(plan, rows, range, from, &mut open)
    }

    /// The first decisive rule of a row, with everything written down: also about
    /// each rule behind a closed phase somebody wants to know.
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
        match self.concerned(plan) {
            Concerned::One(row) => self.next_of(plan, row, rule),
            Concerned::Several(rows) => self.next_of(plan, rows, rule),
        }
    }

    /// The same, as far as each ApplyAll phase goes of those around the rule, the
    /// innermost first.
    #[inline(always)]
    fn next_of<R: ByRank + Copy>(
        &mut self,
        plan: &'a Plan,
        mut rows: R,
        rule: RuleId,
    ) -> Decided<G> {
        let entry = &plan.entries[plan.ranks[rule.index()] as usize];
        let (mut base, mut from) = (entry.node, entry.branch_end);
        while base != NONE {
            let around = &plan.nodes[base as usize];
            if !around.exclusive {
                rows.skip(from);
                let range = Range { to: around.end, base, claim: around.claim.node };
                let selected = self.settled(plan, rows, range, from)?;
                if selected.is_some() {
                    return Ok(selected);
                }
            }
            (base, from) = (around.within, around.branch_end);
        }
        Ok(None)
    }

    /// The first rule that decides among those of a range of ranks, as far as
    /// the node around them goes, with everybody counted.
    fn select_open(
        &mut self,
        plan: &'a Plan,
        mut rows: impl ByRank,
        Range { to, base, .. }: Range,
        mut from: u32,
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
    fn count_avoided(&mut self, plan: &'a Plan) {
        let concerned = match self.concerned(plan) {
            Concerned::One(row) => row.len(),
            Concerned::Several(rows) => rows.between(0, u32::MAX),
        };
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
            self.desk.avoid(Pass::Subjects, by_facts - concerned);
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
