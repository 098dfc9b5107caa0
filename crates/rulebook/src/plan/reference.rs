//! The reference interpreter: a plain walk over the phase tree.
//!
//! What comes in is an action that passed validation; what comes out is the
//! rule that decides, if any. Children are asked in their phase's order, which
//! the compiler has laid out by strategy, up to the first decisive one. Only
//! Exclusive asks on. The walk keeps no stack: a node knows its parent and its
//! place, so phases may nest to any depth.
//!
//! Under ApplyAll the walk is resumed after each rule with [`Walk::next`].

use crate::book::check::AskFn;
use crate::book::rule::{ActionKind, Said};
use crate::book::strategy::Strategy;
use crate::book::tree::{NONE, NodeKind};
use crate::book::{Compiled, RuleEntry, RuleId};
use crate::context::Ask;
use crate::error::{Fault, FaultKind};
use crate::game::{Game, Kind};
use crate::outcome::RefusalKind;
use crate::pipeline::{Desk, Place};
use crate::session::legal::Legal;

/// The rule that decides, and its refusal if it refuses.
#[derive(Clone, Debug)]
pub(crate) struct Selected<R> {
    pub rule: RuleId,
    pub refusal: Option<(RefusalKind, R)>,
}

/// What the walk notes about a rule, for explanations.
#[derive(Clone, Debug)]
pub(crate) enum Note<R> {
    OtherKind,
    OtherSubject,
    Disabled,
    Masked(u32),
    Unmet(usize),
    Skip,
    Match,
    Refuse(RefusalKind, R),
}

/// What the walk writes down while somebody wants to know.
#[derive(Clone, Debug)]
pub(crate) struct Diary<R> {
    /// By rule: what it came to, if it was reached.
    pub rules: Vec<Option<Note<R>>>,
    /// The rules that were reached, in order, and how many of them the
    /// observer knows of.
    pub reached: Vec<RuleId>,
    pub told: usize,
    /// Phases whose predicate was false, and which one.
    pub closed: Vec<(u32, usize)>,
    /// The rules that decided, in order.
    pub selected: Vec<Selected<R>>,
}

impl<R> Diary<R> {
    pub(crate) fn new(rules: usize) -> Self {
        Diary {
            rules: (0..rules).map(|_| None).collect(),
            reached: Vec::new(),
            told: 0,
            closed: Vec::new(),
            selected: Vec::new(),
        }
    }

    fn note(&mut self, rule: RuleId, note: Note<R>) {
        self.rules[rule.index()] = Some(note);
        self.reached.push(rule);
    }
}

/// Why a rule is not even asked.
enum Passed {
    OtherKind,
    OtherSubject,
    Disabled,
    Masked(u32),
}

/// What an Exclusive phase has heard from its children so far.
#[derive(Debug)]
pub(crate) struct Tally<R> {
    winner: Option<Selected<R>>,
    conflict: Vec<RuleId>,
}

/// One action's walk over the tree.
pub(crate) struct Walk<'a, G: Game> {
    pub book: &'a Compiled<G>,
    /// The working state.
    pub state: &'a G::State,
    pub legal: &'a Legal<G>,
    /// The action's kind.
    pub kind: ActionKind<G>,
    /// The version of the state at the start of the action.
    pub ticket: u64,
    pub disabled: &'a [u64],
    pub desk: &'a mut Desk<G>,
}

type Decided<G> = Result<Option<Selected<<G as Game>::Reason>>, Fault>;

impl<G: Game> Walk<'_, G> {
    /// The rule that decides below `top`.
    pub(crate) fn settle(&mut self, top: u32) -> Decided<G> {
        let tree = &self.book.tree;
        let mut node = top;
        loop {
            let mut said = match &tree.nodes[node as usize].what {
                NodeKind::Rule(rule) => self.ask(*rule),
                NodeKind::Phase(phase) if !phase.concerns(self.kind) => self.pass_by(node),
                NodeKind::Phase(phase) if self.holds(node) => {
                    if phase.strategy == Strategy::Exclusive {
                        self.desk.tallies.push(Tally { winner: None, conflict: Vec::new() });
                    }
                    node = tree.order[phase.first as usize];
                    continue;
                }
                NodeKind::Phase(_) => None,
            };
            // The node has spoken: on to its next sibling, or up.
            loop {
                if node == top {
                    return Ok(said);
                }
                let parent = tree.nodes[node as usize].parent;
                let phase = tree.phase(parent).expect("only phases have children");
                let exclusive = phase.strategy == Strategy::Exclusive;
                if exclusive {
                    self.count(said.take());
                }
                let next = tree.nodes[node as usize].at + 1;
                if said.is_none() && next < phase.end {
                    node = tree.order[next as usize];
                    break;
                }
                if exclusive {
                    said = self.verdict(parent)?;
                }
                node = parent;
            }
        }
    }

    /// The rule that decides after this one has been resolved: whatever the
    /// ApplyAll phases around it have left.
    pub(crate) fn next(&mut self, rule: RuleId) -> Decided<G> {
        let tree = &self.book.tree;
        let mut node = self.book.rules[rule.index()].node;
        loop {
            let parent = tree.nodes[node as usize].parent;
            let Some(phase) = (parent != NONE).then(|| tree.phase(parent)).flatten() else {
                return Ok(None);
            };
            if phase.strategy == Strategy::ApplyAll {
                for at in tree.nodes[node as usize].at + 1..phase.end {
                    if let Some(selected) = self.settle(tree.order[at as usize])? {
                        return Ok(Some(selected));
                    }
                }
            }
            node = parent;
        }
    }

    /// A phase without a rule for this kind of action says nothing, and nobody
    /// asks its predicates.
    #[inline]
    fn pass_by(&mut self, phase: u32) -> Option<Selected<G::Reason>> {
        if let Some(diary) = &mut self.desk.diary {
            for rule in self.book.tree.rules_below(phase) {
                diary.note(rule, Note::OtherKind);
            }
        }
        None
    }

    /// Counts what a child of an Exclusive phase said.
    fn count(&mut self, said: Option<Selected<G::Reason>>) {
        let Some(said) = said else { return };
        let tally = self.desk.tallies.last_mut().expect("an open Exclusive phase has a tally");
        match &tally.winner {
            None => tally.winner = Some(said),
            Some(first) => {
                if tally.conflict.is_empty() {
                    tally.conflict.push(first.rule);
                }
                tally.conflict.push(said.rule);
            }
        }
    }

    /// What an Exclusive phase says when all its children have been asked.
    fn verdict(&mut self, phase: u32) -> Decided<G> {
        let tally = self.desk.tallies.pop().expect("an open Exclusive phase has a tally");
        if tally.conflict.is_empty() {
            return Ok(tally.winner);
        }
        self.desk.tallies.clear();
        Err(Fault::new(FaultKind::Conflict {
            phase: self.book.draft.path(phase as usize),
            action: self.kind.name(),
            rules: tally.conflict.iter().map(|&rule| self.book.rule_name(rule)).collect(),
        }))
    }

    /// Whether a phase's predicates hold on the starting state. Each is
    /// evaluated at most once for a version of the state, because the answer
    /// is kept with the version's ticket.
    #[inline]
    pub(crate) fn holds(&mut self, node: u32) -> bool {
        if !self.book.tree.guarded {
            return true;
        }
        holds(self.book, self.state, node, self.ticket, self.desk)
    }

    fn ask(&mut self, rule: RuleId) -> Option<Selected<G::Reason>> {
        let entry = &self.book.rules[rule.index()];
        if self.desk.diary.is_some() {
            return self.ask_and_note(entry, rule);
        }
        if self.passed_over(entry, rule).is_some() {
            return None;
        }
        if entry.always {
            return Some(Selected { rule, refusal: None });
        }
        match self.answer(entry, rule) {
            Said::Match => Some(Selected { rule, refusal: None }),
            Said::Skip | Said::Unmet(_) => None,
            Said::Refuse(kind, reason) => Some(Selected { rule, refusal: Some((kind, reason)) }),
        }
    }

    /// The same, with everything written down.
    #[cold]
    fn ask_and_note(&mut self, entry: &RuleEntry<G>, rule: RuleId) -> Option<Selected<G::Reason>> {
        let note = match self.passed_over(entry, rule) {
            Some(Passed::OtherKind) => Note::OtherKind,
            Some(Passed::OtherSubject) => Note::OtherSubject,
            Some(Passed::Disabled) => Note::Disabled,
            Some(Passed::Masked(group)) => Note::Masked(group),
            None => match self.answer(entry, rule) {
                Said::Match => Note::Match,
                Said::Skip => Note::Skip,
                Said::Unmet(condition) => Note::Unmet(condition),
                Said::Refuse(kind, reason) => Note::Refuse(kind, reason),
            },
        };
        let selected = match &note {
            Note::Match => Some(Selected { rule, refusal: None }),
            Note::Refuse(kind, reason) => {
                Some(Selected { rule, refusal: Some((*kind, reason.clone())) })
            }
            _ => None,
        };
        if let Some(diary) = &mut self.desk.diary {
            diary.note(rule, note);
        }
        selected
    }

    /// Why the rule is not even asked, if so.
    #[inline]
    fn passed_over(&self, entry: &RuleEntry<G>, rule: RuleId) -> Option<Passed> {
        if !entry.kinds.contains(self.kind) {
            return Some(Passed::OtherKind);
        }
        if !entry.subjects.is_empty()
            && !self.desk.subject.is_some_and(|subject| entry.subjects.contains(&subject))
        {
            return Some(Passed::OtherSubject);
        }
        if is_disabled(self.disabled, rule) {
            return Some(Passed::Disabled);
        }
        if self.desk.applied_groups.is_empty() {
            return None;
        }
        let masked = entry.groups.iter().find(|group| self.desk.applied_groups.contains(group));
        masked.map(|&group| Passed::Masked(group))
    }

    #[inline]
    fn answer(&mut self, entry: &RuleEntry<G>, rule: RuleId) -> Said<G::Reason> {
        let ask = Ask { state: self.state, action: self.legal.action(), by: self.legal.by() };
        for (at, condition) in entry.def.conditions.iter().enumerate() {
            self.desk.place = Place::Condition(rule, at as u32);
            let holds: &AskFn<G> = &condition.holds;
            if !holds(&ask) {
                return Said::Unmet(at);
            }
        }
        self.desk.place = Place::Answer(rule);
        entry.def.code.ask(&ask, &mut self.desk.slots[entry.slot as usize])
    }
}

/// Whether a phase's own predicates hold; see [`Walk::holds`].
pub(crate) fn holds<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    node: u32,
    ticket: u64,
    desk: &mut Desk<G>,
) -> bool {
    let guarded = book.tree.phase(node).is_some_and(|phase| phase.guarded);
    if !guarded {
        return true;
    }
    let mut known = desk.holds[node as usize];
    if known.ticket != ticket {
        known = Known { ticket, first_false: first_false(book, state, node, &mut desk.place) };
        desk.holds[node as usize] = known;
    }
    if let Some(which) = known.first_false
        && let Some(diary) = &mut desk.diary
        && !diary.closed.iter().any(|(closed, _)| *closed == node)
    {
        diary.closed.push((node, which as usize));
    }
    known.first_false.is_none()
}

/// What is known of a phase's predicates: for which version of the state, and
/// which is the first that does not hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub ticket: u64,
    pub first_false: Option<u32>,
}

/// The first predicate of a phase that does not hold.
fn first_false<G: Game>(
    book: &Compiled<G>,
    state: &G::State,
    node: u32,
    place: &mut Place,
) -> Option<u32> {
    let mut predicates = (0..).zip(book.draft.predicates(node));
    predicates.find_map(|(which, predicate)| {
        *place = Place::Predicate(node, which);
        (!(predicate.holds)(state)).then_some(which)
    })
}

/// Whether a rule is switched off.
pub(crate) fn is_disabled(disabled: &[u64], rule: RuleId) -> bool {
    disabled.get(rule.index() / 64).is_some_and(|word| word >> (rule.index() % 64) & 1 == 1)
}
