//! A session's past: flat shared buffers in which a frame is a range.
//!
//! Frames that stand come first, then those that were undone and can be
//! redone. A transition under way appends its events behind both; committing
//! it drops what could be redone, taking it back leaves everything as it was.

use crate::book::Compiled;
use crate::game::Game;
use crate::observe::Observer;
use crate::pipeline::{Log, RevertFn};
use crate::session::frame::{Applied, FrameId, FrameView, Origin, Record};
use crate::session::options::{History, Mode, Reversibility};

/// A session's past.
pub(crate) struct Journal<G: Game> {
    frames: Vec<Record<G>>,
    applied: Vec<Applied<G>>,
    /// How many frames and events were forgotten.
    dropped: u64,
    dropped_events: u64,
    /// How many of the frames stand; the rest can be redone.
    done: usize,
    /// How many of the frames cannot be undone.
    floor: usize,
    /// The state before the transition under way, once it has an event.
    saved: Option<G::State>,
    /// A copy that is not needed any more, to be overwritten.
    spare: Option<G::State>,
    history: History,
    mode: Mode,
    pub observer: Option<Box<dyn Observer<G> + Send>>,
    /// Whether the observer is not to be told just now.
    pub muted: bool,
}

impl<G: Game> Clone for Journal<G> {
    /// The observer stays with the original.
    fn clone(&self) -> Self {
        Journal {
            frames: self.frames.clone(),
            applied: self.applied.clone(),
            saved: self.saved.clone(),
            spare: None,
            observer: None,
            ..*self
        }
    }
}

impl<G: Game> Log<G> for Journal<G> {
    #[inline]
    fn save(&mut self, state: &G::State) {
        self.saved = Some(match self.spare.take() {
            Some(mut spare) => {
                spare.clone_from(state);
                spare
            }
            None => state.clone(),
        });
    }

    #[inline]
    fn applied(&mut self, event: G::Event, trace: G::Trace, origin: Origin) {
        self.applied.push(Applied {
            event,
            trace,
            origin,
        });
    }

    fn under_way(&self) -> Vec<G::Event> {
        self.tail()
            .iter()
            .map(|applied| applied.event.clone())
            .collect()
    }

    fn roll_back(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>) {
        match revert {
            Some(revert) => {
                for applied in self.tail().iter().rev() {
                    revert(state, &applied.event, &applied.trace);
                }
            }
            None => {
                if let Some(mut saved) = self.saved.take() {
                    std::mem::swap(state, &mut saved);
                    self.spare = Some(saved);
                }
            }
        }
        self.applied.truncate(self.at(self.recorded_end()));
    }

    #[inline]
    fn observer(&mut self) -> Option<&mut (dyn Observer<G> + Send + 'static)> {
        if self.muted {
            None
        } else {
            self.observer.as_deref_mut()
        }
    }
}

impl<G: Game> Journal<G> {
    pub(crate) fn new(history: History, mode: Mode) -> Self {
        Journal {
            frames: Vec::new(),
            applied: Vec::new(),
            dropped: 0,
            dropped_events: 0,
            done: 0,
            floor: 0,
            saved: None,
            spare: None,
            history,
            mode,
            observer: None,
            muted: false,
        }
    }

    /// How many events there were up to and with the `count`-th kept frame.
    #[inline]
    fn end_of(&self, count: usize) -> u64 {
        count
            .checked_sub(1)
            .map_or(self.dropped_events, |last| self.frames[last].events_end)
    }

    /// Where an event stands in the buffer.
    #[inline]
    fn at(&self, event: u64) -> usize {
        (event - self.dropped_events) as usize
    }

    /// The end of all events of frames, also of those that can be redone.
    #[inline]
    fn recorded_end(&self) -> u64 {
        self.end_of(self.frames.len())
    }

    /// The events of the transition under way.
    #[inline]
    pub(crate) fn tail(&self) -> &[Applied<G>] {
        &self.applied[self.at(self.recorded_end())..]
    }

    /// How many events there would be with the transition under way.
    #[inline]
    pub(crate) fn events_end(&self) -> u64 {
        self.end_of(self.done) + self.tail().len() as u64
    }

    /// The number of the next frame.
    pub(crate) fn next_number(&self) -> u64 {
        self.dropped + self.done as u64 + 1
    }

    /// The observer, and what it may be told of the frame under way.
    pub(crate) fn watched(
        &mut self,
    ) -> (
        Option<&mut (dyn Observer<G> + Send + 'static)>,
        u64,
        &[Applied<G>],
    ) {
        let (number, from) = (self.next_number(), self.at(self.recorded_end()));
        let observer = if self.muted {
            None
        } else {
            self.observer.as_deref_mut()
        };
        (observer, number, &self.applied[from..])
    }

    /// Adds the frame of the transition under way.
    #[inline]
    pub(crate) fn push(&mut self, mut record: Record<G>) -> FrameId {
        if self.done < self.frames.len() {
            self.drop_redo();
        }
        let id = FrameId {
            number: self.next_number(),
            ticket: record.ticket_after,
        };
        if self.history == History::None {
            self.forget_all();
            self.spare = self.saved.take().or_else(|| self.spare.take());
            self.frames.push(record);
            self.done = 1;
            self.floor = 1;
            return id;
        }
        let cuts = record.reversibility == Reversibility::Irreversible && self.mode == Mode::Play;
        record.snapshot = self.saved.take();
        self.frames.push(record);
        self.done += 1;
        if cuts {
            self.raise_floor(self.done);
        }
        if let History::Last(most) = self.history {
            self.forget_beyond(most);
        }
        id
    }

    fn drop_redo(&mut self) {
        let (from, to) = (
            self.at(self.end_of(self.done)),
            self.at(self.recorded_end()),
        );
        self.applied.drain(from..to);
        self.frames.truncate(self.done);
    }

    /// Forgets all frames, and their events; those under way stay.
    fn forget_all(&mut self) {
        self.forget(self.frames.len());
    }

    fn forget(&mut self, count: usize) {
        let end = self.end_of(count);
        self.applied.drain(..self.at(end));
        self.frames.drain(..count);
        self.dropped += count as u64;
        self.dropped_events = end;
        self.done -= count;
        self.floor = self.floor.saturating_sub(count);
    }

    fn raise_floor(&mut self, floor: usize) {
        for frame in &mut self.frames[self.floor.min(floor)..floor] {
            if let Some(snapshot) = frame.snapshot.take() {
                self.spare = Some(snapshot);
            }
        }
        self.floor = self.floor.max(floor);
    }

    /// Keeps at most so many frames that can be undone. Dropping is put off
    /// until it is worth the move, so memory is bounded by twice as many.
    fn forget_beyond(&mut self, most: usize) {
        let excess = self.frames.len().saturating_sub(most);
        if excess > self.floor {
            self.raise_floor(excess);
        }
        let kept = most.max(1);
        if self.frames.len() >= 2 * kept {
            self.forget(self.frames.len() - kept);
        }
    }

    /// How many frames can be undone.
    pub(crate) fn undo_depth(&self) -> usize {
        self.done - self.floor.min(self.done)
    }

    /// How many frames can be redone.
    pub(crate) fn redo_depth(&self) -> usize {
        self.frames.len() - self.done
    }

    /// The number of the last frame that stands; 0 at the start.
    pub(crate) fn number(&self) -> u64 {
        self.dropped + self.done as u64
    }

    /// The number of the last frame that cannot be undone; 0 if all can.
    pub(crate) fn floor_number(&self) -> u64 {
        self.dropped + self.floor as u64
    }

    /// The last frame that stands.
    pub(crate) fn last(&self) -> Option<&Record<G>> {
        self.frames[..self.done].last()
    }

    /// The first frame that can be redone.
    pub(crate) fn upcoming(&self) -> Option<&Record<G>> {
        self.frames.get(self.done)
    }

    /// The id of the frame with that number, if it is kept.
    pub(crate) fn id(&self, number: u64) -> Option<FrameId> {
        let at = usize::try_from(number.checked_sub(self.dropped + 1)?).ok()?;
        let ticket = self.frames.get(at)?.ticket_after;
        Some(FrameId { number, ticket })
    }

    /// Takes the last frame back: the state becomes the one before it.
    pub(crate) fn step_back(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>) {
        let range = self.at(self.end_of(self.done - 1))..self.at(self.end_of(self.done));
        let frame = &mut self.frames[self.done - 1];
        match (&mut frame.snapshot, revert) {
            (Some(snapshot), _) => std::mem::swap(state, snapshot),
            (None, Some(revert)) => {
                for applied in self.applied[range].iter().rev() {
                    revert(state, &applied.event, &applied.trace);
                }
            }
            (None, None) => debug_assert!(range.is_empty(), "a frame with events has a snapshot"),
        }
        self.done -= 1;
    }

    /// Brings the next frame back: the state becomes the one after it.
    pub(crate) fn step_forward(&mut self, state: &mut G::State) {
        let range = self.at(self.end_of(self.done))..self.at(self.end_of(self.done + 1));
        match &mut self.frames[self.done].snapshot {
            Some(snapshot) => std::mem::swap(state, snapshot),
            None => {
                for applied in &mut self.applied[range] {
                    applied.trace = G::apply(state, &applied.event);
                }
            }
        }
        self.done += 1;
    }

    /// A frame to be read; the book gives the names.
    pub(crate) fn view<'s>(
        &'s self,
        book: &'s Compiled<G>,
        number: u64,
    ) -> Option<FrameView<'s, G>> {
        let at = usize::try_from(number.checked_sub(self.dropped + 1)?).ok()?;
        let frame = self.frames.get(at)?;
        Some(FrameView {
            book,
            number,
            what: &frame.what,
            events: &self.applied[self.at(self.end_of(at))..self.at(self.end_of(at + 1))],
            extras: frame.extras.as_deref(),
            digest: frame.digest,
            reversibility: frame.reversibility,
        })
    }

    /// The numbers of the frames that are kept and stand.
    pub(crate) fn standing(&self) -> std::ops::RangeInclusive<u64> {
        self.dropped + 1..=self.number()
    }

    /// Makes ready to add frames that may be taken away again as a whole:
    /// nothing is forgotten until [`settle`](Journal::settle).
    pub(crate) fn set_aside(&mut self) -> Aside<G> {
        let from = self.at(self.end_of(self.done));
        Aside {
            frames: self.frames.split_off(self.done),
            applied: self.applied.split_off(from),
            floor: self.floor,
            history: std::mem::replace(&mut self.history, History::All),
        }
    }

    /// The frames added since stay; what could be redone before is dropped.
    pub(crate) fn settle(&mut self, aside: Aside<G>) {
        self.history = aside.history;
        match self.history {
            History::All => {}
            History::Last(most) => self.forget_beyond(most),
            History::None => {
                self.raise_floor(self.done);
                self.forget(self.frames.len().saturating_sub(1));
            }
        }
    }

    /// The frames added since have been taken away: all is as it was.
    pub(crate) fn restore(&mut self, aside: Aside<G>) {
        self.frames.truncate(self.done);
        self.applied.truncate(self.at(self.end_of(self.done)));
        self.frames.extend(aside.frames);
        self.applied.extend(aside.applied);
        self.floor = aside.floor;
        self.history = aside.history;
    }
}

/// What is set aside while frames are added on trial.
pub(crate) struct Aside<G: Game> {
    frames: Vec<Record<G>>,
    applied: Vec<Applied<G>>,
    floor: usize,
    history: History,
}
