//! What many games came to, in numbers.

use std::collections::BTreeMap;

use rulebook::{Digest, Scores};

/// What one seat got.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SeatTally {
    /// Games in which it did best alone.
    pub(super) won: u64,
    /// Games in which it did best together with others.
    pub(super) drawn: u64,
    pub(super) lost: u64,
    /// The sum of its scores.
    pub(super) points: i64,
}

/// What many games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) seats: Vec<SeatTally>,
    /// Games that were left when they grew too long.
    pub(super) unfinished: u64,
    /// How many games had so many actions.
    pub(super) lengths: BTreeMap<u64, u64>,
    /// For the first move of each game, the second, and so on: between how
    /// many there was to choose in all games, and in how many games.
    pub(super) choices: Vec<(u64, u64)>,
    /// The most moves that there were to choose from.
    pub(super) widest: u64,
    /// The final digest of each game, in order.
    digests: Vec<Digest>,
}

impl Tally {
    pub(super) fn new(seats: usize) -> Self {
        Tally { seats: vec![SeatTally::default(); seats], ..Tally::default() }
    }

    /// A move is made, the nth one, and there were so many.
    pub(super) fn chose(&mut self, nth: usize, among: u64) {
        if self.choices.len() <= nth {
            self.choices.resize(nth + 1, (0, 0));
        }
        let (sum, games) = &mut self.choices[nth];
        *sum += among;
        *games += 1;
        self.widest = self.widest.max(among);
    }

    /// A game has ended, or was left.
    pub(super) fn ended(&mut self, length: u64, result: Option<&Scores>, digest: Digest) {
        *self.lengths.entry(length).or_default() += 1;
        self.digests.push(digest);
        let Some(scores) = result.map(Scores::as_slice) else {
            self.unfinished += 1;
            return;
        };
        let best = scores.iter().max();
        let shared = scores.iter().filter(|score| Some(*score) == best).count() > 1;
        for (seat, score) in self.seats.iter_mut().zip(scores) {
            seat.points += i64::from(*score);
            match (Some(score) == best, shared) {
                (true, true) => seat.drawn += 1,
                (true, false) => seat.won += 1,
                (false, _) => seat.lost += 1,
            }
        }
    }

    /// Adds the games that come after these.
    pub(super) fn add(&mut self, later: Tally) {
        for (seat, more) in self.seats.iter_mut().zip(later.seats) {
            seat.won += more.won;
            seat.drawn += more.drawn;
            seat.lost += more.lost;
            seat.points += more.points;
        }
        self.unfinished += later.unfinished;
        for (length, games) in later.lengths {
            *self.lengths.entry(length).or_default() += games;
        }
        if self.choices.len() < later.choices.len() {
            self.choices.resize(later.choices.len(), (0, 0));
        }
        for (all, (sum, games)) in self.choices.iter_mut().zip(later.choices) {
            all.0 += sum;
            all.1 += games;
        }
        self.widest = self.widest.max(later.widest);
        self.digests.extend(later.digests);
    }

    /// How many games there were.
    pub(super) fn games(&self) -> u64 {
        self.digests.len() as u64
    }

    /// How many actions there were in all games.
    pub(super) fn actions(&self) -> u64 {
        self.lengths.iter().map(|(length, games)| length * games).sum()
    }

    /// One digest for all games in their order.
    pub(super) fn digest(&self) -> Digest {
        Digest::of(&self.digests)
    }

    /// The shortest game, the one in the middle, and the longest.
    pub(super) fn span(&self) -> Option<[u64; 3]> {
        let shortest = *self.lengths.keys().next()?;
        let longest = *self.lengths.keys().next_back()?;
        let mut passed = 0;
        let middle = self.lengths.iter().find(|(_, games)| {
            passed += **games;
            2 * passed >= self.games()
        });
        Some([shortest, middle.map_or(longest, |(length, _)| *length), longest])
    }

    pub(super) fn mean_length(&self) -> f64 {
        self.actions() as f64 / (self.games() as f64).max(1.0)
    }

    /// Between how many moves there was to choose, on average.
    pub(super) fn branching(&self) -> f64 {
        let (sum, moves) =
            self.choices.iter().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        sum as f64 / (moves as f64).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(length: u64, scores: &[i32], digest: u64) -> Tally {
        let mut tally = Tally::new(2);
        tally.chose(0, 3);
        tally.ended(length, Some(&Scores::new(scores)), Digest(digest));
        tally
    }

    #[test]
    fn results_are_counted_by_seat() {
        let mut all = Tally::new(2);
        for (scores, digest) in [([1, -1], 1), ([0, 0], 2), ([-1, 1], 3), ([2, -2], 4)] {
            all.add(game(5, &scores, digest));
        }
        let of = |seat: usize| (all.seats[seat].won, all.seats[seat].drawn, all.seats[seat].lost);
        assert_eq!((of(0), of(1)), ((2, 1, 1), (1, 1, 2)));
        assert_eq!(all.seats[0].points, 2);
        assert_eq!((all.games(), all.actions(), all.choices[0]), (4, 20, (12, 4)));
    }

    #[test]
    fn the_middle_is_in_the_middle() {
        let mut all = Tally::new(2);
        for length in [9, 1, 5, 2, 100] {
            all.add(game(length, &[0, 0], 0));
        }
        assert_eq!(all.span(), Some([1, 5, 100]));
        assert_eq!(Tally::new(2).span(), None);
    }

    #[test]
    fn the_digest_depends_on_every_game_and_on_their_order() {
        let series = |digests: &[u64]| {
            let mut all = Tally::new(2);
            digests.iter().for_each(|digest| all.add(game(1, &[0, 0], *digest)));
            all.digest()
        };
        assert_eq!(series(&[1, 2]), series(&[1, 2]));
        assert_ne!(series(&[1, 2]), series(&[2, 1]));
        assert_ne!(series(&[1, 2]), series(&[1, 2, 2]));
    }
}
