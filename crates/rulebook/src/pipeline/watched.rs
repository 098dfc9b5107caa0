//! The straight line where somebody watches.
//!
//! An observer of outcomes hears what was submitted, what happened and what was
//! committed: the [calm](super::calm) line tells it by the way. One of decisions
//! wants to know of each rule as well. Where rules are asked in order, they are
//! asked as the plan does it and told of afterwards, before the one that was
//! chosen proposes. Whatever is not that simple goes through the stages as they
//! stand.

use std::sync::Arc;

use crate::book::rule::{ActionKind, Said};
use crate::book::strategy::Strategy;
use crate::book::{Compiled, RuleId, Tests};
use crate::context::{Ask, Effect};
use crate::explain::{self, Standing};
use crate::game::{Game, Kind, Kinded};
use crate::observe::{self, Detail, Notice, Observer};
use crate::outcome::RefusalKind;
use crate::pipeline::calm::Calm;
use crate::pipeline::place::naming;
use crate::pipeline::stroke::Stroke;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Desk, Log, Place, Stop, calm, decide, validate};
use crate::plan::lone::{Lone, side_by_side};
use crate::plan::passes::Pass;
use crate::plan::rows::{Cell, asks};
use crate::session::legal::Valid;

/// The rules for a kind of action that are asked in order, ready to be told of.
pub(crate) struct InOrder<G: Game> {
    pub row: Box<[Told]>,
    /// The same in order of declaration.
    pub by_number: Box<[Told]>,
    /// The same as in the row, with what it takes to ask them.
    asked: Box<[Lone<G>]>,
    /// Those of their phases, where they need not be looked for.
    strategies: Box<[Strategy]>,
    /// Whether it is plain of each why it was passed over if it was.
    plain: bool,
}

/// A rule in its row.
#[derive(Clone)]
pub(crate) struct Told {
    pub rule: RuleId,
    /// Where in its row it stands.
    pub at: u32,
    /// Why it was passed over if it was.
    why: Why,
}

/// Why a rule is passed over if it is.
#[derive(Clone)]
enum Why {
    /// By its own answer.
    Answer,
    /// Because of its only condition.
    Condition(Arc<str>),
    /// That can be more than one thing: see [`Doubt`].
    Doubtful,
}

impl<G: Game> InOrder<G> {
    pub(crate) fn of(book: &Compiled<G>, row: &[Cell]) -> Self {
        let asked = side_by_side(book, row);
        let cells = (0..).zip(row);
        let told = cells.map(|(at, cell)| Told { rule: cell.rule(), at, why: why(book, *cell) });
        let row: Box<[Told]> = told.collect();
        let mut by_number = row.clone();
        by_number.sort_unstable_by_key(|told| told.rule);
        let plain = row.iter().all(|told| !told.is_doubtful());
        let strategies = row.iter().map(|told| book.rules[told.rule.index()].strategy).collect();
        InOrder { row, by_number, asked, strategies, plain }
    }
}

impl Told {
    /// Whether it can be passed over because of more than one thing.
    #[inline(always)]
    fn is_doubtful(&self) -> bool {
        matches!(self.why, Why::Doubtful)
    }

    /// Because of which condition it was passed over, if not by its own answer.
    #[inline(always)]
    pub(crate) fn passed_over<'b, G: Game>(
        &'b self,
        book: &'b Compiled<G>,
        doubts: impl FnOnce() -> &'b [Doubt],
    ) -> Option<&'b str> {
        match &self.why {
            Why::Answer => None,
            Why::Condition(name) => Some(name),
            Why::Doubtful => self.doubted(book, doubts()),
        }
    }

    #[inline(never)]
    fn doubted<'b, G: Game>(&self, book: &'b Compiled<G>, doubts: &[Doubt]) -> Option<&'b str> {
        let doubt = doubts.binary_search_by_key(&self.at, |(at, _)| *at).ok()?;
        let conditions = &book.rules[self.rule.index()].def.conditions;
        Some(&conditions[doubts[doubt].1? as usize].name)
    }
}

/// Why a rule is passed over if it is.
fn why<G: Game>(book: &Compiled<G>, cell: Cell) -> Why {
    let rule = cell.rule().index();
    match &book.quick[rule].tests {
        Tests::None => Why::Answer,
        Tests::One(_) if cell.asks() & asks::ANSWER == 0 => {
            Why::Condition(book.rules[rule].def.conditions[0].name.as_str().into())
        }
        Tests::One(_) | Tests::Many(_) => Why::Doubtful,
    }
}

/// Whether a rule decides, which stands behind those that were passed over.
pub(crate) enum Decided<R> {
    Nobody,
    Matches,
    Refuses(RefusalKind, R),
}

/// How far rules were asked, and whether the next one decides.
pub(crate) struct Course<R> {
    /// Whether it came to that.
    pub begun: bool,
    /// How many were passed over.
    pub passed: usize,
    pub decided: Decided<R>,
}

impl<R> Default for Course<R> {
    fn default() -> Self {
        Course { begun: false, passed: 0, decided: Decided::Nobody }
    }
}

/// Where in its row a rule stands that was passed over, and because of which
/// condition, if not by its own answer.
pub(crate) type Doubt = (u32, Option<u32>);

impl<G: Game, L: Log<G>> Core<G, L> {
    /// The stages up to verify, where transitions would be calm if nobody
    /// watched. An action that is not PROVEN is validated first.
    #[inline(always)]
    pub(crate) fn stroke_watched<const PROVEN: bool>(&mut self, legal: Valid<'_, G>) -> Stroke<G> {
        self.put_away();
        let detail = self.submitted(legal);
        match self.choose_in_detail::<PROVEN>(legal, detail) {
            Ok(rule) => self.happen::<true>(rule),
            Err(ran) => Stroke::Left(Calm::Other(ran)),
        }
    }

    /// Tells whoever watches that an action was submitted, and says how much it
    /// wants to know.
    #[inline(always)]
    fn submitted(&mut self, legal: Valid<'_, G>) -> Detail {
        if self.desk.diary.is_some() || self.desk.tells_chosen {
            self.desk.clear();
        }
        observe::submitted(self, legal.by(), legal.action())
    }

    /// The rule that decides alone, which has proposed, or what came of the
    /// transition otherwise, for whoever wants to know so much.
    #[inline(always)]
    fn choose_in_detail<const PROVEN: bool>(
        &mut self,
        legal: Valid<'_, G>,
        detail: Detail,
    ) -> Result<RuleId, Result<Verified, Stop<G>>> {
        if detail == Detail::Outcomes && !self.desk.counts {
            return self.choose::<PROVEN, true>(legal);
        }
        let Core { book, state, bench, log, desk, .. } = &mut *self;
        let ask = legal.ask(state);
        let kind = legal.action().kind();
        let way = &book.inner.ways[kind.index()];
        if !PROVEN && let Some(refused) = validate::judge(&book.inner, &way.checks, &ask, desk) {
            return Err(Err(Stop::Refused(refused)));
        }
        let (Some(in_order), Some(observer), Detail::Decisions) =
            (&way.in_order, log.observer(), detail)
        else {
            self.desk.begin();
            observe::listen(self, detail);
            return Err(self.stages::<false>(&legal));
        };
        let mut passed = 0;
        let decided = in_order.ask(&book.inner, desk, &ask, &mut passed);
        in_order.tell_passed(&book.inner, observer, desk, (passed, way.others));
        if let Decided::Nobody = decided {
            return Err(Err(decide::handled_by_none(legal.action())));
        }
        let rule = in_order.row[passed].rule;
        if passed + 1 < in_order.row.len() {
            self.tell_conflict(legal, passed, rule);
            return match decided {
                Decided::Refuses(kind, reason) => {
                    Err(Err(decide::refused_by(&self.book.inner, rule, kind, reason)))
                }
                _ => Ok(self.propose(legal, kind, passed)),
            };
        }
        observe::tell_selected(observer, &mut desk.place, rule, in_order.strategies[passed]);
        if let Decided::Refuses(kind, reason) = decided {
            return Err(Err(decide::refused_by(&book.inner, rule, kind, reason)));
        }
        let mut cx = Effect { ask, bench };
        Ok(in_order.propose(desk, passed, &mut cx))
    }

    /// What a [stroke](super::stroke) needs for whoever watches. These are
    /// functions of their own, so that nobody else has to make room for them.
    #[inline(never)]
    pub(crate) fn greet(&mut self, legal: Valid<'_, G>) -> Detail {
        self.submitted(legal)
    }

    /// Whether all that is wanted can be told of a rule that is asked alone, and
    /// matches if its condition holds.
    #[inline(never)]
    pub(super) fn can_be_told(&self, detail: Detail) -> bool {
        match detail {
            Detail::Outcomes => !self.desk.counts,
            Detail::Decisions => true,
            Detail::Selections => false,
        }
    }

    /// The stages, if it is not that simple. An action that has not PASSED its
    /// checks is validated.
    #[inline(never)]
    pub(super) fn watched_after_all<const PASSED: bool>(
        &mut self,
        legal: Valid<'_, G>,
        detail: Detail,
    ) -> Calm<G> {
        let chosen = self.choose_in_detail::<PASSED>(legal, detail);
        self.follow::<true>(chosen)
    }

    /// Tells of a rule that was asked alone whether its condition holds, and how
    /// many nobody had to look at.
    #[inline(never)]
    pub(super) fn tell_alone(&mut self, action: &G::Action, rule: RuleId, holds: bool) {
        let Core { book, log, desk, .. } = self;
        let (book, Some(observer)) = (&*book.inner, log.observer()) else { return };
        let mut tell = |desk: &mut Desk<G>, notice: &Notice<'_, G>| {
            naming(&mut desk.place, Place::Observer, || observer.notice(notice));
        };
        if !holds {
            tell(desk, &Notice::Skipped { rule, why: &passed_by(book, rule, Some(0)) });
        }
        desk.counts = true;
        let others = book.way(action).others;
        let of_kind = book.rules.len() - others;
        let mut avoided = |pass: Pass, count: usize| {
            if count > 0 {
                desk.avoid(pass, count);
                tell(desk, &Notice::Avoided { pass, count: count as u64 });
            }
        };
        avoided(Pass::Kinds, others);
        avoided(Pass::Subjects, of_kind - 1);
        if holds {
            let strategy = book.rules[rule.index()].strategy;
            observe::tell_selected(observer, &mut desk.place, rule, strategy);
        }
    }

    /// Whether an action of this kind can be explained by
    /// [`choose_to_explain`](Self::choose_to_explain) or
    /// [`choose_alone`](Self::choose_alone), where transitions are calm or would be
    /// if nobody watched.
    #[inline(always)]
    pub(crate) fn is_straight(&self, kind: ActionKind<G>) -> bool {
        let way = &self.book.inner.ways[kind.index()];
        way.in_order.is_some() || way.alone
    }

    /// The only rule about what an action is about, which has proposed, if it matches.
    /// Nothing has to be written down to explain that. Otherwise nothing has happened,
    /// and all that there is to say is left to the stages.
    #[inline(always)]
    pub(crate) fn choose_alone(
        &mut self,
        book: &Compiled<G>,
        (legal, kind): (Valid<'_, G>, ActionKind<G>),
    ) -> Option<RuleId> {
        let Core { state, bench, desk, .. } = self;
        let mut cx = Effect { ask: legal.ask(state), bench };
        if validate::judge(book, &book.ways[kind.index()].checks, &cx.ask, desk).is_some() {
            return None;
        }
        let lone = calm::lone_of(book, desk, kind, &cx.ask)?;
        let rule = lone.rule();
        let matches = matches!(calm::said_by(book, desk, &lone.quick, rule, &mut cx), Said::Match);
        matches.then_some(rule)
    }

    /// The rule that decides, which has proposed, with what is needed to explain it.
    /// Somebody may want to look at what is decided before it happens. The book is
    /// the game's own, from where it can be looked at meanwhile.
    #[inline(always)]
    pub(crate) fn choose_to_explain(
        &mut self,
        book: &Compiled<G>,
        (legal, kind): (Valid<'_, G>, ActionKind<G>),
        course: &mut Course<G::Reason>,
        decided: impl FnOnce(&mut Self, &Course<G::Reason>),
    ) -> Result<RuleId, Stop<G>> {
        let way = &book.ways[kind.index()];
        let ask = legal.ask(&self.state);
        if let Some(refused) = validate::judge(book, &way.checks, &ask, &mut self.desk) {
            return Err(Stop::Refused(refused));
        }
        let Some(in_order) = &way.in_order else { unreachable!("its rules are asked in order") };
        course.begun = true;
        course.decided = in_order.ask(book, &mut self.desk, &ask, &mut course.passed);
        decided(self, course);
        match &course.decided {
            Decided::Nobody => Err(decide::handled_by_none(legal.action())),
            Decided::Matches => {
                let Core { state, bench, desk, .. } = self;
                let mut cx = Effect { ask: legal.ask(state), bench };
                Ok(in_order.propose(desk, course.passed, &mut cx))
            }
            Decided::Refuses(how, reason) => {
                let rule = in_order.row[course.passed].rule;
                Err(decide::refused_by(book, rule, *how, reason.clone()))
            }
        }
    }

    /// The rule proposes that has decided, at this place of the row.
    #[inline(always)]
    fn propose(&mut self, legal: Valid<'_, G>, kind: ActionKind<G>, at: usize) -> RuleId {
        let Core { book, state, bench, desk, .. } = self;
        let mut cx = Effect { ask: legal.ask(state), bench };
        match &book.inner.ways[kind.index()].in_order {
            Some(in_order) => in_order.propose(desk, at, &mut cx),
            None => unreachable!("rules were asked in order"),
        }
    }

    /// Tells the observer which rule was chosen, and against which others: the
    /// rules behind it that would have decided too.
    #[cold]
    fn tell_conflict(&mut self, legal: Valid<'_, G>, at: usize, winner: RuleId) {
        let row = self.book.inner.row_in_order(legal.action().kind().index());
        let mut rules: Vec<RuleId> = row[at + 1..].iter().map(|cell| cell.rule()).collect();
        rules.sort_unstable();
        let rejected = explain::rejected_of(self, legal.by(), legal.action(), winner, rules);
        observe::tell_decided(self, winner, &rejected);
    }
}

impl<G: Game> InOrder<G> {
    /// Asks the rules up to the first that is decisive, and says how many were
    /// passed over, also if the next one panics. Why stands on the desk, where
    /// it could be more than one thing.
    #[inline(always)]
    fn ask(
        &self,
        book: &Compiled<G>,
        desk: &mut Desk<G>,
        ask: &Ask<'_, G>,
        passed: &mut usize,
    ) -> Decided<G::Reason> {
        if !desk.doubts.is_empty() {
            desk.doubts.clear();
        }
        match self.plain {
            true => self.ask_each::<false>(book, desk, ask, passed),
            false => self.ask_in_doubt(book, desk, ask, passed),
        }
    }

    /// The same where it is not plain why a rule is passed over.
    #[inline(never)]
    fn ask_in_doubt(
        &self,
        book: &Compiled<G>,
        desk: &mut Desk<G>,
        ask: &Ask<'_, G>,
        passed: &mut usize,
    ) -> Decided<G::Reason> {
        self.ask_each::<true>(book, desk, ask, passed)
    }

    #[inline(always)]
    fn ask_each<const IN_DOUBT: bool>(
        &self,
        book: &Compiled<G>,
        desk: &mut Desk<G>,
        ask: &Ask<'_, G>,
        passed: &mut usize,
    ) -> Decided<G::Reason> {
        let mut counting = Counting { passed, at: 0 };
        for (at, asked) in self.asked.iter().enumerate() {
            counting.at = at;
            let (rule, quick) = (asked.rule(), &asked.quick);
            let unmet = calm::unmet(book, quick, desk, rule, ask);
            if unmet.is_none() {
                let said = match asked.answers() {
                    false => Said::Match,
                    true => calm::answer(desk, quick, rule, ask),
                };
                match said {
                    Said::Match => return Decided::Matches,
                    Said::Refuse(kind, reason) => return Decided::Refuses(kind, reason),
                    Said::Skip | Said::Unmet(_) => {}
                }
            }
            if IN_DOUBT && self.row[at].is_doubtful() {
                desk.doubts.push((at as u32, unmet));
            }
        }
        counting.at = self.asked.len();
        Decided::Nobody
    }

    /// The rule proposes that has decided, at this place of the row.
    #[inline(always)]
    fn propose(&self, desk: &mut Desk<G>, at: usize, cx: &mut Effect<'_, G>) -> RuleId {
        let decisive = &self.asked[at];
        calm::propose(desk, &decisive.quick, decisive.rule(), cx);
        decisive.rule()
    }

    /// Tells the observer of the rules that were passed over, and of those that
    /// nobody had to look at.
    #[inline(always)]
    fn tell_passed(
        &self,
        book: &Compiled<G>,
        observer: &mut (dyn Observer<G> + Send + 'static),
        desk: &mut Desk<G>,
        (passed, others): (usize, usize),
    ) {
        let Desk { doubts, place, .. } = desk;
        let mut doubts = doubts.iter();
        for Told { rule, why, .. } in &self.row[..passed] {
            let mut tell = |why: &Standing<'_, _>| {
                let notice = Notice::Skipped { rule: *rule, why };
                naming(place, Place::Observer, || observer.notice(&notice));
            };
            match why {
                Why::Answer => tell(&Standing::Skipped),
                Why::Condition(name) => tell(&Standing::ConditionFalse { condition: name }),
                Why::Doubtful => {
                    tell(&passed_by(book, *rule, doubts.next().and_then(|(_, unmet)| *unmet)));
                }
            }
        }
        desk.counts = true;
        if others > 0 {
            desk.avoid(Pass::Kinds, others);
            let notice = Notice::Avoided { pass: Pass::Kinds, count: others as u64 };
            naming(&mut desk.place, Place::Observer, || observer.notice(&notice));
        }
    }
}

/// Says how many rules were passed over, also where a panic passes by.
struct Counting<'c> {
    passed: &'c mut usize,
    at: usize,
}

impl Drop for Counting<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.passed = self.at;
    }
}

/// What a rule comes to that was passed over because of a condition, or by its
/// own answer.
fn passed_by<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    unmet: Option<u32>,
) -> Standing<'_, G::Reason> {
    match unmet {
        Some(at) => explain::condition_false(book, rule, at as usize),
        None => Standing::Skipped,
    }
}
