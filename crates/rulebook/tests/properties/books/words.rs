//! The words that conditions are made of: facts, shared predicates, and what
//! each of them means. Which rules and phases use them is random.

use std::fmt;

use rulebook::Subject;

use super::spec::{Act, Table};

/// The values of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Low,
    Middle,
    High,
}

pub(crate) const LEVELS: [Level; 3] = [Level::Low, Level::Middle, Level::High];

/// The facts by number. The first two are of the state; the third is of the
/// action and the state; the fourth is of the state and panics at times.
pub(crate) const FACTS: [&str; 4] = ["first", "second", "aim", "fragile"];

/// The fact that is of the action.
pub(crate) const AIM: usize = 2;
/// The fact that panics.
pub(crate) const FRAGILE: usize = 3;
/// The value of a counter at which whatever is fragile breaks.
pub(crate) const BREAKS_AT: i32 = 3;

/// The value of a fact.
pub(crate) fn fact(which: usize, table: &Table, act: Option<Act>) -> Level {
    let counters = &table.counters;
    match which {
        0 | 1 => LEVELS[counters[which].clamp(0, 2) as usize],
        AIM => {
            let about = act.map_or(0, |act| i32::from(act.about));
            LEVELS[(about + counters[2]).rem_euclid(3) as usize]
        }
        _ => {
            assert!(counters[2] != BREAKS_AT, "the fact {which} breaks");
            LEVELS[counters[2].rem_euclid(3) as usize]
        }
    }
}

/// A declared condition: a fact has one of these values, one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) fact: usize,
    pub(crate) wants: u8,
}

impl Given {
    pub(crate) fn wanted(self) -> Vec<Level> {
        LEVELS.into_iter().filter(|&level| self.wants >> level as u8 & 1 == 1).collect()
    }

    pub(crate) fn holds(self, table: &Table, act: Act) -> bool {
        // What wants any value need not know which it is.
        self.wanted().len() == LEVELS.len()
            || self.wanted().contains(&fact(self.fact, table, Some(act)))
    }
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted: Vec<_> = self.wanted().iter().map(|level| format!("{level:?}")).collect();
        write!(f, "{} is {}", FACTS[self.fact], wanted.join(" or "))
    }
}

/// A shared predicate: what it is called, and what it reads, if it says so.
pub(crate) struct Shared {
    pub(crate) name: &'static str,
    /// Parts of the state: the counters by number, and the log.
    pub(crate) reads: Option<&'static [u8]>,
    /// The one before it of which it is the opposite.
    pub(crate) opposite_of: Option<usize>,
}

impl Shared {
    const fn new(name: &'static str, reads: Option<&'static [u8]>) -> Self {
        Shared { name, reads, opposite_of: None }
    }

    const fn opposite(of: usize, name: &'static str) -> Self {
        Shared { name, reads: None, opposite_of: Some(of) }
    }
}

/// The part of the state that is the log.
pub(crate) const LOG: u8 = 3;

/// The shared predicates by number; the last three panic at times.
pub(crate) const SHARED: [Shared; 11] = [
    Shared::new("counter 0 is two or more", Some(&[0])),
    Shared::new("counter 1 is even", Some(&[1])),
    Shared::new("counter 0 is below counter 2", Some(&[0, 2])),
    Shared::new("the log is even", Some(&[LOG])),
    Shared::new("the total is three or more", None),
    Shared::opposite(0, "counter 0 is below two"),
    Shared::opposite(1, "counter 1 is odd"),
    Shared::opposite(4, "the total is below three"),
    Shared::new("counter 1 is odd, but for a break", Some(&[1])),
    Shared::new("the total is even, but for a break", None),
    Shared::opposite(8, "counter 1 is even, but for a break"),
];

/// How many of them never panic.
pub(crate) const SOUND: usize = 8;

/// Whether a shared predicate holds.
pub(crate) fn shared(which: usize, table: &Table) -> bool {
    if let Some(of) = SHARED[which].opposite_of {
        return !shared(of, table);
    }
    let counters = &table.counters;
    match which {
        0 => counters[0] >= 2,
        1 => counters[1].rem_euclid(2) == 0,
        2 => counters[0] < counters[2],
        3 => table.log.len().is_multiple_of(2),
        4 => table.total() >= 3,
        _ => {
            assert!(counters[1] != BREAKS_AT, "the shared predicate {which} breaks");
            let value = if which == 8 { counters[1] } else { table.total() + 1 };
            value.rem_euclid(2) == 1
        }
    }
}

/// What people call a subject: some of them have no name.
pub(crate) fn subject_name(Subject(subject): Subject) -> Option<String> {
    (subject % 3 != 0).then(|| format!("thing {subject}"))
}
