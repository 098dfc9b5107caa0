//! What a coverage has counted, as data.

use std::collections::BTreeMap;

use super::counts::{Came, Codes, Counts};
use super::inventory::Inventory;
use super::uses::{Covered, Side, Uses};

/// What a coverage has counted, as data; its `Display` is a table.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("nothing", |rule| rule.when("it is zero", |ask| *ask.action == 0).then(|_, ()| ()))
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// # let coverage = rulebook::Coverage::of(&book);
/// # let mut game = book.start(0, Seed(1))?;
/// # coverage.watch(&mut game)?;
/// game.submit(Seat(0), 5)?;
/// let report = coverage.report();
/// assert_eq!((report.committed, report.refused), (1, 0));
/// assert_eq!((report.fired(), report.items.len(), report.percent()), (1, 2, 50));
/// assert_eq!(report.never().next().unwrap().name, "nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoverageReport {
    /// The book's name.
    pub book: String,
    /// How many actions were committed.
    pub committed: u64,
    /// How many changed nothing.
    pub unchanged: u64,
    /// How many were refused.
    pub refused: u64,
    /// How often the book was at fault.
    pub faults: u64,
    /// Everything in the book that can fire.
    pub items: Vec<Covered>,
    /// How many actions nobody answered, by kind.
    pub unhandled: BTreeMap<&'static str, u64>,
}

impl CoverageReport {
    /// What never fired.
    pub fn never(&self) -> impl Iterator<Item = &Covered> {
        self.items.iter().filter(|item| item.times() == 0)
    }

    /// The rules that [only ever matched, or only ever refused](Covered::lacks), each with
    /// what it never did.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// use rulebook::Side;
    ///
    /// let book = Book::<Counter>::builder("counter")
    ///     .rule("count", |rule| rule
    ///         .answer(|ask| if *ask.action > 0 { Answer::Match(*ask.action) } else { Answer::Skip })
    ///         .then(|_, by| [by]))
    ///     .compile()?;
    /// let coverage = rulebook::Coverage::of(&book);
    /// let mut game = book.start(0, Seed(1))?;
    /// coverage.watch(&mut game)?;
    /// game.submit(Seat(0), 5)?;
    ///
    /// let report = coverage.report();
    /// let (count, never) = report.one_sided().next().unwrap();
    /// assert_eq!((count.name.as_str(), never), ("count", Side::Refused));
    /// assert_eq!(report.never().next(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn one_sided(&self) -> impl Iterator<Item = (&Covered, Side)> {
        self.items.iter().filter_map(|item| Some((item, item.lacks()?)))
    }

    /// What has this name: a rule and a check may share one.
    ///
    /// # Example
    ///
    /// ```
    /// # use rulebook::prelude::*;
    /// # use rulebook::example::Counter;
    /// # let book = Book::<Counter>::builder("counter")
    /// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
    /// let report = rulebook::Coverage::of(&book).report();
    /// assert_eq!(report.named("count").next().unwrap().times(), 0);
    /// assert_eq!(report.named("nobody").next(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Covered> {
        self.items.iter().filter(move |item| item.name == name)
    }

    /// How many of the items have fired.
    pub fn fired(&self) -> usize {
        self.items.iter().filter(|item| item.times() > 0).count()
    }

    /// The share of the items that have fired, in whole percent: 100 only if
    /// all have.
    pub fn percent(&self) -> usize {
        // A book has at least one rule.
        self.fired() * 100 / self.items.len()
    }
}

pub(super) fn report(book: &str, names: &Inventory, counts: &Counts) -> CoverageReport {
    let outcome = |came: Came| counts.outcomes.get(came as usize);
    let mut items = rules(names, counts);
    items.extend(checks(names, counts));
    items.extend(reactions(names, counts));
    items.extend(steps(names, counts));
    items.extend(given(names, counts));
    CoverageReport {
        book: book.to_owned(),
        committed: outcome(Came::Committed),
        unchanged: outcome(Came::Unchanged),
        refused: outcome(Came::Refused),
        faults: outcome(Came::Fault),
        items,
        unhandled: counts.reasons().unhandled.clone(),
    }
}

fn codes(all: &Codes, at: usize) -> BTreeMap<&'static str, u64> {
    // No code sorts before the empty one.
    let mine = all.range((at as u32, "")..(at as u32 + 1, ""));
    mine.map(|(&(_, code), &times)| (code, times)).collect()
}

fn rules(names: &Inventory, counts: &Counts) -> Vec<Covered> {
    let reasons = counts.reasons().clone();
    let is_watched = counts.unwatched.get(0) == 0;
    let rule = |(at, name): (usize, &String)| Covered {
        name: name.clone(),
        uses: Uses::Rule {
            chosen: counts.chosen.get(at),
            refused: codes(&reasons.rules, at),
            may_refuse: names.answers[at] && is_watched,
        },
    };
    let mut items: Vec<_> = names.rules.iter().enumerate().map(rule).collect();
    let phases: Vec<_> = names
        .phases
        .iter()
        .map(|(name, rules)| {
            let times = rules.iter().map(|&rule| items[rule as usize].times()).sum();
            Covered { name: name.clone(), uses: Uses::Phase { times } }
        })
        .collect();
    items.extend(phases);
    items.extend(names.costs.iter().map(|&(rule, code)| {
        let unpaid = reasons.unpaid.get(&(rule, code)).copied().unwrap_or_default();
        Covered { name: names.rules[rule as usize].clone(), uses: Uses::Cost { code, unpaid } }
    }));
    items
}

fn checks(names: &Inventory, counts: &Counts) -> Vec<Covered> {
    let reasons = counts.reasons().clone();
    let lifted = |check: usize| {
        let exceptions = names.exceptions.iter().enumerate();
        let mine = exceptions.filter(|(_, (_, lifts))| *lifts as usize == check);
        mine.map(|(at, _)| counts.exceptions.get(at)).sum()
    };
    let check = |(at, name): (usize, &String)| Covered {
        name: name.clone(),
        uses: Uses::Check {
            failed: counts.failed.get(at),
            lifted: lifted(at),
            reasons: codes(&reasons.checks, at),
        },
    };
    let exception = |(at, (name, _)): (usize, &(String, u32))| Covered {
        name: name.clone(),
        uses: Uses::Exception { lifted: counts.exceptions.get(at) },
    };
    let checks = names.checks.iter().enumerate().map(check);
    checks.chain(names.exceptions.iter().enumerate().map(exception)).collect()
}

fn reactions(names: &Inventory, counts: &Counts) -> Vec<Covered> {
    let guard = |at| Uses::Guard { applied: counts.applied.get(at), asked: counts.asked.get(at) };
    let trigger =
        |at| Uses::Trigger { resolved: counts.resolved.get(at), fizzled: counts.fizzled.get(at) };
    let standing = |at| Uses::Standing { proposed: counts.proposed.get(at) };
    let guards = covered(&names.guards, guard);
    guards
        .chain(covered(&names.triggers, trigger))
        .chain(covered(&names.standing, standing))
        .collect()
}

fn covered(names: &[String], uses: impl Fn(usize) -> Uses) -> impl Iterator<Item = Covered> {
    let each = names.iter().enumerate();
    each.map(move |(at, name)| Covered { name: name.clone(), uses: uses(at) })
}

fn steps(names: &Inventory, counts: &Counts) -> Vec<Covered> {
    let mut items = Vec::new();
    for (at, step) in names.steps.iter().enumerate() {
        let mut item = |uses| items.push(Covered { name: step.name.clone(), uses });
        if step.entering {
            item(Uses::Entering { times: counts.entering.get(at) });
        }
        if step.leaving {
            item(Uses::Leaving { times: counts.leaving.get(at) });
        }
    }
    items
}

fn given(names: &Inventory, counts: &Counts) -> Vec<Covered> {
    let reasons = counts.reasons().clone();
    let all = reasons.checks.iter().chain(&reasons.rules).chain(&reasons.unpaid);
    let mut given: BTreeMap<&'static str, u64> = BTreeMap::new();
    all.for_each(|((_, code), times)| *given.entry(code).or_default() += times);
    let reason = |code: &&'static str| {
        let given = given.get(code).copied().unwrap_or_default();
        Covered { name: (*code).to_owned(), uses: Uses::Reason { given } }
    };
    names.codes.iter().map(reason).collect()
}
