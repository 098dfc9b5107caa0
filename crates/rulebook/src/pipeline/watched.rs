//! The straight line where somebody watches.
//!
//! An observer of outcomes hears what was submitted, what happened and what was
//! committed: the [calm](super::calm) line tells it by the way. One of decisions
//! wants to know of each rule as well. Where rules are asked in order, they are
//! asked as the plan does it and told of afterwards, before the one that was
//! chosen proposes. Whatever is not that simple goes through the stages as they
//! stand.

use std::mem::ManuallyDrop;

use crate::book::RuleId;
use crate::book::rule::{ActionKind, Said};
use crate::context::{Ask, Effect};
use crate::explain::{self, Standing};
use crate::game::{Game, Kind, Kinded};
use crate::observe::{self, Detail, Notice, Rejected};
use crate::outcome::RefusalKind;
use crate::pipeline::calm::Calm;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place, Stop, calm, decide, validate};
use crate::plan::passes::Pass;
use crate::session::legal::Valid;

/// A rule that decides, where it stands in its row, and how it refuses if so.
pub(crate) struct Decisive<R> {
    pub at: usize,
    /// Whether it is the last there.
    pub is_last: bool,
    pub rule: RuleId,
    pub refusal: Option<(RefusalKind, R)>,
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// The stages up to verify, where transitions would be calm if nobody
    /// watched. An action that is not PROVEN is validated first.
    pub(crate) fn watched_stages<const PROVEN: bool>(&mut self, legal: Valid<'_, G>) -> Calm<G> {
        self.begin_calmly();
        if self.desk.diary.is_some() || self.desk.tells_chosen {
            self.desk.clear();
        }
        let detail = observe::submitted(self, legal.by(), legal.action());
        self.desk.place = Place::Engine;
        if detail == Detail::Outcomes && !self.desk.counts {
            return self.calm_stages::<PROVEN, true>(legal);
        }
        let Core { book, state, desk, .. } = &mut *self;
        let way = &book.inner.ways[legal.action().kind().index()];
        if !PROVEN
            && let Some(refused) =
                validate::judge(&book.inner, &way.checks, &legal.ask(state), desk)
        {
            return Calm::Other(Err(Stop::Refused(refused)));
        }
        if detail == Detail::Decisions && way.in_order {
            return match self.decide_aloud(legal) {
                Ok(rule) => {
                    self.propose(legal, rule);
                    self.let_happen::<true>(rule)
                }
                Err(stop) => Calm::Other(Err(stop)),
            };
        }
        self.desk.begin();
        observe::listen(self, detail);
        Calm::Other(self.stages::<false>(&legal))
    }

    /// Whether an action of this kind can be explained by
    /// [`stages_to_explain`](Self::stages_to_explain).
    pub(crate) fn is_straight(&self, kind: ActionKind<G>) -> bool {
        (self.calm || self.watched) && self.book.inner.ways[kind.index()].in_order
    }

    /// The stages up to verify, with what is needed to explain them: whether
    /// rules were asked, who was passed over, and which was decisive.
    #[inline]
    pub(crate) fn stages_to_explain(
        &mut self,
        legal: Valid<'_, G>,
        asked: &mut bool,
        passed: impl FnMut(RuleId, Option<u32>),
        decisive: &mut Option<Decisive<G::Reason>>,
    ) -> Result<Verified, Stop<G>> {
        let Core { book, state, desk, .. } = &mut *self;
        let way = &book.inner.ways[legal.action().kind().index()];
        if let Some(refused) = validate::judge(&book.inner, &way.checks, &legal.ask(state), desk) {
            return Err(Stop::Refused(refused));
        }
        *asked = true;
        *decisive = self.ask_in_order(legal, passed);
        let rule = match decisive {
            None => return Err(decide::handled_by_none(legal.action())),
            Some(Decisive { rule, refusal: None, .. }) => *rule,
            Some(Decisive { rule, refusal: Some((kind, reason)), .. }) => {
                let reason = reason.clone();
                return Err(decide::refused_by(&self.book.inner, *rule, *kind, reason));
            }
        };
        self.propose(legal, rule);
        self.let_happen::<false>(rule).verified()
    }

    /// The chosen rule proposes.
    #[inline]
    fn propose(&mut self, legal: Valid<'_, G>, rule: RuleId) {
        let Core { book, state, bench, desk, .. } = self;
        let mut cx = Effect { ask: legal.ask(state), bench };
        calm::propose(&book.inner, desk, rule, &mut cx);
    }

    /// The first rule that is decisive, after all that the observer wants to
    /// know of it was told.
    #[inline]
    fn decide_aloud(&mut self, legal: Valid<'_, G>) -> Result<RuleId, Stop<G>> {
        let mut passed = std::mem::take(&mut self.desk.passed);
        passed.clear();
        let decisive = self.ask_in_order(legal, |rule, unmet| passed.push((rule, unmet)));
        self.tell_passed(legal, &passed);
        self.desk.passed = passed;
        let Some(Decisive { at, is_last, rule, refusal }) = decisive else {
            return Err(decide::handled_by_none(legal.action()));
        };
        if is_last {
            observe::tell_selected(self, rule, &[]);
        } else {
            let rejected = self.rejected_behind(legal, at, rule);
            observe::tell_selected(self, rule, &rejected);
        }
        match refusal {
            None => Ok(rule),
            Some((kind, reason)) => Err(decide::refused_by(&self.book.inner, rule, kind, reason)),
        }
    }

    /// Asks the rules of a row, up to the first that is decisive, and says who was
    /// passed over: because of which condition, if not by its own answer.
    #[inline(always)]
    fn ask_in_order(
        &mut self,
        legal: Valid<'_, G>,
        mut passed: impl FnMut(RuleId, Option<u32>),
    ) -> Option<Decisive<G::Reason>> {
        let Core { book, state, desk, .. } = self;
        let book = &*book.inner;
        let ask = Ask { state, action: legal.action(), by: legal.by() };
        let row = book.row_in_order(legal.action().kind().index());
        for (at, cell) in row.iter().enumerate() {
            let rule = cell.rule();
            let quick = &book.quick[rule.index()];
            let unmet = calm::unmet(book, quick, desk, rule, &ask);
            if unmet.is_none() {
                let is_last = at + 1 == row.len();
                match calm::answer(book, desk, *cell, &ask) {
                    Said::Match => return Some(Decisive { at, is_last, rule, refusal: None }),
                    Said::Refuse(kind, reason) => {
                        let refusal = Some((kind, reason));
                        return Some(Decisive { at, is_last, rule, refusal });
                    }
                    Said::Skip | Said::Unmet(_) => {}
                }
            }
            passed(rule, unmet);
        }
        None
    }

    /// Tells the observer of the rules that were passed over, and of those that
    /// nobody had to look at.
    #[inline]
    fn tell_passed(&mut self, legal: Valid<'_, G>, passed: &[(RuleId, Option<u32>)]) {
        let Core { book, log, desk, .. } = self;
        let book = &*book.inner;
        let Some(observer) = log.observer() else { return };
        desk.place = Place::Engine;
        let avoided = book.other_kinds(legal.action().kind());
        desk.place = Place::Observer;
        for &(rule, unmet) in passed {
            // The names in it are the book's: there is nothing to drop.
            let why = ManuallyDrop::new(match unmet {
                Some(at) => explain::condition_false(book, rule, at as usize),
                None => Standing::Skipped,
            });
            observer.notice(&Notice::Skipped { rule, why: &why });
        }
        desk.counts = true;
        desk.avoid(Pass::Kinds, avoided);
        if avoided > 0 {
            observer.notice(&Notice::Avoided { pass: Pass::Kinds, count: avoided as u64 });
        }
    }

    /// The rules behind the one that was chosen which would have decided too.
    #[cold]
    fn rejected_behind(&mut self, legal: Valid<'_, G>, at: usize, winner: RuleId) -> Vec<Rejected> {
        let row = self.book.inner.row_in_order(legal.action().kind().index());
        let mut rules: Vec<RuleId> = row[at + 1..].iter().map(|cell| cell.rule()).collect();
        rules.sort_unstable();
        explain::rejected_of(self, legal.by(), legal.action(), winner, rules)
    }
}
