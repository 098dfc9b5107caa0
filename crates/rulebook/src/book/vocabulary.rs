//! All facts and shared predicates that a book's rules and phases name, each
//! once, by number.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::draft::{Asks, Draft, What};
use crate::book::fact::{FactDef, GivenDef, Predicate, Read, SharedDef, wants};
use crate::book::mistake::Mistake;
use crate::book::rule::{EventKind, Test};
use crate::book::signs::is_blank;
use crate::book::strategy::Strategy;
use crate::book::tree::{NONE, Tree};
use crate::game::{Game, Kind};
use crate::plan::passes::{Pass, Passes};

/// A declared condition, by the fact's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// The number under which the fact's value is kept.
    pub fact: u32,
    pub allowed: u128,
    /// The phase that declares it, and which of its predicates it is; for a
    /// rule's own declared condition [`NONE`], and which.
    pub phase: u32,
    pub which: u32,
}

impl Given {
    /// Whether the facts are as it wants them.
    #[inline]
    pub(crate) fn is_met(&self, facts: &[u8]) -> bool {
        wants(self.allowed, usize::from(facts[self.fact as usize]))
    }
}

/// A shared predicate that somebody waits for, by number: it, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Awaited {
    pub shared: u32,
    /// The only part of the state that it reads, if it is remembered until that is
    /// written.
    pub part: Option<u8>,
    /// What has to come of it.
    pub wants: bool,
}

impl Awaited {
    /// Whether it is the same predicate, or its opposite.
    pub(crate) fn is_about(&self, other: &Self) -> bool {
        self.shared == other.shared
    }
}

/// What a phase asks, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhaseAsk {
    /// Something that holds whatever the state is.
    Always,
    Own,
    Shared(Awaited),
    Given(Given),
}

impl PhaseAsk {
    /// What is declared is asked first, what may be known already next, and what
    /// nobody can look into last.
    fn turn(self) -> u8 {
        match self {
            PhaseAsk::Always | PhaseAsk::Given(_) => 0,
            PhaseAsk::Shared(_) => 1,
            PhaseAsk::Own => 2,
        }
    }
}

/// How long what a shared predicate says is remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Not at all.
    None,
    /// For a version of the working state.
    Version,
    /// Until an event writes this part of the state.
    Part(u8),
    /// The same for several parts, or for none.
    Parts(Box<[u8]>),
}

impl Memory {
    fn of<G: Game>(shared: &SharedDef<G>, passes: Passes) -> Self {
        match &shared.reads {
            Some(reads) if passes.has(Pass::Memo) => match &*parts(reads) {
                &[only] => Memory::Part(only),
                parts => Memory::Parts(parts.into()),
            },
            _ if passes.has(Pass::Hoist) => Memory::Version,
            _ => Memory::None,
        }
    }
}

/// The parts of the state that an event writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Writes {
    /// Whatever there is: nothing is said.
    All,
    /// One, as mostly.
    Part(u8),
    Parts(Box<[u8]>),
}

impl Writes {
    /// Which parts it writes, if that is said.
    pub(crate) fn parts(&self) -> Option<Box<[u8]>> {
        match self {
            Writes::All => None,
            Writes::Part(part) => Some(Box::new([*part])),
            Writes::Parts(parts) => Some(parts.clone()),
        }
    }
}

/// Facts and shared predicates, by number.
pub(crate) struct Vocabulary<G: Game> {
    pub facts: Vec<Arc<FactDef<G>>>,
    /// The facts that phases name in a book that applies all somewhere: rules
    /// there may have their turn after events, but a phase is about the start of
    /// the action. So what these facts were at the start is kept besides, under
    /// numbers that follow those of all facts.
    pub starting: Vec<u32>,
    pub shared: Vec<Arc<SharedDef<G>>>,
    /// By shared predicate: what the opposite of it is called that was named first.
    pub opposites: Vec<Option<Arc<str>>>,
    /// By shared predicate: how long it is remembered.
    pub memory: Vec<Memory>,
    /// By kind of event: what it writes.
    pub writes: Vec<Writes>,
    /// Whether a shared predicate says what it reads.
    pub remembers: bool,
    /// The numbers of both, by where they are kept. Nobody goes through it in
    /// order.
    numbers: BTreeMap<usize, u32>,
}

impl<G: Game> Vocabulary<G> {
    /// Collects them, and reports different ones of one name.
    pub(crate) fn collect(draft: &Draft<G>) -> (Self, Vec<Mistake>) {
        let mut words = Vocabulary {
            facts: Vec::new(),
            starting: Vec::new(),
            shared: Vec::new(),
            opposites: Vec::new(),
            memory: Vec::new(),
            writes: writes(draft),
            remembers: false,
            numbers: BTreeMap::new(),
        };
        let (mut mistakes, mut named) = (Vec::new(), BTreeSet::new());
        for (node, def) in draft.nodes.iter().enumerate() {
            match &def.what {
                What::Phase(phase) => {
                    for asks in &phase.predicates {
                        match asks {
                            Asks::Own(..) => {}
                            Asks::Shared(shared) => named.extend(words.add_shared(shared)),
                            Asks::Given(given) => {
                                words.add_fact(&given.fact);
                                if matches!(given.fact.read, Read::Ask(_)) {
                                    let (fact, phase) = (given.fact.name.clone(), draft.path(node));
                                    mistakes.push(Mistake::FactOfAction { fact, phase });
                                }
                            }
                        }
                    }
                }
                What::Rule(rule) => {
                    rule.givens.iter().for_each(|given| words.add_fact(&given.fact));
                    for condition in &rule.conditions {
                        if let Test::Shared(shared) = &condition.test {
                            named.extend(words.add_shared(shared));
                        }
                    }
                }
            }
        }
        let many = words.facts.iter().filter(|fact| fact.values.len() > 128);
        mistakes.extend(many.map(|fact| Mistake::TooManyValues {
            fact: fact.name.clone(),
            count: fact.values.len(),
        }));
        let mixed = words.facts.iter().filter(|fact| !fact.in_order);
        mistakes.extend(mixed.map(|fact| Mistake::ValuesOutOfOrder { fact: fact.name.clone() }));
        mistakes.extend(clashes("fact", words.facts.iter().map(|fact| fact.name.as_str())));
        mistakes.extend(alike(&mut named));
        mistakes.extend(clashes("predicate", named.iter().map(|(name, ..)| &**name)));
        words.starting = words.starting(draft);
        let memory = |shared: &Arc<SharedDef<G>>| Memory::of(shared, draft.passes);
        words.memory = words.shared.iter().map(memory).collect();
        words.remembers = words.shared.iter().any(|shared| shared.reads.is_some());
        (words, mistakes)
    }

    fn starting(&self, draft: &Draft<G>) -> Vec<u32> {
        let phases = || {
            draft.nodes.iter().filter_map(|def| match &def.what {
                What::Phase(phase) => Some(phase),
                What::Rule(_) => None,
            })
        };
        if !phases().any(|phase| phase.strategy == Some(Strategy::ApplyAll)) {
            return Vec::new();
        }
        let asked = phases().flat_map(|phase| &phase.predicates);
        let facts: BTreeSet<u32> = asked
            .filter_map(|asks| match asks {
                Asks::Given(given) => Some(self.fact(&given.fact)),
                Asks::Own(..) | Asks::Shared(_) => None,
            })
            .collect();
        facts.into_iter().collect()
    }

    fn add_fact(&mut self, fact: &Arc<FactDef<G>>) {
        if self.fact(fact) == NONE {
            self.numbers.insert(Arc::as_ptr(fact).addr(), self.facts.len() as u32);
            self.facts.push(fact.clone());
        }
    }

    /// Adds a shared predicate, or its opposite; gives its names, and what each stands for.
    fn add_shared(&mut self, predicate: &Predicate<G>) -> [(Arc<str>, u32, bool); 2] {
        let Predicate { name, def, wants } = predicate;
        if self.number(def) == NONE {
            self.numbers.insert(Arc::as_ptr(def).addr(), self.shared.len() as u32);
            self.shared.push(def.clone());
            self.opposites.push(None);
        }
        let shared = self.number(def);
        if !wants {
            self.opposites[shared as usize].get_or_insert_with(|| name.clone());
        }
        [(def.name.clone(), shared, true), (name.clone(), shared, *wants)]
    }

    /// The number of a fact, [`NONE`] if nobody names it.
    pub(crate) fn fact(&self, fact: &Arc<FactDef<G>>) -> u32 {
        self.numbers.get(&Arc::as_ptr(fact).addr()).copied().unwrap_or(NONE)
    }

    /// The number under which a fact is kept as it was at the start.
    fn at_the_start(&self, fact: u32) -> u32 {
        let place = self.starting.iter().position(|&starting| starting == fact);
        place.map_or(fact, |place| (self.facts.len() + place) as u32)
    }

    /// The fact that is kept under a number, be it as it is or as it was.
    #[inline]
    pub(crate) fn kept(&self, number: u32) -> u32 {
        let place = (number as usize).checked_sub(self.facts.len());
        place.map_or(number, |place| self.starting[place])
    }

    /// By number under which a fact is kept: how many values it has.
    pub(crate) fn values(&self) -> Vec<usize> {
        let all = 0..self.facts.len() as u32;
        let values = |fact: u32| self.facts[fact as usize].values.len();
        all.chain(self.starting.iter().copied()).map(values).collect()
    }

    fn number(&self, shared: &Arc<SharedDef<G>>) -> u32 {
        self.numbers.get(&Arc::as_ptr(shared).addr()).copied().unwrap_or(NONE)
    }

    /// A shared predicate, by number.
    pub(crate) fn shared(&self, predicate: &Predicate<G>) -> Awaited {
        let shared = self.number(&predicate.def);
        let part = match self.memory.get(shared as usize) {
            Some(Memory::Part(part)) => Some(*part),
            _ => None,
        };
        Awaited { shared, part, wants: predicate.wants }
    }

    /// What a shared predicate is called where it holds, or where it does not.
    pub(crate) fn told(&self, shared: usize, holds: bool) -> String {
        let name = &self.shared[shared].name;
        match (holds, &self.opposites[shared]) {
            (true, _) => name.to_string(),
            (false, Some(opposite)) => opposite.to_string(),
            // Nobody waits for it.
            (false, None) => format!("not {name}"),
        }
    }

    fn given(&self, given: &GivenDef<G>, phase: u32, which: usize) -> Given {
        Given { fact: self.fact(&given.fact), allowed: given.allowed, phase, which: which as u32 }
    }

    /// What each phase asks, by node.
    pub(crate) fn phase_asks(&self, draft: &Draft<G>) -> Vec<Box<[(usize, PhaseAsk)]>> {
        let asks = draft.nodes.iter().enumerate().map(|(node, def)| match &def.what {
            What::Rule(_) => Box::default(),
            What::Phase(phase) => {
                let asks = phase.predicates.iter().enumerate();
                let asks = asks.map(|(which, asks)| {
                    let ask = match asks {
                        Asks::Own(..) => PhaseAsk::Own,
                        Asks::Shared(shared) => PhaseAsk::Shared(self.shared(shared)),
                        Asks::Given(given) if given.is_always() => PhaseAsk::Always,
                        Asks::Given(given) => {
                            PhaseAsk::Given(self.given(given, node as u32, which))
                        }
                    };
                    (which, ask)
                });
                let mut asks: Box<[_]> = asks.collect();
                asks.sort_by_key(|(_, ask)| ask.turn());
                asks
            }
        });
        asks.collect()
    }

    /// The declared conditions of a rule: those of the phases around it, and then
    /// its own. Below an ApplyAll phase its own are about the working state, and
    /// those of the phases about the start.
    pub(crate) fn givens(&self, draft: &Draft<G>, tree: &Tree, node: u32) -> Box<[Given]> {
        let mut givens = Vec::new();
        let direct = tree.outermost_apply_all(node).is_none();
        let mut around: Vec<u32> = tree.ancestors(node).collect();
        around.reverse();
        for phase in around {
            for (which, asks) in draft.predicates(phase).iter().enumerate() {
                if let Asks::Given(given) = asks
                    && !given.is_always()
                {
                    let given = self.given(given, phase, which);
                    let fact = if direct { given.fact } else { self.at_the_start(given.fact) };
                    givens.push(Given { fact, ..given });
                }
            }
        }
        if let What::Rule(rule) = &draft.nodes[node as usize].what {
            let own = rule.givens.iter().enumerate();
            let asked = own.filter(|(_, given)| !given.is_always());
            givens.extend(asked.map(|(which, given)| self.given(given, NONE, which)));
        }
        givens.into()
    }
}

fn writes<G: Game>(draft: &Draft<G>) -> Vec<Writes> {
    let of_kind = |&kind: &EventKind<G>| {
        let said = draft.writes.iter().filter(|(kinds, _)| kinds.contains(kind));
        let all = said.fold(None, |all: Option<[u64; 4]>, (_, parts)| {
            let mut all = all.unwrap_or_default();
            all.iter_mut().zip(parts).for_each(|(all, part)| *all |= part);
            Some(all)
        });
        all.map_or(Writes::All, |all| match &*parts(&all) {
            &[only] => Writes::Part(only),
            parts => Writes::Parts(parts.into()),
        })
    };
    EventKind::<G>::ALL.iter().map(of_kind).collect()
}

/// The parts in a set, by number.
pub(crate) fn parts(set: &[u64; 4]) -> Box<[u8]> {
    let is_in = |part: &u8| set[usize::from(part / 64)] >> (part % 64) & 1 == 1;
    (0..=u8::MAX).filter(is_in).collect()
}

/// Opposites that go by the name of what they are the opposite of. They are taken
/// out: nothing else is wrong with them.
fn alike(named: &mut BTreeSet<(Arc<str>, u32, bool)>) -> Vec<Mistake> {
    let all = named.clone();
    let has = |name: &Arc<str>, shared, wants| all.contains(&(name.clone(), shared, wants));
    named.retain(|(name, shared, wants)| *wants || is_blank(name) || !has(name, *shared, true));
    let gone = all.difference(named);
    gone.map(|(name, ..)| Mistake::NamedLikeOpposite { predicate: name.to_string() }).collect()
}

/// Different things of one name, and those without one.
fn clashes<'n>(what: &'static str, names: impl Iterator<Item = &'n str>) -> Vec<Mistake> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    names.for_each(|name| *seen.entry(name).or_default() += 1);
    let wrong = seen.into_iter().filter_map(|(name, count)| match (name, count) {
        (name, _) if is_blank(name) => Some(Mistake::NoName { what, within: String::new() }),
        (_, 1) => None,
        _ => Some(Mistake::MadeTwice { what, name: name.to_owned() }),
    });
    wrong.collect()
}
