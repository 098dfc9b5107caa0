//! The stages' working memory.

use crate::book::rule::{EventKind, Slot};
use crate::book::vocabulary::{Awaited, Memory, Writes};
use crate::book::{Compiled, RuleId};
use crate::game::{Game, Kind, KindSet, Subject};
use crate::pipeline::Place;
use crate::pipeline::resolve::Reacting;
use crate::pipeline::resolve::token::{Deferred, Token};
use crate::pipeline::resolve::triggers::Heard;
use crate::pipeline::resolve::work::{Move, Work};
use crate::pipeline::sources::Posted;
use crate::pipeline::watched::Doubt;
use crate::plan::diary::Diary;
use crate::plan::passes::{Avoided, Pass};
use crate::plan::predicates::{Known, Misremembered, SharedKnown};
use crate::plan::reference::Tally;
use crate::session::options::Verify;

/// The stages' working memory. It is kept between transitions so that a
/// steady state allocates nothing.
pub(crate) struct Desk<G: Game> {
    pub slots: Vec<Slot>,
    /// By fact: its value; and then what some of them were at the start.
    pub facts: Vec<u8>,
    /// How many events there were when they were read.
    pub facts_at: usize,
    /// By shared predicate: what is known of it.
    pub shared: Vec<SharedKnown>,
    /// The version of the working state, and since when each part of it and
    /// all of it has not been written.
    pub version: u64,
    pub parts: Vec<u64>,
    pub all_parts: u64,
    /// The version when the stages began on an action.
    pub begun: u64,
    /// The Exclusive phases that are open while the plan selects.
    pub open_nodes: Vec<u32>,
    /// The exclusivity groups that have applied, as a bit set.
    pub mask: Vec<u64>,
    /// Whether avoided work is counted, and how much it is.
    pub counts: bool,
    /// Whether it is counted also while nobody watches.
    pub always_counts: bool,
    pub avoided: Avoided,
    /// How much of it the observer knows of.
    pub told_avoided: Avoided,
    /// Whether the reference interpreter decides, whatever the book's passes.
    pub plain: bool,
    /// The rules that were chosen, if somebody compares them.
    pub chosen: Option<Vec<RuleId>>,
    /// Whether an observer wants to know which rules are chosen, and no more.
    pub tells_chosen: bool,
    /// Whether what is remembered of shared predicates is evaluated again, and
    /// the one of which something wrong was remembered.
    pub doubts_memory: bool,
    pub misremembered: Option<Misremembered>,
    /// How often a phase's predicates were evaluated.
    pub evaluated: u64,
    /// By phase: what is known of its predicates.
    pub holds: Vec<Known>,
    pub tallies: Vec<Tally<G::Reason>>,
    /// Exclusivity groups of which a rule has applied for this action.
    pub applied_groups: Vec<u32>,
    /// Exceptions used for this action.
    pub lifted: Vec<u32>,
    /// What the action is about.
    pub subject: Option<Subject>,
    /// Events so far, and their kinds.
    pub events: usize,
    pub happened: KindSet<EventKind<G>>,
    /// Whether a copy of the state was kept before the first of them.
    pub saved: bool,
    /// Which author's function is running, in case it panics.
    pub place: Place,
    /// Whether an `apply` was interrupted half-way.
    pub half_applied: bool,
    pub diary: Option<Diary<G::Reason>>,
    /// An empty one, for the next action.
    pub spare_diary: Option<Diary<G::Reason>>,
    /// Why rules of a row were passed over, where that is not plain from the
    /// rule.
    pub doubts: Vec<Doubt>,
    pub verify: Verify,
    /// How the turn moved during this action.
    pub moves: Vec<Move>,
    /// Candidates that nobody has checked yet.
    pub candidates: Vec<G::Action>,
    /// What is still to be done.
    pub waiting: Vec<Work<G>>,
    /// What was proposed so far, and which triggers wait.
    pub reacting: Reacting<G>,
    /// Those that an event concerns: empty between uses.
    pub posted: Vec<Posted>,
    pub todo: Vec<Token<G>>,
    pub deferred: Vec<Deferred>,
    pub heard: Vec<Heard>,
}

impl<G: Game> Desk<G> {
    /// Counts work that a pass avoided, if anybody wants to know.
    #[inline]
    pub(crate) fn avoid(&mut self, pass: Pass, count: usize) {
        if self.counts {
            self.avoided.add(pass, count);
        }
    }

    /// Whether what was known at a version still is.
    pub(crate) fn is_remembered(&self, at: u64, memory: &Memory) -> bool {
        match memory {
            Memory::Part(part) => self.is_unwritten_since(at, *part),
            Memory::Parts(parts) => {
                self.all_parts <= at && parts.iter().all(|&part| self.is_unwritten_since(at, part))
            }
            Memory::Version => at == self.version,
            Memory::None => false,
        }
    }

    /// Whether a part of the state has not been written since a version.
    #[inline(always)]
    pub(crate) fn is_unwritten_since(&self, at: u64, part: u8) -> bool {
        self.all_parts <= at && self.parts[usize::from(part)] <= at
    }

    /// What is remembered of a shared predicate that reads one part of the state.
    #[inline(always)]
    pub(crate) fn recall(&self, awaited: &Awaited) -> Option<bool> {
        let Awaited { shared, part, .. } = *awaited;
        let SharedKnown { at, holds } = self.shared[shared as usize];
        self.is_unwritten_since(at, part?).then_some(holds)
    }

    /// An event wrote something of the state. Apart, so that where nothing is remembered
    /// nobody keeps registers free for it.
    #[inline(never)]
    fn wrote(&mut self, writes: &Writes) {
        self.version += 1;
        match writes {
            Writes::All => self.all_parts = self.version,
            Writes::Part(part) => self.wrote_part(*part),
            Writes::Parts(parts) => parts.iter().for_each(|&part| self.wrote_part(part)),
        }
    }

    #[inline(always)]
    fn wrote_part(&mut self, part: u8) {
        // There are none if nobody reads parts.
        if let Some(since) = self.parts.get_mut(usize::from(part)) {
            *since = self.version;
        }
    }

    /// An event happened: what it wrote is noted, if anything is remembered of the state.
    #[inline(always)]
    pub(crate) fn note_written(&mut self, book: &Compiled<G>, kind: EventKind<G>) {
        if !book.words.shared.is_empty() {
            // Of a kind that is not listed nothing is known. It has happened by now.
            self.wrote(book.words.writes.get(kind.index()).unwrap_or(&Writes::All));
        }
    }

    /// Remembers of the state what another desk remembers of the same one.
    pub(crate) fn remember(&mut self, other: &Desk<G>) {
        self.shared.clone_from(&other.shared);
        self.parts.clone_from(&other.parts);
        (self.version, self.all_parts) = (other.version, other.all_parts);
    }

    /// The state is another one: nothing is known of it any more.
    #[inline]
    pub(crate) fn moved(&mut self) {
        self.version += 1;
        self.all_parts = self.version;
    }

    /// The same on the straight line: mostly there is nothing to remember.
    #[inline(always)]
    pub(crate) fn moved_on(&mut self) {
        if !self.shared.is_empty() {
            self.moved();
        }
    }

    /// What was written since the stages began is taken back, and with that written once
    /// more. All else is remembered.
    pub(crate) fn taken_back(&mut self) {
        if self.version == self.begun {
            return;
        }
        self.version += 1;
        let written = self.parts.iter_mut().chain([&mut self.all_parts]);
        written.filter(|since| **since > self.begun).for_each(|since| *since = self.version);
    }

    pub(crate) fn new(book: &Compiled<G>, verify: Verify) -> Self {
        let phases = if book.tree.guarded { book.tree.nodes.len() } else { 0 };
        Desk {
            slots: (0..book.slots).map(|_| Slot::default()).collect(),
            holds: vec![Known { ticket: u64::MAX, first_false: None }; phases],
            facts: vec![0; book.words.facts.len() + book.words.starting.len()],
            shared: vec![SharedKnown::default(); book.words.shared.len()],
            facts_at: 0,
            // Nothing is known since version 0.
            version: 1,
            parts: vec![0; if book.words.remembers { PARTS } else { 0 }],
            all_parts: 1,
            begun: 1,
            open_nodes: Vec::new(),
            mask: vec![0; book.groups.len().div_ceil(64)],
            counts: false,
            always_counts: false,
            avoided: Avoided::default(),
            told_avoided: Avoided::default(),
            evaluated: 0,
            plain: false,
            chosen: None,
            tells_chosen: false,
            doubts_memory: false,
            misremembered: None,
            tallies: Vec::new(),
            applied_groups: Vec::new(),
            lifted: Vec::new(),
            subject: None,
            events: 0,
            happened: KindSet::none(),
            place: Place::Engine,
            half_applied: false,
            diary: None,
            spare_diary: None,
            doubts: Vec::new(),
            verify,
            moves: Vec::new(),
            candidates: Vec::new(),
            waiting: Vec::new(),
            saved: false,
            reacting: Reacting::new(),
            posted: Vec::new(),
            todo: Vec::new(),
            deferred: Vec::new(),
            heard: Vec::new(),
        }
    }

    /// Nothing has happened yet.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.begun = self.version;
        self.events = 0;
        self.saved = false;
        self.half_applied = false;
        self.happened = KindSet::none();
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        for group in self.applied_groups.drain(..) {
            self.mask[group as usize / 64] = 0;
        }
        self.lifted.clear();
        self.moves.clear();
        self.tells_chosen = false;
        if let Some(mut diary) = self.diary.take() {
            diary.clear();
            self.spare_diary = Some(diary);
        }
    }
}

/// How many parts a state can have.
const PARTS: usize = u8::MAX as usize + 1;
