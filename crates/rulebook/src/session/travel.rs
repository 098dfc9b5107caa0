//! Through time: undo, redo, rewind.

use crate::error::Fault;
use crate::game::Game;
use crate::observe::Notice;
use crate::outcome::{Cause, Outcome, RefusalKind};
use crate::pipeline::place::naming;
use crate::pipeline::{Core, Place, commit};
use crate::session::Session;
use crate::session::frame::FrameId;
use crate::session::options::Mode;
use crate::session::submit::NotReady;

/// Which way through time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    Back,
    Forward,
}

impl<G: Game> Session<G> {
    /// Takes the last transition back. The state, the dice and the version of
    /// the state are exactly as before it.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or an author's function
    /// panics.
    pub fn undo(&mut self) -> Result<Outcome<G>, Fault> {
        if self.is_poised()? && self.core.log.last_is_plain() {
            return self.step(Heading::Back).map(Outcome::Undone);
        }
        if let Some(refused) = self.may_travel()? {
            return Ok(refused);
        }
        if self.core.log.undo_depth() == 0 {
            let cause = match self.core.log.number() {
                0 => Cause::NothingToUndo,
                _ => Cause::Irreversible,
            };
            return self.refuse_call(RefusalKind::Disallowed, cause);
        }
        let mut to = self.core.log.number() - 1;
        while self.core.log.is_joined(to + 1) {
            to -= 1;
        }
        self.go(to)
    }

    /// Brings the transition back that was undone last.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or an author's function
    /// panics.
    pub fn redo(&mut self) -> Result<Outcome<G>, Fault> {
        if self.is_poised()? && self.core.log.next_is_plain() {
            return self.step(Heading::Forward).map(Outcome::Redone);
        }
        if let Some(refused) = self.may_travel()? {
            return Ok(refused);
        }
        if self.core.log.redo_depth() == 0 {
            let cause = Cause::NothingToRedo;
            return self.refuse_call(RefusalKind::Disallowed, cause);
        }
        let mut to = self.core.log.number() + 1;
        while self.core.log.is_joined(to + 1) {
            to += 1;
        }
        self.go(to)
    }

    /// Goes to the moment after the frame of that number, back or forward;
    /// 0 is the start. What lies after it can be redone. Frames that were
    /// submitted together are passed together, except in a session for
    /// analysis.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or an author's function
    /// panics.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// for n in 1..=10 {
    ///     game.submit(Seat(0), n)?;
    /// }
    /// game.rewind(3)?;
    /// assert_eq!(*game.state(), 1 + 2 + 3);
    /// game.rewind(10)?;
    /// assert_eq!(*game.state(), 55);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewind(&mut self, number: u64) -> Result<Outcome<G>, Fault> {
        if let Some(refused) = self.may_travel()? {
            return Ok(refused);
        }
        let log = &self.core.log;
        let cause = if number < log.floor_number() {
            Some(Cause::Irreversible)
        } else if number > log.number() + log.redo_depth() as u64 {
            Some(Cause::NoSuchFrame)
        } else if log.is_joined(number + 1) && !self.is_analysis() {
            Some(Cause::WithinStep)
        } else {
            None
        };
        if let Some(cause) = cause {
            return self.refuse_call(RefusalKind::Disallowed, cause);
        }
        self.go(number)
    }

    /// One frame back or forward, in a straight line: nothing but the state went
    /// on by it, and nobody watches. Says which.
    #[inline(always)]
    fn step(&mut self, heading: Heading) -> Result<FrameId, Fault> {
        let revert = self.core.revert();
        self.core.desk.moved_on();
        let moved = self.core.guard_poised(|core| {
            let Core { log, state, desk, .. } = core;
            match heading {
                Heading::Back => {
                    naming(&mut desk.place, Place::Revert, || log.step_back(state, revert))
                }
                Heading::Forward => {
                    naming(&mut desk.place, Place::Redo, || log.step_forward(state))
                }
            }
        });
        if moved.is_err() {
            let poison = self.core.poison();
            return Err(self.poison(poison));
        }
        let (ticket, passed) = self.core.log.stood(heading == Heading::Forward);
        self.core.ticket = ticket;
        Ok(passed)
    }

    /// Goes to the moment after the frame of that number, which must be kept
    /// and not cut off.
    fn go(&mut self, number: u64) -> Result<Outcome<G>, Fault> {
        if self.core.log.observer.is_some() {
            // All is told before anything moves, because a panic of the
            // observer's must leave everything as it was.
            self.tell_way(number)?;
        }
        let mut outcome = Outcome::NoChange;
        if self.core.log.number() > number {
            self.go_back(number)?;
            outcome = Outcome::Undone(self.id_of(number + 1));
        }
        while self.core.log.number() < number {
            self.move_one(Heading::Forward)?;
            outcome = Outcome::Redone(self.id_of(self.core.log.number()));
        }
        Ok(outcome)
    }

    /// Goes back to the moment after the frame of that number, several frames
    /// in one go where nothing has to be followed frame by frame.
    fn go_back(&mut self, number: u64) -> Result<(), Fault> {
        while self.core.log.number() > number {
            if self.core.sources.is_some() || self.core.log.last_is_switch() {
                self.move_one(Heading::Back)?;
                continue;
            }
            self.core.desk.moved();
            let (revert, poised) = (self.core.revert(), self.core.poised);
            let went = self.core.guard(|core| {
                let Core { log, state, desk, .. } = core;
                naming(&mut desk.place, Place::Revert, || {
                    log.step_back_by_copies(number, state);
                    while log.number() > number && !log.last_is_switch() {
                        log.step_back(state, revert);
                    }
                });
            });
            if went.is_err() {
                let poison = self.core.poison();
                return Err(self.poison(poison));
            }
            // Nothing but the state has moved.
            self.core.poised = poised;
            self.core.ticket = self.core.log.ticket();
            self.core.bench.dice.seek(self.core.log.dice());
        }
        Ok(())
    }

    fn id_of(&self, number: u64) -> FrameId {
        self.core.log.id(number).unwrap_or(FrameId { number, ticket: self.core.ticket })
    }

    /// How many frames can be undone.
    pub fn undo_depth(&self) -> usize {
        self.core.log.undo_depth()
    }

    /// Whether the frame of that number was submitted as one with the frame
    /// before it, so that they are undone and redone together. False if it is
    /// not kept.
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let by = By::Seat(Seat(0));
    /// game.submit_all([(by, 4), (by, 5)])?;
    /// game.submit(by, 6)?;
    /// assert_eq!([1, 2, 3].map(|number| game.is_joined(number)), [false, true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_joined(&self, number: u64) -> bool {
        self.core.log.is_joined(number)
    }

    /// How many frames can be redone.
    pub fn redo_depth(&self) -> usize {
        self.core.log.redo_depth()
    }

    fn may_travel(&mut self) -> Result<Option<Outcome<G>>, Fault> {
        match self.ready() {
            Ok(()) => Ok(None),
            Err(NotReady::Poisoned(fault)) => Err(fault),
            Err(NotReady::Pending(cause)) => {
                self.refuse_call(RefusalKind::Invalid, cause).map(Some)
            }
        }
    }

    /// One frame back, however irreversible: for taking back what was tried.
    pub(super) fn unwind_one(&mut self) -> Result<(), Fault> {
        self.move_one(Heading::Back)
    }

    fn move_one(&mut self, heading: Heading) -> Result<(), Fault> {
        self.core.desk.moved();
        let revert = self.core.revert();
        let moved = self.core.guard(|core| match heading {
            Heading::Back => {
                core.desk.place = Place::Revert;
                core.log.step_back(&mut core.state, revert);
            }
            Heading::Forward => {
                core.desk.place = Place::Redo;
                core.log.step_forward(&mut core.state);
            }
        });
        if moved.is_err() {
            let poison = self.core.poison();
            return Err(self.poison(poison));
        }
        let frame = match heading {
            Heading::Back => self.core.log.upcoming(),
            Heading::Forward => self.core.log.last(),
        };
        let switch = frame.and_then(|frame| frame.what().switch());
        if self.core.sources.is_some() {
            self.follow_sources(heading);
        }
        self.core.ticket = self.core.log.ticket();
        self.core.bench.dice.seek(self.core.log.dice());
        if let Some(switch) = switch {
            commit::toggle(&mut self.core, &switch);
        }
        Ok(())
    }

    /// Reads the sources again that the events of a frame touched. Should that
    /// panic, they are all read again before the next transition.
    fn follow_sources(&mut self, heading: Heading) {
        let number = match heading {
            Heading::Back => self.core.log.number() + 1,
            Heading::Forward => self.core.log.number(),
        };
        let read = self.core.guard(|core| {
            let touched = core.touched(|log, each| log.each_of(number, each));
            core.refresh(&touched);
        });
        if read.is_err()
            && let Some(sources) = &mut self.core.sources
        {
            std::sync::Arc::make_mut(sources).stale = true;
        }
    }

    fn tell_way(&mut self, to: u64) -> Result<(), Fault> {
        let mut at = self.core.log.number();
        while at != to {
            let number = if to < at { at } else { at + 1 };
            // The frame lies in the same journal as the observer, so it is
            // told of a copy.
            let frame = self.core.guard(|core| {
                core.log.view(&core.book.inner, number).map(|view| view.to_frame())
            })?;
            let Some(frame) = frame else { return Ok(()) };
            if to < at {
                self.tell(&Notice::Undone { frame: &frame })?;
                at -= 1;
            } else {
                self.tell(&Notice::Redone { frame: &frame })?;
                at += 1;
            }
        }
        Ok(())
    }

    /// Whether this is a session for analysis.
    pub(super) fn is_analysis(&self) -> bool {
        self.options.mode == Mode::Analysis
    }
}
