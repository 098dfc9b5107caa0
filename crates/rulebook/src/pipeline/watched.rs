//! The straight line where somebody watches.
//!
//! An observer of outcomes hears what was submitted, what happened and what was
//! committed: the [calm](super::calm) line tells it by the way. One of decisions
//! wants to know of each rule as well. Where rules are asked in order, they are
//! asked as the plan does it and told of afterwards, before the one that was
//! chosen proposes. Whatever is not that simple goes through the stages as they
//! stand.

use crate::book::RuleId;
use crate::book::rule::Said;
use crate::context::{Ask, Effect, Seal};
use crate::explain;
use crate::game::{Game, Kind, Kinded};
use crate::observe::{self, Detail, Notice, Rejected};
use crate::outcome::RefusalKind;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place, Stop, calm, decide, validate};
use crate::plan::diary::Diary;
use crate::plan::passes::Pass;
use crate::session::legal::Legal;

/// A rule that decides, where it stands in its row, and how it refuses if so.
struct Decisive<R> {
    at: usize,
    rule: RuleId,
    refusal: Option<(RefusalKind, R)>,
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// The stages up to verify, where transitions would be calm if nobody
    /// watched. An action that is not PROVEN is validated first.
    pub(crate) fn watched_stages<const PROVEN: bool>(
        &mut self,
        legal: &Legal<G>,
    ) -> Result<Verified, Stop<G>> {
        self.begin(Seal::Open);
        let detail = observe::submitted(self, legal.by(), legal.action());
        if detail == Detail::Outcomes && !self.desk.counts {
            return self.calm_stages::<PROVEN, true>(legal);
        }
        self.desk.place = Place::Engine;
        let Core { book, state, desk, .. } = &mut *self;
        let way = &book.inner.ways[legal.action().kind().index()];
        if !PROVEN
            && let Some(refused) = validate::judge(&book.inner, &way.checks, state, legal, desk)
        {
            return Err(Stop::Refused(refused));
        }
        if detail == Detail::Decisions && way.in_order {
            let rule = self.decide_aloud(legal)?;
            let Core { book, state, bench, dice, desk, .. } = &mut *self;
            let mut cx = Effect { state, action: legal.action(), by: legal.by(), bench, dice };
            calm::propose(&book.inner, desk, rule, &mut cx);
            return self.let_happen::<true>(rule);
        }
        observe::listen(self, detail);
        self.stages::<false>(legal)
    }

    /// The first rule that is decisive, after all that the observer wants to
    /// know of it was told.
    fn decide_aloud(&mut self, legal: &Legal<G>) -> Result<RuleId, Stop<G>> {
        let decisive = self.ask_in_order(legal);
        self.tell_passed(legal);
        let Some(Decisive { at, rule, refusal }) = decisive else {
            return Err(decide::handled_by_none(legal.action()));
        };
        let rejected = self.rejected_behind(legal, at, rule);
        observe::tell_selected(self, rule, &rejected);
        match refusal {
            None => Ok(rule),
            Some((kind, reason)) => Err(decide::refused_by(&self.book.inner, rule, kind, reason)),
        }
    }

    /// Asks the rules of a row, up to the first that is decisive.
    fn ask_in_order(&mut self, legal: &Legal<G>) -> Option<Decisive<G::Reason>> {
        let Core { book, state, desk, .. } = self;
        let book = &*book.inner;
        let ask = Ask { state, action: legal.action(), by: legal.by() };
        let row = book.plan.as_ref()?.plain_row(legal.action().kind().index());
        desk.passed.clear();
        for (at, cell) in row.iter().enumerate() {
            let rule = cell.rule();
            let quick = &book.quick[rule.index()];
            let unmet = calm::unmet(book, quick, desk, rule, &ask);
            if unmet.is_none() {
                match calm::answer(book, desk, *cell, &ask) {
                    Said::Match => return Some(Decisive { at, rule, refusal: None }),
                    Said::Refuse(kind, reason) => {
                        return Some(Decisive { at, rule, refusal: Some((kind, reason)) });
                    }
                    Said::Skip | Said::Unmet(_) => {}
                }
            }
            desk.passed.push((rule, unmet));
        }
        None
    }

    /// Tells the observer of the rules that were passed over, and of those that
    /// nobody had to look at.
    fn tell_passed(&mut self, legal: &Legal<G>) {
        let Core { book, log, desk, .. } = self;
        let book = &*book.inner;
        let (Some(observer), Some(plan)) = (log.observer(), &book.plan) else { return };
        desk.place = Place::Engine;
        let avoided = match plan.has(Pass::Kinds) {
            true => book.rules.len() - plan.rows_of(legal.action().kind().index()).rules,
            false => 0,
        };
        desk.place = Place::Observer;
        let diary = desk.spare_diary.get_or_insert_with(|| Diary::new(book.rules.len()));
        for &(rule, unmet) in &desk.passed {
            let why = diary.why_simply(book, rule, unmet);
            observer.notice(&Notice::Skipped { rule, why });
        }
        desk.counts = true;
        desk.avoid(Pass::Kinds, avoided);
        if avoided > 0 {
            observer.notice(&Notice::Avoided { pass: Pass::Kinds, count: avoided as u64 });
        }
    }

    /// The rules behind the one that was chosen which would have decided too.
    fn rejected_behind(&mut self, legal: &Legal<G>, at: usize, winner: RuleId) -> Vec<Rejected> {
        let plan = self.book.inner.plan.as_ref();
        let row = plan.map_or(&[][..], |plan| plan.plain_row(legal.action().kind().index()));
        let behind = row.get(at + 1..).unwrap_or_default();
        if behind.is_empty() {
            return Vec::new();
        }
        let mut rules: Vec<RuleId> = behind.iter().map(|cell| cell.rule()).collect();
        rules.sort_unstable();
        explain::rejected_of(self, legal.by(), legal.action(), winner, rules)
    }
}
