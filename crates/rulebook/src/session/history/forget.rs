//! What of the past need not be kept.

use std::vec::Drain;

use super::Journal;
use crate::game::Game;
use crate::session::history::record::Record;
use crate::session::options::{History, Mode};

impl<G: Game> Journal<G> {
    /// Whether the next frame has but to [replace](Journal::replace) the last
    /// one: nothing else is kept, and so many events are listed as are under way,
    /// but for that of the last frame.
    #[inline(always)]
    pub(crate) fn has_one(&self, under_way: usize) -> bool {
        self.history == History::None
            && !self.on_trial
            && self.undone == 0
            && self.floor == 1
            && self.frames.len() == 1
            && self.applied.len() == usize::from(self.frames[0].span().is_some()) + under_way
            && self.digests.is_empty()
    }

    /// Puts a frame that holds its event in the place of the last one.
    #[inline(always)]
    pub(crate) fn replace(&mut self, record: Record<G>) {
        let [last] = &mut self.frames[..] else { return };
        self.base = last.ticket();
        self.dropped_events = self.dropped_events.wrapping_add(self.listed as u32);
        self.listed = 0;
        // The author's values are dropped last, should that panic.
        let _forgotten = (std::mem::replace(last, record), self.applied.pop());
        self.copies.forget_first();
        self.dropped += 1;
    }

    /// Forgets what need not be kept, now that there is one frame more.
    #[inline(never)]
    pub(super) fn keep_house(&mut self, cuts: bool) {
        if self.on_trial {
            self.room = usize::MAX;
            return;
        }
        if self.history == History::None {
            return self.keep_only_last();
        }
        if cuts && self.mode == Mode::Play {
            self.raise_floor(self.frames.len());
        }
        self.room = usize::MAX;
        if let History::Last(most) = self.history {
            // Whoever is interrupted looks again.
            self.room = 0;
            self.forget_beyond(most);
            self.room = most.max(1).saturating_mul(2) - 1;
            // A copy that owns memory goes as soon as nobody can go back to it.
            if std::mem::needs_drop::<G::State>() && !self.copies.is_empty() {
                self.room = self.room.min(most.saturating_add(self.floor));
            }
        }
    }

    /// How many of the frames cannot be undone. As long as there is room, those
    /// that become too many are not counted one by one.
    #[inline]
    pub(super) fn floor(&self) -> usize {
        match self.history {
            History::Last(most) if self.room > 0 && self.frames.len() > most && !self.on_trial => {
                self.floor_for(self.frames.len() - most).max(self.floor)
            }
            _ => self.floor,
        }
    }

    /// Frames that belong together are undone together, or not at all.
    fn floor_for(&self, floor: usize) -> usize {
        let later = &self.frames[floor..self.done()];
        floor + later.iter().take_while(|frame| frame.is_joined()).count()
    }

    /// The next frame cannot simply be appended.
    #[inline]
    pub(super) fn close(&mut self) {
        if self.room > 0 {
            self.floor = self.floor();
            self.room = 0;
        }
    }

    /// Keeps the last frame and no other.
    #[inline]
    fn keep_only_last(&mut self) {
        let earlier = self.frames.len() - 1;
        self.floor = earlier + 1;
        self.copies.release(earlier..earlier + 1);
        self.forget(earlier);
    }

    /// What could be redone is gone. Where nothing is ever forgotten, the next frame has
    /// but to be appended then.
    pub(crate) fn branch_off(&mut self) {
        self.drop_redo();
        if self.history == History::All && !self.on_trial {
            self.room = usize::MAX;
        }
    }

    #[cold]
    pub(super) fn drop_redo(&mut self) {
        let (done, end) = (self.done(), self.frames.len());
        let events = self.listed_from(done)..self.listed;
        self.listed = events.start;
        self.undone = 0;
        self.digests.truncate(done);
        // As in `replace`: whatever panics here, all of it is gone.
        let events = (!events.is_empty()).then(|| self.applied.drain(events));
        let _forgotten = (events, drop_from(&mut self.frames, done));
        self.copies.keep_under_way(done..end);
    }

    /// Nothing is kept, and nothing has been: the state has this version.
    pub(crate) fn restart(&mut self, ticket: u64) {
        self.base = ticket;
        (self.dice, self.dropped, self.dropped_events) = (0, 0, 0);
        (self.listed, self.undone, self.floor) = (0, 0, 0);
        // As in `branch_off`.
        self.room = if self.history == History::All { usize::MAX } else { 0 };
        self.digests.clear();
        // As in `replace`.
        let events = (!self.applied.is_empty()).then(|| self.applied.drain(..));
        let _forgotten = (events, drop_from(&mut self.frames, 0));
        self.copies.clear();
    }

    pub(super) fn forget(&mut self, count: usize) {
        let Some(last) = count.checked_sub(1) else { return };
        self.base = self.frames[last].ticket();
        let end = self.listed_from(count);
        self.dropped_events = self.dropped_events.wrapping_add(end as u32);
        self.listed -= end;
        self.dropped += count as u64;
        self.floor = self.floor.saturating_sub(count);
        let digests = count.min(self.digests.len());
        self.digests.drain(..digests);
        // As above.
        let _forgotten = (take_first(&mut self.applied, end), take_first(&mut self.frames, count));
        self.copies.remove(0..count);
    }

    pub(super) fn raise_floor(&mut self, floor: usize) {
        let floor = self.floor_for(floor);
        self.copies.release(self.floor.min(floor)..floor);
        self.floor = self.floor.max(floor);
    }

    /// Keeps at most so many frames that can be undone. Dropping is put off
    /// until it is worth the move, so memory is bounded by twice as many.
    #[inline]
    pub(super) fn forget_beyond(&mut self, most: usize) {
        let excess = self.frames.len().saturating_sub(most);
        if excess == self.floor + 1
            && !self.frames.get(excess).is_some_and(|frame| frame.is_joined())
        {
            self.copies.release(self.floor..excess);
            self.floor = excess;
        } else if excess > self.floor {
            self.raise_floor(excess);
        }
        let kept = most.max(1);
        if self.frames.len() / 2 >= kept {
            self.forget(self.frames.len() - kept);
        }
    }
}

/// Drops frames from one on, or takes them, to be dropped, where a value of the author's
/// could panic. Most frames own nothing else, which is seen by a look at each.
#[inline]
fn drop_from<G: Game>(frames: &mut Vec<Record<G>>, from: usize) -> Option<Drain<'_, Record<G>>> {
    if std::mem::needs_drop::<(G::Action, G::Event, G::Trace)>() {
        return Some(frames.drain(from..));
    }
    while frames.len() > from {
        // Taken apart, so that nothing is left to be dropped of most.
        match frames.pop() {
            Some(Record::Rest { rest, .. }) => drop(rest),
            Some(Record::One { action: _a, event: _e, trace: _t, .. }) => {}
            Some(Record::Listed { action: _a, .. }) => {}
            None => {}
        }
    }
    None
}

/// Takes the first so many, to be dropped. To take one of two is what a session
/// without history does for most of its actions.
#[inline]
fn take_first<T>(items: &mut Vec<T>, count: usize) -> (Option<T>, Option<Drain<'_, T>>) {
    match (count, items.len()) {
        (1, 2) => (Some(items.swap_remove(0)), None),
        _ => (None, Some(items.drain(..count))),
    }
}
