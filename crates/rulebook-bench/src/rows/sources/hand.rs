//! Shields by hand: a map from each creature to its shields, and a log of the
//! last blows from which they can be taken back.

#![expect(
    clippy::disallowed_types,
    reason = "what one would write: it is only looked up, never walked through"
)]

use std::collections::{HashMap, VecDeque};
use std::hint::black_box;

use super::{Blow, Defends, KEPT};

pub(super) struct Field {
    wounds: Vec<u64>,
    shields: HashMap<u32, Vec<u32>>,
    /// By shield.
    strikes: Vec<u64>,
    resting: u32,
    log: VecDeque<Past>,
}

/// What a blow has done.
struct Past {
    creature: u32,
    relieved: bool,
    /// How much of it got through.
    amount: u32,
}

impl Field {
    pub(super) fn new(creatures: usize) -> Self {
        let count = creatures as u32;
        Self {
            wounds: vec![0; creatures],
            shields: (0..count).map(|creature| (creature, vec![creature])).collect(),
            strikes: vec![0; creatures + 1],
            resting: count,
            log: VecDeque::with_capacity(KEPT),
        }
    }

    /// The creature's only shield goes to rest, and the one that rests comes.
    fn relieve(&mut self, creature: u32) {
        if let Some(shields) = self.shields.get_mut(&creature)
            && let [shield] = &mut shields[..]
        {
            std::mem::swap(shield, &mut self.resting);
        }
    }
}

impl Defends for Field {
    #[inline]
    fn take(&mut self, blow: Blow) {
        let this = black_box(self);
        let Blow { creature, relieved, .. } = blow;
        if relieved {
            this.relieve(creature);
        }
        let shields = this.shields.get(&creature).map_or(&[][..], |shields| shields);
        let amount = blow.amount.saturating_sub(shields.len() as u32);
        if amount > 0 {
            this.wounds[creature as usize] += u64::from(amount);
            shields.iter().for_each(|&shield| this.strikes[shield as usize] += 1);
        }
        if this.log.len() == KEPT {
            this.log.pop_front();
        }
        this.log.push_back(Past { creature, relieved, amount });
    }

    fn undo(&mut self) {
        let past = self.log.pop_back().expect("the last blows can be taken back");
        let Past { creature, relieved, amount } = past;
        if amount > 0 {
            self.wounds[creature as usize] -= u64::from(amount);
            let shields = self.shields.get(&creature).map_or(&[][..], |shields| shields);
            shields.iter().for_each(|&shield| self.strikes[shield as usize] -= 1);
        }
        if relieved {
            self.relieve(creature);
        }
    }

    fn wounds(&self) -> Vec<u64> {
        self.wounds.clone()
    }

    fn strikes(&self) -> Vec<u64> {
        self.strikes.clone()
    }
}
