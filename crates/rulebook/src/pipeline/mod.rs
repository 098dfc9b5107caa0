//! The pipeline: validate → decide → resolve → verify → commit.
//!
//! One module for each stage, each with a product that only it can make. This
//! file is the spine. The same stages serve submit, preview, legal actions,
//! explanations, sequences and search lines; they differ only in the [`Log`]
//! that they write to and in what is done with the result.

pub(crate) mod commit;
pub(crate) mod decide;
pub(crate) mod resolve;
pub(crate) mod validate;
pub(crate) mod verify;

use crate::actor::By;
use crate::book::rule::{EventKind, Slot};
use crate::book::{Book, Compiled, RuleId};
use crate::context::{Seal, Workbench};
use crate::dice::{Dice, Seed};
use crate::digest::{Canonical, Digest, Encoder};
use crate::error::{Fault, FaultKind, message};
use crate::game::{Game, Kind, KindSet, Kinded, Subject};
use crate::observe::Observer;
use crate::outcome::{Cause, RefusalKind};
use crate::pipeline::decide::Decision;
use crate::pipeline::resolve::{Move, Resolution, Work};
use crate::pipeline::verify::Verified;
use crate::plan::reference::{Diary, Known, Tally};
use crate::session::choice::Choice;
use crate::session::frame::Origin;
use crate::session::legal::{Legal, Tickets};
use crate::session::options::{Recovery, Verify};

/// Where a transition leaves what happened, and how it can be taken back.
pub(crate) trait Log<G: Game> {
    /// Keeps a copy of the state, before the first event.
    fn save(&mut self, state: &G::State);
    /// Keeps an applied event.
    fn applied(&mut self, event: G::Event, trace: G::Trace, origin: Origin);
    /// The events of the transition under way.
    fn under_way(&self) -> Vec<G::Event>;
    /// Takes back everything since the last committed transition.
    fn roll_back(&mut self, state: &mut G::State, revert: Option<RevertFn<G>>);
    /// The event that was being taken back or redone last.
    fn in_hand(&self) -> Option<&G::Event>;
    /// Tells whoever watches of the event that was kept last.
    #[inline]
    fn tell_applied(&mut self, place: &mut Place) {
        let _ = place;
    }
    /// Whoever watches.
    fn observer(&mut self) -> Option<&mut (dyn Observer<G> + Send + 'static)> {
        None
    }
}

pub(crate) use crate::book::draft::RevertFn;

/// What a game in progress consists of, whoever keeps its past.
pub(crate) struct Core<G: Game, L> {
    pub book: Book<G>,
    pub state: G::State,
    pub dice: Dice,
    /// Rules that are switched off, as a bit set; empty if none is.
    pub disabled: Vec<u64>,
    /// The version of the state.
    pub ticket: u64,
    pub tickets: Tickets,
    pub recovery: Recovery,
    pub log: L,
    pub bench: Workbench<G>,
    pub desk: Desk<G>,
    /// Whether nobody watches and the book asks for nothing but checks and
    /// ordered rules: no turn, invariants, exceptions or subjects, no Exclusive
    /// or ApplyAll, no rule switched off.
    pub calm: bool,
}

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
    /// What is still to be done because the turn moved.
    pub waiting: Vec<Work<G>>,
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
        }
    }

    #[inline]
    fn clear(&mut self) {
        self.applied_groups.clear();
        self.lifted.clear();
        self.moves.clear();
        self.happened = KindSet::none();
        if self.diary.is_some() {
            self.diary = None;
        }
    }
}

/// Which author's function is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// None: the engine itself, or a trait of the author's types (`Clone`,
    /// `PartialEq`, `kind`).
    Engine,
    Check(u32),
    Exception(u32),
    /// A phase, and which of its predicates.
    Predicate(u32, u32),
    Condition(RuleId, u32),
    Answer(RuleId),
    Effect(RuleId),
    Candidates(RuleId),
    Leaving(u32),
    Entering(u32),
    Apply(usize),
    Revert,
    Redo,
    CloneState,
    Invariant(u32),
    Result,
    Seats,
    Subject,
    Step,
    Digest,
    Observer,
}

impl Place {
    /// The place in words.
    pub(crate) fn describe<G: Game>(self, book: &Compiled<G>) -> String {
        let step = |at: u32| match &book.draft.turn {
            Some(turn) => turn.steps[at as usize].name.clone(),
            None => at.to_string(),
        };
        match self {
            Place::Engine => "a trait that the game's own types implement".to_owned(),
            Place::Check(at) => format!("the check \"{}\"", book.draft.checks[at as usize].name),
            Place::Exception(at) => {
                format!("the exception \"{}\"", book.draft.exceptions[at as usize].name)
            }
            Place::Predicate(node, which) => {
                let name = &book.draft.predicates(node)[which as usize].name;
                match node {
                    0 => format!("the predicate \"{name}\" of the book"),
                    _ => {
                        let phase = book.draft.path(node as usize);
                        format!("the predicate \"{name}\" of the phase \"{phase}\"")
                    }
                }
            }
            Place::Condition(rule, at) => format!(
                "the condition \"{}\" of the rule \"{}\"",
                book.rules[rule.index()].def.conditions[at as usize].name,
                book.rule_name(rule)
            ),
            Place::Answer(rule) => format!("the answer of the rule \"{}\"", book.rule_name(rule)),
            Place::Effect(rule) => format!("the effect of the rule \"{}\"", book.rule_name(rule)),
            Place::Candidates(rule) => {
                format!("the candidates of the rule \"{}\"", book.rule_name(rule))
            }
            Place::Leaving(at) => format!("leaving the step {}", step(at)),
            Place::Entering(at) => format!("entering the step {}", step(at)),
            Place::Apply(kind) => {
                format!(
                    "`apply` of the event {}",
                    EventKind::<G>::ALL.get(kind).map_or("?", |kind| kind.name())
                )
            }
            Place::Revert => "`revert` of an event".to_owned(),
            Place::Redo => "`apply` of an event that was redone".to_owned(),
            Place::CloneState => "`clone` of the state".to_owned(),
            Place::Invariant(at) => {
                format!("the invariant \"{}\"", book.draft.invariants[at as usize].name)
            }
            Place::Result => "`Game::result`".to_owned(),
            Place::Seats => "`Game::seats`".to_owned(),
            Place::Subject => "`Game::subject`".to_owned(),
            Place::Step => "the step of the turn".to_owned(),
            Place::Digest => "the digest of the state".to_owned(),
            Place::Observer => "the observer".to_owned(),
        }
    }
}

/// Why a transition did not get through.
pub(crate) enum Stop<G: Game> {
    NoChange,
    Refused(Box<Refused<G>>),
    Asked(Box<Choice>),
    /// Somebody would have seen dice before they fell.
    DiceAhead,
    Fault(Fault),
}

/// In which way an action is refused, and why.
pub(crate) type Refused<G> = (RefusalKind, Cause<G>);

/// An action that did not get through.
pub(crate) struct Unfit<G: Game> {
    pub by: By,
    pub action: G::Action,
    pub stop: Stop<G>,
}

impl<G: Game> Unfit<G> {
    #[cold]
    pub(crate) fn of(legal: Legal<G>, stop: Stop<G>) -> Box<Self> {
        Unfit::boxed(legal.by, legal.action, stop)
    }

    #[cold]
    pub(crate) fn boxed(by: By, action: G::Action, stop: Stop<G>) -> Box<Self> {
        Box::new(Unfit { by, action, stop })
    }
}

impl<G: Game> Stop<G> {
    #[cold]
    pub(crate) fn refused(kind: RefusalKind, cause: Cause<G>) -> Self {
        Stop::Refused(Box::new((kind, cause)))
    }
}

impl<G: Game> From<FaultKind> for Stop<G> {
    #[cold]
    fn from(fault: FaultKind) -> Self {
        Stop::Fault(fault.into())
    }
}

impl<G: Game> From<Fault> for Stop<G> {
    #[cold]
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

impl<G: Game, L: Log<G>> Core<G, L> {
    pub(crate) fn new(
        book: Book<G>,
        state: G::State,
        seed: Seed,
        recovery: Recovery,
        verify: Verify,
        log: L,
    ) -> Self {
        let mut tickets = Tickets::new();
        let mut core = Core {
            dice: Dice::new(seed),
            disabled: Vec::new(),
            ticket: tickets.draw(),
            tickets,
            recovery,
            log,
            bench: Workbench::new(&book.inner.draft.limits),
            desk: Desk::new(&book.inner, verify),
            calm: false,
            state,
            book,
        };
        core.settle_down();
        core
    }

    /// Another one like it, with a past of its own.
    pub(crate) fn fork<M: Log<G>>(&self, log: M) -> Core<G, M> {
        let mut core = Core {
            book: self.book.clone(),
            state: self.state.clone(),
            dice: self.dice.clone(),
            disabled: self.disabled.clone(),
            ticket: self.ticket,
            tickets: Tickets::new(),
            recovery: self.recovery,
            log,
            bench: Workbench::new(&self.book.inner.draft.limits),
            desk: Desk::new(&self.book.inner, self.desk.verify),
            calm: false,
        };
        core.settle_down();
        core
    }

    /// The stages from a valid action to a verified result. The state is
    /// changed in place; whoever calls commits it, or rolls it back.
    ///
    /// CALM says what [`Core::calm`] says: it is the same stages, with the
    /// questions left out that are settled already.
    #[inline]
    pub(crate) fn transition<const CALM: bool>(
        &mut self,
        legal: &Legal<G>,
    ) -> Result<Verified, Stop<G>> {
        let decision = decide::first::<G, L, CALM>(self, legal)?;
        let begun = resolve::begin();
        let mut resolution = resolve::resolve::<G, L, CALM>(self, legal, &decision, begun)?;
        if !CALM && self.book.inner.tree.applies_all {
            resolution = self.apply_all(legal, decision, resolution)?;
        }
        verify::verify::<G, L, CALM>(self, resolution)
    }

    /// Under ApplyAll, decide and resolve take turns.
    fn apply_all(
        &mut self,
        legal: &Legal<G>,
        mut decision: Decision,
        mut resolution: Resolution,
    ) -> Result<Resolution, Stop<G>> {
        while let Some(next) = decide::next(self, legal, &decision)? {
            decision = next;
            resolution = resolve::resolve::<G, L, false>(self, legal, &decision, resolution)?;
        }
        Ok(resolution)
    }

    /// Validates and runs the stages; gives the valid action back besides.
    #[inline]
    pub(crate) fn attempt<const CALM: bool>(
        &mut self,
        by: By,
        action: G::Action,
    ) -> Result<(Legal<G>, Verified), Box<Unfit<G>>> {
        let legal = validate::validate::<G, L, CALM>(self, by, action)?;
        match self.transition::<CALM>(&legal) {
            Ok(verified) => Ok((legal, verified)),
            Err(stop) => Err(Unfit::of(legal, stop)),
        }
    }

    /// Makes ready for a transition.
    #[inline]
    pub(crate) fn begin<const CALM: bool>(&mut self, seal: Seal) {
        if self.bench.stirred {
            self.bench.clear();
        }
        self.bench.seal = seal;
        if seal == Seal::Sealed {
            self.bench.decoy.seek(0);
        }
        self.desk.events = 0;
        self.desk.half_applied = false;
        if !CALM {
            self.desk.clear();
        }
    }

    /// Finds out whether transitions are calm.
    pub(crate) fn settle_down(&mut self) {
        let quiet = self.log.observer().is_none() && self.desk.verify == Verify::Transition;
        self.calm = self.book.inner.calm && quiet && self.disabled.is_empty();
    }

    /// How events are taken back one by one, if that is how.
    #[inline]
    pub(crate) fn revert(&self) -> Option<RevertFn<G>> {
        match self.recovery {
            Recovery::Snapshot => None,
            Recovery::Revert => self.book.inner.draft.revert,
        }
    }

    /// Takes back what a transition has done so far.
    ///
    /// # Errors
    ///
    /// On the revert path an author's `revert` may panic, or the `apply` that
    /// panicked may have left half a change: then the state is lost.
    pub(crate) fn roll_back(&mut self, dice: u64) -> Result<(), Fault> {
        self.dice.seek(dice);
        self.desk.events = 0;
        let revert = self.revert();
        if revert.is_none() {
            self.log.roll_back(&mut self.state, None);
            return Ok(());
        }
        if self.desk.half_applied {
            return Err(self.poison());
        }
        let rolled_back = self.guard(|core| {
            core.desk.place = Place::Revert;
            core.log.roll_back(&mut core.state, revert);
        });
        rolled_back.map_err(|_panic| self.poison())
    }

    pub(crate) fn poison(&self) -> Fault {
        // Only now that all is lost anyway: a kind may panic as well.
        let kind = || guarded(|| Some(self.log.in_hand()?.kind().name())).ok().flatten();
        let place = match self.desk.place {
            Place::Revert => kind().map(|kind| format!("`revert` of the event {kind}")),
            Place::Redo => kind().map(|kind| format!("`apply` of the redone event {kind}")),
            _ => None,
        };
        let place = place.unwrap_or_else(|| self.desk.place.describe(&self.book.inner));
        FaultKind::Poisoned { place }.into()
    }

    /// Runs author's code: a panic in it is a fault that names the function.
    ///
    /// Whatever a panic leaves behind must be rolled back or thrown away
    /// before anybody can look at it.
    #[inline]
    pub(crate) fn guard<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> Result<T, Fault> {
        self.desk.place = Place::Engine;
        guarded(|| run(self)).map_err(|message| self.panicked(message))
    }

    /// The same for what is only tried: once an effect has seen decoy dice,
    /// what it makes of them, a panic for example, says nothing.
    pub(crate) fn trial<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T, Stop<G>>,
    ) -> Result<Result<T, Stop<G>>, Fault> {
        match self.guard(run) {
            Err(_panic) if self.bench.peeked => Ok(Err(Stop::DiceAhead)),
            ran => ran,
        }
    }

    #[cold]
    fn panicked(&mut self, message: String) -> Fault {
        self.desk.half_applied = matches!(self.desk.place, Place::Apply(_));
        // Whatever the effect had proposed must not turn up in the next one.
        self.bench.stirred = true;
        self.desk.tallies.clear();
        let place = self.desk.place.describe(&self.book.inner);
        FaultKind::Panic { place, message }.into()
    }

    /// The digest of the game: state, dice, rules switched off.
    pub(crate) fn digest(&mut self) -> Option<Digest> {
        let draft = &self.book.inner.draft;
        self.desk.place = Place::Digest;
        let mut into = Encoder::new();
        match (draft.kept_digest, draft.encode) {
            (Some(digest), _) => into.u64((digest.kept)(&self.state).0),
            (None, Some(encode)) => encode(&self.state, &mut into),
            (None, None) => return None,
        }
        self.dice.encode(&mut into);
        self.disabled.encode(&mut into);
        Some(into.finish())
    }
}

/// Runs author's code: a panic in it comes back as its message.
#[inline]
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run))
        .map_err(|payload| message(&*payload))
}
