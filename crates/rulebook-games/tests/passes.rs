//! Which passes of the plan have something to avoid in which rule sheet: what is
//! declared there is looked up and remembered, and all of it is compared with the
//! reference interpreter.

use std::collections::BTreeMap;

use rulebook::Pass::{Facts, Hoist, Kinds, Memo, Subjects};
use rulebook::prelude::*;
use rulebook::{Dice, Parity, Pass, SessionOptions};
use rulebook_games::{Playable, Visit, games, visit};

/// How many games are played of each, and how many actions of each at most: a
/// game of chess between players like these takes hundreds.
const GAMES: u64 = 5;
const ACTIONS: usize = 120;

/// The passes that avoid work while a game is played, and no others do.
const PASSES: &[(&str, &[Pass])] = &[
    // Who ends a game at once, and how, is for closures to say.
    ("tic-tac-toe", &[Kinds]),
    ("connect-four", &[Kinds]),
    // A rule for pawns or kings is not looked at when another piece moves.
    ("chess", &[Kinds, Subjects]),
    ("chess960", &[Kinds, Subjects]),
    // A step is ordinary, comes in from the bar, or bears off.
    ("backgammon", &[Kinds, Facts]),
    ("night-market", &[Kinds]),
    // Cards are placed before the first turn and in the Strategy. Whether a deck is
    // empty is asked for the list of actions and again when one is drawn; a power
    // that is used before does not change it.
    ("duels", &[Kinds, Facts, Hoist, Memo]),
];

/// Plays a game at random, and says what each pass avoided.
struct AtRandom(Parity);

impl Visit for AtRandom {
    type Out = BTreeMap<Pass, u64>;

    fn visit<G: Playable>(self) -> BTreeMap<Pass, u64> {
        let options =
            SessionOptions { count_work: true, parity: self.0, ..SessionOptions::default() };
        let mut avoided = BTreeMap::new();
        for seed in 0..GAMES {
            let game = G::book().start_with(G::setup(), Seed(seed), options);
            let mut game = game.expect("it can start");
            play(&mut game, &mut Dice::new(Seed(seed)));
            for (pass, count) in game.avoided().iter() {
                *avoided.entry(pass).or_default() += count;
            }
        }
        avoided
    }
}

fn play<G: Playable>(game: &mut Session<G>, dice: &mut Dice) {
    for _ in 0..ACTIONS {
        let mut legal = game.legal_all().expect("no faults");
        legal.retain(|legal| !G::is_rare(legal.action()));
        let Some(legal) = dice.pick(&legal) else { break };
        // Without its proof: then rules are asked.
        let mut outcome = game.submit(legal.by(), legal.action().clone()).expect("no faults");
        while let Outcome::Pending(choice) = outcome {
            let option = dice.below(choice.options.len() as u32);
            outcome = game.answer(choice.seat, choice.id, option).expect("no faults");
        }
        assert!(outcome.is_committed(), "{outcome}");
    }
}

/// In parity, so that what a pass leaves out is known to be nothing that counts.
#[test]
fn in_every_game_these_passes_avoid_work_and_parity_agrees() {
    let named: Vec<&str> = PASSES.iter().map(|(game, _)| *game).collect();
    assert!(named.iter().copied().eq(games().iter().map(|game| game.name())), "{named:?}");
    for (game, expected) in PASSES {
        let avoided = visit(game, AtRandom(Parity::Every)).expect("it is in the list");
        println!("{game}: {avoided:?}");
        let passes: Vec<Pass> = avoided.keys().copied().collect();
        assert_eq!(passes, *expected, "{game}: {avoided:?}");
        let alone = visit(game, AtRandom(Parity::Off)).expect("it is in the list");
        assert_eq!(alone, avoided, "{game}");
    }
}
