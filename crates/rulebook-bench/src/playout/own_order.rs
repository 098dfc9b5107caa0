//! Random games among libraries that list their moves in orders of their own.
//!
//! Sorting the moves would be measured. So the unmeasured first run sorts them,
//! and shows that everybody plays the very same games; the measured ones take
//! the moves as they come, and only what is known of the game is asserted.

use super::{Ending, Tally, WORK};
use crate::measure::clock::Meter;
use crate::measure::race::{Alone, Contestant, Job};
use crate::peers::Maker;
use crate::random::{Choose, Witness, Wyrand};

/// One who plays a game.
pub(crate) trait Library {
    /// Back to the start.
    fn begin(&mut self);

    /// The legal moves now, as everybody writes them, in the library's own
    /// order.
    fn moves(&mut self) -> Vec<String>;

    /// Makes one of the moves that were listed last.
    fn make(&mut self, at: usize);

    /// How the game has ended, once there are no moves.
    fn ending(&mut self) -> Ending;

    /// Plays one game from the start, as fast as it can; the ending is missing
    /// if it was broken off.
    fn play(&mut self, dice: &mut Wyrand, most: u64) -> (u64, Option<Ending>);
}

/// After how many moves a game is broken off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub(crate) measured: u64,
    /// In the first run: few enough that the games do not depend on rules in
    /// which the libraries differ.
    pub(crate) verified: u64,
}

/// Plays a game in which the order of the moves is everybody's.
fn play_in_order<L: Library>(
    library: &mut L,
    dice: &mut Witness<Wyrand>,
    most: u64,
) -> (u64, Option<Ending>) {
    library.begin();
    for made in 0..most {
        let mut moves: Vec<_> = library.moves().into_iter().zip(0..).collect();
        if moves.is_empty() {
            return (made, Some(library.ending()));
        }
        moves.sort();
        library.make(moves[dice.choose(moves.len())].1);
    }
    (most, None)
}

/// Makes a contestant of a library.
pub(crate) fn contestant(
    name: &'static str,
    maker: Maker,
    most: Most,
    mut library: impl Library + 'static,
) -> Contestant {
    let run = move |job: &Job, meter: &mut Meter| {
        let mut dice = Wyrand::new(job.seed);
        let mut tally = Tally::default();
        if !job.verify {
            let games = 0..job.ops;
            meter.time(|| games.for_each(|_| tally.add(library.play(&mut dice, most.measured))));
            return tally.answer(0);
        }
        let mut witness = Witness::new(dice);
        for _ in 0..job.ops {
            tally.add(play_in_order(&mut library, &mut witness, most.verified));
        }
        tally.answer(witness.digest())
    };
    Contestant::new(WORK, name, maker, run).alone(Alone::WhenMeasured)
}
