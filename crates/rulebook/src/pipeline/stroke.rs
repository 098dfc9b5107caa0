//! One stroke: a calm transition in a function that the compiler makes for one
//! rule alone.
//!
//! Where the [way](super::calm) of an action leads to a single rule, or a rule
//! vouches for it, everything from the first check to the frame is known when
//! the rule is written down: its effect and the game's `apply` become part of
//! one function, and what they hand on need not be written to memory. Whatever
//! turns out not to be that simple leaves it for the stages as they stand.

use crate::actor::By;
use crate::book::bank::{About, Conditions, Lies, Listed, Next, Register};
use crate::book::rule::{EventKind, Said};
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Effect, Propose};
use crate::error::Fault;
use crate::game::{Game, Kind, Kinded, Subject};
use crate::observe::Detail;
use crate::pipeline::calm::{Calm, unmatched};
use crate::pipeline::commit::{self, Terms};
use crate::pipeline::decide::handled_by_none;
use crate::pipeline::place::{naming, noting};
use crate::pipeline::validate::{self, Standing};
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place, Stop, Unfit, guarded, resolve, verify};
use crate::session::frame::{FrameId, Origin};
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

/// What a stroke comes to of which nothing is unlikely.
enum Plain<G: Game, P> {
    /// One event, applied.
    One(One<G>, Verified),
    /// Nothing yet.
    Nothing,
    /// What else the rule has said.
    Left(Result<Result<G::Event, P>, Said<G::Reason>>),
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

    /// The same where there is nothing to check before and nothing to mind after.
    /// All that is unlikely is handed on at the end, and what is likely calls
    /// nobody but the author's functions: if those are short, no register has to be
    /// kept for later, which would be as many writes as the frame.
    #[inline(always)]
    pub(crate) fn strike_plainly<P: Propose<G>>(
        &mut self,
        by: By,
        action: G::Action,
        (rule, warrant): (RuleId, Warrant),
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Struck<G> {
        let ran = guarded(|| self.plainly(&action, by, (rule, warrant), effect));
        match ran {
            Ok(Plain::One(only, verified)) if self.log.has_room() => {
                commit::commit_one(self, by, action, only, verified);
                Struck::Done
            }
            Ok(Plain::One(only, verified)) => self.commit_one(by, action, only, verified),
            Ok(Plain::Nothing) => self.strike_after_all(by, action),
            Ok(Plain::Left(left)) => self.strike_left(left, by, action, rule),
            Err(message) => Struck::Faulted(self.panicked(message)),
        }
    }

    #[inline(always)]
    fn plainly<P: Propose<G>>(
        &mut self,
        action: &G::Action,
        by: By,
        (rule, warrant): (RuleId, Warrant),
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Plain<G, P> {
        let Core { book, state, bench, desk, log, recovery, .. } = &mut *self;
        let place = &mut desk.place;
        if naming(place, Place::Result, || G::result(state)).is_some() {
            return Plain::Nothing;
        }
        if let By::Seat(seat) = by
            && seat.index() >= naming(place, Place::Seats, || G::seats(state))
        {
            return Plain::Nothing;
        }
        let mut cx = Effect { ask: Ask { state, action, by }, bench };
        let event = match naming(place, Place::Effect(rule), || effect(&mut cx).map(Propose::one)) {
            Ok(Ok(event)) if bench.is_untouched() => event,
            left => return Plain::Left(left),
        };
        if *recovery == Recovery::Snapshot
            && !naming(place, Place::CloneState, || log.save_if_short(state))
        {
            return Plain::Left(Ok(Ok(event)));
        }
        let apply = Place::Apply(event.kind().index());
        let trace = naming(place, apply, || G::apply(state, &event));
        let only = One { event, trace, warrant };
        Plain::One(only, verify::needless(&book.inner))
    }

    /// The same from the start, as if several rules had to be asked.
    #[cold]
    fn strike_after_all(&mut self, by: By, action: G::Action) -> Struck<G> {
        self.strike_asking(by, action)
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

    /// The same from where the rule has said something else than one event.
    #[cold]
    fn strike_left<P: Propose<G>>(
        &mut self,
        left: Result<Result<G::Event, P>, Said<G::Reason>>,
        by: By,
        action: G::Action,
        rule: RuleId,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| match left {
            Ok(proposed) => {
                core.leave(proposed, &action, by, rule);
                core.after_effect::<false>(rule)
            }
            Err(said) => Calm::Other(Err(unmatched(&core.book.inner, rule, said, &action))),
        });
        match ran {
            Ok(ran) => self.commit_left(ran, by, action),
            Err(fault) => Struck::Faulted(fault),
        }
    }

    /// The same where a rule is found by what the action is about: `decide` says what
    /// comes of it, unless nobody is found who can be asked alone.
    #[inline(always)]
    pub(crate) fn strike_about(
        &mut self,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
        checks: &[Standing<G>],
        decide: impl FnOnce(&mut Self, Submitted<'_, G>, Wanted, Subject) -> Option<Stroke<G>>,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| {
            let legal = validate::claimed(by, &action);
            let told = core.watched.then(|| core.greet(legal));
            if let Some(detail) = told
                && !core.can_be_told(detail)
            {
                return Stroke::Left(core.watched_after_all::<false>(legal, detail));
            }
            let Core { state, desk, .. } = &mut *core;
            let ask = legal.ask(state);
            if let Some(refused) = validate::judge(book, checks, &ask, desk) {
                return Stroke::Left(Calm::Other(Err(Stop::Refused(refused))));
            }
            let subject = || G::subject(ask.state, ask.action);
            let subject = naming(&mut desk.place, Place::Subject, subject);
            let decided = subject.and_then(|about| decide(core, (by, &action), told, about));
            decided.unwrap_or_else(|| {
                Stroke::Left(match told {
                    Some(detail) => core.watched_after_all::<true>(legal, detail),
                    None => core.calm_stages_after_all(legal),
                })
            })
        });
        if !self.watched {
            return self.commit_stroke(ran, by, action);
        }
        match ran {
            Ok(Stroke::One(One { event, trace, warrant }, verified)) => {
                self.commit_one_watched(by, action, event, trace, warrant, verified)
            }
            Ok(Stroke::Left(ran)) => self.commit_left_watched(ran, by, action),
            Err(fault) => Struck::Faulted(fault),
        }
    }

    /// What comes of an action for the only rule about its subject, which is asked for
    /// its only condition. Whoever watches is told by the way. About decisions that
    /// cannot be done of a rule that may not match though its condition holds.
    #[inline(always)]
    pub(crate) fn stroke_about<P: Propose<G>>(
        &mut self,
        (by, action): Submitted<'_, G>,
        told: Wanted,
        About { rule, conditions, always }: About<'_, G>,
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Option<Stroke<G>> {
        if told == Some(Detail::Decisions) && !always {
            return None;
        }
        let Core { state, desk, .. } = &mut *self;
        let ask = Ask { state, action, by };
        let place = Place::Condition(rule, 0);
        let holds = match conditions {
            (Some(tests), at) => naming(&mut desk.place, place, || tests.hold(at, &ask)),
            (None, _) => true,
        };
        if told == Some(Detail::Decisions) {
            self.tell_alone(action, rule, holds);
        }
        let stroke = match holds {
            true => self.stroke(action, by, rule, told.is_some(), effect),
            false => Err(Said::Unmet(0)),
        };
        Some(stroke.unwrap_or_else(|said| {
            Stroke::Left(Calm::Other(Err(unmatched(&self.book.inner, rule, said, action))))
        }))
    }

    /// The same where rules are found by what facts come to as well, and several may
    /// have to be asked. One that lies on its own shelf is asked by `ask`, which is told
    /// where and which of its conditions stands there. Nobody watches.
    #[inline(always)]
    pub(crate) fn strike_in_row(
        &mut self,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
        (checks, register, own): (&[Standing<G>], &Register<G>, u8),
        ask: impl Fn(&mut Self, Submitted<'_, G>, u32, u32) -> Answered<G>,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| {
            let Core { state, desk, .. } = &mut *core;
            let question = Ask { state, action: &action, by };
            if let Some(refused) = validate::judge(book, checks, &question, desk) {
                return Ok(Stroke::Left(Calm::Other(Err(Stop::Refused(refused)))));
            }
            let listed = register.find(core, book, by, &action);
            match listed.on(own) {
                Some(at) => {
                    let asked = ask(core, (by, &action), at, listed.own_condition());
                    asked.map_err(|said| Err((at, said)))
                }
                None => Err(Ok(listed)),
            }
        });
        // What is less likely is not brought together with the rest before it is done: to
        // read a large value that was written in small pieces takes longest of all.
        match ran {
            Ok(Ok(stroke)) => self.commit_stroke(Ok(stroke), by, action),
            Ok(Err(Ok(listed))) => self.strike_row(book, by, action, (register, own), listed, ask),
            Ok(Err(Err((at, said)))) => {
                let rule = register.rule(Lies { shelf: own, at });
                let stop = self.guard_poised(|_| unmatched(book, rule, said, &action));
                self.commit_struck(stop.map(|stop| Calm::Other(Err(stop))), by, action)
            }
            Err(fault) => Struck::Faulted(fault),
        }
    }

    /// The same where there is a row. The first rule of it that need not wait is asked
    /// by `ask` if it lies there.
    #[inline(never)]
    fn strike_row(
        &mut self,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
        (register, own): (&Register<G>, u8),
        listed: Listed,
        ask: impl Fn(&mut Self, Submitted<'_, G>, u32, u32) -> Answered<G>,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| {
            let Some(first) = register.first(core, book, listed) else {
                return match listed.is_row() {
                    true => Ok(Stroke::Left(Calm::Other(Err(handled_by_none(&action))))),
                    false => Err(None),
                };
            };
            match first.0.on(own) {
                Some(at) => {
                    let asked = ask(core, (by, &action), at, first.0.own_condition());
                    asked.map_err(|said| Some((first, Some(said))))
                }
                None => Err(Some((first, None))),
            }
        });
        match ran {
            Ok(Ok(stroke)) => self.commit_stroke(Ok(stroke), by, action),
            Ok(Err(left)) => self.strike_left_of(book, by, action, register, (listed, left)),
            Err(fault) => Struck::Faulted(fault),
        }
    }

    /// The same wherever rules lie: from one on that may have said already that it does
    /// not match.
    #[inline(never)]
    fn strike_left_of(
        &mut self,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
        register: &Register<G>,
        (listed, from): (Listed, Option<(Next<'_>, Option<Said<G::Reason>>)>),
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| match from {
            Some((next, said)) => register.stroke_from(core, book, (by, &action), next, said),
            None => register.stroke_listed(core, book, (by, &action), listed),
        });
        self.commit_stroke(ran, by, action)
    }

    /// The same from the start.
    pub(crate) fn strike_listed(
        &mut self,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
        checks: &[Standing<G>],
        register: &Register<G>,
    ) -> Struck<G> {
        let ran = self.guard_poised(|core| {
            let Core { state, desk, .. } = &mut *core;
            let question = Ask { state, action: &action, by };
            if let Some(refused) = validate::judge(book, checks, &question, desk) {
                return Stroke::Left(Calm::Other(Err(Stop::Refused(refused))));
            }
            let listed = register.find(core, book, by, &action);
            register.stroke_listed(core, book, (by, &action), listed)
        });
        self.commit_stroke(ran, by, action)
    }

    /// What comes of an action for a rule of which the condition of its own is asked.
    #[inline(always)]
    pub(crate) fn stroke_if<P: Propose<G>>(
        &mut self,
        (by, action): Submitted<'_, G>,
        (rule, which): (RuleId, u32),
        (conditions, at): (&Conditions<G>, u32),
        effect: impl FnOnce(&mut Effect<'_, G>) -> Result<P, Said<G::Reason>>,
    ) -> Answered<G> {
        if let Some(tests) = conditions {
            let Core { state, desk, .. } = &mut *self;
            let ask = Ask { state, action, by };
            let place = Place::Condition(rule, which);
            if !naming(&mut desk.place, place, || tests.hold(at, &ask)) {
                return Err(Said::Unmet(which as usize));
            }
        }
        self.stroke(action, by, rule, false, effect)
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

    /// Appends the frame of a stroke, where that is all there is to do.
    #[inline(always)]
    pub(crate) fn commit_stroke(
        &mut self,
        ran: Result<Stroke<G>, Fault>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
        match ran {
            Ok(Stroke::One(only, verified)) if self.log.has_room() => {
                commit::commit_one(self, by, action, only, verified);
                Struck::Done
            }
            Ok(Stroke::One(only, verified)) => self.commit_one(by, action, only, verified),
            Ok(Stroke::Left(ran)) => self.commit_left(ran, by, action),
            Err(fault) => Struck::Faulted(fault),
        }
    }

    /// The same where there is more to do.
    #[cold]
    fn commit_one(
        &mut self,
        by: By,
        action: G::Action,
        only: One<G>,
        verified: Verified,
    ) -> Struck<G> {
        if self.log.has_one(0) {
            return self.commit_instead(by, action, only, verified);
        }
        // Values of the author's are dropped by the way, which could panic.
        let branches = self.log.redo_depth() > 0;
        let dropped = if branches { self.guard(|core| core.log.branch_off()) } else { Ok(()) };
        if branches && dropped.is_ok() && self.log.has_room() {
            commit::commit_one(self, by, action, only, verified);
            // As it was before: nothing else was touched.
            self.poised = true;
            return Struck::Done;
        }
        // Also what is to be taken back has to be listed.
        let ran = self.listed(Stroke::One(only, verified));
        if let Err(fault) = dropped {
            return Struck::Faulted(fault);
        }
        self.conclude(Ok(ran), by, action, Terms::ordinary())
    }

    /// The same for what the stages have made of it.
    #[inline(never)]
    fn commit_left(&mut self, ran: Calm<G>, by: By, action: G::Action) -> Struck<G> {
        self.commit_struck(Ok(ran), by, action)
    }

    /// The same with its event listed, where the frame cannot hold it at once.
    pub(crate) fn listed(&mut self, stroke: Stroke<G>) -> Calm<G> {
        match stroke {
            Stroke::One(One { event, trace, warrant }, verified) => {
                self.log.applied(event, trace, Origin::Rule(RuleId(warrant.rule())));
                Calm::Ordinary(verified)
            }
            Stroke::Left(ran) => ran,
        }
    }

    /// Appends any other frame, where that is all there is to do.
    #[inline(always)]
    pub(crate) fn commit_struck(&mut self, ran: Ran<G>, by: By, action: G::Action) -> Struck<G> {
        match ran {
            Ok(Calm::Ordinary(verified)) if self.log.has_room() => {
                commit::commit_ordinary(self, by, action, verified);
                Struck::Done
            }
            Ok(Calm::Ordinary(verified)) if self.log.has_one(1) => match self.log.unlist() {
                Some(only) => self.commit_instead(by, action, only, verified),
                None => self.conclude(Ok(Calm::Ordinary(verified)), by, action, Terms::ordinary()),
            },
            ran => self.conclude(ran, by, action, Terms::ordinary()),
        }
    }

    /// The same for a stroke of one event where somebody watches. All is handed on in
    /// pieces, and nothing comes back through the guard: it is put together where it
    /// stays.
    #[inline(never)]
    fn commit_one_watched(
        &mut self,
        by: By,
        action: G::Action,
        event: G::Event,
        trace: G::Trace,
        warrant: Warrant,
        verified: Verified,
    ) -> Struck<G> {
        let only = One { event, trace, warrant };
        if !self.log.has_room() {
            let listed = self.guard(|core| core.list_told(only, verified));
            return self.conclude(listed, by, action, Terms::ordinary());
        }
        let told = self.guard(|core| {
            commit::commit_one_told(core, by, action, only, verified);
        });
        told.map_or_else(Struck::Faulted, |()| Struck::Done)
    }

    /// The same for what the stages have made of it, where events are told of.
    #[inline(never)]
    fn commit_left_watched(&mut self, ran: Calm<G>, by: By, action: G::Action) -> Struck<G> {
        match ran {
            Calm::Ordinary(verified) if self.log.has_room() => {
                let told = self.guard(|core| {
                    commit::commit_told(core, by, action, verified);
                });
                told.map_or_else(Struck::Faulted, |()| Struck::Done)
            }
            ran => self.conclude(Ok(ran), by, action, Terms::ordinary()),
        }
    }

    /// Appends the frame of a stroke where somebody watches, and tells of it, and of
    /// the event that it holds. If that is not all there is to do, it is for the caller
    /// to conclude, and all events are listed and told of.
    #[inline(always)]
    pub(crate) fn commit_told(
        &mut self,
        ran: Stroke<G>,
        by: By,
        action: G::Action,
        appends: bool,
    ) -> Result<FrameId, (Calm<G>, G::Action)> {
        let appends = appends && self.log.has_room();
        match ran {
            Stroke::One(only, verified) if appends => {
                Ok(commit::commit_one_told(self, by, action, only, verified))
            }
            Stroke::Left(Calm::Ordinary(verified)) if appends => {
                Ok(commit::commit_told(self, by, action, verified))
            }
            Stroke::One(only, verified) => Err((self.list_told(only, verified), action)),
            Stroke::Left(ran) => Err((ran, action)),
        }
    }

    /// Lists the only event of a transition, and tells of it.
    #[inline(never)]
    fn list_told(&mut self, only: One<G>, verified: Verified) -> Calm<G> {
        let origin = Origin::Rule(RuleId(only.warrant.rule()));
        let listed = self.listed(Stroke::One(only, verified));
        self.log.tell_last(origin, &mut self.desk.place);
        listed
    }

    /// The same where no other frame is kept. Values of the author's are dropped
    /// by the way, which could panic.
    fn commit_instead(
        &mut self,
        by: By,
        action: G::Action,
        only: One<G>,
        verified: Verified,
    ) -> Struck<G> {
        let committed =
            self.guard_poised(|core| commit::commit_instead(core, by, action, only, verified));
        match committed {
            Ok(()) => Struck::Done,
            Err(fault) => Struck::Faulted(fault),
        }
    }

    /// Commits any other transition, or says why it is to be taken back.
    #[inline(never)]
    pub(crate) fn conclude(
        &mut self,
        ran: Ran<G>,
        by: By,
        action: G::Action,
        terms: Terms,
    ) -> Struck<G> {
        let verified = match ran.map(Calm::verified) {
            Ok(Ok(verified)) => verified,
            Ok(Err(stop)) => return Struck::Stopped(Unfit::boxed(by, action, stop)),
            Err(fault) => return Struck::Faulted(fault),
        };
        // Values of the author's are dropped by the way, which could panic.
        let legal = validate::claim(self, by, action);
        match self.guard(|core| commit::commit(core, legal, verified, terms)) {
            Ok(_) => Struck::Done,
            Err(fault) => Struck::Faulted(fault),
        }
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
