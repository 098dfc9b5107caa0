//! A recorded game replays exactly: the dice are the engine's, and follow from
//! the seed.

use rulebook::prelude::*;
use rulebook::{Dice, Digest};
use rulebook_games::backgammon::board::{Beavers, Terms};
use rulebook_games::backgammon::*;

/// Who did what, and the digest after it.
type Record = Vec<(By, Action, Option<Digest>)>;

fn terms() -> [Terms; 3] {
    let beavers = Terms { beavers: Beavers::UpTo(2), ..Terms::money() };
    [Terms::money(), beavers, Terms::match_to(5)]
}

/// Plays at random, with steps, steps taken back, doubles and resignations.
fn recorded(terms: Terms, seed: u64) -> (Record, Table) {
    let mut game = book().start(Table::new(terms), Seed(seed)).expect("it can start");
    let mut dice = Dice::new(Seed(seed));
    while game.result().is_none() {
        let mut legal = game.legal_all().expect("no faults");
        if dice.below(10) > 0 {
            legal.retain(|legal| !legal.action().is_rare());
        }
        let legal = dice.pick(&legal).expect("somebody can go on").clone();
        game.play(legal).expect("no faults");
    }
    let frames = game.frames().map(|frame| {
        let (by, action) = (frame.by().expect("somebody"), *frame.action().expect("an action"));
        (by, action, frame.digest())
    });
    (frames.collect(), *game.state())
}

#[test]
fn the_same_seed_and_actions_give_the_same_game() {
    let mut actions = 0;
    for (seed, terms) in (0..6).zip(terms().into_iter().cycle()) {
        let (record, end) = recorded(terms, seed);
        let mut again = book().start(Table::new(terms), Seed(seed)).expect("it can start");
        for (by, action, _) in &record {
            // As text, the way a record is kept.
            let action = parse(&print(action)).expect("an action");
            assert!(again.submit(*by, action).expect("no faults").is_committed());
        }
        assert_eq!(*again.state(), end);
        let digests =
            |record: &Record| record.iter().map(|(.., digest)| *digest).collect::<Vec<_>>();
        let replayed: Vec<_> = again.frames().map(|frame| frame.digest()).collect();
        assert_eq!(replayed, digests(&record));
        actions += record.len();
    }
    assert!(actions > 1000, "{actions}");
}

#[test]
fn another_seed_throws_other_dice() {
    let dice = |seed| {
        let mut game = book().start(setup(), Seed(seed)).expect("it can start");
        game.submit(By::Chance, Action::Throw).expect("no faults");
        let frame = game.frames().next().expect("a frame");
        assert_eq!(frame.draws().len(), 2, "two dice, drawn from the engine");
        let drawn: Vec<_> = frame.events().map(|event| *event.event).collect();
        drawn
    };
    let thrown: Vec<_> = (0..50).map(dice).collect();
    assert!(thrown.iter().any(|other| *other != thrown[0]));
}

/// Only throwing and rolling draw; nothing else in the game is left to chance.
#[test]
fn nothing_else_draws() {
    let mut game = book().start(setup(), Seed(3)).expect("it can start");
    let mut dice = Dice::new(Seed(3));
    while game.result().is_none() {
        let mut legal = game.legal_all().expect("no faults");
        legal.retain(|legal| !matches!(legal.action(), Action::Resign(_)));
        let legal = dice.pick(&legal).expect("somebody can go on").clone();
        game.play(legal).expect("no faults");
    }
    for frame in game.frames() {
        let rolls = matches!(frame.action(), Some(Action::Throw | Action::Roll));
        assert_eq!(frame.draws().len(), if rolls { 2 } else { 0 }, "{:?}", frame.action());
    }
}

/// Back to the last roll and forth again: the dice stay as they fell.
#[test]
fn undo_and_redo_lead_to_the_same_tables() {
    let mut game = book().start(setup(), Seed(5)).expect("it can start");
    let mut dice = Dice::new(Seed(5));
    let mut undone = 0;
    for _ in 0..400 {
        let mut legal = game.legal_all().expect("no faults");
        legal.retain(|legal| !matches!(legal.action(), Action::Accept | Action::Drop));
        let Some(legal) = dice.pick(&legal) else { break };
        let before = *game.state();
        let rolls = matches!(legal.action(), Action::Throw | Action::Roll);
        game.play(legal.clone()).expect("no faults");
        let after = *game.state();
        let outcome = game.undo().expect("no faults");
        assert_eq!(outcome.refusal().is_some(), rolls, "what is rolled is rolled");
        if !rolls {
            assert_eq!(*game.state(), before);
            assert!(game.redo().expect("no faults").refusal().is_none());
            undone += 1;
        }
        assert_eq!(*game.state(), after);
    }
    assert!(undone > 100, "{undone}");
}
