//! Triggers that fire, and guards' riders.

use std::cmp::Reverse;

use rulebook::{Fate, Firing, Kinded, Reactive, Source, SourceKind, TriggerOrder};

use super::{Ledger, Memory, Oracle, Rides, Stop, Waits};
use crate::reactions::dump::{Shot, Told, Why, key};
use crate::reactions::game::{Arena, Ev, Table};
use crate::reactions::meaning::{Cx, grow};
use crate::reactions::spec::{DEPTH, Hears, TriggerSpec};

/// A trigger that hears of something: which, carried by what, on which line
/// and by which announcement.
type Heard = (usize, Option<Source>, usize, Option<usize>);

impl Oracle<'_> {
    pub(super) fn trigger(&self, number: usize) -> &TriggerSpec {
        let trigger = self.spec.triggers.iter().find(|trigger| trigger.number == number);
        trigger.expect("a trigger is known by its number")
    }

    /// What is worth remembering before an event, and who looks back at it.
    pub(super) fn look_back(&mut self, line: usize, view: &Table) {
        let event = self.dump.lines[line].event;
        if let Some(thing) = event.which().and_then(|id| view.thing(id)) {
            self.memories.push((thing.source(), thing.charges, line));
        }
        // All of a commit happens together: who left with it sees it too.
        let same = |a: Source, b: Source| (a.id, a.since) == (b.id, b.since);
        let there = |source: Source| view.things.iter().any(|thing| same(thing.source(), source));
        let all = self.start.things.iter().map(|thing| thing.source());
        let gone = all.filter(|source| !there(*source)).map(|source| {
            let known = self.memories.iter().rfind(|(known, ..)| same(*known, source));
            known.map_or(source, |(known, ..)| *known)
        });
        let gone: Vec<Source> = gone.collect();
        for (trigger, source) in self.concerned(view, &gone, line, |hears| *hears == Hears::Back) {
            self.looked.push((trigger, source, line));
        }
    }

    /// The triggers that a line concerns in a state.
    fn concerned(
        &self,
        view: &Table,
        gone: &[Source],
        line: usize,
        hears: impl Fn(&Hears) -> bool,
    ) -> Vec<(usize, Option<Source>)> {
        let event = &self.dump.lines[line].event;
        let mut found = Vec::new();
        for trigger in &self.spec.triggers {
            if !hears(&trigger.hears) || !trigger.post.kinds.contains(&event.kind()) {
                continue;
            }
            let sources: Vec<Option<Source>> = match trigger.post.carried {
                None => vec![None],
                Some(kind) => {
                    let all = view.things.iter().map(|thing| thing.source());
                    let all = all.chain(gone.iter().copied());
                    all.filter(|source| source.kind == SourceKind(u32::from(kind)))
                        .map(Some)
                        .collect()
                }
            };
            for source in sources {
                let subject = source.and_then(|source| source.subject);
                let apart = trigger.post.own_subject
                    && (subject.is_none() || subject != Arena::about(event));
                if !apart && self.first_false(view, trigger, source, event).is_none() {
                    found.push((trigger.number, source));
                }
            }
        }
        found
    }

    /// The first condition that does not hold.
    pub(super) fn first_false(
        &self,
        view: &Table,
        trigger: &TriggerSpec,
        source: Option<Source>,
        event: &Ev,
    ) -> Option<u32> {
        let cx = Cx::new(view, self.by, self.act.n).about(event, source);
        let at = trigger.post.when.iter().position(|asks| !cx.holds(*asks));
        at.map(|at| at as u32)
    }

    /// What was prevented is announced, and triggers of this commit fire.
    pub(super) fn observe(&mut self, ledger: &Ledger, depth: usize) -> Result<Vec<Memory>, Stop> {
        let from = self.dump.told.len();
        self.announce(ledger);
        let mut heard: Vec<Heard> = Vec::new();
        for (trigger, source, line) in std::mem::take(&mut self.looked) {
            if self.dump.lines[line].fate == Fate::Applied {
                heard.push((trigger, source, line, None));
            }
        }
        for line in self.observed..self.dump.lines.len() {
            let fate = self.dump.lines[line].fate;
            let hears = |hears: &Hears| match hears {
                Hears::Applied => fate == Fate::Applied,
                Hears::Fates(fates) => fates.contains(&fate),
                Hears::Back | Hears::Announcements => false,
            };
            let found = self.concerned(&self.state, &[], line, hears);
            heard.extend(found.into_iter().map(|(trigger, source)| (trigger, source, line, None)));
        }
        self.observed = self.dump.lines.len();
        for told in from..self.dump.told.len() {
            for line in self.dump.told[told].prevented.clone() {
                let hears = |hears: &Hears| *hears == Hears::Announcements;
                let found = self.concerned(&self.state, &[], line, hears).into_iter();
                heard.extend(found.map(|(trigger, source)| (trigger, source, line, Some(told))));
            }
        }
        let mut memories = std::mem::take(&mut self.memories);
        memories.retain(|(.., line)| self.dump.lines[*line].fate == Fate::Applied);
        if !heard.is_empty() && depth >= DEPTH {
            return Err(Stop::Limit("depth"));
        }
        self.fire(heard, &memories, depth);
        Ok(memories)
    }

    /// One announcement for each preventer.
    fn announce(&mut self, ledger: &Ledger) {
        let from = self.dump.told.len();
        for (by, amount, left, line) in &ledger.preventions {
            let lines = &self.dump.lines;
            let killed = lines[*line].by.contains(by);
            let fell = (0..lines.len()).filter(|at| killed && lines[*at].fell_with == Some(*line));
            let fell: Vec<_> = fell.collect();
            let known = self.dump.told[from..].iter().position(|told| told.by == *by);
            let at = known.map_or(self.dump.told.len(), |known| from + known);
            self.parts.push((at, *line, *amount, *left));
            match self.dump.told.get_mut(at) {
                Some(told) => {
                    told.prevented.push(*line);
                    told.fell.extend(fell);
                    told.fell.sort_unstable();
                    told.amount += amount;
                    told.left += left;
                }
                None => self.dump.told.push(Told {
                    by: *by,
                    prevented: vec![*line],
                    fell,
                    amount: *amount,
                    left: *left,
                }),
            }
        }
    }

    /// Triggers are put to wait, in order.
    fn fire(&mut self, mut heard: Vec<Heard>, memories: &[Memory], depth: usize) {
        heard.sort_by_cached_key(|heard| self.standing_of(*heard));
        let (mut last, waited) = (None, self.waiting.len());
        for (number, source, line, told) in heard {
            // All of one announcement is one thing to react to.
            let once = self.trigger(number).once;
            let what = Some((number, source, told.filter(|_| !once)));
            if (once || told.is_some()) && last == what {
                let seen = (self.dump.lines[line].event, self.dump.lines[line].fate);
                let waits = self.waiting.last_mut().expect("it was just put there");
                waits.told.extend(told.filter(|told| !waits.told.contains(told)));
                let lines = &mut self.dump.shots[waits.firing].lines;
                // Two may have prevented parts of one event.
                if !lines.contains(&line) {
                    waits.seen.push(seen);
                    lines.push(line);
                }
            } else {
                self.wait((number, source, line, told), memories, depth + 1);
            }
            last = what;
        }
        for waits in &mut self.waiting[waited..] {
            (waits.prevented, waits.would) = announced(&self.parts, &waits.told);
        }
    }

    /// Where a trigger stands in the order of those of one commit.
    fn standing_of(&self, (number, source, line, told): Heard) -> impl Ord + use<> {
        let trigger = self.trigger(number);
        let seat = self.turn_order(&self.state, (0, source));
        let priority = Reverse(trigger.post.priority);
        let stack = self.spec.order == TriggerOrder::Stack;
        let by_seat = if stack { (seat, priority, 0) } else { (0, priority, seat) };
        let declared = self.spec.triggers.iter().position(|other| other.number == number);
        let since = source.map(|source| source.since);
        (by_seat, since, declared, source.map(|source| source.id), told, line)
    }

    fn wait(&mut self, (number, source, line, told): Heard, memories: &[Memory], depth: usize) {
        let firing = self.dump.shots.len();
        self.dump.shots.push(Shot {
            trigger: key((number, source)),
            lines: vec![line],
            announcement: told,
            came_to: Firing::Waiting,
        });
        self.waiting.push(Waits {
            trigger: number,
            source,
            seen: vec![(self.dump.lines[line].event, self.dump.lines[line].fate)],
            told: told.into_iter().collect(),
            prevented: 0,
            would: 0,
            remembered: remembered(memories, source),
            memories: !memories.is_empty(),
            firing,
            depth,
        });
    }

    /// Whether a source is still the one that it was.
    pub(super) fn here(&self, source: Option<Source>) -> bool {
        let now = source.and_then(|source| self.state.thing(source.id.0));
        now.is_some_and(|now| Some(now.since) == source.map(|source| source.since))
    }

    /// What a guard does in addition.
    pub(super) fn ride(
        &mut self,
        rides: Rides,
        memories: &[Memory],
        depth: usize,
    ) -> Result<(), Stop> {
        let Rides { by, line, event, would, prevented } = rides;
        if depth > DEPTH {
            return Err(Stop::Limit("depth"));
        }
        let guard = self.spec.guards.iter().find(|guard| guard.number == by.0);
        let Some(rider) = guard.and_then(|guard| guard.rider.as_ref()) else { return Ok(()) };
        let cx = Cx {
            amount: would,
            would,
            prevented,
            here: self.here(by.1),
            remembered: remembered(memories, by.1),
            ..self.cx().about(&event, by.1)
        };
        let trees = grow(self.spec, &cx, rider);
        self.propose(trees, Why::Rider(line, by.0), depth)
    }
}

/// What was remembered of a source last.
fn remembered(memories: &[Memory], source: Option<Source>) -> Option<u32> {
    let known = |memory: &&Memory| source.is_some_and(|source| source.id == memory.0.id);
    memories.iter().rev().find(known).map(|(_, charges, _)| *charges)
}

/// How much was prevented according to some announcements, and how much there
/// would have been: that, and what was left of each event in the end.
fn announced(parts: &[(usize, usize, u32, u32)], told: &[usize]) -> (u32, u32) {
    let parts: Vec<_> = parts.iter().filter(|(by, ..)| told.contains(by)).collect();
    let prevented: u32 = parts.iter().map(|(_, _, amount, _)| amount).sum();
    let last = |line: usize| parts.iter().rposition(|part| part.1 == line);
    let lasts = parts.iter().enumerate().filter(|(at, part)| last(part.1) == Some(*at));
    (prevented, prevented + lasts.map(|(_, part)| part.3).sum::<u32>())
}
