//! A session's past: flat shared buffers in which a frame is a range.
//!
//! Frames that stand come first, then those that were undone and can be
//! redone, and the events of a transition under way behind both: committing it
//! drops what could be redone, taking it back leaves the past as it was. A frame
//! that a [stroke](crate::pipeline::stroke) makes holds its event itself: nobody
//! has to look for it anywhere else in between.

mod forget;
pub(crate) mod record;
mod trial;

use std::ops::Range;

use crate::actor::By;
use crate::book::{Compiled, RuleId};
use crate::digest::Digest;
use crate::game::Game;
use crate::observe::{Notice, Observer};
use crate::pipeline::place::naming;
use crate::pipeline::{Log, Place, RevertFn};
use crate::session::copies::Copies;
use crate::session::frame::{EventView, FrameId, FrameView, Origin, Transition};
use crate::session::legal::Warrant;
use crate::session::options::{History, Mode, Reversibility};

use record::{Applied, Events, One, Record, Span};

/// A session's past.
pub(crate) struct Journal<G: Game> {
    frames: Vec<Record<G>>,
    /// Their digests, if they are kept.
    digests: Vec<Digest>,
    applied: Vec<Applied<G>>,
    /// How many of those belong to frames; the rest to the transition under way.
    listed: usize,
    /// Which event of which frame is being taken back or redone, or was last.
    in_hand: (usize, usize),
    /// The version of the state before the first frame that is kept.
    pub base: u64,
    /// Where the dice stand.
    dice: u64,
    /// How many frames were forgotten.
    dropped: u64,
    /// How many listed events were, as far as [`Span`] counts.
    dropped_events: u32,
    /// How many of the frames were undone and can be redone: the last ones.
    undone: usize,
    /// How many of the frames cannot be undone, as far as that was written down:
    /// see [`Journal::floor`].
    floor: usize,
    copies: Copies<G::State>,
    history: History,
    mode: Mode,
    /// Whether frames are added on trial, so that nothing may be forgotten.
    on_trial: bool,
    /// How many frames there may be before one has to look whether something
    /// is to be forgotten. None while something can be redone.
    room: usize,
    pub observer: Option<Box<dyn Observer<G> + Send>>,
    /// Whether the observer is not to be told just now.
    pub muted: bool,
}

impl<G: Game> Clone for Journal<G> {
    /// The observer stays with the original.
    fn clone(&self) -> Self {
        Journal {
            frames: self.frames.clone(),
            digests: self.digests.clone(),
            applied: self.applied[..self.listed].to_vec(),
            copies: self.copies.clone(),
            observer: None,
            ..*self
        }
    }
}

impl<G: Game> Log<G> for Journal<G> {
    const TELLS: bool = true;

    #[inline(always)]
    fn save(&mut self, state: &G::State) {
        self.copies.save(self.frames.len(), state);
    }

    #[inline]
    fn applied(&mut self, event: G::Event, trace: G::Trace, origin: Origin) {
        self.applied.push(Applied { event, trace, origin });
    }

    fn under_way(&self) -> Vec<G::Event> {
        self.fresh().iter().map(|applied| applied.event.clone()).collect()
    }

    fn each_undone(&self, each: &mut dyn FnMut(&G::Event)) {
        self.each_since(0, each);
    }

    fn length(&self) -> usize {
        self.applied.len() - self.listed
    }

    fn each_since(&self, from: usize, each: &mut dyn FnMut(&G::Event)) {
        self.fresh()[from..].iter().for_each(|applied| each(&applied.event));
    }

    fn rewind(&mut self, to: usize, state: &mut G::State, revert: Option<RevertFn<G>>) {
        let to = self.listed + to;
        while let (Some(revert), Some(last)) = (revert, self.applied[to..].last()) {
            self.in_hand = (self.frames.len(), self.length() - 1);
            revert(state, &last.event, &last.trace);
            self.applied.pop();
        }
        self.applied.truncate(to);
    }

    #[inline]
    fn roll_back(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>) {
        match revert {
            Some(revert) => self.rewind(0, state, Some(revert)),
            None => self.copies.roll_back(self.frames.len(), state),
        }
        self.applied.truncate(self.listed);
    }

    fn in_hand(&self) -> Option<&G::Event> {
        let (frame, at) = self.in_hand;
        let events = match frame < self.frames.len() {
            true => self.events(frame),
            false => Events::Listed(self.fresh()),
        };
        events.get(at).map(|view| view.event)
    }

    #[inline]
    fn tell_applied(&mut self, from: usize, place: &mut Place) {
        if self.muted {
            return;
        }
        let Some(observer) = &mut self.observer else { return };
        *place = Place::Observer;
        for Applied { event, trace, origin } in &self.applied[self.listed + from..] {
            observer.notice(&Notice::Happened { event, trace, origin: *origin });
        }
        *place = Place::Engine;
    }

    #[inline(always)]
    fn tell_last(&mut self, origin: Origin, place: &mut Place) {
        let observer = if self.muted { None } else { self.observer.as_deref_mut() };
        if let (Some(observer), Some(last)) = (observer, self.applied.last()) {
            let Applied { event, trace, .. } = last;
            let notice = Notice::Happened { event, trace, origin };
            naming(place, Place::Observer, || observer.notice(&notice));
        }
    }

    #[inline]
    fn observer(&mut self) -> Option<&mut (dyn Observer<G> + Send + 'static)> {
        if self.muted { None } else { self.observer.as_deref_mut() }
    }
}

impl<G: Game> Journal<G> {
    pub(crate) fn new(history: History, mode: Mode) -> Self {
        Journal {
            frames: Vec::new(),
            applied: Vec::new(),
            listed: 0,
            in_hand: (0, 0),
            digests: Vec::new(),
            base: 0,
            dice: 0,
            dropped: 0,
            dropped_events: 0,
            undone: 0,
            floor: 0,
            copies: Copies::new(),
            history,
            mode,
            on_trial: false,
            room: 0,
            observer: None,
            muted: false,
        }
    }

    /// Where events are listed.
    #[inline]
    fn range(&self, span: Span) -> Range<usize> {
        let from = span.after.wrapping_sub(self.dropped_events) as usize;
        from..from + span.count as usize
    }

    /// The events of the kept frame at `at`.
    #[inline]
    fn events(&self, at: usize) -> Events<'_, G> {
        match &self.frames[at] {
            held @ Record::One { .. } => Events::Held(held),
            Record::Listed { span, .. } => Events::Listed(&self.applied[self.range(*span)]),
            Record::Rest { rest, .. } => Events::Listed(&self.applied[self.range(rest.span)]),
        }
    }

    /// The events of the transition under way.
    #[inline]
    pub(crate) fn fresh(&self) -> &[Applied<G>] {
        &self.applied[self.listed..]
    }

    /// Where the events that are listed of the kept frames from `at` on begin.
    fn listed_from(&self, at: usize) -> usize {
        if self.listed == 0 {
            return 0;
        }
        let first = self.frames[at..].iter().find_map(Record::span);
        first.map_or(self.listed, |span| self.range(span).start)
    }

    /// How many of the frames stand.
    #[inline]
    fn done(&self) -> usize {
        self.frames.len() - self.undone
    }

    /// The version of the state after the last frame that stands.
    #[inline]
    pub(crate) fn ticket(&self) -> u64 {
        self.last().map_or(self.base, Record::ticket)
    }

    /// Where the dice stand after the last frame that stands.
    #[inline]
    pub(crate) fn dice(&self) -> u64 {
        self.dice
    }

    /// The number of the next frame.
    #[inline]
    pub(crate) fn next_number(&self) -> u64 {
        self.number() + 1
    }

    /// The observer, and what it may be told of the frame under way.
    pub(crate) fn watched(
        &mut self,
    ) -> (Option<&mut (dyn Observer<G> + Send + 'static)>, u64, &[Applied<G>]) {
        let number = self.next_number();
        let observer = if self.muted { None } else { self.observer.as_deref_mut() };
        (observer, number, &self.applied[self.listed..])
    }

    /// The last event of the transition under way is listed no more, if a rule has
    /// proposed it that a frame can name.
    pub(crate) fn unlist(&mut self) -> Option<One<G>> {
        let of_rule =
            |it: &mut Applied<G>| matches!(it.origin, Origin::Rule(rule) if Warrant::names(rule));
        let Applied { event, trace, origin } = self.applied.pop_if(of_rule)?;
        let Origin::Rule(rule) = origin else { return None };
        Some(One { event, trace, warrant: Warrant::of(rule.0) })
    }

    /// Adds the frame of the transition under way.
    pub(crate) fn push(&mut self, record: Record<G>, digest: Option<Digest>) -> FrameId {
        if self.undone > 0 {
            self.drop_redo();
        }
        if let Some((_, after)) = record.dice() {
            self.dice = after;
        }
        if let Some(digest) = digest {
            self.digests.push(digest);
        }
        let cuts = record.reversibility() == Reversibility::Irreversible;
        self.frames.reserve(1);
        let id = self.append(record);
        if cuts || self.frames.len() > self.room {
            self.keep_house(cuts);
        }
        id
    }

    /// Whether the next frame has but to be [appended](Journal::append). The
    /// compiler builds it where it stays if it need not think of a longer list.
    #[inline(always)]
    pub(crate) fn has_room(&self) -> bool {
        self.frames.len() < self.room && self.frames.len() < self.frames.capacity()
    }

    /// Saves a copy of the state if that takes no more than to write it, or a call
    /// anyway, because the state owns memory. Says whether it did.
    #[inline(always)]
    pub(crate) fn save_if_short(&mut self, state: &G::State) -> bool {
        if std::mem::needs_drop::<G::State>() {
            self.save(state);
            return true;
        }
        self.copies.save_in_room(self.frames.len(), state)
    }

    /// Adds the frame of the transition under way where there is nothing to
    /// redo and nothing to forget.
    #[inline(always)]
    pub(crate) fn append(&mut self, mut record: Record<G>) -> FrameId {
        let ticket = record.ticket();
        if let Some(span) = record.span_mut() {
            *span = self.list();
        }
        self.frames.push(record);
        FrameId { number: self.dropped + self.frames.len() as u64, ticket }
    }

    /// The same for a frame of one event where somebody watches, and hears of the
    /// event and then of the frame. It is put where it stays before it is told of,
    /// and shown there; should whoever hears of it panic, there is no frame, and
    /// the event is one of the transition under way.
    #[inline(always)]
    pub(crate) fn append_told(
        &mut self,
        (by, action, ticket): (By, G::Action, u64),
        only: One<G>,
        book: &Compiled<G>,
        place: &mut Place,
    ) -> FrameId {
        let rule = RuleId(only.warrant.rule());
        let id = self.append(Record::one(by, action, ticket, only));
        let Journal { frames, applied, observer, muted, .. } = self;
        if let Some(observer) = observer.as_deref_mut().filter(|_| !*muted) {
            let untold = Untold { frames, applied };
            let last = untold.frames.last();
            let shown = last.and_then(|record| record.shown(book, id.number, (by, rule)));
            if let Some((happened, frame)) = shown {
                naming(place, Place::Observer, || {
                    observer.notice(&happened);
                    observer.notice(&frame);
                });
            }
            std::mem::forget(untold);
        }
        id
    }

    /// The events of the transition under way are a frame's.
    #[inline]
    fn list(&mut self) -> Span {
        let (listed, all) = (self.listed, self.applied.len());
        assert!(all <= u32::MAX as usize, "so many events can be kept, and no more");
        self.listed = all;
        Span {
            after: self.dropped_events.wrapping_add(listed as u32),
            count: (all - listed) as u32,
        }
    }

    /// How many frames can be undone.
    pub(crate) fn undo_depth(&self) -> usize {
        self.done() - self.floor().min(self.done())
    }

    /// How many frames can be redone.
    pub(crate) fn redo_depth(&self) -> usize {
        self.undone
    }

    /// The number of the last frame that stands; 0 at the start.
    #[inline]
    pub(crate) fn number(&self) -> u64 {
        self.dropped + self.done() as u64
    }

    /// The number of the last frame that cannot be undone; 0 if all can.
    pub(crate) fn floor_number(&self) -> u64 {
        self.dropped + self.floor() as u64
    }

    /// The last frame that stands.
    #[inline]
    pub(crate) fn last(&self) -> Option<&Record<G>> {
        self.frames[..self.done()].last()
    }

    /// Whether the last frame that stands switched a rule.
    #[inline]
    pub(crate) fn last_is_switch(&self) -> bool {
        self.last().is_some_and(|frame| !matches!(frame.what(), Transition::Action { .. }))
    }

    /// The first frame that can be redone.
    pub(crate) fn upcoming(&self) -> Option<&Record<G>> {
        self.frames.get(self.done())
    }

    /// The kept frame of that number.
    fn record(&self, number: u64) -> Option<(usize, &Record<G>)> {
        let at = usize::try_from(number.checked_sub(self.dropped + 1)?).ok()?;
        self.frames.get(at).map(|record| (at, record))
    }

    /// The events of the kept frame of that number.
    pub(crate) fn each_of(&self, number: u64, each: &mut dyn FnMut(&G::Event)) {
        if let Some((at, _)) = self.record(number) {
            self.events(at).iter().for_each(|view| each(view.event));
        }
    }

    /// Whether the frame of that number belongs to the one before it.
    pub(crate) fn is_joined(&self, number: u64) -> bool {
        self.record(number).is_some_and(|(_, record)| record.is_joined())
    }

    /// The id of the last frame of all, which was just added with this ticket.
    #[inline(always)]
    pub(crate) fn last_id(&self, ticket: u64) -> FrameId {
        FrameId { number: self.dropped + self.frames.len() as u64, ticket }
    }

    /// The id of the frame with that number, if it is kept.
    pub(crate) fn id(&self, number: u64) -> Option<FrameId> {
        let (_, record) = self.record(number)?;
        Some(FrameId { number, ticket: record.ticket() })
    }

    /// Whether the last frame that stands can be undone, alone, and nothing but
    /// the state went on by it.
    #[inline]
    pub(crate) fn last_is_plain(&self) -> bool {
        let done = self.done();
        done > self.floor() && self.frames[..done].last().is_some_and(Record::is_plain)
    }

    /// The same for the first frame that can be redone.
    #[inline]
    pub(crate) fn next_is_plain(&self) -> bool {
        match &self.frames[self.done()..] {
            [] => false,
            [next] => next.is_plain(),
            [next, after, ..] => next.is_plain() && !after.is_joined(),
        }
    }

    /// The version of the state now, after a step, and the frame that was passed:
    /// the last one that stands, or the first that can be redone.
    #[inline]
    pub(crate) fn stood(&self, forward: bool) -> (u64, FrameId) {
        let at = self.done() - usize::from(forward);
        let id = FrameId { number: self.dropped + at as u64 + 1, ticket: self.frames[at].ticket() };
        (self.ticket(), id)
    }

    /// Takes the last frame back: the state becomes the one before it.
    #[inline]
    pub(crate) fn step_back(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>) {
        let last = self.done() - 1;
        if !self.copies.swap(last, state) {
            self.in_hand = (last, 0);
            // Most frames are one event, and a loop would have to be made ready.
            if let (Some(revert), Some(only)) = (revert, self.events(last).only()) {
                revert(state, only.event, only.trace);
            } else {
                self.revert_events(last, state, revert);
            }
        }
        if let Some((before, _)) = self.frames[last].dice() {
            self.dice = before;
        }
        self.close();
        self.undone += 1;
    }

    /// Takes frames back until so many have been made, as long as they have
    /// copies and nothing but the state went on by them.
    #[inline(always)]
    pub(crate) fn step_back_by_copies(&mut self, number: u64, state: &mut G::State) {
        let (done, first) = (self.done(), number.saturating_sub(self.dropped) as usize);
        let back = self.frames[first.min(done)..done].iter().rev().take_while(|it| it.is_plain());
        let went = self.copies.rotate(done - back.count()..done, state);
        if went > 0 {
            self.close();
            self.undone += went;
        }
    }

    #[inline(never)]
    fn revert_events(&mut self, frame: usize, state: &mut G::State, revert: Option<RevertFn<G>>) {
        let events = self.events(frame).len();
        debug_assert!(events == 0 || revert.is_some(), "a frame with events has a copy");
        let Some(revert) = revert else { return };
        for at in (0..events).rev() {
            self.in_hand = (frame, at);
            let EventView { event, trace, .. } =
                self.events(frame).get(at).expect("it is one of them");
            revert(state, event, trace);
        }
    }

    #[inline(never)]
    fn apply_events(&mut self, frame: usize, state: &mut G::State) {
        let listed = self.frames[frame].span().map_or(0..0, |span| self.range(span));
        for (at, applied) in self.applied[listed].iter_mut().enumerate() {
            self.in_hand = (frame, at);
            applied.trace = G::apply(state, &applied.event);
        }
    }

    /// Brings the next frame back: the state becomes the one after it.
    #[inline]
    pub(crate) fn step_forward(&mut self, state: &mut G::State) {
        let next = self.done();
        if !self.copies.swap(next, state) {
            self.in_hand = (next, 0);
            match &mut self.frames[next] {
                Record::One { event, trace, .. } => *trace = G::apply(state, event),
                Record::Listed { .. } | Record::Rest { .. } => self.apply_events(next, state),
            }
        }
        if let Some((_, after)) = self.frames[next].dice() {
            self.dice = after;
        }
        self.undone -= 1;
    }

    /// A frame to be read; the book gives the names.
    pub(crate) fn view<'s>(
        &'s self,
        book: &'s Compiled<G>,
        number: u64,
    ) -> Option<FrameView<'s, G>> {
        let (at, frame) = self.record(number)?;
        let (what, rest) = frame.said();
        let (events, digest) = (self.events(at), self.digests.get(at).copied());
        Some(FrameView { book, number, what, events, rest, digest })
    }

    /// The numbers of the frames that are kept and stand.
    pub(crate) fn standing(&self) -> std::ops::RangeInclusive<u64> {
        self.dropped + 1..=self.number()
    }
}

/// A frame of one event that is not told of yet. Dropped only where a panic passes
/// by.
struct Untold<'j, G: Game> {
    frames: &'j mut Vec<Record<G>>,
    applied: &'j mut Vec<Applied<G>>,
}

impl<G: Game> Drop for Untold<'_, G> {
    #[cold]
    fn drop(&mut self) {
        self.applied.extend(self.frames.pop().and_then(Record::into_applied));
    }
}
