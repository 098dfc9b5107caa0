//! What the analysis looks at: the rules of a book as boxes, in the order in
//! which they are asked, and the names for everything.

use crate::analysis::advice::Places;
use crate::analysis::bounds::{Bounds, Dim, KIND, Space, TRUE, truth};
use crate::analysis::finding::About;
use crate::analysis::witness::{FactValues, Held, Witness, WitnessSubject};
use crate::book::names::SubjectName;
use crate::book::strategy::Strategy;
use crate::book::tree::{NodeKind, Tree};
use crate::book::vocabulary::Awaited;
use crate::game::Subject;

/// The state that a rule's own conditions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The state at the start of the action.
    Start,
    /// The state that earlier rules have left, below ApplyAll.
    Work,
}

/// A rule, as far as the analysis sees into it.
#[derive(Debug)]
pub(crate) struct Site<'b> {
    pub node: u32,
    /// The subjects that it names, in order; none: all.
    pub subjects: &'b [SubjectName],
    pub groups: &'b [u32],
    /// Whether it decides wherever its box is: it has no code of its own to say
    /// otherwise.
    pub certain: bool,
    /// Whether no ApplyAll phase stands around it.
    pub direct: bool,
    /// Kinds, and what the phases around it ask.
    pub around: Option<Bounds>,
    /// The same with what it asks itself, about the starting state.
    pub start: Option<Bounds>,
    /// The same with what it asks itself, about the working state, where that
    /// may be another one.
    work: Option<Bounds>,
    /// Whether it asks something itself.
    pub has_own: bool,
}

impl Site<'_> {
    /// Its box, unless that is empty.
    pub(crate) fn bounds(&self, form: Form) -> Option<&Bounds> {
        match form {
            Form::Work if !self.direct => self.work.as_ref(),
            _ => self.start.as_ref(),
        }
    }

    /// Whether an action about this subject concerns it.
    pub(crate) fn concerns(&self, subject: Option<Subject>) -> bool {
        self.subjects.is_empty()
            || subject.is_some_and(|subject| {
                self.subjects.binary_search_by_key(&subject, |named| named.subject).is_ok()
            })
    }

    /// The subjects one by one; none in particular, if it names none.
    pub(crate) fn each_subject(&self) -> impl Iterator<Item = Option<Subject>> {
        let any = self.subjects.is_empty().then_some(None);
        any.into_iter().chain(self.subjects.iter().map(|named| Some(named.subject)))
    }
}

impl<'b> Site<'b> {
    /// A subject that both concern, if there is one: none in particular, if none of
    /// them names any.
    pub(crate) fn common_subject(&self, other: &Site<'b>) -> Option<Option<&'b SubjectName>> {
        match (self.subjects, other.subjects) {
            ([], []) => Some(None),
            ([], [named, ..]) => Some(Some(named)),
            (subjects, _) => {
                subjects.iter().find(|named| other.concerns(Some(named.subject))).map(Some)
            }
        }
    }
}

/// What a rule asks itself, as far as the analysis sees into it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Own {
    /// A fact has one of these values.
    Fact(u32, u128),
    /// A shared predicate holds, or does not.
    Shared(Awaited),
}

/// A fact, by name.
#[derive(Debug)]
pub(crate) struct FactName {
    pub name: String,
    pub values: Vec<&'static str>,
}

/// A rule or phase, by name, as the author wrote it.
#[derive(Debug)]
pub(crate) struct NodeName {
    /// The full name.
    pub path: String,
    pub is_rule: bool,
    pub priority: Option<i32>,
    pub by_key: bool,
    /// The predicates that a phase has for itself.
    pub own: Vec<String>,
}

/// A check.
#[derive(Debug)]
pub(crate) struct CheckName {
    pub name: String,
    pub kinds: u128,
    /// The exceptions that lift it.
    pub exceptions: Vec<String>,
    /// Whether it is the turn's own.
    pub of_turn: bool,
}

/// A step of the turn.
#[derive(Debug)]
pub(crate) struct StepName {
    pub name: String,
    /// The kinds that it allows.
    pub allows: u128,
    /// The value of the fact that is the step, one bit.
    pub value: u128,
}

/// Why the conditions of a rule or phase leave nothing.
#[derive(Clone, Debug)]
pub(crate) struct Contradiction {
    pub why: String,
    /// Whether it is because of what the steps of the turn allow.
    pub of_step: bool,
}

/// A book as the analysis sees it.
pub(crate) struct Survey<'b> {
    pub tree: &'b Tree,
    pub space: Space,
    /// By rank: the order of asking.
    pub sites: Vec<Site<'b>>,
    /// By node: the rank of the first rule below, and where it ends.
    pub first: Vec<u32>,
    pub end: Vec<u32>,
    /// By node: what a phase and those around it leave of the starting state,
    /// unless that is nothing.
    pub phases: Vec<Option<Bounds>>,
    /// By node: which conditions contradict each other, if some do.
    pub contradictions: Vec<Option<Contradiction>>,
    /// By node: declared conditions that hold wherever they are asked, in words.
    pub idle: Vec<(u32, String)>,
    pub nodes: Vec<NodeName>,
    pub facts: Vec<FactName>,
    /// What shared predicates are called where they do not hold, and where they do.
    pub shared: Vec<[String; 2]>,
    pub kinds: Vec<&'static str>,
    /// The kinds that some step allows.
    pub allowed: u128,
    pub steps: Vec<StepName>,
    /// The fact that is the step, if the turn goes by one that rules or phases
    /// name.
    pub step_fact: Option<u32>,
    /// Whether a closure reads the step, so that nobody knows which fact it is.
    pub hides_step: bool,
    pub checks: Vec<CheckName>,
    pub groups: &'b [String],
}

impl Survey<'_> {
    /// The full name of a rule, by rank.
    pub(crate) fn name(&self, rank: usize) -> String {
        self.nodes[self.sites[rank].node as usize].path.clone()
    }

    /// The tree, for advice on who stands where.
    pub(crate) fn places(&self) -> Places<'_, impl Fn(u32) -> bool, impl Fn(u32) -> About> {
        let by_key = |node: u32| self.nodes[node as usize].by_key;
        Places { tree: self.tree, by_key, about: |node| self.about(node) }
    }

    /// What a node is, for a finding about it.
    pub(crate) fn about(&self, node: u32) -> About {
        let NodeName { path, is_rule, .. } = &self.nodes[node as usize];
        if *is_rule { About::Rule(path.clone()) } else { About::Phase(path.clone()) }
    }

    /// The rules below a node, by rank.
    pub(crate) fn below(&self, node: u32) -> std::ops::Range<usize> {
        self.first[node as usize] as usize..self.end[node as usize] as usize
    }

    /// Whether an ApplyAll phase stands around a node.
    pub(crate) fn within_apply_all(&self, node: u32) -> bool {
        self.tree.outermost_apply_all(node).is_some()
    }

    /// The state that conditions are about when a phase settles its children.
    pub(crate) fn form(&self, phase: u32) -> Form {
        if self.within_apply_all(phase) { Form::Work } else { Form::Start }
    }

    /// The phases around a node with the child of each that leads to it,
    /// innermost first.
    pub(crate) fn branches(&self, node: u32) -> impl Iterator<Item = (u32, Strategy, u32)> {
        let mut branch = node;
        self.tree.ancestors(node).map(move |phase| {
            let below = std::mem::replace(&mut branch, phase);
            (phase, self.tree.strategy(phase), below)
        })
    }

    /// All phases of one strategy.
    pub(crate) fn phases_with(&self, strategy: Strategy) -> impl Iterator<Item = u32> {
        let all = 0..self.tree.nodes.len() as u32;
        all.filter(move |&node| self.tree.phase(node).is_some_and(|p| p.strategy == strategy))
    }

    /// The children of a phase, in the order of asking.
    pub(crate) fn children(&self, phase: u32) -> &[u32] {
        match &self.tree.nodes[phase as usize].what {
            NodeKind::Phase(phase) => &self.tree.order[phase.first as usize..phase.end as usize],
            NodeKind::Rule(_) => &[],
        }
    }

    /// The names of kinds.
    pub(crate) fn kind_names(&self, kinds: u128) -> Vec<&'static str> {
        let named = self.kinds.iter().enumerate().filter(|(at, _)| kinds >> at & 1 == 1);
        named.map(|(_, name)| *name).collect()
    }

    /// Whether, for all that its box says, a rule may be asked about an action of
    /// this kind.
    pub(crate) fn may_answer(&self, bounds: &Bounds, kind: usize) -> bool {
        let of_kind = bounds.allows(KIND, &self.space) >> kind & 1 == 1;
        of_kind && self.space.open_kinds(bounds) >> kind & 1 == 1
    }

    /// A box in words, by the first of its kinds.
    pub(crate) fn witness(&self, bounds: &Bounds, subject: WitnessSubject) -> Witness {
        let kinds = self.kind_names(bounds.allows(KIND, &self.space));
        let mut witness = Witness::of(kinds.first().copied().unwrap_or_default());
        witness.subject = subject;
        // Where nothing is asked later, there is no need to say when.
        let later =
            |dim| matches!(self.space.dim(dim), Dim::Fact(_, false) | Dim::Shared(_, false));
        let later = bounds.narrowed().iter().any(|&(dim, _)| later(dim));
        for &(dim, values) in bounds.narrowed() {
            match self.space.dim(dim) {
                Dim::Kind => {}
                Dim::Fact(fact, at_start) => {
                    let FactName { name, values: all } = &self.facts[fact];
                    let values = all.iter().enumerate().filter(|(at, _)| values >> at & 1 == 1);
                    let values = values.map(|(_, name)| *name).collect();
                    let at_start = at_start && later;
                    witness.facts.push(FactValues { fact: name.clone(), values, at_start });
                }
                Dim::Shared(shared, at_start) => {
                    let predicate = self.shared[shared][usize::from(values == TRUE)].clone();
                    witness.holds.push(Held { predicate, at_start: at_start && later });
                }
                Dim::Phase(phase) => {
                    let own = self.nodes[phase].own.iter();
                    let held = |name: &String| Held { predicate: name.clone(), at_start: later };
                    witness.holds.extend(own.map(held));
                }
            }
        }
        witness
    }
}

/// What became of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// For all that is known, it may decide.
    Live,
    /// Its conditions never hold.
    Unreachable,
    /// Others always decide before it.
    Shadowed,
}

impl<'b> Site<'b> {
    /// A rule with its boxes: kinds and conditions around, then its own.
    pub(crate) fn place(
        mut self,
        kinds: u128,
        around: Option<&Bounds>,
        own: &[Own],
        space: &Space,
    ) -> Self {
        let narrowed = |around: &Option<Bounds>, at_start: bool| {
            own.iter().try_fold(around.clone()?, |left, own| match *own {
                Own::Fact(fact, allowed) => left.narrow(space.fact(fact, at_start), allowed, space),
                Own::Shared(Awaited { shared, wants, .. }) => {
                    left.narrow(space.shared(shared, at_start), truth(wants), space)
                }
            })
        };
        let around = around.and_then(|around| around.clone().narrow(KIND, kinds, space));
        let open = |bounds: &Bounds| space.is_open(bounds);
        self.around = around.filter(open);
        self.start = narrowed(&self.around, true).filter(open);
        if !self.direct {
            self.work = narrowed(&self.around, false);
        }
        self.has_own = !own.is_empty();
        self
    }

    /// A rule without boxes yet.
    pub(crate) fn new(node: u32, groups: &'b [u32], direct: bool, certain: bool) -> Self {
        Site {
            node,
            groups,
            direct,
            certain,
            subjects: &[],
            around: None,
            start: None,
            work: None,
            has_own: false,
        }
    }
}
