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
use crate::book::{Compiled, RuleId, Tests};
use crate::context::{Ask, Effect};
use crate::explain::{self, Standing};
use crate::game::{Game, Kind, Kinded};
use crate::observe::{self, Detail, Notice, Observer};
use crate::outcome::RefusalKind;
use crate::pipeline::calm::Calm;
use crate::pipeline::place::naming;
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
        InOrder { row, by_number, asked, plain }
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

/// A rule that decides, where it stands in its row, and how it refuses if so.
pub(crate) struct Decisive<R> {
    pub at: usize,
    pub rule: RuleId,
    pub refusal: Option<(RefusalKind, R)>,
}

/// How far rules were asked, and which decided.
pub(crate) struct Course<R> {
    /// Whether it came to that.
    pub begun: bool,
    /// How many were passed over.
    pub passed: usize,
    pub decisive: Option<Decisive<R>>,
}

impl<R> Default for Course<R> {
    fn default() -> Self {
        Course { begun: false, passed: 0, decisive: None }
    }
}

/// Where in its row a rule stands that was passed over, and because of which
/// condition, if not by its own answer.
pub(crate) type Doubt = (u32, Option<u32>);

impl<G: Game, L: Log<G>> Core<G, L> {
    /// The stages up to verify, where transitions would be calm if nobody
    /// watched. An action that is not PROVEN is validated first.
    #[inline(always)]
    pub(crate) fn watched_stages<const PROVEN: bool>(&mut self, legal: Valid<'_, G>) -> Calm<G> {
        self.put_away();
        let detail = self.submitted(legal);
        self.stages_in_detail::<PROVEN>(legal, detail)
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

    /// The stages for whoever wants to know so much.
    #[inline(always)]
    fn stages_in_detail<const PROVEN: bool>(
        &mut self,
        legal: Valid<'_, G>,
        detail: Detail,
    ) -> Calm<G> {
        if detail == Detail::Outcomes && !self.desk.counts {
            return self.calm_stages::<PROVEN, true>(legal);
        }
        let Core { book, state, log, desk, .. } = &mut *self;
        let ask = legal.ask(state);
        let way = &book.inner.ways[legal.action().kind().index()];
        if !PROVEN && let Some(refused) = validate::judge(&book.inner, &way.checks, &ask, desk) {
            return Calm::Other(Err(Stop::Refused(refused)));
        }
        let (Some(in_order), Some(observer), Detail::Decisions) =
            (&way.in_order, log.observer(), detail)
        else {
            self.desk.begin();
            observe::listen(self, detail);
            return Calm::Other(self.stages::<false>(&legal));
        };
        let mut passed = 0;
        let decisive = in_order.ask(&book.inner, desk, &ask, &mut passed);
        in_order.tell_passed(&book.inner, observer, desk, (passed, way.others));
        let Some(Decisive { at, rule, refusal }) = decisive else {
            return Calm::Other(Err(decide::handled_by_none(legal.action())));
        };
        if at + 1 < in_order.row.len() {
            self.tell_conflict(legal, at, rule);
        } else {
            observe::tell_selected(&book.inner, observer, &mut desk.place, rule);
        }
        if let Some((kind, reason)) = refusal {
            let refused = decide::refused_by(&self.book.inner, rule, kind, reason);
            return Calm::Other(Err(refused));
        }
        self.propose(legal, rule);
        self.let_happen::<true>(rule)
    }

    /// What a [stroke](super::stroke) needs for whoever watches. These are
    /// functions of their own, so that nobody else has to make room for them.
    #[inline(never)]
    pub(crate) fn greet(&mut self, legal: Valid<'_, G>) -> Detail {
        self.submitted(legal)
    }

    /// Whether all that is wanted can be told of a rule that is asked alone, which
    /// may ALWAYS match if its condition holds.
    #[inline(never)]
    pub(super) fn can_be_told(&self, detail: Detail, always: bool) -> bool {
        match detail {
            Detail::Outcomes => !self.desk.counts,
            Detail::Decisions => always,
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
        self.stages_in_detail::<PASSED>(legal, detail)
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
            observe::tell_selected(book, observer, &mut desk.place, rule);
        }
    }

    /// Whether an action of this kind can be explained by
    /// [`choose_to_explain`](Self::choose_to_explain), where transitions are calm
    /// or would be if nobody watched.
    #[inline(always)]
    pub(crate) fn is_straight(&self, kind: ActionKind<G>) -> bool {
        self.book.inner.ways[kind.index()].in_order.is_some()
    }

    /// The rule that decides, which has proposed, with what is needed to explain it.
    /// Somebody may want to look at what is decided before it happens.
    #[inline(always)]
    pub(crate) fn choose_to_explain(
        &mut self,
        legal: Valid<'_, G>,
        kind: ActionKind<G>,
        course: &mut Course<G::Reason>,
        decided: impl FnOnce(&mut Self, &Course<G::Reason>),
    ) -> Result<RuleId, Stop<G>> {
        let Core { book, state, desk, .. } = &mut *self;
        let ask = legal.ask(state);
        let way = &book.inner.ways[kind.index()];
        if let Some(refused) = validate::judge(&book.inner, &way.checks, &ask, desk) {
            return Err(Stop::Refused(refused));
        }
        course.begun = true;
        let in_order = way.in_order.as_ref();
        let decisive = in_order.and_then(|it| it.ask(&book.inner, desk, &ask, &mut course.passed));
        course.decisive = decisive;
        decided(self, course);
        let rule = match &course.decisive {
            None => return Err(decide::handled_by_none(legal.action())),
            Some(Decisive { rule, refusal: None, .. }) => *rule,
            Some(Decisive { rule, refusal: Some((kind, reason)), .. }) => {
                return Err(decide::refused_by(&self.book.inner, *rule, *kind, reason.clone()));
            }
        };
        self.propose(legal, rule);
        Ok(rule)
    }

    /// The chosen rule proposes.
    #[inline]
    fn propose(&mut self, legal: Valid<'_, G>, rule: RuleId) {
        let Core { book, state, bench, desk, .. } = self;
        let mut cx = Effect { ask: legal.ask(state), bench };
        calm::propose(desk, &book.inner.quick[rule.index()], rule, &mut cx);
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
    ) -> Option<Decisive<G::Reason>> {
        if !desk.doubts.is_empty() {
            desk.doubts.clear();
        }
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
                    Said::Match => return Some(Decisive { at, rule, refusal: None }),
                    Said::Refuse(kind, reason) => {
                        return Some(Decisive { at, rule, refusal: Some((kind, reason)) });
                    }
                    Said::Skip | Said::Unmet(_) => {}
                }
            }
            if !self.plain && self.row[at].is_doubtful() {
                desk.doubts.push((at as u32, unmet));
            }
        }
        counting.at = self.asked.len();
        None
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
