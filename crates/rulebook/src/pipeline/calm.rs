//! Calm transitions: the stages in one straight line.
//!
//! Where nobody watches and a book has nothing but checks, rules and invariants,
//! most of what the stages ask has one answer, and the compiler of the book knows
//! it: for each kind of action there is a [`Way`] on which the rule is found. A rule
//! that is asked and matches proposes in the same call, because nobody else will be
//! asked. What is not that simple goes through the stages as they stand.

use crate::actor::By;
use crate::book::compile::{Banks, FoundBy};
use crate::book::rule::{ActionKind, Said};
use crate::book::{Compiled, Quick, QuickTest, RuleId, Tests};
use crate::context::{Ask, Effect, Seal};
use crate::game::{Game, Kind, Kinded};
use crate::pipeline::place::naming;
use crate::pipeline::stroke::{Several, Strikes};
use crate::pipeline::validate::Standing;
use crate::pipeline::verify::Verified;
use crate::pipeline::watched::InOrder;
use crate::pipeline::{Core, Desk, Log, Place, Stop, decide, resolve, validate, verify};
use crate::plan::asking::read_facts;
use crate::plan::linear::{Flat, Plan};
use crate::plan::lone::{Lone, side_by_side};
use crate::plan::predicates::is_awaited;
use crate::plan::reference::conflict;
use crate::plan::rows::{ByRank, Cell, Concerned};
use crate::plan::run::{Row, Turn, Walk};
use crate::session::account::Because;
use crate::session::frame::Origin;
use crate::session::legal::Valid;

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

/// What becomes of one kind of action.
pub(crate) struct Way<G: Game> {
    /// The checks on it, in order.
    pub checks: Box<[Standing<G>]>,
    /// How many rules nobody has to look at because they are for other kinds.
    pub others: usize,
    /// How many rules there are for it.
    pub of_kind: usize,
    /// The rules for it, if nothing but their conditions and answers has to be
    /// asked, in order, and the first that is decisive decides.
    pub in_order: Option<InOrder<G>>,
    /// Whether some of them stand [alone](crate::plan::lone), each about its subject,
    /// and nothing but conditions and answers has to be told of these.
    pub alone: bool,
    rule: Found<G>,
    /// All of it: in one stroke, if one rule alone is asked.
    pub stroke: Box<dyn Strikes<G>>,
    /// Whether that is the stroke of a [bank](crate::book::bank).
    pub banked: bool,
}

impl<G: Game> Way<G> {
    /// The next rule of those that are asked in order that matches, from behind this one;
    /// it has proposed.
    #[inline(always)]
    fn next(
        &self,
        book: &Compiled<G>,
        desk: &mut Desk<G>,
        rule: RuleId,
        cx: &mut Effect<'_, G>,
    ) -> Result<Option<RuleId>, Stop<G>> {
        match &self.rule {
            Found::InOrder(row, _) => {
                let at = row.iter().position(|asked| asked.rule() == rule);
                first_of(book, desk, at.map_or(&[], |at| &row[at + 1..]), cx)
            }
            Found::InRuns(row, _) => first_in_runs(book, desk, row.walk_behind(rule), cx),
            _ => Ok(None),
        }
    }
}

/// How the rule for it is found.
enum Found<G: Game> {
    /// Nothing but its answer has to be asked of this one, if that, and nobody
    /// else.
    Alone(RuleId),
    /// Nothing but their conditions and answers has to be asked of these, in
    /// this order, and the first that matches decides. If each that matches
    /// decides, one after the other, then this is the last of them: nobody is
    /// asked behind it.
    InOrder(Box<[Lone<G>]>, Option<RuleId>),
    /// The same, where there are [runs](crate::plan::run) among them.
    InRuns(Row<G>, Option<RuleId>),
    /// The same, but all are asked, and only one may match.
    OnlyOne(Box<[Lone<G>]>),
    /// By what the action is about, which leaves a rule that stands
    /// [alone](crate::plan::lone); or else as below, if there is nothing but
    /// conditions and answers to ask of any.
    BySubject { in_rows: bool },
    /// By what the action is about and what the facts come to. Nothing but their
    /// conditions and answers has to be asked of those that are left, and the first
    /// that matches decides.
    InRows,
    /// As the plan says.
    Planned,
}

/// The way for each kind of action.
pub(crate) fn ways<G: Game>(book: &Compiled<G>, mut banks: Banks<G>) -> Box<[Way<G>]> {
    let is_untested = |rule: RuleId| matches!(book.quick[rule.index()].tests, Tests::None);
    let in_order = |row: &[Cell], last| match Row::new(book, row) {
        Some(runs) => Found::InRuns(runs, last),
        None => Found::InOrder(side_by_side(book, row), last),
    };
    let find = |kind: usize| {
        let Some(plan) = &book.plan else { return Found::Planned };
        let in_rows = plan.flat == Flat::Ordered && plan.rows_of(kind).all(Cell::is_simple);
        if book.lones.has(kind) {
            return Found::BySubject { in_rows };
        }
        if !is_one_row(book, plan, kind) {
            return if in_rows { Found::InRows } else { Found::Planned };
        }
        let row = plan.plain_row(kind);
        // About a single rule there is nothing for a strategy to settle.
        let flat = if row.len() == 1 { Flat::Ordered } else { plan.flat };
        match (flat, row) {
            (Flat::Ordered, [first, ..]) if first.asks() == 0 => Found::Alone(first.rule()),
            (_, row) if !row.iter().all(Cell::is_simple) => Found::Planned,
            (Flat::Ordered, [only]) if is_untested(only.rule()) => Found::Alone(only.rule()),
            (Flat::Ordered, row) => in_order(row, None),
            (Flat::Exclusive, row) => Found::OnlyOne(side_by_side(book, row)),
            (Flat::ApplyAll, row) => in_order(row, row.last().map(|cell| cell.rule())),
            (Flat::Nested, _) => Found::Planned,
        }
    };
    let check = |at: u32| (at, book.draft.checks[at as usize].clone());
    let checks = |kind: usize| -> Box<[Standing<G>]> {
        book.checks_by_kind[kind].iter().map(|&at| check(at)).collect()
    };
    let in_order = |kind: ActionKind<G>| {
        let plan = book.plan.as_ref().filter(|plan| plan.flat == Flat::Ordered)?;
        // Of shared predicates it would have to be told what was remembered.
        if !book.calm || !book.words.shared.is_empty() || !is_one_row(book, plan, kind.index()) {
            return None;
        }
        let row = plan.plain_row(kind.index());
        row.iter().all(Cell::is_simple).then(|| InOrder::of(book, row))
    };
    let alone = |kind: usize| book.calm && book.words.shared.is_empty() && book.lones.has(kind);
    let way = |&kind: &ActionKind<G>| {
        let (checks, rule) = (|| checks(kind.index()), find(kind.index()));
        let found = match rule {
            Found::BySubject { in_rows: false } => Some(FoundBy::Subject),
            Found::BySubject { in_rows: true } => Some(FoundBy::SubjectOrRow),
            Found::InRows => Some(FoundBy::Row),
            _ => None,
        };
        let stroke = match (&rule, found) {
            (Found::Alone(rule), _) => {
                book.quick[rule.index()].code.clone().alone(*rule, checks(), book.minds_kinds)
            }
            (_, Some(found)) => banks.stroke(book, (kind.index(), found), checks()),
            _ => None,
        };
        let banked = matches!(rule, Found::BySubject { .. }) && stroke.is_some();
        let stroke = stroke.unwrap_or_else(|| Box::new(Several));
        let others = book.other_kinds(kind);
        let (in_order, alone) = (in_order(kind), alone(kind.index()));
        let of_kind = book.of_kind(kind);
        Way { checks: checks(), others, of_kind, in_order, alone, rule, stroke, banked }
    };
    ActionKind::<G>::ALL.iter().map(way).collect()
}

/// Whether neither facts nor subjects tell the rules for a kind of action apart.
fn is_one_row<G: Game>(book: &Compiled<G>, plan: &Plan, kind: usize) -> bool {
    let without_facts = book.facts_by_kind[kind].is_empty() && plan.rows_of(kind).table.is_none();
    !book.uses_subjects && without_facts
}

impl<G: Game> Compiled<G> {
    /// The way of an action.
    #[inline(always)]
    pub(crate) fn way(&self, action: &G::Action) -> &Way<G> {
        &self.ways[action.kind().index()]
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

/// The only rule that could decide does not match.
#[cold]
pub(crate) fn unmatched<G: Game>(
    book: &Compiled<G>,
    rule: RuleId,
    said: Said<G::Reason>,
    action: &G::Action,
) -> Stop<G> {
    match said {
        Said::Refuse(kind, reason) => decide::refused_by(book, rule, kind, reason),
        Said::Match | Said::Skip | Said::Unmet(_) => decide::handled_by_none(action),
    }
}

/// The only rule that could decide about what an action is about.
#[inline(always)]
pub(super) fn lone_of<'b, G: Game>(
    book: &'b Compiled<G>,
    desk: &mut Desk<G>,
    kind: ActionKind<G>,
    ask: &Ask<'_, G>,
) -> Option<&'b Lone<G>> {
    let subject = naming(&mut desk.place, Place::Subject, || G::subject(ask.state, ask.action));
    book.lones.get(book.lones.place(kind.index(), subject?)?)
}

/// The first rule that matches of those that an action could concern, which has
/// proposed.
#[inline(always)]
fn found_in_rows<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    cx: &mut Effect<'_, G>,
) -> Result<RuleId, Result<Verified, Stop<G>>> {
    let Some(plan) = &book.plan else { unreachable!("a book that is calm has a plan") };
    let (ask, kind) = (cx.ask, cx.action.kind());
    let subject = match book.uses_subjects {
        true => naming(&mut desk.place, Place::Subject, || G::subject(ask.state, ask.action)),
        false => None,
    };
    read_facts(book, kind, &ask, desk);
    let rows = plan.rows_of(kind.index());
    let found = match rows.concerned(subject, &desk.facts) {
        Concerned::One(row) => first_in(book, desk, row, cx),
        Concerned::Several(rows) => first_in(book, desk, rows, cx),
    };
    match found {
        Ok(Some(rule)) => Ok(rule),
        Ok(None) => Err(Err(decide::handled_by_none(cx.action))),
        Err(stop) => Err(Err(stop)),
    }
}

/// The first rule of rows that matches, which has proposed.
#[inline(always)]
fn first_in<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    mut rows: impl ByRank,
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    while let Some(cell) = rows.take(u32::MAX) {
        let rule = cell.rule();
        match said_by(book, desk, &book.quick[rule.index()], rule, cx) {
            Said::Match => return Ok(Some(rule)),
            Said::Skip | Said::Unmet(_) => {}
            Said::Refuse(kind, reason) => {
                return Err(decide::refused_by(book, rule, kind, reason));
            }
        }
    }
    Ok(None)
}

/// What a rule says, having proposed if it matches.
#[inline(always)]
pub(crate) fn said_by<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    cx: &mut Effect<'_, G>,
) -> Said<G::Reason> {
    match unmet(book, quick, desk, rule, &cx.ask) {
        None => naming(&mut desk.place, Place::Effect(rule), || quick.code.attempt(cx)),
        Some(at) => Said::Unmet(at as usize),
    }
}

/// The first rule of a row that matches, which has proposed.
#[inline(always)]
fn first_of<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    row: &[Lone<G>],
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    for asked in row {
        let rule = asked.rule();
        match said_by(book, desk, &asked.quick, rule, cx) {
            Said::Match => return Ok(Some(rule)),
            Said::Skip | Said::Unmet(_) => {}
            Said::Refuse(kind, reason) => {
                return Err(decide::refused_by(book, rule, kind, reason));
            }
        }
    }
    Ok(None)
}

/// The same where there are runs. Apart, so that short rows keep no registers free for it.
#[inline(never)]
fn first_in_runs<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    mut row: Walk<'_, G>,
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    while let Some(Turn { asked, begun }) = row.next(&cx.ask, &mut desk.place) {
        let rule = asked.rule();
        let said = match begun {
            false => said_by(book, desk, &asked.quick, rule, cx),
            true => said_further(book, desk, &asked.quick, rule, cx),
        };
        match said {
            Said::Match => return Ok(Some(rule)),
            Said::Skip | Said::Unmet(_) => {}
            Said::Refuse(kind, reason) => {
                return Err(decide::refused_by(book, rule, kind, reason));
            }
        }
    }
    Ok(None)
}

/// What a rule says whose first condition holds, having proposed if it matches.
#[inline(always)]
fn said_further<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    cx: &mut Effect<'_, G>,
) -> Said<G::Reason> {
    if let Tests::Many(tests) = &quick.tests
        && let Some(at) = unmet_from(book, tests, 1, desk, rule, &cx.ask)
    {
        return Said::Unmet(at as usize);
    }
    naming(&mut desk.place, Place::Effect(rule), || quick.code.attempt(cx))
}

/// The only rule of a row that matches, which has proposed. Nobody proposes
/// before all have been asked.
#[inline(always)]
fn only_one_of<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    row: &[Lone<G>],
    cx: &mut Effect<'_, G>,
) -> Result<Option<RuleId>, Stop<G>> {
    let mut row = row.iter();
    let (only, refusal) = loop {
        let Some(asked) = row.next() else { return Ok(None) };
        match answered(book, desk, asked, &cx.ask) {
            Said::Match => break (asked, None),
            Said::Refuse(kind, reason) => break (asked, Some((kind, reason))),
            Said::Skip | Said::Unmet(_) => {}
        }
    };
    let (rule, quick) = (only.rule(), &only.quick);
    while let Some(asked) = row.next() {
        if answered(book, desk, asked, &cx.ask).is_decisive() {
            let rules = vec![rule, asked.rule()];
            return Err(in_conflict(book, desk, rules, row.as_slice(), &cx.ask));
        }
    }
    if let Some((kind, reason)) = refusal {
        return Err(decide::refused_by(book, rule, kind, reason));
    }
    match only.answers() {
        true => propose(desk, quick, rule, cx),
        // It need not look for what it has not found.
        false => drop(naming(&mut desk.place, Place::Effect(rule), || quick.code.attempt(cx))),
    }
    Ok(Some(rule))
}

/// Two rules of a book that is Exclusive are decisive: those behind them are asked too,
/// so that all can be named.
#[cold]
fn in_conflict<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    mut rules: Vec<RuleId>,
    rest: &[Lone<G>],
    ask: &Ask<'_, G>,
) -> Stop<G> {
    let decisive = |asked: &&Lone<G>| answered(book, desk, asked, ask).is_decisive();
    rules.extend(rest.iter().filter(decisive).map(Lone::rule));
    let exclusive = book.plan.as_ref().and_then(|plan| plan.nodes.first());
    let phase = exclusive.map_or(0, |node| node.phase);
    Stop::Fault(conflict(book, phase, ask.action.kind(), &rules))
}

/// What a rule says, which has proposed nothing yet.
#[inline(always)]
fn answered<G: Game>(
    book: &Compiled<G>,
    desk: &mut Desk<G>,
    asked: &Lone<G>,
    ask: &Ask<'_, G>,
) -> Said<G::Reason> {
    let (rule, quick) = (asked.rule(), &asked.quick);
    match unmet(book, quick, desk, rule, ask) {
        Some(at) => Said::Unmet(at as usize),
        None if asked.answers() => answer(desk, quick, rule, ask),
        None => Said::Match,
    }
}

/// What a rule answers whose conditions hold.
#[inline(always)]
pub(super) fn answer<G: Game>(
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    ask: &Ask<'_, G>,
) -> Said<G::Reason> {
    let slot = &mut desk.slots[quick.slot as usize];
    naming(&mut desk.place, Place::Answer(rule), || quick.code.ask(ask, slot))
}

/// The chosen rule proposes, with what it found when it answered.
#[inline(always)]
pub(super) fn propose<G: Game>(
    desk: &mut Desk<G>,
    quick: &Quick<G>,
    rule: RuleId,
    cx: &mut Effect<'_, G>,
) {
    let slot = &mut desk.slots[quick.slot as usize];
    // An early stop is read from the bench, also if the effect swallowed it.
    let _ = naming(&mut desk.place, Place::Effect(rule), || quick.code.propose(cx, slot));
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
    match &quick.tests {
        Tests::None => None,
        Tests::One(QuickTest::Own(holds)) => {
            let holds = naming(&mut desk.place, Place::Condition(rule, 0), || holds.holds(ask));
            if holds { None } else { Some(0) }
        }
        tests => unmet_from(book, tests.all(), 0, desk, rule, ask),
    }
}

/// The same where it is not its only one, or not its own, from one of them on. A function
/// of its own, so that those who have but one keep no registers free for it.
#[inline(never)]
fn unmet_from<G: Game>(
    book: &Compiled<G>,
    tests: &[QuickTest<G>],
    from: usize,
    desk: &mut Desk<G>,
    rule: RuleId,
    ask: &Ask<'_, G>,
) -> Option<u32> {
    let mut fails = |at: u32, test: &QuickTest<G>| match test {
        QuickTest::Own(holds) => {
            !naming(&mut desk.place, Place::Condition(rule, at), || holds.holds(ask))
        }
        QuickTest::Shared(awaited) => !is_awaited(book, ask.state, *awaited, desk),
    };
    let mut asked = (0..).zip(tests).skip(from);
    asked.find(|&(at, test)| fails(at, test)).map(|(at, _)| at)
}
