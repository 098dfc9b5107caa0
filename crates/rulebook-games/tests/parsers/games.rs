//! The actions and positions of every game, as a person writes them on a
//! command line.

use rulebook::prelude::*;
use rulebook_games::{ParseError, Playable, Visit, games, visit};

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
                Err(error) => assert!(is_inside(&text, &error), "{text:?}: {error}"),
            }
        }
        read
    }
}

/// The place, if there is one, is in what cannot be read.
fn is_inside(text: &str, error: &ParseError) -> bool {
    text.contains(error.text()) && error.at().is_none_or(|at| at <= error.text().chars().count())
}

/// Tries broken actions on the boards of a game that is played at random: what
/// can be read without a board is read the same way with it.
struct ActionsOnBoards;

impl Visit for ActionsOnBoards {
    type Out = usize;

    fn visit<G: Playable>(self) -> usize {
        let (mut dice, mut read) = (Dice(6), 0);
        for position in positions::<G>() {
            let state = G::read_position(&position).unwrap_or_else(|error| panic!("{error}"));
            let universe = G::universe(&state);
            let mut written: Vec<String> = universe.iter().map(G::print).collect();
            written.extend(AS_PEOPLE_DO.map(str::to_owned));
            let seeds: Vec<&str> = written.iter().map(String::as_str).collect();
            let broken = Mutator { seeds: &seeds, words: &AS_PEOPLE_DO };
            for _ in 0..times(40) {
                let text = broken.text(&mut dice);
                match (G::parse_in(&state, &text), G::parse(&text)) {
                    (Ok(seen), Ok(blind)) if !text.contains('/') => {
                        assert_eq!(G::print(&seen), G::print(&blind), "{text:?}");
                    }
                    (Ok(seen), _) => {
                        read += 1;
                        let printed = G::print(&seen);
                        let again = G::parse_in(&state, &printed);
                        let again = again.unwrap_or_else(|error| panic!("{text:?}: {error}"));
                        assert_eq!(G::print(&again), printed, "{text:?}");
                    }
                    (Err(error), blind) => {
                        assert!(blind.is_err(), "{text:?}");
                        assert!(is_inside(&text, &error), "{text:?}: {error}");
                    }
                }
            }
        }
        read
    }
}

/// Moves as people write them who look at a board.
const AS_PEOPLE_DO: [&str; 16] = [
    "Nf3",
    "e4",
    "exd5",
    "O-O",
    "O-O-O",
    "Qxf7#",
    "Rad1+",
    "e8=Q",
    "claim repetition with Nf6",
    "24/20",
    "13/7(2)",
    "bar/20",
    "8/2*",
    "6/off",
    "24/14*/13",
    "no play",
];

#[test]
fn actions_on_boards_of_every_game() {
    for game in games() {
        let read = visit(game.name(), ActionsOnBoards).unwrap_or_default();
        let has_more = ["chess", "chess960", "backgammon"].contains(&game.name());
        assert!(read > 0 || !has_more, "{}: {read}", game.name());
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
