//! Where rules lie that do not lie by subject: row by row, as the plan has them.
//!
//! For one kind of action, and for all that its facts and its subject can come to,
//! the rules that are left stand in a row, each with what it takes to ask it: the
//! shared predicate that it waits for, and where its condition and its code lie. A
//! rule that is made otherwise says so, and is asked as everywhere else.

use std::num::NonZero;
use std::sync::Arc;

use crate::actor::By;
use crate::book::bank::{About, Codes, Conditions};
use crate::book::fact::FactDef;
use crate::book::rule::Said;
use crate::book::{Compiled, QuickTest, RuleId};
use crate::context::{Ask, Effect};
use crate::game::{Game, Subject};
use crate::pipeline::calm::{Calm, said_by, unmatched};
use crate::pipeline::decide::handled_by_none;
use crate::pipeline::place::naming;
use crate::pipeline::stroke::{Asked, Seated, Stroke, StrokeFn, Submitted, Wanted};
use crate::pipeline::validate::Standing;
use crate::pipeline::{Core, Desk, Place};
use crate::plan::linear::Plan;
use crate::plan::predicates::shared_holds_here;
use crate::plan::rows::{Cell, Leaf, Rows};

/// A bank with its conditions.
pub(crate) struct Shelf<G: Game> {
    pub codes: Arc<dyn Codes<G>>,
    pub conditions: Conditions<G>,
    /// Whether its rules match if their conditions hold.
    pub always: bool,
}

/// On which shelf a rule lies in order, and where there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lies {
    pub shelf: u8,
    pub at: u32,
}

/// How many shelves there can be.
pub(crate) const SHELVES: usize = 1 << u8::BITS;

/// A rule in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    rule: RuleId,
    /// The shared predicate that it waits for first, by number from one on.
    shared: Option<NonZero<u32>>,
    /// Where it lies; nowhere, if it is not made like that.
    lies: Option<Lies>,
}

impl Entry {
    fn new<G: Game>(book: &Compiled<G>, rule: RuleId, lies: Option<Lies>) -> Self {
        let shared = match book.quick[rule.index()].tests.all() {
            [QuickTest::Shared(shared), ..] if lies.is_some() => NonZero::new(shared + 1),
            _ => None,
        };
        Entry { rule, shared, lies }
    }

    /// Where it lies if it need not wait, in a number that fits into a [`Listed`].
    fn alone(&self) -> Option<Lies> {
        self.lies.filter(|lies| self.shared.is_none() && lies.at < 1 << (u32::BITS - AT))
    }

    /// Where it lies on this shelf, if it does.
    #[inline(always)]
    pub(crate) fn on(&self, shelf: u8) -> Option<u32> {
        self.lies.filter(|lies| lies.shelf == shelf).map(|lies| lies.at)
    }

    /// Which of its conditions is the one of its own.
    #[inline(always)]
    pub(crate) fn own_condition(&self) -> u32 {
        u32::from(self.shared.is_some())
    }

    /// Whether it need not wait for its shared predicate.
    #[inline(always)]
    fn is_open<G: Game>(&self, core: &mut Seated<G>, book: &Compiled<G>) -> bool {
        let Some(shared) = self.shared else { return true };
        shared_holds_here(book, &core.state, shared.get() - 1, &mut core.desk)
    }
}

/// The rules that an action concerns, in so few bytes because there is one for each
/// subject and each case: nobody, a rule that need not wait and lies on a shelf, or where
/// the row begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listed(u32);

/// Which bits say where a rule lies on its shelf.
const AT: u32 = 9;

impl Listed {
    const NOBODY: Self = Listed(0);

    fn alone(Lies { shelf, at }: Lies) -> Self {
        Listed(at << AT | u32::from(shelf) << 1 | 1)
    }

    fn row(number: usize) -> Self {
        Listed((number as u32 + 1) << 1)
    }

    /// Where the only rule lies on this shelf, if it does.
    #[inline(always)]
    pub(crate) fn on(self, shelf: u8) -> Option<u32> {
        (self.0 % (1 << AT) == u32::from(shelf) << 1 | 1).then_some(self.0 >> AT)
    }

    /// Whether there is a row.
    pub(crate) fn is_row(self) -> bool {
        self.0 & 1 == 0 && self != Self::NOBODY
    }

    /// Where the only rule lies, if there is but one.
    #[inline(always)]
    fn lies(self) -> Option<Lies> {
        (self.0 & 1 == 1).then_some(Lies { shelf: (self.0 >> 1) as u8, at: self.0 >> AT })
    }
}

/// A rule of a row that is asked next, and those behind it.
pub(crate) type Next<'r> = (&'r Entry, &'r [Entry]);

/// A fact, and how far apart the cases of its values lie: nowhere, if they tell no rules
/// apart.
struct Digit<G: Game> {
    number: u32,
    fact: Arc<FactDef<G>>,
    values: u8,
    stride: u32,
}

/// Where the rules for a kind of action lie.
pub(crate) struct Register<G: Game> {
    /// The facts that rules for this kind name, in the order in which they are read.
    digits: Box<[Digit<G>]>,
    /// By all that they come to together: where the rows begin, and how many subjects
    /// have one each. The next row is for all other subjects, and for none.
    cases: Box<[(u32, u32)]>,
    listed: Box<[Listed]>,
    /// Where rows begin and end among the entries.
    rows: Box<[(u32, u32)]>,
    entries: Box<[Entry]>,
    shelves: Arc<[Shelf<G>]>,
}

impl<G: Game> Register<G> {
    /// A register of nothing.
    pub(crate) fn empty() -> Self {
        Register {
            digits: Box::default(),
            cases: Box::new([(0, 0)]),
            listed: Box::new([Listed::NOBODY]),
            rows: Box::default(),
            entries: Box::default(),
            shelves: Arc::new([]),
        }
    }

    /// The register of the rules for a kind of action, by rule where they lie. It is
    /// whole if the first of a row that matches decides; otherwise rules are listed
    /// that stand alone. There is none if subjects are far apart, or if it would take
    /// more room than the rules.
    pub(crate) fn of(
        book: &Compiled<G>,
        plan: &Plan,
        kind: usize,
        (shelves, lies): (&Arc<[Shelf<G>]>, &[Option<Lies>]),
        whole: bool,
    ) -> Option<Self> {
        let rows = plan.rows_of(kind);
        let (digits, which, leaves) = found(book, rows, kind)?;
        let subjects: Option<Vec<u32>> = leaves.iter().map(Leaf::subjects).collect();
        let subjects = subjects?;
        let places: usize = subjects.iter().map(|&subjects| subjects as usize + 1).sum();
        if places > rows.rules * 2 + 256 {
            return None;
        }
        let mut listing = Listing { book, lies, whole, rows: Vec::new(), entries: Vec::new() };
        let (mut begins, mut listed) = (Vec::new(), Vec::new());
        for (leaf, &subjects) in leaves.iter().zip(&subjects) {
            begins.push((listed.len() as u32, subjects));
            let any = listing.put(leaf.row(None));
            listed.extend((0..subjects).map(|subject| match leaf.about(Some(Subject(subject))) {
                [] => any,
                row => listing.put(row),
            }));
            listed.push(any);
        }
        Some(Register {
            digits,
            cases: which.into_iter().map(|leaf| begins[leaf as usize]).collect(),
            listed: listed.into(),
            rows: listing.rows.into(),
            entries: listing.entries.into(),
            shelves: shelves.clone(),
        })
    }

    /// The rules that an action concerns.
    #[inline(always)]
    pub(crate) fn find(&self, book: &Compiled<G>, ask: &Ask<'_, G>, desk: &mut Desk<G>) -> Listed {
        let subject = match book.uses_subjects {
            true => naming(&mut desk.place, Place::Subject, || G::subject(ask.state, ask.action)),
            false => None,
        };
        let mut case = 0;
        for digit in &self.digits {
            let place = Place::Fact(digit.number);
            let value = naming(&mut desk.place, place, || digit.fact.value(ask));
            case += value.min(digit.values.into()) * digit.stride as usize;
        }
        self.listed(case, subject.map_or(u32::MAX, |Subject(subject)| subject))
    }

    #[inline(always)]
    fn listed(&self, case: usize, subject: u32) -> Listed {
        let (begin, subjects) = self.cases[case];
        self.listed[(begin + subject.min(subjects)) as usize]
    }

    /// The rule that is asked first, if there is a row.
    #[inline(always)]
    pub(crate) fn first(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        Listed(row): Listed,
    ) -> Option<Next<'_>> {
        if row & 1 == 1 {
            return None;
        }
        let number = (row >> 1).checked_sub(1)?;
        let (begin, end) = self.rows[number as usize];
        next(core, book, &self.entries[begin as usize..end as usize])
    }

    /// What comes of an action by the rules that it concerns, wherever they lie.
    pub(crate) fn stroke_listed(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        submitted: Submitted<'_, G>,
        listed: Listed,
    ) -> Stroke<G> {
        let stop = match listed.lies() {
            Some(lies) => {
                let rule = self.rule(lies);
                match self.stroke_lying(core, submitted, (rule, 0), lies) {
                    Ok(stroke) => return stroke,
                    Err(said) => unmatched(book, rule, said, submitted.1),
                }
            }
            None => match self.first(core, book, listed) {
                Some(first) => return self.stroke_from(core, book, submitted, first, None),
                None => handled_by_none(submitted.1),
            },
        };
        Stroke::Left(Calm::Other(Err(stop)))
    }

    /// What comes of an action by a rule of a row, unless it has said that it does not
    /// match, or by those behind it.
    pub(crate) fn stroke_from<'r>(
        &'r self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        submitted: Submitted<'_, G>,
        (mut entry, mut behind): Next<'r>,
        mut said: Option<Said<G::Reason>>,
    ) -> Stroke<G> {
        loop {
            let said = match said.take() {
                Some(said) => said,
                None => match self.stroke_of(core, book, submitted, entry) {
                    Ok(stroke) => return stroke,
                    Err(said) => said,
                },
            };
            let further = if said.is_decisive() { None } else { next(core, book, behind) };
            let Some(further) = further else {
                let stop = unmatched(book, entry.rule, said, submitted.1);
                return Stroke::Left(Calm::Other(Err(stop)));
            };
            (entry, behind) = further;
        }
    }

    /// What a rule of a row comes to.
    fn stroke_of(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        submitted: Submitted<'_, G>,
        entry: &Entry,
    ) -> Asked<G> {
        let rule = entry.rule;
        if let Some(lies) = entry.lies {
            return self.stroke_lying(core, submitted, (rule, entry.own_condition()), lies);
        }
        let (by, action) = submitted;
        let Core { state, bench, desk, .. } = &mut *core;
        let mut cx = Effect { ask: Ask { state, action, by }, bench };
        match said_by(book, desk, &book.quick[rule.index()], rule, &mut cx) {
            Said::Match => Ok(core.happen::<false>(rule)),
            said => Err(said),
        }
    }

    /// What a rule comes to that lies on a shelf, with the condition of its own.
    fn stroke_lying(
        &self,
        core: &mut Seated<G>,
        submitted: Submitted<'_, G>,
        asked: (RuleId, u32),
        lies: Lies,
    ) -> Asked<G> {
        let Shelf { codes, conditions, .. } = self.shelf(lies);
        core.stroke_if(submitted, asked, (conditions, lies.at), |cx| codes.attempt(lies.at, cx))
    }

    /// The rule that lies somewhere.
    pub(crate) fn rule(&self, lies: Lies) -> RuleId {
        self.shelf(lies).codes.rule(lies.at)
    }

    #[inline(always)]
    fn shelf(&self, lies: Lies) -> &Shelf<G> {
        &self.shelves[usize::from(lies.shelf)]
    }

    /// What comes of an action by these rules, if there are any and whoever watches can
    /// be told of it. A function of its own, which is given all of it in registers:
    /// whoever finds a rule before need not write anything down.
    #[inline(never)]
    pub(crate) fn decide_apart(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        by: By,
        action: &G::Action,
        told: Wanted,
        subject: Subject,
    ) -> Option<Stroke<G>> {
        self.decide(core, book, (by, action), told, subject)
    }

    #[inline(always)]
    fn decide(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        submitted: Submitted<'_, G>,
        told: Wanted,
        Subject(subject): Subject,
    ) -> Option<Stroke<G>> {
        let listed = self.listed(0, subject);
        if let Some(lies) = listed.lies() {
            let (Shelf { codes, conditions, always }, at) = (self.shelf(lies), lies.at);
            // It lies beside the code, which is needed next.
            let rule = codes.rule(at);
            let rule = About { rule, conditions: (conditions, at), always: *always };
            return core.stroke_about(submitted, told, rule, |cx| codes.attempt(at, cx));
        }
        let found = listed != Listed::NOBODY && told.is_none();
        found.then(|| self.stroke_listed(core, book, submitted, listed))
    }

    /// A session's [stroke](crate::pipeline::stroke) by these rules, found by their
    /// subject alone.
    pub(crate) fn stroke_about(self, checks: Box<[Standing<G>]>) -> StrokeFn<G> {
        Box::new(move |core, book, by, action| {
            core.strike_about(book, (by, action), &checks, |core, submitted, told, subject| {
                self.decide(core, book, submitted, told, subject)
            })
        })
    }

    /// The same found by facts as well.
    pub(crate) fn stroke(self, checks: Box<[Standing<G>]>) -> StrokeFn<G> {
        if let Some(most) = self.most() {
            let Shelf { codes, conditions, .. } = &self.shelves[usize::from(most)];
            return codes.clone().stroke(checks, (conditions.clone(), most), self);
        }
        Box::new(move |core, book, by, action| {
            core.strike_listed(book, (by, action), &checks, &self)
        })
    }

    /// The shelf on which more than half of them lie.
    fn most(&self) -> Option<u8> {
        let (mut counts, mut all) = ([0_usize; SHELVES], self.entries.len());
        let mut count = |lies: Lies| counts[usize::from(lies.shelf)] += 1;
        self.entries.iter().filter_map(|entry| entry.lies).for_each(&mut count);
        for lies in self.listed.iter().filter_map(|listed| listed.lies()) {
            all += 1;
            count(lies);
        }
        let most = (0..=u8::MAX).max_by_key(|&shelf| counts[usize::from(shelf)])?;
        (counts[usize::from(most)] * 2 > all).then_some(most)
    }
}

/// The first of these rules that need not wait.
#[inline(always)]
fn next<'r, G: Game>(
    core: &mut Seated<G>,
    book: &Compiled<G>,
    mut rules: &'r [Entry],
) -> Option<Next<'r>> {
    while let [first, behind @ ..] = rules {
        if first.is_open(core, book) {
            return Some((first, behind));
        }
        rules = behind;
    }
    None
}

/// How the rows for a kind of action are found: by which facts, which leaf belongs to
/// what they come to, and the leaves. Rows that are kept in several places are not.
type Found<'p, G> = (Box<[Digit<G>]>, Vec<u32>, &'p [Leaf]);

fn found<'p, G: Game>(book: &Compiled<G>, rows: &'p Rows, kind: usize) -> Option<Found<'p, G>> {
    let (which, leaves) = match rows.whole_table() {
        Some(table) => (table.cases.to_vec(), &table.leaves[..]),
        None => (vec![0], rows.is_open().then(|| std::slice::from_ref(&rows.open))?),
    };
    let told_apart = rows.table.as_ref().map_or(&[][..], |table| &table.digits);
    let named = &book.facts_by_kind[kind];
    // Where all may apply, some are kept as they were.
    if !told_apart.iter().all(|digit| named.contains(&digit.fact)) {
        return None;
    }
    // All that are named are read, in this order, whether or not they tell rules apart.
    let digit = |&number: &u32| {
        let digit = told_apart.iter().find(|digit| digit.fact == number);
        let (values, stride) = digit.map_or((0, 0), |digit| (digit.values, digit.stride));
        Digit { number, fact: book.words.facts[number as usize].clone(), values, stride }
    };
    Some((named.iter().map(digit).collect(), which, leaves))
}

/// Rules row by row, as far as they are listed.
struct Listing<'b, G: Game> {
    book: &'b Compiled<G>,
    lies: &'b [Option<Lies>],
    whole: bool,
    rows: Vec<(u32, u32)>,
    entries: Vec<Entry>,
}

impl<G: Game> Listing<'_, G> {
    fn put(&mut self, row: &[Cell]) -> Listed {
        let is_listed = self.whole || row.len() == 1 && row.iter().all(Cell::is_simple);
        if row.is_empty() || !is_listed {
            return Listed::NOBODY;
        }
        let entry = |cell: &Cell| {
            let lies = self.lies.get(cell.rule().index()).copied().flatten();
            Entry::new(self.book, cell.rule(), lies)
        };
        if let [only] = row
            && let Some(lies) = entry(only).alone()
        {
            return Listed::alone(lies);
        }
        let begin = self.entries.len() as u32;
        self.entries.extend(row.iter().map(entry));
        self.rows.push((begin, self.entries.len() as u32));
        Listed::row(self.rows.len() - 1)
    }
}
