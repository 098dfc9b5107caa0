//! What a stroke came to becomes a frame, or is taken back.

use crate::actor::By;
use crate::book::RuleId;
use crate::error::Fault;
use crate::game::Game;
use crate::pipeline::calm::Calm;
use crate::pipeline::commit::{self, Terms};
use crate::pipeline::stroke::{Ran, Seated, Stroke, Struck};
use crate::pipeline::verify::Verified;
use crate::pipeline::{Log, Unfit, validate};
use crate::session::frame::{FrameId, Origin};
use crate::session::history::record::One;
use crate::session::legal::Warrant;

impl<G: Game> Seated<G> {
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
    pub(super) fn commit_one(
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
    pub(super) fn commit_left(&mut self, ran: Calm<G>, by: By, action: G::Action) -> Struck<G> {
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
    pub(super) fn commit_one_watched(
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
    pub(super) fn commit_left_watched(
        &mut self,
        ran: Calm<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
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
