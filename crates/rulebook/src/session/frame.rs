//! Frames: the immutable record of one committed transition.

use std::fmt;

use crate::actor::By;
use crate::book::guard::GuardId;
use crate::book::standing::StandingId;
use crate::book::trigger::TriggerId;
use crate::book::{Compiled, RuleId};
use crate::dice::Draw;
use crate::digest::Digest;
use crate::explain::chain;
use crate::game::Game;
use crate::session::account::Account;
use crate::session::choice::Made;
use crate::session::history::record::{Events, Extras, Rest};
use crate::session::options::Reversibility;

/// Names a frame of a session: small, copyable. Read the frame with
/// [`Session::frame`](crate::Session::frame).
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.frame().unwrap();
/// assert_eq!((id.number(), id.to_string().as_str()), (1, "frame 1"));
/// // A frame that was undone and dropped is gone, whatever has its number now.
/// game.undo()?;
/// game.submit(Seat(0), 6)?;
/// assert!(game.frame(id).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FrameId {
    pub(crate) number: u64,
    /// The version of the state after the frame, so that a frame that was
    /// undone and dropped is not taken for the one that has its number now.
    pub(crate) ticket: u64,
}

impl FrameId {
    /// The frame's number in its game, from one.
    pub fn number(self) -> u64 {
        self.number
    }
}

impl fmt::Debug for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FrameId({})", self.number)
    }
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}", self.number)
    }
}

/// What a frame is the record of.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::Transition;
///
/// let mut game = book.start(0, Seed(1))?;
/// let count = book.rule("count").unwrap();
/// let id = game.disable(count)?.frame().unwrap();
/// assert_eq!(game.frame(id).unwrap().transition(), Transition::Disabled(count));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transition<A> {
    /// An action.
    Action {
        /// By whom.
        by: By,
        /// What.
        action: A,
    },
    /// A rule was switched on.
    Enabled(RuleId),
    /// A rule was switched off.
    Disabled(RuleId),
}

impl<A> Transition<A> {
    /// The same with the action borrowed.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::{By, Transition};
    ///
    /// let kept = Transition::Action { by: By::Clock, action: String::from("tick") };
    /// assert!(matches!(kept.as_ref(), Transition::Action { action, .. } if action == "tick"));
    /// ```
    pub fn as_ref(&self) -> Transition<&A> {
        self.map(|action| action)
    }

    /// The same without the action, if it is about none.
    pub(crate) fn switch<B>(&self) -> Option<Transition<B>> {
        match self {
            Transition::Action { .. } => None,
            Transition::Enabled(rule) => Some(Transition::Enabled(*rule)),
            Transition::Disabled(rule) => Some(Transition::Disabled(*rule)),
        }
    }

    #[inline]
    fn map<'a, B>(&'a self, map: impl FnOnce(&'a A) -> B) -> Transition<B> {
        match self {
            Transition::Action { by, action } => {
                Transition::Action { by: *by, action: map(action) }
            }
            Transition::Enabled(rule) => Transition::Enabled(*rule),
            Transition::Disabled(rule) => Transition::Disabled(*rule),
        }
    }
}

impl<A: Clone> Transition<&A> {
    /// The same with an action of its own.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # use rulebook::Transition;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let id = game.submit(Seat(0), 5)?.frame().unwrap();
    /// let kept: Transition<u32> = game.frame(id).unwrap().transition().cloned();
    /// game.undo()?;
    /// assert_eq!(kept, Transition::Action { by: By::Seat(Seat(0)), action: 5 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cloned(&self) -> Transition<A> {
        self.map(|action| (*action).clone())
    }
}

/// Where an event came from.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// use rulebook::Origin;
///
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.frame().unwrap();
/// let event = game.frame(id).unwrap().events().next().unwrap();
/// assert_eq!(event.origin, Origin::Rule(book.rule("count").unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// A rule proposed it.
    Rule(RuleId),
    /// Leaving a step of the turn, by number.
    Leaving(u32),
    /// Entering a step of the turn, by number.
    Entering(u32),
    /// It is what a rule costs.
    Cost(RuleId),
    /// A guard put it in the place of another event.
    Replacement(GuardId),
    /// A guard does it in addition.
    Rider(GuardId),
    /// A guard's charges were spent.
    Charge(GuardId),
    /// A trigger proposed it.
    Trigger(TriggerId),
    /// A standing rule proposed it.
    Standing(StandingId),
}

impl Origin {
    /// The origin in words.
    pub(crate) fn describe<G: Game>(self, book: &Compiled<G>) -> String {
        let step = |step: u32| {
            let turn = book.draft.turn.as_ref();
            turn.map_or_else(|| step.to_string(), |turn| turn.steps[step as usize].name.clone())
        };
        match self {
            Origin::Rule(rule) => format!("the rule \"{}\"", book.rule_name(rule)),
            Origin::Leaving(number) => format!("leaving the step {}", step(number)),
            Origin::Entering(number) => format!("entering the step {}", step(number)),
            Origin::Cost(rule) => format!("the cost of the rule \"{}\"", book.rule_name(rule)),
            Origin::Replacement(guard) => {
                format!("the guard \"{}\" instead", book.guard_name(guard))
            }
            Origin::Rider(guard) => {
                format!("the rider of the guard \"{}\"", book.guard_name(guard))
            }
            Origin::Charge(guard) => {
                format!("the charges of the guard \"{}\"", book.guard_name(guard))
            }
            Origin::Trigger(trigger) => {
                format!("the trigger \"{}\"", book.draft.triggers[trigger.index()].name)
            }
            Origin::Standing(standing) => {
                format!("the standing rule \"{}\"", book.draft.standing[standing.index()].name)
            }
        }
    }
}

/// A frame, read in place.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = u32; type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) -> u32 { *total += by; *total }
/// # }
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.frame().unwrap();
/// let frame = game.frame(id).unwrap();
/// let event = frame.events().next().unwrap();
/// assert_eq!((*event.event, *event.trace), (5, 5));
/// assert_eq!(frame.to_string(), "frame 1: 5 by seat 0\n  5 (the rule \"count\")");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameView<'s, G: Game> {
    pub(crate) book: &'s Compiled<G>,
    pub(crate) number: u64,
    pub(crate) what: Transition<&'s G::Action>,
    pub(crate) events: Events<'s, G>,
    pub(crate) rest: Option<&'s Rest<G>>,
    pub(crate) digest: Option<Digest>,
}

impl<G: Game> Clone for FrameView<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for FrameView<'_, G> {}

/// One event of a frame.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.frame().unwrap();
/// let event = game.frame(id).unwrap().events().next().unwrap();
/// assert_eq!(*event.event, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EventView<'s, G: Game> {
    /// The event.
    pub event: &'s G::Event,
    /// What applying it left behind.
    pub trace: &'s G::Trace,
    /// Where it came from.
    pub origin: Origin,
}

impl<G: Game> Clone for EventView<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for EventView<'_, G> {}

impl<'s, G: Game> FrameView<'s, G> {
    /// The frame's number in its game, from one.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// What it is the record of.
    pub fn transition(&self) -> Transition<&'s G::Action> {
        self.what
    }

    /// The action, unless it switched a rule.
    pub fn action(&self) -> Option<&'s G::Action> {
        match self.what {
            Transition::Action { action, .. } => Some(action),
            Transition::Enabled(_) | Transition::Disabled(_) => None,
        }
    }

    /// By whom the action was submitted, unless it switched a rule.
    pub fn by(&self) -> Option<By> {
        match self.what {
            Transition::Action { by, .. } => Some(by),
            Transition::Enabled(_) | Transition::Disabled(_) => None,
        }
    }

    /// The events, in the order in which they happened.
    pub fn events(&self) -> impl ExactSizeIterator<Item = EventView<'s, G>> {
        self.events.iter()
    }

    /// The names of the exceptions that were used.
    pub fn exceptions(&self) -> impl Iterator<Item = &'s str> {
        let used = self.extras().map_or(&[][..], |extras| &extras.exceptions);
        let book = self.book;
        used.iter().map(move |&at| book.draft.exceptions[at as usize].name.as_str())
    }

    /// The choices that were made.
    pub fn choices(&self) -> &'s [Made] {
        self.extras().map_or(&[], |extras| &extras.choices)
    }

    /// The dice that were drawn.
    pub fn draws(&self) -> &'s [Draw] {
        self.extras().map_or(&[], |extras| &extras.draws)
    }

    /// Everything that was proposed and what became of it, if the game has
    /// reactions.
    pub fn account(&self) -> Option<&'s Account<G>> {
        self.extras().and_then(|extras| extras.account.as_ref())
    }

    /// The digest of the game after it, if the session keeps them.
    pub fn digest(&self) -> Option<Digest> {
        self.digest
    }

    /// Whether it can be undone.
    pub fn reversibility(&self) -> Reversibility {
        self.rest.map_or(Reversibility::Reversible, |rest| rest.reversibility)
    }

    pub(crate) fn extras(&self) -> Option<&'s Extras<G>> {
        self.rest?.extras.as_ref()
    }

    /// An owned copy.
    pub fn to_frame(&self) -> Frame<G> {
        Frame {
            number: self.number,
            transition: self.what.cloned(),
            events: self
                .events
                .iter()
                .map(|view| FrameEvent {
                    event: view.event.clone(),
                    trace: view.trace.clone(),
                    origin: view.origin,
                })
                .collect(),
            exceptions: self.exceptions().map(str::to_owned).collect(),
            choices: self.choices().to_vec(),
            draws: self.draws().to_vec(),
            account: self.extras().and_then(|extras| extras.account.clone().map(Box::new)),
            digest: self.digest,
            reversibility: self.reversibility(),
        }
    }
}

impl<G: Game> fmt::Display for FrameView<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {}: ", self.number)?;
        match self.what {
            Transition::Action { by, action } => write!(f, "{action:?} by {by}")?,
            Transition::Enabled(rule) => write!(f, "enabled \"{}\"", self.book.rule_name(rule))?,
            Transition::Disabled(rule) => write!(f, "disabled \"{}\"", self.book.rule_name(rule))?,
        }
        for exception in self.exceptions() {
            write!(f, "\n  by exception \"{exception}\"")?;
        }
        for made in self.choices() {
            write!(f, "\n  {made}")?;
        }
        for draw in self.draws() {
            write!(f, "\n  drew {} of {}", draw.value + 1, draw.sides)?;
        }
        if let Some(account) = self.account() {
            return chain::write(f, self.book, account);
        }
        for view in self.events.iter() {
            write!(f, "\n  {:?} ({})", view.event, view.origin.describe(self.book))?;
        }
        Ok(())
    }
}

impl<G: Game> fmt::Debug for FrameView<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_frame(), f)
    }
}

/// A frame, owned. It does not change when the session goes on.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.frame().unwrap();
/// let frame = game.frame(id).unwrap().to_frame();
/// game.undo()?;
/// assert_eq!((frame.number, frame.events.len()), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Frame<G: Game> {
    /// The frame's number in its game, from one.
    pub number: u64,
    /// What it is the record of.
    pub transition: Transition<G::Action>,
    /// The events, in the order in which they happened.
    pub events: Vec<FrameEvent<G>>,
    /// The names of the exceptions that were used.
    pub exceptions: Vec<String>,
    /// The choices that were made.
    pub choices: Vec<Made>,
    /// The dice that were drawn.
    pub draws: Vec<Draw>,
    /// Everything that was proposed and what became of it, if the game has
    /// reactions.
    pub account: Option<Box<Account<G>>>,
    /// The digest of the game after it, if the session keeps them.
    pub digest: Option<Digest>,
    /// Whether it can be undone.
    pub reversibility: Reversibility,
}

/// One event of an owned frame.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// let id = game.submit(Seat(0), 5)?.frame().unwrap();
/// let frame = game.frame(id).unwrap().to_frame();
/// assert_eq!(frame.events[0].event, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameEvent<G: Game> {
    /// The event.
    pub event: G::Event,
    /// What applying it left behind.
    pub trace: G::Trace,
    /// Where it came from.
    pub origin: Origin,
}

impl<G: Game> Clone for FrameEvent<G> {
    fn clone(&self) -> Self {
        FrameEvent { event: self.event.clone(), trace: self.trace.clone(), origin: self.origin }
    }
}

impl<G: Game> Clone for Frame<G> {
    fn clone(&self) -> Self {
        Frame {
            number: self.number,
            transition: self.transition.clone(),
            events: self.events.clone(),
            exceptions: self.exceptions.clone(),
            choices: self.choices.clone(),
            draws: self.draws.clone(),
            account: self.account.clone(),
            digest: self.digest,
            reversibility: self.reversibility,
        }
    }
}

impl<G: Game> fmt::Debug for FrameEvent<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameEvent")
            .field("event", &self.event)
            .field("trace", &self.trace)
            .field("origin", &self.origin)
            .finish()
    }
}

impl<G: Game> fmt::Debug for Frame<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut frame = f.debug_struct("Frame");
        if let Some(account) = &self.account {
            frame.field("account", account);
        }
        frame
            .field("number", &self.number)
            .field("transition", &self.transition)
            .field("events", &self.events)
            .field("exceptions", &self.exceptions)
            .field("choices", &self.choices)
            .field("draws", &self.draws)
            .field("digest", &self.digest)
            .field("reversibility", &self.reversibility)
            .finish()
    }
}
