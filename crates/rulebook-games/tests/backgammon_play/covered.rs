//! Nothing on the rule sheet is there for nothing: every rule, check and reason
//! fires in these games.

use rulebook::prelude::*;
use rulebook::{Coverage, Dice, Side};
use rulebook_games::backgammon::board::{Beavers, Terms};
use rulebook_games::backgammon::*;

use crate::common::{action, play};
use crate::refusals::cases;

#[test]
fn every_rule_check_and_reason_fires() {
    let book = book();
    let coverage = Coverage::of(&book);
    for (table, after, tried) in cases() {
        let table: Table = table.parse().expect("a table");
        let mut game = book.start(table, Seed(1)).expect("it can start");
        coverage.watch(&mut game).expect("it is this book");
        play(&mut game, after);
        for by in [By::Seat(Seat(0)), By::Seat(Seat(1)), By::Chance] {
            if game.turn().is_none_or(|seat| By::Seat(seat) == by || tried != "roll") {
                game.submit(by, action(tried)).expect("no faults");
            }
        }
    }
    for seed in 0..12 {
        let terms = Terms { beavers: Beavers::UpTo(2), ..Terms::money() };
        let mut game = book.start(Table::new(terms), Seed(seed)).expect("it can start");
        coverage.watch(&mut game).expect("it is this book");
        random(&mut game, &mut Dice::new(Seed(seed)));
    }
    let never: Vec<_> = coverage.never().iter().map(ToString::to_string).collect();
    assert_eq!(never, [""; 0], "{coverage}");
    // These find what was meant and refuse nothing: the checks do.
    let report = coverage.report();
    let sides: Vec<_> = report.one_sided().map(|(rule, side)| (&*rule.name, side)).collect();
    let refusing = |rule| (rule, Side::Refused);
    assert_eq!(sides, ["moving/play", "take back", "resigning/resign"].map(refusing));
}

fn random(game: &mut Session<Backgammon>, dice: &mut Dice) {
    while game.result().is_none() {
        let mut legal = game.legal_all().expect("no faults");
        if dice.below(40) > 0 {
            legal.retain(|legal| !matches!(legal.action(), Action::Resign(_) | Action::Drop));
        }
        let legal = dice.pick(&legal).expect("somebody can go on").clone();
        game.play(legal).expect("no faults");
    }
}
