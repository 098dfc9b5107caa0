//! Writing a game down, and the compiled result: the [`Book`].
//!
//! What comes in is what an author says through [`BookBuilder`]; what holds
//! after [`BookBuilder::compile`] is that every name is resolved, every phase
//! has its children in the order of its strategy, and nothing can change any
//! more. A book is shared between threads and sessions; cloning it is cheap.

pub(crate) mod bank;
pub(crate) mod builder;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod contents;
pub(crate) mod draft;
mod exact;
pub(crate) mod fact;
pub(crate) mod fingerprint;
pub(crate) mod guard;
pub(crate) mod invariant;
pub(crate) mod mistake;
pub(crate) mod names;
pub(crate) mod occasion;
mod places;
pub(crate) mod rule;
pub(crate) mod signs;
pub(crate) mod standing;
pub(crate) mod strategy;
pub(crate) mod tree;
pub(crate) mod trigger;
pub(crate) mod turn;
pub(crate) mod verdict;
pub(crate) mod vocabulary;
pub(crate) mod warning;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::book::bank::{Holds, Lying};
use crate::book::builder::BookBuilder;
use crate::book::draft::Draft;
use crate::book::guard::GuardId;
use crate::book::names::{PartNames, SubjectName};
use crate::book::rule::{ActionKind, EventKind, GeneratorFn, RuleCode, RuleDef};
use crate::book::strategy::{Priority, Strategy};
use crate::book::tree::Tree;
pub(crate) use crate::book::vocabulary::Given;
use crate::book::vocabulary::{Awaited, PhaseAsk, Vocabulary};
use crate::book::warning::Warning;
use crate::dice::Seed;
use crate::digest::Digest;
use crate::error::StartError;
use crate::game::{Game, Kind, KindSet, Subject};
use crate::pipeline::calm::Way;
use crate::pipeline::push::PushFn;
use crate::pipeline::sources::Reactions;
use crate::pipeline::verify::Minded;
use crate::plan::linear::Plan;
use crate::plan::lone::Lones;
use crate::plan::passes::Pass;
use crate::plan::rows::Cell;
use crate::session::Session;
use crate::session::frame::Origin;
use crate::session::legal::Warrant;
use crate::session::options::SessionOptions;

/// Everything an author wrote, compiled, immutable, shareable between threads
/// and sessions.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
///
/// // A variant is the base book and a few rules.
/// let variant = book
///     .variant("double counter")
///     .strategy(Strategy::HighestPriority)
///     .rule("count twice", |rule| rule.priority(Priority::OVERRIDE).then(|cx, ()| [2 * *cx.action]))
///     .compile()?;
/// let mut game = variant.start(0, Seed(1))?;
/// game.submit(Seat(0), 4)?;
/// assert_eq!(*game.state(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Book<G: Game> {
    pub(crate) inner: Arc<Compiled<G>>,
}

impl<G: Game> Clone for Book<G> {
    fn clone(&self) -> Self {
        Book { inner: self.inner.clone() }
    }
}

impl<G: Game> fmt::Debug for Book<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: Vec<_> = self.rules().map(|rule| rule.name()).collect();
        f.debug_struct("Book")
            .field("name", &self.name())
            .field("rules", &rules)
            .finish_non_exhaustive()
    }
}

/// A rule of a compiled book, by number. It is good for that book alone.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// let count = book.rule("count").unwrap();
/// assert_eq!(count.index(), 0);
/// assert_eq!(book.rule_view(count).name(), "count");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub(crate) u32);

impl RuleId {
    /// The rule's number, in order of declaration.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rule as the pipeline reads it.
pub(crate) struct RuleEntry<G: Game> {
    pub node: u32,
    pub kinds: KindSet<rule::ActionKind<G>>,
    /// What it is about, by number, each once; none: anything.
    pub subjects: Box<[SubjectName]>,
    /// The exclusivity groups of the rule and of all phases around it.
    pub groups: Box<[u32]>,
    /// Whether its decision is the only one: no ApplyAll phase stands around.
    pub direct: bool,
    /// Whether it matches without being asked.
    pub always: bool,
    /// The guarded phases around it, outermost first.
    pub phases: Box<[u32]>,
    /// Those of them that must be asked besides its declared conditions.
    pub guards: Box<[u32]>,
    /// Its declared conditions, those of the phases around it first.
    pub givens: Box<[Given]>,
    /// Its exclusivity groups as bits: in which words of the set of all groups, and
    /// which bits there.
    pub mask: Box<[(u32, u64)]>,
    /// The strategy of the phase that it stands in.
    pub strategy: Strategy,
    pub def: Arc<RuleDef<G>>,
}

impl<G: Game> RuleEntry<G> {
    /// Whether it concerns actions about this.
    #[inline]
    pub(crate) fn is_about(&self, subject: Option<Subject>) -> bool {
        self.subjects.is_empty() || self.subjects.iter().any(|named| subject == Some(named.subject))
    }

    /// The declared conditions of the phases around it.
    pub(crate) fn givens_around(&self) -> &[Given] {
        let own = self.givens.iter().position(|given| given.phase == tree::NONE);
        &self.givens[..own.unwrap_or(self.givens.len())]
    }
}

/// What a reader wants to know of any rule.
pub(crate) struct Head {
    /// Its full name.
    pub name: Box<str>,
    pub label: Option<Box<str>>,
    pub priority: Priority,
}

/// What every transition needs of the chosen rule and of those that are asked:
/// packed together, because with many rules it is memory that takes the time.
pub(crate) struct Quick<G: Game> {
    pub code: Arc<dyn RuleCode<G>>,
    pub tests: Tests<G>,
    /// Where it leaves what it finds.
    pub slot: u32,
    /// Whether its decision is the only one: no ApplyAll phase stands around.
    pub direct: bool,
}

impl<G: Game> Clone for Quick<G> {
    fn clone(&self) -> Self {
        Quick { code: self.code.clone(), tests: self.tests.clone(), ..*self }
    }
}

/// A rule that proposes candidates, as the search for legal actions reads it:
/// in many games every one is asked in every state.
pub(crate) struct Proposer<G: Game> {
    pub rule: RuleId,
    /// What it gives its word with.
    pub warrant: Warrant,
    /// Whether its word is taken for its candidates, and the rules that this
    /// counts on.
    pub vouches: bool,
    pub honours: Box<[RuleId]>,
    /// The guarded phases around it, outermost first.
    pub phases: Box<[u32]>,
    pub offer: GeneratorFn<G>,
}

/// The conditions of a rule that are not declared: most have one at most.
pub(crate) enum Tests<G: Game> {
    None,
    One(QuickTest<G>),
    Many(Box<[QuickTest<G>]>),
}

impl<G: Game> Tests<G> {
    /// The shared predicates that it waits for, in order.
    pub(crate) fn awaited(&self) -> impl Iterator<Item = Awaited> {
        self.all().iter().filter_map(|test| match test {
            QuickTest::Shared(awaited) => Some(*awaited),
            QuickTest::Own(_) => None,
        })
    }

    /// All of them, in order.
    pub(crate) fn all(&self) -> &[QuickTest<G>] {
        match self {
            Tests::None => &[],
            Tests::One(test) => std::slice::from_ref(test),
            Tests::Many(tests) => tests,
        }
    }
}

impl<G: Game> Clone for Tests<G> {
    fn clone(&self) -> Self {
        match self {
            Tests::None => Tests::None,
            Tests::One(test) => Tests::One(test.clone()),
            Tests::Many(tests) => Tests::Many(tests.clone()),
        }
    }
}

/// What a condition asks: an author's function, or a shared predicate by number.
pub(crate) enum QuickTest<G: Game> {
    Own(Arc<dyn Holds<G>>),
    Shared(Awaited),
}

impl<G: Game> Clone for QuickTest<G> {
    fn clone(&self) -> Self {
        match self {
            QuickTest::Own(holds) => QuickTest::Own(holds.clone()),
            QuickTest::Shared(shared) => QuickTest::Shared(*shared),
        }
    }
}

/// The compiled book.
pub(crate) struct Compiled<G: Game> {
    pub draft: Draft<G>,
    pub tree: Tree,
    pub rules: Vec<RuleEntry<G>>,
    /// By rule as well: what it is called, and what transitions need of it.
    pub heads: Vec<Head>,
    /// By node: the full name of a phase.
    pub paths: BTreeMap<u32, Box<str>>,
    pub quick: Vec<Quick<G>>,
    /// For each action kind the checks that concern it, in order of gates.
    pub checks_by_kind: Vec<Box<[u32]>>,
    /// For each check the exceptions that may lift it.
    pub exceptions_of: Vec<Box<[u32]>>,
    /// The rules that propose candidates.
    pub proposers: Vec<Proposer<G>>,
    /// Whether each of them vouches, and stands in no guarded phase.
    pub all_vouch: bool,
    /// By rule, as far as rules vouch: what a search line calls for an action
    /// that it vouches for.
    pub pushes: Vec<PushFn<G>>,
    pub groups: Vec<String>,
    pub slots: usize,
    /// Who reacts to what, if the game has reactions.
    pub reactions: Option<Reactions<G>>,
    /// Whether any rule costs something.
    pub has_costs: bool,
    /// Whether events happen in order and that is all: no costs, no reactions, no turn.
    pub plain: bool,
    /// Whether any rule names a subject.
    pub uses_subjects: bool,
    /// Whether there are invariants, or events that reveal something.
    pub verifies: bool,
    /// Whether anybody wants to know which kinds of events happened: they are
    /// verified, or something is remembered of the state.
    pub minds_kinds: bool,
    /// By kind of event: what is to be verified after one of it.
    pub minded: Box<[Minded<G>]>,
    /// What stands in for the tree, unless passes say otherwise.
    pub plan: Option<Plan>,
    /// The rules of it that stand alone.
    pub lones: Lones<G>,
    /// By rule: where its first condition lies, if that is beside those of other rules
    /// that are asked before or after it.
    pub first_tests: BTreeMap<RuleId, Lying<G>>,
    /// Facts and shared predicates.
    pub words: Vocabulary<G>,
    /// What people call the parts of the state.
    pub part_names: PartNames,
    /// By node: what a phase asks, in the order of asking, each with its place among
    /// the phase's predicates.
    pub phase_asks: Vec<Box<[(usize, PhaseAsk)]>>,
    /// By kind of action: the facts that its rules name.
    pub facts_by_kind: Vec<Box<[u32]>>,
    /// The same as phases name them that are about the start of an action.
    pub starting_by_kind: Vec<Box<[u32]>>,
    /// Whether a rule whose turn may come after events waits for predicates of
    /// phases, which are about the start.
    pub foresees: bool,
    /// Whether it has nothing but checks and rules.
    pub calm: bool,
    /// Then, by kind of action: how its rule is found.
    pub ways: Box<[Way<G>]>,
    pub warnings: Vec<Warning>,
}

impl<G: Game> Compiled<G> {
    /// The full name of a rule.
    pub(crate) fn rule_name(&self, rule: RuleId) -> String {
        String::from(&*self.heads[rule.index()].name)
    }

    /// The rules for a kind of action, in order, where neither facts nor subjects
    /// tell them apart.
    #[inline]
    pub(crate) fn row_in_order(&self, kind: usize) -> &[Cell] {
        self.plan.as_ref().map_or(&[], |plan| plan.plain_row(kind))
    }

    /// How many rules the plan leaves out because they are for other kinds of
    /// actions.
    #[inline]
    pub(crate) fn other_kinds(&self, kind: ActionKind<G>) -> usize {
        match &self.plan {
            Some(plan) if plan.has(Pass::Kinds) => {
                self.rules.len() - plan.rows_of(kind.index()).rules
            }
            _ => 0,
        }
    }

    /// How many rules there are for a kind of action.
    pub(crate) fn of_kind(&self, kind: ActionKind<G>) -> usize {
        match &self.plan {
            Some(plan) if plan.has(Pass::Kinds) => plan.rows_of(kind.index()).rules,
            _ => self.rules.iter().filter(|rule| rule.kinds.contains(kind)).count(),
        }
    }

    /// The rule at a node, if there is one: both stand in order of declaration.
    pub(crate) fn rule_at(&self, node: usize) -> Option<RuleId> {
        let at = self.rules.binary_search_by_key(&(node as u32), |rule| rule.node);
        at.ok().map(|at| RuleId(at as u32))
    }

    /// The name of a guard.
    pub(crate) fn guard_name(&self, guard: GuardId) -> &str {
        &self.draft.guards[guard.index()].name
    }
}

impl<G: Game> Book<G> {
    /// Begins a book of that name.
    pub fn builder(name: impl Into<String>) -> BookBuilder<G> {
        BookBuilder::new(name.into())
    }

    /// Begins another book from this one: everything is there, and can be
    /// added to, replaced and removed by name.
    ///
    /// Where a rule or check of the variant could overrule an exact generator
    /// of this book, or something that the generator honours is removed, the
    /// generator's candidates are validated one by one.
    pub fn variant(&self, name: impl Into<String>) -> BookBuilder<G> {
        let draft = Draft { base: Some(self.inner.clone()), ..self.inner.draft.clone() };
        BookBuilder::from_draft(draft).name(name)
    }

    /// The book's name.
    pub fn name(&self) -> &str {
        &self.inner.draft.name
    }

    /// The author's version of the book, if it says one.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = Book::<Counter>::builder("counter")
    ///     .version("2026-11")
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile()?;
    /// assert_eq!(book.version(), Some("2026-11"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn version(&self) -> Option<&str> {
        self.inner.draft.version.as_deref()
    }

    /// What the book's rules read besides the state, each with its digest: see
    /// [`BookBuilder::reads_data`].
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let prices = [3_u32, 5, 8];
    /// let book = Book::<Counter>::builder("counter")
    ///     .reads_data("prices", &prices)
    ///     .rule("buy", move |rule| rule.then(move |cx, ()| [prices[*cx.action as usize % 3]]))
    ///     .compile()?;
    /// assert!(book.data().eq([("prices", Digest::of(&prices))]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn data(&self) -> impl ExactSizeIterator<Item = (&str, Digest)> {
        self.inner.draft.data.iter().map(|(name, digest)| (name.as_str(), *digest))
    }

    /// One digest of everything that the book declares and that can decide what
    /// happens: names, kinds, phases, strategies, priorities, checks, rules,
    /// guards, triggers, standing rules, the turn, invariants, limits, the
    /// author's [`version`](Book::version) and the [`data`](Book::data) that it
    /// reads. Records hold it, so that they can say that they were made with
    /// another book.
    ///
    /// Code cannot be hashed: whoever changes what a function does, and nothing
    /// that is declared, gives the book another version. What decides nothing
    /// is not in it: passes, generators of legal actions, labels.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// let book = |version: &str| Book::<Counter>::builder("counter")
    ///     .version(version)
    ///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .compile();
    /// assert_eq!(book("1")?.fingerprint(), book("1")?.fingerprint());
    /// assert_ne!(book("1")?.fingerprint(), book("2")?.fingerprint());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fingerprint(&self) -> Digest {
        fingerprint::fingerprint(&self.inner)
    }

    /// Starts a game from this state. The seed settles the dice.
    ///
    /// # Errors
    ///
    /// If the state breaks an invariant, is at a step that the turn machine
    /// does not know, or an author's function panics on it.
    pub fn start(&self, state: G::State, seed: Seed) -> Result<Session<G>, StartError> {
        self.start_with(state, seed, SessionOptions::default())
    }

    /// Starts a game with options: history, digests, analysis, recovery.
    ///
    /// # Errors
    ///
    /// As [`start`](Book::start), or if the options ask for what the book does
    /// not offer: digests, revert, or parity where it cannot tell two states
    /// apart.
    pub fn start_with(
        &self,
        state: G::State,
        seed: Seed,
        options: SessionOptions,
    ) -> Result<Session<G>, StartError> {
        Session::start(self.clone(), state, seed, options)
    }

    /// All rules, in order of declaration.
    pub fn rules(&self) -> impl Iterator<Item = RuleView<'_, G>> {
        (0..self.inner.rules.len() as u32)
            .map(|rule| RuleView { book: &self.inner, id: RuleId(rule) })
    }

    /// The rule of that full name.
    pub fn rule(&self, name: &str) -> Option<RuleId> {
        self.inner.rule_at(self.inner.draft.find(name)?)
    }

    /// What is known of a rule of this book.
    ///
    /// # Panics
    ///
    /// If the id is another book's and there is no such rule here.
    pub fn rule_view(&self, rule: RuleId) -> RuleView<'_, G> {
        assert!(rule.index() < self.inner.rules.len(), "rule {} is of another book", rule.0);
        RuleView { book: &self.inner, id: rule }
    }

    /// Where an event came from, in words.
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
    /// let origin = game.frame(id).unwrap().events().next().unwrap().origin;
    /// assert_eq!(book.describe(origin), "the rule \"count\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the origin is another book's and there is no such rule or step here.
    pub fn describe(&self, origin: Origin) -> String {
        origin.describe(&self.inner)
    }

    /// The names of all guards, in order of declaration: a
    /// [`GuardId`](crate::GuardId) is a place among them.
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
    ///     .guard("a helmet", |guard| guard.before(Anything::Any).prevent(|_| 1))
    ///     .guard("a breastplate", |guard| guard.before(Anything::Any).prevent(|_| 2))
    ///     .compile()?;
    /// assert!(book.guards().eq(["a helmet", "a breastplate"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guards(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.draft.guards.iter().map(|guard| guard.name.as_str())
    }

    /// The names of all triggers, in order of declaration: a
    /// [`TriggerId`](crate::TriggerId) is a place among them.
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
    /// assert!(book.triggers().eq(["it bleeds"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn triggers(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.draft.triggers.iter().map(|trigger| trigger.name.as_str())
    }

    /// The names of all standing rules, in order of declaration: a
    /// [`StandingId`](crate::StandingId) is a place among them.
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
    /// let book = Book::<Jar>::builder("jar")
    ///     .rule("pour", |rule| rule.then(|cx, ()| [*cx.action]))
    ///     .standing("it runs over", |standing| standing
    ///         .propose(|jar| (*jar > 10).then_some(10 - jar)))
    ///     .compile()?;
    /// assert!(book.standing_rules().eq(["it runs over"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn standing_rules(&self) -> impl ExactSizeIterator<Item = &str> {
        self.inner.draft.standing.iter().map(|standing| standing.name.as_str())
    }

    /// What has no effect where it stands.
    pub fn warnings(&self) -> &[Warning] {
        &self.inner.warnings
    }

    /// Whether sessions of this book can give digests.
    pub fn has_digests(&self) -> bool {
        self.inner.draft.encode.is_some() || self.inner.draft.kept_digest.is_some()
    }

    /// Whether two states of this book can be told apart: by digests, or
    /// because it [compares](BookBuilder::compares) them.
    pub fn has_comparison(&self) -> bool {
        self.has_digests() || self.inner.draft.compares.is_some()
    }

    /// The digest that a state keeps of itself and the same from scratch, if
    /// the book says [`kept_digest`](BookBuilder::kept_digest). They must be
    /// equal.
    pub fn kept_and_full_digest(&self, state: &G::State) -> Option<(Digest, Digest)> {
        let digest = self.inner.draft.kept_digest?;
        Some(((digest.kept)(state), (digest.full)(state)))
    }

    /// Whether sessions of this book can take events back through
    /// [`Revert`](crate::Revert).
    pub fn has_revert(&self) -> bool {
        self.inner.draft.revert.is_some()
    }

    /// The names of all checks and prohibitions, in order of declaration.
    pub fn checks(&self) -> impl Iterator<Item = &str> {
        self.inner.draft.checks.iter().map(|check| check.name.as_str())
    }

    /// The phase tree as text, one line for each phase and rule.
    pub fn outline(&self) -> String {
        tree::outline(&self.inner)
    }

    pub(crate) fn revealing(&self) -> KindSet<EventKind<G>> {
        self.inner.draft.revealing
    }
}

/// What is known of one rule.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// let book = Book::<Counter>::builder("counter")
///     .rule("count", |rule| rule.label("basic").then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let count = book.rule_view(book.rule("count").unwrap());
/// assert_eq!((count.name().as_str(), count.label()), ("count", Some("basic")));
/// assert_eq!(count.priority(), Priority::NORMAL);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RuleView<'b, G: Game> {
    book: &'b Compiled<G>,
    id: RuleId,
}

impl<'b, G: Game> RuleView<'b, G> {
    fn head(&self) -> &'b Head {
        &self.book.heads[self.id.index()]
    }

    /// The rule's number.
    pub fn id(&self) -> RuleId {
        self.id
    }

    /// The full name: phase path and name, joined by slashes.
    pub fn name(&self) -> String {
        self.book.rule_name(self.id)
    }

    /// The priority among its siblings.
    pub fn priority(&self) -> Priority {
        self.head().priority
    }

    /// The label, if it has one.
    pub fn label(&self) -> Option<&'b str> {
        self.head().label.as_deref()
    }

    /// The strategy of the phase that it stands in.
    pub fn strategy(&self) -> Strategy {
        self.book.rules[self.id.index()].strategy
    }

    /// Whether its candidates carry a proof and skip validation: its generator
    /// is [exact](crate::RuleBuilder::exact), and no rule or check that a
    /// [variant](Book::variant) brought could overrule it.
    pub fn is_exact(&self) -> bool {
        self.book.proposers.iter().any(|proposer| proposer.rule == self.id && proposer.vouches)
    }

    /// The names of the action kinds that it concerns.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.book.rules[self.id.index()].kinds.iter().map(Kind::name)
    }

    /// What it is about: the subjects that it names, by number, each once. If it names
    /// none, it is about anything.
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
    /// let book = Book::<Zoo>::builder("zoo")
    ///     .names_subjects(|Subject(animal)| ["the lion", "the seal"].get(animal as usize).copied())
    ///     .rule("feed", |rule| rule.subject(Subject(1)).subject(Subject(7)).then(|_, ()| [1]))
    ///     .compile()?;
    /// let feed = book.rule_view(book.rule("feed").unwrap());
    /// let names: Vec<String> = feed.subjects().iter().map(|named| named.to_string()).collect();
    /// assert_eq!(names, ["the seal", "subject 7"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn subjects(&self) -> &'b [SubjectName] {
        &self.book.rules[self.id.index()].subjects
    }
}
