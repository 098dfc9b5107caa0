//! Writing a book down: the book itself is the root phase.

use std::fmt::Debug;
use std::sync::Arc;

use crate::book::check::{Check, CheckBuilder, Exception, ExceptionBuilder, Force, Gate};
use crate::book::draft::{Asks, Attributes, Draft, KeptDigest, OrderKey, PhaseDef, What};
use crate::book::fact::{Fact, Part, Predicate, mark};
use crate::book::guard::{Guard, GuardBuilder};
use crate::book::invariant::{Invariant, InvariantBuilder};
use crate::book::mistake::{Mistake, Mistakes};
use crate::book::places::Places;
use crate::book::rule::{ActionKind, EventKind, Rule, RuleBuilder};
use crate::book::standing::{StandingBuilder, StandingRule};
use crate::book::strategy::{Priority, Strategy};
use crate::book::trigger::{Trigger, TriggerBuilder, TriggerOrder};
use crate::book::turn::{TurnBuilder, TurnDef};
use crate::book::{Book, compile};
use crate::digest::{Canonical, Digest};
use crate::game::{Game, Kind, KindSet, Revert, Subject};
use crate::limits::Limits;
use crate::plan::passes::Passes;
use crate::plan::states;
use crate::reactive::{Reactive, Reactor};

/// A book being written down; [`compile`](BookBuilder::compile) finishes it.
///
/// The book is itself the root phase: it has rules, phases, a strategy.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .phase("small", |small| small
///         .when("below ten", |total| *total < 10)
///         .rule("count", |rule| rule.then(|cx, ()| [*cx.action])))
///     .rule("count twice", |rule| rule.then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// assert_eq!(book.rules().map(|rule| rule.name()).collect::<Vec<_>>(), ["small/count", "count twice"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BookBuilder<G: Game> {
    draft: Draft<G>,
    places: Places,
    /// Whether the turn was written here, and not in a base book.
    wrote_turn: bool,
}

/// A phase being written down.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .phase("play", |play| play
///         .when("not over", |total| *total < 100)
///         .strategy(Strategy::LastWins)
///         .rule("one", |rule| rule.then(|_, ()| [1]))
///         .rule("two", |rule| rule.then(|_, ()| [2])))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 0)?;
/// assert_eq!(*game.state(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PhaseBuilder<'d, G: Game> {
    draft: &'d mut Draft<G>,
    node: usize,
}

impl<'d, G: Game> PhaseBuilder<'d, G> {
    fn phase_def(&mut self) -> &mut PhaseDef<G> {
        match &mut self.draft.nodes[self.node].what {
            What::Phase(phase) => phase,
            What::Rule(_) => unreachable!("a phase builder stands on a phase"),
        }
    }

    fn attributes(&mut self) -> &mut Attributes {
        &mut self.draft.nodes[self.node].attributes
    }

    /// A named predicate over the state at the start of the action; all must
    /// hold, or nothing below this phase is asked.
    pub fn when(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&G::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.phase_def().predicates.push(Asks::Own(name.into(), Arc::new(holds)));
        self
    }

    /// A predicate that phases and rules share; it must hold, as with
    /// [`when`](PhaseBuilder::when).
    #[must_use]
    pub fn while_holds(mut self, predicate: &Predicate<G>) -> Self {
        self.phase_def().predicates.push(Asks::Shared(predicate.clone()));
        self
    }

    /// A declared condition: a fact of the state must have one of these values.
    #[must_use]
    pub fn given<K: Kind>(mut self, fact: &Fact<G, K>, values: impl Into<KindSet<K>>) -> Self {
        let given = Asks::Given(fact.given(values));
        self.phase_def().predicates.push(given);
        self
    }

    /// How this phase settles its own children.
    /// [`FirstWins`](Strategy::FirstWins) unless said otherwise.
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.phase_def().strategy = Some(strategy);
        self
    }

    /// Orders the children by (key, name) instead of priority and declaration.
    /// Every child then needs a key.
    pub fn by_key(mut self) -> Self {
        self.phase_def().by_key = true;
        self
    }

    /// The phase's priority among its siblings.
    pub fn priority(mut self, priority: impl Into<Priority>) -> Self {
        self.attributes().priority = Some(priority.into());
        self
    }

    /// A word for people that groups related phases in explanations.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.attributes().label = Some(label.into());
        self
    }

    /// The exclusivity group of every rule below this phase.
    pub fn exclusive(mut self, group: impl Into<String>) -> Self {
        self.attributes().group = Some(group.into());
        self
    }

    /// The key by which the enclosing phase orders this one.
    pub fn key(mut self, key: impl OrderKey) -> Self {
        self.attributes().key = Some(Arc::new(key));
        self
    }

    /// A rule in this phase.
    pub fn rule(
        self,
        name: impl Into<String>,
        write: impl FnOnce(RuleBuilder<G>) -> Rule<G>,
    ) -> Self {
        let rule = write(RuleBuilder::new());
        self.draft.reactor = self.draft.reactor.or(rule.reactor);
        self.draft.add(self.node, name.into(), rule.attributes, What::Rule(Arc::new(rule.def)));
        self
    }

    /// A phase in this phase.
    pub fn phase(
        self,
        name: impl Into<String>,
        write: impl FnOnce(PhaseBuilder<'_, G>) -> PhaseBuilder<'_, G>,
    ) -> Self {
        let phase = PhaseDef { predicates: Vec::new(), strategy: None, by_key: false };
        let node =
            self.draft.add(self.node, name.into(), Attributes::default(), What::Phase(phase));
        write(PhaseBuilder { draft: self.draft, node });
        self
    }
}

impl<G: Game> BookBuilder<G> {
    pub(crate) fn new(name: String) -> Self {
        BookBuilder::from_draft(Draft::new(name))
    }

    pub(crate) fn from_draft(draft: Draft<G>) -> Self {
        BookBuilder { draft, places: Places::default(), wrote_turn: false }
    }

    fn root(mut self, write: impl FnOnce(PhaseBuilder<'_, G>) -> PhaseBuilder<'_, G>) -> Self {
        write(PhaseBuilder { draft: &mut self.draft, node: 0 });
        self
    }

    /// The book's name.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.draft.name = name.into();
        self
    }

    /// The author's version of the book: any text. It is part of the
    /// [fingerprint](Book::fingerprint), so give the book another one whenever a
    /// function decides otherwise than before: records that were made with the
    /// old one then say so.
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = Book::<Counter>::builder("counter")
    ///     .version("2")
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action + 1]))
    ///     .compile()?;
    /// assert_eq!(book.version(), Some("2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.draft.version = Some(version.into());
        self
    }

    /// Says that the rules read something that stands neither in the state nor
    /// in the book: a file of cards, a table of prices. Its digest is part of
    /// the [fingerprint](Book::fingerprint), so that a record says if it was
    /// made with other cards. Said again for the same name, the later one
    /// counts.
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let with = |price: u32| Book::<Counter>::builder("shop")
    ///     .reads_data("the price", &price)
    ///     .rule("buy", move |rule| rule.then(move |cx, ()| [price * *cx.action]))
    ///     .compile();
    /// assert_ne!(with(3)?.fingerprint(), with(4)?.fingerprint());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reads_data(mut self, name: impl Into<String>, data: &(impl Canonical + ?Sized)) -> Self {
        let (name, digest) = (name.into(), Digest::of(data));
        self.draft.data.retain(|(known, _)| *known != name);
        self.draft.data.push((name, digest));
        self
    }

    /// A named predicate over the state that must hold for any rule of the
    /// book to be asked.
    pub fn when(
        self,
        name: impl Into<String>,
        holds: impl Fn(&G::State) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.root(|root| root.when(name, holds))
    }

    /// A shared predicate that must hold for any rule of the book to be asked.
    #[must_use]
    pub fn while_holds(self, predicate: &Predicate<G>) -> Self {
        self.root(|root| root.while_holds(predicate))
    }

    /// A declared condition: for any rule of the book to be asked, a fact of the
    /// state must have one of these values.
    #[must_use]
    pub fn given<K: Kind>(self, fact: &Fact<G, K>, values: impl Into<KindSet<K>>) -> Self {
        self.root(|root| root.given(fact, values))
    }

    /// How the book settles its own children.
    pub fn strategy(self, strategy: Strategy) -> Self {
        self.root(|root| root.strategy(strategy))
    }

    /// Orders the book's children by (key, name).
    pub fn by_key(self) -> Self {
        self.root(|root| root.by_key())
    }

    /// A rule of the book.
    pub fn rule(
        self,
        name: impl Into<String>,
        write: impl FnOnce(RuleBuilder<G>) -> Rule<G>,
    ) -> Self {
        self.root(|root| root.rule(name, write))
    }

    /// A phase of the book.
    pub fn phase(
        self,
        name: impl Into<String>,
        write: impl FnOnce(PhaseBuilder<'_, G>) -> PhaseBuilder<'_, G>,
    ) -> Self {
        self.root(|root| root.phase(name, write))
    }

    /// A check at a gate; see [`CheckBuilder`].
    pub fn check(
        self,
        name: impl Into<String>,
        gate: Gate,
        write: impl FnOnce(CheckBuilder<G>) -> Check<G>,
    ) -> Self {
        self.add_check(name.into(), write(CheckBuilder::at(gate, Force::Hard)))
    }

    /// A prohibition: it forbids beyond the checks, and no exception lifts it.
    pub fn prohibition(
        self,
        name: impl Into<String>,
        gate: Gate,
        write: impl FnOnce(CheckBuilder<G>) -> Check<G>,
    ) -> Self {
        self.add_check(name.into(), write(CheckBuilder::at(gate, Force::Prohibition)))
    }

    fn add_check(mut self, name: String, check: Check<G>) -> Self {
        self.draft.checks.push(Arc::new(check.named(name)));
        self
    }

    /// The usual hard check at [`Gate::Actor`]: whoever is not among
    /// [`Game::active`] is refused with this reason.
    pub fn only_active(self, name: impl Into<String>, reason: G::Reason) -> Self {
        self.check(name, Gate::Actor, |check| {
            check.require(|ask| G::active(ask.state).contains(ask.by), reason)
        })
    }

    /// An exception: it lifts one named check, under its own condition.
    pub fn exception(
        mut self,
        name: impl Into<String>,
        write: impl FnOnce(ExceptionBuilder<G>) -> Exception<G>,
    ) -> Self {
        let exception = write(ExceptionBuilder::new()).named(name.into());
        self.draft.exceptions.push(Arc::new(exception));
        self
    }

    /// An invariant: it holds after each transition, or nothing of it stays.
    pub fn invariant(
        mut self,
        name: impl Into<String>,
        write: impl FnOnce(InvariantBuilder<G>) -> Invariant<G>,
    ) -> Self {
        let invariant = write(InvariantBuilder::new()).named(name.into());
        self.draft.invariants.push(Arc::new(invariant));
        self
    }

    /// Adds a guard: a pure reaction to a proposed event, before it happens.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Duel;
    /// # impl Game for Duel {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
    /// # }
    /// # impl rulebook::Reactive for Duel {
    /// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
    /// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
    /// # }
    /// let book = Book::<Duel>::builder("duel")
    ///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .guard("armour", |guard| guard.before(Anything::Any).prevent(|_| 2))
    ///     .compile()?;
    /// let mut game = book.start(20, Seed(1))?;
    /// game.submit(Seat(0), 5)?;
    /// assert_eq!(*game.state(), 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn guard(
        mut self,
        name: impl Into<String>,
        write: impl FnOnce(GuardBuilder<G>) -> Guard<G>,
    ) -> Self
    where
        G: Reactive,
    {
        let guard = write(GuardBuilder::new()).named(name.into());
        self.draft.guards.push(Arc::new(guard));
        self.reacts()
    }

    /// Adds a trigger: a reaction to what happened, or was prevented.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Duel;
    /// # impl Game for Duel {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
    /// # }
    /// # impl rulebook::Reactive for Duel {
    /// #     fn amount(damage: &u32) -> Option<u32> { Some(*damage) }
    /// #     fn with_amount(_: &u32, damage: u32) -> u32 { damage }
    /// # }
    /// let book = Book::<Duel>::builder("duel")
    ///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .trigger("it bleeds", |trigger| trigger
    ///         .after(Anything::Any)
    ///         .when("it is deep", |occasion| occasion.amount > 3)
    ///         .then(|_| [1]))
    ///     .compile()?;
    /// let mut game = book.start(20, Seed(1))?;
    /// game.submit(Seat(0), 5)?;
    /// assert_eq!(*game.state(), 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn trigger(
        mut self,
        name: impl Into<String>,
        write: impl FnOnce(TriggerBuilder<G>) -> Trigger<G>,
    ) -> Self
    where
        G: Reactive,
    {
        let trigger = write(TriggerBuilder::new()).named(name.into());
        self.draft.triggers.push(Arc::new(trigger));
        self.reacts()
    }

    /// Adds a standing rule: what holds whenever the game is at rest. All of
    /// them propose together, again and again, until none proposes or nothing
    /// comes of it.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Jar;
    /// # impl Game for Jar {
    /// #     type State = i32; type Action = i32; type Event = i32; type Trace = (); type Reason = Never;
    /// #     fn apply(jar: &mut i32, by: &i32) { *jar += by; }
    /// # }
    /// # impl rulebook::Reactive for Jar {}
    ///
    /// let book = Book::<Jar>::builder("jar")
    ///     .rule("pour", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .standing("it runs over", |standing| standing
    ///         .propose(|jar| (*jar > 10).then_some(10 - jar)))
    ///     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// game.submit(Seat(0), 15)?;
    /// assert_eq!(*game.state(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn standing(
        mut self,
        name: impl Into<String>,
        write: impl FnOnce(StandingBuilder<G>) -> StandingRule<G>,
    ) -> Self
    where
        G: Reactive,
    {
        let standing = write(StandingBuilder::new()).named(name.into());
        self.draft.standing.push(Arc::new(standing));
        self.reacts()
    }

    /// In which order triggers resolve.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Log;
    /// # impl Game for Log {
    /// #     type State = Vec<u32>; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(log: &mut Vec<u32>, event: &u32) { log.push(*event); }
    /// # }
    /// # impl rulebook::Reactive for Log {}
    /// use rulebook::TriggerOrder;
    ///
    /// let book = Book::<Log>::builder("log")
    ///     .trigger_order(TriggerOrder::Priority)
    ///     .rule("write", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .trigger("later", |trigger| trigger
    ///         .after(Anything::Any)
    ///         .when("it is the action", |occasion| *occasion.event == 0)
    ///         .then(|_| [1]))
    ///     .trigger("sooner", |trigger| trigger
    ///         .after(Anything::Any)
    ///         .when("it is the action", |occasion| *occasion.event == 0)
    ///         .priority(Priority::HIGH)
    ///         .then(|_| [2]))
    ///     .compile()?;
    /// let mut game = book.start(Vec::new(), Seed(1))?;
    /// game.submit(Seat(0), 0)?;
    /// assert_eq!(*game.state(), [0, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn trigger_order(mut self, order: TriggerOrder) -> Self {
        self.draft.trigger_order = order;
        self
    }

    /// Where guards are equal in tier and priority, the player whom the event
    /// [affects](Reactive::affected) chooses which comes first, if that makes a
    /// difference.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Duel;
    /// # impl Game for Duel {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(life: &mut u32, damage: &u32) { *life -= damage; }
    /// # }
    /// impl rulebook::Reactive for Duel {
    ///     fn affected(_: &u32, _: &u32) -> Option<Seat> {
    ///         Some(Seat(1))
    ///     }
    /// }
    ///
    /// let book = Book::<Duel>::builder("duel")
    ///     .affected_chooses()
    ///     .rule("hit", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .guard("rage", |guard| guard.before(Anything::Any).modify(|cx| cx.event * 2))
    ///     .guard("venom", |guard| guard.before(Anything::Any).modify(|cx| cx.event + 1))
    ///     .compile()?;
    /// let mut game = book.start(20, Seed(1))?;
    /// let Outcome::Pending(choice) = game.submit(Seat(0), 3)? else { panic!() };
    /// assert_eq!(
    ///     choice.to_string(),
    ///     "seat 1 must choose: Which applies first to 3? (0: \"rage\", 1: \"venom\")",
    /// );
    /// game.answer(Seat(1), choice.id, 0)?;
    /// assert_eq!(*game.state(), 20 - (3 * 2 + 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn affected_chooses(mut self) -> Self
    where
        G: Reactive,
    {
        self.draft.affected_chooses = true;
        self.reacts()
    }

    /// The game's [`Reactive`] functions count, also without a guard or
    /// trigger: what is impossible does not happen, and dooms its group.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Purse;
    /// # impl Game for Purse {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(gold: &mut u32, paid: &u32) { *gold -= paid; }
    /// # }
    /// impl rulebook::Reactive for Purse {
    ///     fn possible(gold: &u32, paid: &u32) -> bool {
    ///         paid <= gold
    ///     }
    /// }
    ///
    /// let book = Book::<Purse>::builder("purse")
    ///     .reacts()
    ///     .rule("buy two", |rule| rule.then(|cx, ()| Group::atomic([*cx.action, *cx.action])))
    ///     .compile()?;
    /// let mut game = book.start(10, Seed(1))?;
    /// game.submit(Seat(0), 6)?; // one would be possible, two are not
    /// assert_eq!(*game.state(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reacts(mut self) -> Self
    where
        G: Reactive,
    {
        self.draft.reactor = Some(Reactor::of_game());
        self
    }

    /// The turn machine: `current` reads the step from the state; an action
    /// that the step does not allow is refused at [`Gate::Timing`] with this
    /// reason, by the check `"the step allows it"`.
    ///
    /// A book has one turn. A variant's takes the place of the base book's.
    pub fn turn<S: Clone + PartialEq + Debug + Send + Sync + 'static>(
        self,
        current: impl Fn(&G::State) -> S + Send + Sync + 'static,
        reason: G::Reason,
        write: impl FnOnce(TurnBuilder<G, S>) -> TurnBuilder<G, S>,
    ) -> Self {
        self.with_turn(write(TurnBuilder::new()).finish(current), reason)
    }

    /// The same, where the step is a [`Fact`] of the state: its values are the
    /// steps, and nothing else says at which of them the game is.
    ///
    /// Rules and phases that are [`given`](RuleBuilder::given) the fact are then
    /// given the step, and the [analysis](Book::analyse) knows which actions can
    /// reach them. Of a step that a closure reads it does not: a fact with the
    /// same values may be the step before, or the one after.
    ///
    /// # Example
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// use rulebook::prelude::*;
    /// use rulebook::Fact;
    ///
    /// #[derive(Clone, Copy, Debug, PartialEq, Kinds)]
    /// enum Step { Draw, Fight }
    /// #[derive(Clone, Debug, PartialEq, Kinds)]
    /// enum Action { Take, Attack }
    /// # #[derive(Clone, Debug, PartialEq)] struct NotNow;
    /// # impl std::fmt::Display for NotNow { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Not now.") } }
    /// # impl Reason for NotNow { fn code(&self) -> &'static str { "NOT_NOW" } }
    /// # struct Duel;
    /// # impl Game for Duel {
    /// #     type State = Step; type Action = Action; type Event = u8; type Trace = (); type Reason = NotNow;
    /// #     fn apply(step: &mut Step, _: &u8) { *step = if *step == Step::Draw { Step::Fight } else { Step::Draw } }
    /// # }
    ///
    /// let step = Fact::of_state("step", |step: &Step| *step);
    /// let book = Book::<Duel>::builder("duel")
    ///     .turn_by(&step, NotNow, |turn| turn
    ///         .step(StepKind::Draw, |step| step.allows(ActionKind::Take).leads_to(StepKind::Fight))
    ///         .step(StepKind::Fight, |step| step.allows(ActionKind::Attack).leads_to(StepKind::Draw)))
    ///     .phase("draw", |draw| draw
    ///         .given(&step, StepKind::Draw)
    ///         .rule("take", |rule| rule.on(ActionKind::Take).then(|_, ()| [1]))
    ///         .rule("ambush", |rule| rule.on(ActionKind::Attack).then(|_, ()| [1])))
    ///     .rule("attack", |rule| rule.on(ActionKind::Attack).then(|_, ()| [1]))
    ///     .compile()
    ///     .unwrap();
    /// assert_eq!(
    ///     book.analyse().findings()[0].to_string(),
    ///     "The rule \"draw/ambush\" is never reached: it wants the step Draw, which does not allow \
    ///      Attack. Correct a condition, let a step allow that, or remove the rule.",
    /// );
    /// # }
    /// ```
    pub fn turn_by<K: Kind>(
        self,
        step: &Fact<G, K>,
        reason: G::Reason,
        write: impl FnOnce(TurnBuilder<G, K>) -> TurnBuilder<G, K>,
    ) -> Self {
        self.with_turn(write(TurnBuilder::new()).finish_by(step), reason)
    }

    fn with_turn(
        mut self,
        (turn, mistakes): (TurnDef<G>, Vec<Mistake>),
        reason: G::Reason,
    ) -> Self {
        self.draft.mistakes.extend(mistakes);
        if std::mem::replace(&mut self.wrote_turn, true) {
            self.draft.mistakes.push(Mistake::DuplicateTurn);
        }
        let turn = Arc::new(turn);
        if self.draft.turn.replace(turn.clone()).is_some() {
            // A variant's turn takes the place of the base book's.
            self.draft.checks.retain(|check| !check.of_turn);
        }
        self.check(STEP_CHECK, Gate::Timing, |check| {
            check.require(move |ask| turn.allows(ask.state, ask.action), reason).of_turn()
        })
    }

    /// These kinds of events write these parts of the state and no others. One
    /// of which nothing is said may write them all.
    #[must_use]
    pub fn writes<P: Into<Part>>(
        mut self,
        kinds: impl Into<KindSet<EventKind<G>>>,
        parts: impl IntoIterator<Item = P>,
    ) -> Self {
        let mut set = [0; 4];
        mark(&mut set, parts);
        self.draft.writes.push((kinds.into(), set));
        self
    }

    /// What people call the [subjects](RuleBuilder::subject) that rules name: in
    /// explanations, in the plan, in what the analysis finds. One that has no name is
    /// told by its number.
    ///
    /// The function is asked once for each of them when the book is compiled, and
    /// again for a variant. Names decide nothing.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Zoo;
    /// # impl Game for Zoo {
    /// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
    /// #     fn apply(fed: &mut u32, by: &u32) { *fed += by; }
    /// #     fn subject(_: &u32, animal: &u32) -> Option<Subject> { Some(Subject(*animal)) }
    /// # }
    /// let animals = ["the lion", "the seal"];
    /// let book = Book::<Zoo>::builder("zoo")
    ///     .names_subjects(move |Subject(animal)| animals.get(animal as usize).copied())
    ///     .rule("feed meat", |rule| rule.subject(Subject(0)).then(|_, ()| [5]))
    ///     .rule("feed fish", |rule| rule.subject(Subject(1)).then(|_, ()| [2]))
    ///     .compile()?;
    /// let mut game = book.start(0, Seed(1))?;
    /// let why = game.explain(Seat(0), &1)?;
    /// let meat = why.rule(book.rule("feed meat").unwrap());
    /// assert_eq!(meat.standing.to_string(), "concerns only the lion");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn names_subjects<N: Into<String>>(
        mut self,
        name: impl Fn(Subject) -> Option<N> + Send + Sync + 'static,
    ) -> Self {
        self.draft.subject_names = Some(Arc::new(move |subject| name(subject).map(N::into)));
        self
    }

    /// What people call the [parts](Part) of the state that predicates read and events
    /// write, in the plan. One that has no name is told by its number.
    ///
    /// As with [subjects](Self::names_subjects), each is asked for once.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # use rulebook::Part;
    /// let small = Predicate::new("small", |total: &u32| *total < 10).reads([Part(0)]);
    /// let book = Book::<Counter>::builder("counter")
    ///     .names_parts(|Part(part)| ["the total"].get(usize::from(part)).copied())
    ///     .rule("count", |rule| rule.while_holds(&small).then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let plan = book.plan().unwrap().to_string();
    /// assert!(plan.contains("shared predicate small, reads the total: 1 entry"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn names_parts<N: Into<String>>(
        mut self,
        name: impl Fn(Part) -> Option<N> + Send + Sync + 'static,
    ) -> Self {
        self.draft.part_names = Some(Arc::new(move |part| name(part).map(N::into)));
        self
    }

    /// Which passes of the plan are on. All of them, unless said otherwise.
    #[must_use]
    pub fn passes(mut self, passes: Passes) -> Self {
        self.draft.passes = passes;
        self
    }

    /// How much work one action may cause.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.draft.limits = limits;
        self
    }

    /// Event kinds that reveal something hidden: a transition in which one
    /// happens cannot be undone.
    pub fn revealing(mut self, kinds: impl Into<KindSet<EventKind<G>>>) -> Self {
        self.draft.revealing = self.draft.revealing.union(kinds.into());
        self
    }

    /// Gives sessions digests, through the canonical encoding of the state.
    pub fn digests(mut self) -> Self
    where
        G::State: Canonical,
    {
        self.draft.encode = Some(G::State::encode);
        self
    }

    /// Takes digests from the state itself, which keeps its own incrementally.
    /// `full` computes the same from scratch: the test kit compares the two
    /// after every frame.
    ///
    /// # Example
    ///
    /// ```
    /// use rulebook::prelude::*;
    ///
    /// #[derive(Clone)]
    /// struct Marks { cells: [bool; 64], sum: u64 }
    ///
    /// struct Board;
    /// impl Game for Board {
    ///     type State = Marks;
    ///     type Action = u8;
    ///     type Event = u8;
    ///     type Trace = ();
    ///     type Reason = Never;
    ///     fn apply(board: &mut Marks, cell: &u8) {
    ///         board.cells[usize::from(*cell)] ^= true;
    ///         board.sum ^= 1 << cell;
    ///     }
    /// }
    ///
    /// fn full(board: &Marks) -> Digest {
    ///     let marked = (0..64).filter(|&cell| board.cells[cell as usize]);
    ///     Digest(marked.fold(0, |sum, cell| sum ^ 1 << cell))
    /// }
    ///
    /// let book = Book::<Board>::builder("board")
    ///     .kept_digest(|board| Digest(board.sum), full)
    ///     .rule("mark", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// let mut game = book.start(Marks { cells: [false; 64], sum: 0 }, Seed(1))?;
    /// game.submit(Seat(0), 9)?;
    /// let (kept, full) = book.kept_and_full_digest(game.state()).unwrap();
    /// assert_eq!(kept, full);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kept_digest(
        mut self,
        kept: fn(&G::State) -> Digest,
        full: fn(&G::State) -> Digest,
    ) -> Self {
        self.draft.kept_digest = Some(KeptDigest { kept, full });
        self
    }

    /// Lets states be compared with `==`, and shown where they differ. A session
    /// in [parity mode](crate::Parity) needs this, or digests: whoever compares
    /// two ways to play must be able to tell what they come to apart.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// use rulebook::{Parity, SessionOptions};
    ///
    /// let count = || Book::<Counter>::builder("counter")
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]));
    /// let checked = SessionOptions { parity: Parity::Every, ..SessionOptions::default() };
    /// assert!(count().compares().compile()?.start_with(0, Seed(1), checked).is_ok());
    ///
    /// let refused = count().compile()?.start_with(0, Seed(1), checked).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "The session is to compare the plan with the reference interpreter, but the book \
    ///      cannot tell two states apart: add .compares() or .digests() to it.",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compares(mut self) -> Self
    where
        G::State: PartialEq + Debug,
    {
        self.draft.compares = Some(states::difference::<G::State>);
        self
    }

    /// Takes events back through [`Revert`] instead of copying the state.
    pub fn reverts(mut self) -> Self
    where
        G: Revert,
    {
        self.draft.revert = Some(G::revert);
        self
    }

    /// The rule or phase of that full name, unless it was removed.
    fn find(&mut self, path: &str) -> Option<usize> {
        self.places.find(path, &self.draft.nodes)
    }

    /// Adds to a phase that is already there, by its full name; for variants
    /// of a compiled book.
    pub fn in_phase(
        mut self,
        path: &str,
        write: impl FnOnce(PhaseBuilder<'_, G>) -> PhaseBuilder<'_, G>,
    ) -> Self {
        match self.find(path) {
            Some(node) if matches!(self.draft.nodes[node].what, What::Phase(_)) => {
                write(PhaseBuilder { draft: &mut self.draft, node });
            }
            Some(_) => self.draft.mistakes.push(Mistake::NotAPhase { rule: path.to_owned() }),
            None => self.draft.mistakes.push(Mistake::UnknownPhase { phase: path.to_owned() }),
        }
        self
    }

    /// Replaces a rule that is already there, by its full name, at its place.
    pub fn replace(mut self, path: &str, write: impl FnOnce(RuleBuilder<G>) -> Rule<G>) -> Self {
        match self.find(path) {
            Some(node) if matches!(self.draft.nodes[node].what, What::Rule(_)) => {
                let rule = write(RuleBuilder::new());
                self.draft.reactor = self.draft.reactor.or(rule.reactor);
                self.draft.nodes[node].attributes = rule.attributes;
                self.draft.nodes[node].what = What::Rule(Arc::new(rule.def));
            }
            // The empty name is the book's.
            Some(node) if node != 0 => {
                self.draft.mistakes.push(Mistake::NotARule { phase: path.to_owned() });
            }
            _ => self.draft.mistakes.push(Mistake::UnknownRule { rule: path.to_owned() }),
        }
        self
    }

    /// Removes a rule or phase (with everything in it), by its full name; or a
    /// check, exception, invariant, guard, trigger or standing rule, by its name.
    pub fn remove(mut self, path: &str) -> Self {
        match self.find(path) {
            Some(node) if node != 0 => self.places.remove(node, &self.draft.nodes),
            _ if self.draft.remove_named(path) => {}
            _ => self.draft.mistakes.push(Mistake::NothingToRemove { name: path.to_owned() }),
        }
        self
    }

    /// Compiles the book.
    ///
    /// # Errors
    ///
    /// Every mistake of the author's, all at once, by name.
    pub fn compile(mut self) -> Result<Book<G>, Mistakes> {
        self.draft.remove(&self.places.into_gone());
        compile::compile(self.draft)
    }
}

/// The name of the check that the turn machine brings along.
const STEP_CHECK: &str = "the step allows it";

impl<G: Game> TurnDef<G> {
    fn allows(&self, state: &G::State, action: &G::Action) -> bool {
        let kind = kind_of::<G>(action);
        let here = (self.current)(state);
        self.always.contains(kind)
            || here.is_some_and(|step| self.steps[step].allows.contains(kind))
    }
}

fn kind_of<G: Game>(action: &G::Action) -> ActionKind<G> {
    use crate::game::Kinded;
    action.kind()
}
