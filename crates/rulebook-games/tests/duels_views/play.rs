//! Games at random, with somebody looking after everything that happens.

use rulebook::prelude::*;
use rulebook::{Dice, Viewer};
use rulebook_games::duels::*;

use crate::known::Known;

/// Seeds that no number in a game looks like.
const SEEDS: u64 = 0x5eed_5eed_5eed_0000;

/// How many games are searched for leaks: more of them in a full run.
pub(crate) fn games() -> u64 {
    if std::env::var_os("RULEBOOK_FULL").is_some() { 3_000 } else { 3 }
}

/// One look at a game.
pub(crate) struct Look<'a> {
    pub(crate) duel: &'a mut Session<Duels>,
    pub(crate) seed: Seed,
    pub(crate) known: &'a Known,
    pub(crate) viewer: Viewer,
    /// Whether a frame was added since the last look.
    pub(crate) fresh: bool,
}

/// Plays a game at random to its end.
pub(crate) fn play(book: &Book<Duels>, game: u64, look: impl FnMut(Look<'_>)) {
    play_for(book, game, usize::MAX, look);
}

/// Plays a game at random for so many actions or to its end, and lets everybody
/// look after each action and each answer: also while a choice is pending.
pub(crate) fn play_for(
    book: &Book<Duels>,
    game: u64,
    mut actions: usize,
    mut look: impl FnMut(Look<'_>),
) {
    let seed = Seed(SEEDS + game);
    let mut duel = book.start(setup(), seed).expect("it can start");
    let (mut known, mut dice) = (Known::new(duel.state()), Dice::new(Seed(game)));
    let mut seen = 0;
    let mut all_look = |duel: &mut Session<Duels>| {
        let fresh = duel.number() > seen;
        if fresh {
            known.learn(&duel.frames().next_back().expect("a frame"));
        }
        seen = duel.number();
        for viewer in Viewer::all(2) {
            look(Look { duel: &mut *duel, seed, known: &known, viewer, fresh });
        }
    };
    while duel.result().is_none() && actions > 0 {
        actions -= 1;
        let mut legal = duel.legal_all().expect("no faults");
        // What was chosen is rarely withdrawn, or games would never end.
        legal.retain(|legal| match legal.action() {
            Action::Resign => false,
            Action::Withdraw { .. } => dice.below(8) == 0,
            _ => true,
        });
        let picked = dice.pick(&legal).expect("somebody can go on").clone();
        let mut outcome = duel.play(picked).expect("no faults");
        all_look(&mut duel);
        while let Outcome::Pending(choice) = outcome {
            let option = dice.below(choice.options.len() as u32);
            outcome = duel.answer(choice.seat, choice.id, option).expect("no faults");
            all_look(&mut duel);
        }
    }
}
