//! Groups that die, and what falls with them.

use std::collections::VecDeque;

use rulebook::{Fate, Source};

use super::Oracle;
use super::settle::{Member, What};
use crate::reactions::dump::{Line, Name, key};
use crate::reactions::game::{Table, Thing};

/// How much there was when a group began.
pub(super) struct Since {
    lines: usize,
    spends: usize,
    preventions: usize,
    riders: usize,
}

impl Oracle<'_> {
    /// What a group made of the state is taken back, for now or for good.
    pub(super) fn taken_back(&mut self, made: &Table, start: &Table) {
        let new = made.things.iter().filter(|thing| start.thing(thing.card.id).is_none());
        self.ghosts.extend(new.map(Thing::source));
    }

    /// A source that entered in a group of a batch was there while the group
    /// was settled, and is there since later, when the batch happened. It is
    /// the same all the same.
    pub(super) fn bind_ghosts(&mut self) {
        for ghost in std::mem::take(&mut self.ghosts) {
            let Some(now) = self.state.thing(ghost.id.0).map(Thing::source) else { continue };
            let bind = |source: &mut Option<Source>, bare: bool| {
                if source.is_some_and(|seen| (seen.id, seen.since) == (ghost.id, ghost.since)) {
                    *source = if bare { key((0, Some(now))).1 } else { Some(now) };
                }
            };
            self.ledger.spends.iter_mut().for_each(|(name, ..)| bind(&mut name.1, true));
            self.ledger.preventions.iter_mut().for_each(|(name, ..)| bind(&mut name.1, true));
            self.ledger.riders.iter_mut().for_each(|rides| bind(&mut rides.by.1, false));
            self.looked.iter_mut().for_each(|(_, source, _)| bind(source, false));
            for line in &mut self.dump.lines[self.observed..] {
                line.by.iter_mut().for_each(|name| bind(&mut name.1, true));
            }
        }
    }

    /// An atomic group dies because one of its events fizzled: nobody killed
    /// it, so nobody keeps anything.
    pub(super) fn fizzle(&mut self, note: usize, killer: usize) {
        self.dump.groups[note].doomed_by = Some(killer);
        let inside: Vec<bool> =
            (0..self.dump.lines.len()).map(|line| self.inside(line, note)).collect();
        for (line, entry) in self.dump.lines.iter_mut().enumerate() {
            if inside[line] && line != killer && entry.fate == Fate::Applied {
                entry.fate = Fate::RolledBack;
                entry.fell_with = Some(killer);
            }
        }
        self.ledger.spends.retain(|(.., line)| !inside[*line]);
        self.ledger.preventions.retain(|(.., line)| !inside[*line]);
        self.ledger.riders.retain(|rides| !inside[rides.line]);
    }

    fn inside(&self, line: usize, note: usize) -> bool {
        let mut at = self.dump.lines[line].group;
        while let Some(group) = at {
            if group == note {
                return true;
            }
            at = self.dump.groups[group].within;
        }
        false
    }

    pub(super) fn since(&self) -> Since {
        Since {
            lines: self.dump.lines.len(),
            spends: self.ledger.spends.len(),
            preventions: self.ledger.preventions.len(),
            riders: self.ledger.riders.len(),
        }
    }

    /// A group dies: what was settled in it is rolled back, what was not is
    /// left, and only those who killed it keep what they spent and brought
    /// about.
    pub(super) fn die(
        &mut self,
        note: usize,
        since: &Since,
        killer: usize,
        rest: VecDeque<Member>,
    ) {
        self.dump.groups[note].doomed_by = Some(killer);
        for (line, entry) in self.dump.lines.iter_mut().enumerate().skip(since.lines) {
            if line != killer && entry.fate == Fate::Applied {
                entry.fate = Fate::RolledBack;
                entry.fell_with = Some(killer);
            }
        }
        rest.into_iter().for_each(|member| self.skip(member, note, killer));
        let by = self.dump.lines[killer].by.clone();
        let keeps = |name: &Name, line: usize| line == killer && by.contains(name);
        keep(&mut self.ledger.spends, since.spends, |(name, _, line)| keeps(name, *line));
        keep(&mut self.ledger.preventions, since.preventions, |(name, .., line)| {
            keeps(name, *line)
        });
        keep(&mut self.ledger.riders, since.riders, |rides| keeps(&key(rides.by), rides.line));
    }

    /// What was not settled when its group died never will be.
    fn skip(&mut self, member: Member, within: usize, killer: usize) {
        let Member { optional, what, why, record } = member;
        match what {
            What::Event(event) => {
                let fate = match self.dump.lines[killer].fate {
                    Fate::Prevented => Fate::Prevented,
                    _ => Fate::Skipped,
                };
                self.dump.lines.push(Line {
                    proposed: event,
                    event,
                    fate,
                    by: Vec::new(),
                    fell_with: Some(killer),
                    group: Some(within),
                    why,
                    applied: None,
                });
            }
            What::Group(kind, members) => {
                let note = self.note(kind, Some(within), optional);
                self.dump.groups[note].doomed_by = Some(killer);
                for (optional, tree) in members {
                    self.skip(Member::new(optional, tree, why, &record), note, killer);
                }
            }
        }
    }
}

/// Keeps what was there before, and of the rest only some.
fn keep<T>(all: &mut Vec<T>, before: usize, keeps: impl Fn(&T) -> bool) {
    let rest = all.split_off(before);
    all.extend(rest.into_iter().filter(keeps));
}
