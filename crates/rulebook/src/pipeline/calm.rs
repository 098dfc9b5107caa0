//! Calm transitions: the stages in one straight line.
//!
//! Where nobody watches and a book has nothing but checks, rules of closures
//! and invariants, most of what the stages ask has one answer, and the
//! compiler of the book knows it: for each kind of action there is a [`Way`]
//! on which the rule is found. A rule that is asked and matches proposes in the
//! same call, because nobody else will be asked. What is not that simple goes
//! through the stages as they stand.

use crate::book::rule::{ActionKind, Said, UnaskedFn};
use crate::book::{Compiled, Quick, QuickTest, RuleId, Tests};
use crate::context::{Ask, Effect, Seal};
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::validate::Standing;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Desk, Log, Place, Stop, decide, resolve, validate, verify};
use crate::plan::linear::{Flat, Plan};
use crate::plan::predicates::shared_holds;
use crate::plan::rows::{Cell, asks};
use crate::session::account::Because;
use crate::session::frame::Origin;
use crate::session::legal::Legal;

/// What becomes of one kind of action.
pub(crate) struct Way<G: Game> {
    /// The checks on it, in order.
    pub checks: Box<[Standing<G>]>,
    /// Whether nothing but their conditions and answers has to be asked of the
    /// rules for it, in order, and the first that matches decides.
    pub in_order: bool,
    rule: Found<G>,
}

impl<G: Game> Way<G> {
    /// The rules that are asked in order, from behind this one.
    fn behind(&self, rule: RuleId) -> &[Cell] {
        let Found::InOrder(row, _) = &self.rule else { return &[] };
        let at = row.iter().position(|cell| cell.rule() == rule);
        at.map_or(&[], |at| &row[at + 1..])
    }
}

/// How the rule for it is found.
enum Found<G: Game> {
    /// This one decides without being asked.
    Unasked(RuleId, UnaskedFn<G>),
    /// Nothing but their conditions and answers has to be asked of these, in
    /// this order, and the first that matches decides. If each that matches
    /// decides, one after the other, then this is the last of them: nobody is
    /// asked behind it.
    InOrder(Box<[Cell]>, Option<RuleId>),
    /// The same, but all are asked, and only one may match.
    OnlyOne(Box<[Cell]>),
    /// As the plan says.
    Planned,
}

/// The way for each kind of action.
pub(crate) fn ways<G: Game>(book: &Compiled<G>) -> Box<[Way<G>]> {
    let simple = |cell: &Cell| cell.asks() & (asks::WHETHER | asks::PHASES) == 0;
    let find = |kind: usize| {
        let Some(plan) = &book.plan else { return Found::Planned };
        let row = plan.plain_row(kind);
        // About a single rule there is nothing for a strategy to settle.
        let flat = if row.len() == 1 && plan.flat != Flat::No { Flat::Ordered } else { plan.flat };
        match (flat, row) {
            (Flat::Ordered, [first, ..]) if first.asks() == 0 => {
                let rule = first.rule();
                Found::Unasked(rule, book.quick[rule.index()].code.clone().unasked())
            }
            (_, row) if !row.iter().all(simple) => Found::Planned,
            (Flat::Ordered, row) => Found::InOrder(row.into(), None),
            (Flat::Exclusive, row) => Found::OnlyOne(row.into()),
            (Flat::ApplyAll, row) => Found::InOrder(row.into(), row.last().map(|cell| cell.rule())),
            (Flat::No, _) => Found::Planned,
        }
    };
    let kinds = ActionKind::<G>::ALL.iter().map(|kind| kind.index());
    let check = |at: u32| (at, book.draft.checks[at as usize].clone());
    let checks = |kind: usize| book.checks_by_kind[kind].iter().map(|&at| check(at)).collect();
    let in_order = |kind: usize| {
        let simply = |plan: &Plan| plan.plain_row(kind).iter().all(simple);
        book.plan.as_ref().is_some_and(|plan| plan.flat == Flat::Ordered && simply(plan))
    };
    let way = |kind| Way { checks: checks(kind), in_order: in_order(kind), rule: find(kind) };
    kinds.map(way).collect()
}

impl<G: Game> Compiled<G> {
    /// The way of an action.
    #[inline(always)]
    fn way(&self, action: &G::Action) -> &Way<G> {
        &self.ways[action.kind().index()]
    }
}

impl<G: Game, L: Log<G>> Core<G, L> {
    /// Makes ready for a calm transition.
    #[inline(always)]
    pub(crate) fn begin_calmly(&mut self) {
        // The game's own types say of what kind an action is.
        self.desk.place = Place::Engine;
        if self.bench.stirred {
            self.bench.clear();
        }
        self.bench.seal = Seal::Open;
        self.desk.half_applied = false;
    }

    /// The stages up to verify, where transitions are calm. An action that is
    /// not PROVEN is claimed to be legal, and validated first. Where it is
    /// WATCHED, somebody is told of what happens.
    #[inline(always)]
    pub(crate) fn calm_stages<const PROVEN: bool, const WATCHED: bool>(
        &mut self,
        legal: &Legal<G>,
    ) -> Result<Verified, Stop<G>> {
        let Core { book, state, bench, dice, desk, .. } = &mut *self;
        let book = &*book.inner;
        let mut way = None;
        if !PROVEN {
            let way = way.insert(book.way(legal.action()));
            if let Some(refused) = validate::judge(book, &way.checks, state, legal, desk) {
                return Err(Stop::Refused(refused));
            }
        }
        let mut cx = Effect { state, action: legal.action(), by: legal.by(), bench, dice };
        let rule = 'chosen: {
            // There is no rule with the number of no rule.
            if PROVEN && let Some(quick) = book.quick.get(legal.rule as usize) {
                let rule = RuleId(legal.rule);
                if quick.direct && quick.code.vouch(rule, &mut cx, &mut desk.place) {
                    break 'chosen rule;
                }
            }
            match &way.unwrap_or_else(|| book.way(legal.action())).rule {
                Found::Unasked(rule, propose) => {
                    propose(*rule, &mut cx, &mut desk.place);
                    *rule
                }
                Found::InOrder(row, last) => match first_of(book, desk, row, &mut cx)? {
                    Some(rule) if last.is_none_or(|last| last == rule) => rule,
                    Some(rule) => return self.each_stages::<WATCHED>(legal, rule),
                    None => return Err(decide::handled_by_none(cx.action)),
                },
                Found::OnlyOne(row) => match only_one_of(book, desk, row, &mut cx) {
                    Some(rule) => rule,
                    None => return self.planned_stages::<WATCHED>(legal),
                },
                Found::Planned => return self.planned_stages::<WATCHED>(legal),
            }
        };
        self.let_happen::<WATCHED>(rule)
    }

    /// What a rule has proposed happens, and is verified.
    #[inline(always)]
    pub(super) fn let_happen<const WATCHED: bool>(
        &mut self,
        rule: RuleId,
    ) -> Result<Verified, Stop<G>> {
        if self.bench.stirred || self.bench.proposed.len() != 1 {
            return self.many_events::<WATCHED>(rule);
        }
        resolve::one_event::<G, L, WATCHED>(self, Origin::Rule(rule))
    }

    /// The rest, whatever the rule has done to the bench, and however many
    /// events it has proposed.
    #[inline(never)]
    fn many_events<const WATCHED: bool>(&mut self, rule: RuleId) -> Result<Verified, Stop<G>> {
        self.desk.begin();
        resolve::look_up(self, Because::Rule(rule))?;
        let resolution = resolve::happen_calmly::<G, L, WATCHED>(self, Origin::Rule(rule))?;
        verify::verify(self, resolution)
    }

    /// One rule of those that may all apply has proposed: its events happen,
    /// then the rules behind it are asked about what they have made of the state.
    #[inline(never)]
    fn each_stages<const WATCHED: bool>(
        &mut self,
        legal: &Legal<G>,
        mut rule: RuleId,
    ) -> Result<Verified, Stop<G>> {
        self.desk.begin();
        loop {
            resolve::look_up(self, Because::Rule(rule))?;
            let resolution = resolve::happen_calmly::<G, L, WATCHED>(self, Origin::Rule(rule))?;
            let Core { book, state, bench, dice, desk, .. } = &mut *self;
            let book = &*book.inner;
            let behind = book.ways[legal.action().kind().index()].behind(rule);
            let mut cx = Effect { state, action: legal.action(), by: legal.by(), bench, dice };
            match first_of(book, desk, behind, &mut cx)? {
                None => return verify::verify(self, resolution),
                Some(next) => rule = next,
            }
        }
    }

    /// The stages as they stand, if the rule is not found that simply.
    #[inline(never)]
    fn planned_stages<const WATCHED: bool>(
        &mut self,
        legal: &Legal<G>,
    ) -> Result<Verified, Stop<G>> {
        self.desk.begin();
        if WATCHED { self.stages::<false>(legal) } else { self.stages::<true>(legal) }
    }
}

/// The first rule of a row that matches, which has proposed.
#[inline(always)]
fn first_of<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    row: &[Cell],
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    let ask = Ask { state: cx.state, action: cx.action, by: cx.by };
    for cell in row {
        let rule = cell.rule();
        if !meets(book, desk, rule, &ask) {
            continue;
        }
        match book.quick[rule.index()].code.attempt(rule, cx, &mut desk.place) {
            Said::Match => return Ok(Some(rule)),
            Said::Skip | Said::Unmet(_) => {}
            Said::Refuse(kind, reason) => {
                return Err(decide::refused_by(book, rule, kind, reason));
            }
        }
    }
    Ok(None)
}

/// The only rule of a row that matches, which has proposed. Nobody proposes
/// before all have been asked. None if it is not that simple: the plan says
/// what a refusal comes to, or two rules in conflict, or no rule at all.
#[inline(always)]
fn only_one_of<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    row: &[Cell],
    cx: &mut Effect<'_, G>,
) -> Option<RuleId> {
    let ask = Ask { state: cx.state, action: cx.action, by: cx.by };
    let mut only = None;
    for cell in row {
        let rule = cell.rule();
        if !meets(book, desk, rule, &ask) {
            continue;
        }
        match answer(book, desk, *cell, &ask) {
            Said::Match if only.is_none() => only = Some(rule),
            Said::Skip | Said::Unmet(_) => {}
            Said::Match | Said::Refuse(..) => return None,
        }
    }
    let rule = only?;
    propose(book, desk, rule, cx);
    Some(rule)
}

/// What a rule answers whose conditions hold.
#[inline(always)]
pub(super) fn answer<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    cell: Cell,
    ask: &Ask<'_, G>,
) -> Said<G::Reason> {
    if cell.asks() & asks::ANSWER == 0 {
        return Said::Match;
    }
    let quick = &book.quick[cell.rule().index()];
    desk.place = Place::Answer(cell.rule());
    quick.code.ask(ask, &mut desk.slots[quick.slot as usize])
}

/// The chosen rule proposes, with what it found when it answered.
#[inline(always)]
pub(super) fn propose<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    rule: RuleId,
    cx: &mut Effect<'_, G>,
) {
    let quick = &book.quick[rule.index()];
    desk.place = Place::Effect(rule);
    // An early stop is read from the bench, also if the effect swallowed it.
    let _ = quick.code.propose(cx, &mut desk.slots[quick.slot as usize]);
}

/// Whether the conditions of a rule hold.
#[inline(always)]
fn meets<G: Game>(book: &Compiled<G>, desk: &mut Desk<G>, rule: RuleId, ask: &Ask<'_, G>) -> bool {
    unmet(book, &book.quick[rule.index()], desk, rule, ask).is_none()
}

/// The first condition of a rule that does not hold.
#[inline(always)]
pub(super) fn unmet<G: Game>(
    book: &Compiled<G>,
    quick: &Quick<G>,
    desk: &mut Desk<G>,
    rule: RuleId,
    ask: &Ask<'_, G>,
) -> Option<u32> {
    let mut fails = |at: u32, test: &QuickTest<G>| match test {
        QuickTest::Own(holds) => {
            desk.place = Place::Condition(rule, at);
            !holds(ask)
        }
        QuickTest::Shared(shared) => !shared_holds(book, ask.state, *shared, desk),
    };
    match &quick.tests {
        Tests::None => None,
        Tests::One(test) => fails(0, test).then_some(0),
        Tests::Many(tests) => {
            let at = (0..).zip(tests).position(|(at, test)| fails(at, test));
            at.map(|at| at as u32)
        }
    }
}
