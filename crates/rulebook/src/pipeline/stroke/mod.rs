//! One stroke: a calm transition in a function that the compiler makes for one
//! rule alone.
//!
//! Where the [way](super::calm) of an action leads to a single rule, or a rule
//! vouches for it, everything from the first check to the frame is known when
//! the rule is written down: its effect and the game's `apply` become part of
//! one function, and what they hand on need not be written to memory. Whatever
//! turns out not to be that simple leaves it for the stages as they stand.

mod found;
mod frame;
mod plain;

use crate::actor::By;
use crate::book::rule::{EventKind, Said};
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Effect, Propose};
use crate::error::Fault;
use crate::game::{Game, Kind, Kinded};
use crate::observe::Detail;
use crate::pipeline::calm::{Calm, unmatched};
use crate::pipeline::place::{naming, noting};
use crate::pipeline::validate::{self, Standing};
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place, Stop, Unfit, resolve, verify};
use crate::session::frame::Origin;
use crate::session::history::Journal;
use crate::session::history::record::One;
use crate::session::legal::{Valid, Warrant};
use crate::session::options::Recovery;

/// What came of a transition, in few words: it is handed on in registers.
pub(crate) enum Struck<G: Game> {
    /// It was committed.
    Done,
    /// It did not get through, and is to be taken back.
    Stopped(Box<Unfit<G>>),
    /// The same because of a fault.
    Faulted(Fault),
}

/// What a stroke comes to.
pub(crate) enum Stroke<G: Game> {
    /// One event, applied, which the frame is to hold.
    One(One<G>, Verified),
    /// What the stages have made of it.
    Left(Calm<G>),
}

/// What comes of an action by a rule, or what the rule says if it does not match.
pub(crate) type Answered<G> = Result<Stroke<G>, Said<<G as Game>::Reason>>;

/// Who acts, and how.
pub(crate) type Submitted<'a, G> = (By, &'a <G as Game>::Action);

/// What whoever watches wants to know.
pub(crate) type Wanted = Option<Detail>;

/// A game in a session.
pub(crate) type Seated<G> = Core<G, Journal<G>>;

/// What came of a transition up to its frame.
type Ran<G> = Result<Calm<G>, Fault>;

/// All that becomes of a kind of action in a session. A trait of its own, for things
/// that are not closures: who calls a closure in a box writes its arguments into a tuple
/// first, and the action has to be moved out of it.
pub(crate) trait Strikes<G: Game>: Send + Sync {
    fn strike(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G>;
}

/// Where several rules may have to be asked.
pub(crate) struct Several;

impl<G: Game> Strikes<G> for Several {
    fn strike(
        &self,
        core: &mut Seated<G>,
        _: &Compiled<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
        core.strike_asking(by, action)
    }
}

impl<G: Game> Seated<G> {
    /// The whole transition of an action that is not proven, up to its frame.
    #[inline(always)]
    pub(crate) fn strike<P: Propose<G>>(
        &mut self,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
        (rule, checks): (RuleId, &[Standing<G>]),
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| {
            let ask = Ask { state: &core.state, action: &action, by };
            if let Some(refused) = validate::judge_here(book, checks, &ask, &mut core.desk) {
                return Stroke::Left(Calm::Other(Err(Stop::Refused(refused))));
            }
            match core.stroke(&action, by, rule, false, effect) {
                Ok(stroke) => stroke,
                Err(said) => Stroke::Left(Calm::Other(Err(unmatched(book, rule, said, &action)))),
            }
        });
        self.commit_stroke(ran, by, action)
    }

    /// The transition of an action for which several rules may have to be asked.
    #[inline(never)]
    pub(crate) fn strike_asking(&mut self, by: By, action: G::Action) -> Struck<G> {
        let ran = self.guard_poised(|core| core.stroke_asking(validate::claimed(by, &action)));
        match ran {
            Ok(Stroke::Left(ran)) => self.commit_struck(Ok(ran), by, action),
            ran => self.commit_stroke(ran, by, action),
        }
    }

    /// The same for an action that the rule vouches for.
    #[inline(always)]
    pub(crate) fn strike_proven<P: Propose<G>>(
        &mut self,
        by: By,
        action: G::Action,
        rule: RuleId,
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| match core.stroke(&action, by, rule, false, effect) {
            Ok(stroke) => stroke,
            Err(_) => Stroke::Left(core.calm_stages_after_all(Valid::again(&action, by, rule.0))),
        });
        self.commit_stroke(ran, by, action)
    }
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// A rule proposes, and its one event happens, and is told as [one](Self::one)
    /// is. The rule says so itself if it does not match.
    #[inline(always)]
    pub(crate) fn stroke<P: Propose<G>>(
        &mut self,
        action: &G::Action,
        by: By,
        rule: RuleId,
        told: bool,
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Result<Stroke<G>, Said<G::Reason>> {
        let Core { state, bench, desk, .. } = &mut *self;
        let mut cx = Effect { ask: Ask { state, action, by }, bench };
        let place = Place::Effect(rule);
        let event = match naming(&mut desk.place, place, || effect(&mut cx).map(Propose::one))? {
            Ok(event) if bench.is_untouched() => event,
            proposed => {
                self.leave(proposed, action, by, rule);
                return Ok(Stroke::Left(match told {
                    true => self.after_effect::<true>(rule),
                    false => self.after_effect::<false>(rule),
                }));
            }
        };
        Ok(self.one(event, rule, told))
    }

    /// The same where several rules may have to be asked.
    #[inline(always)]
    pub(crate) fn stroke_asking(&mut self, legal: Valid<'_, G>) -> Stroke<G> {
        match self.choose::<false, false>(legal) {
            Ok(rule) => self.happen::<false>(rule),
            Err(ran) => Stroke::Left(Calm::Other(ran)),
        }
    }

    /// What a rule has proposed happens, and is TOLD as [one](Self::one) event is.
    #[inline(always)]
    pub(crate) fn happen<const TOLD: bool>(&mut self, rule: RuleId) -> Stroke<G> {
        match self.bench.take_one() {
            Some(event) => self.one(event, rule, TOLD),
            None => Stroke::Left(self.let_happen::<TOLD>(rule)),
        }
    }

    /// One event happens. If somebody is to hear of it, it is told, unless a frame
    /// will hold it, which is told of together with it.
    #[inline(always)]
    fn one(&mut self, event: G::Event, rule: RuleId, told: bool) -> Stroke<G> {
        let kind = event.kind();
        let only = self.apply_one(kind, event, rule);
        let Core { book, desk, log, .. } = &mut *self;
        if !book.inner.verifies && Warrant::names(rule) {
            desk.note_written(&book.inner, kind);
            return Stroke::One(only, verify::needless(&book.inner));
        }
        let One { event, trace, .. } = only;
        log.applied(event, trace, Origin::Rule(rule));
        if told {
            log.tell_last(Origin::Rule(rule), &mut desk.place);
        }
        Stroke::Left(match book.inner.minds_kinds {
            true => resolve::mind(self, kind),
            false => Calm::Ordinary(verify::needless(&book.inner)),
        })
    }

    /// One event happens that a rule has proposed, the first of a transition.
    #[inline(always)]
    fn apply_one(&mut self, kind: EventKind<G>, event: G::Event, rule: RuleId) -> One<G> {
        let Core { state, desk, log, recovery, .. } = &mut *self;
        if *recovery == Recovery::Snapshot {
            let noting = noting(&mut desk.place, Place::CloneState);
            log.save(state);
            noting.done();
        }
        let place = Place::Apply(kind.index());
        let trace = naming(&mut desk.place, place, || G::apply(state, &event));
        One { event, trace, warrant: Warrant::of(rule.0) }
    }

    /// Leaves what a rule proposes on the bench.
    #[inline(never)]
    pub(super) fn leave<P: Propose<G>>(
        &mut self,
        proposed: Result<G::Event, P>,
        action: &G::Action,
        by: By,
        rule: RuleId,
    ) {
        let Core { state, bench, desk, .. } = self;
        let mut cx = Effect { ask: Ask { state, action, by }, bench };
        naming(&mut desk.place, Place::Effect(rule), || match proposed {
            Ok(event) => cx.propose(event),
            Err(proposed) => {
                // An early stop is read from the bench, also if the effect
                // swallowed it.
                let _ = proposed.propose_to(&mut cx);
            }
        });
    }

    /// What the rule has left on the bench happens.
    #[inline(never)]
    pub(super) fn after_effect<const WATCHED: bool>(&mut self, rule: RuleId) -> Calm<G> {
        self.let_happen::<WATCHED>(rule)
    }
}
