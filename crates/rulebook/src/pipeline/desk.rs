//! The stages' working memory.

use crate::book::Compiled;
use crate::book::rule::{EventKind, Slot};
use crate::game::{Game, KindSet, Subject};
use crate::pipeline::Place;
use crate::pipeline::resolve::Reacting;
use crate::pipeline::resolve::token::{Deferred, Token};
use crate::pipeline::resolve::triggers::Heard;
use crate::pipeline::resolve::work::{Move, Work};
use crate::pipeline::sources::Posted;
use crate::plan::reference::{Diary, Known, Tally};
use crate::session::options::Verify;

/// The stages' working memory. It is kept between transitions so that a
/// steady state allocates nothing.
pub(crate) struct Desk<G: Game> {
    pub slots: Vec<Slot>,
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
    pub(crate) fn new(book: &Compiled<G>, verify: Verify) -> Self {
        let phases = if book.tree.guarded { book.tree.nodes.len() } else { 0 };
        Desk {
            slots: (0..book.slots).map(|_| Slot::default()).collect(),
            holds: vec![Known { ticket: u64::MAX, first_false: None }; phases],
            tallies: Vec::new(),
            applied_groups: Vec::new(),
            lifted: Vec::new(),
            subject: None,
            events: 0,
            happened: KindSet::none(),
            place: Place::Engine,
            half_applied: false,
            diary: None,
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

    #[inline]
    pub(super) fn clear(&mut self) {
        self.applied_groups.clear();
        self.lifted.clear();
        self.moves.clear();
        self.happened = KindSet::none();
        if self.diary.is_some() {
            self.diary = None;
        }
    }
}
