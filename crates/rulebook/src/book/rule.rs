//! Writing down a rule: which actions it concerns, when it answers, and what
//! it proposes if it is chosen.

use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::Arc;

use crate::actor::By;
use crate::book::bank::{Bank, Codes, Holds, Own};
use crate::book::draft::{Attributes, OrderKey};
use crate::book::fact::{Fact, GivenDef, Predicate};
use crate::book::strategy::Priority;
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Asked, Effect, Offer, Propose};
use crate::game::{Game, Kind, KindSet, Kinded, Subject};
use crate::outcome::RefusalKind;
use crate::pipeline::push::PushFn;
use crate::pipeline::stroke::{Seated, Strikes, Struck};
use crate::pipeline::validate::Standing;
use crate::reactive::{Reactive, Reactor};
use crate::session::legal::Warrant;

/// The kinds of a game's actions.
pub(crate) type ActionKind<G> = <<G as Game>::Action as Kinded>::Kind;
/// The kinds of a game's events.
pub(crate) type EventKind<G> = <<G as Game>::Event as Kinded>::Kind;

/// What a rule answers to an action.
///
/// Match and Refuse are decisive; Skip leaves the action to others. What a
/// rule found while matching is handed to its effect, not computed again.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { Odd }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Only even numbers.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "ODD" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// let book = Book::<Counter>::builder("counter")
///     .rule("count halves", |rule| rule
///         .answer(|ask| match ask.action % 2 {
///             0 => Answer::Match(ask.action / 2), // found here …
///             _ => Answer::disallowed(Why::Odd),
///         })
///         .then(|_, half| [half])) // … and used there
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 8)?;
/// assert_eq!(*game.state(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<F, R> {
    /// The rule applies; this is what it found.
    Match(F),
    /// The rule has nothing to say.
    Skip,
    /// The rule forbids the action.
    Refuse(RefusalKind, R),
}

impl<F, R> Answer<F, R> {
    /// Refuses: the action makes no sense now.
    pub fn invalid(reason: R) -> Self {
        Answer::Refuse(RefusalKind::Invalid, reason)
    }

    /// Refuses: the action is meaningful, but forbidden.
    pub fn disallowed(reason: R) -> Self {
        Answer::Refuse(RefusalKind::Disallowed, reason)
    }

    /// Refuses: it began and cannot safely complete.
    pub fn aborted(reason: R) -> Self {
        Answer::Refuse(RefusalKind::Aborted, reason)
    }
}

/// Match if there is something, Skip if there is nothing.
impl<F, R> From<Option<F>> for Answer<F, R> {
    fn from(found: Option<F>) -> Self {
        found.map_or(Answer::Skip, Answer::Match)
    }
}

/// What a rule said, without what it found: that lies in a [`Slot`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said<R> {
    Match,
    Skip,
    /// A condition did not hold.
    Unmet(usize),
    Refuse(RefusalKind, R),
}

impl<R> Said<R> {
    /// Whether it settles the action.
    #[inline]
    pub(crate) fn is_decisive(&self) -> bool {
        matches!(self, Said::Match | Said::Refuse(..))
    }
}

/// A place for what a rule found. The box is made once for each type of
/// finding and session, so that matching allocates nothing in the long run.
#[derive(Default)]
pub(crate) struct Slot(Option<Box<dyn Any + Send>>);

/// The one value of a finding that says nothing, if `F` is that type. It need
/// not be kept anywhere.
#[inline]
fn nothing<F: 'static>() -> Option<F> {
    let nothing: Box<dyn Any> = Box::new(());
    nothing.downcast().ok().map(|found| *found)
}

impl Slot {
    #[inline]
    fn put<F: Send + 'static>(&mut self, found: F) {
        if nothing::<F>().is_some() {
            return;
        }
        match self.0.as_mut().and_then(|held| held.downcast_mut::<Option<F>>()) {
            Some(place) => *place = Some(found),
            None => self.0 = Some(Box::new(Some(found))),
        }
    }

    fn look<F: Send + 'static>(&self) -> Option<&F> {
        self.0.as_ref()?.downcast_ref::<Option<F>>()?.as_ref()
    }

    #[inline]
    fn take<F: Send + 'static>(&mut self) -> Option<F> {
        if let Some(found) = nothing() {
            return Some(found);
        }
        self.0.as_mut()?.downcast_mut::<Option<F>>()?.take()
    }
}

/// A rule's answer and effect, with the type of what it finds hidden.
pub(crate) trait RuleCode<G: Game>: Any + Send + Sync {
    fn ask(&self, ask: &Ask<'_, G>, slot: &mut Slot) -> Said<G::Reason>;
    fn propose(&self, cx: &mut Effect<'_, G>, slot: &mut Slot) -> Result<(), Asked>;
    /// The same in one go, for an action that the rule vouches for: what it
    /// finds need not lie anywhere. Says whether it matches after all.
    fn vouch(&self, cx: &mut Effect<'_, G>) -> bool;
    /// The same where nobody vouches.
    fn attempt(&self, cx: &mut Effect<'_, G>) -> Said<G::Reason>;
    /// What it found, while it lies there.
    fn look<'s>(&self, slot: &'s Slot) -> Option<&'s dyn Any>;
    /// The type of what is found: rules of one type share a slot.
    fn found(&self) -> TypeId;
    /// A session's [stroke](crate::pipeline::stroke) where nobody else is asked,
    /// unless its code is lent.
    fn alone(
        self: Arc<Self>,
        rule: RuleId,
        checks: Box<[Standing<G>]>,
        minds_kinds: bool,
    ) -> Option<Box<dyn Strikes<G>>>;
    /// The same for an action that the rule vouches for.
    fn strike(&self, core: &mut Seated<G>, by: By, action: G::Action, rule: RuleId) -> Struck<G>;
    /// The same on a search line.
    fn pushing(self: Arc<Self>, rule: RuleId) -> PushFn<G>;
    /// Whether it matches without being asked.
    fn always(&self) -> bool;
    /// An empty [bank](crate::book::bank) for code of its type: for so many subjects,
    /// or in order.
    fn bank(&self, subjects: Option<usize>) -> Arc<dyn Codes<G>>;
}

/// How a rule answers; [`Always`] until [`RuleBuilder::answer`] says more.
///
/// Not for authors to implement: it is what `answer` makes of a closure.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Answers, Rule, RuleBuilder};
///
/// /// Finishes any rule, whatever it finds.
/// fn count<A: Answers<Counter>>(rule: RuleBuilder<Counter, A>) -> Rule<Counter> {
///     rule.label("counting").then(|cx, _| [*cx.action])
/// }
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| count(rule.answer(|_| Answer::Match("anything"))))
///     .compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Answers<G: Game>: Send + Sync + 'static {
    /// What is found while matching.
    type Found: Send + 'static;
    /// The answer.
    #[doc(hidden)]
    fn answer(&self, ask: &Ask<'_, G>) -> Answer<Self::Found, G::Reason>;
    /// What is found without looking, if that is how it is.
    #[doc(hidden)]
    fn trivially() -> Option<Self::Found> {
        None
    }
}

/// The answer of a rule that says nothing else: it matches.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Always, Rule, RuleBuilder};
///
/// // The type of a rule's builder before it says how it answers.
/// fn count(rule: RuleBuilder<Counter, Always>) -> Rule<Counter> {
///     rule.then(|cx, ()| [*cx.action])
/// }
/// let book = Book::<Counter>::builder("counter").rule("count", count).compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Always;

impl<G: Game> Answers<G> for Always {
    type Found = ();
    fn answer(&self, _: &Ask<'_, G>) -> Answer<(), G::Reason> {
        Answer::Match(())
    }
    #[inline]
    fn trivially() -> Option<()> {
        Some(())
    }
}

/// An answer given by a closure.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// // What `answer` makes of a closure; nobody need write its name.
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule
///         .answer(|ask| Answer::Match(*ask.action))
///         .then(|_, found| [found]))
///     .compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Answering<A, F>(A, PhantomData<fn() -> F>);

impl<G, A, F> Answers<G> for Answering<A, F>
where
    G: Game,
    F: Send + 'static,
    A: Fn(&Ask<'_, G>) -> Answer<F, G::Reason> + Send + Sync + 'static,
{
    type Found = F;
    #[inline]
    fn answer(&self, ask: &Ask<'_, G>) -> Answer<F, G::Reason> {
        (self.0)(ask)
    }
}

pub(crate) struct Code<A, E> {
    answers: A,
    effect: E,
}

impl<A, E, P> Code<A, Effecting<E, P>> {
    /// What the effect says, if the rule matches. For an action that is VOUCHED
    /// for it is asked only for what it finds.
    #[inline(always)]
    pub(crate) fn effect_of<G: Game, const VOUCHED: bool>(
        &self,
        cx: &mut Effect<'_, G>,
    ) -> Result<P, Said<G::Reason>>
    where
        A: Answers<G>,
        E: Fn(&mut Effect<'_, G>, A::Found) -> P,
    {
        let known = if VOUCHED { nothing() } else { A::trivially() };
        let found = match known {
            Some(found) => found,
            None => match cx.answering(|ask| self.answers.answer(ask)) {
                Answer::Match(found) => found,
                Answer::Skip => return Err(Said::Skip),
                Answer::Refuse(kind, reason) => return Err(Said::Refuse(kind, reason)),
            },
        };
        Ok((self.effect.0)(cx, found))
    }
}

impl<G, A, E, P> RuleCode<G> for Code<A, Effecting<E, P>>
where
    G: Game,
    A: Answers<G>,
    P: Propose<G> + 'static,
    E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
{
    fn look<'s>(&self, slot: &'s Slot) -> Option<&'s dyn Any> {
        slot.look::<A::Found>().map(|found| found as &dyn Any)
    }

    fn ask(&self, ask: &Ask<'_, G>, slot: &mut Slot) -> Said<G::Reason> {
        if A::trivially().is_some() {
            return Said::Match;
        }
        match self.answers.answer(ask) {
            Answer::Match(found) => {
                slot.put(found);
                Said::Match
            }
            Answer::Skip => Said::Skip,
            Answer::Refuse(kind, reason) => Said::Refuse(kind, reason),
        }
    }

    fn propose(&self, cx: &mut Effect<'_, G>, slot: &mut Slot) -> Result<(), Asked> {
        let found = A::trivially()
            .or_else(|| slot.take())
            .expect("a rule is chosen only after it matched and left what it found");
        (self.effect.0)(cx, found).propose_to(cx)
    }

    #[inline]
    fn vouch(&self, cx: &mut Effect<'_, G>) -> bool {
        let Ok(proposed) = self.effect_of::<G, true>(cx) else { return false };
        // An early stop is read from the bench, also if the effect swallowed it.
        let _ = proposed.propose_to(cx);
        true
    }

    #[inline]
    fn attempt(&self, cx: &mut Effect<'_, G>) -> Said<G::Reason> {
        match self.effect_of::<G, false>(cx) {
            Ok(proposed) => {
                // As above.
                let _ = proposed.propose_to(cx);
                Said::Match
            }
            Err(said) => said,
        }
    }

    fn found(&self) -> TypeId {
        TypeId::of::<A::Found>()
    }

    fn alone(
        self: Arc<Self>,
        rule: RuleId,
        checks: Box<[Standing<G>]>,
        minds_kinds: bool,
    ) -> Option<Box<dyn Strikes<G>>> {
        if checks.is_empty() && !minds_kinds && Warrant::names(rule) {
            return Some(Box::new(Plainly { code: self, rule, warrant: Warrant::of(rule.0) }));
        }
        Some(Box::new(Alone { code: self, rule, checks }))
    }

    fn strike(&self, core: &mut Seated<G>, by: By, action: G::Action, rule: RuleId) -> Struck<G> {
        core.strike_proven(by, action, rule, |cx| self.effect_of::<G, true>(cx))
    }

    fn pushing(self: Arc<Self>, rule: RuleId) -> PushFn<G> {
        Box::new(move |core, legal| core.push(legal, rule, |cx| self.effect_of::<G, true>(cx)))
    }

    fn always(&self) -> bool {
        A::trivially().is_some()
    }

    fn bank(&self, subjects: Option<usize>) -> Arc<dyn Codes<G>> {
        Arc::new(Bank::<Self>::new(subjects))
    }
}

/// A [stroke](crate::pipeline::stroke) by a rule that is asked alone.
struct Alone<G: Game, C> {
    code: Arc<C>,
    rule: RuleId,
    checks: Box<[Standing<G>]>,
}

impl<G: Game, A: Answers<G>, E, P> Strikes<G> for Alone<G, Code<A, Effecting<E, P>>>
where
    P: Propose<G> + 'static,
    E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
{
    fn strike(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
        let Alone { code, rule, checks } = self;
        core.strike(book, by, action, (*rule, checks), |cx| code.effect_of::<G, false>(cx))
    }
}

/// The same where there is nothing to check before and nothing to mind after.
struct Plainly<C> {
    code: Arc<C>,
    rule: RuleId,
    warrant: Warrant,
}

impl<G: Game, A: Answers<G>, E, P> Strikes<G> for Plainly<Code<A, Effecting<E, P>>>
where
    P: Propose<G> + 'static,
    E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
{
    fn strike(
        &self,
        core: &mut Seated<G>,
        _: &Compiled<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
        let Plainly { code, rule, warrant } = self;
        core.strike_plainly(by, action, (*rule, *warrant), |cx| code.effect_of::<G, false>(cx))
    }
}

/// The code of a rule that proposes nothing.
pub(crate) fn idle<G: Game>() -> Arc<dyn RuleCode<G>> {
    let effect = Effecting(|_: &mut Effect<'_, G>, ()| (), PhantomData);
    Arc::new(Code { answers: Always, effect })
}

pub(crate) struct Effecting<E, P>(E, PhantomData<fn() -> P>);

/// A named condition of a rule.
pub(crate) struct Condition<G: Game> {
    pub name: String,
    pub test: Test<G>,
}

/// What a condition asks.
pub(crate) enum Test<G: Game> {
    /// Something that nobody else asks.
    Own(Arc<dyn Holds<G>>),
    /// A shared predicate.
    Shared(Predicate<G>),
}

/// Where a rule's candidates come from.
pub(crate) enum Generator<G: Game> {
    /// It proposes none.
    Silent,
    /// Each candidate is validated and decided like a submitted action.
    Open(GeneratorFn<G>),
    /// Each candidate is legal by the author's claim, which names the checks
    /// and rules that the generator takes into account.
    Exact(Vec<String>, GeneratorFn<G>),
}

/// The box is there for speed: where in a shared allocation a function of
/// unknown alignment begins has to be worked out for every call.
pub(crate) type GeneratorFn<G> = Arc<Box<dyn Fn(&mut Offer<'_, G>) + Send + Sync>>;

/// A rule, written down.
type CostFn<G> =
    Box<dyn Fn(&mut Effect<'_, G>, Option<&dyn Any>) -> Result<(), Asked> + Send + Sync>;

/// What a rule costs, and how its action is refused if that is not paid.
pub(crate) struct CostDef<G: Game> {
    pub reason: G::Reason,
    pub pay: CostFn<G>,
}

pub(crate) struct RuleDef<G: Game> {
    /// None: all.
    pub kinds: KindSet<ActionKind<G>>,
    /// Whether kinds were named, and none was among them.
    pub on_nothing: bool,
    pub subjects: Vec<Subject>,
    /// Declared conditions.
    pub givens: Vec<GivenDef<G>>,
    /// The others: shared predicates before those of its own.
    pub conditions: Vec<Condition<G>>,
    pub generator: Generator<G>,
    pub costs: Vec<CostDef<G>>,
    pub code: Arc<dyn RuleCode<G>>,
}

/// A finished rule: what [`RuleBuilder::then`] makes.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::{Rule, RuleBuilder};
///
/// fn count(rule: RuleBuilder<Counter>) -> Rule<Counter> {
///     rule.then(|cx, ()| [*cx.action])
/// }
/// let book = Book::<Counter>::builder("counter").rule("count", count).compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rule<G: Game> {
    pub(crate) attributes: Attributes,
    pub(crate) def: RuleDef<G>,
    /// How the game reacts, if the rule needs to know.
    pub(crate) reactor: Option<Reactor<G>>,
}

/// A rule being written down. [`then`](RuleBuilder::then) finishes it.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .strategy(Strategy::HighestPriority)
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .rule("count big steps twice", |rule| rule
///         .priority(Priority::HIGH)
///         .label("special")
///         .when("ten or more", |ask| *ask.action >= 10)
///         .then(|cx, ()| [*cx.action, *cx.action]))
///     .compile()?;
/// let mut game = book.start(0, Seed(1))?;
/// game.submit(Seat(0), 10)?;
/// assert_eq!(*game.state(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RuleBuilder<G: Game, A = Always> {
    attributes: Attributes,
    /// Those that were named, if anything was said of kinds.
    kinds: Option<KindSet<ActionKind<G>>>,
    subjects: Vec<Subject>,
    givens: Vec<GivenDef<G>>,
    conditions: Vec<Condition<G>>,
    generator: Generator<G>,
    costs: Vec<CostDef<G>>,
    reactor: Option<Reactor<G>>,
    answers: A,
}

impl<G: Game> RuleBuilder<G> {
    pub(crate) fn new() -> Self {
        RuleBuilder {
            attributes: Attributes::default(),
            kinds: None,
            subjects: Vec::new(),
            givens: Vec::new(),
            conditions: Vec::new(),
            generator: Generator::Silent,
            costs: Vec::new(),
            reactor: None,
            answers: Always,
        }
    }

    /// How the rule answers, in full: it matches with what it found, skips, or
    /// refuses with a reason. A rule that says nothing matches whenever its
    /// conditions hold.
    pub fn answer<F, A>(self, answer: A) -> RuleBuilder<G, Answering<A, F>>
    where
        F: Send + 'static,
        A: Fn(&Ask<'_, G>) -> Answer<F, G::Reason> + Send + Sync + 'static,
    {
        RuleBuilder {
            attributes: self.attributes,
            kinds: self.kinds,
            subjects: self.subjects,
            givens: self.givens,
            conditions: self.conditions,
            generator: self.generator,
            costs: self.costs,
            reactor: self.reactor,
            answers: Answering(answer, PhantomData),
        }
    }
}

impl<G: Game, A: Answers<G>> RuleBuilder<G, A> {
    /// The action kinds that the rule concerns; several calls name several. A rule
    /// that does not say it concerns all kinds. An empty list is a mistake:
    /// [`Mistake::NoActionKinds`](crate::Mistake::NoActionKinds).
    pub fn on(mut self, kinds: impl Into<KindSet<ActionKind<G>>>) -> Self {
        let named = self.kinds.unwrap_or_else(KindSet::none);
        self.kinds = Some(named.union(kinds.into()));
        self
    }

    /// A subject that the rule concerns; several calls name several. None
    /// named: all.
    pub fn subject(mut self, subject: impl Into<Subject>) -> Self {
        self.subjects.push(subject.into());
        self
    }

    /// The rule's priority among its siblings. [`Priority::NORMAL`] unless
    /// said otherwise.
    pub fn priority(mut self, priority: impl Into<Priority>) -> Self {
        self.attributes.priority = Some(priority.into());
        self
    }

    /// A word for people that groups related rules in explanations.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.attributes.label = Some(label.into());
        self
    }

    /// The exclusivity group: once a rule of the group has applied for this
    /// action, the others of the group are skipped.
    pub fn exclusive(mut self, group: impl Into<String>) -> Self {
        self.attributes.group = Some(group.into());
        self
    }

    /// The key by which a phase orders this rule, if the phase says
    /// [`by_key`](crate::PhaseBuilder::by_key).
    pub fn key(mut self, key: impl OrderKey) -> Self {
        self.attributes.key = Some(Arc::new(key));
        self
    }

    /// A named condition; all must hold, or the rule skips.
    pub fn when(
        mut self,
        name: impl Into<String>,
        holds: impl Fn(&Ask<'_, G>) -> bool + Send + Sync + 'static,
    ) -> Self {
        let test = Test::Own(Arc::new(Own(holds)));
        self.conditions.push(Condition { name: name.into(), test });
        self
    }

    /// A predicate that phases and rules share; it must hold, as with
    /// [`when`](RuleBuilder::when). Shared predicates are asked before
    /// conditions of the rule's own.
    #[must_use]
    pub fn while_holds(mut self, predicate: &Predicate<G>) -> Self {
        let (name, test) = (predicate.name.to_string(), Test::Shared(predicate.clone()));
        self.conditions.push(Condition { name, test });
        self
    }

    /// A declared condition: a fact must have one of these values. Declared
    /// conditions come before all others.
    #[must_use]
    pub fn given<K: Kind>(mut self, fact: &Fact<G, K>, values: impl Into<KindSet<K>>) -> Self {
        self.givens.push(fact.given(values));
        self
    }

    /// The rule's candidates for legal actions. Each is then validated and
    /// decided like a submitted action, so a generator may propose too much,
    /// but never too little.
    pub fn candidates(mut self, offer: impl Fn(&mut Offer<'_, G>) + Send + Sync + 'static) -> Self {
        self.generator = Generator::Open(Arc::new(Box::new(offer)));
        self
    }

    /// The same, with the claim that every candidate is legal and decided by
    /// this rule: they carry a proof and skip validation.
    ///
    /// `honours` names the checks, prohibitions and rules (by full name) that
    /// the generator takes into account. The book does not compile if there
    /// is another that could overrule a candidate; where a
    /// [variant](crate::Book::variant) brings one, the claim is dropped there.
    /// The test kit checks the claim by submitting everything without proofs.
    pub fn exact<'n>(
        mut self,
        honours: impl IntoIterator<Item = &'n str>,
        offer: impl Fn(&mut Offer<'_, G>) + Send + Sync + 'static,
    ) -> Self {
        let honours = honours.into_iter().map(str::to_owned).collect();
        self.generator = Generator::Exact(honours, Arc::new(Box::new(offer)));
        self
    }

    /// What the rule costs: an Atomic group before its effect. If a required
    /// member of it does not happen, the action is refused as disallowed, for
    /// this reason, and nothing has changed.
    ///
    /// Several costs are paid one after the other; those that draw dice or
    /// reveal something should come last.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # struct Purse;
    /// # impl Game for Purse {
    /// #     type State = [u32; 2]; type Action = u32; type Event = u32; type Trace = (); type Reason = Poor;
    /// #     fn apply([gold, goods]: &mut [u32; 2], event: &u32) {
    /// #         match event { 0 => *goods += 1, paid => *gold -= paid }
    /// #     }
    /// # }
    /// # #[derive(Clone, Debug, PartialEq)]
    /// # struct Poor;
    /// # impl std::fmt::Display for Poor {
    /// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("You cannot pay.") }
    /// # }
    /// # impl Reason for Poor { fn code(&self) -> &'static str { "POOR" } }
    /// impl rulebook::Reactive for Purse {
    ///     fn possible([gold, _]: &[u32; 2], paid: &u32) -> bool {
    ///         paid <= gold
    ///     }
    /// }
    ///
    /// let book = Book::<Purse>::builder("purse")
    ///     .rule("buy", |rule| rule
    ///         .cost(Poor, |cx, ()| [*cx.action, 1]) // the price, and the toll
    ///         .then(|_, ()| [0]))
    ///     .compile()?;
    /// let mut game = book.start([10, 0], Seed(1))?;
    /// game.submit(Seat(0), 6)?;
    /// assert_eq!(*game.state(), [3, 1]);
    /// assert_eq!(game.submit(Seat(0), 3)?.to_string(), "disallowed: You cannot pay.");
    /// assert_eq!(*game.state(), [3, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cost<P: Propose<G> + 'static>(
        mut self,
        reason: G::Reason,
        pay: impl Fn(&mut Effect<'_, G>, &A::Found) -> P + Send + Sync + 'static,
    ) -> Self
    where
        G: Reactive,
    {
        let pay: CostFn<G> = Box::new(move |cx, found| {
            let proposed = match (nothing::<A::Found>(), found) {
                (Some(nothing), _) => pay(cx, &nothing),
                (None, found) => match found.and_then(|found| found.downcast_ref()) {
                    Some(found) => pay(cx, found),
                    None => unreachable!("a rule that was chosen has found what it finds"),
                },
            };
            proposed.propose_to(cx)
        });
        self.costs.push(CostDef { reason, pay });
        self.reactor = Some(Reactor::of_game());
        self
    }

    /// What the rule proposes when it is chosen; this finishes the rule. The
    /// effect gets what the answer found.
    pub fn then<P, E>(mut self, effect: E) -> Rule<G>
    where
        P: Propose<G> + 'static,
        E: Fn(&mut Effect<'_, G>, A::Found) -> P + Send + Sync + 'static,
    {
        self.conditions.sort_by_key(|condition| matches!(condition.test, Test::Own(_)));
        // There may be many rules, and nothing is added to this one any more.
        self.conditions.shrink_to_fit();
        self.subjects.shrink_to_fit();
        Rule {
            attributes: self.attributes,
            reactor: self.reactor,
            def: RuleDef {
                kinds: self.kinds.unwrap_or_else(KindSet::none),
                on_nothing: self.kinds.is_some_and(KindSet::is_empty),
                subjects: self.subjects,
                givens: self.givens,
                conditions: self.conditions,
                generator: self.generator,
                costs: self.costs,
                code: Arc::new(Code {
                    answers: self.answers,
                    effect: Effecting(effect, PhantomData),
                }),
            },
        }
    }
}
