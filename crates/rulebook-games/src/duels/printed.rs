//! The cards as they are printed, at hand while a duel is played.

use std::fmt;
use std::sync::Arc;

use rulebook::prelude::*;

use super::cards::{Ability, CardSet, DefId, Standing};

/// The cards as they are printed. Digests take its fingerprint for all of it.
#[derive(Clone)]
pub(super) struct Printed {
    pub(super) set: Arc<CardSet>,
    /// By card: what holds as long as it is in play. Most have nothing.
    standing: Arc<[Box<[Standing]>]>,
    fingerprint: Digest,
}

impl Printed {
    pub(super) fn new(set: Arc<CardSet>) -> Self {
        let fingerprint = set.fingerprint();
        let standing = set.cards().iter().map(|card| {
            let abilities = card.abilities.iter();
            let standing = abilities.filter_map(|ability| match ability {
                Ability::Standing(standing) => Some(standing.clone()),
                _ => None,
            });
            standing.collect()
        });
        Printed { standing: standing.collect(), set, fingerprint }
    }

    /// What holds as long as a card is in play.
    pub(super) fn standing(&self, def: DefId) -> &[Standing] {
        &self.standing[def.index()]
    }
}

/// Not all of it: whoever wants to read the cards reads the set.
impl fmt::Debug for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the cards {}", self.fingerprint)
    }
}

impl PartialEq for Printed {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}
impl Eq for Printed {}

impl Canonical for Printed {
    fn encode(&self, into: &mut rulebook::Encoder) {
        self.fingerprint.encode(into);
    }
}
