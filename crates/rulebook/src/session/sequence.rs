//! Looking ahead, and several actions as one: preview, sequences.

use std::fmt;

use crate::actor::By;
use crate::context::Seal;
use crate::error::Fault;
use crate::game::Game;
use crate::observe::Notice;
use crate::outcome::{Refusal, RefusalKind};
use crate::pipeline::commit::{self, Terms};
use crate::pipeline::{Place, Stop, Unfit};
use crate::session::Session;
use crate::session::choice::Choice;
use crate::session::frame::Frame;
use crate::session::history::record::Record;
use crate::session::options::Reversibility;
use crate::session::submit::{NotReady, Submission};

/// What a submit would come to.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::Preview;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(1, Seed(1))?;
/// let Preview::Commit { state, .. } = game.preview(Seat(0), &5)? else { panic!() };
/// assert_eq!((state, *game.state()), (6, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Preview<G: Game> {
    /// It would be committed as this frame, and leave this state.
    Commit {
        /// The frame.
        frame: Box<Frame<G>>,
        /// The state after it.
        state: G::State,
    },
    /// Nothing would change.
    NoChange,
    /// It would be refused.
    Refused(RefusalKind, Box<Refusal<G>>),
    /// A player would have to choose first.
    Choice(Box<Choice>),
    /// Dice would fall, or something hidden would be revealed, and nobody may
    /// know how before it happens.
    DiceAhead,
}

impl<G: Game> fmt::Debug for Preview<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Preview::Commit { frame, .. } => {
                f.debug_struct("Commit").field("frame", frame).finish_non_exhaustive()
            }
            Preview::NoChange => f.write_str("NoChange"),
            Preview::Refused(kind, refusal) => {
                f.debug_tuple("Refused").field(kind).field(refusal).finish()
            }
            Preview::Choice(choice) => f.debug_tuple("Choice").field(choice).finish(),
            Preview::DiceAhead => f.write_str("DiceAhead"),
        }
    }
}

/// What a sequence of actions comes to.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::{Sequence, Stopped};
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
/// #     .invariant("at most ten", |invariant| invariant.holds(|total| *total <= 10)).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let by = By::Seat(Seat(0));
/// // The third step goes too far, so none is taken.
/// let Sequence::Stopped { at, .. } = game.submit_all([(by, 4), (by, 4), (by, 4)])? else { panic!() };
/// assert_eq!((at, *game.state()), (2, 0));
/// // Two steps are fine, and are undone as one.
/// game.submit_all([(by, 4), (by, 4)])?;
/// game.undo()?;
/// assert_eq!(*game.state(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Sequence<G: Game> {
    /// All of it got through, as these frames. An action that changed nothing
    /// has none.
    Through {
        /// The frames.
        frames: Vec<Frame<G>>,
    },
    /// One action did not get through, and so none did.
    Stopped {
        /// Which action, counted from zero.
        at: usize,
        /// Why not.
        why: Stopped<G>,
    },
}

/// Why a sequence stopped.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Sequence, Stopped};
///
/// let book = Book::<Counter>::builder("counter")
///     .rule("roll", |rule| rule.then(|cx, ()| [cx.roll(6)]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let roll = (By::Seat(Seat(0)), 0);
/// // Two rolls in one go: nobody may know the first before the second is through.
/// let Sequence::Stopped { at, why } = game.submit_all([roll, roll])? else { panic!() };
/// assert!(at == 0 && matches!(why, Stopped::DiceAhead));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Stopped<G: Game> {
    /// The action was refused.
    Refused(RefusalKind, Box<Refusal<G>>),
    /// A player would have to choose first.
    Choice(Box<Choice>),
    /// Dice would fall, or something hidden be revealed, before the last action.
    DiceAhead,
}

impl<G: Game> fmt::Display for Stopped<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Refused(kind, refusal) => write!(f, "{kind}: {refusal}"),
            Stopped::Choice(choice) => choice.fmt(f),
            Stopped::DiceAhead => f.write_str(
                "Dice would fall, or something hidden be revealed, before the sequence is through.",
            ),
        }
    }
}

impl<G: Game> fmt::Debug for Stopped<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<G: Game> fmt::Debug for Sequence<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sequence::Through { frames } => {
                f.debug_struct("Through").field("frames", frames).finish()
            }
            Sequence::Stopped { at, why } => {
                f.debug_struct("Stopped").field("at", at).field("why", why).finish()
            }
        }
    }
}

/// Whether a sequence is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Frames,
    Nothing,
}

impl<G: Game> Session<G> {
    /// What a submit would come to, without changing anything. Outside
    /// analysis it stops where dice fall or something hidden is revealed.
    ///
    /// # Errors
    ///
    /// The fault that a submit would end in.
    pub fn preview(&mut self, by: impl Into<By>, action: &G::Action) -> Result<Preview<G>, Fault> {
        let by = by.into();
        match self.ready() {
            Ok(()) => {}
            Err(NotReady::Poisoned(fault)) => return Err(fault),
            Err(NotReady::Pending(cause)) => {
                let action = self.core.guard(|_| action.clone())?;
                let refusal = Refusal { by: Some(by), action: Some(action), cause };
                return Ok(Preview::Refused(RefusalKind::Invalid, Box::new(refusal)));
            }
        }
        self.core.bench.answers.clear();
        self.core.log.muted = true;
        let preview = self.look(by, action);
        self.core.log.muted = false;
        preview
    }

    fn look(&mut self, by: By, action: &G::Action) -> Result<Preview<G>, Fault> {
        let seal = self.seal();
        let terms = Terms { seal, ..self.terms(Reversibility::Reversible) };
        let ran = self.core.guard(|core| {
            core.begin(seal);
            let (legal, _) = core.attempt(by, action.clone())?;
            let (record, digest) = commit::draft(core, legal, terms);
            if seal == Seal::Sealed && record.reversibility() == Reversibility::Irreversible {
                return Ok(None);
            }
            let number = core.log.next_number();
            let fresh = core.log.fresh();
            let kept = record.said();
            let view = commit::view(&core.book.inner, number, fresh, kept, digest);
            core.desk.place = Place::CloneState;
            Ok(Some((Box::new(view.to_frame()), core.state.clone())))
        });
        let peeked = self.core.bench.peeked;
        self.take_back()?;
        let unfit: Box<Unfit<G>> = match ran {
            Err(_panic) if peeked => return Ok(Preview::DiceAhead),
            Err(fault) => return Err(fault),
            Ok(Ok(Some((frame, state)))) => return Ok(Preview::Commit { frame, state }),
            Ok(Ok(None)) => return Ok(Preview::DiceAhead),
            Ok(Err(unfit)) => unfit,
        };
        match unfit.stop {
            Stop::NoChange => Ok(Preview::NoChange),
            Stop::Refused(refused) => {
                let (kind, cause) = *refused;
                let refusal = Refusal { by: Some(by), action: Some(unfit.action), cause };
                Ok(Preview::Refused(kind, Box::new(refusal)))
            }
            Stop::Asked(mut choice) => {
                choice.id.frame = self.core.log.next_number();
                Ok(Preview::Choice(choice))
            }
            Stop::DiceAhead => Ok(Preview::DiceAhead),
            Stop::Fault(fault) => Err(fault),
        }
    }

    /// Whether the last frame revealed something that might be taken back.
    fn gave_away(&self, seal: Seal) -> bool {
        let revealed = |frame: &Record<G>| frame.reversibility() == Reversibility::Irreversible;
        seal == Seal::Sealed && self.core.log.last().is_some_and(revealed)
    }

    /// Whether dice may fall where nothing is committed.
    pub(crate) fn seal(&self) -> Seal {
        if self.is_analysis() { Seal::Open } else { Seal::Sealed }
    }

    /// Says whether a sequence of actions would get through, and which one
    /// fails and why, without changing anything.
    ///
    /// # Errors
    ///
    /// The fault that an action would end in.
    pub fn try_sequence(
        &mut self,
        actions: impl IntoIterator<Item = (By, G::Action)>,
    ) -> Result<Sequence<G>, Fault> {
        // The caller's iterator is the caller's code: should it panic, nothing
        // is under way, and nobody is kept from being told of the next action.
        let actions = actions.into_iter().collect();
        self.core.log.muted = true;
        let sequence = self.sequence(actions, Keep::Nothing);
        self.core.log.muted = false;
        sequence
    }

    /// Commits all of these actions as one step of undo, or none. Outside
    /// analysis only the last of them may draw dice.
    ///
    /// # Errors
    ///
    /// The fault that an action ended in; the session is as before.
    pub fn submit_all(
        &mut self,
        actions: impl IntoIterator<Item = (By, G::Action)>,
    ) -> Result<Sequence<G>, Fault> {
        self.sequence(actions.into_iter().collect(), Keep::Frames)
    }

    fn sequence(
        &mut self,
        actions: Vec<(By, G::Action)>,
        keep: Keep,
    ) -> Result<Sequence<G>, Fault> {
        match self.ready() {
            Ok(()) => {}
            Err(NotReady::Poisoned(fault)) => return Err(fault),
            Err(NotReady::Pending(cause)) => {
                let refusal = Box::new(Refusal { by: None, action: None, cause });
                self.tell(&Notice::Refused { kind: RefusalKind::Invalid, refusal: &refusal })?;
                return Ok(Sequence::Stopped {
                    at: 0,
                    why: Stopped::Refused(RefusalKind::Invalid, refusal),
                });
            }
        }
        let start = self.core.log.number();
        let aside = self.core.log.set_aside();
        let ran = self.run_all(actions, keep, start).and_then(|stopped| match stopped {
            None => self.frames_since(start).map(Ok),
            Some(stopped) => Ok(Err(stopped)),
        });
        if keep == Keep::Frames && matches!(ran, Ok(Ok(_))) {
            self.core.log.settle(aside);
        } else {
            let mut unwound = Ok(());
            while unwound.is_ok() && self.core.log.number() > start {
                unwound = self.unwind_one();
            }
            self.core.log.cut_to(start);
            self.core.log.restore(aside);
            unwound?;
        }
        match ran {
            Ok(Ok(frames)) => Ok(Sequence::Through { frames }),
            Err(fault) => {
                self.tell(&Notice::RolledBack { to: start })?;
                Err(fault)
            }
            Ok(Err((at, why))) => {
                if let Stopped::Refused(kind, refusal) = &why {
                    self.tell(&Notice::Refused { kind: *kind, refusal })?;
                }
                self.tell(&Notice::RolledBack { to: start })?;
                Ok(Sequence::Stopped { at, why })
            }
        }
    }

    fn frames_since(&mut self, start: u64) -> Result<Vec<Frame<G>>, Fault> {
        self.core.guard(|core| {
            let numbers = start + 1..=core.log.number();
            let views = numbers.filter_map(|number| core.log.view(&core.book.inner, number));
            views.map(|view| view.to_frame()).collect()
        })
    }

    /// Runs the actions one by one up to the first that does not get through.
    fn run_all(
        &mut self,
        actions: Vec<(By, G::Action)>,
        keep: Keep,
        start: u64,
    ) -> Result<Option<(usize, Stopped<G>)>, Fault> {
        let count = actions.len();
        for (at, (by, action)) in actions.into_iter().enumerate() {
            let last = keep == Keep::Frames && at + 1 == count;
            let terms = Terms {
                seal: if last { Seal::Open } else { self.seal() },
                joined: self.core.log.number() > start,
                ..self.terms(Reversibility::Reversible)
            };
            self.core.bench.answers.clear();
            let Err(unfit) = self.execute(Submission::Action(by, action), terms)? else {
                if self.gave_away(terms.seal) {
                    return Ok(Some((at, Stopped::DiceAhead)));
                }
                continue;
            };
            let Unfit { by, action, stop } = *unfit;
            let why = match stop {
                Stop::NoChange => {
                    self.tell(&Notice::NoChange)?;
                    continue;
                }
                Stop::Refused(refused) => {
                    let (kind, cause) = *refused;
                    let refusal = Refusal { by: Some(by), action: Some(action), cause };
                    Stopped::Refused(kind, Box::new(refusal))
                }
                Stop::Asked(mut choice) => {
                    choice.id.frame = self.core.log.next_number();
                    Stopped::Choice(choice)
                }
                Stop::DiceAhead => Stopped::DiceAhead,
                Stop::Fault(_) => unreachable!("a fault is returned by `execute`"),
            };
            return Ok(Some((at, why)));
        }
        Ok(None)
    }
}
