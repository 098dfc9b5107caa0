//! Strokes by rules that are found by what an action is about, or by what facts come to.

use crate::actor::By;
use crate::book::bank::{About, Conditions, Lies, Listed, Next, Register};
use crate::book::rule::Said;
use crate::book::{Compiled, RuleId};
use crate::context::{Ask, Effect, Propose};
use crate::game::{Game, Subject};
use crate::observe::Detail;
use crate::pipeline::calm::{Calm, unmatched};
use crate::pipeline::decide::handled_by_none;
use crate::pipeline::place::naming;
use crate::pipeline::stroke::{Answered, Seated, Stroke, Struck, Submitted, Wanted};
use crate::pipeline::validate::{self, Standing};
use crate::pipeline::{Core, Place, Stop};
use crate::session::history::record::One;

impl<G: Game> Seated<G> {
    /// The whole transition where a rule is found by what the action is about: `decide` says what
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
}
