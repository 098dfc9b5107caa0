//! Sequences in which something is revealed: tried on, and taken back, without
//! harm to what came before (M24, M26).

mod common;

use common::*;
use rulebook::prelude::*;
use rulebook::{Reversibility, Sequence};

const BY: By = By::Seat(Seat(0));

/// Go adds, Other reveals, Lost is always refused.
fn secrets() -> Book<Sandbox> {
    book("secrets")
        .revealing(EvKind::Reveal)
        .rule("add", |rule| rule.on(ActKind::Go).then(|cx, ()| [Ev::Add(cx.action.number())]))
        .rule("reveal", |rule| rule.on(ActKind::Other).then(|_, ()| [Ev::Reveal("secret")]))
        .compile()
        .unwrap()
}

fn midway(recovery: rulebook::Recovery) -> Session<Sandbox> {
    let mut game = start(&secrets(), recovery);
    for number in 1..=3 {
        go(&mut game, Act::Go(number));
    }
    game.undo().unwrap();
    game
}

#[test]
fn a_sequence_that_reveals_and_then_fails_leaves_everything_as_it_was() {
    for recovery in BOTH {
        let mut game = midway(recovery);
        let before = picture(&mut game);
        let sequence = [(BY, Act::Go(5)), (BY, Act::Other(0)), (BY, Act::Lost(0))];
        let outcome = game.submit_all(sequence).unwrap();
        assert!(matches!(outcome, Sequence::Stopped { at: 2, .. }));
        assert_eq!(picture(&mut game), before);
        // What came before can still be undone and redone.
        game.undo().unwrap();
        assert_eq!(game.state().total, 1);
        game.rewind(3).unwrap();
        assert_eq!(game.state().total, 6);
    }
}

#[test]
fn trying_a_sequence_that_reveals_changes_nothing() {
    for recovery in BOTH {
        let mut game = midway(recovery);
        let before = picture(&mut game);
        let sequence = [(BY, Act::Other(0)), (BY, Act::Go(5)), (BY, Act::Other(0))];
        let tried = game.try_sequence(sequence).unwrap();
        assert!(matches!(tried, Sequence::Through { .. }));
        assert_eq!(picture(&mut game), before);
        game.rewind(0).unwrap();
        assert_eq!(*game.state(), Table::default());
    }
}

#[test]
fn a_sequence_in_which_something_was_revealed_cannot_be_undone_not_even_by_halves() {
    for recovery in BOTH {
        let mut game = midway(recovery);
        let sequence = [(BY, Act::Go(5)), (BY, Act::Other(0)), (BY, Act::Go(7))];
        game.submit_all(sequence).unwrap();
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
fn the_frame_that_revealed_says_that_it_cannot_be_undone() {
    let mut game = midway(BOTH[0]);
    let id = go(&mut game, Act::Other(0)).frame().unwrap();
    assert_eq!(game.frame(id).unwrap().reversibility(), Reversibility::Irreversible);
}
