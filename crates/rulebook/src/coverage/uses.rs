//! What of a book can fire, and how often it has.

use std::collections::BTreeMap;

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
            Uses::Rule { chosen, refused, .. } => chosen + refused.values().sum::<u64>(),
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

    /// What a rule with an answer of its own has never done, although it fired:
    /// it has only ever refused, or only ever matched.
    ///
    /// Whether it could do the other thing at all only its author knows. So this
    /// is said, and not held against it: the rule has fired.
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
    ///     .rule("nothing", |rule| rule.then(|_, ()| ()))
    ///     .compile()?;
    /// let coverage = rulebook::Coverage::of(&book);
    /// let mut game = book.start(0, Seed(1))?;
    /// coverage.watch(&mut game)?;
    /// game.submit(Seat(0), 5)?;
    /// game.submit(Seat(0), 0)?;
    ///
    /// let report = coverage.report();
    /// assert_eq!(report.items[0].lacks(), Some(Side::Refused));
    /// assert_eq!(report.items[1].lacks(), None, "it cannot refuse");
    /// assert_eq!(report.percent(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lacks(&self) -> Option<Side> {
        match &self.uses {
            Uses::Rule { chosen: 0, refused, may_refuse: true } if !refused.is_empty() => {
                Some(Side::Matched)
            }
            Uses::Rule { chosen: 1.., refused, may_refuse: true } if refused.is_empty() => {
                Some(Side::Refused)
            }
            _ => None,
        }
    }
}

/// One of the two things that a rule with an answer of its own may do when it
/// decides.
///
/// # Example
///
/// ```
/// assert_eq!(rulebook::Side::Refused.to_string(), "refused");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It matched, and what it proposed came about.
    Matched,
    /// It refused.
    Refused,
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
        /// Whether it may refuse, and somebody would have counted it: it has an answer of
        /// its own, and no frames were [added](crate::Coverage::add).
        may_refuse: bool,
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
