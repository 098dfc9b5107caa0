//! OpenSpiel as a contestant: its own random games, in C++, measured by its own
//! process with its own thread's CPU clock.
//!
//! The Python package has no function that plays random games and counts moves.
//! But a Monte Carlo search with a single simulation lets C++ play as many random
//! games as one likes, and does nothing else. How many moves these have on
//! average is counted beforehand in games that are played over the Python
//! interface. So the figure is games per second times that mean.

use crate::external::{Process, python};
use crate::measure::clock::Meter;
use crate::measure::race::{Alone, Answer, Contestant, Job, Key, Race};
use crate::peers::{Maker, OPEN_SPIEL};
use crate::playout::WORK;

const SCRIPT: &str = include_str!("rollouts.py");

/// What is counted in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counted {
    Moves,
    /// As often as dice are rolled: a turn may have several moves.
    Turns,
}

/// A game that OpenSpiel plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rollouts {
    /// Its name there.
    pub(crate) game: &'static str,
    pub(crate) counted: Counted,
    /// In how many games the mean length is counted.
    pub(crate) sampled: u64,
}

impl Rollouts {
    /// The race with OpenSpiel in it, or with the reason why it is not.
    pub(crate) fn beside(self, race: Race) -> Race {
        let key = Key { work: WORK, name: OPEN_SPIEL.name };
        let process = python(OPEN_SPIEL, SCRIPT, "lengths tic_tac_toe 1 1");
        race.beside(key, process.map(|process| self.contestant(process)))
    }

    fn contestant(self, mut process: Process) -> Contestant {
        let mut mean = None;
        let run = move |job: &Job, meter: &mut Meter| {
            let mean = *mean.get_or_insert_with(|| self.mean_length(&mut process, meter));
            let (game, Job { ops, seed, .. }) = (self.game, job);
            let [nanoseconds, ahead] = process.ask(&format!("rollouts {game} {ops} {seed}"), meter);
            meter.charge(nanoseconds as f64);
            let work = (job.ops as f64 * mean).round() as u64;
            // A fact is not negative.
            let ahead = ahead.saturating_add_unsigned(job.ops);
            let facts = vec![("games", job.ops), (AHEAD, u64::try_from(ahead).unwrap_or(0))];
            Answer { work, facts }
        };
        let maker = Maker::Peer(OPEN_SPIEL);
        Contestant::new(WORK, OPEN_SPIEL.name, maker, run).alone(Alone::Always)
    }

    fn mean_length(self, process: &mut Process, meter: &mut Meter) -> f64 {
        let request = format!("lengths {} {} 1", self.game, self.sampled);
        let [moves, rolls] = process.ask(&request, meter);
        let counted = match self.counted {
            Counted::Moves => moves,
            Counted::Turns => rolls,
        };
        counted as f64 / self.sampled as f64
    }
}

/// By how many games the first player is ahead, counted from all games lost.
const AHEAD: &str = "ahead, and as many as games";

/// Checks an answer of OpenSpiel: the first player is ahead as often as
/// expected, within six standard deviations and a tenth. `None` for others'
/// answers.
pub(crate) fn check(job: &Job, answer: &Answer, expected: f64) -> Option<Result<(), String>> {
    let [("games", games), (AHEAD, ahead)] = answer.facts[..] else { return None };
    let (games_, ahead) = (games as f64, ahead as f64 - games as f64);
    let noise = 6.0 * games_.sqrt() + 0.1 * games_;
    Some(match (ahead - expected * games_).abs() <= noise {
        _ if games != job.ops => Err(format!("{games} games instead of {}", job.ops)),
        true => Ok(()),
        false => Err(format!("{ahead} of {games} games ahead: {expected} is expected")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unlikely_balance_is_found_and_others_are_not_judged() {
        let job = Job { ops: 10_000, seed: 1, verify: false };
        let answer = |ahead| Answer { work: 1, facts: vec![("games", 10_000), (AHEAD, ahead)] };
        assert_eq!(check(&job, &answer(11_100), 0.1), Some(Ok(())));
        assert!(check(&job, &answer(14_000), 0.1).is_some_and(|found| found.is_err()));
        let other = Answer { work: 1, facts: vec![("first", 1)] };
        assert_eq!(check(&job, &other, 0.1), None);
    }
}
