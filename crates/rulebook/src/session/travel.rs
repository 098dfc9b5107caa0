//! Through time: undo, redo, rewind.

use crate::error::Fault;
use crate::game::Game;
use crate::observe::Notice;
use crate::outcome::{Cause, Outcome, Refusal, RefusalKind};
use crate::pipeline::{Place, commit, guarded};
use crate::session::frame::FrameId;
use crate::session::options::Mode;
use crate::session::{NotReady, Session};

/// Which way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
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
        if let Some(refused) = self.may_travel()? {
            return Ok(refused);
        }
        if self.core.log.undo_depth() == 0 {
            let cause = match self.core.log.number() {
                0 => Cause::NothingToUndo,
                _ => Cause::Irreversible,
            };
            return self.refuse(
                RefusalKind::Disallowed,
                Refusal {
                    by: None,
                    action: None,
                    cause,
                },
            );
        }
        loop {
            let joined = self.core.log.last().is_some_and(|frame| frame.joined);
            let id = self.step(Way::Back)?;
            if !joined || self.core.log.undo_depth() == 0 {
                return Ok(Outcome::Undone(id));
            }
        }
    }

    /// Brings the transition back that was undone last.
    ///
    /// # Errors
    ///
    /// If the session cannot be used any more, or an author's function
    /// panics.
    pub fn redo(&mut self) -> Result<Outcome<G>, Fault> {
        if let Some(refused) = self.may_travel()? {
            return Ok(refused);
        }
        if self.core.log.redo_depth() == 0 {
            let cause = Cause::NothingToRedo;
            return self.refuse(
                RefusalKind::Disallowed,
                Refusal {
                    by: None,
                    action: None,
                    cause,
                },
            );
        }
        loop {
            let id = self.step(Way::Forward)?;
            if !self.core.log.upcoming().is_some_and(|frame| frame.joined) {
                return Ok(Outcome::Redone(id));
            }
        }
    }

    /// Goes to the moment after the frame of that number, back or forward;
    /// 0 is the start. What lies after it can be redone.
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
    /// # struct Counter;
    /// # impl Game for Counter {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
    /// # }
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
        } else {
            None
        };
        if let Some(cause) = cause {
            return self.refuse(
                RefusalKind::Disallowed,
                Refusal {
                    by: None,
                    action: None,
                    cause,
                },
            );
        }
        let mut outcome = Outcome::NoChange;
        while self.core.log.number() > number {
            outcome = Outcome::Undone(self.step(Way::Back)?);
        }
        while self.core.log.number() < number {
            outcome = Outcome::Redone(self.step(Way::Forward)?);
        }
        Ok(outcome)
    }

    /// How many frames can be undone.
    pub fn undo_depth(&self) -> usize {
        self.core.log.undo_depth()
    }

    /// How many frames can be redone.
    pub fn redo_depth(&self) -> usize {
        self.core.log.redo_depth()
    }

    fn may_travel(&mut self) -> Result<Option<Outcome<G>>, Fault> {
        match self.ready() {
            Ok(()) => Ok(None),
            Err(NotReady::Poisoned(fault)) => Err(fault),
            Err(NotReady::Pending(cause)) => self
                .refuse(
                    RefusalKind::Invalid,
                    Refusal {
                        by: None,
                        action: None,
                        cause,
                    },
                )
                .map(Some),
        }
    }

    /// One frame back or forward.
    fn step(&mut self, way: Way) -> Result<FrameId, Fault> {
        let number = self.core.log.number() + u64::from(way == Way::Forward);
        let id = self.core.log.id(number).unwrap_or(FrameId {
            number,
            ticket: self.core.ticket,
        });
        if self.core.log.observer.is_some() {
            self.tell_step(number, way)?;
        }
        self.move_one(way)?;
        Ok(id)
    }

    /// One frame back, however irreversible: for taking back what was tried.
    pub(super) fn unwind_one(&mut self) -> Result<(), Fault> {
        self.move_one(Way::Back)
    }

    fn move_one(&mut self, way: Way) -> Result<(), Fault> {
        let revert = self.core.revert();
        let core = &mut self.core;
        core.desk.place = match way {
            Way::Back => Place::Revert,
            Way::Forward => Place::Engine,
        };
        let moved = guarded(|| match way {
            Way::Back => core.log.step_back(&mut core.state, revert),
            Way::Forward => core.log.step_forward(&mut core.state),
        });
        if moved.is_err() {
            let place = self.core.desk.place.describe(&self.core.book.inner);
            return Err(self.poison(crate::FaultKind::Poisoned { place }));
        }
        let frame = match way {
            Way::Back => self.core.log.upcoming(),
            Way::Forward => self.core.log.last(),
        };
        let Some(frame) = frame else { return Ok(()) };
        let (ticket, dice) = match way {
            Way::Back => (frame.ticket_before, frame.dice_before),
            Way::Forward => (frame.ticket_after, frame.dice_after),
        };
        let what = frame.what.clone_switch();
        self.core.ticket = ticket;
        self.core.dice.seek(dice);
        if let Some(what) = what {
            commit::toggle(&mut self.core, &what);
        }
        Ok(())
    }

    fn tell_step(&mut self, number: u64, way: Way) -> Result<(), Fault> {
        // The frame lies in the same journal as the observer, so it is told
        // of a copy.
        let Some(frame) = self
            .core
            .log
            .view(&self.core.book.inner, number)
            .map(|view| view.to_frame())
        else {
            return Ok(());
        };
        self.tell(&match way {
            Way::Back => Notice::Undone { frame: &frame },
            Way::Forward => Notice::Redone { frame: &frame },
        })
    }

    /// Whether this is a session for analysis.
    pub(super) fn is_analysis(&self) -> bool {
        self.options.mode == Mode::Analysis
    }
}
