//! Reference games as they are: sessions, search lines, fleets.

use std::hint::black_box;

use rulebook::prelude::*;
use rulebook::{Dice, Fleet, Legal, Numbered, Search, Stepped};
use rulebook_games::Playable;
use rulebook_games::chess::{self, Chess};
use rulebook_games::connect_four::{self, ConnectFour};
use rulebook_games::duels::Duels;
use rulebook_games::tic_tac_toe::TicTacToe;

use super::counted_section;

fn start<G: Playable>() -> Session<G> {
    G::book().start(G::setup(), Seed(1)).expect("a reference game can start")
}

/// Plays a game to its end by its legal actions, and says how many that took.
fn play<G: Playable>(game: &mut Session<G>, dice: &mut Dice) -> u64 {
    let mut actions = 0;
    while game.result().is_none() {
        let mut legal = game.legal_all().expect("no fault");
        if legal.iter().any(|legal| !G::is_rare(legal.action())) {
            legal.retain(|legal| !G::is_rare(legal.action()));
        }
        let chosen = legal.swap_remove(dice.below(legal.len() as u32) as usize);
        let mut outcome = game.play(chosen).expect("no fault");
        while let Some(choice) = game.pending() {
            let (seat, id, options) = (choice.seat, choice.id, choice.options.len());
            let option = dice.below(options as u32);
            outcome = game.answer(seat, id, option).expect("no fault");
        }
        black_box(&outcome);
        actions += 1;
    }
    actions
}

pub(super) fn tic_tac_toe() -> u64 {
    let mut game = start::<TicTacToe>();
    let mut dice = Dice::new(Seed(1));
    let mut games = |count| {
        let mut moves = 0;
        for _ in 0..count {
            moves += play(&mut game, &mut dice);
            game.rewind(0).expect("everything can be undone");
        }
        moves
    };
    games(20);
    let moves = counted_section(|| games(100));
    assert!((500..=900).contains(&moves));
    moves
}

pub(super) fn duels() -> u64 {
    let mut dice = Dice::new(Seed(3));
    let mut game = start::<Duels>();
    let actions = counted_section(|| play(&mut game, &mut dice));
    assert!(actions >= 20, "{actions}");
    actions
}

pub(super) fn connect_four() -> u64 {
    let mut line = start::<ConnectFour>().search(Seed(2));
    let mut legal: Vec<Legal<ConnectFour>> = Vec::new();
    let mut dice = Dice::new(Seed(1));
    let mut play = |games| {
        let mut moves = 0;
        for _ in 0..games {
            loop {
                line.legal_all_into(&mut legal).expect("no fault");
                legal.retain(|legal| !ConnectFour::is_rare(legal.action()));
                if legal.is_empty() {
                    break;
                }
                let chosen = &legal[dice.below(legal.len() as u32) as usize];
                assert!(matches!(line.play(chosen), Ok(Outcome::Committed(_))));
                moves += 1;
            }
            assert!(line.result().is_some());
            line.pop_to(0);
        }
        moves
    };
    play(5);
    counted_section(|| play(50))
}

/// The leaves below, every move made.
fn leaves(line: &mut Search<Chess>, lists: &mut [Vec<Legal<Chess>>]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    line.legal_all_into(list).expect("no fault");
    let mut count = 0;
    for legal in list.iter().filter(|legal| !Chess::is_rare(legal.action())) {
        assert!(matches!(line.play(legal), Ok(Outcome::Committed(_))));
        count += leaves(line, deeper);
        line.pop();
    }
    count
}

pub(super) fn perft() -> u64 {
    let state = Chess::for_counting(Chess::setup());
    let game = chess::book().start(state, Seed(1)).expect("chess can start");
    let mut line = game.search(Seed(2));
    let mut lists = vec![Vec::new(); 3];
    leaves(&mut line, &mut lists[..2]);
    let count = counted_section(|| leaves(&mut line, &mut lists));
    assert_eq!(count, 8_902);
    count
}

pub(super) fn fleet() -> u64 {
    const GAMES: usize = 8;
    let book = connect_four::book();
    let mut fleet =
        Fleet::new(&book, 0..GAMES as u64, Seed(9), |_| connect_four::setup()).expect("no fault");
    let mut masks = vec![false; GAMES * ConnectFour::ACTIONS];
    let mut steps = vec![Stepped::default(); GAMES];
    let mut actions = vec![0; GAMES];
    let mut dice = Dice::new(Seed(1));
    let mut ended = 0;
    let mut run = |rounds: u64| {
        for _ in 0..rounds {
            fleet.masks(&mut masks).expect("the buffer fits");
            for (mask, action) in masks.chunks_exact(ConnectFour::ACTIONS).zip(&mut actions) {
                let legal = mask.iter().filter(|legal| **legal).count() as u32;
                let wanted = dice.below(legal) as usize;
                let numbers = (0..).zip(mask).filter(|(_, legal)| **legal);
                let chosen = numbers.map(|(number, _)| number).nth(wanted);
                *action = chosen.expect("somebody can move");
            }
            fleet.step(&actions, &mut steps).expect("legal numbers");
            ended += steps.iter().filter(|step| step.result.is_some()).count();
        }
    };
    run(10);
    counted_section(|| run(100));
    assert!(ended >= 16, "{ended}");
    100 * GAMES as u64
}
