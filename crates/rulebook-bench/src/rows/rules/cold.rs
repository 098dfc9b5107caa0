//! Cold: a rule that nobody has looked at for long.
//!
//! Caches are emptied before each batch by reading more than fits into them.
//! The first actions of a batch are not measured: they bring back the program
//! and the game, which are never cold for long. What stays cold is the book. A
//! batch is long enough that reading the clock does not count, and short enough
//! that its actions find nothing of each other's: their rules lie far apart.

use std::hint::black_box;

use super::game::{Shape, Walk};
use super::rulebook::Planned;
use super::{INDEX, OURS, Place, Plays, hand};
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Contestant, Job};
use crate::peers::Maker;

const PLACES: [Place; 4] = [
    Place::new(Shape::Keyed, Walk::AllOver, (10_000, "10,000 rules, keyed, cold")),
    Place::new(Shape::Mixed, Walk::AllOver, (10_000, "10,000 rules, mixed closures, cold")),
    Place::new(Shape::Stepped, Walk::AllOver, (10_000, "10,000 rules, stepped, cold")),
    Place::new(Shape::Written, Walk::AllOver, (10_000, "10,000 rules, one part written, cold")),
];

const BATCH: u64 = 384;
const UNMEASURED: u64 = 128;
const BATCHES: u64 = 3;

/// Twice what the largest caches of one processor hold, in words.
const WORDS: usize = (64 << 20) / 8;

fn contestant<P: Plays>(place: Place, (name, maker): (&'static str, Maker)) -> Contestant {
    let mut made = None;
    let run = move |job: &Job, meter: &mut Meter| {
        let (plays, others) = made.get_or_insert_with(|| {
            let others: Vec<u64> = (0..WORDS as u64).collect();
            (P::new(place.shape, place.rules), others)
        });
        plays.begin();
        let mut measured = 0;
        for first in (0..job.ops).step_by(BATCH as usize) {
            black_box(others.iter().fold(0, |sum: u64, &word| sum.wrapping_add(word)));
            let end = job.ops.min(first + BATCH);
            let begin = end.min(first + UNMEASURED);
            (first..begin).for_each(|n| plays.play(place.action(n)));
            meter.time(|| (begin..end).for_each(|n| plays.play(place.action(n))));
            measured += end - begin;
        }
        place.answer(measured, plays.table().facts())
    };
    Contestant::new(place.work, name, maker, run).always(BATCH * BATCHES)
}

pub(super) fn contestants() -> impl Iterator<Item = Contestant> {
    PLACES.into_iter().flat_map(|place| {
        [contestant::<Planned>(place, OURS), contestant::<hand::Index>(place, INDEX)]
    })
}

pub(super) fn goals() -> [Goal; 4] {
    PLACES.map(|place| Goal::at_most(place.key(OURS), 2.0, place.key(INDEX)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rows::rules::game::Table;

    #[test]
    fn no_two_actions_of_a_batch_have_a_rule_in_common() {
        let table = Table::default();
        for place in PLACES {
            let rule = |n| place.shape.answer(&table, &place.action(n)).1;
            let rules: BTreeSet<usize> = (0..BATCH).map(rule).collect();
            assert_eq!(rules.len(), BATCH as usize);
            let gaps = rules.iter().zip(rules.iter().skip(1)).map(|(a, b)| b - a);
            assert!(gaps.min().is_some_and(|gap| gap >= 8), "{rules:?}");
        }
    }
}
