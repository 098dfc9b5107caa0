//! Groups that fall: a required member that does not happen dooms its group,
//! which is rolled back to its start.

use crate::game::Game;
use crate::group::{Edge, GroupKind};
use crate::pipeline::resolve::settle::Settling;
use crate::pipeline::resolve::token::{Item, Mark, Open, Token};
use crate::pipeline::{Core, Log, Place, Stop};
use crate::reactive::{Source, SourceId};
use crate::session::account::{GroupNote, Line};
use crate::session::fate::Fate;
use crate::session::options::Recovery;
use crate::session::stance::Sentry;

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    /// A required member did not happen: its group is doomed, and perhaps the
    /// group around that.
    pub(super) fn fell(&mut self, line: usize, mut edge: Edge) -> Result<(), Stop<G>> {
        let mut doomed = None;
        for (at, open) in self.open.iter().enumerate().rev() {
            if edge == Edge::Optional || open.kind != GroupKind::Atomic {
                break;
            }
            doomed = Some(at);
            edge = open.edge;
        }
        match doomed {
            Some(at) => self.kill(at, line),
            None => Ok(()),
        }
    }

    /// The group dies, and everything in it falls with the killer.
    pub(super) fn kill(&mut self, at: usize, killer: usize) -> Result<(), Stop<G>> {
        let mut dead = self.open.split_off(at);
        let notes: Vec<usize> = dead.iter().map(|group| group.note).collect();
        for group in &dead {
            self.core.desk.reacting.account.groups[group.note].doomed_by = Some(killer);
            self.batches -= usize::from(group.kind == GroupKind::Batch);
        }
        let group = dead.swap_remove(0);
        if at == 0 {
            self.doomed_by = Some(killer);
        }
        self.deferred.truncate(group.deferred);
        self.roll_back_lines(group.lines, killer);
        self.skip_rest(notes, killer);
        self.give_back(&group, killer);
        match group.mark {
            Some(mark) => self.rewind(mark),
            None => Ok(()),
        }
    }

    /// What was settled in a group that died is rolled back.
    pub(super) fn roll_back_lines(&mut self, from: usize, killer: usize) {
        for (number, line) in self.lines().iter_mut().enumerate().skip(from) {
            if number != killer && line.fate == Fate::Applied {
                line.fate = Fate::RolledBack;
                line.fell_with = Some(killer);
                line.applied = None;
            }
        }
    }

    /// What was not settled yet when its group died never will be. `within` are
    /// the groups that died, the innermost last.
    fn skip_rest(&mut self, mut within: Vec<usize>, killer: usize) {
        let fate = match self.lines()[killer].fate {
            Fate::Prevented => Fate::Prevented,
            _ => Fate::Skipped,
        };
        while !within.is_empty()
            && let Some(token) = self.todo.pop()
        {
            match token {
                Token::Open(kind, edge) => {
                    let (around, optional) = (within.last().copied(), edge == Edge::Optional);
                    let doomed_by = Some(killer);
                    let groups = &mut self.core.desk.reacting.account.groups;
                    groups.push(GroupNote { kind, within: around, optional, doomed_by });
                    within.push(groups.len() - 1);
                }
                Token::Close => {
                    within.pop();
                }
                Token::Event(Item { event, because, .. }) => {
                    let group = within.last().copied();
                    self.lines().push(Line {
                        proposed: event.clone(),
                        event,
                        fate,
                        became: Vec::new(),
                        by: Vec::new(),
                        fell_with: Some(killer),
                        group,
                        because,
                        considered: Vec::new(),
                        applied: None,
                    });
                }
            }
        }
    }

    /// Only the guards that killed a group keep what they spent and announced,
    /// and their riders.
    pub(super) fn give_back(&mut self, group: &Open<G>, killer: usize) {
        let by = self.lines()[killer].by.clone();
        let keeps = |sentry: &Sentry, line: usize| line == killer && by.contains(sentry);
        let mut at = 0;
        self.spends.retain(|spend| {
            at += 1;
            at <= group.spends || keeps(&spend.sentry, spend.line)
        });
        at = 0;
        self.preventions.retain(|prevention| {
            at += 1;
            at <= group.preventions || keeps(&prevention.sentry, prevention.line)
        });
        at = 0;
        self.riders.retain(|due| {
            at += 1;
            at <= group.riders || keeps(&due.sentry, due.line)
        });
        self.heard.truncate(group.heard);
        self.memories.truncate(group.memories);
    }

    pub(super) fn mark(&mut self) -> Mark<G> {
        let Core { state, desk, log, recovery, .. } = &mut *self.core;
        desk.place = Place::CloneState;
        let saved = (*recovery == Recovery::Snapshot).then(|| state.clone());
        desk.place = Place::Engine;
        Mark {
            events: log.length(),
            counted: desk.events,
            happened: desk.happened,
            since_rest: desk.reacting.since_rest,
            moves: self.moves.len(),
            arrived: self.arrived.len(),
            departed: self.departed.len(),
            saved,
        }
    }

    /// Takes back everything since a mark.
    pub(super) fn rewind(&mut self, mark: Mark<G>) -> Result<(), Stop<G>> {
        let core = &mut *self.core;
        let touched = core.touched(|log, each| log.each_since(mark.events, each));
        let revert = core.revert();
        core.desk.place = Place::Revert;
        core.log.rewind(mark.events, &mut core.state, revert);
        core.desk.place = Place::Engine;
        if let Some(saved) = mark.saved {
            core.state = saved;
        }
        core.desk.moved();
        core.desk.events = mark.counted;
        core.desk.happened = mark.happened;
        core.desk.reacting.since_rest = mark.since_rest;
        self.moves.truncate(mark.moves);
        self.arrived.truncate(mark.arrived);
        self.departed.truncate(mark.departed);
        let entered = |id: &SourceId| core.sources.as_ref().and_then(|sources| sources.get(*id));
        let before: Vec<_> = touched.iter().filter_map(entered).collect();
        core.refresh(&touched);
        let sources = core.sources.as_deref();
        let gone = |source: &Source| sources.is_none_or(|sources| sources.get(source.id).is_none());
        self.ghosts.extend(before.into_iter().filter(gone));
        Ok(())
    }

    /// A source that entered in a group of a batch was seen for the first time
    /// while the group was settled, and is there since later, when the batch
    /// happened. It is the same all the same.
    pub(super) fn bind_ghosts(&mut self) {
        for ghost in std::mem::take(&mut self.ghosts) {
            let now = self.core.sources.as_ref().and_then(|sources| sources.get(ghost.id));
            let Some(now) = now else { continue };
            let bind = |source: &mut Option<Source>| {
                if source.is_some_and(|seen| (seen.id, seen.since) == (ghost.id, ghost.since)) {
                    *source = Some(now);
                }
            };
            self.spends.iter_mut().for_each(|spend| bind(&mut spend.sentry.source));
            self.preventions.iter_mut().for_each(|one| bind(&mut one.sentry.source));
            self.riders.iter_mut().for_each(|due| bind(&mut due.sentry.source));
            self.heard.iter_mut().for_each(|heard| bind(&mut heard.source));
            let first = self.first_line;
            for line in &mut self.lines()[first..] {
                line.by.iter_mut().for_each(|sentry| bind(&mut sentry.source));
                line.considered.iter_mut().for_each(|one| bind(&mut one.sentry.source));
            }
        }
    }

    /// The events of a group that is rewound stand in no frame yet.
    pub(super) fn forget_applied(&mut self, from: usize) {
        self.lines()[from..].iter_mut().for_each(|line| line.applied = None);
    }
}
