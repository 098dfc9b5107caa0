//! Seats that play at random.

use rulebook::{By, Choice, Dice, Legal, Outcome, Seed, Session};
use rulebook_games::{CountsAs, Playable};

use crate::failure::Failure;

/// One in so many times, chance or the clock cut the fun short if they can.
const RARELY: u32 = 9;
/// One in so many times, somebody who tries everything does what is rare.
const SOMETIMES: u32 = 40;

/// What players at random do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Whatever does not cut the fun short.
    Lively,
    /// Moves, as long as there are any.
    Moving,
    /// Everything, also what is rare.
    Curious,
}

/// All seats, chance and the clock, with dice of their own: those of the match
/// are for the match alone.
pub(crate) struct Players {
    dice: Dice,
    manner: Manner,
}

impl Players {
    /// The players of the match of that seed.
    pub(crate) fn new(match_seed: Seed, manner: Manner) -> Self {
        Players { dice: Dice::new(Seed(!match_seed.0)), manner }
    }

    /// What somebody does now, if anybody can do anything: whoever is first to
    /// act, and then whatever comes to mind.
    ///
    /// Actions that cut the fun short are for the clock to take now and then;
    /// a seat takes one only if there is nothing else, or if it is curious.
    pub(crate) fn act<G: Playable>(&mut self, legal: &[Legal<G>]) -> Option<Legal<G>> {
        let (rare, mut usual): (Vec<_>, Vec<_>) =
            legal.iter().partition(|legal| G::is_rare(legal.action()));
        let rings = |legal: &&&Legal<G>| legal.by().seat().is_none();
        if let Some(ring) = rare.iter().find(rings)
            && self.dice.below(RARELY) == 0
        {
            return Some((*ring).clone());
        }
        let is_move = |legal: &&Legal<G>| G::counts_as(legal.action()) == CountsAs::Move;
        if self.manner == Manner::Moving && usual.iter().any(is_move) {
            usual.retain(is_move);
        }
        let is_tempted = self.manner == Manner::Curious && !rare.is_empty();
        let takes_rare = usual.is_empty() || is_tempted && self.dice.below(SOMETIMES) == 0;
        let from = if takes_rare { rare } else { usual };
        let mut hands: Vec<By> = from.iter().map(|legal| legal.by()).collect();
        hands.dedup();
        let first = *self.dice.pick(&hands)?;
        let theirs: Vec<_> = from.into_iter().filter(|legal| legal.by() == first).collect();
        self.dice.pick(&theirs).copied().cloned()
    }

    /// The option that somebody takes.
    pub(crate) fn choose(&mut self, choice: &Choice) -> u32 {
        let options: Vec<u32> = (0..).take(choice.options.len()).collect();
        self.dice.pick(&options).copied().unwrap_or_default()
    }

    /// Makes a move, with answers at random to whatever it asks.
    pub(crate) fn make<G: Playable>(
        &mut self,
        game: &mut Session<G>,
        picked: Legal<G>,
    ) -> Result<(), Failure> {
        let done = format!("the legal action {}", G::print(picked.action()));
        let mut outcome = game.play(picked)?;
        while let Outcome::Pending(choice) = &outcome {
            outcome = game.answer(choice.seat, choice.id, self.choose(choice))?;
        }
        match outcome {
            Outcome::Committed(_) => Ok(()),
            other => Err(Failure::Unexpected { done, outcome: other.to_string() }),
        }
    }

    /// Something of these things, if there are any.
    pub(crate) fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        self.dice.pick(things)
    }
}

/// The seed of a match in a series of them, all different and spread as if by
/// chance.
pub(crate) fn nth_seed(series: u64, nth: u64) -> Seed {
    let mut mixed = series ^ nth.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(factor);
    }
    Seed(mixed ^ (mixed >> 31))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_of_a_series_differ() {
        let mut seeds: Vec<u64> = (0..1000).map(|nth| nth_seed(7, nth).0).collect();
        seeds.extend((0..1000).map(|nth| nth_seed(8, nth).0));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 2000);
    }
}
