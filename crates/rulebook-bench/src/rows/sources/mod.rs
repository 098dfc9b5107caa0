//! `sources`: one action with few and with many reaction sources in play, one of
//! them concerned.
//!
//! Every creature has a shield: a source whose guard takes one off each blow
//! against its creature, and whose trigger then strikes back. An action is a
//! blow against one creature, here and there. Who looks at every shield pays
//! for all of them; who finds those concerned does not. In the second work each
//! blow begins with an event that takes the creature's shield out of play and
//! brings in another one.

mod hand;
pub(crate) mod rulebook;

use std::hint::black_box;

use ::rulebook::Kinds;

use super::dispatch;
use super::state::fingerprint;
use crate::goal::Goal;
use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job, Key, Race, Series, Sizing, Unit};
use crate::peers::Maker;

/// Sources in play, and the names of the works with so many.
const STAY: [(usize, &str); 4] = [
    (10, "10 sources, one concerned"),
    (100, "100 sources, one concerned"),
    (1_000, "1,000 sources, one concerned"),
    (10_000, "10,000 sources, one concerned"),
];
const COME_AND_GO: [(usize, &str); 4] = [
    (10, "10 sources, one comes, one goes"),
    (100, "100 sources, one comes, one goes"),
    (1_000, "1,000 sources, one comes, one goes"),
    (10_000, "10,000 sources, one comes, one goes"),
];

/// How many actions can be taken back.
pub(crate) const KEPT: usize = 64;

/// What an action asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Kinds)]
pub(crate) struct Blow {
    pub(crate) creature: u32,
    pub(crate) amount: u32,
    /// Whether the creature gets another shield first.
    pub(crate) relieved: bool,
}

impl Blow {
    /// The `n`th blow: in no order that a processor could foresee, and always
    /// more than a shield takes off.
    pub(crate) fn nth(n: u64, creatures: usize, relieved: bool) -> Self {
        let scattered = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let creature = (scattered % creatures as u64) as u32;
        Self { creature, amount: dispatch::amount(n) as u32 + 1, relieved }
    }
}

/// One who holds creatures and their shields, and one shield that rests.
pub(crate) trait Defends {
    fn take(&mut self, blow: Blow);
    /// Takes back the last blow.
    fn undo(&mut self);
    /// By creature.
    fn wounds(&self) -> Vec<u64>;
    /// By shield: how often it has struck back.
    fn strikes(&self) -> Vec<u64>;
}

fn contestant<D: Defends>(
    (creatures, work): (usize, &'static str),
    relieved: bool,
    (name, maker): (&'static str, Maker),
    make: impl Fn(usize) -> D + 'static,
) -> Contestant {
    Contestant::new(work, name, maker, move |job: &Job, meter: &mut Meter| {
        let mut field = make(creatures);
        let blow = |n| black_box(Blow::nth(n, creatures, relieved));
        meter.time(|| (0..job.ops).for_each(|n| field.take(blow(n))));
        if job.verify {
            let again = job.ops.saturating_sub(KEPT as u64)..job.ops;
            again.clone().for_each(|_| field.undo());
            again.for_each(|n| field.take(blow(n)));
        }
        let (wounds, strikes) = (field.wounds(), field.strikes());
        let facts = vec![
            ("wounds", wounds.iter().sum()),
            ("strikes", strikes.iter().sum()),
            ("fingerprint of wounds", fingerprint(&wounds)),
            ("fingerprint of strikes", fingerprint(&strikes)),
        ];
        Answer { work: job.ops, facts }
    })
}

/// Shields take one off each blow, so what is left is known in closed form.
fn check(job: &Job, answer: &Answer) -> Result<(), String> {
    let rest: u64 = (0..job.ops % 8).map(dispatch::amount).sum();
    let expected = [("wounds", job.ops / 8 * 36 + rest), ("strikes", job.ops)];
    match answer.facts.starts_with(&expected) {
        true => Ok(()),
        false => Err(format!("{answer}, expected {expected:?}")),
    }
}

pub(crate) fn race() -> Race {
    let (ours, hand) = (("rulebook", Maker::Ours), ("with a map", Maker::Hand));
    let key = |work| Key { work, name: ours.0 };
    let mut contestants = Vec::new();
    let mut goals = Vec::new();
    let mut series = Vec::new();
    for (works, relieved) in [(STAY, false), (COME_AND_GO, true)] {
        let name = if relieved { "one comes, one goes" } else { "one concerned" };
        series.push(Series { name, of: "sources", works: works.to_vec() });
        let [(_, few), .., (_, many)] = works;
        for work in works {
            contestants.push(contestant(work, relieved, ours, rulebook::session()));
            contestants.push(contestant(work, relieved, hand, hand::Field::new));
        }
        goals.push(Goal::at_most(key(many), 2.0, key(few)));
    }
    Race {
        unit: Unit::NanosecondsPerOperation,
        sizing: Sizing::ByTime,
        contestants,
        missing: Vec::new(),
        goals,
        series,
        check: Box::new(check),
        verify_ops: 3 * KEPT as u64 + 5,
    }
}
