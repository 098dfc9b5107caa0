//! Sequences in which something is revealed: nobody looks and takes it back,
//! and what came before is not harmed (M24, M26).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Mode, Recovery, Reversibility, Sequence, SessionOptions, Stopped};

const BY: By = By::Seat(Seat(0));

/// Go adds, Other reveals, nobody handles Lost.
fn secrets() -> Book<Sandbox> {
    book("secrets")
        .revealing(EvKind::Reveal)
        .rule("add", |rule| rule.on(ActKind::Go).then(|cx, ()| [Ev::Add(cx.action.number())]))
        .rule("reveal", |rule| rule.on(ActKind::Other).then(|_, ()| [Ev::Reveal("secret")]))
        .compile()
        .unwrap()
}

fn midway(recovery: Recovery, mode: Mode) -> Session<Sandbox> {
    let options = SessionOptions { mode, ..SessionOptions::default() };
    let mut game = start_with(&secrets(), recovery, options);
    for number in 1..=3 {
        go(&mut game, Act::Go(number));
    }
    game.undo().unwrap();
    game
}

#[test]
fn a_sequence_that_reveals_before_its_end_stops_there_and_nothing_changes() {
    // Nobody may look at what is hidden and then take it back.
    for recovery in BOTH {
        let mut game = midway(recovery, Mode::Play);
        let before = picture(&mut game);
        let sequence = [(BY, Act::Go(5)), (BY, Act::Other(0)), (BY, Act::Lost(0))];
        for outcome in [
            game.submit_all(sequence.clone()).unwrap(),
            game.try_sequence(sequence).unwrap(),
            game.try_sequence([(BY, Act::Go(5)), (BY, Act::Other(0))]).unwrap(),
        ] {
            assert!(matches!(outcome, Sequence::Stopped { at: 1, why: Stopped::DiceAhead }));
        }
        assert_eq!(picture(&mut game), before);
        // What came before can still be undone and redone.
        game.undo().unwrap();
        assert_eq!(game.state().total, 1);
        game.rewind(3).unwrap();
        assert_eq!(game.state().total, 6);
        game.rewind(0).unwrap();
        assert_eq!(*game.state(), Table::default());
    }
}

#[test]
fn the_last_action_of_a_sequence_may_reveal_and_then_none_of_it_can_be_undone() {
    for recovery in BOTH {
        let mut game = midway(recovery, Mode::Play);
        let sequence = [(BY, Act::Go(5)), (BY, Act::Go(7)), (BY, Act::Other(0))];
        let done = game.submit_all(sequence).unwrap();
        assert!(matches!(done, Sequence::Through { .. }));
        let after = picture(&mut game);
        let outcome = game.undo().unwrap();
        assert!(outcome.refusal().is_some(), "{outcome}");
        assert_eq!(picture(&mut game), after);
        // What comes after it can.
        go(&mut game, Act::Go(1));
        assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
        assert_eq!(game.state(), after.table());
    }
}

#[test]
fn in_analysis_a_sequence_reveals_wherever_it_likes_and_is_undone_whole() {
    for recovery in BOTH {
        let mut game = midway(recovery, Mode::Analysis);
        let before = picture(&mut game);
        let sequence = [(BY, Act::Go(5)), (BY, Act::Other(0)), (BY, Act::Go(7))];
        let tried = game.try_sequence(sequence.clone()).unwrap();
        assert!(matches!(tried, Sequence::Through { .. }));
        assert_eq!(picture(&mut game), before);
        let refused = [(BY, Act::Other(0)), (BY, Act::Lost(0))];
        assert!(matches!(game.submit_all(refused).unwrap(), Sequence::Stopped { at: 1, .. }));
        assert_eq!(picture(&mut game), before);
        game.submit_all(sequence).unwrap();
        assert!(matches!(game.undo().unwrap(), Outcome::Undone(_)));
        assert_eq!(game.digest().unwrap(), before.digest());
    }
}

#[test]
fn the_frame_that_revealed_says_that_it_cannot_be_undone() {
    let mut game = midway(BOTH[0], Mode::Play);
    let id = go(&mut game, Act::Other(0)).frame().unwrap();
    assert_eq!(game.frame(id).unwrap().reversibility(), Reversibility::Irreversible);
}
