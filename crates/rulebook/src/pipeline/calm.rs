//! Calm transitions: the stages in one straight line.
//!
//! Where nobody watches and a book has nothing but checks, rules of closures
//! and invariants, most of what the stages ask has one answer, and the
//! compiler of the book knows it: for each kind of action there is a [`Way`]
//! on which the rule is found. A rule that is asked and matches proposes in the
//! same call, because nobody else will be asked. What is not that simple goes
//! through the stages as they stand.

use crate::book::rule::{ActionKind, Said, UnaskedFn};
use crate::book::tree::NONE;
use crate::book::{Compiled, QuickTest, RuleId, Tests};
use crate::context::{Ask, Effect, Seal};
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::validate::Standing;
use crate::pipeline::verify::Verified;
use crate::pipeline::{Core, Desk, Log, Place, Stop, decide, resolve, validate, verify};
use crate::plan::linear::Flat;
use crate::plan::predicates::shared_holds;
use crate::plan::rows::{Cell, asks};
use crate::session::account::Because;
use crate::session::frame::Origin;
use crate::session::legal::Legal;

/// What becomes of one kind of action.
pub(crate) struct Way<G: Game> {
    /// The checks on it, in order.
    pub checks: Box<[Standing<G>]>,
    rule: Found<G>,
}

/// How the rule for it is found.
enum Found<G: Game> {
    /// This one decides without being asked.
    Unasked(RuleId, UnaskedFn<G>),
    /// Nothing but their conditions and answers has to be asked of these, in
    /// this order, and the first that matches decides.
    InOrder(Box<[Cell]>),
    /// As the plan says.
    Planned,
}

/// The way for each kind of action.
pub(crate) fn ways<G: Game>(book: &Compiled<G>) -> Box<[Way<G>]> {
    let find = |kind: usize| {
        let Some(plan) = &book.plan else { return Found::Planned };
        let row = plan.plain_row(kind);
        let simple = |cell: &Cell| cell.asks() & (asks::WHETHER | asks::PHASES) == 0;
        match plan.unasked(kind) {
            _ if plan.flat != Flat::Ordered => Found::Planned,
            Some(rule) => Found::Unasked(rule, book.quick[rule.index()].code.clone().unasked()),
            None if row.iter().all(simple) => Found::InOrder(row.into()),
            None => Found::Planned,
        }
    };
    let kinds = ActionKind::<G>::ALL.iter().map(|kind| kind.index());
    let check = |at: u32| (at, book.draft.checks[at as usize].clone());
    let checks = |kind: usize| book.checks_by_kind[kind].iter().map(|&at| check(at)).collect();
    kinds.map(|kind| Way { checks: checks(kind), rule: find(kind) }).collect()
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
    /// not PROVEN is claimed to be legal, and validated first.
    #[inline(always)]
    pub(crate) fn calm_stages<const PROVEN: bool>(
        &mut self,
        legal: &Legal<G>,
    ) -> Result<Verified, Stop<G>> {
        let Core { book, state, bench, dice, desk, .. } = &mut *self;
        let book = &*book.inner;
        let way = &book.ways[legal.action().kind().index()];
        if !PROVEN && let Some(refused) = validate::judge(book, &way.checks, state, legal, desk) {
            return Err(Stop::Refused(refused));
        }
        let mut cx = Effect { state, action: legal.action(), by: legal.by(), bench, dice };
        let rule = 'chosen: {
            if PROVEN && legal.rule != NONE {
                let rule = RuleId(legal.rule);
                let quick = &book.quick[rule.index()];
                if quick.direct && quick.code.vouch(rule, &mut cx, &mut desk.place) {
                    break 'chosen rule;
                }
            }
            match &way.rule {
                Found::Unasked(rule, propose) => {
                    propose(*rule, &mut cx, &mut desk.place);
                    *rule
                }
                Found::InOrder(row) => first_of(book, desk, row, &mut cx)?,
                Found::Planned => return self.planned_stages(legal),
            }
        };
        if self.bench.stirred || self.bench.proposed.len() != 1 {
            return self.many_events(rule);
        }
        resolve::one_event(self, Origin::Rule(rule))
    }

    /// The rest, whatever the rule has done to the bench, and however many
    /// events it has proposed.
    #[inline(never)]
    fn many_events(&mut self, rule: RuleId) -> Result<Verified, Stop<G>> {
        self.desk.begin();
        resolve::look_up(self, Because::Rule(rule))?;
        let resolution = resolve::happen_calmly(self, Origin::Rule(rule))?;
        verify::verify(self, resolution)
    }

    #[inline(never)]
    fn planned_stages(&mut self, legal: &Legal<G>) -> Result<Verified, Stop<G>> {
        self.desk.begin();
        self.stages::<true>(legal)
    }
}

/// The first rule of a row that matches, which has proposed.
#[inline]
fn first_of<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    row: &[Cell],
    cx: &mut Effect<'_, G>,
) -> Result<RuleId, Stop<G>> {
    let ask = Ask { state: cx.state, action: cx.action, by: cx.by };
    for cell in row {
        let rule = cell.rule();
        let quick = &book.quick[rule.index()];
        let mut holds = |at: u32, test: &QuickTest<G>| match test {
            QuickTest::Own(holds) => {
                desk.place = Place::Condition(rule, at);
                holds(&ask)
            }
            QuickTest::Shared(shared) => shared_holds(book, ask.state, *shared, desk),
        };
        let met = match &quick.tests {
            Tests::None => true,
            Tests::One(test) => holds(0, test),
            Tests::Many(tests) => (0..).zip(tests).all(|(at, test)| holds(at, test)),
        };
        if !met {
            continue;
        }
        match quick.code.attempt(rule, cx, &mut desk.place) {
            Said::Match => return Ok(rule),
            Said::Skip | Said::Unmet(_) => {}
            Said::Refuse(kind, reason) => {
                return Err(decide::refused_by(book, rule, kind, reason));
            }
        }
    }
    Err(decide::handled_by_none(cx.action))
}
