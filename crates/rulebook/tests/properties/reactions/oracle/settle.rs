//! What is proposed together is settled, and happens together.

use std::collections::VecDeque;

use rulebook::{Fate, GroupKind};

use super::consult::{Case, End};
use super::{Oracle, Stop, after};
use crate::reactions::dump::{GroupOf, Name, Why};
use crate::reactions::game::{Ev, Table};
use crate::reactions::meaning::Tree;

/// A member of whatever is around it.
pub(super) struct Member {
    pub(super) optional: bool,
    pub(super) what: What,
    pub(super) why: Why,
    pub(super) record: Vec<Name>,
}

pub(super) enum What {
    Event(Ev),
    Group(GroupKind, Vec<(bool, Tree)>),
}

impl Member {
    pub(super) fn new(optional: bool, tree: Tree, why: Why, record: &[Name]) -> Self {
        let what = match tree {
            Tree::One(event) => What::Event(event),
            Tree::Many(kind, members) => What::Group(kind, members),
        };
        Member { optional, what, why, record: record.to_vec() }
    }
}

/// What is settled, and would happen.
pub(super) enum Settled {
    Line { line: usize, optional: bool },
    Group { kind: GroupKind, optional: bool, note: usize, members: Vec<Settled> },
}

impl Settled {
    pub(super) fn optional(&self) -> bool {
        match self {
            Settled::Line { optional, .. } | Settled::Group { optional, .. } => *optional,
        }
    }

    fn lines(&self) -> Vec<usize> {
        match self {
            Settled::Line { line, .. } => vec![*line],
            Settled::Group { members, .. } => members.iter().flat_map(Settled::lines).collect(),
        }
    }
}

/// The group died, because of that line.
pub(super) struct Doom {
    pub(super) killer: usize,
    /// What had been made of the state by then.
    pub(super) made: Table,
}

/// What a group comes to: what would happen, and the state after it.
type Fared = Result<(Vec<Settled>, Table), Doom>;

/// What a member that is an event comes to.
enum Fare {
    Happens(usize),
    Fell(usize),
    Nothing,
    Instead(VecDeque<Member>),
}

impl Oracle<'_> {
    /// One commit, with everything that follows from it at once. The line that
    /// doomed it, if it died.
    pub(super) fn commit(
        &mut self,
        (optional, tree): (bool, Tree),
        why: Why,
        depth: usize,
    ) -> Result<Option<usize>, Stop> {
        self.depth = depth;
        let before = self.state.clone();
        self.start = before.clone();
        let member = Member::new(optional, tree, why, &[]);
        let fared = match member.what {
            What::Event(_) => self.together(VecDeque::from([member]), None, &before, false)?,
            What::Group(..) => self.group(member, None, &before, false)?.1,
        };
        self.conclude(fared, why, depth)
    }

    /// All that standing rules propose, as one batch.
    pub(super) fn commit_round(
        &mut self,
        proposed: Vec<(Tree, Why)>,
        depth: usize,
    ) -> Result<(), Stop> {
        let members = proposed.into_iter().map(|(tree, why)| Member::new(false, tree, why, &[]));
        self.depth = depth;
        let note = self.note(GroupKind::Batch, None, false);
        let before = self.state.clone();
        self.start = before.clone();
        let fared = self.together(members.collect(), Some(note), &before, false)?;
        self.conclude(fared, Why::Standing(0, 0, None), depth).map(drop)
    }

    /// What was settled happens; charges are spent, preventions announced,
    /// triggers fire, riders run.
    fn conclude(&mut self, fared: Fared, why: Why, depth: usize) -> Result<Option<usize>, Stop> {
        let doomed_by = match fared {
            Ok((settled, _)) => {
                for line in settled.iter().flat_map(Settled::lines) {
                    self.happen(line);
                }
                None
            }
            Err(Doom { killer, made }) => {
                let before = self.state.clone();
                self.taken_back(&made, &before);
                Some(killer)
            }
        };
        self.bind_ghosts();
        let ledger = std::mem::take(&mut self.ledger);
        self.spend(&ledger)?;
        let memories = self.observe(&ledger, depth)?;
        if doomed_by.is_some() && matches!(why, Why::Cost(_)) {
            // It will be refused, so nothing follows.
            return Ok(doomed_by);
        }
        for rides in ledger.riders {
            self.ride(rides, &memories, depth + 1)?;
        }
        Ok(doomed_by)
    }

    pub(super) fn note(&mut self, kind: GroupKind, within: Option<usize>, optional: bool) -> usize {
        self.dump.groups.push(GroupOf { kind, within, optional, doomed_by: None });
        self.dump.groups.len() - 1
    }

    /// Settles a group; says its number too.
    fn group(
        &mut self,
        member: Member,
        within: Option<usize>,
        view: &Table,
        frozen: bool,
    ) -> Result<(usize, Fared), Stop> {
        let Member { optional, what: What::Group(kind, inner), why, record } = member else {
            unreachable!("it is a group")
        };
        let note = self.note(kind, within, optional);
        let member = |(optional, tree)| Member::new(optional, tree, why, &record);
        let members = inner.into_iter().map(member).collect();
        let fared = match kind {
            GroupKind::Batch => self.together(members, Some(note), view, frozen)?,
            GroupKind::Atomic | GroupKind::Sequence => self.in_order(kind, members, note, view)?,
        };
        Ok((note, fared))
    }

    /// Members one after the other, each seeing the earlier ones.
    fn in_order(
        &mut self,
        kind: GroupKind,
        mut todo: VecDeque<Member>,
        note: usize,
        view: &Table,
    ) -> Result<Fared, Stop> {
        let since = self.since();
        let (mut view, mut settled) = (view.clone(), Vec::new());
        while let Some(member) = todo.pop_front() {
            let dooms = kind == GroupKind::Atomic && !member.optional;
            let fell = match member.what {
                What::Event(event) => {
                    self.next_event(member, event, note, &mut view, &mut todo, &mut settled)?
                }
                What::Group(..) => self.next_group(member, note, &mut view, &mut settled)?,
            };
            match fell {
                Some(doom) if dooms => {
                    self.die(note, &since, doom.killer, todo);
                    return Ok(Err(doom));
                }
                Some(doom) => self.taken_back(&doom.made, &view),
                None => {}
            }
        }
        Ok(Ok((settled, view)))
    }

    /// The next member is an event; says if it fell.
    fn next_event(
        &mut self,
        member: Member,
        event: Ev,
        note: usize,
        view: &mut Table,
        todo: &mut VecDeque<Member>,
        settled: &mut Vec<Settled>,
    ) -> Result<Option<Doom>, Stop> {
        let optional = member.optional;
        match self.event(member, event, Some(note), view, Vec::new())? {
            Fare::Happens(line) => {
                *view = after(view, &self.dump.lines[line].event);
                settled.push(Settled::Line { line, optional });
            }
            Fare::Fell(killer) => return Ok(Some(Doom { killer, made: view.clone() })),
            Fare::Nothing => {}
            Fare::Instead(members) => first(members, todo),
        }
        Ok(None)
    }

    /// The next member is a group; says which line doomed it.
    fn next_group(
        &mut self,
        member: Member,
        note: usize,
        view: &mut Table,
        settled: &mut Vec<Settled>,
    ) -> Result<Option<Doom>, Stop> {
        let optional = member.optional;
        let (note, fared) = self.group(member, Some(note), view, false)?;
        match fared {
            Ok((members, after)) => {
                *view = after;
                let kind = self.dump.groups[note].kind;
                settled.push(Settled::Group { kind, optional, note, members });
                Ok(None)
            }
            Err(doom) => Ok(Some(doom)),
        }
    }

    /// Members at once, against one state. If the batch is in a batch, they
    /// happen with that.
    fn together(
        &mut self,
        mut todo: VecDeque<Member>,
        note: Option<usize>,
        frozen: &Table,
        inside: bool,
    ) -> Result<Fared, Stop> {
        let mut settled = Vec::new();
        while let Some(member) = todo.pop_front() {
            let optional = member.optional;
            match member.what {
                What::Event(event) => {
                    // What takes the place of a single event is no batch.
                    let siblings = note.map_or(Vec::new(), |_| events(&todo));
                    match self.event(member, event, note, frozen, siblings)? {
                        Fare::Happens(line) => settled.push(Settled::Line { line, optional }),
                        Fare::Fell(_) | Fare::Nothing => {}
                        Fare::Instead(members) => first(members, &mut todo),
                    }
                }
                What::Group(kind, _) => {
                    let (note, fared) = self.group(member, note, frozen, true)?;
                    match fared {
                        Ok((members, made)) => {
                            self.taken_back(&made, frozen);
                            settled.push(Settled::Group { kind, optional, note, members });
                        }
                        Err(doom) => self.taken_back(&doom.made, frozen),
                    }
                }
            }
        }
        let mut view = frozen.clone();
        if !inside {
            settled = self.those_that_happen(settled, &mut view);
        }
        Ok(Ok((settled, view)))
    }

    /// One event is settled.
    fn event(
        &mut self,
        member: Member,
        event: Ev,
        group: Option<usize>,
        view: &Table,
        siblings: Vec<Ev>,
    ) -> Result<Fare, Stop> {
        let line = self.line(event, member.why, group)?;
        let mut case = Case::new(view, line, event, member.record);
        case.siblings = siblings;
        let end = self.consult(&mut case)?;
        let (event, record, by) = (case.event, case.record, case.by);
        self.dump.lines[line].event = event;
        if end != End::Happens {
            self.dump.lines[line].by = by;
        }
        match end {
            End::Happens => {
                self.look_back(line, view);
                Ok(Fare::Happens(line))
            }
            End::Dies(fate) => {
                self.fate(line, fate);
                let nothing = fate == Fate::Vanished;
                Ok(if nothing { Fare::Nothing } else { Fare::Fell(line) })
            }
            End::Replaced(trees, guard) => {
                let some = trees.iter().any(has_event);
                self.fate(line, if some { Fate::Replaced } else { Fate::Skipped });
                if !some {
                    return Ok(Fare::Fell(line));
                }
                self.not_too_deep(line, &trees)?;
                let why = Why::Replacement(line, guard);
                let members = trees.into_iter();
                let members = members.map(|tree| Member::new(member.optional, tree, why, &record));
                Ok(Fare::Instead(members.collect()))
            }
        }
    }
}

fn has_event(tree: &Tree) -> bool {
    match tree {
        Tree::One(_) => true,
        Tree::Many(_, members) => members.iter().any(|(_, tree)| has_event(tree)),
    }
}

/// Puts members before what is still to do.
fn first(mut members: VecDeque<Member>, todo: &mut VecDeque<Member>) {
    members.append(todo);
    *todo = members;
}

/// The members that are events.
fn events(members: &VecDeque<Member>) -> Vec<Ev> {
    let event = |member: &Member| match member.what {
        What::Event(event) => Some(event),
        What::Group(..) => None,
    };
    members.iter().filter_map(event).collect()
}
