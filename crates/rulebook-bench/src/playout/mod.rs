//! Random games from the first move to the last, the same for every contestant.
//!
//! All players are asked for their *real* legal moves at every turn, in
//! ascending order, and take the one that the shared dice say. So with the same
//! seed all of them play exactly the same games, and that is what is asserted.
//! Where a library has an order of its own, see [`own_order`].

pub(crate) mod own_order;

use crate::measure::clock::Meter;
use crate::measure::race::{Answer, Contestant, Job};
use crate::peers::Maker;
use crate::random::{Choose, Witness, Wyrand};

/// The only work of rows that race in random games.
pub(crate) const WORK: &str = "random playouts";

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    First,
    Second,
    Draw,
}

/// One who can play random games.
pub(crate) trait Player {
    /// Plays one game to its end and says how many moves that took.
    fn play<C: Choose>(&mut self, dice: &mut C) -> (u64, Ending);
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    moves: u64,
    first: u64,
    second: u64,
    /// Drawn, or broken off.
    draws: u64,
}

impl Tally {
    fn of<P: Player, C: Choose>(player: &mut P, dice: &mut C, games: u64) -> Self {
        let mut tally = Self::default();
        for _ in 0..games {
            let (moves, ending) = player.play(dice);
            tally.add((moves, Some(ending)));
        }
        tally
    }

    fn add(&mut self, (moves, ending): (u64, Option<Ending>)) {
        self.moves += moves;
        match ending {
            Some(Ending::First) => self.first += 1,
            Some(Ending::Second) => self.second += 1,
            Some(Ending::Draw) | None => self.draws += 1,
        }
    }

    fn answer(self, choices: u64) -> Answer {
        let Self { moves, first, second, draws } = self;
        let facts =
            vec![("first", first), ("second", second), ("draws", draws), ("choices", choices)];
        Answer { work: moves, facts }
    }
}

/// Makes a contestant of a player.
pub(crate) fn contestant(
    name: &'static str,
    maker: Maker,
    mut player: impl Player + 'static,
) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let mut dice = Wyrand::new(job.seed);
        let (tally, choices) = if job.verify {
            let mut witness = Witness::new(dice);
            let tally = Tally::of(&mut player, &mut witness, job.ops);
            (tally, witness.digest())
        } else {
            (meter.time(|| Tally::of(&mut player, &mut dice, job.ops)), 0)
        };
        tally.answer(choices)
    };
    Contestant::new(WORK, name, maker, run)
}

/// What is known about a game that is played at random.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odds {
    pub(crate) first: f64,
    pub(crate) second: f64,
    /// How far the two may be wrong because they were measured, not computed.
    pub(crate) tolerance: f64,
    pub(crate) shortest: u64,
    pub(crate) longest: u64,
}

impl Odds {
    /// Every game has an ending and a possible length, and over many games the
    /// endings come as often as they should (within six standard deviations).
    pub(crate) fn check(self, job: &Job, answer: &Answer) -> Result<(), String> {
        let games = job.ops;
        let endings: u64 = answer.facts[..3].iter().map(|(_, count)| count).sum();
        if endings != games {
            return Err(format!("{games} games have {endings} endings"));
        }
        if !(self.shortest * games..=self.longest * games).contains(&answer.work) {
            return Err(format!("{games} games cannot have {} moves", answer.work));
        }
        for ((name, count), chance) in answer.facts.iter().zip([self.first, self.second]) {
            let (count, games) = (*count as f64, games as f64);
            let noise = 6.0 * (games * chance * (1.0 - chance)).sqrt() + 1.0;
            if (count - games * chance).abs() > noise + self.tolerance * games {
                return Err(format!("{name} won {count} of {games} games: chance is {chance}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODDS: Odds = Odds { first: 0.5, second: 0.3, tolerance: 0.0, shortest: 5, longest: 9 };

    fn check(work: u64, first: u64, second: u64, draws: u64) -> Result<(), String> {
        let facts = vec![("first", first), ("second", second), ("draws", draws)];
        ODDS.check(&Job { ops: 1000, seed: 1, verify: false }, &Answer { work, facts })
    }

    #[test]
    fn wrong_tallies_are_found() {
        assert_eq!(check(7000, 510, 290, 200), Ok(()));
        assert_eq!(check(7000, 510, 290, 100).unwrap_err(), "1000 games have 900 endings");
        assert_eq!(check(4000, 510, 290, 200).unwrap_err(), "1000 games cannot have 4000 moves");
        let unfair = check(7000, 700, 200, 100).unwrap_err();
        assert_eq!(unfair, "first won 700 of 1000 games: chance is 0.5");
    }
}
