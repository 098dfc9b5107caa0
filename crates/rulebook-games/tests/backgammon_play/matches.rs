//! Matches of several games: scores, cubes and the Crawford rule.

use rulebook::Dice;
use rulebook::prelude::*;
use rulebook_games::backgammon::board::{Contest, Crawford, Cube, Position, Side, Terms};
use rulebook_games::backgammon::*;

use crate::common::{legal, play, start};

/// Throws until somebody begins, and plays the first roll.
fn open(game: &mut Session<Backgammon>) {
    while game.state().stage() == Stage::Opening {
        play(game, "throw");
    }
    let first = legal(game).swap_remove(0);
    play(game, &first);
}

/// Rolls and plays until it is this side's turn to roll.
fn until(game: &mut Session<Backgammon>, side: Side) {
    while game.state().side() != side {
        play(game, "roll");
        let first = legal(game).swap_remove(0);
        play(game, &first);
    }
}

/// This side resigns a single game.
fn lose(game: &mut Session<Backgammon>, side: Side) {
    open(game);
    until(game, side);
    play(game, "resign single, accept");
}

fn standing(game: &Session<Backgammon>) -> ([u32; 2], Crawford) {
    let contest = game.state().contest();
    (Side::ALL.map(|side| contest.score(side)), contest.crawford())
}

#[test]
fn a_match_is_played_game_by_game_with_one_crawford_game() {
    let mut game = start("4HPwATDgc/ABMA, opening, match to 3");
    lose(&mut game, Side::Black);
    assert_eq!(standing(&game), ([1, 0], Crawford::Before));
    lose(&mut game, Side::Black);
    assert_eq!(standing(&game), ([2, 0], Crawford::Now));
    assert_eq!((game.state().position(), game.state().cube()), (Position::START, Cube::CENTRED));

    // Nobody may double in this game, neither who leads nor who trails.
    open(&mut game);
    for side in Side::ALL {
        until(&mut game, side);
        assert!(!legal(&mut game).contains(&"double".to_owned()));
    }
    until(&mut game, Side::White);
    play(&mut game, "resign single, accept");
    assert_eq!(standing(&game), ([2, 1], Crawford::After));

    // Now who trails doubles, and who leads has no use for the cube.
    open(&mut game);
    until(&mut game, Side::White);
    assert!(!legal(&mut game).contains(&"double".to_owned()), "a dead cube");
    until(&mut game, Side::Black);
    play(&mut game, "double, drop");
    assert_eq!(standing(&game), ([2, 2], Crawford::After));
    assert_eq!(game.state().cube(), Cube::CENTRED);

    // Two to two: the next game decides.
    lose(&mut game, Side::White);
    assert_eq!(standing(&game), ([2, 3], Crawford::After));
    assert_eq!(game.result(), Some(Scores::win(Seat(1), 2)));
    assert!(legal(&mut game).is_empty());
}

#[test]
fn without_the_crawford_rule_the_trailer_doubles_at_once() {
    let mut game = start("4HPwATDgc/ABMA, opening, match to 2, no Crawford rule");
    lose(&mut game, Side::Black);
    assert_eq!(standing(&game), ([1, 0], Crawford::Before));
    open(&mut game);
    until(&mut game, Side::Black);
    play(&mut game, "double, take");
    assert_eq!(game.state().cube(), Cube::new(1, Some(Side::White)).expect("a cube"));
}

#[test]
fn a_match_to_one_point_has_no_cube_to_speak_of_and_no_crawford_game() {
    let mut game = start("4HPwATDgc/ABMA, opening, match to 1");
    open(&mut game);
    assert_eq!(game.state().contest().crawford(), Crawford::Before);
    for side in Side::ALL {
        until(&mut game, side);
        assert!(!legal(&mut game).contains(&"double".to_owned()));
    }
}

/// How the score was before each game, and after it: there is one Crawford game
/// if somebody comes to be one point short, and somebody wins.
fn assert_one_crawford_game(played: &[(Contest, Contest)]) -> usize {
    let is_crawford = |(before, _): &&(Contest, Contest)| before.crawford() == Crawford::Now;
    let times = played.iter().filter(is_crawford).count();
    let one_away = |contest: &Contest| Side::ALL.iter().any(|&side| contest.needs(side) == Some(1));
    let due = played.iter().position(|(before, _)| one_away(before));
    assert_eq!(times, usize::from(due.is_some()), "{played:?}");
    let first = due.map(|first| played[first].0.crawford());
    assert!(first.is_none_or(|crawford| crawford == Crawford::Now), "{played:?}");
    assert!(played.last().is_some_and(|(_, last)| last.winner().is_some()), "{played:?}");
    times
}

/// Random matches, with everything: what must be true of every game of them.
#[test]
fn in_random_matches_scores_cubes_and_crawford_games_are_right() {
    let book = book();
    let (mut games, mut crawfords) = (0, 0);
    for seed in 0..24 {
        let goal = 2 + (seed % 5) as u16;
        let mut game = book.start(Table::new(Terms::match_to(goal)), Seed(seed)).expect("starts");
        let mut dice = Dice::new(Seed(seed));
        let mut played = Vec::new();
        while game.result().is_none() {
            let before = *game.state();
            let mut legal = game.legal_all().expect("no faults");
            if dice.below(4) > 0 {
                legal.retain(|legal| !matches!(legal.action(), Action::Resign(_)));
            }
            let doubles = legal.iter().any(|legal| *legal.action() == Action::Double);
            assert!(!doubles || before.contest().crawford() != Crawford::Now);
            let legal = dice.pick(&legal).expect("somebody can go on").clone();
            game.play(legal).expect("no faults");
            let (before, after) = (before.contest(), game.state().contest());
            if before != after {
                played.push((*before, *after));
            }
        }
        crawfords += assert_one_crawford_game(&played);
        games += played.len();
    }
    assert!(games > 25 && crawfords > 5, "{games} games, {crawfords} Crawford games");
}
