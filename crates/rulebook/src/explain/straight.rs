//! Finding out in a straight line: where a book has nothing but checks and
//! rules that are asked in order, nothing has to be written down but how many
//! were passed over, and what is not plain from the book. Where the only rule about
//! what an action is about matches, nothing but its number.

use crate::actor::By;
use crate::book::rule::ActionKind;
use crate::book::{Book, Compiled, RuleId};
use crate::context::Seal;
use crate::error::Fault;
use crate::explain::Explanation;
use crate::explain::inquiry::{Anyway, checks, unreached};
use crate::explain::report::{End, Found, InTurn, Stand, Straight};
use crate::game::{Game, Kind};
use crate::pipeline::calm::Calm;
use crate::pipeline::watched::{Course, Decided};
use crate::pipeline::{Core, Log, Lost};
use crate::plan::passes::{Avoided, Pass};
use crate::session::legal::Valid;

impl<G: Game> Explanation<G> {
    /// Nothing was found out yet.
    pub(crate) fn nothing(book: &Book<G>, by: By, action: G::Action, kind: ActionKind<G>) -> Self {
        let (avoided, found) = (Avoided::default(), Found::nothing());
        Explanation { by, action, account: None, avoided, kind, found, book: book.clone() }
    }

    /// An action will be explained that is supposed to be committed.
    #[inline(always)]
    pub(crate) fn begin(&mut self, by: By, action: &G::Action, kind: ActionKind<G>) {
        self.by = by;
        self.action.clone_from(action);
        self.kind = kind;
        if self.account.is_some() {
            self.account = None;
        }
        self.found.clear();
    }

    /// Finds out in a straight line, about an action that is claimed to be
    /// legal: runs the stages, takes them back, and asks whoever was not asked.
    #[inline(always)]
    pub(crate) fn find_out_straight<L: Log<G>>(
        &mut self,
        book: &Compiled<G>,
        core: &mut Core<G, L>,
        legal: Valid<'_, G>,
        seal: Seal,
    ) -> Result<(), Lost> {
        let dice = core.bench.dice.position();
        core.bench.seal = seal;
        let (kind, mut course) = (self.kind, Course::default());
        let ran = core.guard_poised(|core| {
            match core.choose_to_explain(book, (legal, kind), &mut course, |_, _| {}) {
                Ok(rule) => core.let_happen::<false>(rule),
                Err(stop) => Calm::Other(Err(stop)),
            }
        });
        match ran {
            Ok(Calm::Ordinary(_)) => core.take_back_event()?,
            ran => self.end_with(taken_back(core, ran, dice)?),
        }
        core.bench.seal = Seal::Open;
        self.note_course(book, core, legal, &course);
        Ok(())
    }

    /// The same where the only rule about what the action is about matches. If it does
    /// not, nothing is found out.
    #[inline(always)]
    pub(crate) fn find_out_alone<L: Log<G>>(
        &mut self,
        book: &Compiled<G>,
        core: &mut Core<G, L>,
        legal: Valid<'_, G>,
        seal: Seal,
    ) -> Result<bool, Lost> {
        let dice = core.bench.dice.position();
        core.bench.seal = seal;
        let ran = core.guard_poised(|core| {
            let rule = core.choose_alone(book, (legal, self.kind))?;
            self.note_alone(book, rule);
            Some(core.let_happen::<false>(rule))
        });
        match ran {
            Ok(Some(Calm::Ordinary(_))) => core.take_back_event()?,
            Ok(Some(ran)) => self.end_with(taken_back(core, Ok(ran), dice)?),
            // As far as it came, it is taken back here, and found out by the stages.
            ran => {
                core.poised = false;
                core.take_back_trial(dice, &ran)?;
                return Ok(false);
            }
        }
        core.bench.seal = Seal::Open;
        Ok(true)
    }

    /// Notes that the only rule about what the action is about was chosen.
    #[inline(always)]
    pub(crate) fn note_alone(&mut self, book: &Compiled<G>, rule: RuleId) {
        let Explanation { kind, found, avoided, .. } = self;
        found.asked = Straight::Alone(rule);
        let others = book.ways[kind.index()].others;
        *avoided = Avoided::default();
        avoided.add(Pass::Kinds, others);
        avoided.add(Pass::Subjects, book.rules.len() - others - 1);
    }

    /// Notes what the rules come to that were asked in order, and asks the others.
    #[inline(always)]
    pub(crate) fn note_course<L: Log<G>>(
        &mut self,
        book: &Compiled<G>,
        core: &mut Core<G, L>,
        legal: Valid<'_, G>,
        course: &Course<G::Reason>,
    ) {
        let Explanation { kind, found, avoided, .. } = self;
        note_course(book, core, (legal, *kind), course, found);
        *avoided = Avoided::default();
        if course.begun {
            avoided.add(Pass::Kinds, book.ways[kind.index()].others);
        }
    }

    /// It ends in another way.
    pub(crate) fn end_with(&mut self, end: End<G>) {
        self.found.end = end;
    }
}

/// Takes any other transition back, and says how it ended.
#[inline(never)]
fn taken_back<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    ran: Result<Calm<G>, Fault>,
    dice: u64,
) -> Result<End<G>, Lost> {
    core.poised = false;
    core.take_back_trial(dice, &ran)?;
    Ok(End::of(core.tried(ran.map(Calm::verified))))
}

/// Notes what the rules come to that were asked in order, and asks the others.
#[inline(always)]
fn note_course<G: Game, L: Log<G>>(
    book: &Compiled<G>,
    core: &mut Core<G, L>,
    (legal, kind): (Valid<'_, G>, ActionKind<G>),
    course: &Course<G::Reason>,
    found: &mut Found<G>,
) {
    let Course { begun, passed, ref decided } = *course;
    let rules = book.ways[kind.index()].in_order.as_ref().map_or(0, |it| it.row.len());
    let selected = matches!(decided, Decided::Matches);
    found.asked = Straight::InOrder(InTurn { begun, selected, passed: passed as u32 });
    let plain = passed + usize::from(selected) == rules && core.desk.doubts.is_empty();
    if !begun || !plain {
        // Whoever is asked now may leave something.
        core.poised = false;
        note_more(core, legal, kind, course, found);
    }
}

/// Notes what is not plain from the book.
#[inline(never)]
fn note_more<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: Valid<'_, G>,
    kind: ActionKind<G>,
    course: &Course<G::Reason>,
    found: &mut Found<G>,
) {
    let Course { begun, passed, ref decided } = *course;
    if passed > 0 && !core.desk.doubts.is_empty() {
        found.more().doubts.clone_from(&core.desk.doubts);
    }
    if !begun {
        let checks = checks(core, &legal, kind);
        if !checks.is_empty() {
            found.more().checks = checks;
        }
    }
    let mut from = passed;
    let mut deciding = None;
    if !matches!(decided, Decided::Nobody) {
        let rule = core.book.inner.row_in_order(kind.index())[passed].rule();
        deciding = Some(rule);
        from += 1;
        if let Decided::Refuses(how, reason) = decided {
            found.stands.push((rule, Stand::Refused(*how, reason.clone())));
        }
    }
    ask_behind(core, legal, kind, from, deciding, &mut found.stands);
    found.stands.sort_unstable_by_key(|(rule, _)| *rule);
}

/// What the rules of the row come to that nobody asked, from one on.
fn ask_behind<G: Game, L: Log<G>>(
    core: &mut Core<G, L>,
    legal: Valid<'_, G>,
    kind: ActionKind<G>,
    from: usize,
    deciding: Option<RuleId>,
    stands: &mut Vec<(RuleId, Stand<G::Reason>)>,
) {
    let book = core.book.clone();
    let mut anyway = Anyway::new(legal.by(), legal.action(), kind);
    for cell in &book.inner.row_in_order(kind.index())[from..] {
        let stand = unreached(core, &mut anyway, deciding.as_slice(), cell.rule());
        stands.push((cell.rule(), stand));
    }
}
