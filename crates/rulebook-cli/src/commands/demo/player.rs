//! Seats that play at random.

use rulebook::{By, Choice, Dice, Legal, Seed};
use rulebook_games::Playable;

/// One in so many times, chance or the clock cut the fun short if they can.
const RARELY: u32 = 9;

/// All seats, chance and the clock, with dice of their own: those of the match
/// are for the match alone.
pub(super) struct Players {
    dice: Dice,
}

impl Players {
    /// The players of the match of that seed.
    pub(super) fn new(match_seed: Seed) -> Self {
        Players { dice: Dice::new(Seed(!match_seed.0)) }
    }

    /// What somebody does now, if anybody can do anything: whoever is first to
    /// act, and then whatever comes to mind.
    ///
    /// Actions that cut the fun short are for the clock to take now and then;
    /// a seat takes one only if there is nothing else.
    pub(super) fn act<G: Playable>(&mut self, legal: &[Legal<G>]) -> Option<Legal<G>> {
        let (rare, usual): (Vec<_>, Vec<_>) =
            legal.iter().partition(|legal| G::is_rare(legal.action()));
        let rings = |legal: &&&Legal<G>| legal.by().seat().is_none();
        if let Some(ring) = rare.iter().find(rings)
            && self.dice.below(RARELY) == 0
        {
            return Some((*ring).clone());
        }
        let from = if usual.is_empty() { rare } else { usual };
        let mut hands: Vec<By> = from.iter().map(|legal| legal.by()).collect();
        hands.dedup();
        let first = *self.dice.pick(&hands)?;
        let theirs: Vec<_> = from.into_iter().filter(|legal| legal.by() == first).collect();
        self.dice.pick(&theirs).copied().cloned()
    }

    /// The option that somebody takes.
    pub(super) fn choose(&mut self, choice: &Choice) -> u32 {
        let options: Vec<u32> = (0..).take(choice.options.len()).collect();
        self.dice.pick(&options).copied().unwrap_or_default()
    }
}
