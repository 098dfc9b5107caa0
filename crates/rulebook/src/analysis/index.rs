//! Rules by the values that they allow: which of many boxes meet one.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::analysis::bounds::{Bounds, Space};
use crate::analysis::survey::Site;
use crate::game::Subject;

/// Boxes by number, to be asked for those that meet another box. Numbers are
/// added in ascending order.
pub(crate) struct Index {
    /// By dimension, without predicates, which few boxes narrow: the boxes
    /// that do not narrow it, and by value those that narrow it and allow the
    /// value.
    dims: Vec<Dimension>,
    all: Bits,
    /// Boxes about no subject in particular.
    any: Bits,
    /// Boxes about a subject, by subject.
    about: BTreeMap<Subject, Vec<u32>>,
}

struct Dimension {
    open: Bits,
    values: Vec<Bits>,
}

type Bits = Vec<u64>;

/// Which subjects are meant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which {
    /// All of them.
    All,
    /// This one, or none that a rule names.
    Only(Option<Subject>),
}

fn set(bits: &mut Bits, number: usize) {
    if bits.len() <= number / 64 {
        bits.resize(number / 64 + 1, 0);
    }
    bits[number / 64] |= 1 << (number % 64);
}

fn has(bits: &Bits, number: usize) -> bool {
    bits.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
}

impl Index {
    pub(crate) fn new(space: &Space) -> Self {
        let dims = (0..space.valued()).map(|dim| {
            let values = 128 - space.full(dim).leading_zeros() as usize;
            Dimension { open: Bits::new(), values: vec![Bits::new(); values] }
        });
        Index { dims: dims.collect(), all: Bits::new(), any: Bits::new(), about: BTreeMap::new() }
    }

    /// Adds a rule's box.
    pub(crate) fn add(&mut self, number: usize, bounds: &Bounds, site: &Site<'_>) {
        let mut narrowed = bounds.narrowed().iter().copied().peekable();
        for (dim, row) in self.dims.iter_mut().enumerate() {
            match narrowed.next_if(|&(named, _)| named as usize == dim) {
                None => set(&mut row.open, number),
                Some((_, allowed)) => {
                    let values = row.values.iter_mut().enumerate();
                    values
                        .filter(|(value, _)| allowed >> value & 1 == 1)
                        .for_each(|(_, bits)| set(bits, number));
                }
            }
        }
        set(&mut self.all, number);
        if site.subjects.is_empty() {
            set(&mut self.any, number);
        }
        for named in site.subjects {
            self.about.entry(named.subject).or_default().push(number as u32);
        }
    }

    /// The boxes of a range of numbers that meet this one, as far as predicates leave
    /// them to, and concern these subjects, in order.
    pub(crate) fn meeting(&self, bounds: &Bounds, which: Which, range: Range<usize>) -> Vec<usize> {
        let (among, about) = match which {
            Which::All => (&self.all, None),
            Which::Only(subject) => {
                (&self.any, subject.and_then(|subject| self.about.get(&subject)))
            }
        };
        let mut found = self.meeting_among(among, bounds, &range);
        let Some(about) = about else { return found };
        let place = |number: usize| about.partition_point(|&known| (known as usize) < number);
        let about = &about[place(range.start)..place(range.end)];
        let before = found.len();
        found.extend(about.iter().map(|&number| number as usize).filter(|&number| {
            let mut narrowed = bounds.narrowed().iter();
            narrowed.all(|&(dim, allowed)| {
                self.dims.get(dim as usize).is_none_or(|row| row.allows(number, allowed))
            })
        }));
        if 0 < before && before < found.len() {
            found.sort_unstable();
        }
        found
    }

    fn meeting_among(&self, among: &Bits, bounds: &Bounds, range: &Range<usize>) -> Vec<usize> {
        let mut found = Vec::new();
        let words = among.iter().enumerate().take(range.end.div_ceil(64));
        for (word, &bits) in words.skip(range.start / 64) {
            let mut bits = bits;
            for &(dim, allowed) in bounds.narrowed() {
                if bits == 0 {
                    break;
                }
                if let Some(row) = self.dims.get(dim as usize) {
                    bits &= row.word(word, allowed);
                }
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
}

impl Dimension {
    /// The boxes of one word of numbers that allow one of these values.
    fn word(&self, word: usize, allowed: u128) -> u64 {
        let of = |bits: &Bits| bits.get(word).copied().unwrap_or(0);
        let values = self.values.iter().enumerate();
        let wanted = values.filter(|(value, _)| allowed >> value & 1 == 1);
        wanted.fold(of(&self.open), |all, (_, bits)| all | of(bits))
    }

    /// Whether one box allows one of these values.
    fn allows(&self, number: usize, allowed: u128) -> bool {
        let values = self.values.iter().enumerate();
        has(&self.open, number)
            || values
                .filter(|(value, _)| allowed >> value & 1 == 1)
                .any(|(_, bits)| has(bits, number))
    }
}
