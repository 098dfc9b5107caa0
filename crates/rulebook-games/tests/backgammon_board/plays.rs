//! All legal plays: the counts that others have counted, and every final
//! position that trying everything finds.
//!
//! `PLAYS_POSITIONS=50000 cargo test --release --test backgammon_board` tries more
//! positions than the few of an ordinary run.

use std::collections::BTreeSet;

use crate::common::{Chance, finals, random_game, strewn};
use rulebook_games::backgammon::board::{
    Place, Play, Position, PositionId, Roll, Side, for_each_play, plays,
};

const COUNTS: &str = include_str!("data/plays.csv");

/// The rows of a table: no remarks, no heading.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| line.split(',').collect())
}

#[test]
fn there_are_as_many_plays_as_others_have_counted() {
    let mut checked = 0;
    for row in rows(COUNTS) {
        let [id, dice, gnubg, openspiel] = row[..] else { panic!("{row:?} has not four columns") };
        let position = id.parse::<PositionId>().unwrap().position(Side::White).unwrap();
        let found = plays(&position, Side::White, dice.parse().unwrap()).len();
        assert_eq!(found, gnubg.parse::<usize>().unwrap(), "{id} {dice}: {position}");
        // OpenSpiel counts a forced pass as one play.
        assert_eq!(found.max(1), openspiel.parse::<usize>().unwrap(), "{id} {dice}: {position}");
        checked += 1;
    }
    assert_eq!(checked, 1500);
}

/// How many positions to try.
fn wanted() -> usize {
    std::env::var("PLAYS_POSITIONS").map_or(1_200, |text| text.parse().unwrap())
}

/// Everything that must be true of the plays of one roll.
fn check(position: Position, side: Side, roll: Roll) {
    let plays = plays(&position, side, roll);
    let expected = finals(&position, side, roll);
    let found: BTreeSet<_> = plays.iter().map(|play| play.on(position, side)).collect();
    assert_eq!(found.len(), plays.len(), "twice the same: {position}, {side} {roll}: {plays:?}");
    assert_eq!(found, expected, "{position}, {side} {roll}: {plays:?}");
    for play in plays {
        let after = play.on(position, side);
        assert_eq!(play.in_order(), play, "{position}, {side} {roll}");
        assert_eq!(play.off(after, side), position, "{position}, {side} {roll}: {play}");
        assert_eq!(after.layout().check(), Ok(after), "{position}, {side} {roll}: {play}");
    }
}

#[test]
fn plays_lead_to_every_position_that_trying_everything_finds() {
    let mut chance = Chance(1);
    let mut checked = 0;
    while checked < wanted() {
        random_game(&mut chance, |position, side, roll| {
            check(position, side, roll);
            checked += 1;
        });
    }
}

#[test]
fn plays_are_right_in_positions_that_no_game_reaches() {
    let mut chance = Chance(2);
    for _ in 0..wanted() / 10 {
        let position = strewn(&mut chance);
        let side = Side::ALL[chance.below(2)];
        for roll in Roll::all() {
            check(position, side, roll);
        }
    }
}

#[test]
fn the_order_in_which_the_dice_fell_does_not_matter() {
    let mut chance = Chance(3);
    random_game(&mut chance, |position, side, roll| {
        let [first, second] = roll.dice();
        let turned = Roll::new(second, first).unwrap();
        assert_eq!(plays(&position, side, roll), plays(&position, side, turned));
    });
}

#[test]
fn both_sides_play_by_the_same_rules() {
    let mut chance = Chance(4);
    random_game(&mut chance, |position, side, roll| {
        let swapped = position.swapped();
        assert_eq!(plays(&position, side, roll), plays(&swapped, side.other(), roll));
    });
}

/// The plays of white, each as text, in alphabetical order.
fn texts(position: &str, roll: &str) -> Vec<String> {
    let position: Position = position.parse().unwrap();
    let mut texts = Vec::new();
    for_each_play(&position, Side::White, roll.parse().unwrap(), |play: Play| {
        texts.push(play.to_string());
    });
    texts.sort();
    texts
}

#[test]
fn both_dice_are_played_if_any_order_allows_it() {
    // The 6 first is blocked, the 5 first is not.
    assert_eq!(texts("white 24 off(14), black 8(13) 7(2)", "65"), ["24/19/13"]);
    // 12/6 would strand the 5.
    assert_eq!(texts("white 12 9 off(13), black 24(2) 21(2) 8(11)", "65"), ["12/7 9/3"]);
}

#[test]
fn the_larger_die_is_played_if_only_one_can_be() {
    assert_eq!(texts("white 12 2(14), black 24(2) 6(13)", "65"), ["12/6"]);
}

#[test]
fn the_smaller_die_is_played_if_the_larger_cannot_be() {
    assert_eq!(texts("white 12 2(14), black 24(2) 19(2) 6(11)", "65"), ["12/7"]);
}

#[test]
fn of_a_double_as_many_are_played_as_can_be() {
    assert_eq!(texts("white 24 1(14), black 13(15)", "33"), ["24/21/18/15"]);
}

#[test]
fn stops_on_the_way_count_only_if_somebody_is_hit() {
    assert_eq!(texts("white 24 off(14), black 7 6(14)", "65"), ["24/18*/13"]);
    let both = texts("white 24 off(14), black 8(13) 7 6", "65");
    assert_eq!(both, ["24/18*/13", "24/19*/13"]);
    assert_eq!(texts("white 24 off(14), black 8(15)", "65"), ["24/18/13"]);
}

#[test]
fn who_bears_off_the_last_checker_need_not_play_the_other_die() {
    assert_eq!(texts("white 3 off(14), black 1(15)", "61"), ["3/off"]);
    assert_eq!(texts("white 3 off(14), black 1(15)", "21"), ["3/1/off"]);
    // Here the other die hits on the way: both dice must be played.
    assert_eq!(texts("white 3 off(14), black 23 1(14)", "61"), ["3/2*/off"]);
}

#[test]
fn nobody_moves_when_the_game_is_won() {
    for roll in Roll::all() {
        assert_eq!(texts("white off(15), black 1(15)", &roll.to_string()), [""; 0]);
    }
}

#[test]
fn a_random_game_ends_with_all_checkers_of_one_side_off() {
    let mut chance = Chance(5);
    for _ in 0..20 {
        let end = random_game(&mut chance, |_, _, _| {});
        let (winner, _) = end.won().unwrap();
        assert_eq!(end.count(winner, Place::OFF), 15);
        assert!(end.count(winner.other(), Place::OFF) < 15);
    }
}
