//! Many games at once: the masks are the legal actions, a fleet plays the games
//! that single sessions play, and nothing moves where something is wrong.

use rulebook::prelude::*;
use rulebook::{Buffer, Dice, Fleet, FleetError, Numbered, Stepped};
use rulebook_games::chess::{self, Chess};
use rulebook_games::connect_four::{self, ConnectFour};
use rulebook_games::tic_tac_toe::{self, TicTacToe};

/// A legal number of each game, by dice.
fn choose<G: Numbered>(masks: &[bool], dice: &mut Dice) -> Vec<u32> {
    let games = masks.chunks_exact(G::ACTIONS);
    let legal = |mask: &[bool]| (0..).zip(mask.to_vec()).filter(|(_, legal)| *legal).collect();
    let legal = games.map(|mask| -> Vec<(u32, bool)> { legal(mask) });
    legal.map(|legal| legal[dice.below(legal.len() as u32) as usize].0).collect()
}

/// Plays at random, and says who did what and how each game ended.
fn play<G: Numbered>(mut fleet: Fleet<G>, steps: usize) -> Vec<Vec<(u32, Stepped)>> {
    let mut masks = vec![false; fleet.len() * G::ACTIONS];
    let mut stepped = vec![Stepped::default(); fleet.len()];
    let mut told = vec![Vec::new(); fleet.len()];
    for step in 0..steps {
        fleet.masks(&mut masks).unwrap();
        // Each game has dice of its own, so that it does not matter who is with it.
        let mut actions = Vec::new();
        for (game, mask) in masks.chunks_exact(G::ACTIONS).enumerate() {
            let digest =
                rulebook::Digest::of(&format!("{:?}", fleet.games().nth(game).unwrap().seed()));
            let mut dice = Dice::new(Seed(digest.0 ^ step as u64));
            actions.extend(choose::<G>(mask, &mut dice));
        }
        fleet.step(&actions, &mut stepped).unwrap();
        for (game, (action, step)) in actions.iter().zip(&stepped).enumerate() {
            told[game].push((*action, step.clone()));
        }
    }
    told
}

fn the_masks_are_the_legal_actions<G: Numbered>(book: &Book<G>, setup: fn() -> G::State) {
    let mut fleet = Fleet::new(book, 0..8, Seed(5), move |_| setup()).unwrap();
    let mut masks = vec![false; 8 * G::ACTIONS];
    let mut actors = vec![By::Clock; 8];
    let mut stepped = vec![Stepped::default(); 8];
    let mut dice = Dice::new(Seed(1));
    for _ in 0..120 {
        fleet.masks(&mut masks).unwrap();
        fleet.actors(&mut actors).unwrap();
        for ((game, mask), by) in fleet.games().zip(masks.chunks_exact(G::ACTIONS)).zip(&actors) {
            let legal = game.fork().legal(*by).unwrap();
            let mut numbers: Vec<usize> =
                legal.iter().filter_map(|legal| G::number(game.state(), legal.action())).collect();
            let found = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), found, "two actions have the same number");
            let shown: Vec<usize> = (0..G::ACTIONS).filter(|&number| mask[number]).collect();
            assert_eq!(shown, numbers);
        }
        fleet.step(&choose::<G>(&masks, &mut dice), &mut stepped).unwrap();
        let acted: Vec<Option<By>> = stepped.iter().map(|step| step.by).collect();
        assert_eq!(acted, actors.iter().copied().map(Some).collect::<Vec<_>>());
    }
}

#[test]
fn the_masks_are_the_legal_actions_in_every_game_with_numbers() {
    the_masks_are_the_legal_actions(&tic_tac_toe::book(), tic_tac_toe::setup);
    the_masks_are_the_legal_actions(&connect_four::book(), connect_four::setup);
    the_masks_are_the_legal_actions(&chess::book(), chess::setup);
}

#[test]
fn a_fleet_of_many_plays_what_fleets_of_few_play() {
    let book = connect_four::book();
    let fleet = |games| Fleet::new(&book, games, Seed(9), |_| connect_four::setup()).unwrap();
    let all = play(fleet(0..12), 90);
    let mut parts = play(fleet(0..5), 90);
    parts.extend(play(fleet(5..12), 90));
    assert_eq!(all, parts);
    let ended = all.iter().flatten().filter(|(_, step)| step.result.is_some()).count();
    assert!(ended >= 24, "a game has 42 moves at most, so each has ended twice: {ended}");
}

#[test]
fn a_game_that_ends_begins_anew() {
    let book = tic_tac_toe::book();
    let mut fleet = Fleet::new(&book, 0..1, Seed(1), |_| tic_tac_toe::setup()).unwrap();
    let mut step = [Stepped::default()];
    for cell in [0, 3, 1, 4] {
        fleet.step(&[cell], &mut step).unwrap();
        assert_eq!(step[0].result, None);
    }
    fleet.step(&[2], &mut step).unwrap();
    assert_eq!(
        step[0],
        Stepped { by: Some(Seat(0).into()), result: Some(Scores::win(Seat(0), 2)) }
    );
    assert_eq!(*fleet.games().next().unwrap().state(), tic_tac_toe::setup());
}

#[test]
fn nothing_moves_where_a_number_is_illegal_or_a_buffer_too_short() {
    let book = tic_tac_toe::book();
    let mut fleet = Fleet::new(&book, 0..3, Seed(1), |_| tic_tac_toe::setup()).unwrap();
    let mut steps = vec![Stepped::default(); 3];
    fleet.step(&[0, 1, 2], &mut steps).unwrap();
    let before: Vec<_> = fleet.games().map(|game| *game.state()).collect();
    for (actions, game, number) in
        [([4, 4, 2], 2, 2), ([9, 0, 0], 0, 9), ([4, u32::MAX, 4], 1, u32::MAX)]
    {
        let refused = fleet.step(&actions, &mut steps).unwrap_err();
        assert!(
            matches!(refused, FleetError::Illegal { game: g, number: n } if (g, n) == (game, number)),
            "{refused}"
        );
    }
    for (actions, steps) in [(2, 3), (4, 3), (3, 2), (0, 0)] {
        let refused = fleet.step(&vec![4; actions], &mut vec![Stepped::default(); steps]);
        let refused = refused.unwrap_err();
        assert!(matches!(refused, FleetError::Length { expected: 3, .. }), "{refused}");
    }
    let short = fleet.masks(&mut [false; 26]).unwrap_err();
    assert_eq!(short.to_string(), "The buffer of masks has 26 places: make it 27.");
    let none = fleet.actors(&mut []).unwrap_err();
    assert!(matches!(none, FleetError::Length { buffer: Buffer::Actors, expected: 3, found: 0 }));
    assert_eq!(before, fleet.games().map(|game| *game.state()).collect::<Vec<_>>());
}

#[test]
fn a_fleet_may_be_empty_and_moves_between_threads() {
    let book = tic_tac_toe::book();
    let mut none = Fleet::new(&book, 5..5, Seed(1), |_| tic_tac_toe::setup()).unwrap();
    assert!(none.is_empty());
    none.step(&[], &mut []).unwrap();
    let fleet = Fleet::new(&book, 0..2, Seed(1), |_| tic_tac_toe::setup()).unwrap();
    let told = std::thread::spawn(move || play(fleet, 9)).join().unwrap();
    assert_eq!(told.len(), 2);
}

#[test]
fn the_numbers_of_promotions_lie_behind_those_of_the_moves() {
    let number = |text: &str| Chess::number(&chess::setup(), &chess::parse(text).unwrap());
    assert_eq!(number("e2e4"), Some(12 * 64 + 28));
    assert_eq!(number("a7a8q"), Some(48 * 64 + 56));
    assert_eq!(number("a7a8n"), Some(4096 + 1));
    assert_eq!(number("h7g8r"), Some(4096 + (2 * 8 + 7) * 3));
    assert_eq!(number("h2h1b"), Some(4096 + (8 + 7) * 3 + 1));
    assert_eq!(number("resign"), None);
    assert_eq!((TicTacToe::ACTIONS, ConnectFour::ACTIONS, Chess::ACTIONS), (9, 7, 4168));
}
