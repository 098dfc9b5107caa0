//! What a book means, written down a second time: a recursive interpreter that
//! shares nothing with the engine. Predicates see the starting state, rules
//! the working state; a phase settles its own children and speaks in its
//! parent with one voice.

use std::collections::BTreeSet;

use rulebook::{RefusalKind, Strategy};

use super::build::Happening;
use super::meaning::{
    Declared, Note, Why, about, concerns, decisive, declared, open, opinion, ordered, strategy,
    subject,
};
use super::spec::{Act, Answering, Case, Change, Node, Phase, Rule, Saying, Table};
use crate::runner::Coverage;

/// What an action comes to.
pub(crate) struct Expected {
    pub(crate) came: Came,
    /// The rules that were chosen, in order, the refusing one included.
    pub(crate) chosen: Vec<u16>,
    /// The events with their traces, and the state after them.
    pub(crate) events: Vec<(Happening, i32)>,
    pub(crate) after: Table,
    /// What each rule came to when it was asked, if it was.
    pub(crate) notes: Vec<Option<Note>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Came {
    Committed,
    NoChange,
    Refused(RefusalKind, u16),
    Unhandled,
    Conflict { phase: String, rules: BTreeSet<String> },
}

/// Why a dispatch ends early.
pub(super) enum Stop {
    Refused(RefusalKind, u16),
    Conflict(String, BTreeSet<String>),
}

pub(super) struct Run<'c> {
    pub(super) act: Act,
    pub(super) start: &'c Table,
    /// By rule: its exclusivity groups, and those of the phases around it.
    pub(super) groups: Vec<BTreeSet<u8>>,
    /// By rule: its declared conditions, and those of the phases around it.
    pub(super) declared: Vec<Vec<Declared>>,
    pub(super) work: Table,
    pub(super) applied: BTreeSet<u8>,
    /// Groups of which a rule matched, and nothing happened.
    pub(super) unapplied: BTreeSet<u8>,
    pub(super) events: Vec<(Happening, i32)>,
    pub(super) chosen: Vec<u16>,
    pub(super) notes: Vec<Option<Note>>,
    pub(super) seen: &'c Coverage,
}

/// What an action comes to in this state.
pub(crate) fn dispatch(case: &Case, start: &Table, act: Act, seen: &Coverage) -> Expected {
    let rules = case.rules();
    let groups = |(rule, around): &(&Rule, Vec<&Phase>)| {
        let phases = around.iter().filter_map(|phase| phase.at.group);
        phases.chain(rule.at.group).collect()
    };
    let mut run = Run {
        act,
        start,
        groups: rules.iter().map(groups).collect(),
        declared: rules.iter().map(|(rule, around)| declared(rule, around)).collect(),
        work: start.clone(),
        applied: BTreeSet::new(),
        unapplied: BTreeSet::new(),
        events: Vec::new(),
        chosen: Vec::new(),
        notes: vec![None; rules.len()],
        seen,
    };
    let came = match run.whole(&case.root) {
        Ok(false) => Came::Unhandled,
        Ok(true) if run.events.is_empty() => Came::NoChange,
        Ok(true) => Came::Committed,
        Err(Stop::Refused(kind, rule)) => Came::Refused(kind, rule),
        Err(Stop::Conflict(phase, rules)) => Came::Conflict { phase, rules },
    };
    Expected { came, chosen: run.chosen, events: run.events, after: run.work, notes: run.notes }
}

impl<'c> Run<'c> {
    /// The book: whether anybody spoke.
    fn whole(&mut self, root: &'c Phase) -> Result<bool, Stop> {
        let around = &mut Vec::new();
        if self.phase_speaks(root)?.is_none() {
            return Ok(false);
        }
        self.settle(root, around)?;
        Ok(true)
    }

    fn open(&mut self, phase: &Phase) -> bool {
        let holds = open(phase, self.start, self.act);
        self.seen.saw_if(!holds, "a predicate was false");
        let differs = holds != open(phase, &self.work, self.act);
        self.seen.saw_if(differs, "a predicate would differ on the working state");
        holds
    }

    /// The rule that speaks for this node now, if it is decisive.
    pub(super) fn speaks(&mut self, node: &'c Node) -> Result<Option<&'c Rule>, Stop> {
        match node {
            Node::Rule(rule) => Ok(decisive(&self.ask(rule)).then_some(rule)),
            Node::Phase(phase) => self.phase_speaks(phase),
        }
    }

    /// Notes of all rules below a phase that is passed by why each would have
    /// been passed over anyway. Nothing is noted of those that it closes.
    fn pass_by(&mut self, phase: &Phase) {
        let idle = !phase.when.is_empty() && !concerns(phase, self.act);
        self.seen.saw_if(idle, "a phase without a rule for the kind");
        for child in ordered(phase) {
            match child {
                Node::Phase(inner) => self.pass_by(inner),
                Node::Rule(rule) => {
                    if let Some(why) = first_reason(&self.reasons(rule)) {
                        self.notes[usize::from(rule.id)] = Some(Note::PassedOver(why));
                    }
                }
            }
        }
    }

    fn phase_speaks(&mut self, phase: &'c Phase) -> Result<Option<&'c Rule>, Stop> {
        if !concerns(phase, self.act) || !self.open(phase) {
            self.pass_by(phase);
            return Ok(None);
        }
        if strategy(phase) == Strategy::Exclusive {
            return Ok(self.only(phase)?.map(|(_, rule)| rule));
        }
        for child in ordered(phase) {
            if let Some(rule) = self.speaks(child)? {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }

    /// The only decisive child of an Exclusive phase.
    fn only(&mut self, phase: &'c Phase) -> Result<Option<(&'c Node, &'c Rule)>, Stop> {
        let mut voices = Vec::new();
        for child in ordered(phase) {
            voices.extend(self.speaks(child)?.map(|rule| (child, rule)));
        }
        if voices.len() > 1 {
            let names = voices.iter().map(|(_, rule)| rule.at.path.clone());
            return Err(Stop::Conflict(phase.at.path.clone(), names.collect()));
        }
        Ok(voices.pop())
    }

    fn settle(&mut self, phase: &'c Phase, around: &mut Vec<&'c Phase>) -> Result<(), Stop> {
        if !concerns(phase, self.act) || !self.open(phase) {
            self.pass_by(phase);
            return Ok(());
        }
        around.push(phase);
        match strategy(phase) {
            Strategy::ApplyAll => {
                for child in ordered(phase) {
                    self.happen(child, around)?;
                }
            }
            Strategy::Exclusive => {
                if let Some((child, _)) = self.only(phase)? {
                    self.happen(child, around)?;
                }
            }
            Strategy::FirstWins | Strategy::LastWins | Strategy::HighestPriority => {
                for child in ordered(phase) {
                    if self.speaks(child)?.is_some() {
                        self.look_at_rivals(phase, child);
                        self.happen(child, around)?;
                        break;
                    }
                }
            }
        }
        around.pop();
        Ok(())
    }

    fn happen(&mut self, node: &'c Node, around: &mut Vec<&'c Phase>) -> Result<(), Stop> {
        match node {
            Node::Phase(phase) => self.settle(phase, around),
            Node::Rule(rule) => match self.ask(rule) {
                Note::Said(Saying::Match) => {
                    self.look_at_choice(rule, around);
                    self.apply(rule);
                    Ok(())
                }
                Note::Said(Saying::Refuse(kind)) => {
                    self.look_at_refusal(around);
                    self.chosen.push(rule.id);
                    Err(Stop::Refused(kind, rule.id))
                }
                _ => Ok(()),
            },
        }
    }

    /// Asks a rule against the working state.
    fn ask(&mut self, rule: &Rule) -> Note {
        let reasons = self.reasons(rule);
        let note = match first_reason(&reasons) {
            None => opinion(rule, &self.work),
            Some(why) => Note::PassedOver(why),
        };
        self.look_at_answer(rule, &reasons, &note);
        self.notes[usize::from(rule.id)] = Some(note.clone());
        note
    }

    /// Every reason for which a rule is not even asked, in order.
    fn reasons(&self, rule: &Rule) -> Vec<Why> {
        let mut why = Vec::new();
        if !about(rule, self.act) {
            why.push(Why::OtherKind);
        }
        let about = subject(self.start, self.act);
        if !rule.subjects.is_empty() && !rule.subjects.iter().any(|at| about == Some(*at)) {
            why.push(Why::OtherSubject);
        }
        if rule.off {
            why.push(Why::Off);
        }
        let id = usize::from(rule.id);
        let masks = self.groups[id].intersection(&self.applied);
        why.extend(masks.map(|&group| Why::Masked(group)));
        let mut declared = self.declared[id].iter();
        let unmet = declared.find(|declared| !declared.holds(self.start, &self.work, self.act));
        why.extend(unmet.cloned().map(Why::Undeclared));
        why
    }

    fn apply(&mut self, rule: &Rule) {
        self.chosen.push(rule.id);
        let found = match rule.answer {
            Answering::Plain => 0,
            Answering::Looks { .. } => self.work.total(),
        };
        for change in &rule.changes {
            let (event, trace) = enact(&mut self.work, rule.id, *change, found);
            self.events.push((event, trace));
        }
        let groups = &self.groups[usize::from(rule.id)];
        if rule.changes.is_empty() {
            self.unapplied.extend(groups);
        } else {
            self.applied.extend(groups);
        }
    }
}

/// The first reason of several. Of several masks any will do.
fn first_reason(all: &[Why]) -> Option<Vec<Why>> {
    match all.first()? {
        Why::Masked(_) => {
            Some(all.iter().filter(|why| matches!(why, Why::Masked(_))).cloned().collect())
        }
        first => Some(vec![first.clone()]),
    }
}

/// One change happens.
fn enact(table: &mut Table, rule: u16, change: Change, found: i32) -> (Happening, i32) {
    let set = |table: &mut Table, counter: usize, to| {
        let was = table.counters[counter];
        table.counters[counter] = to;
        was
    };
    let (event, trace) = match change {
        Change::Add(counter, by) => {
            let was = table.counters[counter];
            set(table, counter, was + by);
            (Happening::Add { rule, counter, by }, was)
        }
        Change::Set(counter, to) => (Happening::Set { rule, counter, to }, set(table, counter, to)),
        Change::SetFound(counter) => {
            let to = found.rem_euclid(5);
            (Happening::Set { rule, counter, to }, set(table, counter, to))
        }
        Change::Note => (Happening::Note { rule }, table.log.len() as i32),
        Change::Roll(_) | Change::Choose(_) | Change::Break(_) => {
            unreachable!("what is fragile is compared with the reference, and not foretold")
        }
    };
    table.log.push(rule);
    (event, trace)
}
