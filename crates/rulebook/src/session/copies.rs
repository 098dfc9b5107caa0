//! Copies of the state: one before each frame, where a session goes back by
//! copies.
//!
//! They stand in a list of their own beside the frames, so that a copy is
//! written where it stays. A frame without events has none, and the list may
//! end before the frames do.

use std::ops::Range;

pub(super) struct Copies<S> {
    /// By frame. One more than there are frames if a transition is under way
    /// and has an event.
    kept: Vec<Option<S>>,
    /// One that is not needed any more, to be overwritten.
    spare: Option<S>,
}

impl<S: Clone> Clone for Copies<S> {
    fn clone(&self) -> Self {
        Copies { kept: self.kept.clone(), spare: None }
    }
}

impl<S: Clone> Copies<S> {
    pub(super) fn new() -> Self {
        Copies { kept: Vec::new(), spare: None }
    }

    /// Whether there was nothing to copy so far.
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Copies the state before the frame that comes after so many.
    #[inline(always)]
    pub(super) fn save(&mut self, frames: usize, state: &S) {
        if !self.save_in_room(frames, state) {
            self.pad(frames);
            self.save_with_care(state);
        }
    }

    /// The same if there is nothing to overwrite and nothing to make longer: the
    /// copy is written where it stays. Says whether it was.
    #[inline(always)]
    pub(super) fn save_in_room(&mut self, frames: usize, state: &S) -> bool {
        let spare = std::mem::needs_drop::<S>() && self.spare.is_some();
        let room = self.kept.len() == frames && frames < self.kept.capacity() && !spare;
        if room {
            self.kept.push(Some(state.clone()));
        }
        room
    }

    #[inline(never)]
    fn save_with_care(&mut self, state: &S) {
        let copy = match self.spare.take() {
            Some(mut spare) => {
                spare.clone_from(state);
                spare
            }
            None => state.clone(),
        };
        self.kept.push(Some(copy));
    }

    /// The last frames have no copy.
    #[cold]
    fn pad(&mut self, frames: usize) {
        self.kept.resize_with(frames, || None);
    }

    /// Goes back to where the transition under way began, if it has a copy.
    #[inline]
    pub(super) fn roll_back(&mut self, frames: usize, state: &mut S) {
        if self.kept.len() > frames
            && let Some(Some(mut saved)) = self.kept.pop()
        {
            std::mem::swap(state, &mut saved);
            if std::mem::needs_drop::<S>() {
                self.spare = Some(saved);
            }
        }
    }

    /// Puts the state before a frame in the place of that after it, or the
    /// other way round. Says whether there is a copy.
    #[inline]
    pub(super) fn swap(&mut self, frame: usize, state: &mut S) -> bool {
        match self.kept.get_mut(frame) {
            Some(Some(copy)) => {
                std::mem::swap(state, copy);
                true
            }
            _ => false,
        }
    }

    /// Swaps the state with the copies of these frames, from the last one on, as
    /// long as there are any. Says how many there were.
    #[inline]
    pub(super) fn rotate(&mut self, frames: Range<usize>, state: &mut S) -> usize {
        let Some(copies) = self.kept.get_mut(frames) else { return 0 };
        let held = copies.iter_mut().rev().map_while(Option::as_mut);
        held.map(|copy| std::mem::swap(state, copy)).count()
    }

    /// The copies of these frames are not needed any more.
    pub(super) fn release(&mut self, frames: Range<usize>) {
        let end = frames.end.min(self.kept.len());
        for copy in &mut self.kept[frames.start.min(end)..end] {
            let released = copy.take();
            // What owns no memory is not worth keeping.
            if std::mem::needs_drop::<S>() && released.is_some() {
                self.spare = released;
            }
        }
    }

    /// Of two frames the first is no more, and the copy before the second is not
    /// needed.
    #[inline(always)]
    pub(super) fn forget_first(&mut self) {
        if self.kept.len() < 2 {
            return self.kept.clear();
        }
        let released = self.kept.pop().flatten();
        if std::mem::needs_drop::<S>() && released.is_some() {
            self.spare = released;
        }
    }

    /// These frames, the last ones, are no more. The copy of a transition under way,
    /// which stands behind them, stays.
    pub(super) fn keep_under_way(&mut self, frames: Range<usize>) {
        match self.kept.len() > frames.end {
            true => {
                self.kept.swap(frames.start, frames.end);
                self.kept.truncate(frames.start + 1);
            }
            false => self.kept.truncate(frames.start),
        }
    }

    /// No frame is any more.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
    }

    /// These frames are no more.
    pub(super) fn remove(&mut self, frames: Range<usize>) {
        let end = frames.end.min(self.kept.len());
        self.kept.drain(frames.start.min(end)..end);
    }

    /// Sets aside what belongs to later frames than so many.
    pub(super) fn split_off(&mut self, frames: usize) -> Vec<Option<S>> {
        self.kept.split_off(frames.min(self.kept.len()))
    }

    /// Takes back what was set aside, behind so many frames.
    pub(super) fn restore(&mut self, frames: usize, aside: Vec<Option<S>>) {
        if !aside.is_empty() {
            self.pad(frames);
            self.kept.extend(aside);
        }
    }
}
