//! What a coverage has counted, as data.

use std::collections::BTreeMap;

use super::counts::{Came, Codes, Counts};
use super::inventory::Inventory;

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
        self.items.len() - self.never().count()
    }

    /// The share of the items that have fired, in whole percent: 100 only if
    /// all have.
    pub fn percent(&self) -> usize {
        // A book has at least one rule.
        self.fired() * 100 / self.items.len()
    }
}

/// Something that can fire, and how often it has.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// # let book = Book::<Counter>::builder("counter")
/// #     .rule("count", |rule| rule.then(|cx, ()| [*cx.action])).compile()?;
/// # let coverage = rulebook::Coverage::of(&book);
/// # let mut game = book.start(0, Seed(1))?;
/// # coverage.watch(&mut game)?;
/// game.submit(Seat(0), 5)?;
/// let report = coverage.report();
/// let item = &report.items[0];
/// assert_eq!((item.to_string().as_str(), item.times()), ("the rule \"count\"", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Its full name.
    pub name: String,
    /// What it is, and what it did how often.
    pub uses: Uses,
}

impl Covered {
    /// How often it fired.
    pub fn times(&self) -> u64 {
        match &self.uses {
            Uses::Rule { chosen, refused } => chosen + refused.values().sum::<u64>(),
            Uses::Check { failed, lifted, .. } => failed + lifted,
            Uses::Phase { times: many }
            | Uses::Cost { unpaid: many, .. }
            | Uses::Exception { lifted: many }
            | Uses::Guard { applied: many, .. }
            | Uses::Trigger { resolved: many, .. }
            | Uses::Standing { proposed: many }
            | Uses::Entering { times: many }
            | Uses::Leaving { times: many }
            | Uses::Reason { given: many } => *many,
        }
    }
}

/// What something in a book did, and how often.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # #[derive(Clone, Debug, PartialEq)] enum Why { TooLarge }
/// # impl std::fmt::Display for Why { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Too large.") } }
/// # impl Reason for Why { fn code(&self) -> &'static str { "TOO_LARGE" } }
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Why;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// # }
/// use rulebook::{Coverage, Uses};
///
/// let book = Book::<Counter>::builder("counter")
///     .check("small steps", Gate::Specific, |check| check
///         .require(|ask| *ask.action <= 10, Why::TooLarge))
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// let coverage = Coverage::of(&book);
/// let mut game = book.start(0, Seed(1))?;
/// coverage.watch(&mut game)?;
/// game.submit(Seat(0), 50)?;
///
/// let report = coverage.report();
/// let Uses::Check { failed, reasons, .. } = &report.named("small steps").next().unwrap().uses
///     else { panic!() };
/// assert_eq!((*failed, reasons["TOO_LARGE"]), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uses {
    /// A rule.
    Rule {
        /// How often it was chosen, and what it proposed came about.
        chosen: u64,
        /// How often it refused, by the code of the reason.
        refused: BTreeMap<&'static str, u64>,
    },
    /// A phase.
    Phase {
        /// How often one of its rules was chosen or refused.
        times: u64,
    },
    /// A cost of the rule of that name.
    Cost {
        /// The code of its reason.
        code: &'static str,
        /// How often it could not be paid.
        unpaid: u64,
    },
    /// A check.
    Check {
        /// How many actions it refused, alone or together with others.
        failed: u64,
        /// How often it was lifted.
        lifted: u64,
        /// How often it gave which reason, by code.
        reasons: BTreeMap<&'static str, u64>,
    },
    /// An exception.
    Exception {
        /// How often it lifted its check.
        lifted: u64,
    },
    /// A guard.
    Guard {
        /// How often it forbade, prevented, changed, turned or replaced an
        /// event.
        applied: u64,
        /// How often it was asked at all.
        asked: u64,
    },
    /// A trigger.
    Trigger {
        /// How often it resolved.
        resolved: u64,
        /// How often a condition was false when its turn came.
        fizzled: u64,
    },
    /// A standing rule.
    Standing {
        /// In how many rounds of rest it proposed something.
        proposed: u64,
    },
    /// What happens on entering the step of that name.
    Entering {
        /// In how many transitions something did.
        times: u64,
    },
    /// What happens on leaving the step of that name.
    Leaving {
        /// In how many transitions something did.
        times: u64,
    },
    /// A reason for refusals, whoever gives it. These are listed only where
    /// [`Reason::codes`](crate::Reason::codes) says which ones there are, as it
    /// does if it is derived.
    Reason {
        /// How often it was given.
        given: u64,
    },
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
    let rule = |(at, name): (usize, &String)| Covered {
        name: name.clone(),
        uses: Uses::Rule { chosen: counts.chosen.get(at), refused: codes(&reasons.rules, at) },
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
