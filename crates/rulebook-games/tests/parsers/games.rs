//! The actions of every game, as a person writes them on a command line.

use rulebook_games::{Playable, Visit, games, visit};

use crate::{Dice, Mutator, times};

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
