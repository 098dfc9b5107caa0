//! The words of a book one by one, and what each of them means for an action in
//! a state: whom it concerns, in which order, and what is said.

use rulebook::Strategy;

use super::spec::{Act, Answering, Node, Phase, PhaseAsks, Rule, Saying, Table};
use super::words::{Given, shared};

/// What a rule came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Note {
    /// It was not even asked, for the first of these reasons; several only if
    /// several groups mask it.
    PassedOver(Vec<Why>),
    /// A shared predicate that it names does not hold.
    Unshared(usize),
    Unmet(usize),
    Said(Saying),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Why {
    OtherKind,
    OtherSubject,
    Off,
    Masked(u8),
    Undeclared(Declared),
}

/// A declared condition, and the path of the phase that declares it; none if
/// it is the rule's own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declared {
    pub(crate) phase: Option<String>,
    pub(crate) given: Given,
    /// Whether an ApplyAll phase stands around, so that what is so at the start
    /// need not be so at the rule's turn.
    pub(crate) below_all: bool,
}

impl Declared {
    /// Whether it holds: a phase's at the start, a rule's own at its turn.
    pub(crate) fn holds(&self, start: &Table, now: &Table, act: Act) -> bool {
        self.given.holds(if self.phase.is_some() { start } else { now }, act)
    }
}

/// The children in the order in which they are asked.
pub(crate) fn ordered(phase: &Phase) -> Vec<&Node> {
    let mut order: Vec<&Node> = phase.children.iter().collect();
    if phase.by_key {
        order.sort_by_key(|node| (node.at().key, node.at().name.clone()));
    } else if by_priority(phase) {
        order.sort_by_key(|node| -priority(node));
    }
    if strategy(phase) == Strategy::LastWins {
        order.reverse();
    }
    order
}

pub(crate) fn strategy(phase: &Phase) -> Strategy {
    phase.strategy.unwrap_or(Strategy::FirstWins)
}

pub(crate) fn priority(node: &Node) -> i32 {
    node.at().priority.unwrap_or(50)
}

pub(super) fn by_priority(phase: &Phase) -> bool {
    let looks = [Strategy::HighestPriority, Strategy::ApplyAll];
    looks.contains(&strategy(phase)) && !phase.by_key
}

/// What the action is about: a fact of the state it is asked in.
pub(crate) fn subject(table: &Table, act: Act) -> Option<u32> {
    match act.about {
        0..3 => Some((i32::from(act.about) + table.counters[0]).rem_euclid(3) as u32),
        3 => None,
        itself => Some(itself.into()),
    }
}

/// Whether a checked action passes.
pub(crate) fn passes(table: &Table) -> bool {
    table.counters[1] < 3
}

/// Whether a rule is about actions of this kind; one that names none is about
/// all.
pub(crate) fn about(rule: &Rule, act: Act) -> bool {
    rule.kinds.is_empty() || rule.kinds.contains(&act.colour)
}

/// Whether a phase has a rule for this kind of action anywhere below. If not,
/// nobody asks its predicates.
pub(crate) fn concerns(phase: &Phase, act: Act) -> bool {
    phase.children.iter().any(|child| match child {
        Node::Rule(rule) => about(rule, act),
        Node::Phase(inner) => concerns(inner, act),
    })
}

/// Whether a phase is open, and nothing more.
pub(crate) fn open(phase: &Phase, start: &Table, act: Act) -> bool {
    phase.when.iter().all(|asks| asks.holds(start, act))
}

/// The declared conditions of a rule, those of the phases around it first.
pub(crate) fn declared(rule: &Rule, around: &[&Phase]) -> Vec<Declared> {
    let below_all = around.iter().any(|phase| strategy(phase) == Strategy::ApplyAll);
    let mut all = Vec::new();
    for phase in around {
        let path = || Some(phase.at.path.clone());
        all.extend(phase.when.iter().filter_map(|asks| match asks {
            PhaseAsks::Given(given) => Some(Declared { phase: path(), given: *given, below_all }),
            PhaseAsks::Own(_) | PhaseAsks::Shared(_) => None,
        }));
    }
    all.extend(rule.givens.iter().map(|&given| Declared { phase: None, given, below_all }));
    all
}

/// What a rule says to this state, by its conditions and its answer alone:
/// those that it declares are not among them.
pub(crate) fn opinion(rule: &Rule, table: &Table) -> Note {
    if let Some(unmet) = rule.shares.iter().position(|&which| !shared(which, table)) {
        return Note::Unshared(unmet);
    }
    if let Some(unmet) = rule.when.iter().position(|test| !test.holds(table)) {
        return Note::Unmet(unmet);
    }
    Note::Said(match rule.answer {
        Answering::Plain => Saying::Match,
        Answering::Looks { at, yes, .. } if at.holds(table) => yes,
        Answering::Looks { no, .. } => no,
    })
}

pub(super) fn decisive(note: &Note) -> bool {
    matches!(note, Note::Said(Saying::Match | Saying::Refuse(_)))
}
