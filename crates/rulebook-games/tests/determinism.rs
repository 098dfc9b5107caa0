//! The same games on every platform and in every build profile: one digest
//! over games of fixed seeds, all of them, compared with a constant.

use rulebook::prelude::*;
use rulebook::{Dice, Encoder, SessionOptions};
use rulebook_games::{AnyGame, Told, games};

/// How many games are played of each.
const GAMES: u64 = 20;

/// Everything that ever happened in these games. If this changes, the same
/// seed no longer gives the same game: records do not replay. A new game in
/// the list changes it too.
const DIGEST: &str = "b882ee857dfd3b63";

#[test]
fn determinism() {
    let mut all = Encoder::new();
    for game in games() {
        game.name().encode(&mut all);
        for seed in 0..GAMES {
            let started = game.start(Seed(seed), SessionOptions::default());
            play(&mut *started.expect("it can start"), seed, &mut all);
        }
    }
    assert_eq!(all.finish().to_string(), DIGEST);
}

/// What tic-tac-toe declares. If this changes, the form of fingerprints has
/// changed, or the book: records say that they were made with another one.
#[test]
fn the_fingerprint_of_a_book_is_the_same_everywhere() {
    let book = rulebook_games::tic_tac_toe::book();
    assert_eq!(book.fingerprint().to_string(), "f5a8eeec3707aa35");
}

/// Plays a game to its end, and writes down its digest after each move, and the
/// scores.
fn play(game: &mut dyn AnyGame, seed: u64, all: &mut Encoder) {
    let mut dice = Dice::new(Seed(seed));
    while game.result().is_none() {
        let mut legal = game.legal().expect("no faults");
        // Whatever cuts games short is left alone most of the time.
        if dice.below(30) > 0 {
            legal.retain(|offered| !offered.is_rare);
        }
        let picked = dice.pick(&legal).expect("somebody can go on").clone();
        let mut told = game.submit(picked.by, &picked.action).expect("it can be read");
        while let Told::Pending { choice } = told {
            let option = dice.below(choice.options.len() as u32);
            told = game.answer(choice.seat.into(), choice.id, option).expect("no faults");
        }
        assert!(matches!(told, Told::Committed { .. }), "{told}");
        game.digest().expect("no faults").encode(all);
    }
    let scores = game.result().expect("it is over");
    scores.as_slice().encode(all);
}
