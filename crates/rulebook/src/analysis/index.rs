//! Rules by the values that they allow: which of many boxes meet one.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::analysis::bounds::{Bounds, Budget, Space, Spent};
use crate::analysis::survey::{Form, Site};
use crate::game::Subject;

/// Boxes by number, to be asked for those that meet another box. Numbers are
/// added in ascending order.
#[derive(Default)]
pub(crate) struct Index {
    /// By dimension that some box narrows.
    dims: BTreeMap<u32, Dimension>,
    all: Bits,
    /// Boxes about no subject in particular.
    any: Bits,
    /// Boxes about a subject, by subject.
    about: BTreeMap<Subject, Vec<u32>>,
}

/// The boxes that narrow a dimension, and by value those of them that allow it.
#[derive(Default)]
struct Dimension {
    narrowing: Bits,
    values: Vec<Bits>,
}

/// A set of numbers. What lies before the first one takes no room.
#[derive(Default)]
struct Bits {
    first: usize,
    words: Vec<u64>,
}

/// Which subjects are meant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which {
    /// All of them.
    All,
    /// This one, or none that a rule names.
    Only(Option<Subject>),
}

impl Bits {
    /// Adds a number that is not less than those before.
    fn add(&mut self, number: usize) {
        if self.words.is_empty() {
            self.first = number / 64;
        }
        let at = number / 64 - self.first;
        if self.words.len() <= at {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << (number % 64);
    }

    fn has(&self, number: usize) -> bool {
        self.word(number / 64) >> (number % 64) & 1 == 1
    }

    fn word(&self, word: usize) -> u64 {
        let at = word.checked_sub(self.first);
        at.and_then(|at| self.words.get(at)).copied().unwrap_or(0)
    }

    /// The words in which there may be numbers of a range.
    fn among(&self, range: &Range<usize>) -> Range<usize> {
        let end = self.first + self.words.len();
        self.first.max(range.start / 64)..end.min(range.end.div_ceil(64))
    }
}

/// What a box allows in a dimension that others narrow, too.
type Asked<'i> = (&'i Dimension, u128);

impl Index {
    /// Adds a rule's box.
    pub(crate) fn add(&mut self, number: usize, bounds: &Bounds, site: &Site<'_>) {
        for &(dim, allowed) in bounds.narrowed() {
            self.dims.entry(dim).or_default().add(number, allowed);
        }
        self.all.add(number);
        if site.subjects.is_empty() {
            self.any.add(number);
        }
        for named in site.subjects {
            self.about.entry(named.subject).or_default().push(number as u32);
        }
    }

    /// The boxes of a range of numbers that meet this one and concern these
    /// subjects, in order.
    pub(crate) fn meeting(
        &self,
        bounds: &Bounds,
        which: Which,
        range: Range<usize>,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, Spent> {
        let (among, about) = match which {
            Which::All => (&self.all, None),
            Which::Only(subject) => {
                (&self.any, subject.and_then(|subject| self.about.get(&subject)))
            }
        };
        let narrowed = bounds.narrowed().iter();
        let asked = narrowed.filter_map(|&(dim, allowed)| Some((self.dims.get(&dim)?, allowed)));
        let asked: Vec<Asked<'_>> = asked.collect();
        // A word is looked at in an eighth of the time that a condition takes.
        budget.spend((among.among(&range).len() * (asked.len() + 1)).div_ceil(8))?;
        let mut found = meeting_among(among, &asked, &range);
        let before = found.len();
        if let Some(about) = about {
            let place = |number: usize| about.partition_point(|&known| (known as usize) < number);
            let about = &about[place(range.start)..place(range.end)];
            budget.spend(about.len() * (asked.len() + 1))?;
            found.extend(
                about.iter().map(|&number| number as usize).filter(|&number| {
                    asked.iter().all(|(row, allowed)| row.allows(number, *allowed))
                }),
            );
        }
        if 0 < before && before < found.len() {
            found.sort_unstable();
        }
        budget.spend(found.len())?;
        Ok(found)
    }
}

fn meeting_among(among: &Bits, asked: &[Asked<'_>], range: &Range<usize>) -> Vec<usize> {
    let mut found = Vec::new();
    for word in among.among(range) {
        let mut bits = among.word(word);
        for (row, allowed) in asked {
            if bits == 0 {
                break;
            }
            bits &= row.word(word, *allowed);
        }
        while bits != 0 {
            let number = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if range.contains(&number) {
                found.push(number);
            }
        }
    }
    found
}

impl Dimension {
    fn add(&mut self, number: usize, allowed: u128) {
        let values = 128 - allowed.leading_zeros() as usize;
        if self.values.len() < values {
            self.values.resize_with(values, Bits::default);
        }
        self.narrowing.add(number);
        let values = self.values.iter_mut().enumerate();
        values
            .filter(|(value, _)| allowed >> value & 1 == 1)
            .for_each(|(_, bits)| bits.add(number));
    }

    /// The sets of those that narrow it and allow one of these values.
    fn wanted(&self, allowed: u128) -> impl Iterator<Item = &Bits> {
        let values = self.values.iter().enumerate();
        values.filter(move |(value, _)| allowed >> value & 1 == 1).map(|(_, bits)| bits)
    }

    /// The boxes of one word of numbers that allow one of these values.
    fn word(&self, word: usize, allowed: u128) -> u64 {
        let open = !self.narrowing.word(word);
        self.wanted(allowed).fold(open, |all, bits| all | bits.word(word))
    }

    /// Whether one box allows one of these values.
    fn allows(&self, number: usize, allowed: u128) -> bool {
        !self.narrowing.has(number) || self.wanted(allowed).any(|bits| bits.has(number))
    }
}

/// The boxes of certain rules, by where they can be needed to cover another one.
///
/// If all rules that narrow a dimension leave out one and the same value of it, as
/// they do where only some need a predicate and nobody needs its opposite, they
/// help to cover no box but those that narrow it themselves. So nobody else looks
/// at them: there may be as many such dimensions as there are rules.
pub(crate) struct Covers {
    /// By dimension that all who narrow it leave a value of: how many those are.
    partial: BTreeMap<u32, usize>,
    /// Those that may be needed anywhere.
    anywhere: Index,
    /// By dimension: those that may be needed only where it is narrowed.
    within: BTreeMap<u32, Index>,
}

impl Covers {
    /// None yet, of all that there will be.
    pub(crate) fn new(sites: &[Site<'_>], space: &Space) -> Self {
        let mut named: BTreeMap<u32, (u128, usize)> = BTreeMap::new();
        for site in sites.iter().filter(|site| site.certain) {
            let boxes = [Form::Start, Form::Work].map(|form| site.bounds(form));
            for &(dim, values) in boxes.into_iter().flatten().flat_map(Bounds::narrowed) {
                let known = named.entry(dim).or_default();
                *known = (known.0 | values, known.1 + 1);
            }
        }
        let partial = named.into_iter().filter(|(dim, (all, _))| space.full(*dim) & !all != 0);
        Covers {
            partial: partial.map(|(dim, (_, count))| (dim, count)).collect(),
            anywhere: Index::default(),
            within: BTreeMap::new(),
        }
    }

    /// Adds a rule's box.
    pub(crate) fn add(&mut self, number: usize, bounds: &Bounds, site: &Site<'_>) {
        let dims = bounds.narrowed().iter().map(|&(dim, _)| dim);
        let counts = dims.filter_map(|dim| Some((*self.partial.get(&dim)?, dim)));
        // The rarest is seldom looked at.
        match counts.min() {
            Some((_, dim)) => self.within.entry(dim).or_default().add(number, bounds, site),
            None => self.anywhere.add(number, bounds, site),
        }
    }

    /// The boxes of a range of numbers that may be needed to cover this one, about
    /// a subject.
    pub(crate) fn meeting(
        &self,
        bounds: &Bounds,
        which: Which,
        range: Range<usize>,
        budget: &mut Budget,
    ) -> Result<Vec<usize>, Spent> {
        let narrowed = bounds.narrowed().iter();
        let within = narrowed.filter_map(|(dim, _)| self.within.get(dim));
        let mut met = Vec::new();
        for index in std::iter::once(&self.anywhere).chain(within) {
            met.extend(index.meeting(bounds, which, range.clone(), budget)?);
        }
        Ok(met)
    }
}
