//! Where rules lie that do not lie by subject: row by row, as the plan has them.
//!
//! For one kind of action, and for all that its facts and its subject can come to,
//! the rules that are left stand in a row, each with what it takes to ask it: the
//! shared predicate that it waits for, and where its condition and its code lie. A
//! rule that is made otherwise says so, and is asked as everywhere else. Where the
//! first of a short row waits for a predicate, a fork says who is left if it holds and
//! if it does not: often one, who need not be looked for in a row.

use std::sync::Arc;

use crate::actor::By;
use crate::book::bank::{About, Codes, Conditions};
use crate::book::fact::{FactDef, Read};
use crate::book::rule::Said;
use crate::book::vocabulary::{Awaited, Memory};
use crate::book::{Compiled, QuickTest, RuleId};
use crate::context::{Ask, Effect};
use crate::game::{Game, Subject};
use crate::pipeline::calm::{Calm, said_by, unmatched};
use crate::pipeline::decide::handled_by_none;
use crate::pipeline::place::naming;
use crate::pipeline::stroke::{Answered, Seated, Strikes, Stroke, Struck, Submitted, Wanted};
use crate::pipeline::validate::Standing;
use crate::pipeline::{Core, Place};
use crate::plan::linear::Plan;
use crate::plan::predicates::is_awaited_calmly;
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
pub(crate) struct Spot {
    rule: RuleId,
    /// The shared predicate that it waits for first.
    awaits: Option<Awaited>,
    /// Whether it has waited for one.
    waited: bool,
    /// Where it lies; nowhere, if it is not made like that.
    lies: Option<Lies>,
}

impl Spot {
    fn new<G: Game>(book: &Compiled<G>, rule: RuleId, lies: Option<Lies>) -> Self {
        let awaits = match book.quick[rule.index()].tests.all() {
            [QuickTest::Shared(awaited), ..] if lies.is_some() => Some(*awaited),
            _ => None,
        };
        Spot { rule, awaits, waited: false, lies }
    }

    /// What is left of it where a shared predicate is known to hold, or not to.
    fn where_known(mut self, known: Awaited) -> Option<Self> {
        if let Some(awaited) = self.awaits.filter(|awaited| awaited.is_about(&known)) {
            if awaited.wants != known.wants {
                return None;
            }
            (self.awaits, self.waited) = (None, true);
        }
        Some(self)
    }

    /// All there is to know of it if it need not wait, if that fits into a [`Listed`].
    fn alone(&self) -> Option<Listed> {
        let fits = |lies: &Lies| self.awaits.is_none() && lies.at < 1 << (u32::BITS - AT);
        self.lies.filter(fits).map(|lies| Listed::alone(lies, self.waited))
    }

    /// Where it lies on this shelf, if it does.
    #[inline(always)]
    pub(crate) fn on(&self, shelf: u8) -> Option<u32> {
        self.lies.filter(|lies| lies.shelf == shelf).map(|lies| lies.at)
    }

    /// Which of its conditions is the one of its own.
    #[inline(always)]
    pub(crate) fn own_condition(&self) -> u32 {
        u32::from(self.waited || self.awaits.is_some())
    }

    /// Whether it need not wait for its shared predicate.
    #[inline(always)]
    fn is_open<G: Game>(&self, core: &mut Seated<G>, book: &Compiled<G>) -> bool {
        let Some(awaited) = self.awaits else { return true };
        is_awaited_calmly(book, &core.state, &awaited, &mut core.desk)
    }
}

/// The rules that an action concerns, in so few bytes because there is one for each
/// subject and each case: nobody, a rule that need not wait and lies on a shelf, which
/// row there is, or which [fork](Fork).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listed(u32);

/// The bit of a rule that lies on a shelf.
const LIES: u32 = 1;
/// The bit of such a rule that has waited; otherwise that of a fork.
const WAITED: u32 = 2;
/// Which bits say on which shelf a rule lies, or count rows and forks.
const SHELF: u32 = 2;
/// Which bits say where it lies there.
const AT: u32 = SHELF + u8::BITS;

impl Listed {
    const NOBODY: Self = Listed(0);

    fn alone(Lies { shelf, at }: Lies, waited: bool) -> Self {
        let waited = if waited { WAITED } else { 0 };
        Listed(at << AT | u32::from(shelf) << SHELF | waited | LIES)
    }

    fn row(number: usize) -> Self {
        Listed((number as u32 + 1) << SHELF)
    }

    fn fork(number: usize) -> Self {
        Listed((number as u32) << SHELF | WAITED)
    }

    /// Where the only rule lies on this shelf, if it does.
    #[inline(always)]
    pub(crate) fn on(self, shelf: u8) -> Option<u32> {
        let lies_there = self.0 & ((1 << AT) - 1 - WAITED) == u32::from(shelf) << SHELF | LIES;
        lies_there.then_some(self.0 >> AT)
    }

    /// Which of the conditions of the only rule is the one of its own.
    #[inline(always)]
    pub(crate) fn own_condition(self) -> u32 {
        u32::from(self.0 & WAITED != 0)
    }

    /// The number of the row, if there is one.
    #[inline(always)]
    fn as_row(self) -> Option<usize> {
        let number = if self.0 & (LIES | WAITED) == 0 { self.0 >> SHELF } else { 0 };
        (number as usize).checked_sub(1)
    }

    /// Whether there is a row.
    pub(crate) fn is_row(self) -> bool {
        self.as_row().is_some()
    }

    /// The number of the fork, if there is one.
    #[inline(always)]
    fn as_fork(self) -> Option<usize> {
        (self.0 & (LIES | WAITED) == WAITED).then_some((self.0 >> SHELF) as usize)
    }

    /// Where the only rule lies, if there is but one.
    #[inline(always)]
    fn lies(self) -> Option<Lies> {
        let lies = Lies { shelf: (self.0 >> SHELF) as u8, at: self.0 >> AT };
        (self.0 & LIES != 0).then_some(lies)
    }
}

/// Where a shared predicate tells rules apart: those that wait for it, and those that
/// wait for its opposite or for nothing.
#[derive(Clone, Copy, Debug)]
struct Fork {
    awaited: Awaited,
    /// Who is left where that is not so, and where it is.
    branches: [Listed; 2],
}

/// The longest row for which there are forks: those behind the first stand there twice.
const LONGEST_FORKED: usize = 4;

/// A rule of a row that is asked next, and those behind it.
pub(crate) type Next<'r> = (&'r Spot, &'r [Spot]);

/// A fact, and how far apart the cases of its values lie: nowhere, if they tell no rules
/// apart.
struct FactDigit<G: Game> {
    number: u32,
    fact: Arc<FactDef<G>>,
    stride: u32,
}

impl<G: Game> FactDigit<G> {
    /// What it adds to the case.
    #[inline(always)]
    fn case(&self, core: &mut Seated<G>, by: By, action: &G::Action) -> usize {
        let Core { state, desk, .. } = core;
        let value = naming(&mut desk.place, Place::Fact(self.number), || match &self.fact.read {
            Read::State(read) => read(state),
            Read::Ask(read) => read(&Ask { state, action, by }),
        });
        value * self.stride as usize
    }
}

/// Where the rules for a kind of action lie.
pub(crate) struct Register<G: Game> {
    /// The facts that rules for this kind name, in the order in which they are read.
    digits: Box<[FactDigit<G>]>,
    /// By all that they come to together: where the rows begin, and how many subjects
    /// have one each. The next row is for all other subjects, and for none.
    cases: Box<[(u32, u32)]>,
    listed: Box<[Listed]>,
    /// Where rows begin and end among the spots.
    rows: Box<[(u32, u32)]>,
    spots: Box<[Spot]>,
    forks: Box<[Fork]>,
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
            spots: Box::default(),
            forks: Box::default(),
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
        let mut listing = Listing::new(book, lies, whole);
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
            spots: listing.spots.into(),
            forks: listing.forks.into(),
            shelves: shelves.clone(),
        })
    }

    /// The rules that an action concerns. What has to be asked for that is in functions of
    /// their own, each with little to keep meanwhile.
    #[inline(always)]
    pub(crate) fn find(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        by: By,
        action: &G::Action,
    ) -> Listed {
        let subject = match book.uses_subjects {
            true => {
                let Core { state, desk, .. } = &mut *core;
                naming(&mut desk.place, Place::Subject, || G::subject(state, action))
            }
            false => None,
        };
        let case = match &*self.digits {
            [] => 0,
            [only] => only.case(core, by, action),
            _ => self.case(core, by, action),
        };
        let listed = self.listed(case, subject.map_or(u32::MAX, |Subject(subject)| subject));
        match listed.as_fork() {
            Some(fork) => self.past_fork(core, book, fork),
            None => listed,
        }
    }

    /// What the facts come to together.
    #[inline(never)]
    fn case(&self, core: &mut Seated<G>, by: By, action: &G::Action) -> usize {
        self.digits.iter().map(|digit| digit.case(core, by, action)).sum()
    }

    /// What a fork leads to, and those behind it.
    #[inline(always)]
    fn past_fork(&self, core: &mut Seated<G>, book: &Compiled<G>, mut fork: usize) -> Listed {
        let Core { state, desk, .. } = core;
        loop {
            let Fork { awaited, branches } = &self.forks[fork];
            // Not a jump, which would mostly be guessed wrong.
            let listed = branches[usize::from(is_awaited_calmly(book, state, awaited, desk))];
            fork = match listed.as_fork() {
                Some(fork) => fork,
                None => return listed,
            };
        }
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
        listed: Listed,
    ) -> Option<Next<'_>> {
        let (begin, end) = self.rows[listed.as_row()?];
        next(core, book, &self.spots[begin as usize..end as usize])
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
                match self.stroke_lying(core, submitted, (rule, listed.own_condition()), lies) {
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
        (mut spot, mut behind): Next<'r>,
        mut said: Option<Said<G::Reason>>,
    ) -> Stroke<G> {
        loop {
            let said = match said.take() {
                Some(said) => said,
                None => match self.stroke_of(core, book, submitted, spot) {
                    Ok(stroke) => return stroke,
                    Err(said) => said,
                },
            };
            let further = if said.is_decisive() { None } else { next(core, book, behind) };
            let Some(further) = further else {
                let stop = unmatched(book, spot.rule, said, submitted.1);
                return Stroke::Left(Calm::Other(Err(stop)));
            };
            (spot, behind) = further;
        }
    }

    /// What a rule of a row comes to.
    fn stroke_of(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        submitted: Submitted<'_, G>,
        spot: &Spot,
    ) -> Answered<G> {
        let rule = spot.rule;
        if let Some(lies) = spot.lies {
            return self.stroke_lying(core, submitted, (rule, spot.own_condition()), lies);
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
    ) -> Answered<G> {
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
        let mut listed = self.listed(0, subject);
        // Behind a fork there may be nobody, and then there is nobody else either.
        let found = listed != Listed::NOBODY && told.is_none();
        if told.is_none()
            && let Some(fork) = listed.as_fork()
        {
            listed = self.past_fork(core, book, fork);
        }
        // Of who has waited, the condition that is asked there is not the first.
        if let Some(lies) = listed.lies().filter(|_| listed.own_condition() == 0) {
            let (Shelf { codes, conditions, always }, at) = (self.shelf(lies), lies.at);
            // It lies beside the code, which is needed next.
            let rule = codes.rule(at);
            let rule = About { rule, conditions: (conditions, at), always: *always };
            return core.stroke_about(submitted, told, rule, |cx| codes.attempt(at, cx));
        }
        found.then(|| self.stroke_listed(core, book, submitted, listed))
    }

    /// A session's [stroke](crate::pipeline::stroke) by these rules, found by their
    /// subject alone.
    pub(crate) fn stroke_about(self, checks: Box<[Standing<G>]>) -> Box<dyn Strikes<G>> {
        Box::new(Anywhere::<G, true> { checks, register: self })
    }

    /// The same found by facts as well.
    pub(crate) fn stroke(self, checks: Box<[Standing<G>]>) -> Box<dyn Strikes<G>> {
        if let Some(most) = self.most() {
            let Shelf { codes, conditions, .. } = &self.shelves[usize::from(most)];
            return codes.clone().stroke(checks, (conditions.clone(), most), self);
        }
        Box::new(Anywhere::<G, false> { checks, register: self })
    }

    /// The shelf on which more than half of them lie.
    fn most(&self) -> Option<u8> {
        let (mut counts, mut all) = ([0_usize; SHELVES], self.spots.len());
        let mut count = |lies: Lies| counts[usize::from(lies.shelf)] += 1;
        self.spots.iter().filter_map(|spot| spot.lies).for_each(&mut count);
        let forked = self.forks.iter().flat_map(|fork| &fork.branches);
        for lies in self.listed.iter().chain(forked).filter_map(|listed| listed.lies()) {
            all += 1;
            count(lies);
        }
        let most = (0..=u8::MAX).max_by_key(|&shelf| counts[usize::from(shelf)])?;
        (counts[usize::from(most)] * 2 > all).then_some(most)
    }
}

/// A [stroke](crate::pipeline::stroke) by rules wherever they lie, found by their subject
/// ALONE or by facts as well.
struct Anywhere<G: Game, const ALONE: bool> {
    checks: Box<[Standing<G>]>,
    register: Register<G>,
}

impl<G: Game, const ALONE: bool> Strikes<G> for Anywhere<G, ALONE> {
    fn strike(
        &self,
        core: &mut Seated<G>,
        book: &Compiled<G>,
        by: By,
        action: G::Action,
    ) -> Struck<G> {
        let Anywhere { checks, register } = self;
        if !ALONE {
            return core.strike_listed(book, by, action, checks, register);
        }
        core.strike_about(book, by, action, checks, |core, submitted, told, subject| {
            register.decide(core, book, submitted, told, subject)
        })
    }
}

/// The first of these rules that need not wait.
#[inline(always)]
fn next<'r, G: Game>(
    core: &mut Seated<G>,
    book: &Compiled<G>,
    mut rules: &'r [Spot],
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
type Leaves<'p, G> = (Box<[FactDigit<G>]>, Vec<u32>, &'p [Leaf]);

fn found<'p, G: Game>(book: &Compiled<G>, rows: &'p Rows, kind: usize) -> Option<Leaves<'p, G>> {
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
        let stride = digit.map_or(0, |digit| digit.stride);
        FactDigit { number, fact: book.words.facts[number as usize].clone(), stride }
    };
    Some((named.iter().map(digit).collect(), which, leaves))
}

/// Rules row by row, as far as they are listed.
struct Listing<'b, G: Game> {
    book: &'b Compiled<G>,
    lies: &'b [Option<Lies>],
    whole: bool,
    rows: Vec<(u32, u32)>,
    spots: Vec<Spot>,
    forks: Vec<Fork>,
}

impl<'b, G: Game> Listing<'b, G> {
    fn new(book: &'b Compiled<G>, lies: &'b [Option<Lies>], whole: bool) -> Self {
        Listing { book, lies, whole, rows: Vec::new(), spots: Vec::new(), forks: Vec::new() }
    }

    fn put(&mut self, row: &[Cell]) -> Listed {
        let is_listed = self.whole || row.len() == 1 && row.iter().all(Cell::is_simple);
        if row.is_empty() || !is_listed {
            return Listed::NOBODY;
        }
        let spot = |cell: &Cell| {
            let lies = self.lies.get(cell.rule().index()).copied().flatten();
            Spot::new(self.book, cell.rule(), lies)
        };
        let row: Vec<Spot> = row.iter().map(spot).collect();
        self.put_spots(&row)
    }

    fn put_spots(&mut self, row: &[Spot]) -> Listed {
        if let [first, ..] = row
            && let Some(awaited) = first.awaits
            && row.len() <= LONGEST_FORKED
            && self.book.words.memory[awaited.shared as usize] != Memory::None
        {
            let branches = [!awaited.wants, awaited.wants].map(|wants| {
                let known = Awaited { wants, ..awaited };
                let left = row.iter().filter_map(|spot| spot.where_known(known));
                self.put_spots(&left.collect::<Vec<_>>())
            });
            self.forks.push(Fork { awaited, branches });
            return Listed::fork(self.forks.len() - 1);
        }
        if let [only] = row
            && let Some(alone) = only.alone()
        {
            return alone;
        }
        if row.is_empty() {
            return Listed::NOBODY;
        }
        let begin = self.spots.len() as u32;
        self.spots.extend(row);
        self.rows.push((begin, self.spots.len() as u32));
        Listed::row(self.rows.len() - 1)
    }
}
