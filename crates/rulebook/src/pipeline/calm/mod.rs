//! Calm transitions: the stages in one straight line.
//!
//! Where nobody watches and a book has nothing but checks, rules and invariants,
//! most of what the stages ask has one answer, and the compiler of the book knows
//! it: for each kind of action there is a [`Way`] on which the rule is found. A rule
//! that is asked and matches proposes in the same call, because nobody else will be
//! asked. What is not that simple goes through the stages as they stand.

mod first;
mod say;
mod way;

use crate::actor::By;
use crate::book::RuleId;
use crate::book::rule::Said;
use crate::context::{Ask, Effect, Seal};
use crate::game::{Game, Kinded};
use crate::pipeline::place::naming;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Log, Place, Stop, decide, resolve, validate, verify};
use crate::session::account::Because;
use crate::session::frame::Origin;
use crate::session::legal::Valid;

use first::{first_in_runs, first_of, found_in_rows, only_one_of};
use way::Found;

pub(super) use first::lone_of;
pub(super) use say::{answer, propose, unmet};
pub(crate) use say::{said_by, unmatched};
pub(crate) use way::{Way, ways};

/// What comes of a calm transition.
pub(crate) enum Calm<G: Game> {
    /// It was verified, and nothing has to be noted of it but its one event.
    Ordinary(Verified),
    /// Anything else.
    Other(Result<Verified, Stop<G>>),
}

impl<G: Game> Calm<G> {
    #[inline]
    pub(crate) fn verified(self) -> Result<Verified, Stop<G>> {
        match self {
            Calm::Ordinary(verified) => Ok(verified),
            Calm::Other(ran) => ran,
        }
    }
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// Puts away what a transition has left, so that a calm one can begin.
    #[inline(always)]
    pub(crate) fn put_away(&mut self) {
        if self.desk.place != Place::Engine {
            self.desk.place = Place::Engine;
        }
        if self.bench.stirred || self.bench.seal == Seal::Sealed {
            self.bench.clear();
        }
        // Nobody reads on in what was written down for whoever watched.
        if self.desk.diary.is_some() || self.desk.tells_chosen {
            self.desk.clear();
        }
    }

    /// Whether nothing is left to put away. Answers never are: whoever gives any
    /// takes them away again.
    pub(crate) fn is_put_away(&self) -> bool {
        let (place, bench) = (self.desk.place, &self.bench);
        let untouched = bench.is_untouched() && bench.answers.is_empty();
        let unwritten = self.desk.diary.is_none() && !self.desk.tells_chosen;
        place == Place::Engine && bench.seal == Seal::Open && untouched && unwritten
    }

    /// The stages up to verify, where transitions are calm, for a proven action
    /// whose rule does not match after all.
    #[inline(never)]
    pub(crate) fn calm_stages_after_all(&mut self, legal: Valid<'_, G>) -> Calm<G> {
        let chosen = self.ask_several::<false>(legal.action(), legal.by(), legal.rule);
        self.follow::<false>(chosen)
    }

    /// What comes of what was chosen. Where it is WATCHED, somebody is told of it.
    #[inline(always)]
    pub(crate) fn follow<const WATCHED: bool>(
        &mut self,
        chosen: Result<RuleId, Result<Verified, Stop<G>>>,
    ) -> Calm<G> {
        match chosen {
            Ok(rule) => self.let_happen::<WATCHED>(rule),
            Err(ran) => Calm::Other(ran),
        }
    }

    /// The rule that decides alone, which has proposed, or what came of the
    /// transition otherwise. An action that is not PROVEN is claimed to be legal,
    /// and validated first. Where it is WATCHED, somebody is told of what happens by
    /// the way.
    #[inline(always)]
    pub(super) fn choose<const PROVEN: bool, const WATCHED: bool>(
        &mut self,
        legal: Valid<'_, G>,
    ) -> Result<RuleId, Result<Verified, Stop<G>>> {
        let Core { book, state, bench, desk, .. } = &mut *self;
        let book = &*book.inner;
        let mut cx = Effect { ask: legal.ask(state), bench };
        if PROVEN {
            // There is no rule with the number of no rule.
            if let Some(quick) = book.quick.get(legal.rule as usize) {
                let rule = RuleId(legal.rule);
                let place = Place::Effect(rule);
                if quick.direct && naming(&mut desk.place, place, || quick.code.vouch(&mut cx)) {
                    return Ok(rule);
                }
            }
        } else {
            let way = book.way(legal.action());
            if let Some(refused) = validate::judge(book, &way.checks, &cx.ask, desk) {
                return Err(Err(Stop::Refused(refused)));
            }
        }
        self.ask_several::<WATCHED>(legal.action(), legal.by(), legal.rule)
    }

    /// The same where somebody has to be asked. A function of its own, so that
    /// what it needs to keep is not written down by those who need not ask.
    #[inline(never)]
    fn ask_several<const WATCHED: bool>(
        &mut self,
        action: &G::Action,
        by: By,
        rule: u32,
    ) -> Result<RuleId, Result<Verified, Stop<G>>> {
        let Core { book, state, bench, desk, .. } = &mut *self;
        let book = &*book.inner;
        let mut cx = Effect { ask: Ask { state, action, by }, bench };
        match &book.way(action).rule {
            Found::InOrder(row, last) => {
                let (last, first) = (*last, first_of(book, desk, row, &mut cx));
                self.go_on_from::<WATCHED>(action, by, first, last)
            }
            Found::InRuns(row, last) => {
                let (last, first) = (*last, first_in_runs(book, desk, row.walk(), &mut cx));
                self.go_on_from::<WATCHED>(action, by, first, last)
            }
            Found::OnlyOne(row) => match only_one_of(book, desk, row, &mut cx) {
                Ok(Some(rule)) => Ok(rule),
                Ok(None) => Err(Err(decide::handled_by_none(cx.action))),
                Err(stop) => Err(Err(stop)),
            },
            Found::Alone(rule) => {
                let code = &book.quick[rule.index()].code;
                match naming(&mut desk.place, Place::Effect(*rule), || code.attempt(&mut cx)) {
                    Said::Match => Ok(*rule),
                    said => Err(Err(unmatched(book, *rule, said, action))),
                }
            }
            Found::BySubject { in_rows } => match lone_of(book, desk, action.kind(), &cx.ask) {
                Some(lone) => {
                    Err(Err(match said_by(book, desk, &lone.quick, lone.rule(), &mut cx) {
                        Said::Match => return Ok(lone.rule()),
                        said => unmatched(book, lone.rule(), said, action),
                    }))
                }
                None if *in_rows => found_in_rows(book, desk, &mut cx),
                None => Err(self.planned_stages::<WATCHED>(action, by, rule)),
            },
            Found::InRows => found_in_rows(book, desk, &mut cx),
            Found::Planned => Err(self.planned_stages::<WATCHED>(action, by, rule)),
        }
    }

    /// The first rule of a row that matches, if no other will be asked: none is behind the
    /// last of those that all decide.
    #[inline(always)]
    fn go_on_from<const WATCHED: bool>(
        &mut self,
        action: &G::Action,
        by: By,
        first: Result<Option<RuleId>, Stop<G>>,
        last: Option<RuleId>,
    ) -> Result<RuleId, Result<Verified, Stop<G>>> {
        match first {
            Ok(Some(rule)) if last.is_none_or(|last| last == rule) => Ok(rule),
            Ok(Some(rule)) => Err(self.each_stages::<WATCHED>(action, by, rule)),
            Ok(None) => Err(Err(decide::handled_by_none(action))),
            Err(stop) => Err(Err(stop)),
        }
    }

    /// What a rule has proposed happens, and is verified.
    #[inline(always)]
    pub(crate) fn let_happen<const WATCHED: bool>(&mut self, rule: RuleId) -> Calm<G> {
        if self.bench.stirred || self.bench.proposed.len() != 1 {
            return Calm::Other(self.many_events::<WATCHED>(rule));
        }
        resolve::one_event::<G, L, WATCHED>(self, Origin::Rule(rule))
    }

    /// The rest, whatever the rule has done to the bench, and however many
    /// events it has proposed.
    #[inline(never)]
    fn many_events<const WATCHED: bool>(&mut self, rule: RuleId) -> Result<Verified, Stop<G>> {
        self.desk.begin();
        self.desk.place = Place::Effect(rule);
        resolve::look_up(self, Because::Rule(rule))?;
        let resolution = resolve::happen_calmly::<G, L, WATCHED>(self, Origin::Rule(rule))?;
        verify::verify(self, resolution)
    }

    /// One rule of those that may all apply has proposed: its events happen,
    /// then the rules behind it are asked about what they have made of the state.
    #[inline(never)]
    fn each_stages<const WATCHED: bool>(
        &mut self,
        action: &G::Action,
        by: By,
        mut rule: RuleId,
    ) -> Result<Verified, Stop<G>> {
        self.desk.begin();
        loop {
            self.desk.place = Place::Effect(rule);
            resolve::look_up(self, Because::Rule(rule))?;
            let resolution = resolve::happen_calmly::<G, L, WATCHED>(self, Origin::Rule(rule))?;
            let Core { book, state, bench, desk, .. } = &mut *self;
            let book = &*book.inner;
            let mut cx = Effect { ask: Ask { state, action, by }, bench };
            match book.way(action).next(book, desk, rule, &mut cx)? {
                None => return verify::verify(self, resolution),
                Some(next) => rule = next,
            }
        }
    }

    /// The stages as they stand, if the rule is not found that simply.
    #[inline(never)]
    fn planned_stages<const WATCHED: bool>(
        &mut self,
        action: &G::Action,
        by: By,
        rule: u32,
    ) -> Result<Verified, Stop<G>> {
        let legal = &Valid::again(action, by, rule);
        self.desk.begin();
        match WATCHED {
            true => self.stages::<false>(legal),
            false => self.stages::<true>(legal),
        }
    }
}
