//! Turns step by step: they end where whole plays do, whatever is taken back on
//! the way.

use rulebook::prelude::*;
use rulebook::{Dice, Search};
use rulebook_games::backgammon::*;

use crate::common::{legal, play, start};

/// Tables with something to be careful about.
const TABLES: [&str; 10] = [
    "4HPwATDgc/ABMA, white to play 31",
    "4HPwATDgc/ABMA, white to play 22",
    "white 12 9 off(13), black 24(2) 21(2) 8(11), white to play 65",
    "white 12 2(14), black 24(2) 6(13), white to play 65",
    "white bar(2) 8(13), black 6(15), white to play 21",
    "white bar(3) 8(12), black 6(15), white to play 22",
    "white 3 off(14), black 23 1(14), white to play 61",
    "white 6(2) 4 1(2) off(10), black 22 3(14), white to play 53",
    "white 5 3(2) off(12), black 1(15), white to play 66",
    "white 24 15 8 6(12), black 18 16 6(13), white to play 62",
];

/// The tables after each whole play.
fn by_plays(text: &str) -> Vec<Table> {
    let mut line = start(text).search(Seed(1));
    let mut tables = Vec::new();
    for legal in offered(&mut line) {
        if matches!(legal.action(), Action::Play(_)) {
            line.play(&legal).expect("no faults");
            tables.push(*line.state());
            line.pop();
        }
    }
    tables
}

fn offered(line: &mut Search<Backgammon>) -> Vec<rulebook::Legal<Backgammon>> {
    let mut legal = Vec::new();
    line.legal_all_into(&mut legal).expect("no faults");
    legal
}

/// The tables after all steps and "done", in every order.
fn by_steps(line: &mut Search<Backgammon>, into: &mut Vec<Table>) {
    for legal in offered(line) {
        match legal.action() {
            Action::Step(_) => {
                line.play(&legal).expect("no faults");
                by_steps(line, into);
                line.pop();
            }
            Action::Finish => {
                line.play(&legal).expect("no faults");
                if !into.contains(line.state()) {
                    into.push(*line.state());
                }
                line.pop();
            }
            _ => {}
        }
    }
}

#[test]
fn steps_in_any_order_end_where_whole_plays_do() {
    for text in TABLES {
        let plays = by_plays(text);
        let mut steps = Vec::new();
        by_steps(&mut start(text).search(Seed(1)), &mut steps);
        assert_eq!(steps.len(), plays.len(), "{text}");
        assert!(steps.iter().all(|table| plays.contains(table)), "{text}");
    }
}

#[test]
fn whatever_is_taken_back_the_turn_can_be_played_to_its_end() {
    let mut dice = Dice::new(Seed(1));
    let mut taken_back = 0;
    for text in TABLES {
        let plays = by_plays(text);
        for _ in 0..5 {
            let mut game = start(text);
            let begun = *game.state();
            let seat = game.turn().expect("somebody's turn");
            while game.state().side().seat() == seat && game.result().is_none() {
                let mut legal = game.legal_all().expect("no faults");
                legal
                    .retain(|legal| !matches!(legal.action(), Action::Resign(_) | Action::Play(_)));
                let legal = dice.pick(&legal).expect("there is a way on").clone();
                taken_back += u32::from(*legal.action() == Action::TakeBack);
                game.play(legal).expect("no faults");
                let turn = game.state().turn();
                assert!(turn.is_none_or(|turn| turn.begun() == begun.position()));
            }
            assert!(plays.contains(game.state()), "{text}");
        }
    }
    assert!(taken_back > 50, "{taken_back}");
}

#[test]
fn taking_back_goes_one_step_at_a_time_and_frees_the_die() {
    let mut game = start("4HPwATDgc/ABMA, white to play 22");
    let begun = *game.state();
    play(&mut game, "step 24/22, step 13/11, step 13/11, step 6/4");
    assert_eq!(game.state().turn().expect("a turn").left().len(), 0);
    assert_eq!(legal(&mut game), ["take back", "done"]);
    play(&mut game, "take back, take back");
    let text = game.state().to_string();
    assert_eq!(text, "4HPwATDgc/ABMA, white to play 22: 24/22 13/11");
    assert_eq!(text.parse(), Ok(*game.state()));
    play(&mut game, "step 22/20, step 20/18, take back, take back, take back, take back");
    assert_eq!(*game.state(), begun);
}

#[test]
fn a_hit_that_is_taken_back_puts_the_checker_where_it_was() {
    let mut game = start("white 24 15 8 6(12), black 18 16 6(13), white to play 62");
    let begun = *game.state();
    play(&mut game, "step 24/18, step 8/6, take back, take back");
    assert_eq!(*game.state(), begun);
    let hit =
        legal(&mut game).into_iter().find(|text| text.starts_with("step") && text.contains('*'));
    play(&mut game, &hit.expect("somebody can be hit"));
    assert_ne!(*game.state(), begun);
    play(&mut game, "take back");
    assert_eq!(*game.state(), begun);
}

#[test]
fn the_last_checker_off_ends_the_game_when_the_turn_is_done() {
    let mut game = start("white 2 off(14), black 6(15), white to play 31");
    play(&mut game, "step 2/off");
    assert_eq!((game.result(), legal(&mut game)), (None, vec!["take back".into(), "done".into()]));
    play(&mut game, "done");
    assert_eq!(game.result(), Some(Scores::new(&[2, -2])));
}
