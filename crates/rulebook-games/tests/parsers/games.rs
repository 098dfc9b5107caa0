//! The actions and positions of every game, as a person writes them on a
//! command line.

use rulebook::prelude::*;
use rulebook_games::{Playable, Visit, games, visit};

use crate::{Count, Dice, Mutator, times};

/// Tries broken actions of a game; says how many were read.
struct Actions;

impl Visit for Actions {
    type Out = usize;

    fn visit<G: Playable>(self) -> usize {
        let universe = G::universe(&G::setup());
        let written: Vec<String> = universe.iter().map(G::print).collect();
        let seeds: Vec<&str> = written.iter().map(String::as_str).collect();
        let mut words = vec!["a", "b", "1", "2", "9", "0", " ", "/", "-", "*", "(", ")", "bid"];
        words.extend(seeds.iter().flat_map(|text| text.split(' ')));
        let broken = Mutator { seeds: &seeds, words: &words };
        let (mut dice, mut read) = (Dice(3), 0);
        for _ in 0..times(5_000) {
            let text = broken.text(&mut dice);
            match G::parse(&text) {
                Ok(action) => {
                    read += 1;
                    // Actions need not be comparable; their texts are.
                    let printed = G::print(&action);
                    let again = G::parse(&printed).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(G::print(&again), printed, "{text:?}");
                }
                Err(error) => assert!(text.contains(error.text()), "{text:?}: {error}"),
            }
        }
        read
    }
}

#[test]
fn actions_of_every_game() {
    for game in games() {
        let read = visit(game.name(), Actions);
        assert!(read.is_some_and(|read| read > times(100)), "{}: {read:?}", game.name());
    }
}

/// Positions of a game that is played at random.
fn positions<G: Playable>() -> Vec<String> {
    let mut dice = Dice(4);
    let mut positions = vec![G::write_position(&G::setup())];
    for seed in 0..4 {
        let mut game = G::book().start(G::setup(), Seed(seed)).expect("the game starts");
        for _ in 0..60 {
            let legal = game.legal_all().expect("legal actions can be listed");
            let Some(chosen) = legal.get(dice.below(legal.len().max(1))) else { break };
            let mut outcome = game.play(chosen.clone()).expect("the book has no fault");
            while let Outcome::Pending(choice) = outcome {
                outcome = game.answer(choice.seat, choice.id, 0).expect("the book has no fault");
            }
            positions.push(G::write_position(game.state()));
        }
    }
    positions
}

/// Tries broken positions of a game.
struct Positions;

impl Visit for Positions {
    type Out = ();

    fn visit<G: Playable>(self) {
        let written = positions::<G>();
        let seeds: Vec<&str> = written.iter().map(String::as_str).collect();
        let mut words = vec!["a", "1", "2", "9", "0", " ", "/", ":", "-", "(", ")", ",", "."];
        words.extend(seeds.iter().flat_map(|text| text.split(' ')).take(60));
        let broken = Mutator { seeds: &seeds, words: &words };
        let (mut dice, mut count, tried) = (Dice(5), Count::default(), times(5_000));
        for _ in 0..tried {
            let text = broken.text(&mut dice);
            let read = count.of(G::read_position(&text), |error| {
                text.contains(error.text())
                    && error.at().is_none_or(|at| at <= error.text().chars().count())
            });
            let Some(state) = read else { continue };
            // States need not be comparable; their texts are.
            let written = G::write_position(&state);
            let again = G::read_position(&written).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(G::write_position(&again), written, "{}: {text:?}", G::NAME);
        }
        count.check(tried);
    }
}

#[test]
fn positions_of_every_game() {
    for game in games() {
        assert_eq!(visit(game.name(), Positions), Some(()));
    }
}
