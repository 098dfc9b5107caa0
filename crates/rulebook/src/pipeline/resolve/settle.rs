//! Settling what is proposed together: which events happen, and which fall.
//!
//! Members of an Atomic group or a Sequence are settled in order, each seeing
//! the earlier ones as they would be; members of a Batch are settled against
//! one frozen state and then happen in order. A doomed group is rolled back to
//! its start. Nothing here recurses: open groups stand on a stack.

use crate::book::Compiled;
use crate::error::FaultKind;
use crate::game::{Game, Kind, Kinded};
use crate::group::{Edge, GroupKind};
use crate::observe;
use crate::pipeline::resolve::consult::{Ruled, Ruling};
use crate::pipeline::resolve::limit;
use crate::pipeline::resolve::token::{Deferred, Item, Open, Prevention, Spend, Token};
use crate::pipeline::resolve::triggers::{self, Due, Heard};
use crate::pipeline::resolve::work::{Work, check_size, tokens, turn_moved};
use crate::pipeline::{Core, Log, Place, Stop, verify};
use crate::reactive::{Memory, Reactor, Source, SourceId};
use crate::session::account::{Because, GroupNote, Line};
use crate::session::fate::Fate;
use crate::session::legal::Valid;
use crate::session::options::Verify;

/// One commit: what is settled and happens together.
pub(super) struct Settling<'c, G: Game, L> {
    pub core: &'c mut Core<G, L>,
    pub legal: &'c Valid<'c, G>,
    pub book: &'c Compiled<G>,
    pub reactor: Reactor<G>,
    pub depth: usize,
    /// Where its lines begin in the account.
    pub(super) first_line: usize,
    /// What is still to be settled, the next on top.
    pub todo: Vec<Token<G>>,
    pub(super) open: Vec<Open<G>>,
    /// How many of the open groups are batches.
    pub(super) batches: usize,
    pub(super) deferred: Vec<Deferred>,
    pub spends: Vec<Spend>,
    pub preventions: Vec<Prevention>,
    pub riders: Vec<Due<G>>,
    /// Triggers that look back, and what they saw.
    pub heard: Vec<Heard>,
    /// What is remembered of sources, and before which line.
    pub memories: Vec<(usize, Source, Memory)>,
    pub(super) moves: Vec<(u32, u32, usize)>,
    /// Sources that entered with this commit, and that were there before it and
    /// have left.
    pub(super) arrived: Vec<(SourceId, u64)>,
    pub(super) departed: Vec<Source>,
    /// Sources that entered in a group that was rewound.
    pub(super) ghosts: Vec<Source>,
    /// The line that doomed the outermost group, if it died.
    pub(super) doomed_by: Option<usize>,
}

/// Settles what is proposed together, lets it happen, and puts what follows
/// on top of what waits. Says which line doomed the outermost group, if it
/// died.
pub(super) fn settle<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    book: &Compiled<G>,
    legal: &Valid<'_, G>,
    mut todo: Vec<Token<G>>,
    depth: usize,
    waiting: &mut Vec<Work<G>>,
) -> Result<Option<usize>, Stop<G>> {
    let Some(reactions) = &book.reactions else { return Ok(None) };
    let (first_line, first_event) = (core.desk.reacting.account.lines.len(), core.log.length());
    todo.reverse();
    let mut settling = Settling::new(core, (book, reactions.reactor), legal, todo, depth);
    settling.run()?;
    if !settling.ghosts.is_empty() {
        settling.bind_ghosts();
    }
    settling.spend()?;
    let announced = settling.announce();
    let doomed_by = settling.doomed_by;
    let memories = settling.kept_memories();
    triggers::observe(&mut settling, first_line, announced, &memories)?;
    let (riders, moves) = settling.put_away();
    core.log.tell_applied(first_event, &mut core.desk.place);
    observe::tell_settled(core, first_line, announced);
    if core.desk.verify == Verify::EveryEvent {
        verify::after_event(core)?;
        verify::sources(core)?;
    }
    for (from, to, line) in moves.into_iter().rev() {
        let origin = core.desk.reacting.account.lines[line].because.origin();
        turn_moved(core, (from, to), (origin, line), depth, waiting)?;
    }
    waiting.extend(riders.into_iter().rev().map(|due| {
        let due = Box::new(due);
        Work::Rider(due, memories.clone(), depth + 1)
    }));
    Ok(doomed_by)
}

/// The riders that are due, and how the turn moved.
type Follows<G> = (Vec<Due<G>>, Vec<(u32, u32, usize)>);

impl<'c, G: Game, L: Log<G>> Settling<'c, G, L> {
    fn new(
        core: &'c mut Core<G, L>,
        (book, reactor): (&'c Compiled<G>, Reactor<G>),
        legal: &'c Valid<'c, G>,
        todo: Vec<Token<G>>,
        depth: usize,
    ) -> Self {
        let (deferred, heard) =
            (std::mem::take(&mut core.desk.deferred), std::mem::take(&mut core.desk.heard));
        Settling {
            first_line: core.desk.reacting.account.lines.len(),
            core,
            legal,
            book,
            reactor,
            depth,
            todo,
            open: Vec::new(),
            batches: 0,
            deferred,
            spends: Vec::new(),
            preventions: Vec::new(),
            riders: Vec::new(),
            heard,
            memories: Vec::new(),
            moves: Vec::new(),
            arrived: Vec::new(),
            departed: Vec::new(),
            ghosts: Vec::new(),
            doomed_by: None,
        }
    }

    /// Hands out what follows, and puts the lists away for the next time.
    fn put_away(self) -> Follows<G> {
        let Settling { core, riders, moves, todo, mut deferred, mut heard, .. } = self;
        deferred.clear();
        heard.clear();
        (core.desk.todo, core.desk.deferred, core.desk.heard) = (todo, deferred, heard);
        (riders, moves)
    }
}

impl<G: Game, L: Log<G>> Settling<'_, G, L> {
    fn run(&mut self) -> Result<(), Stop<G>> {
        // A single event is settled as a batch of one: what takes its place
        // belongs to the same commit.
        let alone = !matches!(self.todo.last(), Some(Token::Open(..)));
        if alone {
            self.batches = 1;
        }
        while let Some(token) = self.todo.pop() {
            match token {
                Token::Open(kind, edge) => self.enter(kind, edge),
                Token::Close => self.close()?,
                Token::Event(item) => self.event(item)?,
            }
        }
        if alone {
            self.batches = 0;
            if let [Deferred::Event { line, .. }] = self.deferred[..] {
                self.deferred.clear();
                return self.enact(line);
            }
            self.happen(0)?;
        }
        Ok(())
    }

    pub(super) fn lines(&mut self) -> &mut Vec<Line<G>> {
        &mut self.core.desk.reacting.account.lines
    }

    /// Whether events of the innermost group happen only with their batch.
    fn frozen(&self) -> bool {
        self.open.last().map_or(self.batches > 0, |open| open.kind == GroupKind::Batch)
    }

    fn enter(&mut self, kind: GroupKind, edge: Edge) {
        let note = self.note_group(kind, edge);
        let mark = (kind != GroupKind::Batch && (kind == GroupKind::Atomic || self.frozen()))
            .then(|| self.mark());
        if self.batches > 0 {
            let first = self.lines().len();
            self.deferred.push(Deferred::Open { kind, edge, note, first });
        }
        self.open.push(Open {
            kind,
            edge,
            note,
            mark,
            lines: self.core.desk.reacting.account.lines.len(),
            deferred: self.deferred.len().saturating_sub(usize::from(self.batches > 0)),
            spends: self.spends.len(),
            preventions: self.preventions.len(),
            riders: self.riders.len(),
            heard: self.heard.len(),
            memories: self.memories.len(),
        });
        self.batches += usize::from(kind == GroupKind::Batch);
    }

    fn note_group(&mut self, kind: GroupKind, edge: Edge) -> usize {
        let within = self.open.last().map(|open| open.note);
        let optional = edge == Edge::Optional;
        let groups = &mut self.core.desk.reacting.account.groups;
        groups.push(GroupNote { kind, within, optional, doomed_by: None });
        groups.len() - 1
    }

    fn close(&mut self) -> Result<(), Stop<G>> {
        let Some(group) = self.open.pop() else { return Ok(()) };
        if group.kind == GroupKind::Batch {
            self.batches -= 1;
        }
        if self.batches > 0 {
            let end = self.lines().len();
            self.deferred.push(Deferred::Close { end });
        }
        match group.kind {
            GroupKind::Batch if !self.frozen() => {
                let from = group.deferred + usize::from(self.batches > 0);
                self.happen(from)
            }
            GroupKind::Batch => Ok(()),
            // The batch around it is settled against the state as it was.
            GroupKind::Atomic | GroupKind::Sequence if self.frozen() => {
                self.forget_applied(group.lines);
                match group.mark {
                    Some(mark) => self.rewind(mark),
                    None => Ok(()),
                }
            }
            GroupKind::Atomic | GroupKind::Sequence => Ok(()),
        }
    }

    /// One proposed event is settled, and happens unless it must wait for its
    /// batch.
    fn event(&mut self, item: Item<G>) -> Result<(), Stop<G>> {
        let line = self.begin_line(&item)?;
        let edge = item.edge;
        let Ruled { ruling, event, became, used, by, considered } = self.consult(item, line)?;
        let entry = &mut self.lines()[line];
        entry.event = event;
        entry.became = became;
        entry.considered = considered;
        entry.by = by;
        match ruling {
            Ruling::Happens => {
                self.look_back(line)?;
                if self.frozen() {
                    self.deferred.push(Deferred::Event { line, edge });
                    return Ok(());
                }
                if self.batches > 0 {
                    self.deferred.push(Deferred::Event { line, edge });
                }
                self.enact(line)
            }
            Ruling::Replaced(instead, guard) => {
                let skipped = instead.events.is_empty();
                self.lines()[line].fate = if skipped { Fate::Skipped } else { Fate::Replaced };
                if skipped {
                    return self.fell(line, edge);
                }
                let because = Because::Replacement { line, guard };
                self.check_replacement(line, instead.events.len(), because)?;
                let mut instead =
                    tokens(instead.events.into_iter(), &instead.brackets, because, &used, edge);
                check_size(self.core, &instead, self.open.len(), because)?;
                instead.reverse();
                self.todo.append(&mut instead);
                Ok(())
            }
            Ruling::Dies(fate) => {
                self.lines()[line].fate = fate;
                match fate {
                    Fate::Vanished => Ok(()),
                    _ => self.fell(line, edge),
                }
            }
        }
    }

    /// Whether a replacement is small enough, and not one of too many in a row:
    /// one that brings in a new source each time would go on for ever.
    fn check_replacement(
        &mut self,
        line: usize,
        events: usize,
        because: Because,
    ) -> Result<(), Stop<G>> {
        let limits = self.book.draft.limits;
        let mut depth = self.depth;
        let mut at = Some(line);
        while let Some(line) = at {
            depth += 1;
            at = match self.lines()[line].because {
                Because::Replacement { line, .. } => Some(line),
                _ => None,
            };
        }
        if depth > limits.depth {
            return Err(limit(self.core, "depth", limits.depth, because).into());
        }
        if events > limits.group {
            return Err(limit(self.core, "group", limits.group, because).into());
        }
        Ok(())
    }

    pub(super) fn begin_line(&mut self, item: &Item<G>) -> Result<usize, Stop<G>> {
        let group = self.open.last().map(|open| open.note);
        let line = Line {
            proposed: item.event.clone(),
            event: item.event.clone(),
            fate: Fate::Applied,
            became: Vec::new(),
            by: Vec::new(),
            fell_with: None,
            group,
            because: item.because,
            considered: Vec::new(),
            applied: None,
        };
        let lines = self.lines();
        if lines.is_empty() {
            lines.reserve_exact(1);
        }
        lines.push(line);
        let number = lines.len() - 1;
        let bound = self.book.draft.limits.events;
        if number >= bound {
            return Err(limit(self.core, "events", bound, item.because).into());
        }
        Ok(number)
    }

    /// The rest of the batch around: the events that are members of it
    /// directly and not settled yet.
    pub(super) fn rest_of_batch(&self) -> impl Iterator<Item = &Item<G>> {
        let in_batch = self.open.last().is_some_and(|open| open.kind == GroupKind::Batch);
        let mut nested = 0usize;
        let mut over = !in_batch;
        self.todo.iter().rev().filter_map(move |token| {
            match token {
                Token::Open(..) => nested += 1,
                Token::Close if nested == 0 => over = true,
                Token::Close => nested -= 1,
                Token::Event(item) if nested == 0 && !over => return Some(item),
                Token::Event(_) => {}
            }
            None
        })
    }

    /// How much of an event there is, if it can be counted.
    pub(super) fn amount(&mut self, event: &G::Event) -> Option<u32> {
        self.core.desk.place = Place::Reactive("amount");
        (self.reactor.amount)(event)
    }

    /// The same event with another amount.
    pub(super) fn with_amount(
        &mut self,
        event: &G::Event,
        asked: u32,
    ) -> Result<G::Event, Stop<G>> {
        self.core.desk.place = Place::Reactive("with_amount");
        let event = (self.reactor.with_amount)(event, asked);
        let gave = self.amount(&event);
        if gave != Some(asked) {
            let event = event.kind().name();
            return Err(FaultKind::WrongAmount { event, asked, gave }.into());
        }
        Ok(event)
    }
}
