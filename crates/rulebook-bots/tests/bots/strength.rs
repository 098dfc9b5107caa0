//! How strong the search is, on games with fixed seeds.

use rulebook::prelude::*;
use rulebook_bots::{Bot, Mcts};
use rulebook_games::Playable;
use rulebook_games::backgammon::Backgammon;
use rulebook_games::chess::Chess;
use rulebook_games::connect_four::ConnectFour;
use rulebook_games::duels::Duels;
use rulebook_games::night_market::NightMarket;
use rulebook_games::tic_tac_toe::{self, TicTacToe};

use crate::arena::{against_random, mcts, play, random};

/// How many games each claim is shown on.
const GAMES: u64 = 200;
/// What a bot has that nobody tells how long to think.
const PERFECT: u32 = Mcts::<TicTacToe>::ITERATIONS;

#[test]
fn it_never_loses_tic_tac_toe_against_random() {
    let tally = against_random(GAMES, |seed| mcts::<TicTacToe>(seed, PERFECT));
    assert_eq!((tally.lost, tally.games()), (0, GAMES as u32), "{tally:?}");
    assert!(tally.won > 150, "{tally:?}");
}

#[test]
fn against_itself_tic_tac_toe_is_always_a_draw() {
    for seed in 0..GAMES {
        let (mut one, mut other) = (mcts::<TicTacToe>(seed, PERFECT), mcts(!seed, PERFECT));
        let bots: &mut [&mut dyn Bot<TicTacToe>] = &mut [&mut one, &mut other];
        let mut game =
            tic_tac_toe::book().start(tic_tac_toe::setup(), Seed(seed)).expect("it can start");
        play(&mut game, bots, u64::MAX);
        assert_eq!(game.result(), Some(Scores::draw(2)), "seed {seed}");
    }
}

#[test]
fn in_connect_four_it_wins_95_of_100_against_random() {
    let tally = against_random(GAMES, |seed| mcts::<ConnectFour>(seed, 60));
    assert!(tally.won * 100 >= tally.games() * 95, "{tally:?}");
}

#[test]
fn in_duels_it_wins_70_of_100_against_random() {
    let tally = against_random(GAMES, |seed| mcts::<Duels>(seed, 12));
    assert!(tally.won * 100 >= tally.games() * 70, "{tally:?}");
}

#[test]
fn in_backgammon_it_wins_most_games_against_random() {
    let tally = against_random(20, |seed| mcts::<Backgammon>(seed, 40));
    assert!(tally.won * 100 >= tally.games() * 75, "{tally:?}");
}

#[test]
fn in_chess_it_is_soon_ahead_of_random() {
    let mut ahead = 0;
    for seed in 0..6 {
        let hero = Seat((seed % 2) as u8);
        let (mut bot, mut other) = (mcts::<Chess>(seed, 40), random::<Chess>(seed));
        let bots: &mut [&mut dyn Bot<Chess>] =
            if hero == Seat(0) { &mut [&mut bot, &mut other] } else { &mut [&mut other, &mut bot] };
        let mut game = Chess::book().start(Chess::setup(), Seed(seed)).expect("it can start");
        play(&mut game, bots, 40);
        let won = game.result().map_or(0, |scores| 1_000 * scores.of(hero).expect("it sits there"));
        ahead += u32::from(Chess::estimate(game.state(), hero).max(won) > 0);
    }
    assert!(ahead >= 5, "{ahead} of 6");
}

#[test]
fn at_the_night_market_it_wins_more_than_its_third_against_random() {
    let tally = against_random(90, |seed| mcts::<NightMarket>(seed, 200));
    assert!(tally.won * 100 >= tally.games() * 60, "{tally:?}");
}
