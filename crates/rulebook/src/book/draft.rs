//! What an author has written so far: the uncompiled book.
//!
//! Nodes stand in one flat list with parent links, so that phases may nest to
//! any depth without recursion. Definitions are shared (`Arc`), so that a
//! variant can start from a compiled book.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::Arc;

use crate::book::Compiled;
use crate::book::check::{CheckDef, ExceptionDef};
use crate::book::fact::{GivenDef, Part, Predicate};
use crate::book::guard::GuardDef;
use crate::book::invariant::InvariantDef;
use crate::book::mistake::Mistake;
use crate::book::names::Namer;
use crate::book::rule::{EventKind, RuleDef};
use crate::book::standing::StandingDef;
use crate::book::strategy::{Priority, Strategy};
use crate::book::trigger::{TriggerDef, TriggerOrder};
use crate::book::turn::TurnDef;
use crate::digest::{Digest, Encoder};
use crate::game::{Game, KindSet, Subject};
use crate::limits::Limits;
use crate::plan::passes::Passes;
use crate::plan::states::CompareFn;
use crate::reactive::Reactor;

/// A key by which a phase may order its children: any `Ord` type.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Log;
/// # impl Game for Log {
/// #     type State = Vec<u8>; type Action = u8; type Event = u8; type Trace = (); type Reason = Never;
/// #     fn apply(log: &mut Vec<u8>, entry: &u8) { log.push(*entry); }
/// # }
/// let book = Book::<Log>::builder("log")
///     .strategy(Strategy::ApplyAll)
///     .by_key()
///     .rule("second", |rule| rule.key(2).then(|_, ()| [20]))
///     .rule("first", |rule| rule.key(1).then(|_, ()| [10]))
///     .compile()?;
/// let mut game = book.start(vec![], Seed(1))?;
/// game.submit(Seat(0), 0)?;
/// assert_eq!(*game.state(), [10, 20]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait OrderKey: Any + Debug + Send + Sync {
    /// The order of two keys, if they are of one type.
    #[doc(hidden)]
    fn compare(&self, other: &dyn OrderKey) -> Option<Ordering>;
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;
}

impl<K: Ord + Any + Debug + Send + Sync> OrderKey for K {
    fn compare(&self, other: &dyn OrderKey) -> Option<Ordering> {
        Some(self.cmp(other.as_any().downcast_ref::<K>()?))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What rules and phases have in common.
#[derive(Clone, Default)]
pub(crate) struct Attributes {
    pub priority: Option<Priority>,
    pub label: Option<String>,
    pub group: Option<String>,
    pub key: Option<Arc<dyn OrderKey>>,
}

/// What a phase asks of the state.
pub(crate) enum Asks<G: Game> {
    /// A predicate of its own.
    Own(String, PredicateFn<G>),
    /// A shared predicate.
    Shared(Predicate<G>),
    /// A declared condition.
    Given(GivenDef<G>),
}

pub(crate) type PredicateFn<G> = Arc<dyn Fn(&<G as Game>::State) -> bool + Send + Sync>;

impl<G: Game> Asks<G> {
    pub(crate) fn name(&self) -> &str {
        match self {
            Asks::Own(name, _) => name,
            Asks::Shared(shared) => &shared.name,
            Asks::Given(given) => &given.name,
        }
    }
}

impl<G: Game> Clone for Asks<G> {
    fn clone(&self) -> Self {
        match self {
            Asks::Own(name, holds) => Asks::Own(name.clone(), holds.clone()),
            Asks::Shared(shared) => Asks::Shared(shared.clone()),
            Asks::Given(given) => Asks::Given(given.clone()),
        }
    }
}

/// A phase, written down.
pub(crate) struct PhaseDef<G: Game> {
    pub predicates: Vec<Asks<G>>,
    pub strategy: Option<Strategy>,
    pub by_key: bool,
}

impl<G: Game> Clone for PhaseDef<G> {
    fn clone(&self) -> Self {
        PhaseDef {
            predicates: self.predicates.clone(),
            strategy: self.strategy,
            by_key: self.by_key,
        }
    }
}

pub(crate) enum What<G: Game> {
    Phase(PhaseDef<G>),
    Rule(Arc<RuleDef<G>>),
}

impl<G: Game> Clone for What<G> {
    fn clone(&self) -> Self {
        match self {
            What::Phase(phase) => What::Phase(phase.clone()),
            What::Rule(rule) => What::Rule(rule.clone()),
        }
    }
}

/// A rule or phase at its place in the tree.
pub(crate) struct NodeDef<G: Game> {
    /// The enclosing phase; the root has none.
    pub parent: Option<usize>,
    pub name: String,
    pub attributes: Attributes,
    pub what: What<G>,
}

impl<G: Game> Clone for NodeDef<G> {
    fn clone(&self) -> Self {
        NodeDef {
            parent: self.parent,
            name: self.name.clone(),
            attributes: self.attributes.clone(),
            what: self.what.clone(),
        }
    }
}

pub(crate) type RevertFn<G> = fn(&mut <G as Game>::State, &<G as Game>::Event, &<G as Game>::Trace);

/// A digest that the state keeps, and the same from scratch.
pub(crate) struct KeptDigest<G: Game> {
    pub kept: fn(&G::State) -> Digest,
    pub full: fn(&G::State) -> Digest,
}

impl<G: Game> Clone for KeptDigest<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for KeptDigest<G> {}

/// Everything an author wrote.
pub(crate) struct Draft<G: Game> {
    pub name: String,
    /// The author's version.
    pub version: Option<String>,
    /// What rules read besides the state, by name.
    pub data: Vec<(String, Digest)>,
    pub nodes: Vec<NodeDef<G>>,
    pub checks: Vec<Arc<CheckDef<G>>>,
    pub exceptions: Vec<Arc<ExceptionDef<G>>>,
    pub invariants: Vec<Arc<InvariantDef<G>>>,
    pub guards: Vec<Arc<GuardDef<G>>>,
    pub triggers: Vec<Arc<TriggerDef<G>>>,
    pub standing: Vec<Arc<StandingDef<G>>>,
    pub reactor: Option<Reactor<G>>,
    pub trigger_order: TriggerOrder,
    /// By kind of event the parts of the state that it writes, where that is
    /// said.
    pub writes: Vec<(KindSet<EventKind<G>>, [u64; 4])>,
    /// What people call subjects, and parts of the state.
    pub subject_names: Option<Namer<Subject>>,
    pub part_names: Option<Namer<Part>>,
    pub passes: Passes,
    /// Whether the player affected chooses among equal guards.
    pub affected_chooses: bool,
    pub turn: Option<Arc<TurnDef<G>>>,
    pub limits: Limits,
    pub revealing: KindSet<EventKind<G>>,
    pub encode: Option<fn(&G::State, &mut Encoder)>,
    pub kept_digest: Option<KeptDigest<G>>,
    /// How two states are compared.
    pub compares: Option<CompareFn<G>>,
    pub revert: Option<RevertFn<G>>,
    /// The book that this one began from, if it is a variant.
    pub base: Option<Arc<Compiled<G>>>,
    /// What was wrong already while writing.
    pub mistakes: Vec<Mistake>,
}

impl<G: Game> Clone for Draft<G> {
    fn clone(&self) -> Self {
        Draft {
            name: self.name.clone(),
            version: self.version.clone(),
            data: self.data.clone(),
            nodes: self.nodes.clone(),
            checks: self.checks.clone(),
            exceptions: self.exceptions.clone(),
            invariants: self.invariants.clone(),
            guards: self.guards.clone(),
            triggers: self.triggers.clone(),
            standing: self.standing.clone(),
            reactor: self.reactor,
            trigger_order: self.trigger_order,
            writes: self.writes.clone(),
            subject_names: self.subject_names.clone(),
            part_names: self.part_names.clone(),
            passes: self.passes,
            affected_chooses: self.affected_chooses,
            turn: self.turn.clone(),
            limits: self.limits,
            revealing: self.revealing,
            encode: self.encode,
            kept_digest: self.kept_digest,
            compares: self.compares,
            revert: self.revert,
            base: self.base.clone(),
            mistakes: self.mistakes.clone(),
        }
    }
}

impl<G: Game> Draft<G> {
    pub(crate) fn new(name: String) -> Self {
        let root = NodeDef {
            parent: None,
            name: String::new(),
            attributes: Attributes::default(),
            what: What::Phase(PhaseDef { predicates: Vec::new(), strategy: None, by_key: false }),
        };
        Draft {
            name,
            version: None,
            data: Vec::new(),
            nodes: vec![root],
            checks: Vec::new(),
            exceptions: Vec::new(),
            invariants: Vec::new(),
            guards: Vec::new(),
            triggers: Vec::new(),
            standing: Vec::new(),
            reactor: None,
            trigger_order: TriggerOrder::default(),
            writes: Vec::new(),
            subject_names: None,
            part_names: None,
            passes: Passes::all(),
            affected_chooses: false,
            turn: None,
            limits: Limits::default(),
            revealing: KindSet::none(),
            encode: None,
            kept_digest: None,
            compares: None,
            revert: None,
            base: None,
            mistakes: Vec::new(),
        }
    }

    /// Removes a check, exception, invariant, guard, trigger or standing rule
    /// of that name. Says whether there was one.
    pub(crate) fn remove_named(&mut self, name: &str) -> bool {
        let size = |draft: &Self| {
            draft.checks.len()
                + draft.exceptions.len()
                + draft.invariants.len()
                + draft.guards.len()
                + draft.triggers.len()
                + draft.standing.len()
        };
        let before = size(self);
        self.checks.retain(|check| check.name != name);
        self.exceptions.retain(|exception| exception.name != name);
        self.invariants.retain(|invariant| invariant.name != name);
        self.guards.retain(|guard| guard.name != name);
        self.triggers.retain(|trigger| trigger.name != name);
        self.standing.retain(|standing| standing.name != name);
        size(self) < before
    }

    /// Adds a node and says where it stands.
    pub(crate) fn add(
        &mut self,
        parent: usize,
        name: String,
        attributes: Attributes,
        what: What<G>,
    ) -> usize {
        self.nodes.push(NodeDef { parent: Some(parent), name, attributes, what });
        self.nodes.len() - 1
    }

    /// The full name of a node: the names on its path, joined by slashes. The
    /// root's is empty.
    pub(crate) fn path(&self, node: usize) -> String {
        let mut names = Vec::new();
        let mut at = Some(node);
        while let Some(node) = at {
            let def = &self.nodes[node];
            if def.parent.is_some() {
                names.push(def.name.as_str());
            }
            at = def.parent;
        }
        names.reverse();
        names.join("/")
    }

    /// The predicates of a phase.
    pub(crate) fn predicates(&self, node: u32) -> &[Asks<G>] {
        match &self.nodes[node as usize].what {
            What::Phase(phase) => &phase.predicates,
            What::Rule(_) => &[],
        }
    }

    /// Whether a phase asks for anything that could be false, declared
    /// conditions included or not.
    pub(crate) fn asks(&self, node: u32, declared: bool) -> bool {
        self.predicates(node).iter().any(|asks| match asks {
            Asks::Given(given) => declared && !given.is_always(),
            Asks::Own(..) | Asks::Shared(_) => true,
        })
    }

    /// Whether a phase orders its children by key.
    pub(crate) fn orders_by_key(&self, node: u32) -> bool {
        matches!(&self.nodes[node as usize].what, What::Phase(phase) if phase.by_key)
    }

    /// The node of that full name; the empty name is the root's.
    pub(crate) fn find(&self, path: &str) -> Option<usize> {
        if path.is_empty() {
            return Some(0);
        }
        path.split('/').try_fold(0, |parent, name| {
            self.nodes.iter().position(|node| node.parent == Some(parent) && node.name == name)
        })
    }

    /// Takes out nodes (with everything below them) and renumbers the rest.
    pub(crate) fn remove(&mut self, nodes: &[usize]) {
        if nodes.is_empty() {
            return;
        }
        let mut gone = vec![false; self.nodes.len()];
        nodes.iter().for_each(|&node| gone[node] = true);
        let mut place = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        // Parents stand before their children, so one pass is enough.
        for (at, def) in self.nodes.iter().enumerate() {
            gone[at] |= def.parent.is_some_and(|parent| gone[parent]);
            place.push(kept);
            kept += usize::from(!gone[at]);
        }
        let mut at = 0;
        self.nodes.retain(|_| {
            at += 1;
            !gone[at - 1]
        });
        for def in &mut self.nodes {
            def.parent = def.parent.map(|parent| place[parent]);
        }
    }
}
