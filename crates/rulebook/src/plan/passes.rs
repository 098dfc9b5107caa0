//! The passes of the plan, as a value: which are on, and how much work each
//! has avoided.

use std::fmt;

/// One way in which the plan avoids work. Each can be switched off for itself,
/// and none changes what a book means.
///
/// # Example
///
/// ```
/// use rulebook::{Pass, Passes};
/// let passes = Passes::all().without(Pass::Subjects);
/// assert!(passes.has(Pass::Kinds) && !passes.has(Pass::Subjects));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    /// One list of rules in the order of asking, instead of a walk over the
    /// tree: the rules behind a closed phase are passed over at one evaluation.
    /// Without it Kinds, Subjects, Facts and ShortCut have nothing to work on.
    Linear,
    /// Rules for other kinds of actions are not looked at.
    Kinds,
    /// Rules about other subjects are not looked at.
    Subjects,
    /// Rules for a kind of action are looked up in a table of the facts that
    /// tell most of them apart, while it stays small: those that want another
    /// value of one of them are not looked at.
    Facts,
    /// A shared predicate is evaluated once for all that share it.
    Hoist,
    /// A shared predicate is not evaluated again until something that it reads
    /// has been written.
    Memo,
    /// Exclusivity groups that have applied are one bit set. It counts the rules
    /// that this set was enough to pass over.
    Masks,
    /// Under Exclusive, once a rule has matched that excludes all the others by
    /// declared conditions, these are not asked.
    ShortCut,
}

impl Pass {
    /// All passes.
    pub const ALL: [Pass; 8] = [
        Pass::Linear,
        Pass::Kinds,
        Pass::Subjects,
        Pass::Facts,
        Pass::Hoist,
        Pass::Memo,
        Pass::Masks,
        Pass::ShortCut,
    ];

    /// The pass's name.
    pub fn name(self) -> &'static str {
        match self {
            Pass::Linear => "linear",
            Pass::Kinds => "kinds",
            Pass::Subjects => "subjects",
            Pass::Facts => "facts",
            Pass::Hoist => "hoist",
            Pass::Memo => "memo",
            Pass::Masks => "masks",
            Pass::ShortCut => "short cut",
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which passes are on.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # use rulebook::example::Counter;
/// use rulebook::Passes;
///
/// // The reference interpreter decides.
/// let book = Book::<Counter>::builder("counter")
///     .passes(Passes::none())
///     .rule("count", |rule| rule.then(|cx, ()| [*cx.action]))
///     .compile()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Passes(u8);

impl Passes {
    /// All of them.
    pub const fn all() -> Self {
        Passes(u8::MAX)
    }

    /// None: the reference interpreter decides.
    pub const fn none() -> Self {
        Passes(0)
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, pass: Pass) -> Self {
        Passes(self.0 | 1 << pass as u8)
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, pass: Pass) -> Self {
        Passes(self.0 & !(1 << pass as u8))
    }

    /// Whether one is on.
    pub const fn has(self, pass: Pass) -> bool {
        self.0 >> pass as u8 & 1 == 1
    }
}

impl Default for Passes {
    fn default() -> Self {
        Passes::all()
    }
}

impl fmt::Debug for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Pass::ALL.into_iter().filter(|pass| self.has(*pass))).finish()
    }
}

/// How much work each pass has avoided: rules that were not looked at or asked,
/// predicates that were not evaluated.
///
/// # Example
///
/// ```
/// # use rulebook::prelude::*;
/// # struct Counter;
/// # impl Game for Counter {
/// #     type State = u32; type Action = u32; type Event = u32; type Trace = (); type Reason = Never;
/// #     fn apply(total: &mut u32, by: &u32) { *total += by; }
/// #     fn subject(_: &u32, action: &u32) -> Option<Subject> { Some(Subject(*action)) }
/// # }
/// use rulebook::Pass;
///
/// // The subject of an action is its number.
/// let book = Book::<Counter>::builder("counter")
///     .rule("one", |rule| rule.subject(Subject(1)).then(|_, ()| [1]))
///     .rule("two", |rule| rule.subject(Subject(2)).then(|_, ()| [2]))
///     .compile()?;
/// let avoided = book.start(0, Seed(1))?.explain(Seat(0), &2)?.avoided;
/// assert_eq!(avoided.by(Pass::Subjects), 1);
/// assert_eq!(avoided.to_string(), "subjects 1");
/// assert_eq!((avoided - avoided).to_string(), "nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Avoided {
    by: [u64; 8],
}

impl Avoided {
    /// How much one pass has avoided.
    pub fn by(&self, pass: Pass) -> u64 {
        self.by[pass as usize]
    }

    /// The passes that have avoided something, and how much.
    pub fn iter(&self) -> impl Iterator<Item = (Pass, u64)> {
        Pass::ALL.into_iter().map(|pass| (pass, self.by(pass))).filter(|(_, count)| *count > 0)
    }

    #[inline]
    pub(crate) fn add(&mut self, pass: Pass, count: usize) {
        self.by[pass as usize] += count as u64;
    }
}

/// What was avoided since an earlier count.
impl std::ops::Sub for Avoided {
    type Output = Self;

    fn sub(mut self, earlier: Self) -> Self {
        self.by.iter_mut().zip(earlier.by).for_each(|(all, before)| *all -= before);
        self
    }
}

impl fmt::Display for Avoided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<_> = self.iter().map(|(pass, count)| format!("{pass} {count}")).collect();
        if each.is_empty() { f.write_str("nothing") } else { f.write_str(&each.join(", ")) }
    }
}
