//! What was settled happens: at once, or with its batch; charges are spent and
//! preventions announced by the same commit.

use crate::book::guard::Charges;
use crate::error::FaultKind;
use crate::game::{Game, Kinded};
use crate::group::{Edge, GroupKind};
use crate::pipeline::resolve::enact;
use crate::pipeline::resolve::settle::Settling;
use crate::pipeline::resolve::token::{Deferred, Item, Mark, Spend};
use crate::pipeline::resolve::work::{moved, step};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::reactive::{Source, SourceId};
use crate::session::account::{Announcement, Because};
use crate::session::fate::Fate;
use crate::session::options::Verify;
use crate::session::stance::Sentry;

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    /// An event happens.
    pub(super) fn enact(&mut self, line: usize) -> Result<(), Stop<G>> {
        let (event, because) = {
            let line = &self.lines()[line];
            (line.event.clone(), line.because)
        };
        let book = self.book;
        let core = &mut *self.core;
        let mut touched = Vec::new();
        core.desk.place = Place::Reactive("touches");
        (self.reactor.touches)(&event, &mut |id| touched.push(id));
        let from = match &book.draft.turn {
            Some(turn) => Some((turn, step(core, turn)?)),
            None => None,
        };
        let kind = event.kind();
        let at = core.log.length();
        enact::<G, L, false>(core, event, because.origin())?;
        core.desk.reacting.since_rest = core.desk.reacting.since_rest.with(kind);
        self.refresh(&touched);
        let core = &mut *self.core;
        if let Some((turn, from)) = from
            && let Some((from, to)) = moved(core, turn, from, because.origin())?
        {
            self.moves.push((from, to, line));
        }
        self.lines()[line].applied = Some(at);
        Ok(())
    }

    /// Reads the sources again that an event touched, and notes who came and
    /// who went.
    fn refresh(&mut self, touched: &[SourceId]) {
        let known = |core: &Core<G, L>, id: &SourceId| {
            core.sources.as_ref().and_then(|sources| sources.get(*id))
        };
        let before: Vec<_> = touched.iter().map(|id| known(self.core, id)).collect();
        self.core.refresh(touched);
        for (id, before) in touched.iter().zip(before) {
            let now = known(self.core, id);
            if before.map(|source| source.since) == now.map(|source| source.since) {
                continue;
            }
            if let Some(source) = before
                && !self.arrived.contains(&(source.id, source.since))
            {
                // As it was when it was settled that it leaves.
                let same = |known: &Source| (known.id, known.since) == (source.id, source.since);
                let known = self.memories.iter().rfind(|(_, known, _)| same(known));
                self.departed.push(known.map_or(source, |(_, known, _)| *known));
            }
            self.arrived.extend(now.map(|source| (source.id, source.since)));
        }
    }

    /// What was settled for a batch happens, in order. What has become
    /// impossible by then fizzles, and its Atomic group with it.
    pub(super) fn happen(&mut self, from: usize) -> Result<(), Stop<G>> {
        let settled = self.deferred.split_off(from);
        let mut open: Vec<Again<G>> = Vec::new();
        let mut at = 0;
        while at < settled.len() {
            let token = settled[at];
            at += 1;
            match token {
                Deferred::Open { kind, edge, note, first } => {
                    let mark = (kind == GroupKind::Atomic).then(|| self.mark());
                    let (deferred, begin) = (self.deferred.len(), at - 1);
                    open.push(Again { kind, edge, note, first, mark, deferred, begin });
                    self.deferred.push(token);
                }
                Deferred::Close { .. } => {
                    open.pop();
                    self.deferred.push(token);
                }
                Deferred::Event { line, edge } => {
                    if self.possible(line) {
                        self.enact(line)?;
                        self.deferred.push(token);
                        continue;
                    }
                    self.lines()[line].fate = Fate::Fizzled;
                    let Some(doomed) = doomed(&open, edge) else { continue };
                    let dead = open.split_off(doomed);
                    let end;
                    (at, end) = end_of(&settled, dead[0].begin);
                    self.fizzle(dead, end, line)?;
                }
            }
        }
        if self.batches == 0 {
            self.deferred.truncate(from);
        }
        Ok(())
    }

    pub(super) fn possible(&mut self, line: usize) -> bool {
        self.core.desk.place = Place::Reactive("possible");
        let Core { state, desk, .. } = &mut *self.core;
        (self.reactor.possible)(state, &desk.reacting.account.lines[line].event)
    }

    /// Groups die because an event of the innermost fizzled: everything in the
    /// outermost of them falls, and what was spent there is given back.
    fn fizzle(&mut self, dead: Vec<Again<G>>, end: usize, killer: usize) -> Result<(), Stop<G>> {
        for group in &dead {
            self.core.desk.reacting.account.groups[group.note].doomed_by = Some(killer);
        }
        let Some(group) = dead.into_iter().next() else { return Ok(()) };
        self.deferred.truncate(group.deferred);
        let fallen = group.first..end;
        for line in fallen.clone().filter(|line| *line != killer) {
            let line = &mut self.lines()[line];
            if line.fate == Fate::Applied {
                line.fate = Fate::RolledBack;
                line.fell_with = Some(killer);
                line.applied = None;
            }
        }
        self.spends.retain(|spend| !fallen.contains(&spend.line));
        self.preventions.retain(|prevention| !fallen.contains(&prevention.line));
        self.riders.retain(|due| !fallen.contains(&due.line));
        match group.mark {
            Some(mark) => self.rewind(mark),
            None => Ok(()),
        }
    }

    /// The charges that were used are spent, by events of the same commit.
    pub(super) fn spend(&mut self) -> Result<(), Stop<G>> {
        let mut due: Vec<Spend> = Vec::new();
        for spend in std::mem::take(&mut self.spends) {
            match due.iter_mut().find(|due| due.sentry == spend.sentry) {
                Some(due) => due.amount = due.amount.saturating_add(spend.amount),
                None => due.push(spend),
            }
        }
        let book = self.book;
        for Spend { sentry, amount, line } in due {
            let Some(charges) = &book.draft.guards[sentry.guard.index()].charges else { continue };
            self.core.desk.place = Place::Charges(sentry.guard.0);
            let event = (charges.spend)(sentry.source.as_ref(), amount);
            let because = Because::Charge { line, guard: sentry.guard };
            let spent = self.begin_line(&Item::new(event, because))?;
            if self.possible(spent) {
                self.look_back(spent)?;
                let before = self.charges_left(charges, sentry);
                self.enact(spent)?;
                self.check_spent(charges, sentry, before, amount)?;
            } else {
                self.lines()[spent].fate = Fate::Fizzled;
            }
        }
        Ok(())
    }

    /// In debug mode: how many charges a guard has left, while its source is
    /// there.
    fn charges_left(&mut self, charges: &Charges<G>, sentry: Sentry) -> Option<u32> {
        let core = &mut *self.core;
        let there = sentry.source.is_none_or(|source| {
            let known = core.sources.as_ref().and_then(|sources| sources.get(source.id));
            known.is_some_and(|known| known.since == source.since)
        });
        if core.desk.verify != Verify::EveryEvent || !there {
            return None;
        }
        core.desk.place = Place::Charges(sentry.guard.0);
        Some((charges.left)(&core.state, sentry.source.as_ref()))
    }

    /// In debug mode: what was spent is gone.
    fn check_spent(
        &mut self,
        charges: &Charges<G>,
        sentry: Sentry,
        before: Option<u32>,
        spent: u32,
    ) -> Result<(), Stop<G>> {
        let Some((before, after)) = before.zip(self.charges_left(charges, sentry)) else {
            return Ok(());
        };
        if before.saturating_sub(spent) == after {
            return Ok(());
        }
        let guard = self.book.guard_name(sentry.guard).to_owned();
        Err(FaultKind::Charges { guard, before, spent, after }.into())
    }

    /// What was prevented is announced: once for each preventer. Says where
    /// these announcements begin.
    pub(super) fn announce(&mut self) -> usize {
        let account = &mut self.core.desk.reacting.account;
        let from = account.announcements.len();
        for prevention in &self.preventions {
            let known = account.announcements[from..]
                .iter_mut()
                .find(|known| known.by == prevention.sentry);
            match known {
                Some(known) => {
                    known.prevented.push(prevention.line);
                    known.amount = known.amount.saturating_add(prevention.amount);
                    known.left = known.left.saturating_add(prevention.left);
                }
                None => account.announcements.push(Announcement {
                    by: prevention.sentry,
                    prevented: vec![prevention.line],
                    fell: Vec::new(),
                    amount: prevention.amount,
                    left: prevention.left,
                }),
            }
        }
        let lines = account.lines.iter().enumerate().skip(self.first_line);
        let fallen: Vec<_> =
            lines.filter_map(|(number, line)| Some((number, line.fell_with?))).collect();
        for announcement in &mut account.announcements[from..] {
            let fell = fallen.iter().filter(|(_, killer)| {
                announcement.prevented.contains(killer)
                    && account.lines[*killer].by.contains(&announcement.by)
            });
            announcement.fell = fell.map(|(number, _)| *number).collect();
        }
        from
    }
}

/// A group whose events happen with the batch around it.
struct Again<G: Game> {
    kind: GroupKind,
    edge: Edge,
    note: usize,
    /// Its first line.
    first: usize,
    mark: Option<Mark<G>>,
    /// What was deferred before it.
    deferred: usize,
    /// Where it begins among what is settled.
    begin: usize,
}

/// Which of the open groups an event dooms by not happening: the outermost.
fn doomed<G: Game>(open: &[Again<G>], mut edge: Edge) -> Option<usize> {
    let mut doomed = None;
    for (at, group) in open.iter().enumerate().rev() {
        if edge == Edge::Optional || group.kind != GroupKind::Atomic {
            break;
        }
        doomed = Some(at);
        edge = group.edge;
    }
    doomed
}

/// Where the group that begins there ends, and the line after its last.
fn end_of(settled: &[Deferred], begin: usize) -> (usize, usize) {
    let mut nested = 0usize;
    for (at, token) in settled.iter().enumerate().skip(begin) {
        match token {
            Deferred::Open { .. } => nested += 1,
            Deferred::Close { end } if nested == 1 => return (at + 1, *end),
            Deferred::Close { .. } => nested -= 1,
            Deferred::Event { .. } => {}
        }
    }
    unreachable!("every group that was opened is closed")
}
