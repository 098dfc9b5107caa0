//! What an author's functions are given: [`Ask`] to judge, [`Offer`] to
//! propose candidates, [`Effect`] to propose events.
//!
//! All of them borrow the state and none can change it. Only an [`Effect`]
//! reaches the dice and the players' choices.

use std::fmt::{self, Display};
use std::ops::Deref;

use crate::actor::{By, Seat};
use crate::dice::{Dice, Draw, Seed};
use crate::game::Game;
use crate::group::{Bracket, Edge, Group, put};
use crate::reactive::Reactive;
use crate::session::candidates::Voucher;
use crate::session::choice::{Choice, Made};
use crate::session::legal::Legal;

/// What checks, conditions and answers are asked: this action, by whom, in
/// this state.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count small steps", |rule| rule
///         .when("at most ten", |ask| *ask.action <= 10 && *ask.state < 100)
///         .then(|cx, ()| [*cx.action]))
///     .compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ask<'a, G: Game> {
    /// The state: for checks that at the start of the action, for rules what
    /// earlier rules have made of it.
    pub state: &'a G::State,
    /// The action in question.
    pub action: &'a G::Action,
    /// By whom it is submitted.
    pub by: By,
}

impl<G: Game> Clone for Ask<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Ask<'_, G> {}

/// Where a rule puts its candidates for legal actions.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule
///         .candidates(|offer| (1..=3).for_each(|n| offer.push(n)))
///         .then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// assert_eq!(game.legal(Seat(0))?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Offer<'a, G: Game> {
    /// The state to propose candidates for.
    pub state: &'a G::State,
    /// Who would submit them.
    pub by: By,
    /// What the rule gives its word with, where that is taken.
    pub(crate) voucher: Voucher,
    pub(crate) basket: Basket<'a, G>,
}

/// Where candidates go.
pub(crate) enum Basket<'a, G: Game> {
    /// Among the legal actions: the rule vouches for them.
    Proven(&'a mut Vec<Legal<G>>),
    /// Among those that are still to be validated.
    Open(&'a mut Vec<G::Action>),
}

impl<G: Game> Offer<'_, G> {
    /// Proposes one candidate.
    #[inline]
    pub fn push(&mut self, action: G::Action) {
        match &mut self.basket {
            Basket::Proven(legal) if legal.len() < legal.capacity() => {
                legal.push(Legal::vouched(action, self.voucher));
            }
            Basket::Open(actions) if actions.len() < actions.capacity() => actions.push(action),
            _ => self.push_beyond(action),
        }
    }

    /// The same where the list has to become longer. A function of its own, so
    /// that a generator keeps no registers free for it.
    #[cold]
    #[inline(never)]
    fn push_beyond(&mut self, action: G::Action) {
        match &mut self.basket {
            Basket::Proven(legal) => legal.push(Legal::vouched(action, self.voucher)),
            Basket::Open(actions) => actions.push(action),
        }
    }
}

impl<G: Game> Extend<G::Action> for Offer<'_, G> {
    #[inline]
    fn extend<I: IntoIterator<Item = G::Action>>(&mut self, actions: I) {
        let (actions, voucher) = (actions.into_iter(), self.voucher);
        let least = actions.size_hint().0;
        match &mut self.basket {
            Basket::Proven(legal) if legal.capacity() - legal.len() >= least => {
                legal.extend(actions.map(|action| Legal::vouched(action, voucher)));
            }
            Basket::Open(open) if open.capacity() - open.len() >= least => open.extend(actions),
            _ => self.extend_beyond(actions),
        }
    }
}

impl<G: Game> Offer<'_, G> {
    /// As [`push_beyond`](Self::push_beyond).
    #[cold]
    #[inline(never)]
    fn extend_beyond(&mut self, actions: impl Iterator<Item = G::Action>) {
        let voucher = self.voucher;
        match &mut self.basket {
            Basket::Proven(legal) => {
                legal.extend(actions.map(|action| Legal::vouched(action, voucher)));
            }
            Basket::Open(open) => open.extend(actions),
        }
    }
}

/// The token with which an effect stops because a player must choose first.
///
/// It is what [`Effect::choose`] returns instead of an answer; an effect hands
/// it on with `?`.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// fn twice(cx: &mut Effect<'_, Counter>) -> Result<u32, Asked> {
///     Ok(if cx.confirm(Seat(0), "Count it twice?")? { 2 } else { 1 })
/// }
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Asked(pub(crate) ());

/// What a rule's effect is given: the state, the action, the dice, the
/// players' choices, and a place to propose events.
///
/// Proposed events happen after the effect has returned, in order: first what
/// was given to [`propose`](Effect::propose), then what the effect returned.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("roll", |rule| rule.then(|cx, ()| {
///         let pips = cx.roll(6);
///         [pips]
///     }))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 0)?;
/// assert!((1..=6).contains(game.state()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `cx.state`, `cx.action` and `cx.by` are those of the [`Ask`] that it is about:
/// the state is what earlier rules of this action have made of it.
pub struct Effect<'a, G: Game> {
    pub(crate) ask: Ask<'a, G>,
    pub(crate) bench: &'a mut Workbench<G>,
}

impl<'a, G: Game> Deref for Effect<'a, G> {
    type Target = Ask<'a, G>;

    #[inline]
    fn deref(&self) -> &Ask<'a, G> {
        &self.ask
    }
}

impl<G: Game> Effect<'_, G> {
    /// Asks a rule that will propose here as well; should that panic, the bench
    /// knows that it was the answer.
    #[inline(always)]
    pub(crate) fn answering<T>(&mut self, answer: impl FnOnce(&Ask<'_, G>) -> T) -> T {
        let noting = Answering(&mut self.bench.answering);
        let answer = answer(&self.ask);
        std::mem::forget(noting);
        answer
    }

    /// Proposes an event.
    #[inline]
    pub fn propose(&mut self, event: G::Event) {
        self.bench.propose(event);
    }

    /// Proposes events together: all or nothing, at once, or one after the
    /// other. The book must say [`reacts`](crate::BookBuilder::reacts), or have
    /// a guard, trigger, standing rule or cost; otherwise it is a fault.
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
    /// impl rulebook::Reactive for Counter {}
    ///
    /// let book = Book::<Counter>::builder("counter")
    ///     .reacts()
    ///     .rule("count twice", |rule| rule.then(|cx, ()| {
    ///         cx.propose_group(Group::atomic([*cx.action, *cx.action]));
    ///     }))
    ///     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// game.submit(Seat(0), 4)?;
    /// assert_eq!(*game.state(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn propose_group(&mut self, group: Group<G::Event>)
    where
        G: Reactive,
    {
        self.bench.propose_group(group);
    }

    /// Rolls one die: a number from 1 to `sides`.
    ///
    /// # Panics
    ///
    /// If `sides` is zero; that is then a fault that names the rule.
    pub fn roll(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }

    /// Draws a number from 0 up to, and not including, `bound`.
    ///
    /// # Panics
    ///
    /// If `bound` is zero; that is then a fault that names the rule.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.bench.stirred = true;
        if self.bench.seal == Seal::Sealed {
            self.bench.peeked = true;
            return self.bench.decoy.below(bound);
        }
        let value = self.bench.dice.below(bound);
        self.bench.draws.push(Draw { sides: bound, value });
        value
    }

    /// Shuffles in place, every order as likely as any other.
    ///
    /// # Panics
    ///
    /// If there are more than `u32::MAX` items; that is then a fault that
    /// names the rule.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        assert!(u32::try_from(items.len()).is_ok(), "there are too many items to shuffle");
        for last in (1..items.len()).rev() {
            let with = self.below(last as u32 + 1) as usize;
            items.swap(last, with);
        }
    }

    /// Picks one item by the dice, or nothing from nothing.
    ///
    /// # Panics
    ///
    /// If there are more than `u32::MAX` items; that is then a fault that
    /// names the rule.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        if items.is_empty() {
            return None;
        }
        assert!(u32::try_from(items.len()).is_ok(), "there are too many items to pick from");
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Asks a player to choose one of the options.
    ///
    /// Without an answer yet, the whole transition is discarded, the outcome
    /// is [`Pending`](crate::Outcome::Pending), and the effect runs again from
    /// the start once the answer is there. A single option is taken without
    /// asking, and recorded. No option at all is a fault, and so is a seat that
    /// is not at the table.
    ///
    /// # Errors
    ///
    /// [`Asked`] if the player must choose first; hand it on with `?`.
    pub fn choose<T: Display>(
        &mut self,
        seat: Seat,
        question: &str,
        options: impl IntoIterator<Item = T>,
    ) -> Result<T, Asked> {
        let mut options: Vec<T> = options.into_iter().collect();
        let index = self.ask(seat, question, &options)?;
        Ok(options.swap_remove(index))
    }

    /// Asks a player for a yes or a no.
    ///
    /// # Errors
    ///
    /// [`Asked`] if the player must choose first; hand it on with `?`.
    pub fn confirm(&mut self, seat: Seat, question: &str) -> Result<bool, Asked> {
        Ok(self.ask(seat, question, &["yes", "no"])? == 0)
    }

    fn ask<T: Display>(
        &mut self,
        seat: Seat,
        question: &str,
        options: &[T],
    ) -> Result<usize, Asked> {
        self.bench.ask(G::seats(self.state), seat, question, options)
    }
}

/// Dropped only where a panic passes by.
struct Answering<'b>(&'b mut bool);

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        *self.0 = true;
    }
}

/// What an effect may return: nothing, some events, or an early stop because
/// a player must choose first.
///
/// Implemented for `()`, arrays, `Vec` and `Option` of the game's events, a
/// [`Group`] of them, and `Result<_, Asked>` of any of these.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count if odd", |rule| rule
///         .then(|cx, ()| (cx.action % 2 == 1).then_some(*cx.action)))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// assert!(matches!(game.submit(Seat(0), 4)?, Outcome::NoChange));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "an effect cannot return `{Self}`",
    note = "return the events that it proposes: `[event]`, `vec![…]`, `Some(event)`, or `()` after `cx.propose(event)`"
)]
pub trait Propose<G: Game> {
    /// Proposes these events.
    ///
    /// # Errors
    ///
    /// [`Asked`] if a player must choose first.
    fn propose_to(self, cx: &mut Effect<'_, G>) -> Result<(), Asked>;

    /// The event, if it is but one: then it can happen without being put on a
    /// list first. Who says nothing else gives all of them back.
    ///
    /// # Errors
    ///
    /// What was to be proposed, if it is not one event.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// use rulebook::Propose;
    ///
    /// assert_eq!(Propose::<Counter>::one([5]), Ok(5));
    /// assert_eq!(Propose::<Counter>::one([5, 6]), Err([5, 6]));
    /// ```
    #[inline]
    fn one(self) -> Result<G::Event, Self>
    where
        Self: Sized,
    {
        Err(self)
    }
}

impl<G: Game> Propose<G> for () {
    #[inline]
    fn propose_to(self, _: &mut Effect<'_, G>) -> Result<(), Asked> {
        Ok(())
    }
}

impl<G: Game, const N: usize> Propose<G> for [G::Event; N] {
    #[inline]
    fn propose_to(self, cx: &mut Effect<'_, G>) -> Result<(), Asked> {
        self.into_iter().for_each(|event| cx.propose(event));
        Ok(())
    }

    #[inline]
    fn one(self) -> Result<G::Event, Self> {
        if N != 1 {
            return Err(self);
        }
        let mut events = self.into_iter();
        Ok(events.next().expect("there is one"))
    }
}

impl<G: Game> Propose<G> for Vec<G::Event> {
    fn propose_to(self, cx: &mut Effect<'_, G>) -> Result<(), Asked> {
        self.into_iter().for_each(|event| cx.propose(event));
        Ok(())
    }
}

impl<G: Game> Propose<G> for Option<G::Event> {
    #[inline]
    fn propose_to(self, cx: &mut Effect<'_, G>) -> Result<(), Asked> {
        self.into_iter().for_each(|event| cx.propose(event));
        Ok(())
    }

    #[inline]
    fn one(self) -> Result<G::Event, Self> {
        self.ok_or(None)
    }
}

impl<G: Reactive> Propose<G> for Group<G::Event> {
    fn propose_to(self, cx: &mut Effect<'_, G>) -> Result<(), Asked> {
        cx.propose_group(self);
        Ok(())
    }
}

impl<G: Game, P: Propose<G>> Propose<G> for Result<P, Asked> {
    #[inline]
    fn propose_to(self, cx: &mut Effect<'_, G>) -> Result<(), Asked> {
        self?.propose_to(cx)
    }

    #[inline]
    fn one(self) -> Result<G::Event, Self> {
        self.map_err(Err)?.one().map_err(Ok)
    }
}

/// Whether effects may draw dice for real.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Seal {
    /// Dice are drawn.
    #[default]
    Open,
    /// Nobody may peek: the first draw stops the transition.
    Sealed,
}

/// Why an effect could not go on.
#[derive(Debug)]
pub(crate) enum Halt {
    /// A player must choose first.
    Choice(Box<Choice>),
    /// A choice was asked with nothing to choose from.
    NoOptions(String),
    /// A choice was asked of somebody who is not at the table.
    NoSuchSeat(Seat, String),
    /// More choices than the limit.
    TooManyChoices,
    /// An answer that stands for no option (the book changed under a saved
    /// choice, or an effect is not a function of its arguments).
    WrongAnswer(String),
}

/// Where one transition's effects leave what they propose, draw and ask.
pub(crate) struct Workbench<G: Game> {
    pub proposed: Vec<G::Event>,
    /// Where groups of them begin and end.
    pub brackets: Vec<Bracket>,
    pub max_proposed: usize,
    pub overflowed: bool,
    pub draws: Vec<Draw>,
    pub dice: Dice,
    pub seal: Seal,
    /// What is thrown instead of sealed dice, until the effect returns and the
    /// transition stops. It shows every face, so that no effect waits for one
    /// in vain.
    pub decoy: Dice,
    pub peeked: bool,
    /// The answers given so far, by index of the option.
    pub answers: Vec<u32>,
    pub made: Vec<Made>,
    pub max_choices: usize,
    pub halt: Option<Halt>,
    /// Whether an effect did anything but propose a few events.
    pub stirred: bool,
    /// Whether guards are only tried, so that nobody may be asked.
    pub probing: bool,
    /// Whether it was not the effect that panicked, but the answer before it.
    pub answering: bool,
}

impl<G: Game> Workbench<G> {
    pub(crate) fn new(limits: &crate::limits::Limits, dice: Dice) -> Self {
        Workbench {
            dice,
            proposed: Vec::new(),
            brackets: Vec::new(),
            max_proposed: limits.events,
            overflowed: false,
            draws: Vec::new(),
            seal: Seal::Open,
            decoy: Dice::new(Seed(0)),
            peeked: false,
            answers: Vec::new(),
            made: Vec::new(),
            max_choices: limits.choices,
            halt: None,
            stirred: false,
            probing: false,
            answering: false,
        }
    }

    /// Whether an effect has left nothing here.
    #[inline(always)]
    pub(crate) fn is_untouched(&self) -> bool {
        !self.stirred && self.proposed.is_empty()
    }

    /// The only event that an effect has left here, if that is all.
    #[inline(always)]
    pub(crate) fn take_one(&mut self) -> Option<G::Event> {
        if self.stirred || self.proposed.len() != 1 { None } else { self.proposed.pop() }
    }

    /// Forgets the answers of the last transition.
    #[inline(always)]
    pub(crate) fn forget_answers(&mut self) {
        if !self.answers.is_empty() {
            self.answers.clear();
        }
    }

    /// Forgets everything of the last transition.
    #[cold]
    pub(crate) fn clear(&mut self) {
        self.stirred = false;
        self.probing = false;
        self.answering = false;
        self.seal = Seal::Open;
        self.decoy.seek(0);
        // Before the author's values: to drop those could panic.
        self.draws.clear();
        self.proposed.clear();
        self.brackets.clear();
        self.made.clear();
        self.overflowed = false;
        self.peeked = false;
        self.halt = None;
    }

    #[inline]
    fn propose(&mut self, event: G::Event) {
        if self.proposed.len() < self.proposed.capacity() {
            self.proposed.push(event);
        } else {
            self.propose_beyond(event);
        }
    }

    /// Makes room for one more than the limit and no further: that is enough to
    /// know, and a runaway loop must not fill the memory before it ends.
    #[cold]
    fn propose_beyond(&mut self, event: G::Event) {
        let most = self.max_proposed.saturating_add(1);
        if self.proposed.len() >= most {
            self.stirred = true;
            self.overflowed = true;
            return;
        }
        let more = self.proposed.len().max(4).min(most - self.proposed.len());
        self.proposed.reserve_exact(more);
        self.proposed.push(event);
    }

    fn propose_group(&mut self, group: Group<G::Event>) {
        self.stirred = true;
        if self.proposed.len() + group.len() > self.max_proposed {
            self.overflowed = true;
        } else {
            put(group, Edge::Required, &mut self.proposed, &mut self.brackets);
        }
    }

    /// Asks a player at a table of so many seats.
    pub(crate) fn ask<T: Display>(
        &mut self,
        seats: usize,
        seat: Seat,
        question: &str,
        options: &[T],
    ) -> Result<usize, Asked> {
        if seat.index() < seats || self.probing {
            return self.choose(seat, question, options);
        }
        self.stirred = true;
        self.halt.get_or_insert(Halt::NoSuchSeat(seat, question.to_owned()));
        Err(Asked(()))
    }

    fn choose<T: Display>(
        &mut self,
        seat: Seat,
        question: &str,
        options: &[T],
    ) -> Result<usize, Asked> {
        self.stirred = true;
        if self.halt.is_some() || self.probing {
            return Err(Asked(()));
        }
        match self.settle(seat, question, options) {
            Ok(index) => Ok(index),
            Err(halt) => {
                self.halt = Some(halt);
                Err(Asked(()))
            }
        }
    }

    fn settle<T: Display>(
        &mut self,
        seat: Seat,
        question: &str,
        options: &[T],
    ) -> Result<usize, Halt> {
        let asked_before = self.made.iter().filter(|made| !made.alone).count();
        let made = |index: usize, alone: bool| Made {
            seat,
            question: question.to_owned(),
            option: index as u32,
            text: options[index].to_string(),
            alone,
        };
        if self.made.len() >= self.max_choices {
            return Err(Halt::TooManyChoices);
        }
        match (options.len(), self.answers.get(asked_before)) {
            (0, _) => Err(Halt::NoOptions(question.to_owned())),
            (1, _) => {
                self.made.push(made(0, true));
                Ok(0)
            }
            (len, Some(&answer)) if (answer as usize) < len => {
                self.made.push(made(answer as usize, false));
                Ok(answer as usize)
            }
            (_, Some(_)) => Err(Halt::WrongAnswer(question.to_owned())),
            (_, None) => Err(Halt::Choice(Box::new(Choice::new(
                asked_before as u32,
                seat,
                question.to_owned(),
                options.iter().map(ToString::to_string).collect(),
            )))),
        }
    }
}

impl<G: Game> fmt::Debug for Effect<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effect")
            .field("action", self.action)
            .field("by", &self.by)
            .finish_non_exhaustive()
    }
}
